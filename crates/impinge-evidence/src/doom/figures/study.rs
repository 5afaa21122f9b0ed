//! The part of the study: the same figures by Lagrange multipliers and by the tree of joints.

use super::dense;
use super::plan::{Plan, chain, falling, hanging, machine, on_stairs};
use super::rigid::Six;
use super::row::Ends;
use super::step::Figure;
use super::watch::{GRAVITY, Watched, by_multipliers, by_tree, one_thread, told};
use crate::claim::Verdict;
use crate::figure::{Chart, Figure as Drawing};
use crate::measure::thread_ns;
use crate::study::{Out, Stop, Task};
use crate::table::{Table, shown};

/// Opening of a joint that the claim allows, relative to a person's height: 1.8 centimeters, hidden by skin and clothes.
const HELD: f64 = 0.01;

/// The height of the person, in meters.
const HEIGHT: f64 = 1.8;

/// Number of timed steps, for each number of bodies.
const TIMED: usize = 16;

/// Steps per second for timing.
const RATE: f64 = 60.0;

pub(crate) fn run(task: &Task<'_>, out: &mut Out) -> Result<(), Stop> {
    out.note(
        "The report says in two sentences that constraint forces by Lagrange multipliers simulate articulated figures. It has no equation, no \
         joint, no limit and no friction, and says nothing of trees or linear time. What runs here is the plainest textbook form of each, \
         with Baraff's elimination along the tree, and the collision detection of this library for contacts and motions. \
         The tree of joints of impinge-sim, called ours, has four sub-steps in each step.",
    );
    let links = task.effort.of([5, 10, 10]);
    let seconds = task.effort.of([1.0, 5.0, 5.0]);
    let swings = watch_all(&chain(links), seconds, &[60.0, 240.0, 960.0], task, [0.0, 0.2])?;
    energy(out, links, seconds, &swings);

    let seconds = task.effort.of([0.8, 4.0, 10.0]);
    let rates: &[f64] = task.effort.of([&[60.0], &[60.0, 240.0], &[30.0, 60.0, 120.0, 240.0]]);
    let swung = watch_all(&machine(), seconds, rates, task, [0.2, 0.25])?;
    let mut scenes = vec![(format!("chain of {links}"), swings), ("machine of all joints".to_owned(), swung)];
    let people = [
        ("falls onto a floor", falling()),
        ("falls down stairs", on_stairs()),
        ("hangs by a hand", hanging()),
    ];
    let share = |i: usize| 0.25 + 0.18 * i as f64;
    for (i, (name, plan)) in people.into_iter().enumerate() {
        scenes.push((name.to_owned(), watch_all(&plan, seconds, rates, task, [share(i), share(i + 1)])?));
    }
    rows(out, &scenes);
    judge(out, &scenes[2..]);
    growth(task, out)
}

/// One figure by multipliers at several rates, and by ours at 60 Hz.
fn watch_all(
    plan: &Plan,
    seconds: f64,
    rates: &[f64],
    task: &Task<'_>,
    [from, to]: [f64; 2],
) -> Result<Vec<Watched>, Stop> {
    let mut seen = Vec::new();
    for (i, &rate) in rates.iter().enumerate() {
        task.reached(from + (to - from) * i as f64 / rates.len() as f64)?;
        seen.push(by_multipliers(plan, rate, seconds)?);
    }
    seen.push(by_tree(plan, 60.0, seconds)?);
    Ok(seen)
}

fn energy(out: &mut Out, links: usize, seconds: f64, swings: &[Watched]) {
    let mut chart = Chart::new("", "time, in s", "change of the energy, % of weight times length");
    for seen in swings {
        chart =
            chart.line(seen.method.as_str(), seen.line.iter().map(|&[time, change]| (time, 100.0 * change)));
    }
    let found = swings.iter().map(|seen| format!("{} {} %", seen.method, shown(100.0 * seen.end)));
    out.figure(
        Drawing::new("figures-energy", "", "energy of a chain that is let go level, without friction")
            .says(
                "The report states no energy; without friction it does not change.",
                format!(
                    "Of {links} links after {} s: {}.",
                    shown(seconds),
                    found.collect::<Vec<_>>().join(", ")
                ),
            )
            .panel(chart),
    );
}

