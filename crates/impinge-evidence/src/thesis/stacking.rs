//! Tables 2 and 3: the tallest stack of boxes and of round boxes that stands.
//!
//! The thesis lets stacks stand for 5 minutes, 60,000 steps, and so do we. A look has no time for that, and nearly every stack stands for a
//! few seconds: its heights are those of the published run, and only its times are measured. Stacks are shared by all cores; times are taken
//! afterwards, one at a time, by the clock of the thread.

use std::cmp::Ordering;

use impinge::Real;
use impinge_sim::Solver;
use impinge_sim::study::{StackSettings, ThesisSettings, tallest_thesis_stack, thesis_query_time};

use super::pair::Pair;
use super::rows::{Question, Rows};
use super::stacks::{BOXES, EARLIER, Method, Printed, RADIUS, ROUND, STEPS, Stack, table as stacks_table};
use crate::claim::Verdict;
use crate::figure::{BarChart, Figure};
use crate::measure::{Algorithm, thread_ns};
use crate::rule::{about, is_about};
use crate::study::{Effort, Out, Stop, Task};
use crate::table::{Cell, Table, change, shown};
use crate::timed::{Timed, holding};

/// The tallest stack that is tried.
const AT_MOST: usize = 64;

/// Boxes of the stacks on which a look takes times.
const LOOK: usize = 5;

/// Reason why the results of round boxes are open.
const NO_RADIUS: &str =
    "The thesis does not give the radius of its round boxes, nor gravity, friction and damping.";

/// Results of one row, in double and single precision.
#[derive(Clone, Copy, Debug)]
struct Stacked {
    tallest: [usize; 2],
    /// Total sideways motion of the topmost box.
    path: [f64; 2],
    micros: [f64; 2],
}

/// A row of either table: how its stacks are made.
#[derive(Clone, Copy)]
struct Setting {
    method: Method,
    iterations: usize,
    radius: f64,
    seed: u64,
}

impl Setting {
    /// Rows of the thesis, in its order.
    fn all(seed: u64) -> Vec<Self> {
        let of = |radius: f64| {
            move |Printed(name, iterations, ..): &Printed| {
                let method = Method::of_row(name).unwrap_or(Method::SWEPT);
                Self { method, iterations: *iterations, radius, seed }
            }
        };
        BOXES.iter().map(of(0.0)).chain(ROUND.iter().map(of(RADIUS))).collect()
    }

    /// Rows of a method for which the thesis has no table: with boxes, and with round boxes.
    fn of_method(method: Method, seed: u64) -> Vec<Self> {
        let of = |radius: f64| [60, 40, 20].map(|iterations| Self { method, iterations, radius, seed });
        [0.0, RADIUS].into_iter().flat_map(of).collect()
    }

    fn settings<T: Real>(&self, first: usize) -> StackSettings<T> {
        let mut thesis = ThesisSettings::<T> {
            algorithm: self.method.algorithm,
            iterations: self.iterations,
            ..ThesisSettings::default()
        };
        thesis.perturbation.clip = self.method.clip;
        StackSettings::<T> {
            solver: Solver::Thesis(thesis),
            radius: T::of(self.radius),
            seed: self.seed,
            steps: STEPS,
            first,
            at_most: AT_MOST,
            ..StackSettings::default()
        }
    }

    /// The stack of [`EARLIER`].
    fn earlier(&self, precision: &str) -> Option<Stack> {
        EARLIER.lines().filter_map(Stack::read).find(|stack| {
            (stack.radius, stack.iterations, stack.method, stack.precision.as_str())
                == (self.radius, self.iterations, self.method, precision)
        })
    }

