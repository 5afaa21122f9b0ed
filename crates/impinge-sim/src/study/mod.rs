//! The tallest stable stack, as section 4.2.1 of Olvång's thesis measures it.
//!
//! Boxes of 4 × 2 × 4 stand face to face along y, each shifted by up to 0.2 in x and in z, on a fixed plate. A stack is **stable** if it
//! has not collapsed after 5 minutes, 60,000 steps at 200 Hz. The thesis does not define collapse. Here a stack has collapsed when a box
//! has left the one below it: its center is less than half a box's height above that of the box below, or more than half a box's width
//! beside it, in x or z; then it would tip over, or it lies beside.
//!
//! [`tallest_stack`] finds a height n at which a stack stands while one of n + 1 falls, by doubling and bisection. It assumes that taller
//! stacks fall too; another seed may give another height, by one or two.

mod blocks;
mod by_thesis;
mod in_world;
mod standing;

use impinge::Real;
use impinge::math::built_with_the_crate;
use serde::{Deserialize, Serialize};

use self::by_thesis::ThesisStack;
use self::in_world::WorldStack;
pub use self::in_world::stack;
pub use self::standing::Clock;
use self::standing::{Standing, stands, time_queries, wall};
use crate::error::WorldError;
use crate::solver::Solver;
pub use crate::solver::thesis::{ThesisAlgorithm, ThesisSettings};

/// Settings of a stack and its simulation.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, bound = "T: Real + Serialize + for<'a> Deserialize<'a>")]
pub struct StackSettings<T> {
    /// Solver of the steps.
    pub solver: Solver<T>,
    /// 0: boxes. Above 0: round boxes of the same outer size, with this radius, below 1.
    pub radius: T,
    /// Boxes are shifted by up to this.
    pub shift: T,
    /// Seed of the shifts.
    pub seed: u64,
    /// Steps per unit of time.
    pub rate: T,
    /// A stack that has not collapsed after this many steps is stable.
    pub steps: u64,
    /// Gravity down the y axis.
    pub gravity: T,
    /// Density of the boxes.
    pub density: T,
    /// Friction of boxes and plate.
    pub friction: T,
    /// Restitution of boxes and plate.
    pub restitution: T,
    /// The height that is tried first: the nearer to the result, the faster the search.
    pub first: usize,
    /// Limit on the height.
    pub at_most: usize,
}

/// The thesis' loop with its default settings; boxes, 0.2, 200 Hz, 60,000 steps as in the thesis; gravity 9.81, density 1, friction 0.6,
/// restitution 0, which it does not give.
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

/// Result of one stack.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StackTrial {
    /// Its height, in boxes.
    pub boxes: usize,
    /// Number of steps until it collapsed, or all.
    pub steps: u64,
    /// Whether it still stood at the end.
    pub stands: bool,
    /// The largest sideways distance of any box from its start, before it left its neighbor.
    pub sway: f64,
    /// Total sideways path of the topmost box, from check to check.
    pub path: f64,
    /// The largest penetration depth.
    pub deepest: f64,
}

/// The tallest stable stack.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TallestStack {
    /// Number of boxes of the tallest stack that stands, among those that were tried; 0 if none does.
    pub tallest: usize,
    /// Whether the search was completed. If not, a taller one may stand.
    pub complete: bool,
    /// Mean wall time of the thesis' collision queries per box and step, in microseconds, for that stack. `None` with other solvers.
    pub time_per_box_us: Option<f64>,
    /// All stacks that were tried.
    pub trials: Vec<StackTrial>,
}

/// Builds a stack and simulates it. Calls `progress` with its state.
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

/// Progress callback, called with the stacks that were tried and the state of the current one, begun or ended; returns whether the search
/// goes on.
pub type StackProgress<'a> = dyn FnMut(&[StackTrial], &StackTrial) -> bool + 'a;

/// Finds the tallest stack that stands. Stacks tried by an earlier search with the same settings are `known`: they are not tried again.
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

/// The same, bit for bit, for the solver of the thesis, without a world and its scene.
///
/// # Errors
/// If a setting is not valid, or the solver is another one.
pub fn tallest_thesis_stack<T: Real>(
    settings: &StackSettings<T>,
    known: &[StackTrial],
    progress: &mut StackProgress<'_>,
) -> Result<TallestStack, WorldError> {
    of_the_thesis(settings, known, progress)
}

built_with_the_crate! {
    /// [`tallest_thesis_stack`].
    fn of_the_thesis<'a, T: Real>(
        settings: &'a StackSettings<T>,
        known: &'a [StackTrial],
        progress: &'a mut StackProgress<'a>,
    ) -> Result<TallestStack, WorldError> = search::<_, ThesisStack<_>>;
}

/// Mean time of the thesis' collision queries per box and step, in microseconds, over the first steps of a stack of this many boxes. A
/// program that shares its machine passes the clock of its thread, which other programs do not affect.
///
/// # Errors
/// If a setting is not valid, or the solver is another one.
pub fn thesis_query_time<T: Real>(
    settings: &StackSettings<T>,
    boxes: usize,
    clock: Clock,
) -> Result<f64, WorldError> {
    let Solver::Thesis(thesis) = settings.solver else { return Err(WorldError::NotOfThesis) };
    time_queries::<T, ThesisStack<T>>(settings, &thesis, boxes.max(1), clock)
}

fn search<T: Real, S: Standing<T>>(
    settings: &StackSettings<T>,
    known: &[StackTrial],
    progress: &mut StackProgress<'_>,
) -> Result<TallestStack, WorldError> {
    let mut trials = Vec::new();
    // Heights that stand, and that fall.
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
