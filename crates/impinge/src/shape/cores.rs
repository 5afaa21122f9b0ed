//! The cores of the named shapes: the shapes without a ball added, and two more, the point and a shape known by its support
//! mapping only.
//!
//! A core is also where precision and scale change: [`Core3::scaled`] gives the same core in `f64` and divided by a
//! power of two, both without error. Polyhedra and shapes of a user's own stay where they are; only their support
//! points are converted.

use super::common::{least_value, level, reach_of};
use super::parts::{CoreShape, Parts, Relative, Space};
use super::{
    Bounded, Cone, ConvexPolygon, ConvexPolyhedron, Cuboid, Cylinder, Disc, Ellipse, Ellipsoid, EllipticDisc,
    Frustum, Id, Rectangle, RectanglePatch, Segment, Segment2, Shape, Support, Triangle,
};
use crate::math::{Mat3, Pose, Real, Rot2, Turn, Vec2, Vec3, Vector};

/// See [`CoreShape::choice_error`], in ε × reach: that of the support mapping of polyhedra, and 2 more since the
/// direction is rounded first.
const CHOICE_ULPS: f64 = super::SUPPORT_ULPS + 2.0;

/// What the surface of a core is like. Each kind of core says so once.
#[derive(Clone, Copy, PartialEq)]
enum Surface {
    /// That of the hull of finitely many points.
    Polytope,
    /// Smooth and curved all over.
    Smooth,
    /// Some of both, or not known.
    Mixed,
}

