//! Sub-steps of groups with joints: a batch of them together, sub-step by sub-step.
//!
//! Joints are solved tree by tree, regardless of groups, and contacts group by group. Groups share nothing, so the result of each is that
//! which it would have alone.

use impinge::Real;

use super::SoftSettings;
use super::contact::{FourContacts, SolverSpace, Stage};
use super::groups::{Groups, NOTHING};
use super::joint_trees::{SubSteps, Together};
use super::sub_steps::{Free, Passes, Share};
use super::work::Work;
use crate::bodies::Bodies;
use crate::solver_body::BySlot;

/// Runs all sub-steps of a batch.
pub(super) fn solve<T: Real, V: SolverSpace<Scalar = T>>(
    bodies: &mut Bodies<V>,
    groups: &Groups,
    passes: &Passes<'_>,
    together: &mut Together<T>,
    settings: &SoftSettings<T>,
    time: T,
    work: &mut Work<V>,
) {
    let Bodies { joints, states: world, conditions, .. } = bodies;
    let (at, first) = (groups.at.as_slice(), passes.bodies().start);
    let times = passes.groups[0].times();
    let steps = SubSteps::new(settings, conditions.gravity, time, times);
    let (gravity, h, pass) = (steps.gravity, steps.h, steps.soft.contacts);
    let Work { states, moving, contacts, belts } = work;
    contacts.iter_mut().for_each(|four| four.scale_impulses(T::ONE / steps.times));
    joints.choose(times);
    together.run_apart(joints, &steps, |slot, state, from| {
        if let Some(to) = (BySlot { at, first, moving }).find_mut(slot) {
            to.set_twist(from.twist());
            to.set_way(from.way());
            to.is_apart = true;
            states[at[slot][0] as usize - first] = *state;
        }
    });
    // Bodies in no group do not move in this step.
    macro_rules! state {
        () => {
            |slot: usize| match at[slot][0] {
                NOTHING => &world[slot],
                index => &states[index as usize - first],
            }
        };
    }
    joints.follow(state!(), h);
    together.begin(joints, &mut BySlot { at, first, moving }, &steps);
    for i in 0..steps.count {
        let forces = Free::Velocities(gravity, T::of(i as f64) * h, h);
        passes.run_all(Share { states, moving, contacts }, &forces, None);
        joints.solve_alone(&mut BySlot { at, first, moving }, None);
        passes.run_all(Share { states, moving, contacts }, &Free::Nothing, Some(&Stage::WarmStart));
        joints.solve_alone(&mut BySlot { at, first, moving }, Some(&steps.soft.joints));
        together.solve(joints, &mut BySlot { at, first, moving }, &steps);
        passes.run_all(Share { states, moving, contacts }, &Free::Nothing, Some(&Stage::Solve(pass)));
        joints.limit_speeds(&mut BySlot { at, first, moving }, h);
        passes.run_all(Share { states, moving, contacts }, &Free::Positions(h), None);
        joints.follow(state!(), h);
        joints.solve_alone(&mut BySlot { at, first, moving }, Some(&steps.relaxing.joints));
        together.relax(joints, &mut BySlot { at, first, moving }, &steps);
        passes.run_all(Share { states, moving, contacts }, &Free::Nothing, Some(&Stage::Relax(pass, belts)));
        joints.limit_speeds(&mut BySlot { at, first, moving }, h);
    }
    together.bounce(joints, &mut BySlot { at, first, moving }, &steps);
    let bounce = Stage::Bounce(settings.bounce_speed);
    passes.run_all(Share { states, moving, contacts }, &Free::Nothing, Some(&bounce));
    joints.limit_speeds(&mut BySlot { at, first, moving }, h);
    contacts.iter_mut().for_each(|four| four.scale_impulses(steps.times));
}
