//! The simplex of the nearest points, kept from one sample of a moving pair for the next.
//!
//! A rigid motion does not change which points belong to a body, so the points of A and of B that made the last simplex,
//! each kept in the frame of its own core, make a simplex again wherever the bodies are now. Its nearest point costs no support
//! call; if the same features are nearest, one call confirms it.
//!
//! This is what `answer/warm` does for pairs that live longer, but without checking whether the shapes are still the same: within
//! one cast they are. A point that stays is carried from where it was first found, so that rounding does not accumulate.

use super::space::CastSpace;
use crate::gjk::{Gjk, Goal, Proximity, Simplex, Voronoi};
use crate::math::{Turn, Vector};
use crate::observe::Status;
use crate::pair::{Prepared, Vertex};
use crate::shape::Id;

/// The largest simplex worth keeping: a full one contains the origin.
const MOST: usize = 3;

/// A point of A and a point of B, each in the frame of its core, in units of length of the common frame.
#[derive(Clone, Copy, Debug)]
struct Seed<W> {
    a: W,
    b: W,
    id_a: Id,
    id_b: Id,
}

/// State kept for the next sample.
#[derive(Clone, Copy, Debug)]
pub(super) struct LastSimplex<W: Vector<Scalar = f64>> {
    seeds: [Seed<W>; MOST],
    len: usize,
    /// Start of a search without seeds, in A's frame; zero for the direction from center to center.
    pub(super) axis: W,
}

impl<W: CastSpace> LastSimplex<W> {
    pub(super) fn new() -> Self {
        let none = Seed { a: W::ZERO, b: W::ZERO, id_a: Id::NONE, id_b: Id::NONE };
        Self { seeds: [none; MOST], len: 0, axis: W::ZERO }
    }

    /// Runs GJK from the kept state, and keeps the result.
    #[inline]
    pub(super) fn run(
        &mut self,
        gjk: &mut Gjk<W, Voronoi>,
        prepared: &Prepared<'_, W>,
        goal: &Goal<f64>,
    ) -> Proximity<W> {
        let pair = &prepared.pair;
        *gjk = Gjk::from_axis(self.axis);
        let inner = prepared.frame.length_in(1.0);
        let mut here = [Vertex::default(); MOST];
        for (vertex, seed) in here.iter_mut().zip(&self.seeds[..self.len]) {
            let a = seed.a * inner;
            let point = pair.turn.turn(seed.b * inner) + pair.offset - a;
            *vertex = Vertex { point, a, id_a: seed.id_a, id_b: seed.id_b };
        }
        if self.len == 0 {
            return gjk.run_anew(pair, goal);
        }
        let mut simplex = Simplex::new(here[0]);
        for vertex in &here[1..self.len] {
            simplex.push(*vertex);
        }
        let closest = <W as CastSpace>::nearest(&mut simplex);
        let mut found = gjk.run_on(pair, goal, simplex, closest);
        let open = found.upper > goal.near && found.upper - found.lower > goal.gap;
        if found.status != Status::Converged && open {
            // Kept points that nearly coincide, or are nearly collinear, mislead. The axis does not.
            let calls = found.calls;
            *gjk = Gjk::from_axis(found.axis);
            found = gjk.run_anew(pair, goal);
            found.calls += calls;
        }
        found
    }

    /// Keeps the simplex of a run, if it does not contain the origin.
    #[inline]
    pub(super) fn keep(&mut self, simplex: &Simplex<W>, prepared: &Prepared<'_, W>, axis: W) {
        self.axis = axis;
        let vertices = simplex.vertices();
        if vertices.len() > MOST || simplex.is_full() {
            return;
        }
        let pair = &prepared.pair;
        let (unit, inner) = (prepared.frame.length(1.0), prepared.frame.length_in(1.0));
        let before = *self;
        self.len = vertices.len();
        for (seed, vertex) in self.seeds.iter_mut().zip(vertices) {
            // The same point, found again.
            let known = before.seeds[..before.len].iter().find(|s| {
                s.a * inner == vertex.a
                    && pair.turn.turn(s.b * inner) + pair.offset - vertex.a == vertex.point
            });
            *seed = match known {
                Some(known) => *known,
                None => Seed {
                    a: vertex.a * unit,
                    b: pair.turn.unturn(vertex.b() - pair.offset) * unit,
                    id_a: vertex.id_a,
                    id_b: vertex.id_b,
                },
            };
        }
    }
}
