//! What a caller may choose, how a map was made, and why there is none.

use core::fmt;

/// How a map is to be made.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
pub struct MapSettings {
    /// Cells along the longest side of the box around the mesh. The grid is a few cells larger on all sides.
    pub cells: usize,
    /// The side of a cell, in the unit of the mesh, if it is to be given instead of [`MapSettings::cells`].
    pub spacing: Option<f64>,
    /// How far from the surface the map is as fine as its cells, in spacings. Beyond it is eight times as coarse.
    pub band: f64,
    /// How distances are found.
    pub method: Method,
    /// A map that needs more is refused before it is made.
    pub max_bytes: u64,
}

impl Default for MapSettings {
    fn default() -> Self {
        Self { cells: 64, spacing: None, band: 4.0, method: Method::Exact, max_bytes: 4 << 30 }
    }
}

/// How the distances at the nodes of a map are found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Method {
    /// The nearest triangle of each node, by the tree over the triangles.
    #[default]
    Exact,
    /// The nearest of all triangles, one after the other: the reference, with the same values as [`Method::Exact`].
    Brute,
    /// Scan conversion of the characteristics of faces, edges and vertices.
    Csc,
    /// A chamfer distance transform.
    Chamfer,
    /// A vector distance transform.
    Vector,
    /// The fast marching method.
    Marching,
}

impl Method {
    /// All of them.
    pub const ALL: [Self; 6] =
        [Self::Exact, Self::Brute, Self::Csc, Self::Chamfer, Self::Vector, Self::Marching];

    /// Its name in lower case.
    pub fn name(self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::Brute => "brute",
            Self::Csc => "csc",
            Self::Chamfer => "chamfer",
            Self::Vector => "vector",
            Self::Marching => "marching",
        }
    }
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// How it was decided which side of the surface a node is on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Sign {
    /// By the normal of the nearest face, edge or vertex: the surface is closed, faces outward and does not meet itself.
    PseudoNormals,
    /// By the winding number: the surface is open, meets itself or faces inward. Of a closed surface it is a whole number, and exact.
    WindingNumber,
}

impl Sign {
    /// Its name in lower case.
    pub fn name(self) -> &'static str {
        match self {
            Self::PseudoNormals => "pseudo_normals",
            Self::WindingNumber => "winding_number",
        }
    }
}

impl fmt::Display for Sign {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// How far the making of a map is, for a callback.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct MapProgress {
    /// How much of the work is done, from 0 to 1.
    pub part: f64,
}

/// What is known of a map as a whole.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct MapReport {
    /// Cells along each axis.
    pub cells: [usize; 3],
    /// The side of a cell, in the unit of the mesh.
    pub spacing: f64,
    /// How far from the surface the map is as fine as its cells, in the unit of the mesh.
    pub band: f64,
    /// Blocks of 8 × 8 × 8 cells that have values of their own.
    pub blocks: usize,
    /// Bytes on the heap.
    pub bytes: usize,
    /// How distances were found.
    pub method: Method,
    /// How signs were decided.
    pub sign: Sign,
    /// Whether the surface is closed. If not, signs are in doubt in some cells.
    pub closed: bool,
    /// No value at a node is off by more, in the unit of the mesh.
    pub node_error: f64,
    /// No [`Sample::error`](super::Sample::error) within the band is larger, unless the sign is in doubt.
    pub worst_error: f64,
}

/// Why there is no map.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum MapError {
    /// A setting makes no sense.
    BadSetting {
        /// Its name.
        what: &'static str,
        /// What it was.
        value: f64,
    },
    /// The cells are so small that coordinates of nodes are rounded to one another.
    TooFine {
        /// The side of a cell.
        spacing: f64,
        /// What it must be at least, for coordinates of this size.
        least: f64,
    },
    /// It needs more memory than [`MapSettings::max_bytes`]. Nothing of it was taken.
    TooLarge {
        /// Cells along each axis, as far as there are numbers for them.
        cells: [u64; 3],
        /// Bytes that it needs at least.
        bytes: u64,
        /// The most that was allowed.
        limit: u64,
    },
    /// The callback ended it.
    Cancelled,
    /// A body needs a closed surface, so that there is an inside.
    NotClosed,
    /// The samples of a surface would be more than are allowed.
    TooManySamples {
        /// The spacing that was asked for.
        spacing: f64,
        /// The most samples that there may be.
        limit: usize,
    },
    /// Parts that do not make a map.
    BadParts {
        /// What is wrong with them.
        why: &'static str,
    },
}

impl fmt::Display for MapError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::BadSetting { what: "cells", value } => write!(f, "cells is {value}, it must be at least 1"),
            Self::BadSetting { what: "band", value } => {
                write!(f, "band is {value}, it must be 0 or more and finite")
            }
            Self::BadSetting { what, value } => write!(f, "{what} is {value}, it must be finite and above 0"),
            Self::TooFine { spacing, least } => write!(
                f,
                "cells of {spacing:.3e} are too small for coordinates of this size, they must be at least {least:.3e}; take fewer \
                 cells or move the mesh to the origin"
            ),
            Self::TooLarge { cells: [x, y, z], bytes, limit } => write!(
                f,
                "a map of {x} x {y} x {z} cells needs at least {bytes} bytes, and {limit} are allowed; take fewer cells or allow \
                 more"
            ),
            Self::NotClosed => {
                write!(
                    f,
                    "the surface is not closed, so that nothing is inside it; close it or take the mesh itself"
                )
            }
            Self::TooManySamples { spacing, limit } => {
                write!(f, "samples {spacing:.3e} apart are more than {limit}; take a larger spacing")
            }
            Self::Cancelled => write!(f, "the map was cancelled"),
            Self::BadParts { why } => write!(f, "these parts do not make a map: {why}"),
        }
    }
}

impl core::error::Error for MapError {}
