//! Hooks of a step: contacts that are changed or dropped by the caller, always in the same order; and times of the stages.

use std::time::Duration;

use impinge::{Cuboid, HalfSpace, Pose, Rot3, Sphere, Vec3};
use impinge_scenes::searches::one_way;
use impinge_sim::{
    Body, BodyHandle, Joint, Material, PreSolve, SleepSettings, Solver, StepHooks, World, WorldError,
    WorldSettings,
};
use impinge_sim_tests::{add_floor, run};

use crate::cubes;

fn run_with(world: &mut World<f64>, steps: usize, mut hook: impl FnMut(&mut PreSolve<'_, f64>)) {
    for _ in 0..steps {
        world
            .step_with(1.0 / 60.0, StepHooks { pre_solve: Some(&mut hook), ..StepHooks::default() })
            .unwrap();
    }
}

fn height(world: &World<f64>, body: BodyHandle) -> f64 {
    world.pose(body).unwrap().translation().z
}

#[test]
fn one_way_platforms_hold_from_above_only() {
    for row in one_way::run(1, 60) {
        assert_eq!((row.faults, row.first), (0, None));
    }
}

/// A jump that is too low falls back; one that is high enough ends on the platform.
#[test]
fn a_jumper_stands_on_the_platform_or_falls_back() {
    for (speed, stands) in [(4.0, false), (6.0, false), (9.0, true), (15.0, true)] {
        let mut world = World::<f64>::default();
        let [slab, cube] = [[2.0, 2.0, 0.2], [0.3; 3]].map(|half| world.add_shape(Cuboid::new(half)));
        let platform = world.add(Body::fixed(slab, Pose::at([0.0, 0.0, 2.0]))).unwrap();
        add_floor(&mut world);
        let jumper = Body::dynamic(cube, Pose::at([0.0, 0.0, 0.3])).velocity([0.0, 0.0, speed]);
        let jumper = world.add(jumper).unwrap();
        run_with(&mut world, 240, |contact| one_way::one_way(contact, platform, 2.2));
        let end = height(&world, jumper);
        let expected = if stands { 2.5 } else { 0.3 };
        assert!((end - expected).abs() < 0.02, "{speed} m/s ends at {end}");
    }
}

/// A slide and bounces with surfaces set by a hook are those of materials with the same numbers, to the bit; numbers that are not valid
/// count as they were.
#[test]
fn surfaces_of_hooks_are_as_those_of_materials() {
    let make = |material: Material<f64>| {
        let mut world = World::<f64>::default();
        let slope = world.add_shape(HalfSpace::new([0.6, 0.0, 0.8], 0.0));
        world.add(Body::fixed(slope, Pose::IDENTITY).material(material)).unwrap();
        let (cube, ball) = (world.add_shape(Cuboid::new([0.5; 3])), world.add_shape(Sphere::new(0.4)));
        let turn = Rot3::from_axis_angle([0.0, 1.0, 0.0], 0.6435);
        let at = |y: f64| Pose::new([0.0, y, 0.7], turn);
        for (shape, y) in [(cube, 0.0), (ball, 3.0)] {
            world.add(Body::dynamic(shape, at(y)).material(material)).unwrap();
        }
        // Two welded cubes, whose contacts are solved with their tree.
        let [a, b] = [5.0, 6.0].map(|y| world.add(Body::dynamic(cube, at(y)).material(material)).unwrap());
        world.add_joint(a, b, Joint::weld([0.0, 5.5, 0.7])).unwrap();
        world
    };
    let other =
        Material { friction: 0.15, restitution: 0.4, rolling_resistance: 0.02, ..Material::default() };
    let (mut by_material, mut by_hook, mut unchanged) = (make(other), make(Material::default()), make(other));
    let mut contacts = 0;
    run(&mut by_material, 90);
    run_with(&mut by_hook, 90, |contact| {
        contacts += 1;
        let surface = &mut contact.surface;
        (surface.friction, surface.restitution, surface.rolling_resistance) = (0.15, 0.4, 0.02);
    });
    run_with(&mut unchanged, 90, |contact| {
        (contact.surface.friction, contact.surface.restitution) = (f64::NAN, -1.0);
        contact.surface.rolling_resistance = f64::INFINITY;
    });
    assert!(contacts > 200, "{contacts}");
    for body in by_material.bodies() {
        assert_eq!(by_material.pose(body), by_hook.pose(body));
        assert_eq!(by_material.pose(body), unchanged.pose(body));
    }
}

/// A dropped contact wakes what rested on it; one that stays does not.
#[test]
fn a_trapdoor_wakes_what_sleeps_on_it() {
    let settings = WorldSettings { sleep: Some(SleepSettings::default()), ..WorldSettings::default() };
    let (mut world, all) = cubes::<f64>(settings, &[0.5, 1.5]);
    run_with(&mut world, 120, |_| {});
    assert!(world.is_asleep(all[1]).unwrap() && world.is_asleep(all[2]).unwrap());
    run_with(&mut world, 60, |contact| contact.enabled = contact.a != all[0]);
    assert!(height(&world, all[2]) < -2.0 && height(&world, all[1]) < -3.0);
}

/// Shots and a pile: the calls, and the bits, are the same on one, two and four threads, and after a restart with the same hook.
#[test]
fn hooks_are_called_in_one_order() {
    let make = || {
        let heights: Vec<f64> = (0..12).map(|i| 0.6 + 1.1 * f64::from(i)).collect();
        let (mut world, all) = cubes::<f64>(WorldSettings::default(), &heights);
        let ball = world.add_shape(Sphere::new(0.1));
        for i in 0..80_u8 {
            let at = [-8.0 - f64::from(i % 7), 0.2 * f64::from(i % 5) - 0.4, 0.5 + 0.15 * f64::from(i)];
            world.add(Body::dynamic(ball, Pose::at(at)).velocity([150.0, 0.0, 0.0])).unwrap();
        }
        (world, all)
    };
    type Call = (BodyHandle, BodyHandle, bool, Vec3<f64>);
    let go = |world: &mut World<f64>, steps: usize, even: BodyHandle| {
        let mut calls: Vec<Call> = Vec::new();
        run_with(world, steps, |contact| {
            calls.push((contact.a, contact.b, contact.is_impact, contact.point));
            contact.enabled = contact.a != even && contact.b != even;
            contact.surface.friction *= 0.5;
        });
        (calls, world.bodies().map(|body| *world.pose(body).unwrap()).collect::<Vec<_>>())
    };
    let on = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            let (mut world, all) = make();
            go(&mut world, 60, all[4])
        })
    };
    let one = on(1);
    let impacts = one.0.iter().filter(|call| call.2).count();
    assert!(one.0.len() > 1_000 && impacts > 20, "{} calls, {impacts} impacts", one.0.len());
    assert!(one == on(2) && one == on(4));
    let (mut world, all) = make();
    let (mut calls, _) = go(&mut world, 30, all[4]);
    let mut world: World<f64> = serde_json::from_str(&serde_json::to_string(&world).unwrap()).unwrap();
    let (rest, poses) = go(&mut world, 30, all[4]);
    calls.extend(rest);
    assert!((calls, poses) == one);
}

