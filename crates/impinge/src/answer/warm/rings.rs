//! Rings of points around a smooth peak of a depth that prove it.
//!
//! **Answer.** The support points that EPA needs near a smooth peak of known direction and curvature. EPA would find them too,
//! one face at a time, and on the way many that it does not need.
//!
//! | symbol | meaning |
//! |---|---|
//! | n | the best direction, from A to B; its support point lies on it, at depth d |
//! | R₁ ≥ R₂ | the radii of curvature of B − A there: the eigenvalues of −D |
//! | s | distance of a ring from the peak: the surface there is s²/2 lower |
//!
//! Along an eigenvector of −D the support point moves by R times the tilt of n, and the surface falls by R tilt²/2. So
//! the tilts s (cos φ e₁/√R₁ + sin φ e₂/√R₂) give a ring of points that are all s²/2 lower: three of them are a face
//! whose plane is at d − s²/2, which proves the depth to within s²/2. From there outwards faces must stay farther from the
//! origin than d. An edge from a point x₁ beside the peak to one at x₂ on the same side does so while x₂ ≤ 4 R x₁/d, since its
//! line's distance is d + x₁ x₂/2R − d x₂²/8R² to second order. So the rings grow by a factor, and a few of them reach
//! from the peak to the points known from the last query.
//!
//! **Guarantee.** No guarantee is needed: each point comes from a support call, and EPA's bounds hold whatever points it is given.

use crate::climb::{Bend, Peak, Tangents};
use crate::gjk::Known;
use crate::math::Real;
use crate::pair::Obstacle;

/// The first face proves the depth to within this fraction of the requested bound; the rest is for terms that are not quadratic.
const FIRST: f64 = 0.5;

/// Each ring is this × R₂/d times as far out as the one before: 2 instead of 4, since the edges of a triangle pass its middle at
/// half the distance of its corners. With more, faces between the rings fall short; with less, there are more rings.
const GROW: f64 = 2.0;

/// The largest factor from ring to ring.
const MOST: f64 = 24.0;

/// Tilt, in radians, at which rings end: about the error of points of the last query after a motion of 1 % of the size.
const OUTERMOST: f64 = 0.08;

/// The maximum number of rings, whatever the bound: as many as fit between the tilts that `f64` resolves, each twice as far out.
const MAX_RINGS: u32 = 64;

/// Cosines and sines of the three points of a ring, and of the next, which is rotated by half a step.
const TURNS: [[(f64, f64); 3]; 2] = {
    let (half, root) = (0.5, 0.866_025_403_784_438_6);
    [[(1.0, 0.0), (-half, root), (-half, -root)], [(-1.0, 0.0), (half, -root), (half, root)]]
};

/// Adds the points around a peak, and returns the number of support calls.
pub(super) fn rings<W: Tangents<Scalar = f64>>(
    obstacle: &impl Obstacle<W>,
    peak: &Peak<W>,
    bend: &Bend<W>,
    bound: f64,
    known: &mut Known<W>,
) -> u32 {
    let [u, v] = peak.normal.tangents();
    let Some([a, b, c]) = bend.in_basis(u, v) else {
        return 0;
    };
    // The eigenvalues of −D and their directions; in the plane there is one.
    let (radii, axes) = if W::DIM == 3 {
        let (mean, half) = (-(a + c) * 0.5, (c - a) * 0.5);
        let root = Real::sqrt(half * half + b * b);
        // (−D − R₁) e₁ = 0, from the row that does not vanish.
        let (x, y) = if half >= 0.0 { (half + root, -b) } else { (-b, root - half) };
        let length = Real::sqrt(x * x + y * y);
        let (x, y) = if length > 0.0 { (x / length, y / length) } else { (1.0, 0.0) };
        ([mean + root, mean - root], [u * x + v * y, v * x - u * y])
    } else {
        ([-a, -a], [u, W::ZERO])
    };
    let depth = -peak.separation;
    let least = radii[1];
    if !(least > depth && depth > 0.0) {
        return 0;
    }
    let grow = Real::min(GROW * least / depth, MOST);
    let mut calls = 0;
    let mut s = Real::sqrt(2.0 * FIRST * bound);
    for _ in 0..MAX_RINGS {
        // False also for NaN.
        let within = s <= OUTERMOST * Real::sqrt(least);
        if !within {
            break;
        }
        let turns = &TURNS[calls as usize / 3 % 2];
        let plane = [(1.0, 0.0), (-1.0, 0.0)];
        for &(cos, sin) in if W::DIM == 3 { &turns[..] } else { &plane[..] } {
            let tilt =
                axes[0] * (cos * s / Real::sqrt(radii[0])) + axes[1] * (sin * s / Real::sqrt(radii[1]));
            known.push(&obstacle.support(-(peak.normal + tilt), &peak.vertex));
            calls += 1;
        }
        s *= grow;
    }
    calls
}
