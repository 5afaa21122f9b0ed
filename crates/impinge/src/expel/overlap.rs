//! Overlap test of two bodies at rest. It runs once per motion, before the start.
//!
//! The answer is whether the surfaces cross, or one body is in the solid of the other. A sweep keeps apart bodies that start
//! apart. In overlap there is no separation to keep, so a body that starts there gets no proof.
//!
//! # Method
//! The moving vertices are transformed into the standing frame and rounded there; all signs are exact for these.
//! 1. *Crossing.* An edge of one passes through a polygon of the other: strictly, or through a seam or corner of polygons that
//!    it passes in the same sense.
//! 2. *Containment.* If nothing crosses, every connected part of a surface is wholly inside the other body or outside.
//!    So the winding number of one vertex of each part is computed. The other body must have a solid: be closed, and one-sided.
//! 3. *Touching.* If an edge meets a polygon and does not pass through it, the bodies may still share volume, like two
//!    boxes of one grid. Then all vertices, the middles of edges and polygons, and points just behind the polygons are tested too,
//!    if they are clear of the surface by more than rounding. Behind a polygon of a mesh that has no solid there is nothing: for such a
//!    mesh the middle itself is tested.
//!
//! # Guarantees
//! - Surfaces that do not touch: the answer is exact for the transformed vertices, whose rounding [`Zone::error`] bounds. A vertex of
//!   the standing body is rounded once more on its way to the moving one, and decides only if it is farther from the surface than
//!   that; otherwise bodies count as touching.
//! - Surfaces that touch: every overlap found is real. A vertex, or the middle of an edge or a polygon, that is in the other body by
//!   more than twice [`Zone::error`] and the flatness of both is found. These are samples; a pair whose overlap they miss is at
//!   distance 0 and so never proven clear.
//! - For open meshes, and two-sided polygons, crossings are found. They have no solid to be in.
//!
//! # Cost
//! Bodies whose boxes are apart: one comparison of two boxes. Otherwise the polygons whose boxes overlap that of the moving body, each
//! with the vertices of that body, and only if its plane passes between them with its edges and polygons. The winding number is
//! computed for one vertex of each part of the moving mesh. Nothing is allocated once the memory has grown.

use alloc::vec::Vec;

use super::sweep::nearest::{Nearest, Region};
use super::sweep::stage::{Frame, Lanes, Stage, lanes, limits, meet};
use super::sweep::still::Pair;
use super::zone::Zone;
use crate::math::{Aabb, Each, Real, Vec3, Vector};
use crate::mesh::polygon::{MeshFeature, Pierce, PlacedMesh, PolygonMesh, is_inside, pierces, position_wide};
use crate::mesh::{Position, meets, side};

/// Memory kept from query to query.
#[derive(Clone, Debug, Default)]
pub(super) struct Overlap {
    /// Standing polygons whose planes pass between the vertices of the moving body.
    near: Vec<u32>,
    /// First polygons of standing parts near the moving body.
    parts: Vec<u32>,
    /// Moving edges and polygons near those.
    edges: Vec<(Lanes, u32)>,
    polygons: Vec<(Lanes, u32)>,
    /// For each moving edge: number of seams passed to the back and to the front, and a polygon of the last.
    seams: Vec<([u32; 2], u32)>,
}

/// Two bodies, the moving one placed on the stage.
pub(super) struct Posed<'a, T: Real> {
    pub moving: &'a PlacedMesh<'a, T>,
    pub standing: &'a PlacedMesh<'a, T>,
    pub stage: &'a Stage,
    pub frame: &'a Frame,
    pub zone: &'a Zone,
}

/// An edge and a polygon that cross.
pub(super) struct Crossing {
    pub ends: [Vec3<f64>; 2],
    /// The front plane of the polygon: its normal and its offset.
    pub plane: (Vec3<f64>, f64),
    pub two_sided: bool,
    /// Sign that turns a translation of the edge into one of the moving body.
    pub sign: f64,
}

/// Relation of an edge to a polygon.
enum Pass {
    Not,
    /// At an end of the edge, or along it.
    Touches,
    /// Its ends are on both sides, and it meets the rim.
    Rim(Pierce),
    Through,
}

/// The bounding box of the moving mesh, transformed: a point is in it if its components along the axes are between low and high.
struct OwnBox {
    axes: [Vec3<f64>; 3],
    low: Vec3<f64>,
    high: Vec3<f64>,
}

