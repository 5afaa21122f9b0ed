//! Velocities of bodies, as joints read and write them.

use impinge::{Real, Vec3};

use crate::solver_body::SolverBody;

/// Velocity and angular velocity; or an impulse and its angular part.
pub(crate) type Twist<T> = [Vec3<T>; 2];

/// The velocities of all bodies, by index.
pub(crate) trait Speeds<T: Real>: Sync {
    fn twist(&self, place: usize) -> Twist<T>;
    fn set_twist(&mut self, place: usize, twist: Twist<T>);
}

impl<T: Real> Speeds<T> for [SolverBody<T>] {
    fn twist(&self, place: usize) -> Twist<T> {
        [self[place].velocity, self[place].angular_velocity]
    }

    fn set_twist(&mut self, place: usize, [velocity, angular_velocity]: Twist<T>) {
        (self[place].velocity, self[place].angular_velocity) = (velocity, angular_velocity);
    }
}

impl<T: Real> Speeds<T> for [Twist<T>] {
    fn twist(&self, place: usize) -> Twist<T> {
        self[place]
    }

    fn set_twist(&mut self, place: usize, twist: Twist<T>) {
        self[place] = twist;
    }
}
