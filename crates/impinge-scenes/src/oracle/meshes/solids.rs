//! Relation of two solids: apart, touching, overlapping, one inside the other. A solid is where a closed surface has a nonzero winding
//! number, so that a cavity is outside and orientation does not matter.
//!
//! The two surfaces divide space into cells, in each of which both winding numbers are constant. Every cell is visible from a corner
//! where triangles of both surfaces meet, or from a point where a surface crosses itself, or from the middle of a triangle of a connected
//! part of a surface that nothing meets. At each of these points the planes of all triangles that contain it cut a small ball into
//! sectors; a ray is sent into every sector, and both winding numbers just beyond its start are counted.

use std::collections::{BTreeMap, BTreeSet};

use super::Triangle;
use super::brute::all_shared;
use super::exact::{Wide, determinant};
use super::share::{edges, point_is_on, segment_meets, segments_meet};
use super::signs::{Point, cross, dot, open_axis, side};
use super::winding::{Place, bits, winding_beyond};
use crate::Rng;

/// Limit on the rays tried in a sector until one meets no edge.
const TRIES: usize = 16;

/// Random perturbation of a ray, relative to its width: small enough to stay in the sector.
const JITTER: f64 = 1e-3;

/// Relation of two solids.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// They share no point.
    Apart,
    /// Their surfaces share a point, their interiors do not.
    Touching,
    /// Their interiors share a point, and neither contains the other, or each contains the other.
    Overlapping,
    /// All of B is in A, which is larger than B; the surfaces may touch.
    Contains,
    /// All of A is in B, which is larger than A; the surfaces may touch.
    Inside,
}

/// Facts about two solids.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Solids {
    /// Whether the surfaces share a point.
    pub surfaces_meet: bool,
    /// Whether the interiors share a point.
    pub both: bool,
    /// Whether there is a point inside A and outside B.
    pub only_a: bool,
    /// Whether there is a point inside B and outside A.
    pub only_b: bool,
}

impl Solids {
    /// The relation that follows from the facts.
    pub fn state(&self) -> State {
        match (self.both, self.only_a, self.only_b) {
            (true, true, false) => State::Contains,
            (true, false, true) => State::Inside,
            (true, ..) => State::Overlapping,
            _ if self.surfaces_meet => State::Touching,
            _ => State::Apart,
        }
    }

    /// The same with A and B exchanged.
    #[must_use]
    pub fn exchanged(&self) -> Self {
        Self { only_a: self.only_b, only_b: self.only_a, ..*self }
    }
}

/// Finds the relation of the solids of two closed surfaces.
///
/// Exact are: whether the surfaces share a point; the points that are examined (quotients of exact numbers), the triangles that contain
/// them, and the winding numbers there: so every cell that is found exists. Not exact are: rays into the sectors around a point, which
/// are chosen in `f64`, so that a sector between planes of less than about 1e-9 radians may be missed; and with it, a cell that has no
/// other corner.
pub fn solids(a: &[Triangle], b: &[Triangle]) -> Solids {
    let shared = all_shared(a, b);
    let mut view = View { a, b, found: BTreeSet::new(), seen: BTreeSet::new(), rng: Rng::new(0) };
    let surfaces_meet = !shared.is_empty();
    let done = shared
        .iter()
        .any(|&(i, j)| corners_between(&a[i], &b[j]).iter().any(|place| view.look_around(place)))
        || [a, b].into_iter().any(|soup| parts(soup).iter().any(|t| view.look_around(&Place::middle(t))))
        || [a, b].into_iter().any(|soup| own_crossings(soup).iter().any(|place| view.look_around(place)));
    debug_assert!(!done || view.found.len() >= 3);
    let has = |cell| view.found.contains(&cell);
    Solids { surfaces_meet, both: has((true, true)), only_a: has((true, false)), only_b: has((false, true)) }
}

/// State of the search for cells.
struct View<'a> {
    a: &'a [Triangle],
    b: &'a [Triangle],
    /// Kinds of cells found: inside A, inside B.
    found: BTreeSet<(bool, bool)>,
    /// Points that need not be examined again.
    seen: BTreeSet<[u64; 3]>,
    rng: Rng,
}

