//! Casts in special cases: fast, thin, far, huge, tiny, touching, at rest, and NaN.

use impinge::Status;
use impinge::study::casting::advance;
use impinge::*;
use impinge_scenes::Rng;

/// Bodies that move a thousand times their size do not pass a thin plate.
fn fast<T: Real>() {
    let mut rng = Rng::new(3);
    let plate = Cuboid::new([T::of(1e-3), T::of(50.0), T::of(50.0)]);
    for round in 0..300 {
        let needle = Capsule::new(T::of(0.5), T::of(1e-3));
        let cube = Cuboid::new([T::HALF, T::HALF, T::HALF]);
        let place = Vec3::new(T::of(-rng.between(2.0, 900.0)), T::of(rng.between(-9.0, 9.0)), T::ZERO);
        let pose = Pose::new(place, rng.rotation3());
        let spin = if round % 2 == 0 { 0.0 } else { rng.between(-6.0, 6.0) };
        let motion = Motion::rotation(place, rng.unit3::<T>(), T::of(spin)).moving([
            T::of(1000.0),
            T::of(rng.between(-9.0, 9.0)),
            T::of(rng.between(-9.0, 9.0)),
        ]);
        let hits = [
            cast(&needle.at(pose), &plate, &motion, &Motion::still()),
            cast(&plate, &cube.at(pose), &Motion::still(), &motion),
        ];
        for hit in hits {
            let hit = hit.expect("it must not pass");
            let earliest = (-place.x.f64() - 1.0) / 1000.0 - 1e-3;
            let latest = -place.x.f64() / 1000.0;
            assert!(hit.time.f64() >= earliest && hit.time.f64() <= latest, "{hit:?} {latest}");
            assert!(hit.status == Status::Converged && hit.normal.x.abs().f64() > 0.99, "{hit:?}");
        }
    }
}

#[test]
fn fast_bodies_do_not_pass_thin_plates() {
    fast::<f64>();
    fast::<f32>();
}

#[test]
fn bodies_that_move_alike_do_not_meet() {
    let mut rng = Rng::new(9);
    let a = Cuboid::new([1.0, 0.5, 0.5]);
    for _ in 0..100 {
        let b = Cylinder::new(0.5, 0.5).at(Pose::new([1.6, 0.0, 0.0], rng.rotation3()));
        if intersects(&a, &b) {
            continue;
        }
        let motion = Motion::rotation(rng.in_ball::<f64>(), rng.unit3::<f64>(), 30.0)
            .moving(rng.in_ball::<f64>() * 9.0);
        assert!(cast(&a, &b, &motion, &motion).is_none());
        assert!(cast(&a, &b, &Motion::still(), &Motion::still()).is_none());
    }
    // Bodies that overlap meet at once, however they move.
    let b = Sphere::new(0.5).at(Pose::at([1.2, 0.0, 0.0]));
    for motion in [
        Motion::still(),
        Motion::translation([9.0, 0.0, 0.0]),
        Motion::rotation([0.0; 3], [1.0, 0.0, 0.0], 1.0),
    ] {
        let impact = cast(&a, &b, &Motion::still(), &motion).unwrap();
        assert!(impact.at_start && impact.time == 0.0 && impact.time_error == 0.0, "{impact:?}");
        assert!((impact.distance + 0.3).abs() < 1e-9, "{impact:?}");
    }
}

/// Shapes that touch at the start may part and slide; they meet where they go in.
fn touching<T: Real>() {
    let floor = Cuboid::new([T::of(20.0), T::of(20.0), T::ONE]).at(Pose::at([T::ZERO, T::ZERO, -T::ONE]));
    let up = [T::ZERO, T::ZERO, T::ONE];
    // The floor is large, and the tolerance with it.
    let soon = if T::EPSILON.f64() > 1e-10 { 2e-3 } else { 2e-7 };
    let boxes: [AnyShape<T>; 3] = [
        Cuboid::new([T::HALF, T::HALF, T::HALF]).into(),
        Sphere::new(T::HALF).into(),
        Cylinder::new(T::HALF, T::HALF).into(),
    ];
    for shape in boxes {
        let body = (&shape).at(Pose::at([T::ZERO, T::ZERO, T::HALF]));
        let go = |motion: Motion<Vec3<T>>| cast(&floor, &body, &Motion::still(), &motion);
        let slide = [T::of(3.0), T::ONE, T::ZERO];
        let center = [T::ZERO, T::ZERO, T::HALF];
        assert!(go(Motion::translation(up)).is_none(), "{shape:?} up");
        assert!(go(Motion::translation(slide)).is_none(), "{shape:?} along");
        assert!(go(Motion::rotation(center, up, T::of(2.0))).is_none(), "{shape:?} spinning");
        assert!(go(Motion::rotation(center, up, T::of(2.0)).moving(slide)).is_none(), "{shape:?} both");
        let down = go(Motion::translation([T::ONE, T::ZERO, -T::ONE])).expect("into the floor");
        assert!(down.time.f64() < soon && !down.at_start, "{shape:?} {down:?}");
    }
    // It tips over a corner, into the floor or away from it.
    let cube = Cuboid::new([T::HALF, T::HALF, T::HALF]).at(Pose::at([T::ZERO, T::ZERO, T::HALF]));
    let tip = |z: f64| {
        let about = [T::ZERO, T::ZERO, T::of(z)];
        cast(&floor, &cube, &Motion::still(), &Motion::rotation(about, [T::ONE, T::ZERO, T::ZERO], T::ONE))
    };
    assert!(tip(0.0).expect("a corner goes in").time.f64() < soon);
}

