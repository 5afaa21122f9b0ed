//! A proposal for the pairs of links that need no asking, written as SRDF.
//!
//! Reasons are named as by the setup assistant of MoveIt: `Adjacent` links have a joint between them; `Always` collide at all random
//! poses and `Never` at none; `Default` meet where the robot stands unless told, and at no other pose. Unlike there, a pair that
//! collides at the start and at some of the poses is left out, and told: its collisions may be real.

use std::path::Path;

use impinge_io::robot::{AllowedPair, write_allowed};

use super::counts::{PairCount, Verdict};
use super::model::Model;
use crate::failure::Failure;
use crate::log;

/// Writes the pairs that are allowed already, and those that the poses propose.
pub fn write(file: &Path, model: &Model, counted: &[PairCount<'_>]) -> Result<(), Failure> {
    let mut pairs: Vec<AllowedPair> = model.allowed.clone();
    let mut left_out = Vec::new();
    for pair in counted.iter().filter(|pair| !model.is_obstacle(pair.nodes[1])) {
        let reason = match pair.verdict {
            Verdict::Always => "Always",
            Verdict::Never if pair.at_start => "Default",
            Verdict::Never => "Never",
            Verdict::Sometimes if pair.at_start => {
                left_out.push(format!("{} and {}", pair.a, pair.b));
                continue;
            }
            Verdict::Sometimes => continue,
        };
        pairs.push(AllowedPair { links: pair.nodes, reason: reason.into() });
    }
    pairs.sort_by_key(|pair| pair.links);
    write_allowed(file, &model.robot, &pairs)?;
    if !left_out.is_empty() {
        let pairs = left_out.join(", ");
        log::say(&format!("not proposed, as they collide at the start and at some poses, not all: {pairs}"));
    }
    Ok(())
}
