//! A cast step by step: B moves, and each measured distance proves some of its way free.
//!
//! A cast has no observer. It has a budget of distances instead, and tells how far it came when the budget is spent: asked with a budget
//! of 1, 2, 3 and so on, it shows its steps.

use impinge::Motion;
use impinge::observe::Status;
use impinge::query::{CastSettings, Impact, advance};

use super::moment::{Answer, Moment, Run, State};
use super::subject::Subject;
use super::words::{coordinates, few};
use super::world::World;
use crate::failure::Failure;

const NAME: &str = "cast";

/// When B, as it moves, first touches A.
pub fn run<W: World>(subject: &Subject<W>) -> Result<Run<W>, Failure> {
    let motion = wanted(subject)?;
    let most = CastSettings::default().max_steps;
    let with = |max_steps| {
        let settings = CastSettings { max_steps, ..CastSettings::default() };
        advance(&subject.a.body, &subject.b.body, &Motion::still(), motion, &settings)
    };
    let mut steps: Vec<Moment<W>> = Vec::new();
    let mut free_until = 0.0;
    let mut end = with(most);
    for budget in 1..=most {
        let found = with(budget);
        let Some(impact) = found.as_ref().filter(|impact| impact.status == Status::Budget) else {
            end = found;
            break;
        };
        steps.push(step(subject, motion, impact, steps.is_empty(), free_until));
        free_until = impact.time;
    }
    let answer = answer(end.as_ref(), steps.len());
    let last = last(subject, motion, end.as_ref());
    Ok(Run { opening: None, steps, last, answer, on_cores: false })
}

/// The motion, which there must be.
pub fn wanted<W: World>(subject: &Subject<W>) -> Result<&Motion<W>, Failure> {
    let example = if W::DIM == 3 { "--motion=-2,0,0" } else { "--motion=-2,0" };
    subject.motion.as_ref().ok_or_else(|| {
        Failure::Usage(format!(
            "B must move: say how by `--motion`, a vector or the pose that B ends at; an \
            example is `{example}`"
        ))
    })
}

fn step<W: World>(
    subject: &Subject<W>,
    motion: &Motion<W>,
    impact: &Impact<W>,
    first: bool,
    free_until: f64,
) -> Moment<W> {
    let (time, distance) = (impact.time, few(impact.distance));
    let text = if first {
        format!(
            "At time {} B is {distance} from A: the distance is measured, with the normal that separates them.",
            few(time)
        )
    } else if time > free_until {
        format!(
            "Free until {}: the separating {plane} at time {} and the one here prove every moment between. \
             B is {distance} from A now.",
            few(time),
            few(free_until),
            plane = W::PLANE
        )
    } else {
        format!(
            "A distance is measured farther ahead, and nothing between is proven yet: free until {}.",
            few(time)
        )
    };
    let mut moment = Moment::new(NAME, text);
    moment.numbers.push(("distance", impact.distance));
    moment.numbers.push(("support calls so far", f64::from(impact.iterations)));
    moment.time = Some(time);
    moment.points = Some([impact.point_a, impact.point_b]);
    moment.pose_b = Some(motion.pose(time) * *subject.b.body.pose());
    moment.between = Some(((impact.point_a + impact.point_b) * 0.5, impact.normal));
    moment
}

fn answer<W: World>(end: Option<&Impact<W>>, steps: usize) -> Answer<W> {
    let calls = u32::try_from(steps).unwrap_or(u32::MAX);
    let state = match end {
        None => State::Apart,
        Some(impact) if impact.at_start => State::Overlapping,
        Some(impact) if impact.status == Status::Budget => State::Open,
        Some(_) => State::Touching,
    };
    Answer {
        state,
        signed_distance: end.map(|impact| impact.distance),
        // Of the start it says no more than this.
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
