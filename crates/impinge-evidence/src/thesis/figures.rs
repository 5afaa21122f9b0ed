//! Figures 4 to 17: a number of the benchmark against the probability of intersection, a panel for each pair of shapes.

use super::benchmark::{TIMED, algorithms};
use super::rows::{Question, Row, Rows};
use crate::figure::{Chart, Figure};
use crate::measure::Algorithm;
use crate::study::{Out, Task};
use crate::table::shown;

/// One figure of the thesis.
struct Spec {
    number: usize,
    title: &'static str,
    question: Question,
    /// The y axis, with its unit.
    axis: &'static str,
    value: fn(&Row) -> f64,
    /// Swept GJK takes ten times as long as the others: a logarithmic y axis.
    logarithmic: bool,
    claims: &'static str,
    /// Quantity of the range below.
    found: &'static str,
}

/// The thesis' left plots are in double precision, its right ones in single.
const PRECISIONS: [(&str, &str); 2] = [("f64", "left"), ("f32", "right")];

const PROBABILITY: &str = "share of configurations that meet";

fn micros(row: &Row) -> f64 {
    row.ns / 1000.0
}

fn failure_rate(row: &Row) -> f64 {
    1000.0 * row.failures / row.n
}

const FIGURES: &[Spec] = &[
    Spec {
        number: 4,
        title: "mean penetration depth",
        question: Question::Depth,
        axis: "mean depth, in units",
        value: |row| row.value,
        logarithmic: false,
        claims: "MPR's heuristic and EPA give depths that cannot be told apart in the plot, in both precisions.",
        found: "mean depth",
    },
    Spec {
        number: 5,
        title: "mean distance",
        question: Question::Distance,
        axis: "mean distance, in units",
        value: |row| row.value,
        logarithmic: false,
        claims: "Distances fall with the probability of intersection; precision makes no visible difference.",
        found: "mean distance",
    },
    Spec {
        number: 6,
        title: "mean support calls to tell whether bodies meet",
        question: Question::Meet,
        axis: "support calls, mean",
        value: |row| row.calls,
        logarithmic: true,
        claims: "2 to 4 on average; MPR takes about one less than SA-GJK; precision does not matter.",
        found: "mean calls",
    },
    Spec {
        number: 7,
        title: "most support calls to tell whether bodies meet",
        question: Question::Meet,
        axis: "support calls, highest 0.1 %",
        value: |row| row.most_calls,
        logarithmic: true,
        claims: "6 to 14 for SA-GJK, 8 to 16 for MPR: in the worst case MPR takes two to three more.",
        found: "most calls",
    },
    Spec {
        number: 8,
        title: "mean time to tell whether bodies meet",
        question: Question::Meet,
        axis: "time, in µs",
        value: micros,
        logarithmic: true,
        claims: "MPR is faster than SA-GJK for every pair of shapes; polyhedra, with their costly support, are slowest.",
        found: "time in µs",
    },
    Spec {
        number: 9,
        title: "mean support calls for a depth",
        question: Question::Depth,
        axis: "support calls, mean",
        value: |row| row.calls,
        logarithmic: false,
        claims: "2 to 32 for SA-GJK with EPA, 2 to 25 for MPR; MPR takes more on the same pair; ellipsoids take most.",
        found: "mean calls",
    },
    Spec {
        number: 10,
        title: "most support calls for a depth",
        question: Question::Depth,
        axis: "support calls, highest 0.1 %",
        value: |row| row.most_calls,
        logarithmic: false,
        claims: "15 to 98 for SA-GJK with EPA, 20 to 70 for MPR.",
        found: "most calls",
    },
    Spec {
        number: 11,
        title: "failures of depths",
        question: Question::Depth,
        axis: "failures in 1,000",
        value: failure_rate,
        logarithmic: false,
        claims: "Below 2 in 1,000, except polyhedra in single precision with EPA; MPR fails less than EPA.",
        found: "failures in 1,000",
    },
    Spec {
        number: 12,
        title: "mean time for a depth",
        question: Question::Depth,
        axis: "time, in µs",
        value: micros,
        logarithmic: false,
        claims: "MPR is faster than SA-GJK with EPA in all tests; EPA rises steeply in the last five percent.",
        found: "time in µs",
    },
    Spec {
        number: 13,
        title: "failures of distances",
        question: Question::Distance,
        axis: "failures in 1,000",
        value: failure_rate,
        logarithmic: false,
        claims: "Single precision fails by orders of magnitude more often than double.",
        found: "failures in 1,000",
    },
    Spec {
        number: 14,
        title: "mean support calls for a distance",
        question: Question::Distance,
        axis: "support calls, mean",
        value: |row| row.calls,
        logarithmic: false,
        claims: "2 to 18 but for the polyhedral pairs; curved shapes are clearly apart from these.",
        found: "mean calls",
    },
    Spec {
        number: 15,
        title: "most support calls for a distance",
        question: Question::Distance,
        axis: "support calls, highest 0.1 %",
        value: |row| row.most_calls,
        logarithmic: false,
        claims: "10 to 60; pairs with ellipsoids and cones take almost six times as many as boxes and polyhedra.",
        found: "most calls",
    },
    Spec {
        number: 16,
        title: "mean time for a distance",
        question: Question::Distance,
        axis: "time, in µs",
        value: micros,
        logarithmic: false,
        claims: "Polyhedra cost twice as much as boxes; ellipsoids cost more than polyhedra although their support is cheaper.",
        found: "time in µs",
    },
];

