//! The verdicts on all papers as one page of text: `evidence.md`, written from the `run.json` of each paper and from nothing else.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use crate::beside::{Beside, steady};
use crate::claim::{Paper, Tally, Verdict};
use crate::made::{Judged, Made};
use crate::record::write as write_file;
use crate::rule::RULES;
use crate::study::Stop;

/// A heading, the text below it, and the verdict of its rows; none for claims that no sentence states.
const SECTIONS: [(&str, &str, Option<Verdict>); 6] = [
    (
        "Refuted",
        "Found otherwise, by the rule beside it. Some are refuted in our favor: more than a stated gain differs too.",
        Some(Verdict::Differs),
    ),
    (
        "In part",
        "At least half of the pairs, rows, points or numbers of the statement hold, and not all.",
        Some(Verdict::Partly),
    ),
    (
        "Open",
        "Too little was measured to tell it from chance, an input that the document does not give decides, or runs with other seeds or efforts found otherwise.",
        Some(Verdict::Open),
    ),
    (
        "Vacuous",
        "Nothing was put to the test: both sides are zero, or equal by construction. Not counted as agreed.",
        Some(Verdict::Vacuous),
    ),
    ("Confirmed", "As the documents say.", Some(Verdict::Agrees)),
    (
        "Derived",
        "Said by no sentence: read off tables or figures, or asked by us beside what a document teaches. The verdict stands before what was found, and is \
         counted nowhere else.",
        None,
    ),
];

/// Writes `evidence.md` into the folder of all papers, from the data in their folders; returns its path.
///
/// # Errors
/// If they cannot be read, or it cannot be written.
pub fn write_verdicts(folder: &Path) -> Result<PathBuf, Stop> {
    let made: Result<Vec<Made>, Stop> =
        Paper::ALL.into_iter().map(|paper| Made::read(&paper.folder(folder))).collect();
    let path = folder.join("evidence.md");
    write_file(&path, written(&made?, &[], "").as_bytes())?;
    Ok(path)
}

/// The page of some papers, and of the runs beside theirs. `before` has a claim and its earlier verdict in each line, where there was an earlier page.
pub(crate) fn written(made: &[Made], beside: &[Beside], before: &str) -> String {
    let runs = runs(made, beside);
    let made = &steady(made, beside)[..];
    let count = |number: fn(&Made) -> usize| made.iter().map(number).sum::<usize>();
    let minutes = made.iter().map(Made::measuring).sum::<f64>() / 60.0;
    let mut out = String::from("# The papers made again: verdicts\n\n");
    // Writing to a string cannot fail.
    if let Some(first) = made.first() {
        let _ = writeln!(
            out,
            "What [`impinge reproduce`](../book/evidence.md) found about the statements of five documents. This page is written by that command, as\n\
             `evidence.md` in its folder; all of it is of one run: effort {}, seed {}, {} configurations for each point of the thesis, {} figures\n\
             and {} tables in {minutes:.1} minutes. {}, impinge {}, {}.\n\n**Build.** {}; {}.\n\n```sh\n{}\n```\n",
            first.effort.name(),
            first.seed,
            thousands(first.configurations),
            count(|m| m.figures),
            count(|m| m.tables),
            first.date,
            first.version,
            first.machine,
            first.build,
            first.compiler,
            first.command,
        );
    }
    out += &runs;
    let columns = "| document | claims | agree | in part | differ | open | vacuous | derived |";
    let _ = writeln!(out, "{columns}\n|---|---|---|---|---|---|---|---|");
    let row = |name: &str, claims: usize, tally: Tally| {
        let numbers: Vec<String> = tally.numbers().iter().map(usize::to_string).collect();
        format!("| {name} | {claims} | {} |\n", numbers.join(" | "))
    };
    for m in made {
        out += &row(&format!("{} (`{}`)", m.paper.title(), m.paper.name()), m.claims.len(), m.tally());
    }
    out += &row(
        "all",
        count(|m| m.claims.len()),
        made.iter().map(Made::tally).fold(Tally::default(), Tally::and),
    );
    out += "\n## What words mean\n\nOne rule for one kind of statement; a claim names numbers of its own only where none of these fits.\n\n\
            | a statement like | holds |\n|---|---|\n";
    for [what, holds] in RULES {
        let _ = writeln!(out, "| {what} | {holds} |");
    }
    out += &changes(made, before);
    for (heading, about, verdict) in SECTIONS {
        let rows: Vec<String> = made.iter().flat_map(|m| rows(m, verdict)).collect();
        if rows.is_empty() {
            continue;
        }
        let _ = writeln!(
            out,
            "\n## {heading}\n\n{about}\n\n| document | where | it says | judged by | we found | why |\n|---|---|---|---|---|---|\n{}",
            rows.join("\n")
        );
    }
    out += "\nVerdicts about times hang on the machine, and those near their threshold may change from run to run.\n";
    out
}

