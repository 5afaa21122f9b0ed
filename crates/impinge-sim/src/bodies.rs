//! What solvers work on: bodies, what holds them, and where they touch. A [`World`](crate::World) stands around it.

use impinge::scene::Scene;
use impinge::{Real, Vec3};

use crate::body::State;
use crate::continuous::Sweeps;
use crate::islands::Islands;
use crate::joint::Joints;
use crate::material::PairRules;
use crate::sleep::SleepSettings;
use crate::touch::Touches;

/// Bodies, what holds them, and where they touch.
#[derive(Clone, Debug)]
pub(crate) struct Bodies<T: Real> {
    pub conditions: Conditions<T>,
    pub scene: Scene<Vec3<T>>,
    /// How bodies move, by the places of the scene; those of removed bodies are fixed.
    pub states: Vec<State<T>>,
    pub rules: PairRules<T>,
    /// Where bodies touch, kept from step to step.
    pub touches: Touches<T>,
    pub joints: Joints<T>,
    /// Memory of steps, empty in a new world.
    pub islands: Islands,
    pub sweeps: Sweeps<T>,
}

/// What holds for all bodies in a step, whatever the solver; the world's settings say it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Conditions<T> {
    pub gravity: Vec3<T>,
    pub continuous: bool,
    pub sleep: Option<SleepSettings<T>>,
}

impl<T: Real> Bodies<T> {
    /// No body.
    pub fn new(conditions: Conditions<T>) -> Self {
        Self {
            conditions,
            scene: Scene::new(),
            states: Vec::new(),
            rules: PairRules::default(),
            touches: Touches::default(),
            joints: Joints::default(),
            islands: Islands::default(),
            sweeps: Sweeps::default(),
        }
    }
}
