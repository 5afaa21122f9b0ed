//! Players that start in the ground.

use impinge::expel::{MotionSettings, Mover, SlideSettings, SlideStatus, Start, Step};
use impinge::mesh::polygon::{PlacedMesh, PolygonMesh};
use impinge::{Real, Vec3};
use impinge_scenes::oracle::surfaces;
use impinge_scenes::rooms;

use super::{at, mesh, v};

/// A player a hair deep in the ground sank through it and was said to stand on it. It must stay where it is and say so, or be
/// freed first if that is requested.
pub fn a_player_in_the_ground_says_so<T: Real>() {
    let grounds: [PolygonMesh<T>; 2] = [
        mesh(&rooms::floor(8.0, 3)),
        mesh(&rooms::cuboid([4.0, 4.0, 1.0], 1).map(|p| p - Vec3::new(0.0, 0.0, 1.0))),
    ];
    let body = mesh::<T>(&rooms::cuboid([0.3, 0.3, 0.9], 1));
    let mut mover = Mover::new();
    let mut found = 0;
    for ground in &grounds {
        let world = [PlacedMesh::new(ground, at(0.0, 0.0, 0.0))];
        let standing = surfaces::placed(ground, &at(0.0, 0.0, 0.0));
        for depth in [1e-6, 1e-4, 1e-2] {
            for by in [v::<T>(0.0, 0.0, -0.5), v(0.3, 0.1, -0.1), v(0.0, 0.0, 0.0), v(0.0, 0.0, 0.5)] {
                let player = PlacedMesh::new(&body, at::<T>(0.2, 0.1, 0.9 - depth));
                let settings = SlideSettings { step: T::of(0.25), ..SlideSettings::default() };
                let slid = mover.slide(&player, by, &world, &settings).expect("finite");
                assert_eq!(
                    (slid.status, slid.start),
                    (SlideStatus::Overlapping, Start::Overlapping),
                    "{slid:?}"
                );
                assert!(
                    slid.pose == player.pose
                        && slid.ground.is_none()
                        && !slid.clear
                        && slid.step == Step::Level
                );
                assert!(slid.left == Vec3::ZERO && slid.wall.is_some());

                let motion = MotionSettings { free: Some(0.1), ..MotionSettings::default() };
                let freed =
                    mover.slide(&player, by, &world, &SlideSettings { motion, ..settings }).expect("finite");
                assert!(
                    freed.start == Start::Freed && freed.status != SlideStatus::Overlapping && freed.clear,
                    "{freed:?}"
                );
                assert!(
                    freed.from.translation().z.f64() > 0.9
                        && freed.pose.translation().z >= freed.from.translation().z - T::of(1e-3)
                );
                assert!(freed.ground.is_some() == (by.z <= T::ZERO), "{freed:?}");
                assert!(!surfaces::cross(&surfaces::placed(&body, &freed.pose), &standing));
                found += 1;
            }
        }
        // Too deep for what was allowed.
        let motion = MotionSettings { free: Some(1e-3), ..MotionSettings::default() };
        let deep = PlacedMesh::new(&body, at::<T>(0.2, 0.1, 0.7));
        let slid = mover.slide(
            &deep,
            v(0.1, 0.0, 0.0),
            &world,
            &SlideSettings { motion, ..SlideSettings::default() },
        );
        assert_eq!(slid.expect("finite").status, SlideStatus::Overlapping);
    }
    assert_eq!(found, 24);
}
