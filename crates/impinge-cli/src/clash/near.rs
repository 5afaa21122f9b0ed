//! Which pairs of parts are near enough to be looked at: by a tree over their boxes, in time and memory linear in the parts and pairs.

use impinge::broad::{AabbTree, gap};

use super::parts::Parts;
use super::rules::{Fits, Rules, Ruling};
use crate::failure::Failure;

/// How near parts may be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limits {
    /// Apart or deep by no more than this is a touch.
    pub tolerance: f64,
    /// Nearer than this is a finding; 0 asks for nothing.
    pub clearance: f64,
}

impl Limits {
    /// How far apart parts may be and still be a finding.
    pub fn reach(&self) -> f64 {
        self.tolerance.max(self.clearance)
    }
}

/// A pair to look at.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Near {
    /// Numbers of parts, the smaller one first.
    pub pair: (u32, u32),
    /// What is asked of it.
    pub limits: Limits,
}

/// The pairs to look at, in rising order, and how many more there are that rules ignore.
pub struct NearPairs {
    pub pairs: Vec<Near>,
    pub ignored: usize,
}

/// All pairs whose boxes are within reach, as far as the rules want them looked at.
pub fn near_pairs(parts: &Parts, rules: &Rules, limits: Limits) -> Result<NearPairs, Failure> {
    let boxes: Vec<_> = parts.parts.iter().map(|part| part.bounds).collect();
    let (tree, _) = AabbTree::from_boxes(&boxes)
        .map_err(|e| Failure::Said(format!("the box of a part is not as it should be: {e}")))?;
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
