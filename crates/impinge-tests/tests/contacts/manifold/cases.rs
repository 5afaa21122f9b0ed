//! Cases whose contact polygon is known.

use super::*;
use impinge::{Disc, Ellipsoid, EllipticDisc, Lozenge, RoundCuboid, Sphere, Wheel};
use std::f64::consts::{FRAC_PI_2, FRAC_PI_4, PI, TAU};

/// Areas are right within this, in the area of the larger face: corners within 2⁻¹⁶ of the extent are one.
const CORNERS: f64 = 2e-4;

fn loose<T: Real>() -> f64 {
    if T::NAME == "f64" { 1e-9 } else { 1e-3 }
}

fn polygon(corners: &[[f64; 2]], turn: f64, x: f64, y: f64) -> Vec<Vec2<f64>> {
    let (sin, cos) = turn.sin_cos();
    corners.iter().map(|&[u, v]| Vec2::new(x + cos * u - sin * v, y + sin * u + cos * v)).collect()
}

fn boxes<T: Real>() {
    let mut rng = Rng::new(1);
    let (mut hits, mut eight, mut merged) = (0, 0, 0);
    for i in 0..400 {
        let half = [rng.between(0.5, 2.0), rng.between(0.5, 2.0), rng.between(1.5, 2.0)];
        // Side by side with the axes now and then, where corners and edges coincide.
        let turn = if i % 4 == 0 { FRAC_PI_2 * rng.below(4) as f64 } else { rng.between(0.0, 6.0) };
        let (x, y) = (rng.between(-1.5, 1.5), rng.between(-1.5, 1.5));
        // Or equal and turned by about 45°: eight corners.
        let (half, turn) =
            if i % 4 == 1 { ([1.0, 1.0, half[2]], rng.between(0.4, 1.1)) } else { (half, turn) };
        let (x, y) = if i % 4 == 1 { (0.1 * x, 0.1 * y) } else { (x, y) };
        let gap = [-0.1, 0.0, -1e-3, 0.05][rng.below(4)];
        let pose = placed::<T>([x, y, 1.0 + half[2] + gap], [0.0, 0.0, 1.0], turn);
        let base = polygon(&[[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]], 0.0, 0.0, 0.0);
        let [u, v, _] = half;
        let other = polygon(&[[-u, -v], [u, -v], [u, v], [-u, v]], turn, x, y);
        let expected = common_area(&base, &other);
        let world = rng.pose3::<T>(2.0);
        let (a, b) = (cube::<T>().at(world), Cuboid::new(v3::<T>(u, v, half[2])).at(world.compose(&pose)));
        let m = check(&a, &b, &ManifoldSettings { margin: 0.1, ..all() });
        if world.rotation().unrotate(m.normal).z.f64() < 0.9 || expected < 0.05 {
            continue; // Less deep sideways.
        }
        hits += 1;
        eight += usize::from(m.points().len() == 8);
        let off = area(&m) - expected;
        merged += usize::from(off.abs() > loose::<T>());
        assert!(off.abs() <= CORNERS.max(loose::<T>()) * 4.0, "{off:e}: {m:?}");
        for p in m.points() {
            assert!((p.signed_distance.f64() - gap).abs() <= 64.0 * T::EPSILON.f64(), "{p:?}");
            assert!(p.feature_a.dimension().is_some() && p.feature_b.dimension().is_some());
        }
        // With four points nothing deeper is lost, and the area is that of four of these corners.
        let four = check(&a, &b, &ManifoldSettings { margin: 0.1, ..ManifoldSettings::default() });
        assert_eq!(four.points().len(), m.points().len().min(4));
        assert!(area(&four) > 0.6 * expected - CORNERS, "{} of {expected}", area(&four));
    }
    assert!(hits > 250 && eight > 10 && merged < 20, "{hits} {eight} {merged}");
}

#[test]
fn box_on_box() {
    both(boxes::<f32>, boxes::<f64>);
}

