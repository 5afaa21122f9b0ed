//! GJK step by step, with each sub-algorithm, and SA-GJK, which stops at the first axis that separates.

use impinge::Status;
use impinge::Vec3;
use impinge::answer::default_gap;
use impinge::study::gjk::separating::{Decision, isa_gjk};
use impinge::study::gjk::{Gjk, Goal, MAX_STEPS, Proximity, Simplex, SubAlgorithm, Voronoi};

use super::moment::{Answer, Moment, Run, State};
use super::subject::{Bodies, Stage, Subject, Told, Watch, separation};
use super::words::{few, names};
use super::world::World;
use crate::failure::Failure;

/// Sub-algorithm whose regions are drawn.
const VORONOI: &str = <Voronoi as SubAlgorithm<Vec3<f64>>>::NAME;

/// Gap at which the bounds count as equal, in the obstacle's units: as in the front door.
pub fn gap<W: World>(stage: &Stage<'_, W>) -> f64 {
    (default_gap::<f64>() * stage.obstacle.size()).max(stage.rounding)
}

/// The distance by GJK.
pub fn distance<W: World, S: SubAlgorithm<W>>(subject: &Subject<W>) -> Result<Run<W>, Failure> {
    Ok(subject.stage(Bodies::Cores, |stage| {
        let mut watch = Watch::new(stage.lens);
        let mut gjk = Gjk::<W, S>::new();
        let found = descend(stage, &mut gjk, &mut watch);
        let told =
            Descent { told: &watch.told, stage, status: found.status, meets: found.upper <= stage.rounding };
        let answer = answer(stage, &found, gjk.simplex());
        let last = last(S::NAME, stage, &answer, gjk.simplex());
        Run { opening: None, steps: told.moments(), last, answer, on_cores: subject.is_round() }
    }))
}

/// GJK until the bounds meet, or the cores are known to meet.
pub fn descend<W: World, S: SubAlgorithm<W>>(
    stage: &Stage<'_, W>,
    gjk: &mut Gjk<W, S>,
    watch: &mut Watch<W>,
) -> Proximity<W> {
    let goal = Goal { far: f64::INFINITY, near: stage.rounding, gap: gap(stage), steps: MAX_STEPS };
    gjk.run(&stage.obstacle, &goal, watch)
}

/// Result of GJK, for the bodies with their balls.
pub fn answer<W: World>(stage: &Stage<'_, W>, found: &Proximity<W>, simplex: &Simplex<W>) -> Answer<W> {
    let lens = &stage.lens;
    let normal = found.axis.normalized();
    let (status, calls) = (found.status, found.calls);
    if found.upper <= stage.rounding {
        // The cores meet. Their balls make the bodies overlap by at least their radii.
        let (a, b) = simplex.witnesses();
        let upper = lens.distance(found.upper) + lens.error(stage.rounding, found.upper);
        let state = if upper < 0.0 { State::Overlapping } else { State::Meeting };
        let points = Some([lens.point(a), lens.point(b)]);
        let lower = lens.distance(found.lower) - lens.error(stage.rounding, found.lower);
        let bounds = [lower, upper];
        return Answer {
            state,
            signed_distance: None,
            bounds,
            normal: None,
            points,
            time: None,
            calls,
            status,
        };
    }
    let error = lens.error(found.upper - found.lower + stage.rounding, found.upper);
    let value = lens.distance(found.upper);
    let bounds = [value - error, value + lens.error(stage.rounding, found.upper)];
    let (a, b) = simplex.witnesses();
    let out = (b - a).normalized().or(normal).unwrap_or(W::axis(0));
    let points = Some([lens.point(a + out * stage.radii[0]), lens.point(b - out * stage.radii[1])]);
    let normal = normal.map(|n| lens.direction(n));
    let state = State::of(bounds);
    Answer { state, signed_distance: Some(value), bounds, normal, points, time: None, calls, status }
}

