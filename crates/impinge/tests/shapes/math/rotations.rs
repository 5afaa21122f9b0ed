//! Rotations of the plane and of space.

use impinge::math::UNIT_TOLERANCE;
use impinge::{PoseError, Real, Rot2, Rot3, Rotation, Vec2, Vec3, Vector};
use impinge_scenes::Rng;
use impinge_tests::in_both_precisions;

use super::{CASES, eps, extreme, length, near, power, smallest_exponent};

in_both_precisions! {
    plane_laws, space_laws, long_chains_stay_unit, axis_and_angle, rodrigues, between_any,
    between_nearly_opposite, between_special, nearly_unit, far_from_unit, any_length, refused,
}

fn turn<T: Real>(rng: &mut Rng) -> Rot2<T> {
    Rot2::from_angle(T::of(rng.between(-7.0, 7.0)))
}

/// The length of a quaternion in `f64`.
fn quaternion_length<T: Real>(rotation: &Rot3<T>) -> f64 {
    rotation.to_xyzw().iter().map(|c| c.f64() * c.f64()).sum::<f64>().sqrt()
}

/// Undone by its inverse, lengths and angles kept, composition associative: for vectors up to length 1.
fn laws<V: Vector>([a, b, c]: [V::Rotation; 3], [v, w]: [V; 2]) {
    let tolerance = |k| eps::<V::Scalar>(k);
    near(a.unrotate(a.rotate(v)), v, tolerance(8.0));
    near(a.rotate(a.unrotate(v)), v, tolerance(8.0));
    near(a.inverse().rotate(v), a.unrotate(v), 0.0);
    assert_eq!(a.inverse().inverse(), a);
    near(a.compose(&a.inverse()).rotate(v), v, tolerance(8.0));
    near(a.compose(&b).rotate(v), a.rotate(b.rotate(v)), tolerance(12.0));
    near(a.compose(&b.compose(&c)).rotate(v), a.compose(&b).compose(&c).rotate(v), tolerance(12.0));
    near(V::Rotation::IDENTITY.compose(&a).rotate(v), a.rotate(v), tolerance(8.0));
    assert_eq!(V::Rotation::IDENTITY.rotate(v), v);
    assert_eq!(V::Rotation::default(), V::Rotation::IDENTITY);
    assert!((length(a.rotate(v)) - length(v)).abs() <= tolerance(8.0));
    assert!((a.rotate(v).dot(a.rotate(w)) - v.dot(w)).f64().abs() <= tolerance(12.0));
}

fn plane_laws<T: Real>() {
    let mut rng = Rng::new(1);
    for _ in 0..CASES {
        let rotations = [(); 3].map(|()| turn::<T>(&mut rng));
        laws(rotations, [rng.unit2(), rng.unit2()]);
        // Turning does not depend on where one starts.
        let [a, b, _] = rotations;
        assert_eq!((a.compose(&b).cos(), a.compose(&b).sin()), (b.compose(&a).cos(), b.compose(&a).sin()));
        assert_eq!(a.rotate_inertia(T::TWO), T::TWO);
    }
}

fn space_laws<T: Real>() {
    let mut rng = Rng::new(2);
    for _ in 0..CASES {
        let rotations = [(); 3].map(|()| rng.rotation3::<T>());
        laws(rotations, [rng.in_ball(), rng.in_ball()]);
        let ([a, ..], v) = (rotations, rng.in_ball::<T>());
        let matrix = a.to_matrix();
        near(matrix * v, a.rotate(v), eps::<T>(8.0));
        near(matrix.transpose_mul(v), a.unrotate(v), eps::<T>(8.0));
        near(matrix.x_axis.cross(matrix.y_axis), matrix.z_axis, eps::<T>(8.0));
    }
}

fn long_chains_stay_unit<T: Real>() {
    let mut rng = Rng::new(3);
    let (mut plane, mut space) = (Rot2::<T>::IDENTITY, Rot3::<T>::IDENTITY);
    for _ in 0..20_000 {
        plane = plane.compose(&turn(&mut rng));
        space = space.compose(&rng.rotation3());
        assert!((length(Vec2::new(plane.cos(), plane.sin())) - 1.0).abs() <= eps::<T>(2.0));
        assert!((quaternion_length(&space) - 1.0).abs() <= eps::<T>(2.0));
    }
    // And the last is still a rotation: lengths and handedness are kept.
    let m = space.to_matrix();
    assert!((m.x_axis.cross(m.y_axis).dot(m.z_axis).f64() - 1.0).abs() <= eps::<T>(12.0));
}

