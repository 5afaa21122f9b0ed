//! Serialization of height fields, with the feature `serde`.
//!
//! A field is serialized as its numbers of rows and columns, spacing, samples and the cells that are holes, and deserialized by
//! [`HeightField::try_new`], which rejects invalid data with the same message.

use alloc::vec::Vec;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::HeightField;
use crate::math::{Real, Vec3};

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Written<T> {
    rows: u32,
    columns: u32,
    spacing: Vec3<T>,
    heights: Vec<f32>,
    /// Numbers of cells, ascending.
    holes: Vec<u32>,
}

impl<T: Real + Serialize> Serialize for HeightField<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Written {
            rows: self.rows(),
            columns: self.columns(),
            spacing: self.spacing,
            heights: self.heights().to_vec(),
            holes: (0..self.grid.cells()).filter(|&cell| self.grid.is_hole(cell)).collect(),
        }
        .serialize(serializer)
    }
}

impl<'de, T: Real + Deserialize<'de>> Deserialize<'de> for HeightField<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let Written { rows, columns, spacing, heights, mut holes } = Written::<T>::deserialize(deserializer)?;
        let field = Self::try_new(rows, columns, spacing, heights).map_err(D::Error::custom)?;
        holes.sort_unstable();
        let cells = field.grid.cells();
        if let Some(cell) = holes.last().filter(|&&cell| cell >= cells) {
            return Err(D::Error::custom(format_args!("hole {cell} is not one of the {cells} cells")));
        }
        if holes.is_empty() {
            return Ok(field);
        }
        let across = columns - 1;
        field
            .try_with_holes(|row, column| holes.binary_search(&(row * across + column)).is_ok())
            .map_err(D::Error::custom)
    }
}
