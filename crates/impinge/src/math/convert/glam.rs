//! `glam` 0.33: vectors, quaternions and rigid affine maps, in both precisions.

use crate::error::PoseError;
use crate::math::{Pose, Rot3, Vec2, Vec3};

macro_rules! glam_types {
    ($t:ty, $vec2:ident, $vec3:ident, $quat:ident, $affine3:ident) => {
        impl From<glam::$vec2> for Vec2<$t> {
            fn from(v: glam::$vec2) -> Self {
                Self::new(v.x, v.y)
            }
        }
        impl From<Vec2<$t>> for glam::$vec2 {
            fn from(v: Vec2<$t>) -> Self {
                Self::new(v.x, v.y)
            }
        }
        impl From<glam::$vec3> for Vec3<$t> {
            fn from(v: glam::$vec3) -> Self {
                Self::new(v.x, v.y, v.z)
            }
        }
        impl From<Vec3<$t>> for glam::$vec3 {
            fn from(v: Vec3<$t>) -> Self {
                Self::new(v.x, v.y, v.z)
            }
        }
        impl TryFrom<glam::$quat> for Rot3<$t> {
            type Error = PoseError;
            fn try_from(q: glam::$quat) -> Result<Self, PoseError> {
                Self::try_from_xyzw(q.to_array())
            }
        }
        impl From<Rot3<$t>> for glam::$quat {
            fn from(rotation: Rot3<$t>) -> Self {
                Self::from_array(rotation.to_xyzw())
            }
        }
        impl From<Pose<Vec3<$t>>> for glam::$affine3 {
            fn from(pose: Pose<Vec3<$t>>) -> Self {
                Self::from_rotation_translation(pose.rotation().into(), pose.translation().into())
            }
        }
    };
}
glam_types!(f32, Vec2, Vec3, Quat, Affine3A);
glam_types!(f64, DVec2, DVec3, DQuat, DAffine3);

// A pose of glam is often kept as the pair (rotation, translation).
macro_rules! pose_from_pair {
    ($t:ty, $vec3:ident, $quat:ident) => {
        impl TryFrom<(glam::$quat, glam::$vec3)> for Pose<Vec3<$t>> {
            type Error = PoseError;
            fn try_from((q, v): (glam::$quat, glam::$vec3)) -> Result<Self, PoseError> {
                Pose::try_new(v, q.try_into()?)
            }
        }
    };
}
pose_from_pair!(f32, Vec3, Quat);
pose_from_pair!(f64, DVec3, DQuat);
