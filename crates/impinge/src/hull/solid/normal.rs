//! Unit normals of triangles, accurate however thin the triangle is.
//!
//! In plain arithmetic the normal of a needle is wrong by ε times length over height, which moves distant vertices off
//! its plane by as much. Here differences are exact and products have doubled precision (Dekker 1971), so the error is
//! that of rounding the result.

use crate::math::{Double, Vec3};

/// a b, without propagating the overlap.
#[inline]
fn times(a: Double, b: Double) -> Double {
    let p = Double::product(a.0, b.0);
    Double(p.0, p.1 + (a.0 * b.1 + a.1 * b.0))
}

/// a b − c d.
#[inline]
fn minor(a: Double, b: Double, c: Double, d: Double) -> f64 {
    let (p, q) = (times(a, b), times(c, d));
    let high = Double::sum(p.0, -q.0);
    high.0 + (high.1 + (p.1 - q.1))
}

/// Twice the area and the outward unit normal of a triangle that runs counter-clockwise seen from outside.
#[inline]
pub(crate) fn area_and_normal(a: Vec3<f64>, b: Vec3<f64>, c: Vec3<f64>) -> (f64, Vec3<f64>) {
    let difference = |p: Vec3<f64>, q: Vec3<f64>| Double::difference(p.to_array(), q.to_array());
    let (u, v) = (difference(b, a), difference(c, a));
    let normal = Vec3::new(
        minor(u[1], v[2], u[2], v[1]),
        minor(u[2], v[0], u[0], v[2]),
        minor(u[0], v[1], u[1], v[0]),
    );
    (normal.norm(), normal.unit())
}
