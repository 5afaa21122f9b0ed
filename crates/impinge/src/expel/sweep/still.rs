//! Two bodies at rest: the distance of their surfaces, and their contacts.
//!
//! # Source
//! Van Waveren 2005, section 2.6: all collisions between vertices, edges and polygons within a small distance are contacts.
//! The paper moves features outwards along normals to find them. With the [nearest points](super::nearest) of each pair
//! at hand nothing needs to move.
//!
//! # Guarantees
//! [`Mover::clearance`](super::Mover::clearance) is a lower bound of the distance of the surfaces that is proven by a
//! direction for each pair of features. The error of polygons that are not quite flat between their features is subtracted from it.

use alloc::vec::Vec;

use super::nearest::{Nearest, Region, Ring, edge_edge, point_polygon};
use super::stage::Visit;
use crate::math::{Real, Vec3};
use crate::mesh::polygon::{MeshFeature, Polygon};

/// The nearest pair of features.
#[derive(Clone, Copy, Debug)]
pub(in crate::expel) struct Pair {
    pub nearest: Nearest,
    pub moving: MeshFeature,
    pub standing: MeshFeature,
}

/// Queries of two bodies at rest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::expel) enum Asked {
    /// Distance from stopping one another: an open one-sided mesh stops nothing from behind.
    Nearest,
    /// The same, with a list of all contacts.
    Contacts,
    /// The distance of the surfaces, from whatever side: the basis of a proof.
    Distance,
}

/// Tests all pairs within reach.
pub(in crate::expel) struct Still<'a> {
    pub reach: f64,
    /// Whether a point behind a polygon of the moving and of the standing mesh is as far from it as one in front.
    pub both_sides: [bool; 2],
    /// Rounding of a separation: edges that are nearer count as crossing.
    pub error: f64,
    /// A point farther behind a one-sided polygon than this is not near it.
    pub behind: f64,
    /// Least separation found, at most `reach`.
    pub least: f64,
    pub best: Option<Pair>,
    /// List of contacts, if requested.
    pub contacts: Option<&'a mut Vec<Pair>>,
}

impl Still<'_> {
    /// Two single points, which have no polygon or edge to form a pair of.
    pub fn points(&mut self, x: Vec3<f64>, y: Vec3<f64>) {
        let (direction, separation) = ((x - y).unit(), (x - y).norm());
        let nearest = Nearest { direction, separation, point: y, region: Region::Inside };
        self.offer(nearest, MeshFeature::Vertex(0), MeshFeature::Vertex(0));
    }

    /// The nearest points of a point and a polygon of the moving (0) or standing (1) mesh, if they are near one another.
    fn seen(&self, x: Vec3<f64>, ring: &Ring<'_>, mesh: usize) -> Option<Nearest> {
        let nearest = point_polygon(x, ring);
        if nearest.separation >= -self.behind || nearest.region == Region::Rim {
            return Some(nearest);
        }
        self.both_sides[mesh].then(|| point_polygon(x, &Ring { two_sided: true, ..*ring }))
    }

    fn offer(&mut self, nearest: Nearest, moving: MeshFeature, standing: MeshFeature) {
        let pair = Pair { nearest, moving, standing };
        if nearest.separation > self.reach {
            return;
        }
        if nearest.separation < self.least || self.best.is_none() {
            self.least = nearest.separation;
            self.best = Some(pair);
        }
        if let Some(list) = &mut self.contacts
            && nearest.region == Region::Inside
        {
            list.push(pair);
        }
    }
}

impl Visit for Still<'_> {
    fn reach(&self) -> f64 {
        self.reach
    }

    fn faces(&self, _: &Polygon<impl Real>) -> bool {
        true
    }

    fn vertex_polygon(&mut self, vertex: u32, x: Vec3<f64>, polygon: u32, ring: &Ring<'_>) {
        if let Some(nearest) = self.seen(x, ring, 1) {
            self.offer(nearest, MeshFeature::Vertex(vertex), MeshFeature::Polygon(polygon));
        }
    }

    fn polygon_vertex(&mut self, polygon: u32, ring: &Ring<'_>, vertex: u32, y: Vec3<f64>) {
        if let Some(mut nearest) = self.seen(y, ring, 0) {
            nearest.direction = -nearest.direction;
            nearest.point = y;
            self.offer(nearest, MeshFeature::Polygon(polygon), MeshFeature::Vertex(vertex));
        }
    }

    fn edge_edge(
        &mut self,
        edges: [u32; 2],
        moving: [Vec3<f64>; 2],
        standing: [Vec3<f64>; 2],
        outward: Vec3<f64>,
    ) {
        let nearest = edge_edge(moving, standing, outward, self.error);
        self.offer(nearest, MeshFeature::Edge(edges[0]), MeshFeature::Edge(edges[1]));
    }
}