    /// The tallest stack that stands, searched from a height on.
    fn tallest<T: Real>(&self, first: usize) -> Result<Stack, String> {
        let found = tallest_thesis_stack(&self.settings::<T>(first), &[], &mut |_, _| true)
            .map_err(|e| format!("stack of boxes: {e}"))?;
        let of = |boxes: usize| found.trials.iter().find(move |trial| trial.boxes == boxes);
        let (stood, fell) = (of(found.tallest), of(found.tallest + 1));
        let number = |number: fn(&impinge_sim::study::StackTrial) -> f64| stood.map_or(f64::NAN, number);
        Ok(Stack {
            radius: self.radius,
            iterations: self.iterations,
            method: self.method,
            precision: T::NAME.into(),
            tallest: found.tallest,
            sway: number(|trial| trial.sway),
            path: number(|trial| trial.path),
            deepest: number(|trial| trial.deepest),
            fell_after: fell.map_or(f64::NAN, |trial| trial.steps as f64),
        })
    }

    /// Microseconds of the collision queries for a box of a stack.
    fn micros<T: Real>(&self, boxes: usize) -> Result<f64, Stop> {
        thesis_query_time(&self.settings::<T>(boxes), boxes, thread_ns)
            .map_err(|e| Stop::Failed(format!("stack of boxes: {e}")))
    }
}

/// Makes both tables.
pub(super) fn run(task: &Task<'_>, out: &mut Out) -> Result<(), Stop> {
    let of_thesis = Setting::all(task.seed);
    let settings = [of_thesis.clone(), Setting::of_method(Method::AS_WRITTEN, task.seed)].concat();
    let earlier = settings
        .iter()
        .map(|s| Some([s.earlier("f64")?, s.earlier("f32")?]))
        .collect::<Option<Vec<[Stack; 2]>>>()
        .ok_or_else(|| Stop::Failed("a row of the earlier stacks is missing".into()))?;
    let look = task.effort == Effort::Quick;
    let stacks = if look {
        earlier.clone()
    } else {
        let own = Setting::of_method(Method::OWN, task.seed);
        let mut all = stacks(task, &[settings.clone(), own].concat())?;
        out.table(stacks_table(&all));
        all.truncate(settings.len());
        all
    };
    let mut found = Vec::new();
    for (row, (setting, stack)) in settings.iter().zip(&stacks).enumerate() {
        task.reached(if look { row as f64 / settings.len() as f64 } else { 1.0 })?;
        let tallest = stack.each_ref().map(|stack| stack.tallest);
        let boxes = tallest.map(|height| if look { LOOK } else { height });
        found.push(Stacked {
            tallest,
            path: stack.each_ref().map(|stack| stack.path),
            micros: [setting.micros::<f64>(boxes[0])?, setting.micros::<f32>(boxes[1])?],
        });
    }
    let stood = if look {
        format!(
            "Heights are of the published run, with seed 1; this one measured only times, on stacks of {LOOK}, for 500 steps."
        )
    } else {
        let both = stacks.iter().flatten().zip(earlier.iter().flatten());
        let same = both.filter(|(now, before)| now.tallest == before.tallest).count();
        format!(
            "All stacks were made in this run; {same} of {} heights are those of the run published before, with seed 1. Times are of the \
             first 500 steps of the tallest stack.",
            2 * stacks.len()
        )
    };
    out.note(format!(
        "Boxes of 4 × 2 × 4 stand on one another, pushed aside by up to 0.2, and are simulated by the thesis' own loop at 200 Hz for {STEPS} \
         steps, 300 seconds, as in the thesis. {stood} The thesis does not give gravity, density, friction, damping, nor the radius of round \
         boxes; ours are 9.81, 1, 0.6, 0.5 and {RADIUS}."
    ));
    let (of_thesis, as_written) = found.split_at(of_thesis.len());
    let (boxes, round) = of_thesis.split_at(BOXES.len());
    let written = [&as_written[..3], &as_written[3..]];
    let sets = [(2, "Boxes", &BOXES, boxes, written[0]), (3, "Round boxes", &ROUND, round, written[1])];
    for (number, name, printed, found, _) in sets {
        out.figure(figure(number, name, printed, found, look));
    }
    for (number, name, printed, found, written) in sets {
        out.table(table(number, name, printed, [found, written], look));
    }
    if found.iter().any(|row| row.tallest.iter().any(|height| *height >= AT_MOST)) {
        out.note("Some stacks of the greatest height that was tried still stood, so nothing is concluded from them.");
    } else {
        statements(out, boxes, round, written);
        manifold_times(task, out, boxes, round);
    }
    Ok(())
}

