//! Changes by the user take effect, and readings are true.

use impinge::{Cuboid, Pose, Real, Vec3};
use impinge_sim::{Body, BodyKind, Layers, Material, PairRule, Surface, World, WorldSettings};
use impinge_sim_tests::run;

use crate::cubes;

fn weightless<T: Real>() -> (World<T>, impinge_sim::BodyHandle) {
    let mut world = World::new(WorldSettings { gravity: Vec3::ZERO, ..WorldSettings::default() });
    let shape = world.add_shape(Cuboid::new([T::HALF, T::ONE, T::ONE]));
    let body = world.add(Body::dynamic(shape, Pose::IDENTITY)).unwrap(); // of mass 4
    (world, body)
}

#[test]
fn forces_and_impulses_obey_newton() {
    fn check<T: Real>() {
        let (zero, near) = (T::ZERO, T::of(64.0) * T::EPSILON);
        let (mut world, body) = weightless::<T>();
        world.apply_impulse(body, [T::of(8.0), zero, zero]).unwrap();
        assert!((world.velocity(body).unwrap().x - T::TWO).abs() <= near);
        // 8 newtons for one second in one step, at the center and beside it.
        world.apply_force_at(body, [T::of(-8.0), zero, zero], [zero, zero, zero]).unwrap();
        world.step(T::ONE).unwrap();
        assert!(world.velocity(body).unwrap().norm() <= near);
        let about_z = world.mass(body).unwrap().inertia.z_axis.z;
        world.apply_torque(body, [zero, zero, about_z]).unwrap();
        world.step(T::ONE).unwrap();
        assert!((world.angular_velocity(body).unwrap().z - T::ONE).abs() <= near, "one radian per second");
        world.step(T::ONE).unwrap();
        assert!((world.angular_velocity(body).unwrap().z - T::ONE).abs() <= near, "forces last one step");
        world.apply_angular_impulse(body, [zero, zero, -about_z]).unwrap();
        assert!(world.angular_velocity(body).unwrap().norm() <= near);
        let at = world.pose(body).unwrap().translation();
        world.apply_impulse_at(body, [zero, T::ONE, zero], at + Vec3::new(T::ONE, zero, zero)).unwrap();
        let momentum = world.momentum();
        assert!((momentum.linear - Vec3::new(zero, T::ONE, zero)).norm() <= near);
        let about_origin = at.cross(Vec3::new(zero, T::ONE, zero)).z + T::ONE;
        assert!((momentum.angular.z - about_origin).abs() <= near * T::of(16.0));
    }
    check::<f32>();
    check::<f64>();
}

#[test]
fn a_body_changes_its_kind_and_back() {
    let (mut world, all) = cubes::<f64>(WorldSettings::default(), &[5.0]);
    let cube = all[1];
    world.set_kind(cube, BodyKind::Fixed).unwrap();
    run(&mut world, 60);
    assert_eq!(world.pose(cube).unwrap().translation().z, 5.0);
    assert_eq!(world.mass(cube).unwrap().mass, 0.0);
    world.set_kind(cube, BodyKind::Kinematic).unwrap();
    world.set_velocity(cube, [0.0, 0.0, 1.0]).unwrap();
    world.set_angular_velocity(cube, [0.0, 0.0, std::f64::consts::FRAC_PI_2]).unwrap();
    run(&mut world, 60);
    let pose = *world.pose(cube).unwrap();
    assert!((pose.translation().z - 6.0).abs() < 1e-12);
    let turned = pose.rotation() * Vec3::new(1.0, 0.0, 0.0);
    assert!((turned - Vec3::new(0.0, 1.0, 0.0)).norm() < 1e-12, "a quarter turn, exactly: {turned:?}");
    world.set_kind(cube, BodyKind::Dynamic).unwrap();
    assert_eq!((world.kind(cube).unwrap(), world.mass(cube).unwrap().mass), (BodyKind::Dynamic, 1.0));
    run(&mut world, 240);
    assert!((world.pose(cube).unwrap().translation().z - 0.5).abs() < 0.02);
}

#[test]
fn layers_gravity_damping_and_user_data_are_heeded() {
    let (mut world, all) = cubes::<f64>(WorldSettings::default(), &[2.0]);
    let cube = all[1];
    world.set_layers(cube, Layers { member: 2, sees: 2 }).unwrap();
    world.set_layers(all[0], Layers { member: 1, sees: 1 }).unwrap();
    run(&mut world, 120);
    assert!(world.pose(cube).unwrap().translation().z < -5.0, "it falls through the floor");
    world.set_pose(cube, Pose::at([0.0, 0.0, 3.0])).unwrap();
    world.set_gravity_scale(cube, 0.0).unwrap();
    world.set_velocity(cube, [1.0, 0.0, 0.0]).unwrap();
    world.set_damping(cube, 2.0, 0.0).unwrap();
    run(&mut world, 60);
    let speed = world.velocity(cube).unwrap();
    assert!(speed.z == 0.0 && (speed.x - (-2.0_f64).exp()).abs() < 5e-3, "{speed:?}");
    world.set_user_data(cube, 7).unwrap();
    assert_eq!(world.user_data(cube).unwrap(), 7);
    assert_eq!(world.bodies().collect::<Vec<_>>(), all);
}

/// A rule for two materials holds instead of what they say themselves.
#[test]
fn pair_rules_override_materials() {
    let speed_after = |rule: Option<PairRule<f64>>| {
        let (mut world, all) = cubes::<f64>(WorldSettings::default(), &[0.5]);
        let material = |id| Material { id, friction: 1.0, ..Material::default() };
        world.set_material(all[0], material(3)).unwrap();
        world.set_material(all[1], material(8)).unwrap();
        if let Some(rule) = rule {
            world.set_pair_rule(rule).unwrap();
            assert_eq!(world.pair_rules().len(), 1);
        }
        world.set_velocity(all[1], [1.0, 0.0, 0.0]).unwrap();
        run(&mut world, 60);
        world.velocity(all[1]).unwrap().x
    };
    let ice = Surface { friction: 0.0, restitution: 0.0, rolling_resistance: 0.0 };
    assert!(speed_after(None).abs() < 1e-3);
    assert!((speed_after(Some(PairRule { materials: (8, 3), surface: ice })) - 1.0).abs() < 1e-3);
    assert!(speed_after(Some(PairRule { materials: (8, 8), surface: ice })).abs() < 1e-3);
}

/// Contacts push in a step what gravity pulls.
#[test]
fn contacts_carry_the_weight() {
    let (mut world, all) = cubes::<f64>(WorldSettings::default(), &[0.5, 1.5]);
    run(&mut world, 300);
    let contacts: Vec<_> = world.contacts().collect();
    assert_eq!(contacts.len(), 2);
    for (contact, weight) in contacts.iter().zip([2.0, 1.0]) {
        assert!(contact.a < contact.b && (contact.normal.z - 1.0).abs() < 1e-6);
        assert_eq!(contact.points().len(), 4);
        assert!((contact.impulse() * 60.0 / (9.81 * weight) - 1.0).abs() < 1e-2, "{}", contact.impulse());
        assert!(contact.depth() + contact.error < 0.01);
    }
    assert_eq!((contacts[0].a, contacts[1].b), (all[0], all[2]));
}
