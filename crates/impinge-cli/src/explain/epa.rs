//! EPA step by step, after GJK.

use impinge::study::epa::Gap;
use impinge::study::gjk::{Gjk, Voronoi};
use impinge::study::observe::{Interval, Status};

use super::gjk::{self, Descent};
use super::moment::{Answer, Moment, Run, State};
use super::subject::{Bodies, Stage, Subject, Told, Watch};
use super::words::few;
use super::world::World;
use crate::failure::Failure;

/// GJK, then EPA if the cores meet.
pub fn run<W: World>(subject: &Subject<W>) -> Result<Run<W>, Failure> {
    Ok(subject.stage(Bodies::Cores, |stage| {
        let mut watch = Watch::new(stage.lens);
        let mut gjk = Gjk::<W, Voronoi>::new();
        let near = gjk::descend(stage, &mut gjk, &mut watch);
        let meets = near.upper <= stage.rounding;
        let mut steps = Descent { told: &watch.told, stage, status: near.status, meets }.moments();
        if !meets {
            let answer = gjk::answer(stage, &near, gjk.simplex());
            if let Some(step) = steps.last_mut() {
                step.sentence += " The origin is not in B − A, so EPA has nothing to grow.";
            }
            let last = gjk::last("epa", stage, &answer, gjk.simplex());
            return Run { opening: None, steps, last, answer, on_cores: subject.is_round() };
        }
        let gap = gjk::gap(stage);
        let mut watch = Watch::new(stage.lens);
        let depth = W::depth(&stage.obstacle, gjk.simplex(), &Gap { bound: gap, value: gap }, &mut watch);
        let answer = answer(stage, &depth, near.calls + depth.calls);
        steps.extend(moments(&watch.told, stage, depth.status));
        let mut last = Moment::new("epa", "");
        if let Some(told) = watch.told.last() {
            (last.sketch.vertices, last.sketch.faces) = (told.vertices.clone(), told.faces.clone());
        }
        last.sketch.nearest = Some(stage.lens.difference(-depth.normal * depth.upper));
        last.points = answer.points;
        Run { opening: None, steps, last, answer, on_cores: subject.is_round() }
    }))
}

/// Result of EPA, for the bodies with their balls.
pub fn answer<W: World>(stage: &Stage<'_, W>, depth: &Interval<W>, calls: u32) -> Answer<W> {
    let lens = &stage.lens;
    let slack = lens.error(stage.rounding, depth.upper);
    let bounds = [lens.distance(-depth.upper) - slack, lens.distance(-depth.lower) + slack];
    let points = [
        lens.point(depth.point_a + depth.normal * stage.radii[0]),
        lens.point(depth.point_b - depth.normal * stage.radii[1]),
    ];
    Answer {
        state: State::of(bounds),
        signed_distance: Some(lens.distance(-depth.upper)),
        bounds,
        normal: Some(lens.direction(depth.normal)),
        points: Some(points),
        time: None,
        calls,
        status: depth.status,
    }
}

/// Steps of EPA.
pub fn moments<W: World>(told: &[Told<W>], stage: &Stage<'_, W>, status: Status) -> Vec<Moment<W>> {
    let count = told.len();
    let one = |(i, told): (usize, &Told<W>)| {
        let sentence = sentence(told, stage, i + 1 == count, status);
        let mut moment = Moment::of(told, Some(told.point), sentence);
        moment.sketch.nearest = Some(told.point);
        moment.numbers.push(("corners", told.vertices.len() as f64));
        moment.numbers.push(("faces", told.faces.len() as f64));
        moment
    };
    told.iter().enumerate().map(one).collect()
}

fn sentence<W: World>(told: &Told<W>, stage: &Stage<'_, W>, last: bool, status: Status) -> String {
    let face = W::FACE;
    let near = told.point.norm();
    let far = told.point.normalized().map_or(near, |m| m.dot(told.found));
    let beyond = (far - near).max(0.0);
    let begin = format!(
        "The nearest {face} is {} from the origin: no way out{} is shorter. Along its normal B − A ends at \
         w, {} farther: {} is a way out.",
        few(near),
        if stage.radii == [0.0; 2] { "" } else { " of the cores" },
        few(beyond),
        few(near + beyond)
    );
    match (last, status) {
        (true, Status::Converged) if beyond <= stage.lens.length(gjk::gap(stage)) => {
            begin + " So it lies on the boundary, and its normal is the shortest way out; done."
        }
        (true, Status::Converged) => begin + " With w the bounds are as close as requested; done.",
        (true, _) => begin + " Rounding or the room for corners ends it here; the bounds hold.",
        _ => begin + " What w sees of the polytope is taken away, and the hole closed towards w.",
    }
}
