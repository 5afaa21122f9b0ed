//! A capsule without length is a ball: every query answers as for a sphere or a circle of its radius.

use impinge::{
    AnyShape, AnyShape2, Capsule, Capsule2, Circle, Cone, ConvexPolygon, ConvexPolyhedron, Cuboid, Cylinder,
    Ellipse, Ellipsoid, Measured, Motion, Pose, Ray, Real, Rectangle, RoundCuboid, Segment, Segment2, Shape,
    Sphere, Triangle, Vec2, Vec3, cast, contact, distance, features, intersects, manifold, ray_cast,
};
use impinge_scenes::{Rng, clouds};

/// One check of both dimensions: `$ball` without length against `$sphere`, in all queries with all bodies of `$any`.
macro_rules! answers_as_a_sphere {
    ($check:ident, $v:ident, $any:ident, $ball:ident, $sphere:ident, $random_pose:ident, $in_ball:expr, [$($other:expr),+ $(,)?]) => {
        fn $check<T: Real>(rng: &mut Rng, counts: &mut [usize; 4]) {
            let t = |x: f64| T::of(x);
            let others: Vec<$any<T>> = vec![$($other(t).into()),+];
            let direction = $in_ball;
            for (k, other) in others.iter().cycle().take(12 * others.len()).enumerate() {
                let radius = t(rng.between(0.1, 0.6));
                let (pose, at): (Pose<$v<T>>, Pose<$v<T>>) = (rng.$random_pose(1.6), rng.$random_pose(0.2));
                let (ball, sphere) = ($ball::new(T::ZERO, radius).at(pose), $sphere::new(radius).at(pose));
                let other = other.clone().at(at);
                let size = T::of(4.0);
                let some = T::of(64.0) * T::EPSILON * size;

                assert_eq!(ball.shape().measure(), sphere.shape().measure());
                let (d, e) = (distance(&ball, &other), distance(&sphere, &other));
                assert!((d.distance - e.distance).abs() <= d.error + e.error + some, "{other:?} {d:?} {e:?}");
                let (c, s) = (contact(&ball, &other), contact(&sphere, &other));
                let close = c.error + s.error + some;
                assert!((c.signed_distance - s.signed_distance).abs() <= close, "{other:?} {c:?} {s:?}");
                // The other way round too.
                let back = contact(&other, &ball);
                assert!((back.signed_distance - s.signed_distance).abs() <= close + back.error, "{other:?}");
                if c.signed_distance.abs() > close {
                    let meet = s.signed_distance < T::ZERO;
                    assert_eq!((intersects(&ball, &other), intersects(&sphere, &other)), (meet, meet));
                    counts[0] += usize::from(meet);
                }

                let (f, g) = (features(&ball, &other), features(&sphere, &other));
                let (m, n) = (manifold(&ball, &other), manifold(&sphere, &other));
                // Where the nearest point is one, and not where the best way out changes from one side to another.
                if (c.normal - s.normal).norm() <= T::of(1e-3) {
                    counts[1] += 1;
                    assert_eq!((f.state, f.feature_a), (g.state, g.feature_a), "{other:?}");
                    assert_eq!(m.points().len(), n.points().len(), "{other:?} {m:?} {n:?}");
                    for (p, q) in m.points().iter().zip(n.points()) {
                        assert_eq!(p.feature_a, q.feature_a);
                        assert!((p.signed_distance - q.signed_distance).abs() <= m.error + n.error + some);
                    }
                }

                let ray = {
                    let from = direction(rng) * t(4.0);
                    Ray::new(from, pose.translation() + direction(rng) * (radius * t(1.2)) - from)
                };
                match (ray_cast(&ball, &ray), ray_cast(&sphere, &ray)) {
                    (Some(a), Some(b)) => {
                        counts[2] += 1;
                        assert!((a.distance - b.distance).abs() <= a.error + b.error + some);
                        assert!((a.normal - b.normal).norm() <= T::of(1e-2));
                    }
                    (a, b) => assert_eq!(a.is_some(), b.is_some()),
                }

                if k % 3 == 0 {
                    let way = at.translation() + direction(rng) * T::HALF - pose.translation();
                    let (moves, stands) = (Motion::translation(way), Motion::still());
                    match (cast(&ball, &other, &moves, &stands), cast(&sphere, &other, &moves, &stands)) {
                        (Some(a), Some(b)) => {
                            counts[3] += usize::from(!a.at_start);
                            assert_eq!(a.at_start, b.at_start);
                            assert!((a.time - b.time).abs() <= T::of(1e-3), "{other:?} {a:?} {b:?}");
                        }
                        (a, b) => assert_eq!(a.is_some(), b.is_some(), "{other:?} {a:?} {b:?}"),
                    }
                }
            }
        }
    };
}

answers_as_a_sphere!(
    in_space,
    Vec3,
    AnyShape,
    Capsule,
    Sphere,
    pose3,
    |rng: &mut Rng| rng.unit3::<T>(),
    [
        |t: fn(f64) -> T| Cuboid::new([t(0.7), t(0.4), t(0.5)]),
        |t: fn(f64) -> T| Segment::new(t(0.8)),
        |t: fn(f64) -> T| Sphere::new(t(0.5)),
        |t: fn(f64) -> T| Capsule::new(t(0.6), t(0.3)),
        |t: fn(f64) -> T| Capsule::new(t(0.0), t(0.5)),
        |t: fn(f64) -> T| Cylinder::new(t(0.6), t(0.4)),
        |t: fn(f64) -> T| Cone::new(t(0.7), t(0.5)),
        |t: fn(f64) -> T| Ellipsoid::new([t(0.7), t(0.4), t(0.5)]),
        |t: fn(f64) -> T| RoundCuboid::new([t(0.5), t(0.3), t(0.4)], t(0.2)),
        |t: fn(f64) -> T| Triangle::new(
            [t(0.7), t(0.0), t(0.1)],
            [t(-0.7), t(0.4), t(0.0)],
            [t(0.0), t(-0.8), t(0.0)]
        ),
        |_: fn(f64) -> T| ConvexPolyhedron::new(&clouds::on_sphere::<T>(40, 1)),
    ]
);

answers_as_a_sphere!(
    in_plane,
    Vec2,
    AnyShape2,
    Capsule2,
    Circle,
    pose2,
    |rng: &mut Rng| rng.unit2::<T>(),
    [
        |t: fn(f64) -> T| Rectangle::new([t(0.7), t(0.4)]),
        |t: fn(f64) -> T| Segment2::new(t(0.8)),
        |t: fn(f64) -> T| Circle::new(t(0.5)),
        |t: fn(f64) -> T| Capsule2::new(t(0.6), t(0.3)),
        |t: fn(f64) -> T| Capsule2::new(t(0.0), t(0.5)),
        |t: fn(f64) -> T| Ellipse::new([t(0.7), t(0.4)]),
        |_: fn(f64) -> T| ConvexPolygon::new(&clouds::in_square::<T>(30, 1)),
    ]
);

#[test]
fn capsules_without_length_answer_as_spheres() {
    let mut rng = Rng::new(1);
    let mut counts = [0; 4];
    for _ in 0..2 {
        in_space::<f32>(&mut rng, &mut counts);
        in_space::<f64>(&mut rng, &mut counts);
        in_plane::<f32>(&mut rng, &mut counts);
        in_plane::<f64>(&mut rng, &mut counts);
    }
    // Overlaps, features, rays that hit, motions that end in an impact.
    let [meet, alike, hits, impacts] = counts;
    assert!(meet > 100 && alike > 600 && hits > 200 && impacts > 60, "{counts:?}");
}
