//! Curvature of shapes, vertices found from hints, half-spaces, and the enum of all shapes.

use impinge::{
    AnyShape, AnyShape2, Capsule2, Cone, ConvexPolygon, Cylinder, Disc, HalfSpace, Id, Lozenge, Point, Pose,
    Real, RoundCuboid, Shape, Sphere, Support, Triangle, Vec2, Vec3, Wheel,
};
use impinge_scenes::{Rng, clouds};

fn curved<T: Real>() {
    let v = |x: f64, y: f64, z: f64| Vec3::new(T::of(x), T::of(y), T::of(z));
    let s = T::of;
    let (up, down, side, slant) = (v(0.0, 0.0, 3.0), v(0.0, 0.0, -0.1), v(1.0, 0.0, 0.0), v(0.6, 0.0, 0.8));
    let flat_caps: [AnyShape<T>; 4] = [
        Disc::new(s(1.0)).into(),
        Cylinder::new(s(1.0), s(2.0)).into(),
        Wheel::new(s(1.0), s(0.5)).into(),
        Lozenge::new([s(1.0), s(2.0)], s(0.5)).into(),
    ];
    let mut rng = Rng::new(5);
    for shape in &flat_caps {
        for (direction, expected) in [(up, false), (down, false), (side, true), (slant, true)] {
            assert_eq!(shape.is_curved(direction), expected, "{} {direction:?}", shape.name());
        }
        // Caps stay flat when the shape is turned and the direction with it.
        for _ in 0..100 {
            let pose = rng.pose3::<T>(1.0);
            let turned = impinge::Rotation::rotate(&pose.rotation(), up);
            assert!(!shape.at(pose).is_curved(turned), "{} turned", shape.name());
        }
    }
    let round = RoundCuboid::new([s(1.0), s(2.0), s(3.0)], s(0.5));
    assert!(!round.is_curved(side) && !round.is_curved(down) && round.is_curved(slant));
    let cone = Cone::new(s(1.0), s(0.5));
    assert!(!cone.is_curved(up) && !cone.is_curved(slant) && !cone.is_curved(down) && cone.is_curved(side));
    assert!(cone.is_curved(v(1.0, 0.0, 1.0)), "along the normal of the side");
    let capsule = Capsule2::new(s(1.0), s(0.5));
    assert!(!capsule.is_curved(Vec2::new(s(-1.0), s(0.0))) && capsule.is_curved(Vec2::new(s(1.0), s(0.1))));

    // Combinators: either of a sum, the winner of a hull.
    let (ball, apex) = (Sphere::new(s(1.0)), Point::new(v(0.0, 0.0, 2.0)));
    assert!(ball.plus(apex).is_curved(up) && apex.minus(ball).is_curved(up));
    assert!(!ball.hull_with(apex).is_curved(up) && ball.hull_with(apex).is_curved(down));
    assert!(apex.rounded(s(0.1)).is_curved(up) && !apex.rounded(s(0.0)).is_curved(up));
    assert!(ball.swept(up).is_curved(side) && !apex.swept(side).is_curved(side));
}

#[test]
fn curvature_is_where_it_is() {
    curved::<f32>();
    curved::<f64>();
}

fn hints<T: Real>() {
    let mut rng = Rng::new(9);
    for count in [3, 10, 17, 100, 5000] {
        let polygon = ConvexPolygon::new(&clouds::circle::<T>(count, 1));
        let n = polygon.vertices().len();
        let size = T::ONE.f64();
        for i in 0..1000 {
            let d = rng.unit2::<T>();
            let hint = match i % 3 {
                0 => Id::NONE,
                1 => Id(rng.below(n) as u32),
                _ => Id(u32::try_from(n).unwrap()),
            };
            let (p, id) = polygon.support_from(d, hint);
            assert_eq!(p, polygon.vertices()[id.0 as usize]);
            let best = polygon.vertices().iter().map(|v| v.dot(d).f64()).fold(f64::NEG_INFINITY, f64::max);
            let allowed = 4.0 * T::EPSILON.f64() * size;
            assert!(best - p.dot(d).f64() <= allowed, "{count}: {hint:?} led to {id:?}");
            assert!(best - polygon.support(d).dot(d).f64() <= allowed);
            // Ids pass through placing and rounding.
            let pose = rng.pose2(1.0);
            let local = impinge::Rotation::unrotate(&pose.rotation(), d);
            let round = (&polygon).rounded(T::HALF).at(pose);
            assert_eq!(round.support_from(d, id).1, polygon.support_from(local, id).1);
        }
    }
    let corners = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]].map(|c| Vec3::from(c.map(T::of)));
    let triangle = Triangle::new(corners[0], corners[1], corners[2]);
    assert_eq!(triangle.support_from(Vec3::axis(1), Id::NONE), (corners[2], Id(2)));
    assert_eq!(Sphere::new(T::ONE).support_from(Vec3::axis(1), Id(3)).1, Id::NONE);
}

#[test]
fn hints_lead_to_the_farthest_vertex() {
    hints::<f32>();
    hints::<f64>();
}

#[test]
fn half_spaces_measure_and_move() {
    let floor = HalfSpace::<Vec3<f64>>::new([0.0, 0.0, 5.0], 2.0);
    assert_eq!((floor.normal(), floor.offset()), (Vec3::axis(2), 2.0));
    assert_eq!(floor.signed_distance(Vec3::new(7.0, 7.0, 3.0)), 1.0);
    assert_eq!(floor.signed_distance(Vec3::ZERO), -2.0);
    let mut rng = Rng::new(11);
    for _ in 0..100 {
        let (pose, p) = (rng.pose3(5.0), rng.in_ball::<f64>());
        let moved = floor.at(pose).signed_distance(pose.transform(p));
        assert!((moved - floor.signed_distance(p)).abs() < 1e-14);
        let (pose, p) = (rng.pose2(5.0), rng.unit2::<f64>());
        let wall = HalfSpace::<Vec2<f64>>::new([1e-200, 1e-200], -1.0);
        let moved = wall.at(pose).signed_distance(pose.transform(p));
        assert!((moved - wall.signed_distance(p)).abs() < 1e-14);
    }
}

#[test]
fn any_shape_is_shared_and_named() {
    fn is_shared<S: Clone + Send + Sync>() {}
    is_shared::<AnyShape<f32>>();
    is_shared::<AnyShape2<f64>>();
    let polygon: AnyShape2<f64> = ConvexPolygon::new(&clouds::circle(40, 1)).into();
    assert_eq!(polygon.name(), "ConvexPolygon");
    assert_eq!(polygon.clone(), polygon);
    assert_eq!(AnyShape::from(Sphere::new(1.0)).at(Pose::IDENTITY).shape().name(), "Sphere");
}
