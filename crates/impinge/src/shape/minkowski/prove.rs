//! Proof that the convex hull of some sums of vertices is the whole Minkowski sum.
//!
//! **Why it holds.** Let w be a vertex of the hull and d a direction between the unit directions e of some fan around
//! it, d = Σ λ e with no λ negative. Support functions are convex, so that of the implicit sum is at most Σ λ h(e) at
//! d. If no h(e) is more than r above w·e, it is at most w·d + r Σ λ: the hull misses at most r Σ λ. And if a direction
//! c has c·e ≥ [`SPREAD`] for all e, then Σ λ ≤ |d| / [`SPREAD`].
//!
//! The fan of w is made of the normals of the faces around it. They are compared first. If they spread more, the fan is
//! cut into triangles, which are bisected at their longest side until they do not; the implicit sum is then evaluated
//! in each new direction too. The fans of all vertices cover the sphere, so the bound holds in every direction.
//!
//! No sum of vertices lies outside the implicit sum, so the hull is not too large except for rounding.

use alloc::vec::Vec;

use super::SUM_ULPS;
use super::sums::{Part, total};
use crate::hull::Solid;
use crate::math::{Real, Vec3};
use crate::shape::SUPPORT_ULPS;

/// Cosine of the angle by which a fan may spread from its middle: 45°, rounded up.
const SPREAD: f64 = 0.708;

/// Rounding of a vertex, and of a height above it, in ε × size.
const EVALUATION_ULPS: f64 = 6.0;

/// Cosine beyond which two directions count as opposite: the arc between them, and its middle, are then not known well
/// enough to continue. It is that of 172°.
const OPPOSITE: f64 = -0.99;

/// Largest depth of nested bisections of the longest side. Sides of 180° come below 45° by two, and a triangle has three.
const MAX_HALVINGS: usize = 12;

/// Result of examining a hull.
pub(super) enum Examined {
    /// It is the whole sum.
    Right,
    /// These pairs of vertices are missing.
    Missing(Vec<(u32, u32)>),
    /// Rounding may hide something: the hull is too thin, or the parts are too far from the origin for its size.
    Unproven,
}

/// Comparison of a hull with the implicit sum.
struct Examination<'a, T: Real> {
    a: Part<'a, T>,
    b: Part<'a, T>,
    shift: Vec3<T>,
    /// Pairs known before, sorted.
    pairs: &'a [(u32, u32)],
    missing: Vec<(u32, u32)>,
    /// Distance by which the implicit sum may rise above a vertex.
    allowed: f64,
}

/// Compares the hull of the sums of these sorted pairs with the implicit sum.
pub(super) fn examine<T: Real>(
    hull: &Solid<T>,
    a: Part<'_, T>,
    b: Part<'_, T>,
    shift: Vec3<T>,
    pairs: &[(u32, u32)],
) -> Examined {
    let size = hull.vertices().iter().fold(T::ZERO, |m, p| m.max(p.max_abs())).f64();
    let allowed = T::EPSILON.f64()
        * ((SUM_ULPS * SPREAD - EVALUATION_ULPS) * size - SUPPORT_ULPS * (a.size() + b.size()));
    if allowed.is_nan() || allowed <= 0.0 {
        return Examined::Unproven;
    }
    let mut examination = Examination { a, b, shift, pairs, missing: Vec::new(), allowed };
    // The farthest sum along the normal of each face is the same for all vertices of the face.
    let tops: Vec<(u32, u32)> = hull.normals().iter().map(|&n| (a.support(n), b.support(n))).collect();
    let topology = hull.topology();
    let mut proven = true;
    for (w, &vertex) in hull.vertices().iter().enumerate() {
        let mut fan = Vec::new();
        for h in topology.leaving(w as u32) {
            let face = topology.face(h) as usize;
            proven &= examination.is_below(tops[face], vertex, hull.normals()[face]);
            fan.push(hull.normals()[face]);
        }
        if proven && !is_narrow(&fan) {
            proven &= (2..fan.len())
                .all(|i| examination.is_right([fan[0], fan[i - 1], fan[i]], vertex, MAX_HALVINGS));
        }
        if !proven && examination.missing.is_empty() {
            return Examined::Unproven;
        }
    }
    if !examination.missing.is_empty() { Examined::Missing(examination.missing) } else { Examined::Right }
}

impl<T: Real> Examination<'_, T> {
    /// Whether a sum rises above a vertex along a direction by no more than allowed. If it rises more and is new, it is
    /// noted as missing.
    fn is_below(&mut self, (u, v): (u32, u32), vertex: Vec3<T>, direction: Vec3<T>) -> bool {
        let top = total(self.a.vertex(u), self.b.vertex(v), self.shift);
        let rise = (top.cast::<f64>() - vertex.cast()).dot(direction.cast());
        if rise <= self.allowed {
            return true;
        }
        if self.pairs.binary_search(&(u, v)).is_err() {
            self.missing.push((u, v));
        }
        false
    }

    /// Whether the sum rises above a vertex by no more than allowed everywhere in a triangle of directions. The corners
    /// are known to be right.
    fn is_right(&mut self, [c, a, b]: [Vec3<T>; 3], vertex: Vec3<T>, halvings: usize) -> bool {
        if is_narrow(&[c, a, b]) {
            return true;
        }
        let (ab, bc, ca) = (a.dot(b), b.dot(c), c.dot(a));
        // The longest side is the one from a to b.
        let ([c, a, b], cosine) = if ab <= bc && ab <= ca {
            ([c, a, b], ab)
        } else if bc <= ca {
            ([a, b, c], bc)
        } else {
            ([b, c, a], ca)
        };
        if cosine.f64() < OPPOSITE || halvings == 0 {
            return false;
        }
        let middle = (a + b).unit();
        let top = (self.a.support(middle), self.b.support(middle));
        self.is_below(top, vertex, middle)
            && self.is_right([c, a, middle], vertex, halvings - 1)
            && self.is_right([c, middle, b], vertex, halvings - 1)
    }
}

/// Whether some direction is within the angle of [`SPREAD`] of all of these.
fn is_narrow<T: Real>(fan: &[Vec3<T>]) -> bool {
    let sum = fan.iter().fold(Vec3::ZERO, |sum: Vec3<T>, &e| sum + e);
    sum.normalized().is_some_and(|middle| fan.iter().all(|e| e.dot(middle).f64() >= SPREAD))
}