#[test]
fn shapes_that_touch_may_part_and_slide() {
    touching::<f64>();
    touching::<f32>();
}

#[test]
fn a_body_may_leave_a_contact_by_turning() {
    // A rod that lies on the plane y = 0 swings up about its end; the other side of it goes nowhere.
    let rod = Segment2::new(1.0).at(Pose::new([1.0, 0.0], Rot2::from_angle(std::f64::consts::FRAC_PI_2)));
    let floor = Rectangle::new([5.0, 1.0]).at(Pose::at([0.0, -1.0]));
    let up = cast(&floor, &rod, &Motion::still(), &Motion::turn([0.0, 0.0], 1.0));
    assert!(up.is_none(), "{up:?}");
    let down = cast(&floor, &rod, &Motion::still(), &Motion::turn([0.0, 0.0], -1.0)).unwrap();
    assert!(down.time < 1e-7, "{down:?}");
}

/// Everything times 2^k gives the same time, to the bit.
#[test]
fn scale_does_not_matter() {
    let mut rng = Rng::new(21);
    let mut hits = 0;
    for round in 0..200 {
        let turns = if round % 2 == 0 { 0.0 } else { 2.0 };
        let (place, axis) = (rng.unit3::<f64>() * 3.0, rng.unit3::<f64>());
        let (way, rotation) = ((rng.in_ball::<f64>() - place) * 1.5, rng.rotation3::<f64>());
        let go = |scale: f64| {
            let a = Cuboid::new([0.5 * scale, scale, 0.75 * scale]);
            let b = Cylinder::new(0.5 * scale, 0.5 * scale).at(Pose::new(place * scale, rotation));
            let motion = Motion::rotation(place * scale, axis, turns).moving(way * scale);
            cast(&a, &b, &Motion::still(), &motion)
                .map(|i| (i.time, i.time_error, i.normal, i.distance / scale))
        };
        let one = go(1.0);
        hits += u32::from(one.is_some());
        for scale in [2.0_f64.powi(20), 2.0_f64.powi(-20), 2.0_f64.powi(300), 2.0_f64.powi(-300)] {
            assert_eq!(one, go(scale), "times {scale:e}");
        }
    }
    assert!(hits > 80, "{hits}");
}

#[test]
fn far_from_the_origin_nothing_is_lost_but_digits_of_the_coordinates() {
    let go = |far: f64| {
        let a = Cuboid::new([0.5, 1.0, 0.75]).at(Pose::at([far, far, far]));
        let b = Cylinder::new(0.5, 0.5).at(Pose::at([far + 3.0, far + 0.25, far]));
        let motion =
            Motion::rotation([far + 3.0, far + 0.25, far], [0.5, 1.0, 0.0], 2.0).moving([-3.0, 0.0, 0.0]);
        cast(&a, &b, &Motion::still(), &motion).unwrap()
    };
    let (here, there) = (go(0.0), go(2.0_f64.powi(30)));
    assert_eq!((here.time, here.time_error, here.normal), (there.time, there.time_error, there.normal));
}

#[test]
fn grazing_balls_are_answered() {
    // They pass at exactly the sum of their radii.
    let a = Sphere::new(1.0);
    let b = Sphere::new(1.0).at(Pose::at([-5.0, 2.0, 0.0]));
    let pass = |up: f64| cast(&a, &b, &Motion::still(), &Motion::translation([10.0, up, 0.0]));
    if let Some(hit) = pass(0.0) {
        assert!(hit.time <= 0.5 && hit.time > 0.4999, "{hit:?}");
    }
    assert!(pass(0.001).is_none());
    assert!(pass(-0.001).is_some_and(|hit| hit.time > 0.48 && hit.time < 0.52));
}

