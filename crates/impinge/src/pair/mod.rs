//! Two shapes as the algorithms see them: their Minkowski difference B − A.
//!
//! A and B intersect if B − A = {b − a} contains the origin. Their distance is its distance from the origin, and their
//! penetration depth is the depth of the origin inside it (Olvång's thesis, section 2.1; Feng & Tan, section 2.2, who
//! write A − B). Every algorithm accesses this set through its support mapping only: the farthest point in a direction.
//!
//! A [`Pair`] is given in A's frame: the pose of B there is one matrix and one vector, computed once per query. It is
//! in `f64` regardless of the precision of the shapes, and scaled by a power of two near its size, so that no product
//! overflows or underflows and scaling the input by 2^k scales the answer by 2^k, to the bit. (This holds for numbers
//! that are normal before and after. Polyhedra choose vertices in their own precision and unit; for them it holds for
//! sizes from 2^-61 to 2^82 in `f32` and from 2^-629 to 2^679 in `f64`.)
//!
//! The bodies of a pair are exactly those that the given poses and sizes describe, regardless of how they are composed.
//! The rounding of composition, in `f64` ([`Parts::lost`]), is included in [`Pair::rounding`] and [`Prepared::grain`]
//! from the start, so every algorithm that uses a pair accounts for it.
//!
//! | symbol | meaning |
//! |---|---|
//! | n | a unit direction, from A to B |
//! | g(n) | min over B of n·x − max over A of n·x: how far n separates them, negative where it does not |
//! | s | the signed distance, the largest g(n): the distance if positive, minus the depth if negative |

mod guard;

pub(crate) use guard::Guard;

use crate::math::{Precision, Real, Rotation, Turn, Vector, exponent_of};
use crate::shape::{CoreShape, Id, Parts, Relative, Shape, Space, Support, Widen};

/// Bound on the error of a computed g(n), in ε × size: about 10 for the pose of B in A and for rotating by it, 4 for
/// each support point, 4 for the difference and the dot product. With less, a certificate might not hold; with more,
/// bodies that nearly touch would count as touching.
#[doc(hidden)]
pub const ROUNDING_ULPS: f64 = 32.0;

/// A point of B − A and the points of A and B that give it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Vertex<V> {
    /// b − a.
    pub point: V,
    /// The point of A.
    pub a: V,
    /// Vertex of A, if A has vertices.
    pub id_a: Id,
    /// Vertex of B, if B has vertices.
    pub id_b: Id,
}

impl<V: Vector> Default for Vertex<V> {
    fn default() -> Self {
        Self { point: V::ZERO, a: V::ZERO, id_a: Id::NONE, id_b: Id::NONE }
    }
}

impl<V: Vector> Vertex<V> {
    /// The point of B.
    #[inline]
    pub fn b(&self) -> V {
        self.a + self.point
    }
}

/// A Minkowski difference B − A, known by its support mapping.
pub trait Obstacle<V: Vector> {
    /// The support point of B − A: the farthest along `direction`, which is finite and not zero. `near` is a vertex
    /// found earlier, from which a search may begin.
    fn support(&self, direction: V, near: &Vertex<V>) -> Vertex<V>;
    /// The support point of B − A along `direction`, and its dot product with it. The product may be known before the
    /// point, so bodies that it shows to be apart do not have to wait for the point.
    #[inline(always)]
    fn support_along(&self, direction: V) -> (V, V::Scalar) {
        let point = self.support(direction, &Vertex::default()).point;
        (point, direction.dot(point))
    }
    /// An interior point.
    fn center(&self) -> V;
    /// An interior point with the points of A and B that give it: for witness points in the interior and not on the
    /// boundary. By default it is the mean of the support points along the axes and against them, which costs one
    /// support call each.
    fn inside(&self) -> Vertex<V> {
        middle(self)
    }
    /// An upper bound on the distance of any point from the origin, and not a loose one.
    fn size(&self) -> V::Scalar;
    /// Bound on the error of the dot product of a unit direction with its support point.
    fn rounding(&self) -> V::Scalar;
    /// Whether B − A is the convex hull of finitely many points.
    fn is_polytope(&self) -> bool;
    /// Lower bound on the radius of curvature of the boundary along great circles of outward normals from the unit
    /// `direction`, up to an angle with this sine (and less than a right angle); 0 if no bound is known. If it is
    /// positive, support points match their directions to the last digits.
    #[doc(hidden)]
    #[inline]
    fn least_radius(&self, direction: V, sine: V::Scalar) -> V::Scalar {
        let _ = (direction, sine);
        V::Scalar::ZERO
    }
}

