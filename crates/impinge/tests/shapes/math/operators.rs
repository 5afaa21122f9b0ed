//! Vectors, rotations, poses and matrices as people write them by hand, with no trait in scope but the number's: operators
//! agree to the bit with the named methods, and each new method is compared with its definition.

use impinge::math::UNIT_TOLERANCE;
use impinge::{Mat3, Pose, PoseError, Real, Rot2, Rot3, Vec2, Vec3};
use impinge_scenes::Rng;
use impinge_tests::in_both_precisions;

use super::{CASES, eps, extreme, near, power, whole3};

in_both_precisions! {
    vectors, rotations_and_poses, axis_and_angle_come_back, matrices_and_quaternions, no_rotations_are_refused,
    slerp_keeps_its_speed, slerp_of_special_times, rows_and_inverse, inverse_at_every_size, other_precision,
}

fn vectors<T: Real>() {
    let mut rng = Rng::new(1);
    for _ in 0..CASES {
        let (mut v, w): (Vec3<T>, Vec3<T>) = (rng.in_ball(), rng.in_ball());
        let s = T::of(rng.between(-9.0, 9.0));
        assert_eq!([v[0], v[1], v[2]], v.to_array());
        assert_eq!(v / s, Vec3::new(v.x / s, v.y / s, v.z / s));
        assert_eq!(v.dot(w), v.x * w.x + v.y * w.y + v.z * w.z);
        assert_eq!(v.norm_squared(), v.dot(v));
        assert_eq!(v.normalized(), Some(v.unit()));
        assert_eq!(-v + v, Vec3::ZERO);
        let mut changed = v;
        changed += w;
        changed -= v * T::HALF;
        changed *= s;
        changed /= T::TWO;
        assert_eq!(changed, (v + w - v * T::HALF) * s / T::TWO);
        v[1] = s;
        assert_eq!(v.y, s);
        let mut flat = v.xy();
        flat[0] = s;
        flat /= s;
        assert_eq!((flat[0], flat[1]), (T::ONE, T::ONE));
        assert_eq!((Vec2::<T>::ZERO.normalized(), Vec3::<T>::ZERO.normalized()), (None, None));
        assert_eq!(Vec2::<T>::ZERO.unit(), Vec2::axis(0));
    }
}

#[test]
fn numbers_multiply_from_the_left() {
    assert_eq!(2.0 * Vec3::new(1.0, 2.0, 3.0), Vec3::new(2.0, 4.0, 6.0));
    assert_eq!(2.0_f32 * Vec2::new(1.0, 2.0), Vec2::new(2.0, 4.0));
    assert_eq!(2.0 * Mat3::<f64>::IDENTITY, Mat3::diagonal(2.0, 2.0, 2.0));
    assert_eq!(2.0_f32 * Mat3::IDENTITY, Mat3::diagonal(2.0, 2.0, 2.0));
}

#[test]
#[should_panic(expected = "component 2 of a vector of 2 components")]
fn components_beyond_the_last_panic() {
    let _ = Vec2::new(1.0, 2.0)[2];
}

fn rotations_and_poses<T: Real>() {
    let mut rng = Rng::new(2);
    for _ in 0..CASES {
        let (v, a, b): (Vec3<T>, Rot3<T>, Rot3<T>) = (rng.in_ball(), rng.rotation3(), rng.rotation3());
        assert_eq!(a * v, a.rotate(v));
        assert_eq!(a * b, a.compose(&b));
        assert_eq!(a.unrotate(v), a.inverse() * v);
        let mut c = a;
        c *= b;
        assert_eq!(c, a * b);
        let (p, q): (Pose<Vec3<T>>, Pose<Vec3<T>>) = (rng.pose3(9.0), rng.pose3(9.0));
        assert_eq!(p * v, p.transform(v));
        assert_eq!(p * q, p.compose(&q));
        near(p.inverse() * (p * v), v, eps::<T>(64.0));
        let (p, q): (Pose<Vec2<T>>, Pose<Vec2<T>>) = (rng.pose2(9.0), rng.pose2(9.0));
        let mut r = p;
        r *= q;
        assert_eq!(r * v.xy(), p.compose(&q).transform(v.xy()));
        let (a, b) = (p.rotation(), q.rotation());
        assert_eq!((a * v.xy(), a * b), (a.rotate(v.xy()), a.compose(&b)));
    }
    assert_eq!(Rot2::<T>::IDENTITY * Vec2::axis(1), Vec2::axis(1));
    assert_eq!(Rot3::<T>::IDENTITY * Vec3::axis(1), Vec3::axis(1));
}

