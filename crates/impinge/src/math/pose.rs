//! Position and orientation of a shape.

use super::{Real, Rotation, Vec2, Vec3, Vector, problem_with};
use crate::error::PoseError;

/// A rotation followed by a translation. The rotation is unit by construction, and both are finite as long as composed
/// poses stay below the largest number; beyond it, queries answer with an infinite `error`.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(
        try_from = "RawPose<V>",
        into = "RawPose<V>",
        bound(
            serialize = "V: serde::Serialize, V::Rotation: serde::Serialize",
            deserialize = "V: serde::Deserialize<'de>, V::Rotation: serde::Deserialize<'de>"
        )
    )
)]
pub struct Pose<V: Vector> {
    translation: V,
    rotation: V::Rotation,
}

impl<V: Vector> Pose<V> {
    /// The identity pose.
    pub const IDENTITY: Self = Self { translation: V::ZERO, rotation: V::Rotation::IDENTITY };

    /// A pose that rotates by `rotation`, then moves by `translation`.
    ///
    /// # Panics
    /// If the translation is not finite or above [`LIMIT`](crate::math::Real::LIMIT); see [`Pose::try_new`].
    pub fn new(translation: impl Into<V>, rotation: V::Rotation) -> Self {
        Self::try_new(translation, rotation).unwrap_or_else(|error| panic!("{error}"))
    }

    /// A pose that rotates by `rotation`, then moves by `translation`.
    ///
    /// # Errors
    /// If a component of the translation is not finite or above [`LIMIT`](crate::math::Real::LIMIT); all such
    /// components are listed.
    pub fn try_new(translation: impl Into<V>, rotation: V::Rotation) -> Result<Self, PoseError> {
        const NAMES: [&str; 3] = ["translation x", "translation y", "translation z"];
        let translation = translation.into();
        let mut error = PoseError::default();
        for (i, what) in NAMES.into_iter().enumerate().take(V::DIM) {
            if let Some(problem) = problem_with(what, translation.get(i)) {
                error.push(problem);
            }
        }
        error.or_ok(Self { translation, rotation })
    }

    /// A pose of numbers that are known to be valid.
    #[inline]
    pub(crate) fn of(translation: V, rotation: V::Rotation) -> Self {
        Self { translation, rotation }
    }

    /// A pose that only translates.
    ///
    /// # Panics
    /// If the translation is not finite or above [`LIMIT`](crate::math::Real::LIMIT); see [`Pose::try_new`].
    pub fn at(translation: impl Into<V>) -> Self {
        Self::new(translation, V::Rotation::IDENTITY)
    }

    /// A pose that only rotates, about the origin.
    pub fn turned(rotation: V::Rotation) -> Self {
        Self { translation: V::ZERO, rotation }
    }

    /// The position of the local origin.
    #[inline]
    pub fn translation(&self) -> V {
        self.translation
    }

    /// The rotation.
    #[inline]
    pub fn rotation(&self) -> V::Rotation {
        self.rotation
    }

    /// Maps a point from the local frame to the outer one; `pose * point` is the same.
    #[inline]
    pub fn transform(&self, point: V) -> V {
        self.rotation.rotate(point) + self.translation
    }

    /// Maps a point from the outer frame to the local one.
    #[inline]
    pub fn untransform(&self, point: V) -> V {
        self.rotation.unrotate(point - self.translation)
    }

    /// The inverse pose.
    #[must_use]
    pub fn inverse(&self) -> Self {
        let rotation = self.rotation.inverse();
        Self { translation: -rotation.rotate(self.translation), rotation }
    }

    /// Applies `inner` first, then this pose: the pose of an object that is placed by `inner` in a frame at this pose.
    /// `self * inner` is the same.
    #[must_use]
    pub fn compose(&self, inner: &Self) -> Self {
        Self {
            translation: self.transform(inner.translation),
            rotation: self.rotation.compose(&inner.rotation),
        }
    }
}

impl<V: Vector> Default for Pose<V> {
    fn default() -> Self {
        Self::IDENTITY
    }
}

impl<V: Vector> core::ops::Mul for Pose<V> {
    type Output = Self;
    fn mul(self, inner: Self) -> Self {
        self.compose(&inner)
    }
}

impl<V: Vector> core::ops::MulAssign for Pose<V> {
    fn mul_assign(&mut self, inner: Self) {
        *self = *self * inner;
    }
}

impl<V: Vector> core::ops::Mul<V> for Pose<V> {
    type Output = V;
    #[inline]
    fn mul(self, point: V) -> V {
        self.transform(point)
    }
}

macro_rules! pose_cast {
    ($v:ident) => {
        impl<T: Real> Pose<$v<T>> {
            /// The same pose in another precision, rounded to nearest, with its rotation unit in that precision.
            ///
            /// # Panics
            /// If the translation is above the [`LIMIT`](crate::math::Real::LIMIT) of `U`; see `try_cast`.
            #[must_use]
            pub fn cast<U: Real>(&self) -> Pose<$v<U>> {
                self.try_cast().unwrap_or_else(|error| panic!("{error}"))
            }

            /// The same pose in another precision, rounded to nearest, with its rotation unit in that precision.
            ///
            /// # Errors
            /// If the translation is above the [`LIMIT`](crate::math::Real::LIMIT) of `U`.
            pub fn try_cast<U: Real>(&self) -> Result<Pose<$v<U>>, PoseError> {
                Pose::try_new(self.translation.cast::<U>(), self.rotation.cast())
            }
        }
    };
}
pose_cast!(Vec2);
pose_cast!(Vec3);

/// Serialized form of a pose; read back through [`Pose::try_new`].
#[cfg(feature = "serde")]
#[derive(serde::Serialize, serde::Deserialize)]
#[serde(bound(
    serialize = "V: serde::Serialize, V::Rotation: serde::Serialize",
    deserialize = "V: serde::Deserialize<'de>, V::Rotation: serde::Deserialize<'de>"
))]
struct RawPose<V: Vector> {
    translation: V,
    rotation: V::Rotation,
}

#[cfg(feature = "serde")]
impl<V: Vector> TryFrom<RawPose<V>> for Pose<V> {
    type Error = PoseError;
    fn try_from(raw: RawPose<V>) -> Result<Self, PoseError> {
        Pose::try_new(raw.translation, raw.rotation)
    }
}

#[cfg(feature = "serde")]
impl<V: Vector> From<Pose<V>> for RawPose<V> {
    fn from(pose: Pose<V>) -> Self {
        RawPose { translation: pose.translation, rotation: pose.rotation }
    }
}
