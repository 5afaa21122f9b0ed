//! Contact manifolds: all of where two shapes touch, not one point of it.

mod types;

pub use types::{Manifold, ManifoldPoint};
