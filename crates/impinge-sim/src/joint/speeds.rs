//! Velocities of bodies, as joints read and write them.

use impinge::{Real, Vec3};

use crate::solver_body::BySlot;
use crate::space::Space;

/// Velocity and angular velocity; or an impulse and its angular part.
pub(crate) type Twist<T> = [Vec3<T>; 2];

/// The velocities of all bodies, by index.
pub(crate) trait Speeds<T: Real>: Sync {
    fn twist(&self, place: usize) -> Twist<T>;
    fn set_twist(&mut self, place: usize, twist: Twist<T>);
}

impl<T: Real, V: Space<Scalar = T>> Speeds<T> for BySlot<'_, V> {
    fn twist(&self, place: usize) -> Twist<T> {
        self.find(place).map_or([Vec3::ZERO; 2], |body| body.twist())
    }

    fn set_twist(&mut self, place: usize, twist: Twist<T>) {
        if let Some(body) = self.find_mut(place) {
            body.set_twist(twist);
        }
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
