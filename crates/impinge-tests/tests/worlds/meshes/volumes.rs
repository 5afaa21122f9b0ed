//! The volume that two meshes have in common: boxes, whose overlap is a product of three lengths.

use impinge::mesh::{TriangleMesh, common_volume};
use impinge::{Pose, Real, Vec3};
use impinge_scenes::Rng;

type Point = Vec3<f64>;

fn cuboid(corner: Point, sides: Point, pose: &Pose<Point>) -> TriangleMesh<f64> {
    let at = |k: usize| {
        let bit = |axis: usize| sides.to_array()[axis] * (k >> axis & 1) as f64;
        pose.transform(corner + Vec3::new(bit(0), bit(1), bit(2)))
    };
    let points: Vec<Point> = (0..8).map(at).collect();
    let faces = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
    TriangleMesh::from_polygons(&points, &faces).unwrap().0
}

/// Boxes turned together have in common what they had before: the product of three lengths.
#[test]
fn turned_boxes_have_the_volume_of_the_boxes() {
    let mut rng = Rng::new(7);
    let mut met = 0;
    for _ in 0..100 {
        let pose = rng.pose3::<f64>(10.0);
        let mut random = |low, high| Vec3::from([(); 3].map(|()| rng.between(low, high)));
        let (corner, sides) = (random(-1.0, 1.0), random(0.2, 2.0));
        let expected: f64 = (0..3)
            .map(|k| {
                let (from, side) = (corner.to_array()[k], sides.to_array()[k]);
                (Real::min(from + side, 1.0) - Real::max(from, 0.0)).max(0.0)
            })
            .product();
        let unit = cuboid(Vec3::ZERO, Vec3::new(1.0, 1.0, 1.0), &pose);
        let other = cuboid(corner, sides, &pose);
        let (a, b) = ((&unit, Vec3::ZERO), (&other, Vec3::ZERO));
        let Some(found) = common_volume(a, b) else {
            assert_eq!(expected, 0.0);
            continue;
        };
        // Corners are rounded after they were turned: some 10 ε of their size, on faces of no more than 24 in all.
        let turned = 1e-12;
        assert!((found.value - expected).abs() <= found.error + turned, "{found:?} {expected}");
        assert!(found.error < 1e-9, "{found:?}");
        if expected > 0.01 {
            met += 1;
        }
    }
    assert!(met > 25, "{met} of 100 overlap");
}

/// A box whose faces look inward is the same solid.
#[test]
fn it_does_not_matter_which_way_faces_look() {
    let (unit, moved) = (Vec3::new(1.0, 1.0, 1.0), Vec3::new(0.5, 0.25, 0.125));
    let box_b = cuboid(moved, unit, &Pose::IDENTITY);
    let inward: Vec<[u32; 3]> = box_b.triangles().map(|(_, [a, b, c])| [a, c, b]).collect();
    let (flipped, _) = TriangleMesh::<f64>::new(box_b.vertices(), &inward).unwrap();
    assert!(flipped.volume() < 0.0);
    let still = cuboid(Vec3::ZERO, unit, &Pose::IDENTITY);
    // Moved there and back: the translations count.
    let away = Vec3::new(0.25, -0.5, 2.0);
    let elsewhere = cuboid(-away, unit, &Pose::IDENTITY);
    let found = common_volume((&still, Vec3::ZERO), (&flipped, Vec3::ZERO)).unwrap();
    assert_eq!(common_volume((&elsewhere, away), (&flipped, Vec3::ZERO)), Some(found));
    assert!((found.value - 0.5 * 0.75 * 0.875).abs() <= found.error, "{found:?}");
}

/// Two boxes in one mesh, which run around what they share twice: no sum of columns is the volume of that, but bounds are.
#[test]
fn a_surface_that_passes_through_itself_counts_once() {
    let mut rng = Rng::new(8);
    let mut met = 0;
    for _ in 0..12 {
        let pose = rng.pose3::<f64>(10.0);
        let unit = Vec3::new(1.0, 1.0, 1.0);
        let ones = cuboid(Vec3::ZERO, unit, &pose);
        let twos = cuboid(Vec3::new(0.5, 0.0, 0.0), unit, &pose);
        // Both are from 0 to 1.5 along the first axis, with half a unit in common.
        let points: Vec<Point> = ones.vertices().iter().chain(twos.vertices()).copied().collect();
        let shifted = twos.triangles().map(|(_, t)| t.map(|v| v + ones.vertices().len() as u32));
        let triangles: Vec<[u32; 3]> = ones.triangles().map(|(_, t)| t).chain(shifted).collect();
        let both = TriangleMesh::<f64>::new(&points, &triangles).unwrap().0;
        assert!((both.volume() - 2.0).abs() < 1e-12, "{}", both.volume());
        let from = rng.between(-0.5, 1.25);
        let other = cuboid(Vec3::new(from, 0.25, 0.25), Vec3::new(1.0, 0.5, 0.5), &pose);
        let expected = 0.25 * (Real::min(from + 1.0, 1.5) - Real::max(from, 0.0));
        let found = common_volume((&both, Vec3::ZERO), (&other, Vec3::ZERO)).unwrap();
        assert!((found.value - expected).abs() <= found.error, "{found:?} {expected}");
        // Far more than rounding, and little beside the boxes.
        assert!(found.error > 1e-6 && found.error < 0.1, "{found:?}");
        met += usize::from(expected > 0.1);
    }
    assert!(met > 6, "{met} of 12 overlap by much");
}

/// Bodies apart have nothing in common, and an open surface has no inside.
#[test]
fn bodies_apart_share_nothing_and_open_ones_have_no_volume() {
    let unit = Vec3::new(1.0, 1.0, 1.0);
    let cube = cuboid(Vec3::ZERO, unit, &Pose::IDENTITY);
    let far = common_volume((&cube, Vec3::ZERO), (&cube, Vec3::new(3.0, 2.0, 0.5))).unwrap();
    assert_eq!((far.value, far.error), (0.0, 0.0));
    let open: Vec<[u32; 3]> = cube.triangles().map(|(_, t)| t).skip(1).collect();
    let open = TriangleMesh::<f64>::new(cube.vertices(), &open).unwrap().0;
    assert!(common_volume((&cube, Vec3::ZERO), (&open, Vec3::ZERO)).is_none());
}
