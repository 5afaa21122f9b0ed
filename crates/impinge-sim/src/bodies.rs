//! Data that solvers work on: bodies, joints, and contacts. A [`World`](crate::World) wraps it.

use impinge::scene::Scene;
use impinge::{Real, Vec3};

use crate::body::State;
use crate::continuous::Sweeps;
use crate::hooks::Answers;
use crate::islands::Islands;
use crate::joint::Joints;
use crate::material::{PairRules, Surface};
use crate::sleep::SleepSettings;
use crate::solver_contact::SolverContacts;

/// Bodies with their joints and contacts.
#[derive(Clone, Debug)]
pub(crate) struct Bodies<T: Real> {
    pub conditions: Conditions<T>,
    pub scene: Scene<Vec3<T>>,
    /// States of bodies, by the slots of the scene; those of removed bodies are fixed.
    pub states: Vec<State<T>>,
    pub rules: PairRules<T>,
    /// Contacts, kept from step to step.
    pub contacts: SolverContacts<T>,
    pub joints: Joints<T>,
    /// Working memory of steps, empty in a new world.
    pub islands: Islands,
    pub sweeps: Sweeps<T>,
    /// Answers of the caller about the contacts of this step.
    pub answers: Answers<T>,
}

/// Conditions for all bodies in a step, independent of the solver; taken from the world's settings.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Conditions<T> {
    pub gravity: Vec3<T>,
    pub continuous: bool,
    pub sleep: Option<SleepSettings<T>>,
}

impl<T: Real> Bodies<T> {
    /// A set without bodies.
    pub fn new(conditions: Conditions<T>) -> Self {
        Self {
            conditions,
            scene: Scene::new(),
            states: Vec::new(),
            rules: PairRules::default(),
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
}
