//! The oracle against results known by hand and by construction.

use super::*;
use crate::Rng;
use crate::mesh_pairs::{exact_rotations, gap_apart, known, mingled, within};
use crate::meshes;

/// A cube, given by a corner and its side.
pub(super) fn cube(at: [f64; 3], side: f64) -> Vec<Triangle> {
    meshes::cube(side).moved(at[0], at[1], at[2]).soup()
}

pub(super) fn flipped(soup: &[Triangle]) -> Vec<Triangle> {
    soup.iter().map(|&[a, b, c]| [a, c, b]).collect()
}

#[test]
fn known_pairs_in_both_orders() {
    for pair in known() {
        let (a, b) = (pair.a.soup(), pair.placed_b().soup());
        assert!(is_closed(&a) && is_closed(&b), "{}", pair.name);
        let found = solids(&a, &b);
        assert_eq!(found.state(), pair.state, "{}: {found:?}", pair.name);
        assert_eq!(found.surfaces_meet, pair.squared == 0.0, "{}", pair.name);
        assert_eq!(solids(&b, &a), found.exchanged(), "{}", pair.name);
        assert_eq!(solids(&flipped(&a), &b), found, "{}, inside out", pair.name);
        let near = nearest(&a, &b).expect("there are triangles");
        assert!(near.squared == Ratio::whole(pair.squared.into()), "{}: {}", pair.name, near.squared.f64());
        assert_eq!(first_shared(&a, &b).is_some(), pair.squared == 0.0, "{}", pair.name);
    }
}

/// Checks that exact rotations and integer positions change nothing.
#[test]
fn known_pairs_at_exact_poses() {
    let mut rng = Rng::new(5);
    assert_eq!(exact_rotations().len(), 12);
    for pair in known() {
        for [pose_a, pose_b] in pair.poses(&mut rng).into_iter().skip(rng.below(6)).step_by(6) {
            let a = placed(&pair.a.points, &pose_a);
            let b = placed(&pair.b.points, &pose_b);
            assert!(
                a.iter().chain(&b).all(|p| [p.x, p.y, p.z].iter().all(|c| c.fract() == 0.0)),
                "{}",
                pair.name
            );
            // The result in `f64` is the same.
            assert!(a.iter().zip(&pair.a.points).all(|(p, q)| *p == pose_a.transform(*q)), "{}", pair.name);
            let (a, b) = (soup(&a, &pair.a.triangles), soup(&b, &pair.b.triangles));
            assert_eq!(first_shared(&a, &b).is_some(), pair.squared == 0.0, "{}", pair.name);
            assert_eq!(solids(&a, &b).state(), pair.state, "{}", pair.name);
        }
    }
}

/// Balls of many triangles: the distance of the centers gives the truth, up to the thickness that the triangles cut off.
#[test]
fn spheres_by_the_distance_of_their_centers() {
    let ball = meshes::icosphere(4);
    let (a, small) = (ball.soup(), ball.clone().scaled(0.4).soup());
    // A face lies at most 1 − cos of half its width below the sphere.
    let cut = 0.04;
    for (apart, state) in
        [(1.5, State::Apart), (1.0, State::Overlapping), (0.3, State::Contains), (0.0, State::Contains)]
    {
        let b: Vec<Triangle> = small.iter().map(|t| t.map(|[x, y, z]| [x + apart, y, z])).collect();
        let found = solids(&a, &b);
        assert_eq!(found.state(), state, "{apart}");
        assert_eq!(solids(&b, &a), found.exchanged());
        let distance = nearest(&a, &b).expect("there are triangles").squared.root();
        let truth = if apart > 1.0 { apart - 1.4 } else { (0.6 - apart).max(0.0) };
        assert!((distance - truth).abs() < 1.5 * cut, "{apart}: {distance}");
    }
}

/// A self-crossing tube: the crossing counts twice and is inside, and both its loops are outside.
#[test]
fn a_figure_of_eight() {
    let eight = meshes::figure_of_eight(48, 10).soup();
    let small = |x: f64, y: f64| cube([x - 0.02, y - 0.02, -0.02], 0.04);
    assert_eq!(winding_number([0.01, 0.013, 0.0], &eight), Some(2));
    assert_eq!(winding_number([0.55, 0.0, 0.0], &eight), Some(0));
    assert_eq!(solids(&eight, &small(0.0, 0.0)).state(), State::Contains);
    assert_eq!(solids(&eight, &small(0.55, 0.0)).state(), State::Apart);
    assert_eq!(solids(&eight, &small(1.0, 0.0)).state(), State::Contains);
    assert_eq!(solids(&eight, &small(1.2, 0.0)).state(), State::Overlapping);
}