impl OwnBox {
    fn of<T: Real>(posed: &Posed<'_, T>, slack: f64) -> Self {
        let own = Frame::of(&posed.moving.pose);
        let axes = [0, 1, 2].each(|i| posed.frame.vector_in(own.vector_out(Vec3::axis(i))));
        let origin = posed.frame.point_in(own.point_out(Vec3::ZERO));
        let at = Vec3::new(axes[0].dot(origin), axes[1].dot(origin), axes[2].dot(origin));
        let bounds = wide(&posed.moving.mesh.bounds()).grown(slack);
        Self { axes, low: at + bounds.min, high: at + bounds.max }
    }

    /// Whether all of a ring is beyond one face.
    fn is_beside(&self, ring: impl Iterator<Item = Vec3<f64>> + Clone) -> bool {
        (0..3).any(|i| {
            let (axis, low, high) = (self.axes[i], self.low.get(i), self.high.get(i));
            let (mut above, mut below) = (true, true);
            for c in ring.clone() {
                let at = axis.dot(c);
                above &= at > high;
                below &= at < low;
            }
            above || below
        })
    }
}

/// A box in `f64`.
pub(super) fn wide<T: Real>(bounds: &Aabb<Vec3<T>>) -> Aabb<Vec3<f64>> {
    Aabb { min: bounds.min.cast(), max: bounds.max.cast() }
}

fn box_of(points: impl Iterator<Item = Vec3<f64>>) -> Aabb<Vec3<f64>> {
    let infinite = Vec3::splat(f64::INFINITY);
    points.fold(Aabb { min: infinite, max: -infinite }, |b, p| Aabb { min: b.min.min(p), max: b.max.max(p) })
}

impl<T: Real> Posed<'_, T> {
    /// Bounding box of the moving body.
    pub fn whole(&self) -> Aabb<Vec3<f64>> {
        box_of(self.stage.placed.iter().copied())
    }
    fn placed(&self, v: u32) -> Vec3<f64> {
        self.stage.placed[v as usize]
    }
    fn stands(&self, v: u32) -> Vec3<f64> {
        self.standing.mesh.vertices()[v as usize].cast()
    }
    pub fn moving_ends(&self, edge: u32) -> [Vec3<f64>; 2] {
        self.moving.mesh.edges()[edge as usize].ends.each(|v| self.placed(v))
    }
    pub fn standing_ends(&self, edge: u32) -> [Vec3<f64>; 2] {
        self.standing.mesh.edges()[edge as usize].ends.each(|v| self.stands(v))
    }
    pub fn moving_ring(&self, polygon: u32) -> impl ExactSizeIterator<Item = Vec3<f64>> + Clone + '_ {
        self.moving.mesh.corners(polygon).map(|v| self.placed(v))
    }
    pub fn standing_ring(&self, polygon: u32) -> impl ExactSizeIterator<Item = Vec3<f64>> + Clone + '_ {
        self.standing.mesh.corners(polygon).map(|v| self.stands(v))
    }
    /// The front plane of a standing polygon: its normal and its offset.
    pub fn standing_plane(&self, polygon: u32) -> (Vec3<f64>, f64) {
        let polygon = &self.standing.mesh.polygons()[polygon as usize];
        (polygon.normal, polygon.offset)
    }
    pub fn moving_plane(&self, polygon: u32) -> (Vec3<f64>, f64) {
        let normal = self.stage.normals[polygon as usize];
        let corner = self.moving_ring(polygon).next().unwrap_or(Vec3::ZERO);
        (normal, normal.dot(corner))
    }
    /// The crossing of an edge of one body and a polygon of the other. `None` for other features.
    pub fn crossing(&self, moving: MeshFeature, standing: MeshFeature) -> Option<Crossing> {
        match (moving, standing) {
            (MeshFeature::Edge(e), MeshFeature::Polygon(q)) => Some(Crossing {
                ends: self.moving_ends(e),
                plane: self.standing_plane(q),
                two_sided: self.standing.mesh.polygons()[q as usize].two_sided,
                sign: 1.0,
            }),
            (MeshFeature::Polygon(p), MeshFeature::Edge(e)) => Some(Crossing {
                ends: self.standing_ends(e),
                plane: self.moving_plane(p),
                two_sided: self.moving.mesh.polygons()[p as usize].two_sided,
                sign: -1.0,
            }),
            _ => None,
        }
    }
}