/// Distance of two rotations, as the largest move of a unit axis.
fn apart<T: Real>(a: Rot3<T>, b: Rot3<T>) -> f64 {
    (0..3).map(|i| (a * Vec3::axis(i) - b * Vec3::axis(i)).max_abs().f64()).fold(0.0, f64::max)
}

fn axis_and_angle_come_back<T: Real>() {
    let mut rng = Rng::new(3);
    for _ in 0..CASES {
        let rotation: Rot3<T> = rng.rotation3();
        let (axis, angle) = rotation.to_axis_angle();
        assert!((axis.norm().f64() - 1.0).abs() <= eps::<T>(4.0));
        assert!(angle >= T::ZERO && angle <= T::PI);
        assert!(apart(Rot3::from_axis_angle(axis, angle), rotation) <= eps::<T>(8.0));
        // Small angles keep all their digits.
        let small = T::of(10_f64.powf(rng.between(-12.0, 0.0)));
        let (axis, angle) = Rot3::from_axis_angle(axis, small).to_axis_angle();
        assert!((angle.f64() - small.f64()).abs() <= eps::<T>(8.0) * small.f64());
        near(axis, rotation.to_axis_angle().0, eps::<T>(8.0));
        let turn = T::of(rng.between(-3.1, 3.1));
        assert!((Rot2::from_angle(turn).angle() - turn).abs().f64() <= eps::<T>(4.0));
    }
    assert_eq!(Rot3::<T>::IDENTITY.to_axis_angle(), (Vec3::axis(0), T::ZERO));
    let opposite = Rot3::from_xyzw([T::ZERO, T::ZERO, T::ZERO, -T::ONE]);
    assert_eq!(opposite.to_axis_angle().1, T::ZERO);
    assert_eq!(Rot2::<T>::IDENTITY.angle(), T::ZERO);
}

fn matrices_and_quaternions<T: Real>() {
    let mut rng = Rng::new(4);
    let mut branches = [0; 4];
    for i in 0..CASES {
        let mut rotation: Rot3<T> = rng.rotation3();
        if i % 4 == 0 {
            // Half turns and nearly so, where the trace tells nothing.
            rotation =
                Rot3::from_axis_angle(rotation.to_axis_angle().0, T::PI - T::of(rng.between(0.0, 1e-6)));
        }
        let xyzw = rotation.to_xyzw().map(|c| c.abs().f64());
        branches[(0..4).max_by(|&a, &b| xyzw[a].total_cmp(&xyzw[b])).unwrap()] += 1;
        let back = Rot3::from_matrix(rotation.to_matrix());
        assert!(apart(back, rotation) <= eps::<T>(8.0));
        // Four digits are enough.
        let rounded = |v: Vec3<T>| v.map(|c| T::of((c.f64() * 1e4).round() / 1e4));
        let m = rotation.to_matrix();
        let m = Mat3::from_columns(rounded(m.x_axis), rounded(m.y_axis), rounded(m.z_axis));
        assert!(apart(Rot3::try_from_matrix(m).unwrap(), rotation) <= 4e-4);
    }
    assert!(branches.iter().all(|&count| count > CASES / 10), "{branches:?}");
    assert_eq!(Rot3::from_matrix(Mat3::IDENTITY), Rot3::<T>::IDENTITY);
}

