//! The plane and space: the components of a vector, and the types of its rotations and inertia.

use super::{Mat3, Real, Rot2, Rot3, Vec2, Vec3, Vector};

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
