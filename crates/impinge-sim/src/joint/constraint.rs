//! The rows of a joint, and how they are solved one by one: once for all kinds. Those that hold the bodies of a tree together are
//! solved in `tree.rs`.
//!
//! A joint has up to two blocks, one of a force at its point and one of a torque, each with up to three rows that are solved at once,
//! and up to four rows solved by themselves: limits, motors, friction, springs. A block keeps the inverse of its K as a matrix in the
//! world. With the rows e_i of the block that is Σ (E K Eᵀ)⁻¹_ij e_i e_jᵀ: what is not to be held is not felt.
//!
//! A row changes the speed of two bodies by their own masses, whatever hangs on them. So where a joint is in a tree, a limit that is met
//! and a motor or friction that is strong enough are solved with the tree, and by themselves only while they are not.
//!
//! Softness is that of Catto ("Soft Constraints", 2011): see the formulas at [`Softness`]. A pass with softness undoes errors, a
//! relaxing pass without takes out the speed that this gave.

use impinge::math::Mat3;
use impinge::{Real, Vec3};

use super::place::Ends;
use crate::body::State;

/// At most this many rows beside the blocks: a hinge has two limits, friction and a motor.
pub(crate) const MAX_ROWS: usize = 4;

/// At most this many rows hold two bodies together: those of a weld.
pub(crate) const MAX_HELD: usize = 6;

/// How soft a constraint is. One of angular frequency ω and damping ratio ζ over a time h has, with a = 2 ζ + h ω: the rate ω / a at
/// which an error is undone, and the parts h ω a / (1 + h ω a) of the mass and 1 / (1 + h ω a) of the impulse so far.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Softness<T> {
    pub bias_rate: T,
    pub mass_part: T,
    pub impulse_part: T,
}

impl<T: Real> Softness<T> {
    pub fn new(frequency: T, damping_ratio: T, h: T) -> Self {
        let omega = T::TWO * T::PI * frequency;
        let a = T::TWO * damping_ratio + h * omega;
        let part = h * omega * a;
        let impulse_part = T::ONE / (T::ONE + part);
        Self { bias_rate: omega / a, mass_part: part * impulse_part, impulse_part }
    }
}

/// What a pass over joints does.
#[derive(Clone, Copy, Debug)]
pub(crate) struct JointPass<T> {
    /// Length of the sub-step.
    pub h: T,
    /// How errors are undone; none in a relaxing pass.
    pub softness: Option<Softness<T>>,
    /// Errors are undone at no more than this speed, and angular speed.
    pub push: [T; 2],
}

/// What a row does.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Rule<T> {
    /// C = 0.
    Hold,
    /// C ≥ 0.
    Limit,
    /// Ċ = the speed given.
    Drive(T),
    /// A spring: the rate at which C is undone, and how far it gives way to an impulse.
    Spring(T, T),
}

/// A row of J that is solved by itself.
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
    /// The force or torque of a drive is at most this.
    strength: T,
    impulse: T,
}

/// Rows that are solved at once.
#[derive(Clone, Copy, Debug)]
struct Block<T> {
    /// Its rows, as unit vectors.
    axes: [Vec3<T>; 3],
    count: usize,
    /// The inverse of its K, in the world.
    mass: Mat3<T>,
    /// C, as a vector of the world.
    error: Vec3<T>,
    /// Friction holds no more than this torque; infinite for what is held.
    strength: T,
    impulse: Vec3<T>,
}

/// A joint during a step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Constraint<T: Real> {
    pub bodies: [usize; 2],
    inverse_mass: [T; 2],
    inverse_inertia: [Mat3<T>; 2],
    arms: [Vec3<T>; 2],
    linear: Block<T>,
    angular: Block<T>,
    count: usize,
    rows: [Row<T>; MAX_ROWS],
    h: T,
    /// Whether the rows that must hold are solved with those of a tree.
    pub in_tree: bool,
    /// Which other rows are, in this sub-step: limits that are met, drives that are strong enough.
    active: [bool; MAX_ROWS],
}

/// A row that must hold, for the solver of trees.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HeldRow<T> {
    /// Ċ = along · (v_B − v_A) + turn_B · w_B − turn_A · w_A.
    pub along: Vec3<T>,
    pub turns: [Vec3<T>; 2],
    of: HeldBy,
}