/// Features of the simplest contact, spelt out.
#[test]
fn a_half_covered_face_has_the_names_known_by_hand() {
    let (a, b) = (cube::<f64>(), cube().at(at(1.0, 0.5, 2.0)));
    let m = check(&a, &b, &all());
    let vertex = |i| Feature::Vertex(Id(i));
    let edge = |i, j| Feature::edge(Id(i), Id(j));
    // B's corner within A's face, A's within B's, and two crossings.
    let expected = [
        (vertex(7), Feature::Face(Id(4))),
        (edge(5, 7), edge(0, 1)),
        (edge(6, 7), edge(0, 2)),
        (Feature::Face(Id(5)), vertex(0)),
    ];
    assert_eq!(names(&m), expected);
    // Exactly above: corner on corner.
    let m = check(&a, &cube().at(at(0.0, 0.0, 2.0)), &all());
    assert_eq!(names(&m), [4, 5, 6, 7].map(|i| (vertex(i), vertex(i - 4))));
    // On a half-space.
    let m = on_ground(&floor::<f64>(), &cube().at(at(3.0, 0.0, 0.75)));
    assert_eq!(names(&m), [0, 1, 2, 3].map(|i| (Feature::Face(Id(0)), vertex(i))));
    assert_eq!((area(&m), m.deepest().unwrap().depth(), m.dropped), (4.0, 0.25, None));
}

fn hulls<T: Real>() {
    let mut rng = Rng::new(2);
    for _ in 0..60 {
        let (n, k) = (3 + rng.below(10), 3 + rng.below(10));
        let (x, y, turn) = (rng.between(-0.7, 0.7), rng.between(-0.7, 0.7), rng.between(0.0, 6.0));
        let depth = rng.between(0.0, 0.05);
        let (one, two) = (prism::<T>(n, 1.0, 1.0), prism::<T>(k, 0.9, 1.0));
        let corners = |n: usize, r: f64| -> Vec<[f64; 2]> {
            (0..n).map(|i| i as f64 / n as f64 * TAU).map(|t| [r * t.cos(), r * t.sin()]).collect()
        };
        let expected =
            common_area(&polygon(&corners(n, 1.0), 0.0, 0.0, 0.0), &polygon(&corners(k, 0.9), turn, x, y));
        if expected < 0.2 {
            continue;
        }
        let world = rng.pose3::<T>(1.0);
        let pose = placed::<T>([x, y, 2.0 - depth], [0.0, 0.0, 1.0], turn);
        let m = check(&(&one).at(world), &(&two).at(world.compose(&pose)), &all());
        assert!((area(&m) - expected).abs() <= CORNERS.max(loose::<T>()), "{} {expected}: {m:?}", area(&m));
    }
    // Octahedra, face on face: a hexagon where they are turned against one another.
    let points: Vec<Vec3<T>> = (0..3).flat_map(|k| [Vec3::axis(k), -Vec3::<T>::axis(k)]).collect();
    let o = ConvexPolyhedron::new(&points);
    let by = 2.0 / 3.0 - 0.01;
    let m = check(&o, &(&o).at(at(by, by, by)), &all());
    // Side √2: the triangles' area is √3/2, of which two thirds are common.
    assert_eq!(m.points().len(), 6);
    assert!((area(&m) - 3.0_f64.sqrt() / 3.0).abs() <= 1e-6_f64.max(loose::<T>()), "{}", area(&m));
}

#[test]
fn hull_on_hull() {
    both(hulls::<f32>, hulls::<f64>);
}

