//! Points that bear out a value: one of A and one of B, as far from one another as the answer says.
//!
//! A value is proven by bounds, and each bound in its own way: GJK's nearest points, a mesh around the origin, a search
//! over the directions. The points of an answer must fit all the same. Where those at hand do not, the ones that do are
//! sought directly: of a target q (0 where the bodies are apart or a common point is wanted, value × normal where they
//! overlap) the point of B − A nearest to it.
//!
//! **Guarantee.** The points returned belong to their bodies in any case: they are convex combinations of support
//! points. How far their difference is from the target is for the caller to check and to add to the error.
//!
//! **Cost.** A run of GJK; where that is not enough, one in doubled precision, some microseconds per step. Only bodies that
//! are thin, of very different sizes, coaxial or barely touching come here.

use super::{Doubled, Gjk, Goal, MAX_STEPS, SubAlgorithm, Voronoi, VoronoiSpace};
use crate::math::Vector;
use crate::pair::{Obstacle, Vertex};

/// Points of A and B that differ by `target` within `enough`, or of those met the ones that do so best; and the support
/// calls made.
#[cold]
#[inline(never)]
pub(crate) fn differing_by<W: VoronoiSpace<Scalar = f64>>(
    obstacle: &impl Obstacle<W>,
    target: W,
    enough: f64,
    offered: [W; 2],
) -> ([W; 2], u32) {
    differing_by_dyn(obstacle, target, enough, offered)
}

/// The same, built once for all obstacles. A call of its own: who hands out a pointer to a pair that is asked through it would
/// have to keep the pair in memory on the ordinary way too.
#[inline(never)]
fn differing_by_dyn<W: VoronoiSpace<Scalar = f64>>(
    obstacle: &dyn Obstacle<W>,
    target: W,
    enough: f64,
    offered: [W; 2],
) -> ([W; 2], u32) {
    let obstacle = &obstacle;
    let about = About { obstacle, target };
    let mut search = Search { about, enough, best: offered, misfit: misfit(offered, target), calls: 0 };
    if !search.is_done() {
        search.run(Gjk::<W, Voronoi>::new());
    }
    if !search.is_done() {
        search.run(Gjk::<W, Doubled>::new());
    }
    (search.best, search.calls)
}

/// How far the difference of two points is from the target.
#[inline]
pub(crate) fn misfit<W: Vector<Scalar = f64>>([point_a, point_b]: [W; 2], target: W) -> f64 {
    (point_b - point_a - target).norm()
}

struct Search<'a, W, O> {
    about: About<'a, W, O>,
    enough: f64,
    best: [W; 2],
    misfit: f64,
    calls: u32,
}

impl<W: Vector<Scalar = f64>, O: Obstacle<W>> Search<'_, W, O> {
    fn is_done(&self) -> bool {
        self.misfit <= self.enough
    }

    /// Looks for better points by GJK.
    fn run<S: SubAlgorithm<W>>(&mut self, mut gjk: Gjk<W, S>) {
        let target = self.about.target;
        let gap = self.about.rounding();
        let goal = Goal { far: f64::INFINITY, near: self.enough, gap, steps: MAX_STEPS };
        self.calls += gjk.run(&self.about, &goal, &mut ()).calls;
        let (point_a, point_b) = gjk.simplex().witnesses();
        let points = [point_a, point_b + target];
        let misfit = misfit(points, target);
        if misfit < self.misfit || !self.misfit.is_finite() {
            (self.best, self.misfit) = (points, misfit);
        }
    }
}

/// B − A as seen from a target.
struct About<'a, W, O> {
    obstacle: &'a O,
    target: W,
}

impl<W: Vector<Scalar = f64>, O: Obstacle<W>> Obstacle<W> for About<'_, W, O> {
    fn support(&self, direction: W, near: &Vertex<W>) -> Vertex<W> {
        let vertex = self.obstacle.support(direction, near);
        Vertex { point: vertex.point - self.target, ..vertex }
    }
    fn center(&self) -> W {
        self.obstacle.center() - self.target
    }
    fn size(&self) -> f64 {
        self.obstacle.size() + self.target.norm()
    }
    fn rounding(&self) -> f64 {
        self.obstacle.rounding()
    }
    fn is_polytope(&self) -> bool {
        self.obstacle.is_polytope()
    }
}
