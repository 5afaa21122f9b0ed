//! Tables 2 and 3: the tallest stack of boxes and of round boxes that stands.
//!
//! The thesis lets stacks stand for 5 minutes, 60,000 steps, and so do we. A look has no time for that, and nearly every stack stands for a
//! few seconds: its heights are those of an earlier run, and only its times are measured. Stacks are shared by all cores; times are taken
//! afterwards, one at a time.

use impinge::Real;
use impinge::contact::perturbation::{Clip, Perturbation};
use impinge_sim::{
    Solver, StackSettings, ThesisAlgorithm, ThesisSettings, tallest_thesis_stack, time_of_thesis_queries,
};

use super::pair::Pair;
use super::rows::{Question, Rows};
use crate::claim::Verdict;
use crate::figure::{BarChart, Figure};
use crate::measure::{Algorithm, thread_ns};
use crate::study::{Effort, Out, Stop, Task};
use crate::table::{Table, change, shown};
use crate::timed::{Timed, holding};

/// One row of a table of the thesis: algorithm, iterations, tallest stacks in double and single precision, times in units of 10⁻⁵ s.
struct Printed(&'static str, usize, [usize; 2], [f64; 2]);

const BOXES: [Printed; 9] = [
    Printed("swept GJK + EPA", 60, [17, 16], [1.6, 1.4]),
    Printed("SA-GJK + EPA", 60, [17, 17], [1.7, 1.4]),
    Printed("MPR", 60, [17, 17], [1.3, 1.2]),
    Printed("swept GJK + EPA", 40, [14, 14], [1.7, 1.4]),
    Printed("SA-GJK + EPA", 40, [14, 14], [2.0, 1.4]),
    Printed("MPR", 40, [14, 13], [1.3, 1.3]),
    Printed("swept GJK + EPA", 20, [10, 9], [1.9, 1.4]),
    Printed("SA-GJK + EPA", 20, [11, 10], [1.6, 1.4]),
    Printed("MPR", 20, [10, 10], [1.3, 1.2]),
];

const ROUND: [Printed; 9] = [
    Printed("swept GJK + EPA", 60, [19, 17], [3.2, 2.5]),
    Printed("SA-GJK + EPA", 60, [19, 19], [3.2, 2.4]),
    Printed("MPR", 60, [18, 18], [2.7, 2.3]),
    Printed("swept GJK + EPA", 40, [16, 15], [3.2, 2.6]),
    Printed("SA-GJK + EPA", 40, [16, 16], [3.5, 2.5]),
    Printed("MPR", 40, [15, 15], [2.7, 2.3]),
    Printed("swept GJK + EPA", 20, [11, 10], [3.0, 2.5]),
    Printed("SA-GJK + EPA", 20, [11, 10], [3.0, 2.5]),
    Printed("MPR", 20, [10, 10], [2.6, 2.3]),
];

/// The radius of our round boxes; the thesis does not give its own for stacks.
const RADIUS: f64 = 0.1;

/// Heights of all rows, from an earlier run by [`COMMAND`]: those of a look, and where else the search begins.
const EARLIER: &str = include_str!("../../../../docs/results/stacking.csv");

/// Those with clipping as the thesis writes it, from [`COMMAND`] with `clip=as-written algorithm=separating`.
const AS_WRITTEN: &str = include_str!("../../../../docs/results/stacking-as-written.csv");

/// What made [`EARLIER`].
const COMMAND: &str = "cargo run --release -p impinge-sim --example thesis_tables";

/// How many steps the thesis' stacks stood, at 200 Hz: 300 seconds.
const STEPS: u64 = 60_000;

/// The tallest stack that is tried.
const AT_MOST: usize = 64;

/// Boxes of the stacks on which a look takes times.
const LOOK: usize = 5;

/// What one row gave.
#[derive(Clone, Copy, Debug)]
struct Stacked {
    tallest: [usize; 2],
    micros: [f64; 2],
}

/// The heights of the earlier run, in double and single precision.
fn earlier(&Setting { algorithm, iterations, radius, clip, .. }: &Setting) -> Option<[usize; 2]> {
    let run = if clip == Clip::AsWritten { AS_WRITTEN } else { EARLIER };
    let algorithm = match algorithm {
        ThesisAlgorithm::Mpr => "mpr",
        ThesisAlgorithm::Separating => "separating",
        _ => "swept",
    };
    let height = |precision: &str| {
        let row = format!("{radius},{iterations},{algorithm},{precision},{STEPS},");
        run.lines().find_map(|line| line.strip_prefix(&row)?.split(',').next()?.parse().ok())
    };
    Some([height("f64")?, height("f32")?])
}

/// A row of either table: how its stacks are made.
#[derive(Clone, Copy)]
struct Setting {
    algorithm: ThesisAlgorithm,
    iterations: usize,
    radius: f64,
    seed: u64,
    clip: Clip,
}

/// The rows of a table that are made again with the clipping that the thesis writes.
fn clipped_as_written(printed: &[Printed]) -> impl Iterator<Item = &Printed> {
    printed.iter().filter(|Printed(algorithm, ..)| *algorithm == "SA-GJK + EPA")
}

impl Setting {
    /// Boxes, then round boxes, first with repaired clipping and then with that as written.
    fn all(seed: u64) -> Vec<Self> {
        let of = |radius: f64, clip: Clip| {
            move |Printed(algorithm, iterations, ..): &Printed| {
                let algorithm = match *algorithm {
                    "MPR" => ThesisAlgorithm::Mpr,
                    "SA-GJK + EPA" => ThesisAlgorithm::Separating,
                    _ => ThesisAlgorithm::Swept,
                };
                Self { algorithm, iterations: *iterations, radius, seed, clip }
            }
        };
        let repaired =
            BOXES.iter().map(of(0.0, Clip::Repaired)).chain(ROUND.iter().map(of(RADIUS, Clip::Repaired)));
        let boxes = clipped_as_written(&BOXES).map(of(0.0, Clip::AsWritten));
        let round = clipped_as_written(&ROUND).map(of(RADIUS, Clip::AsWritten));
        repaired.chain(boxes).chain(round).collect()
    }

    fn settings<T: Real>(&self) -> StackSettings<T> {
        let thesis = ThesisSettings::<T> {
            algorithm: self.algorithm,
            iterations: self.iterations,
            perturbation: Perturbation { clip: self.clip, ..Perturbation::default() },
            ..ThesisSettings::default()
        };
        StackSettings::<T> {
            solver: Solver::Thesis(thesis),
            radius: T::of(self.radius),
            seed: self.seed,
            steps: STEPS,
            at_most: AT_MOST,
            ..StackSettings::default()
        }
    }

    /// The tallest stack that stands, searched for from a height on.
    fn tallest<T: Real>(&self, first: usize) -> Result<usize, String> {
        let settings = StackSettings { first, ..self.settings::<T>() };
        let found = tallest_thesis_stack(&settings, &[], &mut |_, _| true);
        Ok(found.map_err(|e| format!("stack of boxes: {e}"))?.tallest)
    }

    /// The microseconds of a thread that collision queries take for a box of a stack.
    fn micros<T: Real>(&self, boxes: usize) -> Result<f64, Stop> {
        time_of_thesis_queries(&self.settings::<T>(), boxes, thread_ns)
            .map_err(|e| Stop::Failed(format!("stack of boxes: {e}")))
    }
}

/// Makes both tables.
pub(super) fn run(task: &Task<'_>, out: &mut Out) -> Result<(), Stop> {
    let settings = Setting::all(task.seed);
    let earlier = settings
        .iter()
        .map(earlier)
        .collect::<Option<Vec<[usize; 2]>>>()
        .ok_or_else(|| Stop::Failed("a row of the earlier stacks is missing".into()))?;
    let look = task.effort == Effort::Quick;
    let heights = if look { earlier.clone() } else { heights(task, &settings, &earlier)? };
    let mut found = Vec::new();
    for (row, setting) in settings.iter().enumerate() {
        task.reached(if look { row as f64 / settings.len() as f64 } else { 1.0 })?;
        let boxes = heights[row].map(|height| if look { LOOK } else { height });
        let micros = [setting.micros::<f64>(boxes[0])?, setting.micros::<f32>(boxes[1])?];
        found.push(Stacked { tallest: heights[row], micros });
    }
    let stood = if look {
        format!(
            "Heights are of an earlier run ({COMMAND}); this one measured only times, on stacks of {LOOK}, for 500 steps."
        )
    } else {
        let same = heights.iter().flatten().zip(earlier.iter().flatten()).filter(|(a, b)| a == b).count();
        format!(
            "All stacks were made in this run; {same} of {} heights are those of an earlier run with seed 1 ({COMMAND}). Times are of the \
             first 500 steps of the tallest stack.",
            2 * heights.len()
        )
    };
    out.note(format!(
        "Boxes of 4 × 2 × 4 stand on one another, pushed aside by up to 0.2, and are simulated by the thesis' own loop at 200 Hz for {STEPS} \
         steps, 300 seconds, as in the thesis. {stood} The thesis does not give gravity, density, friction, damping, nor the radius of round \
         boxes; ours are 9.81, 1, 0.6, 0.5 and {RADIUS}."
    ));
    let (repaired, written) = found.split_at(BOXES.len() + ROUND.len());
    let (boxes, round) = repaired.split_at(BOXES.len());
    let (boxes_as_written, round_as_written) = written.split_at(clipped_as_written(&BOXES).count());
    let sets = [
        (2, "Boxes", &BOXES, [boxes, boxes_as_written]),
        (3, "Round boxes", &ROUND, [round, round_as_written]),
    ];
    for (number, name, printed, found) in sets {
        out.figure(figure(number, name, printed, found, look));
    }
    for (number, name, printed, found) in sets {
        out.table(table(number, name, printed, found, look));
    }
    if found.iter().any(|row| row.tallest.iter().any(|height| *height >= AT_MOST)) {
        out.note("Some stacks of the greatest height that was tried still stood, so nothing is concluded from them.");
    } else {
        statements(out, boxes, round);
        as_written(out, boxes_as_written, round_as_written);
        manifold_times(task, out, boxes, round);
    }
    Ok(())
}

/// The heights of all rows in both precisions, searched for on all cores.
fn heights(task: &Task<'_>, settings: &[Setting], earlier: &[[usize; 2]]) -> Result<Vec<[usize; 2]>, Stop> {
    let found = task.on_all_cores(2 * settings.len(), |job| {
        let (row, precision) = (job / 2, job % 2);
        let first = earlier[row][precision].max(1);
        let setting = settings[row];
        match precision {
            0 => setting.tallest::<f64>(first),
            _ => setting.tallest::<f32>(first),
        }
    })?;
    let found = found.into_iter().collect::<Result<Vec<usize>, String>>().map_err(Stop::Failed)?;
    Ok(found.chunks_exact(2).map(|pair| [pair[0], pair[1]]).collect())
}

fn figure(
    number: usize,
    name: &str,
    printed: &[Printed],
    [found, written]: [&[Stacked]; 2],
    look: bool,
) -> Figure {
    let mut bars = BarChart::new("", "boxes of the tallest stack, double precision", ["thesis", "ours"]);
    for (Printed(algorithm, iterations, heights, _), ours, clip) in rows(printed, [found, written]) {
        let values = [heights[0] as f64, ours.tallest[0] as f64];
        bars = bars.row(format!("{algorithm}{clip}, {iterations}"), values);
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
            if look { ", in an earlier run" } else { "" }
        ),
    )
    .panel(bars)
}