impl Overlap {
    /// A pair of features of two bodies that cross, or one inside the other body. `None` if they do not overlap. `alone` skips the
    /// search if nothing of the standing body is near the moving one.
    pub fn find<T: Real>(&mut self, posed: &Posed<'_, T>, alone: bool) -> Option<Pair> {
        self.parts.clear();
        if alone {
            return self.held(posed, false);
        }
        let mut found = None;
        let touching = self.crossings(posed, |moving, standing| {
            found = Some(crossed(posed, moving, standing));
            false
        });
        found.or_else(|| self.held(posed, touching))
    }

    /// Reports each edge of one body that passes through a polygon of the other, until `visit` returns false. Returns whether the
    /// surfaces touch elsewhere.
    pub fn crossings<T: Real>(
        &mut self,
        posed: &Posed<'_, T>,
        mut visit: impl FnMut(MeshFeature, MeshFeature) -> bool,
    ) -> bool {
        let (moving, standing) = (posed.moving.mesh, posed.standing.mesh);
        let whole = posed.whole();
        self.near.clear();
        self.parts.clear();
        if !whole.overlaps(&wide(&standing.bounds())) {
            return false;
        }
        let slack = posed.zone.error + standing.flatness();
        let (middle, half) = (whole.center(), whole.half_extents());
        let mut region: Option<Aabb<Vec3<f64>>> = None;
        let many_parts = moving.has_solid();
        let mut own_box: Option<OwnBox> = None;
        standing.near(&whole, |q| {
            if many_parts && standing.parts().binary_search(&q).is_ok() {
                self.parts.push(q);
            }
            let polygon = &standing.polygons()[q as usize];
            let height = |x: Vec3<f64>| polygon.normal.dot(x) - polygon.offset;
            // First the case that the bounding box of the body is beside the plane.
            if height(middle).abs() > Vector::abs(polygon.normal).dot(half) + slack {
                return;
            }
            // Then the polygon beside the body's own box, and the body's vertices beside the plane.
            let own_box = own_box.get_or_insert_with(|| OwnBox::of(posed, slack));
            if own_box.is_beside(posed.standing_ring(q)) {
                return;
            }
            let (mut above, mut below) = (true, true);
            for &x in &posed.stage.placed {
                let height = height(x);
                above &= height > slack;
                below &= height < -slack;
            }
            if !(above || below) {
                let own = wide(&polygon.bounds);
                region = Some(region.map_or(own, |all| all.union(&own)));
                self.near.push(q);
            }
        });
        let Some(region) = region else { return false };
        let region = limits(&region);
        self.edges.clear();
        for e in 0..moving.edges().len() as u32 {
            let own = lanes(&box_of(posed.moving_ends(e).into_iter()));
            if meet(&own, &region) {
                self.edges.push((own, e));
            }
        }
        self.polygons.clear();
        for p in 0..moving.polygons().len() as u32 {
            let own = lanes(&box_of(posed.moving_ring(p)));
            if meet(&own, &region) {
                self.polygons.push((own, p));
            }
        }
        self.moving_edges(posed, slack, &mut visit)
            .and_then(|touches| Some(touches | self.standing_edges(posed, &mut visit)?))
            .unwrap_or(false)
    }

    /// Edges of the moving body through standing polygons. Returns whether some touch; `None` if `visit` returned false.
    fn moving_edges<T: Real>(
        &mut self,
        posed: &Posed<'_, T>,
        slack: f64,
        visit: &mut impl FnMut(MeshFeature, MeshFeature) -> bool,
    ) -> Option<bool> {
        let mut touches = false;
        self.seams.clear();
        for &q in &self.near {
            let bounds = limits(&wide(&posed.standing.mesh.polygons()[q as usize].bounds));
            let plane = posed.standing_plane(q);
            for (own, e) in &self.edges {
                if !meet(own, &bounds) {
                    continue;
                }
                let ends = posed.moving_ends(*e);
                if passes_beside(ends, posed.standing_ring(q), plane, slack) {
                    continue;
                }
                match pass(ends, posed.standing_ring(q)) {
                    Pass::Not => {}
                    Pass::Touches => touches = true,
                    Pass::Rim(sense) => {
                        touches = true;
                        if self.seams.is_empty() {
                            self.seams.resize(posed.moving.mesh.edges().len(), ([0; 2], q));
                        }
                        let seam = &mut self.seams[*e as usize];
                        seam.0[usize::from(sense == Pierce::Front)] += 1;
                        seam.1 = q;
                    }
                    Pass::Through => visit(MeshFeature::Edge(*e), MeshFeature::Polygon(q)).then_some(())?,
                }
            }
        }
        for (e, (senses, q)) in (0..).zip(&self.seams) {
            if in_one_sense(*senses) {
                visit(MeshFeature::Edge(e), MeshFeature::Polygon(*q)).then_some(())?;
            }
        }
        Some(touches)
    }

