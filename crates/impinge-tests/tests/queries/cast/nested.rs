//! Shapes placed in shapes that are placed far away: what composing their poses loses counts in casts and rays.

use impinge::body::Compound;
use impinge::*;
use impinge_scenes::Rng;

/// Multiples of 2^-40: sums with the outer places lose the last of them.
fn fine(rng: &mut Rng, low: f64, high: f64) -> f64 {
    (rng.between(low, high) * 2_f64.powi(40)).round() / 2_f64.powi(40)
}

/// An impact is not late, and its error covers when they touch, `truth` of the way.
fn check_time<V: Vector<Scalar = f64>>(found: Option<Impact<V>>, truth: f64, what: &str) {
    let found = found.unwrap_or_else(|| panic!("passed through, {what}"));
    let ulps = 8.0 * f64::EPSILON;
    assert!(found.time <= truth * (1.0 + ulps), "late: {found:?}, true {truth}, {what}");
    let late = found.time + found.time_error;
    assert!(late * (1.0 + ulps) >= truth, "touches after its error: {found:?}, true {truth}, {what}");
}

/// Two blocks or balls in line, each placed in a frame that is far away: the casts by a ray did not count what placing lost, and a
/// third of them were late.
#[test]
fn casts_of_nested_places_were_late() {
    let mut rng = Rng::new(9);
    let (mut balls, mut grazing) = (0, 0);
    for round in 0..3000 {
        let outer = (10_f64.powf(rng.between(4.0, 9.0))).round();
        let frame = Pose::at([outer, -outer, 0.5 * outer]);
        let [a, b] = [fine(&mut rng, -0.5, 0.5), fine(&mut rng, 3.0, 5.0)];
        let [half_a, half_b] = [(); 2].map(|()| fine(&mut rng, 0.1, 0.5));
        let by = fine(&mut rng, 6.0, 9.0);
        // All of this is exact: the frame is the same on both sides.
        let truth = (b - half_b - (a + half_a)) / by;
        let motion = Motion::translation([by, 0.0, 0.0]);
        let side = if round % 4 == 0 { half_a + half_b } else { fine(&mut rng, 0.0, 0.05) };
        let shape = |half: f64, kind: usize| -> AnyShape<f64> {
            match kind {
                0 => Cuboid::new([half; 3]).into(),
                1 => Sphere::new(half).into(),
                _ => Capsule::new(0.25, half).into(),
            }
        };
        let (kind_a, kind_b) = if round % 4 == 0 { (0, 0) } else { (rng.below(3), rng.below(2) * 2) };
        // Balls must be in line with one another to touch with their tips.
        let side = if kind_a == 0 || kind_b == 0 { side } else { 0.0 };
        balls += u32::from(kind_a != 0 && kind_b != 0);
        grazing += u32::from(round % 4 == 0);
        let moving = shape(half_a, kind_a).at(Pose::at([a, 0.0, 0.0])).at(frame);
        let standing = shape(half_b, kind_b).at(Pose::at([b, side, 0.0])).at(frame);
        let what = format!("{outer:e} {a} {b} {half_a} {half_b} {by} {side} {kind_a} {kind_b}");
        check_time(cast(&moving, &standing, &motion, &Motion::still()), truth, &what);
        check_time(cast(&standing, &moving, &Motion::still(), &motion), truth, &what);
        // The same as parts of compounds.
        let part = |half: f64, kind: usize, at: [f64; 3]| Compound::new([(shape(half, kind), Pose::at(at))]);
        let (body, wall) = (part(half_a, kind_a, [a, 0.0, 0.0]), part(half_b, kind_b, [b, side, 0.0]));
        check_time(cast(&body.at(frame), &wall.at(frame), &motion, &Motion::still()), truth, &what);
        // A ray from the middle of the first: its origin is rounded in place, and so the query starts from there.
        let origin = frame.translation() - Vec3::new(1.0, 0.0, 0.0);
        let to_wall = 1.0 + b - half_b;
        let ray = Ray::new(origin, [1.0, 0.0, 0.0]);
        if side < 0.05 {
            for hit in [ray_cast(&standing, &ray), ray_cast(&wall.at(frame), &ray)] {
                let hit = hit.unwrap_or_else(|| panic!("the ray passes, {what}"));
                // The side of a ball's tip: how far it is to the left of the ray.
                let curved = if kind_b == 0 { 0.0 } else { half_b - (half_b * half_b - side * side).sqrt() };
                let off = (hit.distance - to_wall - curved).abs();
                assert!(off <= hit.error + 1e-15, "{hit:?}, true {to_wall}, {what}");
            }
        }
    }
    assert!(balls > 500 && grazing > 500, "{balls} {grazing}");
}

/// The same in the plane.
#[test]
fn casts_of_nested_places_in_the_plane() {
    let mut rng = Rng::new(10);
    for _ in 0..3000 {
        let outer = (10_f64.powf(rng.between(4.0, 9.0))).round();
        let frame = Pose::at([outer, -outer]);
        let [a, b] = [fine(&mut rng, -0.5, 0.5), fine(&mut rng, 3.0, 5.0)];
        let [half_a, half_b] = [(); 2].map(|()| fine(&mut rng, 0.1, 0.5));
        let by = fine(&mut rng, 6.0, 9.0);
        let side = fine(&mut rng, 0.0, 0.05);
        let moving = Rectangle::new([half_a, half_a]).at(Pose::at([a, 0.0])).at(frame);
        let point = Point::new(Vec2::ZERO).at(Pose::at([a + half_a, 0.0])).at(frame);
        let blocks: AnyShape2<f64> = Rectangle::new([half_b, half_b]).into();
        let square = ConvexPolygon::new(&[
            Vec2::new(-half_b, -half_b),
            Vec2::new(half_b, -half_b),
            Vec2::new(half_b, half_b),
            Vec2::new(-half_b, half_b),
        ]);
        let truth = (b - half_b - (a + half_a)) / by;
        let motion = Motion::translation([by, 0.0]);
        let what = format!("{outer:e} {a} {b} {half_a} {half_b} {by} {side}");
        for standing in [blocks, square.into()] {
            let standing = standing.at(Pose::at([b, side])).at(frame);
            check_time(cast(&moving, &standing, &motion, &Motion::still()), truth, &what);
            check_time(cast(&point, &standing, &motion, &Motion::still()), truth, &what);
        }
    }
}