fn round_faces<T: Real>() {
    let mut rng = Rng::new(3);
    let cylinder = Cylinder::new(T::ONE, T::HALF);
    for sides in [3, 4, 8, 16, 33, 128] {
        let settings = ManifoldSettings { rim_sides: sides, ..all() };
        // Of the disc's area all but 1 − (k/2π) sin(2π/k).
        let share = sides as f64 / TAU * (TAU / sides as f64).sin();
        let (x, y, turn) = (rng.between(-0.4, 0.4), rng.between(-0.4, 0.4), rng.between(0.0, 6.0));
        let pose = placed::<T>([x, y, 1.0 - 1e-3], [0.0, 0.0, 1.0], turn);
        let m = on_plane(&floor(), &cylinder.at(pose), &settings);
        assert_eq!(m.points().len(), sides);
        assert!((area(&m) - share * 0.25 * PI).abs() <= loose::<T>(), "{sides}: {}", area(&m));
        // On a box, and half over its edge: a rim of as many corners, clipped another way.
        for x in [x, 1.0, 1.3] {
            let pose = placed::<T>([x, y, 2.0 - 1e-3], [0.0, 0.0, 1.0], turn);
            let rim: Vec<[f64; 2]> = (0..sides)
                .map(|i| i as f64 / sides as f64 * TAU)
                .map(|t| [0.5 * t.cos(), 0.5 * t.sin()])
                .collect();
            let base = polygon(&[[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]], 0.0, 0.0, 0.0);
            let expected = common_area(&base, &polygon(&rim, turn, x, y));
            let world = rng.pose3::<T>(1.0);
            let m = check(&cube::<T>().at(world), &cylinder.at(world.compose(&pose)), &settings);
            assert!(
                (area(&m) - expected).abs() <= CORNERS.max(loose::<T>()),
                "{sides}: {} {expected}",
                area(&m)
            );
            // Cap on cap.
            let m = check(
                &cylinder.at(world),
                &cylinder.at(world.compose(&at(x.min(0.6), 0.0, 2.0 - 1e-3))),
                &settings,
            );
            let expected = common_area(&polygon(&rim, 0.0, 0.0, 0.0), &polygon(&rim, 0.0, x.min(0.6), 0.0));
            assert!(
                (area(&m) - expected).abs() <= CORNERS.max(loose::<T>()),
                "{sides}: {} {expected}",
                area(&m)
            );
        }
    }
    // The other round faces: cone, wheel, disc, elliptic disc.
    let share = 16.0 / TAU * (TAU / 16.0).sin();
    let flat = |m: Manifold<Vec3<T>>, exact: f64| {
        assert_eq!(m.points().len(), 16);
        assert!((area(&m) - share * exact).abs() <= loose::<T>() * 4.0, "{} {}", area(&m), share * exact);
    };
    let plane = floor::<T>();
    let cone = Cone::new(T::HALF, T::ONE);
    flat(on_plane(&plane, &cone.at(at(1.0, 2.0, 0.5)), &all()), 0.25 * PI);
    flat(check(&cube(), &cone.at(at(0.25, 0.0, 1.5 - 1e-3)), &all()), 0.25 * PI);
    let wheel = Wheel::new(T::HALF, T::of(0.25));
    flat(on_plane(&plane, &wheel.at(at(1.0, 2.0, 0.25)), &all()), 0.25 * PI);
    flat(check(&cube(), &wheel.at(at(0.25, 0.0, 1.25 - 1e-3)), &all()), 0.25 * PI);
    flat(check(&cube(), &Disc::new(T::HALF).at(at(0.25, 0.0, 1.0)), &all()), 0.25 * PI);
    let oval = EllipticDisc::new(v2::<T>(0.75, 0.25));
    flat(check(&cube(), &oval.at(at(0.25, 0.0, 1.0)), &all()), 0.1875 * PI);
}

#[test]
fn round_faces_are_polygons_of_the_stated_area() {
    both(round_faces::<f32>, round_faces::<f64>);
}

fn ends<T: Real>(m: &Manifold<Vec3<T>>) -> [Vec3<f64>; 2] {
    assert_eq!(m.points().len(), 2, "{m:?}");
    let mut ends = [0, 1].map(|i| m.points()[i].point_a.cast::<f64>());
    ends.sort_by(|p, q| (p.x + p.y + p.z).total_cmp(&(q.x + q.y + q.z)));
    ends
}

