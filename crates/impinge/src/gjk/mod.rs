//! GJK: the distance of two convex shapes, and whether they intersect.
//!
//! **Answers** the distance with witness points, a lower bound with its direction, or a simplex that contains the
//! origin. Use it for bodies that are apart, and as the first step for all others.
//!
//! **Source.** Gilbert, Johnson and Keerthi 1988, as in Olvång's thesis, section 2.3 (Algorithms 1 and 4), Montanari et
//! al. 2017, Algorithm 1, and the lecture's proximity GJK with its lower bound.
//!
//! | symbol | meaning |
//! |---|---|
//! | v | the point of the simplex nearest to the origin; \|v\| bounds the distance from above |
//! | w | the support point of B − A along −v; v·w/\|v\| = g(v/\|v\|) bounds the distance from below |
//!
//! **Guarantee.** The run stops on the duality gap \|v\| − g, not on a change of \|v\| (the thesis) nor on a relative
//! condition (the paper's 9 and 10, which an observer still sees). Both bounds hold regardless of the path that led to
//! them: \|v\| is the length of a point of B − A, and g is the value of a support call. So the distance is known to
//! within the gap and [`Obstacle::rounding`].
//!
//! **Cost.** One support call of B − A and one call of the sub-algorithm per step; 4 to 7 steps for polytopes, more for
//! curved shapes, for which each step shrinks the gap by a factor of about 2 to 3.
//!
//! **Failure.** A vertex that repeats, or a step that does not shorten v, ends the run with [`Status::Stalled`]; the
//! bounds hold nevertheless. A support point that is NaN or infinite ends it in the same way, and is ignored. The
//! number of steps is bounded.

mod backup;
mod doubled;
mod johnson;
mod known;
mod quick;
pub mod separating;
mod signed_volumes;
mod simplex;
pub mod swept;
mod voronoi;
pub(crate) mod witness;

pub use backup::{Backup, JohnsonBackup};
use doubled::Doubled;
pub use johnson::Johnson;
#[doc(hidden)]
pub use known::{Known, MAX_KNOWN};
#[doc(hidden)]
pub use quick::QuickSpace;
pub use signed_volumes::{SignedVolumes, SignedVolumesExact};
pub use simplex::{Simplex, SubAlgorithm};
pub use voronoi::Voronoi;
#[doc(hidden)]
pub use voronoi::VoronoiSpace;

use self::known::Among;
use crate::math::{Real, Vector};
use crate::observe::{Details, Observer, Status, Step, watches};
use crate::pair::{Obstacle, Vertex};

/// Limit on the steps of a run. Curved shapes need up to about 60 to reach rounding; slender ones that nearly touch
/// need more.
pub const MAX_STEPS: u32 = 128;

/// Stopping criteria of a run. Lengths are in the obstacle's units.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Goal<T> {
    /// Stop as soon as the distance is known to exceed this.
    pub far: T,
    /// Stop as soon as the distance is known not to exceed this.
    pub near: T,
    /// Stop as soon as the duality gap is at most this.
    pub gap: T,
    /// Stop after this many steps.
    pub steps: u32,
}

/// Result of a run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Proximity<V: Vector> {
    /// The point of the simplex nearest to the origin; zero if a full simplex contains it.
    pub closest: V,
    /// Upper bound on the distance: the length of `closest`.
    pub upper: V::Scalar,
    /// Lower bound on the distance, the largest g(n) found; negative if no direction separates.
    pub lower: V::Scalar,
    /// The direction of `lower`, not a unit vector.
    pub axis: V,
    /// The support point of that direction.
    pub vertex: Vertex<V>,
    /// Number of support calls of B − A.
    pub calls: u32,
    /// Reason why the run ended.
    pub status: Status,
}

/// GJK with the sub-algorithm as a parameter, and the warm start data it keeps between queries.
///
/// It keeps the last axis and the last vertices: if the bodies moved little since, the next run begins there and needs
/// fewer steps. [`Gjk::forget`] makes the next run a cold start. The answers of a warm and a cold run differ by no more
/// than their error bounds.
#[derive(Clone, Debug)]
pub struct Gjk<V: Vector, S = Voronoi> {
    sub: S,
    simplex: Simplex<V>,
    axis: V,
}

impl<V: Vector, S: SubAlgorithm<V>> Default for Gjk<V, S> {
    fn default() -> Self {
        Self::new()
    }
}

impl<V: Vector, S: SubAlgorithm<V>> Gjk<V, S> {
    /// A state with nothing kept yet.
    #[inline]
    pub fn new() -> Self {
        Self { sub: S::default(), simplex: Simplex::new(Vertex::default()), axis: V::ZERO }
    }

    /// A state that begins in this direction (from A to B); zero for the direction from center to center.
    #[inline]
    pub fn from_axis(axis: V) -> Self {
        Self { axis, ..Self::new() }
    }

    /// The simplex of the last run, with the weights of the nearest point.
    #[inline]
    pub fn simplex(&self) -> &Simplex<V> {
        &self.simplex
    }

