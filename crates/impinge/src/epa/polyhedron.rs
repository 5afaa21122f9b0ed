//! EPA in space: a closed mesh of triangles that expands inside B − A around the origin.
//!
//! Steps, as in the thesis: pop the face nearest to the origin from a heap; compute the support point w along its
//! normal; if w is no farther than the face, the face is on the surface and its distance is the depth; otherwise remove
//! all faces that w sees (a flood fill that leaves a loop of edges, the silhouette) and join w to the loop.
//!
//! **Departures.** (1) A face counts as seen also if w lies in its plane, within rounding. So, except for rounding, a
//! new triangle is not flat: if w were on the line of an edge of the loop, it would lie in the plane of the face behind
//! it, and that face would be gone. (2) Slots of removed faces are reused; a heap entry that no longer matches its face
//! is skipped. (3) If the seen faces do not form a disc, which only rounding can cause, only the first face is removed.
//! (4) A face proves the smallest product of a unit vector with its corners, so that slivers do no harm. (5) Where C is smooth, Newton
//! refinement finds the best direction before the faces do ([`sharpen`](super::sharpen)).
//!
//! **Misprints.** Algorithm 12 returns the v of the last face taken, even if an earlier one gave the smallest upper
//! bound; here the normal of the smallest upper bound is returned. Its connecting step reads "e_x.adj_1 = e_{x⊕1}" but
//! means the new entries y_x and y_{x⊕1}. Step 2.e of Feng & Tan joins w to all vertices of a removed face, but means
//! the edges of the silhouette.
//!
//! **Cost.** One support call per step, 2 to 10 steps for polytopes, 20 to 40 for curved bodies at the default gap.

use super::best::Best;
use super::best::sound;
use super::mesh::{MOST_FACES, MOST_VERTICES, Mesh, Room};
use super::sharpen::{Refined, Sharpening};
use super::{Gap, Start};
use crate::gjk::Simplex;
use crate::math::{Real, Vec3};
use crate::observe::{Interval, Observer, Status, watches};
use crate::pair::{Guard, Obstacle};

/// A support point lies on its direction while beside² is within the size × δ, where δ is the allowed height error: the
/// requested gap, and at most this × the error of a vertex, 10⁻¹⁰ of the size in `f64`. The reason: at a smooth peak of
/// radius R a direction that is off by θ has its support point R θ beside it, R θ²/2 too high, so beside² = 2 R δ. If
/// it were smaller, a peak that rounding has moved would count as a corner; if larger, a corner near the direction
/// would count as a peak.
const OPPOSITE: f64 = 1.0e5;

/// The smallest depth of two overlapping bodies. `simplex` is the last one of GJK, which contains the origin within
/// rounding. Stops when the bounds are within `gap`, or the mesh is full.
#[inline(never)]
pub fn epa3<T: Real>(
    obstacle: &impl Obstacle<Vec3<T>>,
    simplex: &Simplex<Vec3<T>>,
    gap: &Gap<T>,
    observer: &mut impl Observer<Vec3<T>>,
) -> Interval<Vec3<T>> {
    let obstacle = &Guard::new(obstacle);
    let depth = if obstacle.is_polytope() {
        let mut room = Room::<T, 40, 80, 120>::EMPTY;
        room.mesh(obstacle.size()).run(obstacle, simplex, gap, None, observer)
    } else {
        let mut room = Room::<T, 112, 224, 336>::EMPTY;
        room.mesh(obstacle.size()).run(obstacle, simplex, gap, None, observer)
    };
    let depth = if depth.status == Status::Budget {
        with_more_room(obstacle, simplex, gap, observer, depth.calls)
    } else {
        depth
    };
    sound(depth, obstacle)
}

/// The same, beginning with what an earlier run left.
pub(super) fn epa3_from<T: Real>(
    obstacle: &impl Obstacle<Vec3<T>>,
    simplex: &Simplex<Vec3<T>>,
    gap: &Gap<T>,
    start: &mut Start<Vec3<T>>,
) -> Interval<Vec3<T>> {
    let obstacle = &Guard::new(obstacle);
    let depth = if obstacle.is_polytope() {
        let mut room = Room::<T, 64, 128, 192>::EMPTY;
        room.mesh(obstacle.size()).run(obstacle, simplex, gap, Some(start), &mut ())
    } else {
        let mut room = Room::<T, 112, 224, 336>::EMPTY;
        room.mesh(obstacle.size()).run(obstacle, simplex, gap, Some(start), &mut ())
    };
    let depth = if depth.status == Status::Budget {
        with_more_room(obstacle, simplex, gap, &mut (), depth.calls)
    } else {
        depth
    };
    sound(depth, obstacle)
}

