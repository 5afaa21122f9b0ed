//! Any named shape in a single type: for files, scenes and bindings.
//!
//! This is the only list of shape kinds, for space and for the plane. It generates the enums of shapes and of kinds,
//! the names and the conversions; tests, fuzz targets and the program take their kinds from [`ShapeKind::ALL`] and
//! [`ShapeKind2::ALL`]. No `match` over these enums has a wildcard arm, so a new row does not compile until every such
//! place handles it.

use alloc::sync::Arc;

use super::{
    Bounded, Capsule, Capsule2, Circle, Cone, ConvexPolygon, ConvexPolyhedron, Cuboid, Cylinder, Disc,
    Ellipse, Ellipsoid, EllipticDisc, Frustum, Id, Lozenge, Measure, Measured, Parts, Point, Rectangle,
    RectanglePatch, RoundCuboid, Segment, Segment2, Shape, Sphere, Support, Triangle, Wheel,
};
use crate::math::{Aabb, Pose, Real, Vec2, Vec3};

macro_rules! any_shape {
    (
        $(#[$doc:meta])* $any:ident, $vector:ident;
        $(#[$kind_doc:meta])* $kind:ident;
        $($variant:ident($inner:ty),)+
    ) => {
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq)]
        #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
        #[cfg_attr(
            feature = "serde",
            serde(bound(serialize = "T: serde::Serialize", deserialize = "T: serde::Deserialize<'de>"))
        )]
        pub enum $any<T: Real> {
            $(
                #[doc = concat!("See [`", stringify!($variant), "`](crate::shape::", stringify!($variant), ").")]
                $variant($inner),
            )+
        }

        impl<T: Real> $any<T> {
            /// The kind of the shape.
            pub fn kind(&self) -> $kind {
                match self {
                    $(Self::$variant(_) => $kind::$variant,)+
                }
            }

            /// Type name of the shape, also used in files.
            pub fn name(&self) -> &'static str {
                self.kind().name()
            }
        }

        $(#[$kind_doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum $kind {
            $(
                #[doc = concat!("See [`", stringify!($variant), "`](crate::shape::", stringify!($variant), ").")]
                $variant,
            )+
        }

        impl $kind {
            /// Every kind, in a fixed order.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)+];

            /// Type name of the shape, also used in files.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => stringify!($variant),)+
                }
            }
        }

        impl core::fmt::Display for $kind {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.pad(self.name())
            }
        }

        impl<T: Real> Support<$vector<T>> for $any<T> {
            #[inline]
            fn support(&self, direction: $vector<T>) -> $vector<T> {
                match self {
                    $(Self::$variant(s) => s.support(direction),)+
                }
            }
            #[inline]
            fn support_from(&self, direction: $vector<T>, hint: Id) -> ($vector<T>, Id) {
                match self {
                    $(Self::$variant(s) => s.support_from(direction, hint),)+
                }
            }
            fn center(&self) -> $vector<T> {
                match self {
                    $(Self::$variant(s) => s.center(),)+
                }
            }
            fn is_curved(&self, direction: $vector<T>) -> bool {
                match self {
                    $(Self::$variant(s) => s.is_curved(direction),)+
                }
            }
        }

        impl<T: Real> Bounded<$vector<T>> for $any<T> {
            fn aabb(&self, pose: &Pose<$vector<T>>) -> Aabb<$vector<T>> {
                match self {
                    $(Self::$variant(s) => s.aabb(pose),)+
                }
            }
        }

        impl<T: Real> Measured<$vector<T>> for $any<T> {
            fn measure(&self) -> Measure<$vector<T>> {
                match self {
                    $(Self::$variant(s) => s.measure(),)+
                }
            }
        }

        impl<T: Real> Shape for $any<T> {
            type V = $vector<T>;
            #[inline(always)]
            fn parts(&self) -> Parts<'_, $vector<f64>> {
                match self {
                    $(Self::$variant(s) => s.parts(),)+
                }
            }
        }

        $(
            impl<T: Real> From<$inner> for $any<T> {
                fn from(shape: $inner) -> Self {
                    Self::$variant(shape)
                }
            }
        )+
    };
}

any_shape! {
    /// Any named shape in space. Cheap to clone: large data is shared.
    ///
    /// A new shape of the library is a new variant. Give a `match` a wildcard arm if it need not handle every shape;
    /// without one, it does not compile until it handles the new shape.
    AnyShape, Vec3;
    /// Kinds of [`AnyShape`].
    ///
    /// ```
    /// use impinge::{AnyShape, ShapeKind, Sphere};
    ///
    /// let shape = AnyShape::from(Sphere::new(0.5));
    /// assert_eq!(shape.kind(), ShapeKind::Sphere);
    /// let listed = ShapeKind::ALL.iter().find(|kind| kind.name() == "Sphere");
    /// assert_eq!(listed, Some(&ShapeKind::Sphere));
    /// ```
    ShapeKind;
    Point(Point<Vec3<T>>),
    Segment(Segment<T>),
    RectanglePatch(RectanglePatch<T>),
    Triangle(Triangle<T>),
    Disc(Disc<T>),
    EllipticDisc(EllipticDisc<T>),
    Sphere(Sphere<T>),
    Ellipsoid(Ellipsoid<T>),
    Cuboid(Cuboid<T>),
    Frustum(Frustum<T>),
    Capsule(Capsule<T>),
    Lozenge(Lozenge<T>),
    RoundCuboid(RoundCuboid<T>),
    Wheel(Wheel<T>),
    Cylinder(Cylinder<T>),
    Cone(Cone<T>),
    ConvexPolyhedron(Arc<ConvexPolyhedron<T>>),
}

any_shape! {
    /// Any named shape in the plane. Cheap to clone: large data is shared.
    /// See [`AnyShape`] on a `match` over its variants.
    AnyShape2, Vec2;
    /// Kinds of [`AnyShape2`].
    ShapeKind2;
    Point(Point<Vec2<T>>),
    Segment2(Segment2<T>),
    Circle(Circle<T>),
    Ellipse(Ellipse<T>),
    Rectangle(Rectangle<T>),
    Capsule2(Capsule2<T>),
    ConvexPolygon(Arc<ConvexPolygon<T>>),
}

impl<T: Real> From<ConvexPolygon<T>> for AnyShape2<T> {
    fn from(polygon: ConvexPolygon<T>) -> Self {
        Self::ConvexPolygon(Arc::new(polygon))
    }
}

impl<T: Real> From<ConvexPolyhedron<T>> for AnyShape<T> {
    fn from(polyhedron: ConvexPolyhedron<T>) -> Self {
        Self::ConvexPolyhedron(Arc::new(polyhedron))
    }
}
