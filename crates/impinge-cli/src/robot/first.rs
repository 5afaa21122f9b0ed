//! The first contact of a path.

use serde::Serialize;

/// The first contact of a path.
#[derive(Debug, Serialize)]
pub struct FirstContact<'a> {
    /// The row before it, counted from 0, and the part of the way to the next one.
    pub time: f64,
    /// The lines of the file that it is between.
    pub lines: [usize; 2],
    pub a: &'a str,
    pub b: &'a str,
    /// How far apart they are then; below 0 where they overlap at the start.
    pub distance: f64,
    pub point_a: [f64; 3],
    pub point_b: [f64; 3],
    #[serde(skip)]
    pub nodes: [usize; 2],
    #[serde(skip)]
    pub values: Vec<f64>,
}
