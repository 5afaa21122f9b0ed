//! The loop of Olvång's thesis, section 4.2, to reproduce its tables.
//!
//! **Answers** how bodies move by the thesis' five lines. Use it to compare algorithms of collision detection as the thesis did; use the
//! soft step for everything else.
//!
//! 1. Integrate positions by the step ([`integrate`]).
//! 2. Collisions and contact points: the depth and the normal of each pair by one of three algorithms, in the precision of the world
//!    (`algorithms.rs`), and the contact polygon by perturbed sampling (`collisions.rs`).
//! 3. Impulses, one contact point after the other, until every point separates or [`ThesisSettings::iterations`] passes were made
//!    (`impulses.rs`). There is no warm start: contacts are collisions, and each step starts from zero.
//! 4. A contact graph, and projection of overlaps from the ground up: only the upper body moves, by a fraction of the depth
//!    (`graph.rs`).
//!
//! **Source.** Olvång's thesis, section 4.2, with 2.3.4 (swept GJK), 2.4.1 (MPR's depth), 2.5 (EPA) and 2.6 (perturbed sampling); the
//! contact graph after Guendelman, Bridson and Fedkiw, "Nonconvex Rigid Bodies with Stacking", 2003.
//!
//! **Unspecified in the thesis** are these settings: gravity by [`WorldSettings`](crate::WorldSettings), mass, friction and restitution
//! by [`Body`](crate::Body), everything else by [`ThesisSettings`]. `docs/results/stacking.md` shows the effect of each of them.
//!
//! **Precision.** GJK, EPA and MPR run on the shapes at their poses in the world, in the world's precision, as in the thesis: `f32` is
//! its single precision, except for SSE's own order of operations. Perturbed sampling and clipping compute in `f64` inside, and their
//! points are rounded.
//!
//! **Guarantee.** None about overlap: this is the method that the thesis measured. No allocation after warm-up, every loop bounded, the
//! same bits for any number of threads.
//!
//! **Cost.** Points × iterations, and a query for each pair.
//!
//! **Failure.** Nothing rotates a tilted box back, so tall stacks lean and fall; more iterations help slowly. Boxes slide down every
//! slope, slowly, since the friction of a collision does not hold a contact (the thesis says so itself).

mod algorithms;
mod collisions;
mod graph;
mod ground;
mod impulses;

use impinge::study::perturbation::Perturbation;
use impinge::{Real, Vec3};
use serde::{Deserialize, Serialize};

pub(crate) use self::collisions::Collisions;
use self::graph::Graph;
pub(crate) use self::ground::{Each, Ground, InScene};
use self::impulses::Impulses;
use super::integrate;
use crate::body::{BodyKind, State};
use crate::error::{WorldError, not_negative, number, rounds};
use crate::report::StepReport;

/// Algorithm for the normal and the depth of two bodies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ThesisAlgorithm {
    /// Swept GJK, with EPA if bodies overlap by more than the balls (section 2.3.4).
    Swept,
    /// SA-GJK for the decision, then EPA.
    Separating,
    /// MPR with the extension for depths (section 2.4.1).
    Mpr,
    /// The manifolds of [`Scene::manifolds`](impinge::Scene::manifolds), for comparison: neither algorithm nor sampling is the thesis'.
    Own,
}

impl ThesisAlgorithm {
    /// All algorithms, those of the thesis first.
    pub const ALL: [Self; 4] = [Self::Swept, Self::Separating, Self::Mpr, Self::Own];
}

/// Settings of the thesis' loop.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, bound = "T: Real + Serialize + for<'a> Deserialize<'a>")]
pub struct ThesisSettings<T> {
    /// Algorithm for normals and depths.
    pub algorithm: ThesisAlgorithm,
    /// Limit on the passes over all contact points, no more than [`MOST_ROUNDS`](crate::MOST_ROUNDS); 20, 40 or 60 in the thesis.
    pub iterations: usize,
    /// Radius of the ball by which swept GJK grows each body, μ of section 3.3: bodies touch while they are 2 μ apart.
    pub sweep_radius: T,
    /// Samples, angle and clipping of the contact polygon. Not given in the thesis.
    pub perturbation: Perturbation,
    /// Fraction of a depth by which bodies are projected apart in a step, 0 to 1. Not given in the thesis.
    pub fraction: T,
    /// Rate at which all velocities decay, in addition to those of the bodies: the thesis' damping of the whole system, whose value it
    /// does not give. v becomes v / (1 + rate × time) in each step.
    pub damping: T,
}

