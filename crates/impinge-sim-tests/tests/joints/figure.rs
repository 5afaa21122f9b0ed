//! The figure of 14 bones.

use impinge::{Cuboid, HalfSpace, Pose, Real, Rot3};
use impinge_scenes::worlds::{Bone, Figure, FigureSettings, add_figure};
use impinge_sim::{Body, World};

use super::v;

/// A figure that tips over at the top of ten stairs.
fn stairs<T: Real>() -> (World<T>, Figure) {
    let mut world = World::default();
    let floor = world.add_shape(HalfSpace::new(v::<T>(0.0, 0.0, 1.0), T::ZERO));
    world.add(Body::fixed(floor, Pose::IDENTITY)).unwrap();
    for i in 0..10 {
        let height = 0.2 * f64::from(10 - i);
        let stair = world.add_shape(Cuboid::new(v::<T>(0.15, 2.0, height / 2.0)));
        world.add(Body::fixed(stair, Pose::at(v(0.3 * f64::from(i), 0.0, height / 2.0)))).unwrap();
    }
    let turn = Rot3::from_axis_angle(v::<T>(0.0, 1.0, 0.0), T::of(0.3));
    let pose = Pose::new(v(-0.1, 0.0, 2.05), turn);
    let figure = add_figure(&mut world, &pose, &FigureSettings::default()).unwrap();
    (world, figure)
}

#[test]
fn it_has_the_requested_height_and_mass() {
    let mut world = World::<f64>::default();
    let settings = FigureSettings { height: 2.0, mass: 90.0, ..FigureSettings::default() };
    let figure = add_figure(&mut world, &Pose::IDENTITY, &settings).unwrap();
    assert_eq!(world.joints().count(), 13);
    for &joint in &figure.joints {
        let read = world.joint(joint).unwrap();
        assert!(read.gap < 1e-12 && read.twist.abs() < 1e-9, "{read:?}");
    }
    // Force times time is momentum: after a step of free fall the mass is known.
    let energy = world.energy();
    world.step(1e-3).unwrap();
    let speed = world.velocity(figure.bone(Bone::Head)).unwrap().z;
    assert!((speed + 9.81e-3).abs() < 1e-9, "it falls as one: {speed}");
    assert!((world.energy() - energy).abs() < 1e-2);
    let head = world.scene().contact_between(figure.bone(Bone::Head), figure.bone(Bone::LeftFoot)).unwrap();
    assert!(head.signed_distance > 1.5 && head.signed_distance < 2.0);
}

// A foot that landed knew only its own mass and was stopped alone: ankles opened by 9 cm, and the energy rose by 3 % in a step.
#[test]
fn it_falls_down_stairs_without_explosion() {
    fn check<T: Real>() {
        let (mut world, figure) = stairs::<T>();
        let start = world.energy().f64();
        let mut last = start;
        for _ in 0..180 {
            world.step(T::ONE / T::of(60.0)).unwrap();
            let energy = world.energy().f64();
            // What is left is bones lifted out of what they landed in, and the error of a step, of the first order.
            assert!(energy - last < 1e-3 * start && energy < 1.001 * start, "{last} to {energy} of {start}");
            last = energy;
            for &joint in &figure.joints {
                let gap = world.joint(joint).unwrap().gap.f64();
                assert!(gap < 0.01, "a joint is open by {gap}");
            }
        }
        let pelvis = world.pose(figure.bone(Bone::Pelvis)).unwrap().translation();
        assert!(last < 0.7 * start && pelvis.x.f64() > 0.3, "it is on its way down: {last}, {pelvis:?}");
    }
    check::<f64>();
    check::<f32>();
}

#[test]
fn figures_that_land_are_the_same_on_any_number_of_threads() {
    let run = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            let mut world = World::<f64>::default();
            let floor = world.add_shape(HalfSpace::new([0.0, 0.0, 1.0], 0.0));
            world.add(Body::fixed(floor, Pose::IDENTITY)).unwrap();
            // Enough of them that more than one thread has some, and two that meet.
            for k in 0..12 {
                let lean = Rot3::from_axis_angle([0.0, 1.0, 0.0], 0.1 * f64::from(k));
                let pose = Pose::new([0.0, f64::from(k).min(10.3), 0.2], lean);
                add_figure(&mut world, &pose, &FigureSettings::default()).unwrap();
            }
            for _ in 0..40 {
                world.step(1.0 / 60.0).unwrap();
            }
            let bits = |v: impinge::Vec3<f64>| v.to_array().map(f64::to_bits);
            world
                .bodies()
                .map(|body| {
                    (bits(world.pose(body).unwrap().translation()), bits(world.velocity(body).unwrap()))
                })
                .collect::<Vec<_>>()
        })
    };
    let one = run(1);
    assert!(one == run(2) && one == run(4));
}
