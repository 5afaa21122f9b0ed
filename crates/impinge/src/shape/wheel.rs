//! Wheel: a disc with a ball added, like a thick coin with a round rim.
//!
//! Frame: origin at the center, axis z. Source: row "wheel" of Table 1 of Olvång's thesis,
//! S_wheel = S_disc + S_sphere. Along ±z all points of a cap are equal; the one farthest on +x is returned.

use core::f64::consts::PI;

use super::common::{f64s, is_along, radial, rim, symmetric_aabb};
use super::measure::closed_forms::{in_unit, times};
use super::{Bounded, Core3, Disc, Measure, Measured, Parts, Shape, Support};
use crate::math::{Aabb, Pose, Real, Vec3};

/// A wheel: all points within `round_radius` of a disc in the xy plane with its center at the origin. For a round
/// radius of zero use [`Disc`](super::Disc), for a disc radius of zero [`Sphere`](super::Sphere).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Wheel<T> {
    disc_radius: T,
    round_radius: T,
}

impl<T: Real> Wheel<T> {
    super::common::constructors! {
        /// A wheel around a disc of `disc_radius`; the whole radius is the sum of both, the thickness twice
        /// `round_radius`.
        (disc_radius: T, round_radius: T)
        [("disc radius", disc_radius), ("round radius", round_radius)] => Self { disc_radius, round_radius }
    }

    super::common::getters! {
        /// Radius of the inner disc, and of the flat caps.
        disc_radius: T;
        /// Radius of the added ball, half the thickness.
        round_radius: T;
    }
}

impl<T: Real> Support<Vec3<T>> for Wheel<T> {
    #[inline]
    fn support(&self, direction: Vec3<T>) -> Vec3<T> {
        direction.unit() * self.round_radius + rim(direction, self.disc_radius)
    }
    #[inline]
    fn center(&self) -> Vec3<T> {
        Vec3::default()
    }
    /// True except along the axis, where the caps are.
    fn is_curved(&self, direction: Vec3<T>) -> bool {
        !is_along(direction, 2)
    }
}

impl<T: Real> Bounded<Vec3<T>> for Wheel<T> {
    fn aabb(&self, pose: &Pose<Vec3<T>>) -> Aabb<Vec3<T>> {
        symmetric_aabb(pose, |u| self.round_radius + self.disc_radius * radial(u))
    }
}

impl<T: Real> Measured<Vec3<T>> for Wheel<T> {
    /// The section at height z is a disc of radius R + s, s = √(r² - z²). Over -r <= z <= r the integrals of
    /// s, s², s³, s⁴ are π r²/2, 4 r³/3, 3 π r⁴/8, 16 r⁵/15, and those of z² s, z² s² are π r⁴/8, 4 r⁵/15.
    fn measure(&self) -> Measure<Vec3<T>> {
        let ([big, r], unit) = in_unit(f64s([self.disc_radius, self.round_radius]));
        let (big2, r2, r3) = (big * big, r * r, r * r * r);
        let volume = PI * (2.0 * big2 * r + PI * big * r2 + 4.0 / 3.0 * r3);
        let along = PI * (big2 * 2.0 * r3 / 3.0 + big * PI * r2 * r2 / 4.0 + 4.0 * r2 * r3 / 15.0);
        // A disc of radius ρ has ∫x² = π ρ⁴/4.
        let across = PI / 4.0
            * (2.0 * big2 * big2 * r
                + 2.0 * PI * big2 * big * r2
                + 8.0 * big2 * r3
                + 1.5 * PI * big * r2 * r2
                + 16.0 / 15.0 * r2 * r3);
        let moments = [across, across, along].map(|m| times(m, unit, 5));
        super::measure::closed_forms::symmetric(times(volume, unit, 3), moments)
    }
}

impl<T: Real> Shape for Wheel<T> {
    type V = Vec3<T>;
    #[inline(always)]
    fn parts(&self) -> Parts<'_, Vec3<f64>> {
        Parts::of(Core3::Disc(Disc::of_size(self.disc_radius.f64())), T::PRECISION)
            .grown(self.round_radius.f64())
    }
}
