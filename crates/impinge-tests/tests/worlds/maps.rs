//! Signed distance maps: no answer outside its bound, whatever the mesh, the scale and the precision.

mod building;
mod far;
mod parts;
mod truth;

use impinge::mesh::TriangleMesh;
use impinge::sdf::{DistanceMap, MapSettings, Method};
use impinge::{Real, Vec3};
use impinge_scenes::Rng;
use impinge_scenes::meshes::{self, Triangles};

fn mesh_of<T: Real>(shape: &Triangles) -> TriangleMesh<T> {
    let points: Vec<Vec3<T>> = shape.points.iter().map(|p| p.cast()).collect();
    TriangleMesh::new(&points, &shape.triangles).expect("a mesh made by formulas").0
}

fn settings(cells: usize) -> MapSettings {
    MapSettings { cells, ..MapSettings::default() }
}

/// Points in the box of a map, on its nodes and walls, near the surface, and beyond.
fn points<T: Real>(
    map: &DistanceMap<T>,
    mesh: &TriangleMesh<T>,
    count: usize,
    rng: &mut Rng,
) -> Vec<Vec3<T>> {
    let bounds = map.bounds();
    let (min, max) = (bounds.min.cast::<f64>(), bounds.max.cast::<f64>());
    let (size, h) = (max - min, map.report().spacing);
    let draw = |i: usize| {
        let reach = if i.is_multiple_of(8) { 4.0 } else { 1.0 };
        let mut axis = |low: f64, size: f64| low + size * (0.5 + reach * (rng.uniform() - 0.5));
        let p = Vec3::new(axis(min.x, size.x), axis(min.y, size.y), axis(min.z, size.z));
        match i % 4 {
            1 => min + ((p - min) / h).map(f64::floor) * h,
            2 => {
                let vertex = mesh.vertices()[rng.below(mesh.vertices().len())].cast::<f64>();
                vertex + rng.unit3::<f64>() * (h * rng.between(0.0, 3.0))
            }
            3 => Vec3::new(min.x + ((p.x - min.x) / h).floor() * h, p.y, p.z),
            _ => p,
        }
        .cast()
    };
    (0..count).map(draw).collect()
}

/// Shapes of all kinds, small enough to look at every triangle for every point.
fn shapes() -> Vec<meshes::Named> {
    meshes::all(3, 5)
}

/// All methods that are there.
fn methods() -> Vec<Method> {
    let mesh = mesh_of::<f64>(&meshes::cube(1.0));
    let there =
        |method: &Method| DistanceMap::build(&mesh, &MapSettings { method: *method, ..settings(8) }).is_ok();
    Method::ALL.into_iter().filter(there).collect()
}
