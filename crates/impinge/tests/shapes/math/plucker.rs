//! Lines in Plücker coordinates: sides, their error bounds, moving lines and the first root of a quadratic.

use impinge::math::plucker::{Line, first_root};
use impinge::{Real, Rot3, Vec3};
use impinge_scenes::Rng;
use impinge_tests::in_both_precisions;

in_both_precisions!(
    sides_are_those_of_the_paper,
    errors_are_bounded,
    closed_forms_agree_with_moved_lines,
    a_point_that_falls_inside_has_positive_sides,
    roots_agree_with_a_scan
);

fn point<T: Real>(rng: &mut Rng) -> Vec3<T> {
    Vec3::new(rng.between(-4.0, 4.0), rng.between(-4.0, 4.0), rng.between(-4.0, 4.0)).cast()
}

/// The six numbers of section 2.1, written as there.
fn six<T: Real>(a: Vec3<T>, b: Vec3<T>) -> [T; 6] {
    [a.x * b.y - b.x * a.y, a.x * b.z - b.x * a.z, a.x - b.x, a.y * b.z - b.y * a.z, a.z - b.z, b.y - a.y]
}

/// Our side is the paper's permuted inner product.
fn sides_are_those_of_the_paper<T: Real>() {
    let mut rng = Rng::new(1);
    for _ in 0..1000 {
        let [a, b, c, d] = [(); 4].map(|()| point::<T>(&mut rng));
        let (p, q) = (six(a, b), six(c, d));
        let s = p[0] * q[4] + p[1] * q[5] + p[2] * q[3] + p[4] * q[0] + p[5] * q[1] + p[3] * q[2];
        let (p, q) = (Line::through(a, b), Line::through(c, d));
        let within = p.side_within(&q, Line::reach(a, b), Line::reach(c, d));
        assert!((within.value - s).abs() <= T::TWO * within.error);
        assert_eq!(p.reversed().side(&q), -p.side(&q));
        assert_eq!(p.side(&q), q.side(&p));
    }
    // The example of the misprint.
    let (x, y, z) = (Vec3::<T>::axis(0), Vec3::axis(1), Vec3::axis(2));
    assert_eq!(Line::through(Vec3::ZERO, x).side(&Line::through(y, z)), -T::ONE);
}

/// On whole numbers the exact side is known; on others the exact predicate has its sign.
fn errors_are_bounded<T: Real>() {
    let mut rng = Rng::new(2);
    let mut close = 0;
    for _ in 0..20_000 {
        let [a, b, c] = [(); 3].map(|()| point::<T>(&mut rng));
        // Half of the time d lies nearly in the plane of the others.
        let weights = [rng.between(-1.0, 1.0), rng.between(-1.0, 1.0)].map(T::of);
        let d = if rng.bits() & 1 == 0 {
            point(&mut rng)
        } else {
            a + (b - a) * weights[0] + (c - a) * weights[1]
        };
        let within =
            Line::through(a, b).side_within(&Line::through(c, d), Line::reach(a, b), Line::reach(c, d));
        let coordinates = [a, b, c, d].map(|p| {
            let [x, y, z] = p.to_array().map(Real::f64);
            robust::Coord3D { x, y, z }
        });
        // orient3d is positive if d lies below the plane of a b c, that is (a - d) · ((b - d) × (c - d)), which is ours.
        let exact = robust::orient3d(coordinates[0], coordinates[1], coordinates[2], coordinates[3]);
        // Its value is rounded, with a small relative error wherever it matters here.
        assert!(
            (within.value.f64() - exact).abs() <= within.error.f64() + 1e-12 * exact.abs(),
            "{within:?} {exact}"
        );
        close += usize::from(within.value.abs() <= within.error);
    }
    assert!(close > 2000, "{close}");
}