/// What a held row belongs to.
#[derive(Clone, Copy, Debug)]
enum HeldBy {
    Linear,
    Angular,
    Row(usize),
}

/// The speeds at which errors are undone, negated: of both blocks and of the rows.
pub(crate) type Bias<T> = ([Vec3<T>; 2], [T; MAX_ROWS]);

impl<T: Real> HeldRow<T> {
    /// Its part.
    pub fn bias(&self, bias: &Bias<T>) -> T {
        match self.of {
            HeldBy::Linear => bias.0[0].dot(self.along),
            HeldBy::Angular => bias.0[1].dot(self.turns[0]),
            HeldBy::Row(i) => bias.1[i],
        }
    }
}

/// Forces and torques of a joint in the last sub-step, kept for the next.
#[derive(Clone, Copy, Debug, Default, serde::Serialize, serde::Deserialize)]
pub(crate) struct Load<T> {
    linear: Vec3<T>,
    angular: Vec3<T>,
    rows: [T; MAX_ROWS],
    /// All together, on B.
    pub force: Vec3<T>,
    pub torque: Vec3<T>,
}

/// The rows that a kind asks for.
impl<T: Real> Constraint<T> {
    /// A joint without rows that begins with the load of the last step.
    pub fn new(bodies: [usize; 2], load: &Load<T>, h: T) -> Self {
        let block = |impulse| Block {
            axes: [Vec3::ZERO; 3],
            count: 0,
            mass: zero(),
            error: Vec3::ZERO,
            strength: T::INFINITY,
            impulse,
        };
        let row = |impulse| Row {
            along: Vec3::ZERO,
            turns: [Vec3::ZERO; 2],
            mass: T::ZERO,
            error: T::ZERO,
            rule: Rule::Hold,
            strength: T::ZERO,
            impulse,
        };
        Self {
            bodies,
            inverse_mass: [T::ZERO; 2],
            inverse_inertia: [zero(); 2],
            arms: [Vec3::ZERO; 2],
            linear: block(load.linear * h),
            angular: block(load.angular * h),
            count: 0,
            rows: load.rows.map(|force| row(force * h)),
            h,
            in_tree: false,
            active: [false; MAX_ROWS],
        }
    }