/// Draws them all.
pub(super) fn run(task: &Task<'_>, out: &mut Out) {
    let rows = Rows::of(task);
    out.note(
        "Two bodies stand at random in a cube, turned at random; the smaller the cube, the more of them meet. Every algorithm is asked about the \
         same bodies. Our algorithms compute in f64 whatever the precision of shapes and poses: “f32” is the precision of what goes in \
         and comes out. Calls are support calls of the difference of both bodies. GJK with its sub-algorithms, SA-GJK and MPR are the \
         papers' algorithms in our code; “front door” is what a user of the library gets, which proves its answer.",
    );
    if task.configurations > TIMED {
        out.note(format!(
            "Answers and calls are of all {} configurations of a cube, times of the first {TIMED}, on one thread.",
            task.configurations
        ));
    }
    for spec in FIGURES {
        for (precision, side) in PRECISIONS {
            out.figure(figure(&rows, spec, precision, side));
        }
    }
    for (precision, side) in PRECISIONS {
        out.figure(disagreement(&rows, precision, side));
    }
}

fn figure(rows: &Rows, spec: &Spec, precision: &str, side: &str) -> Figure {
    let number = format!("Figure {}, {side}", spec.number);
    let title = format!("{}, {precision}", spec.title);
    let mut figure = Figure::new(format!("figure-{}-{precision}", spec.number), number, title);
    for pair in rows.pairs() {
        let mut chart = Chart::new(pair.name(), PROBABILITY, spec.axis);
        if spec.logarithmic {
            chart = chart.log_y();
        }
        for algorithm in algorithms(spec.question, pair) {
            let line = rows.line(pair, precision, spec.question, &algorithm.name());
            let points = line.iter().map(|row| (row.probability, (spec.value)(row)));
            // The front door's verdict counts no calls.
            if points.clone().all(|(_, y)| y.is_nan()) {
                continue;
            }
            chart = chart.line(label(spec.question, algorithm), points);
        }
        figure = figure.panel(chart);
    }
    let ranges: Vec<String> = shown_in_text(spec.question)
        .into_iter()
        .map(|algorithm| {
            let [least, most] =
                rows.range(&rows.pairs(), precision, spec.question, &algorithm.name(), spec.value);
            format!("{} {} to {}", label(spec.question, algorithm), shown(two(least)), shown(two(most)))
        })
        .collect();
    figure.says(spec.claims, format!("{} over all pairs and cubes: {}.", spec.found, ranges.join("; ")))
}

/// Two digits, for a sentence.
pub(super) fn two(x: f64) -> f64 {
    format!("{x:.1e}").parse().unwrap_or(x)
}

/// The algorithms that a caption names: the thesis' own, and the front door.
fn shown_in_text(question: Question) -> Vec<Algorithm> {
    match question {
        Question::Meet => vec![Algorithm::SaGjk, Algorithm::Mpr],
        Question::Depth => vec![Algorithm::Epa, Algorithm::Mpr, Algorithm::Auto],
        Question::Distance => vec![Algorithm::GjkVoronoi, Algorithm::Auto],
    }
}

/// Figure 17: how often SA-GJK and MPR disagree.
fn disagreement(rows: &Rows, precision: &str, side: &str) -> Figure {
    let title = format!("how often MPR and GJK differ, {precision}");
    let mut figure = Figure::new(format!("figure-17-{precision}"), format!("Figure 17, {side}"), title);
    let mpr = Algorithm::Mpr.name();
    let (mut differ, mut asked) = (0.0, 0.0);
    for pair in rows.pairs() {
        let mut chart = Chart::new(pair.name(), PROBABILITY, "differing answers in 1,000");
        for (question, name) in
            [(Question::Meet, "whether they meet"), (Question::Depth, "whether there is a depth")]
        {
            let line = rows.line(pair, precision, question, &mpr);
            if question == Question::Meet {
                differ += line.iter().map(|row| row.disagrees).sum::<f64>();
                asked += line.iter().map(|row| row.n).sum::<f64>();
            }
            chart =
                chart.line(name, line.iter().map(|row| (row.probability, 1000.0 * row.disagrees / row.n)));
        }
        figure = figure.panel(chart);
    }
    figure.says(
        "On whether bodies meet 5 to 10 in a million; on depths about as often as EPA fails.",
        format!("On whether bodies meet {differ} of {asked} differ."),
    )
}

/// Name in legends.
pub(super) fn label(question: Question, algorithm: Algorithm) -> &'static str {
    use Algorithm as A;
    match (algorithm, question) {
        (A::SaGjk, _) => "SA-GJK",
        (A::Epa, _) => "SA-GJK + EPA",
        (A::Mpr, Question::Depth) => "MPR heuristic",
        (A::Mpr, _) => "MPR",
        (A::GjkVoronoi, _) => "GJK, Voronoi regions",
        (A::GjkSignedVolumes, Question::Depth) => "Signed Volumes + EPA",
        (A::GjkSignedVolumes, _) => "GJK, Signed Volumes",
        (A::GjkJohnson, Question::Depth) => "Johnson + EPA",
        (A::GjkJohnson, _) => "GJK, Johnson",
        (A::GjkBackup, Question::Depth) => "Backup + EPA",
        (A::GjkBackup, _) => "GJK, Backup",
        (A::GjkJohnsonBackup, Question::Depth) => "Johnson and Backup + EPA",
        (A::GjkJohnsonBackup, _) => "GJK, Johnson and Backup",
        (A::Swept, Question::Depth) => "swept GJK + EPA",
        (A::Swept, _) => "swept GJK",
        (A::Vclip, _) => "V-Clip",
        (A::Auto, _) => "front door",
        (A::IsaGjk | A::Certify, _) => "other",
    }
}
