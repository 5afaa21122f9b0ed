//! Vectors in space.

use core::ops::{Add, AddAssign, Div, DivAssign, Index, IndexMut, Mul, MulAssign, Neg, Sub, SubAssign};

use super::ops::vector_ops;
use super::{Real, Vec2, Vector};

/// A point or direction in space.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[repr(C)]
pub struct Vec3<T> {
    /// First component.
    pub x: T,
    /// Second component.
    pub y: T,
    /// Third component.
    pub z: T,
}

vector_ops!(Vec3, 3, x 0, y 1, z 2);

impl<T: Real> Vec3<T> {
    /// Cross product.
    #[inline]
    #[must_use]
    pub fn cross(self, other: Self) -> Self {
        Self::new(
            self.y * other.z - self.z * other.y,
            self.z * other.x - self.x * other.z,
            self.x * other.y - self.y * other.x,
        )
    }

    /// The first two components.
    #[inline]
    pub fn xy(self) -> Vec2<T> {
        Vec2::new(self.x, self.y)
    }

    /// Some unit vector perpendicular to this one, chosen without cancellation; the first axis for zero.
    #[must_use]
    pub fn any_orthogonal(self) -> Self {
        let a = self.abs();
        let axis = if a.x <= a.y && a.x <= a.z {
            Self::axis(0)
        } else if a.y <= a.z {
            Self::axis(1)
        } else {
            Self::axis(2)
        };
        self.unit().cross(axis).unit()
    }
}
