//! Broken input is refused with a sentence that says why; what is valid and unlucky stays within bounds.

use impinge::math::Mat3;
use impinge::mesh::TriangleMesh;
use impinge::{Cuboid, Disc, HalfSpace, Pose, Rot3, Sphere, Vec3};
use impinge_sim::{Body, Mass, Material, SleepSettings, World, WorldError, WorldSettings};
use impinge_sim_tests::run;

use crate::cubes;

fn refused<X: std::fmt::Debug>(result: Result<X, WorldError>, message: &str) {
    assert_eq!(result.unwrap_err().to_string(), message);
}

#[test]
fn non_finite_numbers_are_refused_on_entry() {
    let (mut world, all) = cubes::<f64>(WorldSettings::default(), &[0.5]);
    let (floor, cube) = (all[0], all[1]);
    let before = serde_json::to_string(&world).unwrap();
    for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        let vector = [0.0, bad, 0.0];
        let message = |what: &str| format!("the {what} is {bad}; it must be a finite number");
        assert!(Pose::<Vec3<f64>>::try_new(vector, Rot3::IDENTITY).is_err());
        refused(world.set_velocity(cube, vector), &message("velocity"));
        refused(world.set_angular_velocity(cube, vector), &message("angular velocity"));
        refused(world.apply_force(cube, vector), &message("force"));
        refused(world.apply_force_at(cube, [1.0; 3], vector), &message("point"));
        refused(world.apply_torque(cube, vector), &message("torque"));
        refused(world.apply_impulse(cube, vector), &message("impulse"));
        refused(world.apply_impulse_at(cube, [1.0; 3], vector), &message("point"));
        refused(world.apply_angular_impulse(cube, vector), &message("angular impulse"));
        refused(world.set_gravity_scale(cube, bad), &message("scale of gravity"));
        refused(world.set_damping(cube, bad, 0.0), &message("linear damping"));
        refused(world.set_damping(cube, 0.0, bad), &message("angular damping"));
        refused(world.step(bad), &message("time of a step"));
        let material = Material { friction: bad, ..Material::default() };
        refused(world.set_material(cube, material), &message("friction"));
    }
    refused(world.set_velocity(floor, [1.0; 3]), "body 0 is fixed; it has no velocity");
    refused(world.apply_force(floor, [1.0; 3]), "body 0 is not dynamic");
    refused(world.step(0.0), "the time of a step is 0; it must be above 0");
    refused(world.step(-1.0), "the time of a step is -1; it must be above 0");
    refused(world.set_damping(cube, -2.0, 0.0), "the linear damping is -2; it must not be below 0");
    // Two forces that are finite, and their sum is not.
    world.apply_force(cube, [f64::MAX, 0.0, 0.0]).unwrap();
    refused(world.apply_force(cube, [f64::MAX, 0.0, 0.0]), "the force is inf; it must be a finite number");
    world.apply_force(cube, [-f64::MAX, 0.0, 0.0]).unwrap();
    assert_eq!(serde_json::to_string(&world).unwrap(), before, "nothing changed");
    world.remove(cube).unwrap();
    refused(world.set_velocity(cube, [0.0; 3]), "object 1 was removed from the scene");
}

#[test]
fn settings_are_refused_by_the_step() {
    let gravity = Vec3::new(0.0, 0.0, f64::NAN);
    let (mut world, _) = cubes(WorldSettings { gravity, ..WorldSettings::default() }, &[0.5]);
    refused(world.step(0.1), "the gravity is NaN; it must be a finite number");
    let sleep = Some(SleepSettings { time: -1.0, ..SleepSettings::default() });
    world.set_settings(WorldSettings { sleep, ..WorldSettings::default() });
    refused(world.step(0.1), "the time until sleep is -1; it must not be below 0");
}

