//! Casts whose answer is known: balls, boxes, corners that swing into walls.

use impinge::Status;
use impinge::*;
use impinge_scenes::Rng;

/// The time of two balls, by the quadratic.
fn balls(place: Vec3<f64>, way: Vec3<f64>, radii: f64) -> Option<f64> {
    let (a, b, c) = (way.norm_squared(), place.dot(way), place.norm_squared() - radii * radii);
    let discriminant = b * b - a * c;
    let time = (-b - discriminant.sqrt()) / a;
    (discriminant >= 0.0 && (0.0..=1.0).contains(&time)).then_some(time)
}

fn two_balls<T: Real>() {
    let mut rng = Rng::new(11);
    let (mut hits, count) = (0, 2000);
    for _ in 0..count {
        let (r, s) = (T::of(rng.between(0.1, 1.0)), T::of(rng.between(0.1, 1.0)));
        let place: Vec3<T> = rng.unit3::<T>() * T::of(rng.between(2.5, 5.0));
        let v = rng.in_ball::<T>();
        let w = v + (rng.in_ball::<T>() - place) * T::of(rng.between(0.5, 4.0));
        let (a, b) = (Sphere::new(r), Sphere::new(s).at(Pose::at(place)));
        let truth = balls(place.cast(), w.cast() - v.cast(), r.f64() + s.f64());
        // Turning about its own center does not change a ball.
        let spin = Motion::rotation(place, rng.unit3::<T>(), T::of(20.0)).moving(w);
        for motion in [Motion::translation(w), spin] {
            let impact = cast(&a, &b, &Motion::translation(v), &motion);
            let tolerance = if T::EPSILON.f64() > 1e-10 { 1e-4 } else { 1e-7 };
            match (impact, truth) {
                (Some(i), Some(t)) => {
                    assert!(
                        i.time.f64() <= t + 1e-12 && t <= i.time.f64() + i.time_error.f64() + 1e-12,
                        "{i:?} {t}"
                    );
                    assert!((i.time.f64() - t).abs() < tolerance, "{i:?} {t}");
                    hits += 1;
                }
                (None, None) => {}
                // Balls that pass within the tolerance.
                (Some(i), None) => assert!(!i.time_error.is_finite() || i.status == Status::Stalled, "{i:?}"),
                (None, Some(t)) => panic!("missed at {t}"),
            }
        }
    }
    assert!(hits > count / 2, "{hits}");
}

#[test]
fn two_balls_meet_at_the_root_of_the_quadratic() {
    two_balls::<f64>();
    two_balls::<f32>();
}

/// The time of two boxes that do not turn: all 15 axes must overlap, each does in an interval of time.
fn boxes(half: [Vec3<f64>; 2], turns: [Mat3<f64>; 2], place: Vec3<f64>, way: Vec3<f64>) -> Option<f64> {
    let columns = turns.map(|m| [m.x_axis, m.y_axis, m.z_axis]);
    let mut axes: Vec<Vec3<f64>> = columns.concat();
    for p in columns[0] {
        axes.extend(columns[1].map(|q| p.cross(q)));
    }
    let (mut from, mut until) = (0.0_f64, 1.0_f64);
    for n in axes.into_iter().filter(|n| n.norm() > 1e-9) {
        let reach: f64 =
            (0..2).map(|k| (0..3).map(|i| (columns[k][i].dot(n) * half[k].get(i)).abs()).sum::<f64>()).sum();
        let (p, w) = (place.dot(n), way.dot(n));
        if w == 0.0 {
            if p.abs() > reach {
                return None;
            }
            continue;
        }
        let times = [(-reach - p) / w, (reach - p) / w];
        from = from.max(times[0].min(times[1]));
        until = until.min(times[0].max(times[1]));
    }
    (from <= until).then_some(from)
}

#[test]
fn two_boxes_meet_when_all_axes_overlap() {
    let mut rng = Rng::new(5);
    let (mut hits, mut misses, mut exact) = (0, 0, 0);
    for round in 0..3000 {
        let half =
            [(); 2].map(|()| Vec3::new(rng.between(0.1, 1.0), rng.between(0.1, 1.0), rng.between(0.1, 1.0)));
        // Every third pair stands along the axes: faces, edges and corners in parallel.
        let rotation = |rng: &mut Rng| if round % 3 == 0 { Rot3::IDENTITY } else { rng.rotation3::<f64>() };
        let rotations = [rotation(&mut rng), rotation(&mut rng)];
        let place = rng.unit3::<f64>() * rng.between(3.5, 6.0);
        let v = rng.in_ball::<f64>();
        let w = v + (rng.in_ball::<f64>() * 2.0 - place) * rng.between(0.5, 4.0);
        let a = Cuboid::new(half[0]).at(Pose::turned(rotations[0]));
        let b = Cuboid::new(half[1]).at(Pose::new(place, rotations[1]));
        let truth = boxes(half, rotations.map(|r| r.to_matrix()), place, w - v);
        let impact = cast(&a, &b, &Motion::translation(v), &Motion::translation(w));
        match (impact, truth) {
            (Some(i), Some(t)) => {
                // Exact to rounding.
                assert!(i.time <= t + 1e-13 && t <= i.time + i.time_error + 1e-13, "{i:?} {t}");
                // Only one that grazes is less certain.
                assert!(i.time_error < 1e-9, "{i:?} {t}");
                exact += u32::from(i.time_error < 1e-12);
                hits += 1;
            }
            (None, None) => misses += 1,
            other => panic!("{other:?}"),
        }
    }
    assert!(hits > 500 && misses > 500 && exact > hits * 9 / 10, "{hits} {misses} {exact}");
}

