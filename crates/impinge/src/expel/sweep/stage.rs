//! Two bodies in one frame: the transformed features of the moving one, and those of the standing one near its path.
//!
//! Everything is in the frame of the standing mesh and in `f64`. The vertices of the moving mesh are transformed once per query.
//! Each vertex, edge and polygon is visited once however many polygons share it (section 4).

use alloc::vec::Vec;

use super::nearest::Ring;
use super::path::Path;
use crate::math::{Aabb, Each, Mat3, Pose, Real, Rot3, Turn as _, Vec3};
use crate::mesh::polygon::{Edge, Gathered, NONE, PlacedMesh, Polygon, PolygonMesh};

/// The same rotation in `f64`, normalized there.
pub(in crate::expel) fn widen<T: Real>(rotation: &Rot3<T>) -> Rot3<f64> {
    Rot3::try_normalize_xyzw(rotation.to_xyzw().each(Real::f64)).unwrap_or(Rot3::IDENTITY)
}

/// The frame of the standing body, relative to the world.
#[derive(Clone, Copy, Debug)]
pub(in crate::expel) struct Frame {
    turn: Mat3<f64>,
    at: Vec3<f64>,
}

impl Frame {
    pub fn of<T: Real>(pose: &Pose<Vec3<T>>) -> Self {
        Self { turn: widen(&pose.rotation()).to_matrix(), at: pose.translation().cast() }
    }
    pub fn point_in(&self, x: Vec3<f64>) -> Vec3<f64> {
        self.turn.unturn(x - self.at)
    }
    pub fn vector_in(&self, v: Vec3<f64>) -> Vec3<f64> {
        self.turn.unturn(v)
    }
    pub fn point_out(&self, x: Vec3<f64>) -> Vec3<f64> {
        self.turn.turn(x) + self.at
    }
    pub fn vector_out(&self, v: Vec3<f64>) -> Vec3<f64> {
        self.turn.turn(v)
    }
}

/// The moving body's features in the standing frame. Memory is kept from query to query.
#[derive(Clone, Debug, Default)]
pub(in crate::expel) struct Stage {
    /// Vertices at their start.
    pub placed: Vec<Vec3<f64>>,
    /// Normals of polygons.
    pub normals: Vec<Vec3<f64>>,
    /// Bounding boxes of the paths of the vertices.
    swept: Vec<Aabb<Vec3<f64>>>,
    /// The boxes of vertices and edges that can lead, and their numbers.
    vertex_ways: Vec<(Lanes, u32)>,
    edge_ways: Vec<(Lanes, u32)>,
    /// Flags of features that can lead: have a polygon that faces the motion.
    vertex_leads: Vec<bool>,
    edge_leads: Vec<bool>,
    polygon_leads: Vec<bool>,
    ring: Vec<Vec3<f64>>,
    near: Gathered,
    /// Whether every polygon counts as near.
    pub everywhere: bool,
    /// Whether the moving and the standing mesh can be met from behind.
    pub from_behind: [bool; 2],
}

