//! What is timed by `impinge pairs`, how, and what comes out for a pair.

use impinge::answer::default_gap;
use impinge::pair::{Obstacle, Prepared};
use impinge::{Real, Vec3};

use super::ask::Query;

/// What is timed.
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
    /// ε of the precision asked for.
    pub epsilon: f64,
    /// The gap where none is given, relative to size.
    pub gap: f64,
    /// Rounds to the precision asked for.
    pub round: fn(f64) -> f64,
}

impl<'a> Cores<'a> {
    /// Of shapes in precision `T`.
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

/// How to run.
#[derive(Clone, Copy)]
pub struct Options {
    /// Stopping gap relative to size; `None` for what the algorithm takes by itself.
    pub gap: Option<f64>,
    /// How often a set is run.
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
