//! Internal edges: which contact normals a surface allows. At its inner edges and vertices these are not those of a triangle by itself.
//!
//! Taken by itself, a triangle of a mesh has sharp sides all around, and a body that slides over it is stopped by them, or lifted. The
//! surface has no such sides if its triangles lie side by side. A point of the surface is nearest to a body that lies beyond it along n
//! only if the surface does not rise along n around the point; a contact elsewhere is a ghost contact.
//!
//! **The rule.** Of a convex piece only its highest points along n touch along n: for a triangle these are the whole triangle, if n is
//! its own normal, else a side or a corner. The normal n alone decides which; the place on a side is given by the contact point, which is
//! known less accurately. Along that side or around that corner no triangle of the surface may have a direction d with n·d > [`RISE`], d
//! a unit vector in the triangle. If the ground is flat there, d is the direction in which n is tilted, and n·d the sine of the tilt: an
//! allowed normal is level within [`RISE`], regardless of how the surface is triangulated.

use super::TriangleMesh;
use super::point::{Region, region};
use crate::math::{Each, Real, Vec3};
use crate::mesh::polygon::NONE;

type P = Vec3<f64>;

/// Sine of an angle: a surface that rises along the normal by less than this counts as level. It is far below what a solver notices, and
/// above the error of the normals of bodies that touch.
pub(crate) const RISE: f64 = 1.0 / 16384.0;

/// A point is at a corner of a triangle if its distance from the corner is less than this fraction of the triangle's size. The error of
/// contact points is usually less.
pub(crate) const NEAR: f64 = 1.0 / 4096.0;

/// Limit on the triangles visited around a vertex. Hardly any mesh has more, and the walk terminates.
const MOST_AROUND: usize = 256;

/// Limit on the triangles visited on the way to another place of a plane.
const MOST_STEPS: u32 = 4096;

/// Triangles with their neighbors, counter-clockwise seen from the front.
pub(crate) trait Surface {
    /// The corners of a triangle.
    fn corners_of(&self, triangle: u32) -> [P; 3];
    /// The neighbor of a triangle across its side from corner `side` to the next.
    fn beyond(&self, triangle: u32, side: usize) -> Option<u32>;
}

impl<T: Real> Surface for TriangleMesh<T> {
    fn corners_of(&self, triangle: u32) -> [P; 3] {
        self.corners(triangle)
    }
    fn beyond(&self, triangle: u32, side: usize) -> Option<u32> {
        let next = self.neighbors[triangle as usize][side];
        (next != NONE).then_some(next)
    }
}

impl<T: Real> TriangleMesh<T> {
    /// The unit normal of a triangle; `None` without area.
    pub(crate) fn normal(&self, triangle: u32) -> Option<P> {
        normal_of(self.corners(triangle))
    }
}

/// Whether two unit vectors are equal within [`RISE`].
pub(crate) fn is_level<V: crate::math::Vector<Scalar = f64>>(normal: V, face: V) -> bool {
    (normal - face).norm_squared() <= RISE * RISE
}

fn normal_of([a, b, c]: [P; 3]) -> Option<P> {
    (b - a).cross(c - a).normalized()
}

/// The normal to use instead, if a contact with a triangle at `point` along `normal` is a ghost contact: the surface rises along the
/// normal there, or the contact is from behind. It is the unit normal of the triangle on the side of the body. `None` if the contact is
/// one of the surface; 0 for a triangle without area, which has no normal, and whose contacts its neighbors have as well.
pub(crate) fn allowed_instead(
    surface: &impl Surface,
    triangle: u32,
    point: P,
    normal: P,
    is_in_front: bool,
) -> Option<P> {
    let corners = surface.corners_of(triangle);
    let Some(face) = normal_of(corners) else { return Some(P::ZERO) };
    let out = if is_in_front { face } else { -face };
    if is_level(normal, out) {
        return None;
    }
    let mut around = Around { normal, sum: P::ZERO };
    let rises = match highest(corners, point, normal) {
        Highest::Corner(k) => {
            any_around(surface, triangle, corners[k], |_, t| around.wedge_rises(t, corners[k]))
        }
        Highest::Side(k) => {
            let side = [corners[k], corners[(k + 1) % 3]];
            around.half_plane_rises(corners, side)
                || surface
                    .beyond(triangle, k)
                    .is_some_and(|next| around.half_plane_rises(surface.corners_of(next), side))
        }
    };
    let is_behind = around.sum.dot(normal) < 0.0;
    (rises || is_behind == is_in_front).then_some(out)
}

