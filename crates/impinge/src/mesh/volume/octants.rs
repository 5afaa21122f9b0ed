//! Bounds on the common volume of two solids, for surfaces that pass through themselves.
//!
//! An octree: the common box is cut into eighths, and these again. A box that no triangle of a mesh meets is all inside it or all
//! outside, which its center decides. The volume that is certainly in both is a lower bound; together with all boxes that are still
//! undecided when the limit is reached, it is an upper one. Both decisions are exact except for the rounding of the position of a mesh.

use alloc::collections::VecDeque;

use super::Volume;
use super::columns::{Standing, shared_box};
use crate::math::{Aabb, Each, Vec3};
use crate::mesh::Position;

type Point = Vec3<f64>;

/// Limit on the boxes visited. Eight times as many halve the error.
const MOST_BOXES: usize = 1 << 15;

/// Growth of boxes in the search for triangles, in ε of the coordinates, so that rounding hides none.
const GROWN_ULPS: f64 = 4.0;

/// The common volume of two meshes, the midpoint of its bounds. `None` if one of them is open.
pub(super) fn bounded_volume(a: Standing<'_>, b: Standing<'_>) -> Option<Volume> {
    let (_, room) = shared_box(a, b);
    let mut waiting = VecDeque::from([room]);
    let (mut inside, mut open) = (0.0, 0.0);
    for _ in 0..MOST_BOXES {
        let Some(octant) = waiting.pop_front() else { break };
        let places = [a, b].each(|mesh| place(mesh, &octant));
        if places.contains(&Some(Place::Outside)) {
            continue;
        }
        if places == [Some(Place::Inside); 2] {
            inside += volume(&octant);
        } else if places.contains(&None) {
            return None;
        } else {
            waiting.extend(eighths(&octant));
        }
    }
    open += waiting.iter().map(volume).sum::<f64>();
    Some(Volume { value: inside + 0.5 * open, error: 0.5 * open + f64::EPSILON * MOST_BOXES as f64 * inside })
}

#[derive(Clone, Copy, PartialEq)]
enum Place {
    Inside,
    Outside,
    Both,
}

/// Position of a box relative to a mesh. `None` if the mesh is open.
fn place((mesh, at): Standing<'_>, octant: &Aabb<Point>) -> Option<Place> {
    let reach = octant.min.max_abs().max(octant.max.max_abs()).max(at.max_abs());
    let seen = Aabb { min: octant.min - at, max: octant.max - at }.grown(GROWN_ULPS * f64::EPSILON * reach);
    let mut is_met = false;
    mesh.each_in_box(&seen, |_| is_met = true);
    if is_met {
        return Some(Place::Both);
    }
    Some(match mesh.position(octant.center() - at)? {
        Position::Inside => Place::Inside,
        Position::Outside => Place::Outside,
        Position::Surface => Place::Both,
    })
}

fn volume(octant: &Aabb<Point>) -> f64 {
    let half = octant.half_extents();
    8.0 * half.x * half.y * half.z
}

fn eighths(octant: &Aabb<Point>) -> [Aabb<Point>; 8] {
    let (low, middle, high) = (octant.min.to_array(), octant.center().to_array(), octant.max.to_array());
    core::array::from_fn(|k| {
        let is_upper = |axis: usize| k >> axis & 1 == 1;
        let side = |axis: usize| {
            if is_upper(axis) { (middle[axis], high[axis]) } else { (low[axis], middle[axis]) }
        };
        let sides = [side(0), side(1), side(2)];
        Aabb { min: sides.each(|s| s.0).into(), max: sides.each(|s| s.1).into() }
    })
}
