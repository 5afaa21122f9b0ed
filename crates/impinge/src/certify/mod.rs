//! Certified fallback (the judge): a proven interval for the signed distance of any two shapes, apart or overlapping.
//!
//! **Answers** the signed distance between two proven bounds, with a direction that attains the lower one and witness
//! points. It is a global search and needs no start. Use it to judge other answers, and if EPA cannot prove its own; it
//! costs tens to hundreds of microseconds.
//!
//! **Method.** Best-first branch and bound (Land and Doig 1960) over the directions, developed for this problem. The
//! set is C = B − A, see [`pair`](crate::pair).
//!
//! | symbol | meaning |
//! |---|---|
//! | g(n) | min over C of n·c; how far the unit direction n separates |
//! | s | the signed distance, the largest g(n) |
//! | c_j | points of C found so far; g(n) <= n·c_j for each, so also for every p in their convex hull |
//! | n_i | corners of a cell |
//! | λ, β | weights of the points and of the corners in the game of a cell, `certify/bound.rs` |
//!
//! 1. GJK. A point p of C proves s <= \|p\|, a direction proves s >= g(n): for shapes apart this is often enough.
//! 2. The directions are covered by the 8 triangles of an octahedron (4 arcs in the plane).
//! 3. The cell with the largest bound is probed at the direction that attains its bound. On a polytope this is the
//!    normal of the plane through three vertices, so kinks of g are hit exactly. If the bound falls by half the cell is
//!    put back, otherwise it is split across its longest side. A curved body's best direction is improved by Newton's
//!    method.
//! 4. The search ends when no cell's bound exceeds the best g by more than the gap.
//!
//! **Guarantee.** `lower <= s <= upper`, rounding included, for every status, if [`Obstacle::rounding`] bounds the
//! rounding of the shapes. The bounds of cells use only weights, and any weights give a valid bound, so no system of
//! equations has to be solved accurately.
//!
//! **Cost.** Bounds are too high by a multiple of the square of the cell's side, and g falls with the square of the
//! angle from the best direction (linearly at a kink). So about equally many cells remain on each level, and the number
//! of calls grows with log(1/gap): 3 to 50 on average for pairs apart, 15 to 100 for polytopes that overlap, 70 to 470
//! for curved ones, at about 1 µs each. Memory: 140 KiB of stack, with no allocation.
//!
//! **Failure.** If the best direction is not isolated (concentric balls, coaxial cylinders), the cells along the whole
//! set of best directions remain, and the budget of calls or the room for cells is used up: the run ends with
//! [`Status::Budget`](crate::observe::Status::Budget) and a valid but wide interval. Use [`certify_about_axis`] if C is
//! known to be a body of revolution about a line through the origin. A gap below rounding ends with
//! [`Status::Stalled`](crate::observe::Status::Stalled), and so does an obstacle that returns NaN or infinite points,
//! without bounds.
//!
//! [`Status::Budget`]: crate::observe::Status::Budget
//! [`Status::Stalled`]: crate::observe::Status::Stalled

mod bound;
mod cell;
mod room;
mod search;
mod witness;

use crate::gjk::{Gjk, Goal, Proximity, Simplex, Voronoi};
use crate::math::{Real, Vec2, Vec3, Vector};
use crate::observe::{Interval, Observer};
use crate::pair::{Guard, Obstacle};
use search::Search;

/// Error of an upper bound computed here, in ε × size: 5 for p, 3 for the dot product, 2 for corners that are not quite
/// unit, 3 near a face, and 1 for each time that a side of the octahedron was halved, since the middle is off the great
/// circle by that much and leaves a sliver uncovered: at most 27 times, as cells of side √ε are not split. If it were
/// smaller, an interval might miss the true value by a few ε.
const UPPER_ULPS: f64 = 40.0;

/// Error of a lower bound in addition to [`Obstacle::rounding`], in ε × size: the direction is not quite unit.
const LOWER_ULPS: f64 = 4.0;

/// Default gap, in the obstacle's units (a prepared pair has a size near 1): 1e-13, or 1e-6 in `f32`. Ten times more
/// saves one call in twelve for curved pairs that overlap; below 1e-14, or 1e-6, rounding is the larger part of the
/// interval.
const GAP: [f64; 2] = [1e-13, 1e-6];

