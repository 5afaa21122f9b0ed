//! `impinge hull FILE`: the hull of the vertices of a mesh.

use std::io::Write;
use std::path::Path;

use impinge::hull::{Solid, solid_hull};
use impinge::{Real, Vec3};
use impinge_io::{Mesh, MeshFormat};
use serde::Serialize;

use crate::Limit;
use crate::failure::{Failure, on_one_line};
use crate::hulls::volume;
use crate::json::{JsonArgs, line};

/// The line of JSON.
#[derive(Serialize)]
struct Summary {
    points: usize,
    vertices: usize,
    edges: usize,
    faces: usize,
    volume: f64,
    outside: f64,
}

/// Builds the hull of the mesh `file` in precision `T`, reports on it, and writes it to `target`.
pub fn run<T: Real>(
    out: &mut impl Write,
    file: &Path,
    limit: &Limit,
    target: Option<&Path>,
    json: &JsonArgs,
) -> Result<(), Failure> {
    if let Some(target) = target {
        MeshFormat::of(target)?;
    }
    let points: Vec<Vec3<T>> = impinge_io::read_points(limit.of(file))?.into_iter().map(Vec3::cast).collect();
    let said = |what: &dyn std::fmt::Display| Failure::of(file, what);
    let hull = solid_hull(&points).map_err(|e| said(&e))?;
    let report = hull.check(&points).map_err(|e| said(&format_args!("the hull fails its check: {e}")))?;
    if let Some(target) = target {
        impinge_io::write_mesh(target, &mesh_of(&hull))?;
    }
    let summary = Summary {
        points: points.len(),
        vertices: report.vertices,
        edges: report.edges,
        faces: report.faces,
        volume: volume(hull),
        outside: report.worst_outside,
    };
    if json.write(out, &mut |out| line(out, &summary))? {
        return Ok(());
    }
    writeln!(out, "hull of {} points of {}", summary.points, on_one_line(&file.to_string_lossy()))?;
    writeln!(out, "  vertices  {}", summary.vertices)?;
    writeln!(out, "  edges     {}", summary.edges)?;
    writeln!(out, "  faces     {}", summary.faces)?;
    writeln!(out, "  volume    {}", summary.volume)?;
    writeln!(out, "  outside   {:.2e} of the size, at worst", summary.outside)?;
    if let Some(target) = target {
        writeln!(out, "written to {}", on_one_line(&target.to_string_lossy()))?;
    }
    Ok(())
}

/// Vertices and faces of a hull, as a mesh to write.
pub fn mesh_of<T: Real>(hull: &Solid<T>) -> Mesh {
    let topology = hull.topology();
    Mesh {
        vertices: hull.vertices().iter().map(|v| v.cast()).collect(),
        faces: (0..topology.face_count() as u32).map(|f| topology.face_vertices(f).to_vec()).collect(),
    }
}
