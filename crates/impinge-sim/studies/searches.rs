//! Searches for broken promises of the simulator: tables of cases and faults.
//!
//! `cargo run --release -p impinge-sim --example searches -- [CASES] [SEED] [NAME...]`
//!
//! Exits with 1 if a promise does not hold; the case that shows it first is printed below its table.

use std::process::ExitCode;

use impinge_scenes::searches::ALL;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number =
        |at: usize, default| arguments.get(at).map_or(default, |text| text.parse().expect("a number"));
    let (cases, seed) = (number(0, 1_000), number(1, 1));
    let names = arguments.get(2..).unwrap_or_default();
    let mut faults = 0;
    for search in ALL.iter().filter(|search| names.is_empty() || names.iter().any(|name| name == search.name))
    {
        println!(
            "\n**{}**: {}\n\n| case | cases | faults | worst |\n|---|---|---|---|",
            search.name, search.promise
        );
        let rows = (search.run)(seed as u64, cases);
        for row in &rows {
            println!("| {} | {} | {} | {} |", row.name, row.cases, row.faults, row.worst);
            faults += row.faults;
        }
        for (name, case) in rows.iter().filter_map(|row| row.first.as_ref().map(|case| (&row.name, case))) {
            println!("\n{name}: {case}");
        }
    }
    ExitCode::from(u8::from(faults > 0))
}