fn axis_and_angle<T: Real>() {
    let quarter = T::PI * T::HALF;
    near(Rot2::from_angle(quarter).rotate(Vec2::axis(0)), Vec2::<T>::axis(1), eps::<T>(1.0));
    for i in 0..3 {
        // Counter-clockwise about each axis: the next goes to the one after it.
        let rotation = Rot3::from_axis_angle(Vec3::<T>::axis(i), quarter);
        near(rotation.rotate(Vec3::axis(i + 1)), Vec3::axis(i + 2), eps::<T>(2.0));
        near(rotation.rotate(Vec3::axis(i)), Vec3::axis(i), 0.0);
    }
    let mut rng = Rng::new(4);
    for _ in 0..CASES {
        let (a, b) = (T::of(rng.between(-3.0, 3.0)), T::of(rng.between(-3.0, 3.0)));
        let sum = Rot2::from_angle(a).compose(&Rot2::from_angle(b));
        let (sin, cos) = (a.f64() + b.f64()).sin_cos();
        near(Vec2::new(sum.cos(), sum.sin()).cast(), Vec2::new(cos, sin), eps::<T>(3.0));
        let back = Rot2::try_from_cos_sin(sum.cos(), sum.sin()).unwrap();
        near(Vec2::new(back.cos(), back.sin()), Vec2::new(sum.cos(), sum.sin()), eps::<T>(2.0));
    }
}

/// R v = v cos θ + (k × v) sin θ + k (k · v) (1 - cos θ), in `f64`, for axes of any length.
fn rodrigues<T: Real>() {
    let mut rng = Rng::new(5);
    for _ in 0..CASES {
        let (axis, v) = (rng.unit3::<T>(), rng.in_ball::<T>());
        let angle = T::of(rng.between(-7.0, 7.0));
        let (sin, cos) = angle.f64().sin_cos();
        let (k, w) = (axis.cast::<f64>().unit(), v.cast::<f64>());
        let expected = w * cos + k.cross(w) * sin + k * (k.dot(w) * (1.0 - cos));
        for scale in [T::ONE, extreme(), T::ONE / extreme()] {
            let rotation = Rot3::from_axis_angle(axis * scale, angle);
            near(rotation.rotate(v).cast(), expected, eps::<T>(8.0));
        }
    }
    let identity = Rot3::from_axis_angle([T::ZERO, T::ONE, T::ZERO], T::ZERO);
    assert_eq!(identity, Rot3::IDENTITY);
}

/// Turns `a` to `b` about an axis at a right angle to both, by the angle between them.
#[track_caller]
fn shortest<T: Real>(from: Vec3<T>, to: Vec3<T>) {
    let rotation = Rot3::between(from, to);
    let (a, b) = (from.unit(), to.unit());
    near(rotation.rotate(a), b, eps::<T>(6.0));
    let [x, y, z, w] = rotation.to_xyzw();
    let axis = Vec3::new(x, y, z).cast::<f64>();
    assert!(axis.dot(a.cast()).abs() <= eps::<T>(4.0), "the axis is {axis:?}");
    assert!(axis.dot(b.cast()).abs() <= eps::<T>(4.0), "the axis is {axis:?}");
    let half = (a.cast::<f64>() + b.cast::<f64>()).norm() * 0.5;
    assert!((w.f64().abs() - half).abs() <= eps::<T>(4.0), "cosine {w} and not {half}");
    assert!((quaternion_length(&rotation) - 1.0).abs() <= eps::<T>(2.0));
}

fn between_any<T: Real>() {
    let mut rng = Rng::new(6);
    for _ in 0..CASES {
        let (a, b) = (rng.unit3::<T>(), rng.unit3::<T>());
        shortest(a, b);
        shortest(a * extreme::<T>(), b * (T::ONE / extreme::<T>()));
        shortest(a, a);
        shortest(a, -a);
    }
}

/// Rotations between directions that are almost exactly opposite lost half of their digits once: a + b has few
/// correct ones left there. The image must be as close as anywhere else.
fn between_nearly_opposite<T: Real>() {
    let mut rng = Rng::new(7);
    let (mut opposite, mut close) = (0, 0);
    for _ in 0..CASES {
        let a: Vec3<T> = rng.unit3();
        // From a right angle down to where nothing is left of the difference.
        let off = T::of(10.0_f64.powf(rng.between(-20.0, 0.0)));
        let b = (rng.unit3() * off - a).unit();
        shortest(a, b);
        shortest(b, a);
        shortest(a, -b);
        opposite += usize::from(a == -b);
        close += usize::from(a != -b && length(a + b) < T::EPSILON.f64().sqrt());
    }
    assert!(opposite > 10 && close > 200, "{opposite} {close}");
}

fn between_special<T: Real>() {
    let axes: Vec<Vec3<T>> = (0..3).flat_map(|i| [Vec3::axis(i), -Vec3::axis(i)]).collect();
    for &a in &axes {
        assert_eq!(Rot3::between(a, a), Rot3::IDENTITY);
        for &b in &axes {
            shortest(a, b);
            shortest(a, b + Vec3::splat(power(smallest_exponent::<T>())));
        }
    }
    // Directions without length stand for the first axis, as everywhere.
    shortest::<T>(Vec3::ZERO, Vec3::axis(1));
    shortest(Vec3::new(T::of(f64::NAN), T::ZERO, T::INFINITY), -Vec3::axis(2));
}

