//! Interface of a joint for the tree solver.

use impinge::{Real, Vec3};

use super::{Constraint, MAX_HELD, MAX_ROWS, Rule};
use crate::body::State;
use crate::joint::pass::JointPass;
use crate::joint::speeds::Twist;

/// Location of an equality row: a row of a block, or a separate row.
#[derive(Clone, Copy, Debug)]
pub(crate) enum HeldBy {
    Linear(usize),
    Angular(usize),
    Row(usize),
}

/// Methods for the tree solver.
impl<T: Real> Constraint<T> {
    pub(super) fn row_in_tree(&self, i: usize) -> bool {
        self.in_tree && (self.active[i] || self.rows[i].rule == Rule::Hold)
    }

    /// Chooses the limits and drives that are solved with the tree: limits that push or would be passed in a sub-step of length `h`, and
    /// drives that are not at full strength, or need less than that. Among rows along one direction only the first is chosen.
    pub fn choose(&mut self, states: [&State<T>; 2], h: T) {
        self.active = [false; MAX_ROWS];
        for i in 0..self.count {
            let row = &self.rows[i];
            let speed = row.speed(states.map(|state| [state.velocity, state.angular_velocity]));
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

    /// Number of its rows: of both blocks, and others.
    pub fn counts(&self) -> [usize; 3] {
        [self.linear.count, self.angular.count, self.count]
    }

    /// Whether a row can apply this change of its impulse.
    pub fn within_bounds(&self, held: HeldBy, change: T) -> bool {
        let HeldBy::Row(i) = held else { return true };
        let row = &self.rows[i];
        let impulse = row.impulse + change;
        let beyond = (row.bounded(impulse, self.h) - impulse).abs();
        beyond <= self.unseen * row.mass
    }

    /// Clamps a row that cannot apply this change to the impulse of its bound. With `all`, rows that can apply it are also removed, with
    /// their current impulse. Returns whether the row is to be left out from now on.
    pub fn take_out(&mut self, held: HeldBy, change: T, all: bool, bodies: &mut [Twist<T>]) -> bool {
        let HeldBy::Row(i) = held else { return false };
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

    /// Arms from the centers of both bodies to the joint's point.
    pub fn arms(&self) -> [Vec3<T>; 2] {
        self.arms
    }

    /// Visits the equality rows and the chosen ones, at most [`MAX_HELD`]: each holds the motion of B relative to A along a vector, at
    /// the joint's point, or the rotation about it.
    pub fn each_held(&self, mut f: impl FnMut(HeldBy, Vec3<T>, bool)) {
        for (i, &along) in self.linear.axes[..self.linear.count].iter().enumerate() {
            f(HeldBy::Linear(i), along, false);
        }
        for (i, &turn) in self.angular.axes[..self.angular.count].iter().enumerate() {
            f(HeldBy::Angular(i), turn, true);
        }
        for (i, row) in self.rows[..self.count].iter().enumerate() {
            if self.row_in_tree(i) {
                // A row of a joint in a tree rotates both bodies about one vector, or acts at the joint's point.
                let is_turn = row.along == Vec3::ZERO;
                f(HeldBy::Row(i), if is_turn { row.turns[1] } else { row.along }, is_turn);
            }
        }
    }

    /// The target rates of these rows in a pass, times `sign`.
    pub fn held_targets(&self, held: &[HeldBy], pass: &JointPass<T>, sign: T) -> [T; MAX_HELD] {
        let [linear, angular] = match pass.softness {
            Some(softness) => [
                self.linear.bias(&softness, pass.push[0]),
                self.angular.bias(&softness, self.turn_push(pass)),
            ],
            None => [Vec3::ZERO; 2],
        };
        let mut targets = [T::ZERO; MAX_HELD];
        for (k, &by) in held.iter().enumerate() {
            let target = match by {
                HeldBy::Linear(i) => -linear.dot(self.linear.axes[i]),
                HeldBy::Angular(i) => -angular.dot(self.angular.axes[i]),
                HeldBy::Row(i) => self.rows[i].target(pass),
            };
            targets[k] = sign * target;
        }
        targets
    }

    /// Whether its points are held together, along the axes of the world.
    pub fn holds_points(&self) -> bool {
        self.linear.count == 3
    }

    /// Whether it holds points together and nothing else now.
    pub fn holds_only_points(&self) -> bool {
        self.holds_points() && self.angular.count == 0 && !(0..self.count).any(|i| self.row_in_tree(i))
    }

    /// Target velocity, in a pass, of B relative to A at the joint's point, for a joint that holds points.
    pub fn points_target(&self, pass: &JointPass<T>) -> Vec3<T> {
        pass.softness.map_or(Vec3::ZERO, |softness| -self.linear.bias(&softness, pass.push[0]))
    }

    /// Adds to the impulse of a joint that holds points.
    #[inline(always)]
    pub fn add_to_points(&mut self, impulse: Vec3<T>) {
        self.linear.impulse += impulse;
    }

    /// Adds to the impulse of a separate row.
    pub fn add_to_row(&mut self, held: HeldBy, impulse: T) {
        if let HeldBy::Row(i) = held {
            self.rows[i].impulse += impulse;
        }
    }

    /// Adds to the impulses of the blocks. Components that their rows do not hold must be 0; separate friction is not part of the tree.
    pub fn add_to_blocks(&mut self, [linear, angular]: [Vec3<T>; 2]) {
        if self.linear.count > 0 {
            self.linear.impulse += linear;
        }
        if self.angular.count > 0 {
            self.angular.impulse += angular;
        }
    }
}
