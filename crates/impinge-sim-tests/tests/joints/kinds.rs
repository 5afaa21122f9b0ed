//! The held and the free directions of each kind.

use impinge::Real;
use impinge_sim::joint::{Ball, Distance, Hinge, Motor, Slider, Spring, Universal};
use impinge_sim::{Body, Joint, World};
use impinge_sim_tests::run;

use super::{add_cube, throw_cube, v, world_on_cube};

const Z: [f64; 3] = [0.0, 0.0, 1.0];

/// Moment of inertia of the test cube about its center: m a² / 6.
const CUBE_INERTIA: f64 = 0.04 / 6.0;

#[test]
fn a_motor_speeds_up_by_its_strength_and_keeps_its_speed() {
    fn check<T: Real>() {
        let (mut world, base) = world_on_cube::<T>(0.0);
        let wheel = add_cube(&mut world, v(0.5, 0.0, 0.0));
        // About a point half a meter away.
        let inertia = CUBE_INERTIA + 0.25;
        let motor = Some(Motor { speed: T::of(3.0), strength: T::of(0.5) });
        let hinge = Hinge { motor, ..Hinge::default() };
        let joint =
            world.add_joint(base, wheel, Joint::hinge(v(0.0, 0.0, 0.0), v(0.0, 0.0, 1.0), hinge)).unwrap();
        run(&mut world, 30);
        let speed = world.joint(joint).unwrap().speed.f64();
        assert!((speed - 0.5 * 0.5 / inertia).abs() < 2e-3, "torque by inertia by time, not {speed}");
        run(&mut world, 120);
        let read = world.joint(joint).unwrap();
        assert!((read.speed.f64() - 3.0).abs() < 1e-4 && read.gap.f64() < 1e-3, "{read:?}");
        world.set_motor(joint, Some(Motor { speed: T::of(-1.0), strength: T::of(50.0) })).unwrap();
        run(&mut world, 30);
        assert!((world.joint(joint).unwrap().speed.f64() + 1.0).abs() < 1e-3);
        world.set_motor(joint, Some(Motor { speed: T::ZERO, strength: T::of(50.0) })).unwrap();
        run(&mut world, 30);
        assert!(world.joint(joint).unwrap().speed.f64().abs() < 1e-4);
    }
    check::<f32>();
    check::<f64>();
}

#[test]
fn limits_of_a_hinge_hold_wherever_the_angle_jumps() {
    for [low, high] in [[-0.5, 0.7], [2.0, 4.0], [-3.5, -2.5], [0.0, 0.0]] {
        for push in [-6.0, 6.0] {
            let (mut world, base) = world_on_cube::<f64>(0.0);
            let middle = (low + high) / 2.0;
            // Frames that differ by the middle of the range.
            let turn = impinge::Rot3::from_axis_angle(Z, -middle);
            let door = throw_cube(&mut world, v(0.5, 0.0, 0.0), v(0.0, push / 2.0, 0.0), v(0.0, 0.0, push));
            let hinge = Hinge { limits: Some([low, high]), ..Hinge::default() };
            let joint = Joint::hinge([0.0; 3], Z, hinge)
                .frames(impinge::Pose::turned(turn), impinge::Pose::at([-0.5, 0.0, 0.0]));
            let joint = world.add_joint(base, door, joint).unwrap();
            for _ in 0..90 {
                run(&mut world, 1);
                let angle = world.joint(joint).unwrap().position;
                let from_middle = (angle - middle + 3.0 * core::f64::consts::PI)
                    % (2.0 * core::f64::consts::PI)
                    - core::f64::consts::PI;
                assert!(
                    from_middle.abs() < (high - low) / 2.0 + 5e-3,
                    "{angle} is not within {low} and {high}"
                );
            }
        }
    }
}

