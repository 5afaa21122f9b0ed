//! What the solver of trees needs of a joint.

use impinge::{Real, Vec3};

use super::{Constraint, MAX_ROWS, Rule};
use crate::body::State;
use crate::joint::pass::JointPass;
use crate::joint::speeds::Twist;

/// A row that must hold, for the solver of trees.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HeldRow<T> {
    /// Ċ = along · (v_B − v_A) + turn_B · w_B − turn_A · w_A.
    pub along: Vec3<T>,
    pub turns: [Vec3<T>; 2],
    of: HeldBy,
}

impl<T: Real> HeldRow<T> {
    /// No row.
    pub const NONE: Self = Self { along: Vec3::ZERO, turns: [Vec3::ZERO; 2], of: HeldBy::Linear };
}

/// What a held row belongs to.
#[derive(Clone, Copy, Debug)]
enum HeldBy {
    Linear,
    Angular,
    Row(usize),
}

/// What the solver of trees needs.
impl<T: Real> Constraint<T> {
    pub(super) fn row_in_tree(&self, i: usize) -> bool {
        self.in_tree && (self.active[i] || self.rows[i].rule == Rule::Hold)
    }

    /// Chooses the limits and drives that are solved with the tree: limits that push or would be passed in a sub-step of length `h`,
    /// and drives whose strength is not spent, or of which less is wanted. Of rows along one direction only the first.
    pub fn choose(&mut self, states: &[State<T>], h: T) {
        self.active = [false; MAX_ROWS];
        for i in 0..self.count {
            let row = &self.rows[i];
            let speed =
                row.speed(self.bodies.map(|body| [states[body].velocity, states[body].angular_velocity]));
            let wanted = match row.rule {
                Rule::Limit => row.impulse > T::ZERO || row.error + speed * h < T::ZERO,
                Rule::Drive(target) => {
                    row.impulse.abs() < row.strength * h || (target - speed) * row.impulse < T::ZERO
                }
                Rule::Hold | Rule::Spring(..) => false,
            };
            let same = |j: usize| self.active[j] && self.rows[j].is_along(row);
            self.active[i] = wanted && row.mass > T::ZERO && !(0..i).any(same);
        }
    }

    /// Whether a row can give this change of its impulse.
    pub fn within_bounds(&self, held: &HeldRow<T>, change: T) -> bool {
        let HeldBy::Row(i) = held.of else { return true };
        let impulse = self.rows[i].impulse + change;
        self.rows[i].bounded(impulse, self.h) == impulse
    }

    /// Gives a row that cannot give this change the impulse of its bound. With `all`, also rows that can give it are taken out, with the
    /// impulse they have. Whether it is to be left out from now on.
    pub fn take_out(&mut self, held: &HeldRow<T>, change: T, all: bool, bodies: &mut [Twist<T>]) -> bool {
        let HeldBy::Row(i) = held.of else { return false };
        if self.rows[i].rule == Rule::Hold {
            return false;
        }
        if self.within_bounds(held, change) {
            return all;
        }
        let row = self.rows[i];
        let new = row.bounded(row.impulse + change, self.h);
        let change = new - row.impulse;
        self.rows[i].impulse = new;
        self.apply(bodies, row.along * change, row.turns.map(|turn| turn * change));
        true
    }

    /// The rows that must hold or are chosen, at most [`MAX_HELD`].
    pub fn each_held(&self, mut f: impl FnMut(HeldRow<T>)) {
        for &along in &self.linear.axes[..self.linear.count] {
            f(HeldRow { along, turns: self.arms.map(|arm| arm.cross(along)), of: HeldBy::Linear });
        }
        for &turn in &self.angular.axes[..self.angular.count] {
            f(HeldRow { along: Vec3::ZERO, turns: [turn; 2], of: HeldBy::Angular });
        }
        for (i, row) in self.rows[..self.count].iter().enumerate() {
            if self.row_in_tree(i) {
                f(HeldRow { along: row.along, turns: row.turns, of: HeldBy::Row(i) });
            }
        }
    }

    /// The rate that a row wants in a pass.
    pub fn held_target(&self, held: &HeldRow<T>, pass: &JointPass<T>) -> T {
        match (held.of, pass.softness) {
            (HeldBy::Row(i), _) => self.rows[i].target(pass),
            (HeldBy::Linear, Some(softness)) => -self.linear.bias(&softness, pass.push[0]).dot(held.along),
            (HeldBy::Angular, Some(softness)) => {
                -self.angular.bias(&softness, pass.push[1]).dot(held.turns[0])
            }
            (HeldBy::Linear | HeldBy::Angular, None) => T::ZERO,
        }
    }

    /// Adds to the impulse of a row that must hold.
    pub fn add_held(&mut self, held: &HeldRow<T>, impulse: T) {
        match held.of {
            HeldBy::Linear => self.linear.impulse += held.along * impulse,
            HeldBy::Angular => self.angular.impulse += held.turns[0] * impulse,
            HeldBy::Row(i) => self.rows[i].impulse += impulse,
        }
    }
}
