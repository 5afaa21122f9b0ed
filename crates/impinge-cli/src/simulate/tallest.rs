//! `impinge simulate stack --tallest`: the tallest stack that stands, as section 4.2.1 of Olvång's thesis defines it.

use std::io::Write;

use impinge::Real;
use impinge_sim::{Solver, StackSettings, StackTrial, ThesisAlgorithm, ThesisSettings, tallest_stack};
use serde::Serialize;

use super::args::{ContactAlgorithm, SimulateArgs};
use crate::Precision;
use crate::failure::Failure;
use crate::outcome::Outcome;
use crate::progress;

/// The line that is printed.
#[derive(Serialize)]
struct Line {
    tallest: usize,
    time_per_box_us: Option<f64>,
    algorithm: ThesisAlgorithm,
    precision: &'static str,
    iterations: usize,
    radius: f64,
    steps: u64,
    rate: f64,
    seed: u64,
    trials: Vec<StackTrial>,
}

/// Finds it and prints one line of JSON.
pub fn run(out: &mut impl Write, args: &SimulateArgs) -> Result<Outcome, Failure> {
    let line = match args.precision {
        Some(Precision::F32) => search::<f32>(args)?,
        Some(Precision::F64) | None => search::<f64>(args)?,
    };
    serde_json::to_writer(&mut *out, &line)?;
    writeln!(out)?;
    Ok(Outcome::Clear)
}

fn search<T: Real>(args: &SimulateArgs) -> Result<Line, Failure> {
    let usual = StackSettings::<T>::default();
    let algorithm = match args.algorithm {
        Some(ContactAlgorithm::Swept) | None => ThesisAlgorithm::Swept,
        Some(ContactAlgorithm::SaGjk) => ThesisAlgorithm::Separating,
        Some(ContactAlgorithm::Mpr) => ThesisAlgorithm::Mpr,
        Some(ContactAlgorithm::Own) => ThesisAlgorithm::Own,
    };
    let iterations = args.iterations.map_or(60, |n| n as usize);
    let settings = StackSettings {
        solver: Solver::Thesis(ThesisSettings { algorithm, iterations, ..ThesisSettings::default() }),
        radius: args.radius.map_or(usual.radius, T::of),
        seed: args.seed,
        rate: args.rate.map_or(usual.rate, T::of),
        steps: args.steps.unwrap_or(usual.steps),
        ..usual
    };
    let bar = progress::bar(usize::try_from(settings.steps).unwrap_or(usize::MAX), "steps");
    let found = tallest_stack(&settings, &mut |trial: &StackTrial| {
        bar.set_prefix(format!("{} boxes", trial.boxes));
        bar.set_position(trial.steps);
    });
    bar.finish_and_clear();
    let found = found.map_err(|e| Failure::Usage(e.to_string()))?;
    Ok(Line {
        tallest: found.tallest,
        time_per_box_us: found.time_per_box_us,
        algorithm,
        precision: T::NAME,
        iterations,
        radius: settings.radius.f64(),
        steps: settings.steps,
        rate: settings.rate.f64(),
        seed: settings.seed,
        trials: found.trials,
    })
}
