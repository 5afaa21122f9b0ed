//! Results for all near pairs of some bodies: as a table, as lines of JSON, and as a page.

use std::io::{self, Write};
use std::path::Path;

use impinge_io::Unit;
use impinge_io::results::{self, Table, Values};
use impinge_page::{Body, BodyId, Cell, Column, Lines, Page, Pose as PagePose, Role, Row, View};
use serde::Serialize;

use super::standing::{Standing, between, vector};
use super::state::State;
use super::{Form, NamedBody, near_pairs};
use crate::drawn;
use crate::failure::{Failure, on_one_line};
use crate::json;
use crate::table::{self, Align, number};

/// Length of the arrow of a contact, relative to the size of all bodies.
const ARROW: f64 = 0.06;

/// Results for the near pairs of some bodies.
pub struct Answers<'a> {
    bodies: &'a [NamedBody],
    pairs: Vec<([usize; 2], Standing)>,
    /// For each body, whether it is open and not allowed to be; empty if none is.
    is_open: Vec<bool>,
    /// Unit of lengths, as in JSON.
    unit: &'static str,
    /// Whether a page opens at the first pair that collides.
    opens_at_collision: bool,
}

/// A line of JSON, `docs/book/json.md`.
#[derive(Serialize)]
pub struct Line<'a> {
    a: &'a str,
    b: &'a str,
    #[serde(flatten)]
    standing: &'a Standing,
    /// 0 unless they are apart.
    distance: f64,
    /// Length of the translation that frees B, if they overlap.
    depth: Option<f64>,
    /// Whether the state is proven: false if no collision was found and one of them is open.
    proven: bool,
    open_a: bool,
    open_b: bool,
    /// Triangles of both meshes.
    triangles: usize,
    unit: &'static str,
}

/// Columns of a table.
#[derive(Clone, Copy, PartialEq)]
pub enum Columns {
    /// Columns that fit a narrow screen.
    Narrow,
    /// All, with the error and the place.
    All,
}

impl<'a> Answers<'a> {
    /// Queries all pairs that are at most `margin` apart and not allowed to be.
    pub fn new(
        bodies: &'a [NamedBody],
        margin: f64,
        allowed: impl Fn(usize, usize) -> bool,
    ) -> Result<Self, Failure> {
        let pairs = near_pairs(bodies, margin, allowed)?;
        let pairs = pairs.into_iter().map(|pair| (pair, between(&bodies[pair[0]], &bodies[pair[1]])));
        Ok(Self::of(bodies, pairs.collect()))
    }

    /// Whether no pair is near.
    pub fn is_empty(&self) -> bool {
        self.pairs.is_empty()
    }

    /// Whether bodies collide.
    pub fn has_collision(&self) -> bool {
        self.pairs.iter().any(|(_, standing)| standing.state.is_collision())
    }

    /// Results for the given pairs.
    pub fn of(bodies: &'a [NamedBody], pairs: Vec<([usize; 2], Standing)>) -> Self {
        Self { bodies, pairs, is_open: Vec::new(), unit: Unit::Meter.name(), opens_at_collision: false }
    }

    /// The same with lengths in this unit, and with bodies that are open and not allowed to be.
    #[must_use]
    pub fn with(self, unit: &'static str, is_open: Vec<bool>) -> Self {
        Self { unit, is_open, ..self }
    }

    /// The same with a page that opens at the first pair that collides, if one does.
    #[must_use]
    pub fn opened_at_collision(self) -> Self {
        Self { opens_at_collision: true, ..self }
    }

    /// Whether the state of a pair is proven.
    fn is_proven(&self, pair: [usize; 2], standing: &Standing) -> bool {
        standing.state.is_collision() || !pair.iter().any(|k| self.is_open(*k))
    }

    fn is_open(&self, body: usize) -> bool {
        self.is_open.get(body).copied().unwrap_or(false)
    }

    fn names(&self, pair: [usize; 2]) -> [&str; 2] {
        pair.map(|k| self.bodies[k].name.as_str())
    }

