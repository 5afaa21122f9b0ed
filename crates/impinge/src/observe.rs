//! Observers that watch an algorithm step by step, at no cost when nothing watches.
//!
//! Every iterative algorithm takes an [`Observer`] and calls it after each step. A shape cast that advances in time
//! steps takes a [`CastObserver`]. The observer `()` does nothing, and calls to it are compiled away.
//!
//! This module also has [`Status`], how a run ended; [`Interval`], the bounds it found; and [`Decision`], the answer of
//! one algorithm to whether two shapes intersect.

use crate::math::{Real, Vector};
use crate::pair::{Guard, Vertex};

/// Reason why an iteration ended. In each case the error bound of the answer holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub enum Status {
    /// The bounds met within the requested gap (see [`Settings::gap`](crate::Settings::gap) for what that promises), or
    /// showed that the query needs nothing more.
    #[default]
    Converged,
    /// Rounding left nothing to gain. The error bound states how far apart the bounds stayed.
    Stalled,
    /// The iteration budget was used up. The error bound states how far apart the bounds stayed.
    Budget,
    /// GJK or EPA could not prove its answer, and the certified fallback ([`certify`](crate::certify), the judge)
    /// decided. It costs about a hundred times as much and is rarely needed: see [`query`](crate::query). The error
    /// bound is the one the fallback found.
    Judged,
}

/// Method that gave the answer to a query: the rung of the ladder on which it was proven. Methods are tried in this order, until the bounds
/// of one are close enough.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub enum Rung {
    /// A closed form: points, segments, boxes, half-spaces, triangles of two meshes, interpolation in a distance map.
    #[default]
    Closed,
    /// GJK: to rounding for polytopes, to a coarse gap for curved shapes.
    Gjk,
    /// Newton refinement at a smooth peak ([`climb`](crate::climb::climb)), from where GJK came near it.
    Peak,
    /// Newton refinement along an edge ([`climb_ridge`](crate::climb::climb_ridge)).
    Ridge,
    /// GJK to the requested gap, for curved shapes that are nearest neither at a peak nor along an edge.
    FineGjk,
    /// EPA, with Newton refinement where the surface is smooth.
    Epa,
    /// The certified fallback ([`certify`](crate::certify)), with the status [`Status::Judged`].
    Judge,
}

/// A length between two bounds, with the direction and the witness points that show it, in the units and the frame of
/// the obstacle. It is the signed distance ([`certify`](crate::certify)), the penetration depth ([`epa`](crate::epa)),
/// or the distance along a direction until the bodies only touch ([`mpr::depth_along`](crate::mpr::depth_along)).
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(bound = "V: serde::Serialize, V::Scalar: serde::Serialize"))]
pub struct Interval<V: Vector> {
    /// Lower bound, except for rounding.
    pub lower: V::Scalar,
    /// Upper bound, except for rounding.
    pub upper: V::Scalar,
    /// Unit vector from A to B: the best direction found.
    pub normal: V,
    /// Witness point on A: nearest to B, or deepest in it, along the normal.
    pub point_a: V,
    /// The matching witness point on B.
    pub point_b: V,
    /// Number of support calls of B − A.
    pub calls: u32,
    /// Reason why the run ended.
    pub status: Status,
}

impl<V: Vector> Interval<V> {
    /// Returns this interval unchanged, or one with no bounds other than `least` if the obstacle returned NaN or
    /// infinity: then nothing is known.
    #[inline]
    pub(crate) fn unless_broken<O>(self, obstacle: &Guard<'_, O>, least: V::Scalar) -> Self {
        if obstacle.is_broken() { self.unknown(least) } else { self }
    }

    /// Drops all bounds other than `least`.
    #[inline]
    pub(crate) fn unknown(self, least: V::Scalar) -> Self {
        Self { lower: least, upper: V::Scalar::INFINITY, status: Status::Stalled, ..self }
    }
}

