//! The table: a row or more for each kind of shape. A kind without rows does not compile.

use impinge::{
    AnyShape, AnyShape2, Capsule, Capsule2, Circle, Cone, ConvexPolygon, ConvexPolyhedron, Cuboid, Cylinder,
    Disc, Ellipse, Ellipsoid, EllipticDisc, Frustum, Lozenge, Point, Real, Rectangle, RectanglePatch,
    RoundCuboid, Segment, Segment2, ShapeKind, ShapeKind2, Sphere, Triangle, Vec2, Vec3, Wheel,
};
use impinge_scenes::clouds;

/// Along which rays from its center a shape has points.
#[derive(Clone, Debug)]
pub enum Rays {
    /// All.
    All,
    /// Shapes in the xy plane.
    Plane,
    /// Shapes along the last axis.
    Axis,
    /// None: these corners and their mixtures are sampled instead.
    Corners(Vec<[f64; 3]>),
}

/// A shape to be checked.
pub struct Row<S> {
    pub shape: S,
    pub rays: Rays,
}

fn row<S>(shape: impl Into<S>, rays: Rays) -> Row<S> {
    Row { shape: shape.into(), rays }
}

/// Every shape of space, with sizes around `scale`.
pub fn in_space<T: Real>(scale: f64) -> Vec<Row<AnyShape<T>>> {
    let s = |size: f64| T::of(size * scale);
    let point = Vec3::new(s(0.3), s(-1.0), s(0.7));
    let corners = [[1.0, 0.2, 0.1], [-0.4, 1.3, 0.5], [0.2, -0.3, -1.1]].map(|c| c.map(s));
    let on_line = [[0.0, 0.0, 0.0], [1.0, 2.0, 4.0], [0.5, 1.0, 2.0]].map(|c| c.map(s));
    let as_f64 = |corners: [[T; 3]; 3]| Rays::Corners(corners.map(|c| c.map(Real::f64)).to_vec());
    let polyhedron = |points: Vec<Vec3<f64>>| {
        let points: Vec<_> =
            points.iter().map(|p| (*p + Vec3::new(0.1, -0.2, 0.3)).to_array().map(s)).collect();
        ConvexPolyhedron::new(&points.into_iter().map(Vec3::from).collect::<Vec<_>>())
    };
    let triangle = |[a, b, c]: [[T; 3]; 3]| Triangle::new(a, b, c);
    let rows = |kind: &ShapeKind| match kind {
        ShapeKind::Point => {
            vec![row(Point::new(point), Rays::Corners(vec![point.to_array().map(Real::f64)]))]
        }
        ShapeKind::Segment => vec![row(Segment::new(s(1.3)), Rays::Axis)],
        ShapeKind::RectanglePatch => vec![row(RectanglePatch::new([s(1.3), s(0.4)]), Rays::Plane)],
        ShapeKind::Triangle => {
            vec![row(triangle(corners), as_f64(corners)), row(triangle(on_line), as_f64(on_line))]
        }
        ShapeKind::Disc => vec![row(Disc::new(s(0.9)), Rays::Plane)],
        ShapeKind::EllipticDisc => vec![row(EllipticDisc::new([s(1.3), s(0.4)]), Rays::Plane)],
        ShapeKind::Sphere => vec![row(Sphere::new(s(1.1)), Rays::All)],
        ShapeKind::Ellipsoid => vec![
            row(Ellipsoid::new([s(0.7), s(1.6), s(0.3)]), Rays::All),
            row(Ellipsoid::new([s(0.01), s(1.0), s(10.0)]), Rays::All),
        ],
        ShapeKind::Cuboid => vec![row(Cuboid::new([s(0.7), s(1.1), s(0.3)]), Rays::All)],
        ShapeKind::Frustum => vec![
            row(Frustum::new([s(1.0), s(0.6)], [s(0.3), s(0.5)], s(0.7)), Rays::All),
            row(Frustum::new([s(0.3), s(0.5)], [s(1.0), s(0.6)], s(0.2)), Rays::All),
            row(Frustum::new([s(1.0), s(0.6)], [s(0.0), s(0.5)], s(0.7)), Rays::All),
            row(Frustum::new([s(1.0), s(0.6)], [s(0.0), s(0.0)], s(0.7)), Rays::All),
        ],
        ShapeKind::Capsule => {
            vec![row(Capsule::new(s(1.2), s(0.4)), Rays::All), row(Capsule::new(T::ZERO, s(0.4)), Rays::All)]
        }
        ShapeKind::Lozenge => vec![row(Lozenge::new([s(1.2), s(0.7)], s(0.4)), Rays::All)],
        ShapeKind::RoundCuboid => vec![row(RoundCuboid::new([s(0.7), s(0.2), s(1.1)], s(0.3)), Rays::All)],
        ShapeKind::Wheel => vec![row(Wheel::new(s(0.9), s(0.25)), Rays::All)],
        ShapeKind::Cylinder => vec![row(Cylinder::new(s(0.6), s(1.1)), Rays::All)],
        ShapeKind::Cone => {
            vec![row(Cone::new(s(0.8), s(0.95)), Rays::All), row(Cone::new(s(2.1), s(0.15)), Rays::All)]
        }
        ShapeKind::ConvexPolyhedron => vec![
            row(polyhedron(clouds::on_sphere(12, 5)), Rays::All),
            row(polyhedron(clouds::in_ball(150, 6)), Rays::All),
            row(polyhedron(clouds::quantised(80, 7)), Rays::All),
        ],
    };
    ShapeKind::ALL.iter().flat_map(rows).collect()
}

/// Every shape of the plane, with sizes around `scale`.
pub fn in_plane<T: Real>(scale: f64) -> Vec<Row<AnyShape2<T>>> {
    let s = |size: f64| T::of(size * scale);
    let point = Vec2::new(s(0.3), s(-1.0));
    let polygon = |points: Vec<Vec2<f64>>| {
        let points: Vec<Vec2<T>> = points.iter().map(|p| Vec2::new(s(p.x + 0.1), s(p.y - 0.2))).collect();
        ConvexPolygon::new(&points)
    };
    let rows = |kind: &ShapeKind2| match kind {
        ShapeKind2::Point => {
            vec![row(Point::new(point), Rays::Corners(vec![[point.x.f64(), point.y.f64(), 0.0]]))]
        }
        ShapeKind2::Segment2 => vec![row(Segment2::new(s(1.3)), Rays::Axis)],
        ShapeKind2::Circle => vec![row(Circle::new(s(1.1)), Rays::All)],
        ShapeKind2::Ellipse => vec![row(Ellipse::new([s(0.7), s(1.6)]), Rays::All)],
        ShapeKind2::Rectangle => vec![row(Rectangle::new([s(0.7), s(1.1)]), Rays::All)],
        ShapeKind2::Capsule2 => vec![
            row(Capsule2::new(s(1.2), s(0.4)), Rays::All),
            row(Capsule2::new(T::ZERO, s(0.4)), Rays::All),
        ],
        ShapeKind2::ConvexPolygon => vec![
            row(polygon(clouds::in_square(7, 3)), Rays::All),
            row(polygon(clouds::circle(120, 4)), Rays::All),
        ],
    };
    ShapeKind2::ALL.iter().flat_map(rows).collect()
}
