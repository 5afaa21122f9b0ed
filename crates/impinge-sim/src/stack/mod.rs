//! The tallest stack that stands, as section 4.2.1 of Olvång's thesis measures it.
//!
//! Boxes of 4 × 2 × 4 stand face to face along y, each pushed aside by up to 0.2 in x and in z, on a fixed plate. A stack is **stable**
//! if it has not collapsed after 5 minutes, 60,000 steps at 200 Hz. The thesis does not say what collapsed means. Here a stack has
//! collapsed when a box has left the one below it: its center is less than half a box's height above that of the box below, or more
//! than half a box's width beside it, in x or z; then it would tip over, or it lies beside.
//!
//! [`tallest_stack`] finds the height n of which a stack stands and one of n + 1 falls, by steps that double and then halve. That taller stacks
//! fall too is taken for granted; another seed may give another height, by one or two.

mod blocks;
mod by_thesis;
mod in_world;
mod standing;

use impinge::Real;
use serde::{Deserialize, Serialize};

use self::by_thesis::ThesisStack;
use self::in_world::WorldStack;
pub use self::in_world::stack;
use self::standing::{Standing, stands, time_queries, wall};
use crate::error::WorldError;
use crate::solver::Solver;
use crate::solver::thesis::ThesisSettings;

/// What is stacked, and how it is simulated.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, bound = "T: Real + Serialize + for<'a> Deserialize<'a>")]
pub struct StackSettings<T> {
    /// How steps are solved.
    pub solver: Solver<T>,
    /// 0: boxes. Above 0: round boxes of the same outer size, with this radius, below 1.
    pub radius: T,
    /// Boxes are pushed aside by up to this.
    pub shift: T,
    /// Decides how far.
    pub seed: u64,
    /// Steps for each unit of time.
    pub rate: T,
    /// A stack that has not collapsed after so many steps is stable.
    pub steps: u64,
    /// Down the y axis.
    pub gravity: T,
    /// Of the boxes.
    pub density: T,
    /// Of boxes and plate.
    pub friction: T,
    /// Of boxes and plate.
    pub restitution: T,
    /// The height that is tried first: the nearer to the truth, the sooner it is found.
    pub first: usize,
    /// Stacks are not tried beyond this height.
    pub at_most: usize,
}

/// The thesis' loop with its settings by default; boxes, 0.2, 200 Hz, 60,000 steps as in the thesis; gravity 9.81, density 1, friction
/// 0.6, restitution 0, which it does not say.
impl<T: Real> Default for StackSettings<T> {
    fn default() -> Self {
        Self {
            solver: Solver::Thesis(ThesisSettings::default()),
            radius: T::ZERO,
            shift: T::of(0.2),
            seed: 1,
            rate: T::of(200.0),
            steps: 60_000,
            gravity: T::of(9.81),
            density: T::ONE,
            friction: T::of(0.6),
            restitution: T::ZERO,
            first: 8,
            at_most: 128,
        }
    }
}

/// How one stack fared.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StackTrial {
    /// Its height.
    pub boxes: usize,
    /// Steps until it collapsed, or all.
    pub steps: u64,
    /// Whether it still stood then.
    pub stands: bool,
    /// The farthest that any box was sideways from where it began, before it left its neighbor.
    pub sway: f64,
    /// How far the topmost box went sideways in all, from look to look.
    pub path: f64,
    /// The deepest overlap.
    pub deepest: f64,
}

/// The tallest stack that stands.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TallestStack {
    /// Boxes of the tallest stack that stands, of those that were tried; 0 if none does.
    pub tallest: usize,
    /// Whether the search came to its end. If not, a taller one may stand.
    pub complete: bool,
    /// Mean time of the thesis' collision queries for a box in a step, in microseconds, of that stack. `None` with other solvers.
    pub time_per_box_us: Option<f64>,
    /// Every stack that was tried.
    pub trials: Vec<StackTrial>,
}

