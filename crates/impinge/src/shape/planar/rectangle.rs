//! Rectangle: a box in the plane.
//!
//! Frame: origin at the center, sides along the axes. Source: row "rectangle" of Table 1 of Olvång's thesis, in the
//! plane.

use crate::math::{Aabb, Pose, Real, Vec2, Vector};
use crate::shape::common::{Resize, constructors, corner, getters, symmetric_aabb};
use crate::shape::{Bounded, Measure, Measured, Support};

/// A rectangle with sides along the axes, its center at the origin. For a width of zero use
/// [`Segment2`](super::Segment2).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rectangle<T> {
    half_extents: Vec2<T>,
}

impl<T: Real> Rectangle<T> {
    /// The rectangle in another precision, scaled by `factor`.
    #[inline]
    pub(crate) fn scaled<U: Real>(&self, factor: U) -> Rectangle<U> {
        Rectangle { half_extents: self.half_extents.resized(factor) }
    }

    constructors! {
        /// A rectangle with these half extents along x and y.
        (half_extents: impl Into<Vec2<T>> => Vec2<T>)
        [("half extent x", half_extents.x), ("half extent y", half_extents.y)] => Self { half_extents }
    }

    getters! {
        /// Half extents along x and y.
        half_extents: Vec2<T>;
    }
}

impl<T: Real> Support<Vec2<T>> for Rectangle<T> {
    #[inline]
    fn support(&self, direction: Vec2<T>) -> Vec2<T> {
        corner(direction, self.half_extents)
    }
    #[inline]
    fn center(&self) -> Vec2<T> {
        Vec2::default()
    }
}

impl<T: Real> Bounded<Vec2<T>> for Rectangle<T> {
    fn aabb(&self, pose: &Pose<Vec2<T>>) -> Aabb<Vec2<T>> {
        symmetric_aabb(pose, |u| Vector::abs(u).dot(self.half_extents))
    }
}

impl<T: Real> Measured<Vec2<T>> for Rectangle<T> {
    fn measure(&self) -> Measure<Vec2<T>> {
        crate::shape::measure::closed_forms::round_rectangle(self.half_extents.to_array(), T::ZERO)
    }
}
