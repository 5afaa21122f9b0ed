//! Witness points that match a value: one of A and one of B, whose distance is what the answer says.
//!
//! A value is proven by bounds, and each bound in its own way: GJK's nearest points, a mesh around the origin, a search
//! over the directions. The witness points of an answer must match all the same. If the available ones do not, matching
//! ones are searched for directly: the point of B − A nearest to a target q (0 if the bodies are apart or a common
//! point is wanted, value × normal if they overlap).
//!
//! **Guarantee.** The returned points belong to their bodies in any case: they are convex combinations of support
//! points. The caller must check how far their difference is from the target and add that to the error.
//!
//! **Cost.** A run of GJK; if that is not enough, one in doubled precision, a few microseconds per step, and at last
//! some for each body with a point of the other held. Only bodies that are thin, of very different sizes, coaxial or
//! barely touching get here.

use super::{Doubled, Gjk, Goal, MAX_STEPS, SubAlgorithm, Voronoi, VoronoiSpace};
use crate::math::Vector;
use crate::pair::{Obstacle, Vertex};

/// Number of alternations between the bodies whose point is held. Two flat parts that overlap at a corner of 45° take
/// one for each digit in base 4.
const MOST_TURNS: u32 = 32;

/// Points of A and B that differ by `target` within `enough`, or the best ones found; and the number of support calls.
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

/// The same, compiled once for all obstacles. It is a separate call: the caller that makes a pointer to a pair for
/// indirect calls would have to keep the pair in memory on the ordinary path too.
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
    for _ in 0..MOST_TURNS {
        let before = search.misfit;
        for held in [Held::B, Held::A] {
            if !search.is_done() {
                search.hold(held);
            }
        }
        if search.is_done() || search.misfit >= before {
            break;
        }
    }
    (search.best, search.calls)
}

/// Distance of the difference of two points from the target.
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

impl<W: VoronoiSpace<Scalar = f64>, O: Obstacle<W>> Search<'_, W, O> {
    fn is_done(&self) -> bool {
        self.misfit <= self.enough
    }

    /// Searches for better points by GJK.
    fn run<S: SubAlgorithm<W>>(&mut self, mut gjk: Gjk<W, S>) {
        let target = self.about.target;
        let gap = self.about.rounding();
        let goal = Goal { far: f64::INFINITY, near: self.enough, gap, steps: MAX_STEPS };
        self.calls += gjk.run(&self.about, &goal, &mut ()).calls;
        let (point_a, point_b) = gjk.simplex().witnesses();
        self.offer([point_a, point_b + target]);
    }

    /// Searches for a better point of one body while the other's is held.
    fn hold(&mut self, held: Held) {
        let [point_a, point_b] = self.best;
        let one = One { about: &self.about, held, at: if held == Held::A { point_a } else { point_b } };
        let mut gjk = Gjk::<W, Voronoi>::new();
        let goal =
            Goal { far: f64::INFINITY, near: self.enough, gap: self.about.rounding(), steps: MAX_STEPS };
        self.calls += gjk.run(&one, &goal, &mut ()).calls;
        let (new_a, new_b) = gjk.simplex().witnesses();
        self.offer(match held {
            Held::A => [point_a, new_b + self.about.target],
            Held::B => [new_a, point_b],
        });
    }

    /// Keeps these points if they are better.
    fn offer(&mut self, points: [W; 2]) {
        let misfit = misfit(points, self.about.target);
        if misfit < self.misfit || !self.misfit.is_finite() {
            (self.best, self.misfit) = (points, misfit);
        }
    }
}

/// The body whose point is held.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Held {
    A,
    B,
}

/// A point of one body and all of the other, relative to the target. Beside a body that is 10¹⁰ times as large, a small
/// one is a point of B − A, and the weights of its corners are lost in rounding; here those of the large one are found
/// alone.
struct One<'s, 'a, W, O> {
    about: &'s About<'a, W, O>,
    held: Held,
    at: W,
}

impl<W: Vector<Scalar = f64>, O: Obstacle<W>> Obstacle<W> for One<'_, '_, W, O> {
    fn support(&self, direction: W, near: &Vertex<W>) -> Vertex<W> {
        let vertex = self.about.obstacle.support(direction, near);
        let target = self.about.target;
        match self.held {
            Held::A => Vertex { point: vertex.a + vertex.point - self.at - target, a: self.at, ..vertex },
            Held::B => Vertex { point: self.at - vertex.a - target, ..vertex },
        }
    }
    fn center(&self) -> W {
        self.support(W::axis(0), &Vertex::default()).point
    }
    fn size(&self) -> f64 {
        2.0 * self.about.size()
    }
    fn rounding(&self) -> f64 {
        self.about.rounding()
    }
    fn is_polytope(&self) -> bool {
        self.about.is_polytope()
    }
}

/// B − A relative to a target.
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
