//! The no-overlap solver: after every step all bodies are proven to be separated, at any time step.
//!
//! Use it if an overlap must never happen, regardless of the speed of bodies and the length of a step. It is slower than the soft step if
//! many bodies move fast, and bodies keep a small gap, the zone.
//!
//! **Source.** J.M.P. van Waveren, "Robust Continuous Collision Detection Between Arbitrary Polyhedra Using Trajectory Parameterization
//! of Polyhedral Features", 2005: bodies move one by one among others that stand still (section 2), keep an expel zone around them
//! (section 3), and are driven by impulses (section 6). Casts and distances are those of impinge, for every shape that a scene supports,
//! and with bounds on their errors. The proof of a step is in `docs/book/no-overlap.md`.
//!
//! | symbol | meaning |
//! |---|---|
//! | z | the zone: the gap that bodies at rest keep |
//! | z/2 | the guard: the gap at which a cast stops a body |
//! | 4 z | the margin: contacts are known up to this distance, with bounds |
//!
//! **A step.**
//!
//! 1. `contacts` of the scene prove all bodies separated; those that a caller has placed in contact are first expelled.
//! 2. Forces and gravity change velocities.
//! 3. Impulses: joints hold; no point approaches beyond the zone, with friction and restitution (`contact`); energy does not rise
//!    (`islands`).
//! 4. Pushes: bodies nearer than the zone are moved gently apart, and joints that have opened are closed as far as there is room,
//!    without adding a lasting speed.
//! 5. Bodies move one after the other, and those of a group of joints at once, by certified motion (`advance`). A body that is stopped on its way by another keeps its velocity,
//!    except for the effect of gravity and forces in the rest of the time; the impact is solved in the next step, with all contacts at
//!    once.
//! 6. `contacts` prove all bodies separated again. The smallest proven distance is in the report.
//!
//! **Guarantee.** When a step returns, the distance of each pair of bodies is above 0, proven by a bound that includes rounding
//! ([`StepReport::least_gap`]), if one of the two can move, their layers let them collide and no joint connects them. If that cannot be
//! proven, bodies make small moves only, and if that cannot be proven either, the step is an error and the world is as it was. Between
//! the steps, too, no path passes through another body. Impulses and friction do not raise the kinetic energy, except if a kinematic body
//! pushes or a joint drives, which is bounded too (`islands`); pushes raise an island by no more than the zone, or take it from its speed. Pairs beyond the margin are separated as long as the error of a distance is less
//! than the margin: in `f32` up to a size of 10⁴ margins, in `f64` of 10⁸.
//!
//! **Cost.** Contacts and manifolds of bodies that moved; passes over all contacts; for each body that moves farther than its gap allows
//! one query for the nearest body and up to four casts. Bodies at rest need none.
//!
//! **Failure.** A body that overlaps another at the start by more than the zone is rejected ([`WorldError::Overlap`]). A kinematic body
//! that would run into another one, or squeeze a third, waits where it is. A body that is stopped loses the rest of the time of that
//! step, so very long steps slow down the motion after an impact. Bodies that touch a body rotating many turns per step are stopped
//! early. Rolling resistance is not applied, and bodies do not sleep: at rest they need no new contacts.

mod advance;
mod contact;
mod islands;

use impinge::persist::ContactCacheSettings;
use impinge::scene::ObjectHandle;
use impinge::{Real, Rot3, Scene, Vec3};
use serde::{Deserialize, Serialize};

use self::advance::Advance;
use self::contact::Contact;
use self::islands::Islands;
use super::integrate;
use crate::bodies::Bodies;
use crate::body::{BodyKind, State};
use crate::continuous::CoreSpace;
use crate::error::{WorldError, not_negative, positive, rounds};
use crate::joint::{Held, JointPass, Twist};
use crate::narrow_phase::{Wanted, renew};
use crate::report::StepReport;
use crate::softness::Softness;
use crate::solver_contact::{SolverContact, SolverContacts};
use crate::speculative::Ahead;

/// Margin in zones: impulses slow down approaching bodies from this distance on.
const MARGIN: f64 = 4.0;

/// Fraction of the gap missing to the zone that is recovered in each step: a half in three steps.
const SHARE: f64 = 0.2;

/// Limit on the angle that a joint is rotated back in a step, in radians: beyond it the rows no longer match the path.
const MOST_TURN: f64 = 0.1;