    /// The same with the roles exchanged.
    fn standing_edges<T: Real>(
        &self,
        posed: &Posed<'_, T>,
        visit: &mut impl FnMut(MeshFeature, MeshFeature) -> bool,
    ) -> Option<bool> {
        let mut touches = false;
        let slack = posed.zone.error + posed.moving.mesh.flatness();
        for &q in &self.near {
            for side in posed.standing.mesh.ring(q) {
                let ends = posed.standing_ends(side.edge);
                let bounds = limits(&box_of(ends.into_iter()));
                let (mut senses, mut last) = ([0; 2], 0);
                for (own, p) in &self.polygons {
                    if !meet(own, &bounds)
                        || passes_beside(ends, posed.moving_ring(*p), posed.moving_plane(*p), slack)
                    {
                        continue;
                    }
                    match pass(ends, posed.moving_ring(*p)) {
                        Pass::Not => {}
                        Pass::Touches => touches = true,
                        Pass::Rim(sense) => {
                            touches = true;
                            senses[usize::from(sense == Pierce::Front)] += 1;
                            last = *p;
                        }
                        Pass::Through => {
                            visit(MeshFeature::Polygon(*p), MeshFeature::Edge(side.edge)).then_some(())?;
                        }
                    }
                }
                if in_one_sense(senses) {
                    visit(MeshFeature::Polygon(last), MeshFeature::Edge(side.edge)).then_some(())?;
                }
            }
        }
        Some(touches)
    }

    /// A part of one body that is inside the other, if nothing crosses.
    fn held<T: Real>(&self, posed: &Posed<'_, T>, touching: bool) -> Option<Pair> {
        let (moving, standing) = (posed.moving.mesh, posed.standing.mesh);
        let error = posed.zone.error;
        // Behind the polygons of a mesh there is something to test if it has a solid.
        let depth = 4.0 * (error + moving.flatness() + standing.flatness());
        let behind = |mesh: &PolygonMesh<T>| if mesh.has_solid() { depth } else { 0.0 };
        if standing.has_solid() {
            let single = moving.polygons().is_empty();
            let first = |&p: &u32| moving.corners(p).next();
            let vertices = moving.parts().iter().filter_map(first).chain(0..u32::from(single));
            for v in vertices {
                let x = posed.placed(v);
                let found = if touching { inside(standing, x, 0.0) } else { is_inside(standing, x) };
                if found {
                    return Some(behind_standing(posed, x, MeshFeature::Vertex(v)));
                }
            }
            if touching {
                let normal = |p: u32| posed.stage.normals[p as usize];
                for (feature, _, x) in samples(moving, |v| posed.placed(v), normal, behind(moving)) {
                    if inside(standing, x, error) {
                        return Some(behind_standing(posed, x, feature));
                    }
                }
            }
        }
        let single = standing.polygons().is_empty();
        let parts = if moving.is_room() { standing.parts() } else { &self.parts };
        if moving.has_solid() && (touching || single || !parts.is_empty()) {
            let own = Frame::of(&posed.moving.pose);
            let back = |y: Vec3<f64>| own.point_in(posed.frame.point_out(y));
            let first = |&q: &u32| standing.corners(q).next();
            let mut open = touching;
            for v in parts.iter().filter_map(first).chain(0..u32::from(single)) {
                let y = posed.stands(v);
                match is_in(moving, back(y), error) {
                    Some(true) => return Some(behind_moving(posed, back(y), y, MeshFeature::Vertex(v))),
                    Some(false) => {}
                    // On the surface within rounding: other vertices of the part must decide.
                    None => open = true,
                }
            }
            if open {
                let whole = posed.whole();
                let normal = |q: u32| posed.standing_plane(q).0;
                for (feature, at, y) in samples(standing, |v| posed.stands(v), normal, behind(standing)) {
                    // Beyond the walls of a room everything is solid, also outside of its box.
                    if (moving.is_room() || whole.contains(y)) && inside(moving, back(y), error) {
                        return Some(behind_moving(posed, back(y), at, feature));
                    }
                }
            }
        }
        None
    }
}

