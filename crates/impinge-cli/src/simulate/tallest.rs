//! The tallest stack that stands, as Olvång's thesis defines it in section 4.2: one line of JSON.

use std::io::Write;

use clap::ValueEnum;
use impinge::Real;
use impinge_sim::{
    Solver, StackSettings, StackTrial, TallestStack, ThesisAlgorithm, WorldError, tallest_stack,
    tallest_thesis_stack,
};
use serde::Serialize;

use super::args::{ContactAlgorithm, SimulateArgs, SolverName};
use super::solver;
use crate::Precision;
use crate::failure::Failure;
use crate::outcome::Outcome;
use crate::progress;

/// The line of JSON.
#[derive(Serialize)]
struct Line {
    #[serde(flatten)]
    stack: TallestStack,
    solver: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    algorithm: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    iterations: Option<usize>,
    precision: &'static str,
    radius: f64,
    rate: f64,
    steps: u64,
    seed: u64,
}

/// Finds it and prints the line.
pub fn run(out: &mut impl Write, args: &SimulateArgs) -> Result<Outcome, Failure> {
    if args.scene != "stack" {
        return Err(Failure::Usage("`--tallest` is for the scene `stack`".into()));
    }
    let line = match args.precision.unwrap_or(Precision::F64) {
        // Worlds of the program are in `f64`, but for what the thesis compares.
        Precision::F32 if args.solver.is_some_and(|solver| solver != SolverName::Thesis) => {
            return Err(Failure::Usage("`--precision f32` is for the solver `thesis`".into()));
        }
        Precision::F32 => found(args, "f32", tallest_thesis_stack::<f32>)?,
        Precision::F64 => found(args, "f64", tallest_stack::<f64>)?,
    };
    serde_json::to_writer(&mut *out, &line)?;
    writeln!(out)?;
    Ok(Outcome::Clear)
}

/// Searches for it; `progress` is told of the stack that is being tried.
type Search<T> = fn(
    settings: &StackSettings<T>,
    progress: &mut dyn FnMut(&StackTrial),
) -> Result<TallestStack, WorldError>;

fn found<T: Real>(args: &SimulateArgs, precision: &'static str, search: Search<T>) -> Result<Line, Failure> {
    let mut solver = solver::chosen::<T>(args.solver.unwrap_or(SolverName::Thesis));
    let (mut algorithm, mut iterations) = (None, None);
    if let Solver::Thesis(settings) = &mut solver {
        let asked = args.algorithm.unwrap_or(ContactAlgorithm::Swept);
        settings.algorithm = match asked {
            ContactAlgorithm::Swept => ThesisAlgorithm::Swept,
            ContactAlgorithm::SaGjk => ThesisAlgorithm::Separating,
            ContactAlgorithm::Mpr => ThesisAlgorithm::Mpr,
            ContactAlgorithm::Own => ThesisAlgorithm::Own,
        };
        settings.iterations = args.iterations.map_or(settings.iterations, |n| n as usize);
        algorithm = asked.to_possible_value().map(|value| value.get_name().to_owned());
        iterations = Some(settings.iterations);
    } else if args.algorithm.is_some() || args.iterations.is_some() {
        return Err(Failure::Usage("`--algorithm` and `--iterations` are for the solver `thesis`".into()));
    }
    let usual = StackSettings::<T>::default();
    let settings = StackSettings {
        solver,
        radius: args.radius.map_or(usual.radius, T::of),
        seed: args.seed,
        rate: args.rate.map_or(usual.rate, T::of),
        steps: args.steps.unwrap_or(usual.steps),
        ..usual
    };
    let bar = progress::line();
    let stack = search(&settings, &mut |trial| {
        bar.set_message(format!("{} boxes, step {}", trial.boxes, trial.steps));
        bar.tick();
    });
    bar.finish_and_clear();
    Ok(Line {
        stack: stack.map_err(|e| Failure::Said(format!("stack: {e}")))?,
        solver: solver::name(&settings.solver),
        algorithm,
        iterations,
        precision,
        radius: settings.radius.f64(),
        rate: settings.rate.f64(),
        steps: settings.steps,
        seed: settings.seed,
    })
}