/// The Minkowski difference of two cores, in A's frame.
#[derive(Clone, Copy, Debug)]
pub struct Pair<V: Vector, A, B> {
    /// The core of A.
    #[doc(hidden)]
    pub a: A,
    /// The core of B, in its own frame.
    #[doc(hidden)]
    pub b: B,
    /// Rotation of B.
    #[doc(hidden)]
    pub turn: <V::Rotation as Rotation<V>>::Turn,
    /// Position of B's origin.
    #[doc(hidden)]
    pub offset: V,
    /// See [`Obstacle::size`].
    #[doc(hidden)]
    pub size: V::Scalar,
    /// See [`Obstacle::rounding`]. It is that of the shapes as given, so shapes no farther apart count as touching.
    #[doc(hidden)]
    pub rounding: V::Scalar,
    /// See [`Obstacle::is_polytope`].
    #[doc(hidden)]
    pub polytope: bool,
    /// Whether both cores are smooth everywhere.
    #[doc(hidden)]
    pub smooth: bool,
}

/// Transform from a pair's frame back to the frame in which both shapes are given.
#[derive(Clone, Copy, Debug)]
#[doc(hidden)]
pub struct Frame<V: Vector<Scalar = f64>> {
    /// Whether `turn` is more than the identity. For pairs of known types it is known at compile time too.
    turned: bool,
    turn: <V::Rotation as Rotation<V>>::Turn,
    origin: V,
    unit: f64,
    /// Precision of the shapes, and of answers about them.
    pub precision: Precision,
}

impl<V: Vector<Scalar = f64>> Frame<V> {
    /// Maps a point from the pair's frame to the common frame.
    #[inline]
    pub fn point(&self, p: V) -> V {
        self.turn_out(p * self.unit) + self.origin
    }
    /// Maps a direction from the pair's frame to the common frame.
    #[inline]
    pub fn direction(&self, d: V) -> V {
        self.turn_out(d)
    }
    #[inline(always)]
    fn turn_out(&self, v: V) -> V {
        if self.turned { self.turn.turn(v) } else { v }
    }
    /// Maps a direction from the common frame to the pair's frame.
    #[inline]
    pub fn direction_in(&self, d: V) -> V {
        self.turn.unturn(d)
    }
    /// Converts a length from the pair's frame to the common frame.
    #[inline]
    pub fn length(&self, l: f64) -> f64 {
        l * self.unit
    }
    /// A bound on the error of `value`, both given as lengths in the pair's frame: for the shapes as given, in the
    /// precision of the answer, including its own rounding. `error` includes [`Pair::rounding`].
    #[inline]
    pub fn error(&self, error: f64, value: f64) -> f64 {
        let epsilon = self.precision.epsilon();
        let charged = error + epsilon * Real::abs(value);
        // Below the smallest normal number, rounding errors no longer shrink with the number. If nothing was rounded,
        // as between two points at the same place, the error is zero.
        let least = if charged == 0.0 { 0.0 } else { epsilon * self.precision.least_normal() };
        self.length(charged) * (1.0 + epsilon) + least
    }
    /// Converts a length from the common frame to the pair's frame.
    #[inline]
    pub fn length_in(&self, l: f64) -> f64 {
        l / self.unit
    }
}

/// The smallest normal number of a precision.
#[inline(always)]
pub(crate) fn least_normal<T: Real>() -> f64 {
    f64::power_of_two(1 - T::MAX_EXPONENT)
}

