//! The smallest upper bound that a run of EPA in space has found, and what is left of a result if the obstacle is broken.

use crate::climb::{Attempt, Peak, Ridge, climb_ridge};
use crate::gjk::Simplex;
use crate::math::{Real, Vec3, Vector};
use crate::observe::{Interval, Status};
use crate::pair::{Guard, Obstacle, Vertex};

/// If curvature is known, the remaining gain is to be at most this × gap × depth/size: the proven curvature may be much less than the
/// actual one, and the support point of a peak of small depth is to be as near to its direction.
const SHARPER: f64 = 1.0 / 64.0;

/// The smallest upper bound so far.
pub(super) struct Best<T: Real> {
    pub(super) upper: T,
    /// Direction from A to B: into C, as seen from the surface.
    pub(super) normal: Vec3<T>,
    pub(super) vertex: Vertex<Vec3<T>>,
    pub(super) calls: u32,
}

impl<T: Real> Best<T> {
    pub(super) fn new() -> Self {
        Self { upper: T::INFINITY, normal: Vec3::ZERO, vertex: Vertex::default(), calls: 0 }
    }

    /// Records the support point along an outward unit normal; returns whether it is a better bound.
    #[inline]
    pub(super) fn meet(&mut self, outward: Vec3<T>, w: Vertex<Vec3<T>>) -> bool {
        self.calls += 1;
        let height = outward.dot(w.point);
        let better = height < self.upper;
        if better {
            (self.upper, self.normal, self.vertex) = (height, -outward, w);
        }
        better
    }

    /// Remaining gain that a refinement may leave if curvature is known, in gaps.
    pub(super) fn sharper(&self, size: T) -> T {
        T::of(SHARPER) * (self.upper / size).min(T::ONE)
    }

    pub(super) fn rise(&mut self, peak: &Peak<Vec3<T>>) {
        self.calls += peak.calls;
        if -peak.separation < self.upper {
            (self.upper, self.normal, self.vertex) = (-peak.separation, peak.normal, peak.vertex);
        }
    }

    /// The ridge between two vertices, by a climb; `None` if the climb is in vain, or a better direction is known.
    #[inline(never)]
    pub(super) fn climb_ridge(
        &mut self,
        obstacle: &impl Obstacle<Vec3<T>>,
        ends: &[Vertex<Vec3<T>>; 2],
        gap: T,
    ) -> Option<Ridge<Vec3<T>>> {
        match climb_ridge(obstacle, self.normal, *ends, gap * T::HALF) {
            Attempt::Proven(ridge) => {
                self.calls += ridge.calls;
                if -ridge.separation > self.upper {
                    return None;
                }
                (self.upper, self.normal, self.vertex) = (-ridge.separation, ridge.normal, ridge.vertex);
                Some(ridge)
            }
            Attempt::InVain { calls } => {
                self.calls += calls;
                None
            }
        }
    }

    pub(super) fn peak(&self) -> Peak<Vec3<T>> {
        let (normal, vertex) = (self.normal, self.vertex);
        Peak { normal, separation: -self.upper, vertex, to_gain: T::ZERO, calls: 0 }
    }

    /// The result if B − A has no interior: the depth is its extent across itself, nothing but rounding. GJK's own
    /// witness points are then a common point.
    pub(super) fn flat(&self, simplex: &Simplex<Vec3<T>>) -> Interval<Vec3<T>> {
        let (point_a, point_b) = simplex.witnesses();
        Interval {
            lower: T::ZERO,
            upper: self.upper.max(T::ZERO),
            normal: self.normal,
            point_a,
            point_b,
            calls: self.calls,
            status: Status::Converged,
        }
    }
}

/// The depth, or no bounds at all if the obstacle returned NaN or infinity: nothing is known then.
#[inline]
pub(super) fn sound<V: Vector, O>(depth: Interval<V>, obstacle: &Guard<'_, O>) -> Interval<V> {
    let is_sound = depth.upper.is_finite() && depth.point_a.is_finite() && depth.point_b.is_finite();
    if is_sound { depth.unless_broken(obstacle, V::Scalar::ZERO) } else { depth.unknown(V::Scalar::ZERO) }
}
