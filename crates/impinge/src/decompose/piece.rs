//! Pieces: the parts of the solid of a group of shells in cells, and their cuts by planes.
//!
//! A piece is the surface inside its cell, as convex polygons, and those corners of the cell that are in the solid. These
//! points have the hull of the piece: a corner of that hull that is inside the solid is a corner of the cell, and one on the
//! surface is a corner of a polygon. So cuts need no caps, and a surface that intersects itself does no harm.
//!
//! Where rounding enters: a point where an edge meets a plane deviates from both by some ε (see [`ON_PLANE`](super::cell::ON_PLANE)).

use alloc::vec;
use alloc::vec::Vec;

use super::cell::{Cell, Plane, crossing};
use super::groups::Own;
use super::whole::Whole;
use crate::hull::planar_hull;
use crate::math::{Aabb, Each, Vec2, Vec3};

/// No point.
pub(super) const NONE: u32 = u32::MAX;

/// Part of the solid in a cell.
#[derive(Clone, Debug)]
pub(super) struct Piece {
    /// Corners of the surface polygons.
    pub(super) points: Vec<Vec3<f64>>,
    /// Corners that may be corners of a hull.
    outer: Vec<bool>,
    /// Corners of all polygons, one polygon after the other.
    corners: Vec<u32>,
    /// For each corner, the edge that starts there.
    sides: Vec<u32>,
    /// Start of each polygon, and the end of the last one.
    starts: Vec<u32>,
    /// Polygon of the mesh that each polygon is a part of.
    sources: Vec<u32>,
    /// Ends of all edges.
    pub(super) edges: Vec<[u32; 2]>,
    /// Polygons at each edge; the second is [`NONE`] if a plane cut there.
    pub(super) neighbors: Vec<[u32; 2]>,
    cell: Cell,
    /// Corners of the cell that are in the solid of the group.
    pub(super) inner: Vec<Vec3<f64>>,
    /// Group of its shells.
    group: u32,
}

/// Points of the two halves of a piece, and memory for finding them.
#[derive(Default)]
pub(super) struct Halves {
    heights: Vec<f64>,
    /// Bit 0: behind, bit 1: in front.
    marks: Vec<u8>,
    section: Vec<Vec3<f64>>,
    crossings: Vec<Vec3<f64>>,
    flat: Vec<Vec2<f64>>,
    pub(super) points: [Vec<Vec3<f64>>; 2],
}

impl Piece {
    /// The whole solid: a piece for each group of shells.
    pub(super) fn all(whole: &Whole) -> Vec<Self> {
        let lists = whole.groups.lists(&whole.mesh);
        let of_group = |(group, polygons): (usize, &Vec<u32>)| Self::of(whole, group as u32, polygons);
        lists.iter().enumerate().map(of_group).collect()
    }

    /// The solid of a group, which has these polygons.
    fn of(whole: &Whole, group: u32, polygons: &[u32]) -> Self {
        let mesh = &whole.mesh;
        let own = Own::of(mesh, polygons);
        let mut rings = Rings::default();
        for (ring, &p) in own.rings.iter().zip(polygons) {
            rings.corners.extend(ring);
            rings.close(p);
        }
        let points: Vec<Vec3<f64>> = own.vertices.iter().map(|&v| mesh.vertices()[v as usize]).collect();
        let outer = own.vertices.iter().map(|&v| whole.outer[v as usize]).collect();
        let bounds = Aabb::of_points(points.iter().copied()).unwrap_or(mesh.bounds());
        // Beyond the surface, so that no corner of the box is in the solid.
        let beyond = Vec3::splat(whole.unit);
        let cell = Cell::of_box(bounds.min - beyond, bounds.max + beyond);
        Self::new(points, outer, rings, cell, vec![], group)
    }

    fn new(
        points: Vec<Vec3<f64>>,
        outer: Vec<bool>,
        rings: Rings,
        cell: Cell,
        inner: Vec<Vec3<f64>>,
        group: u32,
    ) -> Self {
        let Rings { corners, starts: ends, sources } = rings;
        let mut starts = vec![0];
        starts.extend(ends);
        let mut piece = Self {
            points,
            outer,
            sides: vec![0; corners.len()],
            corners,
            starts,
            sources,
            edges: vec![],
            neighbors: vec![],
            cell,
            inner,
            group,
        };
        piece.join();
        piece
    }