/// Drawing of the answer: the last simplex, and the separating plane.
pub fn last<W: World>(
    name: &'static str,
    stage: &Stage<'_, W>,
    answer: &Answer<W>,
    simplex: &Simplex<W>,
) -> Moment<W> {
    let mut moment = Moment::new(name, "");
    moment.sketch.vertices = simplex.vertices().iter().map(|v| stage.lens.difference(v.point)).collect();
    if answer.state == State::Apart || answer.signed_distance.is_some() {
        moment.sketch.nearest = Some(stage.lens.difference(simplex.combination()));
    }
    moment.points = answer.points;
    between(&mut moment, answer);
    moment
}

/// Draws a plane in the middle between bodies that are apart.
pub fn between<W: World>(moment: &mut Moment<W>, answer: &Answer<W>) {
    if let (State::Apart, Some([a, b]), Some(normal)) = (answer.state, answer.points, answer.normal) {
        moment.between = Some(((a + b) * 0.5, normal));
    }
}

/// Steps of a descent, and how it ended.
pub struct Descent<'a, W: World> {
    pub told: &'a [Told<W>],
    pub stage: &'a Stage<'a, W>,
    pub status: Status,
    /// Whether the simplex ended around the origin.
    pub meets: bool,
}

impl<W: World> Descent<'_, W> {
    pub fn moments(&self) -> Vec<Moment<W>> {
        (0..self.told.len()).map(|i| self.moment(i)).collect()
    }

    fn moment(&self, i: usize) -> Moment<W> {
        let told = &self.told[i];
        let start = self.stage.lens.difference(self.stage.obstacle.center());
        let from = if i == 0 { start } else { self.told[i - 1].point };
        let mut moment = Moment::of(told, Some(-from), self.sentence(i, from));
        if i > 0 {
            // Queried from v, along -v.
            moment.sketch.direction = moment.sketch.direction.map(|(_, d)| (from, d));
        }
        moment.sketch.nearest = Some(told.point);
        // The newest corner is among those kept, unless the step ended before any were chosen.
        if i > 0 && told.algorithm == VORONOI && told.vertices.contains(&told.found) {
            let before = self.told[i - 1].vertices.iter().copied();
            moment.sketch.chosen_from = before.chain([told.found]).collect();
        }
        moment.numbers.push(("|v|", told.point.norm()));
        moment.numbers.push(("corners kept", told.vertices.len() as f64));
        let details = &told.details;
        moment.numbers.extend(details.det_a.map(|det| ("determinant of Johnson's system", det)));
        moment.numbers.extend(details.det_m.map(|det| ("determinant of Signed Volumes", det)));
        if details.backups > 0 {
            moment.numbers.push(("calls of the Backup procedure", f64::from(details.backups)));
        }
        moment
    }

    fn sentence(&self, i: usize, from: W) -> String {
        let told = &self.told[i];
        let last = i + 1 == self.told.len();
        let bodies = names(self.stage);
        let g = from.normalized().map_or(0.0, |n| n.dot(told.found));
        let from = if i == 0 { "the center of B − A" } else { "v" };
        let asked = format!("From {from} towards the origin, w is the farthest point of B − A");
        let separates = if g > self.stage.lens.length(self.stage.rounding) {
            format!(", and not past the origin: {bodies} are at least {} apart.", few(g))
        } else {
            String::from(", and past the origin: the direction does not separate.")
        };
        let decided = match (last, self.meets, self.status) {
            (true, true, _) => format!(" The simplex holds the origin: {bodies} have a common point; done."),
            (true, _, Status::Converged) if i > 0 && g > 0.0 => {
                " It is no nearer than v: both bounds met, v is the nearest point; done.".into()
            }
            (true, _, Status::Converged) => " The requested accuracy is reached; done.".into(),
            (true, ..) => " Rounding leaves nothing to gain; done.".into(),
            _ => self.kept(i),
        };
        asked + &separates + &decided
    }

    /// The part of the simplex nearest to the origin.
    fn kept(&self, i: usize) -> String {
        let told = &self.told[i];
        if i == 0 {
            let length = few(told.point.norm());
            return format!(" It is the first simplex: they are at most {length} apart.");
        }
        let (before, now) = (self.told[i - 1].vertices.len() + 1, told.vertices.len());
        let place = ["nothing", "a corner", "an edge", "a triangle", "the inside"][now.min(4)];
        let stay = if now == before {
            format!("all {now} corners stay")
        } else {
            format!("of {before} corners {now} stay")
        };
        let length = few(told.point.norm());
        let region = match (told.algorithm == VORONOI, told.vertices.contains(&told.found)) {
            (true, true) => " The origin is in its Voronoi region.",
            _ => "",
        };
        format!(" Nearest to the origin is now {place} of the simplex: {stay}, |v| = {length}.{region}")
    }
}