    /// Writes a table, one line per pair.
    pub fn write_table(&self, out: &mut impl Write, columns: Columns) -> io::Result<()> {
        let names = ["A", "B", "state", "distance", "depth", "±", "where", "proof"];
        let row = |(pair, standing): &([usize; 2], Standing)| {
            let [a, b] = self.names(*pair).map(on_one_line);
            let size = number(standing.signed_distance.abs());
            let (distance, depth) =
                if standing.state.is_collision() { ("0".into(), size) } else { (size, String::new()) };
            let proof = match self.is_proven(*pair, standing) {
                true => standing.proof.clone(),
                false => format!("none: a body is open; {}", standing.proof),
            };
            let error = format!("{:.0e}", standing.error);
            [a, b, standing.state.word().into(), distance, depth, error, vector(standing.point_a), proof]
        };
        let rows: Vec<[String; 8]> = self.pairs.iter().map(row).collect();
        let align = |k: usize| if (3..6).contains(&k) { Align::Right } else { Align::Left };
        match columns {
            Columns::All => table::write(out, std::array::from_fn(|k| (names[k], align(k))), &rows),
            Columns::Narrow => {
                let kept = [0, 1, 2, 3, 4, 7];
                let rows: Vec<[String; 6]> =
                    rows.iter().map(|row| kept.map(|k: usize| row[k].clone())).collect();
                table::write(out, kept.map(|k| (names[k], align(k))), &rows)
            }
        }
    }

