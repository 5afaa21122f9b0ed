//! Step-by-step test whether a stack stands, and timing of its queries.

use std::sync::OnceLock;
use std::time::Instant;

use impinge::{Real, Vec3};

use super::blocks::HALF;
use super::{StackSettings, StackTrial};
use crate::body::State;
use crate::error::WorldError;
use crate::report::StepReport;
use crate::solver::thesis::{Collisions, Ground, ThesisAlgorithm, ThesisSettings};

/// Number of steps between two calls of the progress callback, and between two checks whether the stack still stands.
const TOLD: u64 = 1_000;
const LOOKED: u64 = 10;

/// Number of steps over which queries are timed.
const TIMED: u32 = 500;

/// A clock: nanoseconds from some start.
pub type Clock = fn() -> f64;

/// The wall clock.
pub(super) fn wall() -> f64 {
    static START: OnceLock<Instant> = OnceLock::new();
    START.get_or_init(Instant::now).elapsed().as_nanos() as f64
}

/// A stack that can be stepped.
pub(super) trait Standing<T: Real>: Sized {
    fn build(settings: &StackSettings<T>, boxes: usize) -> Result<Self, WorldError>;

    fn step(&mut self, time: T) -> Result<StepReport<T>, WorldError>;

    /// Centers of the boxes, from below.
    fn centers(&self) -> Result<Vec<Vec3<T>>, WorldError>;

    /// Time of the thesis' queries for the current poses of the boxes, in nanoseconds by a clock.
    fn time_of_queries(&mut self, thesis: &ThesisSettings<T>, clock: Clock) -> f64;
}

/// Result of a stack, and whether it is final: `goes_on` may end it early.
pub(super) fn stands<T: Real, S: Standing<T>>(
    settings: &StackSettings<T>,
    boxes: usize,
    goes_on: &mut dyn FnMut(&StackTrial) -> bool,
) -> Result<(StackTrial, bool), WorldError> {
    let mut stack = S::build(settings, boxes)?;
    let begin = stack.centers()?;
    let mut trial = StackTrial { boxes, steps: 0, stands: true, sway: 0.0, path: 0.0, deepest: 0.0 };
    let time = T::ONE / settings.rate;
    let mut top = begin.last().copied();
    while trial.steps < settings.steps {
        let report = match stack.step(time) {
            Ok(report) => report,
            // A body that was flung out of the range of numbers has left its neighbor.
            Err(WorldError::Scene(_)) => {
                trial.stands = false;
                break;
            }
            Err(error) => return Err(error),
        };
        trial.steps += 1;
        if trial.steps.is_multiple_of(TOLD) && !goes_on(&trial) {
            return Ok((trial, false));
        }
        if !trial.steps.is_multiple_of(LOOKED) && trial.steps != settings.steps {
            continue;
        }
        let now = stack.centers()?;
        if has_collapsed(&now) {
            trial.stands = false;
            break;
        }
        trial.deepest = trial.deepest.max(report.deepest.f64());
        for (p, q) in begin.iter().zip(&now) {
            trial.sway = trial.sway.max(aside(*p, *q));
        }
        if let (Some(last), Some(new)) = (&mut top, now.last()) {
            trial.path += aside(*last, *new);
            *last = *new;
        }
    }
    Ok((trial, true))
}

/// Horizontal distance of q from p.
fn aside<T: Real>(p: Vec3<T>, q: Vec3<T>) -> f64 {
    let (x, z) = ((q.x - p.x).f64(), (q.z - p.z).f64());
    (x * x + z * z).sqrt()
}

/// Whether a box has left the one below it; the lowest stands on the plate, as on a box whose upper face is at 0.
fn has_collapsed<T: Real>(centers: &[Vec3<T>]) -> bool {
    let [x, y, z] = HALF.map(T::of);
    centers.iter().enumerate().any(|(i, center)| {
        let below = if i == 0 { Vec3::new(center.x, -y, center.z) } else { centers[i - 1] };
        let from = *center - below;
        !(from.y >= y && from.x.abs() <= x && from.z.abs() <= z)
    })
}

/// Mean time of the queries by a clock, in microseconds for each box.
pub(super) fn time_queries<T: Real, S: Standing<T>>(
    settings: &StackSettings<T>,
    thesis: &ThesisSettings<T>,
    boxes: usize,
    clock: Clock,
) -> Result<f64, WorldError> {
    let mut stack = S::build(settings, boxes)?;
    let mut nanoseconds = 0.0;
    for _ in 0..TIMED {
        stack.step(T::ONE / settings.rate)?;
        nanoseconds += stack.time_of_queries(thesis, clock);
    }
    Ok(nanoseconds / 1e3 / f64::from(TIMED) / boxes as f64)
}

/// Runs and times the queries of one step.
pub(super) fn timed<T: Real, G: Ground<T>>(
    collisions: &mut Collisions<T>,
    ground: &mut G,
    states: &[State<T>],
    thesis: &ThesisSettings<T>,
    clock: Clock,
) -> f64 {
    let own = thesis.algorithm == ThesisAlgorithm::Own;
    // The scene's own answers are kept until something moves: they are timed if they are the requested ones.
    let start = clock();
    collisions.candidates(ground, states, thesis);
    let start = if own { start } else { clock() };
    collisions.decide(ground, thesis);
    clock() - start
}
