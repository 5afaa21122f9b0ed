//! Hooks of a step: the caller's say on each contact before it is solved, and the caller's clock.

use core::time::Duration;

use impinge::Real;
use impinge::scene::{ObjectHandle, Scene};

use crate::body::State;
use crate::material::{PairRules, Surface};
use crate::report::StepTimes;
use crate::solver_contact::{SolverContacts, middle, placed, push};
use crate::space::Space;

/// Additions of the caller to one step, for [`World::step_with`](crate::World::step_with).
///
/// They are not part of the world: a snapshot does not contain them. A world that was read continues to the bit if each step gets the same
/// hooks as before, and they answer by what they are given and by data that was restored as well.
#[derive(Default)]
#[must_use]
pub struct StepHooks<'h, V: Space> {
    /// Function that is called with each contact before it is solved; it may change the contact or drop it. All calls come from the
    /// thread of the step: first the contacts, in the order of handles and pieces, then impacts of fast bodies, in an order that depends
    /// on the world alone. So answers may depend on earlier calls, and are the same for any number of threads.
    #[allow(clippy::type_complexity, reason = "a name for it would be one more to know")]
    pub pre_solve: Option<&'h mut (dyn FnMut(&mut PreSolve<'_, V>) + 'h)>,
    /// Clock for [`StepReport::times`](crate::StepReport::times): time since any fixed moment. It does not affect the step.
    pub clock: Option<&'h mut (dyn FnMut() -> Duration + 'h)>,
}

/// A contact that is about to be solved, or an impact at which continuous collision detection is about to stop a body.
///
/// Fields from [`enabled`](Self::enabled) on are for the caller to change, the others tell what the contact is. For bodies that should
/// never touch, [`Layers`](crate::Layers) cost less.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct PreSolve<'s, V: Space> {
    /// Body with the smaller handle.
    pub a: ObjectHandle,
    /// Body with the larger handle.
    pub b: ObjectHandle,
    /// Piece of A if it has pieces: the child of a compound, the face of a mesh.
    pub part_a: Option<u32>,
    /// Piece of B.
    pub part_b: Option<u32>,
    /// Unit normal, from A to B.
    pub normal: V,
    /// Middle of the contact points.
    pub point: V,
    /// Signed distance, negative if they overlap.
    pub signed_distance: V::Scalar,
    /// Velocity of B relative to A at the point.
    pub velocity: V,
    /// Whether it is an impact of a fast body within the step, rather than a contact at its start. Then only `enabled` counts, and it
    /// decides about the whole pair for this step.
    pub is_impact: bool,
    /// Scene with all bodies as they were at the start of the step.
    pub scene: &'s Scene<V>,
    /// Whether the contact acts in this step; true unless the caller changes it.
    pub enabled: bool,
    /// Friction, restitution and rolling resistance, as the materials of the bodies give them. A number that is not finite or below 0
    /// counts as it was.
    pub surface: Surface<V::Scalar>,
}

/// Hooks during a step, and the times so far.
pub struct Asked<'h, V: Space> {
    hooks: StepHooks<'h, V>,
    last: Duration,
    times: StepTimes,
}

/// Answers of a step, in memory that is kept.
#[derive(Clone, Debug)]
pub(crate) struct Answers<T> {
    /// One for each contact; empty without a hook.
    surfaces: Vec<Surface<T>>,
    enabled: Vec<bool>,
}

impl<T> Default for Answers<T> {
    fn default() -> Self {
        Self { surfaces: Vec::new(), enabled: Vec::new() }
    }
}

