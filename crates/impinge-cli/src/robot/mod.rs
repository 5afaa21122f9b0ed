//! `impinge robot ROBOT.urdf`: collisions of a robot with itself and its surroundings.
//!
//! | question | file |
//! |---|---|
//! | at a pose | `pose.rs` |
//! | at many random poses, and the pairs of links that need no more checking | `random.rs`, `proposal.rs`, `gallery.rs` the page |
//! | along a path of poses, without gaps between them | `path.rs`; `sweep.rs` one edge, `bound.rs` the proof, `play.rs` the page |
//!
//! | part | file |
//! |---|---|
//! | links and obstacles as bodies | `model.rs` |
//! | pairs to check | `asked.rs` |
//! | links and obstacles on a page | `shown.rs` |
//! | the command line | `args.rs` |
//! | configurations of the joints, from the command line and from a table | `configuration.rs`, `values.rs`, `rows.rs` |
//! | counts of a pair, and the first contact | `counts.rs`, `first.rs` |
//! | messages about interruptions | `told.rs` |
//!
//! Everything is read and checked before the first query runs. The same input gives the same answers on any number of threads.

mod args;
mod asked;
mod bound;
mod configuration;
mod counts;
mod first;
mod gallery;
mod model;
mod path;
mod play;
mod pose;
mod proposal;
mod random;
mod rows;
mod shown;
mod sweep;
mod told;
mod values;

use std::io::Write;

pub use args::RobotArgs;
use impinge_io::results;

use crate::failure::Failure;
use crate::interruption::interruption;
use crate::outcome::Outcome;
use model::Model;

/// Answers the question given on the command line.
pub fn run(out: &mut impl Write, args: &RobotArgs) -> Result<Outcome, Failure> {
    args.results.as_deref().map_or(Ok(()), results::check_name)?;
    let model = Model::read(args)?;
    let start = values::start(&model.robot, args)?;
    let stop = interruption()?;
    match (args.random, &args.path) {
        (Some(count), _) => random::run(out, args, &model, &start, count as usize, &stop),
        (_, Some(file)) => path::run(out, args, &model, &start, file, &stop),
        _ => pose::run(out, args, &model, &start, &stop),
    }
}
