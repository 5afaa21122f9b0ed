//! The soft step: sub-steps with soft contacts, warm-started, each followed by one relaxing pass.
//!
//! A step finds where bodies touch, once, and then for each sub-step of length h
//!
//! 1. adds forces and gravity to the velocities,
//! 2. applies the impulses of the last sub-step again (warm start),
//! 3. solves all contacts once, as stiff springs that undo overlaps,
//! 4. moves the bodies by h,
//! 5. solves friction and all contacts once more without springs, so that the speed by which overlaps were undone does not stay.
//!
//! Bounces are made up for at the end. Sub-steps are worth more than iterations: the error of a spring falls with h² (Macklin et
//! al., "Small Steps in Physics Simulation", 2019). Softness is Catto's ("Soft Constraints", 2011; Box2D v3 has the same order of
//! stages). Cost: linear in bodies and contacts. Nothing is allocated once the lists are long enough.

mod colors;
mod contact;
mod groups;
mod joints;
mod lanes;
mod passes;
mod together;
mod tree_contact;

pub use joints::JointSettings;

use impinge::Real;
use impinge::scene::ObjectHandle;
use serde::{Deserialize, Serialize};

use self::colors::Colors;
use self::contact::{FourContacts, Pass, Stage};
use self::groups::{Groups, NOTHING};
use self::lanes::LANES;
use self::passes::{Free, Passes, Share};
use self::together::{SubSteps, Together};
use crate::bodies::Bodies;
use crate::body::{BodyKind, State};
use crate::error::WorldError;
use crate::moving::Moving;
use crate::report::StepReport;
use crate::touch::{self, Keep, Renewal, Touch, Wanted};
use crate::{continuous, sleep, threads};

/// The largest frequency of contacts, as a part of the rate of sub-steps. Each contact is solved once in a sub-step, before it knows
/// what its neighbors do; stiffer ones answer each other too late, and piles tremble: in the example `pyramid` with 12 rows boxes
/// come to rest (below 1e-4 meters per second) with 1/6 and a damping ratio of 1/2, and no longer with 1/4 or with a ratio of 5.
const STIFFEST: f64 = 1.0 / 6.0;

/// A light body under a heavy one is a soft spring for its mass. From this ratio of masses on there are more sub-steps: the part by
/// which it sinks falls with their square, so their number grows with the root of the ratio.
const HEAVY: f64 = 16.0;

/// At most so many times the sub-steps asked for, that is up to a ratio of 1,024.
const MOST_EXTRA: usize = 8;

/// Contacts, four by four, that one thread makes ready in one go.
const STRETCH: usize = 64;

/// Bodies or touches that one thread copies in one go.
const COPIES: usize = 1024;

/// A light body carries a heavy one if the contact presses with more than this many times its own weight.
const CARRIES: f64 = 2.0;

/// Settings of the soft step.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, bound = "T: Real + Serialize + for<'a> Deserialize<'a>")]
pub struct SoftSettings<T> {
    /// Sub-steps in each step. An island has up to 8 times as many while a light body of it carries one of more than 16 times its
    /// mass; in a world with joints all islands have.
    pub substeps: usize,
    /// Stiffness of contacts: how many times per unit of time a body on such a spring would swing. At most a sixth of the rate of
    /// sub-steps is used.
    pub frequency: T,
    /// Damping of contacts, as a part of the one by which a body on such a spring just does not swing.
    pub damping_ratio: T,
    /// Overlaps are undone at no more than this speed.
    pub push_speed: T,
    /// Contacts are looked for up to this distance, and farther where bodies move farther in a step.
    pub margin: T,
    /// Impacts slower than this do not bounce.
    pub bounce_speed: T,
    /// How firm joints are.
    pub joints: JointSettings<T>,
}

/// 4 sub-steps; as stiff as these allow, damping ratio 1/2; 3 meters per second; lengths for bodies of about a meter.
impl<T: Real> Default for SoftSettings<T> {
    fn default() -> Self {
        Self {
            substeps: 4,
            frequency: T::of(10_000.0),
            damping_ratio: T::HALF,
            push_speed: T::of(3.0),
            margin: T::of(0.02),
            bounce_speed: T::ONE,
            joints: JointSettings::default(),
        }
    }
}

