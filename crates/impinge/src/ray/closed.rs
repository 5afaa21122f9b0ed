//! Ray casts against the shapes with a closed form.
//!
//! **Answer.** The entry of a line into a ball, capsule, box, frustum, cylinder, cone, ellipsoid or flat plate (and a circle,
//! capsule, rectangle or ellipse of the plane). It is tried first: it costs a root and a few products.
//!
//! **Method.** There are many closed forms, with many kinds of cancellation, so none is trusted. A closed form yields candidates t at
//! which the line may enter. [`Solid::side`] of the solid is a function that is at most the distance outside and at most the depth
//! inside, in magnitude near 0, with the right sign; it is evaluated at t − e and t + e. If the first is outside and the second
//! inside, both by more than rounding, then by convexity there is one entry, between them: that is the proof, and e is the error.
//! If no e of a few roundings succeeds, as near a tangent or an edge, the caller falls back to [`super::front`].
//!
//! The exit of a line is found in the same way, as the entry of the reversed line.
//!
//! Flat plates have no interior. There the crossing of the plane is known within rounding / |n·d|, and must be inside the
//! outline by more than that error moves it.
//!
//! | symbol | meaning |
//! |---|---|
//! | o, d | foot of the line (its point nearest to the shape's origin) and its unit direction |
//! | t | parameter of the line |
//! | n·d | cosine between line and normal, negative at the entry |
//!
//! **Failure.** No failure: `None` means that the general path must decide.

use super::line::{Answer, Entry, Line};
use super::solids::{Block, Drum, Oval, Solid, Spike, Tube};
use crate::answer::QuerySpace;
use crate::math::{Real, Vec2, Vec3, Vector};
use crate::observe::Status;
use crate::shape::{Core2, Core3, Triangle};

/// The first e, in rounding / |n·d|: rounding for the line, for the closed form and for `side`, and one to spare.
const FIRST: f64 = 4.0;

/// Number of values of e tried, each [`WIDER`] times the last. With more, grazing rays lose time before the general path.
const TRIES: u32 = 3;

/// See [`TRIES`].
const WIDER: f64 = 8.0;

/// The answer for a solid, if it is certain.
#[inline]
fn solid<W: Vector<Scalar = f64>>(shape: &impl Solid<W>, line: &Line<W>) -> Option<Answer<W>> {
    let begin = shape.side(line.at(line.start));
    if begin < -(line.skin + line.rounding) {
        return Some(Answer::Inside { calls: 0 });
    }
    let enter = crossing(shape, line)?;
    if enter.t - enter.error > line.end {
        return Some(Answer::Miss);
    }
    // Ahead, and the ray does not start on the surface: neither near the plane of entry, nor where that plane is the surface.
    let first = enter.t - enter.error;
    let outside = first > line.start && begin > line.skin + line.rounding;
    if outside || first > line.start + line.skin / enter.cosine {
        return Some(enter.hit());
    }
    // The interior is behind; the ray starts outside, beyond the exit, or on the surface.
    if enter.t + enter.error < line.start && begin > line.rounding {
        return Some(Answer::Miss);
    }
    let leave = crossing(shape, &line.reversed())?;
    if -leave.t - leave.error <= line.start + line.skin / leave.cosine {
        // Near the plane of exit. For a thin shape that is still ahead, this is not yet near the shape.
        return if first > line.start { None } else { Some(Answer::Miss) };
    }
    Some(if enter.t + enter.error <= line.start { Answer::Inside { calls: 0 } } else { enter.hit() })
}

/// Entry of a line into a solid, proven by two points of the line.
struct Crossing<W> {
    t: f64,
    error: f64,
    normal: W,
    /// |n·d|.
    cosine: f64,
}

impl<W: Vector<Scalar = f64>> Crossing<W> {
    fn hit(self) -> Answer<W> {
        let Self { t, error, normal, .. } = self;
        Answer::Hit(Entry { t, error, normal, status: Status::Converged, calls: 0, portal: None })
    }
}

/// The entry of a line into a solid, if it is certain.
#[inline]
fn crossing<W: Vector<Scalar = f64>>(shape: &impl Solid<W>, line: &Line<W>) -> Option<Crossing<W>> {
    let rounding = line.rounding;
    for t in shape.entries(line) {
        if !Real::is_finite(t) {
            continue;
        }
        let p = line.at(t);
        // Not on the surface: the entry into a plane or ball only part of which is surface.
        let normal = shape.normal(p).unit();
        let cosine = -normal.dot(line.direction);
        if cosine <= 0.0 {
            continue;
        }
        let mut error = FIRST * rounding / cosine;
        for _ in 0..TRIES {
            let (before, after) = (shape.side(line.at(t - error)), shape.side(line.at(t + error)));
            if before > rounding && after < -rounding {
                return Some(Crossing { t, error, normal, cosine });
            }
            error *= WIDER;
        }
    }
    None
}

