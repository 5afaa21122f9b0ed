//! What is timed by `impinge pairs`, how, and what comes out for a pair.

use impinge::pair::Prepared;
use impinge::{Real, Vec3};

use super::Query;

/// What is timed.
#[derive(Clone, Copy)]
pub enum Work<T: Real> {
    /// The library's own choice.
    FrontDoor(Query),
    /// One algorithm.
    OnPair(OnPair<T>),
}

/// An algorithm for a query, on two shapes made ready.
pub type OnPair<T> = fn(&Prepared<'_, Vec3<T>>, &Options) -> Answer;

/// How to run.
#[derive(Clone, Copy)]
pub struct Options {
    /// Stopping gap relative to size; `None` for what the algorithm takes by itself.
    pub gap: Option<f64>,
    /// Times that a set is run.
    pub repeat: u32,
    /// Threads that share the pairs of a set.
    pub threads: usize,
}

/// What was found out about a pair.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Answer {
    /// What the query's file holds; NaN where there is no answer.
    pub value: f64,
    /// Bound on the error of `value`; NaN where none is given.
    pub error: f64,
    /// Support calls of B − A, where they are counted.
    pub calls: Option<u32>,
    /// Whether the certified search had to decide; `None` where none stands behind the algorithm.
    pub judged: Option<bool>,
}

impl Answer {
    /// None.
    pub const NONE: Self = Self { value: f64::NAN, error: f64::NAN, calls: None, judged: None };

    /// That of the query `intersect`.
    #[inline]
    pub fn verdict(meets: bool, calls: Option<u32>) -> Self {
        let value = if meets { f64::NEG_INFINITY } else { f64::INFINITY };
        Self { value, calls, ..Self::NONE }
    }
}
