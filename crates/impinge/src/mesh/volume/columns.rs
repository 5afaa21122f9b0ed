//! The common volume of two meshes as a sum of columns.
//!
//! # Method
//! Look along z. Above each point of the plane, a closed mesh is a sum of columns: space below a triangle that faces up counts +1, space
//! below one that faces down counts −1. So
//!
//! ```text
//! [p in A] = sum over triangles s of A: sign(s) [p below s]
//! volume of A and B = sum over s of A, t of B: sign(s) sign(t) ∫ min(z of s, z of t)
//! ```
//!
//! The integral is over the intersection of the projections of both triangles: a convex polygon, cut in two along the line where one
//! passes the other; on each piece a linear function is integrated exactly. Only the common box of both meshes is considered; heights are
//! clamped to it. The method is our own; that volumes are sums of signed columns is as old as the divergence theorem.
//!
//! # Guarantees
//! No decision is taken that rounding could turn into a wrong answer: each term is continuous in the corners. Rounding is added up and
//! returned as `error`: the projection of a triangle is off by some ε of its extent, and so is its height.
//!
//! If a surface runs around a point more than once, the point is counted more than once. That is detected: for an integer w, w² equals w
//! only if w is 0 or 1, and the common volume of A and A is the integral of w². There is no answer here in that case.
//!
//! # Cost
//! n triangles in the box: O(n log n + k) for k pairs whose projections overlap, found by a tree.

use alloc::vec::Vec;

use super::Volume;
use crate::broad::AabbTree;
use crate::math::{Aabb, Each, Vec3};
use crate::mesh::TriangleMesh;

type Point = Vec3<f64>;

/// A mesh, and the translation that moves it into place.
pub(super) type Standing<'a> = (&'a TriangleMesh<f64>, Point);

/// Rounding of a term, in ε of (extent of the projections)² × height: about ten operations for each of at most nine corners.
const TERM_ULPS: f64 = 64.0;

/// Limit on the pairs of projections that are evaluated: about ten seconds.
const MOST_PAIRS: usize = 1 << 24;

/// The boxes around two translated meshes, and their intersection.
pub(super) fn shared_box(a: Standing<'_>, b: Standing<'_>) -> ([Aabb<Point>; 2], Aabb<Point>) {
    let moved = |(mesh, at): Standing<'_>| {
        let bounds = mesh.bounds();
        Aabb { min: bounds.min + at, max: bounds.max + at }
    };
    let (one, two) = (moved(a), moved(b));
    ([one, two], Aabb { min: one.min.max(two.min), max: one.max.min(two.max) })
}

/// The sum of columns. `None` if a mesh runs around some point more than once, or there are too many pairs.
pub(super) fn summed_volume(a: Standing<'_>, b: Standing<'_>) -> Option<Volume> {
    let (boxes, room) = shared_box(a, b);
    let reach = boxes.iter().fold(0.0_f64, |most, b| most.max(b.min.max_abs()).max(b.max.max_abs()));
    let view = View::new(room, reach)?;
    let roof = view.roof();
    let (sheets_a, sheets_b) = (view.sheets(a), view.sheets(b));
    for sheets in [&sheets_a, &sheets_b] {
        let (once, squared) = (view.common(sheets, &roof)?, view.common(sheets, sheets)?);
        if (squared.value - once.value).abs() > squared.error + once.error {
            return None;
        }
    }
    let found = view.common(&sheets_a, &sheets_b)?;
    Some(Volume { value: found.value.max(0.0), error: found.error })
}

/// A triangle projected along z.
struct Sheet {
    corners: [Point; 3],
    /// 1 if the space below it counts once more, -1 if it counts once less.
    sign: f64,
    /// The largest coordinates across, and along z.
    extent: f64,
    height: f64,
}

impl Sheet {
    /// A sheet; `None` without a projection, as for a vertical triangle.
    fn new(mut corners: [Point; 3], outward: f64) -> Option<Self> {
        let [p, q, r] = corners;
        let twice = (q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x);
        if twice == 0.0 {
            return None;
        }
        if twice < 0.0 {
            corners.swap(1, 2);
        }
        let most = |f: fn(&Point) -> f64| corners.iter().map(f).fold(0.0, |m: f64, x| m.max(x.abs()));
        let extent = most(|p| p.x).max(most(|p| p.y));
        Some(Self { corners, sign: outward * twice.signum(), extent, height: most(|p| p.z) })
    }

