//! Features of cores in space, see [`FeatureSpace`].

use super::support::{Corner, Facing, FeatureSpace, Patch, aligned, boxed, edge_or_vertex, farthest};
use super::types::Feature;
use super::{MAX_FACES, NEARLY};
use crate::math::{Each, Real, Vec3, Vector};
use crate::shape::{Cone, Core3, Frustum, Id, LentPolyhedron, Support, Triangle};

/// Corners of the faces of a box or frustum by id: bit k of a corner is its side along axis k; in order around.
const BOX_FACES: [[u8; 4]; 6] =
    [[0, 2, 6, 4], [1, 3, 7, 5], [0, 1, 5, 4], [2, 3, 7, 6], [0, 1, 3, 2], [4, 5, 7, 6]];

/// Edges of a box or frustum.
const BOX_EDGES: [[u8; 2]; 12] =
    [[0, 1], [2, 3], [4, 5], [6, 7], [0, 2], [1, 3], [4, 6], [5, 7], [0, 4], [1, 5], [2, 6], [3, 7]];

/// A triangle whose doubled area is below this × ε × its longest side squared counts as a line: the rounding of the
/// product. With a larger value, thin triangles would lose their face.
const FLAT_TRIANGLE_ULPS: f64 = 8.0;

/// Limit on the steps from the vertex that a polyhedron in `f32` chose to the farthest one in `f64`. It is usually a
/// neighbor; if more steps are needed, the vertices differ by less than `f32` resolves.
const MAX_WALK: usize = 32;

impl FeatureSpace for Vec3<f64> {
    fn each_face(core: &Core3<'_>, near: Id, visit: &mut dyn FnMut(Vec3<f64>)) {
        let mut both = |m: Vec3<f64>| {
            visit(-m);
            visit(m);
        };
        match core {
            Core3::Cuboid(_) => (0..3).for_each(|k| both(Vec3::axis(k))),
            Core3::Rectangle(_) | Core3::Disc(_) | Core3::EllipticDisc(_) | Core3::Cylinder(_) => {
                both(Vec3::axis(2));
            }
            Core3::Cone(_) => visit(-Vec3::axis(2)),
            Core3::Triangle(s) => {
                if let Some(m) = triangle_normal(s) {
                    visit(m);
                    visit(-m);
                }
            }
            Core3::Frustum(s) => (0..6).filter_map(|k| frustum_normal(s, k)).for_each(visit),
            Core3::Polyhedron(p, _) => {
                let topology = p.topology();
                if topology.face_count() <= MAX_FACES {
                    (0..topology.face_count() as u32).for_each(|f| visit(p.fine_normal(f)));
                } else if (near.0 as usize) < topology.vertex_count() {
                    topology.leaving(near.0).for_each(|h| visit(p.fine_normal(topology.face(h))));
                }
            }
            Core3::Point | Core3::Segment(_) | Core3::Ellipsoid(_) | Core3::Custom(..) => {}
        }
    }

    fn line_count(core: &Core3<'_>) -> usize {
        match core {
            Core3::Segment(s) => usize::from(s.half_length() > 0.0),
            Core3::Cylinder(_) => 1,
            Core3::Rectangle(_) => 2,
            Core3::Cuboid(_) | Core3::Triangle(_) => 3,
            Core3::Frustum(_) => 6,
            Core3::Polyhedron(p, _) => p.topology().edge_count(),
            Core3::Point
            | Core3::Disc(_)
            | Core3::EllipticDisc(_)
            | Core3::Ellipsoid(_)
            | Core3::Cone(_)
            | Core3::Custom(..) => 0,
        }
    }