#[test]
fn friction_holds_an_arm_up_to_its_torque() {
    // An arm of half a meter weighs 9.81 × 0.5 on its hinge.
    for (friction, holds) in [(5.1, true), (4.7, false)] {
        let (mut world, base) = world_on_cube::<f64>(9.81);
        let arm = add_cube(&mut world, v(0.5, 0.0, 0.0));
        let hinge = Hinge { friction, ..Hinge::default() };
        let joint = world.add_joint(base, arm, Joint::hinge([0.0; 3], [0.0, 1.0, 0.0], hinge)).unwrap();
        run(&mut world, 60);
        let read = world.joint(joint).unwrap();
        assert_eq!(read.position.abs() < 1e-3, holds, "{read:?}");
    }
}

#[test]
fn a_slider_falls_along_its_axis_and_stops_at_its_limit() {
    let (mut world, base) = world_on_cube::<f64>(9.81);
    let sled = add_cube(&mut world, v(0.0, 0.0, -1.0));
    // 60 degrees from the vertical: half of gravity.
    let axis = [0.75_f64.sqrt(), 0.0, -0.5];
    let slider = Slider { limits: Some([-1.0, 2.0]), ..Slider::default() };
    let joint = world.add_joint(base, sled, Joint::slider([0.0, 0.0, -1.0], axis, slider)).unwrap();
    run(&mut world, 30);
    let read = world.joint(joint).unwrap();
    // Sub-steps of 1/240 are ahead by half a sub-step's gain.
    let way = 9.81 / 4.0 * 0.25 * (1.0 + 1.0 / 120.0);
    assert!((read.position - way).abs() < 1e-6 && read.gap < 1e-9, "{read:?}, not {way}");
    run(&mut world, 90);
    let read = world.joint(joint).unwrap();
    assert!((read.position - 2.0).abs() < 1e-3 && read.speed.abs() < 1e-3, "{read:?}");
    world.set_motor(joint, Some(Motor { speed: -1.0, strength: 100.0 })).unwrap();
    run(&mut world, 60);
    let read = world.joint(joint).unwrap();
    assert!((read.position - 1.0).abs() < 2e-2 && (read.speed + 1.0).abs() < 1e-3, "{read:?}");
}

#[test]
fn a_cantilever_of_welds_does_not_sag_and_tells_its_load() {
    fn check<T: Real>(sag: f64) {
        let (mut world, base) = world_on_cube::<T>(10.0);
        let mut last = base;
        let mut joints = Vec::new();
        for i in 1..=10 {
            let next = add_cube(&mut world, v(0.2 * f64::from(i), 0.0, 0.0));
            let point = v(0.2 * f64::from(i) - 0.1, 0.0, 0.0);
            joints.push(world.add_joint(last, next, Joint::weld(point)).unwrap());
            last = next;
        }
        run(&mut world, 120);
        let tip = world.pose(last).unwrap().translation();
        assert!(tip.z.f64().abs() < sag, "{tip:?}");
        let root = world.joint(joints[0]).unwrap();
        assert!((root.force.z.f64() - 100.0).abs() < 0.1, "the weight of ten: {root:?}");
        // Ten weights of 10 at 0.1, 0.3, ... 1.9 from the first weld.
        assert!((root.torque.y.f64() + 100.0).abs() < 0.1, "ten weights on their arms: {root:?}");
    }
    check::<f64>(1e-12);
    check::<f32>(1e-4);
}

