//! Work timed by `impinge pairs`, and its result for a pair.

use impinge::answer::default_gap;
use impinge::study::pair::{Obstacle, Prepared};
use impinge::{Real, Vec3};

use super::ask::Query;

/// Timed work.
#[derive(Clone, Copy)]
pub enum Work {
    /// The library's own choice.
    FrontDoor(Query),
    /// One algorithm.
    Algorithm(OnCores),
    /// V-Clip, on polyhedra.
    Vclip(Query),
}

/// The cores of two prepared shapes, behind a pointer: the algorithms are built once for both precisions.
pub struct Cores<'a> {
    /// B − A.
    pub pair: &'a dyn Obstacle<Vec3<f64>>,
    /// Radius of A's ball.
    pub radius_a: f64,
    /// Radius of B's ball.
    pub radius_b: f64,
    /// The pair's unit of length in the shapes' unit.
    pub unit: f64,
    /// ε of the requested precision.
    pub epsilon: f64,
    /// Default gap, relative to size.
    pub gap: f64,
    /// Rounding to the requested precision.
    pub round: fn(f64) -> f64,
}

impl<'a> Cores<'a> {
    /// Cores of shapes in precision `T`.
    pub fn of<T: Real>(prepared: &'a Prepared<'_, Vec3<f64>>) -> Self {
        Self {
            pair: &prepared.pair,
            radius_a: prepared.radius_a,
            radius_b: prepared.radius_b,
            unit: prepared.frame.length(1.0),
            epsilon: T::EPSILON.f64(),
            gap: default_gap::<T>(),
            round: |x| T::of(x).f64(),
        }
    }
}

/// An algorithm for a query, on the cores of two shapes.
pub type OnCores = fn(&Cores<'_>, &Options) -> Answer;

/// Settings of a run.
#[derive(Clone, Copy)]
pub struct Options {
    /// Stopping gap relative to size; `None` for the algorithm's default.
    pub gap: Option<f64>,
    /// Number of runs of a set.
    pub repeat: u32,
    /// Threads that share the pairs of a set.
    pub threads: usize,
}

/// Result for a pair.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Answer {
    /// Value for the query's file; NaN if there is no answer.
    pub value: f64,
    /// Bound on the error of `value`; NaN if unknown.
    pub error: f64,
    /// Support calls of B − A, if they are counted.
    pub calls: Option<u32>,
    /// Whether the certified search had to decide; `None` if the algorithm has no such fallback.
    pub judged: Option<bool>,
}

impl Answer {
    /// No result.
    pub const NONE: Self = Self { value: f64::NAN, error: f64::NAN, calls: None, judged: None };

    /// Result of the query `intersect`.
    #[inline]
    pub fn verdict(meets: bool, calls: Option<u32>) -> Self {
        let value = if meets { f64::NEG_INFINITY } else { f64::INFINITY };
        Self { value, calls, ..Self::NONE }
    }
}
