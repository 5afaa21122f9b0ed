//! Warm-started queries on a pair that is queried repeatedly while it moves a little: each query reuses what the last one
//! learned.
//!
//! **Answer.** The same answers as those of [`intersects`](crate::intersects), [`distance`](crate::distance()) and
//! [`contact`](crate::contact()), with the same proofs, for fewer support calls. Use a [`Warm`] for each pair whose bodies are near one
//! another for more than one query: simulation, tracking, the pairs that a broad phase reports. For a pair that is queried once the
//! plain functions are as good.
//!
//! **Interface.** The queries are methods of the cache, since they change it: `warm.distance(&a, &b)` reads like the
//! plain call, and the cache cannot be forgotten.
//!
//! **Idea.** A rigid motion does not change which points belong to a body. So a point of A and a point of B that the last
//! query found, each kept in the frame of its own body, are points of A and B wherever these are now, and their difference
//! is a point of B − A that costs no support call.
//!
//! | query | starts with | then |
//! |---|---|---|
//! | intersection, previously apart | the last axis | one support call confirms it |
//! | intersection, previously meeting | the simplex, at its present place | no call, if it still contains the origin |
//! | distance of polytopes | GJK on the hull of the points kept | one support call, if the features are the same |
//! | distance of polyhedra, [`Warm::with_vclip`] | a walk from the features kept | one support call, if they are the same |
//! | distance of curved bodies | the last normal and curvature | a few steps of [`climb_again`](crate::climb::climb_again) |
//! | depth of polytopes | the corners of EPA's last polytope | one support call, if the face is the same |
//! | depth of curved bodies | the same corners, the last normal and curvature | the same climb, and rings of points around the peak |
//!
//! **Soundness.** An upper bound on the distance, and a lower one on the depth, rest on points of B − A. The kept state is not
//! trusted to be such points: [`Recall`](crate::shape::Recall) asks the present cores for one of their points, by the vertex id or
//! near the place kept, so that every point used is a point of the present shapes, whatever the cache contains. The bounds on the
//! other side are values of support calls made in this query. A kept normal or curvature only determines where to
//! start. So a stale cache, from another pair or from before a jump, costs calls and invalidates no bound.
//!
//! **Guarantee.** Every answer holds within its `error`, as without the cache. Answers depend on earlier queries, by no
//! more than the errors; the same queries in the same order give bit-identical answers on every machine.
//!
//! **Memory.** About 1.5 KiB per pair, nothing on the heap. Queries do not allocate.
//!
//! **Cost.** See `docs/results/warm.md`.
//!
//! **Failure.** Shapes known only by their support mapping (user-defined shapes, sums, hulls of two) have no points that
//! could be recognized. For them only the last axis helps.

use crate::answer::ladder::Solution;
use crate::answer::space::Trail;
use crate::answer::warm::Kept;
use crate::answer::{Contact, Distance, Kernel, Settings, Verdict, contact, distance, intersects};
use crate::closed::{ClosedSpace, Settled};
use crate::nonconvex::Dimension;
use crate::pair::Prepared;
use crate::shape::Shape;

/// A cache with the state kept for a pair between queries, and the queries that use it. Use one for each pair that is queried in every
/// frame. The state is checked before it is used, so it cannot make an
/// answer wrong.
///
/// ```
/// use impinge::{Cuboid, Pose, Shape, Warm, distance};
///
/// let a = Cuboid::new([1.0, 0.5, 0.5]);
/// let mut warm = Warm::new();
/// let (mut cold_calls, mut warm_calls) = (0, 0);
/// for i in 0..100 {
///     let b = Cuboid::new([0.5, 1.0, 0.5]).at(Pose::at([2.0 + 0.01 * f64::from(i), 0.02 * f64::from(i), 0.3]));
///     let (cold, again) = (distance(&a, &b), warm.distance(&a, &b));
///     assert!((cold.distance - again.distance).abs() <= cold.error + again.error);
///     cold_calls += cold.iterations;
///     warm_calls += again.iterations;
/// }
/// assert!(5 * warm_calls < 3 * cold_calls);
/// ```
#[derive(Clone, Debug)]
pub struct Warm<V: Dimension> {
    kept: Kept<V::Wide>,
    calls: u32,
}

