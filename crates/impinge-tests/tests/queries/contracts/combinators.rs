//! Sums, differences, hulls, roundings and sweeps: against the shapes they are made of, against oracles, and the bounds
//! on their measures against closed forms.

use impinge::shape::MeasureSpace;
use impinge::{
    AnyShape, AnyShape2, Capsule, Capsule2, Circle, Cone, Cuboid, Cylinder, Disc, Lozenge, Measure, Measured,
    Point, Pose, Real, Rectangle, RectanglePatch, Rotation, RoundCuboid, Segment, Segment2, Shape, Sphere,
    Support, Vec2, Vec3, Wheel,
};
use impinge_scenes::oracle::{ball_around_box, outside, outside2, swept};
use impinge_scenes::{Rng, Space};

use super::check::{Contract, dot};
use super::measures::sampled;
use super::rows::{self, Rays};

/// Fewer than for named shapes: the oracle of a sweep searches.
const SAMPLES: usize = 300;

/// Every side of the box is where the support point is.
fn box_touches<V: Space, S: Shape<V = V>>(name: &str, shape: &S, pose: &Pose<V>, allowed: f64) {
    let bounds = shape.aabb(pose);
    for i in 0..V::DIM {
        for (axis, side) in [(V::axis(i), bounds.max.get(i)), (-V::axis(i), -bounds.min.get(i))] {
            let p = pose.transform(shape.support(pose.rotation().unrotate(axis)));
            assert!((side - p.dot(axis)).f64().abs() <= allowed, "{name}: {axis:?} of {bounds:?}");
        }
    }
}

fn all_pairs<V: Space, S: Shape<V = V>>(shapes: &[S]) {
    let mut rng = Rng::new(21);
    let allowed = 256.0 * V::Scalar::EPSILON.f64();
    for a in shapes {
        for b in shapes {
            let (pose_a, pose) = (V::random_pose(&mut rng, 1.0), V::random_pose(&mut rng, 1.0));
            let a = a.at(pose_a);
            let motion = V::random_unit(&mut rng);
            let radius = V::Scalar::of(0.4);
            let (sum, difference, hull) = (a.plus(b), (&a).minus(b), (&a).hull_with(b));
            let (round, sweep) = ((&a).rounded(radius), (&a).swept(motion));
            for _ in 0..20 {
                let d = V::random_unit(&mut rng);
                let (sa, sb) = (sum.a().support(d), b.support(d));
                assert_eq!(sum.support(d), sa + sb);
                assert_eq!(difference.support(d), sa - b.support(-d));
                let reach = hull.support(d).dot(d);
                assert!(reach == sa.dot(d) || reach == sb.dot(d));
                assert!(reach >= sa.dot(d) && reach >= sb.dot(d));
                let grown = dot((round.support(d) - sa).coordinates(), d.coordinates());
                assert!((grown - radius.f64()).abs() <= allowed);
                let moved = dot((sweep.support(d) - sa).coordinates(), d.coordinates());
                assert!((moved - motion.dot(d).f64().max(0.0)).abs() <= allowed);
            }
            box_touches("sum", &sum, &pose, allowed);
            box_touches("difference", &difference, &pose, allowed);
            box_touches("hull", &hull, &pose, allowed);
            box_touches("rounded", &round, &pose, allowed);
            box_touches("swept", &sweep, &pose, allowed);
            // The zero direction is the first axis for all of them.
            let x = V::axis(0);
            assert_eq!(sum.support(V::ZERO), sum.support(x));
            assert_eq!(difference.support(V::ZERO), difference.support(x));
            assert_eq!(hull.support(V::ZERO), hull.support(x));
        }
    }
}

#[test]
fn combinators_are_made_of_their_parts() {
    fn check<T: Real>() {
        let space: Vec<AnyShape<T>> = rows::in_space(1.0).into_iter().map(|r| r.shape).collect();
        all_pairs(&space);
        let plane: Vec<AnyShape2<T>> = rows::in_plane(1.0).into_iter().map(|r| r.shape).collect();
        all_pairs(&plane);
    }
    check::<f32>();
    check::<f64>();
}

