//! The signed distance map as the lecture defines it: one value for each cell of a regular grid.
//!
//! **Answers** the signed distance of a point by a look at the cell that holds it. For real use take [`impinge::sdf::DistanceMap`], which has
//! values at nodes near the surface, interpolates, and proves a bound.
//!
//! **Source.** The lecture, "Signed Distance Map", "Distance Map Construction", "Proximity Queries with SDM".
//!
//! | symbol | meaning |
//! |---|---|
//! | N | cells along each side of the grid |
//! | M | triangles of the surface |
//! | p | center of a cell |
//! | sgn_V(p) d(p, V) | its value: the distance to the surface of V, negative inside |
//!
//! **Misprint.** Centers are printed as (i + 0.5, j + 0.5, k + 0.5) with 1 ≤ i, j, k ≤ N, which leaves out the first cell of each axis and adds
//! one beyond the last; it is 0 ≤ i, j, k < N.
//!
//! **Choices.** The grid is a cube around the mesh with a cell more on each side. The lecture does not say how sgn_V is found; here the library's
//! exact test of a point in a closed mesh.
//!
//! **Guarantee.** A look-up is off by at most half the diagonal of a cell, 0.866 of its side: a distance changes by at most the distance moved.
//! **Cost.** N³ values. By brute force N³ M distances of a point from a triangle. **Failure.** None beyond the grid, where there is no cell.

use impinge::mesh::{Position, TriangleMesh};
use impinge::{Vec3, Vector};

use super::triangle::squared_distance;

/// Grid of cells.
#[derive(Clone, Copy, Debug)]
pub struct Grid {
    /// N.
    pub cells: usize,
    /// The corner from which cells are counted.
    pub corner: Vec3<f64>,
    /// Side of a cell.
    pub side: f64,
}

impl Grid {
    /// A cube of N³ cells around a mesh; N at least 3.
    pub fn around(mesh: &TriangleMesh<f64>, cells: usize) -> Self {
        let bounds = mesh.bounds();
        let size = bounds.max - bounds.min;
        let cells = cells.max(3);
        let side = size.max_abs() / (cells - 2) as f64;
        let middle = (bounds.min + bounds.max) * 0.5;
        let half = 0.5 * side * cells as f64;
        Self { cells, corner: middle - Vec3::new(half, half, half), side }
    }

    /// The centers of all cells, x fastest.
    pub fn centers(self) -> impl Iterator<Item = Vec3<f64>> {
        let n = self.cells;
        let at = move |i: usize| (i as f64 + 0.5) * self.side;
        (0..n * n * n)
            .map(move |cell| self.corner + Vec3::new(at(cell % n), at(cell / n % n), at(cell / (n * n))))
    }

    /// The cell that holds a point.
    fn cell(&self, p: Vec3<f64>) -> Option<usize> {
        let mut cell = 0;
        for axis in (0..3).rev() {
            let place = ((p.get(axis) - self.corner.get(axis)) / self.side).floor();
            if !(place >= 0.0 && place < self.cells as f64) {
                return None;
            }
            cell = cell * self.cells + place as usize;
        }
        Some(cell)
    }
}

/// A value for each cell.
pub struct CellMap {
    grid: Grid,
    values: Vec<f64>,
}

impl CellMap {
    /// A map of distances without a sign, which gets that of the mesh.
    pub fn new(grid: Grid, distances: &[f64], mesh: &TriangleMesh<f64>) -> Self {
        let signed = |(distance, p): (&f64, Vec3<f64>)| {
            if mesh.position(p) == Some(Position::Inside) { -distance } else { *distance }
        };
        Self { grid, values: distances.iter().zip(grid.centers()).map(signed).collect() }
    }

    /// The value of the cell that holds a point.
    pub fn look_up(&self, p: Vec3<f64>) -> Option<f64> {
        self.grid.cell(p).map(|cell| self.values[cell])
    }

    /// Bytes of all values.
    pub fn bytes(&self) -> usize {
        self.values.len() * size_of::<f64>()
    }
}

/// Brute force: the shortest distance of each center from each triangle, and the number of calls of the function of both.
pub fn brute_force(grid: Grid, triangles: &[[Vec3<f64>; 3]]) -> (Vec<f64>, u64) {
    let mut calls = 0;
    let of = |p: Vec3<f64>| {
        let mut least = f64::INFINITY;
        for &triangle in triangles {
            let squared = squared_distance(p, triangle);
            calls += 1;
            if squared < least {
                least = squared;
            }
        }
        least.sqrt()
    };
    let distances = grid.centers().map(of).collect();
    (distances, calls)
}