    fn shadow(&self) -> Aabb<Point> {
        let flat = self.corners.each(|p| Vec3::new(p.x, p.y, 0.0));
        let [p, q, r] = flat;
        Aabb { min: p.min(q).min(r), max: p.max(q).max(r) }
    }

    /// The height above a point of the plane, by its position among the corners.
    fn height_at(&self, x: f64, y: f64) -> f64 {
        let [p, q, r] = self.corners;
        let across = |u: Point, v: Point| (u.x - x) * (v.y - y) - (u.y - y) * (v.x - x);
        let weights = [across(q, r), across(r, p), across(p, q)].each(|w| w.max(0.0));
        let sum: f64 = weights.iter().sum();
        if sum == 0.0 {
            return (p.z + q.z + r.z) / 3.0;
        }
        (weights[0] * p.z + weights[1] * q.z + weights[2] * r.z) / sum
    }
}

/// The common box, in coordinates relative to the middle of its floor.
struct View {
    origin: Point,
    /// Half its side lengths, and its height.
    half: [f64; 2],
    height: f64,
    /// Rounding error of coordinates.
    rounding: f64,
}

impl View {
    /// The view of a box; `None` if the box is empty.
    fn new(room: Aabb<Point>, reach: f64) -> Option<Self> {
        let middle = room.center();
        let half = room.half_extents();
        let is_room = half.x > 0.0 && half.y > 0.0 && half.z > 0.0;
        is_room.then_some(Self {
            origin: Vec3::new(middle.x, middle.y, room.min.z),
            half: [half.x, half.y],
            height: 2.0 * half.z,
            rounding: 2.0 * f64::EPSILON * reach,
        })
    }

    /// The top of the box: the space below it is all of the box.
    fn roof(&self) -> Vec<Sheet> {
        let [x, y] = self.half;
        let at = |x, y| Vec3::new(x, y, self.height);
        let halves = [[at(-x, -y), at(x, -y), at(x, y)], [at(-x, -y), at(x, y), at(-x, y)]];
        halves.into_iter().filter_map(|corners| Sheet::new(corners, 1.0)).collect()
    }

    /// The triangles of a mesh that are in the box, or above a point of it.
    fn sheets(&self, (mesh, at): Standing<'_>) -> Vec<Sheet> {
        let corners: Vec<Point> = mesh.vertices().iter().map(|v| *v + at - self.origin).collect();
        let [x, y] = self.half;
        mesh.triangles()
            .filter_map(|(_, t)| {
                let [p, q, r] = t.each(|v| corners[v as usize]);
                let (low, high) = (p.min(q).min(r), p.max(q).max(r));
                let is_beside = low.x >= x || high.x <= -x || low.y >= y || high.y <= -y || high.z <= 0.0;
                if is_beside { None } else { Sheet::new([p, q, r], mesh.volume().signum()) }
            })
            .collect()
    }

    /// The sum over all pairs. `None` if there are too many.
    fn common(&self, ones: &[Sheet], twos: &[Sheet]) -> Option<Volume> {
        let shadows: Vec<_> = twos.iter().map(Sheet::shadow).collect();
        let (tree, _) = AabbTree::from_boxes(&shadows).ok()?;
        let mut left = MOST_PAIRS;
        let (mut value, mut error) = (0.0, 0.0);
        let mut polygon = Polygon::default();
        for s in ones {
            let all = tree.each_while_in_box(&s.shadow(), |k| {
                let t = &twos[k as usize];
                value += s.sign * t.sign * self.term(s, t, &mut polygon);
                let extent = s.extent.max(t.extent);
                let height = s.height.max(t.height).max(self.height);
                error += TERM_ULPS * (f64::EPSILON * extent + self.rounding) * extent * height;
                left -= 1;
                left > 0
            });
            if !all {
                return None;
            }
        }
        Some(Volume { value, error })
    }

    /// The integral of the lower of both heights, clamped to the box, over the part of the box that their projections share.
    fn term(&self, s: &Sheet, t: &Sheet, polygon: &mut Polygon) -> f64 {
        let [x, y] = self.half;
        let walls = [Corner { x: -x, y: -y }, Corner { x, y: -y }, Corner { x, y }, Corner { x: -x, y }];
        polygon.start(&walls);
        for sheet in [s, t] {
            let [p, q, r] = sheet.corners;
            for (from, to) in [(p, q), (q, r), (r, p)] {
                polygon.keep(|c| (to.x - from.x) * (c.y - from.y) - (to.y - from.y) * (c.x - from.x));
            }
        }
        if polygon.corners.len() < 3 {
            return 0.0;
        }
        // A fan of triangles, on each of which both heights are linear between their values at the corners.
        let heights = |c: Corner| [s.height_at(c.x, c.y), t.height_at(c.x, c.y)];
        let first = polygon.corners[0];
        let fan = polygon.corners.windows(2).skip(1).map(|side| {
            let (p, q) = (side[0], side[1]);
            let twice = (p.x - first.x) * (q.y - first.y) - (p.y - first.y) * (q.x - first.x);
            0.5 * twice.abs() * self.mean([heights(first), heights(p), heights(q)])
        });
        fan.sum()
    }