    fn each_line(core: &Core3<'_>, near: Id, all: bool, visit: &mut dyn FnMut(Vec3<f64>)) {
        match core {
            Core3::Segment(s) if s.half_length() == 0.0 => {}
            Core3::Segment(_) | Core3::Cylinder(_) => visit(Vec3::axis(2)),
            Core3::Rectangle(_) => (0..2).for_each(|k| visit(Vec3::axis(k))),
            Core3::Cuboid(_) => (0..3).for_each(|k| visit(Vec3::axis(k))),
            Core3::Triangle(s) => {
                let [a, b, c] = s.corners();
                [b - a, c - b, a - c].into_iter().filter_map(Vector::normalized).for_each(visit);
            }
            Core3::Frustum(s) => {
                (0..2).for_each(|k| visit(Vec3::axis(k)));
                (0..4).for_each(|i| visit((frustum_point(s, i | 4) - frustum_point(s, i)).unit()));
            }
            Core3::Polyhedron(p, _) => {
                let t = p.topology();
                let at = |v: u32| p.vertex(v);
                if all {
                    t.edges().for_each(|h| visit((at(t.target(h)) - at(t.origin(h))).unit()));
                } else if (near.0 as usize) < t.vertex_count() {
                    t.neighbors(near.0).for_each(|v| visit((at(v) - at(near.0)).unit()));
                }
            }
            Core3::Point
            | Core3::Disc(_)
            | Core3::EllipticDisc(_)
            | Core3::Ellipsoid(_)
            | Core3::Cone(_)
            | Core3::Custom(..) => {}
        }
    }

    fn across(a: Vec3<f64>, b: Vec3<f64>, angle: f64) -> Option<Vec3<f64>> {
        let cross = a.cross(b);
        // If the angle is 0, at least where the product exceeds rounding.
        if cross.norm_squared() <= Real::max(angle * angle, f64::EPSILON) { None } else { cross.normalized() }
    }

    fn straightened(core: &Core3<'_>, d: Vec3<f64>) -> Option<Vec3<f64>> {
        let around = Vec3::new(d.x, d.y, 0.0);
        let straight = match core {
            Core3::Segment(s) if s.half_length() == 0.0 => return None,
            Core3::Segment(_) | Core3::Cylinder(_) => around.normalized()?,
            Core3::Cone(s) => {
                let [out, up] = cone_side(s);
                around.normalized()? * out + Vec3::axis(2) * up
            }
            Core3::Point
            | Core3::Rectangle(_)
            | Core3::Triangle(_)
            | Core3::Disc(_)
            | Core3::EllipticDisc(_)
            | Core3::Ellipsoid(_)
            | Core3::Cuboid(_)
            | Core3::Frustum(_)
            | Core3::Polyhedron(..)
            | Core3::Custom(..) => return None,
        };
        aligned(straight, d, NEARLY).then_some(straight)
    }

    fn patch(core: &Core3<'_>, d: Vec3<f64>, near: Id, facing: Facing) -> Patch<Vec3<f64>> {
        let z = Vec3::axis(2);
        let flat = d.xy().norm() <= facing.tilt;
        let above = u32::from(d.z >= 0.0);
        match core {
            Core3::Point => boxed(&[], d, facing),
            // The core of a capsule of zero length: a ball, which has no edge.
            Core3::Segment(s) if s.half_length() == 0.0 => boxed(&[], d, facing),
            Core3::Segment(s) => boxed(&[(2, s.half_length())], d, facing).on_tube(0.0),
            Core3::Rectangle(s) => boxed(&[(0, s.half_extents().x), (1, s.half_extents().y)], d, facing),
            Core3::Cuboid(s) => {
                let half = s.half_extents();
                boxed(&[(0, half.x), (1, half.y), (2, half.z)], d, facing)
            }
            Core3::Triangle(s) => triangle(s, d, facing),
            Core3::Frustum(s) => frustum(s, d, facing),
            Core3::Polyhedron(p, factor) => polyhedron(p, *factor, d, near, facing),
            Core3::Disc(s) if flat => Patch::round(above, Vec3::ZERO, circle(s.radius()), true),
            Core3::EllipticDisc(s) if flat => {
                let axes = [Vec3::axis(0) * s.radii().x, Vec3::axis(1) * s.radii().y];
                Patch::round(above, Vec3::ZERO, axes, false)
            }
            Core3::Cylinder(s) if flat => {
                Patch::round(above, z * d.z.sign_of(s.half_height()), circle(s.radius()), true)
            }
            Core3::Cylinder(s) if d.z.abs() <= facing.tilt => {
                let side = Vec3::new(d.x, d.y, 0.0).unit() * s.radius();
                let end = |h: f64, face: u32| Corner::rim(side + z * h, face);
                Patch::edge([end(-s.half_height(), 0), end(s.half_height(), 1)]).on_tube(s.radius())
            }
            Core3::Cone(s) => cone(s, d, facing),
            Core3::Disc(_)
            | Core3::EllipticDisc(_)
            | Core3::Cylinder(_)
            | Core3::Ellipsoid(_)
            | Core3::Custom(..) => Patch::curved(core.support(d)),
        }
    }
}

