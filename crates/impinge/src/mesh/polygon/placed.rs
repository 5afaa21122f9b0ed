//! A mesh and its pose, and the mesh transformed by it.

use alloc::vec::Vec;

use super::PolygonMesh;
use super::build::plane;
use crate::math::{Aabb, Each, Pose, Real, Rot3, Vec3};

/// A mesh and its pose.
#[derive(Clone, Copy, Debug)]
pub struct PlacedMesh<'a, T: Real> {
    /// The mesh.
    pub mesh: &'a PolygonMesh<T>,
    /// Position and orientation of the mesh.
    pub pose: Pose<Vec3<T>>,
}

impl<'a, T: Real> PlacedMesh<'a, T> {
    /// A mesh at a pose.
    pub fn new(mesh: &'a PolygonMesh<T>, pose: Pose<Vec3<T>>) -> Self {
        Self { mesh, pose }
    }
}

impl<T: Real> PolygonMesh<T> {
    /// The mesh at a pose, in `f64`: vertices are rotated, translated and rounded. The kinds of its edges stay the same. A polygon that
    /// was rotated is no longer exactly planar; [`PolygonMesh::flatness`] bounds the deviation.
    #[must_use]
    pub fn placed(&self, pose: &Pose<Vec3<T>>) -> PolygonMesh<f64> {
        let xyzw = pose.rotation().to_xyzw().each(|c| c.f64());
        let rotation = Rot3::<f64>::try_normalize_xyzw(xyzw).unwrap_or(Rot3::IDENTITY);
        let by: Vec3<f64> = pose.translation().cast();
        let vertices = self.vertices.iter().map(|v| rotation.rotate(v.cast()) + by).collect();
        self.with_vertices(vertices, |normal| rotation.rotate(normal))
    }

    /// The mesh at a pose, in the frame of another body at the pose `from`.
    pub(crate) fn placed_in(&self, pose: &Pose<Vec3<T>>, from: &Pose<Vec3<T>>) -> PolygonMesh<f64> {
        if *from == Pose::IDENTITY {
            return self.placed(pose);
        }
        let wide = |pose: &Pose<Vec3<T>>| {
            let xyzw = pose.rotation().to_xyzw().each(|c| c.f64());
            Rot3::<f64>::try_normalize_xyzw(xyzw).unwrap_or(Rot3::IDENTITY)
        };
        let (rotation, back) = (wide(pose), wide(from).inverse());
        let by = pose.translation().cast::<f64>() - from.translation().cast::<f64>();
        let place = |v: &Vec3<T>| back.rotate(rotation.rotate(v.cast()) + by);
        let vertices = self.vertices.iter().map(place).collect();
        self.with_vertices(vertices, |normal| back.rotate(rotation.rotate(normal)))
    }

    /// The same mesh with other vertex positions and rotated normals.
    fn with_vertices(
        &self,
        vertices: Vec<Vec3<f64>>,
        turn: impl Fn(Vec3<f64>) -> Vec3<f64>,
    ) -> PolygonMesh<f64> {
        let mut mesh = PolygonMesh {
            bounds: Aabb::of_points(vertices.iter().copied())
                .unwrap_or(Aabb { min: Vec3::ZERO, max: Vec3::ZERO }),
            vertices,
            sources: self.sources.clone(),
            vertex_internal: self.vertex_internal.clone(),
            edges: self.edges.clone(),
            polygons: Vec::with_capacity(self.polygons.len()),
            sides: self.sides.clone(),
            flatness: 0.0,
            closed: self.closed,
            volume: self.volume,
            room: self.room,
            parts: self.parts.clone(),
            bsp: None,
        };
        for (p, polygon) in (0..).zip(&self.polygons) {
            let ring = || self.corners(p).map(|v| mesh.vertices[v as usize]);
            let (moved, residual) =
                plane(turn(polygon.normal), ring, polygon.first, polygon.count, polygon.two_sided);
            mesh.polygons.push(moved);
            mesh.flatness = mesh.flatness.max(residual);
        }
        // The vertices that vanished when polygons were merged are no longer known, but were within this distance.
        mesh.flatness += self.flatness;
        mesh.index();
        mesh
    }
}

impl PolygonMesh<f64> {
    /// The mesh translated, its vertices rounded.
    pub(crate) fn shifted(&self, by: Vec3<f64>) -> Self {
        self.with_vertices(self.vertices.iter().map(|&v| v + by).collect(), |normal| normal)
    }
}
