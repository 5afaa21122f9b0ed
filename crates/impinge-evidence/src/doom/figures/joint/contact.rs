//! Contact and contact friction: a point of B does not penetrate A, and slides only against μ times its normal force.
//!
//! Plainest form, ours. Along the normal n from A to B, C = d ≥ 0 with the distance d; across it two rows Ċ = 0 with |λ| ≤ μ λ_n each, a
//! pyramid in place of Coulomb's cone (Baraff, "Fast Contact Force Computation for Nonpenetrating Rigid Bodies", 1994, bounds them so).

use impinge::Vec3;

use super::super::row::{Row, acting};

/// Place where two bodies touch, or are about to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Contact {
    /// A, or none for the surroundings.
    pub a: Option<usize>,
    pub b: usize,
    pub point: Vec3<f64>,
    /// Unit vector from A to B.
    pub normal: Vec3<f64>,
    pub distance: f64,
}

impl Contact {
    /// The row along the normal, and two across it.
    pub fn rows(&self, centers: [Vec3<f64>; 2]) -> [Row; 3] {
        let s = self.normal.any_orthogonal();
        let t = self.normal.cross(s);
        let row = |d, value| acting(centers, self.point, d, value);
        [row(self.normal, self.distance), row(s, 0.0), row(t, 0.0)]
    }
}