impl View<'_> {
    /// Sends a ray into every sector around a point; true if all kinds of cells have been found.
    fn look_around(&mut self, place: &Place) -> bool {
        if !self.seen.insert(bits(place.near)) {
            return self.is_done();
        }
        let holding = |soup: &[Triangle]| -> Vec<usize> {
            (0..soup.len()).filter(|&i| place.is_on(&soup[i])).collect()
        };
        let (of_a, of_b) = (holding(self.a), holding(self.b));
        let planes = of_a.iter().map(|&i| &self.a[i]).chain(of_b.iter().map(|&i| &self.b[i]));
        let normals = normals(planes);
        for (ray, width) in rays(&normals) {
            let cell = (0..TRIES).find_map(|_| {
                let ray = self.rng.unit3::<f64>() * (JITTER * width) + ray.into();
                let ray = [ray.x, ray.y, ray.z];
                if normals.iter().any(|n| n.dot(&Wide::of(ray)).is_zero()) {
                    return None;
                }
                let winding_a = winding_beyond(place, ray, self.a, |i| of_a.contains(&i))?;
                Some((winding_a != 0, winding_beyond(place, ray, self.b, |i| of_b.contains(&i))? != 0))
            });
            // `None` only if the sector is too narrow to distinguish rays.
            self.found.extend(cell);
            if self.is_done() {
                return true;
            }
        }
        false
    }

    fn is_done(&self) -> bool {
        [(true, true), (true, false), (false, true)].iter().all(|cell| self.found.contains(cell))
    }
}

/// Normals of the planes of triangles, one for each plane through a common point.
fn normals<'a>(triangles: impl Iterator<Item = &'a Triangle>) -> Vec<Wide> {
    let mut normals: Vec<Wide> = Vec::new();
    for triangle in triangles {
        let [a, b, c] = triangle.map(Wide::of);
        let normal = b.minus(&a).cross(&c.minus(&a));
        if !normal.is_zero() && normals.iter().all(|n| !n.cross(&normal).is_zero()) {
            normals.push(normal);
        }
    }
    normals
}

/// A ray into every sector between planes through a point, with the approximate size of an allowed perturbation.
fn rays(normals: &[Wide]) -> Vec<(Point, f64)> {
    let units: Vec<Point> = normals.iter().map(|n| unit(n.direction())).collect();
    if let [normal] = units.as_slice() {
        return vec![(*normal, 0.5), (normal.map(|c| -c), 0.5)];
    }
    let mut sectors: BTreeMap<Vec<bool>, (Point, f64)> = BTreeMap::new();
    for i in 0..normals.len() {
        for j in 0..i {
            let line = normals[i].cross(&normals[j]);
            let holds: Vec<bool> = normals.iter().map(|n| n.dot(&line).is_zero()).collect();
            let line = unit(line.direction());
            for ends in [line, line.map(|c| -c)] {
                for (ray, width) in around_line(ends, &units, &holds) {
                    sectors.entry(units.iter().map(|n| dot(*n, ray) > 0.0).collect()).or_insert((ray, width));
                }
            }
        }
    }
    sectors.into_values().collect()
}

/// Rays beside a line in which planes meet, one between each two planes.
fn around_line(line: Point, units: &[Point], holds: &[bool]) -> Vec<(Point, f64)> {
    let other = units.iter().zip(holds).filter(|(_, holds)| !**holds);
    let width = other.map(|(n, _)| dot(*n, line).abs()).fold(0.25, f64::min) * 0.4;
    // Half-planes that end in the line, by their angle around it.
    let planes = units.iter().zip(holds).filter(|(_, holds)| **holds);
    let mut halves: Vec<Point> =
        planes.map(|(n, _)| unit(cross(*n, line))).flat_map(|h| [h, h.map(|c| -c)]).collect();
    let first = halves[0];
    let second = cross(line, first);
    let angle = |h: &Point| {
        let (x, y) = (dot(*h, first), dot(*h, second));
        // Monotone in the angle, from −2 to 2.
        if y >= 0.0 { 1.0 - x / (x.abs() + y.abs()) } else { x / (x.abs() + y.abs()) - 1.0 }
    };
    halves.sort_by(|g, h| angle(g).total_cmp(&angle(h)));
    (0..halves.len())
        .map(|k| {
            let (g, h) = (halves[k], halves[(k + 1) % halves.len()]);
            // Beyond a right angle the sum loses its direction: then use the direction between both, each turned toward the other by a
            // quarter turn.
            let wide = dot(g, h) < 0.0;
            let (g, h) = if wide { (cross(line, g), cross(h, line)) } else { (g, h) };
            let between = unit([0, 1, 2].map(|i| g[i] + h[i]));
            let narrow = if wide { 1.0 } else { dot(cross(g, between), line).abs() };
            ([0, 1, 2].map(|i| line[i] + width * between[i]), width * narrow)
        })
        .collect()
}