fn rows(out: &mut Out, scenes: &[(String, Vec<Watched>)]) {
    let columns = [
        "figure",
        "method",
        "steps",
        "largest opening, mm",
        "limit passed, rad",
        "largest rise of energy, %",
        "energy at the end, %",
        "steps with overlap",
        "bodies stopped",
        "steps not solved",
        "µs a step",
    ];
    let mut table = Table::new("figures-table", "Articulated figures by both methods", columns).note(
        "Energy as a part of weight times size, against the start. Overlaps of bodies that no joint holds, by the front door; ours allows overlap \
         by its settings. Stopped by the collision detection before the end of their way, which opens joints. Not solved: contacts or \
         limits whose conditions were left as they were.",
    );
    for (name, seen) in scenes {
        for seen in seen {
            table.row([
                name.as_str().into(),
                seen.method.as_str().into(),
                seen.steps.into(),
                (1000.0 * seen.opened).into(),
                seen.passed.into(),
                (100.0 * seen.rise).into(),
                (100.0 * seen.end).into(),
                seen.overlaps.into(),
                seen.stopped.into(),
                seen.incomplete.into(),
                seen.micros.into(),
            ]);
        }
    }
    out.table(table);
}

/// The claim is about figures by multipliers: that they do not overlap, and that they are figures, with joints that hold.
fn judge(out: &mut Out, people: &[(String, Vec<Watched>)]) {
    let of_report =
        || people.iter().flat_map(|(_, seen)| seen).filter(|seen| seen.method.starts_with("mult"));
    let steps: usize = of_report().map(|seen| seen.steps).sum();
    let overlaps: usize = of_report().map(|seen| seen.overlaps).sum();
    let opened = of_report().map(|seen| seen.opened).fold(0.0, f64::max);
    let holds = usize::from(overlaps == 0) + usize::from(opened <= HELD * HEIGHT);
    out.finding(
        "doom-articulated",
        Verdict::of(holds, 2),
        format!("{overlaps} overlaps in {steps} steps; joints open by up to {} mm", shown(1000.0 * opened)),
        "The report does not describe the figures: joints, limits, friction and the step are textbook forms of ours, the collision detection \
         is that of this library, and bodies that a joint holds together are left out.",
    );
}

/// Growth of the time of a step with the number of bodies, by the tree, by one dense matrix, and by ours.
fn growth(task: &Task<'_>, out: &mut Out) -> Result<(), Stop> {
    let counts: &[usize] =
        task.effort.of([&[4, 8, 16], &[4, 8, 16, 32, 64, 128, 256], &[4, 8, 16, 32, 64, 128, 256, 512]]);
    let dense_up_to = task.effort.of([8, 64, 128]);
    let rounds = task.effort.of([1, 5, 9]);
    let mut lines: [Vec<(f64, f64)>; 3] = Default::default();
    for (i, &count) in counts.iter().enumerate() {
        task.reached(0.8 + 0.2 * i as f64 / counts.len() as f64)?;
        let plan = chain(count);
        let mut best = [f64::INFINITY; 3];
        for _ in 0..rounds {
            let of_round = [
                time_of_multipliers(&plan)?,
                if count <= dense_up_to { time_of_dense(&plan)? } else { f64::INFINITY },
                time_of_tree(&plan)?,
            ];
            best = std::array::from_fn(|k| best[k].min(of_round[k]));
        }
        for (line, micros) in lines.iter_mut().zip(best) {
            if micros.is_finite() {
                line.push((count as f64, micros));
            }
        }
    }
    let names = ["multipliers along the tree", "multipliers by a dense matrix", "ours, 4 sub-steps"];
    let mut chart = Chart::new("", "bodies", "time of a step, in µs").log_x().log_y();
    let mut grown = Vec::new();
    for (name, line) in names.into_iter().zip(&lines) {
        if let (Some(first), Some(last)) = (line.get(line.len().saturating_sub(3)), line.last()) {
            let power = (last.1 / first.1).ln() / (last.0 / first.0).ln();
            grown.push(format!("{name} by the power {} of the number", shown((10.0 * power).round() / 10.0)));
        }
        chart = chart.line(name, line.iter().copied());
    }
    out.figure(
        Drawing::new("figures-time", "", "time of a step of a chain as bodies grow in number")
            .says(
                "The report states no cost of figures.",
                format!("Over the last three numbers time grows: {}.", grown.join("; ")),
            )
            .panel(chart),
    );
    Ok(())
}

