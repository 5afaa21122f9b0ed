//! Closed forms of volume and second moments, in `f64`.
//!
//! Boxes, spheres, capsules, lozenges and round boxes are all a box (half extents a, b, c, any of them 0) with a ball
//! of radius r added, so one formula covers them all; the same holds in the plane.

use core::f64::consts::PI;

use super::Measure;
use crate::math::{Each, Mat3, Real, Vec2, Vec3, exponent_of};

/// Measure of a solid that is symmetric about its origin, from its volume and ∫x², ∫y², ∫z².
pub(in crate::shape) fn symmetric<T: Real>(volume: f64, [x, y, z]: [f64; 3]) -> Measure<Vec3<T>> {
    let inertia = Mat3::diagonal(T::of(y + z), T::of(z + x), T::of(x + y));
    Measure::exact(T::of(volume), Vec3::ZERO, inertia)
}

/// Measure of a box with half extents `half` and an added ball of radius `r`, at the origin.
pub(in crate::shape) fn round_box<T: Real>(half: [T; 3], r: T) -> Measure<Vec3<T>> {
    let ([a, b, c], r) = (crate::shape::common::f64s(half), r.f64());
    let ([a, b, c, r], unit) = in_unit([a, b, c, r]);
    let volume = 8.0 * a * b * c
        + 8.0 * r * (a * b + b * c + c * a)
        + 2.0 * PI * r * r * (a + b + c)
        + 4.0 / 3.0 * PI * r * r * r;
    let moments = [second_moment(a, b, c, r), second_moment(b, c, a, r), second_moment(c, a, b, r)];
    symmetric(times(volume, unit, 3), moments.each(|m| times(m, unit, 5)))
}

/// Sizes in a unit, a power of two, in which the largest of them is about 1: so that no product of them is 0 times
/// infinity. It changes no digit.
pub(in crate::shape) fn in_unit<const N: usize>(sizes: [f64; N]) -> ([f64; N], f64) {
    let exponent = exponent_of(sizes.iter().fold(0.0, |most: f64, &x| most.max(x)));
    (sizes.map(|x| x * f64::power_of_two(-exponent)), f64::power_of_two(exponent))
}

/// A number times a power of a unit.
pub(in crate::shape) fn times(value: f64, unit: f64, power: u32) -> f64 {
    (0..power).fold(value, |value, _| value * unit)
}

/// ∫x² over a box with half extents a (along x), b, c and an added ball of radius r.
///
/// The planes of the box's faces cut the shape into: the box; slabs of thickness r on its faces; quarter cylinders
/// along its edges, which together make whole cylinders pulled apart by the box; and eighths of a ball, which make a
/// ball pulled apart. A piece pulled apart by ±a has ∫(a + |u|)² = a² m₀ + 2a m₁ + m₂ with the moments m of |u| over
/// the disc (π r², 4 r³/3, π r⁴/4) and over the ball (4 π r³/3, π r⁴/2, 4 π r⁵/15).
fn second_moment(a: f64, b: f64, c: f64, r: f64) -> f64 {
    let (r2, r3) = (r * r, r * r * r);
    let sides = (8.0 * a * b * c + 8.0 * a * c * r + 8.0 * a * b * r) * a * a / 3.0;
    // (a + r)³ - a³ without cancellation.
    let ends = 8.0 * b * c * r * (3.0 * a * a + 3.0 * a * r + r2) / 3.0;
    let edges_along = 2.0 * PI * r2 * a * a * a / 3.0;
    let edges_across = 2.0 * (b + c) * (PI * r2 * a * a + 8.0 * a * r3 / 3.0 + PI * r2 * r2 / 4.0);
    let corners = 4.0 * PI * a * a * r3 / 3.0 + PI * a * r2 * r2 + 4.0 * PI * r2 * r3 / 15.0;
    sides + ends + edges_along + edges_across + corners
}

/// Measure of a rectangle with half extents `half` and an added disc of radius `r`, at the origin of the plane.
pub(in crate::shape) fn round_rectangle<T: Real>(half: [T; 2], r: T) -> Measure<Vec2<T>> {
    let ([a, b], r) = (crate::shape::common::f64s(half), r.f64());
    let ([a, b, r], unit) = in_unit([a, b, r]);
    let area = 4.0 * a * b + 4.0 * r * (a + b) + PI * r * r;
    // As `second_moment`: rectangle and slabs beside it, slabs at the ends, a disc pulled apart.
    let moment = |a: f64, b: f64| {
        (4.0 * a * b + 4.0 * a * r) * a * a / 3.0
            + 4.0 * b * r * (3.0 * a * a + 3.0 * a * r + r * r) / 3.0
            + PI * r * r * a * a
            + 8.0 * a * r * r * r / 3.0
            + PI * r * r * r * r / 4.0
    };
    let inertia = times(moment(a, b) + moment(b, a), unit, 4);
    Measure::exact(T::of(times(area, unit, 2)), Vec2::ZERO, T::of(inertia))
}
