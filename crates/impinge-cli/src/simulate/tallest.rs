//! The tallest stack that stands, as Olvång's thesis defines it in section 4.2.

use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};

use clap::ValueEnum;
use impinge::Real;
use impinge_sim::study::{
    StackProgress, StackSettings, StackTrial, TallestStack, ThesisAlgorithm, tallest_stack,
    tallest_thesis_stack,
};
use impinge_sim::{Solver, WorldError};
use serde::{Deserialize, Serialize};

use super::args::{ContactAlgorithm, SimulateArgs, SolverName};
use super::solver;
use super::tried::Tried;
use crate::Precision;
use crate::failure::Failure;
use crate::interruption::interruption;
use crate::json;
use crate::log;
use crate::outcome::Outcome;
use crate::progress;

/// The line of JSON, `docs/book/json.md`.
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

/// Finds it and reports it; if interrupted, the result so far.
pub fn run(out: &mut impl Write, args: &SimulateArgs) -> Result<Outcome, Failure> {
    if args.scene != "stack" {
        return Err(Failure::Usage("`--tallest` applies to the scene `stack` only".into()));
    }
    let stop = interruption()?;
    let line = match args.precision.unwrap_or(Precision::F64) {
        // The program's worlds are in `f64`, except for the thesis' comparison.
        Precision::F32 if args.solver.is_some_and(|solver| solver != SolverName::Thesis) => {
            return Err(Failure::Usage("`--precision f32` applies to the solver `thesis` only".into()));
        }
        Precision::F32 => found(args, &stop, "f32", tallest_thesis_stack::<f32>)?,
        Precision::F64 => found(args, &stop, "f64", tallest_stack::<f64>)?,
    };
    let found = match (line.stack.tallest, line.stack.trials.iter().find(|trial| !trial.stands)) {
        (0, None) => "no stack was tried to its end".to_owned(),
        (0, Some(fell)) => format!("one of {} falls", fell.boxes),
        (stood, None) => format!("a stack of {stood} boxes stands"),
        (stood, Some(_)) => format!("a stack of {stood} boxes stands, and taller ones fall"),
    };
    let is_printed = args.json.write(out, &mut |out| json::line(out, &line))?;
    if line.stack.complete {
        if !is_printed {
            let Line { solver, precision, rate, steps, .. } = &line;
            writeln!(out, "{found}: {steps} steps at {rate} Hz, solver {solver} in {precision}")?;
        }
        return Ok(Outcome::Clear);
    }
    let kept = match args.out {
        Some(_) => "pass `--resume` to continue from there",
        None => "nothing is kept without `--out`",
    };
    log::say(&format!("interrupted: {found}; {kept}"));
    Ok(Outcome::Interrupted)
}

/// Searches for it, given the stacks that are already known.
type Search<T> = fn(
    settings: &StackSettings<T>,
    known: &[StackTrial],
    progress: &mut StackProgress<'_>,
) -> Result<TallestStack, WorldError>;

fn found<T: Real + Serialize + for<'a> Deserialize<'a>>(
    args: &SimulateArgs,
    stop: &AtomicBool,
    precision: &'static str,
    search: Search<T>,
) -> Result<Line, Failure> {
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
        return Err(Failure::Usage(
            "`--algorithm` and `--iterations` apply to the solver `thesis` only".into(),
        ));
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
    let said = serde_json::json!({ "precision": precision, "stack": serde_json::to_value(settings)? });
    let mut tried = Tried::read(args, said)?;
    let known = tried.trials.clone();
    let mut failed = None;
    let bar = progress::line();
    let stack = search(&settings, &known, &mut |trials, now| {
        bar.set_message(format!("{} boxes, step {}", now.boxes, now.steps));
        bar.tick();
        failed = tried.keep(trials).err();
        failed.is_none() && !stop.load(Ordering::Relaxed)
    });
    bar.finish_and_clear();
    if let Some(failure) = failed {
        return Err(failure);
    }
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
