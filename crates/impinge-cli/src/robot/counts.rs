//! How often a pair of links collided at random poses.

use serde::Serialize;

/// How often a pair collided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    Never,
    Sometimes,
    Always,
}

impl Verdict {
    /// In one word.
    pub fn word(self) -> &'static str {
        match self {
            Verdict::Never => "never",
            Verdict::Sometimes => "sometimes",
            Verdict::Always => "always",
        }
    }
}

/// What is counted of a pair.
#[derive(Serialize)]
pub struct PairCount<'a> {
    pub a: &'a str,
    pub b: &'a str,
    /// Poses at which they collide.
    pub collisions: usize,
    pub verdict: Verdict,
    /// Whether they collide where the robot stands unless told.
    pub at_start: bool,
    /// The first pose at which they collide, by its number from 0.
    pub first_pose: Option<usize>,
    #[serde(skip)]
    pub nodes: [usize; 2],
}
