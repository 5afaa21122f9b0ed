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
//! **Driven islands.** A moving kinematic body does work. If it is the only immovable body that an island touches, the same holds in its
//! frame: v is replaced by v − r, with r the velocities of all bodies if they moved with it. Otherwise, as between the jaws of a vise, the
//! energy may also rise up to that of 2 r, the speed at which a body leaves a moving wall that it bounces off. In a whole step the root of
//! the energy may rise by that of 2 r. A motor adds at most its strength times its speed, and a spring no more than it has stored.
//!
//! **Not a number.** Impulses that overflow are dropped, island by island: then its bodies move as if they touched nothing.

use impinge::{Real, Vec3};

use super::contact::Contact;
use crate::body::{BodyKind, State};
use crate::joint::{JointKind, Joints, Twist};

/// Factor on the energy of moving with a kinematic body: that of twice the speed.
const BOUNCED: f64 = 4.0;

/// Islands, and sums over each.
#[derive(Clone, Debug, Default)]
pub(super) struct Islands<T: Real> {
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
    /// Kinetic energy, before impulses.
    kinetic: T,
    /// Kinetic energy of moving with the kinematic bodies that it touches: an upper bound.
    driven: T,
    drive: Drive<T>,
    /// Whether a joint connects bodies of it.
    is_joined: bool,
    /// Whether impulses overflowed in this sub-step.
    is_broken: bool,
}

/// Bodies and joints that do work on an island.
#[derive(Clone, Copy, Debug, Default)]
struct Drive<T> {
    /// Slot of a moving kinematic body that it touches, and whether it touches another immovable one.
    by: Option<u32>,
    and_more: bool,
    /// Largest speeds of those that it touches, and the box of their centers.
    speeds: [T; 2],
    centers: [Vec3<T>; 2],
    /// Power of motors, and energy of springs.
    power: T,
    stored: T,
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
        for joint in joints.iter() {
            let [power, stored] = work_of(&joint.kind, joint.read(states).position);
            // If both of its bodies are dynamic, they are of one island.
            let bodies = joint.bodies.map(|body| body.index());
            if let Some(body) = bodies.into_iter().find(|&body| states[body].is_dynamic()) {
                let root = self.root(body);
                let sums = &mut self.sums[root];
                sums.is_joined = true;
                sums.drive.power += power;
                sums.drive.stored += stored;
            }
        }
        for [a, b] in pairs() {
            for [of, by] in [[a, b], [b, a]] {
                if states[of].is_dynamic() && !states[by].is_dynamic() {
                    let root = self.root(of);
                    self.sums[root].drive.touch(by, &states[by]);
                }
            }
        }
        for (i, state) in states.iter().enumerate().filter(|(_, state)| state.is_dynamic()) {
            let root = self.root(i);
            let sums = &mut self.sums[root];
            sums.driven += sums.drive.energy_of(state);
        }
    }

    /// The root of an island; with path compression.
    pub fn root(&mut self, mut at: usize) -> usize {
        while self.parent[at] as usize != at {
            let next = self.parent[at] as usize;
            self.parent[at] = self.parent[next];
            at = next;
        }
        at
    }

    /// Whether a joint connects bodies of the island of a body.
    pub fn is_joined(&mut self, place: usize) -> bool {
        let root = self.root(place);
        self.sums[root].is_joined
    }

    /// Whether the impulses on the island of a body overflowed in this sub-step.
    pub fn is_broken(&mut self, place: usize) -> bool {
        let root = self.root(place);
        self.sums[root].is_broken
    }

    /// Scales down impulses of a sub-step of length `h`, island by island, that would raise the energy above that of the velocities of the
    /// states. `terms`: terms that a body with a change of its velocities adds to c besides v·MΔ, and to k. Returns whether any overflowed.
    pub fn hold_energy(
        &mut self,
        states: &[State<T>],
        speeds: &mut [Twist<T>],
        h: T,
        terms: impl Fn(usize, &State<T>, &Twist<T>) -> [T; 2],
    ) -> bool {
        self.clear();
        for (i, state) in states.iter().enumerate().filter(|(_, state)| state.is_dynamic()) {
            let root = self.root(i);
            let delta = [speeds[i][0] - state.velocity, speeds[i][1] - state.angular_velocity];
            let along = self.sums[root].drive.alone().map_or([Vec3::ZERO; 2], |by| with(&states[by], state));
            let v = state.velocity - along[0];
            let [w, turn] = [state.angular_velocity - along[1], delta[1]].map(|x| state.rotation.unrotate(x));
            let momentum = state.mass.inertia * turn;
            let [linear, spare] = terms(i, state, &delta);
            let sums = &mut self.sums[root];
            sums.square += (state.mass.mass * delta[0].dot(delta[0]) + turn.dot(momentum)) * T::HALF;
            sums.linear += state.mass.mass * v.dot(delta[0]) + w.dot(momentum) + linear;
            sums.spare += spare;
            sums.kinetic += state.kinetic_energy();
        }
        let mut breaks = false;
        for (i, state) in states.iter().enumerate() {
            let (v, w) = (state.velocity, state.angular_velocity);
            let part = if state.is_dynamic() { self.part(i, h) } else { None };
            match part {
                Some(part) if part < T::ONE => {
                    speeds[i] = [v + (speeds[i][0] - v) * part, w + (speeds[i][1] - w) * part];
                }
                Some(_) => {}
                None => {
                    breaks |= state.is_dynamic();
                    speeds[i] = [v, w];
                }
            }
        }
        breaks
    }

    /// Scales down the velocities of islands with more kinetic energy after a step of this length than their bodies are `allowed` in
    /// total. The second number is the work of gravity along a push: if joints lift bodies, these pay for it with their speed.
    pub fn limit_energy(
        &mut self,
        states: &mut [State<T>],
        time: T,
        allowed: impl Fn(usize, &State<T>) -> [T; 2],
    ) {
        self.clear();
        for (i, state) in states.iter().enumerate().filter(|(_, state)| state.is_dynamic()) {
            let root = self.root(i);
            let [own, lift] = allowed(i, state);
            self.sums[root].square += state.kinetic_energy();
            self.sums[root].spare += own;
            self.sums[root].linear += lift;
        }
        for (i, state) in states.iter_mut().enumerate().filter(|(_, state)| state.is_dynamic()) {
            let root = self.root(i);
            let Sums { square, spare, linear, driven, drive, is_joined, .. } = self.sums[root];
            let lift = if is_joined { linear.min(T::ZERO) } else { T::ZERO };
            let mut most = (spare + lift + drive.power * time + drive.stored).max(T::ZERO);
            if driven > T::ZERO {
                let root = most.sqrt() + (driven * T::of(BOUNCED)).sqrt();
                most = root * root;
            }
            if square > most {
                let factor = (most / square).sqrt();
                state.velocity *= factor;
                state.angular_velocity *= factor;
            }
        }
    }

    fn clear(&mut self) {
        for sums in &mut self.sums {
            let Sums { driven, drive, is_joined, .. } = *sums;
            *sums = Sums { driven, drive, is_joined, ..Sums::default() };
        }
    }

    /// The larger root of a s² + c s − k for the island of a slot, from 0 to 1; 1 if nothing changes. `None` if impulses overflowed.
    fn part(&mut self, place: usize, h: T) -> Option<T> {
        let root = self.root(place);
        let sums = &mut self.sums[root];
        let Sums { square, linear, kinetic, driven, drive, .. } = *sums;
        if !(square.is_finite() && linear.is_finite()) {
            sums.is_broken = true;
            return None;
        }
        let mut spare = sums.spare + drive.power * h + drive.stored;
        if drive.alone().is_none() {
            spare = spare.max(driven * T::of(BOUNCED) - kinetic);
        }
        if square <= T::ZERO || square + linear <= spare {
            return Some(T::ONE);
        }
        let discriminant = linear * linear + T::of(4.0) * square * spare.max(T::ZERO);
        let part = (discriminant.sqrt() - linear) / (T::TWO * square);
        // An overflow of the discriminant is one of the energy.
        Some(if part.is_finite() { part.max(T::ZERO).min(T::ONE) } else { T::ZERO })
    }
}

