//! The tallest stack that stands, as section 4.2.1 of Olvång's thesis measures it.
//!
//! Boxes of 4 × 2 × 4 stand face to face along y, each pushed aside by up to 0.2 in x and in z, on a fixed plate. A stack is **stable**
//! if it has not collapsed after 5 minutes, 60,000 steps at 200 Hz. The thesis does not say what collapsed means. Here a stack has
//! collapsed when a box has left the one below it: its center is less than half a box's height above that of the box below, or more
//! than half a box's width beside it, in x or z; then it would tip over, or it lies beside.
//!
//! [`tallest_stack`] finds the height n of which a stack stands and one of n + 1 falls, by steps that double and then halve. That taller stacks
//! fall too is taken for granted; another seed may give another height, by one or two.

use std::time::Instant;

use impinge::body::AnyBody;
use impinge::{Cuboid, Pose, Real, RoundCuboid, Vec3};
use serde::{Deserialize, Serialize};

use crate::bodies::Bodies;
use crate::body::Body;
use crate::error::WorldError;
use crate::material::Material;
use crate::report::StepReport;
use crate::solver::Solver;
use crate::solver::thesis::{ThesisAlgorithm, ThesisSettings};
use crate::world::{World, WorldSettings};
use impinge::scene::ObjectHandle;

/// Half extents of a box: the thesis' 4 × 2 × 4.
const HALF: [f64; 3] = [2.0, 1.0, 2.0];

/// Half extents of the plate below. Not said in the thesis.
const PLATE: [f64; 3] = [10.0, 1.0, 10.0];

/// Progress is told each so many steps, and whether the stack still stands is looked at each so many.
const TOLD: u64 = 1_000;
const LOOKED: u64 = 10;

/// Steps over which queries are timed.
const TIMED: u32 = 500;

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

/// A stack, and its boxes from below.
///
/// # Errors
/// If a setting is not valid.
#[allow(clippy::needless_update, reason = "what holds for a world may grow")]
pub fn stack<T: Real>(
    settings: &StackSettings<T>,
    boxes: usize,
) -> Result<(World<T>, Vec<ObjectHandle>), WorldError> {
    let gravity = Vec3::new(T::ZERO, -settings.gravity, T::ZERO);
    let mut world =
        World::new(WorldSettings { gravity, solver: settings.solver, ..WorldSettings::default() });
    let material =
        Material { friction: settings.friction, restitution: settings.restitution, ..Material::default() };
    let [x, y, z] = PLATE.map(T::of);
    let plate = world.add_shape(Cuboid::new([x, y, z]));
    world.add(Body::fixed(plate, Pose::at([T::ZERO, -y, T::ZERO])).material(material))?;
    let shape = world.add_shape(block(settings.radius)?);
    let mut random = settings.seed;
    let mut handles = Vec::with_capacity(boxes);
    for i in 0..boxes {
        let aside = [uniform(&mut random), uniform(&mut random)].map(|u| settings.shift * T::of(u));
        let height = T::of(HALF[1] * (2 * i + 1) as f64);
        let pose = Pose::at([aside[0], height, aside[1]]);
        handles.push(world.add(Body::dynamic(shape, pose).density(settings.density).material(material))?);
    }
    Ok((world, handles))
}

fn block<T: Real>(radius: T) -> Result<AnyBody<Vec3<T>>, WorldError> {
    if !radius.is_finite() {
        return Err(WorldError::NotFinite { what: "radius of round boxes" });
    }
    if radius == T::ZERO {
        return Ok(Cuboid::new(HALF.map(T::of)).into());
    }
    let core = HALF.map(|h| T::of(h) - radius);
    match RoundCuboid::try_new(core, radius) {
        Ok(round) => Ok(round.into()),
        Err(_) => Err(WorldError::NotPositive {
            what: "radius of round boxes, and what it leaves of them,",
            found: radius.f64(),
        }),
    }
}

/// From −1 to 1 (splitmix64, Steele, Lea and Flood 2014).
fn uniform(state: &mut u64) -> f64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^= z >> 31;
    (z >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
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
    Ok(stands(settings, boxes, World::step, told)?.0)
}

/// A step of a world by its solver.
type Step<T> = fn(&mut World<T>, T) -> Result<StepReport<T>, WorldError>;

