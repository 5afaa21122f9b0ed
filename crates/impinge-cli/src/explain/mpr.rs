//! MPR step by step.

use impinge::gjk::separating::Decision;
use impinge::mpr::decide;
use impinge::pair::Vertex;

use super::gjk::{decided, show_axis};
use super::moment::{Moment, Run, State};
use super::subject::{Bodies, Stage, Subject, Told, Watch};
use super::words::few;
use super::world::World;
use crate::failure::Failure;

const NAME: &str = "mpr";
/// Heights nearer to one another than this part of them are told as one: that is what is left of rounding.
const SAME: f64 = 1e-9;

/// Whether the bodies meet, by portals.
pub fn run<W: World>(subject: &Subject<W>) -> Result<Run<W>, Failure> {
    Ok(subject.stage(Bodies::Whole, |stage| {
        let mut watch = Watch::new(stage.lens);
        let found = decide(&stage.obstacle, &mut watch);
        let answer = decided(stage, &found.decision, found.calls).with_bounds_of(&watch.told);
        let base = stage.lens.difference(stage.obstacle.inside().point);
        let count = watch.told.len();
        let one = |(i, told): (usize, &Told<W>)| {
            let sentence = sentence(told, i + 1 == count, &found.decision);
            let mut moment = Moment::of(told, Some(told.point), sentence);
            moment.sketch.base = Some(base);
            moment.numbers.push(("support calls in all", f64::from(found.calls)));
            moment
        };
        let steps = watch.told.iter().enumerate().map(one).collect();
        let mut last = Moment::new(NAME, "");
        last.points = answer.points;
        last.sketch.base = Some(base);
        if let (Some(told), State::Meeting) = (watch.told.last(), answer.state) {
            last.sketch.vertices.clone_from(&told.vertices);
        }
        show_axis(&mut last, stage, &answer);
        Run { opening: Some(opening(stage, base)), steps, last, answer, on_cores: false }
    }))
}

/// Phases one and two, which no observer sees.
fn opening<W: World>(stage: &Stage<'_, W>, base: W) -> Moment<W> {
    let portal = if W::DIM == 3 { "three points" } else { "two points" };
    let text = format!(
        "The base lies inside B − A. Look from it along the ray through the origin; the first point w is \
         the farthest that way. \
         Then {portal} of B − A are sought between which the ray passes: the portal."
    );
    let mut moment = Moment::new(NAME, text);
    let inside = stage.obstacle.inside();
    if let Some(ray) = (-inside.point).normalized() {
        let found = stage.obstacle.support(ray, &Vertex::default());
        moment.sketch.found = Some(stage.lens.difference(found.point));
        moment.sketch.direction = Some((base, stage.lens.direction(ray)));
    }
    moment.sketch.base = Some(base);
    moment
}

fn sentence<W: World>(told: &Told<W>, last: bool, decision: &Decision<W>) -> String {
    let n = told.point.normalized().unwrap_or(W::axis(0));
    let (portal, far) = (told.vertices.first().map_or(0.0, |v| n.dot(*v)), n.dot(told.found));
    let begin = format!(
        "The portal that the ray passes is {} short of the origin. Along its normal B − A ends at w, {} past \
         the origin.",
        few(-portal),
        few(far)
    );
    match (last, decision) {
        (true, Decision::Meet { .. }) if far - portal <= SAME * (portal.abs() + far.abs()) => {
            begin + " The portal is on the boundary and the origin on it: A and B touch; done."
        }
        (true, Decision::Meet { .. }) => {
            begin + " With w for a corner the portal is past the origin too: A and B meet; done."
        }
        (true, Decision::Apart { .. }) => {
            begin
                + " Along the next portal's normal B − A ends short of the origin: it separates A and B; done."
        }
        (true, _) => begin + " Rounding leaves it open.",
        _ => begin + " w takes the place of one corner, so that the ray passes the new portal.",
    }
}
