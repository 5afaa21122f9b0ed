//! Closed forms: pairs of cores whose signed distance needs no iteration.
//!
//! **Answers** the signed distance of two points, segments, rectangles or boxes, with the direction and the points that
//! prove it. Take it before GJK: it is several times faster, and exact to rounding. What a ball adds to a core (sphere,
//! capsule, lozenge, round box) is a radius that the caller subtracts.
//!
//! | pair | file | decides |
//! |---|---|---|
//! | a point and a point, segment, rectangle or box | `point` | always |
//! | two segments | `segments` | always |
//! | two rectangles of the plane | `rectangles` | overlapping, or a corner before a side |
//! | two boxes, of which either may be flat, a segment or both | `cuboids` | overlapping, a corner before a face, crossing edges |
//!
//! **Source.** The separating axes of Gottschalk, Lin and Manocha 1996 for boxes; points and segments from first
//! principles, re-derived in each file.
//!
//! | symbol | meaning |
//! |---|---|
//! | n | a unit direction, from A to B |
//! | g(n) | min over B of n·x − max over A of n·x |
//! | s | the signed distance, the largest g(n) |
//!
//! **Guarantee.** Each answer holds both halves of a proof: a unit normal with g(normal) = value, so s is not less, and a
//! point of each core with the difference value × normal, so that s is not more. Where the numbers do not bear this out,
//! there is no answer, and the general path has to find one. `value` is within [`ERROR_ULPS`] of s.
//!
//! **Cost.** No allocation, no loop without a fixed length; 20 to 60 ns, boxes up to 400.
//!
//! **Failure.** `Err` with a direction from which GJK may begin: boxes that are apart with a corner nearest to a corner or
//! to an edge, and flat boxes that touch at a sharp rim within rounding.

mod cuboid_witness;
mod cuboids;
mod point;
mod rectangles;
mod segments;

pub use cuboids::Cuboids;
pub use point::{point_cuboid, point_point, point_segment};
pub use rectangles::Rectangles;
pub use segments::{segments2, segments3};

use crate::math::{Real, Turn, Vec2, Vec3, Vector};
use crate::pair::{Prepared, ROUNDING_ULPS};
use crate::shape::{Core2, Core3, Space};

/// Bound on |value − s|, in ε × size of the pair: half of [`ROUNDING_ULPS`], which is what counts as a tie, and 8 for the computation of a g.
pub const ERROR_ULPS: f64 = 24.0;

/// Two depths count as equal if they differ by this share of the pair's rounding, and then the first in the fixed order
/// of axes is taken: A's faces, B's faces, edges. Half of it covers what two g may be off. Less, and the normal of boxes
/// that stand face to face would hang on the last bit; more, and the depth would be less exact.
pub(crate) const TIE: f64 = 0.5;

/// Directions nearer than this (radians) are one direction. To turn the normal by √ε changes a depth by less than
/// ε × size, but for the kink at an edge, which a tie rules out.
const SAME_DIRECTION_SQUARED: f64 = f64::EPSILON;

// The bound above must follow from the others.
const _: () = assert!(ERROR_ULPS >= TIE * ROUNDING_ULPS + 8.0);

/// The signed distance of two cores, in A's frame and the pair's units.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Closed<V> {
    /// The distance, or minus the depth.
    pub value: f64,
    /// Unit, from A to B: g(normal) is `value` within rounding.
    pub normal: V,
    /// A point of A's core.
    pub point_a: V,
    /// The point of B's core that belongs to it: `point_b` − `point_a` is `value` × `normal` within rounding.
    pub point_b: V,
    /// Whether another direction does as well within rounding.
    pub ambiguous: bool,
}

