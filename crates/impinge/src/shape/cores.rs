//! What the algorithms see of a shape: its core, where that stands, and the radius of the ball that was added to it.
//!
//! Sphere, capsule, lozenge, wheel and round box are a point, segment, rectangle, disc and box with a ball added
//! (Olvång's thesis, section 3.2.2). Distances and depths of such shapes are those of the cores less the radii, so the
//! algorithms run on cores, which are smaller, simpler and often polytopes.
//!
//! A core is also where precision and scale change: [`Core3::scaled`] gives the same core in `f64` and divided by a
//! power of two, both without error. Polyhedra and shapes of a user's own stay where they are; only their support
//! points are converted.

use super::common::{least_value, level, reach_of};
use super::{
    Bounded, Cone, ConvexPolygon, ConvexPolyhedron, Cuboid, Cylinder, Disc, Ellipse, Ellipsoid, EllipticDisc,
    Frustum, Id, Recall, Rectangle, RectanglePatch, Segment, Segment2, Support, Triangle,
};
use crate::math::{Mat3, Pose, Real, Rot2, Rotation, Turn, Vec2, Vec3, Vector};

/// See [`CoreShape::choice_error`], in ε × reach: that of the support mapping of polyhedra, and 2 more since the
/// direction is rounded first.
const CHOICE_ULPS: f64 = super::SUPPORT_ULPS + 2.0;

/// What turning a placed shape loses, in ε × (its translation + reach): 8 for the matrix of the outer rotation and a vector
/// turned by it, 8 for the product of the rotations, which turns the points of the core. Moving it then is one sum, and
/// loses ε × what is moved.
pub(super) const PLACED_ULPS: f64 = 16.0;

/// A shape taken apart: all points within `radius` of `core`, which stands at `pose`.
///
/// Poses are composed and radii added in `f64`, whatever the precision of the shape. What even that loses is counted.
#[derive(Clone, Copy, Debug)]
pub struct Parts<'a, V: Space> {
    /// The shape without the ball, in its own frame.
    pub core: V::Core<'a>,
    /// Where the core stands; its rotation is meant divided by its length.
    pub pose: Pose<V::Wide>,
    /// Radius of the ball.
    pub radius: f64,
    /// Bound on how far rounding has moved a point of the shape, where poses were composed or radii added; 0 elsewhere.
    pub lost: f64,
}

impl<'a, V: Space> Parts<'a, V> {
    /// A core in its own frame, without a ball.
    pub fn of(core: V::Core<'a>) -> Self {
        Self { core, pose: Pose::IDENTITY, radius: 0.0, lost: 0.0 }
    }

    /// Placed at `pose`.
    #[inline(always)]
    #[must_use]
    pub fn placed(mut self, pose: &Pose<V>) -> Self {
        let outer = V::widen_pose(pose);
        // Most shapes stand in their own frame, and composing costs a square root and rounding.
        if self.pose == Pose::IDENTITY {
            self.pose = outer;
            return self;
        }
        let turned = self.pose.translation().sum_abs() + self.core.reach() + f64::MIN_POSITIVE;
        self.lost += f64::EPSILON * (outer.translation().sum_abs() + PLACED_ULPS * turned);
        self.pose = <V::Wide as Space>::compose(&outer, &self.pose);
        self
    }

    /// With a ball added.
    #[inline(always)]
    #[must_use]
    pub fn grown(mut self, radius: V::Scalar) -> Self {
        let before = self.radius;
        self.radius += radius.f64();
        if before != 0.0 {
            self.lost += f64::EPSILON * self.radius;
        }
        self
    }
}

/// Where B stands as seen from A, in `f64`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Relative<W: Vector> {
    /// How A is turned.
    pub turn_a: <W::Rotation as Rotation<W>>::Turn,
    /// How B is turned in A's frame.
    pub turn: <W::Rotation as Rotation<W>>::Turn,
    /// Where B's origin is in A's frame.
    pub offset: W,
}

/// The plane or space as the algorithms need it: its cores, and the way to `f64` and back.
pub trait Space: Vector {
    /// Cores of shapes, borrowed for `'a`.
    type Core<'a>: CoreShape<'a, Self>;
    /// The same space in `f64`.
    type Wide: Space<Scalar = f64, Wide = Self::Wide>;

    /// In `f64`, without error.
    fn widen(self) -> Self::Wide;
    /// Rounded to this precision.
    fn narrow(wide: Self::Wide) -> Self;
    /// A shape that is known by its support mapping only.
    fn custom<'a>(shape: &'a dyn Bounded<Self>) -> Self::Core<'a>;
    /// A single point at the origin.
    fn point<'a>() -> Self::Core<'a>;
    /// The pose of `b` as seen from `a`. Rotations are taken as what they are when divided by their length, so a
    /// rotation in `f32` is one in `f64` too.
    fn relative(a: &Pose<Self>, b: &Pose<Self>) -> Relative<Self::Wide>;
    /// The numbers of a pose in `f64`, without error.
    fn widen_pose(pose: &Pose<Self>) -> Pose<Self::Wide>;
    /// `inner` first, then `outer`; both rotations are taken as what they are when divided by their length.
    fn compose(outer: &Pose<Self>, inner: &Pose<Self>) -> Pose<Self>;
}