/// The core of a shape of space: `S` is the precision of what is borrowed, `T` that of the answers.
#[derive(Clone, Copy)]
pub enum Core3<'a, S: Real, T: Real = S> {
    /// A point at the origin.
    Point,
    /// A segment.
    Segment(Segment<T>),
    /// A flat rectangle.
    Rectangle(RectanglePatch<T>),
    /// A triangle.
    Triangle(Triangle<T>),
    /// A flat disc.
    Disc(Disc<T>),
    /// A flat ellipse.
    EllipticDisc(EllipticDisc<T>),
    /// An ellipsoid.
    Ellipsoid(Ellipsoid<T>),
    /// A box.
    Cuboid(Cuboid<T>),
    /// A frustum.
    Frustum(Frustum<T>),
    /// A cylinder.
    Cylinder(Cylinder<T>),
    /// A cone.
    Cone(Cone<T>),
    /// A polyhedron, its points times a factor.
    Polyhedron(&'a ConvexPolyhedron<S>, T),
    /// A shape known by its support mapping only, its points times a factor.
    Custom(&'a dyn Bounded<Vec3<S>>, T),
}

/// The core of a shape of the plane: `S` is the precision of what is borrowed, `T` that of the answers.
#[derive(Clone, Copy)]
pub enum Core2<'a, S: Real, T: Real = S> {
    /// A point at the origin.
    Point,
    /// A segment.
    Segment(Segment2<T>),
    /// An ellipse.
    Ellipse(Ellipse<T>),
    /// A rectangle.
    Rectangle(Rectangle<T>),
    /// A polygon, its points times a factor.
    Polygon(&'a ConvexPolygon<S>, T),
    /// A shape known by its support mapping only, its points times a factor.
    Custom(&'a dyn Bounded<Vec2<S>>, T),
}

macro_rules! core_shape {
    ($core:ident, $vector:ident, [$($simple:ident),+], $hull:ident) => {
        impl<'a, S: Real, T: Real> $core<'a, S, T> {
            /// The same core in another precision and times `factor`: without error towards a wider precision and for
            /// powers of two.
            #[inline(always)]
            pub fn scaled<U: Real>(&self, factor: U) -> $core<'a, S, U> {
                match self {
                    Self::Point => $core::Point,
                    $(Self::$simple(s) => $core::$simple(s.scaled(factor)),)+
                    Self::$hull(s, f) => $core::$hull(*s, U::of(f.f64()) * factor),
                    Self::Custom(s, f) => $core::Custom(*s, U::of(f.f64()) * factor),
                }
            }

            /// Name of the core's kind.
            pub fn name(&self) -> &'static str {
                match self {
                    Self::Point => "Point",
                    $(Self::$simple(_) => stringify!($simple),)+
                    Self::$hull(..) => stringify!($hull),
                    Self::Custom(..) => "Custom",
                }
            }
        }

        impl<S: Real, T: Real> core::fmt::Debug for $core<'_, S, T> {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                match self {
                    $(Self::$simple(s) => s.fmt(f),)+
                    Self::Point | Self::$hull(..) | Self::Custom(..) => f.write_str(self.name()),
                }
            }
        }

        impl<S: Real, T: Real> Support<$vector<T>> for $core<'_, S, T> {
            #[inline(always)]
            fn support(&self, direction: $vector<T>) -> $vector<T> {
                self.support_from(direction, Id::NONE).0
            }
            #[inline(always)]
            fn support_from(&self, direction: $vector<T>, hint: Id) -> ($vector<T>, Id) {
                match self {
                    Self::Point => ($vector::ZERO, Id(0)),
                    $(Self::$simple(s) => s.support_from(direction, hint),)+
                    Self::$hull(s, f) => {
                        let (p, id) = s.support_from(direction.cast(), hint);
                        (p.cast() * *f, id)
                    }
                    Self::Custom(s, f) => {
                        // In the shape's own unit, in which it may be of the least numbers.
                        let (p, id) = s.support_from(level(direction).cast(), hint);
                        (p.cast() * *f, id)
                    }
                }
            }
            #[inline(always)]
            fn support_along(&self, direction: $vector<T>) -> ($vector<T>, T) {
                match self {
                    Self::Point => ($vector::ZERO, T::ZERO),
                    $(Self::$simple(s) => s.support_along(direction),)+
                    Self::$hull(..) | Self::Custom(..) => {
                        let point = self.support(direction);
                        (point, point.dot(direction))
                    }
                }
            }
            #[inline(always)]
            fn is_simple(&self) -> bool {
                match self {
                    Self::Point => true,
                    $(Self::$simple(s) => s.is_simple(),)+
                    Self::$hull(..) | Self::Custom(..) => false,
                }
            }
            fn least_radius(&self, direction: $vector<T>, sine: T) -> T {
                match self {
                    Self::Point | Self::$hull(..) | Self::Custom(..) => T::ZERO,
                    $(Self::$simple(s) => s.least_radius(direction, sine),)+
                }
            }
            #[inline(always)]
            fn center(&self) -> $vector<T> {
                match self {
                    Self::Point => $vector::ZERO,
                    $(Self::$simple(s) => s.center(),)+
                    Self::$hull(s, f) => s.center().cast() * *f,
                    Self::Custom(s, f) => s.center().cast() * *f,
                }
            }
            fn is_curved(&self, direction: $vector<T>) -> bool {
                match self {
                    Self::Point | Self::$hull(..) => false,
                    $(Self::$simple(s) => s.is_curved(direction),)+
                    Self::Custom(s, _) => s.is_curved(direction.cast()),
                }
            }
        }
    };
}
core_shape!(
    Core3,
    Vec3,
    [Segment, Rectangle, Triangle, Disc, EllipticDisc, Ellipsoid, Cuboid, Frustum, Cylinder, Cone],
    Polyhedron
);
core_shape!(Core2, Vec2, [Segment, Ellipse, Rectangle], Polygon);

/// See [`CoreShape::choice_error`]: of a polytope of this reach.
#[inline(always)]
fn polytope_choice<S: Real>(reach: S) -> f64 {
    let narrow = size_of::<S>() < size_of::<f64>();
    if narrow { CHOICE_ULPS * S::EPSILON.f64() * reach.f64() } else { 0.0 }
}

/// See [`CoreShape::choice_error`]: of a shape known by its support mapping only.
fn custom_choice<V: Space>(shape: &dyn Bounded<V>) -> f64 {
    let narrow = size_of::<V::Scalar>() < size_of::<f64>();
    // The direction is rounded first.
    let asked = if narrow { 2.0 * V::Scalar::EPSILON.f64() * reach_of(shape) } else { 0.0 };
    shape.rounding() + asked
}