/// Default budget of calls. Isolated best directions of bodies as long as ten times their width need less; if they are
/// not isolated this takes some milliseconds.
const BUDGET: u32 = 10_000;

/// Stopping criteria of a search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CertifySettings<T> {
    /// Stop as soon as the bounds are this near to one another except for rounding, in the obstacle's units.
    pub gap: T,
    /// Stop after this many support calls of B − A. Up to 8 more begin a search, and up to 24 more find witness points.
    pub budget: u32,
}

impl<T: Real> Default for CertifySettings<T> {
    fn default() -> Self {
        Self::of_size(T::ONE)
    }
}

impl<T: Real> CertifySettings<T> {
    /// The default settings for an obstacle of this size.
    pub fn of_size(size: T) -> Self {
        let wide = T::EPSILON.f64() == f64::EPSILON;
        Self { gap: T::of(if wide { GAP[0] } else { GAP[1] }) * size, budget: BUDGET }
    }
}

/// Operations that the search needs of the plane or space.
#[doc(hidden)]
pub trait CertifySpace: Vector {
    /// Runs GJK until the bounds are within `gap` or `steps` are done: returns its result and its simplex.
    fn nearest(
        obstacle: &impl Obstacle<Self>,
        gap: Self::Scalar,
        steps: u32,
        observer: &mut impl Observer<Self>,
    ) -> (Proximity<Self>, Simplex<Self>);
}

macro_rules! space {
    ($v:ident) => {
        impl<T: Real> CertifySpace for $v<T> {
            fn nearest(
                obstacle: &impl Obstacle<Self>,
                gap: T,
                steps: u32,
                observer: &mut impl Observer<Self>,
            ) -> (Proximity<Self>, Simplex<Self>) {
                let mut gjk = Gjk::<Self, Voronoi>::new();
                let found =
                    gjk.run(obstacle, &Goal { far: T::INFINITY, near: T::ZERO, gap, steps }, observer);
                (found, *gjk.simplex())
            }
        }
    };
}
space!(Vec2);
space!(Vec3);

/// The signed distance of any pair. The lower bound is g(normal) minus rounding. Of the pairs of points found, the
/// witness points are those whose difference is nearest to g(normal) × normal.
#[inline(never)]
pub fn certify<V: CertifySpace>(
    obstacle: &impl Obstacle<V>,
    settings: &CertifySettings<V::Scalar>,
) -> Interval<V> {
    certify_watched(obstacle, settings, &mut ())
}

/// [`certify`] with an observer: the steps of GJK come first.
pub fn certify_watched<V: CertifySpace>(
    obstacle: &impl Obstacle<V>,
    settings: &CertifySettings<V::Scalar>,
    observer: &mut impl Observer<V>,
) -> Interval<V> {
    let basis = [V::axis(0), V::axis(1), V::axis(2)];
    let obstacle = &Guard::new(obstacle);
    Search::new(obstacle, &basis[..V::DIM], settings)
        .run(false, observer)
        .unless_broken(obstacle, -V::Scalar::INFINITY)
}

/// The signed distance if B − A is a body of revolution about the line through the origin along `axis` (zero: the first
/// axis). That is the case for two bodies of revolution with a common axis, or if one is a ball whose center is on the
/// other's axis. This is not checked.
///
/// g(n) then depends only on the angle of n with the axis, so half a great circle is searched.
pub fn certify_about_axis<T: Real>(
    obstacle: &impl Obstacle<Vec3<T>>,
    axis: Vec3<T>,
    settings: &CertifySettings<T>,
) -> Interval<Vec3<T>> {
    certify_about_axis_watched(obstacle, axis, settings, &mut ())
}

/// [`certify_about_axis`] with an observer.
pub fn certify_about_axis_watched<T: Real>(
    obstacle: &impl Obstacle<Vec3<T>>,
    axis: Vec3<T>,
    settings: &CertifySettings<T>,
    observer: &mut impl Observer<Vec3<T>>,
) -> Interval<Vec3<T>> {
    let axis = axis.unit();
    let basis = [axis, axis.any_orthogonal()];
    let obstacle = &Guard::new(obstacle);
    Search::new(obstacle, &basis, settings).run(true, observer).unless_broken(obstacle, -T::INFINITY)
}