/// Builds a stack and lets it stand. `progress` is told how far it is.
///
/// # Errors
/// If a setting is not valid.
#[inline(never)]
pub fn stack_stands<T: Real>(
    settings: &StackSettings<T>,
    boxes: usize,
    progress: &mut dyn FnMut(&StackTrial),
) -> Result<StackTrial, WorldError> {
    let told = &mut |trial: &StackTrial| {
        progress(trial);
        true
    };
    Ok(stands::<T, WorldStack<T>>(settings, boxes, told)?.0)
}

/// Told, on the way, of the stacks that were tried and of how far the one now is, begun or ended; says whether the search goes on.
pub type StackProgress<'a> = dyn FnMut(&[StackTrial], &StackTrial) -> bool + 'a;

/// The tallest stack that stands. Stacks that an earlier search with the same settings has tried are `known`: they are not tried again.
///
/// # Errors
/// If a setting is not valid.
pub fn tallest_stack<T: Real>(
    settings: &StackSettings<T>,
    known: &[StackTrial],
    progress: &mut StackProgress<'_>,
) -> Result<TallestStack, WorldError> {
    search::<T, WorldStack<T>>(settings, known, progress)
}

/// The same, to the bit, where the solver is the thesis'. A program that has stacks of a precision for the thesis' sake only builds
/// neither worlds nor scenes in that precision.
///
/// # Errors
/// If a setting is not valid, or the solver is another one.
pub fn tallest_thesis_stack<T: Real>(
    settings: &StackSettings<T>,
    known: &[StackTrial],
    progress: &mut StackProgress<'_>,
) -> Result<TallestStack, WorldError> {
    search::<T, ThesisStack<T>>(settings, known, progress)
}

/// Mean time of the thesis' collision queries for a box in a step, in microseconds, of a stack of so many boxes, by a clock of the
/// caller's: nanoseconds from some start, as those that a thread has computed. It is built with the crate that calls it, so that one whose
/// times count must be an optimized one.
///
/// # Errors
/// If a setting is not valid, or the solver is another one.
pub fn time_of_thesis_queries<T: Real>(
    settings: &StackSettings<T>,
    boxes: usize,
    clock: fn() -> f64,
) -> Result<f64, WorldError> {
    let Solver::Thesis(thesis) = settings.solver else { return Err(WorldError::NotOfThesis) };
    time_queries::<T, ThesisStack<T>>(settings, &thesis, boxes, clock)
}

fn search<T: Real, S: Standing<T>>(
    settings: &StackSettings<T>,
    known: &[StackTrial],
    progress: &mut StackProgress<'_>,
) -> Result<TallestStack, WorldError> {
    let mut trials = Vec::new();
    // Stands, falls.
    let (mut low, mut high) = (0, settings.at_most + 1);
    let mut next = settings.first.clamp(1, settings.at_most.max(1));
    let mut stride = 1;
    while high - low > 1 {
        let (trial, over) = match known.iter().find(|trial| trial.boxes == next) {
            Some(trial) => (*trial, true),
            None => stands::<T, S>(settings, next, &mut |now| progress(&trials, now))?,
        };
        if over {
            trials.push(trial);
            if trial.stands { low = next } else { high = next }
        }
        if !over || !progress(&trials, &trial) {
            return Ok(TallestStack { tallest: low, complete: false, time_per_box_us: None, trials });
        }
        // Away from the first height until both are known, then between them.
        next = if high > settings.at_most {
            (low + stride).min(settings.at_most)
        } else if low == 0 {
            high.saturating_sub(stride).max(1)
        } else {
            low.midpoint(high)
        };
        stride *= 2;
    }
    let time_per_box_us = match settings.solver {
        Solver::Thesis(thesis) if low > 0 => Some(time_queries::<T, S>(settings, &thesis, low, wall)?),
        _ => None,
    };
    Ok(TallestStack { tallest: low, complete: true, time_per_box_us, trials })
}
