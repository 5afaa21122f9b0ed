//! Promises of every answer. A check says which promise was broken, and by how much.
//!
//! Truth comes from the [oracle](crate::oracle) alone.

pub mod bodies;
pub mod cast;
pub mod decompose;
pub mod files;
pub mod ghosts;
pub mod hull;
pub mod manifold;
pub mod maps;
pub mod motion;
pub mod outlines;
pub mod pair;
pub mod players;
mod promise;
pub mod ray;
pub mod scene;
pub mod slide;

use std::fmt;

use impinge::{Real, Vector};

use crate::Target;
use crate::oracle::Truth;

/// Error of points that have no promise of their own in [`promise`]: this many ε of the precision × (size of the pair
/// + its distance from the origin).
pub const WITNESS_ULPS: f64 = 64.0;

/// The length of a normal is off by no more than this many ε.
pub const UNIT_ULPS: f64 = 8.0;

/// Error of a point, in the precision of the answers.
pub fn narrow<U: Vector>(truth: &Truth) -> f64 {
    WITNESS_ULPS * (U::Scalar::EPSILON.f64() * (truth.size + truth.far) + truth.unit.grain::<U::Scalar>())
}

/// A promise that was broken.
#[derive(Clone, Debug)]
pub struct Broken {
    /// Which one.
    pub promise: &'static str,
    /// The numbers.
    pub numbers: String,
    /// Not wrong, but worse than it should be.
    pub soft: bool,
}

/// All promises that an input broke.
#[derive(Clone, Debug, Default)]
pub struct Findings(pub Vec<Broken>);

impl Findings {
    pub fn hold(&mut self, holds: bool, promise: &'static str, numbers: impl FnOnce() -> String) {
        self.note(holds, promise, numbers, false);
    }

    pub fn wish(&mut self, holds: bool, promise: &'static str, numbers: impl FnOnce() -> String) {
        self.note(holds, promise, numbers, true);
    }

    /// Each promise once.
    fn note(&mut self, holds: bool, promise: &'static str, numbers: impl FnOnce() -> String, soft: bool) {
        if !holds && self.0.iter().all(|b| b.promise != promise) {
            self.0.push(Broken { promise, numbers: numbers(), soft });
        }
    }
}

/// Case that a target makes of an input. In words: with all its numbers.
pub trait Case: Sized + fmt::Display {
    /// `None` where the bytes stand for nothing.
    fn read(target: Target, data: &[u8]) -> Option<Self>;
    /// Subject, for the table.
    fn kinds(&self) -> String;
    fn check(&self, findings: &mut Findings);
}
