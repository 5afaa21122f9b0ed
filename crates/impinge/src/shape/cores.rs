//! Cores of the named shapes: the shapes without an added ball, and two more, the point and a shape known only by its
//! support mapping.
//!
//! A core is in `f64`, regardless of the precision of its shape, and can be scaled by a power of two, both without
//! error. Polyhedra and custom shapes stay in place, in their own precision; only their support points are converted.

use core::marker::PhantomData;

use super::lent::{self, LentPolygon, LentPolyhedron, LentShape2, LentShape3};
use super::parts::{BySpace, CoreShape, Parts, Relative, Space, Widen};
use super::{
    Bounded, Cone, ConvexPolygon, ConvexPolyhedron, Cuboid, Cylinder, Disc, Ellipse, Ellipsoid, EllipticDisc,
    Frustum, Id, Rectangle, RectanglePatch, Segment, Segment2, Shape, Support, Triangle,
};
use crate::math::{ByPrecision, Given, Mat3, Pose, Real, Rot2, Turn, Vec2, Vec3, Vector};

/// Surface type of a core. Each kind of core states it once.
#[derive(Clone, Copy, PartialEq)]
enum Surface {
    /// The surface of the convex hull of finitely many points.
    Polytope,
    /// Smooth and curved everywhere.
    Smooth,
    /// Some of both, or unknown.
    Mixed,
}

