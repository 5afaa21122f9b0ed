//! The run that `docs/results` shows: its `run.json` and CSV files are kept in the folder `papers` of `docs/results/records`, and pages are made from them.
//!
//! | file | content |
//! |---|---|
//! | `records/papers/PAPER/run.json` | machine, compiler, build, seed, effort; every claim with its rule and finding; checksums |
//! | `records/papers/PAPER/*.csv` | the numbers of all figures and tables |
//! | `records/papers/beside.json` | the verdicts of runs with other seeds and efforts beside it, with their origin |
//! | `records/verdicts-before.txt` | the verdicts of the previous page, whose changes the page lists |
//! | `evidence.md` | written from `run.json` of all papers and from `beside.json` |
//! | `stacking.csv`, tables of `stacking.md` | the stacks of the thesis' study |
//!
//! **Guarantee.** [`check`] finds a page that does not follow from the kept files, a file that was changed or is missing, a rule that is not
//! the current one, and a statement of the thesis' section 4.1 that its rows do not support.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use crate::beside::{self, BESIDE, Beside, papers as all, steady};
use crate::claim::{Paper, claims};
use crate::made::{FILE, checksum};
use crate::record::write as write_file;
use crate::study::Stop;
use crate::thesis::{STACKS, judged_again, stack_tables};
use crate::verdicts::{name, written};

const PAGE: &str = "evidence.md";
const BEFORE: &str = "records/verdicts-before.txt";
const STACKING: [&str; 2] = ["stacking.csv", "stacking.md"];

/// Text of a page whose run was not kept.
const NOT_KEPT: &str = "Its numbers were not kept";

/// Lines around the generated tables of `stacking.md`.
const WRITTEN: [&str; 2] = ["<!-- written from stacking.csv -->", "<!-- as far as here -->"];

fn kept(results: &Path) -> PathBuf {
    results.join("records").join("papers")
}

fn failed(path: &Path, what: impl std::fmt::Display) -> Stop {
    Stop::Failed(format!("{}: {what}", path.display()))
}

fn read(path: &Path) -> Result<String, Stop> {
    fs::read_to_string(path).map_err(|e| failed(path, e))
}

/// Keeps a finished run and writes the pages from it. `run` is the folder of `impinge reproduce all`, `results` that of the pages, `beside` those
/// of further runs: a claim on which one of them has another verdict is published as open. With `next`,
/// changes are listed relative to the run published so far, and not to the one that its page refers to.
///
/// # Errors
/// If a folder has no run, its files differ from its checksums, a run beside has other rules or several seeds, or something cannot be written.
pub fn publish(run: &Path, beside: &[&Path], results: &Path, next: bool) -> Result<(), Stop> {
    let made = all(run)?;
    if made.is_empty() {
        return Err(failed(run, "no run; `impinge reproduce all --out` makes one"));
    }
    let runs = beside.iter().map(|run| Beside::read(run)).collect::<Result<Vec<_>, Stop>>()?;
    if next {
        let before = steady(&all(&kept(results))?, &beside::read(&kept(results))?);
        let date = before.first().map_or("", |made| made.date.as_str());
        let mut text = format!(
            "# Verdicts of the page before the published one, a claim and its verdict in each line: of {date}.\n"
        );
        for judged in before.iter().flat_map(|made| &made.claims) {
            text += &format!("{} {}\n", judged.id, name(judged));
        }
        write_file(&results.join(BEFORE), text.as_bytes())?;
    }
    // Everything is read before anything is written.
    let mut files: BTreeMap<PathBuf, String> = BTreeMap::new();
    for made in &made {
        let (from, to) = (made.paper.folder(run), made.paper.folder(&kept(results)));
        for (name, sum) in &made.files {
            let text = read(&from.join(name))?;
            if checksum(&text) != *sum {
                return Err(failed(&from.join(name), "is not what the run wrote"));
            }
            files.insert(to.join(name), text);
        }
        files.insert(to.join(FILE), made.json()?);
    }
    for made in &made {
        let folder = made.paper.folder(&kept(results));
        if folder.exists() {
            fs::remove_dir_all(&folder).map_err(|e| failed(&folder, e))?;
        }
        fs::create_dir_all(&folder).map_err(|e| failed(&folder, e))?;
    }
    for (path, text) in &files {
        write_file(path, text.as_bytes())?;
    }
    let path = kept(results).join(BESIDE);
    if !runs.is_empty() {
        write_file(&path, beside::json(&runs)?.as_bytes())?;
    } else if path.exists() {
        fs::remove_file(&path).map_err(|e| failed(&path, e))?;
    }
    let before = read(&results.join(BEFORE)).unwrap_or_default();
    write_file(&results.join(PAGE), written(&all(&kept(results))?, &runs, &before).as_bytes())?;
    let stacks = Paper::Thesis.folder(&kept(results)).join(format!("{STACKS}.csv"));
    // A look builds no stacks: then the pages about them stay.
    if let Some(csv) = files.get(&stacks) {
        write_file(&results.join(STACKING[0]), csv.as_bytes())?;
        let path = results.join(STACKING[1]);
        let text = with_tables(&read(&path)?, &stack_tables(csv)).ok_or_else(|| failed(&path, NO_LINES))?;
        write_file(&path, text.as_bytes())?;
    }
    Ok(())
}

