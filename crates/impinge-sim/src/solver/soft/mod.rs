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
mod joints;
mod lanes;
mod together;
mod tree_contact;

pub use joints::JointSettings;

use impinge::scene::ObjectHandle;
use impinge::{Real, Vec3};
use serde::{Deserialize, Serialize};

use self::colors::{Colors, NOTHING};
use self::contact::{FourContacts, Pass, Stage, Velocities};
use self::lanes::LANES;
use self::together::{SubSteps, Together};
use super::integrate;
use crate::bodies::Bodies;
use crate::body::{BodyKind, State};
use crate::error::WorldError;
use crate::moving::Moving;
use crate::report::StepReport;
use crate::touch::{self, Keep, Renewal, Touch};
use crate::{continuous, sleep, threads};

/// The largest frequency of contacts, as a part of the rate of sub-steps. Each contact is solved once in a sub-step, before it knows
/// what its neighbors do; stiffer ones answer each other too late, and piles tremble: in the example `pyramid` with 12 rows boxes
/// come to rest (below 1e-4 meters per second) with 1/6 and a damping ratio of 2, and no longer with 1/4 or with a ratio of 5.
const STIFFEST: f64 = 1.0 / 6.0;

/// A light body under a heavy one is a soft spring for its mass. From this ratio of masses on there are more sub-steps: the part by
/// which it sinks falls with their square, so their number grows with the root of the ratio.
const HEAVY: f64 = 16.0;

/// At most so many times the sub-steps asked for, that is up to a ratio of 1,024.
const MOST_EXTRA: usize = 8;

/// Contacts, four by four, that one thread makes ready in one go.
const STRETCH: usize = 256;

/// Bodies that one thread moves in one go, some 50 microseconds: fewer are not worth waking another one in each sub-step.
const BODIES: usize = 2048;

/// A light body carries a heavy one if the contact presses with more than this many times its own weight.
const CARRIES: f64 = 2.0;

/// Settings of the soft step.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, bound = "T: Real + Serialize + for<'a> Deserialize<'a>")]
pub struct SoftSettings<T> {
    /// Sub-steps in each step. There are up to 8 times as many while a light body carries one of more than 16 times its mass.
    pub substeps: usize,
    /// Stiffness of contacts: how many times per unit of time a body on such a spring would swing. At most a sixth of the rate of
    /// sub-steps is used.
    pub frequency: T,
    /// Damping of contacts, as a part of the one by which a body on such a spring just does not swing.
    pub damping_ratio: T,
    /// Overlaps are undone at no more than this speed.
    pub push_speed: T,
    /// Contacts are looked for up to this distance.
    pub margin: T,
    /// Impacts slower than this do not bounce.
    pub bounce_speed: T,
    /// How firm joints are.
    pub joints: JointSettings<T>,
}

