//! Which side of the surface nodes are on.
//!
//! Between two nodes that are together farther from the surface than from one another there is no surface: they are on one side.
//! So most nodes take the side of a neighbor, and few are asked for.

use super::blocks::{Blocks, NODES};
use super::grid::{Grid, rounded_up};
use super::settings::{MapError, Sign};
use super::watch::Watch;
use crate::math::{Real, Vec3, Vector};
use crate::mesh::{Position, TriangleMesh};

/// The sides of a surface.
pub(super) struct Sides<'a, T: Real> {
    mesh: &'a TriangleMesh<T>,
}

impl<'a, T: Real> Sides<'a, T> {
    pub(super) fn new(mesh: &'a TriangleMesh<T>) -> Self {
        Self { mesh }
    }

    /// How they are decided.
    pub(super) fn sign(&self) -> Sign {
        Sign::WindingNumber
    }

    fn is_inside(&self, p: Vec3<f64>) -> bool {
        if self.mesh.is_closed() {
            return self.mesh.position_wide(p) == Some(Position::Inside);
        }
        winding(self.mesh, p).abs() >= 0.5
    }

    /// Gives the nodes of a box their signs: `n` of them along each axis, `step` spacings apart. `off`: by how much their distances
    /// may be off.
    fn of_box(
        &self,
        values: &mut [f32],
        n: [usize; 3],
        step: f32,
        off: f32,
        place: impl Fn([usize; 3]) -> Vec3<f64>,
    ) {
        let strides = [1, n[0], n[0] * n[1]];
        for at in 0..values.len() {
            let node = [at % n[0], at / n[0] % n[1], at / (n[0] * n[1])];
            let v = values[at];
            let before = (0..3).filter(|&axis| node[axis] > 0).map(|axis| values[at - strides[axis]]);
            // Rounding to f32 of both, and of the sum.
            let apart = |u: f32| (u.abs() + v) * (1.0 - 4.0 * f32::EPSILON) > step + 2.0 * off;
            let known = if self.mesh.is_closed() { before.into_iter().find(|&u| apart(u)) } else { None };
            let negative = match known {
                Some(u) => u.is_sign_negative(),
                None => self.is_inside(place(node)),
            };
            if negative {
                values[at] = -v;
            }
        }
    }

    /// Gives the corners of all blocks of a grid their signs.
    pub(super) fn of_corners(&self, grid: &Grid, values: &mut [f32], off: f64) {
        let n = grid.corners();
        let step = super::blocks::SIDE;
        self.of_box(values, n, step as f32, rounded_up(off), |node| grid.node(node.map(|i| i * step)));
    }

    /// Gives the nodes of all blocks their signs.
    pub(super) fn of_blocks(
        &self,
        blocks: &Blocks,
        values: &mut [f32],
        off: f64,
        watch: &mut Watch<'_>,
    ) -> Result<(), MapError> {
        super::methods::each_block(blocks, values, watch, &|slot, values| {
            self.of_box(values, [NODES; 3], 1.0, rounded_up(off), |[x, y, z]| {
                blocks.grid.node(blocks.node(slot, super::blocks::local_of([x, y, z])))
            });
            0.0
        })?;
        Ok(())
    }
}

/// How often a surface runs around a point, as far as it does (Jacobson, Kavan and Sorkine-Hornung 2013): the sum of the solid angles
/// of its triangles (Van Oosterom and Strackee 1983), 1 all around.
fn winding<T: Real>(mesh: &TriangleMesh<T>, p: Vec3<f64>) -> f64 {
    let sum: f64 = (0..mesh.len() as u32).map(|t| solid_angle(mesh.corners(t), p)).sum();
    sum / (4.0 * core::f64::consts::PI)
}

/// The solid angle of a triangle, positive seen from behind.
fn solid_angle(corners: [Vec3<f64>; 3], p: Vec3<f64>) -> f64 {
    let [a, b, c] = corners.map(|v| v - p);
    let [x, y, z] = [a, b, c].map(Vector::norm);
    let volume = a.dot(b.cross(c));
    2.0 * Real::atan2(volume, x * y * z + a.dot(b) * z + b.dot(c) * x + c.dot(a) * y)
}