/// Fraction of the error of a joint that is corrected in each step.
const JOINT_SHARE: f64 = 0.5;

/// Largest speed at which a joint that has opened is closed, as that of the soft step, and at least a zone in a step.
const PULL_SPEED: f64 = 10.0;

/// Convergence threshold: passes over the contacts end when no impulse moves a body by more than this fraction of the zone in a step.
/// Bodies in contact that would move by less are at rest.
const SETTLED: f64 = 1e-4;

/// Limit on the rounds of contacts and pushes that expel bodies placed in contact. A row held by those around it takes several.
const EXPEL_ROUNDS: usize = 32;

/// Limit on the passes over the contacts in such a round: a push must propagate from the floor to the top of a tall stack.
const EXPEL_PASSES: usize = 400;

/// Settings of the no-overlap solver.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, bound = "T: Real + Serialize + for<'a> Deserialize<'a>")]
pub struct NoOverlapSettings<T> {
    /// Gap that bodies at rest keep.
    pub zone: T,
    /// Number of sub-steps in each step, at most [`MOST_ROUNDS`](crate::MOST_ROUNDS); 0 counts as 1.
    pub substeps: usize,
    /// Limit on the passes over all contacts in each sub-step; no more than [`MOST_ROUNDS`](crate::MOST_ROUNDS).
    pub iterations: usize,
    /// Speed threshold of restitution: slower impacts do not bounce.
    pub bounce_speed: T,
}

/// The zone of DOOM III, a quarter of a unit with 32 units in a meter; 8 sub-steps of 8 passes; 0.5 meters per second.
impl<T: Real> Default for NoOverlapSettings<T> {
    fn default() -> Self {
        Self { zone: T::of(0.25 / 32.0), substeps: 8, iterations: 8, bounce_speed: T::HALF }
    }
}

/// Center and rotation of a body.
type Start<T> = (Vec3<T>, Rot3<T>);

/// Working memory kept from step to step, so that nothing is allocated; it is not part of the world's state.
#[derive(Clone, Debug, Default)]
pub(crate) struct NoOverlapMemory<V: CoreSpace> {
    ahead: Ahead<V>,
    contacts: Vec<Contact<V::Scalar>>,
    islands: Islands<V::Scalar>,
    /// Planned translations and rotations of bodies in the step.
    ways: Vec<Twist<V::Scalar>>,
    pushes: Vec<Twist<V::Scalar>>,
    /// By slot of the root of an island: what bounds its pushes.
    lifts: Vec<Lift<V::Scalar>>,
    /// Velocities while impulses are computed.
    speeds: Vec<Twist<V::Scalar>>,
    /// Kinetic energies at the start of the step.
    energies: Vec<V::Scalar>,
    /// Centers and rotations at the start of the step.
    starts: Vec<Start<V::Scalar>>,
    /// Rotations that the velocities lead to.
    ends: Vec<Rot3<V::Scalar>>,
    /// The world at the start of the step.
    before: Vec<State<V::Scalar>>,
    contacts_before: SolverContacts<V>,
    joints_before: Vec<Held<V::Scalar>>,
    advance: Advance<V>,
}

/// Runs one step.
#[inline(never)]
pub(crate) fn step<T: Real, V: CoreSpace<Scalar = T>>(
    bodies: &mut Bodies<V>,
    memory: &mut NoOverlapMemory<V>,
    time: T,
    settings: &NoOverlapSettings<T>,
) -> Result<StepReport<T>, WorldError> {
    check(settings)?;
    memory.before.clear();
    memory.before.extend_from_slice(&bodies.states);
    memory.contacts_before.copy(&bodies.contacts);
    bodies.joints.note(&mut memory.joints_before);
    let result =
        memory.step(bodies, time, settings).and_then(|report| bodies.check_finite().map(|()| report));
    if result.is_err() {
        restore(bodies, &memory.before);
        bodies.contacts.copy(&memory.contacts_before);
        bodies.joints.undo(&memory.joints_before);
    }
    result
}

