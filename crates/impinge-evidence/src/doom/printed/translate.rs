//! All pairs of a translation: vertices and polygons of either body, and edges, as printed.
//!
//! **Source.** Van Waveren 2005, sections 2.2, 2.3, 3.1, 3.2; culling and kept sides, section 4. The plane, not the standing edge
//! alone, is moved out by e; the bounds are tested without the zone, as in section 3.
//!
//! | symbol | meaning |
//! |---|---|
//! | α, β | height of a vertex and its change; side of two lines, and minus its change |
//! | f | fraction of the translation v that is completed |
//!
//! A polygon of the moving body that meets a standing vertex is the same with −v. **Cost.** All pairs of features that are near; a side
//! only for those that would be first.

use impinge::{Real, Vec3};

use super::placed::{Placed, PlacedEdge};
use super::plucker::Plucker;
use super::sides::Sides;
use super::types::{Counts, Kind, Met, PrintedSettings};
use super::zone::{bare_edge, translated_edge, translated_vertex};

/// Memory of translations: sides of the paths of moving vertices, and of standing ones, seen from the moving body.
#[derive(Clone, Debug, Default)]
pub struct Kept {
    moving: Sides,
    standing: Sides,
}

/// First collision.
pub fn translate<T: Real>(
    moving: &Placed<T>,
    standing: &Placed<T>,
    v: Vec3<T>,
    settings: &PrintedSettings,
    kept: &mut Kept,
    counts: &mut Counts,
) -> Option<Met<T>> {
    kept.moving.clear(moving.vertices.len(), standing.edges.len(), settings.keep_sides);
    kept.standing.clear(standing.vertices.len(), moving.edges.len(), settings.keep_sides);
    let mut first: Option<Met<T>> = None;
    vertices(moving, standing, v, settings, &mut kept.moving, counts, Kind::VertexPolygon, &mut first);
    vertices(standing, moving, -v, settings, &mut kept.standing, counts, Kind::PolygonVertex, &mut first);
    edges(moving, standing, v, settings, kept, counts, &mut first);
    for sides in [&mut kept.moving, &mut kept.standing] {
        counts.sides_asked += std::mem::take(&mut sides.asked);
        counts.sides_computed += std::mem::take(&mut sides.computed);
    }
    first
}

/// Section 2.3: α/β.
pub fn edge_fraction<T: Real>(p: &Plucker<T>, q: &Plucker<T>, v: Vec3<T>) -> Option<T> {
    let alpha = p.side(q);
    let (p, q) = (&p.0, &q.0);
    let beta = q[4] * (-p[2] * v.y - p[5] * v.x)
        + q[5] * (-p[2] * v.z + p[4] * v.x)
        + q[2] * (p[5] * v.z + p[4] * v.y);
    (beta != T::ZERO).then(|| alpha / beta)
}

/// Vertices of one body that move by v against polygons of the other.
#[expect(clippy::too_many_arguments, reason = "the loop of the report, for either body")]
fn vertices<T: Real>(
    points: &Placed<T>,
    faces: &Placed<T>,
    v: Vec3<T>,
    settings: &PrintedSettings,
    sides: &mut Sides,
    counts: &mut Counts,
    kind: Kind,
    first: &mut Option<Met<T>>,
) {
    let e = T::of(settings.zone);
    for (k, polygon) in faces.polygons.iter().enumerate() {
        let beta = polygon.normal.dot(v);
        if settings.culling && beta >= T::ZERO {
            continue;
        }
        for (i, &a) in points.vertices.iter().enumerate() {
            if settings.internal && points.inner[i] {
                continue;
            }
            counts.vertex_polygon += 1;
            let alpha = polygon.normal.dot(a) + polygon.d;
            let Some(f) = translated_vertex(alpha, beta, e, settings.reading) else { continue };
            if first.is_some_and(|met| f >= met.f) {
                continue;
            }
            let path = Plucker::path(a, v);
            let between = polygon.sides.iter().all(|&(edge, reversed)| {
                let line = &faces.edges[edge as usize].line;
                sides.is_right(i, edge as usize, || path.side(line) < T::ZERO) == reversed
            });
            if between {
                let ahead = kind == Kind::VertexPolygon;
                let normal = if ahead { polygon.normal } else { -polygon.normal };
                let point = if ahead { a + v * f } else { a };
                let feature = if ahead { k } else { i };
                *first = Some(Met { f, normal, point, kind, feature, body: 0 });
            }
        }
    }
}

fn edges<T: Real>(
    moving: &Placed<T>,
    standing: &Placed<T>,
    v: Vec3<T>,
    settings: &PrintedSettings,
    kept: &mut Kept,
    counts: &mut Counts,
    first: &mut Option<Met<T>>,
) {
    let skipped = |body: &Placed<T>, edge: &PlacedEdge<T>, v: Vec3<T>| {
        (settings.internal && edge.internal) || (settings.culling && body.faces_away(edge, v))
    };
    let met: Vec<usize> =
        (0..standing.edges.len()).filter(|&j| !skipped(standing, &standing.edges[j], v)).collect();
    for (i, p) in moving.edges.iter().enumerate().filter(|(_, p)| !skipped(moving, p, -v)) {
        for &j in &met {
            let q = &standing.edges[j];
            counts.edge_edge += 1;
            let Some(f1) = edge_fraction(&p.line, &q.line, v) else { continue };
            let stop = match &q.hull {
                Some(hull) => edge_fraction(&p.line, hull, v).and_then(|f2| translated_edge(f1, f2)),
                None => bare_edge(f1),
            };
            let Some(f) = stop else { continue };
            if first.is_some_and(|met| f >= met.f) {
                continue;
            }
            let passes = |k: u32, sides: &mut Sides| {
                let path = || Plucker::path(moving.vertices[k as usize], v).side(&q.line) < T::ZERO;
                sides.is_right(k as usize, j, path)
            };
            if passes(p.ends[0], &mut kept.moving) == passes(p.ends[1], &mut kept.moving) {
                continue;
            }
            let passes = |k: u32, sides: &mut Sides| {
                let path = || Plucker::path(standing.vertices[k as usize], -v).side(&p.line) < T::ZERO;
                sides.is_right(k as usize, i, path)
            };
            if passes(q.ends[0], &mut kept.standing) == passes(q.ends[1], &mut kept.standing) {
                continue;
            }
            let across = p.line.direction().cross(q.line.direction()).unit();
            let normal = if across.dot(v) > T::ZERO { -across } else { across };
            let [a, b] = moving.ends(p).map(|end| end + v * f);
            let c = standing.ends(q)[0];
            let point = crossing([a, b], c, q.line.direction()).unwrap_or(a);
            *first = Some(Met { f, normal, point, kind: Kind::EdgeEdge, feature: j, body: 0 });
        }
    }
}

/// Place where a line meets another one that it is near: its point in the plane through the other that is spanned with the normal of both
/// (section 2.6).
pub fn crossing<T: Real>([a, b]: [Vec3<T>; 2], c: Vec3<T>, along: Vec3<T>) -> Option<Vec3<T>> {
    let way = b - a;
    let plane = along.cross(way.cross(along));
    let speed = plane.dot(way);
    (speed != T::ZERO).then(|| a + way * (plane.dot(c - a) / speed))
}