/// Two shapes prepared for a query: the Minkowski difference of their cores, the sum of their radii in its units, and
/// the transform back.
#[derive(Clone, Copy, Debug)]
pub struct Prepared<'a, V: Space> {
    /// B − A of the cores.
    pub pair: Pair<V, V::Core<'a>, V::Core<'a>>,
    /// Radius of A's ball.
    pub radius_a: f64,
    /// Radius of B's ball.
    pub radius_b: f64,
    /// Bound on the distance of a computed point of B − A from a true one: [`Pair::rounding`] without the loss from
    /// choosing a support point in a precision other than `f64`.
    #[doc(hidden)]
    pub grain: f64,
    /// The transform back to the common frame.
    pub frame: Frame<V>,
}

impl<'a, V: Space> Prepared<'a, V> {
    /// Two shapes that are given in one frame.
    pub fn of<A, B>(a: &'a A, b: &'a B) -> Self
    where
        A: Shape<V: Widen<Wide = V>>,
        B: Shape<V = A::V>,
    {
        Self::new(&a.parts(), &b.parts())
    }

    /// Prepares two shapes that are given in one frame.
    #[doc(hidden)]
    #[inline(always)]
    pub fn new(a: &Parts<'a, V>, b: &Parts<'a, V>) -> Self {
        let origin = a.pose.translation();
        let relative =
            if a.ball { V::relative_to_point(origin, &b.pose) } else { V::relative(&a.pose, &b.pose) };
        Self::placed(a, b, &relative, origin)
    }

    /// Prepares two shapes at positions other than their poses say: B in A's frame as given by `relative`, A's core at
    /// `origin`.
    #[doc(hidden)]
    #[inline(always)]
    pub fn placed(a: &Parts<'a, V>, b: &Parts<'a, V>, relative: &Relative<V>, origin: V) -> Self {
        let reach = a.core.reach() + b.core.reach() + a.radius + b.radius;
        let extent = reach + relative.offset.sum_abs();
        // For most types this is known to be 0 and costs nothing. Shapes may be so small that the loss from composing
        // them, far from the origin, overflows in their unit: then the unit is that of the loss. (Not out of line: the
        // shapes would be copied into memory for that.)
        let lost = a.lost + b.lost + a.core.choice_error() + b.core.choice_error();
        let extent = if lost * SMALL > extent && extent > 0.0 { lost } else { extent };
        let ordinary = (f64::MIN_POSITIVE..=LARGEST_EXTENT).contains(&extent);
        let Extent { exponent, extent, offset, origin, unknown } = if ordinary {
            // The exponent of a positive normal number.
            let exponent = (extent.to_bits() >> 52) as i32 - f64::MAX_EXPONENT;
            Extent { exponent, extent, offset: relative.offset, origin, unknown: 0.0 }
        } else {
            unusual(extent, relative.offset, origin)
        };
        let factor = f64::power_of_two(-exponent);
        let offset = offset * factor;
        let size = extent * factor;
        let choice = (a.core.choice_error() + b.core.choice_error()) * factor;
        // For most types this is known to be 0 and costs nothing.
        let lost = a.lost + b.lost;
        let lost = if lost == 0.0 { 0.0 } else { lost * factor };
        let grain = ROUNDING_ULPS * f64::EPSILON * size + lost + unknown;
        let pair = Pair {
            a: a.core.scaled(factor),
            b: b.core.scaled(factor),
            turn: relative.turn,
            offset,
            size,
            rounding: grain + choice,
            polytope: a.core.is_polytope() && b.core.is_polytope(),
            smooth: a.core.is_smooth() && b.core.is_smooth(),
        };
        let frame = Frame {
            turned: relative.turned,
            turn: relative.turn_a,
            origin,
            unit: f64::power_of_two(exponent),
            precision: a.precision,
        };
        Self { pair, radius_a: a.radius * factor, radius_b: b.radius * factor, grain, frame }
    }

    /// Points of the shapes from points of the cores whose signed distance along `normal` is `value`: moved outward by
    /// the radii. They move along the line through them, so that they keep their distance, if that is known more
    /// precisely than the normal: a normal whose g is best within e is off by √(2 e/value), and the gap between two
    /// surfaces may be much smaller than that between the cores.
    #[inline(always)]
    pub(crate) fn surfaces(&self, points: [V; 2], value: f64, normal: V) -> [V; 2] {
        let radii = self.radius_a + self.radius_b;
        if radii == 0.0 {
            return points;
        }
        let way = points[1] - points[0];
        let length = way.norm();
        let out =
            if value > 0.0 && length > Real::abs(value - radii) { way * (1.0 / length) } else { normal };
        self.moved_out(points, out)
    }

