//! Bad numbers, starts in touch and in overlap, no clearance, and random levels.

use impinge::body::Chain;
use impinge::expel::{MotionSettings, Mover, SlideSettings, Start, Step};
use impinge::mesh::polygon::{self, PolygonMesh};
use impinge::scene::{Layers, SceneError};
use impinge_scenes::meshes;

use super::*;

fn ball_over_floor(z: f64) -> Player {
    let mut player = Player::new(Sphere::new(0.5).into(), [0.0, 0.0, z], Settings3::default());
    player.among(HalfSpace::new([0.0, 0.0, 1.0], 0.0), Pose::IDENTITY);
    player
}

#[test]
fn bad_numbers_are_refused() {
    let mut player = ball_over_floor(1.0);
    let (shape, pose) = (Sphere::new(0.5), player.pose);
    let not_finite = Err(SceneError::NotFinite);
    let none = Settings3::default();
    for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        for (by, settings) in [
            (v(bad, 0.0, 0.0), none),
            (v(0.0, 0.0, -1.0), Settings3 { up: v(0.0, bad, 1.0), ..none }),
            (v(0.0, 0.0, -1.0), Settings3 { step: bad, ..none }),
            (v(0.0, 0.0, -1.0), Settings3 { slope: bad, ..none }),
            (v(0.0, 0.0, -1.0), Settings3 { clearance: Some(bad), ..none }),
            (v(0.0, 0.0, -1.0), Settings3 { free: bad, ..none }),
        ] {
            assert_eq!(player.scene.slide(&shape, &pose, by, &settings, &mut player.memory), not_finite);
        }
    }
    let flat = Settings3 { up: Vec3::ZERO, ..none };
    let answer = player.scene.slide(&shape, &pose, v(0.0, 0.0, 1.0), &flat, &mut player.memory);
    assert_eq!(answer, Err(SceneError::ZeroUp));
    let far = player.scene.slide(&shape, &pose, v(1e308, 1e308, 1e308), &none, &mut player.memory);
    assert!(far.is_err() || far.is_ok_and(|slid| slid.pose.translation().is_finite()));
}

#[test]
fn no_motion_and_huge_ones() {
    let mut player = ball_over_floor(1.0);
    let slid = player.push(Vec3::ZERO);
    assert!(slid.status == SlideStatus::Done && slid.pose == slid.from && slid.traces == 0);
    // From far above, at once: it rests on the floor.
    for huge in [1e3, 1e6, 1e9] {
        player.pose = Pose::at([0.0, 0.0, 1.0]);
        let slid = player.push(v(0.0, 0.0, -huge));
        let height = player.pose.translation().z - 0.5;
        assert!(height >= slid.clearance && height <= 2.01 * slid.clearance, "{huge} {slid:?}");
        assert!(slid.ground.is_some() && slid.status == SlideStatus::Blocked, "{slid:?}");
    }
    // Through a thin wall far away: it does not.
    player.pose = Pose::at([0.0, 0.0, 1.0]);
    player.among(Cuboid::new([1e-3, 5.0, 5.0]), Pose::at([1e4, 0.0, 0.0]));
    player.push(v(1e6, 0.0, 0.0));
    assert!((player.pose.translation().x - (1e4 - 0.5)).abs() < 0.1);
    // Less than rounding.
    let before = player.pose;
    player.push(v(1e-300, 0.0, 0.0));
    player.push(v(0.0, f64::MIN_POSITIVE / 4.0, 0.0));
    assert_eq!(player.pose, before);
}