fn text<R>(result: Result<R, PoseError>) -> String {
    result.map_or_else(|error| error.to_string(), |_| "accepted".into())
}

fn no_rotations_are_refused<T: Real>() {
    let read = |m: Mat3<T>| text(Rot3::try_from_matrix(m));
    let n = |x: f64| T::of(x);
    let long = read(Mat3::diagonal(T::TWO, T::ONE, T::HALF));
    let first = "first column of the rotation matrix has length 2 but must be 1; normalize it first";
    let third = "third column of the rotation matrix has length 0.5 but must be 1; normalize it first";
    assert_eq!(long, format!("invalid pose: {first}; {third}"));
    let mirror = read(Mat3::diagonal(T::ONE, T::ONE, -T::ONE));
    assert_eq!(
        mirror,
        "invalid pose: rotation matrix has a negative determinant: it is a reflection, not a rotation"
    );
    let shear = Mat3::from_columns(Vec3::axis(0), Vec3::new(n(0.6), n(0.8), T::ZERO), Vec3::axis(2));
    let said = read(shear);
    assert!(
        said.contains("second column of the rotation matrix is not perpendicular to the first"),
        "{said}"
    );
    assert!(said.ends_with("a shear"), "{said}");
    let nan = read(Mat3::diagonal(n(f64::NAN), T::ONE, T::INFINITY));
    assert!(nan.contains("is NaN") && nan.contains("is inf"), "{nan}");
    assert!(read(Mat3::default()).contains("has length 0"));
    let within = T::of(1.0 + 0.9 * UNIT_TOLERANCE);
    assert_eq!(read(Mat3::diagonal(within, within, within)), "accepted");
    let said = std::panic::catch_unwind(|| Rot3::from_matrix(Mat3::<T>::default())).unwrap_err();
    assert!(said.downcast_ref::<String>().unwrap().starts_with("invalid pose: first column"));
}

fn slerp_keeps_its_speed<T: Real>() {
    let mut rng = Rng::new(5);
    for _ in 0..CASES {
        let (a, b): (Rot3<T>, Rot3<T>) = (rng.rotation3(), rng.rotation3());
        let whole = (a.inverse() * b).to_axis_angle().1;
        let t = T::of(rng.between(0.0, 1.0));
        let between = a.slerp(&b, t);
        assert!(((a.inverse() * between).to_axis_angle().1 - whole * t).abs().f64() <= eps::<T>(32.0));
        assert!(apart(between * between.inverse() * b, b) <= eps::<T>(16.0));
        // The rest of the way, and the way back.
        assert!(apart(between * (between.inverse() * b), b) <= eps::<T>(16.0));
        assert!(apart(b.slerp(&a, T::ONE - t), between) <= eps::<T>(64.0));
        let (a, b) = (T::of(rng.between(-1.5, 1.5)), T::of(rng.between(-1.5, 1.5)));
        let flat = Rot2::from_angle(a).slerp(&Rot2::from_angle(b), t);
        assert!((flat.angle() - (a + (b - a) * t)).abs().f64() <= eps::<T>(16.0));
    }
    // The shorter way round, also across the cut of the angle.
    let (a, b) = (Rot2::from_angle(T::of(3.0)), Rot2::from_angle(T::of(-3.0)));
    assert!((a.slerp(&b, T::HALF).angle().abs() - T::PI).abs().f64() <= eps::<T>(8.0));
}

fn slerp_of_special_times<T: Real>() {
    let mut rng = Rng::new(6);
    let (a, b): (Rot3<T>, Rot3<T>) = (rng.rotation3(), rng.rotation3());
    assert_eq!((a.slerp(&b, T::ZERO), a.slerp(&b, T::ONE)), (a, b));
    assert!(apart(a.slerp(&b, T::TWO), b * (a.inverse() * b)) <= eps::<T>(32.0));
    for t in [T::of(f64::NAN), T::INFINITY, -T::INFINITY] {
        assert_eq!(a.slerp(&b, t), a);
    }
    assert!(apart(a.slerp(&a, T::HALF), a) <= eps::<T>(8.0));
    // A product with the angle that overflows makes no rotation of NaN.
    let far = a.slerp(&b, power::<T>(T::MAX_EXPONENT)).to_xyzw();
    assert!(far.iter().all(|c| c.is_finite()));
}

