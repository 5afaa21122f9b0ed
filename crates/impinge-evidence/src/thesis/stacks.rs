//! The tallest stacks as rows: what this study measures, `docs/results/stacking.csv` keeps of the published run, and a look reads again;
//! and the tables of `docs/results/stacking.md`, which are written from them.

use std::fmt::Write as _;

use impinge_sim::ThesisAlgorithm;

use crate::table::{Cell, Table};

/// One row of a table of the thesis: algorithm, iterations, tallest stacks in double and single precision, times in units of 10⁻⁵ s.
pub(super) struct Printed(pub &'static str, pub usize, pub [usize; 2], pub [f64; 2]);

pub(super) const BOXES: [Printed; 9] = [
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

pub(super) const ROUND: [Printed; 9] = [
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
pub(super) const RADIUS: f64 = 0.1;

/// How many steps the thesis' stacks stood, at 200 Hz: 300 seconds.
pub(super) const STEPS: u64 = 60_000;

/// The stacks of the published run: those of a look, and where else the search begins.
pub(super) const EARLIER: &str = include_str!("../../../../docs/results/stacking.csv");

/// The name of their table.
pub(crate) const TABLE: &str = "stacks";

const COLUMNS: [&str; 10] = [
    "radius",
    "iterations",
    "algorithm",
    "precision",
    "steps",
    "tallest",
    "sway",
    "path",
    "deepest",
    "fell_after",
];

const ALGORITHMS: [(&str, ThesisAlgorithm, &str); 4] = [
    ("swept", ThesisAlgorithm::Swept, "swept GJK + EPA"),
    ("separating", ThesisAlgorithm::Separating, "SA-GJK + EPA"),
    ("mpr", ThesisAlgorithm::Mpr, "MPR"),
    ("own", ThesisAlgorithm::Own, "own contacts"),
];

/// The tallest stack of a setting.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Stack {
    pub radius: f64,
    pub iterations: usize,
    pub algorithm: ThesisAlgorithm,
    pub precision: String,
    pub tallest: usize,
    /// The farthest that any box was sideways from where it began.
    pub sway: f64,
    /// How far the topmost box went sideways in all.
    pub path: f64,
    /// The deepest overlap.
    pub deepest: f64,
    /// Steps after which a stack of one box more fell.
    pub fell_after: f64,
}

impl Stack {
    /// From a line of CSV; none from the line of names.
    pub fn read(line: &str) -> Option<Self> {
        let cells: Vec<&str> = line.split(',').collect();
        let &[radius, iterations, algorithm, precision, steps, tallest, sway, path, deepest, fell_after] =
            cells.as_slice()
        else {
            return None;
        };
        let (_, algorithm, _) = ALGORITHMS.into_iter().find(|(name, ..)| *name == algorithm)?;
        let number = |text: &str| text.parse().unwrap_or(f64::NAN);
        (steps.parse() == Ok(STEPS)).then_some(())?;
        Some(Self {
            radius: radius.parse().ok()?,
            iterations: iterations.parse().ok()?,
            algorithm,
            precision: precision.into(),
            tallest: tallest.parse().ok()?,
            sway: number(sway),
            path: number(path),
            deepest: number(deepest),
            fell_after: number(fell_after),
        })
    }
}

/// All of them as a table whose CSV is that of [`EARLIER`].
pub(super) fn table(stacks: &[[Stack; 2]]) -> Table {
    let mut table = Table::new(TABLE, "The tallest stacks", COLUMNS).hidden();
    for stack in stacks.iter().flatten() {
        let name =
            ALGORITHMS.iter().find(|(_, algorithm, _)| *algorithm == stack.algorithm).map_or("", |a| a.0);
        let numbers = [stack.sway, stack.path, stack.deepest, stack.fell_after].map(Cell::from);
        let cells: [Cell; 6] = [
            stack.radius.into(),
            stack.iterations.into(),
            name.into(),
            stack.precision.clone().into(),
            (STEPS as usize).into(),
            stack.tallest.into(),
        ];
        table.row(cells.into_iter().chain(numbers));
    }
    table
}

/// Tables 2 and 3 with ours beside the thesis', as `docs/results/stacking.md` has them, from the stacks of a run.
pub(crate) fn written(csv: &str) -> [String; 2] {
    let stacks: Vec<Stack> = csv.lines().filter_map(Stack::read).collect();
    [(0.0, &BOXES), (RADIUS, &ROUND)].map(|(radius, printed)| {
        let mut out = String::from(
            "| algorithm | iterations | thesis, double | thesis, single | ours, `f64` | ours, `f32` |\n|---|---|---|---|---|---|\n",
        );
        for iterations in [60, 40, 20] {
            for (_, algorithm, name) in ALGORITHMS {
                let of = |precision: &str| {
                    let own = stacks.iter().find(|stack| {
                        (stack.radius, stack.iterations, stack.algorithm) == (radius, iterations, algorithm)
                            && stack.precision == precision
                    });
                    own.map_or(String::new(), |stack| stack.tallest.to_string())
                };
                let theirs = printed.iter().find(|row: &&Printed| (row.0, row.1) == (name, iterations));
                let [double, single] = [0, 1].map(|k| theirs.map_or(String::new(), |row| row.2[k].to_string()));
                // Writing to a string cannot fail.
                let _ = writeln!(
                    out,
                    "| {name} | {iterations} | {double} | {single} | {} | {} |",
                    of("f64"),
                    of("f32")
                );
            }
        }
        out
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is written is what is read, and the file of the published run has every row.
    #[test]
    fn stacks_are_read_as_they_are_written() {
        let stacks: Vec<Stack> = EARLIER.lines().filter_map(Stack::read).collect();
        assert_eq!(stacks.len(), 48);
        let pairs: Vec<[Stack; 2]> =
            stacks.chunks_exact(2).map(|two| [two[0].clone(), two[1].clone()]).collect();
        assert!(
            pairs
                .iter()
                .all(|[double, single]| (double.precision.as_str(), single.precision.as_str())
                    == ("f64", "f32"))
        );
        let again: Vec<Stack> = table(&pairs).csv().lines().filter_map(Stack::read).collect();
        assert_eq!(again, stacks);
        let page = include_str!("../../../../docs/results/stacking.md");
        for table in written(EARLIER) {
            assert_eq!(table.lines().count(), 14, "{table}");
            assert!(
                page.contains(&table),
                "docs/results/stacking.md has not the table of stacking.csv:\n{table}"
            );
        }
    }
}
