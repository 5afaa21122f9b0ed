//! The triangulated convex hull: quickhull with exact visibility.
//!
//! Source: Barber, Dobkin, Huhdanpaa, "The quickhull algorithm for convex hulls", 1996; predicates of Shewchuk, 1997.
//!
//! **Why it is correct.** A face is visible from a point if the point lies strictly above its plane, decided exactly.
//! Let `P` be the current hull and `p` a point outside.
//! - The visible faces form a disc. Moving `p` slightly towards the inside of `P` leaves strictly visible faces visible
//!   and puts `p` below the planes it lay on; the faces that a point in general position sees are the start of a line
//!   shelling (Bruggesser, Mani 1971), so their union is a disc and its rim, the horizon, a simple loop.
//! - No new triangle is degenerate: were `p` on the line of a horizon edge, it would lie in the plane of the visible
//!   face at that edge. Equal points and points on a face are never strictly outside, so they add nothing.
//! - Points of deleted faces need to be offered only to new faces: the segment to such a point `q` from a point of its
//!   deleted face exits the new hull above that face, hence not on the old hull, hence through a new face, above which
//!   `q` lies.
//!
//! Every round adds a vertex that stays on the hull's surface, so there are at most n rounds.
//!
//! Cost: O(n log n) expected, O(n²) at worst. It does not allocate per face.

use alloc::collections::VecDeque;
use alloc::vec::Vec;

use super::simplex::exact_side;
use crate::math::{Each, Real, Vec3};

/// Marks the absence of a face or point.
pub(super) const NONE: u32 = u32::MAX;

/// Error of a computed distance, in ε times the largest product it can contain (see [`Quickhull::plane`]): it is a sum
/// of 6 products of three differences, each off by at most 8 roundings of ε/2, which makes 24; rounded up. If it is too
/// small, signs are wrong; a larger value only runs the exact test more often.
const FILTER_ULPS: f64 = 32.0;

/// Below this a product of three differences may have underflowed: the exact test decides.
const UNDERFLOW: f64 = 1e-290;

/// Faces with more points above them than this wait in a queue. With a larger value, fans of that size are replaced in
/// vain; with a smaller one, the cache helps less.
const CROWD: u32 = 64;

/// A closed surface of triangles, counter-clockwise seen from outside.
pub(super) struct Triangles {
    /// Corners of each triangle.
    pub corners: Vec<[u32; 3]>,
    /// The triangle on the other side of each edge; edge `i` runs from corner `i` to the next.
    pub neighbors: Vec<[u32; 3]>,
}

#[derive(Clone, Copy)]
struct Face {
    /// Twice the area times the unit normal.
    normal: Vec3<f64>,
    /// Computed distances (times twice the area) within this of zero have no certain sign.
    bound: f64,
    corners: [u32; 3],
    neighbors: [u32; 3],
    /// First entry of the list of points above this face, the farthest one.
    head: u32,
    /// Twice the round in which the face was last visited, plus one if it was visible.
    mark: u32,
}

/// An edge of the horizon: `from` and `to` as in the visible face, and the hidden face with the slot of the edge.
struct HorizonEdge {
    from: u32,
    to: u32,
    hidden: u32,
    slot: u32,
}

struct Quickhull<'a> {
    points: &'a [Vec3<f64>],
    /// Largest extent of the points along an axis.
    extent: f64,
    faces: Vec<Face>,
    free: Vec<u32>,
    /// Faces that may have many points above them, processed in FIFO order: the hull grows evenly. Finishing one region
    /// first would join long fans of thin faces to the few points elsewhere, and replace them repeatedly.
    crowded: VecDeque<u32>,
    /// Faces that may have a few points above them, for when no others are left. The last is taken first: it is near the
    /// last round's work, so its surroundings are still in the cache.
    waiting: Vec<u32>,
    /// For each point, the next in the list of the same face.
    next: Vec<u32>,
    /// For each vertex of the last horizon, the new face whose horizon edge starts there.
    face_from: Vec<u32>,
    round: u32,
    visible: Vec<u32>,
    horizon: Vec<HorizonEdge>,
    created: Vec<u32>,
    heads: Vec<u32>,
    targets: Vec<Target>,
}

/// Data for testing a point that needs a new face: all new faces share the apex.
#[derive(Clone, Copy)]
struct Target {
    normal: Vec3<f64>,
    bound: f64,
    farthest: f64,
    head: u32,
    /// Number of points in the list.
    count: u32,
    face: u32,
}

