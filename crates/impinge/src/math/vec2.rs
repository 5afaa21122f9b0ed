//! Vectors in the plane.

use core::ops::{Add, AddAssign, Div, DivAssign, Index, IndexMut, Mul, MulAssign, Neg, Sub, SubAssign};

use super::ops::vector_ops;
use super::{Real, Vector};

/// A point or direction in the plane.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[repr(C)]
pub struct Vec2<T> {
    /// First component.
    pub x: T,
    /// Second component.
    pub y: T,
}

vector_ops!(Vec2, 2, x 0, y 1);

impl<T: Real> Vec2<T> {
    /// z component of the cross product: positive if `other` lies counter-clockwise of this vector.
    #[inline]
    pub fn perp_dot(self, other: Self) -> T {
        self.x * other.y - self.y * other.x
    }

    /// The vector rotated counter-clockwise by a right angle.
    #[inline]
    #[must_use]
    pub fn perp(self) -> Self {
        Self::new(-self.y, self.x)
    }
}