/// 4 sub-steps; as stiff as these allow, damping ratio 2; 3 meters per second; lengths for bodies of about a meter.
impl<T: Real> Default for SoftSettings<T> {
    fn default() -> Self {
        Self {
            substeps: 4,
            frequency: T::of(10_000.0),
            damping_ratio: T::TWO,
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
    moving: Vec<Moving<T>>,
    /// Touches of bodies that do not sleep, without those of trees of joints.
    awake: Vec<u32>,
    colors: Colors,
    /// These in the order of colors, four by four, and what is solved.
    order: Vec<[u32; LANES]>,
    contacts: Vec<FourContacts<T>>,
    results: Vec<Velocities<T>>,
    together: Together<T>,
    handles: Vec<ObjectHandle>,
}

impl<T: Real> Default for SoftMemory<T> {
    fn default() -> Self {
        Self {
            renewal: Renewal::default(),
            moving: Vec::new(),
            awake: Vec::new(),
            colors: Colors::default(),
            order: Vec::new(),
            contacts: Vec::new(),
            results: Vec::new(),
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
    let report = collide(bodies, settings, &mut memory.renewal);
    let Bodies { conditions, touches, joints, states, islands, .. } = &mut *bodies;
    sleep::islands(conditions.sleep, touches, joints, states, islands);
    let substeps = substeps(bodies, time, settings.substeps.max(1));
    let h = time / T::of(substeps as f64);
    bodies.joints.gather(&bodies.states, h);
    prepare(bodies, memory);
    let SoftMemory { moving, awake, colors, order, contacts, results, together, .. } = &mut *memory;
    together.prepare(bodies, h);
    let pass = Pass::new(settings, h);
    let [push, relax] = settings.joints.passes(h);
    let (gravity, bounce_speed) = (bodies.conditions.gravity, settings.bounce_speed);
    let all = SubSteps { count: substeps, h, gravity, push, relax, pass, bounce_speed };
    together.run_apart(bodies, moving, &all);
    bodies.joints.follow(&bodies.states, h);
    let mut run = |stage: &Stage<T>, moving: &mut [Moving<T>]| colors.run(stage, contacts, moving, results);
    for _ in 0..substeps {
        velocities(bodies, moving, h);
        bodies.joints.solve_alone(moving.as_mut_slice(), None);
        run(&Stage::WarmStart, moving);
        bodies.joints.solve_alone(moving.as_mut_slice(), Some(&push));
        together.solve(&mut bodies.joints, moving, &push, &pass);
        run(&Stage::Solve(pass), moving);
        positions(bodies, moving, h);
        bodies.joints.follow(&bodies.states, h);
        bodies.joints.solve_alone(moving.as_mut_slice(), Some(&relax));
        together.relax(&mut bodies.joints, moving, &relax, &pass.relaxing());
        run(&Stage::Relax(pass), moving);
    }
    together.bounce(&mut bodies.joints, moving, settings.bounce_speed);
    bodies.joints.store();
    run(&Stage::Bounce(settings.bounce_speed), moving);
    take_over(bodies, moving);
    together.store(&mut bodies.touches);
    for (places, four) in order.iter().zip(&*contacts) {
        for (lane, &i) in places.iter().enumerate().filter(|(_, i)| **i != NOTHING) {
            four.store(lane, &mut bodies.touches[awake[i as usize] as usize]);
        }
    }
    if bodies.conditions.continuous {
        let Bodies { scene, touches, joints, conditions, states, sweeps, .. } = &mut *bodies;
        continuous::stop_at_impacts(scene, touches, joints, conditions.gravity, states, sweeps);
    }
    sleep::measure(bodies.conditions.sleep, &mut bodies.states, time);
    place(bodies, &mut memory.handles)?;
    Ok(StepReport { iterations: 2 * substeps, ..report })
}

/// Where bodies touch, with the impulses of the last step.
fn collide<T: Real>(
    bodies: &mut Bodies<T>,
    settings: &SoftSettings<T>,
    renewal: &mut Renewal<T>,
) -> StepReport<T> {
    let Bodies { scene, states, touches, .. } = &mut *bodies;
    touch::renew(scene, states, settings.margin, Keep::Resting, touches, renewal);
    let mut report = StepReport { contacts: bodies.touches.len(), ..StepReport::default() };
    for touch in &bodies.touches {
        report.points += touch.count;
        if -touch.signed_distance > report.deepest {
            (report.deepest, report.deepest_error) = (-touch.signed_distance, touch.error);
        }
    }
    report
}

/// Sub-steps of this step: those asked for, times the root of the largest ratio of masses where a light body carries a heavy one.
fn substeps<T: Real>(bodies: &Bodies<T>, time: T, asked: usize) -> usize {
    let heavy = T::of(HEAVY);
    // The weight of a unit of mass in a sub-step, as often as it takes to count.
    let load = bodies.conditions.gravity.norm() * time / T::of(asked as f64) * T::of(CARRIES);
    let mut largest = T::ZERO;
    for touch in &bodies.touches {
        let [a, b] = [touch.a, touch.b].map(|body| &bodies.states[body.index()]);
        if a.is_dynamic() && b.is_dynamic() {
            let (light, ratio) = if a.mass.mass < b.mass.mass {
                (a.mass.mass, b.mass.mass * a.inverse_mass)
            } else {
                (b.mass.mass, a.mass.mass * b.inverse_mass)
            };
            if ratio > heavy && ratio > largest {
                let impulse = touch.points().iter().fold(T::ZERO, |sum, p| sum + p.impulse);
                largest = if impulse > load * light { ratio } else { largest };
            }
        }
    }
    let mut times = 1;
    while times < MOST_EXTRA && T::of((times * times) as f64) * heavy < largest {
        times += 1;
    }
    asked * times
}

/// All contacts, four by four, in the order of colors.
fn prepare<T: Real>(bodies: &Bodies<T>, memory: &mut SoftMemory<T>) {
    let Bodies { states, touches, rules, .. } = bodies;
    let SoftMemory { moving, awake, colors, order, contacts, .. } = memory;
    moving.clear();
    moving.extend(states.iter().map(Moving::new));
    moving.push(Moving::NOBODY);
    awake.clear();
    let alone = |touch: &Touch<T>| touch.is_awake(states) && together::tree_of(bodies, touch).is_none();
    awake.extend((0..touches.len() as u32).filter(|&i| alone(&touches[i as usize])));
    let touch = |i: u32| &touches[awake[i as usize] as usize];
    let pairs = (0..awake.len() as u32).map(|i| (touch(i).a.index(), touch(i).b.index()));
    colors.give(states.len(), pairs, |body| states[body].is_dynamic());
    colors.order_into(order);
    threads::map_into(order, contacts, STRETCH, |places| {
        let there = places.map(|place| place != NOTHING);
        let touches = places.map(|place| touch(if place == NOTHING { places[0] } else { place }));
        FourContacts::new(touches, there, states, moving, rules)
    });
}

/// Stage 1: forces and gravity, on the velocities as contacts left them.
fn velocities<T: Real>(bodies: &mut Bodies<T>, moving: &mut [Moving<T>], h: T) {
    let gravity = bodies.conditions.gravity;
    threads::each_pair(&mut bodies.states, moving, BODIES, |state, body| {
        if !body.is_apart {
            velocity(state, body, gravity, h);
        }
    });
}

fn velocity<T: Real>(state: &mut State<T>, body: &mut Moving<T>, gravity: Vec3<T>, h: T) {
    (state.velocity, state.angular_velocity) = (body.velocity, body.angular_velocity);
    integrate::velocities(state, gravity, h);
    (body.velocity, body.angular_velocity) = (state.velocity, state.angular_velocity);
}

/// Stage 4: bodies move.
fn positions<T: Real>(bodies: &mut Bodies<T>, moving: &mut [Moving<T>], h: T) {
    threads::each_pair(&mut bodies.states, moving, BODIES, |state, body| {
        if !body.is_apart {
            position(state, body, h);
        }
    });
}

fn position<T: Real>(state: &mut State<T>, body: &mut Moving<T>, h: T) {
    if state.kind == BodyKind::Fixed || state.asleep {
        return;
    }
    (state.velocity, state.angular_velocity) = (body.velocity, body.angular_velocity);
    integrate::positions(state, h);
    body.shift += body.velocity * h;
    body.turn += body.angular_velocity * h;
    // What spins freely, or has come to the end of numbers, has other velocities now.
    (body.velocity, body.angular_velocity) = (state.velocity, state.angular_velocity);
}

/// Velocities as contacts left them.
fn take_over<T: Real>(bodies: &mut Bodies<T>, moving: &[Moving<T>]) {
    for (state, body) in bodies.states.iter_mut().zip(moving) {
        (state.velocity, state.angular_velocity) = (body.velocity, body.angular_velocity);
    }
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