/// The stacks of all rows in both precisions, searched for on all cores.
fn stacks(task: &Task<'_>, settings: &[Setting]) -> Result<Vec<[Stack; 2]>, Stop> {
    let found = task.on_all_cores(2 * settings.len(), |job| {
        let (setting, precision) = (settings[job / 2], job % 2);
        let first = setting.earlier(["f64", "f32"][precision]).map_or(1, |stack| stack.tallest.max(1));
        if precision == 0 { setting.tallest::<f64>(first) } else { setting.tallest::<f32>(first) }
    })?;
    let found = found.into_iter().collect::<Result<Vec<Stack>, String>>().map_err(Stop::Failed)?;
    Ok(found.chunks_exact(2).map(|pair| [pair[0].clone(), pair[1].clone()]).collect())
}

fn figure(number: usize, name: &str, printed: &[Printed], found: &[Stacked], look: bool) -> Figure {
    let mut bars = BarChart::new("", "boxes of the tallest stack, double precision", ["thesis", "ours"]);
    for (Printed(algorithm, iterations, heights, _), ours) in printed.iter().zip(found) {
        let values = [heights[0] as f64, ours.tallest[0] as f64];
        bars = bars.row(format!("{algorithm}, {iterations}"), values);
    }
    let least = found.iter().map(|f| f.tallest[0]).min().unwrap_or_default();
    let most = found.iter().map(|f| f.tallest[0]).max().unwrap_or_default();
    Figure::new(
        format!("table-{number}-figure"),
        format!("Table {number}"),
        format!("{name}: the tallest stacks, by algorithm and iterations"),
    )
    .says(
        "More impulse iterations give taller stacks; the algorithm matters little.",
        format!(
            "{least} to {most} boxes stand for 300 seconds{}.",
            if look { ", in the published run" } else { "" }
        ),
    )
    .panel(bars)
}

/// Rows of the thesis, and those of its clipping as written, beside the thesis' values for SA-GJK.
fn table(
    number: usize,
    name: &str,
    printed: &[Printed],
    [found, written]: [&[Stacked]; 2],
    look: bool,
) -> Table {
    let columns = [
        "algorithm",
        "iterations",
        "thesis DP",
        "ours f64",
        "thesis SSE",
        "ours f32",
        "thesis DP, µs",
        "ours f64, µs",
        "thesis SSE, µs",
        "ours f32, µs",
    ];
    let title = format!(
        "Table {number}: {}, tallest stack and time of collision queries for a box",
        name.to_lowercase()
    );
    let mut table = Table::new(format!("table-{number}"), title, columns).note(format!(
        "All stood for 300 seconds{}. DP is double precision, SSE single. The last three rows clip as section 2.6 writes it; the others mend its test for “inside”.",
        if look { ", ours in the published run; times are of this one" } else { "" }
    ));
    for (Printed(algorithm, iterations, heights, times), ours) in printed.iter().zip(found) {
        table.row(row(algorithm, *iterations, *heights, *times, ours));
    }
    for (iterations, ours) in [60, 40, 20].into_iter().zip(written) {
        let Some(Printed(.., heights, times)) = Method::AS_WRITTEN.row(printed, iterations) else { continue };
        table.row(row(Method::AS_WRITTEN.name, iterations, *heights, *times, ours));
    }
    table
}

fn row(name: &str, iterations: usize, heights: [usize; 2], times: [f64; 2], ours: &Stacked) -> [Cell; 10] {
    [
        name.into(),
        iterations.into(),
        heights[0].into(),
        ours.tallest[0].into(),
        heights[1].into(),
        ours.tallest[1].into(),
        (10.0 * times[0]).into(),
        ours.micros[0].into(),
        (10.0 * times[1]).into(),
        ours.micros[1].into(),
    ]
}

