//! The world around the solvers: what can be put in, changed, refused, told, left alone, stopped and written down.
#![allow(unsafe_code)] // An allocator cannot be written otherwise; see `allocation`.

mod allocation;
mod bad_input;
mod changes;
mod continuous;
mod events;
mod hostile;
mod hostile_files;
mod masses;
mod sleep;
mod snapshot;

use impinge::{Cuboid, HalfSpace, Pose, Real};
use impinge_sim::{Body, BodyHandle, World, WorldSettings};

/// A floor at height 0, and a cube of side 1 at each height given.
pub fn cubes<T: Real>(settings: WorldSettings<T>, heights: &[f64]) -> (World<T>, Vec<BodyHandle>) {
    let mut world = World::new(settings);
    let (zero, one) = (T::ZERO, T::ONE);
    let floor = world.add_shape(HalfSpace::new([zero, zero, one], zero));
    let cube = world.add_shape(Cuboid::new([T::HALF; 3]));
    let floor = world.add(Body::fixed(floor, Pose::IDENTITY)).unwrap();
    let cubes =
        heights.iter().map(|z| world.add(Body::dynamic(cube, Pose::at([zero, zero, T::of(*z)]))).unwrap());
    let mut all = vec![floor];
    all.extend(cubes);
    (world, all)
}

/// Steps of a sixtieth of a second.
pub fn run<T: Real>(world: &mut World<T>, steps: u32) {
    for _ in 0..steps {
        world.step(T::of(1.0 / 60.0)).unwrap();
    }
}
