//! Mesh files as they are read: a line of JSON for each file, for the table beside trimesh (`peers/meshes/table.py`).
//!
//! `cargo run --release -p impinge-io --example files_read -- FILE...`; lengths are those of the file. Volumes are those of closed meshes,
//! areas are sums of triangles; `ms` is the time to build the mesh.

use std::time::Instant;

use impinge_io::{Error, MeshFormat, Reason, Weld, read_mesh, read_parts, read_points};
use serde_json::{Value, json};

fn main() {
    for path in std::env::args().skip(1) {
        println!("{}", of(&path));
    }
}

fn of(path: &str) -> Value {
    if MeshFormat::of(path).is_ok_and(|format| !format.has_faces()) {
        return match read_points(path) {
            Ok(points) => json!({ "path": path, "points": points.len() }),
            Err(error) => json!({ "path": path, "refused": error.reason.to_string() }),
        };
    }
    let (mesh, parts) = match read_mesh(path).and_then(|mesh| Ok((mesh, read_parts(path)?))) {
        Ok(read) => read,
        Err(Error { reason: Reason::NoFaces, .. }) => {
            return match read_points(path) {
                Ok(points) => json!({ "path": path, "points": points.len() }),
                Err(error) => json!({ "path": path, "refused": error.reason.to_string() }),
            };
        }
        Err(error) => return json!({ "path": path, "refused": error.reason.to_string() }),
    };
    let start = Instant::now();
    let (solid, report, welded) = match mesh.welded_triangles::<f64>(&Weld::default()) {
        Ok(built) => built,
        Err(error) => return json!({ "path": path, "refused": error.to_string() }),
    };
    let ms = start.elapsed().as_secs_f64() * 1e3;
    let area: f64 = solid
        .triangles()
        .map(|(_, corners)| {
            let [a, b, c] = corners.map(|v| solid.vertices()[v as usize]);
            (b - a).cross(c - a).norm() / 2.0
        })
        .sum();
    json!({
        "path": path,
        "parts": parts.len(),
        "triangles": solid.len(),
        "closed": solid.is_closed(),
        "volume": solid.volume(),
        "area": area,
        "unit": mesh.unit.map(|unit| unit.name()),
        "welded": welded.points,
        "weld_distance": welded.distance,
        "flipped": report.flipped,
        "duplicate": report.duplicate,
        "dangling": report.dangling,
        "crowded": report.crowded,
        "ms": ms,
    })
}
