//! The rows of a joint, and their sequential solver: once for all kinds. Rows that hold the bodies of a tree together are solved in
//! `tree/mod.rs`.
//!
//! A joint has up to two blocks, one of a force at its point and one of a torque, each with up to three rows solved together, and up to
//! four rows solved separately: limits, motors, friction, springs. A block keeps the inverse of its K as a matrix in the world. With the
//! rows e_i of the block that is Σ (E K Eᵀ)⁻¹_ij e_i e_jᵀ: free directions have no effect.
//!
//! A row changes the speed of two bodies by their own masses, regardless of what is connected to them. So for a joint in a tree, a limit
//! that is reached and a motor or friction that is strong enough are solved with the tree, and separately only while they are not.
//!
//! Softness is that of Catto ("Soft Constraints", 2011): see the formulas at [`Softness`]. A pass with softness corrects errors; a
//! relaxing pass without softness removes the speed that this added.

mod ask;
mod held;

pub(super) use ask::Direction;
pub(super) use held::HeldBy;

use impinge::math::Mat3;
use impinge::{Real, Vec3};

use super::pass::JointPass;
use super::place::Ends;
use super::speeds::Twist;
use crate::softness::Softness;

/// Limit on the rows besides the blocks: a hinge has two limits, friction and a motor.
pub(crate) const MAX_ROWS: usize = 4;

/// Limit on the rows that hold two bodies together: those of a weld.
pub(crate) const MAX_HELD: usize = 6;

/// Largest angle by which the arm of a joint turns in a sub-step, in radians. A joint cannot follow a faster one: it would pull in a
/// direction that has passed, and throw its bodies. A spin about the arm has no limit, nor has one about a point at the center of mass.
const MOST_TURN: f64 = 1.0;

/// Limit on the motion of a body with a joint in a sub-step, in its reach. Constraints that contradict one another, and levers and ratios of
/// masses beyond what rounding allows, end here instead of at infinity. It holds after the joints of each pass, and after its contacts.
const FARTHEST: f64 = 32.0;

/// Limits the velocity of a body with a joint, whose farthest point is at `reach`, in a sub-step of length `h`; see [`FARTHEST`]. Returns
/// whether it was faster: then the impulses that led there are not worth keeping.
#[inline(always)]
pub(in crate::joint) fn limit_speed<T: Real>(twist: &mut Twist<T>, reach: T, h: T) -> bool {
    let turn = T::of(FARTHEST) / h;
    let most = if reach > T::ZERO { reach * turn } else { T::INFINITY };
    let [v, w] = twist;
    let is_fast = [v.norm_squared() > most * most, w.norm_squared() > turn * turn];
    for (vector, most) in
        [(v, most), (w, turn)].into_iter().zip(is_fast).filter_map(|(x, is)| is.then_some(x))
    {
        *vector = vector.normalized().map_or(Vec3::ZERO, |unit| unit * most);
    }
    is_fast[0] || is_fast[1]
}

/// Rule of a row.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Rule<T> {
    /// C = 0.
    Hold,
    /// C ≥ 0.
    Limit,
    /// Ċ = the given speed.
    Drive(T),
    /// A spring: the rate at which C is corrected, and its compliance to an impulse.
    Spring(T, T),
}

/// A row of J that is solved separately.
#[derive(Clone, Copy, Debug)]
struct Row<T> {
    /// Ċ = along · (v_B − v_A) + turn_B · w_B − turn_A · w_A.
    along: Vec3<T>,
    turns: [Vec3<T>; 2],
    /// 1 / K.
    mass: T,
    /// C.
    error: T,
    rule: Rule<T>,
    /// The largest force or torque of a drive.
    strength: T,
    impulse: T,
}

/// Rows that are solved together.
#[derive(Clone, Copy, Debug)]
struct Block<T> {
    /// Its rows, as unit vectors.
    axes: [Vec3<T>; 3],
    count: usize,
    /// The inverse of its K, in the world.
    mass: Mat3<T>,
    /// C, as a vector of the world.
    error: Vec3<T>,
    /// The largest torque of friction; infinite for equality rows.
    strength: T,
    impulse: Vec3<T>,
}

/// Constraint of a joint during a step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Constraint<T: Real> {
    /// Slots of its bodies in the world.
    pub bodies: [usize; 2],
    /// Whether they move in the plane, so that nothing tilts an axis.
    pub in_plane: bool,
    /// Their indices among the velocities that its passes are given.
    pub at: [usize; 2],
    inverse_mass: [T; 2],
    inverse_inertia: [Mat3<T>; 2],
    arms: [Vec3<T>; 2],
    /// Reach of each body.
    reach: [T; 2],
    linear: Block<T>,
    angular: Block<T>,
    count: usize,
    rows: [Row<T>; MAX_ROWS],
    h: T,
    /// Tolerance of bounds: a limit may pull, and a drive exceed its strength, by the impulse that gives its two bodies this speed.
    pub unseen: T,
    /// Whether the equality rows are solved with those of a tree.
    pub in_tree: bool,
    /// Other rows that are solved with the tree in this sub-step: limits that are reached, drives that are strong enough.
    active: [bool; MAX_ROWS],
}

