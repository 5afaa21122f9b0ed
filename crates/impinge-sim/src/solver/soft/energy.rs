//! Limit on the energy of islands: contacts take energy, and add none.
//!
//! Impulses that are computed one after the other, with the directions and arms of the start of the step, may leave more energy than there
//! was: a rod that spins fast, a heavy body on a light plate. So after the sub-steps of a step the velocities of an island whose kinetic
//! energy exceeds that before the step, plus the work of gravity and forces along the motions of its bodies and the most that friction
//! on belts may do, are reduced by a common factor, to that energy. If it touches nothing that is fixed, its common velocity stays: it keeps its momentum.
//!
//! The work includes that of lifting bodies out of overlaps. Otherwise a spinning rod would win energy from each time that it sinks in and
//! is lifted. Only islands that do not have as much kinetic energy are lifted for nothing.
//!
//! Left alone are islands that a moving kinematic body touches, since it does work; islands with joints; and islands in which no body is
//! faster than gravity makes it in half a step.

use impinge::{Real, Rot3, Vec3};

use crate::bodies::Bodies;
use crate::body::{BodyKind, State};
use crate::continuous::CoreSpace;
use crate::islands::Islands;
use crate::joint::Twist;
use crate::mass::Mass;
use crate::solver_contact::{middle, placed_at_start, push};

/// Speed of a slow body, relative to what gravity adds in a step.
const SLOW: f64 = 0.5;

/// Rounding of the energy of an island in a step, in ε.
const ULPS: f64 = 64.0;

/// Velocities at the start of a step, and sums over islands.
#[derive(Clone, Debug)]
pub(super) struct EnergyLimit<T: Real> {
    /// By slot.
    starts: Vec<Twist<T>>,
    islands: Islands,
    /// By the slot of an island's root.
    sums: Vec<Sums<T>>,
}

/// Sums over an island.
#[derive(Clone, Copy, Debug)]
struct Sums<T: Real> {
    mass: T,
    momentum: Vec3<T>,
    /// Kinetic energy, and its value before the step.
    now: T,
    before: T,
    /// Work of gravity, forces and belts.
    work: T,
    /// Whether two of its bodies, or one and a fixed one, pushed one another.
    is_pushed: bool,
    /// Whether one of its bodies is fast.
    is_fast: bool,
    /// Whether it touches a fixed or kinematic body.
    is_held: bool,
    /// Whether something else does work.
    is_driven: bool,
}

impl<T: Real> Default for EnergyLimit<T> {
    fn default() -> Self {
        Self { starts: Vec::new(), islands: Islands::default(), sums: Vec::new() }
    }
}

impl<T: Real> Sums<T> {
    const NONE: Self = Self {
        mass: T::ZERO,
        momentum: Vec3::ZERO,
        now: T::ZERO,
        before: T::ZERO,
        work: T::ZERO,
        is_pushed: false,
        is_fast: false,
        is_held: false,
        is_driven: false,
    };

    /// Common velocity, and the factor on velocities relative to it, if there is too much energy.
    fn excess(&self) -> Option<(Vec3<T>, T)> {
        let allowed = (self.before + self.work).max(T::ZERO);
        let is_limited = self.is_pushed && self.is_fast && !self.is_driven;
        if !is_limited || self.now <= allowed * (T::ONE + T::of(ULPS) * T::EPSILON) {
            return None;
        }
        let common = if self.is_held { Vec3::ZERO } else { self.momentum / self.mass };
        let shared = common.dot(common) * self.mass * T::HALF;
        let (now, allowed) = (self.now - shared, (allowed - shared).max(T::ZERO));
        (now > T::ZERO).then(|| (common, (allowed / now).min(T::ONE).sqrt()))
    }
}

impl<T: Real> EnergyLimit<T> {
    /// Notes the velocities before the sub-steps.
    pub fn begin(&mut self, states: &[State<T>]) {
        self.starts.clear();
        self.starts.extend(states.iter().map(|state| [state.velocity, state.angular_velocity]));
        if self.sums.capacity() < states.len() {
            // Now, so that a later step need not allocate.
            self.sums.reserve(states.len() - self.sums.len());
            self.islands.begin(states.len());
        }
    }

    /// Reduces the velocities of islands with too much energy, after the sub-steps of a step of length `time`.
    pub fn hold<V: CoreSpace<Scalar = T>>(&mut self, bodies: &mut Bodies<V>, time: T) {
        let gravity = bodies.conditions.gravity;
        let slow = gravity.norm() * time * T::of(SLOW);
        if bodies.states.iter().zip(&self.starts).any(|(state, start)| is_fast(state, start, slow)) {
            self.find(bodies);
            self.sum(&bodies.states, gravity, slow, time);
            self.reduce(&mut bodies.states);
        }
    }

