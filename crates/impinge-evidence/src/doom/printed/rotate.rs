//! All pairs of a turn about z: vertices and polygons of either body, and edges, as printed.
//!
//! **Source.** Van Waveren 2005, sections 2.4, 2.5, 3.3, 3.4 and 3.5. The first collision is found by tan(α/2), without arc tangents
//! (section 4). All is seen from a frame whose z axis the moving body turns about, clockwise.
//!
//! | symbol | meaning |
//! |---|---|
//! | r | tan(α/2), up to `limit` |
//! | p, q, q' | the turning edge, the standing one, and the line in front of it in the zone |
//!
//! **Open in the text.** The sign of a side depends on which way both edges run; s < 0 means that they approach, so sides
//! are multiplied by the sign of the one at the start. The side is extreme where the volume of the tetrahedron is, not the distance of the
//! edges, and is used as printed.
//!
//! **Failure**, kept in both readings of the report: only the first of two roots ahead is considered. A vertex that starts behind a plane, comes out
//! beside the polygon and then down on it is missed, since the first root is where it comes out (sections 2.4 and 3.3). And a feature that
//! lies in the zone and turns about the normal has a derivative s of rounding noise, whose sign decides whether it is stopped.

use impinge::{Real, Vec3, Vector};

use super::placed::{Placed, PlacedEdge};
use super::plucker::Plucker;
use super::translate::crossing;
use super::turn::{Turning, heading, sin_cos, turn};
use super::types::{Counts, Kind, Met, PrintedSettings};
use super::zone::{Reading, Stopped, Turned, turned, turned_twice};

/// Distance outside the zone, in ε times the size of the terms, that counts as within it at the start (section 3.5).
const FAVORED: f64 = 16.0;

/// First collision.
pub fn rotate<T: Real>(
    moving: &Placed<T>,
    standing: &Placed<T>,
    limit: T,
    settings: &PrintedSettings,
    counts: &mut Counts,
) -> Option<Met<T>> {
    let mut first = vertices(moving, standing, limit, settings, counts, None, Kind::VertexPolygon);
    // Seen from the moving body the standing one turns the other way: about −z.
    let [from_moving, from_standing] = [moving, standing].map(upside_down);
    let met = vertices(&from_standing, &from_moving, limit, settings, counts, first, Kind::PolygonVertex);
    if let Some(met) = met.filter(|met| met.kind == Kind::PolygonVertex) {
        // The polygon has turned with its body, and the vertex stands.
        let normal = -turn(upright(met.normal), sin_cos(met.f));
        first = Some(Met { normal, point: standing.vertices[met.feature], ..met });
    }
    edges(moving, standing, limit, settings, counts, first)
}

/// The frame turned by half a turn about x.
fn upright<T: Real>(v: Vec3<T>) -> Vec3<T> {
    Vec3::new(v.x, -v.y, -v.z)
}

fn upside_down<T: Real>(body: &Placed<T>) -> Placed<T> {
    let mut turned = body.clone();
    turned.vertices.iter_mut().for_each(|v| *v = upright(*v));
    turned.polygons.iter_mut().for_each(|polygon| polygon.normal = upright(polygon.normal));
    for edge in &mut turned.edges {
        let [a, b] = edge.ends.map(|v| turned.vertices[v as usize]);
        edge.line = Plucker::through(a, b);
    }
    turned
}

/// Turning vertices against polygons at rest, for an earlier collision than the best so far.
fn vertices<T: Real>(
    points: &Placed<T>,
    faces: &Placed<T>,
    limit: T,
    settings: &PrintedSettings,
    counts: &mut Counts,
    before: Option<Met<T>>,
    kind: Kind,
) -> Option<Met<T>> {
    let e = T::of(settings.zone);
    let mut first = before;
    for (k, polygon) in faces.polygons.iter().enumerate() {
        for (i, &a) in points.vertices.iter().enumerate() {
            if settings.internal && points.inner[i] {
                continue;
            }
            counts.vertex_polygon += 1;
            let height = Turning::of_vertex(a, polygon.normal, polygon.d);
            let asked = if settings.zone > 0.0 {
                let alpha = height.start();
                let noise = T::of(FAVORED) * T::EPSILON * (a.sum_abs() + polygon.d.abs());
                Turned {
                    in_zone: -noise <= alpha && alpha <= e + noise,
                    s: height.rate(),
                    f: height.lowered(e).roots(),
                    d: height.farthest(),
                    limit,
                }
            } else {
                Turned::bare(height.roots(), limit)
            };
            for stop in stops(&asked, settings.reading).into_iter().flatten() {
                if first.is_some_and(|met| stop.f >= met.f) {
                    continue;
                }
                let there = turn(a, sin_cos(stop.f));
                let direction = if stop.farthest && settings.reading.closes_gaps() {
                    -polygon.normal
                } else {
                    heading(there)
                };
                let path = Plucker::path(there, direction);
                counts.sides_asked += polygon.sides.len() as u64;
                let between = polygon.sides.iter().all(|&(edge, reversed)| {
                    counts.sides_computed += 1;
                    (path.side(&faces.edges[edge as usize].line) < T::ZERO) == reversed
                });
                if between {
                    let feature = if kind == Kind::VertexPolygon { k } else { i };
                    first =
                        Some(Met { f: stop.f, normal: polygon.normal, point: there, kind, feature, body: 0 });
                }
            }
        }
    }
    first
}