/// Swept GJK with μ = 0.05 as in section 3.3; 60 iterations; the library's own sampling; a fifth of each depth; damping of 0.5, by which
/// speeds decay to 61 % in a second.
impl<T: Real> Default for ThesisSettings<T> {
    fn default() -> Self {
        Self {
            algorithm: ThesisAlgorithm::Swept,
            iterations: 60,
            sweep_radius: T::of(0.05),
            perturbation: Perturbation::default(),
            fraction: T::of(0.2),
            damping: T::HALF,
        }
    }
}

impl<T: Real> ThesisSettings<T> {
    fn check(&self) -> Result<(), WorldError> {
        rounds("passes", self.iterations)?;
        not_negative("radius of swept GJK", self.sweep_radius)?;
        not_negative("fraction of depths", self.fraction)?;
        if self.fraction > T::ONE {
            let (what, found) = ("fraction of depths", self.fraction.f64());
            return Err(WorldError::OutOfRange { what, found, range: [0.0, 1.0] });
        }
        not_negative("damping", self.damping)?;
        number("size of the perturbation", self.perturbation.size)
    }
}

/// Lists that are kept so that a step allocates nothing. None of them affects the next one.
#[derive(Clone, Debug)]
pub(crate) struct ThesisMemory<T: Real> {
    before: Vec<State<T>>,
    pub(crate) collisions: Collisions<T>,
    impulses: Impulses<T>,
    graph: Graph<T>,
}

impl<T: Real> Default for ThesisMemory<T> {
    fn default() -> Self {
        Self {
            before: Vec::new(),
            collisions: Collisions::default(),
            impulses: Impulses::default(),
            graph: Graph::default(),
        }
    }
}

/// Bodies that a step moves.
pub(crate) struct Moved<'a, T: Real, G> {
    pub ground: &'a mut G,
    pub states: &'a mut Vec<State<T>>,
    pub gravity: Vec3<T>,
}

/// Runs one step. If a body leaves the range of numbers, everything is as before.
#[inline(never)]
pub(crate) fn step<T: Real, G: Ground<T>>(
    mut moved: Moved<'_, T, G>,
    memory: &mut ThesisMemory<T>,
    time: T,
    settings: &ThesisSettings<T>,
) -> Result<StepReport<T>, WorldError> {
    settings.check()?;
    memory.before.clone_from(moved.states);
    let done = advance(&mut moved, memory, time, settings);
    match &done {
        Ok(_) => clear_forces(moved.states),
        Err(_) => {
            moved.states.clone_from(&memory.before);
            place(&mut moved)?;
        }
    }
    done
}

/// Runs the lines of the thesis.
fn advance<T: Real, G: Ground<T>>(
    moved: &mut Moved<'_, T, G>,
    memory: &mut ThesisMemory<T>,
    time: T,
    settings: &ThesisSettings<T>,
) -> Result<StepReport<T>, WorldError> {
    let ThesisMemory { collisions, impulses, graph, .. } = memory;
    move_freely(moved.states, moved.gravity, time, settings);
    place(moved)?;
    let report = collisions.find(moved.ground, moved.states, settings);
    let iterations = impulses.separate(moved.states, collisions, settings.iterations);
    graph.project(moved.states, collisions, settings.fraction);
    place(moved)?;
    Ok(StepReport { iterations, ..report })
}

/// Line 1. Gravity and damping change the velocities first.
fn move_freely<T: Real>(states: &mut [State<T>], gravity: Vec3<T>, time: T, settings: &ThesisSettings<T>) {
    let fading = T::ONE / (T::ONE + time * settings.damping);
    for state in states {
        integrate::velocities(state, gravity, T::ZERO, time);
        if state.is_dynamic() {
            state.velocity *= fading;
            state.angular_velocity *= fading;
        }
        integrate::positions::<Vec3<T>>(state, time);
    }
}

/// Updates the poses of bodies.
fn place<T: Real, G: Ground<T>>(moved: &mut Moved<'_, T, G>) -> Result<(), WorldError> {
    let moves = |state: &State<T>| state.kind != BodyKind::Fixed;
    let fails =
        |state: &State<T>| moves(state) && !(state.is_finite() && state.try_pose::<Vec3<T>>().is_some());
    if moved.states.iter().any(fails) {
        let bad = moved.states.iter().enumerate().filter(|(_, state)| fails(state));
        return Err(WorldError::Overflow {
            bodies: bad.filter_map(|(i, _)| moved.ground.handle(i)).collect(),
        });
    }
    for (body, state) in moved.states.iter().enumerate() {
        if state.kind != BodyKind::Fixed {
            moved.ground.place(body, state.pose())?;
        }
    }
    Ok(())
}

fn clear_forces<T: Real>(states: &mut [State<T>]) {
    for state in states {
        (state.force, state.torque) = (Vec3::ZERO, Vec3::ZERO);
    }
}
