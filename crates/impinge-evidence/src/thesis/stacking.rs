//! Tables 2 and 3: the tallest stack of boxes and of round boxes that stands.
//!
//! The thesis lets stacks stand for 5 minutes, 60,000 steps. A look has no time for that, and nearly every stack stands for a few seconds:
//! its heights are those of an earlier run of 60,000 steps, and only its times are measured. How long the stacks of larger efforts stand,
//! the tables say.

use impinge::Real;
use impinge_sim::{Solver, StackSettings, ThesisAlgorithm, ThesisSettings, tallest_thesis_stack};

use crate::claim::Verdict;
use crate::figure::{BarChart, Figure};
use crate::study::{Effort, Out, Stop, Task};
use crate::table::{Table, shown};

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

/// Heights of all rows for 60,000 steps, from an earlier run by [`COMMAND`].
const EARLIER: &str = include_str!("../../../../docs/results/stacking.csv");

/// What made [`EARLIER`].
const COMMAND: &str = "cargo run --release -p impinge-sim --example thesis_tables";

/// The thesis' loop, for each second, and how many steps its stacks stood.
const RATE: f64 = 200.0;
const THESIS_STEPS: u64 = 60_000;

/// What one row gave.
#[derive(Clone, Copy, Debug)]
struct Stacked {
    tallest: [usize; 2],
    micros: [f64; 2],
}

/// How tall a stack is searched for, how long it must stand, and whether heights are those of the earlier run.
struct Plan {
    at_most: usize,
    steps: u64,
    earlier: bool,
}

impl Plan {
    fn of(effort: Effort) -> Self {
        effort.of([
            Self { at_most: 2, steps: 10, earlier: true },
            Self { at_most: 10, steps: 60, earlier: true },
            Self { at_most: 64, steps: 6_000, earlier: false },
            Self { at_most: 128, steps: THESIS_STEPS, earlier: false },
        ])
    }

    /// How long the stacks of the tables stood, in seconds.
    fn stood(&self) -> f64 {
        if self.earlier { THESIS_STEPS as f64 / RATE } else { self.steps as f64 / RATE }
    }
}

/// The heights of the earlier run, in double and single precision.
fn earlier(algorithm: ThesisAlgorithm, iterations: usize, radius: f64) -> Option<[usize; 2]> {
    let algorithm = match algorithm {
        ThesisAlgorithm::Mpr => "mpr",
        ThesisAlgorithm::Separating => "separating",
        _ => "swept",
    };
    let height = |precision: &str| {
        let row = format!("{radius},{iterations},{algorithm},{precision},{THESIS_STEPS},");
        EARLIER.lines().find_map(|line| line.strip_prefix(&row)?.split(',').next()?.parse().ok())
    };
    Some([height("f64")?, height("f32")?])
}

/// Makes both tables.
pub(super) fn run(task: &Task<'_>, out: &mut Out) -> Result<(), Stop> {
    let plan = Plan::of(task.effort);
    let mut found = Vec::new();
    for (table, printed) in [&BOXES, &ROUND].into_iter().enumerate() {
        for (row, Printed(algorithm, iterations, ..)) in printed.iter().enumerate() {
            task.reached((9 * table + row) as f64 / 18.0)?;
            let radius = if table == 0 { 0.0 } else { RADIUS };
            let algorithm = match *algorithm {
                "MPR" => ThesisAlgorithm::Mpr,
                "SA-GJK + EPA" => ThesisAlgorithm::Separating,
                _ => ThesisAlgorithm::Swept,
            };
            let double = tallest::<f64>(task, &plan, algorithm, *iterations, radius)?;
            let single = tallest::<f32>(task, &plan, algorithm, *iterations, radius)?;
            let heights = if plan.earlier {
                let heights = earlier(algorithm, *iterations, radius);
                heights.ok_or_else(|| Stop::Failed("a row of the earlier stacks is missing".into()))?
            } else {
                [double.0, single.0]
            };
            found.push(Stacked { tallest: heights, micros: [double.1, single.1] });
        }
    }
    let stood = if plan.earlier {
        format!(
            "Heights are of an earlier run, in which ours stood for {} seconds as the thesis' did ({COMMAND}); this effort measures only \
             times, on stacks of {}.",
            shown(plan.stood()),
            plan.at_most
        )
    } else if plan.steps < THESIS_STEPS {
        format!(
            "Ours stood for {} seconds, the thesis' for 300: a stack that stands here may fall later, so heights are an upper bound.",
            shown(plan.stood())
        )
    } else {
        "Ours stood for 300 seconds, as the thesis' did.".into()
    };
    out.note(format!(
        "Boxes of 4 × 2 × 4 stand on one another, pushed aside by up to 0.2, and are simulated by the thesis' own loop at 200 Hz. {stood} \
         The thesis does not give gravity, density, friction, damping, nor the radius of round boxes; ours are 9.81, 1, 0.6, 0.5 and \
         {RADIUS}."
    ));
    let (boxes, round) = found.split_at(9);
    let sets = [(2, "Boxes", &BOXES, boxes), (3, "Round boxes", &ROUND, round)];
    for (number, name, printed, found) in sets {
        out.figure(figure(number, name, printed, found, &plan));
    }
    for (number, name, printed, found) in sets {
        out.table(table(number, name, printed, found, &plan));
    }
    if !plan.earlier && found.iter().any(|row| row.tallest.iter().any(|height| *height >= plan.at_most)) {
        out.note("Some stacks of the greatest height that was tried still stood, so nothing is concluded from them.");
    } else {
        statements(out, boxes, round, &plan);
    }
    Ok(())
}