/// Forces and torques of a joint in the last sub-step, kept for the next.
#[derive(Clone, Copy, Debug, Default, serde::Serialize, serde::Deserialize)]
pub(crate) struct Load<T> {
    linear: Vec3<T>,
    angular: Vec3<T>,
    rows: [T; MAX_ROWS],
    /// Total force and torque on B.
    pub force: Vec3<T>,
    pub torque: Vec3<T>,
}

impl<T: Real> Load<T> {
    pub fn is_finite(&self) -> bool {
        let vectors = [self.linear, self.angular, self.force, self.torque];
        vectors.iter().all(|v| v.is_finite()) && self.rows.iter().all(|x| x.is_finite())
    }
}

/// Begin and end of a step.
impl<T: Real> Constraint<T> {
    /// A joint between these bodies, in space or in the plane, without rows.
    pub fn new(bodies: [usize; 2], in_plane: bool) -> Self {
        Self {
            bodies,
            in_plane,
            at: [0, 1],
            inverse_mass: [T::ZERO; 2],
            inverse_inertia: [zero(); 2],
            arms: [Vec3::ZERO; 2],
            reach: [T::ZERO; 2],
            linear: Block::NONE,
            angular: Block::NONE,
            count: 0,
            rows: [Row::NONE; MAX_ROWS],
            h: T::ZERO,
            unseen: T::ZERO,
            in_tree: false,
            active: [false; MAX_ROWS],
        }
    }

    /// Starts a step without rows, with the load of the last step, for sub-steps of length `h`.
    pub fn begin_step(&mut self, load: &Load<T>, h: T) {
        self.linear = Block { impulse: load.linear * h, ..Block::NONE };
        self.angular = Block { impulse: load.angular * h, ..Block::NONE };
        for (row, &force) in self.rows.iter_mut().zip(&load.rows) {
            *row = Row { impulse: force * h, ..Row::NONE };
        }
        (self.h, self.count, self.active) = (h, 0, [false; MAX_ROWS]);
    }

    /// Starts a sub-step for the bodies as they are now. Impulses stay.
    pub fn begin(&mut self, ends: &Ends<T>, inverse_mass: [T; 2], inverse_inertia: [Mat3<T>; 2]) {
        (self.inverse_mass, self.inverse_inertia) = (inverse_mass, inverse_inertia);
        self.reach = ends.reach;
        self.arms = ends.arms;
        self.count = 0;
    }

    /// Clears impulses, and disables drives, friction and springs.
    pub fn only_hold(&mut self) {
        (self.linear.impulse, self.angular.impulse) = (Vec3::ZERO, Vec3::ZERO);
        if self.angular.strength < T::INFINITY {
            self.angular.strength = T::ZERO;
        }
        for row in &mut self.rows {
            row.impulse = T::ZERO;
            match row.rule {
                Rule::Drive(_) => row.strength = T::ZERO,
                Rule::Spring(..) => row.mass = T::ZERO,
                Rule::Hold | Rule::Limit => {}
            }
        }
    }

    /// Drops its impulses.
    pub fn forget(&mut self) {
        (self.linear.impulse, self.angular.impulse) = (Vec3::ZERO, Vec3::ZERO);
        self.rows.iter_mut().for_each(|row| row.impulse = T::ZERO);
    }

    /// The impulse on B at the joint's point, from the rows that hold it there.
    pub fn pull(&self) -> Vec3<T> {
        self.linear.impulse
    }

    /// The load of this sub-step.
    pub fn load(&self) -> Load<T> {
        let per = T::ONE / self.h;
        let mut rows = self.rows.map(|row| row.impulse * per);
        rows[self.count..].fill(T::ZERO);
        let mut load = Load {
            linear: self.linear.impulse * per,
            angular: self.angular.impulse * per,
            rows,
            force: Vec3::ZERO,
            torque: Vec3::ZERO,
        };
        (load.force, load.torque) = (load.linear, load.angular);
        for (row, &size) in self.rows[..self.count].iter().zip(&load.rows) {
            load.force += row.along * size;
            load.torque += (row.turns[1] - self.arms[1].cross(row.along)) * size;
        }
        load
    }
}