    /// For bodies that stand as they do now. Impulses stay.
    pub fn begin(&mut self, ends: &Ends<T>, states: [&State<T>; 2]) {
        self.inverse_mass = states.map(|s| s.inverse_mass);
        self.inverse_inertia = states.map(State::world_inverse_inertia);
        self.arms = ends.arms;
        self.count = 0;
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

    /// Holds the points together: K = (1/m_A + 1/m_B) 1 − [r_A] I_A⁻¹ [r_A] − [r_B] I_B⁻¹ [r_B], [r] the matrix of r ×.
    pub fn hold_points(&mut self, error: Vec3<T>) {
        let k = self.point_k();
        self.linear.hold(&[0, 1, 2].map(Vec3::axis), k.inverse().unwrap_or(zero()), error);
    }

    /// Holds the points on a line along `free`, across which are `s` and `t`.
    pub fn hold_line(&mut self, free: Vec3<T>, [s, t]: [Vec3<T>; 2], error: Vec3<T>) {
        let k = self.point_k();
        self.linear.hold(&[s, t], inverse_across(k, s, t), error);
        self.linear.impulse -= free * free.dot(self.linear.impulse);
    }

    /// Holds the orientation: K = I_A⁻¹ + I_B⁻¹.
    pub fn hold_turn(&mut self, error: Vec3<T>) {
        let k = self.turn_k();
        self.angular.hold(&[0, 1, 2].map(Vec3::axis), k.inverse().unwrap_or(zero()), error);
    }

    /// Holds the orientation of the axis `free`, across which are `s` and `t`.
    pub fn hold_axis(&mut self, free: Vec3<T>, [s, t]: [Vec3<T>; 2], error: Vec3<T>) {
        let k = self.turn_k();
        self.angular.hold(&[s, t], inverse_across(k, s, t), error);
        self.angular.impulse -= free * free.dot(self.angular.impulse);
    }

    /// Holds the angle about the unit vector `d`.
    pub fn hold_angle(&mut self, d: Vec3<T>, error: T) {
        let mass = inverse(d.dot(self.turn_k() * d));
        let mass = Mat3::from_columns(d * (d.x * mass), d * (d.y * mass), d * (d.z * mass));
        self.angular.hold(&[d], mass, d * error);
        self.angular.impulse = d * d.dot(self.angular.impulse);
    }

    /// Friction against all turning, of no more than this torque.
    pub fn brake_turn(&mut self, torque: T) {
        let k = self.turn_k();
        self.angular.hold(&[], k.inverse().unwrap_or(zero()), Vec3::ZERO);
        self.angular.strength = torque;
    }

    /// low ≤ position ≤ high, as C = position − low ≥ 0 and C = high − position ≥ 0; `direction` has the rate of the position.
    pub fn limit(&mut self, direction: Direction<T>, position: T, [low, high]: [T; 2]) {
        self.push(direction, T::ONE, position - low, Rule::Limit, T::INFINITY);
        self.push(direction, -T::ONE, high - position, Rule::Limit, T::INFINITY);
    }

    /// C = most − position ≥ 0.
    pub fn limit_above(&mut self, direction: Direction<T>, position: T, most: T) {
        self.push(direction, -T::ONE, most - position, Rule::Limit, T::INFINITY);
    }

    /// An angle within limits. It is measured from their middle, so that its jump by 2 π is opposite to it.
    pub fn limit_angle(&mut self, axis: Vec3<T>, angle: T, [low, high]: [T; 2]) {
        let (middle, half) = ((low + high) * T::HALF, (high - low) * T::HALF);
        self.limit(Direction::Turn(axis), wrapped(angle - middle), [-half, half]);
    }

    /// The rate becomes `speed`, by a force or torque of no more than `strength`.
    pub fn drive(&mut self, direction: Direction<T>, speed: T, strength: T) {
        self.push(direction, T::ONE, T::ZERO, Rule::Drive(speed), strength);
    }

    /// C = error = 0.
    pub fn hold(&mut self, direction: Direction<T>, error: T) {
        self.push(direction, T::ONE, error, Rule::Hold, T::INFINITY);
    }

    /// A force −k C − c Ċ at the end of the sub-step: Ċ + k / (c + h k) C + λ / (h (c + h k)) = 0 with the impulse λ.
    pub fn spring(&mut self, direction: Direction<T>, error: T, stiffness: T, damping: T) {
        let firm = damping + self.h * stiffness;
        let rule = Rule::Spring(stiffness / firm, T::ONE / (self.h * firm));
        self.push(direction, T::ONE, error, rule, T::INFINITY);
    }

    fn push(&mut self, direction: Direction<T>, sign: T, error: T, rule: Rule<T>, strength: T) {
        let (along, turns) = match direction {
            Direction::Along(d) => (d, self.arms.map(|arm| arm.cross(d))),
            Direction::Turn(d) => (Vec3::ZERO, [d, d]),
            Direction::Turns(a, b) => (Vec3::ZERO, [-a, b]),
        };
        let [m, n] = self.inverse_mass;
        let [i, j] = self.inverse_inertia;
        let k = (m + n) * along.norm_squared() + turns[0].dot(i * turns[0]) + turns[1].dot(j * turns[1]);
        let row = &mut self.rows[self.count];
        *row = Row {
            along: along * sign,
            turns: turns.map(|turn| turn * sign),
            mass: inverse(k),
            error,
            rule,
            strength,
            impulse: row.impulse,
        };
        self.count += 1;
    }

    fn point_k(&self) -> Mat3<T> {
        let m = self.inverse_mass[0] + self.inverse_mass[1];
        let mut k = Mat3::diagonal(m, m, m);
        for (arm, inertia) in self.arms.iter().zip(self.inverse_inertia) {
            let r = cross_matrix(*arm);
            k -= r * inertia * r;
        }
        k
    }

    fn turn_k(&self) -> Mat3<T> {
        self.inverse_inertia[0] + self.inverse_inertia[1]
    }
}

/// In which way a row acts.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Direction<T> {
    /// A force at the joint's point.
    Along(Vec3<T>),
    /// A torque.
    Turn(Vec3<T>),
    /// A torque on each body for itself.
    Turns(Vec3<T>, Vec3<T>),
}

