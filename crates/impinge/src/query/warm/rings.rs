//! Where a smooth peak of a depth is known, the points around it that prove it.
//!
//! **Answers** which support points EPA needs near a smooth peak of known direction and curvature. It would find them too,
//! one face at a time, and many on the way that it does not need.
//!
//! | symbol | meaning |
//! |---|---|
//! | n | the best direction, from A to B; its support point lies on it, at depth d |
//! | R₁ ≥ R₂ | the radii of curvature of B − A there: the eigenvalues of −D |
//! | s | how far a ring is from the peak: the surface there is s²/2 lower |
//!
//! Along an eigenvector of −D the support point moves by R times the tilt of n, and the surface falls by R tilt²/2. So
//! the tilts s (cos φ e₁/√R₁ + sin φ e₂/√R₂) give a ring of points that are all s²/2 lower: three of them are a face
//! whose plane is at d − s²/2, which proves the depth to within s²/2. From there outwards faces must stay farther from the
//! origin than d. An edge from a point x₁ beside the peak to one at x₂ on the same side does while x₂ ≤ 4 R x₁/d, as its
//! line's distance is d + x₁ x₂/2R − d x₂²/8R² to second order. So the rings grow by a factor, and a few of them reach
//! from the peak to the points known from the last query.
//!
//! **Guarantee.** None is needed: each point is that of a support call, and EPA's bounds hold whatever points it is given.

use crate::climb::{Bend, Peak, Tangents};
use crate::gjk::Known;
use crate::math::Real;
use crate::pair::Obstacle;

/// The first face proves the depth to within this part of the bound asked for; the rest is for what is not quadratic.
const FIRST: f64 = 0.5;

/// A ring is this × R₂/d as far out as the one before: 2 in place of 4, since the edges of a triangle pass its middle at
/// half the distance of its corners. More, and faces between the rings fall short; less, and there are more rings.
const GROW: f64 = 2.0;

/// The largest factor from ring to ring.
const MOST: f64 = 24.0;

/// Rings end at this tilt, in radians: about as far as points of the last query are off after a motion of 1 % of the size.
const OUTERMOST: f64 = 0.08;

/// Rings at most, whatever the bound: as many as lie between the tilts that `f64` tells apart, each twice as far out.
const MAX_RINGS: u32 = 64;

/// Sines and cosines of the three points of a ring, and of the next, which is turned by half a step.
const TURNS: [[(f64, f64); 3]; 2] = {
    let (half, root) = (0.5, 0.866_025_403_784_438_6);
    [[(1.0, 0.0), (-half, root), (-half, -root)], [(-1.0, 0.0), (half, -root), (half, root)]]
};

/// Adds the points around a peak, and returns the support calls made.
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
