//! What a step draws around the origin of B − A, and on the bodies.

use std::collections::BTreeSet;

use impinge_page::{Body, Lines, Point, Role, Step};

use super::moment::Moment;
use super::page::{Canvas, extra};
use super::world::World;

/// A simplex is drawn with its corners as dots; a polytope with more would be all dots.
const DOTS: usize = 6;
/// Half the side of the square that stands for a plane, and the length of an arrow, as parts of the size.
const PLANE: f64 = 0.4;
const ARROW: f64 = 0.3;
/// How far from the origin the directions met are drawn.
const DIRECTIONS: f64 = 0.25;

/// Draws all that a moment has.
pub fn draw<W: World>(canvas: &mut Canvas<W>, step: &mut Step, moment: &Moment<W>) {
    bodies(canvas, step, moment);
    let sketch = &moment.sketch;
    let at: Vec<_> = sketch.vertices.iter().map(|v| canvas.layout.beside(*v)).collect();
    if sketch.directions.is_empty() {
        polytope(canvas, step, &at, &sketch.faces);
    } else {
        at.iter().for_each(|p| _ = step.point(Point::new(*p).role(Role::Accent)));
    }
    let radius = canvas.layout.length(DIRECTIONS);
    for direction in &sketch.directions {
        step.point(Point::new(canvas.layout.beside(*direction * radius)).role(Role::Neutral));
    }
    if let Some(base) = sketch.base {
        let from = canvas.layout.beside(base);
        step.lines(Lines::segments(at.iter().map(|corner| (from, *corner))).role(Role::Accent));
        let beyond = canvas.layout.beside(-base * 0.5);
        step.lines(Lines::segments([(from, beyond)]).role(Role::Warn));
        step.point(Point::new(from).role(Role::Warn).label("base"));
    }
    let origin = canvas.layout.beside(W::ZERO);
    if let Some(nearest) = sketch.nearest {
        let to = canvas.layout.beside(nearest);
        if nearest.norm() > canvas.layout.length(1e-6) {
            step.lines(Lines::segments([(origin, to)]).role(Role::Bad));
            step.point(Point::new(to).role(Role::Bad).label("v"));
        }
    }
    if let Some((from, direction)) = sketch.direction {
        let length = canvas.layout.length(ARROW);
        let to = canvas.layout.beside(from + direction * length);
        step.lines(Lines::arrows([(canvas.layout.beside(from), to)]).role(Role::Warn));
    }
    if let Some((point, normal)) = sketch.plane {
        let place = canvas.layout.beside(point);
        plane(canvas, step, place, normal);
    }
    if let Some(found) = sketch.found {
        step.point(Point::new(canvas.layout.beside(found)).role(Role::Good).label("w"));
    }
}

/// Points of A and B, the line between them, and a plane between the bodies.
fn bodies<W: World>(canvas: &mut Canvas<W>, step: &mut Step, moment: &Moment<W>) {
    if let Some((point, normal)) = moment.between {
        plane(canvas, step, point.on_page(), normal);
    }
    if let Some([a, b]) = moment.points {
        step.lines(Lines::segments([(a.on_page(), b.on_page())]).role(Role::Good));
        step.point(Point::new(a.on_page()).role(Role::Good).label("a"));
        step.point(Point::new(b.on_page()).role(Role::Good).label("b"));
    }
}

/// A piece of the plane through a point, seen from both sides; in the plane a piece of the line.
fn plane<W: World>(canvas: &mut Canvas<W>, step: &mut Step, place: [f64; 3], normal: W) {
    let half = canvas.layout.length(PLANE);
    let across: Vec<_> = W::sideways(normal).into_iter().map(|a| (a * half).on_page()).collect();
    let corner = |s: f64, t: f64| {
        [0, 1, 2].map(|k| place[k] + s * across[0][k] + across.get(1).map_or(0.0, |second| t * second[k]))
    };
    if across.len() == 1 {
        step.lines(Lines::segments([(corner(-1.0, 0.0), corner(1.0, 0.0))]).role(Role::Good));
        return;
    }
    let corners = [corner(-1.0, -1.0), corner(1.0, -1.0), corner(1.0, 1.0), corner(-1.0, 1.0)];
    let both_sides = [[0, 1, 2], [0, 2, 3], [2, 1, 0], [3, 2, 0]];
    if let Some(geometry) = extra(canvas, &corners, &both_sides) {
        step.body(Body::new("plane", geometry).role(Role::Good).opacity(0.16).group("step"));
    }
    let rim = (0..4).map(|i| (corners[i], corners[(i + 1) % 4]));
    step.lines(Lines::segments(rim).role(Role::Good));
}

/// A simplex, a portal or a polytope.
fn polytope<W: World>(canvas: &mut Canvas<W>, step: &mut Step, at: &[[f64; 3]], faces: &[[u32; 3]]) {
    let count = u32::try_from(at.len()).unwrap_or(u32::MAX);
    let triangles: Vec<[u32; 3]> = match (faces.is_empty(), count) {
        (false, _) => faces.to_vec(),
        // Of a simplex every three corners are a face; which side is outside is not known, so both are drawn.
        (true, 3) => vec![[0, 1, 2], [2, 1, 0]],
        (true, 4) => [[0, 1, 2], [0, 1, 3], [0, 2, 3], [1, 2, 3]]
            .into_iter()
            .flat_map(|[a, b, c]| [[a, b, c], [c, b, a]])
            .collect(),
        _ => Vec::new(),
    };
    let mut edges = BTreeSet::new();
    for [a, b, c] in &triangles {
        for (from, to) in [(a, b), (b, c), (c, a)] {
            if from != to {
                edges.insert((*from.min(to), *from.max(to)));
            }
        }
    }
    if count == 2 {
        edges.insert((0, 1));
    }
    let solid: Vec<_> = triangles.into_iter().filter(|[a, b, c]| a != b && b != c && c != a).collect();
    if !solid.is_empty()
        && let Some(geometry) = extra(canvas, at, &solid)
    {
        step.body(Body::new("simplex", geometry).role(Role::Accent).opacity(0.4).group("step"));
    }
    let edges = edges.into_iter().map(|(a, b)| (at[a as usize], at[b as usize]));
    step.lines(Lines::segments(edges).role(Role::Accent));
    if at.len() <= DOTS {
        at.iter().for_each(|p| _ = step.point(Point::new(*p).role(Role::Accent)));
    }
}
