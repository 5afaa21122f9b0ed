//! Verdicts on the papers that depend on timing: the ratios of times behind them, compared with `docs/results/timed.md`.
//!
//! The program is built as a user builds it and looks at all papers several times; the median of each ratio counts. On a busy machine a
//! look may be off, so a ratio that seems to fail is measured more often.
//!
//! - The side of a ratio is checked if, when the page was written, every look was on it and away from the limits by a factor of [`MARGIN`].
//!   It fails if its median is on the other side.
//! - Its value is checked if all looks were within a factor of [`STEADY`]. It fails if its median differs by a factor of [`MOVED`].
//!   This detects regressions that move no verdict, or only verdicts near a limit: an optimization level that makes one
//!   algorithm slower than others.
//!
//! `--write` rewrites the page. Further arguments go to Cargo: `cargo xtask timed --config
//! profile.release.package.impinge-evidence.opt-level=1` says which verdicts that level would move.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use serde::Deserialize;

/// The recorded ratios.
const STORED: &str = "docs/results/timed.md";

/// Folder of the looks, below the root.
const FOLDER: &str = "target/timed";

/// The side of a ratio is checked if its limits are at least this factor away from all looks.
const MARGIN: f64 = 1.25;

/// The value of a ratio is checked if its largest look is at most this many times the smallest.
const STEADY: f64 = 1.2;

/// Factor by which a value has changed.
const MOVED: f64 = 1.5;

/// Number of looks: at least, at most if a ratio fails, and for the page.
const LOOKS: [usize; 3] = [3, 7, 7];

/// Papers with verdicts that depend on timing.
const PAPERS: [&str; 4] = ["thesis", "signed-volumes", "doom", "lecture"];

/// Contents of a paper's `run.json`.
#[derive(Deserialize)]
struct Made {
    machine: String,
    build: String,
    timed: Vec<Decided>,
}

/// A claim that depends on ratios of times.
#[derive(Deserialize)]
struct Decided {
    claim: String,
    by: Vec<Ratio>,
}

#[derive(Deserialize)]
struct Ratio {
    what: String,
    /// None if it is not a number.
    ratio: Option<f64>,
    above: Option<f64>,
    below: Option<f64>,
}

/// All ratios of a look.
struct Look {
    machine: String,
    build: String,
    rows: Vec<Row>,
}

/// A ratio and its limits.
#[derive(Clone, Debug, PartialEq)]
struct Row {
    claim: String,
    what: String,
    above: Option<f64>,
    below: Option<f64>,
    ratio: f64,
}

impl Row {
    /// Identity of the ratio.
    fn key(&self) -> (&str, &str, String) {
        (&self.claim, &self.what, self.rule())
    }

    /// Range where it must be.
    fn rule(&self) -> String {
        match (self.above, self.below) {
            (Some(above), Some(below)) => format!("{} to {}", short(above), short(below)),
            (Some(above), None) => format!("above {}", short(above)),
            (None, Some(below)) => format!("below {}", short(below)),
            (None, None) => String::new(),
        }
    }

    fn holds(&self) -> bool {
        self.above.is_none_or(|limit| self.ratio > limit) && self.below.is_none_or(|limit| self.ratio < limit)
    }

    /// Factor to the nearest limit.
    fn margin(&self) -> f64 {
        let limits = [self.above, self.below].into_iter().flatten();
        let factors = limits.map(|limit| (self.ratio / limit).max(limit / self.ratio));
        factors.fold(f64::INFINITY, f64::min)
    }
}

/// At most four digits.
fn short(x: f64) -> String {
    format!("{}", (1000.0 * x).round() / 1000.0)
}

/// A line of the page.
#[derive(Debug, PartialEq)]
struct Kept {
    claim: String,
    what: String,
    rule: String,
    ratio: f64,
    holds: bool,
    /// Whether its side is checked, and its value.
    side: bool,
    value: bool,
}

/// Takes the looks, and compares the results with the page or writes it.
pub fn run(root: &Path, words: &[&str]) -> Result<(), String> {
    let write = words.first() == Some(&"--write");
    let of_cargo = &words[usize::from(write)..];
    let [least, most, of_page] = LOOKS;
    let mut looks = Vec::new();
    if write {
        while looks.len() < of_page {
            looks.push(look(root, of_cargo, looks.len() + 1)?);
        }
        fs::write(root.join(STORED), page(&looks)).map_err(|e| format!("{STORED}: {e}"))?;
        println!("{STORED} is written; see what changed, and say why");
        return Ok(());
    }
    let stored =
        fs::read_to_string(root.join(STORED)).map_err(|e| format!("{STORED}: {e}; `--write` makes it"))?;
    let stored = read(&stored);
    loop {
        looks.push(look(root, of_cargo, looks.len() + 1)?);
        // An even number has no median.
        if looks.len() < least || looks.len() % 2 == 0 {
            continue;
        }
        let medians = medians(&looks);
        let other = others(&stored, &medians)?;
        if looks.len() < most {
            other.iter().for_each(|line| println!("  perhaps {line}"));
        }
        if other.is_empty() {
            let count = |held: fn(&Kept) -> bool| stored.iter().filter(|kept| held(kept)).count();
            let (sides, values) = (count(|kept| kept.side), count(|kept| kept.value));
            println!(
                "as before in {} looks: {sides} sides and {values} values of {} ratios",
                looks.len(),
                stored.len()
            );
            return Ok(());
        }
        if looks.len() >= most {
            other.iter().for_each(|line| println!("  {line}"));
            return Err(format!(
                "{} ratios of times are others than in {STORED}: what changed how the program is built?",
                other.len()
            ));
        }
    }
}