impl<T: Real> Answers<T> {
    /// Asks about all contacts of a step. Those that are not enabled are dropped; bodies that rested on them wake.
    pub fn ask<V: Space<Scalar = T>>(
        &mut self,
        asked: &mut Asked<'_, V>,
        scene: &Scene<V>,
        rules: &PairRules<T>,
        states: &mut [State<T>],
        contacts: &mut SolverContacts<V>,
    ) {
        let Self { surfaces, enabled } = self;
        surfaces.clear();
        let Some(hook) = &mut asked.hooks.pre_solve else { return };
        enabled.clear();
        for (i, contact) in contacts.contacts().iter().enumerate() {
            let placed = placed(contacts, i, states);
            let point = middle(&placed, contact.count());
            let [a, b] = [contact.a, contact.b].map(|body| body.index());
            let surface = rules.surface(&states[a].material, &states[b].material);
            let (part_a, part_b, _) = contacts.details()[i].pieces;
            let geometry = (V::flat(placed.normal), V::flat(point), placed.signed_distance);
            let new = PreSolve::new(scene, states, [contact.a, contact.b], geometry);
            let mut asked = PreSolve { part_a, part_b, surface, ..new };
            hook(&mut asked);
            enabled.push(asked.enabled);
            if asked.enabled {
                surfaces.push(asked.surface_or(surface));
            } else if push(contact) > T::ZERO {
                states[a].wake();
                states[b].wake();
            }
        }
        contacts.retain(|i| enabled[i]);
    }

    /// The answer about a contact, if there is one.
    #[inline]
    pub fn surface(&self, contact: usize) -> Option<&Surface<T>> {
        self.surfaces.get(contact)
    }
}

impl<'h, T: Real, V: Space<Scalar = T>> Asked<'h, V> {
    pub fn new(hooks: StepHooks<'h, V>) -> Self {
        let mut asked = Self { hooks, last: Duration::ZERO, times: StepTimes::default() };
        asked.last = asked.now();
        asked
    }

    /// The times of the step, if there is a clock.
    pub fn times(&self) -> Option<StepTimes> {
        self.hooks.clock.is_some().then_some(self.times)
    }

    /// Adds the time since the last call to that of a stage.
    pub fn lap(&mut self, stage: impl FnOnce(&mut StepTimes) -> &mut Duration) {
        if self.hooks.clock.is_some() {
            let now = self.now();
            *stage(&mut self.times) += now.saturating_sub(self.last);
            self.last = now;
        }
    }

    pub fn asks(&self) -> bool {
        self.hooks.pre_solve.is_some()
    }

    fn now(&mut self) -> Duration {
        self.hooks.clock.as_mut().map_or(Duration::ZERO, |clock| clock())
    }

    /// Whether the caller lets a fast body stop at an impact: the bodies, their pieces, the normal from the first to the second, the
    /// point, and the distance.
    pub fn stops(
        &mut self,
        (scene, states): (&Scene<V>, &[State<T>]),
        [a, b]: [(ObjectHandle, Option<u32>); 2],
        (normal, point, signed_distance): (V, V, T),
    ) -> bool {
        let Some(hook) = &mut self.hooks.pre_solve else { return true };
        let ([a, b], normal) = if a.0 < b.0 { ([a, b], normal) } else { ([b, a], -normal) };
        let mut asked = PreSolve {
            part_a: a.1,
            part_b: b.1,
            is_impact: true,
            ..PreSolve::new(scene, states, [a.0, b.0], (normal, point, signed_distance))
        };
        hook(&mut asked);
        asked.enabled
    }
}

impl<'s, T: Real, V: Space<Scalar = T>> PreSolve<'s, V> {
    fn new(
        scene: &'s Scene<V>,
        states: &[State<T>],
        [a, b]: [ObjectHandle; 2],
        (normal, point, signed_distance): (V, V, T),
    ) -> Self {
        let velocity = |body: ObjectHandle| {
            let state = &states[body.index()];
            V::flat(state.velocity_at(point.lift() - state.center))
        };
        Self {
            a,
            b,
            part_a: None,
            part_b: None,
            normal,
            point,
            signed_distance,
            velocity: velocity(b) - velocity(a),
            is_impact: false,
            scene,
            enabled: true,
            surface: Surface { friction: T::ZERO, restitution: T::ZERO, rolling_resistance: T::ZERO },
        }
    }

    /// The changed numbers where they are valid, else the given ones.
    fn surface_or(&self, given: Surface<T>) -> Surface<T> {
        let valid = |new: T, old: T| if new.is_finite() && new >= T::ZERO { new } else { old };
        Surface {
            friction: valid(self.surface.friction, given.friction),
            restitution: valid(self.surface.restitution, given.restitution),
            rolling_resistance: valid(self.surface.rolling_resistance, given.rolling_resistance),
        }
    }
}