impl<'a, S: Real> CoreShape<'a, Vec3<S>> for Core3<'a, S> {
    type Wide = Core3<'a, S, f64>;
    #[inline(always)]
    fn widen(&self, factor: f64) -> Core3<'a, S, f64> {
        self.scaled(factor)
    }
    #[inline(always)]
    fn reach(&self) -> f64 {
        match self {
            Self::Point => 0.0,
            Self::Segment(s) => s.half_length().f64(),
            Self::Rectangle(s) => s.half_extents().sum_abs().f64(),
            // In `f64`: a length that was rounded in a lower precision is not a bound.
            Self::Triangle(s) => s.corners().iter().fold(0.0, |m, c| Real::max(c.widen().norm(), m)),
            Self::Disc(s) => s.radius().f64(),
            Self::EllipticDisc(s) => s.radii().max_abs().f64(),
            Self::Ellipsoid(s) => s.radii().max_abs().f64(),
            Self::Cuboid(s) => s.half_extents().sum_abs().f64(),
            Self::Frustum(s) => {
                let across = Vector::max(s.bottom(), s.top());
                across.x.f64() + across.y.f64() + s.height().f64()
            }
            Self::Cylinder(s) => s.half_height().f64() + s.radius().f64(),
            Self::Cone(s) => s.radius().f64() + s.height().f64(),
            Self::Polyhedron(s, f) => s.reach().f64() * f.f64(),
            Self::Custom(s, f) => reach_of(*s) * f.f64(),
        }
    }
    #[inline(always)]
    fn around(&self) -> f64 {
        match self {
            Self::Rectangle(s) => s.half_extents().widen().norm_squared().sqrt(),
            Self::Cuboid(s) => s.half_extents().widen().norm_squared().sqrt(),
            Self::Cylinder(s) => {
                let (half, radius) = (s.half_height().f64(), s.radius().f64());
                Real::sqrt(half * half + radius * radius)
            }
            Self::Cone(s) => {
                let (base, radius) = (s.base().f64(), s.radius().f64());
                Real::max(s.apex().f64(), Real::sqrt(base * base + radius * radius))
            }
            Self::Custom(..) => f64::INFINITY,
            Self::Point
            | Self::Segment(_)
            | Self::Triangle(_)
            | Self::Disc(_)
            | Self::EllipticDisc(_)
            | Self::Ellipsoid(_)
            | Self::Frustum(_)
            | Self::Polyhedron(..) => self.reach(),
        }
    }
    #[inline(always)]
    fn choice_error(&self) -> f64 {
        match self {
            Self::Polyhedron(s, _) => polytope_choice(s.reach()),
            Self::Custom(s, _) => custom_choice(*s),
            Self::Point
            | Self::Segment(_)
            | Self::Rectangle(_)
            | Self::Triangle(_)
            | Self::Disc(_)
            | Self::EllipticDisc(_)
            | Self::Ellipsoid(_)
            | Self::Cuboid(_)
            | Self::Frustum(_)
            | Self::Cylinder(_)
            | Self::Cone(_) => 0.0,
        }
    }
    fn is_smooth(&self) -> bool {
        self.surface() == Surface::Smooth
    }
    fn is_polytope(&self) -> bool {
        self.surface() == Surface::Polytope
    }
}

impl<S: Real, T: Real> Core3<'_, S, T> {
    #[inline(always)]
    fn surface(&self) -> Surface {
        match self {
            Self::Point
            | Self::Segment(_)
            | Self::Rectangle(_)
            | Self::Triangle(_)
            | Self::Cuboid(_)
            | Self::Frustum(_)
            | Self::Polyhedron(..) => Surface::Polytope,
            Self::Ellipsoid(_) => Surface::Smooth,
            Self::Disc(_) | Self::EllipticDisc(_) | Self::Cylinder(_) | Self::Cone(_) | Self::Custom(..) => {
                Surface::Mixed
            }
        }
    }
}

