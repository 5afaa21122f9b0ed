//! Conversions for `nalgebra`: vectors, points, matrices, rotations and isometries.

use nalgebra as na;

use crate::error::PoseError;
use crate::math::{Mat3, Pose, Real, Rot2, Rot3, Vec2, Vec3};

impl<T: Real + na::Scalar> From<na::Vector2<T>> for Vec2<T> {
    fn from(v: na::Vector2<T>) -> Self {
        Self::new(v[0], v[1])
    }
}
impl<T: Real + na::Scalar> From<Vec2<T>> for na::Vector2<T> {
    fn from(v: Vec2<T>) -> Self {
        Self::new(v.x, v.y)
    }
}
impl<T: Real + na::Scalar> From<na::Vector3<T>> for Vec3<T> {
    fn from(v: na::Vector3<T>) -> Self {
        Self::new(v[0], v[1], v[2])
    }
}
impl<T: Real + na::Scalar> From<Vec3<T>> for na::Vector3<T> {
    fn from(v: Vec3<T>) -> Self {
        Self::new(v.x, v.y, v.z)
    }
}
impl<T: Real + na::Scalar> From<na::Point2<T>> for Vec2<T> {
    fn from(p: na::Point2<T>) -> Self {
        p.coords.into()
    }
}
impl<T: Real + na::Scalar> From<Vec2<T>> for na::Point2<T> {
    fn from(v: Vec2<T>) -> Self {
        Self::new(v.x, v.y)
    }
}
impl<T: Real + na::Scalar> From<na::Point3<T>> for Vec3<T> {
    fn from(p: na::Point3<T>) -> Self {
        p.coords.into()
    }
}
impl<T: Real + na::Scalar> From<Vec3<T>> for na::Point3<T> {
    fn from(v: Vec3<T>) -> Self {
        Self::new(v.x, v.y, v.z)
    }
}
impl<T: Real + na::Scalar> From<Mat3<T>> for na::Matrix3<T> {
    fn from(m: Mat3<T>) -> Self {
        Self::from_columns(&[m.x_axis.into(), m.y_axis.into(), m.z_axis.into()])
    }
}
impl<T: Real + na::Scalar> From<na::Matrix3<T>> for Mat3<T> {
    fn from(m: na::Matrix3<T>) -> Self {
        let column = |i: usize| Vec3::new(m[(0, i)], m[(1, i)], m[(2, i)]);
        Self::from_columns(column(0), column(1), column(2))
    }
}

impl<T: Real + na::RealField> TryFrom<na::Rotation3<T>> for Rot3<T> {
    type Error = PoseError;
    fn try_from(rotation: na::Rotation3<T>) -> Result<Self, PoseError> {
        Self::try_from_matrix(rotation.into_inner().into())
    }
}
impl<T: Real + na::RealField> From<Rot3<T>> for na::Rotation3<T> {
    fn from(rotation: Rot3<T>) -> Self {
        Self::from_matrix_unchecked(rotation.to_matrix().into())
    }
}
impl<T: Real + na::RealField> TryFrom<na::UnitQuaternion<T>> for Rot3<T> {
    type Error = PoseError;
    fn try_from(q: na::UnitQuaternion<T>) -> Result<Self, PoseError> {
        Self::try_from_xyzw([q.i, q.j, q.k, q.w])
    }
}
impl<T: Real + na::RealField> From<Rot3<T>> for na::UnitQuaternion<T> {
    fn from(rotation: Rot3<T>) -> Self {
        let [x, y, z, w] = rotation.to_xyzw();
        Self::new_unchecked(na::Quaternion::new(w, x, y, z))
    }
}
impl<T: Real + na::RealField> TryFrom<na::UnitComplex<T>> for Rot2<T> {
    type Error = PoseError;
    fn try_from(c: na::UnitComplex<T>) -> Result<Self, PoseError> {
        Self::try_from_cos_sin(c.re, c.im)
    }
}
impl<T: Real + na::RealField> From<Rot2<T>> for na::UnitComplex<T> {
    fn from(rotation: Rot2<T>) -> Self {
        Self::new_unchecked(na::Complex::new(rotation.cos(), rotation.sin()))
    }
}

impl<T: Real + na::RealField> TryFrom<na::Isometry3<T>> for Pose<Vec3<T>> {
    type Error = PoseError;
    fn try_from(isometry: na::Isometry3<T>) -> Result<Self, PoseError> {
        Pose::try_new(isometry.translation.vector, isometry.rotation.try_into()?)
    }
}
impl<T: Real + na::RealField> From<Pose<Vec3<T>>> for na::Isometry3<T> {
    fn from(pose: Pose<Vec3<T>>) -> Self {
        let translation: na::Vector3<T> = pose.translation().into();
        Self::from_parts(translation.into(), pose.rotation().into())
    }
}
impl<T: Real + na::RealField> TryFrom<na::Isometry2<T>> for Pose<Vec2<T>> {
    type Error = PoseError;
    fn try_from(isometry: na::Isometry2<T>) -> Result<Self, PoseError> {
        Pose::try_new(isometry.translation.vector, isometry.rotation.try_into()?)
    }
}
impl<T: Real + na::RealField> From<Pose<Vec2<T>>> for na::Isometry2<T> {
    fn from(pose: Pose<Vec2<T>>) -> Self {
        let translation: na::Vector2<T> = pose.translation().into();
        Self::from_parts(translation.into(), pose.rotation().into())
    }
}
