//! Islands sleep together and wake together.

use impinge::{Cuboid, Pose, Sphere};
use impinge_sim::{Body, BodyHandle, BodyKind, SleepSettings, SoftSettings, Solver, World, WorldSettings};
use impinge_sim_tests::{add_floor, run};

use crate::cubes;

fn sleeping(heights: &[f64]) -> (World<f64>, Vec<BodyHandle>) {
    let settings = WorldSettings { sleep: Some(SleepSettings::default()), ..WorldSettings::default() };
    let (mut world, all) = cubes(settings, heights);
    run(&mut world, 240);
    (world, all)
}

fn asleep(world: &World<f64>, bodies: &[BodyHandle]) -> Vec<bool> {
    bodies.iter().map(|body| world.is_asleep(*body).unwrap()).collect()
}

#[test]
fn a_stack_sleeps_and_does_not_move_any_more() {
    let (mut world, all) = sleeping(&[0.5, 1.5, 2.5]);
    assert_eq!(asleep(&world, &all), [false, true, true, true]);
    let before: Vec<_> = all.iter().map(|body| *world.pose(*body).unwrap()).collect();
    run(&mut world, 600);
    let after: Vec<_> = all.iter().map(|body| *world.pose(*body).unwrap()).collect();
    assert_eq!(before, after);
    assert_eq!(world.kinetic_energy(), 0.0);
}

#[test]
fn nobody_sleeps_by_default() {
    let (mut world, all) = cubes::<f64>(WorldSettings::default(), &[0.5]);
    run(&mut world, 600);
    assert!(!world.is_asleep(all[1]).unwrap());
}

#[test]
fn an_island_wakes_as_one_and_others_sleep_on() {
    let (mut world, all) = sleeping(&[0.5, 1.5]);
    let apart = world.add_shape(Sphere::new(0.5));
    let ball = world.add(Body::dynamic(apart, Pose::at([5.0, 0.0, 0.5]))).unwrap();
    run(&mut world, 120);
    assert_eq!(asleep(&world, &[all[1], all[2], ball]), [true; 3]);
    world.apply_impulse(all[2], [0.0, 0.0, 1.0]).unwrap();
    run(&mut world, 1);
    assert_eq!(asleep(&world, &[all[1], all[2], ball]), [false, false, true]);
    run(&mut world, 240);
    assert_eq!(asleep(&world, &[all[1], all[2], ball]), [true; 3]);
    // A body that falls on it wakes it.
    let falling = world.add(Body::dynamic(apart, Pose::at([5.1, 0.0, 3.0]))).unwrap();
    run(&mut world, 45);
    assert_eq!(asleep(&world, &[all[1], all[2], ball, falling]), [true, true, false, false]);
}

#[test]
fn a_body_falls_when_its_support_is_removed() {
    for how in 0..4 {
        let (mut world, all) = sleeping(&[0.5, 1.5]);
        match how {
            0 => world.remove(all[1]).unwrap(),
            1 => world.set_pose(all[1], Pose::at([9.0, 0.0, 0.5])).unwrap(),
            2 => world.set_layers(all[1], impinge_sim::Layers { member: 0, sees: 0 }).unwrap(),
            _ => world
                .set_kind(all[1], BodyKind::Kinematic)
                .and_then(|()| world.set_velocity(all[1], [0.0, 0.0, -1.0]))
                .unwrap(),
        }
        run(&mut world, 30);
        let height = world.pose(all[2]).unwrap().translation().z;
        assert!(height < 1.2, "{how}: {height}");
    }
}

/// A kinematic body that moves keeps what it touches awake.
#[test]
fn a_lift_carries_sleeping_bodies() {
    let (mut world, all) = sleeping(&[0.5, 1.5]);
    world.set_kind(all[1], BodyKind::Kinematic).unwrap();
    run(&mut world, 240);
    assert!(world.is_asleep(all[2]).unwrap());
    world.set_velocity(all[1], [0.0, 0.0, 1.0]).unwrap();
    run(&mut world, 120);
    let height = world.pose(all[2]).unwrap().translation().z;
    assert!((height - 3.5).abs() < 0.05, "{height}");
}

/// An overlap moves a body that has no velocity: it fell asleep on the way out, a quarter of a meter deep.
#[test]
fn what_is_pushed_out_of_an_overlap_does_not_sleep_on_the_way() {
    let soft = SoftSettings { push_speed: 0.1, ..SoftSettings::default() };
    let mut world = World::<f64>::new(WorldSettings {
        solver: Solver::Soft(soft),
        sleep: Some(SleepSettings::default()),
        ..WorldSettings::default()
    });
    add_floor(&mut world);
    let cube = world.add_shape(Cuboid::new([0.5; 3]));
    let body = world.add(Body::dynamic(cube, Pose::at([0.0, 0.0, 0.2]))).unwrap();
    run(&mut world, 300);
    assert!(world.is_asleep(body).unwrap());
    let height = world.pose(body).unwrap().translation().z;
    assert!((height - 0.5).abs() < 0.01, "{height}");
}