/// The convex hull of points that span space, from four of them that do.
pub(super) fn triangulated_hull(points: &[Vec3<f64>], simplex: [u32; 4], extent: f64) -> Triangles {
    let mut hull = Quickhull {
        points,
        extent,
        faces: Vec::new(),
        free: Vec::new(),
        crowded: VecDeque::new(),
        waiting: Vec::new(),
        next: alloc::vec![NONE; points.len()],
        face_from: alloc::vec![NONE; points.len()],
        round: 0,
        visible: Vec::new(),
        horizon: Vec::new(),
        created: Vec::new(),
        heads: Vec::new(),
        targets: Vec::new(),
    };
    hull.start(simplex);
    while let Some(face) = hull.crowded.pop_front().or_else(|| hull.waiting.pop()) {
        let apex = hull.faces[face as usize].head;
        if apex == NONE {
            continue;
        }
        hull.find_horizon(face, apex);
        hull.delete_visible();
        hull.raise_cone(apex);
        hull.redistribute(apex);
    }
    hull.finish()
}

impl Quickhull<'_> {
    #[inline]
    fn at(&self, point: u32) -> Vec3<f64> {
        self.points[point as usize]
    }

    /// Normal of the triangle (of length twice its area), and the error bound of distances computed from its last corner.
    ///
    /// distance = (a−c) × (b−c) · (p−c), whose six products are each at most |a−c| |b−c| extent in the maximum norm.
    #[inline]
    fn plane(&self, [a, b, c]: [u32; 3]) -> (Vec3<f64>, f64) {
        let (ca, cb) = (self.at(a) - self.at(c), self.at(b) - self.at(c));
        let bound = FILTER_ULPS * f64::EPSILON * ca.max_abs() * cb.max_abs() * self.extent;
        (ca.cross(cb), Real::max(bound, UNDERFLOW))
    }

    /// Whether `p` lies strictly above the face.
    #[inline]
    fn sees(&self, p: u32, face: &Face) -> bool {
        let [a, b, c] = face.corners;
        let distance = face.normal.dot(self.at(p) - self.at(c));
        if distance > face.bound {
            true
        } else if distance < -face.bound {
            false
        } else {
            exact_side(self.at(a), self.at(b), self.at(c), self.at(p)) > 0.0
        }
    }

    fn start(&mut self, [a, b, c, d]: [u32; 4]) {
        let corners = [[a, b, c], [b, a, d], [c, b, d], [a, c, d]];
        let neighbors = [[1, 2, 3], [0, 3, 2], [0, 1, 3], [0, 2, 1]];
        for (corners, neighbors) in corners.into_iter().zip(neighbors) {
            let (normal, bound) = self.plane(corners);
            self.faces.push(Face { normal, bound, corners, neighbors, head: NONE, mark: 0 });
        }
        let mut farthest = [0.0; 4];
        for p in 0..self.points.len() as u32 {
            for (i, far) in farthest.iter_mut().enumerate() {
                if !self.sees(p, &self.faces[i]) {
                    continue;
                }
                let face = &mut self.faces[i];
                let distance =
                    face.normal.dot(self.points[p as usize] - self.points[face.corners[2] as usize]);
                put(&mut self.next, &mut face.head, p, distance, far);
                break;
            }
        }
        self.crowded.extend(0..4);
    }

    /// Collects the faces that the apex sees, starting with one of them, and the edges around them.
    fn find_horizon(&mut self, seed: u32, apex: u32) {
        self.round += 1;
        let (hidden_mark, visible_mark) = (2 * self.round, 2 * self.round + 1);
        self.visible.clear();
        self.horizon.clear();
        self.visible.push(seed);
        self.faces[seed as usize].mark = visible_mark;
        let mut looked_at = 0;
        while let Some(&face) = self.visible.get(looked_at) {
            looked_at += 1;
            let Face { corners, neighbors, .. } = self.faces[face as usize];
            for i in 0..3 {
                let other = neighbors[i];
                let seen = &self.faces[other as usize];
                let mark = if seen.mark >= hidden_mark {
                    seen.mark
                } else if self.sees(apex, seen) {
                    self.visible.push(other);
                    visible_mark
                } else {
                    hidden_mark
                };
                let seen = &mut self.faces[other as usize];
                seen.mark = mark;
                if mark == hidden_mark {
                    let (from, to) = (corners[i], corners[(i + 1) % 3]);
                    let slot = if seen.corners[0] == to {
                        0
                    } else if seen.corners[1] == to {
                        1
                    } else {
                        2
                    };
                    self.horizon.push(HorizonEdge { from, to, hidden: other, slot });
                }
            }
        }
    }

    fn delete_visible(&mut self) {
        self.heads.clear();
        for &face in &self.visible {
            let head = &mut self.faces[face as usize].head;
            if *head != NONE {
                self.heads.push(*head);
                *head = NONE;
            }
        }
        self.free.extend(self.visible.iter().rev());
    }

    /// Adds one new face from each edge of the horizon to the apex.
    fn raise_cone(&mut self, apex: u32) {
        self.created.clear();
        self.targets.clear();
        for i in 0..self.horizon.len() {
            let HorizonEdge { from, to, hidden, slot } = self.horizon[i];
            let corners = [from, to, apex];
            let (normal, bound) = self.plane(corners);
            let neighbors = [hidden, NONE, NONE];
            let face = Face { normal, bound, corners, neighbors, head: NONE, mark: 0 };
            let id = match self.free.pop() {
                Some(id) => {
                    self.faces[id as usize] = face;
                    id
                }
                None => {
                    self.faces.push(face);
                    self.faces.len() as u32 - 1
                }
            };
            self.faces[hidden as usize].neighbors[slot as usize] = id;
            self.face_from[from as usize] = id;
            self.created.push(id);
            self.targets.push(Target { normal, bound, farthest: 0.0, head: NONE, count: 0, face: id });
        }
        for (edge, &id) in self.horizon.iter().zip(&self.created) {
            let after = self.face_from[edge.to as usize];
            self.faces[id as usize].neighbors[1] = after;
            self.faces[after as usize].neighbors[2] = id;
        }
    }

    /// Assigns the points of the deleted faces to new faces; a point that sees none is inside for good.
    fn redistribute(&mut self, apex: u32) {
        let origin = self.at(apex);
        for i in 0..self.heads.len() {
            let mut p = self.heads[i];
            while p != NONE {
                let following = self.next[p as usize];
                if p != apex {
                    self.offer(p, origin);
                }
                p = following;
            }
        }
        for target in &self.targets {
            if target.head != NONE {
                self.faces[target.face as usize].head = target.head;
                if target.count > CROWD {
                    self.crowded.push_back(target.face);
                } else {
                    self.waiting.push(target.face);
                }
            }
        }
    }

    #[inline]
    fn offer(&mut self, p: u32, origin: Vec3<f64>) {
        let towards = self.at(p) - origin;
        for i in 0..self.targets.len() {
            let target = &self.targets[i];
            let distance = target.normal.dot(towards);
            if distance < -target.bound {
                continue;
            }
            if distance > target.bound || self.sees(p, &self.faces[target.face as usize]) {
                let target = &mut self.targets[i];
                put(&mut self.next, &mut target.head, p, distance, &mut target.farthest);
                target.count += 1;
                return;
            }
        }
    }

    /// The remaining faces, in the order of their smallest corner, so that neighbors are close in memory.
    fn finish(self) -> Triangles {
        let mut alive = alloc::vec![true; self.faces.len()];
        for &face in &self.free {
            alive[face as usize] = false;
        }
        let least = |face: &Face| face.corners.into_iter().fold(NONE, u32::min) as usize;
        let left = || self.faces.iter().enumerate().filter(|(f, _)| alive[*f]);
        // Counting sort.
        let mut place = alloc::vec![0_u32; self.points.len() + 1];
        for (_, face) in left() {
            place[least(face) + 1] += 1;
        }
        for i in 1..place.len() {
            place[i] += place[i - 1];
        }
        let count = place[self.points.len()] as usize;
        let mut renamed = alloc::vec![NONE; self.faces.len()];
        let mut sorted = alloc::vec![0_u32; count];
        for (f, face) in left() {
            let next = &mut place[least(face)];
            renamed[f] = *next;
            sorted[*next as usize] = f as u32;
            *next += 1;
        }
        let face = |f: &u32| &self.faces[*f as usize];
        Triangles {
            corners: sorted.iter().map(|f| face(f).corners).collect(),
            neighbors: sorted.iter().map(|f| face(f).neighbors.each(|n| renamed[n as usize])).collect(),
        }
    }
}

/// Inserts a point into a list, at the head if it is the farthest so far.
#[inline]
fn put(next: &mut [u32], head: &mut u32, p: u32, distance: f64, farthest: &mut f64) {
    if *head == NONE || distance > *farthest {
        next[p as usize] = *head;
        *head = p;
        *farthest = distance;
    } else {
        next[p as usize] = next[*head as usize];
        next[*head as usize] = p;
    }
}
