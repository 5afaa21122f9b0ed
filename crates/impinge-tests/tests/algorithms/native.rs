//! Pairs in the precision of their shapes: the algorithms are generic, and hold in `f32` too, though queries run them in `f64`.

use impinge::shape::CoreShape;
use impinge::study::pair::{Pair, ROUNDING_ULPS};
use impinge::{
    AnyShape, Cone, ConvexPolygon, ConvexPolyhedron, Cuboid, Cylinder, Disc, Ellipse, Ellipsoid,
    EllipticDisc, Frustum, Id, Pose, Real, Rectangle, RectanglePatch, Rotation, Segment, Segment2, Shape,
    Support, Triangle, Vec2, Vec3, Vector,
};

/// A space with cores of its own precision.
pub trait NativeSpace: Vector {
    /// A core, borrowed for `'a`.
    type Core<'a>: NativeCore<Self>;
}

/// A core as a pair needs it.
pub trait NativeCore<V: Vector>: Support<V> + Copy {
    /// Distance of its farthest point from its origin.
    fn reach(&self) -> f64;
    /// Whether it is the hull of finitely many points.
    fn is_polytope(&self) -> bool;
}

impl<T: Real> NativeSpace for Vec3<T> {
    type Core<'a> = Core3<'a, T>;
}

impl<T: Real> NativeSpace for Vec2<T> {
    type Core<'a> = Core2<'a, T>;
}

macro_rules! native {
    ($core:ident, $vector:ident, [$($kind:ident $shape:ident),+], $hull:ident $hull_shape:ident, $polytopes:pat) => {
        /// A core in its own precision.
        #[derive(Clone, Copy, Debug)]
        pub enum $core<'a, T: Real> {
            Point,
            $($kind($shape<T>),)+
            $hull(&'a $hull_shape<T>),
        }

        impl<T: Real> Support<$vector<T>> for $core<'_, T> {
            fn support(&self, direction: $vector<T>) -> $vector<T> {
                self.support_from(direction, Id::NONE).0
            }
            fn support_from(&self, direction: $vector<T>, hint: Id) -> ($vector<T>, Id) {
                match self {
                    Self::Point => ($vector::ZERO, Id(0)),
                    $(Self::$kind(s) => s.support_from(direction, hint),)+
                    Self::$hull(s) => s.support_from(direction, hint),
                }
            }
            fn support_along(&self, direction: $vector<T>) -> ($vector<T>, T) {
                match self {
                    Self::Point => ($vector::ZERO, T::ZERO),
                    $(Self::$kind(s) => s.support_along(direction),)+
                    Self::$hull(s) => s.support_along(direction),
                }
            }
            fn is_simple(&self) -> bool {
                match self {
                    Self::Point => true,
                    $(Self::$kind(s) => s.is_simple(),)+
                    Self::$hull(_) => false,
                }
            }
            fn least_radius(&self, direction: $vector<T>, sine: T) -> T {
                match self {
                    Self::Point | Self::$hull(_) => T::ZERO,
                    $(Self::$kind(s) => s.least_radius(direction, sine),)+
                }
            }
            fn center(&self) -> $vector<T> {
                match self {
                    Self::Point => $vector::ZERO,
                    $(Self::$kind(s) => s.center(),)+
                    Self::$hull(s) => s.center(),
                }
            }
            fn is_curved(&self, direction: $vector<T>) -> bool {
                match self {
                    Self::Point | Self::$hull(_) => false,
                    $(Self::$kind(s) => s.is_curved(direction),)+
                }
            }
        }

        impl<T: Real> NativeCore<$vector<T>> for $core<'_, T> {
            fn reach(&self) -> f64 {
                // An ellipsoid of equal radii is a point with a ball.
                let parts = match self {
                    Self::Point => return 0.0,
                    $(Self::$kind(s) => s.parts(),)+
                    Self::$hull(s) => s.parts(),
                };
                parts.core.reach() + parts.radius
            }
            fn is_polytope(&self) -> bool {
                matches!(self, $polytopes)
            }
        }
    };
}
native!(
    Core3, Vec3,
    [
        Segment Segment, Rectangle RectanglePatch, Triangle Triangle, Disc Disc, EllipticDisc EllipticDisc,
        Ellipsoid Ellipsoid, Cuboid Cuboid, Frustum Frustum, Cylinder Cylinder, Cone Cone
    ],
    Polyhedron ConvexPolyhedron,
    Self::Point | Self::Segment(_) | Self::Rectangle(_) | Self::Triangle(_) | Self::Cuboid(_) | Self::Frustum(_)
        | Self::Polyhedron(_)
);
native!(
    Core2, Vec2, [Segment Segment2, Ellipse Ellipse, Rectangle Rectangle], Polygon ConvexPolygon,
    Self::Point | Self::Segment(_) | Self::Rectangle(_) | Self::Polygon(_)
);

/// A pair in its own precision and units, not prepared.
pub type Native<'a, V> = Pair<V, <V as NativeSpace>::Core<'a>, <V as NativeSpace>::Core<'a>>;

/// A pair in the precision of its shapes, whose rounding is this many times that of a prepared one.
pub fn native<'a, V: NativeSpace>(
    a: V::Core<'a>,
    b: V::Core<'a>,
    pose: &Pose<V>,
    rounding: f64,
) -> Native<'a, V> {
    let offset = pose.translation();
    let size = V::Scalar::of(a.reach() + b.reach()) + offset.norm();
    Pair {
        a,
        b,
        turn: pose.rotation().to_turn(),
        offset,
        size,
        rounding: V::Scalar::of(rounding * ROUNDING_ULPS) * V::Scalar::EPSILON * size,
        polytope: a.is_polytope() && b.is_polytope(),
        smooth: false,
    }
}

impl<'a, T: Real> Core3<'a, T> {
    /// The form of a shape that is its own core.
    pub fn of(shape: &'a AnyShape<T>) -> Self {
        match shape {
            AnyShape::Point(_) => Self::Point,
            AnyShape::Segment(s) => Self::Segment(*s),
            AnyShape::RectanglePatch(s) => Self::Rectangle(*s),
            AnyShape::Triangle(s) => Self::Triangle(*s),
            AnyShape::Disc(s) => Self::Disc(*s),
            AnyShape::EllipticDisc(s) => Self::EllipticDisc(*s),
            AnyShape::Ellipsoid(s) => Self::Ellipsoid(*s),
            AnyShape::Cuboid(s) => Self::Cuboid(*s),
            AnyShape::Frustum(s) => Self::Frustum(*s),
            AnyShape::Cylinder(s) => Self::Cylinder(*s),
            AnyShape::Cone(s) => Self::Cone(*s),
            AnyShape::ConvexPolyhedron(s) => Self::Polyhedron(s),
            round => panic!("a ball was added to {round:?}"),
        }
    }
}