/// Reason why tables cannot be written.
const NO_LINES: &str = "has not the lines around its two tables";

/// A page with its generated tables replaced.
fn with_tables(page: &str, tables: &[String; 2]) -> Option<String> {
    let [begin, end] = WRITTEN;
    let mut parts = page.split(begin);
    let mut out = parts.next()?.to_owned();
    for table in tables {
        let (_, after) = parts.next()?.split_once(end)?;
        out += &format!("{begin}\n\n{table}\n{end}{after}");
    }
    parts.next().is_none().then_some(out)
}

/// Whether the pages follow from the kept files; if not, the reasons, one sentence each.
///
/// # Errors
/// If something is invalid, or cannot be read.
pub fn check(results: &Path) -> Result<(), Vec<String>> {
    let mut wrong = Vec::new();
    match checked(results, &mut wrong) {
        Ok(()) if wrong.is_empty() => Ok(()),
        Ok(()) | Err(Stop::Interrupted) => Err(wrong),
        Err(Stop::Failed(why)) => {
            wrong.push(why);
            Err(wrong)
        }
    }
}

fn checked(results: &Path, wrong: &mut Vec<String>) -> Result<(), Stop> {
    let page = read(&results.join(PAGE))?;
    let made = all(&kept(results))?;
    if made.is_empty() {
        if !page.contains(NOT_KEPT) {
            wrong.push(format!("{PAGE}: nothing is kept of its run, and it does not say “{NOT_KEPT}”"));
        }
        return Ok(());
    }
    let before = read(&results.join(BEFORE)).unwrap_or_default();
    if page != written(&made, &beside::read(&kept(results))?, &before) {
        wrong.push(format!("{PAGE} does not follow from what is kept in records/papers"));
    }
    for made in &made {
        let (paper, folder) = (made.paper.name(), made.paper.folder(&kept(results)));
        for (name, sum) in &made.files {
            match read(&folder.join(name)) {
                Ok(text) if checksum(&text) == *sum => {}
                Ok(_) => wrong.push(format!("{paper}/{name} is not what the run wrote")),
                Err(_) => wrong.push(format!("{paper}/{name} is missing")),
            }
        }
        let today: Vec<(&str, &str)> =
            claims(made.paper).iter().map(|claim| (claim.id, claim.judged_by)).collect();
        let then: Vec<(&str, &str)> = made.claims.iter().map(|j| (j.id.as_str(), j.rule.as_str())).collect();
        for (id, rule) in &today {
            if !then.contains(&(*id, *rule)) {
                wrong.push(format!("{id}: its rule is not that of the run: measure again, and publish"));
            }
        }
        if let Some((id, _)) = then.iter().find(|(id, _)| today.iter().all(|(now, _)| now != id)) {
            wrong.push(format!("{id}: is no claim any more: publish again"));
        }
        if made.paper == Paper::Thesis {
            for finding in judged_again(&folder, made.effort, made.configurations)? {
                let same = made.claims.iter().any(|judged| {
                    (judged.id.as_str(), judged.verdict, &judged.found)
                        == (finding.claim.as_str(), Some(finding.verdict), &finding.found)
                });
                if !same {
                    wrong.push(format!("{}: the kept rows give {}", finding.claim, finding.found));
                }
            }
        }
    }
    let stacks = Paper::Thesis.folder(&kept(results)).join(format!("{STACKS}.csv"));
    if let Ok(csv) = read(&stacks) {
        let [table, page] = STACKING;
        if read(&results.join(table))? != csv {
            wrong.push(format!("{table} is not the stacks of the run"));
        }
        let text = read(&results.join(page))?;
        if with_tables(&text, &stack_tables(&csv)).as_ref() != Some(&text) {
            wrong.push(format!("{page}: its tables are not those of {table}"));
        }
    }
    Ok(())
}