    /// The line of JSON of a pair.
    pub fn line(&self, index: usize) -> Line<'_> {
        let (pair, standing) = &self.pairs[index];
        let [a, b] = self.names(*pair);
        let [open_a, open_b] = pair.map(|k| self.is_open(k));
        let triangles = |k: usize| match &self.bodies[k].form {
            Form::Mesh(mesh) => mesh.len(),
            Form::Convex(_) => 0,
        };
        Line {
            a,
            b,
            standing,
            distance: if standing.state == State::Apart { standing.signed_distance } else { 0.0 },
            depth: standing.state.is_collision().then_some(-standing.signed_distance),
            proven: self.is_proven(*pair, standing),
            open_a,
            open_b,
            triangles: pair.iter().map(|k| triangles(*k)).sum(),
            unit: self.unit,
        }
    }

    /// Writes all pairs to a file, in the format given by its extension.
    pub fn save_results(&self, path: &Path) -> Result<(), Failure> {
        let names = |k: usize| self.pairs.iter().map(move |(pair, _)| self.names(*pair)[k]);
        let all = || self.pairs.iter().map(|(_, standing)| standing);
        let table = Table::new()
            .with("a", Values::texts(names(0)))
            .with("b", Values::texts(names(1)))
            .with("state", Values::texts(all().map(|s| s.state.word())))
            .with("signed_distance", Values::numbers(all().map(|s| s.signed_distance)))
            .with("error", Values::numbers(all().map(|s| s.error)))
            .with("point_a", Values::points(all().map(|s| s.point_a)))
            .with("point_b", Values::points(all().map(|s| s.point_b)))
            .with("normal", Values::points(all().map(|s| s.normal)))
            .with("face_a", Values::Integers(all().map(|s| s.face_a.map(i64::from)).collect()))
            .with("face_b", Values::Integers(all().map(|s| s.face_b.map(i64::from)).collect()))
            .with("proof", Values::texts(all().map(|s| s.proof.as_str())));
        Ok(results::write(path, &table)?)
    }

    /// Writes one line of JSON per pair.
    pub fn write_json(&self, out: &mut dyn Write) -> Result<(), Failure> {
        (0..self.pairs.len()).try_for_each(|k| json::line(out, &self.line(k)))
    }

    /// Writes a page with all bodies and the proof of each result.
    pub fn save_page(&self, path: &Path, title: &str, intro: &str) -> Result<(), Failure> {
        let unit = if self.unit == "file" { "" } else { self.unit };
        let mut view = View::space();
        view.unit(unit);
        let roles: Vec<Role> = (0..self.bodies.len()).map(|k| self.role(k)).collect();
        let ids: Vec<BodyId> =
            roles.iter().enumerate().map(|(k, role)| self.add_body(&mut view, k, *role)).collect();
        self.add_legend(&mut view, &roles);
        let colliding = self.pairs.iter().find(|(_, standing)| standing.state.is_collision());
        if let Some((pair, _)) = colliding.filter(|_| self.opens_at_collision) {
            view.focus(pair.map(|k| ids[k]));
        }
        let arrow = ARROW * self.size();
        let distance = if unit.is_empty() { "distance".into() } else { format!("distance, {unit}") };
        let mut rows = impinge_page::Table::new(
            "Near pairs",
            [Column::text("pair"), Column::text("state"), Column::number(distance), Column::text("proof")],
        );
        for (pair, standing) in &self.pairs {
            let (p, q) = (standing.point_a, standing.point_b);
            let (role, lines) = match standing.state {
                State::Apart => (Role::Good, Lines::segments([(p, q)])),
                State::Touching => (Role::Warn, Lines::arrows([(q, beyond(q, standing.normal, arrow))])),
                _ => (Role::Bad, Lines::arrows([(q, beyond(q, standing.normal, arrow))])),
            };
            let between = pair.map(|k| ids[k]);
            view.lines(lines.role(role).between(between));
            view.point(impinge_page::Point::new(p).role(role).between(between));
            view.point(impinge_page::Point::new(q).role(role).between(between));
            let [a, b] = self.names(*pair);
            let doubt = if self.is_proven(*pair, standing) { "" } else { "not proven: a body is open; " };
            let cells = [
                format!("{a}, {b}").into(),
                standing.state.word().into(),
                Cell::Measured { value: standing.signed_distance, error: standing.error },
                format!("{doubt}{}; ±\u{a0}{:.0e}", standing.proof, standing.error).into(),
            ];
            rows.row(Row::new(cells).pair([between[0]], [between[1]]));
        }
        let mut page = Page::new(title);
        page.intro(intro);
        let open: Vec<&str> = (0..self.bodies.len())
            .filter(|k| self.is_open(*k))
            .map(|k| self.bodies[k].name.as_str())
            .collect();
        if !open.is_empty() {
            page.intro(format!(
                "Not proven, as these are open, so that nothing can be proven to be outside of them: {}.",
                open.join(", ")
            ));
        }
        if unit.is_empty() {
            page.intro("Lengths are in units of the file.");
        }
        page.view(view).table(rows);
        page.save(path)
            .map_err(|e| Failure::Said(format!("{}: {e}; the page was not written", path.display())))
    }

    /// Legend: the meaning of colors, with the number of bodies or pairs of each.
    fn add_legend(&self, view: &mut View, roles: &[Role]) {
        let bodies = |role: Role| roles.iter().filter(|known| **known == role).count();
        let apart = self.pairs.iter().filter(|(_, standing)| standing.state == State::Apart).count();
        for (role, count, meaning) in [
            (Role::Bad, bodies(Role::Bad), "in a collision (an arrow frees the second body)"),
            (Role::Unproven, bodies(Role::Unproven), "not proven (open)"),
            (Role::Warn, bodies(Role::Warn), "touching"),
            (Role::Neutral, bodies(Role::Neutral), "in no collision"),
            (Role::Quiet, bodies(Role::Quiet), "ground"),
            (Role::Good, apart, "pairs apart, with their nearest points"),
        ] {
            if count > 0 {
                view.legend(role, format!("{meaning}: {count}"));
            }
        }
    }

    /// The worst that is known of a body.
    fn role(&self, k: usize) -> Role {
        if self.bodies[k].quiet {
            return Role::Quiet;
        }
        let first = if self.is_open(k) { Role::Unproven } else { Role::Neutral };
        let states = self.pairs.iter().filter(|(pair, _)| pair.contains(&k)).map(|(_, s)| s.state);
        states.fold(first, |role, state| match (role, state) {
            (_, state) if state.is_collision() => Role::Bad,
            (Role::Neutral, State::Touching) => Role::Warn,
            _ => role,
        })
    }

    fn add_body(&self, view: &mut View, k: usize, role: Role) -> BodyId {
        let NamedBody { name, group, form, pose, .. } = &self.bodies[k];
        let geometry = match form {
            Form::Convex(shape) => drawn::solid(shape),
            Form::Mesh(mesh) => drawn::surface(mesh),
        };
        let geometry = view.geometry(geometry);
        let at = PagePose::new(pose.translation().to_array(), pose.rotation().to_xyzw());
        view.body(Body::new(name.as_str(), geometry).at(at).role(role).group(group.as_str()))
    }

    /// The diagonal of the box around all bodies.
    fn size(&self) -> f64 {
        let boxes = self.bodies.iter().map(|body| body.form.any().aabb(&body.pose));
        let all = boxes
            .reduce(|all, next| impinge::Aabb { min: all.min.min(next.min), max: all.max.max(next.max) });
        all.map_or(1.0, |all| (all.max - all.min).norm())
    }
}

/// A point `length` from another one along a unit vector.
fn beyond(from: [f64; 3], along: [f64; 3], length: f64) -> [f64; 3] {
    std::array::from_fn(|k| from[k] + along[k] * length)
}
