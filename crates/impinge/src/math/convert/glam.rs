//! Conversions for the `glam` versions that the features name: vectors, matrices, quaternions and rigid affine maps, in both precisions.

/// Converts both ways, component by component.
macro_rules! components {
    ($ours:ty, $theirs:ty, $($c:ident),+) => {
        impl From<$theirs> for $ours {
            fn from(v: $theirs) -> Self {
                Self::new($(v.$c),+)
            }
        }
        impl From<$ours> for $theirs {
            fn from(v: $ours) -> Self {
                Self::new($(v.$c),+)
            }
        }
    };
}

/// Converts 3 by 3 matrices both ways, column by column.
macro_rules! columns {
    ($t:ty, $theirs:ty) => {
        impl From<$theirs> for Mat3<$t> {
            fn from(m: $theirs) -> Self {
                Self::from_columns(m.x_axis.into(), m.y_axis.into(), m.z_axis.into())
            }
        }
        impl From<Mat3<$t>> for $theirs {
            fn from(m: Mat3<$t>) -> Self {
                Self::from_cols(m.x_axis.into(), m.y_axis.into(), m.z_axis.into())
            }
        }
    };
}

/// Converts rigid affine maps of space both ways.
macro_rules! affine_maps {
    ($t:ty, $theirs:ty) => {
        impl TryFrom<$theirs> for Pose<Vec3<$t>> {
            type Error = PoseError;
            fn try_from(map: $theirs) -> Result<Self, PoseError> {
                Pose::try_new(map.translation, Rot3::try_from_matrix(map.matrix3.into())?)
            }
        }
        impl From<Pose<Vec3<$t>>> for $theirs {
            fn from(pose: Pose<Vec3<$t>>) -> Self {
                Self::from_rotation_translation(pose.rotation().into(), pose.translation().into())
            }
        }
    };
}

/// All conversions of one precision of one version.
macro_rules! one_precision {
    ($glam:ident, $t:ty, $vec2:ident, $vec3:ident, $mat2:ident, $mat3:ident, $quat:ident, $affine2:ident, $affine3:ident) => {
        components!(Vec2<$t>, $glam::$vec2, x, y);
        components!(Vec3<$t>, $glam::$vec3, x, y, z);
        columns!($t, $glam::$mat3);
        affine_maps!($t, $glam::$affine3);

        impl TryFrom<$glam::$quat> for Rot3<$t> {
            type Error = PoseError;
            fn try_from(q: $glam::$quat) -> Result<Self, PoseError> {
                Self::try_from_xyzw(q.to_array())
            }
        }
        impl From<Rot3<$t>> for $glam::$quat {
            fn from(rotation: Rot3<$t>) -> Self {
                Self::from_array(rotation.to_xyzw())
            }
        }
        impl TryFrom<$glam::$mat2> for Rot2<$t> {
            type Error = PoseError;
            fn try_from(m: $glam::$mat2) -> Result<Self, PoseError> {
                Self::try_from_columns(m.x_axis.into(), m.y_axis.into())
            }
        }
        impl From<Rot2<$t>> for $glam::$mat2 {
            fn from(r: Rot2<$t>) -> Self {
                Self::from_cols_array(&[r.cos(), r.sin(), -r.sin(), r.cos()])
            }
        }
        impl TryFrom<$glam::$affine2> for Pose<Vec2<$t>> {
            type Error = PoseError;
            fn try_from(map: $glam::$affine2) -> Result<Self, PoseError> {
                Pose::try_new(map.translation, map.matrix2.try_into()?)
            }
        }
        impl From<Pose<Vec2<$t>>> for $glam::$affine2 {
            fn from(pose: Pose<Vec2<$t>>) -> Self {
                Self::from_mat2_translation(pose.rotation().into(), pose.translation().into())
            }
        }
        // A pose is often stored as the pair (rotation, translation).
        impl TryFrom<($glam::$quat, $glam::$vec3)> for Pose<Vec3<$t>> {
            type Error = PoseError;
            fn try_from((q, v): ($glam::$quat, $glam::$vec3)) -> Result<Self, PoseError> {
                Pose::try_new(v, q.try_into()?)
            }
        }
    };
}

/// All conversions of one version.
macro_rules! one_version {
    ($module:ident, $glam:ident, $feature:literal) => {
        #[cfg(feature = $feature)]
        mod $module {
            use crate::error::PoseError;
            use crate::math::{Mat3, Pose, Rot2, Rot3, Vec2, Vec3};

            one_precision!($glam, f32, Vec2, Vec3, Mat2, Mat3, Quat, Affine2, Affine3A);
            one_precision!($glam, f64, DVec2, DVec3, DMat2, DMat3, DQuat, DAffine2, DAffine3);
            components!(Vec3<f32>, $glam::Vec3A, x, y, z);
            columns!(f32, $glam::Mat3A);
            affine_maps!(f32, $glam::Affine3);
        }
    };
}
one_version!(newest, glam, "glam");
one_version!(version_0_33, glam033, "glam033");
