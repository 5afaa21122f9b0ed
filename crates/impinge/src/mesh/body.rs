//! A mesh and its pose.

use super::PolygonMesh;
use crate::math::{Pose, Real, Vec3};

/// A mesh and its pose.
#[derive(Clone, Copy, Debug)]
pub struct Body<'a, T: Real> {
    /// The mesh.
    pub mesh: &'a PolygonMesh<T>,
    /// Position and orientation of the mesh.
    pub pose: Pose<Vec3<T>>,
}

impl<'a, T: Real> Body<'a, T> {
    /// A mesh at a pose.
    pub fn new(mesh: &'a PolygonMesh<T>, pose: Pose<Vec3<T>>) -> Self {
        Self { mesh, pose }
    }
}