/// What a step writes to, kept for the next one. It holds nothing that a later step depends on.
#[derive(Clone, Debug)]
pub(crate) struct SoftMemory<T: Real> {
    renewal: Renewal<T>,
    groups: Groups,
    /// Bodies in the order of groups.
    states: Vec<State<T>>,
    moving: Vec<Moving<T>>,
    /// Contacts in the order of groups, parts and colors, four by four.
    colors: Colors,
    contacts: Vec<FourContacts<T>>,
    together: Together<T>,
    handles: Vec<ObjectHandle>,
}

impl<T: Real> Default for SoftMemory<T> {
    fn default() -> Self {
        Self {
            renewal: Renewal::default(),
            groups: Groups::default(),
            states: Vec::new(),
            moving: Vec::new(),
            colors: Colors::default(),
            contacts: Vec::new(),
            together: Together::default(),
            handles: Vec::new(),
        }
    }
}

/// One step.
#[inline(never)]
pub(crate) fn step<T: Real>(
    bodies: &mut Bodies<T>,
    memory: &mut SoftMemory<T>,
    time: T,
    settings: &SoftSettings<T>,
) -> Result<StepReport<T>, WorldError> {
    let report = collide(bodies, settings, time, &mut memory.renewal);
    let Bodies { conditions, touches, joints, states, islands, .. } = &mut *bodies;
    sleep::islands(conditions.sleep, touches, joints, states, islands);
    let asked = settings.substeps.max(1);
    let substep = time / T::of(asked as f64);
    let times = times_of_all(bodies, substep);
    bodies.joints.gather(&bodies.states, substep / T::of(times as f64), T::of(joints::UNSEEN));
    find_groups(bodies, &mut memory.groups, substep, times);
    prepare(bodies, memory);
    if bodies.joints.is_active() {
        solve_joined(bodies, memory, settings, time);
    } else {
        solve_apart(bodies.conditions.gravity, memory, settings, time);
    }
    hand_back(bodies, memory);
    if bodies.conditions.continuous {
        let Bodies { scene, touches, joints, conditions, states, sweeps, .. } = &mut *bodies;
        continuous::stop_at_impacts(scene, touches, joints, conditions.gravity, states, sweeps);
    }
    sleep::measure(bodies.conditions.sleep, &mut bodies.states, time);
    place(bodies, &mut memory.handles)?;
    Ok(StepReport { iterations: 2 * asked * memory.groups.most_times(), ..report })
}

/// Where bodies touch, with the impulses of the last step.
fn collide<T: Real>(
    bodies: &mut Bodies<T>,
    settings: &SoftSettings<T>,
    time: T,
    renewal: &mut Renewal<T>,
) -> StepReport<T> {
    let Bodies { scene, states, touches, .. } = &mut *bodies;
    let wanted = Wanted { margin: settings.margin, ahead: time, keep: Keep::Resting };
    touch::renew(scene, states, &wanted, touches, renewal);
    let mut report = StepReport { contacts: bodies.touches.len(), ..StepReport::default() };
    for touch in &bodies.touches {
        report.points += touch.count;
        if -touch.signed_distance > report.deepest {
            (report.deepest, report.deepest_error) = (-touch.signed_distance, touch.error);
        }
    }
    report
}

/// How many times the sub-steps asked for a contact needs: the root of the ratio of masses, where a light body carries a heavy one of
/// more than [`HEAVY`] times its mass. `load` is the impulse from which on it does, for each unit of its mass.
fn times<T: Real>(touch: &Touch<T>, states: &[State<T>], load: T) -> usize {
    let [a, b] = [touch.a, touch.b].map(|body| &states[body.index()]);
    let (light, heavy) = if a.mass.mass < b.mass.mass { (a, b) } else { (b, a) };
    // Bodies that are not dynamic have no mass.
    let ratio = heavy.mass.mass * light.inverse_mass;
    let mut times = 1;
    if ratio > T::of(HEAVY) && touch.impulse() > load * light.mass.mass {
        while times < MOST_EXTRA && T::of((times * times) as f64 * HEAVY) < ratio {
            times += 1;
        }
    }
    times
}