impl<T: Real, V: CoreSpace<Scalar = T>> NoOverlapMemory<V> {
    fn step(
        &mut self,
        bodies: &mut Bodies<V>,
        time: T,
        settings: &NoOverlapSettings<T>,
    ) -> Result<StepReport<T>, WorldError> {
        let zone = settings.zone;
        let margin = zone * T::of(MARGIN);
        expel(bodies, self, settings)?;
        self.collide(bodies, settings);
        let iterations = self.solve(bodies, settings, time);
        let pull = zone.max(time * T::of(PULL_SPEED));
        self.push(
            bodies,
            [zone, pull],
            [SHARE, JOINT_SHARE].map(T::of),
            settings.substeps * settings.iterations,
        );
        self.limit_pushes(bodies, zone, pull * T::TWO);
        self.note_gaps(bodies, margin);
        self.aim(bodies);
        self.advance.casts = 0;
        self.advance.run(bodies, &self.ways, zone)?;
        let mut least = least_gap(bodies, margin);
        if least.overlap().is_some() {
            // The gap between two bodies is smaller than the tolerance of casts.
            self.advance.creep(bodies, &self.starts, &self.ways)?;
            least = least_gap(bodies, margin);
        }
        if let Some(error) = least.overlap() {
            return Err(error);
        }
        self.turn_spins(bodies);
        self.hold_energy(bodies, time);
        Ok(StepReport {
            contacts: bodies.contacts.contacts().len(),
            points: bodies.contacts.contacts().iter().map(SolverContact::count).sum(),
            iterations,
            least_gap: Some(least.gap),
            casts: self.advance.casts,
            ..StepReport::default()
        })
    }

    /// Finds the contacts of bodies, with the impulses of the last step.
    fn collide(&mut self, bodies: &mut Bodies<V>, settings: &NoOverlapSettings<T>) {
        let Bodies { scene, states, contacts, .. } = bodies;
        let cache = ContactCacheSettings { margin: settings.zone * T::of(MARGIN), kept_motion: None };
        renew(scene, states, &Wanted { cache, ahead: T::ZERO }, contacts, &mut self.ahead);
        self.contacts.clear();
        self.contacts
            .extend((0..contacts.contacts().len()).map(|i| Contact::new(contacts, i, states, settings)));
        self.pushes.clear();
        self.pushes.resize(states.len(), [Vec3::ZERO; 2]);
    }

    /// Steps 2 and 3: computes velocities, and the resulting motions in the step. Returns the number of passes. In each pass joints come
    /// before contacts.
    fn solve(&mut self, bodies: &mut Bodies<V>, settings: &NoOverlapSettings<T>, time: T) -> usize {
        let Self { contacts, islands, ways, speeds, energies, starts, .. } = self;
        let (gravity, states, joints) = (bodies.conditions.gravity, &mut bodies.states, &mut bodies.joints);
        starts.clear();
        starts.extend(states.iter().map(|state| (state.center, state.rotation)));
        ways.clear();
        ways.resize(states.len(), [Vec3::ZERO; 2]);
        energies.clear();
        energies.extend(states.iter().map(State::kinetic_energy));
        islands.find(contacts, joints, states);
        let substeps = settings.substeps.max(1);
        let h = time / T::of(substeps as f64);
        let settled = settings.zone * T::of(SETTLED) / time;
        joints.prepare::<V>(states, h);
        let hold = JointPass { h, softness: Some(Softness::RIGID), push: [T::ZERO; 2] };
        let mut passes = 0;
        for i in 0..substeps {
            let elapsed = T::of(i as f64) * h;
            states.iter_mut().for_each(|state| integrate::velocities(state, gravity, elapsed, h));
            note_speeds(states, speeds);
            joints.warm_start(speeds.as_mut_slice());
            for contact in contacts.iter_mut() {
                contact.allow(settings.zone, h);
                contact.begin(speeds);
            }
            for pass in 0..settings.iterations {
                passes += 1;
                joints.solve(speeds.as_mut_slice(), &hold);
                if sweep(contacts, pass, |contact| contact.solve(speeds)) <= settled {
                    break;
                }
            }
            let breaks = islands.hold_energy(states, speeds, h, |_, state, delta| {
                let pull = pull(state, gravity);
                let force = pull * state.mass.mass;
                let spin = state.world_inverse_inertia() * state.torque;
                let work = force.dot(delta[0]) + state.torque.dot(delta[1]);
                [-work * h, (force.dot(pull) + state.torque.dot(spin)) * h * h * T::HALF]
            });
            if breaks {
                let mut broken = |body: usize| states[body].is_dynamic() && islands.is_broken(body);
                joints.forget(|[a, b]| broken(a) || broken(b));
                contacts.iter_mut().filter(|c| broken(c.a) || broken(c.b)).for_each(Contact::forget);
            }
            contacts.iter_mut().for_each(|contact| contact.follow(speeds, h));
            take_speeds(states, speeds);
            for (state, way) in states.iter_mut().zip(ways.iter_mut()) {
                *way = [way[0] + state.velocity * h, way[1] + state.angular_velocity * h];
                integrate::positions::<V>(state, h);
            }
            joints.follow(|place| &states[place], h);
        }
        joints.store();
        note_speeds(states, speeds);
        contacts.iter_mut().for_each(|contact| contact.bounce(speeds));
        take_speeds(states, speeds);
        for ((kept, details), contact) in bodies.contacts.iter_mut().zip(contacts.iter()) {
            contact.store(kept, &mut details.data);
        }
        passes
    }