/// The statements of section 4.2.
fn statements(out: &mut Out, boxes: &[Stacked], round: &[Stacked], written: [&[Stacked]; 2]) {
    let heights = |rows: &[Stacked]| -> Vec<f64> {
        rows.iter().flat_map(|row| row.tallest.iter().map(|h| *h as f64)).collect()
    };
    let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
    let solver_of = |rows: &[Stacked]| {
        let by_iterations: Vec<f64> = rows.chunks(3).map(|rows| mean(&heights(rows))).collect();
        by_iterations[0] - by_iterations[2]
    };
    let spread_of = |rows: &[Stacked]| {
        let heights = heights(rows);
        heights.iter().copied().fold(0.0, f64::max) - heights.iter().copied().fold(f64::INFINITY, f64::min)
    };
    let solver = |rows: &[Stacked]| {
        let (by_solver, by_algorithm) = (solver_of(rows), rows.chunks(3).map(spread_of).fold(0.0, f64::max));
        let verdict = if by_solver > 0.0 && by_solver >= 2.0 * by_algorithm {
            Verdict::Agrees
        } else if by_solver > by_algorithm {
            Verdict::Partly
        } else {
            Verdict::Differs
        };
        let found = format!(
            "60 instead of 20 iterations: {} boxes; algorithms and precisions differ by up to {by_algorithm}",
            change(by_solver, 1)
        );
        (verdict, found)
    };
    let (verdict, found) = solver(boxes);
    out.finding(
        "thesis-solver-matters",
        verdict,
        found,
        "The angle by which contacts are sampled, of which the thesis has only one, changes heights more than either.",
    );
    let (verdict, found) = solver(round);
    out.finding("thesis-solver-round", verdict.unless_unknown(), found, NO_RADIUS);
    let all: Vec<&Stacked> = boxes.iter().chain(round).collect();
    let of_precision = all.iter().map(|row| row.tallest[0].abs_diff(row.tallest[1])).max().unwrap_or(0);
    let by_group = all.chunks(3).flat_map(|rows| {
        (0..2).map(move |p| {
            let heights = || rows.iter().map(move |row| row.tallest[p]);
            heights().max().unwrap_or(0) - heights().min().unwrap_or(0)
        })
    });
    let of_algorithm = by_group.max().unwrap_or(0);
    out.finding(
        "thesis-algorithm-precision",
        match (of_algorithm, of_precision) {
            (0, 0) => Verdict::Vacuous,
            _ => Verdict::yes_or_no(of_precision.abs_diff(of_algorithm) <= 1),
        },
        format!("heights differ by up to {of_algorithm} between algorithms, by up to {of_precision} between precisions"),
        "",
    );
    // Rows of a group: swept GJK, SA-GJK and MPR.
    let way = |k: usize| mean(&all.iter().skip(k).step_by(3).flat_map(|row| row.path).collect::<Vec<f64>>());
    let (mpr, epa) = (way(2), way(1));
    out.finding(
        "thesis-mpr-sways",
        Verdict::yes_or_no(mpr > 1.1 * epa),
        format!("on average the topmost box goes {mpr:.1} units sideways in all with MPR, {epa:.1} with SA-GJK and EPA"),
        "The thesis saw it by eye. Ways are over all rows of both tables.",
    );
    let higher = boxes.iter().zip(round).flat_map(|(b, r)| (0..2).map(|p| r.tallest[p] > b.tallest[p]));
    let (count, of) = higher.fold((0, 0), |(n, of), higher| (n + usize::from(higher), of + 1));
    out.finding(
        "thesis-round-higher",
        Verdict::of(count, of).unless_unknown(),
        format!(
            "higher in {count} of {of} rows; means {} and {}",
            shown(mean(&heights(round))),
            shown(mean(&heights(boxes)))
        ),
        format!("{NO_RADIUS} {}", clipped(written)),
    );
    let gjk = |rows: &[Stacked]| {
        let wins = rows.chunks(3).flat_map(|rows| {
            (0..2).flat_map(move |p| [0, 1].map(|gjk| rows[gjk].tallest[p] > rows[2].tallest[p]))
        });
        wins.filter(|win| *win).count()
    };
    let (rounds, flats, of) = (gjk(round), gjk(boxes), 12);
    let as_printed = is_about(rounds as f64, 8.0) && is_about(flats as f64, 3.0);
    out.finding(
        "thesis-gjk-rounder",
        Verdict::yes_or_no(as_printed).unless_unknown(),
        format!("round boxes: {rounds} of {of}; boxes: {flats} of {of}"),
        NO_RADIUS,
    );
    let group = |(k, rows): (usize, &[&Stacked])| {
        let [swept, separating, mpr] = [0, 1, 2].map(|row| rows[row].micros[0]);
        Timed::below(format!("rows {}, MPR by the fastest of GJK", k + 1), mpr / swept.min(separating), 1.0)
    };
    let timed: Vec<Timed> = all.chunks(3).enumerate().map(group).collect();
    let faster = holding(&timed);
    out.timed(
        "thesis-stack-mpr-faster",
        Verdict::of(faster, 6),
        format!("faster in {faster} of 6 groups of rows, in f64"),
        "",
        timed,
    );
    let group = |(k, rows): (usize, &[&Stacked])| {
        Timed::above(format!("rows {}, swept by MPR", k + 1), rows[0].micros[0] / rows[2].micros[0], 1.0)
    };
    let timed: Vec<Timed> = all.chunks(3).enumerate().map(group).collect();
    let list: Vec<String> = timed.iter().map(|timed| format!("{:.2}", timed.ratio)).collect();
    out.timed(
        "thesis-swept-slower",
        Verdict::of(holding(&timed), timed.len()),
        format!("time of swept GJK with EPA over that of MPR, by groups of rows: {}", list.join(", ")),
        "In stacks, where all overlaps are shallow; the thesis calls random configurations unfair to swept shapes.",
        timed,
    );
}