#[test]
fn masses_must_be_those_of_bodies() {
    let mut world = World::<f64>::default();
    let (ball, disc) = (world.add_shape(Sphere::new(1.0)), world.add_shape(Disc::new(1.0)));
    let floor = world.add_shape(HalfSpace::new([0.0, 0.0, 1.0], 0.0));
    let (roof, _) =
        TriangleMesh::new(&[[0.0, 0.0, 9.0], [5.0, 0.0, 9.0], [0.0, 5.0, 9.0]], &[[0, 1, 2]]).unwrap();
    let roof = world.add_shape(roof);
    let no_volume = "the shape has no volume to compute a mass from; give the body a mass and an inertia";
    for shape in [disc, floor, roof] {
        refused(world.add(Body::dynamic(shape, Pose::IDENTITY)), no_volume);
    }
    let body = Body::dynamic(ball, Pose::IDENTITY);
    refused(world.add(body.density(0.0)), "the density is 0; it must be above 0");
    refused(world.add(body.density(-3.0)), "the density is -3; it must be above 0");
    refused(world.add(body.density(f64::NAN)), "the density is NaN; it must be a finite number");
    let mass = |mass: f64, inertia| Mass { mass, center: Vec3::ZERO, inertia };
    refused(world.add(body.mass(mass(0.0, Mat3::IDENTITY))), "the mass is 0; it must be above 0");
    refused(world.add(body.mass(mass(-1.0, Mat3::IDENTITY))), "the mass is -1; it must be above 0");
    refused(
        world.add(body.mass(mass(f64::INFINITY, Mat3::IDENTITY))),
        "the mass is inf; it must be a finite number",
    );
    refused(
        world.add(body.mass(mass(5e-324, Mat3::IDENTITY))),
        "the inverse of the mass is inf; it must be a finite number",
    );
    let broken = "the inertia is not symmetric and positive definite";
    refused(world.add(body.mass(mass(1.0, Mat3::diagonal(1.0, 0.0, 1.0)))), broken);
    refused(world.add(body.mass(mass(1.0, Mat3::diagonal(-1.0, -1.0, 1.0)))), broken);
    let skew = Mat3::from_columns([1.0, 0.5, 0.0].into(), [0.0, 1.0, 0.0].into(), [0.0, 0.0, 1.0].into());
    refused(world.add(body.mass(mass(1.0, skew))), broken);
    assert_eq!(world.bodies().count(), 0);
    // A flat body with a mass of its own is fine.
    world.add(Body::dynamic(disc, Pose::IDENTITY).mass(mass(1.0, Mat3::IDENTITY))).unwrap();
}

/// Bodies that begin inside one another are pushed out, no faster than the solver may.
#[test]
fn deep_starts_do_not_explode() {
    let mut world = World::<f64>::default();
    let floor = world.add_shape(HalfSpace::new([0.0, 0.0, 1.0], 0.0));
    let cube = world.add_shape(Cuboid::new([0.5; 3]));
    world.add(Body::fixed(floor, Pose::IDENTITY)).unwrap();
    let mut all = Vec::new();
    for i in 0..8 {
        // All nearly at the same place, and two at the very same.
        let at = f64::from(i / 2) * 0.01;
        all.push(world.add(Body::dynamic(cube, Pose::at([at, -at, 0.3]))).unwrap());
    }
    let mut fastest = 0.0_f64;
    for _ in 0..300 {
        world.step(1.0 / 60.0).unwrap();
        for body in &all {
            fastest = fastest.max(world.velocity(*body).unwrap().norm());
        }
    }
    assert!(fastest < 20.0, "{fastest}");
    for body in &all {
        assert!(world.pose(*body).unwrap().translation().is_finite());
    }
}

/// A body at the end of all numbers stays there and stops; the others go on, and nothing becomes NaN.
#[test]
fn bodies_stop_at_the_limit_of_the_number_range() {
    fn check<T: impinge::Real>(largest: T) {
        let (mut world, all) = cubes::<T>(WorldSettings::default(), &[0.5, 1.5, 9.0]);
        world.set_pose(all[3], Pose::at([T::of(1000.0), T::ZERO, T::of(9.0)])).unwrap();
        world.set_velocity(all[3], [largest, T::ZERO, T::ZERO]).unwrap();
        world.set_angular_velocity(all[3], [largest, largest, T::ZERO]).unwrap();
        world.step(T::ONE).unwrap();
        assert!(world.velocity(all[3]).unwrap().x == T::ZERO, "it stopped");
        for _ in 0..60 {
            world.step(T::ONE).unwrap();
        }
        for body in world.bodies() {
            assert!(world.pose(body).unwrap().translation().is_finite());
            assert!(world.velocity(body).unwrap().is_finite());
            assert!(world.angular_velocity(body).unwrap().is_finite());
        }
    }
    check::<f64>(f64::MAX);
    check::<f32>(f32::MAX);
    let (mut world, _) = cubes::<f64>(WorldSettings::default(), &[0.5]);
    run(&mut world, 1);
}
