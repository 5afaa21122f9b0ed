//! Conversions to and from glam: both libraries turn and move a vector to the same place.
#![cfg(feature = "glam")]

use impinge::{Pose, Real, Rot3, Rotation, Vec2, Vec3, Vector};
use impinge_scenes::Rng;

/// glam rounds in another order: each product and sum of a rotation may differ.
const ULPS: f64 = 8.0;

macro_rules! check {
    ($name:ident, $t:ty, $vec2:ident, $vec3:ident, $quat:ident, $affine:ident) => {
        #[test]
        fn $name() {
            let near = |a: Vec3<$t>, b: Vec3<$t>, scale: f64| {
                let off = (a - b).max_abs().f64();
                assert!(off <= ULPS * <$t>::EPSILON.f64() * scale, "{a:?} {b:?}");
            };
            let mut rng = Rng::new(1);
            for _ in 0..1000 {
                let (v, w): (Vec3<$t>, Vec3<$t>) = (rng.in_ball(), rng.in_ball());
                let (their_v, their_w) = (glam::$vec3::from(v), glam::$vec3::from(w));
                assert_eq!(their_v.to_array(), v.to_array());
                assert_eq!(Vec3::from(their_v), v);
                assert_eq!(Vec2::from(glam::$vec2::from(v.xy())), v.xy());
                near(their_v.cross(their_w).into(), v.cross(w), 1.0);

                let (a, b): (Rot3<$t>, Rot3<$t>) = (rng.rotation3(), rng.rotation3());
                let (their_a, their_b) = (glam::$quat::from(a), glam::$quat::from(b));
                assert_eq!(their_a.to_array(), a.to_xyzw());
                near((their_a * their_v).into(), a.rotate(v), 1.0);
                near(((their_a * their_b) * their_v).into(), a.compose(&b).rotate(v), 2.0);
                near((their_a.inverse() * their_v).into(), a.unrotate(v), 1.0);
                near(Rot3::try_from(their_a).unwrap().rotate(v), a.rotate(v), 1.0);

                // Axis and angle mean the same turn.
                let (axis, angle): (Vec3<$t>, $t) = (rng.unit3(), rng.between(-3.0, 3.0) as $t);
                let theirs = glam::$quat::from_axis_angle(glam::$vec3::from(axis).normalize(), angle);
                near((theirs * their_v).into(), Rot3::from_axis_angle(axis, angle).rotate(v), 1.0);

                let pose: Pose<Vec3<$t>> = rng.pose3(9.0);
                let affine = glam::$affine::from(pose);
                near(affine.transform_point3(their_v).into(), pose.transform(v), 10.0);
                near(affine.transform_vector3(their_v).into(), pose.rotation().rotate(v), 2.0);
                near(affine.inverse().transform_point3(their_v).into(), pose.untransform(v), 20.0);
                let pair = (pose.rotation().into(), pose.translation().into());
                let back = Pose::<Vec3<$t>>::try_from(pair).unwrap();
                assert_eq!(back.translation(), pose.translation());
                near(back.transform(v), pose.transform(v), 10.0);
            }

            let long = glam::$quat::from_xyzw(0.0, 2.0, 0.0, 0.0);
            let text = "invalid pose: quaternion has length 2, it must be 1; normalise it first";
            assert_eq!(Rot3::try_from(long).unwrap_err().to_string(), text);
            let pair = (long, glam::$vec3::ZERO);
            assert_eq!(Pose::<Vec3<$t>>::try_from(pair).unwrap_err().to_string(), text);
            let far = (glam::$quat::IDENTITY, glam::$vec3::new(0.0, <$t>::INFINITY, <$t>::NAN));
            let text = "invalid pose: translation y is inf, it must be finite; translation z is NaN, it must be finite";
            assert_eq!(Pose::<Vec3<$t>>::try_from(far).unwrap_err().to_string(), text);
            assert_eq!(Rot3::try_from(glam::$quat::IDENTITY).unwrap(), Rot3::<$t>::IDENTITY);
        }
    };
}
check!(single, f32, Vec2, Vec3, Quat, Affine3A);
check!(double, f64, DVec2, DVec3, DQuat, DAffine3);
