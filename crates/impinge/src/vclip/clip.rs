//! Clipping: a vertex or an edge of one body against the Voronoi region of a feature of the other.
//!
//! Each function returns a nearer feature nearby, or `None` if the region contains what it must. Points on a Voronoi
//! plane belong to both sides, so at equality the walk stays.
//!
//! An edge is not cut at each plane. A cut would decide on which side of the plane the edge has its nearest point: for
//! a vertex that is one point for all its planes, and it is computed directly; beside a face the height at the cut
//! decides. Only the prism over a face needs the part of the edge that is inside.

use super::Feature;
use super::nearest::{foot, unit_interval};
use super::side::Side;
use crate::math::{Each, Vec3};

/// Result of an edge against a face.
pub(super) enum FaceCut {
    /// The edge passes through the face, or touches it.
    Pierced,
    /// Over the face, the edge is nearest at this end: 0 for the tail, 1 for the head.
    End(usize),
    /// The edge is nearest beyond this half-edge of the face.
    Beyond(u32),
}

impl Side<'_> {
    /// Clips a point against the region of a vertex: returns the edge whose plane it is farthest beyond.
    #[inline]
    pub(super) fn clip_at_vertex(&self, vertex: u32, point: Vec3<f64>) -> Option<Feature> {
        self.steepest(vertex, point - self.vertex(vertex))
    }

    /// The edge at a vertex that points most nearly in a direction, if any does at all.
    #[inline]
    pub(super) fn steepest(&self, vertex: u32, way: Vec3<f64>) -> Option<Feature> {
        let corner = self.vertex(vertex);
        let mut best = None;
        let mut most = 0.0;
        for h in self.topology().leaving(vertex) {
            let along = self.vertex(self.topology().target(h)) - corner;
            let s = way.dot(along);
            if s > 0.0 {
                // The squared cosine of the angle times |way|.
                let score = s * s / along.norm_squared();
                if best.is_none() || score > most {
                    (best, most) = (Some(h), score);
                }
            }
        }
        best.map(|h| self.edge(h))
    }

    /// Clips a point against the region of an edge.
    #[inline]
    pub(super) fn clip_at_edge(&self, edge: u32, point: Vec3<f64>) -> Option<Feature> {
        let [tail, head] = self.ends(edge);
        let along = head - tail;
        let topology = self.topology();
        if (point - tail).dot(along) < 0.0 {
            return Some(Feature::Vertex(topology.origin(edge)));
        }
        if (point - head).dot(along) > 0.0 {
            return Some(Feature::Vertex(topology.target(edge)));
        }
        // Inward on the face to the left: n × along; on the other face `along` runs the other way.
        let [left, right] = [edge, topology.twin(edge)].each(|h| topology.face(h));
        let over_left = self.normal(left).cross(along).dot(point - tail);
        let over_right = along.cross(self.normal(right)).dot(point - tail);
        if over_left > 0.0 && over_left >= over_right {
            Some(Feature::Face(left))
        } else if over_right > 0.0 {
            Some(Feature::Face(right))
        } else {
            None
        }
    }

    /// Clips a point against the prism over a face: returns the nearest edge of the face if the point is not inside.
    #[inline]
    pub(super) fn clip_at_face(&self, face: u32, point: Vec3<f64>) -> Option<Feature> {
        let normal = self.normal(face);
        let outside = |h: u32| {
            let [tail, head] = self.ends(h);
            normal.cross(head - tail).dot(point - tail) < 0.0
        };
        if !self.topology().face_half_edges(face).any(outside) {
            return None;
        }
        Some(self.nearest_edge(face, |ends| (foot(ends, point) - point).norm_squared()))
    }

    /// Clips a segment against the region of a vertex.
    #[inline]
    pub(super) fn clip_segment_at_vertex(&self, vertex: u32, segment: [Vec3<f64>; 2]) -> Option<Feature> {
        self.clip_at_vertex(vertex, foot(segment, self.vertex(vertex)))
    }

    /// Clips a segment against the region of an edge: first its ends, then the adjacent faces. The result of a face
    /// holds only if no end is nearer.
    pub(super) fn clip_segment_at_edge(&self, edge: u32, segment: [Vec3<f64>; 2]) -> Option<Feature> {
        let [tail, head] = self.ends(edge);
        let along = head - tail;
        let topology = self.topology();
        if (foot(segment, tail) - tail).dot(along) < 0.0 {
            return Some(Feature::Vertex(topology.origin(edge)));
        }
        if (foot(segment, head) - head).dot(along) > 0.0 {
            return Some(Feature::Vertex(topology.target(edge)));
        }
        let over = |face: u32, along: Vec3<f64>| {
            let normal = self.normal(face);
            let inward = normal.cross(along);
            let [d0, d1] = segment.each(|p| inward.dot(p - tail));
            if d0 <= 0.0 && d1 <= 0.0 {
                return false;
            }
            if d0 >= 0.0 && d1 >= 0.0 {
                return true;
            }
            // d(λ) = d0 + λ (d1 − d0) is 0 at λ = d0/(d0 − d1).
            let way = segment[1] - segment[0];
            let cut = segment[0] + way * (d0 / (d0 - d1));
            let climb = if d1 > 0.0 { normal.dot(way) } else { -normal.dot(way) };
            // Nearer to the plane of the face on the face's side of the cut.
            let height = normal.dot(cut - tail);
            (height > 0.0 && climb < 0.0) || (height < 0.0 && climb > 0.0)
        };
        let [left, right] = [edge, topology.twin(edge)].each(|h| topology.face(h));
        if over(left, along) {
            return Some(Feature::Face(left));
        }
        over(right, -along).then_some(Feature::Face(right))
    }

    /// Clips a segment against the prism over a face.
    pub(super) fn clip_segment_at_face(&self, face: u32, segment: [Vec3<f64>; 2]) -> FaceCut {
        let normal = self.normal(face);
        let edges = self.topology().face_half_edges(face);
        let first = self.vertex(self.topology().origin(edges.start));
        let (mut low, mut high) = (0.0, 1.0);
        let (mut enters, mut leaves) = (None, None);
        for h in edges {
            let [tail, head] = self.ends(h);
            let inward = normal.cross(head - tail);
            let [d0, d1] = segment.each(|p| inward.dot(p - tail));
            if d0 < 0.0 && d1 < 0.0 {
                return FaceCut::Beyond(h);
            }
            if d0 < 0.0 && d0 / (d0 - d1) > low {
                (low, enters) = (d0 / (d0 - d1), Some(h));
            } else if d1 < 0.0 && d0 / (d0 - d1) < high {
                (high, leaves) = (d0 / (d0 - d1), Some(h));
            }
        }
        let at = |t: f64| normal.dot(segment[0] + (segment[1] - segment[0]) * unit_interval(t) - first);
        let (at_low, at_high) = (at(low), at(high));
        if low > high {
            // It passes beside the prism, between two of its planes.
            let passed = if at_low.abs() < at_high.abs() { enters } else { leaves };
            return passed.or(enters).or(leaves).map_or(FaceCut::End(0), FaceCut::Beyond);
        }
        if !(at_low > 0.0 && at_high > 0.0 || at_low < 0.0 && at_high < 0.0) {
            return FaceCut::Pierced;
        }
        let (tail, head) = (at_low.abs(), at_high.abs());
        // If it is parallel, an end that is over the face.
        let takes_tail = tail < head || (tail == head && enters.is_none());
        match if takes_tail { enters } else { leaves } {
            Some(h) => FaceCut::Beyond(h),
            None => FaceCut::End(usize::from(!takes_tail)),
        }
    }

    /// For a point below a face and inside its prism: the face through which the path to that face enters the
    /// polyhedron; `None` if the point is inside. The entry face is nearer than the face itself.
    #[cold]
    #[inline(never)]
    pub(super) fn entered(&self, face: u32, point: Vec3<f64>) -> Option<Feature> {
        let way = self.normal(face) * -self.height(face, point);
        let mut best = None;
        let mut latest = f64::NEG_INFINITY;
        for other in 0..self.topology().face_count() as u32 {
            let height = self.height(other, point);
            if height > 0.0 {
                // height + t fall = 0; it does fall, as the path ends in the polyhedron.
                let entry = height / -self.normal(other).dot(way);
                if best.is_none() || entry > latest {
                    (best, latest) = (Some(Feature::Face(other)), entry);
                }
            }
        }
        best
    }
}