    /// Replaces the kept points by these, from a better end than the run's own, the newest last.
    pub(crate) fn keep(&mut self, vertices: &[Vertex<V>]) {
        let [first, rest @ ..] = vertices else { return };
        self.simplex = Simplex::new(*first);
        for vertex in rest.iter().take(V::DIM) {
            if !self.simplex.holds(vertex) {
                self.simplex.push(*vertex);
            }
        }
    }

    /// Drops the warm start data.
    pub fn forget(&mut self) {
        *self = Self::new();
    }

    /// Runs until the goal is reached.
    #[inline(always)]
    pub fn run(
        &mut self,
        obstacle: &impl Obstacle<V>,
        goal: &Goal<V::Scalar>,
        observer: &mut impl Observer<V>,
    ) -> Proximity<V> {
        self.sub.restart();
        let mut v = if self.axis == V::ZERO { obstacle.center() } else { self.axis };
        let squared = v.norm_squared();
        if !(squared >= shortest_squared::<V>() && squared < V::Scalar::INFINITY) {
            // Zero, so short that its square has lost digits, or not finite.
            v = any_direction(v);
        }
        let (near, infinity) = (self.simplex.newest(), V::Scalar::INFINITY);
        let start = Proximity {
            closest: v,
            upper: infinity,
            lower: -infinity,
            axis: v,
            vertex: near,
            calls: 0,
            status: Status::Budget,
        };
        self.go_on(obstacle, goal, observer, start)
    }

    /// Runs as [`Gjk::run`] does, but begins with `known`, points of the obstacle that were found earlier: what they
    /// show costs no support call. If there are none, it begins in the kept direction.
    #[doc(hidden)]
    #[inline(always)]
    pub fn run_from(
        &mut self,
        obstacle: &impl Obstacle<V>,
        goal: &Goal<V::Scalar>,
        known: &Known<V>,
    ) -> Proximity<V> {
        if known.vertices().is_empty() {
            return self.run(obstacle, goal, &mut ());
        }
        let mut found = self.among(obstacle, goal, known);
        if found.upper <= goal.near {
            found.status = Status::Converged;
            return found;
        }
        if self.simplex.is_full() {
            // Rounding left no room for another vertex.
            self.forget();
            return self.run_anew(obstacle, goal);
        }
        self.resume(obstacle, goal, &mut (), found)
    }

    /// Runs as [`Gjk::run`] does, but begins with a reduced and weighted simplex of points of the obstacle, and its
    /// point nearest to the origin.
    #[inline(always)]
    pub fn run_on(
        &mut self,
        obstacle: &impl Obstacle<V>,
        goal: &Goal<V::Scalar>,
        simplex: Simplex<V>,
        closest: V,
    ) -> Proximity<V> {
        self.sub.restart();
        self.simplex = simplex;
        let upper = closest.norm();
        if !(upper.is_finite() && simplex.vertices().iter().all(|v| v.point.is_finite())) {
            self.forget();
            return self.run_anew(obstacle, goal);
        }
        if upper > goal.near && simplex.is_full() {
            // Rounding left no room for another vertex.
            return self.run_anew(obstacle, goal);
        }
        let (vertex, lower) = (simplex.newest(), -V::Scalar::INFINITY);
        let status = Status::Converged;
        let found = Proximity { closest, upper, lower, axis: closest, vertex, calls: 0, status };
        if upper <= goal.near {
            return found;
        }
        self.resume(obstacle, goal, &mut (), found)
    }

    /// [`Gjk::run`] for rare calls, or beside another run: compiled once, apart from that.
    #[inline(never)]
    pub(crate) fn run_anew(&mut self, obstacle: &impl Obstacle<V>, goal: &Goal<V::Scalar>) -> Proximity<V> {
        self.run(obstacle, goal, &mut ())
    }

    /// The point nearest to the origin on the convex hull of known points, of which there is at least one: an upper
    /// bound for the obstacle, without a support call.
    #[doc(hidden)]
    #[inline]
    pub fn among(
        &mut self,
        obstacle: &impl Obstacle<V>,
        goal: &Goal<V::Scalar>,
        known: &Known<V>,
    ) -> Proximity<V> {
        let among = Among { known, size: obstacle.size(), rounding: obstacle.rounding() };
        let inner = Goal { far: V::Scalar::INFINITY, gap: obstacle.rounding(), ..*goal };
        let mut found = self.run(&among, &inner, &mut ());
        // The points' own lower bound is not a bound for the obstacle.
        (found.lower, found.axis, found.calls) = (-V::Scalar::INFINITY, found.closest, 0);
        found
    }

