//! The soft step: stacks stand, heavy bodies rest on light ones, friction turns and rolls, and threads change nothing.

use impinge::{Cuboid, Pose, Sphere, Vec3};
use impinge_scenes::Rng;
use impinge_sim::{Body, BodyHandle, Material, SoftSettings, Solver, World, WorldSettings};
use impinge_sim_tests::add_floor;

/// Bodies, and where they were put.
type Boxes = Vec<(BodyHandle, Vec3<f64>)>;

fn world_with(substeps: usize) -> World<f64> {
    let soft = SoftSettings { substeps, ..SoftSettings::default() };
    let mut world = World::new(WorldSettings { solver: Solver::Soft(soft), ..WorldSettings::default() });
    add_floor(&mut world);
    world
}

/// A row of boxes on the floor, one fewer in each row above.
fn pyramid(base: usize) -> (World<f64>, Boxes) {
    let mut world = world_with(4);
    let cube = world.add_shape(Cuboid::new([0.5, 0.5, 0.5]));
    let mut boxes = Vec::new();
    for row in 0..base {
        for i in 0..base - row {
            let at = Vec3::new(i as f64 * 1.1 + row as f64 * 0.55, 0.0, 0.5 + row as f64);
            boxes.push((world.add(Body::dynamic(cube, Pose::at(at))).unwrap(), at));
        }
    }
    (world, boxes)
}

/// All poses and velocities as one number.
fn hash(world: &World<f64>, bodies: &[(BodyHandle, Vec3<f64>)]) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for (body, _) in bodies {
        let pose = world.pose(*body).unwrap();
        let (v, w) = (world.velocity(*body).unwrap(), world.angular_velocity(*body).unwrap());
        let numbers = [pose.translation(), v, w].map(|x| x.to_array()).concat();
        for x in numbers.into_iter().chain(pose.rotation().to_xyzw()) {
            hash = (hash ^ x.to_bits()).wrapping_mul(0x0100_0000_01b3);
        }
    }
    hash
}

/// Many small islands, some on a belt that moves and makes one island of them.
fn islands() -> (World<f64>, Boxes) {
    let mut world = world_with(4);
    let cube = world.add_shape(Cuboid::new([0.5, 0.5, 0.5]));
    let belt = world.add_shape(Cuboid::new([20.0, 1.0, 0.5]));
    world.add(Body::kinematic(belt, Pose::at([20.0, 0.0, 0.5])).velocity([0.5, 0.0, 0.0])).unwrap();
    let mut boxes = Vec::new();
    for island in 0..200_u32 {
        let [x, y] = [island % 20, island / 20].map(f64::from);
        let foot = if y == 0.0 { 1.0 } else { 0.0 };
        for row in 0..4 {
            let at = Vec3::new(2.0 * x + 0.1 * f64::from(row % 2), 3.0 * y, foot + 0.52 + f64::from(row));
            boxes.push((world.add(Body::dynamic(cube, Pose::at(at))).unwrap(), at));
        }
    }
    (world, boxes)
}

#[test]
fn one_two_and_four_threads_give_the_same_bits() {
    // A large island in pieces, and many small ones.
    for large in [true, false] {
        let hashes = [1, 2, 4].map(|threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| {
                let (mut world, boxes) = if large { pyramid(100) } else { islands() };
                let mut hashes = Vec::new();
                for _ in 0..6 {
                    for _ in 0..2 {
                        world.step(1.0 / 60.0).unwrap();
                    }
                    hashes.push(hash(&world, &boxes));
                }
                hashes
            })
        });
        assert_eq!(hashes[0], hashes[1]);
        assert_eq!(hashes[0], hashes[2]);
        assert_ne!(hashes[0][0], hashes[0][5], "something moved");
    }
}

