//! Vectors of both dimensions.

use impinge::{Real, Vec2, Vec3, Vector};
use impinge_scenes::Rng;
use impinge_tests::in_both_precisions;

use super::{CASES, eps, extreme, length, near, power, smallest_exponent, whole2, whole3};

in_both_precisions! {
    components, products_of_the_plane, products_of_space, lengths_are_exact_at_every_size,
    directions_do_not_depend_on_size, extreme_lengths, no_length, unit_of_any_direction, orthogonal,
}

fn components<T: Real>() {
    let n = |x: f64| T::of(x);
    let v = Vec3::new(n(1.0), n(-2.0), n(3.0));
    let w = Vec3::from([n(0.5), n(4.0), n(-6.0)]);
    assert_eq!(<[T; 3]>::from(v), v.to_array());
    assert_eq!((v.get(0), v.get(1), v.get(2)), (v.x, v.y, v.z));
    assert_eq!(v.xy(), Vec2::new(v.x, v.y));
    assert_eq!(v.min(w).to_array(), [0.5, -2.0, -6.0].map(n));
    assert_eq!(v.max(w).to_array(), [1.0, 4.0, 3.0].map(n));
    assert_eq!(Vector::abs(v).to_array(), [1.0, 2.0, 3.0].map(n));
    assert_eq!((v + w - w, v * T::TWO, -v), (v, v + v, Vec3::ZERO - v));
    let mut sum = v;
    sum += w;
    assert_eq!(sum, v + w);
    sum -= v;
    assert_eq!(sum, w);
    assert_eq!(v.zip(w, |a, _| a), v);
    assert_eq!(w.max_abs(), n(6.0));
    assert_eq!(Vec3::new(n(f64::NAN), n(-2.0), n(1.0)).max_abs(), n(2.0));
    assert!(v.is_finite() && !Vec3::new(n(1.0), T::INFINITY, n(0.0)).is_finite());
    assert!(!Vec2::new(n(f64::NAN), n(0.0)).is_finite());
    for i in 0..3 {
        assert_eq!(Vec3::<T>::axis(i), Vec3::<T>::axis(i + 3));
        assert_eq!(Vec3::<T>::axis(i).get(i), T::ONE);
        assert_eq!(Vec3::<T>::axis(i).dot(Vec3::splat(T::ONE)), T::ONE);
    }
    assert_eq!(Vec2::<T>::axis(3), Vec2::new(T::ZERO, T::ONE));
    // To nearest, and back without loss.
    let third = Vec2::new(1.0 / 3.0, -2.0 / 3.0);
    assert_eq!(third.cast::<T>(), Vec2::new(T::of(1.0 / 3.0), T::of(-2.0 / 3.0)));
    assert_eq!(third.cast::<T>().cast::<f64>().cast::<T>(), third.cast::<T>());
}

fn products_of_the_plane<T: Real>() {
    let mut rng = Rng::new(1);
    for _ in 0..CASES {
        let [a, b, c] = [(); 3].map(|()| whole2::<T>(&mut rng));
        assert_eq!(a.dot(b), b.dot(a));
        assert_eq!(a.dot(b + c), a.dot(b) + a.dot(c));
        assert_eq!(a.perp_dot(b), -b.perp_dot(a));
        assert_eq!(a.perp_dot(b), a.perp().dot(b));
        assert_eq!(a.dot(a.perp()), T::ZERO);
        assert_eq!(a.perp().perp(), -a);
        // Lagrange: the products are cosine and sine times the lengths.
        let (cos, sin) = (a.dot(b), a.perp_dot(b));
        assert_eq!(cos * cos + sin * sin, a.norm_squared() * b.norm_squared());
    }
    assert_eq!(Vec2::<T>::axis(0).perp(), Vec2::axis(1));
}