fn rows_and_inverse<T: Real>() {
    let mut rng = Rng::new(7);
    let mut inverted = 0;
    for _ in 0..CASES {
        let m: Mat3<T> = Mat3::from_columns(whole3(&mut rng), whole3(&mut rng), whole3(&mut rng));
        assert_eq!(Mat3::from_rows(m.row(0), m.row(1), m.row(2)), m);
        assert_eq!(Mat3::from_columns(m.column(0), m.column(1), m.column(2)), m);
        assert_eq!(m.transpose().row(1), m.y_axis);
        let mut n = m;
        n += m;
        n *= T::HALF;
        n -= -m;
        assert_eq!(n, m * T::TWO);
        // Whole numbers: the determinant is exact.
        assert_eq!(m.determinant(), m.transpose().determinant());
        let inverse = m.inverse();
        assert_eq!(inverse.is_some(), m.determinant() != T::ZERO);
        let Some(inverse) = inverse else { continue };
        inverted += 1;
        let scale = inverse.max_abs().f64() * m.max_abs().f64();
        for i in 0..3 {
            near(m * (inverse * Vec3::axis(i)), Vec3::axis(i), eps::<T>(8.0) * scale);
        }
    }
    assert!(inverted > CASES / 2 && inverted < CASES, "{inverted}");
    assert_eq!(Mat3::<T>::IDENTITY.inverse(), Some(Mat3::IDENTITY));
}

fn inverse_at_every_size<T: Real>() {
    let mut rng = Rng::new(8);
    for scale in [extreme(), T::ONE / extreme()] {
        let m: Mat3<T> = rng.rotation3::<T>().to_matrix() * scale;
        let inverse = m.inverse().unwrap();
        for i in 0..3 {
            near(inverse * (m * Vec3::axis(i)), Vec3::axis(i), eps::<T>(8.0));
        }
    }
    assert_eq!(Mat3::<T>::diagonal(T::ONE, T::INFINITY, T::ONE).inverse(), None);
    assert_eq!(Mat3::<T>::diagonal(T::ONE, T::of(f64::NAN), T::ONE).inverse(), None);
    assert_eq!(Mat3::<T>::default().inverse(), None);
}

fn other_precision<T: Real>() {
    let mut rng = Rng::new(9);
    for _ in 0..CASES {
        let (pose, flat): (Pose<Vec3<T>>, Pose<Vec2<T>>) = (rng.pose3(9.0), rng.pose2(9.0));
        let wide: Pose<Vec3<f64>> = pose.cast();
        // Unit to the last digit of the wider precision, and the same place again on the way back.
        let length = wide.rotation().to_xyzw().iter().map(|c| c * c).sum::<f64>();
        assert!((length - 1.0).abs() <= 4.0 * f64::EPSILON);
        let back: Pose<Vec3<T>> = wide.cast();
        assert_eq!(back.translation(), pose.translation());
        assert!(apart(back.rotation(), pose.rotation()) <= eps::<T>(8.0));
        let back: Pose<Vec2<T>> = flat.cast::<f64>().cast();
        assert_eq!(back.translation(), flat.translation());
        assert!((back.rotation().angle() - flat.rotation().angle()).abs().f64() <= eps::<T>(8.0));
        let narrow: Rot2<f32> = flat.rotation().cast();
        assert!((narrow.cos() - f32::of(flat.rotation().cos().f64())).abs() <= f32::EPSILON);
    }
    let far = Pose::<Vec3<f64>>::at([1e40, 0.0, -1e300]);
    let said = text(far.try_cast::<f32>());
    assert!(said.contains("translation x") && said.contains("translation z"), "{said}");
    assert!(far.try_cast::<f64>().is_ok());
}