/// The rows of a table: those with repaired clipping, then those with that as written, and what their names say of it.
fn rows<'a>(
    printed: &'a [Printed],
    [found, written]: [&'a [Stacked]; 2],
) -> impl Iterator<Item = (&'a Printed, &'a Stacked, &'static str)> {
    let repaired = printed.iter().zip(found).map(|(row, ours)| (row, ours, ""));
    let written = clipped_as_written(printed).zip(written);
    repaired.chain(written.map(|(row, ours)| (row, ours, ", clipped as written")))
}

fn table(number: usize, name: &str, printed: &[Printed], found: [&[Stacked]; 2], look: bool) -> Table {
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
        "All stood for 300 seconds{}. DP is double precision, SSE single.",
        if look { ", ours in an earlier run; times are of this one" } else { "" }
    ));
    for (Printed(algorithm, iterations, heights, times), ours, clip) in rows(printed, found) {
        table.row([
            format!("{algorithm}{clip}").into(),
            (*iterations).into(),
            heights[0].into(),
            ours.tallest[0].into(),
            heights[1].into(),
            ours.tallest[1].into(),
            (10.0 * times[0]).into(),
            ours.micros[0].into(),
            (10.0 * times[1]).into(),
            ours.micros[1].into(),
        ]);
    }
    table
}

