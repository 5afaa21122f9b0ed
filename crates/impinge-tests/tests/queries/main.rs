//! The front door: what all queries promise of all pairs of shapes.

mod agreement;
mod cast;
mod contracts;
mod front;
mod gaps;
mod hostile;
mod invariance;
mod proofs;
mod ray;
mod ray_grazing;
mod touching;
mod warm;
mod ways;
