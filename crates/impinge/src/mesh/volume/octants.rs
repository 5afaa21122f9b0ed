//! Bounds on the volume that two solids have in common, for surfaces that pass through themselves.
//!
//! The box that both share is cut into eighths, and these again. A box that no triangle of a mesh meets is all inside it or all outside,
//! which its center decides. What is in both for sure is a lower bound; together with all boxes that are not decided when
//! as many were looked at as are allowed, an upper one. Both decisions are exact but for the rounding of where a mesh stands.

use alloc::collections::VecDeque;

use super::Volume;
use super::shared::{Standing, shared_box};
use crate::math::{Aabb, Each, Vec3};
use crate::mesh::Position;

type Point = Vec3<f64>;

/// Boxes that are looked at. Eight times as many halve the error.
const MOST_BOXES: usize = 1 << 15;

/// Boxes are larger by so many ε of the coordinates where triangles are looked for, so that rounding hides none.
const GROWN_ULPS: f64 = 4.0;

/// The volume that two meshes have in common, halfway between its bounds. None if one of them is open.
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

/// Where a box is, seen from a mesh. None if that is open.
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