#[test]
fn a_spinning_near_slide_runs_out_of_steps_and_reports_it() {
    let floor = Cuboid::new([20.0, 20.0, 1.0]).at(Pose::at([0.0, 0.0, -1.0]));
    let gear = Cylinder::new(0.1, 0.5).at(Pose::new(
        [0.0, 0.0, 0.5 + 1e-7],
        Rot3::from_axis_angle([1.0, 0.0, 0.0], std::f64::consts::FRAC_PI_2),
    ));
    // A wheel that rolls above the floor at a height of 1e-7 and turns a thousand times.
    let motion = Motion::rotation([0.0, 0.0, 0.5 + 1e-7], [0.0, 1.0, 0.0], 6000.0).moving([3.0, 0.0, 0.0]);
    let settings = CastSettings { max_steps: 64, ..CastSettings::default() };
    let found = cast_with(&floor, &gear, &Motion::still(), &motion, &settings).unwrap();
    assert_eq!(found.status, Status::Budget);
    assert!(found.distance > 5e-8 && found.time < 1.0 && found.time_error == f64::INFINITY, "{found:?}");
}

#[test]
fn nan_is_refused_or_harmless() {
    let nan = f64::NAN;
    assert!(
        Motion::<Vec3<f64>>::try_translation([nan, 0.0, f64::INFINITY])
            .is_err_and(|e| e.problems().len() == 2)
    );
    assert!(Motion::try_rotation([0.0, nan, 0.0], [0.0; 3], nan).is_err_and(|e| e.problems().len() == 3));
    assert!(Motion::try_screw([0.0; 3], [0.0, 0.0, 1.0], 1.0, nan).is_err());
    assert!(Motion::try_turn([0.0_f64, nan], 1.0).is_err());
    assert!(Motion::<Vec2<f64>>::translation([f64::LIMIT, 0.0]).try_moving([f64::LIMIT, 0.0]).is_err());
    let pose = Motion::<Vec2<f64>>::translation([1.0, 2.0]).pose(nan);
    assert_eq!(pose.translation(), Vec2::new(0.0, 0.0));
    assert_eq!(Motion::<Vec2<f64>>::translation([1.0, 2.0]).pose(7.0).translation(), Vec2::new(1.0, 2.0));
    assert!(Motion::turn([f64::LIMIT, f64::LIMIT], 3.0).pose(1.0).translation().is_finite());

    let (a, b) = (Sphere::new(1.0), Sphere::new(1.0).at(Pose::at([4.0, 0.0, 0.0])));
    let come = Motion::translation([-4.0, 0.0, 0.0]);
    for (separation, tolerance) in [(nan, Some(nan)), (-1.0, Some(-1.0)), (0.0, Some(0.0))] {
        let settings = CastSettings { separation, tolerance, ..CastSettings::default() };
        for hit in [
            cast_with(&a, &b, &Motion::still(), &come, &settings),
            advance(&a, &b, &Motion::still(), &come, &settings),
        ] {
            assert!(hit.is_some_and(|hit| (hit.time - 0.5).abs() < 1e-12), "{hit:?}");
        }
    }
    let all = CastSettings { separation: f64::INFINITY, ..CastSettings::default() };
    let hit = cast_with(&a, &b, &Motion::still(), &come, &all);
    assert!(hit.is_some_and(|hit| hit.at_start && hit.time == 0.0 && hit.distance == 2.0), "{hit:?}");
    let none = CastSettings { max_steps: 0, ..CastSettings::default() };
    let spin = Motion::rotation([4.0, 0.5, 0.0], [0.0, 0.0, 1.0], 1.0).moving([-4.0, 0.0, 0.0]);
    let hit = cast_with(&a, &b, &Motion::still(), &spin, &none).unwrap();
    assert_eq!(hit.status, Status::Budget);
}