    /// Step 4: pushes by a fraction of the gap missing to the zone, and of the error of joints, at the poses that velocities lead to.
    fn push(
        &mut self,
        bodies: &mut Bodies<V>,
        [zone, pull]: [T; 2],
        [share, joint_share]: [T; 2],
        most: usize,
    ) {
        let Self { contacts, pushes, .. } = self;
        pushes.fill([Vec3::ZERO; 2]);
        bodies.joints.only_hold();
        let softness = Some(Softness { bias_rate: joint_share, ..Softness::RIGID });
        let close = JointPass { h: T::ONE, softness, push: [pull, T::of(MOST_TURN)] };
        for pass in 0..most {
            bodies.joints.solve(pushes.as_mut_slice(), &close);
            let largest = sweep(contacts, pass, |contact| contact.push(pushes, zone, share));
            if largest <= zone * T::of(SETTLED) {
                break;
            }
        }
    }

    /// Bounds the pushes of each island by one factor: where a joint has opened far, a tree is nearly singular, or a body is held in a wedge,
    /// they would not fit the motions that they are added to. They lift bodies by no more than the zone; with joints, also by what the
    /// speed of the island pays for.
    fn limit_pushes(&mut self, bodies: &Bodies<V>, zone: T, most: T) {
        let Self { islands, pushes, lifts, .. } = self;
        let (states, gravity) = (&bodies.states, bodies.conditions.gravity);
        lifts.clear();
        lifts.resize(pushes.len(), Lift { part: T::ONE, ..Lift::default() });
        for (i, state) in states.iter().enumerate().filter(|(_, state)| state.is_dynamic()) {
            let [by, turn] = &pushes[i];
            let way = by.norm() + turn.norm() * state.reach;
            let part = if way <= most {
                T::ONE
            } else if way.is_finite() {
                most / way
            } else {
                T::ZERO
            };
            let lift = &mut lifts[islands.root(i)];
            let weight = pull(state, gravity) * state.mass.mass;
            lift.part = part.min(lift.part);
            lift.work -= weight.dot(*by);
            lift.paid += weight.norm() * zone;
            if islands.is_joined(i) {
                lift.paid += state.kinetic_energy();
            }
        }
        for (i, push) in pushes.iter_mut().enumerate() {
            let mut part = T::ZERO;
            if states[i].is_dynamic() {
                let Lift { work, paid, part: fits } = lifts[islands.root(i)];
                part = if work <= paid { fits } else { fits.min(paid / work) };
            }
            // A push that overflowed is dropped.
            *push = if part > T::ZERO { push.map(|v| v * part) } else { [Vec3::ZERO; 2] };
        }
    }

    /// Moves bodies back to the start: from there they follow their motions and pushes. A body without torque does not turn about a fixed
    /// axis; its motion does, to the same end.
    fn aim(&mut self, bodies: &mut Bodies<V>) {
        self.ends.clear();
        self.advance.ends.clear();
        for (i, state) in bodies.states.iter_mut().enumerate() {
            self.ends.push(state.rotation);
            let (way, push) = (&mut self.ways[i], &self.pushes[i]);
            let turn = if state.is_dynamic() {
                turn_between(&self.starts[i].1, &state.rotation, way[1])
            } else {
                way[1]
            };
            self.advance.ends.push((push[1] == Vec3::ZERO).then_some(state.rotation));
            *way = [way[0] + push[0], turn + push[1]];
            (state.center, state.rotation) = self.starts[i];
        }
    }

