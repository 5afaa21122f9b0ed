//! Triangle meshes that bodies share.

use std::fmt;

/// A triangle mesh, in the frame of the bodies that use it.
#[derive(Clone, Debug)]
pub struct Geometry {
    pub(crate) positions: Vec<[f32; 3]>,
    pub(crate) triangles: Vec<[u32; 3]>,
}

/// Handle of a geometry in a view; returned by [`View::geometry`](crate::View::geometry).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GeometryId(pub(crate) u32);

/// Reason why a geometry is invalid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum GeometryError {
    /// A coordinate of a vertex is NaN, or overflows `f32`.
    NotFinite {
        /// Index of the vertex.
        vertex: usize,
    },
    /// A triangle refers to a vertex that does not exist.
    NoSuchVertex {
        /// Index of the triangle.
        triangle: usize,
    },
}

impl fmt::Display for GeometryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotFinite { vertex } => write!(f, "vertex {vertex} is not finite in single precision"),
            Self::NoSuchVertex { triangle } => {
                write!(f, "triangle {triangle} refers to a vertex that does not exist")
            }
        }
    }
}

impl std::error::Error for GeometryError {}

impl Geometry {
    /// A mesh of vertices, and triangles with their indices, counterclockwise seen from outside.
    ///
    /// # Panics
    /// If [`Self::try_new`] gives an error.
    pub fn new(
        positions: impl IntoIterator<Item = [f64; 3]>,
        triangles: impl IntoIterator<Item = [u32; 3]>,
    ) -> Self {
        match Self::try_new(positions, triangles) {
            Ok(geometry) => geometry,
            Err(why) => panic!("a geometry of a page: {why}"),
        }
    }

    /// Like [`Self::new`], but returns the first error.
    ///
    /// # Errors
    /// If a coordinate is not finite as `f32`, or a triangle refers to a vertex that does not exist.
    pub fn try_new(
        positions: impl IntoIterator<Item = [f64; 3]>,
        triangles: impl IntoIterator<Item = [u32; 3]>,
    ) -> Result<Self, GeometryError> {
        let positions: Vec<_> = positions.into_iter().map(single).collect();
        let triangles: Vec<_> = triangles.into_iter().collect();
        if let Some(vertex) = positions.iter().position(|p| p.iter().any(|x| !x.is_finite())) {
            return Err(GeometryError::NotFinite { vertex });
        }
        let missing = |t: &[u32; 3]| t.iter().any(|&v| v as usize >= positions.len());
        if let Some(triangle) = triangles.iter().position(missing) {
            return Err(GeometryError::NoSuchVertex { triangle });
        }
        Ok(Self { positions, triangles })
    }

    /// A box about the origin.
    pub fn cuboid(half_extents: [f64; 3]) -> Self {
        let corner = |i: u32| {
            [0, 1, 2].map(|axis| if i >> axis & 1 == 0 { -half_extents[axis] } else { half_extents[axis] })
        };
        // Two triangles for each side: -x, +x, -y, +y, -z, +z. Bit k of a corner gives its side on axis k.
        let sides = [[0, 4, 6, 2], [1, 3, 7, 5], [0, 1, 5, 4], [2, 6, 7, 3], [0, 2, 3, 1], [4, 5, 7, 6]];
        Self::new((0..8).map(corner), sides.into_iter().flat_map(|[a, b, c, d]| [[a, b, c], [a, c, d]]))
    }

    /// A convex polygon in the plane z = 0, counterclockwise.
    pub fn convex_polygon(corners: impl IntoIterator<Item = [f64; 2]>) -> Self {
        let positions: Vec<_> = corners.into_iter().map(|[x, y]| [x, y, 0.0]).collect();
        let last = u32::try_from(positions.len()).unwrap_or(u32::MAX).saturating_sub(1);
        Self::new(positions, (1..last).map(|i| [0, i, i + 1]))
    }
}

/// Converts a point to single precision, as stored in the page.
#[expect(clippy::cast_possible_truncation, reason = "pictures are drawn in single precision")]
pub(crate) fn single(point: [f64; 3]) -> [f32; 3] {
    point.map(|x| x as f32)
}

#[cfg(test)]
mod tests {
    use super::{Geometry, GeometryError};

    #[test]
    fn errors_are_described() {
        let corner = [[0.0; 3]; 3];
        assert_eq!(
            Geometry::try_new(corner, [[0, 1, 2], [0, 1, 3]]).expect_err("no vertex 3"),
            GeometryError::NoSuchVertex { triangle: 1 }
        );
        for bad in [f64::NAN, f64::INFINITY, 1e300] {
            let why = Geometry::try_new([[0.0; 3], [0.0, bad, 0.0]], []).expect_err("not finite");
            assert_eq!(why.to_string(), "vertex 1 is not finite in single precision");
        }
    }

    /// Six times the volume, from the triangles: positive if they face outward.
    #[test]
    fn a_cuboid_looks_outward() {
        let Geometry { positions, triangles } = Geometry::cuboid([0.5, 1.0, 1.5]);
        let volume: f32 = triangles
            .iter()
            .map(|t| {
                let [a, b, c] = t.map(|v| positions[v as usize]);
                a[0] * (b[1] * c[2] - b[2] * c[1]) - a[1] * (b[0] * c[2] - b[2] * c[0])
                    + a[2] * (b[0] * c[1] - b[1] * c[0])
            })
            .sum();
        assert_eq!(volume / 6.0, 6.0);
    }

    #[test]
    fn polygons_of_any_size() {
        for (corners, triangles) in [(0, 0), (1, 0), (2, 0), (3, 1), (6, 4)] {
            let polygon = Geometry::convex_polygon((0..corners).map(|i| [f64::from(i), 0.0]));
            assert_eq!(polygon.triangles.len(), triangles, "{corners}");
        }
    }
}
