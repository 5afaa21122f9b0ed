//! The vector trait for code that works in the plane and in space.

use core::fmt::Debug;
use core::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

use super::Real;

/// [`Vec2`](super::Vec2) or [`Vec3`](super::Vec3).
///
/// The trait does not grow for a single algorithm: operations that an algorithm needs per dimension are a trait in that
/// algorithm's folder.
pub trait Vector:
    Copy
    + Default
    + Debug
    + PartialEq
    + Add<Output = Self>
    + Sub<Output = Self>
    + Neg<Output = Self>
    + Mul<Self::Scalar, Output = Self>
    + AddAssign
    + SubAssign
    + Send
    + Sync
    + 'static
{
    /// The number type of a component.
    type Scalar: Real;
    /// Rotations of this space.
    type Rotation: Rotation<Self>;
    /// Moment of inertia in this space: a number in 2D, a symmetric matrix in 3D.
    type Inertia: Copy + Default + Debug + PartialEq + Send + Sync + 'static;

    /// Number of components, 2 or 3.
    const DIM: usize;
    /// All components 0.
    const ZERO: Self;

    /// All components equal.
    fn splat(value: Self::Scalar) -> Self;
    /// Unit vector along axis `index` (taken modulo the dimension).
    fn axis(index: usize) -> Self;
    /// Component `index`.
    ///
    /// # Panics
    /// If `index` is not below [`Vector::DIM`].
    fn get(self, index: usize) -> Self::Scalar;
    /// The vector with `f` applied to each component.
    #[must_use]
    fn map(self, f: impl FnMut(Self::Scalar) -> Self::Scalar) -> Self;
    /// Combines two vectors component by component.
    #[must_use]
    fn zip(self, other: Self, f: impl FnMut(Self::Scalar, Self::Scalar) -> Self::Scalar) -> Self;
    /// Dot product.
    fn dot(self, other: Self) -> Self::Scalar;
    /// Largest absolute component; NaN components are skipped.
    fn max_abs(self) -> Self::Scalar;
    /// Whether every component is finite.
    fn is_finite(self) -> bool;
    /// Sum of the absolute values of the components: between the length and √DIM times it.
    fn sum_abs(self) -> Self::Scalar;

    /// Component-wise minimum.
    #[inline]
    #[must_use]
    fn min(self, other: Self) -> Self {
        self.zip(other, Real::min)
    }

    /// Component-wise maximum.
    #[inline]
    #[must_use]
    fn max(self, other: Self) -> Self {
        self.zip(other, Real::max)
    }

    /// Absolute value of each component.
    #[inline]
    #[must_use]
    fn abs(self) -> Self {
        self.map(Real::abs)
    }

    /// Squared length. Overflows and underflows if the square does.
    #[inline]
    fn norm_squared(self) -> Self::Scalar {
        self.dot(self)
    }

    /// Length, without intermediate overflow or underflow.
    #[inline]
    fn norm(self) -> Self::Scalar {
        let squared = self.norm_squared();
        if squared > low_square::<Self::Scalar>() && squared < high_square::<Self::Scalar>() {
            return squared.sqrt();
        }
        norm_slowly(number_by_number(self))
    }

    /// The vector of length 1 along this one; `None` for zero and for a vector that is not finite.
    #[inline]
    fn normalized(self) -> Option<Self> {
        let squared = self.norm_squared();
        if squared > low_square::<Self::Scalar>() && squared < high_square::<Self::Scalar>() {
            return Some(self * (Self::Scalar::ONE / squared.sqrt()));
        }
        normalized_slowly(number_by_number(self))
    }

    /// The unit vector of any direction: a NaN component counts as zero, infinite components outweigh finite ones, and
    /// a direction of no length is the first axis.
    #[inline]
    #[must_use]
    fn unit(self) -> Self {
        let squared = self.norm_squared();
        if squared > low_square::<Self::Scalar>() && squared < high_square::<Self::Scalar>() {
            return self * (Self::Scalar::ONE / squared.sqrt());
        }
        unit_slowly(number_by_number(self))
    }
}

/// The length of a vector and its [`unit`](Vector::unit), from one square root instead of one each.
#[inline(always)]
pub(crate) fn length_and_unit<V: Vector>(v: V) -> (V::Scalar, V) {
    let squared = v.norm_squared();
    if squared > low_square::<V::Scalar>() && squared < high_square::<V::Scalar>() {
        let length = squared.sqrt();
        return (length, v * (V::Scalar::ONE / length));
    }
    length_and_unit_slowly(number_by_number(v))
}

