//! `cargo xtask peers`: every driver of another library that can be built and run here, on the same cases; then the records, the
//! page and the picture of `docs/results/peers.md`.
//!
//! | file | what it holds |
//! |---|---|
//! | `asked.rs` | the arguments |
//! | `list.rs` | the drivers, from `peers/peers.toml` |
//! | `rows.rs` | the measurements |
//! | `page.rs` | the page |

mod asked;
mod list;
mod page;
mod rows;

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::speed;
use asked::{Asked, parse, shown};
use list::Peer;
use page::About;
use rows::{Judged, Row};

/// Folder where peers are built, and cases and answers are kept.
const PLACE: &str = "target/peers";
/// Folder of the results, except with `--quick`.
const RESULTS: &str = "docs/results";

/// Runs the available peers, and writes the results.
pub fn run(root: &Path, words: &[&str]) -> Result<(), String> {
    let asked = parse(words)?;
    let peers = list::read(root)?;
    if let Some(name) = asked.only.iter().find(|name| !peers.iter().any(|peer| peer.name == **name)) {
        return Err(format!("{} lists no peer `{name}`", list::LIST));
    }
    let place = root.join(PLACE);
    fs::create_dir_all(&place).map_err(|e| format!("{}: {e}", place.display()))?;
    shell(root, &[], "cargo build -q --release -p impinge-cli")?;
    let cases = match &asked.cases {
        Some(folder) => folder.clone(),
        None => make_cases(root, &place, asked.quick)?,
    };
    let date = match &asked.date {
        Some(date) => date.clone(),
        None => shell(root, &[], "date -u +%Y-%m-%d")?.trim().to_owned(),
    };
    // A quick look leaves the results of the repository unchanged.
    let results = if asked.quick { place.join("quick") } else { root.join(RESULTS) };
    let record = results.join("records").join(&date);
    fs::create_dir_all(&record).map_err(|e| format!("{}: {e}", record.display()))?;
    let commit = shell(root, &[], "git rev-parse --short HEAD")?.trim().to_owned();
    let (mut skipped, mut measured) = (Vec::new(), Vec::new());
    for peer in &peers {
        let file = record.join(peer.record());
        if !asked.asks_for(peer) {
            if !file.exists() {
                let why = why_skipped(root, &variables(&place, &cases, &asked, peer), peer);
                skipped.push((peer.name.clone(), why.unwrap_or_else(|| "not requested in this run".into())));
            }
            continue;
        }
        println!("=== {}: {}", peer.name, peer.about);
        match one(root, &place, &cases, &asked, peer) {
            Ok(Done::Text(text)) => {
                write(&file, &text)?;
                measured.push(peer.record());
            }
            Ok(Done::Rows(rows)) => {
                let old = if asked.sets.is_empty() { Vec::new() } else { read_rows(&file)? };
                write(&file, &rows::csv(&rows::merge(old, rows)))?;
                let sets = if asked.sets.is_empty() {
                    String::new()
                } else {
                    format!(" ({})", asked.sets.join(","))
                };
                measured.push(format!("{}{sets}", peer.record()));
            }
            Ok(Done::Skipped(why)) => {
                println!("{why}");
                skipped.push((peer.name.clone(), why));
            }
            // A failed peer stays on the page, with the reason.
            Err(why) => {
                println!("failed: {why}");
                skipped
                    .push((peer.name.clone(), format!("failed: {}", why.lines().next().unwrap_or_default())));
            }
        }
    }
    let machine = machine(root);
    let file = record.join("machine.txt");
    let old = fs::read_to_string(&file).unwrap_or_default();
    write(&file, &format!("{machine}{}", commits(&old, &measured, &commit)))?;
    publish(&results, &record, &peers, &date, &machine, words, &skipped)
}

/// Commit of impinge that each record, or some of its sets, was measured with: new lines, and those of earlier measurements.
fn commits(old: &str, measured: &[String], commit: &str) -> String {
    let mut lines: Vec<String> =
        measured.iter().map(|record| format!("{record}: impinge {commit}")).collect();
    let is_kept = |line: &&str| {
        let record = line.split_once(": impinge ").map(|(record, _)| record);
        // A record that was measured again as a whole keeps nothing of its earlier sets.
        let is_again = |record: &str, other: &String| {
            record == other || record.strip_prefix(other.as_str()).is_some_and(|sets| sets.starts_with(" ("))
        };
        record.is_some_and(|record| !measured.iter().any(|other| is_again(record, other)))
    };
    lines.extend(old.lines().filter(is_kept).map(str::to_owned));
    lines.sort();
    lines.iter().map(|line| format!("{line}\n")).collect()
}