/// Visitor of pairs of features.
pub(in crate::expel) trait Visit {
    /// Pairs whose boxes are farther apart may be skipped.
    fn reach(&self) -> f64;
    /// Whether a standing polygon can be met on its front.
    fn faces(&self, polygon: &Polygon<impl Real>) -> bool;
    /// Whether the rim of a standing polygon can be met.
    fn faces_with_rim(&self, polygon: &Polygon<impl Real>) -> bool {
        self.faces(polygon)
    }
    /// A standing polygon that cannot be met on its front.
    fn passed_over(&mut self, _: &Polygon<impl Real>) {}
    /// A moving vertex and a standing polygon.
    fn vertex_polygon(&mut self, vertex: u32, x: Vec3<f64>, polygon: u32, ring: &Ring<'_>);
    /// A moving polygon and a standing vertex.
    fn polygon_vertex(&mut self, polygon: u32, ring: &Ring<'_>, vertex: u32, y: Vec3<f64>);
    /// Two edges, the moving one first; `outward` points away from the standing polygons.
    fn edge_edge(
        &mut self,
        edges: [u32; 2],
        moving: [Vec3<f64>; 2],
        standing: [Vec3<f64>; 2],
        outward: Vec3<f64>,
    );
}

impl Stage {
    /// Transforms the vertices and normals of the moving mesh.
    pub fn place<T: Real>(&mut self, moving: &PlacedMesh<'_, T>, frame: &Frame) {
        let turn = widen(&moving.pose.rotation()).to_matrix();
        let at: Vec3<f64> = moving.pose.translation().cast();
        self.placed.clear();
        self.placed.extend(moving.mesh.vertices().iter().map(|x| frame.point_in(turn.turn(x.cast()) + at)));
        self.normals.clear();
        self.normals.extend(moving.mesh.polygons().iter().map(|p| frame.vector_in(turn.turn(p.normal))));
    }

    /// Turns all transformed features: the start of a later part of a long turn.
    pub fn carry(&mut self, path: &impl Path, t: f64) {
        for x in &mut self.placed {
            *x = path.at(*x, t);
        }
        let origin = path.at(Vec3::ZERO, t);
        for n in &mut self.normals {
            *n = path.at(*n, t) - origin;
        }
    }

    /// Computes bounding boxes of the paths of the vertices, and a bounding box of them all.
    pub fn sweep(&mut self, path: &impl Path) -> Aabb<Vec3<f64>> {
        self.swept.clear();
        self.swept.extend(self.placed.iter().map(|&x| path.bounds(x)));
        let mut all = self.swept.first().copied().unwrap_or(Aabb { min: Vec3::ZERO, max: Vec3::ZERO });
        for aabb in &self.swept {
            all = all.union(aabb);
        }
        all
    }

    /// The same for a body that does not move.
    pub fn rest(&mut self) -> Aabb<Vec3<f64>> {
        self.swept.clear();
        self.swept.extend(self.placed.iter().map(|&x| Aabb { min: x, max: x }));
        let mut all = self.swept.first().copied().unwrap_or(Aabb { min: Vec3::ZERO, max: Vec3::ZERO });
        for aabb in &self.swept {
            all = all.union(aabb);
        }
        all
    }

    /// Marks the features that can lead a motion: those with a polygon that does, those on the border of a surface, and those
    /// without polygons. `leads` returns whether a polygon does and whether its rim does; it is called with the normal and, if
    /// `placed` is set, a bounding ball of the corners.
    pub fn mark_leading<T: Real>(
        &mut self,
        mesh: &PolygonMesh<T>,
        placed: bool,
        leads: impl Fn(Vec3<f64>, Vec3<f64>, f64) -> (bool, bool),
    ) {
        let alone = mesh.polygons().is_empty();
        refill(&mut self.vertex_leads, mesh.vertices().len(), alone);
        refill(&mut self.edge_leads, mesh.edges().len(), alone);
        refill(&mut self.polygon_leads, mesh.polygons().len(), false);
        for (i, polygon) in mesh.polygons().iter().enumerate() {
            let (mut middle, mut radius) = (Vec3::ZERO, 0.0);
            if placed && !polygon.two_sided {
                let corners = || mesh.corners(i as u32).map(|v| self.placed[v as usize]);
                middle = corners().fold(Vec3::ZERO, |sum, x| sum + x) * (1.0 / f64::from(polygon.count));
                radius = corners().fold(0.0, |most, x| Real::max((x - middle).norm(), most));
            }
            let (leads, rim_leads) =
                if polygon.two_sided { (true, true) } else { leads(self.normals[i], middle, radius) };
            self.polygon_leads[i] = leads;
            if rim_leads {
                for side in mesh.ring(i as u32) {
                    self.edge_leads[side.edge as usize] = true;
                    self.vertex_leads[mesh.start(*side) as usize] = true;
                }
            }
        }
        for (edge, leads) in mesh.edges().iter().zip(&mut self.edge_leads) {
            if edge.is_dangling() {
                *leads = true;
                for v in edge.ends {
                    self.vertex_leads[v as usize] = true;
                }
            }
            *leads &= edge.can_be_met(self.from_behind[0]);
        }
        for (v, leads) in self.vertex_leads.iter_mut().enumerate() {
            *leads &= self.from_behind[0] || !mesh.vertex_is_internal(v as u32);
        }
    }

    /// Visits all pairs of features that can lead and whose boxes come within reach in `region`. Returns whether there was anything in
    /// the region at all.
    pub fn visit<T: Real>(
        &mut self,
        moving: &PolygonMesh<T>,
        standing: &PolygonMesh<T>,
        region: &Aabb<Vec3<f64>>,
        visit: &mut impl Visit,
    ) -> bool {
        let reach = visit.reach();
        let Self {
            placed,
            normals,
            swept,
            vertex_ways,
            edge_ways,
            vertex_leads,
            edge_leads,
            polygon_leads,
            ring,
            near,
            everywhere,
            from_behind,
        } = self;
        let vertices = (0..).zip(swept.iter()).filter(|&(v, _)| vertex_leads[v as usize]);
        vertex_ways.clear();
        vertex_ways.extend(vertices.map(|(v, way)| (lanes(way), v)));
        let edges = (0..).zip(moving.edges()).filter(|&(e, _)| edge_leads[e as usize]);
        let way = |e: &Edge| swept[e.ends[0] as usize].union(&swept[e.ends[1] as usize]);
        edge_ways.clear();
        edge_ways.extend(edges.map(|(e, edge)| (lanes(&way(edge)), e)));
        let infinite = Vec3::splat(f64::INFINITY);
        let all = Aabb { min: -infinite, max: infinite };
        let region = if *everywhere { all } else { region.grown(reach) };
        standing.gather_from(&region, near, from_behind[1]);
        let wide = |v: u32| -> Vec3<f64> { standing.vertices()[v as usize].cast() };

        for &p in near.polygons() {
            let polygon = &standing.polygons()[p as usize];
            if !visit.faces(polygon) {
                visit.passed_over(polygon);
                continue;
            }
            // Its corners are fetched when the first vertex comes near it.
            ring.clear();
            let bounds = Aabb { min: polygon.bounds.min.cast(), max: polygon.bounds.max.cast() };
            let limits = limits(&bounds.grown(reach));
            for (own, v) in vertex_ways.iter() {
                if meet(own, &limits) {
                    if ring.is_empty() {
                        ring.extend(standing.corners(p).map(wide));
                    }
                    let ring = Ring {
                        corners: ring,
                        sides: standing.ring(p),
                        normal: polygon.normal,
                        two_sided: polygon.two_sided,
                    };
                    visit.vertex_polygon(*v, placed[*v as usize], p, &ring);
                }
            }
        }

        for &e in near.edges() {
            let edge = &standing.edges()[e as usize];
            let [p, q] = edge.ends.each(wide);
            let limits = limits(&Aabb { min: p.min(q), max: p.max(q) }.grown(reach));
            let (mut outward, mut faces) = (Vec3::ZERO, edge.is_dangling());
            for polygon in edge.polygons {
                if polygon != NONE {
                    let polygon = &standing.polygons()[polygon as usize];
                    outward += polygon.normal;
                    faces |= visit.faces_with_rim(polygon);
                }
            }
            if !faces {
                continue;
            }
            for (own, m) in edge_ways.iter() {
                if meet(own, &limits) {
                    let ends = moving.edges()[*m as usize].ends.each(|v| placed[v as usize]);
                    visit.edge_edge([*m, e], ends, [p, q], outward);
                }
            }
        }

        for (m, polygon) in moving.polygons().iter().enumerate() {
            if !polygon_leads[m] || near.vertices().is_empty() {
                continue;
            }
            ring.clear();
            let mut bounds: Option<Aabb<Vec3<f64>>> = None;
            for v in moving.corners(m as u32) {
                ring.push(placed[v as usize]);
                let own = swept[v as usize];
                bounds = Some(bounds.map_or(own, |b| b.union(&own)));
            }
            let Some(bounds) = bounds.map(|b| b.grown(reach)) else { continue };
            let ring = Ring {
                corners: ring,
                sides: moving.ring(m as u32),
                normal: normals[m],
                two_sided: polygon.two_sided,
            };
            for &v in near.vertices() {
                let y = wide(v);
                if bounds.contains(y) {
                    visit.polygon_vertex(m as u32, &ring, v, y);
                }
            }
        }
        !(near.polygons().is_empty() && near.vertices().is_empty())
    }
}

fn refill(flags: &mut Vec<bool>, count: usize, value: bool) {
    flags.clear();
    flags.resize(count, value);
}

/// A box as six numbers that must all be at most those of [`limits`]: contiguous, so that they are compared two or four at once (SIMD).
pub(in crate::expel) type Lanes = [f64; 6];

pub(in crate::expel) fn lanes(aabb: &Aabb<Vec3<f64>>) -> Lanes {
    let (low, high) = (aabb.min, aabb.max);
    [low.x, low.y, low.z, -high.x, -high.y, -high.z]
}

pub(in crate::expel) fn limits(aabb: &Aabb<Vec3<f64>>) -> Lanes {
    let (low, high) = (aabb.min, aabb.max);
    [high.x, high.y, high.z, -low.x, -low.y, -low.z]
}

/// Whether two boxes overlap, without branches.
#[inline]
pub(in crate::expel) fn meet(own: &Lanes, limits: &Lanes) -> bool {
    let mut yes = true;
    for (a, b) in own.iter().zip(limits) {
        yes &= a <= b;
    }
    yes
}