fn products_of_space<T: Real>() {
    let mut rng = Rng::new(2);
    for _ in 0..CASES {
        let [a, b, c] = [(); 3].map(|()| whole3::<T>(&mut rng));
        assert_eq!(a.dot(b), b.dot(a));
        assert_eq!(a.dot(b + c), a.dot(b) + a.dot(c));
        assert_eq!(a.cross(b), -b.cross(a));
        assert_eq!(a.cross(a), Vec3::ZERO);
        assert_eq!((a.dot(a.cross(b)), b.dot(a.cross(b))), (T::ZERO, T::ZERO));
        assert_eq!(a.dot(b.cross(c)), b.dot(c.cross(a)));
        assert_eq!(a.cross(b).cross(c), b * a.dot(c) - a * b.dot(c));
        assert_eq!(a.cross(b.cross(c)) + b.cross(c.cross(a)) + c.cross(a.cross(b)), Vec3::ZERO);
        let cos = a.dot(b);
        assert_eq!(a.cross(b).norm_squared() + cos * cos, a.norm_squared() * b.norm_squared());
    }
    for i in 0..3 {
        assert_eq!(Vec3::<T>::axis(i).cross(Vec3::axis(i + 1)), Vec3::axis(i + 2), "right-handed");
    }
}

/// |(3, 4)| = 5 and |(2, 3, 6)| = 7 times every power of two, subnormal ones too, to the bit.
fn lengths_are_exact_at_every_size<T: Real>() {
    for exponent in smallest_exponent::<T>()..=T::MAX_EXPONENT - 3 {
        let scale = power::<T>(exponent);
        let n = |x: f64| T::of(x) * scale;
        let (plane, space) = (Vec2::new(n(3.0), n(-4.0)), Vec3::new(n(-2.0), n(3.0), n(6.0)));
        assert_eq!(plane.norm(), n(5.0), "2^{exponent}");
        assert_eq!(space.norm(), n(7.0), "2^{exponent}");
        let unit = plane.normalized().unwrap();
        near(unit.cast(), Vec2::new(0.6, -0.8), eps::<T>(1.0));
        let unit = space.normalized().unwrap();
        near(unit.cast(), Vec3::new(-2.0, 3.0, 6.0) * (1.0 / 7.0), eps::<T>(1.0));
    }
}

fn directions_do_not_depend_on_size<T: Real>() {
    let mut rng = Rng::new(3);
    for _ in 0..CASES {
        let v: Vec3<T> = rng.in_ball();
        // Components of a random vector are seldom below 2^-20: all stay normal numbers.
        let exponent = rng.below(2 * T::MAX_EXPONENT as usize - 60) as i32 - T::MAX_EXPONENT + 30;
        let unit = v.normalized().unwrap();
        near(unit, (v * power::<T>(exponent)).normalized().unwrap(), eps::<T>(1.0));
        assert!((length(unit) - 1.0).abs() <= eps::<T>(2.0));
        assert!((v.norm().f64() - length(v)).abs() <= eps::<T>(2.0) * length(v));
        assert!(unit.dot(v) > T::ZERO);
    }
}

fn extreme_lengths<T: Real>() {
    for scale in [extreme::<T>(), T::ONE / extreme::<T>()] {
        let v = Vec3::splat(scale);
        let relative = v.norm().f64() / scale.f64() / 3.0_f64.sqrt();
        assert!((relative - 1.0).abs() <= eps::<T>(2.0), "{relative}");
        near(v.unit().cast(), Vec3::splat(1.0 / 3.0_f64.sqrt()), eps::<T>(2.0));
        // One component beyond all measure: the others vanish, and nothing overflows.
        near(Vec2::new(scale, T::ONE / scale).unit(), Vec2::axis(usize::from(scale < T::ONE)), eps::<T>(1.0));
    }
    // The length overflows only where the true one does.
    let largest = power::<T>(T::MAX_EXPONENT);
    assert_eq!(Vec2::new(largest, T::ZERO).norm(), largest);
    assert!(Vec2::new(largest, largest).norm().is_finite());
    let beyond = largest + (largest - power(T::MAX_EXPONENT - 3));
    assert!(beyond.is_finite());
    assert_eq!(Vec3::splat(beyond).norm(), T::INFINITY);
    near(Vec3::splat(beyond).unit().cast(), Vec3::splat(1.0 / 3.0_f64.sqrt()), eps::<T>(2.0));
    // The smallest number of all.
    let least = power::<T>(smallest_exponent::<T>());
    assert_eq!(Vec3::new(T::ZERO, -least, T::ZERO).norm(), least);
    assert_eq!(Vec3::new(T::ZERO, -least, T::ZERO).unit(), -Vec3::axis(1));
}

