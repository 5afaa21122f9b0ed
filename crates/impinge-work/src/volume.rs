//! The volume that two closed meshes have in common, without cutting one by the other.
//!
//! # Method
//! Look along z. A closed mesh is, above each point of the plane, a sum of columns: what is below a triangle that faces up counts
//! once, what is below one that faces down counts once less. So
//!
//! ```text
//! [p in A] = sum over triangles s of A: sign(s) [p below s]
//! volume of A and B = sum over s of A, t of B: sign(s) sign(t) ∫ min(z of s, z of t)
//! ```
//!
//! with the integral over what the shadows of both triangles share: a convex polygon, cut in two where one passes the other, on each of
//! which a linear function is integrated exactly. Only the box that both meshes share is looked at; heights are clamped to it.
//! The method is our own; that volumes are sums of signed columns is as old as the divergence theorem.
//!
//! # Guarantees
//! No decision is taken that a rounding could turn into a wrong answer: each term is continuous in the corners. What rounding does is added
//! up and given as `error`: the shadow of a triangle is off by some ε of its extent, and so is its height.
//!
//! Where a surface runs around a point more than once it is counted more than once. That is recognized: for a whole number w,
//! w² is w only if w is 0 or 1, and the volume of A and A is the integral of w². Then, and where there are too many pairs,
//! `octants.rs` gives bounds instead.
//!
//! # Cost
//! n triangles in the box: O(n log n + k) for k pairs whose shadows meet, found by a tree.

use impinge::broad::AabbTree;
use impinge::mesh::TriangleMesh;
use impinge::{Aabb, Vec3};

use crate::octants::bounded_volume;
use crate::shared::{Standing, Volume, shared_box};

type Point = Vec3<f64>;

/// A term is off by so many ε of (extent of the shadows)² × height: some ten operations for each of at most nine corners.
const TERM_ULPS: f64 = 64.0;

/// Pairs of shadows that are looked at, at most: some ten seconds.
const MOST_PAIRS: usize = 1 << 24;

/// The volume that two meshes have in common, each with the translation that brings it to where it stands. None if one is open.
pub fn common_volume(a: (&TriangleMesh<f64>, Point), b: (&TriangleMesh<f64>, Point)) -> Option<Volume> {
    if !a.0.is_closed() || !b.0.is_closed() {
        return None;
    }
    summed_volume(a, b).or_else(|| bounded_volume(a, b))
}

/// The sum of columns. None if a mesh runs around some point more than once, or there is too much to look at.
fn summed_volume(a: Standing<'_>, b: Standing<'_>) -> Option<Volume> {
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

/// A triangle seen along z.
struct Sheet {
    corners: [Point; 3],
    /// 1 where what is below it counts once more, -1 where it counts once less.
    sign: f64,
    /// The largest coordinate across, and along z.
    extent: f64,
    height: f64,
}

impl Sheet {
    /// None without a shadow, as of a triangle that stands upright.
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
        let flat = self.corners.map(|p| Vec3::new(p.x, p.y, 0.0));
        let [p, q, r] = flat;
        Aabb { min: p.min(q).min(r), max: p.max(q).max(r) }
    }

    /// The height above a point of the plane, by its place among the corners.
    fn height_at(&self, x: f64, y: f64) -> f64 {
        let [p, q, r] = self.corners;
        let across = |u: Point, v: Point| (u.x - x) * (v.y - y) - (u.y - y) * (v.x - x);
        let weights = [across(q, r), across(r, p), across(p, q)].map(|w| w.max(0.0));
        let sum: f64 = weights.iter().sum();
        if sum == 0.0 {
            return (p.z + q.z + r.z) / 3.0;
        }
        (weights[0] * p.z + weights[1] * q.z + weights[2] * r.z) / sum
    }
}

/// The box that is looked at, seen from the middle of its floor.
struct View {
    origin: Point,
    /// Half its sides, and its height.
    half: [f64; 2],
    height: f64,
    /// What coordinates are off by.
    rounding: f64,
}

impl View {
    /// None if the box holds nothing.
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

    /// The top of the box: what is below it is all of the box.
    fn roof(&self) -> Vec<Sheet> {
        let [x, y] = self.half;
        let at = |x, y| Vec3::new(x, y, self.height);
        let halves = [[at(-x, -y), at(x, -y), at(x, y)], [at(-x, -y), at(x, y), at(-x, y)]];
        halves.into_iter().filter_map(|corners| Sheet::new(corners, 1.0)).collect()
    }

    /// The triangles of a mesh that are above a point of the box, or in it.
    fn sheets(&self, (mesh, at): Standing<'_>) -> Vec<Sheet> {
        let corners: Vec<Point> = mesh.vertices().iter().map(|v| *v + at - self.origin).collect();
        let [x, y] = self.half;
        mesh.triangles()
            .filter_map(|(_, t)| {
                let [p, q, r] = t.map(|v| corners[v as usize]);
                let (low, high) = (p.min(q).min(r), p.max(q).max(r));
                let is_beside = low.x >= x || high.x <= -x || low.y >= y || high.y <= -y || high.z <= 0.0;
                if is_beside { None } else { Sheet::new([p, q, r], mesh.volume().signum()) }
            })
            .collect()
    }

    /// The sum over all pairs. None if there are too many.
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

    /// The integral of the lower of both heights, clamped to the box, over what their shadows share in it.
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

