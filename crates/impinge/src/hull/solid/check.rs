//! Verification of a hull: closed, convex, and around all points.
//!
//! Distances are measured in `f64` on points scaled by a power of two near their size, so that the check is stricter
//! than the code it checks and neither overflows nor underflows. The plane of a face is given by its stored normal,
//! through the farthest of its vertices.
//!
//! Cost: faces × points while that is below [`BRUTE_FORCE`]; beyond, each point climbs over the faces, from one at
//! which a point in a similar direction ended, to the face through which the ray from the middle to the point exits.

use alloc::vec::Vec;
use core::fmt;

use super::super::input::scaled;
use super::{OUTSIDE_ULPS, Solid, size};
use crate::hull::Topology;
use crate::math::{Aabb, Real, Vec3, built_with_the_crate};

/// Up to this many pairs of face and point are all tested.
const BRUTE_FORCE: usize = 50_000_000;

/// Cells along each side of a cube, into which directions are sorted; each cell remembers a face.
const CELLS: usize = 24;

/// Measurements of a correct hull.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HullReport {
    /// Number of vertices.
    pub vertices: usize,
    /// Number of edges.
    pub edges: usize,
    /// Number of faces.
    pub faces: usize,
    /// Half the longest side of the bounding box of the points.
    pub size: f64,
    /// Distance by which the worst point lies outside the plane of a face, as a fraction of `size`; zero or above.
    pub worst_outside: f64,
    /// Distance by which the worst vertex of a face lies off the face's plane, or a neighboring vertex above it, as a
    /// fraction of `size`.
    pub worst_bend: f64,
}

/// Defect of a hull.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum HullFault {
    /// A vertex differs from its source point.
    ForeignVertex {
        /// The vertex.
        vertex: u32,
    },
    /// A half-edge and its twin do not follow the same edge in opposite directions between two faces.
    Open {
        /// The half-edge.
        half_edge: u32,
    },
    /// Fewer than three faces meet at a vertex, or turning around it does not visit all of its half-edges.
    ThinVertex {
        /// The vertex.
        vertex: u32,
    },
    /// Vertices − edges + faces is not 2.
    Euler {
        /// Its actual value.
        characteristic: i64,
    },
    /// A vertex of a face is off the face's plane, or one of a neighboring face is above it, by more than the bound.
    Bent {
        /// The face.
        face: u32,
        /// Distance as a fraction of the size.
        distance: f64,
    },
    /// A point lies outside a face by more than the bound.
    Outside {
        /// Index of the point.
        point: usize,
        /// Distance as a fraction of the size.
        distance: f64,
    },
}

impl fmt::Display for HullFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            HullFault::ForeignVertex { vertex } => write!(f, "vertex {vertex} is not its input point"),
            HullFault::Open { half_edge } => write!(f, "half-edge {half_edge} and its twin do not match"),
            HullFault::ThinVertex { vertex } => write!(f, "fewer than three faces meet at vertex {vertex}"),
            HullFault::Euler { characteristic } => {
                write!(f, "vertices - edges + faces is {characteristic} but must be 2")
            }
            HullFault::Bent { face, distance } => {
                write!(f, "face {face} is not flat and convex: {distance:e} of the size")
            }
            HullFault::Outside { point, distance } => {
                write!(f, "point {point} lies outside by {distance:e} of the size")
            }
        }
    }
}

impl core::error::Error for HullFault {}

built_with_the_crate! {
    /// Implements [`Solid::check`].
    fn checked<'a, T: Real>(solid: &'a Solid<T>, points: &'a [Vec3<T>]) -> Result<HullReport, HullFault> = Solid::checked;
}

impl<T: Real> Solid<T> {
    /// Checks that this is the convex hull of `points`: closed, connected, convex, and with every point inside;
    /// distances up to 16 ε size are allowed.
    ///
    /// # Errors
    /// The first defect found. Points that are not finite, or not those from which the hull was made, are a defect too.
    pub fn check(&self, points: &[Vec3<T>]) -> Result<HullReport, HullFault> {
        checked(self, points)
    }

    fn checked(&self, points: &[Vec3<T>]) -> Result<HullReport, HullFault> {
        self.check_topology()?;
        for (vertex, (&source, &v)) in self.sources.iter().zip(&self.vertices).enumerate() {
            if points.get(source as usize) != Some(&v) {
                return Err(HullFault::ForeignVertex { vertex: vertex as u32 });
            }
        }
        let finite = |_| HullFault::Outside { point: 0, distance: f64::INFINITY };
        let points: Vec<Vec3<f64>> = scaled(points, Vec3::cast).map_err(finite)?;
        let planes = Planes::new(self, &points);
        let bound = OUTSIDE_ULPS * T::EPSILON.f64();
        let worst_bend = planes.worst_bend(bound)?;
        let worst_outside = planes.worst_outside(bound)?;
        let t = &self.topology;
        let half = Aabb::of_points(self.vertices.iter().copied()).map(|b| b.half_extents().max_abs().f64());
        Ok(HullReport {
            vertices: t.vertex_count(),
            edges: t.edge_count(),
            faces: t.face_count(),
            size: half.unwrap_or(0.0),
            worst_outside,
            worst_bend,
        })
    }

