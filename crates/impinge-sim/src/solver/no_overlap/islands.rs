//! Islands of the no-overlap solver: bodies connected by contacts or joints, directly or through others. Energy is limited island by
//! island.
//!
//! | symbol | meaning |
//! |---|---|
//! | M | masses and inertias of an island |
//! | v | its velocities before impulses, gravity and forces of the sub-step included |
//! | Δ | the change of these velocities by impulses between its bodies, and with fixed ones |
//! | p, h | the change of a velocity by gravity and forces in unit time, and the time of the sub-step |
//!
//! With the fraction s of the impulses, bodies have the velocities v + s Δ and move by h (v + s Δ). Their kinetic energy, less the work
//! that gravity and forces do along these motions, then exceeds that before the sub-step by
//!
//! a s² + c s − k, with a = ½ Δ·MΔ, c = v·MΔ − h p·MΔ, k = ½ h² p·Mp,
//!
//! since h p was added to the velocities before. This is not above 0 up to the larger root s, which is positive. That fraction of the
//! impulses is kept, at most all of them. All are kept if they solve their contacts; fewer if the impulses of the last sub-step, used as
//! a warm start, were too large and the passes did not fully correct them.
//!
//! After all moves the velocities of an island are reduced by a common factor if its kinetic energy still exceeds its value before the
//! step plus the work of gravity and forces along the motions of its bodies.
//!
//! Islands that touch a moving kinematic body, or have a motor or a spring, are left alone: these do work.

use impinge::Real;

use super::contact::Contact;
use crate::body::{BodyKind, State};
use crate::joint::{Joints, Twist};

/// Islands, and sums over each.
#[derive(Clone, Debug, Default)]
pub(super) struct Islands<T> {
    /// By slot: a body of the same island with a smaller slot, or itself.
    parent: Vec<u32>,
    sums: Vec<Sums<T>>,
}

/// Sums over one island, stored at the slot of its root.
#[derive(Clone, Copy, Debug, Default)]
struct Sums<T> {
    /// a, c and k.
    square: T,
    linear: T,
    spare: T,
    /// Whether a kinematic body pushes, or a joint drives.
    driven: bool,
}

impl<T: Real> Islands<T> {
    /// Builds the islands.
    pub fn find(&mut self, contacts: &[Contact<T>], joints: &Joints<T>, states: &[State<T>]) {
        self.parent.clear();
        self.parent.extend(0..states.len() as u32);
        let joined = || joints.iter().map(|joint| joint.bodies.map(|body| body.index()));
        let pairs = || contacts.iter().map(|c| [c.a, c.b]).chain(joined());
        for [a, b] in pairs() {
            if states[a].is_dynamic() && states[b].is_dynamic() {
                let (a, b) = (self.root(a), self.root(b));
                self.parent[a.max(b)] = a.min(b) as u32;
            }
        }
        self.sums.clear();
        self.sums.resize(states.len(), Sums::default());
        for joint in joints.iter().filter(|joint| joint.kind.drives()) {
            for body in joint.bodies {
                let root = self.root(body.index());
                self.sums[root].driven = true;
            }
        }
        for [a, b] in pairs() {
            for [of, by] in [[a, b], [b, a]] {
                let moves =
                    states[by].velocity.max_abs().max(states[by].angular_velocity.max_abs()) > T::ZERO;
                if states[by].kind == BodyKind::Kinematic && moves {
                    let root = self.root(of);
                    self.sums[root].driven = true;
                }
            }
        }
    }

    /// The root of an island; with path compression.
    fn root(&mut self, mut at: usize) -> usize {
        while self.parent[at] as usize != at {
            let next = self.parent[at] as usize;
            self.parent[at] = self.parent[next];
            at = next;
        }
        at
    }

