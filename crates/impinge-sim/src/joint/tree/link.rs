//! A joint of a tree, with the algebra that its rows need.

use impinge::math::Mat3;
use impinge::{Real, Vec3};

use crate::joint::constraint::{HeldRow, MAX_HELD};
use crate::joint::speeds::Twist;

/// A row that depends on the ones before it is left out: where of its K less than this many ε is left. Below, the inverse would be
/// rounding alone.
const DEPENDENT_ULPS: f64 = 64.0;

/// No joint, or no body, in a list of places.
pub(super) const NONE: u32 = u32::MAX;

/// A joint of a tree. That of number k has the child k + 1 among the bodies of the tree, of which the first is the root.
#[derive(Clone, Copy, Debug)]
pub(super) struct Link {
    /// Whether the child is B of its joint.
    pub child_is_b: bool,
    /// Of lower number than the child.
    pub parent: u32,
    /// How many rows it has now.
    pub count: u32,
}

/// A body of a tree.
#[derive(Clone, Copy, Debug)]
pub(super) struct TreeBody<T> {
    /// In the world.
    pub place: u32,
    /// 1/m and I⁻¹ by itself; 0 unless dynamic.
    pub own: (T, Mat3<T>),
    /// W, with all that hangs on it.
    pub response: Response<T>,
    /// With the whole tree.
    pub whole: Response<T>,
    /// Inertia that tension adds.
    pub added: Mat3<T>,
    /// What the last push changed of its velocity.
    pub change: Twist<T>,
}

impl<T: Real> TreeBody<T> {
    pub fn new(place: usize) -> Self {
        let none = Response::of((T::ZERO, Mat3::default()));
        let (added, change) = (Mat3::default(), [Vec3::ZERO; 2]);
        let own = (T::ZERO, Mat3::default());
        Self { place: place as u32, own, response: none, whole: none, added, change }
    }

    /// Whether it cannot give way.
    pub fn is_firm(&self) -> bool {
        self.own.0 == T::ZERO
    }
}

/// One of its rows.
#[derive(Clone, Copy, Debug)]
pub(super) struct LinkRow<T> {
    pub held: HeldRow<T>,
    /// W_c J_cᵀ and W_p J_pᵀ, velocity and angular velocity.
    pub child: [Vec3<T>; 2],
    pub parent: [Vec3<T>; 2],
    /// Rows of S⁻¹ and T⁻¹.
    pub inverse_s: [T; MAX_HELD],
    pub inverse_t: [T; MAX_HELD],
    /// The rate that is wanted in this pass, of the child against the parent.
    pub target: T,
    /// What this round adds to the impulse of the child.
    pub impulse: T,
    /// What pushes from outside have added to it.
    pub given: T,
    /// Taken out, as it is beyond its bounds.
    pub is_out: bool,
}

/// W: symmetric, of three blocks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Response<T> {
    linear: Mat3<T>,
    /// Velocity by an impulse that turns.
    mixed: Mat3<T>,
    pub angular: Mat3<T>,
}

impl<T: Real> LinkRow<T> {
    /// Before it is asked for.
    pub const NONE: Self = Self::new(HeldRow::NONE);

    pub const fn new(held: HeldRow<T>) -> Self {
        Self {
            held,
            child: [Vec3::ZERO; 2],
            parent: [Vec3::ZERO; 2],
            inverse_s: [T::ZERO; MAX_HELD],
            inverse_t: [T::ZERO; MAX_HELD],
            target: T::ZERO,
            impulse: T::ZERO,
            given: T::ZERO,
            is_out: false,
        }
    }
}

impl Link {
    /// 1 where the child is B, whose impulse is the one that is kept.
    pub fn sign<T: Real>(&self) -> T {
        if self.child_is_b { T::ONE } else { -T::ONE }
    }

    /// How a row turns the child and the parent.
    pub fn turns<T: Real>(&self, held: &HeldRow<T>) -> [Vec3<T>; 2] {
        let [a, b] = held.turns;
        if self.child_is_b { [b, a] } else { [a, b] }
    }