/// How many times the sub-steps asked for, which are `substep` long, all bodies of a world with joints take; else 1.
fn times_of_all<T: Real>(bodies: &Bodies<T>, substep: T) -> usize {
    if bodies.joints.iter().next().is_none() {
        return 1;
    }
    let load = load(bodies, substep);
    bodies.touches.iter().fold(1, |most, touch| most.max(times(touch, &bodies.states, load)))
}

/// The impulse of a sub-step from which on a body carries another, for each unit of its mass.
fn load<T: Real>(bodies: &Bodies<T>, substep: T) -> T {
    bodies.conditions.gravity.norm() * substep * T::of(CARRIES)
}

/// Bodies in groups: one, which takes `all` times the sub-steps, as long as a joint is active.
fn find_groups<T: Real>(bodies: &Bodies<T>, groups: &mut Groups, substep: T, all: usize) {
    let Bodies { states, touches, joints, .. } = bodies;
    if joints.is_active() {
        return groups.one(states, all);
    }
    let load = load(bodies, substep);
    let awake = touches.iter().filter(|touch| touch.is_awake(states));
    groups.find(states, awake.map(|touch| (pair(touch), times(touch, states, load))));
}

/// The places of the bodies of a touch.
fn pair<T: Real>(touch: &Touch<T>) -> [usize; 2] {
    [touch.a.index(), touch.b.index()]
}

/// All contacts, four by four, in the order of parts and colors.
fn prepare<T: Real>(bodies: &Bodies<T>, memory: &mut SoftMemory<T>) {
    let Bodies { states, touches, rules, .. } = bodies;
    let SoftMemory { groups, states: grouped, moving, colors, contacts, .. } = memory;
    threads::map_into(&groups.order, grouped, COPIES, |&place| states[place as usize]);
    threads::map_into(grouped, moving, COPIES, Moving::new);
    let groups = &*groups;
    let parts = touches.iter().map(|touch| {
        if !touch.is_awake(states) || together::tree_of(bodies, touch).is_some() {
            return (NOTHING, [NOTHING; 2]);
        }
        let (group, part) = groups.part_of(pair(touch));
        let gives_way = |body: usize| if states[body].is_dynamic() { body as u32 } else { NOTHING };
        (group.numbers(part)[1] as u32, pair(touch).map(gives_way))
    });
    colors.give(states.len(), groups.parts(), parts);
    threads::map_into(&colors.fours, contacts, STRETCH, |four| {
        let touch = |i: u32| &touches[i as usize];
        let (group, part) = groups.part_of(pair(touch(four[0])));
        let places = four
            .map(|i| if i == NOTHING { [NOTHING; 2] } else { pair(touch(i)).map(|body| groups.at(body)) });
        let touches = four.map(|i| touch(if i == NOTHING { four[0] } else { i }));
        let mut contacts = FourContacts::new(touches, places, states, moving, rules);
        contacts.count_from(group.start_of(part));
        contacts
    });
}

/// All sub-steps of all groups, each by itself.
fn solve_apart<T: Real>(
    gravity: impinge::Vec3<T>,
    memory: &mut SoftMemory<T>,
    settings: &SoftSettings<T>,
    time: T,
) {
    let SoftMemory { groups, states, moving, colors, contacts, .. } = memory;
    let passes = Passes { groups: &groups.list, starts: &colors.starts };
    passes.each(Share { states, moving, contacts }, &|group, mut share| {
        let substeps = settings.substeps.max(1) * group.times();
        let h = time / T::of(substeps as f64);
        let pass = Pass::new(settings, h);
        // Impulses are kept as those of sub-steps as asked for.
        let times = T::of(group.times() as f64);
        share.contacts.iter_mut().for_each(|four| four.scale_impulses(T::ONE / times));
        let mut run = |free, stage| passes.run(group, group.whole(), share.lend(), &free, Some(&stage));
        for _ in 0..substeps {
            run(Free::Velocities(gravity, h), Stage::WarmStart);
            run(Free::Nothing, Stage::Solve(pass));
            run(Free::Positions(h), Stage::Relax(pass));
        }
        run(Free::Nothing, Stage::Bounce(settings.bounce_speed));
        share.contacts.iter_mut().for_each(|four| four.scale_impulses(times));
    });
}