/// Comparison of round boxes with boxes, with the clipping as the thesis writes it.
fn clipped([boxes, round]: [&[Stacked]; 2]) -> String {
    let orders = boxes.iter().zip(round).flat_map(|(b, r)| [0, 1].map(|p| r.tallest[p].cmp(&b.tallest[p])));
    let count = |order| orders.clone().filter(|o| *o == order).count();
    format!(
        "Clipped as the thesis writes it, by SA-GJK and EPA, {} of {} rows are higher, {} as high and {} lower.",
        count(Ordering::Greater),
        orders.clone().count(),
        count(Ordering::Equal),
        count(Ordering::Less),
    )
}

/// The estimate of sections 4.2.1 and 4.2.2 in the thesis: the time of a query in a stack minus that of a depth is that of the contact points.
fn manifold_times(task: &Task<'_>, out: &mut Out, boxes: &[Stacked], round: &[Stacked]) {
    let rows = Rows::of(task);
    let (epa, mpr) = (Algorithm::Epa.name(), Algorithm::Mpr.name());
    let left = |pair: Pair, stacked: &[Stacked]| {
        // Rows of a group: swept GJK, SA-GJK and MPR.
        let of = |k: usize, algorithm: &str| {
            let depth = rows.mean(pair, "f64", Question::Depth, algorithm, |row| row.ns / 1000.0);
            let times: Vec<f64> =
                stacked.iter().skip(k).step_by(3).map(|row| row.micros[0] - depth).collect();
            times.iter().sum::<f64>() / times.len() as f64
        };
        f64::midpoint(of(1, &epa), of(2, &mpr))
    };
    let (flat, rounded) = (left(Pair::Boxes, boxes), left(Pair::RoundBoxes, round));
    if flat.is_nan() || rounded.is_nan() {
        return;
    }
    // Times themselves depend on the machine; only their ratio is reported as a value.
    let timed = vec![Timed::between("round boxes by boxes", rounded / flat, about(2.0))];
    out.timed(
        "thesis-manifold-times",
        Verdict::of(usize::from(flat <= 8.0 && rounded <= 17.0) + holding(&timed), 2),
        format!(
            "{flat:.1} µs for boxes, {rounded:.1} µs for round boxes, {:.1} times as much",
            rounded / flat
        ),
        "The time of a query for a box in a stack, less the mean time of a depth in the benchmark.",
        timed,
    );
}