    /// Continues from the end of a run on the same obstacle, to a further goal.
    #[inline(always)]
    pub fn resume(
        &mut self,
        obstacle: &impl Obstacle<V>,
        goal: &Goal<V::Scalar>,
        observer: &mut impl Observer<V>,
        mut found: Proximity<V>,
    ) -> Proximity<V> {
        let squared = found.closest.norm_squared();
        // Otherwise there is no direction to search along, or the simplex contained the origin, or rounding left it no room.
        let directed = squared > V::Scalar::ZERO && squared < V::Scalar::INFINITY;
        if !directed || (found.upper < V::Scalar::INFINITY && self.simplex.is_full()) {
            found.status = Status::Stalled;
            return found;
        }
        found.status = Status::Budget;
        self.go_on(obstacle, goal, observer, found)
    }

    /// The steps, from a point whose squared length is finite and above 0.
    #[inline(always)]
    fn go_on(
        &mut self,
        obstacle: &impl Obstacle<V>,
        goal: &Goal<V::Scalar>,
        observer: &mut impl Observer<V>,
        mut found: Proximity<V>,
    ) -> Proximity<V> {
        let mut v = found.closest;
        let mut squared = v.norm_squared();
        let mut length = squared.sqrt();
        let mut near = self.simplex.newest();
        while found.calls < goal.steps {
            let w = obstacle.support(-v, &near);
            let first = found.upper == V::Scalar::INFINITY;
            found.calls += 1;
            near = w;
            let separation = v.dot(w.point) / length;
            if separation > found.lower && separation < V::Scalar::INFINITY {
                (found.lower, found.axis, found.vertex) = (separation, v, w);
            } else if !separation.is_finite() {
                // Not finite: the obstacle is broken, and nothing more can be known.
                found.status = Status::Stalled;
                break;
            }
            if first {
                self.simplex = Simplex::new(w);
                v = w.point;
            }
            // Within the gap, but only once they are known to be apart: the verdict must be right, however wide the gap
            // is.
            let closed = found.upper - found.lower <= goal.gap && found.lower > V::Scalar::ZERO;
            if found.lower > goal.far || closed {
                found.status = Status::Converged;
            } else if !first {
                if self.simplex.holds(&w) {
                    found.status = Status::Stalled;
                } else {
                    self.simplex.push(w);
                    v = self.sub.closest(&mut self.simplex);
                }
            }
            let shorter = v.norm_squared();
            // False too if numbers are so large that v is NaN.
            let is_shorter = shorter < squared;
            if !is_shorter && !first && found.status == Status::Budget {
                found.status = Status::Stalled;
            }
            squared = shorter;
            length = squared.sqrt();
            found.upper = length;
            if found.status == Status::Budget {
                if found.upper <= goal.near {
                    found.status = Status::Converged;
                } else if self.simplex.is_full() {
                    // No room for another vertex: rounding left a full simplex whose weights miss the origin.
                    found.status = Status::Stalled;
                }
            }
            if watches(observer) {
                self.tell(observer, &found, v, w);
            }
            if found.status != Status::Budget {
                break;
            }
        }
        self.axis = found.axis;
        if !found.upper.is_finite() {
            (found.closest, found.upper) = (found.axis, V::Scalar::INFINITY);
            return found;
        }
        found.closest = v;
        // The nearest point of a needle triangle, a multiple of its normal, may be off the triangle. The combination is on it.
        if self.simplex.len() > 2 {
            found.upper = found.upper.max(self.simplex.combination().norm());
        }
        found
    }

    /// If the last run found the origin in a full simplex whose weights miss it, refines them, and the upper bound with them.
    #[inline(never)]
    pub(crate) fn refine(&mut self, found: &mut Proximity<V>) {
        if self.simplex.is_full() && found.closest == V::ZERO {
            self.sub.refine(&mut self.simplex);
            found.upper = self.simplex.combination().norm();
        }
    }

    #[cold]
    fn tell(&self, observer: &mut impl Observer<V>, result: &Proximity<V>, v: V, w: Vertex<V>) {
        let epsilon = V::Scalar::EPSILON;
        let largest =
            self.simplex.vertices().iter().fold(V::Scalar::ZERO, |m, y| m.max(y.point.norm_squared()));
        let squared = v.norm_squared();
        observer.step(&Step {
            algorithm: S::NAME,
            iteration: result.calls - 1,
            vertices: self.simplex.vertices(),
            faces: &[],
            point: v,
            cell: &[],
            found: w,
            bounds: [result.lower, result.upper],
            details: Details {
                condition_9: squared <= epsilon * largest,
                condition_10: squared - v.dot(w.point) <= epsilon * epsilon * squared,
                ..self.sub.details()
            },
        });
    }
}

/// The unit vector along `v`, or the first axis if it has none.
#[cold]
#[inline(never)]
fn any_direction<V: Vector>(v: V) -> V {
    v.normalized().filter(|v| v.is_finite()).unwrap_or(V::axis(0))
}

/// Smallest squared length of an initial direction: for smaller ones, the last digits are below the smallest normal number.
#[inline(always)]
fn shortest_squared<V: Vector>() -> V::Scalar {
    V::Scalar::power_of_two(-V::Scalar::MAX_EXPONENT / 2)
}
