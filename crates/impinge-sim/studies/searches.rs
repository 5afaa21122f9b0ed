//! Searches for broken promises of the simulator: tables of cases and faults.
//!
//! `cargo run --release -p impinge-sim --example searches -- [CASES] [SEED] [NAME...]`
//!
//! Exits with 1 if a promise does not hold; the case that shows it first is printed below its table.
//!
//! `... --example searches -- --write [SEED]` runs all of them, with the counts below, and writes `docs/results/searches.md`, up to its
//! section on rapier, which stays.

use std::fmt::Write as _;
use std::process::{Command, ExitCode};
use std::time::Instant;

use impinge_scenes::searches::{ALL, Row, Search};

/// The page of `--write`.
const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/results/searches.md");

/// Heading of the part of the page that `--write` keeps.
const KEPT: &str = "## Beside rapier";

/// Cases of each search for the page: ten minutes of processor time in all.
const CASES: &[(&str, usize)] = &[
    ("edits", 6_000),
    ("snapshots", 40_000),
    ("elastic", 400),
    ("energy", 30_000),
    ("free-spin", 24_000),
    ("no-overlap", 10_500),
    ("one-way", 15_000),
    ("sleep", 2_000),
    ("tunnels", 24_000),
    ("walkers", 900),
];

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number =
        |at: usize, default| arguments.get(at).map_or(default, |text| text.parse().expect("a number"));
    if arguments.first().is_some_and(|first| first == "--write") {
        return write_page(number(1, 2026) as u64);
    }
    let (cases, seed) = (number(0, 1_000), number(1, 1));
    let names = arguments.get(2..).unwrap_or_default();
    let mut faults = 0;
    for search in ALL.iter().filter(|search| names.is_empty() || names.iter().any(|name| name == search.name))
    {
        let rows = (search.run)(seed as u64, cases);
        print!("\n{}", table(search, &rows));
        faults += rows.iter().map(|row| row.faults).sum::<usize>();
    }
    ExitCode::from(u8::from(faults > 0))
}

fn table(search: &Search, rows: &[Row]) -> String {
    let mut text = format!(
        "**{}**: {}\n\n| case | cases | faults | worst |\n|---|---|---|---|\n",
        search.name, search.promise
    );
    for row in rows {
        let _ = writeln!(text, "| {} | {} | {} | {} |", row.name, row.cases, row.faults, row.worst);
    }
    for (name, case) in rows.iter().filter_map(|row| row.first.as_ref().map(|case| (&row.name, case))) {
        let _ = writeln!(text, "\n{name}: {case}");
    }
    text
}

/// Runs all searches, and writes the page.
fn write_page(seed: u64) -> ExitCode {
    let start = Instant::now();
    let (mut tables, mut faults) = (String::new(), 0);
    for search in ALL {
        let cases = CASES.iter().find(|(name, _)| *name == search.name).map_or(1_000, |(_, cases)| *cases);
        let rows = (search.run)(seed, cases);
        eprintln!("{}: {:?}", search.name, start.elapsed());
        let _ = write!(tables, "\n## {}\n\n{}", search.name, table(search, &rows));
        faults += rows.iter().map(|row| row.faults).sum::<usize>();
    }
    let head = format!(
        "# Searches for broken promises\n\n\
         **Build.** Release profile: opt-level 3, 16 codegen units, no LTO; `impinge-sim` {}, commit {}, on {}, {}.\n\n\
         ```sh\n\
         cargo run --release -p impinge-sim --example searches -- --write {seed}\n\
         ```\n\n\
         Each search makes random cases from the seed and looks for one that breaks its promise, a *fault*; below a table are the first \
         faults of its rows, in numbers that repeat them.\nAnother seed or number of cases: `... --example searches -- CASES SEED NAME`. \
         No fault found is not a proof that there is none.\nFaults in all: {faults}.\n",
        env!("CARGO_PKG_VERSION"),
        output("git", &["describe", "--always"]),
        output("date", &["-u", "+%Y-%m-%d"]),
        machine(),
    );
    let kept = std::fs::read_to_string(PAGE).unwrap_or_default();
    let kept = kept.find(KEPT).map_or(String::new(), |at| format!("\n{}", &kept[at..]));
    std::fs::write(PAGE, format!("{head}{tables}{kept}")).expect("the page can be written");
    ExitCode::from(u8::from(faults > 0))
}

fn output(program: &str, arguments: &[&str]) -> String {
    let found = Command::new(program).args(arguments).output();
    found.map_or("unknown".to_owned(), |found| String::from_utf8_lossy(&found.stdout).trim().to_owned())
}

fn machine() -> String {
    let about = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let name = about.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": "));
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    format!("one of {threads} threads of {}", name.map_or(std::env::consts::ARCH, |(_, name)| name))
}
