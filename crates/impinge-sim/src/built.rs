//! What is built with the crate, as `crates/impinge/src/built.rs` tells it: what a program calls in every step, and all that these call.
//! So it runs as fast as this crate is optimized, whatever the profile of the program says.
//!
//! - In every profile: worlds in `f64`, and in `f32` the stacks of the thesis, which the program asks: without a scene, half as much code.
//! - In debug builds, that is, with debug assertions: worlds in `f32` too. A release build is spared what it may not use.

use impinge::Real;

use crate::stack::{tallest_stack, tallest_thesis_stack};
use crate::world::World;

/// The address of a function that is built for being named, and that nobody calls through it.
type Address = *const ();

/// Built in every profile.
#[inline(never)]
pub fn always() -> ([Address; 5], Address) {
    (of::<f64>(), tallest_thesis_stack::<f32> as Address)
}

/// Built in debug builds only.
#[cfg(debug_assertions)]
#[inline(never)]
pub fn in_debug_builds() -> [Address; 5] {
    of::<f32>()
}

fn of<T: Real>() -> [Address; 5] {
    [
        World::<T>::add as Address,
        World::<T>::step as Address,
        World::<T>::energy as Address,
        World::<T>::momentum as Address,
        tallest_stack::<T> as Address,
    ]
}
