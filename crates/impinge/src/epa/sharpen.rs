//! Refinement of EPA's best direction in space, where C is smooth: the policy around the expansion.
//!
//! The expansion alone finds the depth too, but on a curved surface each step divides the gap by a small number, and many faces have to
//! be split to prove the bound. Three shortcuts avoid that. None of them is trusted: each bound is that of a support call, a face, or a cap.
//!
//! | shortcut | saves |
//! |---|---|
//! | Newton refinement at a smooth peak ([`climb`](crate::climb::climb)) | the steps to the last digits of the upper bound |
//! | the same along a ridge, an edge of one body beside a curved part of the other ([`climb_ridge`](crate::climb::climb_ridge)) | the same |
//! | caps of directions in which curvature proves the depth ([`cap`](super::cap)) | faces smaller than the cap |

use super::best::Best;
use super::cap::Caps;
use super::mesh::{Face, Mesh};
use super::{Gap, Start};
use crate::climb::{Ridge, climb};
use crate::math::{Each, Real, Vec3};
use crate::pair::{Obstacle, Vertex};

/// Cosine of the angle within which faces count as close to the best direction: 2 degrees.
const BESIDE: f64 = 0.9994;

/// The best direction is refined when the bounds are within this many gaps: the sharp upper bound then saves steps.
const EARLY: f64 = 64.0;

/// If curvature is known ([`Caps`]), it is refined when the bounds are within this fraction of the size. With a larger
/// value, faces are too large for a cap; with a smaller one, they get smaller than a cap needs.
const CAP_EARLY: f64 = 1.0 / 1024.0;

/// If no cap contained the face, the next one is searched for when the bounds are this much closer together.
const CAP_AGAIN: f64 = 0.125;

/// A ridge is climbed when the bounds are within this fraction of the size, if a face looks like one ([`Mesh::ridge_at`]).
const RIDGE_EARLY: f64 = 1.0 / 512.0;

/// A point counts as close to an end of an edge while its squared distance is within this × gap × size.
const BESIDE_END: f64 = 4.0;

/// The far end of an edge is this many times farther, squared, than a point close to its near end may be.
const LONG: f64 = 16.0;

/// State of the refinement of the best direction.
pub(super) struct Sharpening<T: Real> {
    /// Whether the best direction is known better than the mesh knows it.
    pub(super) is_sharp: bool,
    /// The ridge that was climbed for that.
    pub(super) ridge: Option<Ridge<Vec3<T>>>,
    pub(super) caps: Caps<T>,
    /// Least distance of the faces set aside, since the best direction is close to them.
    pub(super) floor: T,
    /// Whether curvature is known.
    is_round: bool,
    /// A peak is climbed when the bounds are this close.
    try_peak: T,
    look_for_ridge: bool,
}

/// Result of a refinement at a face.
pub(super) enum Refined<T: Real> {
    /// The mesh grows by this point.
    Vertex(Vertex<Vec3<T>>),
    /// The mesh grows by the support point, and by the ends of the ridge that was climbed.
    Ridge(Vertex<Vec3<T>>, [Vertex<Vec3<T>>; 2]),
    /// A cap proves the face, which stays as it is.
    Proven,
}

impl<T: Real> Sharpening<T> {
    /// Nothing refined yet.
    pub(super) fn new(obstacle: &impl Obstacle<Vec3<T>>, gap: &Gap<T>) -> Self {
        let is_round = obstacle.least_radius(Vec3::axis(0), T::ZERO) > T::ZERO;
        Self {
            is_sharp: false,
            ridge: None,
            caps: Caps::new(),
            floor: T::INFINITY,
            is_round,
            try_peak: if is_round { obstacle.size() * T::of(CAP_EARLY) } else { gap.bound * T::of(EARLY) },
            look_for_ridge: !obstacle.is_polytope(),
        }
    }

