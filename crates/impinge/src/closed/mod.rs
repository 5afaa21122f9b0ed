//! Closed forms: pairs of cores whose signed distance needs no iteration.
//!
//! **Answers** the signed distance of two points, segments, rectangles or boxes, with the direction and the witness
//! points that prove it. Use it before GJK: it is several times faster, and accurate to rounding. The ball that is
//! added to a core (sphere, capsule, lozenge, round box) is a radius that the caller subtracts.
//!
//! | pair | file | decides |
//! |---|---|---|
//! | a point and a point, segment, rectangle or box | `point` | always |
//! | two segments | `segments` | always |
//! | two rectangles in the plane | `rectangles` | overlapping, or a corner before a side |
//! | two boxes, each of which may be flat or a segment | `cuboids` | overlapping, a corner before a face, crossing edges |
//!
//! **Source.** The separating axes of Gottschalk, Lin and Manocha 1996 for boxes; points and segments from first
//! principles, derived in each file.
//!
//! | symbol | meaning |
//! |---|---|
//! | n | a unit direction, from A to B |
//! | g(n) | min over B of n·x − max over A of n·x |
//! | s | the signed distance, the largest g(n) |
//!
//! **Guarantee.** Each answer has both halves of a proof: a unit normal with g(normal) = value, so s is at least that,
//! and a point of each core with the difference value × normal, so that s is at most that. Boxes and rectangles check
//! this: if the numbers do not match, there is no answer, and the general path has to find one. For points and segments
//! it follows from the derivation in their files. `value` is within [`ERROR_ULPS`] of s.
//!
//! **Cost.** No allocation, only loops of fixed length; 20 to 60 ns, boxes up to 400.
//!
//! **Failure.** [`Answer::Start`], an initial direction for GJK: boxes that are apart with a corner nearest to a corner
//! or to an edge, and flat boxes that touch at a sharp rim within rounding.

mod cuboid_witness;
mod cuboids;
mod point;
mod rectangles;
mod segments;

pub use cuboids::Cuboids;
use point::{is_near_cuboid, point_box};
pub use point::{point_cuboid, point_point, point_segment};
pub use rectangles::Rectangles;
use segments::segments_near;
pub use segments::{segments2, segments3};

use crate::math::{Turn, Vec2, Vec3, Vector};
use crate::pair::{Prepared, ROUNDING_ULPS};
use crate::shape::{Core2, Core3, Space};

/// Bound on |value − s|, in ε × size of the pair: half of [`ROUNDING_ULPS`], which counts as a tie, and 8 for the
/// computation of a g.
pub const ERROR_ULPS: f64 = 24.0;

/// Two depths count as equal if they differ by at most this fraction of the pair's rounding, and then the first in the
/// fixed order of axes is taken: A's faces, B's faces, edges. Half of it covers the error of two g. If it were smaller,
/// the normal of boxes that are face to face would depend on the last bit; if larger, the depth would be less exact.
pub(crate) const TIE: f64 = 0.5;

/// Directions nearer than this (radians) count as one direction. Turning the normal by √ε changes a depth by less than
/// ε × size, except for the kink at an edge, which a tie rules out.
const SAME_DIRECTION_SQUARED: f64 = f64::EPSILON;

// The bound above must follow from the others.
const _: () = assert!(ERROR_ULPS >= TIE * ROUNDING_ULPS + 8.0);

/// The signed distance of two cores, in A's frame and the pair's units.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Closed<V> {
    /// The distance, or minus the penetration depth.
    pub value: f64,
    /// Unit vector from A to B: g(normal) is `value` within rounding.
    pub normal: V,
    /// A point of A's core.
    pub point_a: V,
    /// The matching point of B's core: `point_b` − `point_a` is `value` × `normal` within rounding.
    pub point_b: V,
    /// Whether another direction is as good within rounding.
    pub ambiguous: bool,
}

impl<V: Vector<Scalar = f64>> Closed<V> {
    /// An answer that was found with the roles swapped, in B's frame, as seen from A: `turn` and `offset` are B's pose.
    #[inline(always)]
    #[must_use]
    pub fn seen_from_a(&self, turn: &impl Turn<V>, offset: V) -> Self {
        Self {
            value: self.value,
            normal: -turn.turn(self.normal),
            point_a: turn.turn(self.point_b) + offset,
            point_b: turn.turn(self.point_a) + offset,
            ambiguous: self.ambiguous,
        }
    }
}

/// Result of a closed form.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Answer<V> {
    /// The signed distance.
    Exact(Closed<V>),
    /// Only an initial direction for GJK, from A to B and not unit; zero if nothing is known.
    Start(V),
}