fn circle(radius: f64) -> [Vec3<f64>; 2] {
    [0, 1].each(|k| Vec3::axis(k) * radius)
}

/// Outward unit normal of a cone's side: its component away from the axis, and along it.
fn cone_side(s: &Cone<f64>) -> [f64; 2] {
    crate::math::Vec2::new(s.height(), s.radius()).unit().to_array()
}

fn cone(s: &Cone<f64>, d: Vec3<f64>, facing: Facing) -> Patch<Vec3<f64>> {
    let z = Vec3::axis(2);
    let across = d.xy().norm();
    let apex = z * s.apex();
    if across <= facing.tilt && d.z < 0.0 {
        return Patch::round(0, z * s.base(), circle(s.radius()), true);
    }
    // Sine of the angle from the side's normal toward the apex.
    let [out, up] = cone_side(s);
    let towards = d.z * out - across * up;
    if towards > facing.tilt {
        return Patch::vertex(apex, Id(0));
    }
    let rim = Vec3::new(d.x, d.y, 0.0).unit() * s.radius() + z * s.base();
    if towards >= -facing.tilt {
        Patch::edge([Corner::vertex(apex, Id(0)), Corner::rim(rim, 0)])
    } else {
        Patch::curved(rim)
    }
}

/// Unit normal of a triangle, `None` if it is a line or a point.
fn triangle_normal(s: &Triangle<f64>) -> Option<Vec3<f64>> {
    let [a, b, c] = s.corners();
    let cross = (b - a).cross(c - a);
    let side = [b - a, c - b, a - c].into_iter().fold(0.0, |m, e| Real::max(e.norm_squared(), m));
    if cross.norm() <= FLAT_TRIANGLE_ULPS * f64::EPSILON * side { None } else { cross.normalized() }
}

fn triangle(s: &Triangle<f64>, d: Vec3<f64>, facing: Facing) -> Patch<Vec3<f64>> {
    let mut id = 0;
    let corners = s.corners().each(|point| {
        id += 1;
        Corner::vertex(point, Id(id - 1))
    });
    if let Some(m) = triangle_normal(s) {
        for (face, m) in [m, -m].into_iter().enumerate() {
            if aligned(m, d, facing.tilt) {
                return Patch::loop_of(Feature::Face(Id(face as u32)), corners);
            }
        }
    }
    edge_or_vertex(&corners, &[[0, 1], [1, 2], [2, 0]], d, facing)
}

/// Corners that coincide at a narrow top share the smallest of their ids.
fn frustum_id(s: &Frustum<f64>, id: u8) -> u32 {
    let top = id & 4 != 0;
    let x = if top && s.top().x == 0.0 { 1 } else { 0 };
    let y = if top && s.top().y == 0.0 { 2 } else { 0 };
    u32::from(id & !(x | y))
}

fn frustum_point(s: &Frustum<f64>, id: u8) -> Vec3<f64> {
    let (half, z) = if id & 4 != 0 { (s.top(), s.high()) } else { (s.bottom(), s.low()) };
    let side = |bit: u8, half: f64| if id & bit != 0 { half } else { -half };
    Vec3::new(side(1, half.x), side(2, half.y), z)
}