impl<'a, S: Real> CoreShape<'a, Vec2<S>> for Core2<'a, S> {
    type Wide = Core2<'a, S, f64>;
    #[inline(always)]
    fn widen(&self, factor: f64) -> Core2<'a, S, f64> {
        self.scaled(factor)
    }
    #[inline(always)]
    fn reach(&self) -> f64 {
        match self {
            Self::Point => 0.0,
            Self::Segment(s) => s.half_length().f64(),
            Self::Ellipse(s) => s.radii().max_abs().f64(),
            Self::Rectangle(s) => s.half_extents().sum_abs().f64(),
            Self::Polygon(s, f) => s.reach().f64() * f.f64(),
            Self::Custom(s, f) => reach_of(*s) * f.f64(),
        }
    }
    #[inline(always)]
    fn around(&self) -> f64 {
        match self {
            Self::Rectangle(s) => s.half_extents().widen().norm_squared().sqrt(),
            Self::Custom(..) => f64::INFINITY,
            Self::Point | Self::Segment(_) | Self::Ellipse(_) | Self::Polygon(..) => self.reach(),
        }
    }
    #[inline(always)]
    fn choice_error(&self) -> f64 {
        match self {
            Self::Polygon(s, _) => polytope_choice(s.reach()) + least_value::<S>(),
            Self::Custom(s, _) => custom_choice(*s),
            Self::Point | Self::Segment(_) | Self::Ellipse(_) | Self::Rectangle(_) => 0.0,
        }
    }
    fn is_smooth(&self) -> bool {
        self.surface() == Surface::Smooth
    }
    fn is_polytope(&self) -> bool {
        self.surface() == Surface::Polytope
    }
}

impl<S: Real, T: Real> Core2<'_, S, T> {
    #[inline(always)]
    fn surface(&self) -> Surface {
        match self {
            Self::Point | Self::Segment(_) | Self::Rectangle(_) | Self::Polygon(..) => Surface::Polytope,
            Self::Ellipse(_) => Surface::Smooth,
            Self::Custom(..) => Surface::Mixed,
        }
    }
}

/// Shapes that are their own cores.
macro_rules! own_core {
    ($core:ident, $vector:ident, $($variant:ident $shape:ident),+) => {$(
        impl<T: Real> Shape for $shape<T> {
            type V = $vector<T>;
            #[inline(always)]
            fn parts(&self) -> Parts<'_, $vector<T>> {
                Parts::of($core::$variant(*self))
            }
        }
    )+};
}
own_core!(
    Core3, Vec3, Segment Segment, Rectangle RectanglePatch, Triangle Triangle, Disc Disc, EllipticDisc EllipticDisc,
    Cuboid Cuboid, Frustum Frustum, Cylinder Cylinder, Cone Cone
);
own_core!(Core2, Vec2, Segment Segment2, Rectangle Rectangle);

impl<T: Real> Shape for Ellipsoid<T> {
    type V = Vec3<T>;
    #[inline(always)]
    fn parts(&self) -> Parts<'_, Vec3<T>> {
        // A ball is a point with a ball added, and much easier.
        if self.radii().x == self.radii().y && self.radii().y == self.radii().z {
            return Parts::of(Core3::Point).grown(self.radii().x);
        }
        Parts::of(Core3::Ellipsoid(*self))
    }
}

impl<T: Real> Shape for ConvexPolyhedron<T> {
    type V = Vec3<T>;
    #[inline(always)]
    fn parts(&self) -> Parts<'_, Vec3<T>> {
        Parts::of(Core3::Polyhedron(self, T::ONE))
    }
}

impl<T: Real> Shape for Ellipse<T> {
    type V = Vec2<T>;
    #[inline(always)]
    fn parts(&self) -> Parts<'_, Vec2<T>> {
        // A disc is a point with a disc added, and much easier.
        if self.radii().x == self.radii().y {
            return Parts::of(Core2::Point).grown(self.radii().x);
        }
        Parts::of(Core2::Ellipse(*self))
    }
}