/// The statements of section 4.2.
fn statements(out: &mut Out, boxes: &[Stacked], round: &[Stacked]) {
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
    for (claim, rows, why) in [
        (
            "thesis-solver-matters",
            boxes,
            "The angle by which contacts are sampled, of which the thesis has only one, changes heights more than either.",
        ),
        ("thesis-solver-round", round, ""),
    ] {
        let by_solver = solver_of(rows);
        let by_algorithm = rows.chunks(3).map(spread_of).fold(0.0, f64::max);
        let verdict = if by_solver > by_algorithm {
            Verdict::Agrees
        } else if by_solver > 0.0 {
            Verdict::Partly
        } else {
            Verdict::Differs
        };
        let found = format!(
            "60 instead of 20 iterations: {} boxes; algorithms and precisions differ by up to {by_algorithm}",
            change(by_solver, 1)
        );
        out.finding(claim, verdict, found, why);
    }
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
        if of_precision.abs_diff(of_algorithm) <= 1 { Verdict::Agrees } else { Verdict::Differs },
        format!("heights differ by up to {of_algorithm} between algorithms, by up to {of_precision} between precisions"),
        "",
    );
    let way = |algorithm: &str| {
        let cells = EARLIER.lines().map(|line| line.split(',').collect::<Vec<&str>>());
        let own = cells.filter(|cells| cells.get(2) == Some(&algorithm));
        mean(&own.filter_map(|cells| cells.get(7)?.parse().ok()).collect::<Vec<f64>>())
    };
    let (mpr, epa) = (way("mpr"), way("separating"));
    out.finding(
        "thesis-mpr-sways",
        if mpr > 1.1 * epa { Verdict::Agrees } else { Verdict::Differs },
        format!("on average the topmost box goes {mpr:.1} units sideways in all with MPR, {epa:.1} with SA-GJK and EPA"),
        "The thesis saw it by eye. Ways are of the earlier run, over all rows of both tables.",
    );
    let higher = boxes.iter().zip(round).flat_map(|(b, r)| (0..2).map(|p| r.tallest[p] > b.tallest[p]));
    let (count, of) = higher.fold((0, 0), |(n, of), higher| (n + usize::from(higher), of + 1));
    out.finding(
        "thesis-round-higher",
        Verdict::of(count, of),
        format!("higher in {count} of {of} rows; means {} and {}", shown(mean(&heights(round))), shown(mean(&heights(boxes)))),
        "The thesis does not give its radius. With its sampling clipped as it writes it round boxes come near boxes, which lose by it.",
    );
    let gjk = |rows: &[Stacked]| {
        let wins = rows.chunks(3).flat_map(|rows| {
            (0..2).flat_map(move |p| [0, 1].map(|gjk| rows[gjk].tallest[p] > rows[2].tallest[p]))
        });
        wins.filter(|win| *win).count()
    };
    let (rounds, flats, of) = (gjk(round), gjk(boxes), 12);
    out.finding(
        "thesis-gjk-rounder",
        if rounds > flats { Verdict::Agrees } else { Verdict::Differs },
        format!("round boxes: {rounds} of {of}; boxes: {flats} of {of}"),
        "",
    );
    let rows = || boxes.iter().chain(round).collect::<Vec<_>>();
    let all = rows();
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
}