    /// Numbers the edges.
    fn join(&mut self) {
        let mut keys: Vec<(u64, u32, u32)> = Vec::with_capacity(self.corners.len());
        for polygon in 0..self.sources.len() as u32 {
            let range = self.starts[polygon as usize]..self.starts[polygon as usize + 1];
            for k in range.clone() {
                let after = if k + 1 == range.end { range.start } else { k + 1 };
                let (a, b) = (self.corners[k as usize], self.corners[after as usize]);
                keys.push((u64::from(a.min(b)) << 32 | u64::from(a.max(b)), k, polygon));
            }
        }
        keys.sort_unstable();
        for group in keys.chunk_by(|a, b| a.0 == b.0) {
            let id = self.edges.len() as u32;
            self.edges.push([(group[0].0 >> 32) as u32, group[0].0 as u32]);
            self.neighbors.push([group[0].2, group.get(1).map_or(NONE, |k| k.2)]);
            group.iter().for_each(|&(_, k, _)| self.sides[k as usize] = id);
        }
    }

    /// A piece of the same cell, with other points and polygons.
    pub(super) fn with(&self, points: Vec<Vec3<f64>>, outer: Vec<bool>, rings: Rings) -> Self {
        Self::new(points, outer, rings, self.cell.clone(), self.inner.clone(), self.group)
    }

    pub(super) fn polygon_count(&self) -> usize {
        self.sources.len()
    }

    /// Polygon of the mesh that a polygon is a part of.
    pub(super) fn source(&self, polygon: usize) -> u32 {
        self.sources[polygon]
    }

    fn range(&self, polygon: usize) -> core::ops::Range<usize> {
        self.starts[polygon] as usize..self.starts[polygon + 1] as usize
    }

