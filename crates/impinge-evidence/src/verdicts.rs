//! The verdicts on all papers as one page of text: `evidence.md`, which `docs/results` has of the last whole run.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use crate::claim::{Claim, Finding, Verdict, claims};
use crate::measure::BUILD;
use crate::order::Summary;
use crate::record::write as write_file;
use crate::report::machine;
use crate::study::{Effort, Stop};

/// A heading, what is below it, and the verdict of its rows.
const SECTIONS: [(&str, &str, Verdict); 4] = [
    (
        "Refuted",
        "Found otherwise, by the rule that stands beside each claim on its page. Some are refuted in our favor: more than a stated gain differs too.",
        Verdict::Differs,
    ),
    ("In part", "Holds for some pairs, rows or halves of the statement.", Verdict::Partly),
    ("Open", "Too little was measured to tell.", Verdict::Open),
    ("Confirmed", "As the documents say.", Verdict::Agrees),
];

/// Writes `evidence.md` into the folder of all papers; where it is.
///
/// # Errors
/// If it cannot be written.
pub fn write_verdicts(
    folder: &Path,
    command: &str,
    effort: Effort,
    configurations: usize,
    summaries: &[Summary],
) -> Result<PathBuf, Stop> {
    let count = |number: fn(&Summary) -> usize| summaries.iter().map(number).sum::<usize>();
    let minutes = summaries.iter().map(|s| s.measuring).sum::<f64>() / 60.0;
    let mut out = String::from("# The papers made again: verdicts\n\n");
    // Writing to a string cannot fail.
    let _ = writeln!(
        out,
        "What [`impinge reproduce`](../book/evidence.md) found about the statements of five documents. This page is written by that command, as\n\
         `evidence.md` in its folder; all of it is of one run: effort {}, {} configurations for each point of the thesis, {} figures\n\
         and {} tables in {minutes:.1} minutes. {}, impinge {}, {}.\n\n**Build.** {}.\n\n```sh\n{command}\n```\n",
        effort.name(),
        thousands(configurations),
        count(|s| s.figures),
        count(|s| s.tables),
        today(),
        env!("CARGO_PKG_VERSION"),
        machine(),
        BUILD,
    );
    out += "| document | claims | agree | in part | differ | open |\n|---|---|---|---|---|---|\n";
    for s in summaries {
        let (name, title) = (s.paper.name(), s.paper.title());
        let all = claims(s.paper).len();
        let _ = writeln!(
            out,
            "| {title} (`{name}`) | {all} | {} | {} | {} | {} |",
            s.agrees, s.partly, s.differs, s.open
        );
    }
    let all = summaries.iter().map(|s| claims(s.paper).len()).sum::<usize>();
    let [agrees, partly, differs, open] =
        [count(|s| s.agrees), count(|s| s.partly), count(|s| s.differs), count(|s| s.open)];
    let _ = writeln!(out, "| all | {all} | {agrees} | {partly} | {differs} | {open} |");
    for (heading, about, verdict) in SECTIONS {
        let rows: Vec<String> = summaries.iter().flat_map(|s| rows(s, verdict)).collect();
        if rows.is_empty() {
            continue;
        }
        let _ = writeln!(
            out,
            "\n## {heading}\n\n{about}\n\n| document | where | it says | we found | why |\n|---|---|---|---|---|\n{}",
            rows.join("\n")
        );
    }
    out += "\nVerdicts about times hang on the machine, and those near their threshold may change from run to run.\n";
    let path = folder.join("evidence.md");
    write_file(&path, out.as_bytes())?;
    Ok(path)
}

/// The claims of a paper with a verdict, as rows of a table.
fn rows(summary: &Summary, verdict: Verdict) -> Vec<String> {
    let finding = |claim: &Claim| summary.findings.iter().find(|finding| finding.claim == claim.id);
    let row = |claim: &Claim| {
        let found = finding(claim);
        if found.map_or(Verdict::Open, |f| f.verdict) != verdict {
            return None;
        }
        let text = |part: fn(&Finding) -> &str, or: &str| cell(found.map_or(or, part));
        let (found, why) = (text(|f| &f.found, "not measured in this run"), text(|f| &f.why, ""));
        let name = summary.paper.name();
        Some(format!("| `{name}` | {} | {} | {found} | {why} |", cell(claim.section), cell(claim.says)))
    };
    claims(summary.paper).iter().filter_map(row).collect()
}

/// Text in a cell of a table.
fn cell(text: &str) -> String {
    text.replace('|', "\\|").replace('\n', " ")
}

fn thousands(number: usize) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// The date, in Greenwich.
fn today() -> String {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    date(seconds / 86_400)
}

/// The date of a day since the beginning of 1970: years and months are counted off.
fn date(mut days: u64) -> String {
    let is_leap =
        |year: u64| (year.is_multiple_of(4) && !year.is_multiple_of(100)) || year.is_multiple_of(400);
    let mut year = 1970;
    while days >= 365 + u64::from(is_leap(year)) {
        days -= 365 + u64::from(is_leap(year));
        year += 1;
    }
    let lengths = [31, 28 + u64::from(is_leap(year)), 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    let mut month = 0;
    while days >= lengths[month] {
        days -= lengths[month];
        month += 1;
    }
    format!("{year}-{:02}-{:02}", month + 1, days + 1)
}

#[cfg(test)]
mod tests {
    use super::{date, thousands};

    #[test]
    fn dates_and_numbers_as_they_are_written() {
        for (days, expected) in
            [(0, "1970-01-01"), (59, "1970-03-01"), (11_016, "2000-02-29"), (20_774, "2026-11-17")]
        {
            assert_eq!(date(days), expected);
        }
        assert_eq!([7, 300, 100_000, 1_234_567].map(thousands), ["7", "300", "100,000", "1,234,567"]);
    }
}
