//! Keeps a finished run of `impinge reproduce all` in the folder `papers` of `docs/results/records` and writes `docs/results/evidence.md`, `stacking.csv` and the
//! tables of `stacking.md` from it.
//!
//! ```text
//! cargo run --release -- reproduce all --out target/evidence
//! cargo run --release -p impinge-evidence --example publish -- target/evidence [--next]
//! ```
//!
//! With `--next` changes are listed beside the run that was published until now. `cargo test -p impinge-evidence --test published` checks what is
//! published.

use std::path::Path;
use std::process::ExitCode;

use impinge_evidence::{Stop, check, publish};

fn main() -> ExitCode {
    let given: Vec<String> = std::env::args().skip(1).collect();
    let (run, next) = match given.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [run] => (run, false),
        [run, "--next"] => (run, true),
        _ => {
            eprintln!("give the folder of a run, and `--next` to begin a new list of changes");
            return ExitCode::FAILURE;
        }
    };
    let results = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/results");
    let wrong = match publish(Path::new(run), &results, next) {
        Ok(()) => check(&results).err().unwrap_or_default(),
        Err(Stop::Interrupted) => vec!["interrupted".into()],
        Err(Stop::Failed(why)) => vec![why],
    };
    for why in &wrong {
        eprintln!("{why}");
    }
    if wrong.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
