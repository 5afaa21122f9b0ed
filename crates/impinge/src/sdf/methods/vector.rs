//! The vector distance transform: nearest points of the surface, propagated from node to node.
//!
//! **Papers.** Danielsson, *Euclidean distance mapping* (1980); for triangles in space Satherley & Jones, *Vector-city vector distance
//! transform* (2001). The papers process the nodes several times with small masks. Here the mask and the two passes are those of the
//! chamfer transform, since the proof relies on them.
//!
//! **Guarantee.** A node always holds an actual point of the surface, so its value is never below the distance. It is at most the chamfer
//! sum, since a point propagated over a step moves no farther away than the length of the step: the lower bound of the chamfer transform
//! holds, with the value in place of the sum (`shell.rs`). At the end the distance to the triangle of the point replaces that to the
//! point itself.
//!
//! **Cost.** Like the chamfer transform, but 20 bytes for each node, and a distance for each node at the end. **Failure.** None.

use alloc::vec::Vec;

use super::chamfer::{RATIO, both_ways};
use super::field::{Field, Told, Way};
use super::lattice::{Lattice, Surface};
use super::shell::{Shell, at_least, is_near, shell};
use crate::math::{Each, Vec3};
use crate::mesh::nearest_of;
use crate::sdf::settings::MapError;

/// Rounding of a propagation: distances of coordinates are compared in `f32`, each with a few roundings of the longest side.
const ROUNDINGS: f64 = 4.0;

/// A point of the surface, in single precision, and its triangle.
#[derive(Clone, Copy)]
struct Nearest {
    point: [f32; 3],
    triangle: u32,
}

/// The vector method.
pub(super) const VECTOR: Way = Way { run: vector, per_node: 28, phases: 3 };

/// The distances from the surface, by points propagated from the shell.
fn vector(
    surface: &Surface,
    lattice: &Lattice,
    reach: f64,
    told: &mut Told<'_, '_>,
) -> Result<Field, MapError> {
    let Shell { mut values, triangles } = shell(surface, lattice, told)?;
    let mut nearest = first_points(surface, lattice, &triangles);
    hand_on(&mut values, &mut nearest, lattice, told)?;
    let mut errors = Vec::with_capacity(values.len());
    for (index, value) in values.iter_mut().enumerate() {
        let handed = f64::from(*value);
        if is_near(triangles[index]) || handed > RATIO * reach {
            errors.push(0.0);
            continue;
        }
        let p = lattice.point(index);
        let distance = (nearest_of(surface.corners(nearest[index].triangle), p) - p).norm();
        // At most as many propagations as the distance is long.
        let rounding = ROUNDINGS * f64::from(f32::EPSILON) * lattice.longest() * handed;
        *value = distance as f32;
        errors.push((distance - at_least(handed - rounding, RATIO)).max(0.0) as f32);
    }
    Ok(Field { values, errors, rounding: surface.slack })
}

/// The nearest points of the nodes of the shell.
fn first_points(surface: &Surface, lattice: &Lattice, triangles: &[u32]) -> Vec<Nearest> {
    let point = |(index, &triangle): (usize, &u32)| {
        if !is_near(triangle) {
            return Nearest { point: [f32::INFINITY; 3], triangle };
        }
        let found = nearest_of(surface.corners(triangle), lattice.point(index));
        Nearest { point: found.to_array().each(|x| x as f32), triangle }
    };
    triangles.iter().enumerate().map(point).collect()
}

/// Propagates forward with one half of the mask, backward with the other: a node takes the point of a neighbor if that is nearer than its
/// own.
fn hand_on(
    values: &mut [f32],
    nearest: &mut [Nearest],
    lattice: &Lattice,
    told: &mut Told<'_, '_>,
) -> Result<(), MapError> {
    both_ways(values.len(), lattice, told, |index, mask| {
        let mut best = values[index];
        if f64::from(best) <= super::shell::RADIUS {
            return; // Exact.
        }
        let mut taken = None;
        let node = lattice.point(index).to_array().each(|x| x as f32);
        mask.each(index, |from, length| {
            // No point of that node is nearer than this.
            if values[from] - length < best {
                let by: Vec3<f32> = Vec3::from(nearest[from].point) - Vec3::from(node);
                let distance = by.norm();
                if distance < best {
                    (best, taken) = (distance, Some(from));
                }
            }
        });
        if let Some(from) = taken {
            (values[index], nearest[index]) = (best, nearest[from]);
        }
    })
}
