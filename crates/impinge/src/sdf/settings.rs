//! Settings for building a map, its report, its progress, and its errors.

use core::fmt;
use core::ops::ControlFlow;

/// Settings for building a map.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
pub struct MapSettings {
    /// Cells along the longest side of the box around the mesh. The grid is a few cells larger on all sides.
    pub cells: usize,
    /// The side of a cell, in the unit of the mesh, to be used instead of [`MapSettings::cells`].
    pub spacing: Option<f64>,
    /// Distance from the surface up to which the map is as fine as its cells, in spacings. Beyond it is eight times as coarse.
    pub band: f64,
    /// Method by which distances are computed.
    pub method: Method,
    /// Memory limit: a map that needs more is rejected before it is built.
    pub max_bytes: u64,
}

impl Default for MapSettings {
    fn default() -> Self {
        Self { cells: 64, spacing: None, band: 4.0, method: Method::Exact, max_bytes: 4 << 30 }
    }
}

/// Method for the distances at the nodes of a map.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Method {
    /// The nearest triangle of each node, by the static BVH over the triangles.
    #[default]
    Exact,
    /// Brute force: the nearest of all triangles, one after the other. The reference, with the same values as [`Method::Exact`].
    Brute,
    /// Characteristic/scan conversion of faces, edges and vertices.
    Csc,
    /// A chamfer distance transform.
    Chamfer,
    /// A vector distance transform.
    Vector,
    /// The fast marching method.
    Marching,
}

impl Method {
    /// All methods.
    pub const ALL: [Self; 6] =
        [Self::Exact, Self::Brute, Self::Csc, Self::Chamfer, Self::Vector, Self::Marching];

    /// Name of the method in lower case.
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

/// Method that decides the side of the surface that a node is on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Sign {
    /// Pseudonormals: the normal of the nearest face, edge or vertex. The surface is closed, faces outward and does not intersect itself.
    PseudoNormals,
    /// The winding number: the surface is open, intersects itself or faces inward. For a closed surface it is an integer, and exact.
    WindingNumber,
}

impl Sign {
    /// Name in lower case.
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

/// Progress of building a map, for a callback.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct MapProgress {
    /// Fraction of the work that is done, from 0 to 1.
    pub part: f64,
}

/// Report on a map as a whole.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct MapReport {
    /// Cells along each axis.
    pub cells: [usize; 3],
    /// The side of a cell, in the unit of the mesh.
    pub spacing: f64,
    /// Distance from the surface up to which the map is as fine as its cells, in the unit of the mesh.
    pub band: f64,
    /// Blocks of 8 × 8 × 8 cells that have values of their own.
    pub blocks: usize,
    /// Memory on the heap, in bytes.
    pub bytes: usize,
    /// Method by which distances were computed.
    pub method: Method,
    /// Method by which signs were decided.
    pub sign: Sign,
    /// Whether the surface is closed. If not, signs are in doubt in some cells.
    pub closed: bool,
    /// Bound on the error of a value at a node, in the unit of the mesh.
    pub node_error: f64,
    /// Bound on [`Sample::error`](super::Sample::error) at points that are at most [`MapReport::band`] from the surface, unless the sign
    /// is in doubt there: half the diagonal of a cell, and rounding.
    pub band_error: f64,
    /// Bound on [`Sample::error`](super::Sample::error) at any point of the box of the map, [`DistanceMap::bounds`](super::DistanceMap::bounds):
    /// half the diagonal of a block, if there are blocks without values of their own; more if a sign is in doubt.
    pub box_error: f64,
    /// Bound on [`Sample::error`](super::Sample::error) at any point beyond the box, however far away, plus 64 ε of the value, with the ε of
    /// the scalar. `None` if what is beyond the box may be inside of an open surface: then the error grows with the distance.
    pub beyond_error: Option<f64>,
}

/// Reason why a map could not be built.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum MapError {
    /// A setting is not valid.
    BadSetting {
        /// Name of the setting.
        what: &'static str,
        /// Value of the setting.
        value: f64,
    },
    /// The cells are so small that rounding merges coordinates of nodes.
    TooFine {
        /// The side of a cell.
        spacing: f64,
        /// The smallest allowed side, for coordinates of this size.
        least: f64,
    },
    /// The map needs more memory than [`MapSettings::max_bytes`]. Nothing was allocated.
    TooLarge {
        /// Cells along each axis, saturated.
        cells: [u64; 3],
        /// Lower bound on the bytes that it needs.
        bytes: u64,
        /// The limit, in bytes.
        limit: u64,
    },
    /// The callback cancelled the build.
    Cancelled,
    /// The mesh is not closed; a body needs an inside.
    NotClosed,
    /// The surface would have more samples than allowed.
    TooManySamples {
        /// The requested spacing.
        spacing: f64,
        /// The largest allowed number of samples.
        limit: usize,
    },
    /// The data do not form a map.
    BadParts {
        /// The reason.
        why: &'static str,
    },
}

impl fmt::Display for MapError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::BadSetting { what: "cells", value } => write!(f, "cells is {value} but must be at least 1"),
            Self::BadSetting { what: "band", value } => {
                write!(f, "band is {value} but must be 0 or more and finite")
            }
            Self::BadSetting { what, value } => write!(f, "{what} is {value} but must be finite and above 0"),
            Self::TooFine { spacing, least } => write!(
                f,
                "cells of {spacing:.3e} are too small for coordinates of this size; they must be at least {least:.3e}: use fewer \
                 cells or move the mesh to the origin"
            ),
            Self::TooLarge { cells: [x, y, z], bytes, limit } => write!(
                f,
                "a map of {x} x {y} x {z} cells needs at least {bytes} bytes, and {limit} are allowed; use fewer cells or allow \
                 more"
            ),
            Self::NotClosed => {
                write!(
                    f,
                    "the surface is not closed, so nothing is inside it; close it or use the mesh itself"
                )
            }
            Self::TooManySamples { spacing, limit } => {
                write!(f, "samples {spacing:.3e} apart are more than {limit}; use a larger spacing")
            }
            Self::Cancelled => write!(f, "the map was cancelled"),
            Self::BadParts { why } => write!(f, "these parts do not make a map: {why}"),
        }
    }
}

impl core::error::Error for MapError {}

/// The caller's callback, and the current part of the work.
pub(crate) struct Watch<'a> {
    progress: &'a mut dyn FnMut(MapProgress) -> ControlFlow<()>,
    /// Start and end of the current part, as fractions of all the work.
    from: f64,
    to: f64,
}

impl<'a> Watch<'a> {
    pub(super) fn new(progress: &'a mut dyn FnMut(MapProgress) -> ControlFlow<()>) -> Self {
        Self { progress, from: 0.0, to: 0.0 }
    }

    /// Sets the fraction of all the work at which the next part ends.
    pub(super) fn next(&mut self, to: f64) -> Result<(), MapError> {
        (self.from, self.to) = (self.to, to);
        self.tell(0, 1)
    }

    /// Reports progress in the current part. An error if the caller cancels; call it several times a second.
    pub(crate) fn tell(&mut self, done: usize, of: usize) -> Result<(), MapError> {
        let part = self.from + (self.to - self.from) * (done as f64 / of.max(1) as f64);
        match (self.progress)(MapProgress { part }) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(MapError::Cancelled),
        }
    }
}