fn unit(v: Point) -> Point {
    let length = dot(v, v).sqrt();
    v.map(|c| c / length)
}

/// Corners of the intersection of two triangles: corners of one on the other, edges through faces, and crossings of edges.
fn corners_between(a: &Triangle, b: &Triangle) -> Vec<Place> {
    let mut places = Vec::new();
    for (from, to) in [(a, b), (b, a)] {
        places.extend(from.iter().filter(|p| point_is_on(**p, to)).map(|p| Place::point(*p)));
        let [x, y, z] = *to;
        if open_axis(x, y, z).is_none() {
            continue;
        }
        for [p, q] in edges(*from) {
            match [side(x, y, z, p), side(x, y, z, q)] {
                [0, 0] => {
                    let hit = edges(*to).into_iter().filter(|edge| segments_meet([p, q], *edge));
                    places.extend(hit.filter_map(|edge| crossing_of([p, q], edge)));
                }
                [s, t] if s * t < 0 && segment_meets([p, q], to) => places.push(piercing([p, q], to)),
                _ => {}
            }
        }
    }
    places
}

/// Point at which an edge passes through the plane of a triangle: p + s (q − p) with s = h(p) / (h(p) − h(q)), h the height above it.
fn piercing([p, q]: [Point; 2], triangle: &Triangle) -> Place {
    let [a, b, c] = triangle.map(Wide::of);
    let (p, q) = (Wide::of(p), Wide::of(q));
    let (u, v) = (b.minus(&a), c.minus(&a));
    let [low, high] = [&p, &q].map(|end| determinant(&u, &v, &end.minus(&a)));
    Place::new(q.times(&low).minus(&p.times(&high)), &low - &high)
}

/// Crossing of two coplanar segments that share a point; `None` if they are parallel, or an end of one is on the other.
fn crossing_of([p, q]: [Point; 2], [a, b]: [Point; 2]) -> Option<Place> {
    let ends = [(p, [a, b]), (q, [a, b]), (a, [p, q]), (b, [p, q])];
    if ends.into_iter().any(|(end, segment)| segments_meet([end, end], segment)) {
        return None;
    }
    let [p, q, a, b] = [p, q, a, b].map(Wide::of);
    let (u, v) = (q.minus(&p), b.minus(&a));
    let n = u.cross(&v);
    let under = n.dot(&n);
    // p + s u with s = (a − p)·(v × n) / n².
    let along = a.minus(&p).dot(&v.cross(&n));
    (!n.is_zero()).then(|| Place::new(p.times(&under).plus(&u.times(&along)), under))
}

/// For each connected part of a surface, a triangle with an area.
fn parts(soup: &[Triangle]) -> Vec<Triangle> {
    fn root(parents: &mut [usize], mut i: usize) -> usize {
        while parents[i] != i {
            parents[i] = parents[parents[i]];
            i = parents[i];
        }
        i
    }
    let mut parents: Vec<usize> = (0..soup.len()).collect();
    let mut first: BTreeMap<[u64; 3], usize> = BTreeMap::new();
    for (i, triangle) in soup.iter().enumerate() {
        for p in triangle {
            let other = *first.entry(bits(*p)).or_insert(i);
            let (i, j) = (root(&mut parents, i), root(&mut parents, other));
            parents[i.max(j)] = i.min(j);
        }
    }
    let mut found = BTreeMap::new();
    for (i, triangle) in soup.iter().enumerate() {
        let [a, b, c] = *triangle;
        if open_axis(a, b, c).is_some() {
            found.entry(root(&mut parents, i)).or_insert(*triangle);
        }
    }
    found.into_values().collect()
}

/// Corners of the self-intersections of a surface, except for the corners that triangles share.
fn own_crossings(soup: &[Triangle]) -> Vec<Place> {
    let mut places = Vec::new();
    for i in 0..soup.len() {
        for (_, j) in all_shared(&soup[i..=i], &soup[i + 1..]) {
            let (one, two) = (&soup[i], &soup[i + 1 + j]);
            let corners = corners_between(one, two).into_iter();
            places.extend(corners.filter(|p| !(one.contains(&p.near) && two.contains(&p.near))));
        }
    }
    places
}