/// Number of runs behind the verdicts, and which.
fn runs(made: &[Made], beside: &[Beside]) -> String {
    if beside.is_empty() {
        return "**Runs.** This one alone: whether other seeds find the same was not asked.\n\n".into();
    }
    let mut out = format!(
        "**Runs.** Verdicts are of {} runs, this one and those below. A claim about which one of them found otherwise is open, and its row says what\n\
         each found; what a run did not measure, it says nothing about. Numbers are of this run.\n\n\
         | effort | seed | configurations | date | machine | claims compared | other verdicts |\n|---|---|---|---|---|---|---|\n",
        beside.len() + 1
    );
    for run in beside {
        let [compared, other] = run.compared(made);
        let (effort, configurations) = (run.effort.name(), thousands(run.configurations));
        // Writing to a string cannot fail.
        let _ = writeln!(
            out,
            "| {effort} | {} | {configurations} | {} | {} | {compared} | {other} |",
            run.seed,
            run.date,
            cell(&run.machine)
        );
    }
    out.push('\n');
    out
}

/// Verdicts that differ from the previous page, one by one.
fn changes(made: &[Made], before: &str) -> String {
    let rows = made.iter().flat_map(|m| &m.claims).filter_map(|judged| {
        let earlier =
            before.lines().find_map(|line| line.strip_prefix(judged.id.as_str())?.strip_prefix(' '))?;
        let now = name(judged);
        let why = match (judged.unsteady, judged.before.is_some()) {
            (true, _) => "runs differ",
            (false, true) => "rule and numbers",
            (false, false) => "numbers",
        };
        (earlier.trim() != now).then(|| format!("| `{}` | {} | {now} | {why} |\n", judged.id, earlier.trim()))
    });
    let rows: String = rows.collect();
    if rows.is_empty() {
        return rows;
    }
    let head = "| claim | before | now | what changed |\n|---|---|---|---|\n";
    format!("\n## Verdicts that changed\n\nBeside the page before this one.\n\n{head}{rows}")
}

/// The verdict and, for a claim that no sentence states, that it is derived.
pub(crate) fn name(judged: &Judged) -> String {
    let verdict = judged.verdict.unwrap_or(Verdict::Open).name();
    if judged.derived { format!("derived, {verdict}") } else { verdict.to_owned() }
}

/// Claims of a paper with a verdict, or those that are derived, as rows of a table.
fn rows(made: &Made, verdict: Option<Verdict>) -> Vec<String> {
    let row = |judged: &Judged| {
        let own = judged.verdict.unwrap_or(Verdict::Open);
        if judged.derived != verdict.is_none() || verdict.is_some_and(|verdict| verdict != own) {
            return None;
        }
        let found = match judged.verdict {
            None => "not measured in this run".to_owned(),
            Some(_) if judged.derived => format!("**{}**: {}", own.name(), judged.found),
            Some(_) => judged.found.clone(),
        };
        let before = judged.before.as_ref().map_or(String::new(), |(rule, verdict)| {
            format!(" *Changed after measuring; before: {rule} ({}).*", verdict.name())
        });
        let rule = format!("{}.{before}", judged.rule);
        let cells = [&judged.section, &judged.says, &rule, &found, &judged.why].map(|text| cell(text));
        Some(format!("| `{}` | {} |", made.paper.name(), cells.join(" | ")))
    };
    made.claims.iter().filter_map(row).collect()
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

/// The date, in UTC.
pub(crate) fn today() -> String {
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
