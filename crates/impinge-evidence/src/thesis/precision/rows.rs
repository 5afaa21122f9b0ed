//! Output of the part: a row for each pair of shapes, precision, cube and contestant.

use super::super::pair::Pair;
use super::contestants::Contestant;
use crate::table::{Cell, Table};

/// Name of the hidden table.
const ROWS: &str = "precision-rows";

/// A number of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Number {
    Edge,
    Probability,
    N,
    Value,
    Calls,
    MostCalls,
    Failures,
    Gross,
    Missing,
    FalseMeetings,
    Differs,
    /// Answers with a direction for a depth, the sum of their excess over the necessary distance, and the largest excess.
    Directed,
    Excess,
    Worst,
    Ns,
}

const NUMBERS: [&str; 15] = [
    "edge",
    "probability",
    "configurations",
    "mean_value",
    "mean_calls",
    "most_calls",
    "failures",
    "gross_failures",
    "missing",
    "false_meetings",
    "differs",
    "directed",
    "excess",
    "worst_excess",
    "ns",
];

/// One contestant on one set of configurations.
#[derive(Clone, Debug)]
pub(super) struct Row {
    pub pair: Pair,
    pub precision: &'static str,
    pub contestant: Contestant,
    pub numbers: [f64; NUMBERS.len()],
}

impl Row {
    pub fn new(pair: Pair, precision: &'static str, contestant: Contestant) -> Self {
        Self { pair, precision, contestant, numbers: [0.0; NUMBERS.len()] }
    }

    pub fn get(&self, number: Number) -> f64 {
        self.numbers[number as usize]
    }

    pub fn set(&mut self, number: Number, value: f64) {
        self.numbers[number as usize] = value;
    }
}

/// All rows, for the folder.
pub(super) fn table(rows: &[Row]) -> Table {
    let columns = ["pair", "precision", "algorithm"].into_iter().chain(NUMBERS);
    let mut table = Table::new(ROWS, "All rows: one precision throughout", columns).hidden();
    for row in rows {
        let text = |text: &str| Cell::Text(text.into());
        let names = [text(row.pair.part()), text(row.precision), text(row.contestant.name())];
        table.row(names.into_iter().chain(row.numbers.iter().map(|x| Cell::from(*x))));
    }
    table
}

/// The rows of a run.
pub(super) struct Rows(Vec<Row>);

impl Rows {
    pub fn new(rows: Vec<Row>) -> Self {
        Self(rows)
    }

    /// Rows of some pairs, in a precision, from the smallest cube to the largest.
    pub fn line(
        &self,
        pairs: &[Pair],
        precision: &str,
        contestant: Contestant,
    ) -> impl Iterator<Item = &Row> + Clone {
        let chosen = move |row: &&Row| {
            row.precision == precision && row.contestant == contestant && pairs.contains(&row.pair)
        };
        self.0.iter().filter(chosen)
    }

    /// The sum of a number over pairs and cubes.
    pub fn sum(&self, pairs: &[Pair], precision: &str, contestant: Contestant, number: Number) -> f64 {
        self.line(pairs, precision, contestant).map(|row| row.get(number)).sum()
    }

    /// The mean over pairs and cubes.
    pub fn mean(&self, pairs: &[Pair], precision: &str, contestant: Contestant, number: Number) -> f64 {
        let count = self.line(pairs, precision, contestant).count();
        self.sum(pairs, precision, contestant, number) / count as f64
    }

    /// The greatest over pairs and cubes.
    pub fn most(&self, pairs: &[Pair], precision: &str, contestant: Contestant, number: Number) -> f64 {
        self.line(pairs, precision, contestant).map(|row| row.get(number)).fold(0.0, f64::max)
    }

    /// A count in 1,000 configurations.
    pub fn in_thousand(
        &self,
        pairs: &[Pair],
        precision: &str,
        contestant: Contestant,
        number: Number,
    ) -> f64 {
        let n = self.sum(pairs, precision, contestant, Number::N);
        1000.0 * self.sum(pairs, precision, contestant, number) / n
    }
}