/// Runs again from the beginning, with room for hard cases.
#[cold]
#[inline(never)]
fn with_more_room<T: Real>(
    obstacle: &impl Obstacle<Vec3<T>>,
    simplex: &Simplex<Vec3<T>>,
    gap: &Gap<T>,
    observer: &mut impl Observer<Vec3<T>>,
    calls: u32,
) -> Interval<Vec3<T>> {
    let mut room = Room::<T, MOST_VERTICES, MOST_FACES, 1152>::EMPTY;
    let depth = room.mesh(obstacle.size()).run(obstacle, simplex, gap, None, observer);
    Interval { calls: calls + depth.calls, ..depth }
}

impl<T: Real> Mesh<'_, T> {
    fn run(
        &mut self,
        obstacle: &impl Obstacle<Vec3<T>>,
        simplex: &Simplex<Vec3<T>>,
        gap: &Gap<T>,
        start: Option<&mut Start<Vec3<T>>>,
        observer: &mut impl Observer<Vec3<T>>,
    ) -> Interval<Vec3<T>> {
        let mut best = Best::new();
        if !self.start(obstacle, simplex, &mut best) {
            return best.flat(simplex);
        }
        let mut sharpening = Sharpening::new(obstacle, gap);
        if let Some(start) = &start {
            for vertex in start.known.vertices().iter().chain(start.near.vertices()) {
                self.insert(vertex, obstacle.rounding());
            }
            sharpening.resume(obstacle, start, &mut best, self.error, gap);
        }
        let (mut lower, mut last, mut status) = (T::ZERO, 0, Status::Stalled);
        while let Some(f) = self.pop() {
            let face = self.faces[f];
            if best.upper - face.distance <= gap.value {
                (lower, last, status) = (face.distance, f, Status::Converged);
                break;
            }
            if sharpening.settles(&face, &best, gap) {
                continue;
            }
            (lower, last) = (face.distance, f);
            let w = obstacle.support(face.normal, &self.vertices[face.corners[2] as usize]);
            let height = face.normal.dot(w.point);
            let is_better = best.meet(face.normal, w);
            sharpening.is_sharp = sharpening.is_sharp && !is_better;
            if watches(observer) {
                self.tell(observer, &face, w, [-best.upper, -lower], best.calls);
            }
            if height - face.distance <= gap.value {
                status = Status::Converged;
                break;
            }
            if self.vertex_count == self.vertices.len() {
                status = Status::Budget;
                break;
            }
            match sharpening.refine(self, obstacle, &face, w, &mut best, gap) {
                Refined::Proven => {}
                Refined::Ridge(w, ends) => {
                    self.expand(f, w, best.upper, obstacle.rounding());
                    ends.iter().for_each(|end| self.insert(end, obstacle.rounding()));
                }
                Refined::Vertex(w) => {
                    self.expand(f, w, best.upper, obstacle.rounding());
                    if start.is_some() && !obstacle.is_polytope() {
                        self.mix_in(&face, &w, obstacle);
                    }
                }
            }
        }
        // If no face is left below the upper bound, only those set aside are.
        let floor = sharpening.floor;
        let mut lower = if status == Status::Stalled { floor.min(best.upper) } else { lower.min(floor) };
        let slack = self.error * (T::ONE + T::TWO * self.spread * obstacle.size());
        // Usually good enough for all faces; otherwise each is examined.
        let is_slight = sharpening.caps.is_empty() && best.upper - (lower - slack) <= gap.bound;
        lower = if is_slight {
            lower - slack
        } else {
            self.nearest_face(lower, best.upper, slack, &sharpening.caps)
        };
        let lower = lower.max(T::ZERO).min(best.upper);
        if status == Status::Stalled && best.upper - lower <= gap.bound {
            status = Status::Converged;
        }
        // Not if a better direction was found since.
        let ridge = sharpening.ridge.filter(|ridge| ridge.normal == best.normal);
        let near = gap.value.min(T::of(OPPOSITE) * self.error) * obstacle.size();
        let (point_a, point_b) = match &ridge {
            Some(ridge) => ridge.points(),
            // The support point of a peak that has a cap is beside its direction by no more than the cap allows.
            None if sharpening.caps.are_about(-best.normal) => (best.vertex.a, best.vertex.b()),
            None => self.witnesses(last, &best, near),
        };
        if let Some(start) = start {
            let sharp = sharpening.is_sharp && ridge.is_none();
            let beside = if sharp { Some(best.vertex.point) } else { None };
            self.keep(&mut start.known, best.upper, beside, obstacle.size());
            start.peak = sharp.then(|| best.peak());
        }
        Interval {
            lower,
            upper: best.upper,
            normal: best.normal,
            point_a,
            point_b,
            calls: best.calls,
            status,
        }
    }
}
