//! Counts of the collisions of a pair of links at random poses.

use serde::Serialize;

/// Frequency of collisions of a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    Never,
    Sometimes,
    Always,
}

impl Verdict {
    /// One word for it.
    pub fn word(self) -> &'static str {
        match self {
            Verdict::Never => "never",
            Verdict::Sometimes => "sometimes",
            Verdict::Always => "always",
        }
    }
}

/// Counts of a pair.
#[derive(Serialize)]
pub struct PairCount<'a> {
    pub a: &'a str,
    pub b: &'a str,
    /// Number of poses at which they collide.
    pub collisions: usize,
    pub verdict: Verdict,
    /// Whether they collide at the default pose.
    pub at_start: bool,
    /// Index of the first pose at which they collide.
    pub first_pose: Option<usize>,
    #[serde(skip)]
    pub nodes: [usize; 2],
}
