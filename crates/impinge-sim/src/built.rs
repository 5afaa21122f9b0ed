//! What is built with the crate, for both precisions, as `crates/impinge/src/built.rs` has it for the library: so that a program that is
//! not optimized itself calls fast code.

use impinge::Real;

use crate::stack::{stack_stands, tallest_stack};
use crate::world::World;

/// The address of a function that is built for being named, and that nobody calls through it.
type Address = *const ();

/// Built in every profile.
#[inline(never)]
pub fn always() -> [[Address; 3]; 2] {
    [both::<f64>(), both::<f32>()]
}

fn both<T: Real>() -> [Address; 3] {
    [World::<T>::step as Address, stack_stands::<T> as Address, tallest_stack::<T> as Address]
}
