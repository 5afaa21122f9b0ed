//! What a caller may choose, how a decomposition ended, and why there is none.

use core::fmt;

use crate::mesh::MeshError;

/// What a decomposition is to reach.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
pub struct DecomposeSettings {
    /// How concave a part may be, where 1 is half the longest side of the box around the mesh: how far its points may be from
    /// the solid, and how deep the surface of the solid may lie inside it. Slots and holes that are deeper stay open.
    /// Smaller makes more parts that fit better. Below 1e-9 it counts as 1e-9, which is rounding.
    pub concavity: f64,
    /// The most parts, if there is a limit. Then the parts may be more concave.
    pub max_parts: Option<usize>,
    /// The most vertices of a part, if there is a limit: at least 4. Parts with more are made larger until they have fewer, so
    /// that they still hold all they did. Then the parts may be more concave.
    pub max_vertices: Option<usize>,
    /// The most work for a mesh of up to 1,000 points, and as many times as much as it has thousands of points; in steps of about a
    /// tenth of a microsecond. Where it ends, parts are more concave or more than need be: [`DecomposeStatus::Budget`]. They hold the solid as
    /// well, and are no more than [`DecomposeSettings::max_parts`].
    pub budget: u64,
}

impl Default for DecomposeSettings {
    fn default() -> Self {
        Self { concavity: 0.05, max_parts: None, max_vertices: None, budget: 1 << 28 }
    }
}

impl DecomposeSettings {
    pub(super) fn check(&self) -> Result<(), DecomposeError> {
        let wrong = |what, value| Err(DecomposeError::BadSetting { what, value });
        if !(self.concavity > 0.0 && self.concavity.is_finite()) {
            return wrong("concavity", self.concavity);
        }
        match (self.max_parts, self.max_vertices) {
            (Some(0), _) => wrong("max_parts", 0.0),
            (_, Some(count @ 0..4)) => wrong("max_vertices", count as f64),
            _ => Ok(()),
        }
    }
}

/// How a decomposition ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub enum DecomposeStatus {
    /// No part is more concave than asked for.
    Reached,
    /// More parts would be needed than [`DecomposeSettings::max_parts`] or [`MAX_PIECES`](super::MAX_PIECES), or a piece is so small
    /// that no plane cuts it.
    PartLimit,
    /// More vertices would be needed than [`DecomposeSettings::max_vertices`].
    VertexLimit,
    /// More work would be needed than [`DecomposeSettings::budget`].
    Budget,
    /// The callback ended it.
    Cancelled,
}

/// How far a decomposition is, for a callback.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct DecomposeProgress {
    /// Parts so far: while it cuts they become more, while it merges fewer.
    pub parts: usize,
    /// How concave the worst of them is at most, in the unit of [`DecomposeSettings::concavity`]. It merges once this is what was
    /// asked for.
    pub concavity: f64,
}

/// Why there is no decomposition.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum DecomposeError {
    /// There is no mesh.
    Mesh(MeshError),
    /// A coordinate is above [`LIMIT`](crate::Real::LIMIT).
    TooLarge {
        /// The first such point.
        point: usize,
    },
    /// The surface has no inside: some edges are not run as often in one direction as in the other.
    Open {
        /// Edges with one polygon only.
        dangling: usize,
        /// Edges on which several polygons meet that do not bound a solid there, once for each polygon.
        crowded: usize,
    },
    /// The surface is closed but holds nothing: a sheet with two sides.
    NoVolume,
    /// A setting makes no sense.
    BadSetting {
        /// Its name.
        what: &'static str,
        /// What it was.
        value: f64,
    },
}

impl fmt::Display for DecomposeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Mesh(error) => write!(f, "{error}"),
            Self::TooLarge { point } => {
                write!(f, "point {point} has a coordinate that is too large for its type")
            }
            Self::Open { dangling, crowded } => write!(
                f,
                "the surface is not closed, so it has no inside: {dangling} edges have one polygon only, and {crowded} sides of \
                 polygons meet others that do not bound a solid with them; close its holes first"
            ),
            Self::NoVolume => {
                write!(
                    f,
                    "the surface encloses no volume: it is a sheet with two sides; give it a thickness first"
                )
            }
            Self::BadSetting { what: "concavity", value } => {
                write!(f, "concavity is {value} but must be finite and above 0")
            }
            Self::BadSetting { what, value } => {
                let least = if what == "max_vertices" { 4 } else { 1 };
                write!(f, "{what} is {value} but must be at least {least}")
            }
        }
    }
}

impl core::error::Error for DecomposeError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        if let Self::Mesh(error) = self { Some(error) } else { None }
    }
}

impl From<MeshError> for DecomposeError {
    fn from(error: MeshError) -> Self {
        Self::Mesh(error)
    }
}
