//! Relation of two solids: apart, touching, overlapping, or one inside the other.
//!
//! Use it if a [`distance`](fn@crate::distance) of 0 says too little. It costs as much as a distance for bodies that are apart or
//! overlap, and more for bodies that touch in many places, each of which is examined.
//!
//! # Definitions
//! A closed mesh is solid where its surface has a nonzero winding number. An open mesh, a mesh made by
//! [`into_surface`](TriangleMesh::into_surface), and a mesh all of whose triangles exist in both orientations are only their surface.
//!
//! | relation | for two solids |
//! |---|---|
//! | apart | no common point |
//! | touching | the surfaces meet, the interiors share nothing |
//! | overlapping | the interiors share a point, and each body has some beyond the other; or they are equal |
//! | contains, inside | one is entirely in the other, which has more; the surfaces may touch, as those of a drawer in its chest |
//!
//! A surface entirely in a solid is inside it; one on both sides of the solid's skin overlaps it; one that lies on the skin or
//! reaches it from outside touches it. Two surfaces overlap if one passes through the other, and touch if they meet
//! otherwise: a common piece is a touch.
//!
//! # Method
//! The two surfaces cut each other into pieces. A piece of A's surface is outside B, inside B, or on B's surface; and the points
//! just in front of it and just behind it are in A or not. So points beside the pieces of both surfaces show all there is: in both
//! bodies, in A alone, in B alone. Pieces end where triangles meet, so the points are chosen beside everything that two triangles
//! share: on both sides of a segment, around a polygon, somewhere on each triangle that is met in a point. A part of a
//! surface that meets nothing is one piece.
//!
//! # Guarantees
//! Every test point is proven: it is farther from both surfaces than rounding moves it, and its winding numbers are exact. So bodies
//! that overlap according to this do overlap, and the same holds for the volume of one beyond the other. If all of a body beyond the
//! other is within some 16 roundings of the other's surface, it may be missed; a rounding is 32 ε of the reach of both bodies. Bodies
//! that touch within that touch. The work is bounded by the pairs of triangles that meet; no allocation.
//!
//! Not detected: a cavity bounded by a surface that passes through itself, if no other point shows it.

use super::meshes::{MESH_ULPS, judged};
use super::shared::{Ring, Shared, THIN, shared};
use super::triangles::{Between, between};
use super::walk::pairing_of;
use crate::body::{Pieces, Placed};
use crate::broad::bvh::{Aim, Boxes, each_near, near_pairs};
use crate::math::{Each, Real, Turn, Vec3, built_with_the_crate};
use crate::mesh::{TriangleMesh, nearest_of};
use crate::shape::{Relative, Space, Widen};

type P = Vec3<f64>;

/// A point this many roundings from a surface is on the computed side of it: the point is moved by one rounding, and its
/// distance is off by another.
const CERTAIN: f64 = 8.0;

/// Distance of the first point beside what is shared, as a fraction of its length. Any number well below 1/2 works; a smaller one
/// finds narrower gaps at once, and needs more digits.
const BESIDE: f64 = 0.125;

/// If a point is not beside its intended piece, the next is nearer by this factor.
const NEARER: f64 = 1.0 / 64.0;

/// Number of points tried for one place.
const TRIES: usize = 3;

/// Relation of two bodies. See [`relation`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Relation {
    /// They have no common point.
    Apart,
    /// Their surfaces meet, but their interiors do not.
    Touching,
    /// Their interiors meet, and neither is inside the other. Equal bodies overlap.
    Overlapping,
    /// All of B is in A.
    Contains,
    /// All of A is in B.
    Inside,
}

