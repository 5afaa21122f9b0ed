//! Figures and tables of the part.

use super::contestants::Contestant;
use super::rows::{Number, Row, Rows};
use crate::figure::{Chart, Figure};
use crate::study::Out;
use crate::table::{Cell, Table};
use crate::thesis::pair::Pair;

const PRECISIONS: [&str; 2] = ["f64", "f32"];

/// A figure: a quantity and its algorithms.
struct Spec {
    id: &'static str,
    title: &'static str,
    axis: &'static str,
    contestants: [Contestant; 2],
    value: fn(&Row) -> f64,
    claims: &'static str,
}

fn gross(row: &Row) -> f64 {
    1000.0 * row.get(Number::Gross) / row.get(Number::N)
}

const FIGURES: [Spec; 3] = [
    Spec {
        id: "precision-depth-failures",
        title: "failures of depths, in one precision throughout",
        axis: "failures in 1,000",
        contestants: [Contestant::PrintedEpa, Contestant::PrintedMprDepth],
        value: gross,
        claims: "Figure 11: below 2 in 1,000, but for polyhedra in single precision with EPA; MPR fails less than EPA.",
    },
    Spec {
        id: "precision-distance-failures",
        title: "failures of distances, in one precision throughout",
        axis: "failures in 1,000",
        contestants: [Contestant::PrintedGjk, Contestant::PrintedJohnson],
        value: gross,
        claims: "Figure 13: single precision fails by orders of magnitude more often; the error is in the computation by regions.",
    },
    Spec {
        id: "precision-depth-worst-calls",
        title: "most support calls for a depth, in one precision throughout",
        axis: "support calls, highest 0.1 %",
        contestants: [Contestant::PrintedEpa, Contestant::PrintedMprDepth],
        value: |row| row.get(Number::MostCalls),
        claims: "Figure 10: single precision changes the worst case of MPR, not that of EPA.",
    },
];

pub(super) fn run(rows: &Rows, out: &mut Out) {
    out.note(
        "The same bodies as in the benchmark, asked about wholly in f64 and wholly in f32: support points in world coordinates, simplexes, \
         meshes, portals and tolerances. “As printed” are the thesis' algorithms with their misprints mended; “ours” are the library's, \
         which stop on bounds. A failure is an answer that is missing, or off by more than tolerance and rounding allow; a gross one is off by \
         more than a hundredth of the size of the bodies, which is what the thesis could have seen. Both are judged by what the front door \
         proves. The tolerance is 8 × 10⁻⁶ of the size in both precisions; the thesis does not give its own.",
    );
    for spec in FIGURES {
        out.figure(figure(rows, &spec));
    }
    out.table(summary(rows));
    out.table(by_pair(rows));
}

fn figure(rows: &Rows, spec: &Spec) -> Figure {
    let mut figure = Figure::new(spec.id, "", spec.title);
    let mut texts = Vec::new();
    for pair in Pair::ALL {
        let mut chart = Chart::new(pair.name(), "share of configurations that meet", spec.axis);
        for contestant in spec.contestants {
            for precision in PRECISIONS {
                let mut points: Vec<(f64, f64)> = rows
                    .line(&[pair], precision, contestant)
                    .map(|row| (row.get(Number::Probability), (spec.value)(row)))
                    .collect();
                points.sort_by(|p, q| p.0.total_cmp(&q.0));
                chart = chart.line(format!("{}, {precision}", contestant.name()), points);
            }
        }
        figure = figure.panel(chart);
    }
    for contestant in spec.contestants {
        let [double, single] = PRECISIONS.map(|precision| {
            rows.line(&Pair::ALL, precision, contestant).map(spec.value).fold(0.0, f64::max)
        });
        texts.push(format!(
            "{}: at most {} in f64, {} in f32",
            contestant.name(),
            shown(double),
            shown(single)
        ));
    }
    figure.says(spec.claims, format!("{}.", texts.join("; ")))
}

pub(super) fn shown(x: f64) -> String {
    crate::table::shown(if x.abs() >= 10.0 { x.round() } else { format!("{x:.1e}").parse().unwrap_or(x) })
}

/// All pairs and cubes together.
fn summary(rows: &Rows) -> Table {
    let columns = [
        "algorithm",
        "precision",
        "mean calls",
        "most calls",
        "failures in 1,000",
        "gross failures in 1,000",
        "missing in 1,000",
        "farther than necessary, mean",
        "farther than necessary, most",
        "time, µs",
    ];
    let title = "One precision throughout: all pairs and cubes";
    let note = "Calls and times are means over pairs and cubes; the most calls are of the worst pair and cube. “Farther than necessary” is how \
                much farther than the least depth a body must go along the direction that was found.";
    let mut table = Table::new("precision-summary", title, columns).note(note);
    for contestant in Contestant::ALL {
        for precision in PRECISIONS {
            let mean = |number| rows.mean(&Pair::ALL, precision, contestant, number);
            let most = |number| rows.most(&Pair::ALL, precision, contestant, number);
            let share = |number| Cell::from(rows.in_thousand(&Pair::ALL, precision, contestant, number));
            let directed = rows.sum(&Pair::ALL, precision, contestant, Number::Directed);
            let excess = rows.sum(&Pair::ALL, precision, contestant, Number::Excess) / directed;
            table.row([
                contestant.name().into(),
                precision.into(),
                mean(Number::Calls).into(),
                most(Number::MostCalls).into(),
                share(Number::Failures),
                share(Number::Gross),
                share(Number::Missing),
                excess.into(),
                if directed > 0.0 { most(Number::Worst) } else { f64::NAN }.into(),
                (mean(Number::Ns) / 1000.0).into(),
            ]);
        }
    }
    table
}

/// Gross failures of each pair.
fn by_pair(rows: &Rows) -> Table {
    let names = Pair::ALL.map(Pair::name);
    let columns = ["algorithm", "precision"].into_iter().chain(names);
    let title = "One precision throughout: gross failures in 1,000, by pair";
    let mut table = Table::new("precision-by-pair", title, columns);
    for contestant in Contestant::ALL {
        for precision in PRECISIONS {
            let share = |pair| Cell::from(rows.in_thousand(&[pair], precision, contestant, Number::Gross));
            let cells = [contestant.name().into(), precision.into()];
            table.row(cells.into_iter().chain(Pair::ALL.map(share)));
        }
    }
    table
}
