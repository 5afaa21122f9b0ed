//! Operators of the vector types, written once.

macro_rules! vector_ops {
    ($v:ident, $n:literal, $rotation:ty, $inertia:ty, $($c:ident $i:tt),+) => {
        impl<T: Real> $v<T> {
            /// From components.
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

            /// The same vector in another precision, rounded to nearest.
            #[inline]
            pub fn cast<U: Real>(self) -> $v<U> {
                $v { $($c: U::of(self.$c.f64())),+ }
            }
        }

        impl<T: Real> Vector for $v<T> {
            type Scalar = T;
            type Rotation = $rotation;
            type Inertia = $inertia;
            const DIM: usize = $n;
            const ZERO: Self = Self { $($c: T::ZERO),+ };

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
                vector_ops!(@sum $(self.$c * other.$c),+)
            }
            #[inline]
            fn max_abs(self) -> T {
                let mut largest = T::ZERO;
                $(if self.$c.abs() > largest { largest = self.$c.abs() })+
                largest
            }
            #[inline]
            fn sum_abs(self) -> T {
                vector_ops!(@sum $(self.$c.abs()),+)
            }
            #[inline]
            fn is_finite(self) -> bool {
                $(self.$c.is_finite())&&+
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
    (@sum $first:expr, $($rest:expr),+) => { $first $(+ $rest)+ };
}
pub(super) use vector_ops;