/// The passes of a step.
impl<T: Real> Constraint<T> {
    /// Applies the impulses of the last sub-step again.
    pub fn warm_start(&self, states: &mut [State<T>]) {
        let (mut along, mut turns) = (self.linear.impulse, [self.angular.impulse; 2]);
        for (turn, arm) in turns.iter_mut().zip(self.arms) {
            *turn += arm.cross(along);
        }
        for row in &self.rows[..self.count] {
            along += row.along * row.impulse;
            turns[0] += row.turns[0] * row.impulse;
            turns[1] += row.turns[1] * row.impulse;
        }
        self.apply(states, along, turns);
    }

    /// One pass over all rows that are not solved in a tree. Those that must hold come last.
    pub fn solve(&mut self, states: &mut [State<T>], pass: &JointPass<T>) {
        for i in 0..self.count {
            if !self.row_in_tree(i) {
                self.solve_row(i, states, pass);
            }
        }
        let brakes = self.angular.count == 0;
        if self.angular.mass != zero() && (brakes || !self.in_tree) {
            let [a, b] = self.bodies.map(|i| &states[i]);
            let change = self.angular.solve(b.angular_velocity - a.angular_velocity, pass, pass.push[1]);
            self.apply(states, Vec3::ZERO, [change; 2]);
        }
        if self.linear.mass != zero() && !self.in_tree {
            let [a, b] = self.bodies.map(|i| &states[i]);
            let speed = b.velocity_at(self.arms[1]) - a.velocity_at(self.arms[0]);
            let change = self.linear.solve(speed, pass, pass.push[0]);
            self.apply(states, change, self.arms.map(|arm| arm.cross(change)));
        }
    }

    fn solve_row(&mut self, i: usize, states: &mut [State<T>], pass: &JointPass<T>) {
        let row = self.rows[i];
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
            (Rule::Spring(..), None) => return,
            (Rule::Drive(_), _) | (Rule::Hold | Rule::Limit, _) => {}
        }
        let speed = self.row_speed(&row, states);
        let change = row.mass * mass_part * (row.target(pass) - speed) - impulse_part * row.impulse;
        let new = row.bounded(row.impulse + change, pass.h);
        let change = new - row.impulse;
        self.rows[i].impulse = new;
        self.apply(states, row.along * change, row.turns.map(|turn| turn * change));
    }

    /// Ċ of a row.
    fn row_speed(&self, row: &Row<T>, states: &[State<T>]) -> T {
        let [a, b] = self.bodies.map(|i| &states[i]);
        row.along.dot(b.velocity - a.velocity) + row.turns[1].dot(b.angular_velocity)
            - row.turns[0].dot(a.angular_velocity)
    }

    /// An impulse on B and its opposite on A, with what turns them.
    fn apply(&self, states: &mut [State<T>], along: Vec3<T>, turns: [Vec3<T>; 2]) {
        let a = &mut states[self.bodies[0]];
        a.velocity -= along * self.inverse_mass[0];
        a.angular_velocity -= self.inverse_inertia[0] * turns[0];
        let b = &mut states[self.bodies[1]];
        b.velocity += along * self.inverse_mass[1];
        b.angular_velocity += self.inverse_inertia[1] * turns[1];
    }
}

/// What the solver of trees needs.
impl<T: Real> Constraint<T> {
    /// Whether it holds the place of one body against the other, so that it may be in a tree.
    pub fn holds_place(&self) -> bool {
        let rod = |row: &Row<T>| row.rule == Rule::Hold && row.along != Vec3::ZERO;
        self.linear.count > 0 || self.rows[..self.count].iter().any(rod)
    }

    /// 1/m and I⁻¹ of one of its bodies.
    pub fn response(&self, body: usize) -> (T, Mat3<T>) {
        (self.inverse_mass[body], self.inverse_inertia[body])
    }

    fn row_in_tree(&self, i: usize) -> bool {
        self.in_tree && (self.active[i] || self.rows[i].rule == Rule::Hold)
    }

