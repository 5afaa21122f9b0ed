//! EPA in the plane against a fan of directions, the axes of polygons, and closed forms.

use impinge::study::epa::{MAX_VERTICES, epa2};
use impinge::study::gjk::{Gjk, Goal, MAX_STEPS, Voronoi};
use impinge::study::observe::{Interval, Status, Step};
use impinge::study::pair::{Obstacle, Vertex, separation};
use impinge::{ConvexPolygon, Ellipse, Pose, Real, Rectangle, Rot2, Segment2, Support, Vec2};
use impinge_scenes::{Rng, clouds};

use crate::native::Core2;

type Native<'a, T> = crate::native::Native<'a, Vec2<T>>;

/// A pair in its own precision and units, not prepared.
fn native<'a, T: Real>(a: Core2<'a, T>, b: Core2<'a, T>, pose: Pose<Vec2<T>>) -> Native<'a, T> {
    crate::native::native(a, b, &pose, 2.0)
}

/// GJK, then EPA from its simplex, where they meet.
fn depth<T: Real>(pair: &Native<'_, T>, gap: T) -> Option<Interval<Vec2<T>>> {
    let goal = Goal { far: T::ZERO, near: pair.rounding, gap: T::ZERO, steps: MAX_STEPS };
    let mut gjk = Gjk::<Vec2<T>, Voronoi>::new();
    let found = gjk.run(pair, &goal, &mut ());
    if found.upper > T::of(4.0) * pair.rounding {
        return None;
    }
    let depth = epa2(pair, gjk.simplex(), gap, 1000, &mut ());
    let unit = depth.normal.norm() - T::ONE;
    assert!(unit.abs() <= T::of(4.0) * T::EPSILON, "{depth:?}");
    assert!(T::ZERO <= depth.lower && depth.lower <= depth.upper);
    let (g, _) = separation(pair, depth.normal, &Vertex::default());
    assert!((g + depth.upper).abs() <= T::of(8.0) * pair.rounding, "{g} {depth:?}");
    // The witnesses lie along the normal, deep by what the bounds say.
    let off = (depth.point_b - depth.point_a + depth.normal * depth.upper).norm();
    assert!(off <= depth.upper - depth.lower + T::of(8.0) * pair.rounding, "{off} {depth:?}");
    Some(depth)
}

/// The least depth over a fan of directions: never less than the true one.
fn fan<T: Real>(pair: &Native<'_, T>, count: usize) -> f64 {
    (0..count).fold(f64::INFINITY, |least, i| {
        let (sin, cos) = Real::sin_cos(i as f64 / count as f64 * std::f64::consts::TAU);
        let (g, _) = separation(pair, Vec2::new(cos, sin).cast(), &Vertex::default());
        least.min(-g.f64())
    })
}

/// Normals of the sides of a polygon or rectangle.
fn sides<T: Real>(core: &Core2<'_, T>, turn: Rot2<T>) -> Vec<Vec2<T>> {
    let own: Vec<Vec2<T>> = match core {
        Core2::Rectangle(_) => {
            (0..4).map(|i| Vec2::axis(i % 2) * if i < 2 { T::ONE } else { -T::ONE }).collect()
        }
        Core2::Polygon(p) => {
            let v = p.vertices();
            (0..v.len()).map(|i| -(v[(i + 1) % v.len()] - v[i]).perp().unit()).collect()
        }
        _ => vec![],
    };
    own.into_iter().map(|n| turn.rotate(n)).collect()
}

/// The least depth of polygons: over the normals of the sides of both.
fn by_sides<T: Real>(pair: &Native<'_, T>, pose: &Pose<Vec2<T>>) -> T {
    let of_a = sides(&pair.a, Rot2::IDENTITY);
    let of_b = sides(&pair.b, pose.rotation()).into_iter().map(|n| -n);
    of_a.into_iter().chain(of_b).fold(T::INFINITY, |least, n| {
        let (g, _) = separation(pair, n, &Vertex::default());
        least.min(-g)
    })
}

fn polygons<T: Real>() -> Vec<ConvexPolygon<T>> {
    vec![
        ConvexPolygon::new(&clouds::circle(12, 1)),
        ConvexPolygon::new(&clouds::in_square(40, 2)),
        ConvexPolygon::new(&clouds::in_square(3, 9)),
    ]
}

