//! Small turns: the features stay, the points move as little.

use super::*;
use impinge::{Disc, Frustum, Lozenge, RoundCuboid, Wheel};
use std::f64::consts::{FRAC_PI_2, FRAC_PI_4, PI};

/// Points move by no more than this many turns × size.
const MOVES: f64 = 8.0;

/// Asserts that turns by 1e-6 leave the ids as they are. Returns how many points there were.
fn steady<A: Shape<V = Vec3<f64>>, B: Shape<V = Vec3<f64>>>(
    a: &A,
    b: &B,
    pose: Pose<Vec3<f64>>,
    what: &str,
) -> usize {
    let mut rng = Rng::new(5);
    let size = size(a, &b.at(pose));
    let mut count = 0;
    for settings in [all(), ManifoldSettings::default(), ManifoldSettings { margin: 0.01, ..all() }] {
        let still = check(a, &b.at(pose), &settings);
        count = still.points().len();
        for _ in 0..40 {
            let turn = Rot3::from_axis_angle(rng.unit3::<f64>(), 1e-6);
            let m = check(a, &b.at(Pose::new(pose.translation(), turn.compose(&pose.rotation()))), &settings);
            assert_eq!(names(&m), names(&still), "{what}");
            for p in m.points() {
                let same = |q: &&impinge::manifolds::ManifoldPoint<_>| {
                    (q.feature_a, q.feature_b) == (p.feature_a, p.feature_b)
                };
                let q = still.points().iter().find(same).unwrap();
                let moved = (p.point_a - q.point_a).norm();
                assert!(moved <= MOVES * 1e-6 * size, "{what}: {p:?} moved by {moved:e}");
                assert!((p.signed_distance - q.signed_distance).abs() <= MOVES * 1e-6 * size, "{what}");
            }
        }
    }
    count
}

#[test]
fn small_turns_change_nothing() {
    let a = cube::<f64>();
    for depth in [0.0, 1e-3, 0.1] {
        let over = |x: f64, y: f64, z: f64| at::<f64>(x, y, z - depth);
        // Equal boxes, exactly above one another: corner on corner, edge on edge.
        assert_eq!(steady(&a, &cube(), over(0.0, 0.0, 2.0), "equal boxes"), 4);
        assert_eq!(steady(&a, &cube(), over(0.5, 0.0, 2.0), "boxes with common sides"), 4);
        assert_eq!(steady(&a, &cube(), over(0.5, 0.25, 2.0), "boxes"), 4);
        let turned = placed([0.1, 0.2, 2.0 - depth], [0.0, 0.0, 1.0], FRAC_PI_4);
        assert_eq!(steady(&a, &cube(), turned, "a box turned by 45°"), 8);
        let centerd = placed([0.0, 0.0, 2.0 - depth], [0.0, 0.0, 1.0], FRAC_PI_4);
        assert_eq!(steady(&a, &cube(), centerd, "a box turned by 45°, centerd"), 8);
        let edge = placed([0.25, 1.0, 1.0 + 2.0_f64.sqrt() - depth], [0.0, 1.0, 0.0], FRAC_PI_4);
        assert_eq!(steady(&a, &cube(), edge, "a box on its edge"), 2);
        // Round faces.
        let cylinder = Cylinder::new(1.0, 0.5);
        assert_eq!(steady(&a, &cylinder, over(0.25, 0.0, 2.0), "a standing cylinder"), 16);
        steady(&a, &cylinder, over(0.9, 0.0, 2.0), "a standing cylinder over the edge");
        steady(&cylinder, &cylinder, over(0.3, 0.1, 2.0), "cylinder on cylinder");
        assert_eq!(steady(&cylinder, &cylinder, over(0.0, 0.0, 2.0), "equal cylinders"), 16);
        assert_eq!(steady(&a, &Cone::new(0.5, 0.5), over(0.25, 0.0, 1.25), "a standing cone"), 16);
        assert_eq!(steady(&a, &Wheel::new(0.5, 0.25), over(0.0, 0.25, 1.25), "a lying wheel"), 16);
        if depth == 0.0 {
            assert_eq!(steady(&a, &Disc::new(0.5), over(0.0, 0.25, 1.0), "a disc"), 16);
        }
        // Lines.
        let lying = |x: f64, z: f64| placed([x, 0.0, z - depth], [0.0, 1.0, 0.0], FRAC_PI_2);
        let capsule = Capsule::new(1.0, 0.5);
        assert_eq!(steady(&a, &cylinder, lying(1.0, 1.5), "a lying cylinder"), 2);
        assert_eq!(steady(&a, &capsule, lying(1.0, 1.5), "a lying capsule"), 2);
        assert_eq!(steady(&a, &capsule, lying(0.0, 1.5), "a capsule as long as the box"), 2);
        assert_eq!(steady(&capsule, &capsule, at(1.0 - depth, 0.0, 1.0), "capsules side by side"), 2);
        assert_eq!(steady(&cylinder, &cylinder, at(1.0 - depth, 0.0, 0.5), "cylinders side by side"), 2);
        let cone = Cone::new(0.5, 0.5);
        let lean = placed(
            [0.0, 0.0, 1.0 + 0.75 / 5.0_f64.sqrt() - depth],
            [0.0, 1.0, 0.0],
            -(PI - 2.0_f64.atan2(1.0)),
        );
        assert_eq!(steady(&Cuboid::new([4.0, 4.0, 1.0]), &cone, lean, "a lying cone"), 2);
        // Rounded faces, hulls, frusta.
        assert_eq!(steady(&a, &Lozenge::new([0.75, 0.5], 0.25), over(0.5, 0.0, 1.25), "a lozenge"), 4);
        assert_eq!(
            steady(&a, &RoundCuboid::new([0.5, 0.5, 0.25], 0.25), over(0.5, 0.0, 1.5), "a round box"),
            4
        );
        steady(&prism::<f64>(6, 1.0, 1.0), &prism(5, 0.8, 1.0), over(0.3, 0.1, 2.0), "prisms");
        assert_eq!(
            steady(&prism::<f64>(6, 1.0, 1.0), &prism(6, 1.0, 1.0), over(0.0, 0.0, 2.0), "equal prisms"),
            6
        );
        let frustum = Frustum::new([0.75, 0.5], [0.25, 0.25], 0.5);
        assert_eq!(steady(&a, &frustum, over(0.5, 0.0, 1.0 - frustum.low()), "a frustum"), 4);
    }
}

