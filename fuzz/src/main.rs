//! Runs fuzz targets: `impinge-fuzz TARGET SECONDS [SEED]` for a time, `impinge-fuzz TARGET inputs COUNT [SEED]` on this many
//! inputs, always the same ones, or `impinge-fuzz TARGET show HEX` on one. `all` stands for all targets in turn. `impinge-fuzz cli SECONDS
//! [SEED]` runs the program on files.
//!
//! Every input is printed that breaks a promise in a way not met yet (which promise, by which kinds of bodies), made as
//! simple as it still breaks the same promise; at the end comes a table of how often. The exit status is 1 where a
//! promise was broken. An input on which a query does not end is a finding too: a second thread watches the clock.

use std::process::ExitCode;
use std::time::Duration;

use impinge_fuzz::search::{Search, Until, bytes, word};
use impinge_fuzz::{Target, run};

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    std::panic::set_hook(Box::new(|info| {
        // Panics of the library; that a size is refused is expected.
        if let Some(at) = info.location().filter(|_| std::env::var_os("FUZZ_PANICS").is_some()) {
            eprintln!("panic at {}:{}", at.file(), at.line());
        }
    }));
    if let ["cli", seconds, rest @ ..] = arguments.as_slice() {
        return run_program(seconds, rest);
    }
    let Some((targets, rest)) = arguments.split_first().and_then(|(name, rest)| Some((targets(name)?, rest)))
    else {
        return usage();
    };
    let seed = |text: Option<&&str>| text.and_then(|s| s.parse().ok()).unwrap_or(1);
    let until = match rest {
        ["show", hex] => return show(targets[0], hex),
        ["inputs", count, rest @ ..] => count.parse().ok().map(|n| (Until::Count(n), seed(rest.first()))),
        [seconds, rest @ ..] => {
            let time = seconds.parse().ok().map(Duration::from_secs);
            time.map(|t| (Until::Time(t), seed(rest.first())))
        }
        [] => None,
    };
    let Some((until, seed)) = until else { return usage() };
    let broken: Vec<Target> = targets.into_iter().filter(|target| !search(*target, seed).go(until)).collect();
    if broken.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Runs the program on random files.
fn run_program(seconds: &str, rest: &[&str]) -> ExitCode {
    let number = |text: &str| text.parse().ok();
    let (Some(seconds), Some(seed)) = (number(seconds), rest.first().map_or(Some(1), |text| number(text)))
    else {
        return usage();
    };
    match impinge_fuzz::cli::search(seconds, seed) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(e) => {
            eprintln!("{e}");
            ExitCode::from(2)
        }
    }
}

fn search(target: Target, seed: u64) -> Search {
    let mut search = Search::new(target, seed);
    search.program = std::env::current_exe().ok();
    search
}

fn targets(name: &str) -> Option<Vec<Target>> {
    let named = Target::ALL.iter().filter(|(n, _)| name == "all" || *n == name);
    Some(named.map(|t| t.1).collect::<Vec<_>>()).filter(|all| !all.is_empty())
}

fn usage() -> ExitCode {
    let names: Vec<&str> = Target::ALL.iter().map(|t| t.0).collect();
    eprintln!(
        "usage: impinge-fuzz TARGET SECONDS [SEED]\n       impinge-fuzz cli SECONDS [SEED]\n       impinge-fuzz TARGET inputs COUNT [SEED]\n       \
         impinge-fuzz TARGET show HEX\ntargets: all, {}",
        names.join(", ")
    );
    ExitCode::from(2)
}

fn show(target: Target, hex: &str) -> ExitCode {
    let outcome = run(target, &bytes(hex), true);
    print!("{}", outcome.scene);
    let Some(findings) = outcome.findings else {
        println!("the input stands for nothing");
        return ExitCode::SUCCESS;
    };
    for broken in &findings.0 {
        println!("{}{}: {}", word(broken), broken.promise, broken.numbers);
    }
    if findings.0.is_empty() {
        println!("all holds");
    }
    if findings.0.iter().all(|b| b.soft) { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
