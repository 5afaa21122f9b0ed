//! Queries on pairs: time of impinge against a library in C or C++, on the same pairs, in one process, in turns.
//!
//! `native LIBRARY.so FOLDER [--rounds N] [--sets a,b] [--out FOLDER]` takes a shared object with the functions of `peer.h` and a
//! folder of cases (see `crates/impinge-io/src/cases/mod.rs`), and prints a line of JSON for each algorithm, query and set. With
//! `--out` the answers follow, in a folder for each algorithm, as `impinge judge` reads them.

mod library;

use std::ops::Range;
use std::path::PathBuf;

use impinge_io::cases::CaseSet;
use impinge_peers_common::{Arguments, Line, Query, compare, wrong_and_missing};
use library::Library;

/// Tolerance of touching, relative to size, as in `impinge judge`.
const TOUCHING: [f64; 2] = [2e-6, 1e-12];

fn main() {
    let mut words = std::env::args().skip(1);
    let usage = || -> ! {
        eprintln!("usage: LIBRARY.so FOLDER [--rounds N] [--sets a,b] [--out FOLDER]");
        std::process::exit(2)
    };
    let path: PathBuf = words.next().map_or_else(|| usage(), Into::into);
    let Some(arguments) = Arguments::parse(words) else { usage() };
    let library = Library::load(&path).unwrap_or_else(|error| {
        eprintln!("{}: {error}", path.display());
        std::process::exit(1)
    });
    let sets = arguments.cases();
    for (algorithm, name) in library.algorithms() {
        for query in Query::ALL {
            for set in &sets {
                one(&library, &arguments, set, query, (algorithm, &name));
            }
        }
    }
}

fn one(
    library: &Library,
    arguments: &Arguments,
    set: &CaseSet,
    query: Query,
    (algorithm, name): (u32, &str),
) {
    let Some(opened) = library.open(set, algorithm, query) else { return };
    let mut theirs = vec![f64::NAN; set.poses.len()];
    let mut block = |block: Range<usize>| opened.run(block, &mut theirs);
    let single = library.bytes() == 4;
    let found = if single {
        compare::<f32>(set, query, arguments.rounds, &mut block)
    } else {
        compare::<f64>(set, query, arguments.rounds, &mut block)
    };
    let touching = TOUCHING[usize::from(!single)];
    Line {
        peer: library.name(),
        algorithm: name.to_owned(),
        precision: if single { "f32" } else { "f64" },
        set: &set.name,
        query,
        turns: found.turns,
        wrong: wrong_and_missing(set, touching, &theirs),
        wrong_ours: wrong_and_missing(set, touching, &found.answers),
        n: theirs.len(),
    }
    .print();
    arguments.write_answers(name, set, query, &theirs);
}
