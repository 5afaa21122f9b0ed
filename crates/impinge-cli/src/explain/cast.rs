//! A cast step by step: B moves, and each measured distance proves part of its motion free.
//!
//! A step is a measured distance, at the end of the proven part or ahead of it, or a proof that the motion up to there is free.

use impinge::Motion;
use impinge::casting::{CastSettings, Impact};
use impinge::study::casting::advance_watched;
use impinge::study::observe::{CastStep, Status};

use super::moment::{Answer, Moment, Run, State};
use super::subject::Subject;
use super::words::{coordinates, few};
use super::world::World;
use crate::failure::Failure;

const NAME: &str = "cast";

/// Time at which the moving B first touches A.
pub fn run<W: World>(subject: &Subject<W>) -> Result<Run<W>, Failure> {
    let motion = wanted(subject)?;
    let mut told: Vec<CastStep<W>> = Vec::new();
    let end = advance_watched(
        &subject.a.body,
        &subject.b.body,
        &Motion::still(),
        motion,
        &CastSettings::default(),
        &mut |step: &CastStep<W>| told.push(*step),
    );
    let mut free_until = 0.0;
    let mut steps: Vec<Moment<W>> = Vec::with_capacity(told.len());
    for step in &told {
        steps.push(moment(subject, motion, step, steps.is_empty(), free_until));
        free_until = step.free_until;
    }
    let measured = told.iter().filter(|step| step.planes == 0).count();
    let answer = answer(end.as_ref(), measured);
    let last = last(subject, motion, end.as_ref());
    Ok(Run { opening: None, steps, last, answer, on_cores: false })
}

/// Motion of B; an error if `--motion` is missing.
pub fn wanted<W: World>(subject: &Subject<W>) -> Result<&Motion<W>, Failure> {
    let example = if W::DIM == 3 { "--motion=-2,0,0" } else { "--motion=-2,0" };
    subject.motion.as_ref().ok_or_else(|| {
        Failure::Usage(format!(
            "B must move: pass `--motion` with a vector or the final pose of B; an \
            example is `{example}`"
        ))
    })
}

/// A step, if the motion was free until `before`.
fn moment<W: World>(
    subject: &Subject<W>,
    motion: &Motion<W>,
    step: &CastStep<W>,
    first: bool,
    before: f64,
) -> Moment<W> {
    let CastStep { time, free_until, planes, bounds: [lower, upper], .. } = *step;
    let (at, from, plane) = (few(time), few(before), W::PLANE);
    let apart = if upper <= 0.0 {
        "B overlaps A".into()
    } else if lower == f64::NEG_INFINITY {
        "B is in A, or within rounding of it".into()
    } else {
        format!("B is at least {} and at most {} from A", few(lower), few(upper))
    };
    let text = match planes {
        0 if first => format!("At time {at} {apart}: the distance is measured, with a {plane} between them."),
        0 if upper <= 0.0 || lower == f64::NEG_INFINITY => {
            format!("A look ahead: at time {at} {apart}. What is proven free ends at {from} still.")
        }
        0 => format!(
            "A look ahead: at time {at} {apart}. Whether they meet on the way there from {from} is not proven yet."
        ),
        1 => format!(
            "Free until {at}: no point of B goes so fast that it could have come through the {plane} at time {from} by then."
        ),
        _ => format!(
            "Free until {at}: a {plane} that turns from the one at time {from} to the one here is between A and B all the time."
        ),
    };
    let mut moment = Moment::new(NAME, text);
    moment.numbers.push(("distance, at most", upper));
    moment.numbers.push(("at time", time));
    moment.time = Some(free_until);
    moment.points = Some([step.point_a, step.point_b]);
    moment.pose_b = Some(motion.pose(time) * *subject.b.body.pose());
    if lower > 0.0 {
        moment.between = Some(((step.point_a + step.point_b) * 0.5, step.normal));
    }
    moment
}

fn answer<W: World>(end: Option<&Impact<W>>, measured: usize) -> Answer<W> {
    let calls = u32::try_from(measured).unwrap_or(u32::MAX);
    let state = match end {
        None => State::Apart,
        Some(impact) if impact.at_start => State::Overlapping,
        Some(impact) if impact.status == Status::Budget => State::Open,
        Some(_) => State::Touching,
    };
    Answer {
        state,
        signed_distance: end.map(|impact| impact.distance),
        // At the start nothing more is known.
        bounds: match state {
            State::Overlapping => [f64::NEG_INFINITY, 0.0],
            _ => [f64::NEG_INFINITY, f64::INFINITY],
        },
        normal: end.map(|impact| impact.normal),
        points: end.map(|impact| [impact.point_a, impact.point_b]),
        time: end.map(|impact| [impact.time, impact.time + impact.time_error]),
        calls,
        status: end.map_or(Status::Converged, |impact| impact.status),
    }
}

fn last<W: World>(subject: &Subject<W>, motion: &Motion<W>, end: Option<&Impact<W>>) -> Moment<W> {
    let text = match end {
        None => "B never touches A: its whole way is proven free.".into(),
        Some(impact) if impact.at_start => {
            format!("B is in A at the start already, {} deep: it meets A at time 0.", few(-impact.distance))
        }
        Some(impact) if impact.status == Status::Budget => {
            format!(
                "The budget of distances is spent: free until {}, and no more is known.",
                few(impact.time)
            )
        }
        Some(impact) => {
            let by = if impact.time_error.is_finite() {
                format!(" ± {}", few(impact.time_error))
            } else {
                String::new()
            };
            format!(
                "B first touches A at time {}{by}, at {}; the normal there is {}. All before is proven free.",
                few(impact.time),
                coordinates(impact.point_b),
                coordinates(impact.normal)
            )
        }
    };
    let mut moment = Moment::new(NAME, text);
    let time = end.map_or(1.0, |impact| impact.time);
    moment.time = Some(time);
    moment.pose_b = Some(motion.pose(time) * *subject.b.body.pose());
    moment.points = end.map(|impact| [impact.point_a, impact.point_b]);
    moment
}