/// The surroundings of the side or corner that touches.
struct Around {
    normal: P,
    /// The sum of the normals of the triangles around, each weighted by its angle there (pseudonormal). If the nearest point of the
    /// surface is there, it tells the side that a query point is on (Bærentzen and Aanæs 2005).
    sum: P,
}

impl Around {
    /// Whether a triangle has a direction at one of its corners along which the normal rises: the direction in which the normal is
    /// tilted, if it points into the triangle, else that of a side. A triangle without area whose corner is between the others hides a
    /// half-plane, about which nothing is known.
    fn wedge_rises(&mut self, corners: [P; 3], vertex: P) -> bool {
        let Some(k) = corners.iter().position(|&c| c == vertex) else { return false };
        let [to, on] = [corners[(k + 1) % 3], corners[(k + 2) % 3]].each(|c| (c - vertex).unit());
        if Real::max(self.normal.dot(to), self.normal.dot(on)) > RISE {
            return true;
        }
        let across = to.cross(on);
        let Some(face) = across.normalized() else { return to.dot(on) < 0.0 };
        self.sum += face * Real::atan2(across.norm(), to.dot(on));
        let tilt = self.normal - face * self.normal.dot(face);
        to.cross(tilt).dot(face) >= 0.0
            && tilt.cross(on).dot(face) >= 0.0
            && tilt.norm_squared() > RISE * RISE
    }

    /// The same at a side, for all directions on the triangle's side of it. A triangle without area has none, and nothing is known about
    /// the part it hides.
    fn half_plane_rises(&mut self, corners: [P; 3], [from, to]: [P; 2]) -> bool {
        let along = (to - from).unit();
        let third = corners.into_iter().find(|&c| c != from && c != to);
        let inward = third.and_then(|c| (c - from - along * along.dot(c - from)).normalized());
        let (Some(inward), Some(face)) = (inward, normal_of(corners)) else { return true };
        self.sum += face;
        let (across, along) = (self.normal.dot(inward), self.normal.dot(along));
        across > 0.0 && across * across + along * along > RISE * RISE
    }
}

/// The part of a triangle that is highest along a normal other than its own.
enum Highest {
    Corner(usize),
    /// The side from this corner to the next.
    Side(usize),
}

fn highest(corners: [P; 3], point: P, normal: P) -> Highest {
    let heights = corners.each(|c| normal.dot(c - corners[0]));
    let top = (1..3).fold(0, |top, k| if heights[k] > heights[top] { k } else { top });
    let size = (0..3).fold(0.0, |size, k| Real::max((corners[(k + 1) % 3] - corners[k]).norm(), size));
    // Sides that are level from there; the nearer one to the point if there are two.
    let mut best: Option<(f64, usize, f64)> = None;
    for other in [(top + 1) % 3, (top + 2) % 3] {
        let way = corners[other] - corners[top];
        let Some(along) = way.normalized() else { continue };
        if normal.dot(along) < -RISE {
            continue;
        }
        let part = along.dot(point - corners[top]);
        let aside = (point - corners[top] - along * part).norm();
        if best.is_none_or(|(least, ..)| aside < least) {
            best = Some((aside, other, part));
        }
    }
    let near = NEAR * size;
    match best {
        Some((_, other, part)) if part > near => {
            if part >= (corners[other] - corners[top]).norm() - near {
                Highest::Corner(other)
            } else {
                Highest::Side(if other == (top + 1) % 3 { top } else { other })
            }
        }
        _ => Highest::Corner(top),
    }
}

/// Whether `holds` is true for some triangle at a corner of this one: for itself, then around one way, and the other way if the surface
/// ends.
fn any_around(
    surface: &impl Surface,
    triangle: u32,
    vertex: P,
    mut holds: impl FnMut(u32, [P; 3]) -> bool,
) -> bool {
    if holds(triangle, surface.corners_of(triangle)) {
        return true;
    }
    for forward in [true, false] {
        let mut at = triangle;
        for _ in 0..MOST_AROUND {
            let Some(k) = surface.corners_of(at).iter().position(|&c| c == vertex) else { break };
            // The side that starts at the vertex, or the side that ends there.
            let Some(next) = surface.beyond(at, if forward { k } else { (k + 2) % 3 }) else { break };
            if next == triangle {
                return false; // Back at the start.
            }
            if holds(next, surface.corners_of(next)) {
                return true;
            }
            at = next;
        }
    }
    false
}

