//! Meshes of many shells: each is cut alone, by planes through nothing else.

use impinge::decompose::{DecomposeStatus, decompose};
use impinge::{Rot3, Vec3};
use impinge_scenes::rooms::{self, Faces};

use super::{no_gap, parts, with};
use crate::common::Random;

/// Bodies that are turned at random, at random places in a cube of half side `room`.
fn scattered(count: usize, room: f64, seed: u64, mut body: impl FnMut(&mut Random) -> Faces) -> Faces {
    let mut random = Random::new(seed);
    let mut all = Faces::default();
    for _ in 0..count {
        let (axis, turn, at) = (random.in_cube(), 3.0 * random.in_cube().x, random.in_cube() * room);
        let rotation = Rot3::from_axis_angle(axis.unit(), turn);
        all = all.and(&body(&mut random).map(|p| rotation.rotate(p) + at));
    }
    all
}

/// 84 boxes that cross one another, of 1,008 triangles, became 211 parts in half a minute, and were not finished: planes cut through all of them.
#[test]
fn boxes_that_cross_are_a_part_each() {
    let boxes = scattered(84, 1.0, 1, |random| {
        let half = random.in_cube() * 0.2;
        rooms::cuboid([0.3 + half.x, 0.3 + half.y, 0.3 + half.z], 1)
    });
    let found = parts::<f64>(&boxes, &with(0.02));
    assert_eq!(found.status, DecomposeStatus::Reached, "{} parts", found.parts.len());
    assert!(found.parts.len() <= 84, "{} parts", found.parts.len());
    assert!(no_gap(&boxes, &found, 5) > 500);
}

/// Cuts of one shell leave the others whole: brackets far from one another are two boxes each.
#[test]
fn brackets_are_cut_one_by_one() {
    let mut count = 0;
    let brackets = scattered(50, 0.1, 2, |_| {
        let at = Vec3::new(f64::from(count % 5), f64::from(count / 5 % 5), f64::from(count / 25)) * 4.0;
        count += 1;
        rooms::letter('L').map(|p| p + at)
    });
    let found = parts::<f64>(&brackets, &with(0.002));
    assert_eq!((found.status, found.parts.len()), (DecomposeStatus::Reached, 100));
    assert!((found.volume_ratio - 1.0).abs() < 1e-9, "{}", found.volume_ratio);
}

/// A cavity belongs to the shells around it, and so does a body in it; one that pierces its wall does too.
#[test]
fn cavities_stay_with_their_shells() {
    let cube = |half: f64| rooms::cuboid([half; 3], 1);
    let at = |faces: Faces, x: f64| faces.map(|p| p + Vec3::new(x, 0.0, 0.0));
    let hollow = cube(1.0).and(&cube(0.8).flipped()).and(&cube(0.1));
    let all = hollow.and(&at(cube(0.3), 1.0)).and(&at(cube(0.5), 4.0));
    let found = decompose(&all.points_in::<f64>(), &all.polygons, &with(0.01)).unwrap();
    assert_eq!((found.status, found.turned), (DecomposeStatus::Reached, 0));
    assert!(no_gap(&all, &found, 3) > 200);
    // The cavity stays empty.
    let inside = |p: Vec3<f64>| found.parts.iter().any(|part| super::outside(part, p) < -0.05);
    assert!(!inside(Vec3::new(0.4, 0.4, 0.4)) && !inside(Vec3::new(-0.4, 0.3, 0.2)));
}