    /// Scales down impulses, island by island, that would raise the energy above that of the velocities of the states. `terms`: terms
    /// that a body with a change of its velocities adds to c besides v·MΔ, and to k.
    pub fn hold_energy(
        &mut self,
        states: &[State<T>],
        speeds: &mut [Twist<T>],
        terms: impl Fn(usize, &State<T>, &Twist<T>) -> [T; 2],
    ) {
        self.clear();
        for (i, state) in states.iter().enumerate().filter(|(_, state)| state.is_dynamic()) {
            let delta = [speeds[i][0] - state.velocity, speeds[i][1] - state.angular_velocity];
            let [w, turn] = [state.angular_velocity, delta[1]].map(|x| state.rotation.unrotate(x));
            let momentum = state.mass.inertia * turn;
            let [linear, spare] = terms(i, state, &delta);
            let root = self.root(i);
            let sums = &mut self.sums[root];
            sums.square += (state.mass.mass * delta[0].dot(delta[0]) + turn.dot(momentum)) * T::HALF;
            sums.linear += state.mass.mass * state.velocity.dot(delta[0]) + w.dot(momentum) + linear;
            sums.spare += spare;
        }
        for (i, state) in states.iter().enumerate().filter(|(_, state)| state.is_dynamic()) {
            let part = self.part(i);
            if part < T::ONE {
                let (v, w) = (state.velocity, state.angular_velocity);
                speeds[i] = [v + (speeds[i][0] - v) * part, w + (speeds[i][1] - w) * part];
            }
        }
    }

    /// Scales down the velocities of islands with more kinetic energy than their bodies are `allowed` in total.
    pub fn limit_energy(&mut self, states: &mut [State<T>], allowed: impl Fn(usize, &State<T>) -> T) {
        self.clear();
        for (i, state) in states.iter().enumerate().filter(|(_, state)| state.is_dynamic()) {
            let root = self.root(i);
            self.sums[root].square += state.kinetic_energy();
            self.sums[root].spare += allowed(i, state);
        }
        for (i, state) in states.iter_mut().enumerate().filter(|(_, state)| state.is_dynamic()) {
            let root = self.root(i);
            let Sums { square, spare, driven, .. } = self.sums[root];
            if !driven && square > spare.max(T::ZERO) {
                let factor = (spare.max(T::ZERO) / square).sqrt();
                state.velocity *= factor;
                state.angular_velocity *= factor;
            }
        }
    }

    fn clear(&mut self) {
        for sums in &mut self.sums {
            *sums = Sums { driven: sums.driven, ..Sums::default() };
        }
    }

    /// The larger root of a s² + c s − k for the island of a slot, from 0 to 1; 1 if nothing changes or a kinematic body pushes.
    fn part(&mut self, place: usize) -> T {
        let root = self.root(place);
        let Sums { square, linear, spare, driven } = self.sums[root];
        if driven || square <= T::ZERO || square + linear <= spare {
            return T::ONE;
        }
        let discriminant = linear * linear + T::of(4.0) * square * spare.max(T::ZERO);
        ((discriminant.sqrt() - linear) / (T::TWO * square)).max(T::ZERO).min(T::ONE)
    }
}

#[cfg(test)]
mod tests {
    use impinge::{Cuboid, Pose, Vec3};

    use super::Islands;
    use crate::{Body, World};

    // Regression: a body without speed, on which gravity had done negative work, was scaled by the root of 0 / 0.
    #[test]
    fn a_body_at_rest_stays_a_number() {
        let mut world = World::<f64>::default();
        let cube = world.add_shape(Cuboid::new([1.0, 1.0, 1.0]));
        let body = world.add(Body::dynamic(cube, Pose::IDENTITY)).unwrap();
        let mut islands = Islands::default();
        islands.find(&[], &world.bodies.joints, &world.bodies.states);
        islands.limit_energy(&mut world.bodies.states, |_, _| -1.0);
        assert_eq!(world.velocity(body).unwrap(), Vec3::ZERO);
        world.bodies.states[body.index()].velocity = Vec3::new(3.0, 0.0, 4.0);
        let quarter = world.bodies.states[body.index()].kinetic_energy() / 4.0;
        islands.limit_energy(&mut world.bodies.states, |_, _| quarter);
        assert_eq!(world.velocity(body).unwrap(), Vec3::new(1.5, 0.0, 2.0));
    }
}
