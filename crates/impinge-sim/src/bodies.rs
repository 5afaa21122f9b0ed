//! Data that solvers work on: bodies, joints, and contacts. A [`World`](crate::World) wraps it.

use impinge::scene::{ObjectHandle, Scene};
use impinge::{Real, Vec3};

use crate::belts::Belts;
use crate::body::{BodyKind, State};
use crate::continuous::CoreSpace;
use crate::continuous::Sweeps;
use crate::error::WorldError;
use crate::hooks::Answers;
use crate::islands::Islands;
use crate::joint::{Held, Joints};
use crate::material::{PairRules, Surface};
use crate::sleep::SleepSettings;
use crate::solver_contact::{SolverContact, SolverContacts};

/// Share of the exponents up to which coordinates and speeds are modest: 2¹⁵ in `f32`, 2¹²⁷ in `f64`.
const MODEST: i32 = 8;

/// The same for masses, forces and their inverses: 2³¹ in `f32`.
const MODEST_WEIGHT: i32 = 4;

/// Bodies with their joints and contacts.
#[derive(Clone, Debug)]
pub struct Bodies<V: CoreSpace> {
    pub(crate) conditions: Conditions<V::Scalar>,
    pub(crate) scene: Scene<V>,
    /// States of bodies, by the slots of the scene; those of removed bodies are fixed.
    pub(crate) states: Vec<State<V::Scalar>>,
    pub(crate) rules: PairRules<V::Scalar>,
    pub(crate) belts: Belts<V::Scalar>,
    /// Contacts, kept from step to step.
    pub(crate) contacts: SolverContacts<V>,
    pub(crate) joints: Joints<V::Scalar>,
    /// Working memory of steps, empty in a new world.
    pub(crate) islands: Islands,
    pub(crate) sweeps: Sweeps<V>,
    /// Answers of the caller about the contacts of this step.
    pub(crate) answers: Answers<V::Scalar>,
}

/// Conditions for all bodies in a step, independent of the solver; taken from the world's settings.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Conditions<T> {
    pub gravity: Vec3<T>,
    pub continuous: bool,
    pub sleep: Option<SleepSettings<T>>,
}

impl<T: Real, V: CoreSpace<Scalar = T>> Bodies<V> {
    /// A set without bodies.
    pub(crate) fn new(conditions: Conditions<T>) -> Self {
        Self {
            conditions,
            scene: Scene::new(),
            states: Vec::new(),
            rules: PairRules::default(),
            belts: Belts::default(),
            contacts: SolverContacts::default(),
            joints: Joints::default(),
            islands: Islands::default(),
            sweeps: Sweeps::default(),
            answers: Answers::default(),
        }
    }

    /// The surface of a contact, by the materials or the caller.
    #[inline]
    pub fn surface(&self, contact: usize) -> Surface<T> {
        if let Some(surface) = self.answers.surface(contact) {
            return *surface;
        }
        let found = &self.contacts.contacts()[contact];
        let [a, b] = [found.a, found.b].map(|body| &self.states[body.index()].material);
        self.rules.surface(a, b)
    }

    /// Whether a step of this length may end with a number that is not finite: joints may contradict one another, and products of large
    /// numbers overflow. Contacts of bodies within [`MODEST`] and [`MODEST_WEIGHT`] are far from that.
    pub fn may_overflow(&self, time: T) -> bool {
        let limit = |share: i32| T::power_of_two(T::MAX_EXPONENT / share);
        let modest = |v: Vec3<T>, share: i32| v.max_abs() < limit(share);
        let weighs = |state: &State<T>| {
            let inverse = &state.inverse_inertia;
            let largest = Vec3::new(state.mass.mass, state.inverse_mass, T::ZERO);
            modest(largest, MODEST_WEIGHT)
                && [inverse.x_axis, inverse.y_axis, inverse.z_axis, state.force, state.torque]
                    .into_iter()
                    .all(|v| modest(v, MODEST_WEIGHT))
        };
        let is_modest = |state: &State<T>| {
            let motion = [state.center, state.velocity, state.angular_velocity];
            motion.into_iter().all(|v| modest(v, MODEST)) && (!state.is_awake() || weighs(state))
        };
        self.joints.iter().next().is_some()
            || !modest(self.conditions.gravity * time, MODEST)
            || !self.belts.are_below(limit(MODEST))
            || !self.states.iter().all(is_modest)
    }

    /// Stops all bodies whose motion is not finite where they were, and clears impulses that are not.
    pub fn stop_overflowed(&mut self) {
        for state in self.states.iter_mut().filter(|state| !state.is_finite()) {
            (state.center, state.rotation) = (state.start.center, state.start.rotation);
            (state.velocity, state.angular_velocity) = (Vec3::ZERO, Vec3::ZERO);
        }
        for contact in self.contacts.contacts_mut() {
            let impulses = &contact.data;
            let sum = impulses.normal.iter().chain(&impulses.totals).fold(impulses.twist, |sum, &x| sum + x);
            let vector = impulses.tangent + impulses.rolling;
            if !(sum + vector.x + vector.y + vector.z).is_finite() {
                contact.data = Default::default();
            }
        }
    }

    /// Fails if a number of a body's motion is not finite, with all such bodies.
    pub fn check_finite(&self) -> Result<(), WorldError> {
        if self.states.iter().all(State::is_finite) { Ok(()) } else { Err(self.overflow()) }
    }

    /// The error that names all bodies of which a number is not finite, or an impulse of a contact.
    pub fn overflow(&self) -> WorldError {
        let finite = |x: &[T]| x.iter().all(|x| x.is_finite());
        let is_bad = |body: &ObjectHandle| {
            let pushes = |contact: &&SolverContact<V>| contact.a == *body || contact.b == *body;
            let of_body = || self.contacts.contacts().iter().filter(pushes);
            let is_pushed =
                of_body().all(|contact| finite(&contact.data.normal) && contact.data.tangent.is_finite());
            let state = &self.states[body.index()];
            state.kind != BodyKind::Fixed && !(state.is_finite() && is_pushed)
        };
        WorldError::Overflow { bodies: self.scene.objects().filter(is_bad).collect() }
    }
}

/// All that a step changes, as it was before, in reused memory. The poses in the scene are the last to change, once nothing can fail.
#[derive(Clone, Debug)]
pub(crate) struct Before<V: CoreSpace> {
    states: Vec<State<V::Scalar>>,
    contacts: SolverContacts<V>,
    joints: Vec<Held<V::Scalar>>,
}

impl<V: CoreSpace> Default for Before<V> {
    fn default() -> Self {
        Self { states: Vec::new(), contacts: SolverContacts::default(), joints: Vec::new() }
    }
}

impl<V: CoreSpace> Before<V> {
    /// Notes how bodies are.
    pub fn note(&mut self, bodies: &Bodies<V>) {
        self.states.clone_from(&bodies.states);
        self.contacts.copy(&bodies.contacts);
        bodies.joints.note(&mut self.joints);
    }

    /// Undoes a step.
    pub fn restore(&self, bodies: &mut Bodies<V>) {
        bodies.states.copy_from_slice(&self.states);
        bodies.contacts.copy(&self.contacts);
        bodies.joints.undo(&self.joints);
    }
}
