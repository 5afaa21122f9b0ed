//! The climb along a ridge: to the closed form where one edge meets something round, and honest anywhere.

use crate::native::Core3;
use impinge::study::climb::{Attempt, MAX_RIDGE_CALLS, climb_ridge};
use impinge::study::gjk::{Gjk, Goal, MAX_STEPS, Voronoi};
use impinge::study::pair::{Obstacle, Vertex};
use impinge::{Cone, ConvexPolyhedron, Cuboid, Cylinder, Ellipsoid, Pose, Real, Segment, Vec3};
use impinge_scenes::{Rng, clouds};

use super::space::native;

/// Support points on either side of a direction.
fn ends<T: Real>(pair: &impl Obstacle<Vec3<T>>, n: Vec3<T>, lean: Vec3<T>) -> [Vertex<Vec3<T>>; 2] {
    [n - lean, n + lean].map(|n| pair.support(-n, &Vertex::default()))
}

/// A segment from −1 to 1 along z and an ellipsoid of revolution about a line beside it: whatever z the center has within the
/// segment, the best direction is at a right angle to z, and the signed distance that of the axis less the radius.
fn edge_and_ellipsoid<T: Real>() {
    let mut rng = Rng::new(43);
    let (mut reached, tried) = (0, 400);
    for round in 0..tried {
        let (radius, long) = (rng.between(0.4, 1.0), rng.between(0.3, 1.0));
        let signed = if round % 2 == 0 { rng.between(1e-3, 1.0) } else { -rng.between(0.0, 0.3) };
        let n = rng.unit2::<f64>();
        let center = Vec3::new(n.x, n.y, 0.0) * (signed + radius) + Vec3::axis(2) * rng.between(-0.6, 0.6);
        let ellipsoid = Ellipsoid::new([radius, radius, long].map(T::of));
        let pose = Pose::at(center.to_array().map(T::of));
        let pair = native(Core3::Segment(Segment::new(T::ONE)), Core3::Ellipsoid(ellipsoid), pose);
        let start = (Vec3::new(n.x, n.y, 0.0) + rng.in_ball::<f64>() * 0.05).unit().cast::<T>();
        let enough = T::of(64.0) * pair.rounding;
        let slack = 2.0 * pair.rounding.f64() + 4.0 * T::EPSILON.f64();
        let found = climb_ridge(&pair, start, ends(&pair, start, Vec3::axis(2) * T::of(0.1)), enough);
        let Attempt::Proven(ridge) = found else { continue };
        reached += 1;
        assert!(ridge.calls <= MAX_RIDGE_CALLS, "{ridge:?}");
        let short = signed - ridge.separation.f64();
        assert!(short.abs() <= enough.f64() + slack, "{round}: {short:e} short: {ridge:?}");
        // The points are on the segment and on the ellipsoid, and as far apart.
        let (a, b) = ridge.points();
        assert!(a.xy().norm().f64() <= slack && a.z.f64().abs() <= 1.0 + slack, "{a:?}");
        let off = (b - a - ridge.normal * ridge.separation).norm().f64();
        assert!(off <= 4.0 * (enough.f64() * (1.0 + radius)).sqrt(), "{round}: off by {off:e}");
    }
    assert!(reached * 10 >= tried * 9, "{reached} of {tried}");
}

#[test]
fn it_reaches_the_closed_form_of_an_edge() {
    edge_and_ellipsoid::<f64>();
    edge_and_ellipsoid::<f32>();
}

/// Whatever the bodies and the ends are: what is returned is a support value, and the ends are points of B − A.
#[test]
fn it_is_honest_anywhere() {
    let mut rng = Rng::new(44);
    let hull = ConvexPolyhedron::new(&clouds::on_sphere::<f64>(20, 3));
    let cores = [
        Core3::Point,
        Core3::Segment(Segment::new(1.0)),
        Core3::Cuboid(Cuboid::new([0.3, 0.8, 0.5])),
        Core3::Ellipsoid(Ellipsoid::new([0.9, 0.02, 0.5])),
        Core3::Cylinder(Cylinder::new(0.7, 0.4)),
        Core3::Cone(Cone::new(0.6, 0.6)),
        Core3::Polyhedron(&hull),
    ];
    let mut found = 0;
    for a in &cores {
        for b in &cores {
            for _ in 0..20 {
                let pair = native(*a, *b, rng.pose3(2.0));
                // From where a coarse run of GJK ends, or from anywhere.
                let mut gjk = Gjk::<Vec3<f64>, Voronoi>::new();
                let goal = Goal { far: f64::INFINITY, near: 0.0, gap: 1e-2, steps: MAX_STEPS };
                let coarse = gjk.run(&pair, &goal, &mut ());
                let start = if coarse.lower > 0.0 { coarse.axis.unit() } else { rng.unit3() };
                let offered = ends(&pair, start, rng.in_ball() * 0.5);
                match climb_ridge(&pair, start, offered, 1e-9) {
                    Attempt::Proven(ridge) => {
                        found += 1;
                        let vertex = pair.support(-ridge.normal, &Vertex::default());
                        let off = ridge.normal.dot(vertex.point) - ridge.separation;
                        assert!(off.abs() <= pair.rounding && ridge.calls <= MAX_RIDGE_CALLS, "{off:e}");
                        assert!((0.0..=1.0).contains(&ridge.share) && ridge.to_gain <= 1e-9);
                        for _ in 0..4 {
                            let d = rng.unit3();
                            let far = d.dot(pair.support(d, &Vertex::default()).point);
                            assert!(ridge.ends.iter().all(|e| d.dot(e.point) <= far + pair.rounding));
                        }
                    }
                    Attempt::InVain { calls } => assert!(calls <= MAX_RIDGE_CALLS),
                }
                // Coincident ends are not an edge.
                let same = climb_ridge(&pair, start, [offered[0]; 2], 1e-9);
                assert!(matches!(same, Attempt::InVain { .. }), "{same:?}");
            }
        }
    }
    assert!(found > 10, "{found}");
}
