//! Bodies made smaller by half the zone, so that they come to rest where their full size touches.
//!
//! # Source
//! Van Waveren 2005, section 3.5: "every object can be decreased in size with half the size of the expel zone before being
//! used for collision detection, while keeping the visual representation of the objects the same". How is not said.
//!
//! # How it works
//! Every plane of the mesh moves inwards by the same amount. A vertex goes to where its planes then meet: with up to three
//! planes that is a point. Where more than three meet, the three that are least alike decide, and the others are met
//! approximately. A vertex of two planes moves at right angles to their edge, one of a single plane along its normal.
//!
//! # Failure
//! Details smaller than what is taken away are turned inside out. The amounts that a [zone](super::zone) asks for are far
//! below any detail. The polygons of a mesh whose planes do not meet in points are no longer flat; they are kept if they
//! are flat within twice the amount, and cut otherwise.

use alloc::vec::Vec;

use super::mesh::{MeshError, MeshSettings, PolygonMesh};
use crate::math::{Real, Vec3, Vector};

/// Normals with a smaller determinant (or sine) than this count as dependent: the vertex would move by more than a thousand
/// times the amount.
const INDEPENDENT: f64 = 1e-3;

/// The mesh with every plane moved inwards by `amount`, in its own units.
///
/// # Errors
/// As [`PolygonMesh::with_settings`]; an amount that is negative or not finite is an invalid setting.
pub fn shrunk<T: Real>(mesh: &PolygonMesh<T>, amount: f64) -> Result<PolygonMesh<T>, MeshError> {
    let mut normals: Vec<Vec<Vec3<f64>>> = alloc::vec![Vec::new(); mesh.vertices().len()];
    let polygons = 0..mesh.polygons().len() as u32;
    for p in polygons.clone() {
        for v in mesh.corners(p) {
            normals[v as usize].push(mesh.polygons()[p as usize].normal);
        }
    }
    let shift =
        |(x, planes): (&Vec3<T>, &Vec<Vec3<f64>>)| (x.cast::<f64>() - offset(planes) * amount).cast::<T>();
    let points: Vec<Vec3<T>> = mesh.vertices().iter().zip(&normals).map(shift).collect();
    let rings: Vec<Vec<u32>> = polygons.map(|p| mesh.corners(p).collect()).collect();
    if mesh.polygons().is_empty() {
        return Ok(mesh.clone());
    }
    // Vertices are rounded, and so is where they would lie exactly.
    let rounding = 4.0 * T::EPSILON.f64() * super::zone::extent(mesh);
    let settings = MeshSettings {
        flat: mesh.flatness() + 2.0 * amount + rounding,
        two_sided: mesh.polygons().iter().any(|p| p.two_sided),
        merge: false,
        ..MeshSettings::default()
    };
    Ok(PolygonMesh::with_settings(&points, &rings, &settings)?.0)
}

/// Where planes with these normals, all at distance 1 from the origin, meet; as near to it as can be.
fn offset(normals: &[Vec3<f64>]) -> Vec3<f64> {
    let (mut three, mut two) = ((INDEPENDENT, None), (INDEPENDENT, None));
    for (i, &a) in normals.iter().enumerate() {
        for (j, &b) in normals.iter().enumerate().skip(i + 1) {
            let across = a.cross(b);
            if across.norm() > two.0 {
                two = (across.norm(), Some((a, b)));
            }
            for &c in &normals[j + 1..] {
                let determinant = across.dot(c);
                if determinant.abs() > three.0 {
                    // Cramer's rule for a·x = b·x = c·x = 1.
                    let meet = (across + b.cross(c) + c.cross(a)) * (1.0 / determinant);
                    three = (determinant.abs(), Some(meet));
                }
            }
        }
    }
    if let Some(meet) = three.1 {
        return meet;
    }
    // In the plane of both: a·x = b·x = 1 for x = (a + b) / (1 + a·b).
    two.1.map_or_else(
        || normals.first().copied().unwrap_or(Vec3::ZERO),
        |(a, b)| (a + b) * (1.0 / (1.0 + a.dot(b))),
    )
}