#[test]
fn a_rod_keeps_its_length_and_a_rope_only_its_largest() {
    let (mut world, base) = world_on_cube::<f64>(9.81);
    let bob = add_cube(&mut world, v(0.6, 0.0, -0.8));
    let ball = add_cube(&mut world, v(0.0, 2.0, 0.0));
    let rod = Joint::distance([0.0; 3], [0.6, 0.0, -0.8], Distance::default());
    let rod = world.add_joint(base, bob, rod).unwrap();
    let range = Some([0.0, 3.0]);
    let rope = Joint::distance([0.0; 3], [0.0, 2.0, 0.0], Distance { range, ..Distance::default() });
    let rope = world.add_joint(base, ball, rope).unwrap();
    let mut taut = 0;
    for step in 0..180 {
        run(&mut world, 1);
        assert!((world.joint(rod).unwrap().position - 1.0).abs() < 2e-3);
        let rope = world.joint(rope).unwrap();
        assert!(rope.position < 3.01, "{rope:?}");
        if rope.force != v(0.0, 0.0, 0.0) {
            taut += 1;
            assert!(step > 30, "it falls freely until the rope is taut");
        }
    }
    assert!(taut > 20, "taut in {taut} steps");
}

#[test]
fn a_spring_swings_at_its_period() {
    let (mut world, base) = world_on_cube::<f64>(0.0);
    let bob = add_cube(&mut world, v(0.0, 0.0, -1.2));
    let spring = Some(Spring { stiffness: 40.0, damping: 0.0 });
    let spring = Distance { length: Some(1.0), spring, range: None };
    world.add_joint(base, bob, Joint::distance([0.0; 3], [0.0, 0.0, -1.2], spring)).unwrap();
    let (mut last, mut crossings) = (0.2, Vec::new());
    for step in 0..300 {
        run(&mut world, 1);
        let stretch = -world.pose(bob).unwrap().translation().z - 1.0;
        if last > 0.0 && stretch <= 0.0 {
            crossings.push((f64::from(step) + last / (last - stretch)) / 60.0);
        }
        last = stretch;
    }
    let period = (crossings[3] - crossings[0]) / 3.0;
    let truth = 2.0 * core::f64::consts::PI / 40.0_f64.sqrt();
    assert!((period / truth - 1.0).abs() < 2e-3, "{period}, not {truth}");
}

#[test]
fn a_universal_joint_turns_the_second_shaft_by_cardans_formula() {
    let bend = 0.5_f64;
    let (mut world, base) = world_on_cube::<f64>(0.0);
    let along = v(bend.cos(), bend.sin(), 0.0);
    let first = add_cube(&mut world, v(-0.5, 0.0, 0.0));
    let second = add_cube(&mut world, along * 0.5);
    let motor = Some(Motor { speed: 2.0, strength: 1e3 });
    let hinge = Hinge { motor, ..Hinge::default() };
    let driver =
        world.add_joint(base, first, Joint::hinge([-0.5, 0.0, 0.0], [1.0, 0.0, 0.0], hinge)).unwrap();
    let driven = world.add_joint(base, second, Joint::hinge(along * 0.5, along, Hinge::default())).unwrap();
    // The crosspiece: one axis across each shaft.
    let across = along.cross(v(0.0, 0.0, 1.0));
    world.add_joint(first, second, Joint::universal([0.0; 3], Z, across, Universal::default())).unwrap();
    let mut worst = 0.0_f64;
    for step in 0..240 {
        run(&mut world, 1);
        let (input, output) = (world.joint(driver).unwrap(), world.joint(driven).unwrap());
        let angle = input.position;
        let sin = bend.sin() * angle.sin();
        let truth = 2.0 * bend.cos() / (1.0 - sin * sin);
        let other = bend.sin() * angle.cos();
        let other = 2.0 * bend.cos() / (1.0 - other * other);
        if step > 30 {
            worst = worst.max((output.speed - truth).abs().min((output.speed - other).abs()));
        }
    }
    assert!(worst < 0.02, "off by {worst}");
}