fn lines<T: Real>() {
    let near = |found: [Vec3<f64>; 2], expected: [[f64; 3]; 2]| {
        for (p, q) in found.into_iter().zip(expected) {
            assert!((p - Vec3::from(q)).norm() <= 1e-6_f64.max(loose::<T>()), "{found:?} {expected:?}");
        }
    };
    let plane = floor::<T>();
    for depth in [0.0, 1e-3, 0.1] {
        let lying = |x: f64, y: f64, z: f64| placed::<T>([x, y, z - depth], [0.0, 1.0, 0.0], FRAC_PI_2);
        // A cylinder and a capsule along x: on the floor, on a box and half over its edge.
        let cylinder = Cylinder::new(T::ONE, T::HALF);
        let capsule = Capsule::new(T::ONE, T::HALF);
        near(
            ends(&on_ground(&plane, &cylinder.at(lying(3.0, 0.0, 0.5)))),
            [[2.0, 0.0, 0.0], [4.0, 0.0, 0.0]],
        );
        near(ends(&on_ground(&plane, &capsule.at(lying(3.0, 0.0, 0.5)))), [[2.0, 0.0, 0.0], [4.0, 0.0, 0.0]]);
        let on_edge = [[0.0, 0.25, 1.0], [1.0, 0.25, 1.0]];
        near(ends(&check(&cube::<T>(), &cylinder.at(lying(1.0, 0.25, 1.5)), &all())), on_edge);
        near(ends(&check(&cube::<T>(), &capsule.at(lying(1.0, 0.25, 1.5)), &all())), on_edge);
        // A cone on its side: apex and rim, as far from one another as its side is long.
        let cone = Cone::new(T::HALF, T::HALF);
        let lean = -(PI - 2.0_f64.atan2(1.0));
        let lift = 0.75 / 5.0_f64.sqrt() - depth;
        for m in [
            on_ground(&plane, &cone.at(placed([2.0, 0.0, lift], [0.0, 1.0, 0.0], lean))),
            check(
                &Cuboid::new(v3::<T>(4.0, 4.0, 1.0)),
                &cone.at(placed([2.0, 0.0, 1.0 + lift], [0.0, 1.0, 0.0], lean)),
                &all(),
            ),
        ] {
            let [p, q] = ends(&m);
            assert!(((q - p).norm() - 1.25_f64.sqrt()).abs() <= 1e-6_f64.max(loose::<T>()));
            let rim = Feature::Rim { face: Id(0), place: Id::NONE };
            assert!(m.points().iter().any(|p| p.feature_b == Feature::Vertex(Id(0))));
            assert!(m.points().iter().any(|p| p.feature_b == rim));
        }
        // Capsules and cylinders side by side, along z: from 0 to 1.
        let beside = at::<T>(1.0 - depth, 0.0, 1.0);
        let common = [[0.5, 0.0, 0.0], [0.5, 0.0, 1.0]];
        near(ends(&check(&capsule, &capsule.at(beside), &all())), common);
        near(ends(&check(&cylinder, &cylinder.at(beside), &all())), common);
        near(ends(&check(&cylinder, &capsule.at(beside), &all())), common);
        // A capsule along an edge of a box that stands on another edge; across it, one point.
        let tent = cube::<T>().at(placed([0.0, 0.0, 0.0], [1.0, 0.0, 0.0], FRAC_PI_4));
        let up = 2.0_f64.sqrt();
        let m = check(&tent, &capsule.at(lying(1.0, 0.0, up + 0.5)), &all());
        near(ends(&m), [[0.0, 0.0, up], [1.0, 0.0, up]]);
        let m = check(&tent, &cylinder.at(lying(1.0, 0.0, up + 0.5)), &all());
        near(ends(&m), [[0.0, 0.0, up], [1.0, 0.0, up]]);
        let across = placed::<T>([0.25, 0.5, up + 0.5 - depth], [1.0, 0.0, 0.0], FRAC_PI_2);
        assert_eq!(check(&tent, &capsule.at(across), &all()).points().len(), 1);
    }
    // Wheel upright on the ground, ball, ellipsoid, a capsule on its end: one point.
    let upright = placed::<T>([0.0, 0.0, 0.75], [1.0, 0.0, 0.0], FRAC_PI_2);
    let one = |m: Manifold<Vec3<T>>, x: f64, y: f64| {
        assert_eq!(m.points().len(), 1, "{m:?}");
        assert!(
            (m.points()[0].point_a.cast::<f64>() - Vec3::new(x, y, 0.0)).norm() <= 1e-6_f64.max(loose::<T>())
        );
    };
    one(on_ground(&plane, &Wheel::new(T::HALF, T::of(0.25)).at(upright)), 0.0, 0.0);
    one(on_ground(&plane, &Sphere::new(T::HALF).at(at(1.0, 2.0, 0.5))), 1.0, 2.0);
    one(on_ground(&plane, &Ellipsoid::new(v3::<T>(50.0, 60.0, 0.5)).at(at(1.0, 2.0, 0.5))), 1.0, 2.0);
    one(on_ground(&plane, &Capsule::new(T::ONE, T::HALF).at(at(1.0, 2.0, 1.5))), 1.0, 2.0);
}