    /// The mean over a triangle of the lower of two linear functions, clamped to the box, from their values at the corners: on each side
    /// of the line where they are equal the lower one, m, is linear, and m clamped is max(m, 0) - max(m - height, 0).
    fn mean(&self, heights: [[f64; 2]; 3]) -> f64 {
        let mut sum = 0.0;
        cut(heights.each(|[f, g]| f - g), |weights, share| {
            // On this piece one of the two is the lower one; corners are weighted sums of the triangle's.
            let at = |k: usize, which: usize| (0..3).map(|c| weights[k][c] * heights[c][which]).sum::<f64>();
            let middle = |which: usize| at(0, which) + at(1, which) + at(2, which);
            let lower = usize::from(middle(1) < middle(0));
            let values = [at(0, lower), at(1, lower), at(2, lower)];
            sum += share * (above(values) - above(values.each(|v| v - self.height)));
        });
        sum
    }
}

/// The mean over a triangle of max(f, 0), for a linear f from its values at the corners.
fn above(f: [f64; 3]) -> f64 {
    let mut sum = 0.0;
    cut(f, |weights, share| {
        let at = |k: usize| (0..3).map(|c| weights[k][c] * f[c]).sum::<f64>();
        sum += share * ((at(0) + at(1) + at(2)) / 3.0).max(0.0);
    });
    sum
}

/// Cuts a triangle along the zero line of a linear function, into at most three: `piece` gets the corners of each as weights of the
/// triangle's corners, and its share of the area. The function does not change its sign on any of them.
fn cut(f: [f64; 3], mut piece: impl FnMut([[f64; 3]; 3], f64)) {
    const CORNERS: [[f64; 3]; 3] = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    let is_up = f.each(|f| f > 0.0);
    let count = is_up.iter().filter(|up| **up).count();
    // The corner that is alone on its side.
    let alone = match count {
        1 => is_up.iter().position(|up| *up),
        2 => is_up.iter().position(|up| !*up),
        _ => None,
    };
    let Some(k) = alone else { return piece(CORNERS, 1.0) };
    let (i, j) = ((k + 1) % 3, (k + 2) % 3);
    // Zeros of the function on the sides from k, as fractions of their length.
    let (u, v) = (f[k] / (f[k] - f[i]), f[k] / (f[k] - f[j]));
    let mixed = |to: usize, part: f64| {
        let mut mixture = [0.0; 3];
        mixture[k] = 1.0 - part;
        mixture[to] = part;
        mixture
    };
    let (on_i, on_j) = (mixed(i, u), mixed(j, v));
    piece([CORNERS[k], on_i, on_j], u * v);
    piece([on_i, CORNERS[i], CORNERS[j]], 1.0 - u);
    piece([on_i, CORNERS[j], on_j], u * (1.0 - v));
}

/// A point of the plane.
#[derive(Clone, Copy, Default)]
struct Corner {
    x: f64,
    y: f64,
}

/// A convex polygon, and memory for clipping it.
#[derive(Default)]
struct Polygon {
    corners: Vec<Corner>,
    kept: Vec<Corner>,
}

impl Polygon {
    fn start(&mut self, corners: &[Corner]) {
        self.corners.clear();
        self.corners.extend_from_slice(corners);
    }

    /// Keeps the part on the side of a line where a linear function is not negative (Sutherland and Hodgman 1974).
    fn keep(&mut self, side: impl Fn(Corner) -> f64) {
        self.kept.clear();
        for (k, &p) in self.corners.iter().enumerate() {
            let q = self.corners[(k + 1) % self.corners.len()];
            let (f, g) = (side(p), side(q));
            if f >= 0.0 {
                self.kept.push(p);
            }
            if (f > 0.0 && g < 0.0) || (f < 0.0 && g > 0.0) {
                let part = f / (f - g);
                self.kept.push(Corner { x: p.x + part * (q.x - p.x), y: p.y + part * (q.y - p.y) });
            }
        }
        core::mem::swap(&mut self.corners, &mut self.kept);
    }
}
