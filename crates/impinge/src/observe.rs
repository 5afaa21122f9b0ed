//! Watching an algorithm step by step, at no cost when nothing watches.
//!
//! Every iterative algorithm takes an [`Observer`] and calls it after each step; a cast by steps of time takes a
//! [`CastObserver`]. The observer `()` does nothing: calls to it vanish when the program is built.
//!
//! Also here: [`Status`], how a run ended, [`Interval`], what it found, and [`Decision`], whether two shapes meet as
//! one algorithm sees it.

use crate::math::{Real, Vector};
use crate::pair::{Guard, Vertex};

/// How an iteration ended. In each case the answer's own error bound holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub enum Status {
    /// The bounds met within the gap asked for ([`Settings::gap`](crate::Settings::gap) says what that promises), or showed that no more
    /// was asked for.
    #[default]
    Converged,
    /// Rounding left nothing to gain; the error bound says how far the bounds stayed apart.
    Stalled,
    /// The budget of iterations was spent; the error bound says how far the bounds stayed apart.
    Budget,
    /// GJK or EPA could not prove its answer, and the certified search behind them ([`certify`](crate::certify)) decided.
    /// It costs about a hundred times as much, and is rare: see [`query`](crate::query). The error bound is that of the
    /// search.
    Judged,
}

/// A length between two bounds, with the direction and the points that show it, in the units and the frame of the obstacle. The
/// signed distance ([`certify`](crate::certify)), the depth ([`epa`](crate::epa)), or the way along a direction until bodies only
/// touch ([`mpr::depth_along`](crate::mpr::depth_along)).
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(bound = "V: serde::Serialize, V::Scalar: serde::Serialize"))]
pub struct Interval<V: Vector> {
    /// It is at least this, but for rounding.
    pub lower: V::Scalar,
    /// It is at most this, but for rounding.
    pub upper: V::Scalar,
    /// Unit, from A to B: the best direction met.
    pub normal: V,
    /// The point of A nearest to B, or deepest in it, along the normal.
    pub point_a: V,
    /// The point of B that belongs to it.
    pub point_b: V,
    /// Support calls of B − A.
    pub calls: u32,
    /// How it ended.
    pub status: Status,
}

impl<V: Vector> Interval<V> {
    /// The same, or no bounds but `least` where the obstacle gave something that is not a number: then nothing is
    /// known.
    #[inline]
    pub(crate) fn unless_broken<O>(self, obstacle: &Guard<'_, O>, least: V::Scalar) -> Self {
        if obstacle.is_broken() { self.unknown(least) } else { self }
    }

    /// No bounds but `least`.
    #[inline]
    pub(crate) fn unknown(self, least: V::Scalar) -> Self {
        Self { lower: least, upper: V::Scalar::INFINITY, status: Status::Stalled, ..self }
    }
}

/// What an algorithm decided: whether two shapes meet, with the proof, in the frame and units it runs in. Unlike the front
/// door's [`Verdict`](crate::query::Verdict), it may stay open.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Decision<V: Vector> {
    /// They do not meet.
    Apart {
        /// Separating axis, unit, from A to B.
        axis: V,
        /// How far it separates them: their distance is no less, but for rounding.
        separation: V::Scalar,
    },
    /// They meet, up to the residual.
    Meet {
        /// A point of A.
        point_a: V,
        /// A point of B.
        point_b: V,
        /// How far the two are from one another.
        residual: V::Scalar,
    },
    /// Neither could be proved: they are within rounding of touching.
    Undecided {
        /// Bound on the distance from below; negative where no axis separated.
        lower: V::Scalar,
        /// Bound on the distance from above.
        upper: V::Scalar,
    },
}

impl<V: Vector> Decision<V> {
    /// `Some(true)` if they meet, `Some(false)` if they do not.
    pub fn meets(&self) -> Option<bool> {
        match self {
            Self::Apart { .. } => Some(false),
            Self::Meet { .. } => Some(true),
            Self::Undecided { .. } => None,
        }
    }
    /// Whether a common point was found.
    #[inline]
    pub fn is_meet(&self) -> bool {
        matches!(self, Self::Meet { .. })
    }
    /// Whether a separating axis was found.
    #[inline]
    pub fn is_apart(&self) -> bool {
        matches!(self, Self::Apart { .. })
    }
}