#[test]
fn lines_have_two_ends() {
    both(lines::<f32>, lines::<f64>);
}

fn rounded_faces<T: Real>() {
    // The flat sides of lozenge and round box are the faces of their cores.
    let lozenge = Lozenge::new(v2::<T>(0.75, 0.5), T::of(0.25));
    let m = check(&cube(), &lozenge.at(at(0.0, 0.0, 1.25 - 1e-3)), &all());
    assert!((m.points().len(), (area(&m) - 1.5).abs() <= loose::<T>()) == (4, true), "{m:?}");
    let round = RoundCuboid::new(v3::<T>(0.5, 0.5, 0.25), T::of(0.25));
    let m = check(&cube(), &round.at(at(0.75, 0.0, 1.5 - 1e-3)), &all());
    assert!((m.points().len(), (area(&m) - 0.75).abs() <= loose::<T>()) == (4, true), "{m:?}");
    // Tilted by up to the angle: the points stay on the surface, the deepest is the ball at the corner.
    let mut rng = Rng::new(8);
    for i in 0..200 {
        let tilt = 10.0_f64.powf(rng.between(-8.0, -1.55));
        let axis = rng.unit2::<T>();
        let turn = Rot3::from_axis_angle(Vec3::new(axis.x, axis.y, T::ZERO), T::of(tilt));
        let pose = Pose::new(v3::<T>(0.1, 0.2, 1.5 - 0.06), turn);
        let settings = ManifoldSettings { margin: 0.1, ..all() };
        let m = if i % 2 == 0 {
            check(&cube(), &round.at(pose), &settings)
        } else {
            check(&round.at(pose), &cube(), &settings)
        };
        assert_eq!(m.points().len(), 4, "tilt {tilt}: {m:?}");
        let off = (m.deepest().unwrap().signed_distance - m.signed_distance).f64();
        assert!(off.abs() <= 1e-7_f64.max(loose::<T>()), "tilt {tilt}: {off:e}");
    }
}

#[test]
fn flat_sides_of_rounded_shapes_are_faces() {
    both(rounded_faces::<f32>, rounded_faces::<f64>);
}

/// Apart by more than the margin: nothing. Within: as far apart as they are.
#[test]
fn points_beyond_the_margin_are_left_out() {
    let (a, b) = (cube::<f64>(), cube().at(at(0.5, 0.0, 2.01)));
    assert!(check(&a, &b, &ManifoldSettings::default()).points().is_empty());
    assert!(check(&a, &b, &ManifoldSettings::default()).signed_distance > 0.0);
    let with = |margin| check(&a, &b, &ManifoldSettings { margin, ..all() });
    assert!(with(0.009).points().is_empty());
    assert!(with(-1.0).points().is_empty() && with(f64::NAN).points().is_empty());
    assert_eq!(with(0.011).points().len(), 4);
    assert_eq!(with(f64::INFINITY).points().len(), 4);
    assert!((with(0.011).points()[0].signed_distance - 0.01).abs() < 1e-12);
    // A box that leans: of its face as much as is within the margin.
    let lean = cube().at(placed([0.0, 0.0, 1.0], [0.0, 1.0, 0.0], 0.01));
    let count = |margin| {
        let settings = ManifoldSettings { margin, ..all() };
        on_plane(&floor::<f64>(), &lean, &settings).points().len()
    };
    assert_eq!((count(0.0), count(0.009), count(0.011)), (2, 2, 4));
}