fn time_of_multipliers(plan: &Plan) -> Result<f64, Stop> {
    let mut figure = plan.figure();
    let start = thread_ns();
    for _ in 0..TIMED {
        figure.step(1.0 / RATE, GRAVITY, None).map_err(|trouble| Stop::Failed(told(trouble)))?;
    }
    Ok((thread_ns() - start) / 1000.0 / TIMED as f64)
}

/// Rows and multipliers of one step by a dense matrix; the rest of a step is cheap.
fn time_of_dense(plan: &Plan) -> Result<f64, Stop> {
    let figure: Figure = plan.figure();
    let weight = |mass: f64| Six { linear: GRAVITY * mass, angular: impinge::Vec3::ZERO };
    let start = thread_ns();
    let rows: Vec<_> = figure
        .joints
        .iter()
        .map(|joint| {
            let pose = |body: usize| figure.bodies[body].pose;
            let a = joint.a.map_or(impinge::Pose::IDENTITY, pose);
            joint.rows(&Ends::new([a, pose(joint.b)], joint.frames))
        })
        .collect();
    let forces: Vec<Six> = figure.bodies.iter().map(|body| weight(body.mass)).collect();
    let wanted = vec![0.0; rows.iter().map(|rows| rows.as_slice().len()).sum()];
    let found = dense::multipliers(&figure.bodies, &rows, &forces, &wanted);
    let micros = (thread_ns() - start) / 1000.0;
    found.map(std::hint::black_box).map_err(|singular| Stop::Failed(told(singular.into())))?;
    Ok(micros)
}

fn time_of_tree(plan: &Plan) -> Result<f64, Stop> {
    let failed = |e| Stop::Failed(format!("tree of joints: {e}"));
    let mut world = plan.ours().map_err(failed)?.world;
    one_thread()?.install(|| {
        let start = thread_ns();
        for _ in 0..TIMED {
            world.step(1.0 / RATE).map_err(failed)?;
        }
        Ok((thread_ns() - start) / 1000.0 / TIMED as f64)
    })
}

#[cfg(test)]
mod tests {
    use std::cell::Cell as Share;
    use std::sync::atomic::AtomicBool;

    use super::run;
    use crate::claim::Verdict;
    use crate::study::{Effort, Out, Task};

    /// A look: every figure by every method, without overlap and with joints that hold, and the time of each number of bodies.
    #[test]
    fn a_look_judges_the_claim_and_shows_every_figure() {
        let task = Task {
            effort: Effort::Quick,
            configurations: 1,
            seed: 1,
            stop: &AtomicBool::new(false),
            share: &Share::new(0.0),
            tell: &|| (),
            earlier: &[],
        };
        let mut out = Out::default();
        run(&task, &mut out).unwrap();
        let [table] = &out.tables[..] else { panic!("one table") };
        println!("{}", table.csv());
        // The chain at three rates, four figures at one, and ours of each.
        assert_eq!(table.rows.len(), 3 + 4 + 5);
        for row in &table.rows {
            assert!(row[3..].iter().all(|cell| cell.number().is_some_and(f64::is_finite)), "{row:?}");
        }
        assert!(out.figures.iter().all(|figure| !figure.panels.is_empty()) && out.figures.len() == 2);
        let [finding] = &out.findings[..] else { panic!("one finding") };
        println!("{:?} {}", finding.verdict, finding.found);
        assert_ne!(finding.verdict, Verdict::Open);
        assert!(finding.found.starts_with("0 overlaps"), "{}", finding.found);
    }
}
