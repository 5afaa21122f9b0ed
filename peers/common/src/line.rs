//! A line of JSON, as `impinge pairs` prints it, with both libraries on it.

use crate::{Query, Turns};

/// Results of a peer and impinge for a set.
pub struct Line<'a> {
    /// Name and version of the peer.
    pub peer: String,
    /// Which of its algorithms.
    pub algorithm: String,
    /// Type of number of both.
    pub precision: &'a str,
    /// Name of the set.
    pub set: &'a str,
    /// The query.
    pub query: Query,
    /// Times of both.
    pub turns: Turns,
    /// Wrong and missing answers of the peer.
    pub wrong: (usize, usize),
    /// The same of impinge.
    pub wrong_ours: (usize, usize),
    /// Number of pairs.
    pub n: usize,
}

impl Line<'_> {
    /// Prints it. Names are those of the project, without signs that JSON would have to escape.
    pub fn print(&self) {
        println!(
            "{{\"peer\":\"{}\",\"algorithm\":\"{}\",\"precision\":\"{}\",\"set\":\"{}\",\"query\":\"{}\",\"n\":{},\"ns\":{:.1},\"failures\":{},\
             \"wrong\":{},\"impinge_ns\":{:.1},\"impinge_failures\":{},\"impinge_wrong\":{},\"ratios\":[{:.3},{:.3}]}}",
            self.peer,
            self.algorithm,
            self.precision,
            self.set,
            self.query.name(),
            self.n,
            self.turns.ns[1],
            self.wrong.1,
            self.wrong.0,
            self.turns.ns[0],
            self.wrong_ours.1,
            self.wrong_ours.0,
            self.turns.ratios[0],
            self.turns.ratios[1]
        );
    }
}