#[test]
fn only_the_soft_step_asks() {
    let (mut world, _) = cubes::<f64>(
        WorldSettings { solver: Solver::NoOverlap(Default::default()), ..WorldSettings::default() },
        &[0.6],
    );
    let mut hook = |_: &mut PreSolve<'_, f64>| {};
    let refused = world.step_with(0.01, StepHooks { pre_solve: Some(&mut hook), ..StepHooks::default() });
    assert_eq!(refused, Err(WorldError::NotSoft));
    assert_eq!(world.steps(), 0);
}

/// Stages take the time of the caller's clock, all together that between the first call and the last; the step is the same to the bit.
#[test]
fn stages_are_timed_by_the_clock_of_the_caller() {
    for solver in
        [Solver::default(), Solver::NoOverlap(Default::default()), Solver::Thesis(Default::default())]
    {
        let settings = WorldSettings { solver, ..WorldSettings::default() };
        let (mut timed, all) = cubes::<f64>(settings, &[0.6, 1.7]);
        let (mut other, _) = cubes::<f64>(settings, &[0.6, 1.7]);
        let mut ticks = 0_u32;
        for _ in 0..30 {
            let before = ticks;
            let mut clock = || {
                ticks += 1;
                Duration::from_millis(u64::from(ticks))
            };
            let report =
                timed.step_with(1.0 / 60.0, StepHooks { clock: Some(&mut clock), ..StepHooks::default() });
            let times = report.unwrap().times.unwrap();
            assert_eq!(times.total(), Duration::from_millis(u64::from(ticks - before - 1)));
            assert!(times.solve > Duration::ZERO);
            assert_eq!(other.step(1.0 / 60.0).unwrap().times, None);
        }
        assert_eq!(timed.pose(all[1]), other.pose(all[1]));
    }
}