/// Sizes and ways at both ends of what the numbers can hold: an answer, whatever it is, and no panic.
#[test]
fn extremes_do_not_panic() {
    for size in [1e-300_f64, 1e-150, 1.0, 1e150, 1e300] {
        for far in [1e-300, 1e-150, 1.0, 1e150, 1e300] {
            for way in [0.0, 1e-300, 1.0, 1e150, 1e305] {
                for angle in [0.0, 1e-300, 1.0, 1e6, 1e300] {
                    let a = Cuboid::new([size, size, size]);
                    let b = Cone::new(size, 0.5 * size).at(Pose::at([far, 0.0, 0.0]));
                    let motion =
                        Motion::rotation([0.0, far, 0.0], [0.0, 1.0, 1.0], angle).moving([-way, way, 0.0]);
                    let hits = [
                        cast(&a, &b, &Motion::still(), &motion),
                        cast(&a, &b, &motion, &Motion::translation([way, 0.0, 0.0])),
                    ];
                    for hit in hits.into_iter().flatten() {
                        assert!(hit.time >= 0.0 && hit.time <= 1.0 && !hit.time_error.is_nan(), "{hit:?}");
                    }
                }
            }
        }
    }
    // Points.
    let (p, q) = (Point::new(Vec2::new(0.0, 0.0)), Point::new(Vec2::new(1.0, 0.0)));
    let hit = cast(&p, &q, &Motion::translation([2.0, 0.0]), &Motion::still()).unwrap();
    assert!((hit.time - 0.5).abs() < 1e-12);
    assert!(cast(&p, &q, &Motion::translation([2.0, 0.01]), &Motion::still()).is_none());
    assert!(
        cast(&p, &p, &Motion::translation([2.0, 0.0]), &Motion::still()).is_none_or(|hit| hit.time == 0.0)
    );
}

/// A cast that ran out of steps reported a distance that was good enough for a step, up to a sixty-fourth off, and in `f32` of
/// another time than it reported. It must be that of its time, to within the tolerance.
fn out_of_steps<T: Real>() {
    let mut rng = Rng::new(21);
    let mut out = 0;
    for round in 0..600 {
        let mut radii = || [0.3, 0.5, 1.0].map(|r| T::of(r * rng.between(0.5, 1.0)));
        let (a, b) = (Ellipsoid::new(radii()), Ellipsoid::new(radii()));
        let place = rng.unit3::<T>() * T::of(6.0);
        let (pose_a, pose_b) = (rng.pose3::<T>(1.0), Pose::new(place, rng.rotation3()));
        let motion = Motion::rotation(place, rng.unit3::<T>(), T::of(rng.between(2.0, 9.0)))
            .moving((rng.in_ball::<T>() - place) * T::of(1.5));
        let settings = CastSettings { max_steps: 2 + round % 5, ..CastSettings::default() };
        let Some(impact) = cast_with(&a.at(pose_a), &b.at(pose_b), &Motion::still(), &motion, &settings)
        else {
            continue;
        };
        if impact.status != Status::Budget {
            continue;
        }
        out += 1;
        // The poses of the check are rounded, those of the cast are not.
        let there = distance(&a.at(pose_a), &b.at(motion.pose(impact.time) * pose_b));
        let off = (there.distance.f64() - impact.distance.f64()).abs();
        let tolerance = impinge::casting::default_tolerance::<T>() * 2.0;
        assert!(off <= tolerance + 256.0 * T::EPSILON.f64(), "{off:e} {impact:?} {there:?}");
        let between = (impact.point_b - impact.point_a).norm().f64();
        assert!((between - impact.distance.f64()).abs() <= 1e-2, "{between} {impact:?}");
    }
    assert!(out > 100, "{out}");
}

#[test]
fn out_of_steps_the_distance_is_that_of_the_time() {
    out_of_steps::<f32>();
    out_of_steps::<f64>();
}

/// If flat bodies met edge to edge, in one plane, the ray against their difference grazed it, and the points of the impact
/// were the origins of the cores, of which the bodies held none. The points are the bodies' own, however they meet.
fn flat_in_one_plane<T: Real>() {
    let mut rng = Rng::new(31);
    let (mut hits, mut grazes) = (0, 0);
    for _ in 0..500 {
        let (high, half) = (T::of(rng.between(0.2, 2.0)), T::of(rng.between(0.5, 1.5)));
        let turn = Rot3::from_axis_angle([T::ZERO, T::ONE, T::ZERO], T::of(rng.between(-0.2, 0.2)));
        let bar = || {
            let above = Point::new(Vec3::ZERO).at(Pose::at([T::ZERO, high, T::ZERO]));
            above.plus(Segment::new(half).at(Pose::turned(turn)))
        };
        let apart = T::of(rng.between(0.5, 1.0));
        let b = bar().at(Pose::at([apart, T::ZERO, T::ZERO]));
        let (left, right) = (T::of(rng.between(0.5, 1.0)), T::of(rng.between(0.5, 1.0)));
        let motions = [left, -right].map(|x| Motion::translation([x, T::ZERO, T::ZERO]));
        let Some(hit) = cast(&bar(), &b, &motions[0], &motions[1]) else { continue };
        hits += 1;
        grazes += usize::from(hit.status == Status::Stalled);
        for (point, x) in [(hit.point_a, left * hit.time), (hit.point_b, apart - right * hit.time)] {
            let off = [point.y - high, outside_bar(point - Vec3::axis(0) * x, turn, half)];
            assert!(off[0].abs() <= T::of(1e-4) && off[1] <= T::of(1e-4), "{off:?} {high} {hit:?}");
        }
    }
    assert!(hits > 100 && grazes > 100, "{hits} {grazes}");
}