fn nearly_unit<T: Real>() {
    let mut rng = Rng::new(8);
    for _ in 0..CASES {
        let xyzw = rng.rotation3::<T>().to_xyzw();
        let factor = T::of(1.0 + rng.between(-0.99, 0.99) * UNIT_TOLERANCE);
        let rotation = Rot3::try_from_xyzw(xyzw.map(|c| c * factor)).unwrap();
        assert!((quaternion_length(&rotation) - 1.0).abs() <= eps::<T>(2.0));
        for (a, b) in rotation.to_xyzw().iter().zip(xyzw) {
            assert!((a.f64() - b.f64()).abs() <= eps::<T>(2.0));
        }
        assert_eq!(Rot3::from_xyzw(xyzw.map(|c| c * factor)), rotation);
        let array = <[T; 4]>::from(rotation);
        assert_eq!((array, Rot3::try_from(array).is_ok()), (rotation.to_xyzw(), true));
        let (sin, cos) = T::of(rng.between(0.0, 7.0)).sin_cos();
        let turn = Rot2::try_from_cos_sin(cos * factor, sin * factor).unwrap();
        near(Vec2::new(turn.cos(), turn.sin()), Vec2::new(cos, sin), eps::<T>(2.0));
    }
}

fn text<R>(result: Result<R, PoseError>) -> String {
    result.map_or_else(|error| error.to_string(), |_| "accepted".into())
}

fn far_from_unit<T: Real>() {
    for factor in [1.0 - 1.1 * UNIT_TOLERANCE, 1.0 + 1.1 * UNIT_TOLERANCE, 0.0625, 3.0] {
        let length = T::of(factor);
        let why = format!("has length {} but must be 1; normalize it first", length.f64());
        let result = Rot3::try_from_xyzw([T::ZERO, T::ZERO, -length, T::ZERO]);
        assert_eq!(text(result), format!("invalid pose: quaternion {why}"));
        let result = Rot2::try_from_cos_sin(length, T::ZERO);
        assert_eq!(text(result), format!("invalid pose: cosine and sine {why}"));
        // The same factor in all components.
        let mut rng = Rng::new(9);
        for _ in 0..CASES {
            let xyzw = rng.rotation3::<T>().to_xyzw().map(|c| c * length);
            assert!(text(Rot3::try_from_xyzw(xyzw)).contains("but must be 1; normalize it first"));
            assert!(Rot3::try_normalize_xyzw(xyzw).is_ok());
        }
    }
}

fn any_length<T: Real>() {
    let mut rng = Rng::new(10);
    let huge = power::<T>(T::MAX_EXPONENT);
    for _ in 0..CASES {
        let xyzw = rng.rotation3::<T>().to_xyzw();
        for scale in [huge, extreme(), T::of(0.3), T::ONE / extreme()] {
            let rotation = Rot3::try_normalize_xyzw(xyzw.map(|c| c * scale)).unwrap();
            assert!((quaternion_length(&rotation) - 1.0).abs() <= eps::<T>(2.0));
            for (a, b) in rotation.to_xyzw().iter().zip(xyzw) {
                assert!((a.f64() - b.f64()).abs() <= eps::<T>(2.0));
            }
        }
    }
    let least = power::<T>(smallest_exponent::<T>());
    let three_four = [3.0, 0.0, -4.0, 0.0].map(|c| T::of(c) * least);
    let [x, _, z, _] = Rot3::try_normalize_xyzw(three_four).unwrap().to_xyzw();
    assert_eq!((x, z), (T::of(0.6), T::of(-0.8)));
}

fn refused<T: Real>() {
    let (nan, inf) = (T::of(f64::NAN), T::INFINITY);
    let (o, i) = (T::ZERO, T::ONE);
    for read in [Rot3::try_from_xyzw, Rot3::try_normalize_xyzw] {
        assert_eq!(text(read([o; 4])), "invalid pose: quaternion is zero but must not be");
        assert_eq!(text(read([o, nan, o, i])), "invalid pose: quaternion is NaN but must be finite");
        let two = "invalid pose: quaternion is inf but must be finite; quaternion is -inf but must be finite";
        assert_eq!(text(read([inf, o, -inf, i])), two);
    }
    assert_eq!(text(Rot2::try_from_cos_sin(o, o)), "invalid pose: cosine and sine is zero but must not be");
    assert_eq!(text(Rot2::try_from_angle(nan)), "invalid pose: angle is NaN but must be finite");
    let all = text(Rot3::try_from_axis_angle([nan, i, inf], -inf));
    let parts = ["rotation axis is NaN", "rotation axis is inf", "angle is -inf"];
    assert_eq!(all, format!("invalid pose: {} but must be finite", parts.join(" but must be finite; ")));
    let zero = text(Rot3::try_from_axis_angle([o, -o, o], i));
    assert_eq!(zero, "invalid pose: rotation axis is zero but must not be");
    let panic = std::panic::catch_unwind(|| Rot3::from_xyzw([T::ONE; 4])).unwrap_err();
    let said = panic.downcast_ref::<String>().unwrap();
    assert_eq!(said, "invalid pose: quaternion has length 2 but must be 1; normalize it first");
}
