//! How a mesh is built, what was repaired on the way, and why it could not be built.

use core::fmt;

/// How a mesh is built. The default uses no tolerance: it only joins what is exactly equal or exactly in one plane.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
pub struct MeshSettings {
    /// Points up to this far apart become one, in the unit of the points: 0 joins equal points only. If it is larger
    /// than the shortest edge that should stay, details are lost.
    pub weld: f64,
    /// Vertices of a polygon may lie this far from its plane, in the unit of the points: 0 asks for exactly one plane.
    /// If it is larger, more triangles merge, and [`flatness`](super::PolygonMesh::flatness) grows by as much.
    pub flat: f64,
    /// Polygons stop bodies on both sides. Then no concave edge is internal.
    pub two_sided: bool,
    /// Whether polygons of one plane are merged where they stay convex.
    pub merge: bool,
    /// For measurements: whether internal edges and vertices are flagged. Without it all are tested.
    #[doc(hidden)]
    pub internal: bool,
}

impl Default for MeshSettings {
    fn default() -> Self {
        Self { weld: 0.0, flat: 0.0, two_sided: false, merge: true, internal: true }
    }
}

/// What was found in the input and what was done about it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct MeshReport {
    /// Points of the input.
    pub points: usize,
    /// Polygons of the input.
    pub faces: usize,
    /// Points that became one with an earlier one.
    pub welded: usize,
    /// Coordinates other than 0 but below 2^-300, taken as 0; `f32` has none.
    pub flushed: usize,
    /// Points that no polygon of the input names.
    pub unused: usize,
    /// Polygons without area, dropped.
    pub zero_area: usize,
    /// Copies of earlier polygons, with the same corners in the same sense, dropped.
    pub duplicate: usize,
    /// Triangles that faced against their neighbors, turned around: [`TriangleMesh`](super::TriangleMesh) only.
    pub flipped: usize,
    /// Polygons whose corners do not lie in one plane, cut into triangles.
    pub non_planar: usize,
    /// Flat polygons that are not convex, cut into triangles (which merge again where they can).
    pub non_convex: usize,
    /// Of those that were cut, the ones whose sides cross each other: how they are cut is arbitrary.
    pub tangled: usize,
    /// Vertices that lay on a side of another polygon and were put into it: T-junctions.
    pub junctions: usize,
    /// Polygons that became part of another one of the same plane.
    pub merged: usize,
    /// Vertices in the middle of a straight edge, dropped with nothing else meeting them.
    pub straightened: usize,
    /// Edges with one polygon only.
    pub dangling: usize,
    /// Edges on which several polygons meet that do not bound a solid there, once for each polygon.
    pub crowded: usize,
}

impl MeshReport {
    /// Whether nothing was wrong: the input, closed or open, held nothing that had to be dropped, cut or repaired.
    pub fn is_clean(&self) -> bool {
        let repairs = [
            self.flushed,
            self.unused,
            self.zero_area,
            self.duplicate,
            self.flipped,
            self.non_planar,
            self.non_convex,
            self.junctions,
            self.crowded,
        ];
        repairs == [0; 9]
    }
}

/// Why a mesh could not be built.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum MeshError {
    /// A coordinate is infinite or NaN.
    NotFinite {
        /// The first such point.
        point: usize,
    },
    /// A coordinate is above [`LIMIT`](crate::Real::LIMIT), or above 2^300: products of three would overflow.
    TooLarge {
        /// The first such point.
        point: usize,
    },
    /// A corner names a point that is not there.
    NoSuchPoint {
        /// The first such polygon.
        face: usize,
        /// The corner.
        corner: usize,
        /// What it names.
        index: u32,
    },
    /// There are more points or corners than 32-bit indices can name.
    TooMany {
        /// How many points or corners.
        count: usize,
    },
    /// No polygon is left: there was none, or all were without area.
    Empty,
    /// Shrinking a closed surface by this much tears it: some of its details are smaller.
    TooMuch {
        /// What was to be taken away.
        amount: f64,
    },
    /// A setting is negative, not finite, or above 0 and below 2^-300.
    BadSetting {
        /// Its name.
        what: &'static str,
        /// What it was.
        value: f64,
    },
}

impl fmt::Display for MeshError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::NotFinite { point } => write!(f, "point {point} has a coordinate that is not finite"),
            Self::TooLarge { point } => {
                write!(f, "point {point} has a coordinate that is too large; take a larger unit of length")
            }
            Self::NoSuchPoint { face, corner, index } => {
                write!(f, "corner {corner} of polygon {face} names point {index}, which is not there")
            }
            Self::TooMany { count } => write!(f, "{count} are more than 32-bit indices can name"),
            Self::Empty => write!(f, "no polygon is left: there was none, or all are without area"),
            Self::TooMuch { amount } => {
                write!(f, "{amount} taken away would tear the surface: some details are smaller")
            }
            Self::BadSetting { what, value } => {
                write!(f, "{what} is {value}, it must be finite, and 0 or at least 2^-300")
            }
        }
    }
}

impl core::error::Error for MeshError {}
