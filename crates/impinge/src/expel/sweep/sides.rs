//! Side tests: whether the path of a point passes beside a polygon, by the sides of its edges, each tested once.
//!
//! # Source
//! Van Waveren 2005, sections 2.2 and 4: the path of a vertex is on one side or the other of each edge of a polygon, and two
//! polygons that share the edge share the result. The paper keeps these bits with the model, 32 of them, and clears them by
//! a check count. Here they are kept with the query, for any number of features, and models are unchanged: many threads
//! may query one.
//!
//! # Definition
//! Seen along the motion v, a polygon is convex and the path is a point. An edge from a along d has the path on its outer
//! side, farther away than a limit, if side < −limit |v × d|. Then the point comes nowhere as near as the limit to any
//! polygon that has the edge on this side. Only translations have such paths.
//!
//! # Guarantees
//! A path counts as passing beside only if it does so by more than the rounding of the side. So nothing is missed; the
//! gain is measured in `docs/results/motion.md`.

use alloc::vec::Vec;

use super::nearest::Ring;
use crate::math::plucker::Line;
use crate::math::{Vec3, Vector};
use crate::mesh::polygon::Side;

/// Number of results kept at once. A body of 8 vertices over 20 polygons tests about 100 edges; if two fall on one slot, the later
/// one stays, and the other is tested again.
const PLACES: usize = 512;

/// Whether paths are tested to pass beside polygons before distances are computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Sides {
    /// No tests.
    Off,
    /// A test for every polygon separately.
    Asked,
    /// Each edge once, as in section 4 of the paper.
    Kept,
}

/// The body that a point belongs to: the other one has the edges.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::expel) enum Of {
    Moving,
    Standing,
}

/// The results of a query.
#[derive(Clone, Debug)]
pub(in crate::expel) struct SideCache {
    /// Point and edge, query, and result.
    places: Vec<Place>,
    query: u32,
    mode: Sides,
}

#[derive(Clone, Copy, Debug, Default)]
struct Place {
    point: u32,
    edge: u32,
    query: u32,
    outer: i8,
}

impl Default for SideCache {
    fn default() -> Self {
        Self { places: Vec::new(), query: 0, mode: Sides::Off }
    }
}

impl SideCache {
    /// Clears the results of the last query.
    pub fn begin(&mut self, mode: Sides) {
        self.mode = mode;
        if mode == Sides::Kept {
            if self.places.is_empty() || self.query >= u32::MAX - 2 {
                self.places.clear();
                self.places.resize(PLACES, Place::default());
                self.query = 0;
            }
            // One number for the points of each body.
            self.query += 2;
        }
    }

    /// Whether the path of a point along `by` passes a polygon at more than `limit`. `slack` is the tolerance of a motion along a
    /// plane.
    pub fn pass(
        &mut self,
        (of, point, x): (Of, u32, Vec3<f64>),
        by: Vec3<f64>,
        ring: &Ring<'_>,
        limit: f64,
        slack: f64,
    ) -> bool {
        let toward = ring.normal.dot(by);
        // Seen edge-on, a polygon has no inner side.
        if self.mode == Sides::Off || toward.abs() <= slack {
            return false;
        }
        // The outer side of an edge that runs counter-clockwise is negative for a point that falls onto the front.
        let outside: i8 = if toward < 0.0 { -1 } else { 1 };
        for (k, side) in ring.sides.iter().enumerate() {
            let ends = [ring.corners[k], ring.corners[(k + 1) % ring.corners.len()]];
            let found = match self.mode {
                Sides::Kept => self.kept(of, point, side, || outer(x, by, ends, limit)),
                _ => outer(x, by, ends, limit),
            };
            if found == outside {
                return true;
            }
        }
        false
    }

    /// The result for an edge in the direction of the ring.
    #[inline]
    fn kept(&mut self, of: Of, point: u32, side: &Side, ask: impl FnOnce() -> i8) -> i8 {
        let query = self.query + u32::from(of == Of::Standing);
        let mixed = (point.wrapping_mul(0x9e37_79b1) ^ side.edge).wrapping_mul(0x85eb_ca77);
        let place = &mut self.places[mixed as usize >> 7 & (PLACES - 1)];
        let turn: i8 = if side.reversed { -1 } else { 1 };
        if (place.point, place.edge, place.query) != (point, side.edge, query) {
            *place = Place { point, edge: side.edge, query, outer: turn * ask() };
        }
        turn * place.outer
    }
}

/// The side of an edge on which a path passes, seen along it: 0 if it passes within the limit, or rounding leaves it open.
#[inline]
fn outer(x: Vec3<f64>, by: Vec3<f64>, [a, b]: [Vec3<f64>; 2], limit: f64) -> i8 {
    let (path, edge) = (Line::path(x - a, by), Line::path(Vec3::ZERO, b - a));
    let side = path.side(&edge);
    let across = by.cross(edge.direction).norm();
    let lengths = by.sum_abs() * edge.direction.sum_abs();
    // A moment of two roundings, three products, and a difference that lost half an ε of a and x.
    let rounding = 16.0 * f64::EPSILON * ((x - a).sum_abs() + x.sum_abs() + a.sum_abs()) * lengths;
    let reach = limit * (across + 4.0 * f64::EPSILON * lengths) + rounding;
    if side > reach {
        1
    } else if side < -reach {
        -1
    } else {
        0
    }
}