/// Builds the program if necessary, and looks at the papers.
fn look(root: &Path, of_cargo: &[&str], number: usize) -> Result<Look, String> {
    let folder = root.join(FOLDER);
    if folder.exists() {
        fs::remove_dir_all(&folder).map_err(|e| format!("{FOLDER}: {e}"))?;
    }
    println!("look {number}");
    let mut look = Look { machine: String::new(), build: String::new(), rows: Vec::new() };
    for paper in PAPERS {
        let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
        cargo.current_dir(root).env_remove("RUSTFLAGS").args(["run", "--release", "--quiet"]).args(of_cargo);
        cargo.args(["--", "reproduce", paper, "--quick", "--out", FOLDER]).stdout(Stdio::null());
        let status = cargo.status().map_err(|e| format!("cargo: {e}"))?;
        if !status.success() {
            return Err(format!("`impinge reproduce {paper} --quick`: {status}"));
        }
        let path = folder.join(paper).join("run.json");
        let text = fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
        let made: Made = serde_json::from_str(&text).map_err(|e| format!("{}: {e}", path.display()))?;
        (look.machine, look.build) = (made.machine, made.build);
        for Decided { claim, by } in made.timed {
            look.rows.extend(by.into_iter().map(|Ratio { what, ratio, above, below }| {
                let (claim, ratio) = (claim.clone(), ratio.unwrap_or(f64::NAN));
                Row { claim, what, above, below, ratio }
            }));
        }
    }
    Ok(look)
}

/// Median of each ratio; with an even number of looks, the lower one.
fn medians(looks: &[Look]) -> Vec<Row> {
    let Some(first) = looks.first() else { return Vec::new() };
    let median = |row: &Row| {
        let mut ratios: Vec<f64> = same(looks, row).map(|row| row.ratio).collect();
        ratios.sort_by(f64::total_cmp);
        Row { ratio: ratios[(ratios.len() - 1) / 2], ..row.clone() }
    };
    first.rows.iter().map(median).collect()
}

/// A ratio in all looks.
fn same<'a>(looks: &'a [Look], row: &'a Row) -> impl Iterator<Item = &'a Row> {
    looks.iter().flat_map(|look| &look.rows).filter(|other| other.key() == row.key())
}

/// Checked ratios that are on another side than the page says, or have another value.
fn others(stored: &[Kept], found: &[Row]) -> Result<Vec<String>, String> {
    let key = |kept: &Kept| (kept.claim.clone(), kept.what.clone(), kept.rule.clone());
    let lost = stored.iter().find(|kept| found.iter().all(|row| owned(row.key()) != key(kept)));
    let new = found.iter().find(|row| stored.iter().all(|kept| owned(row.key()) != key(kept)));
    if let Some((claim, what, rule)) = lost.map(key).or_else(|| new.map(|row| owned(row.key()))) {
        return Err(format!(
            "{claim}: `{what}`, {rule}: only in {STORED} or only measured; `--write` rewrites the list"
        ));
    }
    let line = |kept: &Kept| {
        let row = found.iter().find(|row| owned(row.key()) == key(kept))?;
        let moved = (row.ratio / kept.ratio).max(kept.ratio / row.ratio);
        let why = if kept.side && row.holds() != kept.holds {
            "on the other side"
        } else if kept.value && (moved.is_nan() || moved > MOVED) {
            "another value"
        } else {
            return None;
        };
        let (now, before) = (short(row.ratio), short(kept.ratio));
        Some(format!("{}: {} is {now}, {why}; was {before}, must be {}", kept.claim, kept.what, kept.rule))
    };
    Ok(stored.iter().filter_map(line).collect())
}

fn owned((claim, what, rule): (&str, &str, String)) -> (String, String, String) {
    (claim.to_owned(), what.to_owned(), rule)
}

