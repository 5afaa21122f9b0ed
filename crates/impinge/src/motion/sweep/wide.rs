//! Crossing of edges that are nearly parallel, in numbers with twice the digits of `f64`.
//!
//! The cross product of two edges at an angle φ has lost a fraction of its digits that grows with 1/sin φ in `f64`. Differences of
//! `f64` coordinates are exact here, and everything else is accurate to 2⁻¹⁰⁰, so that the normal of two edges is accurate to its last
//! digit down to angles of 2⁻⁵⁰.

use crate::math::{Double, Vec3};

/// For the edges a b and p q: the cross product n of their directions, and the parameter on each (0 at the first end, 1 at the
/// second) at which it is nearest to the line of the other.
pub(in crate::motion) fn crossing(
    a: Vec3<f64>,
    b: Vec3<f64>,
    p: Vec3<f64>,
    q: Vec3<f64>,
) -> (Vec3<f64>, f64, f64) {
    let difference = |a: Vec3<f64>, b: Vec3<f64>| Double::difference(a.to_array(), b.to_array());
    let (d, e, r) = (difference(b, a), difference(q, p), difference(a, p));
    let n = Double::cross(&d, &e);
    let size = Double::dot(&n, &n).0;
    // a + s d − p − t e is along n: s = −(r × e) · n / n², t = −(r × d) · n / n².
    let on_first = -Double::dot(&Double::cross(&r, &e), &n).0 / size;
    let on_second = -Double::dot(&Double::cross(&r, &d), &n).0 / size;
    (Vec3::new(n[0].0, n[1].0, n[2].0), on_first, on_second)
}
