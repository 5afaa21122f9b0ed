//! Conversions to and from nalgebra: both libraries turn and move a vector to the same place.
#![cfg(feature = "nalgebra")]

use impinge::{Mat3, Pose, Real, Rot2, Rot3, Vec2, Vec3, Vector};
use impinge_scenes::Rng;
use nalgebra as na;

/// nalgebra rounds in another order: each product and sum of a rotation may differ.
const ULPS: f64 = 8.0;

#[track_caller]
fn near<V: Vector>(a: impl Into<V>, b: V, scale: f64) {
    let a = a.into();
    assert!((a - b).max_abs().f64() <= ULPS * V::Scalar::EPSILON.f64() * scale, "{a:?} {b:?}");
}

fn space<T: Real + na::RealField>() {
    let mut rng = Rng::new(1);
    for _ in 0..1000 {
        let (v, w): (Vec3<T>, Vec3<T>) = (rng.in_ball(), rng.in_ball());
        let (their_v, their_w) = (na::Vector3::from(v), na::Vector3::from(w));
        assert_eq!([their_v.x, their_v.y, their_v.z], v.to_array());
        assert_eq!(Vec3::from(their_v), v);
        assert_eq!(Vec3::from(na::Point3::from(v)), v);
        near(their_v.cross(&their_w), v.cross(w), 1.0);

        let (a, b): (Rot3<T>, Rot3<T>) = (rng.rotation3(), rng.rotation3());
        let (their_a, their_b) = (na::UnitQuaternion::from(a), na::UnitQuaternion::from(b));
        near(their_a * their_v, a.rotate(v), 1.0);
        near((their_a * their_b) * their_v, a.compose(&b).rotate(v), 2.0);
        near(their_a.inverse() * their_v, a.unrotate(v), 1.0);
        near(Rot3::try_from(their_a).unwrap().rotate(v), a.rotate(v), 1.0);

        let (axis, angle) = (rng.unit3::<T>(), T::of(rng.between(-3.0, 3.0)));
        let unit = na::Unit::new_normalize(axis.into());
        let theirs = na::UnitQuaternion::from_axis_angle(&unit, angle);
        near(theirs * their_v, Rot3::from_axis_angle(axis, angle).rotate(v), 1.0);

        let matrix = Mat3::from_columns(v, w, v.cross(w));
        near(na::Matrix3::from(matrix) * their_w, matrix * w, 1.0);
        near(na::Matrix3::from(matrix).transpose() * their_w, matrix.transpose_mul(w), 1.0);
        near(na::Matrix3::from(a.to_matrix()) * their_v, a.rotate(v), 2.0);
        assert_eq!(Mat3::from(na::Matrix3::from(matrix)), matrix);
        near(na::Rotation3::from(a) * their_v, a.rotate(v), 2.0);
        near(Rot3::try_from(na::Rotation3::from(a)).unwrap().rotate(v), a.rotate(v), 2.0);

        let pose: Pose<Vec3<T>> = rng.pose3(9.0);
        let isometry = na::Isometry3::from(pose);
        near(isometry * na::Point3::from(v), pose.transform(v), 10.0);
        near(isometry * their_v, pose.rotation().rotate(v), 1.0);
        near(isometry.inverse() * na::Point3::from(v), pose.untransform(v), 20.0);
        let back = Pose::<Vec3<T>>::try_from(isometry).unwrap();
        assert_eq!(back.translation(), pose.translation());
        near(back.transform(v), pose.transform(v), 10.0);
    }
    let long = na::UnitQuaternion::new_unchecked(na::Quaternion::new(T::TWO, T::ZERO, T::ZERO, T::ZERO));
    let text = "invalid pose: quaternion has length 2 but must be 1; normalize it first";
    assert_eq!(Rot3::try_from(long).unwrap_err().to_string(), text);
    let origin = na::Translation3::new(T::ZERO, T::ZERO, T::ZERO);
    let isometry = na::Isometry3::from_parts(origin, long);
    assert_eq!(Pose::<Vec3<T>>::try_from(isometry).unwrap_err().to_string(), text);
    let isometry = na::Isometry3::translation(T::ZERO, T::INFINITY, T::of(f64::NAN));
    let text =
        "invalid pose: translation y is inf but must be finite; translation z is NaN but must be finite";
    assert_eq!(Pose::<Vec3<T>>::try_from(isometry).unwrap_err().to_string(), text);
}

fn plane<T: Real + na::RealField>() {
    let mut rng = Rng::new(2);
    for _ in 0..1000 {
        let v: Vec2<T> = rng.unit2();
        let their_v = na::Vector2::from(v);
        assert_eq!([their_v.x, their_v.y], v.to_array());
        assert_eq!((Vec2::from(their_v), Vec2::from(na::Point2::from(v))), (v, v));
        near(na::UnitComplex::new(T::of(1.25)) * their_v, Rot2::from_angle(T::of(1.25)).rotate(v), 1.0);

        let (a, b): (Pose<Vec2<T>>, Pose<Vec2<T>>) = (rng.pose2(9.0), rng.pose2(9.0));
        let (their_a, their_b) = (na::Isometry2::from(a), na::Isometry2::from(b));
        near(na::UnitComplex::from(a.rotation()) * their_v, a.rotation().rotate(v), 1.0);
        near(Rot2::try_from(their_a.rotation).unwrap().rotate(v), a.rotation().rotate(v), 1.0);
        near(their_a * na::Point2::from(v), a.transform(v), 10.0);
        near(their_a * their_b * na::Point2::from(v), (a * b).transform(v), 20.0);
        near(their_a.inverse() * na::Point2::from(v), a.untransform(v), 20.0);
        let back = Pose::<Vec2<T>>::try_from(their_a).unwrap();
        assert_eq!(back.translation(), a.translation());
        near(back.transform(v), a.transform(v), 10.0);
    }
    let long = na::UnitComplex::new_unchecked(na::Complex::new(T::ZERO, T::HALF));
    let text = "invalid pose: cosine and sine has length 0.5 but must be 1; normalize it first";
    assert_eq!(Rot2::try_from(long).unwrap_err().to_string(), text);
    let isometry = na::Isometry2::translation(T::of(f64::NAN), T::ZERO);
    let text = "invalid pose: translation x is NaN but must be finite";
    assert_eq!(Pose::<Vec2<T>>::try_from(isometry).unwrap_err().to_string(), text);
}

#[test]
fn both_precisions() {
    space::<f32>();
    space::<f64>();
    plane::<f32>();
    plane::<f64>();
}
