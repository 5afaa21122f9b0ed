//! The convex hull of points in space.
//!
//! Answers: which points are corners of the smallest convex solid that contains all of them, and the adjacency of its
//! vertices, edges and polygonal faces. It accepts any finite points, and reports their extent if they do not span
//! space.
//!
//! Steps, one file each: [`ordered`] puts nearby points close in memory; [`simplex`] finds four points that span space;
//! [`quickhull`] builds the triangulated hull with exact decisions; [`merge`] joins coplanar triangles; [`assemble`]
//! makes a polyhedron of them. [`check`] verifies the result.
//!
//! Sources: Barber, Dobkin, Huhdanpaa, "The quickhull algorithm for convex hulls", 1996; Shewchuk, "Adaptive precision
//! floating-point arithmetic and fast robust geometric predicates", 1997.
//!
//! Guarantees: vertices are input points, bit for bit. The triangulated hull is exact. Faces are its facets, merged if
//! they lie within 8 ε size of one plane; a face's plane is that of its largest triangle, so no input
//! point lies farther outside the polyhedron than that, plus rounding of the normal: 16 ε size in all. In
//! the decisions, coordinates below 2^-300 of the largest one count as zero (which `f32` does not have). The result
//! depends only on the points and their order. Cost: O(n log n) expected. Failure: points that are not finite, that do
//! not span space, or are more than 2^29.

mod assemble;
mod check;
mod grow;
mod merge;
mod quickhull;
mod simplex;
mod surface;

use alloc::vec::Vec;

pub use check::{HullFault, HullReport};

use super::Topology;
use super::input::{ordered, scaled};
use crate::error::{Problem, ShapeError};
use crate::math::{Real, Vec3, built_with_the_crate};

/// Tolerance for merging, in ε × size: faces merge into one polygon while their vertices lie within it of one plane.
/// Size is the largest distance of a point from the center of the bounding box, in the maximum norm.
#[doc(hidden)]
pub const MERGE_ULPS: f64 = 8.0;

/// Bound on the distance of an input point outside a hull, in ε × size: [`MERGE_ULPS`] for merging, and as many again
/// for rounding the normals and for evaluating the distance.
#[doc(hidden)]
pub const OUTSIDE_ULPS: f64 = 2.0 * MERGE_ULPS;

/// A convex polyhedron: vertices that are input points, polygonal faces, full adjacency.
#[derive(Clone, Debug, PartialEq)]
pub struct Solid<T> {
    vertices: Vec<Vec3<T>>,
    sources: Vec<u32>,
    normals: Vec<Vec3<T>>,
    topology: Topology,
}

impl<T: Real> Solid<T> {
    /// Vertices; each one is an input point. [`solid_hull`] returns them by ascending index in the input.
    pub fn vertices(&self) -> &[Vec3<T>] {
        &self.vertices
    }

    /// For each vertex, its index in the input.
    pub fn sources(&self) -> &[u32] {
        &self.sources
    }

    /// Outward unit normal of each face.
    pub fn normals(&self) -> &[Vec3<T>] {
        &self.normals
    }

    /// The same polyhedron with its vertices in another order: `order[new]` is the old vertex.
    pub(crate) fn reordered(self, order: &[u32]) -> Self {
        Self {
            vertices: order.iter().map(|&old| self.vertices[old as usize]).collect(),
            sources: order.iter().map(|&old| self.sources[old as usize]).collect(),
            normals: self.normals,
            topology: self.topology.reordered(order),
        }
    }

    /// Adjacency of vertices, edges and faces.
    pub fn topology(&self) -> &Topology {
        &self.topology
    }
}

/// The convex hull of points in space.
///
/// ```
/// use impinge::Vec3;
/// use impinge::hull::solid_hull;
///
/// // The corners of a cube, and its center.
/// let corner = |i: i32| Vec3::new(f64::from(i & 1), f64::from(i >> 1 & 1), f64::from(i >> 2));
/// let points: Vec<_> = (0..8).map(corner).chain([Vec3::splat(0.5)]).collect();
/// let hull = solid_hull(&points)?;
/// assert_eq!(hull.sources(), [0, 1, 2, 3, 4, 5, 6, 7]);
/// assert_eq!(hull.topology().face_count(), 6);
/// for face in 0..6 {
///     assert_eq!(hull.topology().face_vertices(face).len(), 4);
/// }
/// # Ok::<(), impinge::ShapeError>(())
/// ```
///
/// # Errors
/// If a coordinate is not finite (every such point is listed), or the points do not span space: the error says, by
/// exact predicates, whether there are none, only one point, or all lie on one line or in one plane.
pub fn solid_hull<T: Real>(points: &[Vec3<T>]) -> Result<Solid<T>, ShapeError> {
    built_hull(points)
}

built_with_the_crate! {
    /// Implements [`solid_hull`].
    fn built_hull<'a, T: Real>(points: &'a [Vec3<T>]) -> Result<Solid<T>, ShapeError> = hull;
}

fn hull<T: Real>(points: &[Vec3<T>]) -> Result<Solid<T>, ShapeError> {
    let wide: Vec<Vec3<f64>> = scaled(points, Vec3::cast)?;
    let size = size(&wide);
    let (wide, original) = ordered(&wide, size);
    let simplex = simplex::first_simplex(&wide).map_err(|extent| ShapeError::new(Problem::Flat(extent)))?;
    let triangles = quickhull::triangulated_hull(&wide, simplex, 2.0 * size);
    let tolerance = MERGE_ULPS * T::EPSILON.f64() * size;
    let mut merged = merge::merged(&wide, &triangles, tolerance);
    grow::grow_all(&mut merged);
    let assemble::Assembled { sources, normals, topology } = assemble::assemble(merged, &original);
    Ok(Solid {
        vertices: sources.iter().map(|&i| points[i as usize]).collect(),
        sources,
        normals: normals.into_iter().map(Vec3::cast).collect(),
        topology,
    })
}

/// Volume of the convex hull of points whose coordinates are at most 1: that of [`solid_hull`], without building the
/// polyhedron. 0 if they do not span space.
pub(crate) fn hull_volume(points: &[Vec3<f64>]) -> f64 {
    let Ok(simplex) = simplex::first_simplex(points) else { return 0.0 };
    let triangles = quickhull::triangulated_hull(points, simplex, 2.0 * size(points));
    let at = |i: u32| points[i as usize];
    // From a corner: no tetrahedron has a negative volume, except for rounding.
    let apex = at(simplex[0]);
    let six = |&[a, b, c]: &[u32; 3]| (at(a) - apex).dot((at(b) - apex).cross(at(c) - apex));
    triangles.corners.iter().map(six).sum::<f64>() / 6.0
}

/// Largest distance of a point from the center of the bounding box, in the maximum norm: half the longest side.
fn size(points: &[Vec3<f64>]) -> f64 {
    let Some(&first) = points.first() else { return 0.0 };
    let (low, high) = points.iter().fold((first, first), |(l, h), &p| (l.min(p), h.max(p)));
    0.5 * (high - low).max_abs()
}