    /// Takes over the best direction of an earlier run.
    pub(super) fn resume(
        &mut self,
        obstacle: &impl Obstacle<Vec3<T>>,
        start: &Start<Vec3<T>>,
        best: &mut Best<T>,
        error: T,
        gap: &Gap<T>,
    ) {
        let Some(peak) = &start.peak else { return };
        best.rise(peak);
        self.is_sharp = peak.to_gain <= gap.value;
        if self.is_sharp && self.is_round {
            self.caps.add(obstacle, peak, error, gap.value);
        }
    }

    /// Whether a face needs no support point: a cap proves it, or it is close to the best direction, which is known better than the
    /// mesh knows it.
    #[inline]
    pub(super) fn settles(&mut self, face: &Face<T>, best: &Best<T>, gap: &Gap<T>) -> bool {
        if self.caps.hold(face.normal, face.distance, best.upper) {
            return true;
        }
        let is_beside = self.is_sharp
            && best.upper - face.distance <= gap.bound
            && -face.normal.dot(best.normal) > T::of(BESIDE);
        if is_beside {
            self.floor = self.floor.min(face.distance);
        }
        is_beside
    }

    /// Refines the best direction if the face, whose support point is w, shows that it is time to.
    #[inline]
    pub(super) fn refine(
        &mut self,
        mesh: &Mesh<'_, T>,
        obstacle: &impl Obstacle<Vec3<T>>,
        face: &Face<T>,
        w: Vertex<Vec3<T>>,
        best: &mut Best<T>,
        gap: &Gap<T>,
    ) -> Refined<T> {
        let to_go = best.upper - face.distance;
        if to_go <= self.try_peak
            && (!self.is_sharp || self.is_round && self.caps.may_miss(face.normal))
            && mesh.is_small(face, to_go * obstacle.size())
        {
            self.try_peak = to_go * T::of(CAP_AGAIN);
            // There is another peak beside the known one.
            let (n, vertex) = if self.is_sharp { (-face.normal, w) } else { (best.normal, best.vertex) };
            let enough = if self.is_round { best.sharper(obstacle.size()) } else { T::HALF };
            let peak = climb(obstacle, n, vertex, gap.value * enough);
            best.rise(&peak);
            if peak.to_gain <= gap.value {
                self.is_sharp = true;
                self.caps.add(obstacle, &peak, mesh.error, gap.value);
                if self.caps.hold(face.normal, face.distance, best.upper) {
                    return Refined::Proven;
                }
                if face.normal.dot(peak.vertex.point) > face.distance + obstacle.rounding() {
                    return Refined::Vertex(peak.vertex);
                }
            }
        }
        if self.look_for_ridge
            && !self.is_sharp
            && to_go <= T::of(RIDGE_EARLY) * obstacle.size()
            && let Some(ends) = ridge_at(mesh, face, &w, to_go * obstacle.size())
        {
            // Only once: if there is no ridge, that costs a few calls.
            self.look_for_ridge = false;
            self.ridge = best.climb_ridge(obstacle, &ends, gap.value);
            if let Some(ridge) = &self.ridge {
                self.is_sharp = true;
                return Refined::Ridge(w, ridge.ends);
            }
        }
        Refined::Vertex(w)
    }
}

/// The ends of an edge of C near a face, if it seems to be at one: w, the support point of the face, is close to a
/// corner (`gap_by_size` is as in [`is_small`](Mesh::is_small)), and another corner is far from both.
#[inline(never)]
fn ridge_at<T: Real>(
    mesh: &Mesh<'_, T>,
    face: &Face<T>,
    w: &Vertex<Vec3<T>>,
    gap_by_size: T,
) -> Option<[Vertex<Vec3<T>>; 2]> {
    let away = face.corners.each(|i| (mesh.vertices[i as usize].point - w.point).norm_squared());
    let (mut near, mut far) = (0, 0);
    for i in 1..3 {
        near = if away[i] < away[near] { i } else { near };
        far = if away[i] > away[far] { i } else { far };
    }
    let beside = T::of(BESIDE_END) * gap_by_size;
    let is_edge = away[near] <= beside && away[far] > beside * T::of(LONG);
    is_edge.then(|| [*w, mesh.vertices[face.corners[far] as usize]])
}