/// A standing cylinder that leans more and more: the deepest point of its rim is there in time, and the number of points
/// never falls while they are within the margin.
#[test]
fn a_leaning_cylinder_shows_its_depth() {
    let cylinder = Cylinder::new(1.0, 0.5);
    let settings = ManifoldSettings { margin: 0.1, ..all() };
    for i in 0..200 {
        let lean = 10.0_f64.powf(-8.0 + 6.4 * f64::from(i) / 199.0);
        let turn = Rot3::from_axis_angle(Vec3::new(0.1, 0.9, 0.0).unit(), lean);
        let b = cylinder.at(Pose::new([0.0, 0.0, 0.99], turn));
        let m = on_plane(&floor(), &b, &settings);
        assert!(matches!(m.points().len(), 16 | 17), "{lean}: {}", m.points().len());
        let off = m.deepest().unwrap().signed_distance - m.signed_distance;
        assert!(off.abs() <= 0.5e-6, "{lean}: {off:e}");
        assert!(lean < 1e-3 || off.abs() < 1e-9, "{lean}: {off:e}");
    }
}

/// Capsules that cross at a small angle touch along their length, and the number of points falls from two ends to one
/// crossing only as their surfaces part.
#[test]
fn nearly_parallel_capsules_touch_along_their_length() {
    let capsule = Capsule::new(1.0, 0.5);
    let mut counts = Vec::new();
    for angle in [0.0, 1e-9, 1e-6, 1e-4, 1e-3, 0.01, 0.03, 0.1, 1.0] {
        let pose = placed([0.999, 0.0, 0.0], [1.0, 0.0, 0.0], angle);
        let m = check(&capsule, &capsule.at(pose), &all());
        let spread = m.points().iter().map(|p| p.point_a.z).fold(0.0, f64::max);
        counts.push((m.points().len(), (spread * 10.0).round()));
    }
    let (ends, with_crossing, crossing) = ((2, 10.0), (3, 10.0), (1, 0.0));
    assert_eq!(counts[..4], [ends; 4]);
    assert_eq!(counts[4..7], [with_crossing; 3]);
    assert_eq!(counts[7..], [crossing; 2]);
}

/// Rocking through level: the union of features over a swing by a hundredth is that of the level box.
#[test]
fn a_rocking_box_keeps_its_ids() {
    let b = cube::<f64>();
    let settings = ManifoldSettings { margin: 0.05, ..ManifoldSettings::default() };
    let floor = Cuboid::new([10.0, 10.0, 1.0]);
    let level = names(&check(&floor, &b.at(at(0.3, 0.1, 2.0)), &settings));
    for i in -50..=50 {
        let pose = placed([0.3, 0.1, 2.0], [1.0, 0.3, 0.0], f64::from(i) * 2e-4);
        assert_eq!(names(&check(&floor, &b.at(pose), &settings)), level, "{i}");
        let half = HalfSpace::new(Vec3::new(0.0, 0.0, 1.0), 1.0);
        assert!(!on_ground(&half, &b.at(pose)).points().is_empty());
    }
}