/// Checks that corners placed a gap apart along a direction have that distance, and that no other points are closer.
#[test]
fn a_gap_is_the_distance() {
    let mut rng = Rng::new(11);
    let bodies =
        [meshes::letter('H'), meshes::torus(8, 6), meshes::needles(3, 0.01, 2), meshes::moebius(8, 1)];
    for (a, b) in bodies.iter().flat_map(|a| bodies.iter().map(move |b| (a, b))) {
        for gap in [1e-9, 0.01, 3.0] {
            let [pose_a, pose_b] = gap_apart(a, b, gap, &mut rng);
            let near = nearest(
                &soup(&placed(&a.points, &pose_a), &a.triangles),
                &soup(&placed(&b.points, &pose_b), &b.triangles),
            );
            let distance = near.expect("there are triangles").squared.root();
            // Coordinates are below 16: rounding moves a corner by a few units in the last place.
            assert!((distance - gap).abs() <= 64.0 * f64::EPSILON * 16.0, "{gap}: {distance}");
        }
    }
}

/// Checks that the winding numbers of all corners agree with the cells if surfaces do not meet.
#[test]
fn mingled_bodies_by_their_corners() {
    let mut rng = Rng::new(21);
    let bodies = [meshes::letter('U'), meshes::torus(9, 6), meshes::nested_shells(true), meshes::cube(0.5)];
    let mut counts = [0; 5];
    for (a, b) in bodies.iter().flat_map(|a| bodies.iter().map(move |b| (a, b))).flat_map(|pair| [pair; 6]) {
        let [pose_a, pose_b] = mingled(a, b, &mut rng);
        let (points_a, points_b) = (placed(&a.points, &pose_a), placed(&b.points, &pose_b));
        let (soup_a, soup_b) = (soup(&points_a, &a.triangles), soup(&points_b, &b.triangles));
        let found = solids(&soup_a, &soup_b);
        assert_eq!(found.surfaces_meet, first_shared(&soup_a, &soup_b).is_some());
        counts[found.state() as usize] += 1;
        let corner_in = |points: &[Vec3<f64>], soup: &[Triangle]| {
            points.iter().any(|p| winding_number([p.x, p.y, p.z], soup).is_some_and(|w| w != 0))
        };
        let (a_in_b, b_in_a) = (corner_in(&points_a, &soup_b), corner_in(&points_b, &soup_a));
        assert!(found.both || !(a_in_b || b_in_a), "{found:?}");
        if !found.surfaces_meet {
            assert_eq!(found.both, a_in_b || b_in_a, "{found:?}");
        } else {
            assert_eq!(found.state(), State::Overlapping, "no chance puts a corner on a face");
        }
    }
    let [apart, touching, overlapping, contains, inside] = counts;
    assert!(apart >= 10 && overlapping >= 15 && contains + inside >= 1 && touching == 0, "{counts:?}");
}

#[test]
fn bodies_in_a_ball_are_inside() {
    let mut rng = Rng::new(31);
    let outer = meshes::nested_shells(true);
    for inner in [meshes::letter('H'), meshes::torus(6, 5), meshes::needles(1, 0.01, 4)] {
        // The largest ball between the wall and the cavity, and one in the cavity.
        for (place, state) in [([1., 3., 3.], State::Contains), ([3., 3., 3.], State::Apart)] {
            let (factor, [pose_a, pose_b]) = within(&inner, place.into(), 1.0, &mut rng);
            let inner = inner.clone().scaled(factor);
            let a = soup(&placed(&outer.points, &pose_a), &outer.triangles);
            let b = soup(&placed(&inner.points, &pose_b), &inner.triangles);
            assert_eq!(solids(&a, &b).state(), state);
            // It extends over 0.9 of the distance from the middle to the wall.
            let distance = nearest(&a, &b).expect("there are triangles").squared.root();
            assert!(distance > 0.1 - 1e-12, "{distance}");
        }
    }
}

#[test]
fn points_have_a_sign() {
    let hollow = meshes::nested_shells(true).soup();
    for (p, truth) in [([1., 3., 3.], -1.0), ([3., 3., 3.], 1.0), ([9., 10., 3.], 5.0), ([6., 1., 1.], 0.0)] {
        assert_eq!(signed_distance(p.into(), &hollow), Some(truth), "{p:?}");
    }
    assert_eq!(signed_distance(Vec3::default(), &[]), None);
}
