//! What is kept of a pair from one query to the next.

use crate::climb::Bend;
use crate::gjk::{Known, MAX_KNOWN};
use crate::math::{Turn, Vector};
use crate::pair::{Pair, Vertex};
use crate::shape::{Id, Recall};

/// A point of A and a point of B, each in the frame of its own core.
#[derive(Clone, Copy, Debug)]
struct Seed<W> {
    a: W,
    b: W,
    id_a: Id,
    id_b: Id,
}

/// The last direction, and points of both cores, in the cores' own frames.
#[derive(Clone, Debug)]
pub(super) struct Kept<W: Vector> {
    /// From A to B, in A's frame; zero where nothing is known.
    pub(super) axis: W,
    /// How the support point turned with the direction.
    pub(super) bend: Bend<W>,
    pub(super) deep_bend: Bend<W>,
    pub(super) deep_axis: W,
    pub(super) smooth: bool,
    seeds: [Seed<W>; MAX_KNOWN],
    len: usize,
}

impl<W: Vector> Default for Kept<W> {
    fn default() -> Self {
        let none = Seed { a: W::ZERO, b: W::ZERO, id_a: Id::NONE, id_b: Id::NONE };
        Self {
            axis: W::ZERO,
            bend: Bend::default(),
            deep_bend: Bend::default(),
            deep_axis: W::ZERO,
            smooth: false,
            seeds: [none; MAX_KNOWN],
            len: 0,
        }
    }
}

impl<W: Vector> Kept<W> {
    /// The points kept, where they are now. None where a core does not know them.
    #[inline]
    pub(super) fn recall<A: Recall<W>, B: Recall<W>>(&self, pair: &Pair<W, A, B>) -> Known<W> {
        let mut known = Known::new();
        for seed in &self.seeds[..self.len] {
            let (Some(a), Some(b)) = (pair.a.recall(seed.a, seed.id_a), pair.b.recall(seed.b, seed.id_b))
            else {
                return Known::new();
            };
            let point = pair.turn.turn(b) + pair.offset - a;
            known.push(&Vertex { point, a, id_a: seed.id_a, id_b: seed.id_b });
        }
        known
    }

    /// Keeps these points of B − A.
    #[inline]
    pub(super) fn keep<A, B>(&mut self, pair: &Pair<W, A, B>, vertices: &[Vertex<W>]) {
        self.len = 0;
        for vertex in vertices.iter().take(MAX_KNOWN) {
            let b = pair.turn.unturn(vertex.b() - pair.offset);
            self.seeds[self.len] = Seed { a: vertex.a, b, id_a: vertex.id_a, id_b: vertex.id_b };
            self.len += 1;
        }
    }
}
