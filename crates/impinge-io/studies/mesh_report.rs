//! Polygon meshes made from mesh files: repairs, merges, and the share of internal edges.
//!
//! `cargo run --release -p impinge-io --example mesh_report -- [--flat PART] FILE...` reads OBJ and STL files and prints one line
//! each. With `--flat`, corners of a polygon may be off its plane by this part of the size of the mesh, so that
//! polygons of files that were rounded merge too.

use std::process::ExitCode;

use impinge::mesh::polygon::{EdgeKind, MeshSettings, PolygonMesh};

fn main() -> ExitCode {
    let mut flat = 0.0;
    let mut paths = Vec::new();
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        if argument == "--flat" {
            match arguments.next().and_then(|value| value.parse::<f64>().ok()) {
                Some(value) => flat = value,
                None => {
                    eprintln!("--flat needs a number");
                    return ExitCode::FAILURE;
                }
            }
        } else {
            paths.push(argument);
        }
    }
    println!("polygons  edges  internal  concave  flat  dangling  crowded  ms  file and repairs");
    let (mut edges, mut internal) = (0, 0);
    for path in paths {
        let lower = path.to_lowercase();
        let read =
            if lower.ends_with(".stl") { impinge_io::stl::read(&path) } else { impinge_io::obj::read(&path) };
        let mesh = match read {
            Ok(mesh) => mesh,
            Err(error) => {
                println!("{error}");
                continue;
            }
        };
        let size = impinge::Aabb::of_points(mesh.vertices.iter().copied())
            .map_or(0.0, |b| b.half_extents().max_abs());
        let settings = MeshSettings { flat: flat * size, ..MeshSettings::default() };
        let start = std::time::Instant::now();
        let (built, report) = match PolygonMesh::with_settings(&mesh.vertices, &mesh.faces, &settings) {
            Ok(built) => built,
            Err(error) => {
                println!("{path}: {error}");
                continue;
            }
        };
        let ms = start.elapsed().as_secs_f64() * 1e3;
        let of = |kind: EdgeKind| built.edges().iter().filter(|e| e.kind == kind).count();
        let inner = built.edges().iter().filter(|e| e.is_internal()).count();
        edges += built.edges().len();
        internal += inner;
        println!(
            "{:8}  {:5}  {:7.1}%  {:7}  {:4}  {:8}  {:7}  {ms:.1}  {path}: {report:?}",
            built.polygons().len(),
            built.edges().len(),
            100.0 * inner as f64 / built.edges().len() as f64,
            of(EdgeKind::Concave),
            of(EdgeKind::Flat),
            report.dangling,
            report.crowded,
        );
    }
    println!(
        "internal in all: {:.1} % of {edges} edges",
        100.0 * internal as f64 / f64::from(edges.max(1) as u32)
    );
    ExitCode::SUCCESS
}
