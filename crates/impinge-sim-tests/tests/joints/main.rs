//! Joints: what each kind holds and leaves free, closed forms, chains, the figure, and what is refused.

mod chains;
mod closed_forms;
mod figure;
mod islands;
mod kinds;
mod loops;
mod opened;
mod pressed;
mod refused;

use impinge::{Cuboid, Pose, Real, Vec3};
use impinge_sim::{Body, BodyHandle, World, WorldSettings};

/// Vectors of either precision.
fn v<T: Real>(x: f64, y: f64, z: f64) -> Vec3<T> {
    Vec3::new(T::of(x), T::of(y), T::of(z))
}

/// A world with gravity down the z axis, 0 for none, and a fixed cube of edge 0.2 at the origin.
fn world_on_cube<T: Real>(gravity: f64) -> (World<T>, BodyHandle) {
    let mut world = World::new(WorldSettings { gravity: v(0.0, 0.0, -gravity), ..WorldSettings::default() });
    let cube = world.add_shape(Cuboid::new([T::of(0.1); 3]));
    let base = world.add(Body::fixed(cube, Pose::IDENTITY)).unwrap();
    (world, base)
}

/// A cube of edge 0.2 and mass 1 there, at rest.
fn add_cube<T: Real>(world: &mut World<T>, at: Vec3<T>) -> BodyHandle {
    throw_cube(world, at, Vec3::ZERO, Vec3::ZERO)
}

/// The same with velocity and angular velocity.
fn throw_cube<T: Real>(world: &mut World<T>, at: Vec3<T>, velocity: Vec3<T>, spin: Vec3<T>) -> BodyHandle {
    let cube = world.add_shape(Cuboid::new([T::of(0.1); 3]));
    let body = Body::dynamic(cube, Pose::at(at)).density(T::of(125.0));
    world.add(body.velocity(velocity).angular_velocity(spin)).unwrap()
}
