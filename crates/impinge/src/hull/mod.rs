//! Convex hulls, decided by exact orientation predicates.
//!
//! [`planar_hull`] in 2D and [`solid_hull`] in 3D accept any finite points, in `f32` or `f64`, and return their convex
//! hull, or the extent of the points if they do not span the space.

mod input;
mod plane;
mod solid;
mod topology;

pub(crate) use plane::planar_hull_of_loop;
pub use plane::{Polygon, planar_hull};
pub(crate) use solid::hull_volume;
pub use solid::{HullFault, HullReport, MERGE_ULPS, OUTSIDE_ULPS, Solid, solid_hull};
pub use topology::Topology;