#[test]
fn touching_starts_are_lifted_and_deep_ones_are_freed_or_reported() {
    for (z, free, start) in [
        (0.5, 0.0, Start::Freed),
        (0.5 + 1e-12, 0.0, Start::Freed),
        (0.5 - 1e-3, 0.0, Start::Freed),
        (0.3, 0.0, Start::Overlapping),
        (0.3, 0.25, Start::Freed),
        (-3.0, 1.0, Start::Overlapping),
    ] {
        let mut player = ball_over_floor(z);
        player.settings.free = free;
        let slid = player.push(v(0.25, 0.0, 0.0));
        assert_eq!(slid.start, start, "{z} {free} {slid:?}");
        if start == Start::Overlapping {
            assert!(
                slid.status == SlideStatus::Overlapping
                    && slid.pose == Pose::at([0.0, 0.0, z])
                    && !slid.clear
            );
            assert_eq!(slid.wall.map(|hit| hit.object), Some(player.handles[0]));
        } else {
            assert!(slid.clear && (slid.pose.translation().x - 0.25).abs() < 1e-9, "{slid:?}");
        }
    }
    // In a box of triangles, which is solid.
    let mut player = Player::new(
        Sphere::new(0.25).into(),
        [0.0, 0.0, 0.9],
        Settings3 { free: 0.5, ..Settings3::default() },
    );
    let cube = meshes::cube(2.0).moved(-1.0, -1.0, -1.0);
    player.among(TriangleMesh::new(&cube.points, &cube.triangles).unwrap().0, Pose::IDENTITY);
    let slid = player.push(v(0.1, 0.0, 0.0));
    assert!(slid.start == Start::Freed && slid.clear && slid.pose.translation().z > 1.25, "{slid:?}");
}

/// Between walls that leave less room than the clearance asks for, the player still goes along them, and never into them.
#[test]
fn too_narrow_corridors_are_walked() {
    let mut player = Player::new(
        Sphere::new(0.5).into(),
        [0.0, 0.0, 0.0],
        Settings3 { clearance: Some(0.1), ..Settings3::default() },
    );
    for side in [-1.0, 1.0] {
        player.among(Cuboid::new([50.0, 1.0, 5.0]), Pose::at([0.0, side * 1.53, 0.0]));
    }
    let mut memory = SlideMemory::new();
    let mut pose = player.pose;
    for i in 0..100 {
        let by = v(0.1, if i % 3 == 0 { 0.05 } else { -0.02 }, 0.0);
        let slid = player.scene.slide(&player.shape, &pose, by, &player.settings, &mut memory).unwrap();
        assert!(!slid.clear && slid.distance > 0.0, "{slid:?}");
        pose = slid.pose;
        assert!(player.distance(&pose) > 0.0);
    }
    assert!((pose.translation().x - 10.0).abs() < 1e-6, "{pose:?}");
}

#[test]
fn no_clearance_is_the_least_that_rounding_allows() {
    for (kind, shape) in players() {
        let mut player =
            Player::new(shape, [0.0, 0.0, 0.9], Settings3 { clearance: Some(0.0), ..Settings3::default() });
        player.among(flat_mesh::<f64>(10.0, 30), Pose::IDENTITY);
        player.push(v(0.0, 0.0, -0.5));
        for i in 0..200 {
            let (sin, cos) = (f64::from(i) * 0.05).sin_cos();
            let before = player.pose.translation();
            let by = v(0.1 * cos, 0.1 * sin, -0.01);
            let slid = player.push(by);
            assert!(slid.clearance < 1e-8, "{slid:?}");
            let gone = player.pose.translation() - before;
            assert!((gone - v(by.x, by.y, 0.0)).norm() < 1e-6, "{kind} {i}: {gone:?} {slid:?}");
        }
    }
}

