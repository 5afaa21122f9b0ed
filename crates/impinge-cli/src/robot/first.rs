//! The first contact of a path.

use serde::Serialize;

/// The first contact of a path.
#[derive(Debug, Serialize)]
pub struct FirstContact<'a> {
    /// Index of the row before it, plus the fraction of the way to the next one.
    pub time: f64,
    /// Lines of the file that it lies between.
    pub lines: [usize; 2],
    pub a: &'a str,
    pub b: &'a str,
    /// Distance at that time; negative if they overlap at the start.
    pub distance: f64,
    pub point_a: [f64; 3],
    pub point_b: [f64; 3],
    #[serde(skip)]
    pub nodes: [usize; 2],
    #[serde(skip)]
    pub values: Vec<f64>,
}