/// Passes of a step.
impl<T: Real> Constraint<T> {
    /// Warm start: applies the impulses of the last sub-step again.
    pub fn warm_start(&self, bodies: &mut [Twist<T>]) {
        let (mut along, mut turns) = (self.linear.impulse, [self.angular.impulse; 2]);
        for (turn, arm) in turns.iter_mut().zip(self.arms) {
            *turn += arm.cross(along);
        }
        for row in &self.rows[..self.count] {
            along += row.along * row.impulse;
            turns[0] += row.turns[0] * row.impulse;
            turns[1] += row.turns[1] * row.impulse;
        }
        self.apply(bodies, along, turns);
    }

    /// Slows down a body whose arm would turn too far in the sub-step; see [`MOST_TURN`].
    #[inline(always)]
    pub fn brake(&self, bodies: &mut [Twist<T>]) {
        for (i, arm) in self.arms.iter().enumerate() {
            let spin = &mut bodies[self.at[i]][1];
            let most = T::of(MOST_TURN) / self.h;
            let squared = arm.norm_squared();
            let swing = spin.cross(*arm).norm_squared();
            if swing > most * most * squared && self.inverse_mass[i] > T::ZERO {
                let along = *arm * (arm.dot(*spin) / squared);
                *spin = along + (*spin - along) * (most * (squared / swing).sqrt());
            }
        }
    }

    /// Limits the velocities of both bodies after a pass.
    pub fn limit_speeds(&mut self, bodies: &mut [Twist<T>]) {
        let mut fast = false;
        for (i, &at) in self.at.iter().enumerate() {
            if self.inverse_mass[i] > T::ZERO {
                fast |= limit_speed(&mut bodies[at], self.reach[i], self.h);
            }
        }
        if fast {
            self.forget_impulses();
        }
    }

    /// Clears its impulses.
    pub fn forget_impulses(&mut self) {
        (self.linear.impulse, self.angular.impulse) = (Vec3::ZERO, Vec3::ZERO);
        self.rows.iter_mut().for_each(|row| row.impulse = T::ZERO);
    }

    /// One pass over all rows that are not solved in a tree. Equality rows come last. Returns whether bodies were moved.
    pub fn solve(&mut self, bodies: &mut [Twist<T>], pass: &JointPass<T>) -> bool {
        let mut moved = false;
        for i in 0..self.count {
            if !self.row_in_tree(i) {
                moved |= self.solve_row(i, bodies, pass);
            }
        }
        let brakes = self.angular.strength < T::INFINITY;
        if (brakes || !self.in_tree) && self.angular.mass != zero() {
            let [a, b] = self.at.map(|i| bodies[i]);
            let change = self.angular.solve(b[1] - a[1], pass, self.turn_push(pass));
            self.apply(bodies, Vec3::ZERO, [change; 2]);
            moved |= change != Vec3::ZERO;
        }
        if !self.in_tree && self.linear.mass != zero() {
            let [a, b] = self.at.map(|i| bodies[i]);
            let speed = b[0] + b[1].cross(self.arms[1]) - a[0] - a[1].cross(self.arms[0]);
            let change = self.linear.solve(speed, pass, pass.push[0]);
            self.apply(bodies, change, self.arms.map(|arm| arm.cross(change)));
            moved |= change != Vec3::ZERO;
        }
        moved
    }

    /// Limit on the angular speed at which errors are corrected: no faster than the other limit at the end of the longer arm.
    fn turn_push(&self, pass: &JointPass<T>) -> T {
        let [push, turn] = pass.push;
        let longest = self.arms[0].norm_squared().max(self.arms[1].norm_squared());
        if turn * turn * longest > push * push { push / longest.sqrt() } else { turn }
    }

    /// Solves one row; returns whether bodies were moved.
    fn solve_row(&mut self, i: usize, bodies: &mut [Twist<T>], pass: &JointPass<T>) -> bool {
        let row = &self.rows[i];
        let speed = row.speed(self.at.map(|i| bodies[i]));
        if row.rule == Rule::Limit && row.impulse == T::ZERO && row.error + speed * pass.h > T::ZERO {
            // It is not reached in this sub-step.
            return false;
        }
        let row = *row;
        let (mut mass_part, mut impulse_part) = (T::ONE, T::ZERO);
        match (row.rule, pass.softness) {
            (Rule::Limit, Some(softness)) if row.error <= T::ZERO => {
                (mass_part, impulse_part) = (softness.mass_part, softness.impulse_part);
            }
            (Rule::Hold, Some(softness)) => {
                (mass_part, impulse_part) = (softness.mass_part, softness.impulse_part);
            }
            (Rule::Spring(_, give), Some(_)) => {
                mass_part = T::ONE / (T::ONE + give * row.mass);
                impulse_part = T::ONE - mass_part;
            }
            (Rule::Spring(..), None) => return false,
            (Rule::Drive(_), _) | (Rule::Hold | Rule::Limit, _) => {}
        }
        let change = row.mass * mass_part * (row.target(pass) - speed) - impulse_part * row.impulse;
        let new = row.bounded(row.impulse + change, pass.h);
        let change = new - row.impulse;
        if change == T::ZERO {
            return false;
        }
        self.rows[i].impulse = new;
        self.apply(bodies, row.along * change, row.turns.map(|turn| turn * change));
        true
    }

