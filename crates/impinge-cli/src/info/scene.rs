//! Description of a scene.

use impinge::{Bounded, Vec3};
use impinge_io::scene::{SceneBody, read};
use impinge_io::{Folders, Geometry, Source};
use serde::Serialize;

use super::mesh::built;
use super::robot::geometry;
use crate::failure::Failure;

/// Description of a scene.
#[derive(Serialize)]
pub struct SceneInfo {
    pub unit: &'static str,
    pub margin: Option<f64>,
    pub bodies: Vec<BodyInfo>,
    /// Number of rules on pairs that may meet.
    pub allowed_rules: usize,
}

#[derive(Serialize)]
pub struct BodyInfo {
    pub name: String,
    /// The kind of the shape, or the file of the mesh.
    pub made_of: String,
    pub groups: Vec<String>,
    /// Triangles of the mesh.
    pub triangles: usize,
    /// Smallest coordinates in its pose.
    pub min: [f64; 3],
    /// Largest coordinates in its pose.
    pub max: [f64; 3],
}

/// Reads a scene with its meshes.
pub fn info(source: Source, folders: &Folders) -> Result<SceneInfo, Failure> {
    let scene = read(source, folders)?;
    let bodies: Vec<BodyInfo> = scene.bodies.iter().map(body).collect::<Result<_, _>>()?;
    Ok(SceneInfo {
        unit: scene.unit.name(),
        margin: scene.margin,
        allowed_rules: scene.allowed.len(),
        bodies,
    })
}

fn body(body: &SceneBody) -> Result<BodyInfo, Failure> {
    let (min, max, triangles) = match &body.geometry {
        Geometry::Shape(shape) => {
            let bounds = shape.aabb(&body.pose);
            (bounds.min, bounds.max, 0)
        }
        Geometry::Mesh(file) => {
            let mesh = file.read()?.placed(&body.pose);
            let (mesh, _) = built(file.source.path(), &mesh)?;
            (mesh.bounds().min, mesh.bounds().max, mesh.len())
        }
    };
    let numbers = Vec3::to_array;
    Ok(BodyInfo {
        name: body.name.clone(),
        made_of: geometry(&body.geometry),
        groups: body.groups.clone(),
        triangles,
        min: numbers(min),
        max: numbers(max),
    })
}