/// Whether round boxes stack higher with the clipping that the thesis writes.
fn as_written(out: &mut Out, boxes: &[Stacked], round: &[Stacked]) {
    let pairs: Vec<[usize; 2]> =
        boxes.iter().zip(round).flat_map(|(b, r)| [0, 1].map(|p| [b.tallest[p], r.tallest[p]])).collect();
    let count = |is: fn(&&[usize; 2]) -> bool| pairs.iter().filter(is).count();
    let (higher, lower) = (count(|[b, r]| r > b), count(|[b, r]| r < b));
    let mean = |k: usize| shown(pairs.iter().map(|pair| pair[k] as f64).sum::<f64>() / pairs.len() as f64);
    out.finding(
        "thesis-round-higher-as-written",
        Verdict::of(higher, pairs.len()),
        format!(
            "higher in {higher}, equal in {}, lower in {lower} of {} rows; means {} and {}",
            pairs.len() - higher - lower,
            pairs.len(),
            mean(1),
            mean(0)
        ),
        "The thesis does not give its radius, the angle of its samples, nor how many it takes.",
    );
}

/// What the thesis reckons of sections 4.2.1 and 4.2.2: the time of a query in a stack less that of a depth is that of the contact points.
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
    // Times themselves hang on the machine; of these only the ratio is told as a value.
    let timed = vec![Timed::between("round boxes by boxes", rounded / flat, [1.5, 2.5])];
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_has_heights_of_an_earlier_run() {
        let settings = Setting::all(1);
        assert_eq!(settings.len(), BOXES.len() + ROUND.len() + 6);
        for setting in &settings {
            let heights = earlier(setting);
            assert!(heights.is_some_and(|heights| heights.iter().all(|h| (1..AT_MOST).contains(h))));
        }
    }
}