    /// Corners of a polygon.
    pub(super) fn ring(&self, polygon: usize) -> impl ExactSizeIterator<Item = Vec3<f64>> + Clone + '_ {
        self.corners[self.range(polygon)].iter().map(|&i| self.points[i as usize])
    }

    /// Points that can be corners of its hull.
    pub(super) fn hull_points(&self) -> Vec<Vec3<f64>> {
        let outer = self.points.iter().zip(&self.outer).filter(|(_, outer)| **outer).map(|(p, _)| p);
        outer.chain(&self.inner).copied().collect()
    }

    /// Whether it has points on both sides of a plane.
    pub(super) fn is_cut_by(&self, plane: &Plane) -> bool {
        let sides = || self.points.iter().chain(&self.inner).map(|&p| plane.side(p));
        sides().any(|side| side < 0.0) && sides().any(|side| side > 0.0)
    }

    /// Heights of all points, and the sides of the plane on which each is needed.
    fn mark(&self, whole: &Whole, plane: &Plane, halves: &mut Halves) {
        let Halves { heights, marks, .. } = halves;
        heights.clear();
        heights.extend(self.points.iter().map(|&p| plane.side(p)));
        marks.clear();
        marks.extend(heights.iter().map(|&h| u8::from(h < 0.0) | u8::from(h > 0.0) << 1));
        for polygon in 0..self.sources.len() {
            let ring = &self.corners[self.range(polygon)];
            let (mut all, mut on) = (0, false);
            for &c in ring {
                let height = heights[c as usize];
                on |= height == 0.0;
                all |= u8::from(height < 0.0) | u8::from(height > 0.0) << 1;
            }
            if on {
                let sides = if all == 0 { self.side_of_flat(whole, plane, polygon) } else { all };
                ring.iter()
                    .filter(|&&c| heights[c as usize] == 0.0)
                    .for_each(|&c| marks[c as usize] |= sides);
            }
        }
    }

    /// Side on which a polygon in the plane is needed: the solid is behind its front.
    fn side_of_flat(&self, whole: &Whole, plane: &Plane, polygon: usize) -> u8 {
        let normal = whole.mesh.polygons()[self.sources[polygon] as usize].normal;
        if normal.dot(plane.normal) > 0.0 { 1 } else { 2 }
    }

    /// Points that span the hulls of both halves. False if all are on one side.
    pub(super) fn divide(&self, whole: &Whole, plane: &Plane, halves: &mut Halves) -> bool {
        self.mark(whole, plane, halves);
        let Halves { heights, marks, section, crossings, flat, points: [behind, front] } = halves;
        behind.clear();
        front.clear();
        for (i, &p) in self.points.iter().enumerate() {
            if self.outer[i] || heights[i] == 0.0 {
                if marks[i] & 1 != 0 {
                    behind.push(p);
                }
                if marks[i] & 2 != 0 {
                    front.push(p);
                }
            }
        }
        crossings.clear();
        for &[a, b] in &self.edges {
            if heights[a as usize] * heights[b as usize] < 0.0 {
                crossings.push(crossing(plane, self.points[a as usize], self.points[b as usize]));
            }
        }
        for &p in &self.inner {
            let side = plane.side(p);
            if side <= 0.0 {
                behind.push(p);
            }
            if side >= 0.0 {
                front.push(p);
            }
        }
        if behind.is_empty() || front.is_empty() {
            return false;
        }
        self.cell.section(plane, section);
        section.retain(|&p| whole.holds_in(self.group, p));
        crossings.extend_from_slice(section);
        // Inner points of the section would only turn out to lie in one plane, which takes long to establish.
        let u = plane.normal.any_orthogonal();
        let v = plane.normal.cross(u);
        flat.clear();
        flat.extend(crossings.iter().map(|p| Vec2::new(p.dot(u), p.dot(v))));
        if let Ok(rim) = planar_hull(flat) {
            behind.extend(rim.sources().iter().map(|&i| crossings[i as usize]));
            front.extend(rim.sources().iter().map(|&i| crossings[i as usize]));
        } else {
            behind.extend_from_slice(crossings);
            front.extend_from_slice(crossings);
        }
        true
    }

    /// Pieces behind the plane and in front of it.
    pub(super) fn split(&self, whole: &Whole, plane: &Plane) -> [Self; 2] {
        let halves = &mut Halves::default();
        self.mark(whole, plane, halves);
        let heights = &halves.heights;
        let mut section = vec![];
        self.cell.section(plane, &mut section);
        let [behind, front] = self.cell.split(plane, &section);
        section.retain(|&p| whole.holds_in(self.group, p));
        let half = |bit: u8, sign: f64, cell: Cell| {
            let (mut points, mut outer) = (vec![], vec![]);
            let mut names = vec![NONE; self.points.len()];
            let mut crossings = vec![NONE; self.edges.len()];
            let mut rings = Rings::default();
            for polygon in 0..self.sources.len() {
                let range = self.range(polygon);
                let ring = &self.corners[range.clone()];
                let beside = ring.iter().any(|&c| heights[c as usize] * sign > 0.0);
                let flat = ring.iter().all(|&c| heights[c as usize] == 0.0);
                let needed = beside || (flat && self.side_of_flat(whole, plane, polygon) == bit);
                if !needed {
                    continue;
                }
                for k in range.clone() {
                    let corner = self.corners[k];
                    let next = self.corners[if k + 1 == range.end { range.start } else { k + 1 }];
                    let (h, after) = (heights[corner as usize], heights[next as usize]);
                    if h * sign >= 0.0 {
                        let name = &mut names[corner as usize];
                        if *name == NONE {
                            *name = points.len() as u32;
                            points.push(self.points[corner as usize]);
                            outer.push(self.outer[corner as usize] || h == 0.0);
                        }
                        rings.corners.push(*name);
                    }
                    if h * after < 0.0 {
                        let name = &mut crossings[self.sides[k] as usize];
                        if *name == NONE {
                            *name = points.len() as u32;
                            let ends = [corner, next].each(|c| self.points[c as usize]);
                            points.push(crossing(plane, ends[0], ends[1]));
                            outer.push(true);
                        }
                        rings.corners.push(*name);
                    }
                }
                rings.close(self.sources[polygon]);
            }
            let kept = self.inner.iter().copied().filter(|&p| plane.side(p) * sign >= 0.0);
            let inner = kept.chain(section.iter().copied()).collect();
            Self::new(points, outer, rings, cell, inner, self.group)
        };
        [half(1, -1.0, behind), half(2, 1.0, front)]
    }
}

/// Polygons, one after the other.
#[derive(Default)]
pub(super) struct Rings {
    corners: Vec<u32>,
    /// End of each polygon.
    starts: Vec<u32>,
    sources: Vec<u32>,
}

impl Rings {
    /// Adds a corner.
    pub(super) fn push(&mut self, point: u32) {
        self.corners.push(point);
    }

    /// Ends a polygon.
    pub(super) fn close(&mut self, source: u32) {
        self.starts.push(self.corners.len() as u32);
        self.sources.push(source);
    }
}
