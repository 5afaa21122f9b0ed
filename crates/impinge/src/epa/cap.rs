//! A spherical cap of directions in which the curvature of B − A proves the depth.
//!
//! **Answers** a lower bound on the depth of all directions within an angle of a smooth peak. The mesh would prove it
//! too, by faces that shrink with the root of the gap; if curvature does, its faces need not be smaller than the angle.
//!
//! | symbol | meaning |
//! |---|---|
//! | m₀ | the outward direction of the peak, unit; its support point is w |
//! | d, p | h(m₀) = m₀·w, and the length of w − d m₀, which is 0 at the peak itself |
//! | θ | the angle of the cap; t is the angle of a direction from m₀, at most θ |
//! | ρ | lower bound on the radius of curvature of C at normals in the cap |
//!
//! **Proof.** Along a great circle from m₀ let f(t) = h(m(t)). The sum f + f″ is the radius of curvature of C's outline
//! as seen along the axis of the circle, which is at least ρ. So f(t) = d cos t + f′(0) sin t + ∫ (f + f″)(u) sin(t −
//! u) du from 0 to t, which is at least d + (ρ − d)(1 − cos t) − p sin t. With k = ρ − d above 0, and 1 − cos t ≥ 0.475
//! t² up to θ, that is at least d − p²/(1.9 k).
//!
//! **Faces.** Suppose some direction m leads out after a length of at most L ≤ h(m₀). Then the mesh crosses the ray
//! along m at a point x with |x| ≤ L, on a face with corners v. For any unit vector u, u·x ≥ β, the smallest u·v. So
//! the cosine of the angle between u and m is at least β/L. If the sum of that angle and the one between u and m₀ is at
//! most θ, m is in the cap, and the face needs no other proof.

use crate::climb::Peak;
use crate::math::{Real, Vec3};
use crate::pair::Obstacle;

/// Sines and cosines of the angles that are tried: wider ones contain more faces, but the curvature varies more.
const ANGLES: [(f64, f64); 6] = [
    (0.389_418_342_308_650_5, 0.921_060_994_002_885_1),
    (0.198_669_330_795_061_2, 0.980_066_577_841_241_6),
    (0.099_833_416_646_828_15, 0.995_004_165_278_025_8),
    (0.049_979_169_270_678_33, 0.998_750_260_394_966_3),
    (0.024_997_395_914_712_33, 0.999_687_516_275_702_6),
    (0.012_499_674_481_709_787, 0.999_921_876_017_221_5),
];

/// Limit on the number of peaks proven in this way: B − A has two or four equal ones if it is symmetric.
const MOST: usize = 4;

/// Rounding loss of a radius of curvature, in ε of it.
const RADIUS_ULPS: f64 = 64.0;

/// A spherical cap; see the module.
#[derive(Clone, Copy, Debug)]
struct Cap<T> {
    outward: Vec3<T>,
    cos: T,
    lower: T,
}

/// The caps of a run.
pub(super) struct Caps<T> {
    caps: [Cap<T>; MOST],
    len: usize,
}

impl<T: Real> Caps<T> {
    pub(super) fn new() -> Self {
        Self { caps: [Cap { outward: Vec3::ZERO, cos: T::ONE, lower: T::ZERO }; MOST], len: 0 }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Whether a direction may lead to a peak that no cap covers, and there is room for one more.
    pub(super) fn may_miss(&self, outward: Vec3<T>) -> bool {
        let beyond = |cap: &Cap<T>| outward.dot(cap.outward) < cap.cos;
        self.len > 0 && self.len < MOST && self.caps[..self.len].iter().all(beyond)
    }

    /// Whether one of the caps belongs to a peak in this direction.
    pub(super) fn are_about(&self, outward: Vec3<T>) -> bool {
        self.caps[..self.len].iter().any(|cap| cap.outward == outward)
    }

    /// Lower bound on the depth in the directions of the caps, which they prove.
    pub(super) fn lower(&self) -> T {
        self.caps[..self.len].iter().fold(T::INFINITY, |least, cap| least.min(cap.lower))
    }

    /// Adds the cap of a peak if the curvature proves its depth within `gap`. `error` is that of a support point.
    #[inline(never)]
    pub(super) fn add(&mut self, obstacle: &impl Obstacle<Vec3<T>>, peak: &Peak<Vec3<T>>, error: T, gap: T) {
        let (outward, depth) = (-peak.normal, -peak.separation);
        let beside = (peak.vertex.point - outward * depth).norm() + error * T::TWO;
        for (sin, cos) in ANGLES {
            let radius = obstacle.least_radius(outward, T::of(sin));
            let k = radius * (T::ONE - T::of(RADIUS_ULPS) * T::EPSILON) - depth;
            // The support point is farther away than its depth by p²/2d: bounds as wide as that make it a witness.
            let drop = beside * beside / (k * T::of(1.9)).min(depth * T::TWO);
            if k > T::ZERO && drop <= gap && self.len < MOST {
                self.caps[self.len] = Cap { outward, cos: T::of(cos), lower: depth - drop };
                self.len += 1;
                return;
            }
        }
    }

    /// Whether every direction that leads out through a face, after a length of at most `upper`, is in a cap. `normal`
    /// is any unit vector, and every corner of the face is at least `distance` along it.
    #[inline]
    pub(super) fn hold(&self, normal: Vec3<T>, distance: T, upper: T) -> bool {
        self.caps[..self.len].iter().any(|cap| {
            // Rounding of the remainder to 1 becomes the root of ε.
            let sine = |cos: T| (T::ONE - cos * cos).max(T::ZERO).sqrt() + T::TWO * T::EPSILON.sqrt();
            let (beside, out) = (normal.dot(cap.outward), distance / upper);
            beside > T::ZERO && out > T::ZERO && beside * out - sine(beside) * sine(out) >= cap.cos
        })
    }
}