/// The answer for a flat plate: its plane (unit normal and offset), and `outside`, the distance of a point of the plane
/// from the outline, negative inside it, or a smaller magnitude.
#[inline]
fn plate(
    normal: Vec3<f64>,
    offset: f64,
    line: &Line<Vec3<f64>>,
    outside: impl Fn(Vec3<f64>) -> f64,
) -> Option<Answer<Vec3<f64>>> {
    let along = normal.dot(line.direction);
    let t = (offset - normal.dot(line.foot)) / along;
    let error = FIRST * line.rounding / Real::abs(along);
    // Nearly in the plane, or in a line within it.
    if error.is_nan() || error >= line.reach {
        return None;
    }
    let out = outside(line.at(t));
    // The crossing moves by at most this.
    let moves = error + line.rounding;
    if out > moves {
        return Some(Answer::Miss);
    }
    if out >= -moves {
        return None;
    }
    // The entry is also the exit: a ray that starts on or behind the plate misses it.
    if t - error > line.end || t + error <= line.start {
        return Some(Answer::Miss);
    }
    let skin = line.start + line.skin / Real::abs(along);
    if t - error <= skin {
        // Near the plane; on the plate, unless the plate is farther away.
        if outside(line.at(line.start)) <= line.skin + line.rounding {
            return if t + error <= skin { Some(Answer::Miss) } else { None };
        }
        if t - error <= line.start {
            return None;
        }
    }
    // The side from which the line comes.
    let normal = if along > 0.0 { -normal } else { normal };
    Some(Answer::Hit(Entry { t, error, normal, status: Status::Converged, calls: 0, portal: None }))
}

/// Plane and outline of a triangle.
fn triangle(shape: &Triangle<f64>, line: &Line<Vec3<f64>>) -> Option<Answer<Vec3<f64>>> {
    let [a, b, c] = shape.corners();
    let area = (b - a).cross(c - a);
    // Over the longest side the height is least: the normal of a needle cannot be trusted.
    let longest = [b - a, c - b, a - c].iter().fold(0.0, |m, s| Real::max(s.norm(), m));
    let thin = area.norm() / longest;
    if thin.is_nan() || thin <= longest * Real::sqrt(f64::EPSILON) {
        return None;
    }
    let normal = area.unit();
    // For a triangle of height `thin`, the error of the normal is the rounding of its corners over its height.
    let wide = Line { rounding: line.rounding * (1.0 + longest / thin), ..*line };
    plate(normal, normal.dot((a + b + c) * (1.0 / 3.0)), &wide, |p| {
        let beyond = |a: Vec3<f64>, b: Vec3<f64>| (b - a).cross(normal).unit().dot(p - a);
        Real::max(Real::max(beyond(a, b), beyond(b, c)), beyond(c, a))
    })
}

const UP: Vec3<f64> = Vec3::new(0.0, 0.0, 1.0);

/// A space in which rays are cast: the plane and space.
pub trait RaySpace: QuerySpace {
    /// The closed form for a core rounded by this radius, if there is one and its answer is certain.
    #[doc(hidden)]
    fn closed(core: &Self::Core<'_>, radius: f64, line: &Line<Self>) -> Option<Answer<Self>>;
}

impl RaySpace for Vec3<f64> {
    fn closed(core: &Self::Core<'_>, radius: f64, line: &Line<Vec3<f64>>) -> Option<Answer<Vec3<f64>>> {
        if radius > 0.0 {
            return match core {
                Core3::Point => solid(&Tube { half: 0.0, radius }, line),
                Core3::Segment(s) => solid(&Tube { half: s.half_length(), radius }, line),
                Core3::Rectangle(_)
                | Core3::Triangle(_)
                | Core3::Disc(_)
                | Core3::EllipticDisc(_)
                | Core3::Ellipsoid(_)
                | Core3::Cuboid(_)
                | Core3::Frustum(_)
                | Core3::Cylinder(_)
                | Core3::Cone(_)
                | Core3::Polyhedron(..)
                | Core3::Custom(..) => None,
            };
        }
        match core {
            Core3::Ellipsoid(s) => solid(&Oval { radii: s.radii() }, line),
            Core3::Cuboid(s) => solid(&Block { half: s.half_extents() }, line),
            Core3::Frustum(s) => solid(s, line),
            Core3::Cylinder(s) => solid(&Drum { radius: s.radius(), half: s.half_height() }, line),
            Core3::Cone(s) => {
                let side = Vec2::new(s.apex() - s.base(), s.radius()).unit();
                solid(&Spike { base: s.base(), apex: s.apex(), side }, line)
            }
            Core3::Rectangle(s) => {
                let half = s.half_extents();
                plate(UP, 0.0, line, |p| Block { half }.side(p.xy()))
            }
            Core3::Disc(s) => plate(UP, 0.0, line, |p| p.xy().norm() - s.radius()),
            Core3::EllipticDisc(s) => plate(UP, 0.0, line, |p| Oval { radii: s.radii() }.side(p.xy())),
            Core3::Triangle(s) => triangle(s, line),
            Core3::Point | Core3::Segment(_) | Core3::Polyhedron(..) | Core3::Custom(..) => None,
        }
    }
}

impl RaySpace for Vec2<f64> {
    fn closed(core: &Self::Core<'_>, radius: f64, line: &Line<Vec2<f64>>) -> Option<Answer<Vec2<f64>>> {
        if radius > 0.0 {
            return match core {
                Core2::Point => solid(&Tube { half: 0.0, radius }, line),
                Core2::Segment(s) => solid(&Tube { half: s.half_length(), radius }, line),
                Core2::Ellipse(_) | Core2::Rectangle(_) | Core2::Polygon(..) | Core2::Custom(..) => None,
            };
        }
        match core {
            Core2::Ellipse(s) => solid(&Oval { radii: s.radii() }, line),
            Core2::Rectangle(s) => solid(&Block { half: s.half_extents() }, line),
            Core2::Segment(_) | Core2::Point | Core2::Polygon(..) | Core2::Custom(..) => None,
        }
    }
}