/// The page.
fn page(looks: &[Look]) -> String {
    let (machine, build) = looks.last().map_or(("", ""), |look| (&look.machine, &look.build));
    let mut out = format!(
        "# Verdicts that a clock decides\n\n\
         The ratios of times behind verdicts of `impinge reproduce`, as `cargo xtask timed --write` found them in {} quick looks at the papers: the\n\
         median, the least and the greatest. `cargo xtask timed` measures them again and fails if the median is on another side of a limit, or is another value\n\
         by a factor of {MOVED}. A side is held if all looks were on it, and away from the limits by a factor of {MARGIN} or more; a value, if all looks\n\
         were within a factor of {STEADY}. Where a claim is about many points, the ratio is that of the point that decides. [What the claims say](evidence.md).\n\n\
         **Build.** {build}. {machine}.\n\n\
         | claim | ratio of times | must be | is | least | greatest | holds | side | value |\n|---|---|---|---|---|---|---|---|---|\n",
        looks.len()
    );
    for row in medians(looks) {
        let holds = row.holds();
        let looked: Vec<f64> = same(looks, &row).map(|row| row.ratio).collect();
        let least = looked.iter().copied().fold(f64::INFINITY, f64::min);
        let greatest = looked.iter().copied().fold(0.0, f64::max);
        let side = same(looks, &row).all(|other| other.holds() == holds && other.margin() >= MARGIN);
        let value = greatest <= STEADY * least;
        let word = |yes: bool, word: &'static str| if yes { word } else { "" };
        out += &format!(
            "| `{}` | {} | {} | {} | {} | {} | {} | {} | {} |\n",
            row.claim,
            row.what,
            row.rule(),
            short(row.ratio),
            short(least),
            short(greatest),
            if holds { "yes" } else { "no" },
            word(side, "held"),
            word(value, "held"),
        );
    }
    out
}

/// The lines of the page.
fn read(page: &str) -> Vec<Kept> {
    let line = |line: &str| {
        let cells: Vec<&str> = line.strip_prefix("| `")?.split('|').map(str::trim).collect();
        let &[claim, what, rule, ratio, _, _, holds, side, value, _] = cells.as_slice() else { return None };
        Some(Kept {
            claim: claim.trim_end_matches('`').to_owned(),
            what: what.to_owned(),
            rule: rule.to_owned(),
            ratio: ratio.parse().ok()?,
            holds: holds == "yes",
            side: side == "held",
            value: value == "held",
        })
    };
    page.lines().filter_map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn look(ratios: [f64; 3]) -> Look {
        let row = |(k, ratio): (usize, f64)| {
            let (above, below) = [(Some(1.0), None), (None, Some(0.5)), (Some(0.95), Some(1.05))][k];
            Row { claim: "thesis-x".into(), what: format!("pair {k}"), above, below, ratio }
        };
        let rows = ratios.into_iter().enumerate().map(row).collect();
        Look { machine: "a machine".into(), build: "release".into(), rows }
    }

    /// A page reads back as written, and ratios are checked or not by their margin and by all looks.
    #[test]
    fn far_from_a_limit_or_steady_is_held() {
        let written = page(&[look([2.0, 0.7, 1.0]), look([3.0, 0.9, 1.0]), look([1.9, 0.8, 1.1])]);
        let kept = read(&written);
        assert_eq!(kept.len(), 3, "{written}");
        assert_eq!(kept.iter().map(|k| k.holds).collect::<Vec<_>>(), [true, false, true]);
        assert_eq!(kept.iter().map(|k| k.side).collect::<Vec<_>>(), [true, true, false]);
        assert_eq!(kept.iter().map(|k| k.value).collect::<Vec<_>>(), [false, false, true]);
        assert_eq!((kept[1].rule.as_str(), kept[2].rule.as_str()), ("below 0.5", "0.95 to 1.05"));
        // Twice the limit in the median, but not in all looks.
        let kept = read(&page(&[look([2.0, 0.7, 1.0]), look([2.0, 0.7, 1.0]), look([0.9, 0.7, 1.0])]));
        assert!(kept[0].holds && !kept[0].side);
    }

    /// One look of three may be off, but not the median.
    #[test]
    fn the_median_on_another_side_or_elsewhere_is_found() {
        let kept = read(&page(&[look([2.0, 0.7, 1.0]), look([4.0, 0.7, 1.0])]));
        let found = |looks: [[f64; 3]; 3]| others(&kept, &medians(&looks.map(look)));
        assert_eq!(found([[2.0, 0.7, 1.0], [0.5, 0.7, 1.0], [1.8, 0.7, 1.0]]), Ok(vec![]));
        // On another machine, on the same side, and not checked there.
        assert_eq!(found([[9.0, 0.7, 1.0], [9.0, 0.7, 1.1], [9.0, 0.7, 1.1]]), Ok(vec![]));
        let flipped = found([[0.9, 0.4, 2.0], [0.9, 0.4, 2.0], [2.0, 0.7, 1.0]]).unwrap();
        let expected = [
            "thesis-x: pair 0 is 0.9, on the other side; was 2, must be above 1",
            "thesis-x: pair 1 is 0.4, on the other side; was 0.7, must be below 0.5",
            "thesis-x: pair 2 is 2, another value; was 1, must be 0.95 to 1.05",
        ];
        assert_eq!(flipped, expected);
        let mut fewer = medians(&[look([2.0, 0.7, 1.0])]);
        fewer.pop();
        assert!(others(&kept, &fewer).unwrap_err().contains("pair 2"));
    }
}
