//! What is built with the crate, for both precisions, as `crates/impinge/src/built.rs` tells it: what a program calls in every step,
//! and all that these call. So it runs as fast as this crate is optimized, whatever the profile of the program says.

use impinge::Real;

use crate::stack::tallest_stack;
use crate::world::World;

/// The address of a function that is built for being named, and that nobody calls through it.
type Address = *const ();

/// Built in every profile.
#[inline(never)]
pub fn always() -> [[Address; 5]; 2] {
    [of::<f64>(), of::<f32>()]
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