    /// Applies an impulse to B and its opposite to A, with the angular parts.
    fn apply(&self, bodies: &mut [Twist<T>], along: Vec3<T>, turns: [Vec3<T>; 2]) {
        let a = &mut bodies[self.at[0]];
        a[0] -= along * self.inverse_mass[0];
        a[1] -= self.inverse_inertia[0] * turns[0];
        let b = &mut bodies[self.at[1]];
        b[0] += along * self.inverse_mass[1];
        b[1] += self.inverse_inertia[1] * turns[1];
    }
}

impl<T: Real> Row<T> {
    const NONE: Self = Self {
        along: Vec3::ZERO,
        turns: [Vec3::ZERO; 2],
        mass: T::ZERO,
        error: T::ZERO,
        rule: Rule::Hold,
        strength: T::ZERO,
        impulse: T::ZERO,
    };

    /// Ċ, from velocities and angular velocities of A and B.
    fn speed(&self, [a, b]: [Twist<T>; 2]) -> T {
        self.along.dot(b[0] - a[0]) + self.turns[1].dot(b[1]) - self.turns[0].dot(a[1])
    }

    /// The target rate.
    fn target(&self, pass: &JointPass<T>) -> T {
        match (self.rule, pass.softness) {
            (Rule::Drive(speed), _) => speed,
            (Rule::Spring(rate, _), _) => -rate * self.error,
            // Speculative: it may approach by that much.
            (Rule::Limit, _) if self.error > T::ZERO => -self.error / pass.h,
            (Rule::Hold | Rule::Limit, Some(softness)) => {
                let push = pass.push[usize::from(self.along == Vec3::ZERO)];
                (-softness.bias_rate * self.error).min(push).max(-push)
            }
            (Rule::Hold | Rule::Limit, None) => T::ZERO,
        }
    }

    /// The impulse, clamped to the bounds of the row in a time `h`.
    fn bounded(&self, impulse: T, h: T) -> T {
        match self.rule {
            Rule::Limit => impulse.max(T::ZERO),
            Rule::Drive(_) => impulse.min(self.strength * h).max(-self.strength * h),
            Rule::Hold | Rule::Spring(..) => impulse,
        }
    }

    /// Whether it acts along the same line as another row.
    fn is_along(&self, other: &Self) -> bool {
        let along = |sign: T| self.along == other.along * sign && self.turns[1] == other.turns[1] * sign;
        along(T::ONE) || along(-T::ONE)
    }
}

impl<T: Real> Block<T> {
    const NONE: Self = Self {
        axes: [Vec3::ZERO; 3],
        count: 0,
        mass: Mat3::diagonal(T::ZERO, T::ZERO, T::ZERO),
        error: Vec3::ZERO,
        strength: T::INFINITY,
        impulse: Vec3::ZERO,
    };

    fn hold(&mut self, axes: &[Vec3<T>], mass: Mat3<T>, error: Vec3<T>) {
        self.axes[..axes.len()].copy_from_slice(axes);
        self.count = axes.len();
        (self.mass, self.error, self.strength) = (mass, error, T::INFINITY);
    }

    /// The bias velocity that corrects its error, negated.
    fn bias(&self, softness: &Softness<T>, push: T) -> Vec3<T> {
        let bias = self.error * softness.bias_rate;
        let size = bias.norm();
        if size > push { bias * (push / size) } else { bias }
    }

    /// The change of its impulse for bodies at this speed.
    fn solve(&mut self, speed: Vec3<T>, pass: &JointPass<T>, push: T) -> Vec3<T> {
        let last = self.impulse;
        if self.strength < T::INFINITY {
            let new = last - self.mass * speed;
            let (size, most) = (new.norm(), self.strength * pass.h);
            self.impulse = if size > most { new * (most / size) } else { new };
        } else if let Some(softness) = pass.softness {
            let bias = self.bias(&softness, push);
            self.impulse -= self.mass * (speed + bias) * softness.mass_part + last * softness.impulse_part;
        } else {
            self.impulse -= self.mass * speed;
        }
        self.impulse - last
    }
}

fn zero<T: Real>() -> Mat3<T> {
    Mat3::diagonal(T::ZERO, T::ZERO, T::ZERO)
}
