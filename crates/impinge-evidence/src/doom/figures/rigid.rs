//! Rigid bodies whose state is their momentum, and pairs of vectors that act on them.
//!
//! **Symbols.** m mass, I inertia in the world, P = m v momentum, L = I w angular momentum about the center of mass. P and L are the state
//! (Baraff, "Physically Based Modeling", 1997), so that what no force changes is kept to rounding: a body that turns freely keeps L,
//! and its angular velocity follows the inertia that turns with it, without a gyroscopic torque.

use impinge::{Mat3, Pose, Vec3};

/// A vector and an axial vector: a velocity and an angular velocity, a force and a torque, or one half of a row of a Jacobian.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Six {
    pub linear: Vec3<f64>,
    pub angular: Vec3<f64>,
}

impl Six {
    pub fn dot(&self, other: &Self) -> f64 {
        self.linear.dot(other.linear) + self.angular.dot(other.angular)
    }

    pub fn times(&self, factor: f64) -> Self {
        Self { linear: self.linear * factor, angular: self.angular * factor }
    }

    pub fn plus(&self, other: &Self) -> Self {
        Self { linear: self.linear + other.linear, angular: self.angular + other.angular }
    }

    pub fn to_array(self) -> [f64; 6] {
        let (l, a) = (self.linear, self.angular);
        [l.x, l.y, l.z, a.x, a.y, a.z]
    }

    pub fn from_array([a, b, c, d, e, f]: [f64; 6]) -> Self {
        Self { linear: Vec3::new(a, b, c), angular: Vec3::new(d, e, f) }
    }
}

/// A rigid body. The origin of its frame is its center of mass.
#[derive(Clone, Debug)]
pub(crate) struct Rigid {
    pub pose: Pose<Vec3<f64>>,
    pub mass: f64,
    /// In its own frame.
    pub inertia: Mat3<f64>,
    pub momentum: Vec3<f64>,
    /// Angular momentum about the center of mass, in the world.
    pub spin: Vec3<f64>,
}

impl Rigid {
    /// A box of half lengths `half`, equally dense, that moves with the velocity and angular velocity `speed`.
    pub fn cuboid(half: [f64; 3], pose: Pose<Vec3<f64>>, mass: f64, speed: Six) -> Self {
        let [x, y, z] = half.map(|h| h * h * mass / 3.0);
        let inertia = Mat3::diagonal(y + z, z + x, x + y);
        let mut body = Self { pose, mass, inertia, momentum: speed.linear * mass, spin: Vec3::ZERO };
        body.spin = body.inertia_now() * speed.angular;
        body
    }

    /// I.
    pub fn inertia_now(&self) -> Mat3<f64> {
        let turn = self.pose.rotation().to_matrix();
        turn * self.inertia * turn.transpose()
    }

    /// v and w. No angular velocity if the inertia has no inverse: then the system of the step is singular and reports it.
    pub fn speed(&self) -> Six {
        self.response(&Six { linear: self.momentum, angular: self.spin })
    }

    /// M⁻¹ f: the acceleration that a force and a torque give.
    pub fn response(&self, force: &Six) -> Six {
        let turn = self.pose.rotation();
        let inverse = self.inertia.inverse().unwrap_or_default();
        Six { linear: force.linear / self.mass, angular: turn.rotate(inverse * turn.unrotate(force.angular)) }
    }

    /// Applies a force and a torque for a time.
    pub fn push(&mut self, force: &Six, time: f64) {
        self.momentum += force.linear * time;
        self.spin += force.angular * time;
    }

    /// Pose after moving for a time at its present velocity.
    pub fn moved(&self, time: f64) -> Pose<Vec3<f64>> {
        let speed = self.speed();
        let turn = self.pose.rotation().turned_by(speed.angular * time);
        Pose::try_new(self.pose.translation() + speed.linear * time, turn).unwrap_or(self.pose)
    }

    /// Kinetic energy, and the potential energy in a field of gravity that is 0 at the origin.
    pub fn energy(&self, gravity: Vec3<f64>) -> f64 {
        let speed = self.speed();
        0.5 * (self.momentum.dot(speed.linear) + self.spin.dot(speed.angular))
            - self.mass * gravity.dot(self.pose.translation())
    }
}

#[cfg(test)]
mod tests {
    use impinge::{Pose, Rot3, Vec3};

    use super::{Rigid, Six};

    #[test]
    fn momentum_is_the_state_and_velocity_follows_from_it() {
        let turn = Rot3::from_axis_angle([1.0, 2.0, 2.0], 0.7);
        let speed = Six { linear: Vec3::new(1.0, 2.0, 3.0), angular: Vec3::new(-1.0, 0.5, 2.0) };
        let body = Rigid::cuboid([0.1, 0.2, 0.4], Pose::new([1.0, 2.0, 3.0], turn), 3.0, speed);
        let found = body.speed();
        assert!((found.linear - speed.linear).norm() < 1e-14);
        assert!((found.angular - speed.angular).norm() < 1e-13);
        // 3 kg at the height 3, and 3 / 2 · (1 + 4 + 9) of motion; the rest comes from the rotation.
        let rest = body.energy(Vec3::new(0.0, 0.0, -10.0)) - 90.0 - 21.0;
        assert!((rest - 0.5 * body.spin.dot(speed.angular)).abs() < 1e-12 && rest > 0.0);
    }
}