/// The core of a shape in space.
#[derive(Clone, Copy)]
pub enum Core3<'a> {
    /// A point at the origin.
    Point,
    /// A segment.
    Segment(Segment<f64>),
    /// A flat rectangle.
    Rectangle(RectanglePatch<f64>),
    /// A triangle.
    Triangle(Triangle<f64>),
    /// A flat disc.
    Disc(Disc<f64>),
    /// A flat ellipse.
    EllipticDisc(EllipticDisc<f64>),
    /// An ellipsoid.
    Ellipsoid(Ellipsoid<f64>),
    /// A box.
    Cuboid(Cuboid<f64>),
    /// A frustum.
    Frustum(Frustum<f64>),
    /// A cylinder.
    Cylinder(Cylinder<f64>),
    /// A cone.
    Cone(Cone<f64>),
    /// A polyhedron, its points scaled by a factor.
    Polyhedron(LentPolyhedron<'a>, f64),
    /// A shape known only by its support mapping, its points scaled by a factor.
    Custom(LentShape3<'a>, f64),
}

/// The core of a shape in the plane.
#[derive(Clone, Copy)]
pub enum Core2<'a> {
    /// A point at the origin.
    Point,
    /// A segment.
    Segment(Segment2<f64>),
    /// An ellipse.
    Ellipse(Ellipse<f64>),
    /// A rectangle.
    Rectangle(Rectangle<f64>),
    /// A polygon, its points scaled by a factor.
    Polygon(LentPolygon<'a>, f64),
    /// A shape known only by its support mapping, its points scaled by a factor.
    Custom(LentShape2<'a>, f64),
}

macro_rules! core_shape {
    ($core:ident, $vector:ident, [$($simple:ident),+], $hull:ident) => {
        impl $core<'_> {
            /// The same core scaled by `factor`: without error for powers of two.
            #[inline(always)]
            #[must_use]
            pub fn scaled(&self, factor: f64) -> Self {
                match self {
                    Self::Point => Self::Point,
                    $(Self::$simple(s) => Self::$simple(s.scaled(factor)),)+
                    Self::$hull(s, f) => Self::$hull(*s, f * factor),
                    Self::Custom(s, f) => Self::Custom(*s, f * factor),
                }
            }

            /// Name of the core kind.
            pub fn name(&self) -> &'static str {
                match self {
                    Self::Point => "Point",
                    $(Self::$simple(_) => stringify!($simple),)+
                    Self::$hull(..) => stringify!($hull),
                    Self::Custom(..) => "Custom",
                }
            }
        }

        impl core::fmt::Debug for $core<'_> {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                match self {
                    $(Self::$simple(s) => s.fmt(f),)+
                    Self::Point | Self::$hull(..) | Self::Custom(..) => f.write_str(self.name()),
                }
            }
        }

        impl Support<$vector<f64>> for $core<'_> {
            #[inline(always)]
            fn support(&self, direction: $vector<f64>) -> $vector<f64> {
                self.support_from(direction, Id::NONE).0
            }
            #[inline(always)]
            fn support_from(&self, direction: $vector<f64>, hint: Id) -> ($vector<f64>, Id) {
                match self {
                    Self::Point => ($vector::ZERO, Id(0)),
                    $(Self::$simple(s) => s.support_from(direction, hint),)+
                    Self::$hull(s, f) => {
                        let (p, id) = s.support_from(direction, hint);
                        (p * *f, id)
                    }
                    Self::Custom(s, f) => {
                        let (p, id) = s.support_from(direction, hint);
                        (p * *f, id)
                    }
                }
            }
            #[inline(always)]
            fn support_along(&self, direction: $vector<f64>) -> ($vector<f64>, f64) {
                match self {
                    Self::Point => ($vector::ZERO, 0.0),
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
            fn least_radius(&self, direction: $vector<f64>, sine: f64) -> f64 {
                match self {
                    Self::Point | Self::$hull(..) | Self::Custom(..) => 0.0,
                    $(Self::$simple(s) => s.least_radius(direction, sine),)+
                }
            }
            #[inline(always)]
            fn center(&self) -> $vector<f64> {
                match self {
                    Self::Point => $vector::ZERO,
                    $(Self::$simple(s) => s.center(),)+
                    Self::$hull(s, f) => s.center() * *f,
                    Self::Custom(s, f) => s.center() * *f,
                }
            }
            fn is_curved(&self, direction: $vector<f64>) -> bool {
                match self {
                    Self::Point | Self::$hull(..) => false,
                    $(Self::$simple(s) => s.is_curved(direction),)+
                    Self::Custom(s, _) => s.is_curved(direction),
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

impl CoreShape<Vec3<f64>> for Core3<'_> {
    #[inline(always)]
    fn scaled(&self, factor: f64) -> Self {
        self.scaled(factor)
    }
    #[inline(always)]
    fn reach(&self) -> f64 {
        match self {
            Self::Point => 0.0,
            Self::Segment(s) => s.half_length(),
            Self::Rectangle(s) => s.half_extents().sum_abs(),
            Self::Triangle(s) => s.corners().iter().fold(0.0, |m, c| Real::max(c.norm(), m)),
            Self::Disc(s) => s.radius(),
            Self::EllipticDisc(s) => s.radii().max_abs(),
            Self::Ellipsoid(s) => s.radii().max_abs(),
            Self::Cuboid(s) => s.half_extents().sum_abs(),
            Self::Frustum(s) => {
                let across = Vector::max(s.bottom(), s.top());
                across.x + across.y + s.height()
            }
            Self::Cylinder(s) => s.half_height() + s.radius(),
            Self::Cone(s) => s.radius() + s.height(),
            Self::Polyhedron(s, f) => s.reach() * f,
            Self::Custom(s, f) => s.reach() * f,
        }
    }
    #[inline(always)]
    fn around(&self) -> f64 {
        match self {
            Self::Rectangle(s) => s.half_extents().norm_squared().sqrt(),
            Self::Cuboid(s) => s.half_extents().norm_squared().sqrt(),
            Self::Cylinder(s) => {
                let (half, radius) = (s.half_height(), s.radius());
                Real::sqrt(half * half + radius * radius)
            }
            Self::Cone(s) => {
                let (base, radius) = (s.base(), s.radius());
                Real::max(s.apex(), Real::sqrt(base * base + radius * radius))
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
            Self::Polyhedron(s, _) => s.choice_error(),
            Self::Custom(s, _) => s.choice_error(),
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

impl Core3<'_> {
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

impl CoreShape<Vec2<f64>> for Core2<'_> {
    #[inline(always)]
    fn scaled(&self, factor: f64) -> Self {
        self.scaled(factor)
    }
    #[inline(always)]
    fn reach(&self) -> f64 {
        match self {
            Self::Point => 0.0,
            Self::Segment(s) => s.half_length(),
            Self::Ellipse(s) => s.radii().max_abs(),
            Self::Rectangle(s) => s.half_extents().sum_abs(),
            Self::Polygon(s, f) => s.reach() * f,
            Self::Custom(s, f) => s.reach() * f,
        }
    }
    #[inline(always)]
    fn around(&self) -> f64 {
        match self {
            Self::Rectangle(s) => s.half_extents().norm_squared().sqrt(),
            Self::Custom(..) => f64::INFINITY,
            Self::Point | Self::Segment(_) | Self::Ellipse(_) | Self::Polygon(..) => self.reach(),
        }
    }
    #[inline(always)]
    fn choice_error(&self) -> f64 {
        match self {
            Self::Polygon(s, _) => s.choice_error(),
            Self::Custom(s, _) => s.choice_error(),
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

impl Core2<'_> {
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
            fn parts(&self) -> Parts<'_, $vector<f64>> {
                Parts::of($core::$variant(self.scaled(1.0)), T::PRECISION)
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
    fn parts(&self) -> Parts<'_, Vec3<f64>> {
        // A ball is a point with an added ball, which is much easier.
        if self.radii().x == self.radii().y && self.radii().y == self.radii().z {
            return Parts::of(Core3::Point, T::PRECISION).grown(self.radii().x.f64());
        }
        Parts::of(Core3::Ellipsoid(self.scaled(1.0)), T::PRECISION)
    }
}

impl<T: Real> Shape for ConvexPolyhedron<T> {
    type V = Vec3<T>;
    #[inline(always)]
    fn parts(&self) -> Parts<'_, Vec3<f64>> {
        Parts::of(Core3::Polyhedron(lent::polyhedron(self), 1.0), T::PRECISION)
    }
}

impl<T: Real> Shape for Ellipse<T> {
    type V = Vec2<T>;
    #[inline(always)]
    fn parts(&self) -> Parts<'_, Vec2<f64>> {
        // A disc is a point with an added disc, which is much easier.
        if self.radii().x == self.radii().y {
            return Parts::of(Core2::Point, T::PRECISION).grown(self.radii().x.f64());
        }
        Parts::of(Core2::Ellipse(self.scaled(1.0)), T::PRECISION)
    }
}

impl<T: Real> Shape for ConvexPolygon<T> {
    type V = Vec2<T>;
    #[inline(always)]
    fn parts(&self) -> Parts<'_, Vec2<f64>> {
        Parts::of(Core2::Polygon(lent::polygon(self), 1.0), T::PRECISION)
    }
}

/// Implements the plane and space, with their cores.
macro_rules! space {
    ($vector:ident, $core:ident, $lend:ident, $answers:ident, $turn:ty, $matrix:ident, $relative:ident) => {
        impl Space for $vector<f64> {
            type Core<'a> = $core<'a>;

            #[inline]
            fn point<'a>() -> $core<'a> {
                $core::Point
            }
            #[inline(always)]
            fn relative(a: &Pose<Self>, b: &Pose<Self>) -> Relative<Self> {
                $relative(a, b)
            }
            #[inline(always)]
            fn relative_to_point(origin: Self, b: &Pose<Self>) -> Relative<Self> {
                let offset = b.translation() - origin;
                Relative { turned: false, turn_a: <$turn>::IDENTITY, turn: $matrix(b), offset }
            }
            fn compose(outer: &Pose<Self>, inner: &Pose<Self>) -> Pose<Self> {
                Pose::of(outer.translation(), outer.rotation().renormalized()).compose(inner)
            }
        }

        impl<T: Real> Widen for $vector<T> {
            type Wide = $vector<f64>;

            #[inline]
            fn widen(self) -> $vector<f64> {
                self.cast()
            }
            #[inline]
            fn narrow(wide: $vector<f64>) -> Self {
                wide.cast()
            }
            #[inline(always)]
            fn widen_pose(pose: &Pose<Self>) -> Pose<$vector<f64>> {
                Pose::of(pose.translation().cast(), pose.rotation().same_numbers())
            }
            #[inline]
            fn custom<'a>(shape: &'a dyn Bounded<Self>) -> $core<'a> {
                $core::Custom(lent::$lend(shape), 1.0)
            }
            #[inline]
            fn wide<A: BySpace>(own: A::Of<Self>) -> Option<A::Of<$vector<f64>>> {
                match T::given::<$answers<A>>(own) {
                    Given::Single(_) => None,
                    Given::Double(wide) => Some(wide),
                }
            }
            #[inline(always)]
            fn answer<A: BySpace>(
                wide: A::Of<$vector<f64>>,
                narrow: impl FnOnce(A::Of<$vector<f64>>) -> A::Of<Self>,
            ) -> A::Of<Self> {
                T::narrowed::<$answers<A>>(wide, narrow)
            }
        }

        /// Answers of a space, by precision.
        struct $answers<A>(PhantomData<A>);

        impl<A: BySpace> ByPrecision for $answers<A> {
            type Of<T: Real> = A::Of<$vector<T>>;
        }
    };
}
space!(Vec3, Core3, shape3, Answers3, Mat3<f64>, turn3, relative3);
space!(Vec2, Core2, shape2, Answers2, Rot2<f64>, turn2, relative2);

/// The quaternion of a pose: vector and scalar part.
#[inline(always)]
fn quaternion(pose: &Pose<Vec3<f64>>) -> (Vec3<f64>, f64) {
    let [x, y, z, w] = pose.rotation().to_xyzw();
    (Vec3::new(x, y, z), w)
}

/// The rotation of a pose.
#[inline(always)]
fn turn3(pose: &Pose<Vec3<f64>>) -> Mat3<f64> {
    let (v, w) = quaternion(pose);
    Mat3::of_quaternion(v, w)
}

/// The rotation of a pose.
#[inline(always)]
fn turn2(pose: &Pose<Vec2<f64>>) -> Rot2<f64> {
    pose.rotation().renormalized()
}

/// See [`Space::relative`].
#[inline(always)]
fn relative3(a: &Pose<Vec3<f64>>, b: &Pose<Vec3<f64>>) -> Relative<Vec3<f64>> {
    let ((va, wa), (vb, wb)) = (quaternion(a), quaternion(b));
    // The conjugate of the quaternion of `a` times that of `b`.
    let v = vb * wa - va * wb - va.cross(vb);
    let w = wa * wb + va.dot(vb);
    let turn_a = Mat3::of_quaternion(va, wa);
    let offset = b.translation() - a.translation();
    Relative { turned: true, turn_a, turn: Mat3::of_quaternion(v, w), offset: turn_a.unturn(offset) }
}

/// See [`Space::relative`].
#[inline(always)]
fn relative2(a: &Pose<Vec2<f64>>, b: &Pose<Vec2<f64>>) -> Relative<Vec2<f64>> {
    let turn_a = a.rotation().renormalized::<f64>();
    let turn: Rot2<f64> = turn_a.inverse().compose(&b.rotation().renormalized());
    let offset = b.translation() - a.translation();
    Relative { turned: true, turn_a, turn, offset: turn_a.unturn(offset) }
}