/// Outward unit normal of face `k`; `None` for a top without area.
fn frustum_normal(s: &Frustum<f64>, k: usize) -> Option<Vec3<f64>> {
    let (axis, sign) = (k / 2, if k % 2 == 1 { 1.0 } else { -1.0 });
    if axis == 2 {
        let sharp = s.top().x == 0.0 || s.top().y == 0.0;
        return (k == 4 || !sharp).then(|| Vec3::axis(2) * sign);
    }
    // Perpendicular to the line from the bottom's half side to the top's.
    let narrowing = s.bottom().get(axis) - s.top().get(axis);
    (Vec3::axis(axis) * (sign * (s.high() - s.low())) + Vec3::axis(2) * narrowing).normalized()
}

fn frustum(s: &Frustum<f64>, d: Vec3<f64>, facing: Facing) -> Patch<Vec3<f64>> {
    let mut corners = [Corner::default(); 8];
    for (i, corner) in corners.iter_mut().enumerate() {
        *corner = Corner::vertex(frustum_point(s, i as u8), Id(frustum_id(s, i as u8)));
    }
    let top = farthest(&corners, d).point;
    let reach = s.bottom().sum_abs() + s.top().sum_abs() + s.height();
    // The face nearest to level that has a farthest corner.
    let mut best: Option<(f64, usize)> = None;
    for (k, ids) in BOX_FACES.iter().enumerate() {
        let Some(m) = frustum_normal(s, k) else { continue };
        let off = (m - d).norm_squared();
        let below = ids.each(|id| (top - corners[id as usize].point).dot(d));
        let has_top = below.into_iter().fold(reach, Real::min) <= facing.level * reach;
        if off <= facing.tilt * facing.tilt && has_top && best.is_none_or(|(least, _)| off < least) {
            best = Some((off, k));
        }
    }
    let Some((_, k)) = best else { return edge_or_vertex(&corners, &BOX_EDGES, d, facing) };
    let ids = BOX_FACES[k];
    let around = (0..4).filter_map(|i| {
        let corner = corners[ids[i] as usize];
        // A side of a pyramid is a triangle: its apex is in the list twice.
        (corner.name != corners[ids[(i + 3) % 4] as usize].name).then_some(corner)
    });
    Patch::loop_of(Feature::Face(Id(k as u32)), around)
}

/// The face around the support vertex, or around a vertex as high, whose normal is nearest to `d`; otherwise the most
/// level edge at that vertex; otherwise the vertex.
fn polyhedron(
    p: &LentPolyhedron<'_>,
    factor: f64,
    d: Vec3<f64>,
    near: Id,
    facing: Facing,
) -> Patch<Vec3<f64>> {
    let t = p.topology();
    let at = |v: u32| p.vertex(v);
    let corner = |v: u32| Corner::vertex(at(v) * factor, Id(v));
    let known = (near.0 as usize) < t.vertex_count();
    let mut top = if known { near.0 } else { p.support_from(d, Id::NONE).1.0 };
    for _ in 0..MAX_WALK {
        let rise = |v: u32| (at(v) - at(top)).dot(d);
        let next = t.neighbors(top).fold(top, |best, v| if rise(v) > rise(best) { v } else { best });
        if next == top {
            break;
        }
        top = next;
    }
    // Deviation from level of the edge to a neighbor, as a sine.
    let slope = |v: u32| -(at(v) - at(top)).unit().dot(d);
    let mut face: Option<(f64, u32)> = None;
    let mut around = |vertex: u32| {
        for f in t.leaving(vertex).map(|h| t.face(h)) {
            let off = (p.fine_normal(f) - d).norm_squared();
            if off <= facing.tilt * facing.tilt && face.is_none_or(|best| (off, f) < best) {
                face = Some((off, f));
            }
        }
    };
    around(top);
    t.neighbors(top).filter(|&v| slope(v) <= facing.level).for_each(&mut around);
    if let Some((_, f)) = face {
        return Patch::loop_of(Feature::Face(Id(f)), t.face_vertices(f).iter().map(|&v| corner(v)));
    }
    let mut level: Option<(f64, u32)> = None;
    for v in t.neighbors(top) {
        if slope(v) <= facing.tilt && level.is_none_or(|best| (slope(v), v) < best) {
            level = Some((slope(v), v));
        }
    }
    match level {
        Some((_, v)) => Patch::edge([corner(top), corner(v)]),
        None => Patch::vertex(corner(top).point, Id(top)),
    }
}