    /// The mean over a triangle of the lower of two linear functions, clamped to the box, from their values at the corners: on each
    /// side of the line where they are equal the lower one, m, is linear, and m clamped is max(m, 0) - max(m - height, 0).
    fn mean(&self, heights: [[f64; 2]; 3]) -> f64 {
        let mut sum = 0.0;
        cut(heights.map(|[f, g]| f - g), |weights, share| {
            // On this piece one of both is the lower one; corners are mixtures of the triangle's.
            let at = |k: usize, which: usize| (0..3).map(|c| weights[k][c] * heights[c][which]).sum::<f64>();
            let middle = |which: usize| at(0, which) + at(1, which) + at(2, which);
            let lower = usize::from(middle(1) < middle(0));
            let values = [at(0, lower), at(1, lower), at(2, lower)];
            sum += share * (above(values) - above(values.map(|v| v - self.height)));
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

/// Cuts a triangle where a linear function is 0, into at most three: `piece` gets the corners of each as mixtures of the triangle's, and
/// its share of the area. On each of them the function does not change its sign.
fn cut(f: [f64; 3], mut piece: impl FnMut([[f64; 3]; 3], f64)) {
    const CORNERS: [[f64; 3]; 3] = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    let is_up = f.map(|f| f > 0.0);
    let count = is_up.iter().filter(|up| **up).count();
    // The corner that is alone on its side.
    let alone = match count {
        1 => is_up.iter().position(|up| *up),
        2 => is_up.iter().position(|up| !*up),
        _ => None,
    };
    let Some(k) = alone else { return piece(CORNERS, 1.0) };
    let (i, j) = ((k + 1) % 3, (k + 2) % 3);
    // Where the function is 0 on the sides from k: at this part of the way.
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

/// A convex polygon, and memory to cut it.
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

    /// Keeps what is on the side of a line where a linear function is not negative (Sutherland and Hodgman 1974).
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
        std::mem::swap(&mut self.corners, &mut self.kept);
    }
}

#[cfg(test)]
mod tests {
    use impinge::{Pose, Real};
    use impinge_scenes::Rng;

    use super::*;

    fn cuboid(corner: Point, sides: Point, pose: &Pose<Point>) -> TriangleMesh<f64> {
        let at = |k: usize| {
            let bit = |axis: usize| sides.to_array()[axis] * (k >> axis & 1) as f64;
            pose.transform(corner + Vec3::new(bit(0), bit(1), bit(2)))
        };
        let points: Vec<Point> = (0..8).map(at).collect();
        let faces = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
        TriangleMesh::from_polygons(&points, &faces).unwrap().0
    }

    /// Boxes turned together have in common what they had before: the product of three lengths.
    #[test]
    fn turned_boxes_have_the_volume_of_the_boxes() {
        let mut rng = Rng::new(7);
        let mut met = 0;
        for _ in 0..100 {
            let pose = rng.pose3::<f64>(10.0);
            let mut random = |low, high| Vec3::from([(); 3].map(|()| rng.between(low, high)));
            let (corner, sides) = (random(-1.0, 1.0), random(0.2, 2.0));
            let expected: f64 = (0..3)
                .map(|k| {
                    let (from, side) = (corner.to_array()[k], sides.to_array()[k]);
                    (Real::min(from + side, 1.0) - Real::max(from, 0.0)).max(0.0)
                })
                .product();
            let unit = cuboid(Vec3::ZERO, Vec3::new(1.0, 1.0, 1.0), &pose);
            let other = cuboid(corner, sides, &pose);
            let (a, b) = ((&unit, Vec3::ZERO), (&other, Vec3::ZERO));
            let Some(found) = common_volume(a, b) else {
                assert_eq!(expected, 0.0);
                continue;
            };
            // Corners are rounded after they were turned: some 10 ε of their size, on faces of no more than 24 in all.
            let turned = 1e-12;
            assert!((found.value - expected).abs() <= found.error + turned, "{found:?} {expected}");
            assert!(found.error < 1e-9, "{found:?}");
            if expected > 0.01 {
                met += 1;
            }
            // Slower, and no less sure.
            if expected > 0.01 && met % 8 == 0 {
                let bounds = bounded_volume(a, b).unwrap();
                assert!((bounds.value - expected).abs() <= bounds.error, "{bounds:?} {expected}");
                assert!(bounds.error < 0.25, "{bounds:?}");
            }
        }
        assert!(met > 25, "{met} of 100 overlap");
    }

    /// A box whose faces look inward is the same solid.
    #[test]
    fn it_does_not_matter_which_way_faces_look() {
        let (unit, moved) = (Vec3::new(1.0, 1.0, 1.0), Vec3::new(0.5, 0.25, 0.125));
        let box_b = cuboid(moved, unit, &Pose::IDENTITY);
        let inward: Vec<[u32; 3]> = box_b.triangles().map(|(_, [a, b, c])| [a, c, b]).collect();
        let (flipped, _) = TriangleMesh::<f64>::new(box_b.vertices(), &inward).unwrap();
        assert!(flipped.volume() < 0.0);
        let still = cuboid(Vec3::ZERO, unit, &Pose::IDENTITY);
        // Moved there and back: the translations count.
        let away = Vec3::new(0.25, -0.5, 2.0);
        let elsewhere = cuboid(-away, unit, &Pose::IDENTITY);
        let found = common_volume((&still, Vec3::ZERO), (&flipped, Vec3::ZERO)).unwrap();
        assert_eq!(common_volume((&elsewhere, away), (&flipped, Vec3::ZERO)), Some(found));
        assert!((found.value - 0.5 * 0.75 * 0.875).abs() <= found.error, "{found:?}");
    }
}
