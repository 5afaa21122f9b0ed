//! Poses of both dimensions.

use impinge::{Pose, Real, Rot2, Rot3, Rotation, Vec2, Vec3, Vector};
use impinge_scenes::Rng;
use impinge_tests::in_both_precisions;

use super::{CASES, eps, near};

in_both_precisions! { plane_laws, space_laws, turned_first_then_moved, not_finite }

/// Translations of the poses go up to this along each axis.
const RANGE: f64 = 8.0;

fn laws<V: Vector>([a, b, c]: [Pose<V>; 3], p: V) {
    // Each step rounds numbers of up to a few times the range.
    let tolerance = eps::<V::Scalar>(16.0 * RANGE);
    let identity = Pose::<V>::IDENTITY;
    near(a.untransform(a.transform(p)), p, tolerance);
    near(a.transform(a.untransform(p)), p, tolerance);
    near(a.inverse().transform(p), a.untransform(p), tolerance);
    near(a.compose(&b).transform(p), a.transform(b.transform(p)), tolerance);
    near(((a * b) * c).transform(p), (a * (b * c)).transform(p), 2.0 * tolerance);
    near((a * a.inverse()).transform(p), p, tolerance);
    near((a.inverse() * a).transform(p), p, tolerance);
    near((a * b).inverse().transform(p), (b.inverse() * a.inverse()).transform(p), 2.0 * tolerance);
    near((identity * a).transform(p), a.transform(p), tolerance);
    near((a * identity).transform(p), a.transform(p), tolerance);
    assert_eq!(a * b, a.compose(&b));
    assert_eq!((identity.transform(p), identity.untransform(p)), (p, p));
    assert_eq!((Pose::default(), identity.inverse().transform(p)), (identity, p));
    // Where the origin goes, and how directions turn.
    assert_eq!(a.transform(V::ZERO), a.translation());
    near(a.transform(p) - a.transform(V::ZERO), a.rotation().rotate(p), tolerance);
    assert_eq!(Pose::new(a.translation(), a.rotation()), a);
    assert_eq!(Pose::at(a.translation()).transform(p), p + a.translation());
    assert_eq!(Pose::turned(a.rotation()).transform(p), a.rotation().rotate(p) + V::ZERO);
}

fn plane_laws<T: Real>() {
    let mut rng = Rng::new(1);
    for _ in 0..CASES {
        laws([(); 3].map(|()| rng.pose2::<T>(RANGE)), rng.unit2());
    }
}

fn space_laws<T: Real>() {
    let mut rng = Rng::new(2);
    for _ in 0..CASES {
        laws([(); 3].map(|()| rng.pose3::<T>(RANGE)), rng.in_ball());
    }
}

fn turned_first_then_moved<T: Real>() {
    let quarter = T::PI * T::HALF;
    let pose = Pose::new(Vec2::new(T::TWO, T::ZERO), Rot2::from_angle(quarter));
    near(pose.transform(Vec2::axis(0)), Vec2::new(T::TWO, T::ONE), eps::<T>(2.0));
    let pose = Pose::new([T::TWO, T::ZERO, T::ZERO], Rot3::from_axis_angle(Vec3::axis(2), quarter));
    near(pose.transform(Vec3::axis(0)), Vec3::new(T::TWO, T::ONE, T::ZERO), eps::<T>(2.0));
    // `inner` first: a step along x of a frame that is turned is a step along y.
    let step = Pose::at(Vec3::axis(0));
    near((pose * step).translation(), Vec3::new(T::TWO, T::ONE, T::ZERO), eps::<T>(2.0));
    near((step * pose).translation(), Vec3::new(T::of(3.0), T::ZERO, T::ZERO), eps::<T>(2.0));
}

fn not_finite<T: Real>() {
    let (nan, inf) = (T::of(f64::NAN), T::INFINITY);
    let text = |v: [T; 3]| Pose::<Vec3<T>>::try_new(v, Rot3::IDENTITY).unwrap_err().to_string();
    let all = "invalid pose: translation x is NaN but must be finite; translation y is inf but must be finite; \
               translation z is -inf but must be finite";
    assert_eq!(text([nan, inf, -inf]), all);
    assert_eq!(text([T::ONE, T::ONE, nan]), "invalid pose: translation z is NaN but must be finite");
    let error = Pose::<Vec2<T>>::try_new([nan, inf], Rot2::IDENTITY).unwrap_err();
    assert_eq!(error.problems().len(), 2);
    let both =
        "invalid pose: translation x is NaN but must be finite; translation y is inf but must be finite";
    assert_eq!(error.to_string(), both);
    let panic = std::panic::catch_unwind(|| Pose::<Vec2<T>>::at([T::ZERO, T::INFINITY])).unwrap_err();
    let said = panic.downcast_ref::<String>().unwrap();
    assert_eq!(said, "invalid pose: translation y is inf but must be finite");
}