impl<V: Vector<Scalar = f64>> Closed<V> {
    /// An answer that was found with the roles changed, in B's frame, as seen from A: `turn` and `offset` are B's pose.
    #[inline]
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

/// What a closed form says: the answer, or a direction (from A to B, not unit) from which GJK may begin, which is zero
/// where nothing is known.
pub type Answer<V> = Result<Closed<V>, V>;

/// What [`ClosedSpace::known`] says: the answer; or what the axes of two boxes say, if they were asked on the way.
pub type Known<V> = Result<Closed<V>, Option<Answer<V>>>;

/// A space with closed forms for some pairs of cores.
pub trait ClosedSpace: Space {
    /// The signed distance of the cores, where a closed form gives it.
    #[inline]
    fn closed(prepared: &Prepared<'_, Self>) -> Answer<Self::Wide> {
        Self::simple(prepared).map_or_else(|| Self::boxes(prepared), Ok)
    }
    /// The signed distance of a point and a point, segment or box, or of two segments: it costs less than any iteration.
    fn simple(prepared: &Prepared<'_, Self>) -> Option<Closed<Self::Wide>>;
    /// The signed distance of two boxes, flat ones too, where separating axes give it: always if they overlap.
    fn boxes(prepared: &Prepared<'_, Self>) -> Answer<Self::Wide>;
    /// The signed distance where no iteration is needed: that of [`simple`](Self::simple), or of two boxes that overlap. Of
    /// boxes that are apart the best axis does not give the distance in general, and where they nearly touch not their
    /// depth; but where they are found to meet after all, [`boxes`](Self::boxes) need not be asked again.
    fn known(prepared: &Prepared<'_, Self>) -> Known<Self::Wide>;
    /// Whether the cores come within `margin` of one another, where separating axes tell without the distance.
    fn meet(prepared: &Prepared<'_, Self>, margin: f64) -> Option<bool>;
}

/// The half sides of a core that is a box: a point, segment, rectangle or box.
#[inline(always)]
fn box_of<S: Real>(core: &Core3<'_, S, f64>) -> Option<Vec3<f64>> {
    match core {
        Core3::Point => Some(Vec3::ZERO),
        Core3::Segment(s) => Some(Vec3::new(0.0, 0.0, s.half_length())),
        Core3::Rectangle(s) => Some(Vec3::new(s.half_extents().x, s.half_extents().y, 0.0)),
        Core3::Cuboid(s) => Some(s.half_extents()),
        _ => None,
    }
}

/// The half sides of a core that is a rectangle: a point, segment or rectangle.
#[inline(always)]
fn rectangle_of<S: Real>(core: &Core2<'_, S, f64>) -> Option<Vec2<f64>> {
    match core {
        Core2::Point => Some(Vec2::ZERO),
        Core2::Segment(s) => Some(Vec2::new(0.0, s.half_length())),
        Core2::Rectangle(s) => Some(s.half_extents()),
        _ => None,
    }
}

/// The signed distance of two boxes that overlap. The pair is lent as a whole: after a call that holds pointers to parts of
/// it, the compiler no longer knows which shapes it is of, and every support call of GJK would ask.
#[inline(never)]
fn overlap3<T: Real>(prepared: &Prepared<'_, Vec3<T>>) -> Known<Vec3<f64>> {
    let pair = &prepared.pair;
    let (Core3::Cuboid(a), Core3::Cuboid(b)) = (&pair.a, &pair.b) else { return Err(None) };
    let (half_a, half_b) = (&a.half_extents(), &b.half_extents());
    Cuboids { half_a, half_b, turn: &pair.turn, offset: &pair.offset, rounding: pair.rounding }.overlap()
}

impl<T: Real> ClosedSpace for Vec3<T> {
    #[inline(always)]
    fn simple(prepared: &Prepared<'_, Self>) -> Option<Closed<Vec3<f64>>> {
        let pair = &prepared.pair;
        let (turn, offset, rounding) = (&pair.turn, pair.offset, pair.rounding);
        let in_b = || turn.unturn(-offset);
        Some(match (&pair.a, &pair.b) {
            (Core3::Point, Core3::Point) => point_point(offset, rounding),
            (Core3::Segment(a), Core3::Point) => point_segment(a.half_length(), offset, rounding),
            (Core3::Point, Core3::Segment(b)) => {
                point_segment(b.half_length(), in_b(), rounding).seen_from_a(turn, offset)
            }
            (Core3::Segment(a), Core3::Segment(b)) => {
                segments3(a.half_length(), b.half_length(), &turn.z_axis, &offset, rounding)
            }
            (a, Core3::Point) => point_cuboid(box_of(a)?, offset, rounding),
            (Core3::Point, b) => point_cuboid(box_of(b)?, in_b(), rounding).seen_from_a(turn, offset),
            _ => return None,
        })
    }

    #[inline]
    fn boxes(prepared: &Prepared<'_, Self>) -> Answer<Vec3<f64>> {
        let pair = &prepared.pair;
        let (Some(half_a), Some(half_b)) = (box_of(&pair.a), box_of(&pair.b)) else {
            return Err(Vec3::ZERO);
        };
        let (half_a, half_b, offset) = (&half_a, &half_b, &pair.offset);
        Cuboids { half_a, half_b, turn: &pair.turn, offset, rounding: pair.rounding }.signed_distance()
    }

    #[inline(always)]
    fn known(prepared: &Prepared<'_, Self>) -> Known<Vec3<f64>> {
        let pair = &prepared.pair;
        match (&pair.a, &pair.b) {
            (Core3::Cuboid(_), Core3::Cuboid(_)) => overlap3(prepared),
            _ => Self::simple(prepared).ok_or(None),
        }
    }

    #[inline]
    fn meet(prepared: &Prepared<'_, Self>, margin: f64) -> Option<bool> {
        let pair = &prepared.pair;
        let (Core3::Cuboid(a), Core3::Cuboid(b)) = (&pair.a, &pair.b) else { return None };
        let (half_a, half_b) = (&a.half_extents(), &b.half_extents());
        Cuboids { half_a, half_b, turn: &pair.turn, offset: &pair.offset, rounding: pair.rounding }
            .meet(margin)
    }
}

impl<T: Real> ClosedSpace for Vec2<T> {
    #[inline(always)]
    fn simple(prepared: &Prepared<'_, Self>) -> Option<Closed<Vec2<f64>>> {
        let pair = &prepared.pair;
        let (turn, offset, rounding) = (&pair.turn, pair.offset, pair.rounding);
        let in_b = || turn.unturn(-offset);
        Some(match (&pair.a, &pair.b) {
            (Core2::Point, Core2::Point) => point_point(offset, rounding),
            (Core2::Segment(a), Core2::Point) => point_segment(a.half_length(), offset, rounding),
            (Core2::Point, Core2::Segment(b)) => {
                point_segment(b.half_length(), in_b(), rounding).seen_from_a(turn, offset)
            }
            (Core2::Segment(a), Core2::Segment(b)) => {
                segments2(a.half_length(), b.half_length(), turn, &offset, rounding)
            }
            (a, Core2::Point) => point_cuboid(rectangle_of(a)?, offset, rounding),
            (Core2::Point, b) => point_cuboid(rectangle_of(b)?, in_b(), rounding).seen_from_a(turn, offset),
            _ => return None,
        })
    }

    #[inline]
    fn boxes(prepared: &Prepared<'_, Self>) -> Answer<Vec2<f64>> {
        let pair = &prepared.pair;
        let (Some(half_a), Some(half_b)) = (rectangle_of(&pair.a), rectangle_of(&pair.b)) else {
            return Err(Vec2::ZERO);
        };
        let (half_a, half_b, offset) = (&half_a, &half_b, &pair.offset);
        Rectangles { half_a, half_b, turn: &pair.turn, offset, rounding: pair.rounding }.signed_distance()
    }

    #[inline(always)]
    fn known(prepared: &Prepared<'_, Self>) -> Known<Vec2<f64>> {
        let pair = &prepared.pair;
        let (Core2::Rectangle(a), Core2::Rectangle(b)) = (&pair.a, &pair.b) else {
            return Self::simple(prepared).ok_or(None);
        };
        let (half_a, half_b) = (&a.half_extents(), &b.half_extents());
        Rectangles { half_a, half_b, turn: &pair.turn, offset: &pair.offset, rounding: pair.rounding }
            .overlap()
    }

    #[inline]
    fn meet(prepared: &Prepared<'_, Self>, margin: f64) -> Option<bool> {
        let pair = &prepared.pair;
        let (Core2::Rectangle(a), Core2::Rectangle(b)) = (&pair.a, &pair.b) else { return None };
        let (half_a, half_b) = (&a.half_extents(), &b.half_extents());
        Rectangles { half_a, half_b, turn: &pair.turn, offset: &pair.offset, rounding: pair.rounding }
            .meet(margin)
    }
}

/// x |x|: orders numbers as they are, so that roots need not be taken to compare.
#[inline(always)]
pub(crate) fn signed_square(x: f64) -> f64 {
    x * Real::abs(x)
}