/// Whether an edge certainly does not meet a polygon: its ends are on one side of the plane, or it passes the plane beyond a side.
/// The heights of points are accurate to the slack.
fn passes_beside(
    [from, to]: [Vec3<f64>; 2],
    ring: impl Iterator<Item = Vec3<f64>> + Clone,
    (normal, offset): (Vec3<f64>, f64),
    slack: f64,
) -> bool {
    let (a, b) = (normal.dot(from) - offset, normal.dot(to) - offset);
    if (a > slack && b > slack) || (a < -slack && b < -slack) {
        return true;
    }
    let (fall, way) = (a - b, to - from);
    if fall.abs() <= 4.0 * slack {
        return false;
    }
    let at = from + way * (a / fall);
    // The crossing point has an error of the slack, and of the error of the heights along the edge.
    let off = 4.0 * slack * (1.0 + way.norm() / fall.abs());
    let off = off * off;
    let beyond = |(u, v): (Vec3<f64>, Vec3<f64>)| {
        let out = (v - u).cross(normal);
        let past = out.dot(at - u);
        past > 0.0 && past * past > off * out.norm_squared()
    };
    ring.clone().zip(ring.cycle().skip(1)).any(beyond)
}

/// Whether an edge that meets the rims of several polygons goes through the surface there: it does if it passes them all in one sense.
/// One that grazes a seam passes its polygons in opposite senses.
fn in_one_sense([back, front]: [u32; 2]) -> bool {
    back.max(front) >= 2 && back.min(front) == 0
}

fn pass([from, to]: [Vec3<f64>; 2], ring: impl ExactSizeIterator<Item = Vec3<f64>> + Clone) -> Pass {
    if pierces(from, to, ring.clone()).is_some() {
        return Pass::Through;
    }
    let Some(sense) = meets(from, to, ring.clone()) else { return Pass::Not };
    // On the plane of the fan's first nondegenerate triangle: for a flat polygon, the plane of all.
    let mut corners = ring;
    let (Some(a), Some(mut b)) = (corners.next(), corners.next()) else { return Pass::Touches };
    for c in corners {
        let [at, on] = [side(a, b, c, from), side(a, b, c, to)];
        if at != 0.0 && on != 0.0 {
            return if (at > 0.0) == (on > 0.0) { Pass::Touches } else { Pass::Rim(sense) };
        }
        b = c;
    }
    Pass::Touches
}

/// Whether a point is in the solid of a mesh, and farther from its surface than `slack`.
fn inside<T: Real>(mesh: &PolygonMesh<T>, p: Vec3<f64>, slack: f64) -> bool {
    is_in(mesh, p, slack) == Some(true)
}

/// Whether a point is in the solid of a mesh; `None` if it is no farther from its surface than `slack`.
fn is_in<T: Real>(mesh: &PolygonMesh<T>, p: Vec3<f64>, slack: f64) -> Option<bool> {
    let slack = slack + if slack > 0.0 { mesh.flatness() } else { 0.0 };
    if !(mesh.is_room() || wide(&mesh.bounds()).grown(slack).contains(p)) {
        return Some(false);
    }
    let mut off = true;
    if slack > 0.0 {
        mesh.near(&Aabb { min: p, max: p }.grown(slack), |q| {
            let plane = &mesh.polygons()[q as usize];
            off = off && (plane.normal.dot(p) - plane.offset).abs() > slack;
        });
    }
    off.then(|| position_wide(mesh, p) == Some(Position::Inside))
}

/// The middles of all polygons and edges, and all vertices, as test points; for polygons, a point this far behind the middle instead.
/// If faces of both bodies are coplanar, that point is inside both or not.
fn samples<'a, T: Real>(
    mesh: &'a PolygonMesh<T>,
    at: impl Fn(u32) -> Vec3<f64> + Copy + 'a,
    normal: impl Fn(u32) -> Vec3<f64> + 'a,
    behind: f64,
) -> impl Iterator<Item = (MeshFeature, Vec3<f64>, Vec3<f64>)> + 'a {
    let polygons = (0..mesh.polygons().len() as u32).flat_map(move |p| {
        let sum = mesh.corners(p).fold(Vec3::ZERO, |sum, v| sum + at(v));
        let middle = sum * (1.0 / f64::from(mesh.polygons()[p as usize].count));
        [middle - normal(p) * behind, middle].each(|x| (MeshFeature::Polygon(p), middle, x))
    });
    let edges = (0..).zip(mesh.edges()).map(move |(e, edge)| {
        let [a, b] = edge.ends.each(at);
        let middle = a * 0.5 + b * 0.5;
        (MeshFeature::Edge(e), middle, middle)
    });
    let vertices = (0..mesh.vertices().len() as u32).map(move |v| (MeshFeature::Vertex(v), at(v), at(v)));
    polygons.chain(edges).chain(vertices)
}