/// Distance of a point from the line of a turned segment, or beyond its end; whatever its height.
fn outside_bar<T: Real>(point: Vec3<T>, turn: Rot3<T>, half: T) -> T {
    let p = turn.unrotate(point);
    p.x.abs().max(p.z.abs() - half)
}

#[test]
fn flat_bodies_in_one_plane_meet_at_points_of_their_own() {
    flat_in_one_plane::<f32>();
    flat_in_one_plane::<f64>();
}

/// Bodies of `f32` that are known by their support mapping only were stopped 16 times the rounding of their distance before they
/// touch, which is more than that of the answer. They stop within 8 times of it, in the middle as a rule.
#[test]
fn composed_bodies_stop_no_earlier_than_rounding_needs() {
    let triangle = Triangle::new([0.0, 0.0, -7.0], [-2.0, 0.0, 1.0], [0.0, -7.0, 0.0_f32]);
    let a = Sum::new(triangle, Sphere::new(1.0_f32));
    let b = Sphere::new(1.0_f32).at(Pose::at([-4.0, 0.0, 0.0]));
    let turn = Motion::rotation([0.0; 3], [0.0, 0.0, 1.0], -12.566371_f32);
    let settings = CastSettings { tolerance: Some(0.0), ..CastSettings::default() };
    let hit = cast_with(&a, &b, &turn, &Motion::still(), &settings).unwrap();
    // That of the support points, of choosing them by a direction in `f32`, and next to nothing for the rest.
    let size = 10.0 * f64::from(f32::EPSILON);
    let rounding = impinge::shape::Bounded::rounding(&a) + 2.0 * size;
    assert!(hit.status == Status::Converged && hit.distance > 0.0, "{hit:?}");
    assert!(f64::from(hit.distance) <= 6.0 * rounding, "{hit:?} {rounding}");
}

/// Near the end of numbers the box that stands for a half-space was larger than a shape may be, and the cast panicked. Balls and discs
/// that come down over half of all numbers meet the plane half-way, within the tolerance, or are said to be at it from the start.
#[test]
fn half_spaces_are_met_near_the_end_of_numbers() {
    fn check<T: Real>() {
        let far = T::LIMIT;
        for part in [0.5, 0.25, 1e-3] {
            let reach = far * T::of(part);
            let floor = HalfSpace::<Vec3<T>>::new([T::ZERO, T::ZERO, T::ONE], T::ZERO);
            let ball = Sphere::new(reach * T::of(0.25)).at(Pose::at([T::ZERO, T::ZERO, reach]));
            let down: Motion<Vec3<T>> = Motion::translation([T::ZERO, T::ZERO, -reach]);
            let hit = cast(&floor, &ball, &Motion::still(), &down).map(|hit| hit.time);
            assert!(
                hit.is_some_and(|time: T| Real::abs(time - T::of(0.75)) < T::of(1e-3)),
                "{part}: {hit:?}"
            );

            let floor = HalfSpace::<Vec2<T>>::new([T::ZERO, T::ONE], T::ZERO);
            let disc = Circle::new(reach * T::of(0.25)).at(Pose::at([T::ZERO, reach]));
            let down: Motion<Vec2<T>> = Motion::translation([T::ZERO, -reach]);
            let hit = cast(&floor, &disc, &Motion::still(), &down).map(|hit| hit.time);
            assert!(
                hit.is_some_and(|time: T| Real::abs(time - T::of(0.75)) < T::of(1e-3)),
                "{part}: {hit:?}"
            );
        }
        // All of it at its limit: what comes back is finite, or nothing.
        let floor = HalfSpace::<Vec3<T>>::new([T::ZERO, T::ZERO, T::ONE], -far);
        let ball = Sphere::new(far).at(Pose::at([far, -far, far]));
        for motion in
            [Motion::<Vec3<T>>::translation([-far, far, -far]), Motion::rotation([far; 3], [far; 3], T::ONE)]
        {
            for hit in [cast(&floor, &ball, &motion, &motion), cast(&ball, &floor, &motion, &Motion::still())]
            {
                assert!(hit.is_none_or(|hit| hit.time >= T::ZERO && hit.time <= T::ONE), "{hit:?}");
            }
        }
    }
    check::<f32>();
    check::<f64>();
}