/// Answer of one algorithm to whether two shapes intersect, with its proof, in the frame and units that the algorithm
/// runs in. Unlike the [`Verdict`](crate::answer::Verdict) of a query, it may be undecided.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Decision<V: Vector> {
    /// The shapes do not intersect.
    Apart {
        /// Separating axis, unit, from A to B.
        axis: V,
        /// Separation along the axis: the distance is at least this, except for rounding.
        separation: V::Scalar,
    },
    /// The shapes intersect, up to the residual.
    Meet {
        /// A point of A.
        point_a: V,
        /// A point of B.
        point_b: V,
        /// Distance between the two points.
        residual: V::Scalar,
    },
    /// Neither could be proved: the shapes are within rounding of touching.
    Undecided {
        /// Lower bound on the distance; negative if no axis separated them.
        lower: V::Scalar,
        /// Upper bound on the distance.
        upper: V::Scalar,
    },
}

impl<V: Vector> Decision<V> {
    /// `Some(true)` if they intersect, `Some(false)` if they do not.
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

/// One step of an algorithm, in the frame and units that the algorithm runs in.
#[derive(Clone, Copy, Debug)]
pub struct Step<'a, V: Vector> {
    /// Name of the algorithm.
    pub algorithm: &'static str,
    /// Number of the step, from 0.
    pub iteration: u32,
    /// Vertices of the simplex, portal or polytope: points of B − A.
    pub vertices: &'a [Vertex<V>],
    /// Faces as vertex indices; empty if the vertices form one simplex.
    pub faces: &'a [[u32; 3]],
    /// The point or direction that the step is about. For GJK and EPA it is the point nearest to the origin.
    pub point: V,
    /// Corners of the cell of directions that the step is about, as unit vectors: filled by [`certify`](crate::certify), empty otherwise.
    pub cell: &'a [V],
    /// The vertex found in this step.
    pub found: Vertex<V>,
    /// Bounds on the signed distance known after the step.
    pub bounds: [V::Scalar; 2],
    /// Intermediate results of the GJK sub-algorithm.
    pub details: Details<V::Scalar>,
}

/// Numbers from a GJK sub-algorithm that the Signed Volumes paper studies.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Details<T> {
    /// Determinant of the system of equation 14 (Johnson, Backup) for the chosen subset.
    pub det_a: Option<T>,
    /// Determinant of the system of equation 20 (Signed Volumes) for the chosen subset.
    pub det_m: Option<T>,
    /// Number of calls of the Backup procedure.
    pub backups: u32,
    /// Whether condition 9 of the paper (the origin is reached) holds with its tolerance at ε.
    pub condition_9: bool,
    /// Whether condition 10 of the paper (the point is optimal) holds with its tolerance at ε.
    pub condition_10: bool,
}

/// Watches an algorithm.
pub trait Observer<V: Vector> {
    /// Whether the observer looks at steps at all. If not, steps are not even assembled.
    const WATCHES: bool = true;
    /// Called after each step.
    fn step(&mut self, step: &Step<'_, V>);
}

/// One step of a cast, in the frame of the shapes: a measured distance, or a part of the path that was proven free.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CastStep<V: Vector> {
    /// The time that the step is about.
    pub time: V::Scalar,
    /// The path is proven free up to this time.
    pub free_until: V::Scalar,
    /// Number of planes that prove the path free between the previously proven time and this one: one that is fixed, or
    /// one that turns with time from the normal there to the normal here. 0 if the step only measured a distance and
    /// proves nothing more yet.
    pub planes: u32,
    /// Bounds on the signed distance at that time. The lower bound is −∞ if the shapes overlap by an unknown depth.
    pub bounds: [V::Scalar; 2],
    /// Unit vector from A to B at that time.
    pub normal: V,
    /// The point of A nearest to B at that time.
    pub point_a: V,
    /// The point of B nearest to A at that time.
    pub point_b: V,
}

/// Watches a cast.
pub trait CastObserver<V: Vector> {
    /// Whether the observer looks at steps at all. If not, steps are not even assembled.
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

/// Whether an observer looks at steps; known at compile time.
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
