//! Output of the benchmark: a row for each pair of shapes, precision, cube, question and algorithm.

use crate::study::Task;
use crate::table::{Cell, Table};

use super::pair::Pair;

/// Question about two bodies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Question {
    /// Whether they meet.
    Meet,
    /// Depth of their overlap. Zero if they do not meet.
    Depth,
    /// Distance. Zero if they meet.
    Distance,
}

impl Question {
    pub const ALL: [Self; 3] = [Self::Meet, Self::Depth, Self::Distance];

    fn name(self) -> &'static str {
        match self {
            Self::Meet => "meet",
            Self::Depth => "depth",
            Self::Distance => "distance",
        }
    }
}

/// One algorithm on one set of random configurations.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Row {
    pub precision: String,
    /// Edge of the cube.
    pub edge: f64,
    /// The share of configurations that meet.
    pub probability: f64,
    pub question: Question,
    pub algorithm: String,
    /// Configurations.
    pub n: f64,
    /// Mean of the answers.
    pub value: f64,
    /// Mean support calls; NaN if they are not counted.
    pub calls: f64,
    /// Mean of the highest thousandth of support calls.
    pub most_calls: f64,
    /// Answers that are missing or cannot be true.
    pub failures: f64,
    /// Missing answers among them.
    pub missing: f64,
    /// Number of disagreements with SA-GJK, or SA-GJK with EPA, if both answer; only for MPR.
    pub disagrees: f64,
    /// The same if a missing answer means that they do not meet, as in the thesis.
    pub disagrees_or_fails: f64,
    /// Nanoseconds of a thread for one configuration.
    pub ns: f64,
    /// Largest error of an answer, beyond the error of the truth; for depths and distances. A missing depth counts as 0.
    pub worst: f64,
}

const COLUMNS: [&str; 15] = [
    "precision",
    "edge",
    "probability",
    "question",
    "algorithm",
    "configurations",
    "mean_value",
    "mean_calls",
    "most_calls",
    "failures",
    "disagrees",
    "ns",
    "missing",
    "worst",
    "disagrees_or_fails",
];

/// All rows of a pair of shapes.
pub(super) fn table(part: &str, rows: &[Row]) -> Table {
    let mut table = Table::new(format!("{part}-rows"), format!("All rows: {part}"), COLUMNS).hidden();
    for row in rows {
        let text = |text: &str| Cell::Text(text.into());
        table.row([
            text(&row.precision),
            row.edge.into(),
            row.probability.into(),
            text(row.question.name()),
            text(&row.algorithm),
            row.n.into(),
            row.value.into(),
            row.calls.into(),
            row.most_calls.into(),
            row.failures.into(),
            row.disagrees.into(),
            row.ns.into(),
            row.missing.into(),
            row.worst.into(),
            row.disagrees_or_fails.into(),
        ]);
    }
    table
}

/// Rows from the part of a pair; none if it was not run.
pub(super) fn rows(task: &Task<'_>, pair: Pair) -> Vec<Row> {
    let Some(table) = task.table(pair.part(), &format!("{}-rows", pair.part())) else { return Vec::new() };
    table.rows.iter().filter_map(|cells| read(cells)).collect()
}

fn read(cells: &[Cell]) -> Option<Row> {
    let number = |i: usize| cells.get(i).and_then(Cell::number).unwrap_or(f64::NAN);
    let question = Question::ALL.into_iter().find(|q| q.name() == cells[3].exact())?;
    Some(Row {
        precision: cells[0].exact(),
        edge: number(1),
        probability: number(2),
        question,
        algorithm: cells[4].exact(),
        n: number(5),
        value: number(6),
        calls: number(7),
        most_calls: number(8),
        failures: number(9),
        disagrees: number(10),
        ns: number(11),
        missing: number(12),
        worst: number(13),
        disagrees_or_fails: number(14),
    })
}

/// All rows of a run.
pub(super) struct Rows(Vec<(Pair, Vec<Row>)>);

impl Rows {
    pub fn of(task: &Task<'_>) -> Self {
        Self(
            Pair::ALL
                .into_iter()
                .map(|pair| (pair, rows(task, pair)))
                .filter(|(_, r)| !r.is_empty())
                .collect(),
        )
    }

    /// The pairs that were measured.
    pub fn pairs(&self) -> Vec<Pair> {
        self.0.iter().map(|(pair, _)| *pair).collect()
    }

    /// Rows of one algorithm for a question, from the largest cube to the smallest: in rising probability, up to noise.
    pub fn line(&self, pair: Pair, precision: &str, question: Question, algorithm: &str) -> Vec<&Row> {
        let rows = self.0.iter().filter(|(p, _)| *p == pair).flat_map(|(_, rows)| rows);
        let mut line: Vec<&Row> = rows
            .filter(|r| r.precision == precision && r.question == question && r.algorithm == algorithm)
            .collect();
        line.sort_by(|a, b| a.probability.total_cmp(&b.probability).then(b.edge.total_cmp(&a.edge)));
        line
    }

    /// The mean over the cubes of a number of one algorithm.
    pub fn mean(
        &self,
        pair: Pair,
        precision: &str,
        question: Question,
        algorithm: &str,
        number: fn(&Row) -> f64,
    ) -> f64 {
        let line = self.line(pair, precision, question, algorithm);
        line.iter().map(|r| number(r)).sum::<f64>() / line.len() as f64
    }

    /// The least and the greatest of a number over pairs and cubes.
    pub fn range(
        &self,
        pairs: &[Pair],
        precision: &str,
        question: Question,
        algorithm: &str,
        number: fn(&Row) -> f64,
    ) -> [f64; 2] {
        let all = pairs.iter().flat_map(|pair| self.line(*pair, precision, question, algorithm));
        let values = all.map(number).filter(|v| v.is_finite());
        values.fold([f64::INFINITY, f64::NEG_INFINITY], |[a, b], v| [a.min(v), b.max(v)])
    }
}