/// One step of an algorithm, in the frame and units it runs in.
#[derive(Clone, Copy, Debug)]
pub struct Step<'a, V: Vector> {
    /// Name of the algorithm.
    pub algorithm: &'static str,
    /// Number of the step, from 0.
    pub iteration: u32,
    /// The simplex, portal or polytope: its vertices, all points of B − A.
    pub vertices: &'a [Vertex<V>],
    /// Its faces as indices of vertices; empty where the vertices are one simplex.
    pub faces: &'a [[u32; 3]],
    /// The point or direction the step is about: of GJK and EPA the point nearest to the origin.
    pub point: V,
    /// Corners of the cell of directions that the step is about, unit: of [`certify`](crate::certify), empty elsewhere.
    pub cell: &'a [V],
    /// The vertex found in this step.
    pub found: Vertex<V>,
    /// Bounds on the signed distance known after the step.
    pub bounds: [V::Scalar; 2],
    /// What the sub-algorithm of GJK met on its way.
    pub details: Details<V::Scalar>,
}

/// Numbers of a sub-algorithm of GJK that the Signed Volumes paper studies.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Details<T> {
    /// Determinant of the system of equation 14 (Johnson, Backup), of the subset taken.
    pub det_a: Option<T>,
    /// Determinant of the system of equation 20 (Signed Volumes), of the subset taken.
    pub det_m: Option<T>,
    /// Times that the Backup procedure was called.
    pub backups: u32,
    /// Whether condition 9 of the paper (the origin is reached) holds with its tolerance at ε.
    pub condition_9: bool,
    /// Whether condition 10 of the paper (the point is optimal) holds with its tolerance at ε.
    pub condition_10: bool,
}

/// Watches an algorithm.
pub trait Observer<V: Vector> {
    /// Whether it looks at steps at all; if not, they are not even assembled.
    const WATCHES: bool = true;
    /// Called after each step.
    fn step(&mut self, step: &Step<'_, V>);
}

/// One step of a cast, in the frame of the shapes: a distance that was measured, or a part of the way that was proven free.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CastStep<V: Vector> {
    /// The time that the step is about.
    pub time: V::Scalar,
    /// Until then the way is proven free.
    pub free_until: V::Scalar,
    /// How many planes prove the way to be free between the time proven before and this one: one that stands still, or one that turns
    /// with time from the normal there to the normal here. 0 where a distance was measured, and nothing more is proven yet.
    pub planes: u32,
    /// Bounds on the signed distance at that time; the lower one is −∞ where they overlap by an amount that is not known.
    pub bounds: [V::Scalar; 2],
    /// Unit, from A to B, at that time.
    pub normal: V,
    /// The point of A nearest to B at that time.
    pub point_a: V,
    /// The point of B nearest to A at that time.
    pub point_b: V,
}

/// Watches a cast.
pub trait CastObserver<V: Vector> {
    /// Whether it looks at steps at all; if not, they are not even assembled.
    const WATCHES: bool = true;
    /// Called after each step.
    fn step(&mut self, step: &CastStep<V>);
}

impl<V: Vector> CastObserver<V> for () {
    const WATCHES: bool = false;
    #[inline(always)]
    fn step(&mut self, _: &CastStep<V>) {}
}

impl<V: Vector, F: FnMut(&CastStep<V>)> CastObserver<V> for F {
    fn step(&mut self, step: &CastStep<V>) {
        self(step);
    }
}

/// Whether an observer looks; known when the program is built.
#[inline(always)]
pub(crate) fn watches<V: Vector, O: Observer<V>>(_: &O) -> bool {
    O::WATCHES
}

impl<V: Vector> Observer<V> for () {
    const WATCHES: bool = false;
    #[inline(always)]
    fn step(&mut self, _: &Step<'_, V>) {}
}

impl<V: Vector, F: FnMut(&Step<'_, V>)> Observer<V> for F {
    fn step(&mut self, step: &Step<'_, V>) {
        self(step);
    }
}
