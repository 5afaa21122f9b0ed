//! Places of bodies that are freed, and cases in which they are not.

use impinge::expel::{MotionSettings, Mover, Start};
use impinge::mesh::polygon::{PlacedMesh, PolygonMesh};
use impinge::{Pose, Real, Vec3};
use impinge_scenes::movers::mesh;
use impinge_scenes::oracle::surfaces::{cross, placed};
use impinge_scenes::rooms;
use impinge_tests::in_both_precisions;

in_both_precisions!(nothing_is_freed_by_nothing, the_middle_is_not_pushed_through_a_wall);

fn v<T: Real>(x: f64, y: f64, z: f64) -> Vec3<T> {
    Vec3::new(T::of(x), T::of(y), T::of(z))
}

fn cuboid<T: Real>(half: [f64; 3]) -> PolygonMesh<T> {
    mesh(&rooms::cuboid(half, 1))
}

/// With depth 0 one pose was looked at some hundred times. A body stays where it is then, and where rounding leaves it there.
fn nothing_is_freed_by_nothing<T: Real>() {
    let cube = cuboid::<T>([0.5; 3]);
    let standing = PlacedMesh::new(&cube, Pose::IDENTITY);
    let mut mover = Mover::new();
    for depth in [0.0, -0.0, 1e-300, 0.01 * T::EPSILON.f64()] {
        for height in [0.9, 1.0, 2.0] {
            let moving = PlacedMesh::new(&cube, Pose::at(v(0.1, 0.2, height)));
            let freed = mover.free(&moving, &[standing], depth, &MotionSettings::default()).unwrap();
            let expected = if height < 1.0 { Start::Overlapping } else { Start::Apart };
            assert_eq!((freed.start, freed.pose, freed.clear), (expected, moving.pose, height > 1.0));
        }
    }
}

/// A body that is stuck in a thin wall and has no room on its side was pushed through the wall. It stays where it is, and a body
/// whose middle is beyond the wall already comes out there.
fn the_middle_is_not_pushed_through_a_wall<T: Real>() {
    let (ball, thin, thick) =
        (cuboid::<T>([0.5; 3]), cuboid::<T>([0.01, 9.0, 9.0]), cuboid::<T>([1.0, 9.0, 9.0]));
    let mut mover = Mover::new();
    let (mut stuck, mut through) = (0, 0);
    for i in 0..40 {
        // The thin wall stands at 0, the thick one from -2.9 to -0.9: between them is less than the body needs.
        let at = 0.8 * f64::from(i) / 40.0 - 0.4;
        let moving = PlacedMesh::new(&ball, Pose::at(v(at, 0.0, 0.0)));
        let world =
            [PlacedMesh::new(&thin, Pose::IDENTITY), PlacedMesh::new(&thick, Pose::at(v(-1.9, 0.0, 0.0)))];
        let freed = mover.free(&moving, &world, 1.5, &MotionSettings::default()).unwrap();
        let end = freed.pose.translation().x.f64();
        if at < -0.01 {
            assert!(freed.start == Start::Overlapping && freed.pose == moving.pose, "{at} {freed:?}");
            stuck += 1;
        } else {
            assert!(freed.start == Start::Freed && freed.clear && end > 0.5, "{at} {freed:?}");
            assert!(!cross(&placed(&ball, &freed.pose), &placed(&thin, &Pose::IDENTITY)));
            through += 1;
        }
        // Alone, the thin wall lets the body go to the side where its middle is.
        let freed = mover.free(&moving, &world[..1], 1.5, &MotionSettings::default()).unwrap();
        let end = freed.pose.translation().x.f64();
        assert!(freed.start == Start::Freed && (at.abs() < 0.011 || end * at > 0.0), "{at} {freed:?}");
    }
    assert!(stuck > 15 && through > 15, "{stuck} {through}");
}