/// Result of a peer.
enum Done {
    /// Text of its record.
    Text(String),
    /// Its measurements.
    Rows(Vec<Row>),
    Skipped(String),
}

/// Context for the commands of a peer.
fn variables(place: &Path, cases: &Path, asked: &Asked, peer: &Peer) -> [(&'static str, String); 6] {
    let sources = asked.sources.clone().unwrap_or_default();
    [
        ("PEERS", place.display().to_string()),
        ("CASES", cases.display().to_string()),
        ("ANSWERS", place.join("answers").join(&peer.name).display().to_string()),
        ("ROUNDS", asked.rounds().to_string()),
        ("SETS", asked.sets()),
        ("SOURCES", sources.display().to_string()),
    ]
}

/// Reason why a peer cannot run here, if any.
fn why_skipped(root: &Path, variables: &[(&str, String)], peer: &Peer) -> Option<String> {
    let is_ready = peer.needs.as_ref().is_none_or(|needs| shell(root, variables, needs).is_ok());
    (!is_ready).then(|| format!("skipped: {}", peer.otherwise))
}

fn one(root: &Path, place: &Path, cases: &Path, asked: &Asked, peer: &Peer) -> Result<Done, String> {
    let answers = place.join("answers").join(&peer.name);
    let variables = variables(place, cases, asked, peer);
    if let Some(why) = why_skipped(root, &variables, peer) {
        return Ok(Done::Skipped(why));
    }
    if let Some(build) = &peer.build {
        shell(root, &variables, build)?;
    }
    if asked.sets.is_empty() {
        let _ = fs::remove_dir_all(&answers);
    }
    let said = shell(root, &variables, &peer.run)?;
    if peer.text {
        return Ok(Done::Text(said));
    }
    let mut rows = said.lines().map(Row::of_line).collect::<Result<Vec<_>, _>>()?;
    if rows.is_empty() {
        return Err("it printed nothing".into());
    }
    judge(root, cases, &answers, &mut rows)?;
    Ok(Done::Rows(rows))
}

/// Scores of the answers by the judge, in the folder of each algorithm or precision.
fn judge(root: &Path, cases: &Path, answers: &Path, rows: &mut [Row]) -> Result<(), String> {
    let Ok(folders) = fs::read_dir(answers) else { return Ok(()) };
    for folder in folders {
        let folder = folder.map_err(|e| e.to_string())?;
        let name = folder.file_name().to_string_lossy().into_owned();
        let is_of = |row: &Row| row.algorithm == name || row.precision == name;
        let Some(precision) = rows.iter().find(|row| is_of(row)).map(|row| row.precision.clone()) else {
            continue;
        };
        let mut command = Command::new(root.join("target/release/impinge"));
        command.arg("judge").arg(cases).arg(folder.path());
        let output = command.args(["--json", "--partial", "--precision", &precision]).output();
        let output = output.map_err(|e| e.to_string())?;
        // Exit code 1 reports wrong answers.
        if !matches!(output.status.code(), Some(0 | 1)) {
            return Err(String::from_utf8_lossy(&output.stderr).into_owned());
        }
        let lines = String::from_utf8_lossy(&output.stdout).into_owned();
        let judged = lines.lines().map(serde_json::from_str).collect::<Result<Vec<Judged>, _>>();
        let judged = judged.map_err(|e| format!("impinge judge: {e}"))?;
        rows.iter_mut().filter(|row| is_of(row)).for_each(|row| row.judge(&judged));
    }
    Ok(())
}

/// Our own cases.
fn make_cases(root: &Path, place: &Path, quick: bool) -> Result<PathBuf, String> {
    let folder = place.join(if quick { "cases-quick" } else { "cases" });
    if !folder.join("sets.json").exists() {
        let (n, sides) = if quick { (100, "3") } else { (2000, "1,2,3,4.5,7") };
        let command = format!(
            "target/release/impinge pairs --make all --n {n} --side {sides} --seed 17 --threads 2 --truth --resume --out {}",
            folder.display()
        );
        shell(root, &[], &command)?;
    }
    Ok(folder)
}

/// Machine and versions, as far as the system reports them.
fn machine(root: &Path) -> String {
    let mut text = String::new();
    for command in [
        "lscpu | grep -E '^(Architecture|Model name|CPU\\(s\\)|L1d cache|L2 cache|L3 cache)' | tr -s ' '",
        "uname -sr",
        "rustc --version",
        "cc --version | head -n 1",
    ] {
        let _ = write!(text, "{}", shell(root, &[], command).unwrap_or_default());
    }
    for driver in ["native", "parry", "rapier"] {
        let manifest =
            fs::read_to_string(root.join(format!("peers/{driver}/Cargo.toml"))).unwrap_or_default();
        let _ = writeln!(text, "peers/{driver}: {}", build(&manifest));
    }
    text
}

/// Build settings of a driver, and of impinge in it: from its profile, or Cargo's defaults.
fn build(manifest: &str) -> String {
    let profile = manifest.split("[profile.release]").nth(1).unwrap_or_default();
    let of = |key: &str, default: &str| {
        let mut lines =
            profile.lines().take_while(|line| !line.starts_with('[')).map(|line| line.split_once(" = "));
        let found = lines.find_map(|pair| pair.filter(|(name, _)| *name == key));
        found.map_or(default, |(_, value)| value.trim_matches('"')).to_owned()
    };
    format!(
        "opt-level {}, codegen units {}, LTO {}",
        of("opt-level", "3"),
        of("codegen-units", "16"),
        of("lto", "off")
    )
}

/// The page and its picture, from all records of a date.
fn publish(
    results: &Path,
    record: &Path,
    peers: &[Peer],
    date: &str,
    machine: &str,
    words: &[&str],
    skipped: &[(String, String)],
) -> Result<(), String> {
    let (mut all, mut texts) = (Vec::new(), Vec::new());
    for peer in peers {
        let file = record.join(peer.record());
        if !peer.text {
            all.extend(read_rows(&file)?);
        } else if file.exists() {
            texts.push(peer);
        }
    }
    // A peer that failed now may have a record from an earlier run of the day.
    let is_missing = |(name, _): &&(String, String)| {
        !peers.iter().any(|peer| peer.name == *name && record.join(peer.record()).exists())
    };
    let skipped: Vec<(String, String)> = skipped.iter().filter(is_missing).cloned().collect();
    let line =
        |start: &str| machine.lines().find(|line| line.starts_with(start)).unwrap_or_default().to_owned();
    let machine = format!(
        "{}; {}.\n\n**Build.** impinge and peers in Rust: {}; peers in C and C++: as their packages are, or `-O3`.",
        line("Model name").replace("Model name: ", ""),
        line("CPU(s)").replace("CPU(s): ", "Processors: "),
        line("peers/native").replace("peers/native: ", "")
    );
    let is_of_sources = |peer: &Peer| peer.needs.as_ref().is_some_and(|needs| needs.contains("$SOURCES"));
    let with_sources = peers.iter().any(|peer| is_of_sources(peer) && record.join(peer.record()).exists());
    let command = shown(words, with_sources);
    let about = About { date, machine: &machine, command: &command, skipped: &skipped, texts: &texts };
    write(&results.join("peers.md"), &page::page(peers, &all, &about))?;
    let fastest = rows::fastest(&all);
    write(&results.join("peers.csv"), &rows::csv(&fastest))?;
    write(&results.join("peers.svg"), &speed::figure(&rows::csv(&fastest))?)
}

/// Rows of a record; none if there is no record.
fn read_rows(file: &Path) -> Result<Vec<Row>, String> {
    let Ok(text) = fs::read_to_string(file) else { return Ok(Vec::new()) };
    rows::parse(&file.display().to_string(), &text)
}

fn write(file: &Path, text: &str) -> Result<(), String> {
    fs::write(file, text).map_err(|e| format!("{}: {e}", file.display()))?;
    println!("{}", file.display());
    Ok(())
}

/// Output of a shell command, in the root of the repository.
fn shell(root: &Path, variables: &[(&str, String)], line: &str) -> Result<String, String> {
    let mut command = Command::new("sh");
    command.args(["-euc", line]).current_dir(root).envs(variables.iter().map(|(name, value)| (name, value)));
    let output = command.output().map_err(|e| format!("sh: {e}"))?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    let said = String::from_utf8_lossy(&output.stderr);
    let last: Vec<&str> = said.lines().rev().take(3).collect();
    let line = line.trim().lines().last().unwrap_or_default();
    Err(format!("`{line}`: {}; {}", output.status, last.into_iter().rev().collect::<Vec<_>>().join(" ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_keeps_the_commit_it_was_measured_with() {
        let old = "Linux\ncoal.csv: impinge aaa\nparry.csv: impinge aaa\n";
        assert_eq!(
            commits(old, &["parry.csv".into()], "bbb"),
            "coal.csv: impinge aaa\nparry.csv: impinge bbb\n"
        );
        let parts = commits(old, &["parry.csv (x,y)".into()], "bbb");
        assert_eq!(parts, "coal.csv: impinge aaa\nparry.csv (x,y): impinge bbb\nparry.csv: impinge aaa\n");
        assert_eq!(
            commits(&parts, &["parry.csv".into()], "ccc"),
            "coal.csv: impinge aaa\nparry.csv: impinge ccc\n"
        );
    }
}