fn against_oracles<T: Real>() {
    let s = T::of;
    let half = [0.7, 0.2, 1.1].map(s);
    let (cuboid, ball) = (Cuboid::new(half), Sphere::new(s(0.3)));
    let h64 = half.map(Real::f64);
    let round_box = |p| ball_around_box(p, h64, s(0.3).f64());
    Contract::new("cuboid + ball", &cuboid.plus(ball), &round_box, Rays::All, SAMPLES).check_combined();
    Contract::new("cuboid - ball", &cuboid.minus(ball), &round_box, Rays::All, SAMPLES).check_combined();
    let rounded = cuboid.rounded(s(0.3));
    Contract::new("round cuboid", &rounded, &round_box, Rays::All, SAMPLES).check_combined();

    // A box with sides that are exact in both precisions, so that the sum of sides is as well.
    let sum = Cuboid::new([0.75, 0.25, 1.0].map(s)).plus(Cuboid::new([0.5, 2.0, 0.125].map(s)));
    let twice = |p| ball_around_box(p, [1.25, 2.25, 1.125], 0.0);
    Contract::new("cuboid + cuboid", &sum, &twice, Rays::All, SAMPLES).check_combined();

    let cone = AnyShape::from(Cone::new(s(1.0), s(1.0)));
    let base = Disc::new(s(1.0)).at(Pose::at([s(0.0), s(0.0), s(-0.5)]));
    let hull = base.hull_with(Point::new(Vec3::new(s(0.0), s(0.0), s(1.5))));
    Contract::new("disc and apex", &hull, &outside(&cone), Rays::All, SAMPLES).check_combined();

    let motion = [0.9, -0.4, 1.3].map(s);
    let m64 = motion.map(Real::f64);
    for shape in [AnyShape::from(cuboid), AnyShape::from(ball), AnyShape::from(Cylinder::new(s(0.4), s(0.6)))]
    {
        let inside = outside(&shape);
        let passed = |p| swept(p, m64, &inside);
        let sweep = (&shape).swept(motion);
        Contract::new("swept", &sweep, &passed, Rays::All, SAMPLES).check_combined();
        // No closed form, so the bounds must hold the sampled values.
        let (measure, found) = (sweep.measure(), sampled(&sweep, &passed, 20_000));
        let off = (found.volume.value - measure.volume.f64()).abs();
        assert!(off <= measure.volume_error.f64() + 5.0 * found.volume.error);
    }

    let flat = AnyShape2::from(Capsule2::new(s(1.5), s(0.5)));
    let pair = [s(1.5), s(-1.5)].map(|y| Circle::new(s(0.5)).at(Pose::at([s(0.0), y])));
    let hull = pair[0].hull_with(pair[1]);
    Contract::new("two circles", &hull, &outside2(&flat), Rays::All, SAMPLES).check_combined();
}

#[test]
fn combinators_keep_the_contract() {
    against_oracles::<f32>();
    against_oracles::<f64>();
}

/// Checks that the measure of a combinator holds the true one, and that the volume is known to `tight`.
fn holds<V: Space + MeasureSpace>(name: &str, found: Measure<V>, truth: Measure<V>, tight: f64) {
    let off = (found.volume - truth.volume).f64().abs();
    assert!(off <= found.volume_error.f64(), "{name}: volume {found:?}, truth {truth:?}");
    let off = (found.centroid - truth.centroid).coordinates();
    let off = dot(off, off).sqrt();
    assert!(off <= found.centroid_error.f64(), "{name}: centroid {found:?}, truth {truth:?}");
    let (i, j) = (V::inertia_entries(found.inertia), V::inertia_entries(truth.inertia));
    for k in 0..6 {
        let off = (i[k] - j[k]).abs();
        assert!(off <= found.inertia_error.f64(), "{name}: inertia {found:?}, truth {truth:?}");
    }
    let relative = found.volume_error.f64() / truth.volume.f64().max(1.0);
    assert!(relative <= tight, "{name}: volume known only to {relative}");
}

