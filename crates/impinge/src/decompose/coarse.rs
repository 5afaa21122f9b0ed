//! A coarse copy of a piece with many points, to choose a cut: volumes of hulls need no more, and the proofs use the piece
//! itself.
//!
//! Points in one cell of a grid are merged into one of them (Rossignac and Borrel 1993): the one farthest from the middle of the piece, so
//! that the hull keeps its size. Polygons with fewer than three points left are dropped.

use alloc::vec;
use alloc::vec::Vec;

use super::piece::{NONE, Piece, Rings};
use crate::math::{Aabb, Vec3};

/// Number of points above which a piece is simplified. Smaller pieces take less than a second for a cut.
const MANY: usize = 1 << 12;

/// Cells along the longest side of the piece: a surface then has about 2 · 32² to 4 · 32² points.
const CELLS: usize = 32;

impl Piece {
    /// A copy with fewer points, for a large piece.
    pub(super) fn coarse(&self) -> Option<Self> {
        if self.points.len() <= MANY {
            return None;
        }
        let bounds = Aabb::of_points(self.points.iter().copied())?;
        let (middle, size) = (bounds.center(), (bounds.max - bounds.min).max_abs());
        let scale = CELLS as f64 / size;
        let cell = |p: Vec3<f64>| {
            let along = |x: f64, low: f64| usize::min(((x - low) * scale) as usize, CELLS - 1);
            (along(p.x, bounds.min.x) * CELLS + along(p.y, bounds.min.y)) * CELLS + along(p.z, bounds.min.z)
        };
        let far = |i: u32| (self.points[i as usize] - middle).norm_squared();
        let mut stands_for = vec![NONE; CELLS * CELLS * CELLS];
        for (i, &p) in (0..).zip(&self.points) {
            let found = &mut stands_for[cell(p)];
            if *found == NONE || far(i) > far(*found) {
                *found = i;
            }
        }
        let (mut points, mut names) = (Vec::new(), vec![NONE; stands_for.len()]);
        let mut rings = Rings::default();
        let mut ring: Vec<u32> = Vec::new();
        for polygon in 0..self.polygon_count() {
            ring.clear();
            ring.extend(self.ring(polygon).map(|p| cell(p) as u32));
            ring.dedup();
            while ring.len() > 1 && ring.first() == ring.last() {
                ring.pop();
            }
            if ring.len() < 3 {
                continue;
            }
            for &cell in &ring {
                let name = &mut names[cell as usize];
                if *name == NONE {
                    *name = points.len() as u32;
                    points.push(self.points[stands_for[cell as usize] as usize]);
                }
                rings.push(*name);
            }
            rings.close(self.source(polygon));
        }
        // None if the grid is too fine to help, as for a coarse copy.
        if 2 * points.len() > self.points.len() {
            return None;
        }
        let outer = vec![true; points.len()];
        Some(self.with(points, outer, rings))
    }
}
