//! Swept GJK step by step, with EPA if the cores meet.

use impinge::study::epa::Gap;
use impinge::study::gjk::separating::Decision;
use impinge::study::gjk::swept::{Depth, Swept, swept_gjk};
use impinge::study::gjk::{Gjk, Simplex, Voronoi};
use impinge::study::observe::{Interval, Status};
use impinge::study::pair::Obstacle;

use super::epa;
use super::gjk::{self, Descent, between, decided, show_decision};
use super::moment::{Answer, Moment, Run, State};
use super::subject::{Bodies, Stage, Subject, Watch};
use super::words::names;
use super::world::World;
use crate::failure::Failure;

/// Swept GJK: the balls of rounded shapes decide, and EPA if the cores meet.
pub fn run<W: World>(subject: &Subject<W>) -> Result<Run<W>, Failure> {
    Ok(subject.stage(Bodies::Cores, |stage| {
        let mut watch = Watch::new(stage.lens);
        let mut search = Gjk::<W, Voronoi>::new();
        let gap = gjk::gap(stage);
        let mut deep_run = None;
        let deep = |obstacle: &&dyn Obstacle<W>, simplex: &Simplex<W>| {
            let mut watch = Watch::new(stage.lens);
            let found: Interval<W> = W::depth(obstacle, simplex, &Gap { bound: gap, value: gap }, &mut watch);
            let depth = [found.lower, found.upper];
            deep_run = Some((watch.told, found));
            Depth { normal: found.normal, depth, point_a: found.point_a, point_b: found.point_b }
        };
        let found = swept_gjk(&mut search, &stage.obstacle, stage.radii, gap, deep, &mut watch);
        let mut calls = u32::try_from(watch.told.len()).unwrap_or(u32::MAX);
        let meets = matches!(found, Swept::Deep(_));
        let descent = Descent { told: &watch.told, stage, status: Status::Converged, meets };
        let mut steps = descent.moments();
        if let Some((told, interval)) = &deep_run {
            calls += interval.calls;
            steps.extend(epa::moments(told, stage, interval.status));
        }
        let answer = swept_answer(stage, &found, calls);
        if let (Some(step), State::Apart) = (steps.last_mut(), answer.state) {
            step.sentence = format!(
                "The {} through w separates {} by more than the radii of the balls around them: A and B are \
                 apart; done.",
                W::PLANE,
                names(stage)
            );
        }
        let mut last = Moment::new("swept-gjk", "");
        show_decision(&mut last, stage, &answer, search.simplex());
        between(&mut last, &answer);
        Run { opening: None, steps, last, answer, on_cores: subject.is_round() }
    }))
}

fn swept_answer<W: World>(stage: &Stage<'_, W>, found: &Swept<W>, calls: u32) -> Answer<W> {
    let lens = &stage.lens;
    let slack = lens.error(stage.rounding, 1.0);
    match found {
        Swept::Apart { axis, separation } => {
            // The distance beyond the balls, which it already includes.
            let lower = lens.length(*separation) - slack;
            let open = Decision::Undecided { lower: f64::NEG_INFINITY, upper: f64::INFINITY };
            let normal = Some(lens.direction(*axis));
            let bounds = [lower, f64::INFINITY];
            Answer {
                state: State::Apart,
                bounds,
                normal,
                status: Status::Converged,
                ..decided(stage, &open, calls)
            }
        }
        Swept::Shallow(depth) | Swept::Deep(depth) => {
            let [least, most] = depth.depth.map(|d| lens.length(d));
            let bounds = [-most - slack, -least + slack];
            Answer {
                state: State::of(bounds),
                signed_distance: Some(-most),
                bounds,
                normal: Some(lens.direction(depth.normal)),
                points: Some([lens.point(depth.point_a), lens.point(depth.point_b)]),
                time: None,
                calls,
                status: Status::Converged,
            }
        }
        Swept::Undecided { lower, upper } => {
            decided(stage, &Decision::Undecided { lower: *lower, upper: *upper }, calls)
        }
    }
}
