//! `impinge ccd --kind ee|vf FILE`: runs every query of a file of moving features, and reports how many answers were wrong
//! or late, and how long they took.
//!
//! The whole file is read and checked before the first query runs.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

use clap::Args;
use impinge_evidence::measure::{Kind, time_of_touch};
use impinge_io::ccd::{self, CcdQuery};
use serde::Serialize;

use crate::Limit;
use crate::failure::{Failure, on_one_line};
use crate::interruption::interruption;
use crate::json::{self, JsonArgs};
use crate::outcome::Outcome;
use crate::table::number;
use crate::{log, progress};

/// Arguments of `impinge ccd`.
#[derive(Args)]
pub struct CcdArgs {
    /// A file of queries: 25 or 26 doubles each, little-endian: eight points, the truth, and the time if it is known
    file: PathBuf,
    /// Pair of features that the four points of a query form
    #[arg(long, value_enum)]
    kind: Kind,
    #[command(flatten)]
    json: JsonArgs,
    #[command(flatten)]
    limit: Limit,
}

/// The line of JSON, `docs/book/json.md`.
#[derive(Debug, Default, PartialEq, Serialize)]
struct Summary {
    /// Number of queries.
    n: usize,
    /// Queries reported as touching.
    hits: usize,
    /// Queries that touch but were reported as missing.
    false_negatives: usize,
    /// Queries that miss but were reported as touching.
    false_positives: usize,
    /// Times reported more than one unit in the last place after the truth.
    late: usize,
    /// Largest time by which a touch was reported before the truth; none if no truth is known.
    max_early: Option<f64>,
    /// Median time of a query, in microseconds.
    median_us: f64,
    /// Time of the slowest query, in microseconds.
    max_us: f64,
}

impl Summary {
    /// Counts the answer to a query: the time of touch, or none.
    fn count(&mut self, query: &CcdQuery, told: Option<f64>) {
        self.n += 1;
        self.hits += usize::from(told.is_some());
        self.false_negatives += usize::from(query.touch && told.is_none());
        self.false_positives += usize::from(!query.touch && told.is_some());
        let (Some(told), Some(time)) = (told, query.time.filter(|t| t.is_finite())) else { return };
        self.late += usize::from(told > time.next_up());
        let early = (time - told).max(0.0);
        self.max_early = Some(self.max_early.map_or(early, |most| most.max(early)));
    }
}

/// Runs all queries of a file and reports on them.
pub fn run(out: &mut impl Write, args: &CcdArgs) -> Result<Outcome, Failure> {
    let stop = interruption()?;
    let queries = ccd::read(args.limit.of(&args.file))?;
    let progress = progress::bar(queries.len(), "queries");
    let mut summary = Summary::default();
    let mut times = Vec::with_capacity(queries.len());
    for query in &queries {
        if stop.load(Ordering::Relaxed) {
            progress.finish_and_clear();
            log::say("interrupted; nothing was written");
            return Ok(Outcome::Interrupted);
        }
        let (told, us) = time_of_touch(args.kind, query);
        summary.count(query, told);
        times.push(us);
        progress.inc(1);
    }
    progress.finish_and_clear();
    times.sort_by(f64::total_cmp);
    summary.median_us = times[(times.len() - 1) / 2];
    summary.max_us = times[times.len() - 1];
    if !args.json.write(out, &mut |out| json::line(out, &summary))? {
        write_text(out, &args.file, &summary)?;
    }
    Ok(Outcome::Clear)
}

fn write_text(out: &mut impl Write, file: &Path, summary: &Summary) -> Result<(), Failure> {
    let Summary { n, hits, false_negatives, false_positives, late, max_early, median_us, max_us } = summary;
    writeln!(out, "{}: {n} queries, {hits} touch", on_one_line(&file.display().to_string()))?;
    writeln!(
        out,
        "  wrong     {false_negatives} touches missed, {false_positives} misses that touch, {late} times too late"
    )?;
    if let Some(early) = max_early {
        writeln!(out, "  early     by {} of the motion, at most", number(*early))?;
    }
    Ok(writeln!(out, "  time      {} µs in the middle, {} µs at most", number(*median_us), number(*max_us))?)
}

#[cfg(test)]
mod tests {
    use impinge::Vec3;

    use super::*;

    #[test]
    fn answers_are_counted() {
        let at = Vec3::splat(0.0);
        let query = |touch, time| CcdQuery { start: [at; 4], end: [at; 4], touch, time };
        let mut summary = Summary::default();
        summary.count(&query(true, None), Some(0.5));
        summary.count(&query(true, Some(f64::NAN)), None);
        summary.count(&query(false, Some(f64::INFINITY)), Some(0.5));
        assert_eq!((summary.late, summary.max_early), (0, None));
        summary.count(&query(true, Some(0.5)), Some(0.5_f64.next_up()));
        assert_eq!((summary.late, summary.max_early), (0, Some(0.0)));
        summary.count(&query(true, Some(0.5)), Some(0.5_f64.next_up().next_up()));
        summary.count(&query(true, Some(0.5)), Some(0.25));
        summary.count(&query(true, Some(0.5)), Some(0.375));
        let right = Summary {
            n: 7,
            hits: 6,
            false_negatives: 1,
            false_positives: 1,
            late: 1,
            max_early: Some(0.25),
            ..Summary::default()
        };
        assert_eq!(summary, right);
    }
}
