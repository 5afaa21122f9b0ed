//! The world around the solvers: adding, changing, refusing, reporting, sleeping, stopping and saving.

mod allocation;
mod bad_input;
mod belts;
mod changes;
mod characters;
mod continuous;
mod deepest;
mod energy;
mod events;
mod hooks;
mod hostile;
mod hostile_files;
mod masses;
mod overflow;
mod plane;
mod queries;
mod searched;
mod sensors;
mod sleep;
mod snapshot;
mod waking;

use impinge::{Cuboid, Pose, Real};
use impinge_sim::{Body, BodyHandle, World, WorldSettings};
use impinge_sim_tests::add_floor;

/// A floor at height 0, and a cube of side 1 at each height given.
pub fn cubes<T: Real>(settings: WorldSettings<T>, heights: &[f64]) -> (World<T>, Vec<BodyHandle>) {
    let mut world = World::new(settings);
    let mut all = vec![add_floor(&mut world)];
    let cube = world.add_shape(Cuboid::new([T::HALF; 3]));
    let cubes = heights
        .iter()
        .map(|z| world.add(Body::dynamic(cube, Pose::at([T::ZERO, T::ZERO, T::of(*z)]))).unwrap());
    all.extend(cubes);
    (world, all)
}
