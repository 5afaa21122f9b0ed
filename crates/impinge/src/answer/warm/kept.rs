//! State kept for a pair from one query to the next (warm start).
//!
//! It consists of points of A and of B, each in the frame of its own core, where a rigid motion does not change them, and the last
//! normal and the curvature there, in A's frame. Directions and lengths are in the units of the prepared pair, so the same motion in
//! another unit of length gives the same answers.

use crate::answer::space::Trail;
use crate::climb::{Bend, Tangents};
use crate::gjk::{Known, MAX_KNOWN};
use crate::math::{Each, Real, Turn, Vector};
use crate::pair::{Pair, Vertex};
use crate::shape::{Id, Recall};

/// A point of A and a point of B, each in the frame of its own core. Single precision is enough to identify the
/// point: [`Recall`] finds it to the last digit.
#[derive(Clone, Copy, Debug)]
struct Seed {
    a: [f32; 3],
    b: [f32; 3],
    id_a: Id,
    id_b: Id,
}

const NO_SEED: Seed = Seed { a: [0.0; 3], b: [0.0; 3], id_a: Id::NONE, id_b: Id::NONE };

/// Place of the last answer.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place<W: Vector> {
    /// The unit normal of the answer, in A's frame; zero if there was none.
    pub(super) normal: W,
    /// Derivative of the support point with respect to the normal there.
    pub(super) bend: Bend<W>,
}

impl<W: Vector> Default for Place<W> {
    fn default() -> Self {
        Self { normal: W::ZERO, bend: Bend::default() }
    }
}

/// State kept for a pair.
#[derive(Clone, Debug)]
pub struct Kept<W: Vector> {
    /// Place of the last answer of any kind.
    pub(super) near: Place<W>,
    /// Place of the last depth, if that was at a smooth peak.
    pub(super) deep: Option<Place<W>>,
    /// Whether the last answer was that they are apart.
    pub(super) apart: bool,
    /// Start of V-Clip's walk, if it is used for polyhedra.
    pub(crate) trail: Option<Trail>,
    /// The unit of length of the last pair.
    unit: f64,
    seeds: [Seed; MAX_KNOWN],
    len: usize,
}

impl<W: Vector> Default for Kept<W> {
    fn default() -> Self {
        let near = Place::default();
        Self { near, deep: None, apart: false, trail: None, unit: 1.0, seeds: [NO_SEED; MAX_KNOWN], len: 0 }
    }
}

impl<W: Tangents<Scalar = f64>> Kept<W> {
    /// Converts lengths to the unit of this query: both are powers of two.
    #[inline]
    pub(super) fn in_unit(&mut self, unit: f64) {
        if self.unit != unit {
            self.near.bend.scale(self.unit / unit);
            if let Some(deep) = &mut self.deep {
                deep.bend.scale(self.unit / unit);
            }
            self.unit = unit;
        }
    }

    /// The present place of one of the points kept: a start for a search.
    #[inline]
    pub(super) fn first<A: Recall<W>, B: Recall<W>>(&self, pair: &Pair<W, A, B>) -> Vertex<W> {
        self.seeds[..self.len].first().and_then(|seed| seed.recall(pair)).unwrap_or_default()
    }

    /// The present places of the points kept. Empty if a core does not recognize them.
    #[inline]
    pub(super) fn recall<A: Recall<W>, B: Recall<W>>(&self, pair: &Pair<W, A, B>) -> Known<W> {
        let mut known = Known::new();
        for seed in &self.seeds[..self.len] {
            match seed.recall(pair) {
                Some(vertex) => known.push(&vertex),
                None => return Known::new(),
            }
        }
        known
    }

    /// Replaces the points kept by these points of B − A.
    #[inline]
    pub(super) fn keep<A, B>(&mut self, pair: &Pair<W, A, B>, vertices: &[Vertex<W>]) {
        self.len = vertices.len().min(MAX_KNOWN);
        for (seed, vertex) in self.seeds.iter_mut().zip(vertices) {
            let b = pair.turn.unturn(vertex.b() - pair.offset);
            *seed = Seed { a: rounded(vertex.a), b: rounded(b), id_a: vertex.id_a, id_b: vertex.id_b };
        }
    }
}

impl Seed {
    /// The point of B − A that the two points make now.
    #[inline]
    fn recall<W, A, B>(&self, pair: &Pair<W, A, B>) -> Option<Vertex<W>>
    where
        W: Vector<Scalar = f64>,
        A: Recall<W>,
        B: Recall<W>,
    {
        let a = pair.a.recall(widened(self.a), self.id_a)?;
        let b = pair.b.recall(widened(self.b), self.id_b)?;
        let point = pair.turn.turn(b) + pair.offset - a;
        Some(Vertex { point, a, id_a: self.id_a, id_b: self.id_b })
    }
}

#[inline]
fn rounded<W: Vector<Scalar = f64>>(v: W) -> [f32; 3] {
    [0, 1, 2].each(|i| if i < W::DIM { f32::of(v.get(i)) } else { 0.0 })
}

#[inline]
fn widened<W: Vector<Scalar = f64>>(v: [f32; 3]) -> W {
    let mut components = v.iter();
    W::ZERO.map(|_| components.next().map_or(0.0, |&x| x.f64()))
}
