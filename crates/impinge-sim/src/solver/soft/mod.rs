//! The soft step: sub-steps with soft contacts, warm-started, each followed by one relaxing pass.

mod contact;

use impinge::Real;
use serde::{Deserialize, Serialize};

use self::contact::ContactConstraint;
use super::integrate;
use crate::error::WorldError;
use crate::touch;
use crate::world::{StepReport, World};
use crate::{continuous, sleep};

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
    /// Overlaps up to this depth are left alone, so that contacts last.
    pub slop: T,
    /// Impacts slower than this do not bounce.
    pub bounce_speed: T,
}

/// 4 sub-steps; 30 per second, ratio 10; 3 meters per second; lengths for bodies of about a meter.
impl<T: Real> Default for SoftSettings<T> {
    fn default() -> Self {
        Self {
            substeps: 4,
            frequency: T::of(30.0),
            damping_ratio: T::of(10.0),
            push_speed: T::of(3.0),
            margin: T::of(0.02),
            slop: T::of(0.005),
            bounce_speed: T::ONE,
        }
    }
}

/// One step.
pub(crate) fn step<T: Real>(
    world: &mut World<T>,
    time: T,
    settings: &SoftSettings<T>,
) -> Result<StepReport<T>, WorldError> {
    let report = collide(world, settings);
    sleep::islands(world);
    let substeps = settings.substeps.max(1);
    let h = time / T::of(substeps as f64);
    let mut constraints: Vec<_> = (world.touches.iter().filter(|touch| touch.is_awake(&world.states)))
        .map(|touch| ContactConstraint::new(touch, &world.states, &world.rules, settings, h))
        .collect();
    let gravity = world.settings.gravity;
    for _ in 0..substeps {
        world.states.iter_mut().for_each(|state| integrate::velocities(state, gravity, h));
        constraints.iter().for_each(|c| c.warm_start(&mut world.states));
        constraints.iter_mut().for_each(|c| c.solve(&mut world.states, settings, h, true));
        world.states.iter_mut().for_each(|state| integrate::positions(state, h));
        constraints.iter_mut().for_each(|c| c.solve(&mut world.states, settings, h, false));
    }
    constraints.iter_mut().for_each(|c| c.bounce(&mut world.states, settings));
    let states = &world.states;
    let solved = world.touches.iter_mut().filter(|touch| touch.is_awake(states));
    solved.zip(&constraints).for_each(|(touch, constraint)| constraint.store(touch));
    continuous::stop_at_impacts(world);
    sleep::measure(world, time);
    place(world)?;
    Ok(StepReport { iterations: 2 * substeps, ..report })
}

/// Where bodies touch, with the impulses of the last step.
fn collide<T: Real>(world: &mut World<T>, settings: &SoftSettings<T>) -> StepReport<T> {
    let mut last = core::mem::take(&mut world.touches);
    touch::renew(world.scene.manifolds(settings.margin), &mut last, &mut world.touches);
    let states = &world.states;
    world.touches.retain(|t| states[t.a.index()].is_dynamic() || states[t.b.index()].is_dynamic());
    let mut report = StepReport { contacts: world.touches.len(), ..StepReport::default() };
    for touch in &world.touches {
        report.points += touch.count;
        if -touch.signed_distance > report.deepest {
            (report.deepest, report.deepest_error) = (-touch.signed_distance, touch.error);
        }
    }
    report
}

/// Tells the scene where bodies are now.
fn place<T: Real>(world: &mut World<T>) -> Result<(), WorldError> {
    let World { scene, states, .. } = world;
    let handles: Vec<_> = scene.objects().collect();
    for handle in handles {
        let state = &mut states[handle.index()];
        (state.force, state.torque) = (impinge::Vec3::ZERO, impinge::Vec3::ZERO);
        if state.kind != crate::body::BodyKind::Fixed {
            scene.move_object(handle, state.pose())?;
        }
    }
    Ok(())
}
