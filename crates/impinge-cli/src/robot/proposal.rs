//! Proposal of the pairs of links that need no checking, written as SRDF.
//!
//! Reasons have the names of MoveIt's setup assistant: `Adjacent` links have a joint between them; `Always` collide at all random
//! poses and `Never` at none; `Default` collide at the default pose and at no other. Unlike there, a pair that
//! collides at the default pose and at some random poses is left out and reported: its collisions may be real.

use std::path::Path;

use impinge_io::robot::{AllowedPair, write_allowed};

use super::counts::{PairCount, Verdict};
use super::model::Model;
use crate::failure::Failure;
use crate::log;

/// Writes the pairs that are already allowed, and those that the poses suggest.
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
        log::say(&format!(
            "not proposed, because they collide at the start and at some poses but not all: {pairs}"
        ));
    }
    Ok(())
}
