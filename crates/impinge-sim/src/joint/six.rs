//! Six numbers at once: a velocity with an angular velocity, or one number of each row of a joint.
//!
//! All algebra of trees is sums of sixes times a number. They are kept in eight lanes, two of them 0, so that each sum is a few vector
//! instructions without a branch.

use core::ops::{Index, IndexMut};

use impinge::math::Mat3;
use impinge::{Real, Vec3};

use super::speeds::Twist;

/// A row that depends on the ones before it is left out: where of its K less than this many ε is left. Below, the inverse would be
/// rounding alone.
const DEPENDENT_ULPS: f64 = 64.0;

const LANES: usize = 8;

/// Six numbers, and two zeros.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Six<T>([T; LANES]);

impl<T: Real> Six<T> {
    pub const ZERO: Self = Self([T::ZERO; LANES]);

    /// One of the six is 1, the others are 0.
    const UNITS: [Self; 6] = {
        let mut units = [Self::ZERO; 6];
        let mut i = 0;
        while i < 6 {
            units[i].0[i] = T::ONE;
            i += 1;
        }
        units
    };

    pub fn of([a, b]: Twist<T>) -> Self {
        Self([a.x, a.y, a.z, b.x, b.y, b.z, T::ZERO, T::ZERO])
    }

    pub fn twist(&self) -> Twist<T> {
        let [a, b, c, d, e, f, ..] = self.0;
        [Vec3::new(a, b, c), Vec3::new(d, e, f)]
    }

    /// Adds another one, times `x`.
    #[inline(always)]
    pub fn add(&mut self, other: &Self, x: T) {
        for (to, &from) in self.0.iter_mut().zip(&other.0) {
            *to += from * x;
        }
    }

    /// The sum of these, each times a number.
    #[inline(always)]
    pub fn sum(columns: &[Self], times: &Self) -> Self {
        let mut sum = Self::ZERO;
        for (column, &x) in columns.iter().zip(&times.0) {
            sum.add(column, x);
        }
        sum
    }
}

impl<T> Index<usize> for Six<T> {
    type Output = T;

    #[inline(always)]
    fn index(&self, i: usize) -> &T {
        &self.0[i]
    }
}

impl<T> IndexMut<usize> for Six<T> {
    #[inline(always)]
    fn index_mut(&mut self, i: usize) -> &mut T {
        &mut self.0[i]
    }
}

/// W: how a body's velocity responds to an impulse; symmetric.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Response<T>([Six<T>; 6]);

impl<T: Real> Response<T> {
    /// Of a body by itself: 1/m and I⁻¹.
    pub fn of((mass, angular): (T, Mat3<T>)) -> Self {
        let along = |axis| Six::of([Vec3::axis(axis) * mass, Vec3::ZERO]);
        let turn = |column| Six::of([Vec3::ZERO, column]);
        let Mat3 { x_axis, y_axis, z_axis } = angular;
        Self([along(0), along(1), along(2), turn(x_axis), turn(y_axis), turn(z_axis)])
    }

    /// Velocity and angular velocity by an impulse.
    #[inline(always)]
    pub fn to(&self, impulse: &Six<T>) -> Six<T> {
        Six::sum(&self.0, impulse)
    }

    /// Less u vᵀ.
    #[inline(always)]
    pub fn give_up(&mut self, u: &Six<T>, v: &Six<T>) {
        for (column, &x) in self.0.iter_mut().zip(&v.0) {
            column.add(u, -x);
        }
    }

    /// Angular velocity by an impulse that turns.
    pub fn angular(&self) -> Mat3<T> {
        let [_, _, _, x, y, z] = &self.0;
        Mat3::from_columns(x.twist()[1], y.twist()[1], z.twist()[1])
    }
}

/// The inverse of as many rows and columns of a symmetric, positive definite matrix, in its place: Gauss and Jordan's
/// elimination, which needs no exchange of rows there. Rows that depend on those before them get zeros.
#[inline(always)]
pub(super) fn invert<T: Real>(m: &mut [Six<T>]) {
    let mut before = Six::<T>::ZERO;
    for (j, row) in m.iter().enumerate() {
        before[j] = row[j];
    }
    for j in 0..m.len() {
        // No lane is written by itself: a vector that is read after that waits.
        let unit = &Six::<T>::UNITS[j];
        let d = m[j][j];
        let kept = d > T::of(DEPENDENT_ULPS) * T::EPSILON * before[j];
        let mut pivot = Six::ZERO;
        if kept {
            let over = T::ONE / d;
            for i in 0..LANES {
                pivot.0[i] = (m[j].0[i] * (T::ONE - unit.0[i]) + unit.0[i]) * over;
            }
        }
        for row in m.iter_mut() {
            let x = row[j];
            for i in 0..LANES {
                row.0[i] = row.0[i] * (T::ONE - unit.0[i]) - pivot.0[i] * x;
            }
        }
        m[j] = pivot;
    }
}
