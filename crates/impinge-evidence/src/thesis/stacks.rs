//! The tallest stacks as rows: measured by this study, kept for the published run in `docs/results/stacking.csv`, and read again by a look;
//! and the tables of `docs/results/stacking.md`, which are made from them.

use std::fmt::Write as _;

use impinge::study::perturbation::Clip;
use impinge_sim::study::ThesisAlgorithm;

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

/// Number of steps that the thesis' stacks stood, at 200 Hz: 300 seconds.
pub(super) const STEPS: u64 = 60_000;

/// Stacks of the published run: those of a look, and otherwise the start of the search.
pub(super) const EARLIER: &str = include_str!("../../data/stacking.csv");

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

/// Method of finding the contacts of a stack.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Method {
    pub algorithm: ThesisAlgorithm,
    /// Clipping of the sampled outlines.
    pub clip: Clip,
    /// Its name in CSV.
    key: &'static str,
    /// Its name in tables.
    pub name: &'static str,
    /// Row of the thesis that it is compared with; empty for none.
    pub printed: &'static str,
}

impl Method {
    const fn new(key: &'static str, algorithm: ThesisAlgorithm, name: &'static str) -> Self {
        Self { algorithm, clip: Clip::Repaired, key, name, printed: name }
    }

    pub const SWEPT: Self = Self::new("swept", ThesisAlgorithm::Swept, "swept GJK + EPA");
    pub const SEPARATING: Self = Self::new("separating", ThesisAlgorithm::Separating, "SA-GJK + EPA");
    pub const MPR: Self = Self::new("mpr", ThesisAlgorithm::Mpr, "MPR");
    pub const OWN: Self = Self { printed: "", ..Self::new("own", ThesisAlgorithm::Own, "own contacts") };
    /// SA-GJK and EPA with the clipping of section 2.6 as the thesis writes it.
    pub const AS_WRITTEN: Self = Self {
        clip: Clip::AsWritten,
        printed: Self::SEPARATING.name,
        ..Self::new("separating-as-written", ThesisAlgorithm::Separating, "SA-GJK + EPA, clipped as written")
    };

    /// In the order of the tables.
    const ALL: [Self; 5] = [Self::SWEPT, Self::SEPARATING, Self::MPR, Self::AS_WRITTEN, Self::OWN];

    /// The method of a row of the thesis, with clipping repaired.
    pub fn of_row(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|method| method.name == name)
    }

    /// The thesis' values for it.
    pub fn row(self, printed: &[Printed], iterations: usize) -> Option<&Printed> {
        printed.iter().find(|row| (row.0, row.1) == (self.printed, iterations))
    }
}

/// The tallest stack of a setting.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Stack {
    pub radius: f64,
    pub iterations: usize,
    pub method: Method,
    pub precision: String,
    pub tallest: usize,
    /// Largest sideways distance of any box from its start.
    pub sway: f64,
    /// Total sideways motion of the topmost box.
    pub path: f64,
    /// The deepest overlap.
    pub deepest: f64,
    /// Steps after which a stack with one more box fell.
    pub fell_after: f64,
}

impl Stack {
    /// From a line of CSV; none from the line of names.
    pub fn read(line: &str) -> Option<Self> {
        let cells: Vec<&str> = line.split(',').collect();
        let &[radius, iterations, key, precision, steps, tallest, sway, path, deepest, fell_after] =
            cells.as_slice()
        else {
            return None;
        };
        let method = Method::ALL.into_iter().find(|method| method.key == key)?;
        let number = |text: &str| text.parse().unwrap_or(f64::NAN);
        (steps.parse() == Ok(STEPS)).then_some(())?;
        Some(Self {
            radius: radius.parse().ok()?,
            iterations: iterations.parse().ok()?,
            method,
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
        let numbers = [stack.sway, stack.path, stack.deepest, stack.fell_after].map(Cell::from);
        let cells: [Cell; 6] = [
            stack.radius.into(),
            stack.iterations.into(),
            stack.method.key.into(),
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
    [(0.0, BOXES), (RADIUS, ROUND)].map(|(radius, printed)| {
        let mut out = String::from(
            "| algorithm | iterations | thesis, double | thesis, single | ours, `f64` | ours, `f32` |\n|---|---|---|---|---|---|\n",
        );
        for iterations in [60, 40, 20] {
            for method in Method::ALL {
                let of = |precision: &str| {
                    let own = stacks.iter().find(|stack| {
                        (stack.radius, stack.iterations, stack.method) == (radius, iterations, method)
                            && stack.precision == precision
                    });
                    own.map_or(String::new(), |stack| stack.tallest.to_string())
                };
                let theirs = method.row(&printed, iterations);
                let [double, single] = [0, 1].map(|k| theirs.map_or(String::new(), |row| row.2[k].to_string()));
                // Writing to a string cannot fail.
                let _ = writeln!(
                    out,
                    "| {} | {iterations} | {double} | {single} | {} | {} |",
                    method.name,
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

    /// Rows read back as written, and the file of the published run has every row.
    #[test]
    fn stacks_are_read_as_they_are_written() {
        let stacks: Vec<Stack> = EARLIER.lines().filter_map(Stack::read).collect();
        assert_eq!(stacks.len(), 60);
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
        // In a package there is no page.
        let page =
            std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/results/stacking.md"));
        for table in written(EARLIER) {
            assert_eq!(table.lines().count(), 17, "{table}");
            assert!(
                page.as_ref().is_ok_and(|page| page.contains(&table)) || page.is_err(),
                "docs/results/stacking.md has not the table of stacking.csv:\n{table}"
            );
        }
    }
}