fn random<T: Real>() {
    let polygons = polygons::<T>();
    let mut rng = Rng::new(7);
    let (mut met, mut flat, mut exact, mut calls, mut most) = (0, 0, 0, 0, 0);
    for _ in 0..300 {
        for i in 0..5 {
            for j in 0..5 {
                let mut core = |kind| {
                    let mut length = || T::of(rng.between(0.1, 1.0));
                    match kind {
                        0 => Core2::Segment(Segment2::new(length())),
                        1 => Core2::Ellipse(Ellipse::new([length(), length()])),
                        2 => Core2::Rectangle(Rectangle::new([length(), length()])),
                        _ => Core2::Polygon(&polygons[rng.below(3)]),
                    }
                };
                let (a, b) = (core(i), core(j));
                let pose = rng.pose2::<T>(0.8);
                let pair = native(a, b, pose);
                let gap = T::of(4.0) * pair.rounding;
                let Some(found) = depth(&pair, gap) else { continue };
                met += 1;
                calls += found.calls;
                most = most.max(found.calls);
                if i >= 2 && j >= 2 {
                    flat += 1;
                    let truth = by_sides(&pair, &pose);
                    assert!((found.upper - truth).abs() <= gap + pair.rounding, "{found:?} {truth}");
                    assert!((found.lower - truth).abs() <= gap + pair.rounding, "{found:?} {truth}");
                } else {
                    let truth = fan(&pair, 720);
                    assert!(found.lower.f64() <= truth + pair.rounding.f64(), "{found:?} {truth}");
                    assert!(found.upper.f64() <= truth * (1.0 + 1e-4) + 1e-4, "{found:?} {truth}");
                }
                exact += u32::from(found.status == Status::Converged);
            }
        }
    }
    println!(
        "{}: {met} met, {flat} polygons, {exact} converged, {} calls, most {most}",
        T::NAME,
        calls / met
    );
    assert!(met > 3000 && flat > 1000 && exact * 100 > met * 99);
}

#[test]
fn agrees_with_brute_force() {
    random::<f64>();
    random::<f32>();
}

fn circles<T: Real>() {
    let mut rng = Rng::new(9);
    for _ in 0..300 {
        let [ra, rb] = [(); 2].map(|()| T::of(rng.between(0.3, 1.0)));
        let pose = rng.pose2::<T>(0.4);
        let truth = ra + rb - pose.translation().norm();
        let circle = |r| Core2::Ellipse(Ellipse::new([r, r]));
        let pair = native(circle(ra), circle(rb), pose);
        let found = depth(&pair, T::of(4.0) * pair.rounding);
        let Some(found) = found else {
            assert!(truth <= pair.rounding);
            continue;
        };
        assert!(found.lower <= truth + pair.rounding && truth - pair.rounding <= found.upper);
        if found.status == Status::Converged {
            assert!((found.upper - truth).abs() <= T::of(6.0) * pair.rounding);
            // h(m) exceeds the depth by |c| (1 − cos) = |c| |m − n|²/2, where c is from center to center.
            let (n, c) = (pose.translation().unit(), pose.translation().norm());
            let excess = (found.normal - n).norm_squared() * c * T::HALF;
            assert!(excess <= T::of(8.0) * pair.rounding, "{found:?} {n:?}");
        }
    }
    // One center: all edges are equally near, and the budget is spent. The bounds hold.
    let unit = Core2::Ellipse(Ellipse::new([T::ONE, T::ONE]));
    let pair = native(unit, unit, Pose::IDENTITY);
    let found = depth(&pair, T::ZERO).unwrap();
    assert_eq!(found.status, Status::Budget);
    assert!((found.upper - T::TWO).abs() <= pair.rounding && found.lower > T::of(1.99), "{found:?}");
    assert!(found.calls as usize <= MAX_VERTICES + 4);
}

#[test]
fn circles_are_closed_forms() {
    circles::<f64>();
    circles::<f32>();
}