    fn check_topology(&self) -> Result<(), HullFault> {
        let t = &self.topology;
        let half_edges = 2 * t.edge_count() as u32;
        let mut degree = alloc::vec![0_usize; t.vertex_count()];
        for h in 0..half_edges {
            let twin = t.twin(h);
            if twin >= half_edges
                || t.twin(twin) != h
                || t.origin(h) != t.target(twin)
                || t.target(h) != t.origin(twin)
                || t.face(h) == t.face(twin)
            {
                return Err(HullFault::Open { half_edge: h });
            }
            degree[t.origin(h) as usize] += 1;
        }
        for (vertex, &degree) in degree.iter().enumerate() {
            let vertex = vertex as u32;
            if degree < 3 || t.leaving(vertex).take(degree + 1).count() != degree {
                return Err(HullFault::ThinVertex { vertex });
            }
        }
        let characteristic = t.vertex_count() as i64 - t.edge_count() as i64 + t.face_count() as i64;
        if characteristic == 2 { Ok(()) } else { Err(HullFault::Euler { characteristic }) }
    }
}

/// The planes of the faces and the points, relative to the middle of the vertices, in units of the size.
struct Planes<'a> {
    topology: &'a Topology,
    sources: &'a [u32],
    points: Vec<Vec3<f64>>,
    normals: Vec<Vec3<f64>>,
    offsets: Vec<f64>,
}

impl<'a> Planes<'a> {
    fn new<T: Real>(solid: &'a Solid<T>, points: &[Vec3<f64>]) -> Self {
        let size = size(points);
        let (topology, sources) = (&solid.topology, solid.sources.as_slice());
        let vertex = |v: u32| points[sources[v as usize] as usize];
        // The first vertex brings the rest near zero without loss, then their mean is an interior point.
        let base = vertex(0);
        let count = sources.len() as f64;
        let sum = (0..sources.len() as u32).fold(Vec3::ZERO, |sum, v| sum + (vertex(v) - base));
        let middle = sum * (1.0 / count);
        let points: Vec<_> = points.iter().map(|&p| ((p - base) - middle) * (1.0 / size)).collect();
        let normals: Vec<Vec3<f64>> = solid.normals.iter().map(|n| n.cast()).collect();
        let mut offsets = Vec::with_capacity(normals.len());
        for (face, n) in normals.iter().enumerate() {
            let vertices = topology.face_vertices(face as u32).iter();
            let heights = vertices.map(|&v| n.dot(points[sources[v as usize] as usize]));
            offsets.push(heights.fold(f64::NEG_INFINITY, f64::max));
        }
        Self { topology, sources, points, normals, offsets }
    }

    /// Height of a point above the plane of a face.
    #[inline]
    fn above(&self, face: u32, point: u32) -> f64 {
        self.normals[face as usize].dot(self.points[point as usize]) - self.offsets[face as usize]
    }

    /// Tests that every face is flat, and every vertex of its neighbors below it.
    fn worst_bend(&self, bound: f64) -> Result<f64, HullFault> {
        let t = self.topology;
        let mut worst = 0.0_f64;
        for face in 0..t.face_count() as u32 {
            let mut bend = 0.0_f64;
            for h in t.face_half_edges(face) {
                bend = bend.max(-self.above(face, self.sources[t.origin(h) as usize]));
                // The vertices next to the edge; the rest of the neighbor follows from its own flatness.
                let twin = t.twin(h);
                for beyond in [t.target(t.next(twin)), t.origin(t.previous(twin))] {
                    bend = bend.max(self.above(face, self.sources[beyond as usize]));
                }
            }
            if bend > bound || bend.is_nan() {
                return Err(HullFault::Bent { face, distance: bend });
            }
            worst = worst.max(bend);
        }
        Ok(worst)
    }

    fn worst_outside(&self, bound: f64) -> Result<f64, HullFault> {
        let faces = self.normals.len() as u32;
        let mut worst = 0.0_f64;
        let brute_force = self.points.len().saturating_mul(faces as usize) <= BRUTE_FORCE;
        let mut remembered = alloc::vec![0_u32; CELLS * CELLS * CELLS];
        for (v, &source) in self.sources.iter().enumerate() {
            let h = self.topology.leaving(v as u32).next().unwrap_or(0);
            remembered[cell(self.points[source as usize])] = self.topology.face(h);
        }
        for point in 0..self.points.len() as u32 {
            let distance = if brute_force {
                (0..faces).map(|face| self.above(face, point)).fold(f64::NEG_INFINITY, f64::max)
            } else {
                let start = &mut remembered[cell(self.points[point as usize])];
                *start = self.climb(*start, point);
                self.above(*start, point)
            };
            if distance > bound || distance.is_nan() {
                return Err(HullFault::Outside { point: point as usize, distance });
            }
            worst = worst.max(distance);
        }
        Ok(worst)
    }

    /// The face through which the ray from the middle to the point exits: normal / offset are the vertices of the dual
    /// polyhedron, and this climbs to the one farthest in the direction of the point.
    fn climb(&self, start: u32, point: u32) -> u32 {
        let p = self.points[point as usize];
        let reach = |face: u32| self.normals[face as usize].dot(p) / self.offsets[face as usize];
        let t = self.topology;
        let (mut face, mut best) = (start, reach(start));
        // Strict improvement terminates by itself; the count is for NaN and rounding.
        for _ in 0..t.face_count() {
            let from = face;
            for h in t.face_half_edges(from) {
                let other = t.face(t.twin(h));
                let value = reach(other);
                if value > best {
                    (face, best) = (other, value);
                }
            }
            if face == from {
                break;
            }
        }
        face
    }
}

/// Cell of a direction: the point projected onto the surface of a cube, sorted by coordinates.
fn cell(p: Vec3<f64>) -> usize {
    let largest = p.max_abs();
    if largest == 0.0 {
        return 0;
    }
    let index = |c: f64| ((0.5 * (c / largest + 1.0) * CELLS as f64) as usize).min(CELLS - 1);
    (index(p.x) * CELLS + index(p.y)) * CELLS + index(p.z)
}
