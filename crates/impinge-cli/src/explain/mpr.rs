//! MPR step by step.
//!
//! An observer sees phase three only. The support calls of the phases before it are seen by asking in MPR's place: the obstacle writes
//! down every call, so that there is a step for each.

use std::cell::RefCell;

use impinge::gjk::separating::Decision;
use impinge::mpr::decide;
use impinge::pair::{Obstacle, Vertex};

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
        let recorded = Recorded { obstacle: stage.obstacle, calls: RefCell::default() };
        let found = decide(&recorded, &mut watch);
        let answer = decided(stage, &found.decision, found.calls);
        let base = stage.lens.difference(stage.obstacle.inside().point);
        let steps = moments(stage, base, &recorded.calls.into_inner(), &watch.told, &found.decision);
        let answer = answer.with_lower(&steps, stage.lens.error(stage.rounding, 1.0));
        let mut last = Moment::new(NAME, "");
        last.points = answer.points;
        last.sketch.base = Some(base);
        if let (Some(told), State::Meeting) = (watch.told.last(), answer.state) {
            last.sketch.vertices.clone_from(&told.vertices);
        }
        show_axis(&mut last, stage, &answer);
        Run { opening: Some(opening(base)), steps, last, answer, on_cores: false }
    }))
}

/// An obstacle that writes down what it is asked.
struct Recorded<'a, W: World> {
    obstacle: &'a dyn Obstacle<W>,
    /// Directions, and what was found there.
    calls: RefCell<Vec<(W, Vertex<W>)>>,
}

impl<W: World> Obstacle<W> for Recorded<'_, W> {
    fn support(&self, direction: W, near: &Vertex<W>) -> Vertex<W> {
        let found = self.obstacle.support(direction, near);
        self.calls.borrow_mut().push((direction, found));
        found
    }
    fn center(&self) -> W {
        self.obstacle.center()
    }
    fn inside(&self) -> Vertex<W> {
        self.obstacle.inside()
    }
    fn size(&self) -> f64 {
        self.obstacle.size()
    }
    fn rounding(&self) -> f64 {
        self.obstacle.rounding()
    }
    fn is_polytope(&self) -> bool {
        self.obstacle.is_polytope()
    }
}

/// What is known before the first call.
fn opening<W: World>(base: W) -> Moment<W> {
    let mut moment = Moment::new(
        NAME,
        "The base lies inside B − A. Where the ray from it through the origin leaves B − A only past the origin, \
         A and B meet.",
    );
    moment.sketch.base = Some(base);
    moment
}

/// A step for each support call. Those of phase three were observed, with their portals.
fn moments<W: World>(
    stage: &Stage<'_, W>,
    base: W,
    calls: &[(W, Vertex<W>)],
    told: &[Told<W>],
    decision: &Decision<W>,
) -> Vec<Moment<W>> {
    let mut observed = told.iter().peekable();
    let mut dots: Vec<W> = Vec::new();
    let one = |(i, (direction, vertex)): (usize, &(W, Vertex<W>))| {
        let last = i + 1 == calls.len();
        let found = stage.lens.difference(vertex.point);
        let direction = stage.lens.direction(*direction);
        let same_direction = |told: &&Told<W>| told.found == found && told.point.dot(direction) > 0.0;
        let mut moment = if let Some(told) = observed.next_if(same_direction) {
            Moment::of(told, Some(told.point), in_phase_three(told, last, decision))
        } else {
            let phase = match (i, observed.peek().is_some() || told.is_empty()) {
                (0, _) => Phase::One,
                (_, true) => Phase::Two,
                (_, false) => Phase::Three,
            };
            unobserved(stage, phase, direction, vertex, last, decision)
        };
        moment.sketch.base = Some(base);
        if moment.sketch.vertices.is_empty() {
            moment.sketch.dots.clone_from(&dots);
        }
        dots.push(found);
        moment
    };
    calls.iter().enumerate().map(one).collect()
}

/// What a call is for.
#[derive(Clone, Copy)]
enum Phase {
    /// The first point on the ray.
    One,
    /// A corner of the first portal.
    Two,
    /// The normal that separates, which is not observed any more.
    Three,
}

/// A call that only the obstacle saw.
fn unobserved<W: World>(
    stage: &Stage<'_, W>,
    phase: Phase,
    direction: W,
    vertex: &Vertex<W>,
    last: bool,
    decision: &Decision<W>,
) -> Moment<W> {
    let found = stage.lens.difference(vertex.point);
    let unit = direction.normalized().unwrap_or(W::axis(0));
    let past = unit.dot(found);
    let asked = match phase {
        Phase::One => "Phase one: from the base through the origin, B − A ends at w",
        Phase::Two => "Phase two: in search of a portal that the ray passes, B − A ends along the arrow at w",
        Phase::Three => "Phase three: along the portal's normal B − A ends at w",
    };
    let ends = if past < 0.0 { "short of" } else { "past" };
    let decided = match (last, decision) {
        (true, Decision::Apart { .. }) => " The direction separates A and B; done.",
        (true, Decision::Meet { .. }) => {
            " The origin is between the base and the points found: A and B meet; done."
        }
        (true, _) => " Rounding leaves it open.",
        _ => "",
    };
    let mut moment = Moment::new(NAME, format!("{asked}, {} {ends} the origin.{decided}", few(past.abs())));
    moment.bounds = Some([-past, f64::INFINITY]);
    moment.sketch.found = Some(found);
    moment.sketch.direction = Some((W::ZERO, unit));
    moment.sketch.plane = Some((found, unit));
    moment.points = Some([stage.lens.point(vertex.a), stage.lens.point(vertex.b())]);
    moment
}

fn in_phase_three<W: World>(told: &Told<W>, last: bool, decision: &Decision<W>) -> String {
    let n = told.point.normalized().unwrap_or(W::axis(0));
    let (portal, far) = (told.vertices.first().map_or(0.0, |v| n.dot(*v)), n.dot(told.found));
    let begin = format!(
        "Phase three: the portal that the ray passes is {} short of the origin. Along its normal B − A ends at w, \
         {} past the origin.",
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
        (true, _) => begin + " Rounding leaves it open.",
        _ => begin + " w takes the place of one corner, so that the ray passes the new portal.",
    }
}
