//! A mesh and where it stands.

use super::PolygonMesh;
use crate::math::{Pose, Real, Vec3};

/// A mesh and where it stands.
#[derive(Clone, Copy, Debug)]
pub struct Body<'a, T: Real> {
    /// What it is.
    pub mesh: &'a PolygonMesh<T>,
    /// Where it is, and how it is turned.
    pub pose: Pose<Vec3<T>>,
}

impl<'a, T: Real> Body<'a, T> {
    /// A mesh at a pose.
    pub fn new(mesh: &'a PolygonMesh<T>, pose: Pose<Vec3<T>>) -> Self {
        Self { mesh, pose }
    }
}
