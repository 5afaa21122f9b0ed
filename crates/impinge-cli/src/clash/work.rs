//! Queries of all pairs, on many threads in batches; each finished batch is in the journal.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use impinge_evidence::spread;

use super::ask::ask;
use super::finding::Finding;
use super::journal::{Existing, Header, Journal};
use super::near::Near;
use super::parts::Parts;
use crate::failure::Failure;
use crate::hash::Digest;
use crate::progress;

/// Pairs in a batch: the most that each thread loses if a run is killed. Smaller batches make a longer journal.
const BATCH: usize = 4;

/// Work to do.
pub struct Work<'a> {
    pub parts: &'a Parts,
    pub pairs: &'a [Near],
    pub threads: usize,
    /// Set to end the run early.
    pub stop: &'a AtomicBool,
}

/// Outcome of a run.
pub enum Ended {
    /// Finished, with these findings in the order of the pairs. The journal is to be removed after they are reported.
    Done(Vec<Finding>, Option<Journal>),
    /// Interrupted, with the number of finished pairs and of all pairs.
    Interrupted { done: usize, of: usize },
}

impl Work<'_> {
    /// Queries all pairs that are not in the journal yet.
    pub fn run(&self, journal: Option<(&Path, Existing)>) -> Result<Ended, Failure> {
        let batches: Vec<&[Near]> = self.pairs.chunks(BATCH).collect();
        let mut done: BTreeMap<usize, Vec<Finding>> = BTreeMap::new();
        let mut journal = match journal {
            None => None,
            Some((path, existing)) => {
                let header = self.header(batches.len());
                let keep = |batch, findings| {
                    done.insert(batch, findings);
                };
                Some(Journal::open(path, &header, existing, keep)?)
            }
        };
        let left: Vec<usize> = (0..batches.len()).filter(|batch| !done.contains_key(batch)).collect();
        let bar = progress::bar(self.pairs.len(), "pairs");
        bar.set_position((done.len() * BATCH) as u64);
        bar.reset_eta();
        let mut failed = None;
        let ask_all = |k: usize| -> Vec<Finding> {
            batches[left[k]].iter().filter_map(|near| ask(self.parts, near)).collect()
        };
        spread(self.threads, left.len(), ask_all, |k, findings| {
            let batch = left[k];
            if let Some(Err(failure)) = journal.as_mut().map(|journal| journal.add(batch, &findings)) {
                failed = Some(failure);
            }
            bar.inc(batches[batch].len() as u64);
            done.insert(batch, findings);
            failed.is_none() && !self.stop.load(Ordering::Relaxed)
        });
        bar.finish_and_clear();
        if let Some(failure) = failed {
            return Err(failure);
        }
        if done.len() < batches.len() {
            let pairs = done.keys().map(|batch| batches[*batch].len()).sum();
            return Ok(Ended::Interrupted { done: pairs, of: self.pairs.len() });
        }
        Ok(Ended::Done(done.into_values().flatten().collect(), journal))
    }

    /// Hash of everything that the findings depend on: parts, the pairs to query, and their limits.
    fn header(&self, batches: usize) -> Header {
        let mut digest: Digest = self.parts.digest;
        for Near { pair: (a, b), limits } in self.pairs {
            digest.word(u64::from(*a) << 32 | u64::from(*b));
            digest.number(limits.tolerance);
            digest.number(limits.clearance);
        }
        Header {
            program: format!("impinge {} clash", env!("CARGO_PKG_VERSION")),
            inputs: format!("{:032x}", digest.value()),
            batches,
        }
    }
}
