//! MPR step by step: each support call, with the part of the portal found so far.

use impinge::study::gjk::separating::Decision;
use impinge::study::mpr::decide;

use super::gjk::{decided, show_axis};
use super::moment::{Moment, Run, State};
use super::subject::{Bodies, Subject, Told, Watch};
use super::words::few;
use super::world::World;
use crate::failure::Failure;

const NAME: &str = "mpr";
/// Heights closer than this, relative to their size, are shown as equal: the difference is rounding.
const SAME: f64 = 1e-9;

/// Whether the bodies meet, by portals.
pub fn run<W: World>(subject: &Subject<W>) -> Result<Run<W>, Failure> {
    Ok(subject.stage(Bodies::Whole, |stage| {
        let mut watch = Watch::new(stage.lens);
        let found = decide(&stage.obstacle, &mut watch);
        let answer = decided(stage, &found.decision, found.calls);
        let base = stage.lens.difference(stage.obstacle.inside().point);
        let steps = moments(base, &watch.told, &found.decision);
        let answer = answer.with_lower(&steps, stage.lens.error(stage.rounding, 1.0));
        let mut last = Moment::new(NAME, "");
        last.points = answer.points;
        last.sketch.base = Some(base);
        if let (Some(told), State::Meeting) = (watch.told.last(), answer.state) {
            last.sketch.vertices.clone_from(&told.vertices);
            if told.vertices.len() < W::DIM {
                // The portal was complete with the last point.
                last.sketch.vertices.push(told.found);
            }
        }
        show_axis(&mut last, stage, &answer);
        Run { opening: Some(opening(base)), steps, last, answer, on_cores: false }
    }))
}

/// State before the first call.
fn opening<W: World>(base: W) -> Moment<W> {
    let mut moment = Moment::new(
        NAME,
        "The base lies inside B − A. Where the ray from it through the origin leaves B − A only past the origin, \
         A and B meet.",
    );
    moment.sketch.base = Some(base);
    moment
}

/// A step for each support call.
fn moments<W: World>(base: W, told: &[Told<W>], decision: &Decision<W>) -> Vec<Moment<W>> {
    let one = |(i, step): (usize, &Told<W>)| {
        let mut moment = Moment::of(step, Some(step.point), sentence(step, i + 1 == told.len(), decision));
        moment.sketch.base = Some(base);
        moment
    };
    told.iter().enumerate().map(one).collect()
}

fn sentence<W: World>(told: &Told<W>, last: bool, decision: &Decision<W>) -> String {
    let n = told.point.normalized().unwrap_or(W::axis(0));
    let (portal, far) = (told.vertices.first().map_or(0.0, |v| n.dot(*v)), n.dot(told.found));
    let past = format!("{} {} the origin", few(far.abs()), if far < 0.0 { "short of" } else { "past" });
    let (is_whole, is_begun) = (told.vertices.len() == W::DIM, !told.vertices.is_empty());
    let begin = if is_whole {
        format!(
            "Phase three: the portal that the ray passes is {} short of the origin. Along its normal B − A ends at w, {past}.",
            few(-portal)
        )
    } else if is_begun {
        let corners = if told.vertices.len() == 1 { "its first corner" } else { "two corners" };
        format!(
            "Phase two: of a portal that the ray passes {corners} is known; beside the ray, along the arrow, B − A ends at w, {past}."
        )
        .replace("two corners is", "two corners are")
    } else {
        format!(
            "Phase one: from the base through the origin, B − A ends at w, {past}: the first corner of a portal."
        )
    };
    let decided = match (last, decision) {
        (true, Decision::Apart { .. }) => " The direction separates A and B; done.",
        (true, Decision::Meet { .. }) if !is_whole => {
            " The origin is between the base and the points found: A and B meet; done."
        }
        (true, Decision::Meet { .. }) if far - portal <= SAME * (portal.abs() + far.abs()) => {
            " The portal is on the boundary and the origin on it: A and B touch; done."
        }
        (true, Decision::Meet { .. }) => {
            " With w for a corner the portal is past the origin too: A and B meet; done."
        }
        (true, _) => " Rounding leaves it open.",
        _ if is_whole => " w takes the place of one corner, so that the ray passes the new portal.",
        _ => "",
    };
    begin + decided
}