/// Layers, ignored objects, and thousands of others that cost nothing.
#[test]
fn removed_bodies_are_passed_and_far_ones_cost_nothing() {
    let mut player = Player::new(Capsule::new(0.5, 0.25).into(), [0.0, 0.0, 0.9], Settings3::default());
    let floor = player.among(flat_mesh::<f64>(10.0, 30), Pose::IDENTITY);
    let ghost = player.among(Cuboid::new([0.2, 5.0, 5.0]), Pose::at([1.0, 0.0, 0.0]));
    let own = player.among(Capsule::new(0.5, 0.25), Pose::at([0.0, 0.0, 0.9]));
    player.scene.set_layers(ghost, Layers { member: 2, sees: u32::MAX }).unwrap();
    let ignore = [own];
    let settings = SceneSlideSettings {
        layers: Layers { member: u32::MAX, sees: 1 },
        ignore: &ignore,
        ..SceneSlideSettings::default()
    };
    let mut walk = |scene: &Scene<V>| {
        let (mut pose, mut traces, mut casts) = (player.pose, 0, 0);
        for _ in 0..50 {
            let slid =
                scene.slide(&player.shape, &pose, v(0.1, 0.0, -0.05), &settings, &mut player.memory).unwrap();
            (pose, traces, casts) = (slid.pose, traces + slid.traces, casts + slid.casts);
        }
        (pose, traces, casts)
    };
    let alone = walk(&player.scene);
    assert!(
        (alone.0.translation().x - 5.0).abs() < 1e-6 && alone.2 <= alone.1,
        "only the floor is cast against: {alone:?}"
    );
    let mut rng = Rng::new(3);
    let block = player.scene.add_shape(Cuboid::new([0.5, 0.5, 0.5]));
    for count in [1000, 9000] {
        for _ in 0..count {
            let far = v(rng.between(-200.0, 200.0), rng.between(-200.0, 200.0), rng.between(5.0, 300.0));
            player.scene.add(block, Pose::new(far, rng.rotation3())).unwrap();
        }
        assert_eq!(walk(&player.scene), alone, "{count} crates");
    }
    assert!(player.scene.contains(floor));
}

/// Random levels of bodies of all forms, and random pushes: never in overlap, at the end and on the way.
#[test]
fn random_levels() {
    let (mut blocked, mut spent, mut stepped, mut traces, mut pushes) = (0, 0, 0, 0, 0);
    for seed in 0..24 {
        let mut rng = Rng::new(100 + seed);
        let (_, shape) = players().swap_remove(seed as usize % 4);
        let settings = Settings3 { step: 0.3, free: 1.0, ..Settings3::default() };
        let mut player = Player::new(shape, [0.0, 0.0, 4.0], settings);
        player.pose =
            Pose::new(v(0.0, 0.0, 4.0), if seed % 2 == 0 { Rot3::IDENTITY } else { rng.rotation3() });
        let ground = meshes::terrain(12, 0.7, seed).scaled(6.0);
        player.among(TriangleMesh::new(&ground.points, &ground.triangles).unwrap().0, Pose::IDENTITY);
        for i in 0..14 {
            let place = v(rng.between(-4.0, 4.0), rng.between(-4.0, 4.0), rng.between(-1.0, 2.0));
            let pose = Pose::new(place, rng.rotation3());
            let body: AnyBody<V> = match i % 7 {
                0 => {
                    Cuboid::new([rng.between(0.1, 1.0), rng.between(0.1, 1.0), rng.between(0.1, 1.0)]).into()
                }
                1 => Sphere::new(rng.between(0.2, 1.0)).into(),
                2 => Cone::new(rng.between(0.3, 0.8), rng.between(0.3, 0.8)).into(),
                3 => {
                    let soup = meshes::needles(6, 0.05, seed).scaled(0.7);
                    TriangleMesh::new(&soup.points, &soup.triangles).unwrap().0.into()
                }
                4 => {
                    let torus = meshes::torus(10, 6).scaled(0.8);
                    TriangleMesh::new(&torus.points, &torus.triangles).unwrap().0.into()
                }
                5 => Cylinder::new(rng.between(0.2, 0.8), rng.between(0.2, 0.8)).into(),
                _ => Compound::<AnyShape<f64>>::new([
                    (Cuboid::new([0.8, 0.1, 0.1]).into(), Pose::at([0.0, 0.0, 0.0])),
                    (Capsule::new(0.5, 0.1).into(), Pose::at([0.7, 0.0, 0.5])),
                ])
                .into(),
            };
            player.among(body, pose);
        }
        for i in 0..60 {
            let far = if i % 10 == 0 { 6.0 } else { 0.4 };
            let by = rng.in_ball::<f64>() * far + v(0.0, 0.0, if i % 3 == 0 { 0.0 } else { -0.2 });
            let slid = player.push(by);
            if slid.status == SlideStatus::Overlapping {
                assert!(i == 0, "only a start is in overlap: {seed} {i} {slid:?}");
                player.pose = Pose::at([0.0, 0.0, 12.0]);
                continue;
            }
            if i % 20 == 0 {
                player.check_path(200);
            }
            // It falls off the edge of the world.
            if player.pose.translation().norm() > 12.0 {
                player.pose = Pose::at([0.0, 0.0, 9.0]);
            }
            blocked += u32::from(slid.status == SlideStatus::Blocked);
            spent += u32::from(slid.status == SlideStatus::Spent);
            stepped += u32::from(slid.step != Step::Level);
            (traces, pushes) = (traces + slid.traces, pushes + 1);
        }
    }
    println!("{pushes} pushes: {blocked} blocked, {spent} spent, {stepped} with steps, {traces} motions");
    assert!(pushes > 1000 && blocked > 5 && stepped > 10 && spent < pushes / 50);
}

