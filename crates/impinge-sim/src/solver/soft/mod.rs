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

pub use joints::JointSettings;

use impinge::Real;
use impinge::scene::ObjectHandle;
use serde::{Deserialize, Serialize};

use self::colors::Colors;
use self::contact::{ContactConstraint, Pass, Stage};
use super::integrate;
use crate::body::BodyKind;
use crate::error::WorldError;
use crate::moving::Moving;
use crate::touch::{self, Keep, Renewal};
use crate::world::{StepReport, World};
use crate::{continuous, sleep};

/// The largest frequency of contacts, as a part of the rate of sub-steps: a spring that swings faster than four sub-steps can follow
/// gains energy from its neighbors.
const STIFFEST: f64 = 0.25;

/// Settings of the soft step.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, bound = "T: Real + Serialize + for<'a> Deserialize<'a>")]
pub struct SoftSettings<T> {
    /// Sub-steps in each step.
    pub substeps: usize,
    /// Stiffness of contacts: how many times per unit of time a body on such a spring would swing. At most a quarter of the rate of
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

/// 4 sub-steps; as stiff as these allow, damping ratio 10; 3 meters per second; lengths for bodies of about a meter.
impl<T: Real> Default for SoftSettings<T> {
    fn default() -> Self {
        Self {
            substeps: 4,
            frequency: T::of(10_000.0),
            damping_ratio: T::of(10.0),
            push_speed: T::of(3.0),
            margin: T::of(0.02),
            bounce_speed: T::ONE,
            joints: JointSettings::default(),
        }
    }
}

/// What a step writes to, kept for the next one. It holds nothing that a later step depends on.
#[derive(Clone, Debug)]
pub(crate) struct Memory<T: Real> {
    renewal: Renewal<T>,
    moving: Vec<Moving<T>>,
    colors: Colors,
    /// Touches of bodies that are awake.
    awake: Vec<u32>,
    /// These in the order of colors, and their constraints.
    order: Vec<u32>,
    constraints: Vec<ContactConstraint<T>>,
    results: Vec<[Moving<T>; 2]>,
    handles: Vec<ObjectHandle>,
}

impl<T: Real> Default for Memory<T> {
    fn default() -> Self {
        Self {
            renewal: Renewal::default(),
            moving: Vec::new(),
            colors: Colors::default(),
            awake: Vec::new(),
            order: Vec::new(),
            constraints: Vec::new(),
            results: Vec::new(),
            handles: Vec::new(),
        }
    }
}

/// One step.
#[inline(never)]
pub(crate) fn step<T: Real>(
    world: &mut World<T>,
    time: T,
    settings: &SoftSettings<T>,
) -> Result<StepReport<T>, WorldError> {
    let mut memory = core::mem::take(&mut world.soft);
    let report = collide(world, settings, &mut memory.renewal);
    sleep::islands(world);
    let substeps = settings.substeps.max(1);
    let h = time / T::of(substeps as f64);
    prepare(world, &mut memory);
    world.joints.prepare(&world.states, h);
    let Memory { moving, colors, order, awake, constraints, results, .. } = &mut memory;
    let soft = Pass::soft(settings, h);
    let [push, relax] = settings.joints.passes(h);
    let mut run =
        |stage: &Stage<T>, moving: &mut [Moving<T>]| colors.run(stage, constraints, moving, results);
    for _ in 0..substeps {
        velocities(world, moving, h);
        world.joints.warm_start(moving);
        run(&Stage::WarmStart, moving);
        world.joints.solve(moving, &push);
        run(&Stage::Solve(soft), moving);
        positions(world, moving, h);
        world.joints.follow(&world.states, h);
        world.joints.solve(moving, &relax);
        run(&Stage::Relax(soft.relaxing()), moving);
        take_over(world, moving);
    }
    world.joints.store();
    run(&Stage::Bounce(settings.bounce_speed), moving);
    take_over(world, moving);
    for (&i, constraint) in order.iter().zip(&*constraints) {
        constraint.store(&mut world.touches[awake[i as usize] as usize]);
    }
    world.soft = memory;
    continuous::stop_at_impacts(world);
    sleep::measure(world, time);
    place(world)?;
    Ok(StepReport { iterations: 2 * substeps, ..report })
}

/// Where bodies touch, with the impulses of the last step.
fn collide<T: Real>(
    world: &mut World<T>,
    settings: &SoftSettings<T>,
    renewal: &mut Renewal<T>,
) -> StepReport<T> {
    let World { scene, states, touches, .. } = &mut *world;
    touch::renew(scene, states, settings.margin, Keep::Resting, touches, renewal);
    let mut report = StepReport { contacts: world.touches.len(), ..StepReport::default() };
    for touch in &world.touches {
        report.points += touch.count;
        if -touch.signed_distance > report.deepest {
            (report.deepest, report.deepest_error) = (-touch.signed_distance, touch.error);
        }
    }
    report
}

/// Constraints of all contacts, in the order of colors.
fn prepare<T: Real>(world: &World<T>, memory: &mut Memory<T>) {
    let World { states, touches, rules, .. } = world;
    let Memory { moving, colors, awake, order, constraints, .. } = memory;
    moving.clear();
    moving.extend(states.iter().map(Moving::new));
    let touching = touches.iter().enumerate();
    awake.clear();
    awake.extend(touching.filter(|(_, touch)| touch.is_awake(states)).map(|(i, _)| i as u32));
    let touch = |&i: &u32| &touches[i as usize];
    let pairs = awake.iter().map(touch).map(|touch| (touch.a.index(), touch.b.index()));
    colors.give(states.len(), pairs, |body| states[body].is_dynamic());
    colors.order_into(order);
    constraints.clear();
    let ordered = order.iter().map(|&i| touch(&awake[i as usize]));
    constraints.extend(ordered.map(|touch| ContactConstraint::new(touch, states, moving, rules)));
}

/// Stage 1: forces and gravity.
fn velocities<T: Real>(world: &mut World<T>, moving: &mut [Moving<T>], h: T) {
    let gravity = world.settings.gravity;
    for (state, body) in world.states.iter_mut().zip(moving) {
        integrate::velocities(state, gravity, h);
        (body.velocity, body.angular_velocity) = (state.velocity, state.angular_velocity);
    }
}

/// Stage 4: bodies move.
fn positions<T: Real>(world: &mut World<T>, moving: &mut [Moving<T>], h: T) {
    for (state, body) in world.states.iter_mut().zip(moving) {
        if state.kind == BodyKind::Fixed || state.asleep {
            continue;
        }
        (state.velocity, state.angular_velocity) = (body.velocity, body.angular_velocity);
        integrate::positions(state, h);
        body.shift += body.velocity * h;
        body.turn += body.angular_velocity * h;
        (body.velocity, body.angular_velocity) = (state.velocity, state.angular_velocity);
    }
}

/// Velocities as contacts left them.
fn take_over<T: Real>(world: &mut World<T>, moving: &[Moving<T>]) {
    for (state, body) in world.states.iter_mut().zip(moving) {
        (state.velocity, state.angular_velocity) = (body.velocity, body.angular_velocity);
    }
}

/// Tells the scene where bodies are now.
fn place<T: Real>(world: &mut World<T>) -> Result<(), WorldError> {
    let World { scene, states, soft, .. } = world;
    soft.handles.clear();
    soft.handles.extend(scene.objects());
    for &handle in &soft.handles {
        let state = &mut states[handle.index()];
        (state.force, state.torque) = (impinge::Vec3::ZERO, impinge::Vec3::ZERO);
        if state.kind != BodyKind::Fixed {
            scene.move_object(handle, state.pose())?;
        }
    }
    Ok(())
}
