//! Sizes of every shape in the short form, by kind. A new kind of the library does not compile until it is listed here.

use impinge::{
    AnyShape, AnyShape2, Capsule, Capsule2, Circle, Cone, ConvexPolygon, ConvexPolyhedron, Cuboid, Cylinder,
    Disc, Ellipse, Ellipsoid, EllipticDisc, Frustum, Lozenge, Point, Rectangle, RectanglePatch, RoundCuboid,
    Segment, Segment2, ShapeError, ShapeKind, ShapeKind2, Sphere, Triangle, Vec2, Vec3, Wheel,
};

/// Form of a kind: its numbers, and the shape they make.
pub struct Form<S> {
    /// Names of the numbers in order; for polytopes, those of one vertex.
    pub sizes: &'static [&'static str],
    /// Whether the numbers repeat, vertex by vertex.
    pub repeats: bool,
    /// Constructor, from as many numbers as there are sizes, or a multiple of that.
    pub make: fn(&[f64]) -> Result<S, ShapeError>,
}

fn form<S>(sizes: &'static [&'static str], make: fn(&[f64]) -> Result<S, ShapeError>) -> Form<S> {
    Form { sizes, repeats: false, make }
}

/// A shape of space.
pub fn solid(kind: ShapeKind) -> Form<AnyShape<f64>> {
    match kind {
        ShapeKind::Point => {
            form(&["x", "y", "z"], |n| Ok(Point::try_new(Vec3::new(n[0], n[1], n[2]))?.into()))
        }
        ShapeKind::Segment => form(&["half_length"], |n| Ok(Segment::try_new(n[0])?.into())),
        ShapeKind::RectanglePatch => {
            form(&["half_x", "half_y"], |n| Ok(RectanglePatch::try_new([n[0], n[1]])?.into()))
        }
        ShapeKind::Triangle => form(&["ax", "ay", "az", "bx", "by", "bz", "cx", "cy", "cz"], |n| {
            let at = |i: usize| Vec3::new(n[i], n[i + 1], n[i + 2]);
            Ok(Triangle::try_new(at(0), at(3), at(6))?.into())
        }),
        ShapeKind::Disc => form(&["radius"], |n| Ok(Disc::try_new(n[0])?.into())),
        ShapeKind::EllipticDisc => {
            form(&["radius_x", "radius_y"], |n| Ok(EllipticDisc::try_new([n[0], n[1]])?.into()))
        }
        ShapeKind::Sphere => form(&["radius"], |n| Ok(Sphere::try_new(n[0])?.into())),
        ShapeKind::Ellipsoid => {
            form(
                &["radius_x", "radius_y", "radius_z"],
                |n| Ok(Ellipsoid::try_new([n[0], n[1], n[2]])?.into()),
            )
        }
        ShapeKind::Cuboid => {
            form(&["half_x", "half_y", "half_z"], |n| Ok(Cuboid::try_new([n[0], n[1], n[2]])?.into()))
        }
        ShapeKind::Frustum => form(&["bottom_x", "bottom_y", "top_x", "top_y", "half_height"], |n| {
            Ok(Frustum::try_new([n[0], n[1]], [n[2], n[3]], n[4])?.into())
        }),
        ShapeKind::Capsule => form(&["half_length", "radius"], |n| Ok(Capsule::try_new(n[0], n[1])?.into())),
        ShapeKind::Lozenge => {
            form(&["half_x", "half_y", "radius"], |n| Ok(Lozenge::try_new([n[0], n[1]], n[2])?.into()))
        }
        ShapeKind::RoundCuboid => form(&["half_x", "half_y", "half_z", "radius"], |n| {
            Ok(RoundCuboid::try_new([n[0], n[1], n[2]], n[3])?.into())
        }),
        ShapeKind::Wheel => {
            form(&["disc_radius", "round_radius"], |n| Ok(Wheel::try_new(n[0], n[1])?.into()))
        }
        ShapeKind::Cylinder => {
            form(&["half_height", "radius"], |n| Ok(Cylinder::try_new(n[0], n[1])?.into()))
        }
        ShapeKind::Cone => form(&["radius", "half_height"], |n| Ok(Cone::try_new(n[0], n[1])?.into())),
        ShapeKind::ConvexPolyhedron => Form {
            repeats: true,
            ..form(&["x", "y", "z"], |n| {
                let points: Vec<_> = n.chunks_exact(3).map(|p| Vec3::new(p[0], p[1], p[2])).collect();
                Ok(ConvexPolyhedron::try_new(&points)?.into())
            })
        },
    }
}

/// A shape of the plane.
pub fn flat(kind: ShapeKind2) -> Form<AnyShape2<f64>> {
    match kind {
        ShapeKind2::Point => form(&["x", "y"], |n| Ok(Point::try_new(Vec2::new(n[0], n[1]))?.into())),
        ShapeKind2::Segment2 => form(&["half_length"], |n| Ok(Segment2::try_new(n[0])?.into())),
        ShapeKind2::Circle => form(&["radius"], |n| Ok(Circle::try_new(n[0])?.into())),
        ShapeKind2::Ellipse => {
            form(&["radius_x", "radius_y"], |n| Ok(Ellipse::try_new([n[0], n[1]])?.into()))
        }
        ShapeKind2::Rectangle => {
            form(&["half_x", "half_y"], |n| Ok(Rectangle::try_new([n[0], n[1]])?.into()))
        }
        ShapeKind2::Capsule2 => {
            form(&["half_length", "radius"], |n| Ok(Capsule2::try_new(n[0], n[1])?.into()))
        }
        ShapeKind2::ConvexPolygon => Form {
            repeats: true,
            ..form(&["x", "y"], |n| {
                let points: Vec<_> = n.chunks_exact(2).map(|p| Vec2::new(p[0], p[1])).collect();
                Ok(ConvexPolygon::try_new(&points)?.into())
            })
        },
    }
}