/// SA-GJK: only whether the bodies meet.
pub fn separating<W: World>(subject: &Subject<W>) -> Result<Run<W>, Failure> {
    Ok(subject.stage(Bodies::Whole, |stage| {
        let mut watch = Watch::new(stage.lens);
        let mut gjk = Gjk::<W, Voronoi>::new();
        let decision = isa_gjk(&mut gjk, &stage.obstacle, stage.rounding, &mut watch);
        let calls = u32::try_from(watch.told.len()).unwrap_or(u32::MAX);
        let answer = decided(stage, &decision, calls);
        let descent = Descent { told: &watch.told, stage, status: answer.status, meets: decision.is_meet() };
        let mut steps = descent.moments();
        if let (Some(step), State::Apart) = (steps.last_mut(), answer.state) {
            step.sentence =
                "The new point w is not past the origin: the direction separates A and B; done.".into();
        }
        let answer = answer.with_lower(&steps, stage.lens.error(stage.rounding, 1.0));
        let mut last = Moment::new("sa-gjk", "");
        show_decision(&mut last, stage, &answer, gjk.simplex());
        Run { opening: None, steps, last, answer, on_cores: false }
    }))
}

/// Answer of an algorithm that only decides.
pub fn decided<W: World>(stage: &Stage<'_, W>, decision: &Decision<W>, calls: u32) -> Answer<W> {
    let lens = &stage.lens;
    let none = Answer {
        state: State::Open,
        signed_distance: None,
        bounds: [f64::NEG_INFINITY, f64::INFINITY],
        normal: None,
        points: None,
        time: None,
        calls,
        status: Status::Converged,
    };
    match *decision {
        Decision::Apart { axis, separation } => {
            let lower = lens.distance(separation) - lens.error(stage.rounding, separation);
            let normal = Some(lens.direction(axis));
            Answer { state: State::Apart, bounds: [lower, f64::INFINITY], normal, ..none }
        }
        Decision::Meet { point_a, point_b, residual } => {
            let upper = lens.distance(residual) + lens.error(stage.rounding, residual);
            let points = Some([lens.point(point_a), lens.point(point_b)]);
            Answer { state: State::Meeting, bounds: [f64::NEG_INFINITY, upper], points, ..none }
        }
        Decision::Undecided { lower, upper } => {
            let slack = lens.error(stage.rounding, 0.0);
            let bounds = [lens.distance(lower) - slack, lens.distance(upper) + slack];
            Answer { bounds, status: Status::Stalled, ..none }
        }
    }
}

/// Drawing of a decision: the plane that bounds B − A, or the simplex around the origin.
pub fn show_decision<W: World>(
    moment: &mut Moment<W>,
    stage: &Stage<'_, W>,
    answer: &Answer<W>,
    simplex: &Simplex<W>,
) {
    moment.points = answer.points;
    moment.sketch.vertices = simplex.vertices().iter().map(|v| stage.lens.difference(v.point)).collect();
    show_axis(moment, stage, answer);
}

/// The plane that bounds B − A across the separating axis.
pub fn show_axis<W: World>(moment: &mut Moment<W>, stage: &Stage<'_, W>, answer: &Answer<W>) {
    let Some(normal) = answer.normal else { return };
    // Back to the frame of the pair, which all queries use.
    let asked = stage.lens.direction_in(normal);
    if let Some((found, axis)) = separation(stage, asked) {
        moment.sketch.found = Some(found);
        moment.sketch.plane = Some((found, axis));
        moment.sketch.direction = Some((W::ZERO, -axis));
    }
}