    /// Turns the angular velocities of bodies that were stopped or pushed with them: in the frame of a body its angular velocity stays,
    /// and so does its energy.
    fn turn_spins(&self, bodies: &mut Bodies<V>) {
        for (state, end) in bodies.states.iter_mut().zip(&self.ends).filter(|(state, _)| state.is_dynamic()) {
            if state.rotation != *end {
                state.angular_velocity = state.rotation.rotate(end.unrotate(state.angular_velocity));
            }
        }
    }

    /// Lower bound on the distance of each body from all others.
    fn note_gaps(&mut self, bodies: &mut Bodies<V>, margin: T) {
        let gaps = &mut self.advance.gaps;
        gaps.clear();
        // Pairs that are not listed are farther apart than the margin, up to the error of their distance.
        gaps.resize(bodies.states.len(), margin * T::HALF);
        for found in bodies.scene.contacts(margin) {
            let gap = found.contact.signed_distance - found.contact.error;
            for i in [found.a.index(), found.b.index()] {
                gaps[i] = gaps[i].min(gap);
            }
        }
    }

    /// Ensures that no island ends with more energy than it began with plus the work of forces along the motions of its bodies. A body
    /// that was stopped moved less than its velocity implies; a bounce of many bodies at once may gain energy. Also clears the forces,
    /// which were for this step.
    fn hold_energy(&mut self, bodies: &mut Bodies<V>, time: T) {
        let Self { islands, energies, ways, pushes, advance, .. } = self;
        let gravity = bodies.conditions.gravity;
        islands.limit_energy(&mut bodies.states, time, |i, state| {
            let part = T::ONE - advance.left[i];
            let [way, turn] = [0, 1].map(|k| (ways[i][k] - pushes[i][k]) * part);
            let weight = pull(state, gravity) * state.mass.mass;
            [energies[i] + weight.dot(way) + state.torque.dot(turn), weight.dot(pushes[i][0]) * part]
        });
        for state in &mut bodies.states {
            (state.force, state.torque) = (Vec3::ZERO, Vec3::ZERO);
            if V::DIM == 2 {
                state.flatten();
            }
        }
    }
}

/// Step 1: bodies that a caller has placed in contact, or overlapping by less than the zone, are moved apart, to the zone between each
/// pair; deeper overlaps are rejected. All overlaps are resolved together, by pushes of the full missing gap; then contacts are computed
/// again. So a wall of touching bricks grows by a zone for each row.
#[inline(never)]
fn expel<T: Real, V: CoreSpace<Scalar = T>>(
    bodies: &mut Bodies<V>,
    memory: &mut NoOverlapMemory<V>,
    settings: &NoOverlapSettings<T>,
) -> Result<(), WorldError> {
    let zone = settings.zone;
    let margin = zone * T::of(MARGIN);
    for round in 0..=EXPEL_ROUNDS {
        let Some((gap, [a, b])) = least_gap(bodies, margin).pair else { return Ok(()) };
        if gap > T::ZERO {
            return Ok(());
        }
        if gap < -zone || round == EXPEL_ROUNDS {
            return Err(WorldError::Overlap { a, b, depth: -gap.f64() });
        }
        push_apart(bodies, memory, settings)?;
    }
    Ok(())
}

/// Runs one round.
fn push_apart<T: Real, V: CoreSpace<Scalar = T>>(
    bodies: &mut Bodies<V>,
    memory: &mut NoOverlapMemory<V>,
    settings: &NoOverlapSettings<T>,
) -> Result<(), WorldError> {
    memory.collide(bodies, settings);
    bodies.joints.prepare::<V>(&bodies.states, T::ONE);
    memory.push(bodies, [settings.zone; 2], [T::ONE; 2], EXPEL_PASSES);
    for body in movers(&bodies.scene) {
        let i = body.index();
        if bodies.states[i].kind == BodyKind::Dynamic {
            let [by, turn] = memory.pushes[i];
            let state = &mut bodies.states[i];
            state.center += by;
            state.rotation = state.rotation.turned_by(turn);
            advance::place(bodies, body)?;
        }
    }
    Ok(())
}