/// Whether a point is in front of the surface around a triangle, decided at the nearest place that a walk over the surface from the
/// triangle reaches, ever nearer. A point in front of the triangle's own plane may be behind a ridge, and the reverse.
///
/// At an edge or a vertex the pseudonormal decides: the sum of the normals around it, each weighted by its angle there, as in [`Around`].
pub(crate) fn in_front(surface: &impl Surface, triangle: u32, point: P) -> bool {
    let mut at = Foot::of(surface, triangle, point);
    for _ in 0..MOST_AROUND {
        let normal = |t: [P; 3]| normal_of(t).unwrap_or(P::ZERO);
        let own = normal(at.corners);
        let beyond = |side: usize| surface.beyond(at.triangle, side);
        let nearer = |next: Option<u32>| {
            next.map(|next| Foot::of(surface, next, point)).filter(|next| next.squared < at.squared)
        };
        let (next, sum) = match at.region {
            Region::Inside => (None, own),
            Region::Side(k) => {
                let next = beyond(k);
                match nearer(next) {
                    None => (None, own + next.map_or(P::ZERO, |next| normal(surface.corners_of(next)))),
                    found => (found, own),
                }
            }
            Region::Corner(k) => match nearer(beyond(k)).or_else(|| nearer(beyond((k + 2) % 3))) {
                None => {
                    let vertex = at.corners[k];
                    let (mut best, mut sum) = (None, P::ZERO);
                    any_around(surface, at.triangle, vertex, |triangle, t| {
                        let j = t.iter().position(|&c| c == vertex).unwrap_or(0);
                        let (to, on) = (t[(j + 1) % 3] - t[j], t[(j + 2) % 3] - t[j]);
                        sum += normal(t) * Real::atan2(to.cross(on).norm(), to.dot(on));
                        best = nearer(Some(triangle));
                        best.is_some()
                    });
                    (best, sum)
                }
                found => (found, own),
            },
        };
        match next {
            Some(next) => at = next,
            None => return sum.dot(point - at.foot) >= 0.0,
        }
    }
    true
}

/// The point of a triangle nearest to another one.
struct Foot {
    triangle: u32,
    corners: [P; 3],
    foot: P,
    region: Region,
    squared: f64,
}

impl Foot {
    fn of(surface: &impl Surface, triangle: u32, point: P) -> Self {
        let corners = surface.corners_of(triangle);
        let (foot, region) = region(corners, point);
        Self { triangle, corners, foot, region, squared: (point - foot).norm_squared() }
    }
}

/// The triangle that contains a point within `near`, if the surface is flat from a triangle to there: every triangle on the way is level
/// with the first one, and the plane of the last one passes through the point.
///
/// Each step of the walk crosses a side that separates the triangle from the point, the farthest one or sometimes another at random, so
/// that the walk does not go around in circles if triangles are long and thin.
pub(crate) fn flat_to(surface: &impl Surface, triangle: u32, point: P, near: f64) -> Option<u32> {
    let up = normal_of(surface.corners_of(triangle))?;
    let (mut at, mut before) = (triangle, None);
    let mut chance: u32 = 1;
    for _ in 0..MOST_STEPS {
        let corners = surface.corners_of(at);
        let beyond = |k: usize| {
            let (from, to) = (corners[k], corners[(k + 1) % 3]);
            (to - from).cross(up).unit().dot(point - from)
        };
        let mut best: Option<(f64, u32)> = None;
        let mut inside = true;
        for k in 0..3 {
            let far = beyond(k);
            if far <= near {
                continue;
            }
            inside = false;
            let Some(next) = surface.beyond(at, k) else { continue };
            // Any number that changes from step to step will do.
            chance = chance.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let is_better =
                best.is_none_or(|(most, _)| if chance >> 30 == 0 { far < most } else { far > most });
            let is_flat = normal_of(surface.corners_of(next)).is_none_or(|face| is_level(face, up));
            if Some(next) != before && is_better && is_flat {
                best = Some((far, next));
            }
        }
        if inside {
            let is_on = normal_of(corners).is_some_and(|face| face.dot(point - corners[0]).abs() <= near);
            return is_on.then_some(at);
        }
        before = Some(at);
        at = best?.1;
    }
    None
}