fn degenerate<T: Real>() {
    let t = T::of;
    let bar = Core2::Segment(Segment2::new(T::ONE)); // along y
    let unit = Core2::Rectangle(Rectangle::new([T::ONE, T::ONE]));
    let ball = Core2::Ellipse(Ellipse::new([T::ONE, T::ONE]));
    let point = Core2::<T>::Point;
    let turned = |angle: f64, x: f64, y: f64| Pose::new([t(x), t(y)], Rot2::from_angle(t(angle)));
    let right = std::f64::consts::FRAC_PI_2;
    // Depth, and the normal if it is known up to its sign.
    let cases = [
        ("collinear bars", bar, bar, turned(0.0, 0.0, 0.5), 0.0, Some([1.0, 0.0])),
        ("bars at one place", bar, bar, turned(0.0, 0.0, 0.0), 0.0, Some([1.0, 0.0])),
        ("bars end to end", bar, bar, turned(0.0, 0.0, 2.0), 0.0, None),
        ("crossing bars", bar, bar, turned(right, 0.5, 0.0), 0.5, Some([1.0, 0.0])),
        ("point on bar", point, bar, turned(0.0, 0.0, 0.25), 0.0, Some([1.0, 0.0])),
        ("points", point, point, turned(0.0, 0.0, 0.0), 0.0, None),
        ("point in box", point, unit, turned(0.0, 0.75, 0.1), 0.25, Some([1.0, 0.0])),
        ("point at corner", point, unit, turned(0.0, 1.0, 1.0), 0.0, None),
        ("boxes at one place", unit, unit, turned(0.0, 0.0, 0.0), 2.0, None),
        ("boxes face to face", unit, unit, turned(0.0, 2.0, 0.5), 0.0, Some([1.0, 0.0])),
        ("boxes corner to corner", unit, unit, turned(0.0, 2.0, 2.0), 0.0, None),
        ("box on diamond", unit, unit, turned(right / 2.0, 2.0, 0.0), 2_f64.sqrt() - 1.0, Some([1.0, 0.0])),
        ("balls touching", ball, ball, turned(0.0, 1.2, 1.6), 0.0, None),
        ("point at center", point, ball, turned(0.0, 0.0, 0.0), 1.0, None),
        ("bar through box", bar, unit, turned(0.0, 0.25, 0.0), 0.75, Some([1.0, 0.0])),
    ];
    for (name, a, b, pose, truth, normal) in cases {
        for flip in [false, true] {
            let pose = if flip { pose.inverse() } else { pose };
            let pair = if flip { native(b, a, pose) } else { native(a, b, pose) };
            let found =
                depth(&pair, T::of(4.0) * pair.rounding).unwrap_or_else(|| panic!("{name} do not meet"));
            let few = T::of(16.0) * pair.rounding;
            assert!(found.lower <= t(truth) + few && t(truth) - few <= found.upper, "{name}: {found:?}");
            let slack = if found.status == Status::Budget { t(1e-3) } else { few };
            assert!(found.upper - found.lower <= slack, "{name}: {found:?}");
            if let (Some(n), false) = (normal, flip) {
                let along = found.normal.dot(Vec2::from(n.map(t))).abs();
                assert!(along > t(1.0 - 1e-5), "{name}: {found:?}");
            }
        }
    }
}

#[test]
fn degenerate_pairs_have_a_true_depth() {
    degenerate::<f64>();
    degenerate::<f32>();
}

/// From A to B: A at the origin, B to the right, deep by 0.5.
#[test]
fn normal_points_from_a_to_b() {
    let unit = Core2::Rectangle(Rectangle::new([1.0, 1.0]));
    let found = depth(&native(unit, unit, Pose::at([1.5, 0.1])), 0.0).unwrap();
    assert_eq!(found.normal, Vec2::new(1.0, 0.0));
    assert_eq!((found.upper, found.lower), (0.5, 0.5));
    assert_eq!(found.point_b - found.point_a, Vec2::new(-0.5, 0.0));
    assert!(unit.support(found.normal).x - found.point_a.x == 0.0);
}

#[test]
fn observer_sees_the_polygon() {
    let ball = Core2::Ellipse(Ellipse::new([1.0, 0.5]));
    let pair = native(ball, ball, Pose::at([0.3, 0.2]));
    let goal = Goal { far: 0.0, near: 0.0, gap: 0.0, steps: MAX_STEPS };
    let mut gjk = Gjk::<Vec2<f64>, Voronoi>::new();
    gjk.run(&pair, &goal, &mut ());
    let (mut steps, mut last) = (0, f64::NEG_INFINITY);
    let found = epa2(&pair, gjk.simplex(), 1e-9, 1000, &mut |step: &Step<'_, Vec2<f64>>| {
        steps += 1;
        assert_eq!(step.vertices.len(), step.faces.len());
        assert!(step.bounds[0] <= step.bounds[1] && -step.bounds[1] >= last);
        last = -step.bounds[1];
    });
    assert!(steps > 3 && found.status == Status::Converged && pair.size() > 0.0);
}