impl<T: Real> Drive<T> {
    /// Adds an immovable body.
    fn touch(&mut self, place: usize, state: &State<T>) {
        let speeds = [state.velocity.norm(), state.angular_velocity.norm()];
        let moves = state.kind == BodyKind::Kinematic && speeds[0].max(speeds[1]) > T::ZERO;
        self.and_more |= !moves || self.by.is_some_and(|by| by as usize != place);
        if !moves {
            return;
        }
        let center = state.center;
        let [low, high] = if self.by.is_some() { self.centers } else { [center; 2] };
        self.by = Some(place as u32);
        self.centers = [low.min(center), high.max(center)];
        self.speeds = [0, 1].map(|i| self.speeds[i].max(speeds[i]));
    }

    /// The moving kinematic body that an island touches, if that is the only immovable one.
    fn alone(&self) -> Option<usize> {
        self.by.filter(|_| !self.and_more).map(|by| by as usize)
    }

    /// Upper bound on the kinetic energy of a body if it moved with one of the kinematic ones.
    fn energy_of(&self, state: &State<T>) -> T {
        if self.by.is_none() {
            return T::ZERO;
        }
        let [low, high] = self.centers;
        let arm = (state.center - low).abs().max((high - state.center).abs()).norm();
        let [v, w] = self.speeds;
        let speed = v + w * arm;
        // The sum of the moments is not below the largest one.
        let inertia = state.mass.inertia;
        let most = inertia.x_axis.x + inertia.y_axis.y + inertia.z_axis.z;
        (state.mass.mass * speed * speed + most * w * w) * T::HALF
    }
}

/// Velocities of a body that moves with a kinematic one.
fn with<T: Real>(by: &State<T>, state: &State<T>) -> Twist<T> {
    [by.velocity_at(state.center - by.center), by.angular_velocity]
}

/// Power of the motor of a joint, and energy that its spring has stored.
fn work_of<T: Real>(kind: &JointKind<T>, position: T) -> [T; 2] {
    let motor = match kind {
        JointKind::Hinge(hinge) => hinge.motor,
        JointKind::Slider(slider) => slider.motor,
        JointKind::Distance(distance) => {
            let spring = distance.spring.map_or(T::ZERO, |spring| spring.stiffness);
            let error = position - distance.length.unwrap_or(position);
            return [T::ZERO, spring * error * error * T::HALF];
        }
        _ => None,
    };
    [motor.map_or(T::ZERO, |motor| (motor.speed * motor.strength).abs()), T::ZERO]
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
        islands.limit_energy(&mut world.bodies.states, 1.0, |_, _| [-1.0, 0.0]);
        assert_eq!(world.velocity(body).unwrap(), Vec3::ZERO);
        world.bodies.states[body.index()].velocity = Vec3::new(3.0, 0.0, 4.0);
        let quarter = world.bodies.states[body.index()].kinetic_energy() / 4.0;
        islands.limit_energy(&mut world.bodies.states, 1.0, |_, _| [quarter, 0.0]);
        assert_eq!(world.velocity(body).unwrap(), Vec3::new(1.5, 0.0, 2.0));
    }
}