/// Finds the relation of two meshes.
///
/// Whether bodies that share a point overlap or touch is decided by points that are proven to lie in them: contact within rounding
/// counts as touching. A body inside another one may touch its surface. A mesh that is not closed is only its surface; two surfaces
/// overlap if one passes through the other.
///
/// ```
/// use impinge::mesh::TriangleMesh;
/// use impinge::nonconvex::{Relation, relation};
/// use impinge::Pose;
///
/// let corners = [[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0], [0.0, 0.0, 4.0]];
/// let faces = [[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]];
/// let (large, _) = TriangleMesh::<f64>::new(&corners, &faces)?;
/// let (small, _) = TriangleMesh::<f64>::new(&corners.map(|p| p.map(|x| x / 8.0)), &faces)?;
/// let at = |x, y, z| relation(&large.at(Pose::IDENTITY), &small.at(Pose::at([x, y, z])));
/// assert_eq!(at(0.5, 0.5, 0.5), Relation::Contains);
/// assert_eq!(at(0.5, 0.5, -0.25), Relation::Overlapping);
/// assert_eq!(at(0.5, 0.5, -0.5), Relation::Touching);
/// assert_eq!(at(0.5, 0.5, -1.0), Relation::Apart);
///
/// // Without what is inside:
/// let shell = large.into_surface();
/// assert_eq!(relation(&shell.at(Pose::IDENTITY), &small.at(Pose::at([0.5, 0.5, 0.5]))), Relation::Apart);
/// # Ok::<(), impinge::mesh::MeshError>(())
/// ```
pub fn relation<T: Real>(
    a: &Placed<'_, TriangleMesh<T>, Vec3<T>>,
    b: &Placed<'_, TriangleMesh<T>, Vec3<T>>,
) -> Relation {
    let seen = Vec3::relative(&Vec3::widen_pose(a.pose()), &Vec3::widen_pose(b.pose()));
    standing(a.body(), b.body(), seen)
}

built_with_the_crate! {
    /// The relation of two meshes, the second one at a pose relative to the first.
    fn standing<'a, T: Real>(
        a: &'a TriangleMesh<T>,
        b: &'a TriangleMesh<T>,
        seen: Relative<P>,
    ) -> Relation = related;
}

fn related<T: Real>(mesh_a: &TriangleMesh<T>, mesh_b: &TriangleMesh<T>, seen: Relative<P>) -> Relation {
    let rounding =
        MESH_ULPS * f64::EPSILON * (Pieces::reach(mesh_a) + Pieces::reach(mesh_b) + seen.offset.norm());
    let mut look = Look::new([mesh_a, mesh_b], seen, rounding);
    let pairing = pairing_of::<P>(mesh_a.tree().frame(), mesh_b.tree().frame(), &seen);
    let aim = Aim { limit: rounding, along: [0.0; 3] };
    near_pairs(mesh_a.tree(), mesh_b.tree(), &pairing, aim, |i, j, aim| {
        let s = mesh_a.corners(i);
        let t = mesh_b.corners(j).each(|p| seen.turn.turn(p) + seen.offset);
        let [p, q] = match between(&s, &t, rounding, rounding, Vec3::ZERO) {
            Between::Beyond => return false,
            Between::Points(points) => points,
            Between::Unsure => judged(&s, &t),
        };
        if (q - p).norm() > rounding {
            return false;
        }
        look.pair([i, j], [s, t], p);
        if look.is_done() {
            aim.limit = -1.0;
        }
        look.is_done()
    });
    look.parts();
    look.relation()
}

/// State of the search.
struct Look<'a, T: Real> {
    meshes: [&'a TriangleMesh<T>; 2],
    /// Whether each is solid.
    solid: [bool; 2],
    seen: Relative<P>,
    rounding: f64,
    /// The surfaces meet.
    meet: bool,
    /// One surface passes through the other; tested only if neither is solid.
    cross: bool,
    /// There is a point in both.
    both: bool,
    /// There is a point in the one and not in the other.
    alone: [bool; 2],
}

