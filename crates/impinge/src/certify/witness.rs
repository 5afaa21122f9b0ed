//! Witness points: a point of B − A as near to g(n) n as possible, for a known best direction.
//!
//! The points of B − A that reach least along n are a face: a point, a segment or a flat part. A support call returns
//! one arbitrary point of it. The wanted point is where the normal through the origin hits the face. In the plane
//! perpendicular to n this is a game again (`bound.rs`): weights of points such that the largest of r_i·(p − g n) is
//! smallest, for directions r_i that surround the origin (two opposite ones, or three 120° apart). Its value is 0 at
//! the wanted point; otherwise w = Σ β_i r_i is the direction in which a point is missing, and a support call along −n
//! − κ w finds it.

use super::bound::{Game, MAX_POINTS, across};
use crate::math::{Real, Vector};
use crate::pair::{Obstacle, Vertex};

/// Limit on the calls to find the point. A polygon takes about as many as it has corners near the origin, a disc takes
/// one for each digit or two.
const MAX_CALLS: u32 = 24;

/// Upper limit of κ, which is the misfit divided by the size if √ε does not help: the point found is off the face by up
/// to κ², and that is how far the distance of the witness points may be off the signed distance.
const MAX_TILT: f64 = 1e-5;

/// κ is at least this many times the relative rounding of the obstacle: a smaller turn is lost if a shape chooses its
/// support point in a lower precision.
const FELT: f64 = 8.0;

/// A point of B − A with the corresponding point of A.
#[derive(Clone, Copy, Debug)]
pub(super) struct Witness<V> {
    pub point: V,
    pub a: V,
}

/// Search for witness points.
pub(super) struct Seek<'a, V: Vector, O> {
    pub obstacle: &'a O,
    /// The best direction, a unit vector.
    pub normal: V,
    /// g of that direction.
    pub value: V::Scalar,
}

impl<V: Vector, O: Obstacle<V>> Seek<'_, V, O> {
    /// The best point found and the number of calls. `first` is the support point of the best direction.
    pub fn run(&self, first: &Vertex<V>) -> (Witness<V>, u32) {
        let zero = V::Scalar::ZERO;
        let size = self.obstacle.size();
        let target = self.normal * self.value;
        let ([t, u], count) = across(self.normal, &[V::axis(0), V::axis(1), V::axis(2)][..V::DIM]);
        let (cos, sin) = (V::Scalar::of(-0.5), V::Scalar::of(0.75).sqrt());
        let around = if count == 1 { [t, -t, V::ZERO] } else { [t, t * cos + u * sin, t * cos - u * sin] };
        let around = &around[..=count];

        let mut vertices = [*first; MAX_POINTS];
        let mut len = 1;
        let mut best = Witness { point: first.point, a: first.a };
        let mut least = (best.point - target).norm();
        let felt = V::Scalar::of(FELT) * self.obstacle.rounding() / size;
        let small = V::Scalar::EPSILON.sqrt().max(felt);
        let tilts = [small, small.max(V::Scalar::of(MAX_TILT))];
        let mut tilt = tilts[0];
        let mut calls = 0;
        while calls < MAX_CALLS {
            let offsets = vertices.map(|v| v.point - target);
            let game = Game::solve(around, &offsets[..len]);
            let mut found = Witness { point: V::ZERO, a: V::ZERO };
            for (v, &w) in vertices.iter().zip(&game.points[..len]) {
                found.point += v.point * w;
                found.a += v.a * w;
            }
            let misfit = (found.point - target).norm();
            if misfit > V::Scalar::HALF * least {
                tilt = tilts[1].min(misfit / size).max(tilts[0]);
            }
            if misfit < least {
                (best, least) = (found, misfit);
            }
            let mut missing = V::ZERO;
            for (&r, &w) in around.iter().zip(&game.corners) {
                missing += r * w;
            }
            if least <= V::Scalar::EPSILON * size || missing == V::ZERO {
                break;
            }
            let vertex = self.obstacle.support(-(self.normal + missing.unit() * tilt), &vertices[len - 1]);
            calls += 1;
            // If room is short, only those in play are kept.
            if len == MAX_POINTS {
                len = 0;
                for k in 0..MAX_POINTS {
                    if game.points[k] > zero {
                        vertices[len] = vertices[k];
                        len += 1;
                    }
                }
            }
            if vertices[..len].iter().any(|v| v.point == vertex.point) {
                if tilt >= tilts[1].min(misfit / size) {
                    break;
                }
                tilt = tilts[1].min(misfit / size);
                continue;
            }
            vertices[len] = vertex;
            len += 1;
        }
        (best, calls)
    }
}