/// Times at which a pair may stop, in order.
fn stops<T: Real>(asked: &Turned<T>, reading: Reading) -> [Option<Stopped<T>>; 2] {
    if reading == Reading::BothRoots { turned_twice(asked) } else { [turned(asked), None] }
}

fn edges<T: Real>(
    moving: &Placed<T>,
    standing: &Placed<T>,
    limit: T,
    settings: &PrintedSettings,
    counts: &mut Counts,
    before: Option<Met<T>>,
) -> Option<Met<T>> {
    let mut first = before;
    let skipped = |edge: &&PlacedEdge<T>| settings.internal && edge.internal;
    for p in moving.edges.iter().filter(|p| !skipped(p)) {
        for (j, q) in standing.edges.iter().enumerate().filter(|(_, q)| !skipped(q)) {
            counts.edge_edge += 1;
            let side = Turning::of_edge(&p.line, &q.line);
            let hull = q.hull.as_ref().map(|hull| Turning::of_edge(&p.line, hull));
            let asked = match &hull {
                Some(hull) => {
                    let (at_edge, at_hull) = (side.start(), hull.start());
                    let outside = if at_edge < T::ZERO { -T::ONE } else { T::ONE };
                    let size = p.line.direction().sum_abs() * q.line.direction().sum_abs();
                    let reach = moving.vertices[p.ends[0] as usize].sum_abs()
                        + standing.vertices[q.ends[0] as usize].sum_abs();
                    let noise = T::of(FAVORED) * T::EPSILON * size * reach;
                    Turned {
                        in_zone: at_edge.abs() > noise && at_hull * outside <= noise,
                        s: side.rate() * outside,
                        f: hull.roots(),
                        d: side.farthest(),
                        limit,
                    }
                }
                None => Turned::bare(side.roots(), limit),
            };
            for stop in stops(&asked, settings.reading).into_iter().flatten() {
                if first.is_some_and(|met| stop.f >= met.f) {
                    continue;
                }
                let closed = settings.reading.closes_gaps();
                if let Some(hull) = &hull
                    && closed
                    && !stop.farthest
                    && !(asked.in_zone && stop.f == T::ZERO)
                {
                    // At the hull the line is outside, whatever sign that has there.
                    let enters = hull.rate_at(stop.f) * side.at(stop.f).sign_of(T::ONE) < T::ZERO;
                    if !enters {
                        continue;
                    }
                }
                let by = sin_cos(stop.f);
                let [a, b] = moving.ends(p).map(|end| turn(end, by));
                let [c, d] = standing.ends(q);
                let Some(point) = crossing([a, b], c, d - c) else { continue };
                let direction = if closed && stop.farthest { -q.out } else { heading(point) };
                counts.sides_asked += 4;
                counts.sides_computed += 4;
                let turned_line = Plucker::through(a, b);
                let right =
                    |end: Vec3<T>, line: &Plucker<T>| Plucker::path(end, direction).side(line) < T::ZERO;
                if right(a, &q.line) == right(b, &q.line) || right(c, &turned_line) == right(d, &turned_line)
                {
                    continue;
                }
                let across = (b - a).cross(d - c).unit();
                let normal = if across.dot(q.out) < T::ZERO { -across } else { across };
                first = Some(Met { f: stop.f, normal, point, kind: Kind::EdgeEdge, feature: j, body: 0 });
            }
        }
    }
    first
}
