//! Rows of a contact of a tree, four by four in SIMD lanes.

use impinge::math::Mat3;
use impinge::{Real, Vec3};

use super::lanes::{Four, FourVec3, LANES};
use crate::joint::{Symmetric, Twist};
use crate::solver_contact::MAX_POINTS;

/// Indices of rows: points first, then friction along two tangents, twist about the normal, and, from [`ROLLING`] on, rolling about the
/// three axes of the world. Indices between are unused.
pub(super) const TANGENTS: [usize; 2] = [MAX_POINTS, MAX_POINTS + 1];
pub(super) const TWIST: usize = MAX_POINTS + 2;
pub(super) const ROLLING: usize = 2 * LANES;

/// Rows in fours.
pub(super) const FOURS: usize = 3;

/// A number for each row.
#[derive(Clone, Copy, Debug)]
pub(super) struct Numbers<T>(pub [Four<T>; FOURS]);

/// Four rows of the Jacobian, each along d.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rows<T> {
    pub along: FourVec3<T>,
    /// r × d.
    pub turns: [FourVec3<T>; 2],
}

impl<T: Real> Numbers<T> {
    pub const ZERO: Self = Self([Four::ZERO; FOURS]);

    #[inline(always)]
    pub fn get(&self, i: usize) -> T {
        self.0[i / LANES].0[i % LANES]
    }

    #[inline(always)]
    pub fn set(&mut self, i: usize, x: T) {
        self.0[i / LANES].0[i % LANES] = x;
    }

    /// Vector of the rolling rows, about the axes of the world.
    pub fn rolling(&self) -> Vec3<T> {
        let [x, y, z, _] = self.0[ROLLING / LANES].0;
        Vec3::new(x, y, z)
    }
}

impl<T: Real> Rows<T> {
    pub const NONE: Self = Self { along: FourVec3::ZERO, turns: [FourVec3::ZERO; 2] };

    pub fn set(&mut self, lane: usize, along: Vec3<T>, turns: [Vec3<T>; 2]) {
        self.along.set(lane, along);
        self.turns[0].set(lane, turns[0]);
        self.turns[1].set(lane, turns[1]);
    }

    /// The part of a body in the speeds of B relative to A; for velocities, or for translations and rotations.
    #[inline(always)]
    pub fn speeds(&self, side: usize, [v, w]: &Twist<T>) -> Four<T> {
        let speeds = dot(&self.along, v);
        if side == 0 { -(speeds + dot(&self.turns[0], w)) } else { speeds + dot(&self.turns[1], w) }
    }
}

/// Products of four vectors with one.
#[inline(always)]
pub(super) fn dot<T: Real>(four: &FourVec3<T>, v: &Vec3<T>) -> Four<T> {
    four.x * Four::all(v.x) + four.y * Four::all(v.y) + four.z * Four::all(v.z)
}

/// Products of a symmetric matrix with four vectors.
#[inline(always)]
pub(super) fn response<T: Real>(
    w: &Symmetric<T>,
    along: &FourVec3<T>,
    turn: &FourVec3<T>,
) -> [FourVec3<T>; 2] {
    let times = |m: &Mat3<T>, v: &FourVec3<T>| {
        let row = |x: T, y: T, z: T| v.x * Four::all(x) + v.y * Four::all(y) + v.z * Four::all(z);
        let (a, b, c) = (m.x_axis, m.y_axis, m.z_axis);
        FourVec3 { x: row(a.x, b.x, c.x), y: row(a.y, b.y, c.y), z: row(a.z, b.z, c.z) }
    };
    let transposed = |m: &Mat3<T>, v: &FourVec3<T>| FourVec3 {
        x: dot(v, &m.x_axis),
        y: dot(v, &m.y_axis),
        z: dot(v, &m.z_axis),
    };
    [
        times(w.linear(), along) + times(w.mixed(), turn),
        transposed(w.mixed(), along) + times(w.angular(), turn),
    ]
}