#[test]
fn a_pyramid_comes_to_rest() {
    let (mut world, boxes) = pyramid(12);
    for _ in 0..300 {
        let report = world.step(1.0 / 60.0).unwrap();
        assert!(report.deepest < 0.005, "{report:?}");
    }
    for (body, at) in &boxes {
        assert!((world.pose(*body).unwrap().translation() - *at).norm() < 0.02);
        let v = world.velocity(*body).unwrap();
        assert!(v.norm() < 0.01, "{v:?} at {at:?}");
    }
}

/// Short form of the example `tall_stack`.
#[test]
fn a_stack_of_thirty_shifted_boxes_stands() {
    let mut world = world_with(30);
    let cuboid = world.add_shape(Cuboid::new([2.0, 2.0, 1.0]));
    let mut random = Rng::linear(7);
    let mut shift = || ((random.bits() >> 33) as f64 / f64::from(1_u32 << 31) - 0.5) * 0.4;
    let boxes: Vec<_> = (0..30)
        .map(|i| {
            let at = Vec3::new(shift(), shift(), 1.0 + 2.0 * f64::from(i));
            (world.add(Body::dynamic(cuboid, Pose::at(at))).unwrap(), at)
        })
        .collect();
    for _ in 0..2000 {
        world.step(1.0 / 200.0).unwrap();
    }
    for (body, at) in &boxes {
        let moved = world.pose(*body).unwrap().translation() - *at;
        assert!(moved.norm() < 0.002, "{moved:?}");
    }
}

#[test]
fn a_body_of_three_hundred_times_the_mass_rests_on_a_pile_of_ten() {
    let mut world = world_with(4);
    let cube = world.add_shape(Cuboid::new([0.5, 0.5, 0.5]));
    for i in 0..10 {
        world.add(Body::dynamic(cube, Pose::at([0.0, 0.0, 0.5 + f64::from(i)]))).unwrap();
    }
    let heavy = world.add(Body::dynamic(cube, Pose::at([0.0, 0.0, 10.5])).density(300.0)).unwrap();
    for step in 0..1200 {
        world.step(1.0 / 60.0).unwrap();
        let at = world.pose(heavy).unwrap().translation();
        assert!(at.z > 10.0 && at.x.abs() < 0.1 && at.y.abs() < 0.1, "step {step}: {at:?}");
    }
}

/// A heavy body comes to rest on light ones: a stack of four cubes, four cubes side by side, a plate.
#[test]
fn light_bodies_carry_a_thousand_times_their_mass_and_a_plate_ten_thousand_times() {
    let cubes = |places: &[[f64; 3]]| {
        let mut world = world_with(4);
        let cube = world.add_shape(Cuboid::new([0.5; 3]));
        for at in places {
            world.add(Body::dynamic(cube, Pose::at(*at))).unwrap();
        }
        (world, cube)
    };
    let holds = |mut world: World<f64>, heavy: BodyHandle, most: f64| {
        let z = world.pose(heavy).unwrap().translation().z;
        for step in 0..300 {
            world.step(1.0 / 60.0).unwrap();
            let at = world.pose(heavy).unwrap().translation();
            let aside = at.x.abs().max(at.y.abs());
            assert!(z - at.z < most && aside < most, "step {step}: {at:?}");
        }
        assert!(world.velocity(heavy).unwrap().norm() < 0.01);
    };
    // The first two sank by meters with 8 times as many sub-steps.
    let (mut world, cube) = cubes(&[0.5, 1.5, 2.5, 3.5].map(|z| [0.0, 0.0, z]));
    let heavy = world.add(Body::dynamic(cube, Pose::at([0.0, 0.0, 4.5])).density(1_000.0)).unwrap();
    holds(world, heavy, 0.03);
    let (mut world, _) = cubes(&[]);
    let plate = world.add_shape(Cuboid::new([1.0, 1.0, 0.05]));
    world.add(Body::dynamic(plate, Pose::at([0.0, 0.0, 0.05]))).unwrap();
    let cube = world.add_shape(Cuboid::new([0.5; 3]));
    let heavy = world.add(Body::dynamic(cube, Pose::at([0.0, 0.0, 0.6])).density(4_000.0)).unwrap();
    holds(world, heavy, 0.03);
    let (mut world, _) = cubes(&[[-1.5, -1.5, 0.5], [-1.5, 1.5, 0.5], [1.5, -1.5, 0.5], [1.5, 1.5, 0.5]]);
    let top = world.add_shape(Cuboid::new([2.0, 2.0, 0.25]));
    let heavy = world.add(Body::dynamic(top, Pose::at([0.0, 0.0, 1.75])).density(250.0)).unwrap();
    holds(world, heavy, 0.6);
}