impl<V: Dimension> Default for Warm<V> {
    fn default() -> Self {
        Self { kept: Kept::default(), calls: 0 }
    }
}

impl<V: Dimension> Warm<V> {
    /// Creates an empty cache: the first query is a cold one.
    pub fn new() -> Self {
        Self::default()
    }

    /// Creates a cache that walks over the features of two polyhedra, by [`vclip`](crate::vclip), when their distance or depth is
    /// queried. Other shapes are answered as by [`Warm::new`].
    pub fn with_vclip() -> Self {
        let mut warm = Self::default();
        warm.kept.trail = Some(Trail::default());
        warm
    }

    /// Number of support calls of the Minkowski difference made by the last query.
    #[inline]
    pub fn calls(&self) -> u32 {
        self.calls
    }

    /// Clears the cache: the next query is a cold one.
    pub fn forget(&mut self) {
        *self = if self.kept.trail.is_some() { Self::with_vclip() } else { Self::new() };
    }

    /// Whether two shapes meet. Touching counts. See [`intersects`](crate::intersects).
    #[inline]
    pub fn intersects<A: Shape<V = V>, B: Shape<V = V>>(&mut self, a: &A, b: &B) -> bool {
        self.intersects_with(a, b, &Settings::default())
    }

    /// Whether two shapes are at most `settings.margin` apart (0 if none is given). See
    /// [`intersects_with`](crate::intersects_with).
    pub fn intersects_with<A: Shape<V = V>, B: Shape<V = V>>(
        &mut self,
        a: &A,
        b: &B,
        settings: &Settings,
    ) -> bool {
        let prepared = intersects::within(Prepared::new(&a.parts(), &b.parts()), settings);
        let by_formula = intersects::closed_form(&prepared).map(|meet| (meet, 0));
        let (meet, calls) = by_formula.unwrap_or_else(|| V::Wide::meet_again(&mut self.kept, &prepared));
        self.calls = calls;
        meet
    }

    /// Whether two shapes meet, with the proof. Touching counts. See [`intersection`](crate::intersection).
    pub fn intersection<A: Shape<V = V>, B: Shape<V = V>>(&mut self, a: &A, b: &B) -> Verdict<V> {
        let prepared = Prepared::new(&a.parts(), &b.parts());
        let (verdict, calls) = V::Wide::verdict_again(&mut self.kept, &prepared);
        self.calls = calls;
        verdict.narrowed()
    }

    /// The distance of two shapes. See [`distance`](crate::distance()).
    #[inline]
    pub fn distance<A: Shape<V = V>, B: Shape<V = V>>(&mut self, a: &A, b: &B) -> Distance<V> {
        self.distance_with(a, b, &Settings::default())
    }

    /// The distance of two shapes, to the accuracy that `settings` ask for. See [`distance_with`](crate::distance_with).
    pub fn distance_with<A: Shape<V = V>, B: Shape<V = V>>(
        &mut self,
        a: &A,
        b: &B,
        settings: &Settings,
    ) -> Distance<V> {
        let prepared = Prepared::new(&a.parts(), &b.parts());
        let answer = distance::closed_form(&prepared)
            .unwrap_or_else(|| V::Wide::distance_again(&mut self.kept, &prepared, settings));
        self.calls = answer.iterations;
        answer.narrowed()
    }

    /// The signed distance of two shapes, with witness points and normal. See [`contact`](crate::contact()).
    #[inline]
    pub fn contact<A: Shape<V = V>, B: Shape<V = V>>(&mut self, a: &A, b: &B) -> Contact<V> {
        self.contact_with(a, b, &Settings::default())
    }

    /// The signed distance of two shapes, to the accuracy that `settings` ask for. See [`contact_with`](crate::contact_with).
    pub fn contact_with<A: Shape<V = V>, B: Shape<V = V>>(
        &mut self,
        a: &A,
        b: &B,
        settings: &Settings,
    ) -> Contact<V> {
        let prepared = Prepared::new(&a.parts(), &b.parts());
        let found = match V::Wide::settled(&prepared) {
            Settled::Exact(found) => Solution::exact(found, 0),
            Settled::Open(boxes) => V::Wide::solve_again(&mut self.kept, &prepared, boxes.as_ref(), settings),
        };
        let answer = contact::answer(&prepared, &found);
        self.calls = answer.iterations;
        answer.narrowed()
    }
}
