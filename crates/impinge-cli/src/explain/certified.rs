//! The certified search step by step: GJK first, then cells of directions.

use impinge::Status;
use impinge::study::certify::{CertifySettings, certify_watched};

use super::gjk::{Descent, between};
use super::moment::{Answer, Moment, Run, State};
use super::subject::{Bodies, Subject, Told, Watch};
use super::words::few;
use super::world::World;
use crate::failure::Failure;

const NAME: &str = "certify";
/// Number of cells drawn: the latest.
const MOST_CELLS: usize = 48;

/// The signed distance between two proven bounds.
pub fn run<W: World>(subject: &Subject<W>) -> Result<Run<W>, Failure> {
    Ok(subject.stage(Bodies::Cores, |stage| {
        let mut watch = Watch::new(stage.lens);
        let settings = CertifySettings::of_size(stage.obstacle.size());
        let found = certify_watched(&stage.obstacle, &settings, &mut watch);
        let lens = &stage.lens;
        let lost = lens.error(stage.rounding, 0.0);
        let bounds = [lens.distance(found.lower) - lost, lens.distance(found.upper) + lost];
        let radii = stage.radii;
        let answer = Answer {
            state: State::of(bounds),
            signed_distance: Some((bounds[0] + bounds[1]) * 0.5),
            bounds,
            normal: Some(lens.direction(found.normal)),
            points: Some([
                lens.point(found.point_a + found.normal * radii[0]),
                lens.point(found.point_b - found.normal * radii[1]),
            ]),
            time: None,
            calls: found.calls,
            status: found.status,
        };
        let first = watch.told.iter().position(|told| told.algorithm == NAME).unwrap_or(watch.told.len());
        let (descent, cells) = watch.told.split_at(first);
        let meets = descent.last().is_some_and(|told| told.point.norm() <= lens.length(stage.rounding));
        let status = if meets || cells.is_empty() { Status::Converged } else { Status::Stalled };
        let mut steps = Descent { told: descent, stage, status, meets }.moments();
        if let (Some(step), false) = (steps.last_mut(), cells.is_empty()) {
            step.sentence += " GJK has no more to say: now all directions are searched.";
        }
        steps.extend(cell_moments(cells, found.status, bounds[1]));
        let mut last = Moment::new(NAME, "");
        last.sketch.nearest = Some(lens.difference(found.point_b - found.point_a));
        last.sketch.cells = steps.last().map(|s| s.sketch.cells.clone()).unwrap_or_default();
        last.points = answer.points;
        between(&mut last, &answer);
        super::gjk::show_axis(&mut last, stage, &answer);
        Run { opening: None, steps, last, answer, on_cores: subject.is_round() }
    }))
}

/// Steps of the search. An observer sees the promise of one cell after its query; others may promise more until their
/// turn comes. So the signed distance is known not to exceed the largest promise still to come, or the bound at the end.
fn cell_moments<W: World>(cells: &[Told<W>], status: Status, end: f64) -> Vec<Moment<W>> {
    let mut upper = vec![end; cells.len()];
    for i in (0..cells.len()).rev() {
        upper[i] = cells[i].bounds[1].max(upper.get(i + 1).copied().unwrap_or(end));
    }
    let mut met: Vec<Vec<W>> = Vec::new();
    let one = |(i, told): (usize, &Told<W>)| {
        let direction = told.point.normalized().unwrap_or(W::axis(0));
        met.push(told.cell.clone());
        let [best, promise] = told.bounds;
        let begin = format!(
            "The cell of directions around the arrow promised most. Asked about, none in it separates by more than \
             {}; the best direction so far does by {}.",
            few(promise),
            few(best)
        );
        let sentence = match (i + 1 == cells.len(), status) {
            (true, Status::Converged) => begin + " No cell promises more than that plus the gap; done.",
            (true, _) => begin + " The budget or rounding ends it here; the bounds hold.",
            _ => begin + " It is put back, or divided if its promise did not fall by half.",
        };
        let mut moment = Moment::of(told, None, sentence);
        // The corners are points that bound the cell's promise, not a simplex.
        moment.sketch.direction = Some((W::ZERO, direction));
        moment.sketch.cells = met[met.len().saturating_sub(MOST_CELLS)..].to_vec();
        moment.bounds = Some([best, upper[i]]);
        moment.numbers.push(("promise of the cell", promise));
        moment.numbers.push(("points that bound the cell", told.vertices.len() as f64));
        moment
    };
    cells.iter().enumerate().map(one).collect()
}
