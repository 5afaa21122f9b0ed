//! Tables 2 and 3 of Olvång's thesis: the tallest stack of boxes and of round boxes for each algorithm, precision and number of
//! iterations, one row of CSV each.
//!
//! ```text
//! cargo run --release -p impinge-sim --example thesis_tables -- [NAME=VALUE…]
//! ```
//!
//! Without arguments all rows of both tables are made, which takes most of an hour. `steps=6000` is a tenth of that. Arguments narrow it
//! down or change what the thesis leaves open; several values are separated by commas:
//!
//! | name | values |
//! |---|---|
//! | `algorithm` | `swept,separating,mpr,own` |
//! | `precision` | `f64,f32` |
//! | `iterations` | `60,40,20` |
//! | `radius` | `0` for boxes, above for round boxes |
//! | `seed`, `friction`, `restitution`, `damping`, `fraction`, `gravity`, `density`, `samples`, `size`, `sweep` | what is open |
//! | `clip` | `repaired`, `as-written` |
//! | `steps`, `rate` | 60000 and 200 |

use std::process::ExitCode;

use impinge::Real;
use impinge::study::perturbation::Clip;
use impinge_sim::Solver;
use impinge_sim::study::{StackSettings, ThesisAlgorithm, ThesisSettings, tallest_stack};

/// Boxes that a stack has about, for each root of an iteration: where the search begins.
const HEIGHT: f64 = 2.0;

/// A row: the value of each name, in the order of `OPEN`.
#[derive(Clone, Default)]
struct Case(Vec<String>);

impl Case {
    fn text(&self, name: &str) -> &str {
        OPEN.iter().position(|(n, _)| *n == name).map_or("", |i| &self.0[i])
    }

    fn number(&self, name: &str) -> Result<f64, String> {
        self.text(name).parse().map_err(|e| format!("{name}={}: {e}", self.text(name)))
    }

    fn real<T: Real>(&self, name: &str) -> Result<T, String> {
        self.number(name).map(T::of)
    }
}

/// Names and usual values, the last one running fastest.
const OPEN: &[(&str, &str)] = &[
    ("radius", "0,0.1"),
    ("iterations", "60,40,20"),
    ("algorithm", "swept,separating,mpr,own"),
    ("precision", "f64,f32"),
    ("seed", "1"),
    ("friction", "0.6"),
    ("restitution", "0"),
    ("damping", "0.5"),
    ("fraction", "0.2"),
    ("gravity", "9.81"),
    ("density", "1"),
    ("samples", "8"),
    ("size", "0.015625"),
    ("clip", "repaired"),
    ("sweep", "0.05"),
    ("rate", "200"),
    ("steps", "60000"),
];

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("{why}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<(), String> {
    let names: Vec<_> = OPEN.iter().map(|(name, _)| *name).collect();
    let given: Vec<String> = std::env::args().skip(1).collect();
    let given: Vec<_> = given.iter().map(|a| a.split_once('=').unwrap_or((a, ""))).collect();
    if let Some((name, _)) = given.iter().find(|(name, _)| !names.contains(name)) {
        return Err(format!("{name}: give NAME=VALUE with one of these names: {}", names.join(", ")));
    }
    let mut cases = vec![Case::default()];
    for (name, usual) in OPEN {
        let values = given.iter().rfind(|(n, _)| n == name).map_or(*usual, |(_, values)| values);
        let longer = |case: Case| {
            values.split(',').map(move |value| Case([&case.0[..], &[value.to_string()]].concat()))
        };
        cases = cases.into_iter().flat_map(longer).collect();
    }
    println!("{},tallest,time_per_box_us,sway,path,deepest,fell_after", names.join(","));
    for case in &cases {
        let row = if case.text("precision") == "f32" { row::<f32>(case)? } else { row::<f64>(case)? };
        println!("{},{row}", case.0.join(","));
    }
    Ok(())
}

/// Results for one case.
fn row<T: Real>(case: &Case) -> Result<String, String> {
    let mut thesis = ThesisSettings::<T> {
        algorithm: match case.text("algorithm") {
            "swept" => ThesisAlgorithm::Swept,
            "separating" => ThesisAlgorithm::Separating,
            "mpr" => ThesisAlgorithm::Mpr,
            "own" => ThesisAlgorithm::Own,
            other => return Err(format!("algorithm={other}: swept, separating, mpr or own")),
        },
        iterations: case.number("iterations")? as usize,
        sweep_radius: case.real("sweep")?,
        fraction: case.real("fraction")?,
        damping: case.real("damping")?,
        ..ThesisSettings::default()
    };
    thesis.perturbation.samples = case.number("samples")? as usize;
    thesis.perturbation.size = case.number("size")?;
    thesis.perturbation.clip =
        if case.text("clip") == "as-written" { Clip::AsWritten } else { Clip::Repaired };
    let settings = StackSettings::<T> {
        solver: Solver::Thesis(thesis),
        radius: case.real("radius")?,
        seed: case.number("seed")? as u64,
        rate: case.real("rate")?,
        steps: case.number("steps")? as u64,
        gravity: case.real("gravity")?,
        density: case.real("density")?,
        friction: case.real("friction")?,
        restitution: case.real("restitution")?,
        first: (HEIGHT * case.number("iterations")?.sqrt()) as usize,
        ..StackSettings::default()
    };
    let found = tallest_stack(&settings, &[], &mut |_, _| true).map_err(|e| e.to_string())?;
    let stood = found.trials.iter().find(|t| t.boxes == found.tallest);
    let fell = found.trials.iter().find(|t| t.boxes == found.tallest + 1);
    Ok(format!(
        "{},{:.2},{},{}",
        found.tallest,
        found.time_per_box_us.unwrap_or(f64::NAN),
        stood.map_or(",,".into(), |t| format!("{:.3},{:.3},{:.2e}", t.sway, t.path, t.deepest)),
        fell.map_or(String::new(), |t| t.steps.to_string()),
    ))
}