#[test]
fn a_ball_joint_keeps_within_cone_and_twist() {
    let mut hits = [0; 2];
    for seed in 0..12_i32 {
        let (mut world, base) = world_on_cube::<f64>(0.0);
        let angle = f64::from(seed) * 2.4;
        let spin = v(3.0 * angle.cos(), 3.0 * angle.sin(), f64::from(seed % 3 - 1) * 4.0);
        let arm = v(0.0, 0.0, 0.5);
        let bob = throw_cube(&mut world, arm, spin.cross(arm), spin);
        let ball = Ball { cone: Some(0.6), twist: Some([-0.4, 0.8]), friction: 0.0 };
        let joint = world.add_joint(base, bob, Joint::ball([0.0; 3], Z, ball)).unwrap();
        for _ in 0..120 {
            run(&mut world, 1);
            let read = world.joint(joint).unwrap();
            assert!(read.position < 0.61 && read.gap < 1e-3, "{read:?}");
            assert!(read.twist > -0.41 && read.twist < 0.81, "{read:?}");
            hits[0] += i32::from(read.position > 0.59);
            hits[1] += i32::from(read.twist < -0.39 || read.twist > 0.79);
        }
    }
    assert!(hits[0] > 100 && hits[1] > 100, "{hits:?}");
}

#[test]
fn gears_keep_their_ratio_over_many_turns() {
    let (mut world, base) = world_on_cube::<f64>(0.0);
    let wheels = [0.0, 1.0, 2.0].map(|x| add_cube(&mut world, v(x, 0.0, 1.0)));
    let hinges = [0.0, 1.0, 2.0].map(|x| Joint::hinge([x, 0.0, 1.0], Z, Hinge::default()));
    let hinges = [0, 1, 2].map(|i| world.add_joint(base, wheels[i], hinges[i]).unwrap());
    world.set_motor(hinges[0], Some(Motor { speed: 8.0, strength: 50.0 })).unwrap();
    let gears = [
        world.add_joint(wheels[0], wheels[1], Joint::gear(Z, Z, 2.0)).unwrap(),
        world.add_joint(wheels[1], wheels[2], Joint::gear(Z, Z, 0.5)).unwrap(),
    ];
    run(&mut world, 600);
    let speeds = hinges.map(|hinge| world.joint(hinge).unwrap().speed);
    for (speed, truth) in speeds.into_iter().zip([8.0, -4.0, 8.0]) {
        assert!((speed - truth).abs() < 1e-3, "{speeds:?}");
    }
    for gear in gears {
        let slip = world.joint(gear).unwrap().position;
        assert!(slip.abs() < 1e-3, "slipped by {slip} in ten seconds at eight radians per second");
    }
}

#[test]
fn joined_bodies_collide_only_if_enabled_or_detached() {
    let build = |colliding: bool| {
        let mut world = World::<f64>::default();
        let cube = world.add_shape(impinge::Cuboid::new([0.5, 0.5, 0.5]));
        let a = world.add(Body::fixed(cube, impinge::Pose::IDENTITY)).unwrap();
        let b = world.add(Body::dynamic(cube, impinge::Pose::at([0.0, 0.0, 0.8]))).unwrap();
        let joint = Joint::ball([0.0; 3], Z, Ball::default());
        let joint = world.add_joint(a, b, if colliding { joint.colliding() } else { joint }).unwrap();
        (world, a, b, joint)
    };
    let (mut world, a, b, first) = build(false);
    assert_eq!(world.step(0.01).unwrap().contacts, 0);
    let second = world.add_joint(b, a, Joint::weld([0.0; 3])).unwrap();
    assert_eq!(world.joints().count(), 2);
    world.remove_joint(first).unwrap();
    assert_eq!(world.step(0.01).unwrap().contacts, 0, "the second joint still holds them");
    world.remove_joint(second).unwrap();
    assert_eq!(world.step(0.01).unwrap().contacts, 1);
    let third = world.add_joint(a, b, Joint::weld([0.0; 3])).unwrap();
    world.remove(b).unwrap();
    assert!(world.joint(third).is_err() && world.joints().next().is_none(), "joints go with their bodies");
    let (mut world, ..) = build(true);
    assert_eq!(world.step(0.01).unwrap().contacts, 1);
}
