//! The exact construction of a distance map beside parry's projection of the same nodes onto the same mesh, in one run.
//!
//! `cargo run --release --bin maps -- [--cells N] FILE...` prints one line for each mesh: the time of a map by
//! `Method::Exact` for each node that it holds, everything included (the coarse layer, the choice of blocks, signs), and that of
//! `TriMesh::project_local_point` for the same nodes, in the same order, in `f32` and `f64`. In processor time of one thread. The
//! distances are compared with one another, within what `f32` allows.

use std::hint::black_box;
use std::path::Path;

use impinge::Vec3;
use impinge::mesh::TriangleMesh;
use impinge::sdf::{DistanceMap, MapSettings};
use impinge_peers_common::thread_ns;

/// A driver for one of parry's two crates.
macro_rules! driver {
    ($module:ident, $krate:ident, $real:ident) => {
        mod $module {
            use super::*;
            use $krate::math::Vector;
            use $krate::query::PointQuery;
            use $krate::shape::TriMesh;

            /// Nanoseconds for each node, and the largest difference from the distances given, as a part of the size of the mesh.
            pub fn run(mesh: &TriangleMesh<f64>, nodes: &[Vec3<f64>], distances: &[f64]) -> (f64, f64) {
                let vector = |p: &Vec3<f64>| Vector::new(p.x as $real, p.y as $real, p.z as $real);
                let points = mesh.vertices().iter().map(vector).collect();
                let corners = mesh.triangles().map(|(_, corners)| corners).collect();
                let shape = TriMesh::new(points, corners).expect("a mesh with triangles");
                let nodes: Vec<_> = nodes.iter().map(vector).collect();
                let size = mesh.vertices().iter().map(|p| p.max_abs()).fold(0.0, f64::max);
                let mut found = Vec::with_capacity(nodes.len());
                let start = thread_ns();
                for &p in &nodes {
                    let projected = shape.project_local_point(black_box(p), false);
                    found.push(f64::from((projected.point - p).length()));
                }
                let ns = (thread_ns() - start) / nodes.len() as f64;
                let off = found.iter().zip(distances).map(|(a, b)| (a - b).abs() / size).fold(0.0, f64::max);
                (ns, off)
            }
        }
    };
}

driver!(single, parry3d, f32);
driver!(double, parry3d_f64, f64);

fn main() {
    let mut cells = 128;
    let mut files = Vec::new();
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        if argument == "--cells" {
            cells = arguments.next().and_then(|n| n.parse().ok()).expect("--cells needs a number");
        } else {
            files.push(argument);
        }
    }
    println!("triangles    nodes  impinge ns  parry f32 ns  parry f64 ns  off by (f32, f64)  file");
    for file in files {
        let mesh = match impinge_io::read_mesh(Path::new(&file)) {
            Ok(mesh) => mesh,
            Err(error) => {
                println!("{error}");
                continue;
            }
        };
        let (ours, _) = TriangleMesh::from_polygons(&mesh.vertices, &mesh.faces).expect("a mesh");
        let settings = MapSettings { cells, ..MapSettings::default() };
        let start = thread_ns();
        let map = DistanceMap::build(&ours, &settings).expect("a map");
        let built = thread_ns() - start;
        let (nodes, distances) = nodes(&map);
        let (single, single_off) = single::run(&ours, &nodes, &distances);
        let (double, double_off) = double::run(&ours, &nodes, &distances);
        println!(
            "{:9} {:8}  {:10.0}  {single:12.0}  {double:12.0}  {single_off:.1e} {double_off:.1e}    {file}",
            ours.len(),
            nodes.len(),
            built / nodes.len() as f64,
        );
    }
}

/// The nodes of all blocks that have values, each once, block after block, and their distances.
fn nodes(map: &DistanceMap<f64>) -> (Vec<Vec3<f64>>, Vec<f64>) {
    let parts = map.parts();
    let [nx, ny, nz] = parts.cells.map(|c| c as usize + 1);
    let mut seen = vec![false; nx * ny * nz];
    let blocks = parts.cells.map(|c| c as usize / 8);
    let (mut nodes, mut distances) = (Vec::new(), Vec::new());
    let present = parts.present.iter().enumerate().filter(|(_, present)| **present);
    for (slot, (block, _)) in present.enumerate() {
        let first = [block % blocks[0], block / blocks[0] % blocks[1], block / (blocks[0] * blocks[1])];
        for local in 0..729 {
            let at = [local % 9, local / 9 % 9, local / 81];
            let [x, y, z] = [0, 1, 2].map(|axis| first[axis] * 8 + at[axis]);
            if !std::mem::replace(&mut seen[(z * ny + y) * nx + x], true) {
                let place = Vec3::new(x as f64, y as f64, z as f64) * parts.spacing;
                nodes.push(Vec3::from(parts.origin) + place);
                distances.push(f64::from(parts.values[slot * 729 + local].abs()) * parts.spacing);
            }
        }
    }
    (nodes, distances)
}