    /// Chooses the limits and drives that are solved with the tree: limits that push or would be passed in a sub-step of length `h`,
    /// and drives whose strength is not spent, or of which less is wanted. Of rows along one direction only the first.
    pub fn choose(&mut self, states: &[State<T>], h: T) {
        self.active = [false; MAX_ROWS];
        for i in 0..self.count {
            let row = self.rows[i];
            let speed = self.row_speed(&row, states);
            let wanted = match row.rule {
                Rule::Limit => row.impulse > T::ZERO || row.error + speed * h < T::ZERO,
                Rule::Drive(target) => {
                    row.impulse.abs() < row.strength * h || (target - speed) * row.impulse < T::ZERO
                }
                Rule::Hold | Rule::Spring(..) => false,
            };
            let same = |j: usize| self.active[j] && self.rows[j].is_along(&row);
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
    pub fn take_out(&mut self, held: &HeldRow<T>, change: T, all: bool, states: &mut [State<T>]) -> bool {
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
        self.apply(states, row.along * change, row.turns.map(|turn| turn * change));
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

    /// The speeds at which a pass undoes errors.
    pub fn held_bias(&self, pass: &JointPass<T>) -> Bias<T> {
        let [push, turn] = pass.push;
        let blocks = match pass.softness {
            Some(softness) => [self.linear.bias(&softness, push), self.angular.bias(&softness, turn)],
            None => [Vec3::ZERO; 2],
        };
        (blocks, self.rows.map(|row| -row.target(pass)))
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

impl<T: Real> Row<T> {
    /// The rate that it wants.
    fn target(&self, pass: &JointPass<T>) -> T {
        match (self.rule, pass.softness) {
            (Rule::Drive(speed), _) => speed,
            (Rule::Spring(rate, _), _) => -rate * self.error,
            // It may come nearer by that much.
            (Rule::Limit, _) if self.error > T::ZERO => -self.error / pass.h,
            (Rule::Hold | Rule::Limit, Some(softness)) => {
                let push = pass.push[usize::from(self.along == Vec3::ZERO)];
                (-softness.bias_rate * self.error).min(push).max(-push)
            }
            (Rule::Hold | Rule::Limit, None) => T::ZERO,
        }
    }

    /// The impulse, as far as the row can give it in a time `h`.
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
    fn hold(&mut self, axes: &[Vec3<T>], mass: Mat3<T>, error: Vec3<T>) {
        self.axes[..axes.len()].copy_from_slice(axes);
        self.count = axes.len();
        (self.mass, self.error, self.strength) = (mass, error, T::INFINITY);
    }

    /// The speed at which its error is undone, negated.
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

/// The angle plus or minus 2 π, from −π to π; it is from −3 π to 3 π.
fn wrapped<T: Real>(angle: T) -> T {
    if angle > T::PI {
        angle - T::TWO * T::PI
    } else if angle < -T::PI {
        angle + T::TWO * T::PI
    } else {
        angle
    }
}

/// 1 / k, and 0 where nothing gives way.
fn inverse<T: Real>(k: T) -> T {
    if k > T::ZERO { T::ONE / k } else { T::ZERO }
}

/// Σ (E k Eᵀ)⁻¹_ij e_i e_jᵀ for the rows s and t.
fn inverse_across<T: Real>(k: Mat3<T>, s: Vec3<T>, t: Vec3<T>) -> Mat3<T> {
    let (ks, kt) = (k * s, k * t);
    let (a, b, d) = (s.dot(ks), s.dot(kt), t.dot(kt));
    let over = inverse(a * d - b * b);
    // The inverse of the 2 × 2 matrix, applied to (s · v, t · v) for each axis v.
    let column = |x: T, y: T| s * ((d * x - b * y) * over) + t * ((a * y - b * x) * over);
    Mat3::from_columns(column(s.x, t.x), column(s.y, t.y), column(s.z, t.z))
}

fn zero<T: Real>() -> Mat3<T> {
    Mat3::diagonal(T::ZERO, T::ZERO, T::ZERO)
}

/// The matrix of v ×.
fn cross_matrix<T: Real>(v: Vec3<T>) -> Mat3<T> {
    let zero = T::ZERO;
    Mat3::from_columns(Vec3::new(zero, v.z, -v.y), Vec3::new(-v.z, zero, v.x), Vec3::new(v.y, -v.x, zero))
}
