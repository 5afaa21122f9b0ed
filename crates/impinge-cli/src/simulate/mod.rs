//! `impinge simulate SCENE`: bodies in motion, step by step.
//!
//! | file | what it holds |
//! |---|---|
//! | `args.rs` | the command line |
//! | `subject.rs`, `file.rs` | the subject: a built-in scene, or one from a file |
//! | `solver.rs` | selection of the solver |
//! | `tallest.rs`, `tried.rs` | the tallest stack that stands, as the thesis defines it; the stacks that were tried |
//! | `run.rs` | the loop over the steps |
//! | `picture.rs` | the bodies and contacts of one step |
//! | `looks.rs` | bodies as triangles |
//! | `records.rs` | output during the run: tables, poses, files for ParaView |
//! | `checkpoint.rs` | checkpoints, from which a stopped run resumes |
//! | `tally.rs` | counts over all steps |
//! | `summary.rs` | the result, as text and as JSON |
//! | `film.rs` | pictures for a page |
//! | `page.rs` | the page |
//!
//! Everything is read and checked before the first step. The same input gives the same files, to the byte, on any number of threads and
//! however often the run was stopped and resumed.

mod args;
mod checkpoint;
mod file;
mod film;
mod looks;
mod page;
mod picture;
mod records;
mod run;
mod solver;
mod subject;
mod summary;
mod tallest;
mod tally;
mod tried;

use std::io::Write;
use std::path::Path;

use impinge_scenes::worlds;
use impinge_sim::{Solver, WorldSettings};

pub use args::SimulateArgs;
use args::SolverName;

use crate::failure::Failure;
use crate::interruption::interruption;
use crate::log;
use crate::outcome::Outcome;
use run::{Ended, Plan};
use subject::Subject;

/// Simulates the scene given on the command line.
pub fn run(out: &mut impl Write, args: &SimulateArgs) -> Result<Outcome, Failure> {
    if args.tallest {
        return tallest::run(out, args);
    }
    let solver = solver::chosen(args.solver.unwrap_or(SolverName::Soft));
    let subject = subject(args, solver)?;
    let plan = Plan::new(args, &subject)?;
    let stop = interruption()?;
    let ended = run::run(args, &plan, &subject, &stop)?;
    match &ended {
        Ended::Stopped { step, resumable: true } => {
            log::say(&format!("interrupted after step {step}; pass `--resume` to continue from there"));
            return Ok(Outcome::Interrupted);
        }
        Ended::Stopped { step, resumable: false } => {
            log::say(&format!("interrupted after step {step}; nothing is kept without `--out`"));
            return Ok(Outcome::Interrupted);
        }
        Ended::Done(done) => {
            if let Some(path) = &args.page {
                page::save(path, &plan, &subject, done)?;
            }
            match args.json {
                true => done.summary.write_json(out)?,
                false => done.summary.write_text(out)?,
            }
        }
    }
    Ok(Outcome::Clear)
}

/// Subject of the simulation: a built-in scene, or one from a file.
fn subject(args: &SimulateArgs, solver: Solver<f64>) -> Result<Subject, Failure> {
    let settings = WorldSettings { solver, ..WorldSettings::default() };
    if let Some(scene) = worlds::all::<f64>().into_iter().find(|scene| scene.name == args.scene) {
        return Subject::of_scene(&scene, args, settings);
    }
    let path = Path::new(&args.scene);
    if path.extension().is_none() {
        let names: Vec<&str> = worlds::all::<f64>().iter().map(|scene| scene.name).collect();
        return Err(Failure::Usage(format!(
            "unknown scene `{}`; use {}, or a file, .toml or .json",
            args.scene,
            names.join(", ")
        )));
    }
    if args.count.is_some() {
        return Err(Failure::Usage("`--count` applies to built-in scenes, not to files".into()));
    }
    file::read(path, args, settings)
}
