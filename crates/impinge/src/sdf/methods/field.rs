//! What a method that goes through all nodes is, and what it gives.

use alloc::vec::Vec;

use super::lattice::{Lattice, Surface};
use super::told::Told;
use crate::sdf::settings::MapError;

/// A method that goes through all nodes of a lattice.
pub(super) struct Way {
    /// The distances of nodes that are not farther from the surface than the reach, in spacings.
    pub(super) run: fn(&Surface, &Lattice, f64, &mut Told<'_, '_>) -> Result<Field, MapError>,
    /// Bytes that it takes for each node.
    pub(super) per_node: u64,
    /// Phases that it tells of.
    pub(super) phases: usize,
}

/// Distances of the nodes of a lattice, in spacings, without sign.
pub(super) struct Field {
    /// Anything not below the distance where a node is beyond the reach.
    pub(super) values: Vec<f32>,
    /// For each node within the reach by how much its value may be off, beside rounding.
    pub(super) errors: Vec<f32>,
    /// What rounding of coordinates adds.
    pub(super) rounding: f64,
}

impl Field {
    /// The distance of a node differs from its value by no more than this, in spacings.
    pub(super) fn error(&self, index: usize) -> f64 {
        // Both numbers are rounded to `f32`.
        let single = f64::from(self.values[index] + self.errors[index]) * f64::from(f32::EPSILON);
        f64::from(self.errors[index]) + self.rounding + single
    }
}