#[test]
fn friction_stops_a_spinning_box_and_rolling_resistance_a_ball() {
    let mut world = world_with(4);
    let cube = world.add_shape(Cuboid::new([0.5, 0.5, 0.5]));
    let ball = world.add_shape(Sphere::new(0.5));
    let spinning = world
        .add(Body::dynamic(cube, Pose::at([0.0, 0.0, 0.5])).angular_velocity(Vec3::new(0.0, 0.0, 5.0)))
        .unwrap();
    let rolling = |resistance: f64, y: f64| {
        let material = Material { rolling_resistance: resistance, ..Material::default() };
        Body::dynamic(ball, Pose::at([0.0, y, 0.5]))
            .velocity(Vec3::new(1.0, 0.0, 0.0))
            .angular_velocity(Vec3::new(0.0, 2.0, 0.0))
            .material(material)
    };
    let free = world.add(rolling(0.0, 3.0)).unwrap();
    let braked = world.add(rolling(0.02, 6.0)).unwrap();
    for _ in 0..300 {
        world.step(1.0 / 60.0).unwrap();
    }
    assert!(world.angular_velocity(spinning).unwrap().norm() < 1e-3);
    let v = world.velocity(free).unwrap();
    assert!((v.x - 1.0).abs() < 1e-3, "it rolls on: {v:?}");
    assert!(world.velocity(braked).unwrap().norm() < 1e-3);
}

/// A light cube that carries a heavy one takes more sub-steps; cubes that stand elsewhere move as if it were not there, to the bit.
#[test]
fn only_an_island_with_a_large_ratio_of_mass_takes_more_sub_steps() {
    let run = |with_heavy: bool| {
        let (mut world, boxes) = pyramid(5);
        let cube = world.add_shape(Cuboid::new([0.5, 0.5, 0.5]));
        if with_heavy {
            world.add(Body::dynamic(cube, Pose::at([50.0, 0.0, 0.5]))).unwrap();
            world.add(Body::dynamic(cube, Pose::at([50.0, 0.0, 1.5])).density(100.0)).unwrap();
        }
        let mut most = 0;
        for _ in 0..30 {
            most = most.max(world.step(1.0 / 60.0).unwrap().iterations);
        }
        (hash(&world, &boxes), most)
    };
    let ((alone, few), (beside, many)) = (run(false), run(true));
    assert_eq!((few, many), (8, 32), "a ratio of 100 takes 4 times as many");
    assert_eq!(alone, beside);
}

/// The limit on energy holds island by island: cubes at rest do not notice a rod that is thrown elsewhere.
#[test]
fn a_fast_body_elsewhere_changes_no_bits() {
    let run = |with_rod: bool| {
        let (mut world, boxes) = pyramid(5);
        if with_rod {
            let rod = world.add_shape(Cuboid::new([0.02, 1.0, 0.02]));
            let body = Body::dynamic(rod, Pose::at([50.0, 0.0, 1.1])).velocity([0.0, 0.0, -5.0]);
            world.add(body.angular_velocity([20.0, 30.0, 10.0])).unwrap();
        }
        for _ in 0..60 {
            world.step(1.0 / 60.0).unwrap();
        }
        hash(&world, &boxes)
    };
    assert_eq!(run(false), run(true));
}