impl<T: Real> Shape for ConvexPolygon<T> {
    type V = Vec2<T>;
    #[inline(always)]
    fn parts(&self) -> Parts<'_, Vec2<T>> {
        Parts::of(Core2::Polygon(self, T::ONE))
    }
}

/// The plane and space, with their cores.
macro_rules! space {
    ($vector:ident, $core:ident, $turn:ty, $matrix:ident, $relative:ident) => {
        impl<T: Real> Space for $vector<T> {
            type Core<'a> = $core<'a, T>;
            type Wide = $vector<f64>;

            #[inline]
            fn widen(self) -> $vector<f64> {
                self.cast()
            }
            #[inline]
            fn narrow(wide: $vector<f64>) -> Self {
                wide.cast()
            }
            #[inline]
            fn custom<'a>(shape: &'a dyn Bounded<Self>) -> $core<'a, T> {
                $core::Custom(shape, T::ONE)
            }
            #[inline]
            fn point<'a>() -> $core<'a, T> {
                $core::Point
            }
            #[inline(always)]
            fn relative(a: &Pose<Self>, b: &Pose<Self>) -> Relative<$vector<f64>> {
                $relative(a, b)
            }
            #[inline(always)]
            fn relative_to_point(origin: Self, b: &Pose<Self>) -> Relative<$vector<f64>> {
                let turn = $matrix(b);
                let offset = b.translation().widen() - origin.widen();
                Relative { turned: false, turn_a: <$turn>::IDENTITY, turn, offset }
            }
            #[inline(always)]
            fn widen_pose(pose: &Pose<Self>) -> Pose<$vector<f64>> {
                Pose::of(pose.translation().cast(), pose.rotation().same_numbers())
            }
            fn compose(outer: &Pose<Self>, inner: &Pose<Self>) -> Pose<Self> {
                Pose::of(outer.translation(), outer.rotation().renormalized()).compose(inner)
            }
        }
    };
}
space!(Vec3, Core3, Mat3<f64>, turn3, relative3);
space!(Vec2, Core2, Rot2<f64>, turn2, relative2);

/// The quaternion of a pose in `f64`: vector and scalar.
#[inline(always)]
fn quaternion<T: Real>(pose: &Pose<Vec3<T>>) -> (Vec3<f64>, f64) {
    let [x, y, z, w] = pose.rotation().to_xyzw().map(Real::f64);
    (Vec3::new(x, y, z), w)
}

/// How a pose turns, in `f64`.
#[inline(always)]
fn turn3<T: Real>(pose: &Pose<Vec3<T>>) -> Mat3<f64> {
    let (v, w) = quaternion(pose);
    Mat3::of_quaternion(v, w)
}

/// How a pose turns, in `f64`.
#[inline(always)]
fn turn2<T: Real>(pose: &Pose<Vec2<T>>) -> Rot2<f64> {
    pose.rotation().renormalized()
}

/// See [`Space::relative`].
#[inline(always)]
fn relative3<T: Real>(a: &Pose<Vec3<T>>, b: &Pose<Vec3<T>>) -> Relative<Vec3<f64>> {
    let ((va, wa), (vb, wb)) = (quaternion(a), quaternion(b));
    // The conjugate of a's quaternion times b's.
    let v = vb * wa - va * wb - va.cross(vb);
    let w = wa * wb + va.dot(vb);
    let turn_a = Mat3::of_quaternion(va, wa);
    let offset = b.translation().widen() - a.translation().widen();
    Relative { turned: true, turn_a, turn: Mat3::of_quaternion(v, w), offset: turn_a.unturn(offset) }
}

/// See [`Space::relative`].
#[inline(always)]
fn relative2<T: Real>(a: &Pose<Vec2<T>>, b: &Pose<Vec2<T>>) -> Relative<Vec2<f64>> {
    let turn_a = a.rotation().renormalized::<f64>();
    let turn: Rot2<f64> = turn_a.inverse().compose(&b.rotation().renormalized());
    let offset = b.translation().widen() - a.translation().widen();
    Relative { turned: true, turn_a, turn, offset: turn_a.unturn(offset) }
}
