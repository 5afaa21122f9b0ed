//! Scores, as a table or as lines of JSON.

use std::io::Write;

use impinge_evidence::measure::Query;
use serde::Serialize;

use super::score::{Errors, Score};
use super::{Findings, Judged};
use crate::failure::Failure;
use crate::json;
use crate::table::{self, Align};

/// Most indices of wrong pairs on a line of JSON.
const LISTED: usize = 20;

/// The line of JSON, `docs/book/json.md`. Indices of pairs count from 0; errors are relative to the size of the pair.
#[derive(Default, Serialize)]
struct Line<'a> {
    set: &'a str,
    family: &'a str,
    query: Option<String>,
    n: usize,
    missing: usize,
    nan: usize,
    wrong: usize,
    missed: usize,
    false_hits: usize,
    median_distance: Option<f64>,
    worst_distance: Option<f64>,
    worst_distance_pair: Option<usize>,
    median_depth: Option<f64>,
    worst_depth: Option<f64>,
    worst_depth_pair: Option<usize>,
    /// Indices of the first of them.
    wrong_pairs: Vec<usize>,
}

impl<'a> Line<'a> {
    fn of(judged: &Judged<'a>) -> Self {
        let score = &judged.score;
        let mut wrong_pairs: Vec<usize> = score.missed.iter().chain(&score.false_hits).copied().collect();
        wrong_pairs.sort_unstable();
        wrong_pairs.truncate(LISTED);
        Self {
            set: &judged.set.name,
            family: &judged.set.family,
            query: Some(judged.query.name()),
            n: score.n,
            missing: 0,
            nan: score.nan.len(),
            wrong: score.wrong(),
            missed: score.missed.len(),
            false_hits: score.false_hits.len(),
            median_distance: score.distance.median(),
            worst_distance: score.distance.worst().map(|w| w.0),
            worst_distance_pair: score.distance.worst().map(|w| w.1),
            median_depth: score.depth.median(),
            worst_depth: score.depth.worst().map(|w| w.0),
            worst_depth_pair: score.depth.worst().map(|w| w.1),
            wrong_pairs,
        }
    }
}

/// A line of JSON for each set and query, and for each set without answers.
pub fn lines(out: &mut dyn Write, findings: &Findings<'_>) -> Result<(), Failure> {
    let missing = findings.missing.iter().map(|set| Line {
        set: &set.name,
        family: &set.family,
        n: set.poses.len(),
        missing: set.poses.len(),
        ..Line::default()
    });
    for line in findings.judged.iter().map(Line::of).chain(missing) {
        json::line(out, &line)?;
    }
    Ok(())
}

/// Titles of the columns of a table.
pub const COLUMNS: [&str; 10] = [
    "set",
    "query",
    "pairs",
    "no answer",
    "missed",
    "false hits",
    "distance: median",
    "worst",
    "depth: median",
    "worst",
];

/// The cells of a row.
pub fn cells(name: &str, query: Option<Query>, score: &Score) -> [String; 10] {
    let number = |x: Option<f64>| x.map_or_else(|| "-".into(), shown);
    let errors = |e: &Errors| [number(e.median()), number(e.worst().map(|w| w.0))];
    let ([a, b], [c, d]) = (errors(&score.distance), errors(&score.depth));
    let counts = [score.n, score.nan.len(), score.missed.len(), score.false_hits.len()];
    let [n, nan, missed, false_hits] = counts.map(|count| count.to_string());
    [name.into(), query.map_or_else(|| "-".into(), Query::name), n, nan, missed, false_hits, a, b, c, d]
}

fn shown(x: f64) -> String {
    if x == 0.0 { "0".into() } else { format!("{x:.1e}") }
}

/// The scores of all sets together, by query.
pub fn totals(findings: &Findings<'_>) -> Vec<(Query, Score)> {
    let mut totals: Vec<(Query, Score)> = Vec::new();
    for judged in &findings.judged {
        match totals.iter_mut().find(|(query, _)| *query == judged.query) {
            Some((_, total)) => total.add(&judged.score),
            None => totals.push((judged.query, judged.score.clone())),
        }
    }
    totals
}

/// Sentence with the number of wrong answers.
pub fn sentence(query: Query, score: &Score) -> String {
    let part =
        |count: usize, what: &str| if count == 0 { String::new() } else { format!(", {count} {what}") };
    format!(
        "{}: {} wrong of {} pairs{}{}{}",
        query.name(),
        score.wrong(),
        score.n,
        part(score.missed.len(), "overlaps missed"),
        part(score.false_hits.len(), "false hits"),
        part(score.nan.len(), "without an answer")
    )
}

/// A table, and a sentence for each query.
pub fn table(out: &mut impl Write, findings: &Findings<'_>) -> Result<(), Failure> {
    writeln!(
        out,
        "Errors are relative to the size of a pair; within {} of it bodies touch, and either verdict is right",
        shown(findings.touching)
    )?;
    let mut rows: Vec<_> =
        findings.judged.iter().map(|j| cells(&j.set.name, Some(j.query), &j.score)).collect();
    for set in &findings.missing {
        rows.push(cells(&set.name, None, &Score { n: set.poses.len(), ..Score::default() }));
    }
    let columns =
        COLUMNS.map(|name| (name, if name == "set" || name == "query" { Align::Left } else { Align::Right }));
    table::write(out, columns, &rows)?;
    writeln!(out)?;
    for (query, score) in totals(findings) {
        writeln!(out, "{}", sentence(query, &score))?;
    }
    for set in &findings.missing {
        writeln!(out, "{}: no answers", set.name)?;
    }
    Ok(())
}
