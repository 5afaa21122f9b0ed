//! Builders for the rows of a joint kind.

use impinge::math::Mat3;
use impinge::{Real, Vec3};

use super::{Constraint, Row, Rule, zero};

/// Direction in which a row acts.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Direction<T> {
    /// A force at the joint's point.
    Along(Vec3<T>),
    /// A torque.
    Turn(Vec3<T>),
    /// A torque on each body, with its own axis.
    Turns(Vec3<T>, Vec3<T>),
}

/// Rows that joint kinds request.
impl<T: Real> Constraint<T> {
    /// Holds the points together: K = (1/m_A + 1/m_B) 1 − [r_A] I_A⁻¹ [r_A] − [r_B] I_B⁻¹ [r_B], [r] the matrix of r ×.
    pub fn hold_points(&mut self, error: Vec3<T>) {
        let mass = self.alone(|it| it.point_k().inverse().unwrap_or(zero()));
        self.linear.hold(&[0, 1, 2].map(Vec3::axis), mass, error);
    }

    /// Holds the points on a line along `free`; `s` and `t` are at right angles to it.
    pub fn hold_line(&mut self, free: Vec3<T>, [s, t]: [Vec3<T>; 2], error: Vec3<T>) {
        let mass = self.alone(|it| inverse_across(it.point_k(), s, t));
        self.linear.hold(&[s, t], mass, error);
        self.linear.impulse -= free * free.dot(self.linear.impulse);
    }

    /// Holds the orientation: K = I_A⁻¹ + I_B⁻¹.
    pub fn hold_turn(&mut self, error: Vec3<T>) {
        let mass = self.alone(|it| it.turn_k().inverse().unwrap_or(zero()));
        self.angular.hold(&[0, 1, 2].map(Vec3::axis), mass, error);
    }

    /// Holds the orientation of the axis `free`, unless nothing can tilt it; `s` and `t` are at right angles to it.
    pub fn hold_axis(&mut self, free: Vec3<T>, [s, t]: [Vec3<T>; 2], error: Vec3<T>) {
        if self.in_plane {
            return self.angular.impulse = Vec3::ZERO;
        }
        let mass = self.alone(|it| inverse_across(it.turn_k(), s, t));
        self.angular.hold(&[s, t], mass, error);
        self.angular.impulse -= free * free.dot(self.angular.impulse);
    }

    /// Holds the angle about the unit vector `d`.
    pub fn hold_angle(&mut self, d: Vec3<T>, error: T) {
        let mass = inverse(d.dot(self.turn_k() * d));
        let mass = Mat3::from_columns(d * (d.x * mass), d * (d.y * mass), d * (d.z * mass));
        self.angular.hold(&[d], mass, d * error);
        self.angular.impulse = d * d.dot(self.angular.impulse);
    }

    /// The inverse of K for a joint outside of a tree; a tree does not need it.
    fn alone(&self, inverse: impl Fn(&Self) -> Mat3<T>) -> Mat3<T> {
        if self.in_tree { zero() } else { inverse(self) }
    }

    /// Adds friction against all rotation, up to this torque.
    pub fn brake_turn(&mut self, torque: T) {
        let k = self.turn_k();
        self.angular.hold(&[], k.inverse().unwrap_or(zero()), Vec3::ZERO);
        self.angular.strength = torque;
    }

    /// Adds limits: low ≤ position ≤ high, as C = position − low ≥ 0 and C = high − position ≥ 0; `direction` gives the rate of the
    /// position.
    pub fn limit(&mut self, direction: Direction<T>, position: T, [low, high]: [T; 2]) {
        self.push(direction, T::ONE, position - low, Rule::Limit, T::INFINITY);
        // The same row, negated.
        let (low, row) = (self.rows[self.count - 1], &mut self.rows[self.count]);
        let (along, turns) = (-low.along, low.turns.map(|turn| -turn));
        *row = Row { along, turns, error: high - position, impulse: row.impulse, ..low };
        self.count += 1;
    }

    /// Adds an upper limit: C = most − position ≥ 0.
    pub fn limit_above(&mut self, direction: Direction<T>, position: T, most: T) {
        self.push(direction, -T::ONE, most - position, Rule::Limit, T::INFINITY);
    }

    /// Adds limits of an angle. It is measured from their middle, so that its jump by 2 π is opposite to it.
    pub fn limit_angle(&mut self, axis: Vec3<T>, angle: T, [low, high]: [T; 2]) {
        let (middle, half) = ((low + high) * T::HALF, (high - low) * T::HALF);
        self.limit(Direction::Turn(axis), wrapped(angle - middle), [-half, half]);
    }

    /// Adds a motor: the rate becomes `speed`, by a force or torque up to `strength`.
    pub fn drive(&mut self, direction: Direction<T>, speed: T, strength: T) {
        self.push(direction, T::ONE, T::ZERO, Rule::Drive(speed), strength);
    }

    /// Adds a row with C = error = 0.
    pub fn hold(&mut self, direction: Direction<T>, error: T) {
        self.push(direction, T::ONE, error, Rule::Hold, T::INFINITY);
    }

    /// Adds a spring: a force −k C − c Ċ at the end of the sub-step: Ċ + k / (c + h k) C + λ / (h (c + h k)) = 0 with the impulse λ.
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

/// Wraps an angle from −3 π to 3 π by 2 π into −π to π.
fn wrapped<T: Real>(angle: T) -> T {
    if angle > T::PI {
        angle - T::TWO * T::PI
    } else if angle < -T::PI {
        angle + T::TWO * T::PI
    } else {
        angle
    }
}

/// 1 / k, or 0 if k is 0: both bodies are immovable.
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

/// The matrix of v ×.
fn cross_matrix<T: Real>(v: Vec3<T>) -> Mat3<T> {
    let zero = T::ZERO;
    Mat3::from_columns(Vec3::new(zero, v.z, -v.y), Vec3::new(-v.z, zero, v.x), Vec3::new(v.y, -v.x, zero))
}
