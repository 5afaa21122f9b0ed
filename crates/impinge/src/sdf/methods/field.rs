//! Interface of a method that processes all nodes, and its result.

use alloc::vec::Vec;

use super::lattice::{Lattice, Surface};
use super::told::Told;
use crate::sdf::settings::MapError;

/// A method that processes all nodes of a lattice.
pub(super) struct Way {
    /// The distances of nodes up to the reach from the surface, in spacings.
    pub(super) run: fn(&Surface, &Lattice, f64, &mut Told<'_, '_>) -> Result<Field, MapError>,
    /// Bytes of memory for each node.
    pub(super) per_node: u64,
    /// Number of phases that it reports.
    pub(super) phases: usize,
}

/// Distances of the nodes of a lattice, in spacings, without sign.
pub(super) struct Field {
    /// Distances; for a node beyond the reach any value not below the distance.
    pub(super) values: Vec<f32>,
    /// For each node within the reach, the error bound of its value, in addition to rounding.
    pub(super) errors: Vec<f32>,
    /// Error added by rounding of coordinates.
    pub(super) rounding: f64,
}

impl Field {
    /// Bound on the difference between the distance of a node and its value, in spacings.
    pub(super) fn error(&self, index: usize) -> f64 {
        // Both numbers are rounded to `f32`.
        let single = f64::from(self.values[index] + self.errors[index]) * f64::from(f32::EPSILON);
        f64::from(self.errors[index]) + self.rounding + single
    }
}