    /// Points of the cores, moved outward by the radii along a unit direction from A to B.
    #[inline(always)]
    pub(crate) fn moved_out(&self, [point_a, point_b]: [V; 2], out: V) -> [V; 2] {
        [point_a + out * self.radius_a, point_b - out * self.radius_b]
    }
}

/// Extents from the smallest normal number to this need no special care: both 2^e and 2^-e are then normal numbers.
const LARGEST_EXTENT: f64 = f64::MAX / 4.0;

/// Shapes this much smaller than the loss from composing them are scaled by that loss: 2⁻¹⁰⁰⁰, so that it stays finite in their unit.
const SMALL: f64 = f64::from_bits((1023 - 1000) << 52);

/// Size and position of a pair.
struct Extent<W> {
    exponent: i32,
    extent: f64,
    offset: W,
    origin: W,
    /// Uncertainty of the position of the bodies, in units of 2^exponent: infinite if nothing is known, otherwise usually 0.
    unknown: f64,
}

/// A pair of points, a pair of subnormal size, or one whose composition overflowed: nothing is known about the last,
/// and any answer may be off by any amount. Inlined: around a call, the values of the ordinary path would be spilled.
#[inline(always)]
fn unusual<W: Vector<Scalar = f64>>(extent: f64, offset: W, origin: W) -> Extent<W> {
    if extent < f64::INFINITY {
        // Below the smallest normal number, rounding errors no longer shrink with the number. Two points at the same place lose nothing.
        let unknown = if extent > 0.0 { ROUNDING_ULPS * f64::EPSILON } else { 0.0 };
        Extent { exponent: exponent_of(extent), extent, offset, origin, unknown }
    } else {
        Extent { exponent: 0, extent: 1.0, offset: W::ZERO, origin: W::ZERO, unknown: f64::INFINITY }
    }
}

impl<V: Vector, A: Support<V>, B: Support<V>> Obstacle<V> for Pair<V, A, B> {
    #[inline(always)]
    fn support(&self, direction: V, near: &Vertex<V>) -> Vertex<V> {
        let (a, id_a) = self.a.support_from(-direction, near.id_a);
        let (b, id_b) = self.b.support_from(self.turn.unturn(direction), near.id_b);
        let b = self.turn.turn(b) + self.offset;
        Vertex { point: b - a, a, id_a, id_b }
    }
    /// Simple shapes use the products in each shape's own frame: fewer roundings than the product with the point of B − A.
    #[inline(always)]
    fn support_along(&self, direction: V) -> (V, V::Scalar) {
        if !(self.a.is_simple() && self.b.is_simple()) {
            let point = self.support(direction, &Vertex::default()).point;
            return (point, direction.dot(point));
        }
        let (a, along_a) = self.a.support_along(-direction);
        let (b, along_b) = self.b.support_along(self.turn.unturn(direction));
        (self.turn.turn(b) + self.offset - a, direction.dot(self.offset) + (along_a + along_b))
    }
    #[inline(always)]
    fn center(&self) -> V {
        let b = if self.b.is_simple() { V::ZERO } else { self.turn.turn(self.b.center()) };
        b + self.offset - self.a.center()
    }
    #[inline]
    fn inside(&self) -> Vertex<V> {
        Vertex { point: self.center(), a: self.a.center(), id_a: Id::NONE, id_b: Id::NONE }
    }
    #[inline]
    fn size(&self) -> V::Scalar {
        self.size
    }
    #[inline]
    fn rounding(&self) -> V::Scalar {
        self.rounding
    }
    #[inline]
    fn is_polytope(&self) -> bool {
        self.polytope
    }
    fn least_radius(&self, direction: V, sine: V::Scalar) -> V::Scalar {
        let a = self.a.least_radius(-direction, sine);
        let b = self.b.least_radius(self.turn.unturn(direction), sine);
        // An unknown radius might belong to a corner, and its support point to another direction.
        if a > V::Scalar::ZERO && b > V::Scalar::ZERO { a + b } else { V::Scalar::ZERO }
    }
}

