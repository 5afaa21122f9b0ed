//! Scan conversion: the nodes in a convex region, row by row.

use core::ops::RangeInclusive;

use super::lattice::Lattice;
use crate::math::Vec3;

/// A half-space: points with `normal · p <= offset`. The normal is of length 1.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wall {
    pub(super) normal: Vec3<f64>,
    pub(super) offset: f64,
}

impl Wall {
    /// The half-space behind a point: on the side that `normal` points away from.
    pub(super) fn behind(point: Vec3<f64>, normal: Vec3<f64>) -> Self {
        Self { normal, offset: normal.dot(point) }
    }

    /// The same half-space, with its wall moved outward.
    pub(super) fn moved(self, by: f64) -> Self {
        Self { offset: self.offset + by, ..self }
    }
}

/// One row of nodes: from the first to the last one, at y and z. `start` is the array index of the node x = 0.
pub(super) struct Row {
    pub(super) start: usize,
    pub(super) nodes: RangeInclusive<usize>,
    pub(super) y: f64,
    pub(super) z: f64,
}

/// Calls `each` with the rows of nodes in a box that are behind all walls. Includes every node that is inside, or beyond a wall by at
/// most `slack`.
pub(super) fn scan(
    lattice: &Lattice,
    [low, high]: [Vec3<f64>; 2],
    walls: &[Wall],
    slack: f64,
    each: &mut dyn FnMut(Row),
) {
    let [nx, ny, nz] = lattice.counts;
    let (Some(columns), Some(layers)) =
        (nodes(low.y - slack, high.y + slack, ny), nodes(low.z - slack, high.z + slack, nz))
    else {
        return;
    };
    for k in layers {
        for j in columns.clone() {
            let (y, z) = (j as f64, k as f64);
            let (mut first, mut last) = (low.x - slack, high.x + slack);
            for wall in walls {
                // normal.x · x <= room
                let room = wall.offset + slack - wall.normal.y * y - wall.normal.z * z;
                let x = room / wall.normal.x;
                if wall.normal.x > 0.0 {
                    last = last.min(x);
                } else if wall.normal.x < 0.0 {
                    first = first.max(x);
                } else if room < 0.0 {
                    last = f64::NEG_INFINITY;
                }
                if first > last + 2.0 * slack {
                    break;
                }
            }
            if let Some(nodes) = nodes(first - slack, last + slack, nx) {
                each(Row { start: lattice.index([0, j, k]), nodes, y, z });
            }
        }
    }
}

/// The integers from `low` to `high`, limited to those from 0 up to `count`.
fn nodes(low: f64, high: f64, count: usize) -> Option<RangeInclusive<usize>> {
    let end = count as f64 - 1.0;
    let (first, last) = (libm::ceil(low.max(0.0)), libm::floor(high.min(end)));
    // Both lie from 0 to `end`.
    (first <= last).then_some(first as usize..=last as usize)
}