/// How a stack fared, and whether that is final: `goes_on` may end it before.
fn stands<T: Real>(
    settings: &StackSettings<T>,
    boxes: usize,
    step: Step<T>,
    goes_on: &mut dyn FnMut(&StackTrial) -> bool,
) -> Result<(StackTrial, bool), WorldError> {
    let (mut world, handles) = stack(settings, boxes)?;
    let places = |world: &World<T>| -> Result<Vec<Vec3<T>>, WorldError> {
        handles.iter().map(|&handle| Ok(world.pose(handle)?.translation())).collect()
    };
    let begin = places(&world)?;
    let mut trial = StackTrial { boxes, steps: 0, stands: true, sway: 0.0, path: 0.0, deepest: 0.0 };
    let time = T::ONE / settings.rate;
    let mut top = begin.last().copied();
    while trial.steps < settings.steps {
        let report = match step(&mut world, time) {
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
        let now = places(&world)?;
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

/// How far q is from p, seen from above.
fn aside<T: Real>(p: Vec3<T>, q: Vec3<T>) -> f64 {
    let (x, z) = ((q.x - p.x).f64(), (q.z - p.z).f64());
    (x * x + z * z).sqrt()
}

/// Whether a box has left the one below it; the lowest stands on the plate, as on a box of which the upper face is at 0.
fn has_collapsed<T: Real>(centers: &[Vec3<T>]) -> bool {
    let [x, y, z] = HALF.map(T::of);
    centers.iter().enumerate().any(|(i, center)| {
        let below = if i == 0 { Vec3::new(center.x, -y, center.z) } else { centers[i - 1] };
        let from = *center - below;
        !(from.y >= y && from.x.abs() <= x && from.z.abs() <= z)
    })
}

/// Told, on the way, of the stacks that were tried and of how far the one now is, begun or ended; says whether the search goes on.
pub type StackProgress<'a> = dyn FnMut(&[StackTrial], &StackTrial) -> bool + 'a;

/// The tallest stack that stands. Stacks that an earlier search with the same settings has tried are `known`: they are not tried again.
///
/// # Errors
/// If a setting is not valid.
#[inline(never)]
pub fn tallest_stack<T: Real>(
    settings: &StackSettings<T>,
    known: &[StackTrial],
    progress: &mut StackProgress<'_>,
) -> Result<TallestStack, WorldError> {
    search(settings, World::step, known, progress)
}

/// The same where the solver is the thesis'. A program that has stacks of a precision for the thesis' sake only builds nothing of the
/// other solvers in that precision.
///
/// # Errors
/// If a setting is not valid, or the solver is another one.
#[inline(never)]
pub fn tallest_thesis_stack<T: Real>(
    settings: &StackSettings<T>,
    known: &[StackTrial],
    progress: &mut StackProgress<'_>,
) -> Result<TallestStack, WorldError> {
    search(settings, World::step_of_thesis, known, progress)
}

fn search<T: Real>(
    settings: &StackSettings<T>,
    step: Step<T>,
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
            None => stands(settings, next, step, &mut |now| progress(&trials, now))?,
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
        Solver::Thesis(thesis) if low > 0 => Some(time_queries(settings, &thesis, low, step)?),
        _ => None,
    };
    Ok(TallestStack { tallest: low, complete: true, time_per_box_us, trials })
}

/// Mean time of the queries, in microseconds for each box.
fn time_queries<T: Real>(
    settings: &StackSettings<T>,
    thesis: &ThesisSettings<T>,
    boxes: usize,
    step: Step<T>,
) -> Result<f64, WorldError> {
    let (mut world, _) = stack(settings, boxes)?;
    let mut seconds = 0.0;
    for _ in 0..TIMED {
        step(&mut world, T::ONE / settings.rate)?;
        let World { bodies: Bodies { scene, states, .. }, thesis: memory, .. } = &mut world;
        let own = thesis.algorithm == ThesisAlgorithm::Own;
        // The scene's own answers are kept until something moves: they are timed where they are what is asked for.
        let start = Instant::now();
        memory.collisions.candidates(scene, states, thesis);
        let start = if own { start } else { Instant::now() };
        memory.collisions.decide(scene, thesis);
        seconds += start.elapsed().as_secs_f64();
    }
    Ok(seconds * 1e6 / f64::from(TIMED) / boxes as f64)
}