impl<V: Vector, A: Support<V>, B: Support<V>> Pair<V, A, B> {
    /// The pair behind a pointer. Code that runs on it is built once for all shapes and makes an indirect call, which
    /// costs a nanosecond or two: for code that is long or rarely runs.
    #[inline(always)]
    pub(crate) fn as_dyn(&self) -> &dyn Obstacle<V> {
        self
    }
}

impl<V: Vector, O: Obstacle<V> + ?Sized> Obstacle<V> for &O {
    #[inline(always)]
    fn support(&self, direction: V, near: &Vertex<V>) -> Vertex<V> {
        (**self).support(direction, near)
    }
    #[inline(always)]
    fn support_along(&self, direction: V) -> (V, V::Scalar) {
        (**self).support_along(direction)
    }
    #[inline(always)]
    fn center(&self) -> V {
        (**self).center()
    }
    #[inline(always)]
    fn inside(&self) -> Vertex<V> {
        (**self).inside()
    }
    #[inline(always)]
    fn size(&self) -> V::Scalar {
        (**self).size()
    }
    #[inline(always)]
    fn rounding(&self) -> V::Scalar {
        (**self).rounding()
    }
    #[inline(always)]
    fn is_polytope(&self) -> bool {
        (**self).is_polytope()
    }
    #[inline(always)]
    fn least_radius(&self, direction: V, sine: V::Scalar) -> V::Scalar {
        (**self).least_radius(direction, sine)
    }
}

/// The mean of the support points of B − A along the axes and against them: an interior point, for 2 support calls per
/// axis.
#[doc(hidden)]
pub fn middle<V: Vector, O: Obstacle<V> + ?Sized>(obstacle: &O) -> Vertex<V> {
    let start = Vertex::default();
    let (mut point, mut a) = (V::ZERO, V::ZERO);
    for i in 0..V::DIM {
        for d in [V::axis(i), -V::axis(i)] {
            let w = obstacle.support(d, &start);
            point += w.point;
            a += w.a;
        }
    }
    let share = V::Scalar::HALF / V::Scalar::of(V::DIM as f64);
    Vertex { point: point * share, a: a * share, ..start }
}

/// An obstacle with balls added to A and to B: the Minkowski difference of the rounded shapes themselves, for
/// algorithms that do not work on cores.
#[derive(Clone, Copy, Debug)]
#[doc(hidden)]
pub struct Grown<'a, O, T> {
    /// B − A of the cores.
    pub obstacle: &'a O,
    /// Radius of A's ball.
    pub radius_a: T,
    /// Radius of B's ball.
    pub radius_b: T,
}

impl<V: Vector, O: Obstacle<V>> Obstacle<V> for Grown<'_, O, V::Scalar> {
    #[inline]
    fn support(&self, direction: V, near: &Vertex<V>) -> Vertex<V> {
        let core = self.obstacle.support(direction, near);
        let unit = direction.unit();
        let point = core.point + unit * (self.radius_a + self.radius_b);
        Vertex { point, a: core.a - unit * self.radius_a, ..core }
    }
    fn center(&self) -> V {
        self.obstacle.center()
    }
    fn inside(&self) -> Vertex<V> {
        self.obstacle.inside()
    }
    fn size(&self) -> V::Scalar {
        self.obstacle.size() + self.radius_a + self.radius_b
    }
    fn rounding(&self) -> V::Scalar {
        let ulps = V::Scalar::of(ROUNDING_ULPS) * V::Scalar::EPSILON;
        self.obstacle.rounding() + ulps * (self.radius_a + self.radius_b)
    }
    fn is_polytope(&self) -> bool {
        self.radius_a + self.radius_b == V::Scalar::ZERO && self.obstacle.is_polytope()
    }
}

/// g(n) and the point of B − A that gives it, for a direction that need not be unit (g is that of the unit direction).
#[inline]
pub fn separation<V: Vector>(obstacle: &impl Obstacle<V>, n: V, near: &Vertex<V>) -> (V::Scalar, Vertex<V>) {
    let vertex = obstacle.support(-n, near);
    (vertex.point.dot(n) / n.norm(), vertex)
}
