//! Conversions to and from glam, the newest version and the one before: both libraries turn and move a vector to the same place.
#![cfg(any(feature = "glam", feature = "glam033"))]

/// glam rounds in another order: each product and sum of a rotation may differ.
const ULPS: f64 = 8.0;

macro_rules! check {
    ($glam:ident, $name:ident, $t:ty, $vec2:ident, $vec3:ident, $mat2:ident, $mat3:ident, $quat:ident, $affine2:ident, $affine:ident) => {
        #[test]
        fn $name() {
            let near = |a: Vec3<$t>, b: Vec3<$t>, scale: f64| {
                let off = (a - b).max_abs().f64();
                assert!(off <= ULPS * <$t>::EPSILON.f64() * scale, "{a:?} {b:?}");
            };
            let mut rng = Rng::new(1);
            for _ in 0..1000 {
                let (v, w): (Vec3<$t>, Vec3<$t>) = (rng.in_ball(), rng.in_ball());
                let (their_v, their_w) = ($glam::$vec3::from(v), $glam::$vec3::from(w));
                assert_eq!(their_v.to_array(), v.to_array());
                assert_eq!(Vec3::from(their_v), v);
                assert_eq!(Vec2::from($glam::$vec2::from(v.xy())), v.xy());
                near(their_v.cross(their_w).into(), v.cross(w), 1.0);

                let (a, b): (Rot3<$t>, Rot3<$t>) = (rng.rotation3(), rng.rotation3());
                let (their_a, their_b) = ($glam::$quat::from(a), $glam::$quat::from(b));
                assert_eq!(their_a.to_array(), a.to_xyzw());
                near((their_a * their_v).into(), a.rotate(v), 1.0);
                near(((their_a * their_b) * their_v).into(), a.compose(&b).rotate(v), 2.0);
                near((their_a.inverse() * their_v).into(), a.unrotate(v), 1.0);
                near(Rot3::try_from(their_a).unwrap().rotate(v), a.rotate(v), 1.0);

                // Axis and angle mean the same turn.
                let (axis, angle): (Vec3<$t>, $t) = (rng.unit3(), rng.between(-3.0, 3.0) as $t);
                let theirs = $glam::$quat::from_axis_angle($glam::$vec3::from(axis).normalize(), angle);
                near((theirs * their_v).into(), Rot3::from_axis_angle(axis, angle).rotate(v), 1.0);

                let pose: Pose<Vec3<$t>> = rng.pose3(9.0);
                let affine = $glam::$affine::from(pose);
                near(affine.transform_point3(their_v).into(), pose.transform(v), 10.0);
                near(affine.transform_vector3(their_v).into(), pose.rotation().rotate(v), 2.0);
                near(affine.inverse().transform_point3(their_v).into(), pose.untransform(v), 20.0);
                let pair = ($glam::$quat::from(pose.rotation()), $glam::$vec3::from(pose.translation()));
                let back = Pose::<Vec3<$t>>::try_from(pair).unwrap();
                assert_eq!(back.translation(), pose.translation());
                near(back.transform(v), pose.transform(v), 10.0);
                let back = Pose::<Vec3<$t>>::try_from(affine).unwrap();
                assert_eq!(back.translation(), pose.translation());
                near(back.transform(v), pose.transform(v), 10.0);

                let matrix = $glam::$mat3::from(a.to_matrix());
                near((matrix * their_v).into(), a.rotate(v), 1.0);
                assert_eq!(Mat3::from(matrix), a.to_matrix());

                // In the plane.
                let pose: Pose<Vec2<$t>> = rng.pose2(9.0);
                let flat = |u: Vec2<$t>| Vec3::new(u.x, u.y, 0.0);
                let affine = $glam::$affine2::from(pose);
                let theirs = affine.transform_point2($glam::$vec2::from(v.xy()));
                near(flat(theirs.into()), flat(pose * v.xy()), 10.0);
                let back = Pose::<Vec2<$t>>::try_from(affine).unwrap();
                assert_eq!(back.translation(), pose.translation());
                near(flat(back * v.xy()), flat(pose * v.xy()), 10.0);
                let turn = Rot2::<$t>::try_from($glam::$mat2::from(pose.rotation())).unwrap();
                near(flat(turn * v.xy()), flat(pose.rotation() * v.xy()), 1.0);
            }

            // A matrix that is not a rigid pose is refused, with the reason.
            let scale = $glam::$affine::from_scale($glam::$vec3::new(1.0, 2.0, 1.0));
            let text = "invalid pose: second column of the rotation matrix has length 2 but must be 1; normalize it first";
            assert_eq!(Pose::<Vec3<$t>>::try_from(scale).unwrap_err().to_string(), text);
            let mirror = $glam::$affine2::from_scale($glam::$vec2::new(1.0, -1.0));
            let text = "invalid pose: rotation matrix has a negative determinant: it is a reflection, not a rotation";
            assert_eq!(Pose::<Vec2<$t>>::try_from(mirror).unwrap_err().to_string(), text);
            let shear = $glam::$mat2::from_cols_array(&[1.0, 0.0, 0.6, 0.8]);
            assert!(Rot2::<$t>::try_from(shear).unwrap_err().to_string().ends_with("a shear"));

            let long = $glam::$quat::from_xyzw(0.0, 2.0, 0.0, 0.0);
            let text = "invalid pose: quaternion has length 2 but must be 1; normalize it first";
            assert_eq!(Rot3::try_from(long).unwrap_err().to_string(), text);
            let pair = (long, $glam::$vec3::ZERO);
            assert_eq!(Pose::<Vec3<$t>>::try_from(pair).unwrap_err().to_string(), text);
            let far = ($glam::$quat::IDENTITY, $glam::$vec3::new(0.0, <$t>::INFINITY, <$t>::NAN));
            let text = "invalid pose: translation y is inf but must be finite; translation z is NaN but must be finite";
            assert_eq!(Pose::<Vec3<$t>>::try_from(far).unwrap_err().to_string(), text);
            assert_eq!(Rot3::try_from($glam::$quat::IDENTITY).unwrap(), Rot3::<$t>::IDENTITY);
        }
    };
}

macro_rules! version {
    ($module:ident, $glam:ident, $feature:literal) => {
        #[cfg(feature = $feature)]
        mod $module {
            use super::ULPS;
            use impinge::{Mat3, Pose, Real, Rot2, Rot3, Vec2, Vec3};
            use impinge_scenes::Rng;

            check!($glam, single, f32, Vec2, Vec3, Mat2, Mat3, Quat, Affine2, Affine3A);
            check!($glam, double, f64, DVec2, DVec3, DMat2, DMat3, DQuat, DAffine2, DAffine3);

            #[test]
            fn aligned_and_plain_types_convert_there_and_back() {
                let (v, pose) = (Vec3::new(1.0, 2.0, 3.0), Rng::new(2).pose3::<f32>(9.0));
                assert_eq!(Vec3::from($glam::Vec3A::from(v)), v);
                let matrix = pose.rotation().to_matrix();
                assert_eq!(Mat3::from($glam::Mat3A::from(matrix)), matrix);
                let plain = $glam::Affine3::from(pose);
                let back = Pose::<Vec3<f32>>::try_from(plain).unwrap();
                assert!((back * v - pose * v).max_abs() <= ULPS as f32 * f32::EPSILON * 10.0);
            }
        }
    };
}
version!(newest, glam, "glam");
version!(before, glam033, "glam033");