/// A box among blocks as a scene has them, and as meshes for [`Mover::slide`]: the same ends.
#[test]
fn a_box_ends_where_the_same_mesh_does() {
    let half = [0.3, 0.3, 0.8];
    let player_mesh = block_mesh(half);
    let mut rng = Rng::new(21);
    let (mut most, mut steps) = (0.0_f64, 0);
    for round in 0..20 {
        let mut blocks: Vec<([f64; 3], Pose<V>)> = vec![([20.0, 20.0, 1.0], Pose::at([0.0, 0.0, -1.0]))];
        for _ in 0..8 {
            let half = [rng.between(0.2, 1.0), rng.between(0.2, 1.0), rng.between(0.03, 0.2)];
            let turn = Rot3::from_axis_angle(v(0.0, 0.0, 1.0), rng.between(-3.0, 3.0));
            let place = v(rng.between(-4.0, 4.0), rng.between(-4.0, 4.0), half[2]);
            if v(place.x, place.y, 0.0).norm() > 1.8 {
                blocks.push((half, Pose::new(place, turn)));
            }
        }
        let meshes: Vec<PolygonMesh<f64>> = blocks.iter().map(|(half, _)| block_mesh(*half)).collect();
        let world: Vec<polygon::PlacedMesh<'_, f64>> = meshes
            .iter()
            .zip(&blocks)
            .map(|(mesh, (_, pose))| polygon::PlacedMesh::new(mesh, *pose))
            .collect();
        let settings = Settings3 { step: 0.3, clearance: Some(1e-6), ..Settings3::default() };
        let mut player = Player::new(Cuboid::new(half).into(), [0.0, 0.0, 0.9], settings);
        for (half, pose) in &blocks {
            player.among(Cuboid::new(*half), *pose);
        }
        let mut mover = Mover::new();
        // The zone as wide as where this one comes to rest.
        let motion = MotionSettings { zone: Some(2e-6), ..MotionSettings::default() };
        let mesh_settings = SlideSettings { step: 0.3, motion, ..SlideSettings::default() };
        let (sin, cos) = rng.between(0.0, 6.3).sin_cos();
        for i in 0..80 {
            let by = v(0.08 * cos, 0.08 * sin, -0.03);
            let of_mesh = mover
                .slide(&polygon::PlacedMesh::new(&player_mesh, player.pose), by, &world, &mesh_settings)
                .unwrap();
            let slid = player.push(by);
            let apart = (slid.pose.translation() - of_mesh.pose.translation()).norm();
            most = most.max(apart);
            steps += usize::from(slid.step == Step::Up);
            assert!(apart < 1e-4, "{round} {i}: {apart:e} {slid:?} {of_mesh:?}");
            assert_eq!(slid.ground.is_some(), of_mesh.ground.is_some(), "{round} {i}");
            assert!(slid.step == of_mesh.step, "{round} {i}: {slid:?} {of_mesh:?}");
        }
    }
    println!("at most {most:.1e} apart, {steps} steps up");
    assert!(steps > 3);
}