fn no_length<T: Real>() {
    let (nan, inf) = (T::of(f64::NAN), T::INFINITY);
    for v in [Vec2::ZERO, -Vec2::ZERO, Vec2::new(nan, T::ONE), Vec2::new(T::ONE, inf), Vec2::new(-inf, nan)] {
        assert_eq!(v.normalized(), None, "{v:?}");
    }
    for v in [Vec3::ZERO, Vec3::new(nan, T::ONE, T::ONE), Vec3::new(T::ONE, inf, T::ZERO)] {
        assert_eq!(v.normalized(), None, "{v:?}");
    }
    assert_eq!(Vec3::<T>::ZERO.norm(), T::ZERO);
    assert_eq!(Vec3::new(T::ONE, -inf, T::ZERO).norm(), inf);
    assert!(Vec2::new(nan, T::ONE).norm().partial_cmp(&T::ZERO).is_none());
}

/// NaN counts as zero, infinite components outweigh finite ones, and zero is the first axis.
fn unit_of_any_direction<T: Real>() {
    let same = |given: [f64; 3], meant: [f64; 3]| {
        let (given, meant) = (Vec3::from(given), Vec3::from(meant));
        near(given.cast::<T>().unit(), meant.cast::<T>().unit(), 0.0);
        assert!((length(given.cast::<T>().unit()) - 1.0).abs() <= eps::<T>(2.0));
        if given.z == 0.0 {
            near(given.xy().cast::<T>().unit(), meant.xy().cast::<T>().unit(), 0.0);
        }
    };
    let (nan, inf) = (f64::NAN, f64::INFINITY);
    same([0.0, 0.0, 0.0], [1.0, 0.0, 0.0]);
    same([-0.0, -0.0, 0.0], [1.0, 0.0, 0.0]);
    same([nan, nan, nan], [1.0, 0.0, 0.0]);
    same([nan, 0.0, 0.0], [1.0, 0.0, 0.0]);
    same([nan, -3.0, 0.0], [0.0, -1.0, 0.0]);
    same([3.0, nan, 4.0], [3.0, 0.0, 4.0]);
    same([inf, 1e30, 0.0], [1.0, 0.0, 0.0]);
    same([5.0, -inf, 0.0], [0.0, -1.0, 0.0]);
    same([-inf, inf, 0.0], [-1.0, 1.0, 0.0]);
    same([inf, nan, -inf], [1.0, 0.0, -1.0]);
    same([-inf, -inf, -inf], [-1.0, -1.0, -1.0]);
    same([nan, inf, 7.0], [0.0, 1.0, 0.0]);
}

fn orthogonal<T: Real>() {
    let mut rng = Rng::new(4);
    let check = |v: Vec3<T>| {
        let (u, w) = (v.unit(), v.any_orthogonal());
        assert!((length(w) - 1.0).abs() <= eps::<T>(2.0), "{v:?} {w:?}");
        assert!(u.cast::<f64>().dot(w.cast()).abs() <= eps::<T>(1.0), "{v:?} {w:?}");
    };
    for _ in 0..CASES {
        let v: Vec3<T> = rng.unit3();
        for scale in [T::ONE, extreme(), T::ONE / extreme()] {
            check(v * scale);
        }
        // Close to an axis, where a poor choice would cancel.
        check(Vec3::axis(rng.below(3)) + v * T::of(1e-4));
        check(whole3(&mut rng) + Vec3::new(T::of(10.0), T::ZERO, T::ZERO));
    }
    let (nan, inf) = (T::of(f64::NAN), T::INFINITY);
    let strange = [T::ZERO, T::ONE, nan, inf, -inf];
    for x in strange {
        for y in strange {
            for z in strange {
                if x != T::ZERO || y != T::ZERO || z != T::ZERO {
                    check(Vec3::new(x, y, z));
                }
            }
        }
    }
    assert_eq!(Vec3::<T>::ZERO.any_orthogonal(), Vec3::axis(0));
}