/// A core that can change precision and scale.
pub trait CoreShape<'a, V: Space>: Copy + core::fmt::Debug {
    /// The core in `f64`.
    type Wide: Support<V::Wide> + Recall<V::Wide> + Copy + core::fmt::Debug;
    /// The core in `f64`, times a power of two.
    fn widen(&self, factor: f64) -> Self::Wide;
    /// No point of the core is farther from its origin.
    fn reach(&self) -> f64;
    /// Bound on the error of a support point's value along a unit direction, beyond what any support mapping in `f64` has
    /// of its own: of polytopes, whose choice of a vertex may be made in a precision below `f64`, and of shapes that are
    /// known by their support mapping only.
    fn choice_error(&self) -> f64;
    /// Whether it is the hull of finitely many points.
    fn is_polytope(&self) -> bool;
    /// Whether its surface is smooth and curved all over.
    fn is_smooth(&self) -> bool;
}

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
            // In `f64`: a length that was rounded in a lower precision is no bound.
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

impl<T: Real> Space for Vec3<T> {
    type Core<'a> = Core3<'a, T>;
    type Wide = Vec3<f64>;

    #[inline]
    fn widen(self) -> Vec3<f64> {
        self.cast()
    }
    #[inline]
    fn narrow(wide: Vec3<f64>) -> Self {
        wide.cast()
    }
    #[inline]
    fn custom<'a>(shape: &'a dyn Bounded<Self>) -> Core3<'a, T> {
        Core3::Custom(shape, T::ONE)
    }
    #[inline]
    fn point<'a>() -> Core3<'a, T> {
        Core3::Point
    }
    #[inline(always)]
    fn relative(a: &Pose<Self>, b: &Pose<Self>) -> Relative<Vec3<f64>> {
        let wide = |q: [T; 4]| {
            let [x, y, z, w] = q.map(Real::f64);
            (Vec3::new(x, y, z), w)
        };
        let (va, wa) = wide(a.rotation().to_xyzw());
        let (vb, wb) = wide(b.rotation().to_xyzw());
        // The conjugate of a's quaternion times b's.
        let v = vb * wa - va * wb - va.cross(vb);
        let w = wa * wb + va.dot(vb);
        let turn_a = Mat3::of_quaternion(va, wa);
        let offset = b.translation().widen() - a.translation().widen();
        Relative { turn_a, turn: Mat3::of_quaternion(v, w), offset: turn_a.unturn(offset) }
    }
    #[inline(always)]
    fn widen_pose(pose: &Pose<Self>) -> Pose<Vec3<f64>> {
        Pose::of(pose.translation().cast(), pose.rotation().same_numbers())
    }
    fn compose(outer: &Pose<Self>, inner: &Pose<Self>) -> Pose<Self> {
        Pose::of(outer.translation(), outer.rotation().renormalized()).compose(inner)
    }
}

impl<T: Real> Space for Vec2<T> {
    type Core<'a> = Core2<'a, T>;
    type Wide = Vec2<f64>;

    #[inline]
    fn widen(self) -> Vec2<f64> {
        self.cast()
    }
    #[inline]
    fn narrow(wide: Vec2<f64>) -> Self {
        wide.cast()
    }
    #[inline]
    fn custom<'a>(shape: &'a dyn Bounded<Self>) -> Core2<'a, T> {
        Core2::Custom(shape, T::ONE)
    }
    #[inline]
    fn point<'a>() -> Core2<'a, T> {
        Core2::Point
    }
    #[inline(always)]
    fn relative(a: &Pose<Self>, b: &Pose<Self>) -> Relative<Vec2<f64>> {
        let turn_a = a.rotation().renormalized::<f64>();
        let turn: Rot2<f64> = turn_a.inverse().compose(&b.rotation().renormalized());
        let offset = b.translation().widen() - a.translation().widen();
        Relative { turn_a, turn, offset: turn_a.unturn(offset) }
    }
    #[inline(always)]
    fn widen_pose(pose: &Pose<Self>) -> Pose<Vec2<f64>> {
        Pose::of(pose.translation().cast(), pose.rotation().same_numbers())
    }
    fn compose(outer: &Pose<Self>, inner: &Pose<Self>) -> Pose<Self> {
        Pose::of(outer.translation(), outer.rotation().renormalized()).compose(inner)
    }
}