    /// S⁻¹ and T⁻¹, which are the same where the parent is firm.
    pub fn invert<T: Real>(&self, rows: &mut [LinkRow<T>], is_firm: bool) {
        let (mut s, mut t) = ([[T::ZERO; MAX_HELD]; MAX_HELD], [[T::ZERO; MAX_HELD]; MAX_HELD]);
        for i in 0..rows.len() {
            let held = rows[i].held;
            let [turn_c, turn_p] = self.turns(&held);
            // Without rows that are taken out: zeros count as dependent.
            for (j, row) in rows.iter().enumerate().filter(|(_, row)| !(rows[i].is_out || row.is_out)) {
                s[i][j] = held.along.dot(row.child[0]) + turn_c.dot(row.child[1]);
                t[i][j] = s[i][j] + held.along.dot(row.parent[0]) + turn_p.dot(row.parent[1]);
            }
        }
        let count = rows.len();
        let inverse_s = inverse(&s, count);
        let (s, t) = (inverse_s, if is_firm { inverse_s } else { inverse(&t, count) });
        for (i, row) in rows.iter_mut().enumerate() {
            (row.inverse_s, row.inverse_t) = (s[i], t[i]);
        }
    }

    /// J v of each row, the child against the parent.
    pub fn speeds<T: Real>(&self, rows: &[LinkRow<T>], child: &Twist<T>, parent: &Twist<T>) -> [T; MAX_HELD] {
        let apart = child[0] - parent[0];
        let mut speeds = [T::ZERO; MAX_HELD];
        for (speed, row) in speeds.iter_mut().zip(rows) {
            let [turn_c, turn_p] = self.turns(&row.held);
            *speed = row.held.along.dot(apart) + turn_c.dot(child[1]) - turn_p.dot(parent[1]);
        }
        speeds
    }
}

impl<T: Real> Response<T> {
    /// Of a body by itself: 1/m and I⁻¹.
    pub fn of((mass, angular): (T, Mat3<T>)) -> Self {
        let zero = Mat3::diagonal(T::ZERO, T::ZERO, T::ZERO);
        Self { linear: Mat3::diagonal(mass, mass, mass), mixed: zero, angular }
    }

    /// Velocity and angular velocity by an impulse.
    pub fn to(&self, along: Vec3<T>, turn: Vec3<T>) -> [Vec3<T>; 2] {
        [self.linear * along + self.mixed * turn, self.mixed.transpose_mul(along) + self.angular * turn]
    }

    /// Less u vᵀ.
    pub fn give_up(&mut self, u: [Vec3<T>; 2], v: [Vec3<T>; 2]) {
        self.linear -= outer(u[0], v[0]);
        self.mixed -= outer(u[0], v[1]);
        self.angular -= outer(u[1], v[1]);
    }
}

/// u vᵀ.
fn outer<T: Real>(u: Vec3<T>, v: Vec3<T>) -> Mat3<T> {
    Mat3::from_columns(u * v.x, u * v.y, u * v.z)
}

pub(super) fn product<T: Real>(row: &[T; MAX_HELD], v: &[T; MAX_HELD]) -> T {
    let mut sum = T::ZERO;
    for (&x, &y) in row.iter().zip(v) {
        sum += x * y;
    }
    sum
}

/// The inverse of the first `count` rows and columns of a symmetric, positive definite matrix, by L D Lᵀ. Rows that depend on those
/// before them get zeros.
fn inverse<T: Real>(m: &[[T; MAX_HELD]; MAX_HELD], count: usize) -> [[T; MAX_HELD]; MAX_HELD] {
    let none = [[T::ZERO; MAX_HELD]; MAX_HELD];
    let (mut l, mut over) = (none, [T::ZERO; MAX_HELD]);
    for j in 0..count {
        // l holds L D until the row is used.
        let mut d = m[j][j];
        for k in 0..j {
            d -= l[j][k] * l[j][k] * over[k];
        }
        let kept = d > T::of(DEPENDENT_ULPS) * T::EPSILON * m[j][j];
        over[j] = if kept { T::ONE / d } else { T::ZERO };
        for i in j + 1..count {
            let mut sum = m[i][j];
            for k in 0..j {
                sum -= l[i][k] * l[j][k] * over[k];
            }
            l[i][j] = sum;
        }
    }
    let mut result = none;
    for column in 0..count {
        if over[column] == T::ZERO {
            continue;
        }
        let mut x = [T::ZERO; MAX_HELD];
        x[column] = T::ONE;
        for i in column + 1..count {
            for k in column..i {
                x[i] -= l[i][k] * over[k] * x[k];
            }
        }
        for i in (0..count).rev() {
            x[i] *= over[i];
            for k in i + 1..count {
                x[i] -= l[k][i] * over[i] * x[k];
            }
        }
        for (row, &value) in result.iter_mut().zip(&x) {
            row[column] = value;
        }
    }
    result
}
