//! Independent oracles: membership and distance from the definition of each shape, and measures by Monte Carlo.
//!
//! No code here calls a support mapping. Everything is in `f64`, on three coordinates; in the plane the third is 0. Triangle meshes have
//! a module of their own: [`meshes`]; [`judge`] checks the library's answers about two of them against it. [`surfaces`] is for polygon
//! meshes that move.

mod distance;
mod farthest;
pub mod judge;
mod membership;
pub mod meshes;
mod monte_carlo;
pub mod surfaces;

pub use distance::{distance_to, distance_to2, seen_from, seen_from2};
pub use farthest::Cloud;
pub use membership::{ball_around_box, outside, outside2, swept};
pub use monte_carlo::{Estimate, MonteCarlo, monte_carlo};
