//! Vectors in the plane and in space.

use core::ops::{Add, AddAssign, Div, DivAssign, Index, IndexMut, Mul, MulAssign, Neg, Sub, SubAssign};

use super::ops::vector_ops;
use super::{Mat3, Real, Rot2, Rot3, Vector};

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

/// The components of a vector, and the types of its rotations and inertia.
macro_rules! vector_space {
    ($v:ident, $n:literal, $rotation:ty, $inertia:ty, $($c:ident $i:tt),+) => {
        impl<T: Real> Vector for $v<T> {
            type Scalar = T;
            type Rotation = $rotation;
            type Inertia = $inertia;
            const DIM: usize = $n;
            const ZERO: Self = Self::ZERO;

            #[inline]
            fn splat(value: T) -> Self {
                Self { $($c: value),+ }
            }
            #[inline]
            fn axis(index: usize) -> Self {
                Self { $($c: if index % $n == $i { T::ONE } else { T::ZERO }),+ }
            }
            #[inline]
            fn get(self, index: usize) -> T {
                self.to_array()[index]
            }
            #[inline]
            fn map(self, mut f: impl FnMut(T) -> T) -> Self {
                Self { $($c: f(self.$c)),+ }
            }
            #[inline]
            fn zip(self, other: Self, mut f: impl FnMut(T, T) -> T) -> Self {
                Self { $($c: f(self.$c, other.$c)),+ }
            }
            #[inline]
            fn dot(self, other: Self) -> T {
                vector_space!(@sum $(self.$c * other.$c),+)
            }
            #[inline]
            fn max_abs(self) -> T {
                let mut largest = T::ZERO;
                $(if self.$c.abs() > largest { largest = self.$c.abs() })+
                largest
            }
            #[inline]
            fn sum_abs(self) -> T {
                vector_space!(@sum $(self.$c.abs()),+)
            }
            #[inline]
            fn is_finite(self) -> bool {
                $(self.$c.is_finite())&&+
            }
        }
    };
    (@sum $first:expr, $($rest:expr),+) => { $first $(+ $rest)+ };
}
vector_space!(Vec2, 2, Rot2<T>, T, x 0, y 1);
vector_space!(Vec3, 3, Rot3<T>, Mat3<T>, x 0, y 1, z 2);
