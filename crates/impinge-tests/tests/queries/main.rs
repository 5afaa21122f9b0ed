//! The front door: what all queries promise of all pairs of shapes.

mod cast;
mod contracts;
mod gaps;
mod hostile;
mod invariance;
mod points;
mod proofs;
mod ray;
mod ray_grazing;
mod touching;
mod warm;
mod ways;