/// One pass over all contacts, alternately forwards and backwards. Returns the largest change.
fn sweep<T: Real>(
    contacts: &mut [Contact<T>],
    pass: usize,
    mut solve: impl FnMut(&mut Contact<T>) -> T,
) -> T {
    let mut largest = T::ZERO;
    for k in 0..contacts.len() {
        let i = if pass.is_multiple_of(2) { k } else { contacts.len() - 1 - k };
        largest = largest.max(solve(&mut contacts[i]));
    }
    largest
}

/// Change of the velocity of a body by gravity and forces in unit time.
fn pull<T: Real>(state: &State<T>, gravity: Vec3<T>) -> Vec3<T> {
    gravity * state.gravity_scale + state.force * state.inverse_mass
}

/// The rotation from one attitude to another as an axis times its angle: of all angles with this end, the one nearest to `about`.
fn turn_between<T: Real>(from: &Rot3<T>, to: &Rot3<T>, about: Vec3<T>) -> Vec3<T> {
    if from == to && about == Vec3::ZERO {
        return Vec3::ZERO;
    }
    let (mut axis, mut angle) = to.compose(&from.inverse()).to_axis_angle();
    if angle == T::ZERO {
        axis = about.normalized().unwrap_or(axis);
    }
    let whole = (about.dot(axis) - angle).f64() / core::f64::consts::TAU;
    angle += T::of((whole + 0.5).floor() * core::f64::consts::TAU);
    axis * angle
}

fn note_speeds<T: Real>(states: &[State<T>], speeds: &mut Vec<Twist<T>>) {
    speeds.clear();
    speeds.extend(states.iter().map(|state| [state.velocity, state.angular_velocity]));
}

fn take_speeds<T: Real>(states: &mut [State<T>], speeds: &[Twist<T>]) {
    for (state, &speed) in states.iter_mut().zip(speeds) {
        [state.velocity, state.angular_velocity] = speed;
    }
}

/// Bounds on the pushes of an island.
#[derive(Clone, Copy, Debug, Default)]
struct Lift<T> {
    /// Work of the pushes against gravity and forces, and what there is for it.
    work: T,
    paid: T,
    /// The fraction of them at which no body moves too far.
    part: T,
}

/// The smallest proven distance of all pairs with a body that can move.
struct LeastGap<T> {
    /// Over all pairs; half the margin if none is listed.
    gap: T,
    /// The pair with this distance, if it is listed.
    pair: Option<(T, [ObjectHandle; 2])>,
}

impl<T: Real> LeastGap<T> {
    /// The error for a pair that is not proven separated.
    fn overlap(&self) -> Option<WorldError> {
        let (gap, [a, b]) = self.pair?;
        (gap <= T::ZERO).then(|| WorldError::Overlap { a, b, depth: -gap.f64() })
    }
}

fn least_gap<T: Real, V: CoreSpace<Scalar = T>>(bodies: &mut Bodies<V>, margin: T) -> LeastGap<T> {
    let Bodies { scene, states, .. } = bodies;
    let mut least = LeastGap { gap: margin * T::HALF, pair: None };
    for found in scene.contacts(margin) {
        let fixed = |body: ObjectHandle| states[body.index()].kind == BodyKind::Fixed;
        if fixed(found.a) && fixed(found.b) {
            continue;
        }
        let gap = found.contact.signed_distance - found.contact.error;
        if least.pair.is_none_or(|(least, _)| gap < least) {
            least.pair = Some((gap, [found.a, found.b]));
        }
    }
    if let Some((gap, _)) = least.pair {
        least.gap = least.gap.min(gap);
    }
    least
}

fn check<T: Real>(settings: &NoOverlapSettings<T>) -> Result<(), WorldError> {
    let NoOverlapSettings { zone, substeps, iterations, bounce_speed } = *settings;
    rounds("sub-steps", substeps)?;
    rounds("passes", iterations)?;
    positive("zone", zone)?;
    not_negative("bounce speed", bounce_speed)
}

/// Restores the world to its previous state.
fn restore<T: Real, V: CoreSpace<Scalar = T>>(bodies: &mut Bodies<V>, before: &[State<T>]) {
    bodies.states.copy_from_slice(before);
    let Bodies { scene, states, .. } = bodies;
    for body in movers(scene) {
        // The previous pose is valid.
        let _ = scene.move_object(body, states[body.index()].pose());
    }
}

/// All bodies, in a new list: for the rare moves of all.
fn movers<V: CoreSpace>(scene: &Scene<V>) -> Vec<ObjectHandle> {
    scene.objects().collect()
}
