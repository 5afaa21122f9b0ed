//! What the tests of the simulation share; they themselves are in the folder `tests`, one program for each folder or file.
//!
//! Whole worlds, which examples use as well, are in `impinge-scenes`, the allocator that counts in `impinge-tests`.

#[cfg(doctest)]
mod book;

use impinge::{HalfSpace, Pose, Real};
use impinge_sim::{Body, BodyHandle, World};

/// A fixed floor, added to the world: all below z = 0.
pub fn add_floor<T: Real>(world: &mut World<T>) -> BodyHandle {
    let floor = world.add_shape(HalfSpace::new([T::ZERO, T::ZERO, T::ONE], T::ZERO));
    world.add(Body::fixed(floor, Pose::IDENTITY)).expect("a floor is a body")
}

/// That many steps of a sixtieth of a second.
pub fn run<T: Real>(world: &mut World<T>, steps: usize) {
    for _ in 0..steps {
        world.step(T::of(1.0 / 60.0)).expect("a step of a test");
    }
}