/// Result of [`ClosedSpace::settled`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Settled<V> {
    /// The signed distance.
    Exact(Closed<V>),
    /// Left to GJK; with the result of the axes of two boxes, if they were tested on the way.
    Open(Option<Answer<V>>),
}

/// A space with closed forms for some pairs of cores.
pub trait ClosedSpace: Space {
    /// The signed distance of the cores, if a closed form gives it.
    #[inline]
    fn closed(prepared: &Prepared<'_, Self>) -> Answer<Self> {
        Self::simple(prepared).map_or_else(|| Self::boxes(prepared), Answer::Exact)
    }
    /// The signed distance of a point and a point, segment or box, or of two segments: it costs less than any iteration.
    fn simple(prepared: &Prepared<'_, Self>) -> Option<Closed<Self>>;
    /// The result of [`simple`](Self::simple) if the cores are apart, and a common point if they intersect: the value
    /// is 0 or below, and the points coincide within rounding. `None` for segments that cross in the plane.
    fn simple_distance(prepared: &Prepared<'_, Self>) -> Option<Closed<Self>>;
    /// Whether [`simple`](Self::simple) supports cores of these kinds.
    fn has_formula(a: &Self::Core<'_>, b: &Self::Core<'_>) -> bool;
    /// The signed distance of two boxes, flat ones too, if separating axes give it: usually if they overlap.
    fn boxes(prepared: &Prepared<'_, Self>) -> Answer<Self>;
    /// The signed distance if no iteration is needed: that of [`simple`](Self::simple), or of two boxes that overlap.
    /// For boxes that are apart, the best axis does not give the distance in general, and if they nearly touch not
    /// their depth; but if they turn out to intersect after all, [`boxes`](Self::boxes) need not be called again.
    fn settled(prepared: &Prepared<'_, Self>) -> Settled<Self>;
    /// Whether the cores come within `margin` of one another, if that can be decided without the distance: by
    /// separating axes of boxes, by squares of points and segments.
    fn meet(prepared: &Prepared<'_, Self>, margin: f64) -> Option<bool>;
}

/// Class of a core for the closed forms. Each kind of core states it once, in [`form3`] or [`form2`]; pairs are matched by class.
#[derive(Clone, Copy, PartialEq)]
enum Class {
    /// A point at the origin.
    Point,
    /// A segment along the last axis.
    Segment,
    /// A flat box in space.
    Plate,
    /// A box, in the plane a rectangle.
    Box,
    /// Not covered by a closed form.
    Other,
}

/// The class of a core and its half extents as a box, or zero. Known at compile time if the core is.
#[derive(Clone, Copy)]
struct Form<W> {
    class: Class,
    half: W,
}

#[inline(always)]
fn form3(core: &Core3<'_>) -> Form<Vec3<f64>> {
    match core {
        Core3::Point => Form { class: Class::Point, half: Vec3::ZERO },
        Core3::Segment(s) => Form { class: Class::Segment, half: Vec3::new(0.0, 0.0, s.half_length()) },
        Core3::Rectangle(s) => {
            Form { class: Class::Plate, half: Vec3::new(s.half_extents().x, s.half_extents().y, 0.0) }
        }
        Core3::Cuboid(s) => Form { class: Class::Box, half: s.half_extents() },
        Core3::Triangle(_)
        | Core3::Disc(_)
        | Core3::EllipticDisc(_)
        | Core3::Ellipsoid(_)
        | Core3::Frustum(_)
        | Core3::Cylinder(_)
        | Core3::Cone(_)
        | Core3::Polyhedron(..)
        | Core3::Custom(..) => Form { class: Class::Other, half: Vec3::ZERO },
    }
}

#[inline(always)]
fn form2(core: &Core2<'_>) -> Form<Vec2<f64>> {
    match core {
        Core2::Point => Form { class: Class::Point, half: Vec2::ZERO },
        Core2::Segment(s) => Form { class: Class::Segment, half: Vec2::new(0.0, s.half_length()) },
        Core2::Rectangle(s) => Form { class: Class::Box, half: s.half_extents() },
        Core2::Ellipse(_) | Core2::Polygon(..) | Core2::Custom(..) => {
            Form { class: Class::Other, half: Vec2::ZERO }
        }
    }
}

/// Whether a point comes within `limit` of the other core, if one of them is a point.
#[inline(always)]
fn point_meets<W: Vector<Scalar = f64>>(
    [a, b]: [Form<W>; 2],
    turn: &impl Turn<W>,
    offset: W,
    limit: f64,
) -> Option<bool> {
    match (a.class, b.class) {
        (Class::Other, _) | (_, Class::Other) => None,
        (_, Class::Point) => Some(is_near_cuboid(a.half, offset, limit)),
        (Class::Point, _) => Some(is_near_cuboid(b.half, in_b(turn, offset), limit)),
        _ => None,
    }
}

/// The signed distance of two boxes that overlap. The pair is passed as a whole: after a call with pointers to parts of
/// it, the compiler no longer knows its shape types, and every support call of GJK would test them.
#[inline(never)]
fn overlap3(prepared: &Prepared<'_, Vec3<f64>>) -> Settled<Vec3<f64>> {
    let pair = &prepared.pair;
    let (half_a, half_b) = (&form3(&pair.a).half, &form3(&pair.b).half);
    Cuboids { half_a, half_b, turn: &pair.turn, offset: &pair.offset, rounding: pair.rounding }.overlap()
}

/// Whether there is a formula for cores of these classes, and not only one for the axes of boxes.
#[inline(always)]
fn has_formula(a: Class, b: Class) -> bool {
    match (a, b) {
        (Class::Other, _) | (_, Class::Other) => false,
        _ => a == Class::Point || b == Class::Point || (a == Class::Segment && b == Class::Segment),
    }
}

/// Position of A's origin in B's frame.
#[inline(always)]
fn in_b<V: Vector>(turn: &impl Turn<V>, offset: V) -> V {
    turn.unturn(-offset)
}

/// [`ClosedSpace::simple`], optionally without the depth of a point in a box.
#[inline(always)]
fn by_formula3<const DEPTH: bool>(prepared: &Prepared<'_, Vec3<f64>>) -> Option<Closed<Vec3<f64>>> {
    let pair = &prepared.pair;
    let (turn, offset, rounding) = (&pair.turn, pair.offset, pair.rounding);
    let (a, b) = (form3(&pair.a), form3(&pair.b));
    Some(match (a.class, b.class) {
        (Class::Point, Class::Point) => point_point(offset, rounding),
        (Class::Segment, Class::Point) => point_segment(a.half.z, offset, rounding),
        (Class::Point, Class::Segment) => {
            point_segment(b.half.z, in_b(turn, offset), rounding).seen_from_a(turn, offset)
        }
        (Class::Segment, Class::Segment) => segments3(a.half.z, b.half.z, &turn.z_axis, &offset, rounding),
        (Class::Plate | Class::Box, Class::Point) => point_box::<DEPTH, _>(a.half, offset, rounding),
        (Class::Point, Class::Plate | Class::Box) => {
            point_box::<DEPTH, _>(b.half, in_b(turn, offset), rounding).seen_from_a(turn, offset)
        }
        (Class::Plate | Class::Box, Class::Segment | Class::Plate | Class::Box)
        | (Class::Segment, Class::Plate | Class::Box)
        | (Class::Other, _)
        | (_, Class::Other) => return None,
    })
}

impl ClosedSpace for Vec3<f64> {
    #[inline(always)]
    fn has_formula(a: &Self::Core<'_>, b: &Self::Core<'_>) -> bool {
        has_formula(form3(a).class, form3(b).class)
    }

    #[inline(always)]
    fn simple(prepared: &Prepared<'_, Self>) -> Option<Closed<Vec3<f64>>> {
        by_formula3::<true>(prepared)
    }

    #[inline(always)]
    fn simple_distance(prepared: &Prepared<'_, Self>) -> Option<Closed<Vec3<f64>>> {
        by_formula3::<false>(prepared)
    }

    #[inline]
    fn boxes(prepared: &Prepared<'_, Self>) -> Answer<Vec3<f64>> {
        let pair = &prepared.pair;
        let (a, b) = (form3(&pair.a), form3(&pair.b));
        if a.class == Class::Other || b.class == Class::Other {
            return Answer::Start(Vec3::ZERO);
        }
        let (half_a, half_b, offset) = (&a.half, &b.half, &pair.offset);
        Cuboids { half_a, half_b, turn: &pair.turn, offset, rounding: pair.rounding }.signed_distance()
    }

    #[inline(always)]
    fn settled(prepared: &Prepared<'_, Self>) -> Settled<Vec3<f64>> {
        let pair = &prepared.pair;
        if form3(&pair.a).class == Class::Box && form3(&pair.b).class == Class::Box {
            overlap3(prepared)
        } else {
            Self::simple(prepared).map_or(Settled::Open(None), Settled::Exact)
        }
    }

    #[inline(always)]
    fn meet(prepared: &Prepared<'_, Self>, margin: f64) -> Option<bool> {
        let pair = &prepared.pair;
        let (turn, offset, rounding) = (&pair.turn, &pair.offset, pair.rounding);
        let (a, b) = (form3(&pair.a), form3(&pair.b));
        let (half_a, half_b) = (&a.half, &b.half);
        match (a.class, b.class) {
            (Class::Box, Class::Box) => Cuboids { half_a, half_b, turn, offset, rounding }.meet(margin),
            (Class::Segment, Class::Segment) => {
                segments_near(half_a.z, half_b.z, &turn.z_axis, offset, margin + rounding)
            }
            _ => point_meets([a, b], turn, *offset, margin + rounding),
        }
    }
}

/// [`ClosedSpace::simple`], optionally without the depth of a point in a box.
#[inline(always)]
fn by_formula2<const DEPTH: bool>(prepared: &Prepared<'_, Vec2<f64>>) -> Option<Closed<Vec2<f64>>> {
    let pair = &prepared.pair;
    let (turn, offset, rounding) = (&pair.turn, pair.offset, pair.rounding);
    let (a, b) = (form2(&pair.a), form2(&pair.b));
    Some(match (a.class, b.class) {
        (Class::Point, Class::Point) => point_point(offset, rounding),
        (Class::Segment, Class::Point) => point_segment(a.half.y, offset, rounding),
        (Class::Point, Class::Segment) => {
            point_segment(b.half.y, in_b(turn, offset), rounding).seen_from_a(turn, offset)
        }
        (Class::Segment, Class::Segment) => segments2(a.half.y, b.half.y, turn, &offset, rounding),
        (Class::Plate | Class::Box, Class::Point) => point_box::<DEPTH, _>(a.half, offset, rounding),
        (Class::Point, Class::Plate | Class::Box) => {
            point_box::<DEPTH, _>(b.half, in_b(turn, offset), rounding).seen_from_a(turn, offset)
        }
        (Class::Plate | Class::Box, Class::Segment | Class::Plate | Class::Box)
        | (Class::Segment, Class::Plate | Class::Box)
        | (Class::Other, _)
        | (_, Class::Other) => return None,
    })
}

impl ClosedSpace for Vec2<f64> {
    #[inline(always)]
    fn has_formula(a: &Self::Core<'_>, b: &Self::Core<'_>) -> bool {
        has_formula(form2(a).class, form2(b).class)
    }

    #[inline(always)]
    fn simple(prepared: &Prepared<'_, Self>) -> Option<Closed<Vec2<f64>>> {
        by_formula2::<true>(prepared)
    }

    #[inline(always)]
    fn simple_distance(prepared: &Prepared<'_, Self>) -> Option<Closed<Vec2<f64>>> {
        by_formula2::<false>(prepared).filter(|found| found.value >= 0.0)
    }

    #[inline]
    fn boxes(prepared: &Prepared<'_, Self>) -> Answer<Vec2<f64>> {
        let pair = &prepared.pair;
        let (a, b) = (form2(&pair.a), form2(&pair.b));
        if a.class == Class::Other || b.class == Class::Other {
            return Answer::Start(Vec2::ZERO);
        }
        let (half_a, half_b, offset) = (&a.half, &b.half, &pair.offset);
        Rectangles { half_a, half_b, turn: &pair.turn, offset, rounding: pair.rounding }.signed_distance()
    }

    #[inline(always)]
    fn settled(prepared: &Prepared<'_, Self>) -> Settled<Vec2<f64>> {
        let pair = &prepared.pair;
        let (a, b) = (form2(&pair.a), form2(&pair.b));
        if a.class != Class::Box || b.class != Class::Box {
            return Self::simple(prepared).map_or(Settled::Open(None), Settled::Exact);
        }
        let (half_a, half_b) = (&a.half, &b.half);
        Rectangles { half_a, half_b, turn: &pair.turn, offset: &pair.offset, rounding: pair.rounding }
            .overlap()
    }

    #[inline(always)]
    fn meet(prepared: &Prepared<'_, Self>, margin: f64) -> Option<bool> {
        let pair = &prepared.pair;
        let (turn, offset, rounding) = (&pair.turn, &pair.offset, pair.rounding);
        let (a, b) = (form2(&pair.a), form2(&pair.b));
        let (half_a, half_b) = (&a.half, &b.half);
        if a.class == Class::Box && b.class == Class::Box {
            return Rectangles { half_a, half_b, turn, offset, rounding }.meet(margin);
        }
        point_meets([a, b], turn, *offset, margin + rounding)
    }
}