fn bounds_in_space<T: Real>() {
    let s = T::of;
    let mut rng = Rng::new(41);
    for i in 0..8 {
        let pose = if i == 0 { Pose::IDENTITY } else { rng.pose3::<T>(2.0) };
        let turn = Pose::turned(pose.rotation());
        let half = [0.7, 0.2, 1.1].map(s);
        let (cuboid, ball) = (Cuboid::new(half), Sphere::new(s(0.3)));
        let round = RoundCuboid::new(half, s(0.3)).at(pose).measure();
        holds("cuboid + ball", cuboid.at(pose).plus(ball).measure(), round, 0.003);
        holds("cuboid - ball", cuboid.at(pose).minus(ball).measure(), round, 0.003);
        holds("rounded", cuboid.at(pose).rounded(s(0.3)).measure(), round, 0.003);
        let wheel = Wheel::new(s(1.0), s(0.3)).at(pose).measure();
        holds("disc + ball", ball.plus(Disc::new(s(1.0)).at(pose)).measure(), wheel, 0.005);
        let capsule = Capsule::new(s(1.0), s(0.3)).at(pose).measure();
        holds("segment + ball", Segment::new(s(1.0)).at(pose).plus(ball).measure(), capsule, 0.005);
        let lozenge = Lozenge::new([s(1.0), s(0.5)], s(0.3)).at(pose).measure();
        let patch = RectanglePatch::new([s(1.0), s(0.5)]).at(pose);
        holds("patch + ball", patch.rounded(s(0.3)).measure(), lozenge, 0.005);
        let cuboids = Cuboid::new([s(1.5), s(1.0), s(0.75)]).at(pose).measure();
        let sum = Cuboid::new([s(1.0), s(0.75), s(0.5)]).at(pose);
        let sum = sum.plus(Cuboid::new([s(0.5), s(0.25), s(0.25)]).at(turn));
        holds("cuboid + cuboid", sum.measure(), cuboids, 2e4 * T::EPSILON.f64());
        let cone = Cone::new(s(1.0), s(1.0)).at(pose).measure();
        let base = Disc::new(s(1.0)).at(Pose::at([s(0.0), s(0.0), s(-0.5)]));
        let hull = base.hull_with(Point::new(Vec3::new(s(0.0), s(0.0), s(1.5))));
        let apex = Point::new(Vec3::new(s(0.0), s(0.0), s(1.5))).at(pose);
        holds("disc and apex", base.at(pose).hull_with(apex).measure(), cone, 0.003);
        holds("disc and apex, placed", hull.at(pose).measure(), cone, 0.003);
        let cylinder = Cylinder::new(s(1.0), s(0.5)).at(pose).measure();
        let bottom = Disc::new(s(0.5)).at(Pose::at([s(0.0), s(0.0), s(-1.0)]));
        let up = turn.transform(Vec3::new(s(0.0), s(0.0), s(2.0)));
        holds("swept disc", bottom.at(pose).swept(up).measure(), cylinder, 0.002);

        // Without volume: all that is known must still hold.
        let flat = Measure::flat(pose.transform(Vec3::default()));
        let tiny = 2e4 * T::EPSILON.f64();
        holds("flat", Disc::new(s(1.0)).at(pose).rounded(s(0.0)).measure(), flat, tiny);
        let segments = Segment::new(s(1.0)).at(pose).plus(Segment::new(s(2.0)).at(turn));
        holds("line", segments.measure(), flat, tiny);
        let point = Point::new(pose.translation()).swept(Vec3::default());
        holds("point", point.measure(), flat, tiny);
        let origin = Point::new(Vec3::<T>::default());
        assert_eq!(origin.plus(origin).measure(), Measure::flat(Vec3::default()));
    }
}

fn bounds_in_plane<T: Real>() {
    let s = T::of;
    let mut rng = Rng::new(43);
    let tiny = 2e4 * T::EPSILON.f64();
    for _ in 0..20 {
        let pose = rng.pose2::<T>(2.0);
        let capsule = Capsule2::new(s(1.0), s(0.3)).at(pose).measure();
        let sum = Segment2::new(s(1.0)).at(pose).plus(Circle::new(s(0.3)));
        holds("segment + circle", sum.measure(), capsule, 0.002);
        let ends = [s(1.0), s(-1.0)].map(|y| Circle::new(s(0.3)).at(pose.compose(&Pose::at([s(0.0), y]))));
        holds("two circles", ends[0].hull_with(ends[1]).measure(), capsule, 0.002);
        let circle = Circle::new(s(1.5)).at(pose).measure();
        let difference = Circle::new(s(1.0)).at(pose).minus(Circle::new(s(0.5)));
        holds("circle - circle", difference.measure(), circle, 0.001);
        let rectangle = Rectangle::new([s(1.5), s(1.0)]).at(pose).measure();
        let sum = Rectangle::new([s(1.0), s(0.5)]).at(pose);
        let sum = sum.plus(Rectangle::new([s(0.5), s(0.5)]).at(Pose::turned(pose.rotation())));
        holds("rectangle + rectangle", sum.measure(), rectangle, 2e4 * T::EPSILON.f64());
        let flat = Measure::flat(pose.transform(Vec2::default()));
        holds("line", Segment2::new(s(1.0)).at(pose).rounded(s(0.0)).measure(), flat, tiny);
        let origin = Point::new(Vec2::<T>::default());
        assert_eq!(origin.plus(origin).measure(), Measure::flat(Vec2::default()));
    }
}

/// Rounded by nothing, a shape is known by its support mapping only: the bounds must hold what its closed form says.
fn bounds_of_named_shapes<T: Real>() {
    let mut rng = Rng::new(47);
    for scale in [1.0, 1.7e-4, 3.1e5] {
        for row in rows::in_space::<T>(scale) {
            let shape = row.shape.at(rng.pose3(scale));
            holds(shape.shape().name(), (&shape).rounded(T::ZERO).measure(), shape.measure(), f64::INFINITY);
        }
        for row in rows::in_plane::<T>(scale) {
            let shape = row.shape.at(rng.pose2(scale));
            holds(shape.shape().name(), (&shape).rounded(T::ZERO).measure(), shape.measure(), f64::INFINITY);
        }
    }
}

#[test]
fn bounds_hold_for_named_shapes() {
    bounds_of_named_shapes::<f32>();
    bounds_of_named_shapes::<f64>();
}

#[test]
fn bounds_on_measures_hold() {
    bounds_in_space::<f32>();
    bounds_in_space::<f64>();
    bounds_in_plane::<f32>();
    bounds_in_plane::<f64>();
}
