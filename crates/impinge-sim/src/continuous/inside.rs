//! Cores of meshes and of regions of the plane.

use impinge::body::AnyBody;
use impinge::mesh::TriangleMesh;
use impinge::{Point, Real, Vec2, Vec3, distance, intersects};

use super::cores::{Core, CoreSpace, core_of};
use crate::mass::Mass;
use crate::mass::in_plane::{convex_parts, region_of};
use crate::mass::in_space::{inner_size, mesh_of};

impl<T: Real> CoreSpace for Vec3<T> {
    fn find_cores(shape: &AnyBody<Self>, found: &mut Vec<Core<Self>>) {
        find_in_mesh(shape, found);
    }
    fn pieces(shape: &AnyBody<Self>) -> Option<usize> {
        mesh_of(shape).map(TriangleMesh::len)
    }
}

impl<T: Real> CoreSpace for Vec2<T> {
    fn find_cores(shape: &AnyBody<Self>, found: &mut Vec<Core<Self>>) {
        find_in_region(shape, found);
    }
    fn pieces(shape: &AnyBody<Self>) -> Option<usize> {
        region_of(shape).map(|region| region.points().len())
    }
}

/// Number of triangles of a mesh below which cores are looked for.
const SEEDS: usize = 48;

/// Depths below a triangle at which they are looked for, relative to volume by area: half of the thickness of a plate is at 1, the center
/// of a cube at 3.
const DEPTHS: [f64; 4] = [0.5, 1.0, 2.0, 3.0];

/// Least radius of a core, relative to the largest of the same mesh.
const THINNEST: f64 = 0.125;

/// Finds balls inside a closed mesh, of half the distance of their centers from the surface.
fn find_in_mesh<T: Real>(shape: &AnyBody<Vec3<T>>, found: &mut Vec<Core<Vec3<T>>>) {
    let Some(mesh) = mesh_of(shape).filter(|mesh| mesh.is_closed()) else { return };
    let (surface, depth) = (mesh.clone().into_surface(), inner_size(shape));
    let mut look = |center: Vec3<T>| {
        let Ok(point) = Point::try_new(center) else { return };
        if intersects(&point, mesh) {
            let radius = distance(&point, &surface).distance * T::HALF;
            found.push(Core { center, radius });
        }
    };
    if let Ok(mass) = Mass::of_shape(shape, T::ONE) {
        look(mass.center);
    }
    // Outward is where the triangles face if the volume is positive.
    let inward = if mesh.volume() > 0.0 { -T::ONE } else { T::ONE };
    for (_, corners) in mesh.triangles().step_by(mesh.len().div_ceil(SEEDS).max(1)) {
        let [a, b, c] = corners.map(|i| mesh.vertices()[i as usize]);
        let normal = (b - a).cross(c - a);
        let length = normal.norm();
        if length <= T::ZERO {
            continue;
        }
        let middle = (a + b + c) / T::of(3.0);
        for part in DEPTHS {
            look(middle + normal * (inward * depth * T::of(part) / length));
        }
    }
    let largest = found.iter().fold(T::ZERO, |most, core| most.max(core.radius));
    found.retain(|core| core.radius > largest * T::of(THINNEST));
}

/// Finds circles inside a region: one in each of its convex parts.
fn find_in_region<T: Real>(shape: &AnyBody<Vec2<T>>, found: &mut Vec<Core<Vec2<T>>>) {
    if let Some(parts) = convex_parts(shape) {
        found.extend(parts.parts().iter().filter_map(core_of));
    }
}
