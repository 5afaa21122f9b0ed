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
//! | `space.rs` | what differs between worlds in space and in the plane |
//! | `looks.rs`, `flat.rs` | bodies as triangles, and those of the plane |
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
mod flat;
mod looks;
mod page;
mod picture;
mod records;
mod run;
mod solver;
mod space;
mod subject;
mod summary;
mod tallest;
mod tally;
mod tried;

use std::io::Write;
use std::path::Path;

use impinge::{Vec2, Vec3};
use impinge_scenes::worlds::WorldScene;
use impinge_sim::generic::WorldSettings;
use impinge_sim::{Solver, WorldError};

pub use args::SimulateArgs;
use args::SolverName;

use crate::failure::Failure;
use crate::interruption::interruption;
use crate::json;
use crate::log;
use crate::outcome::Outcome;
use run::{Ended, Plan};
use space::Drawn;
use subject::Subject;

/// Simulates the scene given on the command line.
pub fn run(out: &mut impl Write, args: &SimulateArgs) -> Result<Outcome, Failure> {
    if args.tallest {
        return tallest::run(out, args);
    }
    let name = args.solver.unwrap_or(SolverName::Soft);
    if args.plane && name == SolverName::Thesis {
        return Err(Failure::Usage(WorldError::OnlyInSpace.to_string()));
    }
    let solver = solver::chosen(name);
    match args.plane {
        true => simulate(out, args, &in_plane(args, solver)?),
        false => simulate(out, args, &in_space(args, solver)?),
    }
}

fn simulate<V: Drawn>(
    out: &mut impl Write,
    args: &SimulateArgs,
    subject: &Subject<V>,
) -> Result<Outcome, Failure> {
    let plan = Plan::new(args, subject)?;
    let stop = interruption()?;
    let ended = run::run(args, &plan, subject, &stop)?;
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
                page::save(path, &plan, subject, done)?;
            }
            if !args.json.write(out, &mut |out| json::line(out, &done.summary))? {
                done.summary.write_text(out)?;
            }
        }
    }
    Ok(Outcome::Clear)
}

/// Subject in space: a built-in scene, or one from a file.
fn in_space(args: &SimulateArgs, solver: Solver<f64>) -> Result<Subject<Vec3<f64>>, Failure> {
    let settings = WorldSettings { solver, ..WorldSettings::default() };
    if let Some(scene) = named(&args.scene) {
        return Subject::of_scene(&scene, args, settings);
    }
    let path = Path::new(&args.scene);
    if path.extension().is_none() {
        if named::<Vec2<f64>>(&args.scene).is_some() {
            let said = format!("`{}` is a scene in the plane; pass `--plane`", args.scene);
            return Err(Failure::Usage(said));
        }
        return Err(unknown::<Vec3<f64>>(&args.scene, ", or a file, .toml or .json"));
    }
    if args.count.is_some() {
        return Err(Failure::Usage("`--count` applies to built-in scenes, not to files".into()));
    }
    file::read(path, args, settings)
}

/// Subject in the plane: a built-in scene.
fn in_plane(args: &SimulateArgs, solver: Solver<f64>) -> Result<Subject<Vec2<f64>>, Failure> {
    let settings = WorldSettings { solver, ..WorldSettings::default() };
    match named(&args.scene) {
        Some(scene) => Subject::of_scene(&scene, args, settings),
        None if Path::new(&args.scene).extension().is_some() => {
            Err(Failure::Usage("`--plane` applies to built-in scenes, not to files".into()))
        }
        None => Err(unknown::<Vec2<f64>>(&args.scene, "")),
    }
}

fn named<V: Drawn>(name: &str) -> Option<WorldScene<V>> {
    V::scenes().into_iter().find(|scene| scene.name == name)
}

fn unknown<V: Drawn>(name: &str, more: &str) -> Failure {
    let names: Vec<&str> = V::scenes().iter().map(|scene| scene.name).collect();
    Failure::Usage(format!("unknown scene `{name}`{}; use {}{more}", V::ADDITION, names.join(", ")))
}