/// All sub-steps of one group of all bodies, with joints.
fn solve_joined<T: Real>(
    bodies: &mut Bodies<T>,
    memory: &mut SoftMemory<T>,
    settings: &SoftSettings<T>,
    time: T,
) {
    let SoftMemory { groups, states, moving, colors, contacts, together, .. } = memory;
    let substeps = settings.substeps.max(1) * groups.most_times();
    let h = time / T::of(substeps as f64);
    together.prepare(bodies);
    let Bodies { joints, touches, conditions, .. } = bodies;
    let gravity = conditions.gravity;
    let steps = SubSteps::new(settings, gravity, substeps, h);
    let pass = steps.soft.contacts;
    together.run_apart(joints, states, moving, &steps);
    joints.follow(states, h);
    let passes = Passes { groups: &groups.list, starts: &colors.starts };
    let mut run = |free, stage: Option<Stage<T>>, states: &mut [State<T>], moving: &mut [Moving<T>]| {
        let group = &passes.groups[0];
        let share = Share { states, moving, contacts };
        passes.run(group, group.whole(), share, &free, stage.as_ref());
    };
    for _ in 0..substeps {
        run(Free::Velocities(gravity, h), None, states, moving);
        joints.solve_alone(moving.as_mut_slice(), None);
        run(Free::Nothing, Some(Stage::WarmStart), states, moving);
        joints.solve_alone(moving.as_mut_slice(), Some(&steps.soft.joints));
        together.solve(joints, moving, &steps);
        run(Free::Nothing, Some(Stage::Solve(pass)), states, moving);
        run(Free::Positions(h), None, states, moving);
        joints.follow(states, h);
        joints.solve_alone(moving.as_mut_slice(), Some(&steps.relaxing.joints));
        together.relax(joints, moving, &steps);
        run(Free::Nothing, Some(Stage::Relax(pass)), states, moving);
    }
    together.bounce(joints, moving, &steps);
    joints.store();
    run(Free::Nothing, Some(Stage::Bounce(settings.bounce_speed)), states, moving);
    together.store(touches);
}

/// Gives bodies their motion, and touches their impulses.
fn hand_back<T: Real>(bodies: &mut Bodies<T>, memory: &mut SoftMemory<T>) {
    let SoftMemory { groups, states, moving, colors, contacts, .. } = memory;
    threads::each_pair(&mut bodies.states, &groups.at, COPIES, |state, at| {
        let place = at[0] as usize;
        if let (Some(new), Some(body)) = (states.get(place), moving.get(place)) {
            (state.center, state.rotation) = (new.center, new.rotation);
            (state.velocity, state.angular_velocity) = (body.velocity, body.angular_velocity);
        }
    });
    threads::each_pair(&mut bodies.touches, &colors.at, COPIES, |touch, at| {
        if *at != NOTHING {
            contacts[*at as usize / LANES].store(*at as usize % LANES, touch);
        }
    });
}

/// Tells the scene where bodies are now.
fn place<T: Real>(bodies: &mut Bodies<T>, handles: &mut Vec<ObjectHandle>) -> Result<(), WorldError> {
    let Bodies { scene, states, .. } = bodies;
    handles.clear();
    handles.extend(scene.objects());
    for &handle in &*handles {
        let state = &mut states[handle.index()];
        (state.force, state.torque) = (impinge::Vec3::ZERO, impinge::Vec3::ZERO);
        if state.kind != BodyKind::Fixed {
            scene.move_object(handle, state.pose())?;
        }
    }
    Ok(())
}
