//! The first contact of a path.

use serde::Serialize;

use super::configuration::Configuration;
use crate::bodies::state::State;

/// The first contact of a path.
#[derive(Debug, Serialize)]
pub struct FirstContact<'a> {
    /// Index of the row before it, plus the fraction of the way to the next one.
    pub time: f64,
    /// Lines of the file that it lies between.
    pub lines: [usize; 2],
    pub a: &'a str,
    pub b: &'a str,
    /// Relation at that time: at the start of a path links may overlap, or one be inside the other.
    pub state: State,
    /// Distance at that time.
    pub distance: f64,
    pub point_a: [f64; 3],
    pub point_b: [f64; 3],
    #[serde(skip)]
    pub nodes: [usize; 2],
    #[serde(skip)]
    pub configuration: Configuration,
}