// All points are in A's frame, except those named after their own frame.
impl<'a, T: Real> Look<'a, T> {
    fn new(meshes: [&'a TriangleMesh<T>; 2], seen: Relative<P>, rounding: f64) -> Self {
        let closed = meshes.each(TriangleMesh::is_closed);
        let (cross, both, alone) = (false, false, [false; 2]);
        let mut look = Self { meshes, solid: closed, seen, rounding, meet: false, cross, both, alone };
        let solid = [0, 1].each(|side| closed[side] && look.has_inside(side));
        // A solid is more than a surface.
        (look.solid, look.alone) = (solid, [solid[0] && !solid[1], solid[1] && !solid[0]]);
        look
    }

    /// Whether a closed mesh has an inside: not if all its triangles exist in both orientations, as some programs write them.
    fn has_inside(&self, side: usize) -> bool {
        let mesh = self.meshes[side];
        let reach = Pieces::reach(mesh);
        if mesh.volume().abs() > self.rounding * reach * reach {
            return true;
        }
        // No volume, or as much in front of triangles as behind them.
        mesh.part_points().any(|(item, _)| {
            let corners = mesh.corners(item);
            let (middle, out) = (middle_of(&corners), normal(&corners) * (THIN * self.rounding));
            self.holds(side, middle + out) || self.holds(side, middle - out)
        })
    }

    fn is_done(&self) -> bool {
        self.cross || (self.both && self.alone == [true; 2])
    }

    fn relation(&self) -> Relation {
        match (self.both, self.alone) {
            (true, [true, false]) => Relation::Contains,
            (true, [false, true]) => Relation::Inside,
            (true, _) => Relation::Overlapping,
            _ if self.cross => Relation::Overlapping,
            _ if self.meet => Relation::Touching,
            _ => Relation::Apart,
        }
    }

    /// A point in the frame of one of the bodies.
    fn own(&self, side: usize, p: P) -> P {
        if side == 0 { p } else { self.seen.turn.unturn(p - self.seen.offset) }
    }

    /// Examines two triangles that meet.
    fn pair(&mut self, items: [u32; 2], corners: [[P; 3]; 2], meet: P) {
        self.meet = true;
        let what = shared(&corners[0], &corners[1], meet, self.rounding);
        if self.solid == [false; 2] {
            if let Shared::Segment(ends) = what {
                self.cross = self.passes(items, corners, ends);
            }
            return;
        }
        match what {
            Shared::Point(meet) => {
                for side in [0, 1] {
                    let p = within(&corners[side], meet);
                    self.on_surface(side, items[side], p, (p - meet).norm());
                }
            }
            Shared::Segment([u, v]) => {
                for side in [0, 1] {
                    for [u, v] in [[u, v], [v, u]] {
                        self.beside(side, items[side], &corners[side], [u, v]);
                    }
                }
            }
            Shared::Polygon(ring) => {
                self.across(&corners[0], &ring);
                for side in [0, 1] {
                    // For a ring of opposite orientation, outside is to the left.
                    for [u, v] in ring.sides() {
                        let out = (v - u).cross(ring.middle() - u);
                        let [u, v] = if out.dot(normal(&corners[side])) > 0.0 { [v, u] } else { [u, v] };
                        self.beside(side, items[side], &corners[side], [u, v]);
                    }
                }
            }
        }
    }

    /// Examines the triangle of one body to the left of a segment on it, seen from its front.
    fn beside(&mut self, side: usize, item: u32, corners: &[P; 3], [u, v]: [P; 2]) {
        let way = normal(corners).cross(v - u).unit();
        let middle = (u + v) * 0.5;
        let mut step = Real::min(0.5 * room(corners, middle, way), BESIDE * (v - u).norm());
        for _ in 0..TRIES {
            if step <= THIN * self.rounding {
                return;
            }
            // As far from the other body as from the segment, except for the angle there: nothing else is in between. Or on the other
            // body: that is a piece with an end of its own.
            let clear = self.on_surface(side, item, middle + way * step, step);
            if clear >= 0.5 * step || clear <= CERTAIN * self.rounding {
                return;
            }
            step *= NEARER;
        }
    }

    /// Examines both sides of a piece that two coplanar triangles share.
    fn across(&mut self, corners: &[P; 3], ring: &Ring) {
        if self.solid != [true; 2] {
            return;
        }
        let (middle, normal) = (ring.middle(), normal(corners));
        let rim = |[u, v]: [P; 2]| (middle - u).cross((v - u).unit()).norm();
        let mut height = 0.25 * ring.sides().map(rim).fold(f64::INFINITY, Real::min);
        for _ in 0..TRIES {
            let mut is_clear = true;
            for q in [middle + normal * height, middle - normal * height] {
                let own = [self.own(0, q), self.own(1, q)];
                let clear = Real::min(self.clearance(0, own[0], height), self.clearance(1, own[1], height));
                is_clear &= clear >= 0.5 * height;
                if clear > CERTAIN * self.rounding {
                    let is_in = [0, 1].each(|side| self.holds(side, own[side]));
                    self.note(0, is_in[0], is_in[1]);
                }
            }
            if is_clear {
                return;
            }
            height *= NEARER;
        }
    }

    /// Examines a point on the surface of a body, no farther than `limit` from the other; returns its distance from the other.
    fn on_surface(&mut self, side: usize, item: u32, p: P, limit: f64) -> f64 {
        let other = 1 - side;
        // Beside a surface that is not solid there is nothing to test: the point is beyond the skin, or in it.
        if !self.solid[other] {
            return limit;
        }
        let seen = self.own(other, p);
        let clear = self.clearance(other, seen, limit);
        if clear <= CERTAIN * self.rounding {
            return clear;
        }
        let in_other = self.holds(other, seen);
        if !self.solid[side] {
            self.note(side, true, in_other);
        } else if !(if in_other { self.both && self.alone[other] } else { self.alone[side] }) {
            self.both_sides(side, item, self.own(side, p), clear, in_other);
        }
        clear
    }

    /// Examines both sides of a point on the surface of a solid, with `clear`, its distance from the other body.
    fn both_sides(&mut self, side: usize, item: u32, own: P, clear: f64, in_other: bool) {
        let corners = self.meshes[side].corners(item);
        let normal = normal(&corners);
        let rim = |k: usize| (own - corners[k]).cross((corners[(k + 1) % 3] - corners[k]).unit()).norm();
        let mut height = Real::min(0.5 * clear, 0.25 * rim(0).min(rim(1)).min(rim(2)));
        for _ in 0..TRIES {
            // The height is computed to one rounding, the point to another.
            if height <= 4.0 * self.rounding {
                return;
            }
            let beside = [own + normal * height, own - normal * height];
            let is_clear = beside.each(|q| self.clearance(side, q, height) >= 0.5 * height);
            let is_in = beside.each(|q| self.holds(side, q));
            for k in [0, 1] {
                if is_clear[k] {
                    self.note(side, is_in[k], in_other);
                }
            }
            if is_clear == [true; 2] {
                // A skin with nothing behind it is the whole body.
                if is_in == [false; 2] {
                    self.note(side, true, in_other);
                }
                return;
            }
            height *= NEARER;
        }
    }

    /// Examines a point of each part of the surfaces, so that parts that meet nothing are covered.
    fn parts(&mut self) {
        for side in [0, 1] {
            if !self.solid[1 - side] {
                continue;
            }
            for (item, corner) in self.meshes[side].part_points() {
                if self.is_done() {
                    return;
                }
                let p = middle_of(&self.meshes[side].corners(item));
                let placed = if side == 0 { p } else { self.seen.turn.turn(p) + self.seen.offset };
                self.on_surface(side, item, placed, (p - corner).norm());
            }
        }
    }

    /// Distance of a point from a surface: `limit` if it is farther, any smaller value if its side is not certain.
    fn clearance(&self, side: usize, own: P, limit: f64) -> f64 {
        let mesh = self.meshes[side];
        let mut least = limit;
        each_near(mesh.tree(), [own.to_array(); 2], limit, |triangle| {
            least = least.min((nearest_of(mesh.corners(triangle), own) - own).norm());
            if least <= CERTAIN * self.rounding { -1.0 } else { least }
        });
        least
    }

    fn holds(&self, side: usize, own: P) -> bool {
        self.solid[side] && self.meshes[side].winding(own) != 0
    }

    /// Notes a point that is proven to be inside or outside each body.
    fn note(&mut self, side: usize, is_in: bool, in_other: bool) {
        self.both |= is_in && in_other;
        self.alone[side] |= is_in && !in_other;
        self.alone[1 - side] |= !is_in && in_other;
    }

    /// Whether one surface passes through the other at a segment that they share: around it, their sheets
    /// alternate.
    fn passes(&self, items: [u32; 2], corners: [[P; 3]; 2], [u, v]: [P; 2]) -> bool {
        let along = (v - u).unit();
        let middle = (u + v) * 0.5;
        let Some([a, b]) = self.sheets(0, items[0], &corners[0], middle, along) else { return false };
        let Some(sheets) = self.sheets(1, items[1], &corners[1], middle, along) else { return false };
        // Whether a sheet is between the others, going from the first to the second counter-clockwise; `None` if that is not certain.
        let is_between = |p: P| {
            let off = |q: P| if p.dot(q) > 0.0 { p.cross(q.unit()).norm() } else { p.norm() };
            if off(a).min(off(b)) <= CERTAIN * self.rounding {
                return None;
            }
            let left = |p: P, q: P| along.dot(p.cross(q)) > 0.0;
            Some(if left(a, b) { left(a, p) && left(p, b) } else { !(left(b, p) && left(p, a)) })
        };
        matches!(sheets.each(is_between), [Some(p), Some(q)] if p != q)
    }

    /// The directions and lengths in which a surface continues from a segment on one of its triangles: across it, or to the neighbor.
    fn sheets(&self, side: usize, item: u32, corners: &[P; 3], middle: P, along: P) -> Option<[P; 2]> {
        let far = |corners: &[P; 3], way: P| way * room(corners, middle, way);
        let is_far = |sheet: &P| sheet.norm() > THIN * self.rounding;
        let way = normal(corners).cross(along).unit();
        let [left, right] = [way, -way].each(|way| Some(far(corners, way)).filter(is_far));
        if let (Some(left), Some(right)) = (left, right) {
            return Some([left, right]);
        }
        // Along a side: the one nearest to the middle.
        let off = |k: usize| (middle - corners[k]).cross((corners[(k + 1) % 3] - corners[k]).unit()).norm();
        let nearest = (0..3).fold(0, |least, k| if off(k) < off(least) { k } else { least });
        let beyond = self.meshes[side].neighbor(item, nearest)?;
        let place = |p: P| if side == 0 { p } else { self.seen.turn.turn(p) + self.seen.offset };
        let beyond = self.meshes[side].corners(beyond).each(place);
        let way = normal(&beyond).cross(along).unit();
        let next = [way, -way].each(|way| far(&beyond, way));
        let next = next.into_iter().find(is_far)?;
        Some([left.or(right)?, next])
    }
}

/// The unit normal of a triangle; the first axis for a degenerate one.
fn normal(&[a, b, c]: &[P; 3]) -> P {
    (b - a).cross(c - a).unit()
}

/// A point of a triangle away from another one: half way to the middle, or to a corner from the middle.
fn within(corners: &[P; 3], from: P) -> P {
    let (middle, corner) = (middle_of(corners), corners[0]);
    let is_far = (middle - from).norm() > 0.25 * (middle - corner).norm();
    (from + if is_far { middle } else { corner }) * 0.5
}

fn middle_of(&[a, b, c]: &[P; 3]) -> P {
    (a + b + c) * (1.0 / 3.0)
}

/// Distance to the boundary of a triangle from a point of it along a unit vector in its plane.
fn room(corners: &[P; 3], from: P, way: P) -> f64 {
    let normal = normal(corners);
    (0..3).fold(f64::INFINITY, |least, k| {
        let inward = normal.cross(corners[(k + 1) % 3] - corners[k]).unit();
        let (height, fall) = (inward.dot(from - corners[k]), -inward.dot(way));
        if fall > 0.0 { least.min(Real::max(height, 0.0) / fall) } else { least }
    })
}
