//! A proposal for the pairs of links that need no asking, written as SRDF.
//!
//! Reasons are named as by the setup assistant of MoveIt: `Adjacent` links have a joint between them; `Default` collide where the
//! robot stands unless told, so they must be meant to; `Always` and `Never` collide at all or at none of the random poses.

use std::path::Path;

use impinge_io::robot::{AllowedPair, write_allowed};

use super::model::Model;
use super::random::{PairCount, Verdict};
use crate::failure::Failure;

/// Writes the pairs that are allowed already, and those that the poses propose.
pub fn write(file: &Path, model: &Model, counted: &[PairCount<'_>]) -> Result<(), Failure> {
    let mut pairs: Vec<AllowedPair> = model.allowed.clone();
    for pair in counted.iter().filter(|pair| !model.is_obstacle(pair.nodes[1])) {
        let reason = match pair.verdict {
            Verdict::Always => "Always",
            _ if pair.at_start => "Default",
            Verdict::Never => "Never",
            Verdict::Sometimes => continue,
        };
        pairs.push(AllowedPair { links: pair.nodes, reason: reason.into() });
    }
    pairs.sort_by_key(|pair| pair.links);
    write_allowed(file, &model.robot, &pairs)?;
    Ok(())
}