    /// Finds islands.
    fn find<V: CoreSpace<Scalar = T>>(&mut self, bodies: &Bodies<V>) {
        let Bodies { states, contacts, joints, .. } = bodies;
        let Self { islands, sums, .. } = self;
        islands.begin(states.len());
        sums.clear();
        sums.resize(states.len(), Sums::NONE);
        let pushing = || {
            let contacts = contacts.contacts().iter().filter(|contact| push(contact) > T::ZERO);
            contacts.map(|contact| [contact.a.index(), contact.b.index()])
        };
        let awake = |place: usize| states[place].is_awake();
        for [a, b] in pushing().filter(|pair| pair.iter().all(|&place| awake(place))) {
            islands.join(a, b);
        }
        for [a, b] in pushing() {
            for [place, other] in [[a, b], [b, a]].into_iter().filter(|pair| awake(pair[0])) {
                let sums = &mut sums[islands.root(place)];
                sums.is_pushed = true;
                sums.is_held |= !awake(other);
                sums.is_driven |= states[other].kind == BodyKind::Kinematic
                    && (states[other].velocity != Vec3::ZERO || states[other].angular_velocity != Vec3::ZERO);
            }
        }
        if !bodies.belts.is_empty() {
            self.add_belts(bodies);
        }
        let Self { islands, sums, .. } = self;
        for joint in joints.iter() {
            for body in joint.bodies {
                sums[islands.root(body.index())].is_driven = true;
            }
        }
    }

    /// Adds the most work that belts may do: friction times the speed of the surface.
    fn add_belts<V: CoreSpace<Scalar = T>>(&mut self, bodies: &Bodies<V>) {
        let Bodies { states, contacts, belts, .. } = bodies;
        for (i, contact) in contacts.contacts().iter().enumerate() {
            let load = push(contact);
            let (placed, count) = (placed_at_start(contacts, i, states), contact.count());
            let center = middle(&placed, count);
            let [v, w] = belts.relative_at_start([contact.a, contact.b], states, center);
            if load == T::ZERO || (v == Vec3::ZERO && w == Vec3::ZERO) {
                continue;
            }
            let points = placed.points[..count].iter().zip(&contact.data.totals);
            let twisting =
                points.fold(T::ZERO, |sum, (p, &total)| sum + (p.middle() - center).norm() * total);
            let surface = bodies.surface(i);
            let turning = surface.friction * twisting + surface.rolling_resistance * load;
            let work = surface.friction * load * v.norm() + turning * w.norm();
            let awake = [contact.a, contact.b].into_iter().find(|body| states[body.index()].is_awake());
            if let Some(body) = awake {
                self.sums[self.islands.root(body.index())].work += work;
            }
        }
    }

    /// Adds up the energy of islands.
    fn sum(&mut self, states: &[State<T>], gravity: Vec3<T>, slow: T, time: T) {
        let Self { starts, islands, sums } = self;
        for (place, (state, start)) in states.iter().zip(&*starts).enumerate() {
            if !state.is_awake() {
                continue;
            }
            let ([v, w], sums) = (start, &mut sums[islands.root(place)]);
            sums.is_fast |= is_fast(state, start, slow);
            let mass = state.mass.mass;
            sums.mass += mass;
            sums.momentum += state.velocity * mass;
            sums.now += state.kinetic_energy();
            sums.before += kinetic_energy(&state.mass, &state.start.rotation, *v, *w);
            let force = gravity * (mass * state.gravity_scale) + state.force;
            sums.work += force.dot(state.center - state.start.center);
            if state.torque != Vec3::ZERO {
                sums.work += state.torque.norm() * w.norm().max(state.angular_velocity.norm()) * time;
            }
        }
    }

    /// Reduces velocities.
    fn reduce(&mut self, states: &mut [State<T>]) {
        for (place, state) in states.iter_mut().enumerate().filter(|(_, state)| state.is_awake()) {
            if let Some((common, part)) = self.sums[self.islands.root(place)].excess() {
                state.velocity = common + (state.velocity - common) * part;
                state.angular_velocity *= part;
            }
        }
    }
}

/// Whether forces move a body, and a point of it was faster than `slow` with the velocities at the start, or is now.
fn is_fast<T: Real>(state: &State<T>, start: &Twist<T>, slow: T) -> bool {
    let is_fast = |v: Vec3<T>, w: Vec3<T>| {
        v.norm_squared() + w.norm_squared() * (state.reach * state.reach) > slow * slow
    };
    state.is_awake() && (is_fast(start[0], start[1]) || is_fast(state.velocity, state.angular_velocity))
}

/// Kinetic energy of a body with these velocities.
fn kinetic_energy<T: Real>(mass: &Mass<Vec3<T>>, rotation: &Rot3<T>, v: Vec3<T>, w: Vec3<T>) -> T {
    let w = rotation.unrotate(w);
    (mass.mass * v.dot(v) + w.dot(mass.inertia * w)) * T::HALF
}