fn tallest<T: Real>(
    task: &Task<'_>,
    plan: &Plan,
    algorithm: ThesisAlgorithm,
    iterations: usize,
    radius: f64,
) -> Result<(usize, f64), Stop> {
    let thesis = ThesisSettings::<T> { algorithm, iterations, ..ThesisSettings::default() };
    let settings = StackSettings::<T> {
        solver: Solver::Thesis(thesis),
        radius: T::of(radius),
        seed: task.seed,
        steps: plan.steps,
        first: 14.min(plan.at_most),
        at_most: plan.at_most,
        ..StackSettings::default()
    };
    let found = tallest_thesis_stack(&settings, &[], &mut |_, _| true)
        .map_err(|e| Stop::Failed(format!("stack of boxes: {e}")))?;
    Ok((found.tallest, found.time_per_box_us.unwrap_or(f64::NAN)))
}

fn figure(number: usize, name: &str, printed: &[Printed], found: &[Stacked], plan: &Plan) -> Figure {
    let mut bars = BarChart::new("", "boxes of the tallest stack, double precision", ["thesis", "ours"]);
    for (Printed(algorithm, iterations, heights, _), ours) in printed.iter().zip(found) {
        let values = [heights[0] as f64, ours.tallest[0] as f64];
        bars = bars.row(format!("{algorithm}, {iterations}"), values);
    }
    let least = found.iter().map(|f| f.tallest[0]).min().unwrap_or_default();
    let most = found.iter().map(|f| f.tallest[0]).max().unwrap_or_default();
    let seconds = shown(plan.stood());
    Figure::new(
        format!("table-{number}-figure"),
        format!("Table {number}"),
        format!("{name}: the tallest stacks"),
    )
    .says(
        "More impulse iterations give taller stacks; the algorithm matters little.",
        format!(
            "{least} to {most} boxes stand for {seconds} seconds{}.",
            if plan.earlier { ", in an earlier run" } else { "" }
        ),
    )
    .panel(bars)
}

fn table(number: usize, name: &str, printed: &[Printed], found: &[Stacked], plan: &Plan) -> Table {
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
        "Stood for {} seconds{}; the thesis' for 300. DP is double precision, SSE single.",
        shown(plan.stood()),
        if plan.earlier { ", in an earlier run; times are of this one" } else { "" }
    ));
    for (Printed(algorithm, iterations, heights, times), ours) in printed.iter().zip(found) {
        table.row([
            (*algorithm).into(),
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
fn statements(out: &mut Out, boxes: &[Stacked], round: &[Stacked], plan: &Plan) {
    let heights = |rows: &[Stacked]| -> Vec<f64> {
        rows.iter().flat_map(|row| row.tallest.iter().map(|h| *h as f64)).collect()
    };
    let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
    let by_iterations: Vec<f64> = boxes.chunks(3).map(|rows| mean(&heights(rows))).collect();
    let by_solver = by_iterations[0] - by_iterations[2];
    let spread = boxes.chunks(3).map(|rows| {
        let heights = heights(rows);
        heights.iter().copied().fold(0.0, f64::max) - heights.iter().copied().fold(f64::INFINITY, f64::min)
    });
    let by_algorithm = spread.fold(0.0, f64::max);
    let short = if plan.stood() < 300.0 {
        "Ours stood for a shorter time, which favors tall stacks whatever the iterations."
    } else {
        "The angle by which contacts are sampled, of which the thesis has only one, changes heights more than either."
    };
    out.finding(
        "thesis-solver-matters",
        if by_solver > by_algorithm {
            Verdict::Agrees
        } else if by_solver > 0.0 {
            Verdict::Partly
        } else {
            Verdict::Differs
        },
        format!(
            "60 instead of 20 iterations: {} boxes more; algorithms and precisions differ by up to {}",
            shown((10.0 * by_solver).round() / 10.0),
            by_algorithm
        ),
        short,
    );
    let higher = boxes.iter().zip(round).flat_map(|(b, r)| (0..2).map(|p| r.tallest[p] > b.tallest[p]));
    let (count, of) = higher.fold((0, 0), |(n, of), higher| (n + usize::from(higher), of + 1));
    out.finding(
        "thesis-round-higher",
        Verdict::of(count, of),
        format!("higher in {count} of {of} rows; means {} and {}", shown(mean(&heights(round))), shown(mean(&heights(boxes)))),
        "The thesis does not give its radius. With its sampling clipped as it writes it, its order comes back: that clipping takes more from \
         boxes than from round ones.",
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
    let faster =
        all.chunks(3).filter(|rows| rows[2].micros[0] < rows[0].micros[0].min(rows[1].micros[0])).count();
    out.finding(
        "thesis-stack-mpr-faster",
        Verdict::of(faster, 6),
        format!("faster in {faster} of 6 groups of rows, in f64"),
        "",
    );
}
