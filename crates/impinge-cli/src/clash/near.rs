//! Pairs of parts near enough for a query: found by a tree over their boxes, in time and memory linear in the parts and pairs.

use impinge::broad::{AabbTree, gap};

use super::parts::Parts;
use super::rules::{Fits, Rules, Ruling};
use crate::failure::Failure;

/// Tolerance and clearance of a pair.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limits {
    /// Apart or deep by no more than this is a touch.
    pub tolerance: f64,
    /// Closer than this is a finding; 0 requires no clearance.
    pub clearance: f64,
}

impl Limits {
    /// Largest distance of parts that can be a finding.
    pub fn reach(&self) -> f64 {
        self.tolerance.max(self.clearance)
    }
}

/// A pair to query.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Near {
    /// Numbers of parts, the smaller one first.
    pub pair: (u32, u32),
    /// Its limits.
    pub limits: Limits,
}

/// Pairs to query, in rising order, and the number of those that rules ignore.
pub struct NearPairs {
    pub pairs: Vec<Near>,
    pub ignored: usize,
}

/// All pairs whose boxes are within reach, unless rules ignore them.
pub fn near_pairs(parts: &Parts, rules: &Rules, limits: Limits) -> Result<NearPairs, Failure> {
    let boxes: Vec<_> = parts.parts.iter().map(|part| part.bounds).collect();
    let (tree, _) =
        AabbTree::from_boxes(&boxes).map_err(|e| Failure::Said(format!("invalid box of a part: {e}")))?;
    let fits: Vec<Fits> = parts.parts.iter().map(|part| rules.fits(&part.name)).collect();
    let mut near = Vec::new();
    let mut ignored = 0;
    tree.each_pair(limits.reach().max(rules.most()), |a, b| {
        let (i, j) = (a as usize, b as usize);
        let limits = match rules.ruling(&fits[i], &fits[j]) {
            Ruling::Ignore => {
                ignored += 1;
                return;
            }
            Ruling::Clearance(clearance) => Limits { clearance, ..limits },
            Ruling::Silent => limits,
        };
        if gap(&boxes[i], &boxes[j]) <= limits.reach() {
            near.push(Near { pair: (a, b), limits });
        }
    });
    near.sort_unstable_by_key(|near| near.pair);
    Ok(NearPairs { pairs: near, ignored })
}
