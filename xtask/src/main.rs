//! The chores of the workspace: `cargo xtask test | drivers | layers | paths | packages | package | face | bits | timed | bench | docs | peers |
//! times | figures`.
//!
//! Continuous integration calls `cargo xtask test` and `cargo xtask drivers` and nothing else, so a green run here is a green run there.
//! They need Rust with rustfmt and clippy, and no other tool; what needs one that is missing is listed as skipped.

mod bits;
mod circles;
mod crates;
mod face;
mod figures;
mod layers;
mod packages;
mod paths;
mod peers;
mod source;
mod speed;
mod steps;
mod timed;
mod times;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Where what is checked only, and the documentation, is built, beside what is run: what they share is built once.
const CHECKS_TARGET: &str = "target/checks";

const USAGE: &str = "\
usage: cargo xtask COMMAND

  test     all tests and checks of the workspace, in order, up to the first failure
  drivers  the drivers of other libraries, outside the workspace, compile without warnings
  layers   modules, their files and crates depend on one another in one direction only
  paths    every path that a document names exists
  packages what manifests say and sources include is fit to be published; in no time
  package  pack the published crates, and build and run a program against the packages; further arguments go to cargo package
  face     what each library shows is what docs/public-items*.txt list, in the words of CONTRIBUTING.md; --write lists it anew
  bits     answers are equal to the bit in every build and on any number of threads; [BUILDS] [--write]
  timed    verdicts on the papers that a clock decides are those of docs/results/timed.md; [--write] [ARGUMENTS OF CARGO]
  bench    cargo bench -p impinge; further arguments go to the benchmark
  docs     build the documentation, with warnings as errors; --open shows it
  peers    run the drivers of other libraries and write docs/results/peers.md; [--cases FOLDER] [--sources FOLDER] [--only NAMES] [--quick]
  times    what building costs, from nothing and again, and what a debug build costs: the figures of docs/results/building.md
  figures  draw the pictures again: docs/results from their tables, docs/book from runs of the algorithms
";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let root = root();
    let done = match args.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        ["test"] => steps::test(&root),
        ["drivers"] => steps::drivers(&root),
        ["layers"] => steps::layers(&root),
        ["paths"] => steps::paths(&root),
        ["packages"] => steps::packages(&root),
        ["package", rest @ ..] => packages::run(&root, rest),
        ["face"] => steps::docs(&root, &[]).and_then(|()| steps::face(&root)),
        ["face", "--write"] => steps::docs(&root, &[]).and_then(|()| steps::write_face(&root)),
        ["bits", rest @ ..] => bits::run(&root, rest),
        ["timed", rest @ ..] => timed::run(&root, rest),
        ["bench", rest @ ..] => steps::bench(&root, rest),
        ["docs"] => steps::docs(&root, &[]),
        ["docs", "--open"] => steps::docs(&root, &["--open"]),
        ["peers", rest @ ..] => peers::run(&root, rest),
        ["times"] => times::run(&root),
        ["figures"] => figures::draw(&root).and_then(|()| steps::book(&root)),
        ["help" | "-h" | "--help"] => {
            print!("{USAGE}");
            return ExitCode::SUCCESS;
        }
        _ => {
            eprint!("{USAGE}");
            return ExitCode::from(2);
        }
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("\nxtask: {message}");
            ExitCode::FAILURE
        }
    }
}

/// The root of the repository: the folder above this crate.
fn root() -> PathBuf {
    let here = std::env::var_os("CARGO_MANIFEST_DIR")
        .map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")), PathBuf::from);
    here.parent().map(Path::to_path_buf).unwrap_or(here)
}

/// A place in a file that breaks a rule, and why.
#[derive(Debug, PartialEq)]
struct Offence {
    /// Path from the root of the repository.
    file: String,
    /// Line, from 1.
    line: usize,
    /// The rule that is broken and what to do.
    why: String,
}

impl std::fmt::Display for Offence {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}: {}", self.file, self.line, self.why)
    }
}