/// The same vector, copied number by number. A vector that is passed to a call, or copied as a whole, stays in memory,
/// and everything computed from it waits for that. So calls that are rarely made get a copy.
#[inline(always)]
pub(crate) fn number_by_number<V: Vector>(v: V) -> V {
    v.map(|c| c)
}

#[cold]
#[inline(never)]
fn length_and_unit_slowly<V: Vector>(v: V) -> (V::Scalar, V) {
    (v.norm(), v.unit())
}

/// A rotation in the form for rotating many vectors: a matrix in space, cosine and sine in the plane.
pub trait Turn<V: Vector>: Copy + Debug + PartialEq + Send + Sync + 'static {
    /// The rotated vector.
    #[must_use]
    fn turn(&self, v: V) -> V;
    /// The vector rotated by the inverse.
    #[must_use]
    fn unturn(&self, v: V) -> V;
}

/// A rotation of the space of `V`. Unit by construction.
pub trait Rotation<V: Vector>: Copy + Default + Debug + PartialEq + Send + Sync + 'static {
    /// The form for rotating many vectors.
    type Turn: Turn<V>;
    /// The identity: no rotation.
    const IDENTITY: Self;
    /// The rotated vector.
    #[must_use]
    fn rotate(&self, v: V) -> V;
    /// The vector rotated by the inverse.
    #[must_use]
    fn unrotate(&self, v: V) -> V;
    /// The inverse rotation.
    #[must_use]
    fn inverse(&self) -> Self;
    /// Applies `other` first, then this rotation.
    #[must_use]
    fn compose(&self, other: &Self) -> Self;
    /// The same rotation in the form for rotating many vectors.
    fn to_turn(&self) -> Self::Turn;
    /// Inertia (about the same point) of a body rotated by this rotation.
    #[must_use]
    fn rotate_inertia(&self, inertia: V::Inertia) -> V::Inertia;
}

/// Squares below this may have lost bits to underflow.
#[inline]
fn low_square<T: Real>() -> T {
    T::power_of_two(2 - T::MAX_EXPONENT + 2 * 24)
}

/// Squares above this may be sums that overflowed.
#[inline]
fn high_square<T: Real>() -> T {
    T::power_of_two(T::MAX_EXPONENT - 3)
}

#[cold]
#[inline(never)]
fn norm_slowly<V: Vector>(v: V) -> V::Scalar {
    let exponent = super::real::exponent_of(v.max_abs());
    let scaled = v * V::Scalar::power_of_two(-exponent);
    scaled.norm_squared().sqrt() * V::Scalar::power_of_two(exponent)
}

#[cold]
#[inline(never)]
fn normalized_slowly<V: Vector>(v: V) -> Option<V> {
    let largest = v.max_abs();
    if !v.is_finite() || largest == V::Scalar::ZERO {
        return None;
    }
    // Twice, since one power of two does not lift the smallest subnormal numbers to 1.
    let mut scaled = v;
    for _ in 0..2 {
        let exponent = super::real::exponent_of(scaled.max_abs());
        scaled = scaled * V::Scalar::power_of_two(-exponent);
    }
    Some(scaled * (V::Scalar::ONE / scaled.norm_squared().sqrt()))
}

#[cold]
#[inline(never)]
fn unit_slowly<V: Vector>(v: V) -> V {
    normalized_slowly(v).unwrap_or_else(|| unit_direction(v))
}

/// Fallback for a direction that cannot be normalized.
///
/// This is the rule of the whole library: a NaN component counts as zero, infinite components outweigh finite ones, and
/// a direction of no length is the first axis.
#[cold]
#[inline(never)]
fn unit_direction<V: Vector>(v: V) -> V {
    let (zero, one) = (V::Scalar::ZERO, V::Scalar::ONE);
    let infinite = v.map(|c| if c.abs() == V::Scalar::INFINITY { c.sign_of(one) } else { zero });
    let finite = v.map(|c| if c.is_finite() { c } else { zero });
    infinite.normalized().or_else(|| finite.normalized()).unwrap_or_else(|| V::axis(0))
}