/// The closed forms for lines that move agree with lines that were moved.
fn closed_forms_agree_with_moved_lines<T: Real>() {
    let mut rng = Rng::new(3);
    for _ in 0..2000 {
        let [a, b, c, d, v] = [(); 5].map(|()| point::<T>(&mut rng));
        let (p, q) = (Line::through(a, b), Line::through(c, d));
        let tolerance = T::of(2000.0) * T::EPSILON;
        let f = T::of(rng.between(0.0, 1.0));
        let moved = Line::through(a + v * f, b + v * f).side(&q);
        assert!((p.side(&q) + f * p.side_rate(&q, v) - moved).abs() <= tolerance * T::of(8.0));
        // The paper's β is minus our rate: f = α/β is where the side is zero.
        let rate = p.side_rate(&q, v);
        if rate.abs() > T::ONE {
            let f = -p.side(&q) / rate;
            let scale = T::ONE + f.abs();
            assert!(
                Line::through(a + v * f, b + v * f).side(&q).abs() <= tolerance * scale * scale * T::of(32.0)
            );
        }
        let angle = rng.between(-3.0, 3.0);
        let axis = if rng.bits() & 1 == 0 { Vec3::axis(2) } else { rng.unit3::<T>() };
        let turn = Rot3::from_axis_angle(axis, T::of(angle));
        let turned = Line::through(turn.rotate(a), turn.rotate(b)).side(&q);
        let half_tangent = T::of((angle / 2.0).tan());
        let side = p.side_turning(&q, axis);
        assert!((side.at(half_tangent) - turned).abs() <= tolerance * T::of(4.0));
    }
}

/// A point that falls onto the front of a counter-clockwise triangle has a positive side to all its edges.
fn a_point_that_falls_inside_has_positive_sides<T: Real>() {
    let mut rng = Rng::new(4);
    let mut hits = 0;
    for _ in 0..2000 {
        let [a, b, c] = [(); 3].map(|()| point::<T>(&mut rng));
        let normal = (b - a).cross(c - a);
        let (s, t) = (rng.between(0.1, 0.4), rng.between(0.1, 0.4));
        let inside = a + (b - a) * T::of(s) + (c - a) * T::of(t);
        let velocity = point::<T>(&mut rng);
        if velocity.dot(normal) > -T::ONE {
            continue;
        }
        hits += 1;
        let path = Line::path(inside - velocity, velocity);
        for (from, to) in [(a, b), (b, c), (c, a)] {
            assert!(path.side(&Line::through(from, to)) > T::ZERO);
        }
        // Past the edge a b.
        let outside = Line::path(a + a - inside, velocity);
        assert!([(a, b), (b, c), (c, a)].iter().any(|&(p, q)| outside.side(&Line::through(p, q)) < T::ZERO));
    }
    assert!(hits > 500);
}

/// Against a scan of the quadratic, with the cases of sections 2.4 and 2.5.
fn roots_agree_with_a_scan<T: Real>() {
    let at = |[a, b, c]: [T; 3], r: T| (a * r + T::TWO * b) * r + c;
    let mut rng = Rng::new(5);
    let mut found = 0;
    for _ in 0..5000 {
        let pick = |rng: &mut Rng| T::of([0.0, rng.between(-1.0, 1.0), rng.between(-1.0, 1.0)][rng.below(3)]);
        let (a, b, c) = (pick(&mut rng), pick(&mut rng), T::of(rng.between(0.001, 1.0)));
        let scale = a.abs() + b.abs() + c.abs();
        let root = first_root(a, b, c);
        for i in 0..200 {
            let r = T::of(f64::from(i) * 0.05);
            if root.is_none_or(|root| r < root * T::of(0.999)) {
                let tolerance = T::of(16.0) * T::EPSILON * scale * (T::ONE + r * r);
                assert!(at([a, b, c], r) >= -tolerance, "{a} {b} {c} {r}");
            }
        }
        if let Some(r) = root {
            found += 1;
            let tolerance = T::of(16.0) * T::EPSILON * scale * (T::ONE + r * r);
            assert!(at([a, b, c], r).abs() <= tolerance, "{a} {b} {c} {r}");
        }
    }
    assert!(found > 2000);
    // a = 0: −c/(2b). Axis across the plane: nothing. A start at or below zero: at once.
    assert_eq!(first_root(T::ZERO, -T::ONE, T::ONE), Some(T::HALF));
    assert_eq!(first_root(T::ONE, T::ZERO, T::ONE), None);
    assert_eq!(first_root(T::ZERO, T::ZERO, T::ONE), None);
    assert_eq!(first_root(T::ONE, T::ONE, T::ZERO), Some(T::ZERO));
    assert_eq!(first_root(T::of(f64::NAN), T::ONE, T::ONE), None);
}
