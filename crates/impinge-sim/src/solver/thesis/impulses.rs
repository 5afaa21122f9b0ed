//! Line 3 of the loop: impulses until every contact point separates.
//!
//! Symbols: n the normal from A to B, r the arms from the centers of mass to the point, u the velocity of B relative to A there. A point
//! with u·n < 0 gets the impulse −(1 + e) u·n / (n·K n) along n, where K is the inverse effective mass and e the restitution, and against
//! the tangential velocity the impulse that stops it, up to the friction times the impulse along n. Each point is a separate collision:
//! impulses are not accumulated and never reduced, as in the thesis.

use impinge::math::Mat3;
use impinge::{Real, Vec3};

use super::collisions::Collisions;
use crate::body::State;
use crate::material::Combine;

/// Prepared contact points.
#[derive(Clone, Debug)]
pub(super) struct Impulses<T: Real> {
    inertias: Vec<Mat3<T>>,
    points: Vec<Point<T>>,
}

/// A contact point.
#[derive(Clone, Copy, Debug)]
struct Point<T: Real> {
    bodies: [usize; 2],
    normal: Vec3<T>,
    arms: [Vec3<T>; 2],
    /// K: the change of speed by an impulse.
    softness: Mat3<T>,
    /// 1 / (n·K n).
    mass: T,
    friction: T,
    /// 1 + e.
    bounce: T,
}

impl<T: Real> Default for Impulses<T> {
    fn default() -> Self {
        Self { inertias: Vec::new(), points: Vec::new() }
    }
}

impl<T: Real> Impulses<T> {
    /// Returns the number of passes.
    pub fn separate(
        &mut self,
        states: &mut [State<T>],
        collisions: &Collisions<T>,
        iterations: usize,
    ) -> usize {
        self.prepare(states, collisions);
        for i in 0..iterations {
            let mut all_separate = true;
            for point in &self.points {
                all_separate &= point.separate(states, &self.inertias);
            }
            if all_separate {
                return i;
            }
        }
        iterations
    }

    fn prepare(&mut self, states: &[State<T>], collisions: &Collisions<T>) {
        self.inertias.clear();
        self.inertias.extend(states.iter().map(State::world_inverse_inertia));
        self.points.clear();
        for (collision, points) in collisions.iter() {
            let bodies = collision.bodies;
            let [a, b] = bodies.map(|i| &states[i]);
            let (m, n) = (&a.material, &b.material);
            let friction = Combine::of(m.combine_friction, n.combine_friction, m.friction, n.friction);
            let restitution =
                Combine::of(m.combine_restitution, n.combine_restitution, m.restitution, n.restitution);
            for &p in points {
                let arms = [p - a.center, p - b.center];
                let softness = softness(bodies, &arms, states, &self.inertias);
                let k = collision.normal.dot(softness * collision.normal);
                if k > T::ZERO {
                    let (normal, mass) = (collision.normal, T::ONE / k);
                    let bounce = T::ONE + restitution;
                    self.points.push(Point { bodies, normal, arms, softness, mass, friction, bounce });
                }
            }
        }
    }
}

impl<T: Real> Point<T> {
    /// Returns whether it already separated.
    fn separate(&self, states: &mut [State<T>], inertias: &[Mat3<T>]) -> bool {
        let u = self.speed(states);
        let approach = u.dot(self.normal);
        if approach >= T::ZERO {
            return true;
        }
        let push = -self.bounce * approach * self.mass;
        let mut impulse = self.normal * push;
        let across = u - self.normal * approach;
        let slip = across.norm();
        if slip > T::ZERO && self.friction > T::ZERO {
            let tangent = across / slip;
            let stop = slip / tangent.dot(self.softness * tangent);
            impulse -= tangent * stop.min(self.friction * push);
        }
        let [a, b] = self.bodies;
        states[a].velocity -= impulse * states[a].inverse_mass;
        states[a].angular_velocity -= inertias[a] * self.arms[0].cross(impulse);
        states[b].velocity += impulse * states[b].inverse_mass;
        states[b].angular_velocity += inertias[b] * self.arms[1].cross(impulse);
        false
    }

    /// Velocity of B relative to A.
    fn speed(&self, states: &[State<T>]) -> Vec3<T> {
        let [a, b] = self.bodies;
        states[b].velocity_at(self.arms[1]) - states[a].velocity_at(self.arms[0])
    }
}

/// K: an impulse at a point changes the velocity of B relative to A there by K times the impulse.
fn softness<T: Real>(
    bodies: [usize; 2],
    arms: &[Vec3<T>; 2],
    states: &[State<T>],
    inertias: &[Mat3<T>],
) -> Mat3<T> {
    let column = |axis: Vec3<T>| {
        let mut sum = Vec3::ZERO;
        for (&body, &arm) in bodies.iter().zip(arms) {
            sum += axis * states[body].inverse_mass + (inertias[body] * arm.cross(axis)).cross(arm);
        }
        sum
    };
    Mat3::from_columns(column(Vec3::axis(0)), column(Vec3::axis(1)), column(Vec3::axis(2)))
}