#[test]
fn a_ball_meets_a_box_face_first() {
    let wall = Cuboid::new([0.5, 4.0, 4.0]);
    for (speed, offset) in [(10.0, 0.0), (1000.0, 1.5), (7.0, -2.0)] {
        let ball = Sphere::new(0.25).at(Pose::at([-5.0, offset, 0.3]));
        let impact = cast(&ball, &wall, &Motion::translation([speed, 0.0, 0.0]), &Motion::still()).unwrap();
        let truth = (5.0 - 0.5 - 0.25) / speed;
        assert!(impact.time <= truth && truth - impact.time < 1e-12, "{impact:?}");
        assert_eq!(impact.normal, Vec3::new(1.0, 0.0, 0.0));
        assert!((impact.point_a - Vec3::new(-0.5, offset, 0.3)).norm() < 1e-9);
    }
}

/// A rod turns about the origin until its corner meets a wall: at the angle with R cos φ = distance.
fn swing<T: Real>() {
    let tolerance = if T::EPSILON.f64() > 1e-10 { 1e-3 } else { 1e-7 };
    for turns in [1.2, 3.0, 6.0] {
        for distance in [0.7, 1.2, 1.9] {
            let (long, thin) = (2.0_f64, 0.1_f64);
            let corner = (long * long + thin * thin).sqrt();
            // It begins along y; the corner at its upper right leads when it turns clockwise.
            let start = long.atan2(thin);
            let angle = start - (distance / corner).acos();
            let truth = angle / turns;
            let (half, wall) = ([T::of(thin), T::of(long)], T::of(distance + 0.5));
            let motion = Motion::turn([T::ZERO; 2], T::of(-turns));
            let flat = cast(
                &Rectangle::new(half),
                &Rectangle::new([T::HALF, T::of(9.0)]).at(Pose::at([wall, T::ZERO])),
                &motion,
                &Motion::still(),
            );
            let solid = cast(
                &Cuboid::new([half[0], half[1], T::HALF]),
                &Cuboid::new([T::HALF, T::of(9.0), T::of(9.0)]).at(Pose::at([wall, T::ZERO, T::ZERO])),
                &Motion::rotation([T::ZERO; 3], [T::ZERO, T::ZERO, T::ONE], T::of(-turns)),
                &Motion::still(),
            );
            let (flat, solid) = (flat.expect("a hit"), solid.expect("a hit"));
            for (time, error) in [(flat.time, flat.time_error), (solid.time, solid.time_error)] {
                assert!((time.f64() - truth).abs() < tolerance, "{time} {truth}");
                assert!(time.f64() <= truth + 4.0 * T::EPSILON.f64(), "{time} {truth}");
                assert!(time.f64() + error.f64() >= truth - 4.0 * T::EPSILON.f64(), "{time} {error} {truth}");
            }
            assert!((flat.normal - Vec2::new(T::ONE, T::ZERO)).norm().f64() < 1e-3, "{flat:?}");
        }
    }
}

#[test]
fn a_corner_swings_into_a_wall() {
    swing::<f64>();
    swing::<f32>();
}

/// A nut on a bolt: a true screw carries a pin along its axis into a plate.
#[test]
fn a_screw_advances_into_a_plate() {
    let pin = Capsule::new(0.5, 0.1).at(Pose::at([1.0, 0.0, 0.0]));
    let plate = Cuboid::new([3.0, 3.0, 0.1]).at(Pose::at([0.0, 0.0, 2.0]));
    // Five turns, and up by 4: the pin stays upright.
    let turns = 10.0 * std::f64::consts::PI;
    let screw = Motion::screw([0.0; 3], [0.0, 0.0, 1.0], turns, 4.0);
    let impact = cast(&pin, &plate, &screw, &Motion::still()).unwrap();
    let truth = (1.9 - 0.6) / 4.0;
    assert!((impact.time - truth).abs() < 1e-8 && impact.time <= truth, "{impact:?}");
    // Two turns short of it, no contact.
    let short = Motion::screw([0.0; 3], [0.0, 0.0, 1.0], turns, 1.29);
    assert!(cast(&pin, &plate, &short, &Motion::still()).is_none());
}
