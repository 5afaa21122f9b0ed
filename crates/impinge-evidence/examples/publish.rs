//! Keeps a finished run of `impinge reproduce all` in the folder `papers` of `docs/results/records` and writes `docs/results/evidence.md`, `stacking.csv` and the
//! tables of `stacking.md` from it.
//!
//! ```text
//! cargo run --release -- reproduce all --out target/evidence
//! cargo run --release -p impinge-evidence --example publish -- target/evidence [--beside FOLDER]... [--next]
//! ```
//!
//! `stacking.csv` is copied to `crates/impinge-evidence/data/`, from where it is built into the crate.
//!
//! Each run beside has another seed or effort, a quick look say: where it finds another verdict, the claim is published as open.
//! With `--next` changes are listed beside the run that was published until now. `cargo test -p impinge-evidence --test published` checks what is
//! published.

use std::fs;
use std::path::Path;
use std::process::ExitCode;

use impinge_evidence::{Stop, check, publish};

/// The folder of the run, those of the runs beside it, and whether a new list of changes begins.
fn asked(given: &[String]) -> Option<(&Path, Vec<&Path>, bool)> {
    let (mut run, mut beside, mut next) = (None, Vec::new(), false);
    let mut words = given.iter().map(String::as_str);
    while let Some(word) = words.next() {
        match word {
            "--beside" => beside.push(Path::new(words.next()?)),
            "--next" => next = true,
            folder if run.is_none() && !folder.starts_with("--") => run = Some(Path::new(folder)),
            _ => return None,
        }
    }
    Some((run?, beside, next))
}

fn main() -> ExitCode {
    let given: Vec<String> = std::env::args().skip(1).collect();
    let Some((run, beside, next)) = asked(&given) else {
        eprintln!(
            "give the folder of a run, `--beside FOLDER` for each further run, and `--next` to begin a new list of changes"
        );
        return ExitCode::FAILURE;
    };
    let crate_folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let results = crate_folder.join("../../docs/results");
    let wrong = match publish(run, &beside, &results, next) {
        Ok(()) => match fs::copy(results.join("stacking.csv"), crate_folder.join("data/stacking.csv")) {
            Ok(_) => check(&results).err().unwrap_or_default(),
            Err(why) => vec![format!("data/stacking.csv: {why}")],
        },
        Err(Stop::Interrupted) => vec!["interrupted".into()],
        Err(Stop::Failed(why)) => vec![why],
    };
    for why in &wrong {
        eprintln!("{why}");
    }
    if wrong.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
