//! Any named shape in one type: for files, scenes and bindings.

use alloc::sync::Arc;

use super::{
    Bounded, Capsule, Capsule2, Circle, Cone, ConvexPolygon, ConvexPolyhedron, Cuboid, Cylinder, Disc,
    Ellipse, Ellipsoid, EllipticDisc, Frustum, Id, Lozenge, Measure, Measured, Parts, Point, Rectangle,
    RectanglePatch, RoundCuboid, Segment, Segment2, Shape, Sphere, Support, Triangle, Wheel,
};
use crate::math::{Aabb, Pose, Real, Vec2, Vec3};

macro_rules! any_shape {
    ($(#[$doc:meta])* $any:ident, $vector:ident; $($variant:ident($inner:ty) $name:literal,)+) => {
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq)]
        #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
        #[cfg_attr(
            feature = "serde",
            serde(bound(serialize = "T: serde::Serialize", deserialize = "T: serde::Deserialize<'de>"))
        )]
        #[non_exhaustive]
        pub enum $any<T: Real> {
            $(
                #[cfg_attr(feature = "serde", serde(rename = $name))]
                #[doc = concat!("See [`", stringify!($variant), "`](crate::shape).")]
                $variant($inner),
            )+
        }

        impl<T: Real> $any<T> {
            /// Name of the shape's type.
            pub fn name(&self) -> &'static str {
                match self {
                    $(Self::$variant(_) => $name,)+
                }
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
            #[inline]
            fn parts(&self) -> Parts<'_, $vector<T>> {
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
    /// Any named shape of space. Cheap to clone: what is large is shared.
    AnyShape, Vec3;
    Point(Point<Vec3<T>>) "Point",
    Segment(Segment<T>) "Segment",
    RectanglePatch(RectanglePatch<T>) "RectanglePatch",
    Triangle(Triangle<T>) "Triangle",
    Disc(Disc<T>) "Disc",
    EllipticDisc(EllipticDisc<T>) "EllipticDisc",
    Sphere(Sphere<T>) "Sphere",
    Ellipsoid(Ellipsoid<T>) "Ellipsoid",
    Cuboid(Cuboid<T>) "Cuboid",
    Frustum(Frustum<T>) "Frustum",
    Capsule(Capsule<T>) "Capsule",
    Lozenge(Lozenge<T>) "Lozenge",
    RoundCuboid(RoundCuboid<T>) "RoundCuboid",
    Wheel(Wheel<T>) "Wheel",
    Cylinder(Cylinder<T>) "Cylinder",
    Cone(Cone<T>) "Cone",
    Polyhedron(Arc<ConvexPolyhedron<T>>) "ConvexPolyhedron",
}

any_shape! {
    /// Any named shape of the plane. Cheap to clone: what is large is shared.
    AnyShape2, Vec2;
    Point(Point<Vec2<T>>) "Point",
    Segment2(Segment2<T>) "Segment2",
    Circle(Circle<T>) "Circle",
    Ellipse(Ellipse<T>) "Ellipse",
    Rectangle(Rectangle<T>) "Rectangle",
    Capsule2(Capsule2<T>) "Capsule2",
    Polygon(Arc<ConvexPolygon<T>>) "ConvexPolygon",
}

impl<T: Real> From<ConvexPolygon<T>> for AnyShape2<T> {
    fn from(polygon: ConvexPolygon<T>) -> Self {
        Self::Polygon(Arc::new(polygon))
    }
}

impl<T: Real> From<ConvexPolyhedron<T>> for AnyShape<T> {
    fn from(polyhedron: ConvexPolyhedron<T>) -> Self {
        Self::Polyhedron(Arc::new(polyhedron))
    }
}
