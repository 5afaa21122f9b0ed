//! Independent answers: membership from the definition of each shape, and measures by Monte Carlo.
//!
//! Nothing here calls a support mapping. All in `f64`, on three coordinates; in the plane the third is 0.

mod membership;
mod monte_carlo;

pub use membership::{ball_around_box, outside, outside2, swept};
pub use monte_carlo::{Estimate, MonteCarlo, monte_carlo};