fn block_mesh(half: [f64; 3]) -> PolygonMesh<f64> {
    let corner = |i: usize| Vec3::from([0, 1, 2].map(|k| if i >> k & 1 == 0 { -half[k] } else { half[k] }));
    let corners: Vec<V> = (0..8).map(corner).collect();
    PolygonMesh::from_solid(&impinge::hull::solid_hull(&corners).unwrap())
}

/// In `f32`, far from the origin.
#[test]
fn in_single_precision() {
    let mut scene = Scene::<Vec3<f32>>::new();
    let floor = scene.add_shape(flat_mesh::<f32>(10.0, 30));
    scene.add(floor, Pose::at([100.0, 50.0, 20.0])).unwrap();
    let wall = scene.add_shape(Cuboid::new([0.5, 20.0, 5.0]));
    scene.add(wall, Pose::at([105.5, 50.0, 20.0])).unwrap();
    let (player, mut memory, mut pose) =
        (Capsule::new(0.5_f32, 0.25), SlideMemory::new(), Pose::at([100.0, 45.0, 20.8]));
    let settings = SceneSlideSettings::default();
    for _ in 0..100 {
        let slid = scene.slide(&player, &pose, Vec3::new(0.1, 0.1, -0.05), &settings, &mut memory).unwrap();
        assert!(slid.clear && slid.status != SlideStatus::Spent, "{slid:?}");
        pose = slid.pose;
    }
    let at = pose.translation();
    assert!(
        (at.x - 104.75).abs() < 0.2 && (at.y - 55.0).abs() < 0.01 && (at.z - 20.75).abs() < 0.2,
        "{at:?}"
    );
}

/// In the plane: along a chain of segments, up a step of a rectangle, and against a wall.
#[test]
fn in_the_plane() {
    let mut scene = Scene::<Vec2<f64>>::new();
    let ground = (0..41).map(|i| Vec2::new(f64::from(i) * 0.5 - 10.0, 0.0));
    let ground = scene.add_shape(Chain::new(&ground.collect::<Vec<_>>()));
    let slab = scene.add_shape(Rectangle::new([1.0, 0.1]));
    let wall = scene.add_shape(Rectangle::new([0.5, 3.0]));
    scene.add(ground, Pose::IDENTITY).unwrap();
    let slab = scene.add(slab, Pose::at([1.0, 0.1])).unwrap();
    let wall = scene.add(wall, Pose::at([4.0, 0.0])).unwrap();
    let settings = SceneSlideSettings { step: 0.25, ..SceneSlideSettings::default() };
    for player in [AnyShape2::from(Circle::new(0.5)), Rectangle::new([0.3, 0.5]).into()] {
        let (mut memory, mut pose, mut on_slab) = (SlideMemory::new(), Pose::at([-5.0, 0.75]), 0);
        for i in 0..150 {
            let slid = scene.slide(&player, &pose, Vec2::new(0.1, -0.05), &settings, &mut memory).unwrap();
            assert!(slid.clear && slid.status != SlideStatus::Spent, "{i} {slid:?}");
            on_slab += usize::from(slid.ground.is_some_and(|hit| hit.object == slab));
            pose = slid.pose;
            if i == 149 {
                assert_eq!(slid.wall.map(|hit| hit.object), Some(wall));
            }
        }
        let at = pose.translation();
        assert!(on_slab > 10 && at.x > 2.9 && at.x < 3.2 && (at.y - 0.5).abs() < 0.01, "{on_slab} {at:?}");
    }
}
