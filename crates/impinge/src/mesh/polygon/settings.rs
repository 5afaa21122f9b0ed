//! Settings for building a mesh, the report on repairs, and the errors.

use core::fmt;

/// Settings for building a mesh. The default uses no tolerance: it only joins points that are exactly equal and polygons that are exactly
/// coplanar.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
pub struct MeshSettings {
    /// Points up to this distance apart are merged, in the unit of the points: 0 merges equal points only. If it is larger than the
    /// shortest edge that should stay, details are lost.
    pub weld: f64,
    /// Largest distance of a polygon's vertices from its plane, in the unit of the points: 0 requires an exact plane. If it is larger,
    /// more triangles merge, and [`flatness`](super::PolygonMesh::flatness) grows by as much.
    pub flat: f64,
    /// Polygons stop bodies on both sides. Then no concave edge is internal.
    pub two_sided: bool,
    /// Whether coplanar polygons are merged if the result stays convex.
    pub merge: bool,
    /// For measurements: whether internal edges and vertices are flagged. If false, all are tested.
    #[doc(hidden)]
    pub internal: bool,
}

impl Default for MeshSettings {
    fn default() -> Self {
        Self { weld: 0.0, flat: 0.0, two_sided: false, merge: true, internal: true }
    }
}

/// Report on the input of a mesh and its repairs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct MeshReport {
    /// Number of points in the input.
    pub points: usize,
    /// Number of polygons in the input.
    pub faces: usize,
    /// Points that were merged with an earlier one.
    pub welded: usize,
    /// Nonzero coordinates below 2^-300, taken as 0; `f32` has none.
    pub flushed: usize,
    /// Points that no polygon of the input uses.
    pub unused: usize,
    /// Polygons without area, dropped.
    pub zero_area: usize,
    /// Copies of earlier polygons, with the same corners in the same sense, dropped.
    pub duplicate: usize,
    /// Triangles that faced against their neighbors, flipped: [`TriangleMesh`](crate::mesh::TriangleMesh) only.
    pub flipped: usize,
    /// Polygons whose corners are not coplanar, cut into triangles.
    pub non_planar: usize,
    /// Flat polygons that are not convex, cut into triangles (which are merged again if possible).
    pub non_convex: usize,
    /// Polygons among those that were cut whose sides cross each other: the way they are cut is arbitrary.
    pub tangled: usize,
    /// T-junctions: vertices that lay on a side of another polygon and were inserted into it.
    pub junctions: usize,
    /// Polygons that were merged into another coplanar one.
    pub merged: usize,
    /// Vertices in the middle of a straight edge that nothing else meets, dropped.
    pub straightened: usize,
    /// Edges with one polygon only.
    pub dangling: usize,
    /// Edges at which several polygons meet that do not bound a solid there, counted once for each polygon.
    pub crowded: usize,
}

impl MeshReport {
    /// Whether the input was clean, closed or open: nothing had to be dropped, cut or repaired.
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

/// Reason why a mesh could not be built.
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
    /// A corner refers to a point that does not exist.
    NoSuchPoint {
        /// The first such polygon.
        face: usize,
        /// The corner.
        corner: usize,
        /// The index that it holds.
        index: u32,
    },
    /// There are more points or corners than 32-bit indices can represent.
    TooMany {
        /// Number of points or corners.
        count: usize,
    },
    /// No polygon is left: there were none, or none had an area.
    Empty,
    /// Shrinking a closed surface by this amount tears it: some of its details are smaller.
    TooMuch {
        /// The amount to shrink by.
        amount: f64,
    },
    /// A setting is negative, not finite, or above 0 and below 2^-300.
    BadSetting {
        /// Name of the setting.
        what: &'static str,
        /// Value of the setting.
        value: f64,
    },
}

impl fmt::Display for MeshError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::NotFinite { point } => write!(f, "point {point} has a coordinate that is not finite"),
            Self::TooLarge { point } => {
                write!(f, "point {point} has a coordinate that is too large; use a larger unit of length")
            }
            Self::NoSuchPoint { face, corner, index } => {
                write!(f, "corner {corner} of polygon {face} refers to point {index}, which does not exist")
            }
            Self::TooMany { count } => write!(f, "{count} are more than 32-bit indices can represent"),
            Self::Empty => write!(f, "no polygon is left: there were none, or all are without area"),
            Self::TooMuch { amount } => {
                write!(f, "removing {amount} would tear the surface: some details are smaller")
            }
            Self::BadSetting { what, value } => {
                write!(f, "{what} is {value} but must be finite, and 0 or at least 2^-300")
            }
        }
    }
}

impl core::error::Error for MeshError {}
