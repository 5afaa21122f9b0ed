//! Conversions for `mint`: vectors, points and quaternions.

use crate::error::PoseError;
use crate::math::{Real, Rot3, Vec2, Vec3};

macro_rules! mint_vector {
    ($ours:ident, $theirs:ident, $($c:ident),+) => {
        impl<T: Real> From<mint::$theirs<T>> for $ours<T> {
            fn from(v: mint::$theirs<T>) -> Self {
                Self::new($(v.$c),+)
            }
        }
        impl<T: Real> From<$ours<T>> for mint::$theirs<T> {
            fn from(v: $ours<T>) -> Self {
                mint::$theirs { $($c: v.$c),+ }
            }
        }
    };
}
mint_vector!(Vec2, Vector2, x, y);
mint_vector!(Vec2, Point2, x, y);
mint_vector!(Vec3, Vector3, x, y, z);
mint_vector!(Vec3, Point3, x, y, z);

impl<T: Real> TryFrom<mint::Quaternion<T>> for Rot3<T> {
    type Error = PoseError;
    fn try_from(q: mint::Quaternion<T>) -> Result<Self, PoseError> {
        Self::try_from_xyzw([q.v.x, q.v.y, q.v.z, q.s])
    }
}

impl<T: Real> From<Rot3<T>> for mint::Quaternion<T> {
    fn from(rotation: Rot3<T>) -> Self {
        let [x, y, z, s] = rotation.to_xyzw();
        mint::Quaternion { v: mint::Vector3 { x, y, z }, s }
    }
}
