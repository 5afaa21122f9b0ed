//! Mathematics, hulls, polyhedra and sums.

mod balls;
mod common;
mod decompose;
mod hulls;
mod math;
mod minkowski;
mod points;
mod polyhedra;
