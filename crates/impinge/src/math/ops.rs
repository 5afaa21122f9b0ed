//! Operators of the vector types, implemented once.

/// `2.0 * v`, in both precisions: an operator on a number cannot be generic over the number.
macro_rules! scalar_times {
    ($v:ident) => {
        $crate::math::ops::scalar_times!($v, f32);
        $crate::math::ops::scalar_times!($v, f64);
    };
    ($v:ident, $t:ty) => {
        impl Mul<$v<$t>> for $t {
            type Output = $v<$t>;
            #[inline]
            fn mul(self, v: $v<$t>) -> $v<$t> {
                v * self
            }
        }
    };
}
pub(super) use scalar_times;

macro_rules! vector_ops {
    ($v:ident, $n:literal, $($c:ident $i:tt),+) => {
        impl<T: Real> $v<T> {
            /// A vector from its components.
            #[inline]
            pub const fn new($($c: T),+) -> Self {
                Self { $($c),+ }
            }

            /// All components equal.
            #[inline]
            pub const fn splat(value: T) -> Self {
                Self { $($c: value),+ }
            }

            /// The components in order.
            #[inline]
            pub const fn to_array(self) -> [T; $n] {
                [$(self.$c),+]
            }

            /// All components 0.
            pub const ZERO: Self = Self { $($c: T::ZERO),+ };

            /// Unit vector along axis `index` (taken modulo the dimension).
            #[inline]
            pub fn axis(index: usize) -> Self {
                Vector::axis(index)
            }

            /// Dot product.
            #[inline]
            pub fn dot(self, other: Self) -> T {
                Vector::dot(self, other)
            }

            /// Length, without intermediate overflow or underflow.
            #[inline]
            pub fn norm(self) -> T {
                Vector::norm(self)
            }

            /// Squared length. Overflows and underflows if the square does.
            #[inline]
            pub fn norm_squared(self) -> T {
                Vector::norm_squared(self)
            }

            /// The vector of length 1 along this one; `None` for zero and for a vector that is not finite.
            #[inline]
            pub fn normalized(self) -> Option<Self> {
                Vector::normalized(self)
            }

            /// The unit vector of any direction: a NaN component counts as zero, infinite components outweigh finite
            /// ones, and a direction of no length is the first axis.
            #[inline]
            #[must_use]
            pub fn unit(self) -> Self {
                Vector::unit(self)
            }

            /// Component-wise minimum.
            #[inline]
            #[must_use]
            pub fn min(self, other: Self) -> Self {
                Vector::min(self, other)
            }

            /// Component-wise maximum.
            #[inline]
            #[must_use]
            pub fn max(self, other: Self) -> Self {
                Vector::max(self, other)
            }

            /// Absolute value of each component.
            #[inline]
            #[must_use]
            pub fn abs(self) -> Self {
                Vector::abs(self)
            }

            /// Largest absolute component; NaN components are skipped.
            #[inline]
            pub fn max_abs(self) -> T {
                Vector::max_abs(self)
            }

            /// Whether every component is finite.
            #[inline]
            pub fn is_finite(self) -> bool {
                Vector::is_finite(self)
            }

            /// The vector with `f` applied to each component.
            #[inline]
            #[must_use]
            pub fn map(self, f: impl FnMut(T) -> T) -> Self {
                Vector::map(self, f)
            }

            /// The same vector in another precision, rounded to nearest.
            #[inline]
            pub fn cast<U: Real>(self) -> $v<U> {
                $v { $($c: U::of(self.$c.f64())),+ }
            }
        }

        impl<T: Real> Add for $v<T> {
            type Output = Self;
            #[inline]
            fn add(self, other: Self) -> Self {
                Self { $($c: self.$c + other.$c),+ }
            }
        }
        impl<T: Real> Sub for $v<T> {
            type Output = Self;
            #[inline]
            fn sub(self, other: Self) -> Self {
                Self { $($c: self.$c - other.$c),+ }
            }
        }
        impl<T: Real> Neg for $v<T> {
            type Output = Self;
            #[inline]
            fn neg(self) -> Self {
                Self { $($c: -self.$c),+ }
            }
        }
        impl<T: Real> Mul<T> for $v<T> {
            type Output = Self;
            #[inline]
            fn mul(self, factor: T) -> Self {
                Self { $($c: self.$c * factor),+ }
            }
        }
        impl<T: Real> Div<T> for $v<T> {
            type Output = Self;
            #[inline]
            fn div(self, divisor: T) -> Self {
                Self { $($c: self.$c / divisor),+ }
            }
        }
        impl<T: Real> MulAssign<T> for $v<T> {
            #[inline]
            fn mul_assign(&mut self, factor: T) {
                *self = *self * factor;
            }
        }
        impl<T: Real> DivAssign<T> for $v<T> {
            #[inline]
            fn div_assign(&mut self, divisor: T) {
                *self = *self / divisor;
            }
        }
        /// Component `index`; panics if it is out of range.
        impl<T> Index<usize> for $v<T> {
            type Output = T;
            #[inline]
            fn index(&self, index: usize) -> &T {
                match index {
                    $($i => &self.$c,)+
                    _ => panic!("component {index} of a vector of {} components", $n),
                }
            }
        }
        impl<T> IndexMut<usize> for $v<T> {
            #[inline]
            fn index_mut(&mut self, index: usize) -> &mut T {
                match index {
                    $($i => &mut self.$c,)+
                    _ => panic!("component {index} of a vector of {} components", $n),
                }
            }
        }
        $crate::math::ops::scalar_times!($v);
        impl<T: Real> AddAssign for $v<T> {
            #[inline]
            fn add_assign(&mut self, other: Self) {
                *self = *self + other;
            }
        }
        impl<T: Real> SubAssign for $v<T> {
            #[inline]
            fn sub_assign(&mut self, other: Self) {
                *self = *self - other;
            }
        }
        impl<T: Real> From<[T; $n]> for $v<T> {
            #[inline]
            fn from([$($c),+]: [T; $n]) -> Self {
                Self { $($c),+ }
            }
        }
        impl<T: Real> From<$v<T>> for [T; $n] {
            #[inline]
            fn from(v: $v<T>) -> Self {
                v.to_array()
            }
        }
    };
}
pub(super) use vector_ops;