/// A crossing of an edge and a polygon as a reported pair: they meet, so the separation is 0, and the direction is out of the
/// polygon; for a two-sided one, to where more of the edge is.
fn crossed<T: Real>(posed: &Posed<'_, T>, moving: MeshFeature, standing: MeshFeature) -> Pair {
    let Some(Crossing { ends, plane: (normal, offset), two_sided, sign }) = posed.crossing(moving, standing)
    else {
        return meeting(Vec3::ZERO, Vec3::ZERO, moving, standing);
    };
    let [a, b] = ends.each(|x| normal.dot(x) - offset);
    let fall = a - b;
    let along = if fall == 0.0 { 0.5 } else { Real::min(Real::max(a / fall, 0.0), 1.0) };
    let point = ends[0] + (ends[1] - ends[0]) * along;
    // For an edge nearly in the plane of the polygon it is certain that it passes through, but not exactly where.
    let point = if let MeshFeature::Polygon(q) = standing { onto_standing(posed, q, point) } else { point };
    let sign = if two_sided && a + b < 0.0 { -sign } else { sign };
    meeting(point, normal * sign, moving, standing)
}

fn meeting(point: Vec3<f64>, direction: Vec3<f64>, moving: MeshFeature, standing: MeshFeature) -> Pair {
    let nearest = Nearest { direction, separation: 0.0, point, region: Region::Inside };
    Pair { nearest, moving, standing }
}

/// The polygon of a mesh through which the upward ray leaves it first, and its height above the point; otherwise its first polygon.
fn above<T: Real>(mesh: &PolygonMesh<T>, p: Vec3<f64>) -> (u32, f64) {
    let mut best: Option<(u32, f64)> = None;
    mesh.near(&Aabb { min: p, max: Vec3::new(p.x, p.y, f64::INFINITY) }, |q| {
        let plane = &mesh.polygons()[q as usize];
        let rise = (plane.offset - plane.normal.dot(p)) / plane.normal.z;
        if plane.normal.z > 0.0 && rise >= 0.0 && best.is_none_or(|(_, least)| rise < least) {
            best = Some((q, rise));
        }
    });
    best.unwrap_or((0, 0.0))
}

/// The point of a standing polygon that is nearest to one in its plane or near it.
fn onto_standing<T: Real>(posed: &Posed<'_, T>, q: u32, x: Vec3<f64>) -> Vec3<f64> {
    let (normal, offset) = posed.standing_plane(q);
    let ring = posed.standing_ring(q);
    let mut best: Option<(f64, Vec3<f64>)> = None;
    for (from, to) in ring.clone().zip(ring.cycle().skip(1)) {
        let (side, way) = (to - from, x - from);
        // Only sides that it is beyond; a side without length has no beyond.
        if side.cross(normal).dot(way) > 0.0 {
            let along = Real::min(Real::max(way.dot(side) / side.norm_squared(), 0.0), 1.0);
            let there = from + side * along;
            let away = (x - there).norm_squared();
            if best.is_none_or(|(least, _)| away < least) {
                best = Some((away, there));
            }
        }
    }
    best.map_or_else(|| x - normal * (normal.dot(x) - offset), |(_, there)| there)
}

fn behind_standing<T: Real>(posed: &Posed<'_, T>, x: Vec3<f64>, moving: MeshFeature) -> Pair {
    let (q, rise) = above(posed.standing.mesh, x);
    let point = onto_standing(posed, q, x + Vec3::new(0.0, 0.0, rise));
    meeting(point, posed.standing_plane(q).0, moving, MeshFeature::Polygon(q))
}

fn behind_moving<T: Real>(
    posed: &Posed<'_, T>,
    y_own: Vec3<f64>,
    y: Vec3<f64>,
    standing: MeshFeature,
) -> Pair {
    let (p, _) = above(posed.moving.mesh, y_own);
    meeting(y, -posed.stage.normals[p as usize], MeshFeature::Polygon(p), standing)
}
