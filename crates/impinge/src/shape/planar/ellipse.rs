//! Ellipse: a solid disc in the plane, stretched along the axes.
//!
//! Frame: origin at the center, axes x and y. Source: row "ellipse" of Table 1 of Olvång's thesis, in the plane.

use crate::math::{Aabb, Pose, Real, Vec2};
use crate::shape::common::{Resize, constructors, ellipsoid_along, f64s, getters, symmetric_aabb, times};
use crate::shape::{Bounded, Measure, Measured, Support};

/// A solid ellipse with axes x and y, its center at the origin. For a width of zero use [`Segment2`](super::Segment2).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ellipse<T> {
    radii: Vec2<T>,
}

impl<T: Real> Ellipse<T> {
    /// The ellipse in another precision, scaled by `factor`.
    #[inline]
    pub(crate) fn scaled<U: Real>(&self, factor: U) -> Ellipse<U> {
        Ellipse { radii: self.radii.resized(factor) }
    }

    constructors! {
        /// An ellipse with these radii along x and y.
        (radii: impl Into<Vec2<T>> => Vec2<T>) [("radius x", radii.x), ("radius y", radii.y)] => Self { radii }
    }

    getters! {
        /// Radii along x and y.
        radii: Vec2<T>;
    }
}

impl<T: Real> Support<Vec2<T>> for Ellipse<T> {
    #[inline]
    fn support(&self, direction: Vec2<T>) -> Vec2<T> {
        ellipsoid_along(direction, self.radii).0
    }
    #[inline]
    fn center(&self) -> Vec2<T> {
        Vec2::default()
    }
    fn is_curved(&self, _: Vec2<T>) -> bool {
        true
    }
}

impl<T: Real> Bounded<Vec2<T>> for Ellipse<T> {
    fn aabb(&self, pose: &Pose<Vec2<T>>) -> Aabb<Vec2<T>> {
        symmetric_aabb(pose, |u| times(u, self.radii).norm())
    }
}

impl<T: Real> Measured<Vec2<T>> for Ellipse<T> {
    fn measure(&self) -> Measure<Vec2<T>> {
        let [a, b] = f64s(self.radii.to_array());
        let area = core::f64::consts::PI * a * b;
        Measure::exact(T::of(area), self.center(), T::of(area * (a * a + b * b) / 4.0))
    }
}
