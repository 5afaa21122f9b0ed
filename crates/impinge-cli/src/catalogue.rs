//! The shapes in the tables: an example of every kind.

use impinge::{
    AnyShape, AnyShape2, Bounded, Capsule, Capsule2, Circle, Cone, ConvexPolygon, ConvexPolyhedron, Cuboid,
    Cylinder, Disc, Ellipse, Ellipsoid, EllipticDisc, Frustum, Lozenge, Measured, Point, Pose, Rectangle,
    RectanglePatch, RoundCuboid, Segment, Segment2, ShapeKind, ShapeKind2, Sphere, Triangle, Vec2, Vec3,
    Vector, Wheel,
};
use serde::Serialize;

/// Row of the table for a shape; vectors have as many numbers as its space has dimensions.
#[derive(Serialize)]
pub struct Row {
    /// Its name.
    pub name: &'static str,
    /// Volume; area in the plane.
    pub volume: f64,
    /// Center of mass.
    pub centroid: Vec<f64>,
    /// Smallest coordinates.
    pub min: Vec<f64>,
    /// Largest coordinates.
    pub max: Vec<f64>,
    /// Direction of the support point.
    pub direction: Vec<f64>,
    /// Its farthest point in `direction`.
    pub support: Vec<f64>,
}

/// Rows of all shapes of space.
pub fn catalogue() -> Vec<Row> {
    ShapeKind::ALL.iter().map(|k| row(k.name(), &example(*k), Vec3::new(1.0, 2.0, 3.0))).collect()
}

/// Rows of all shapes of the plane.
pub fn plane_catalogue() -> Vec<Row> {
    ShapeKind2::ALL.iter().map(|k| row(k.name(), &example2(*k), Vec2::new(1.0, 2.0))).collect()
}

fn row<V: Vector<Scalar = f64>>(
    name: &'static str,
    shape: &(impl Bounded<V> + Measured<V>),
    direction: V,
) -> Row {
    let numbers = |v: V| (0..V::DIM).map(|i| v.get(i)).collect();
    let measure = shape.measure();
    let bounds = shape.aabb(&Pose::IDENTITY);
    Row {
        name,
        volume: measure.volume,
        centroid: numbers(measure.centroid),
        min: numbers(bounds.min),
        max: numbers(bounds.max),
        direction: numbers(direction),
        support: numbers(shape.support(direction)),
    }
}

/// A shape of space of this kind.
pub fn example(kind: ShapeKind) -> AnyShape<f64> {
    match kind {
        ShapeKind::Point => Point::new(Vec3::new(1.0, 0.5, 0.25)).into(),
        ShapeKind::Segment => Segment::new(1.0).into(),
        ShapeKind::RectanglePatch => RectanglePatch::new([1.0, 0.5]).into(),
        ShapeKind::Triangle => Triangle::new([0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.5]).into(),
        ShapeKind::Disc => Disc::new(1.0).into(),
        ShapeKind::EllipticDisc => EllipticDisc::new([1.0, 0.5]).into(),
        ShapeKind::Sphere => Sphere::new(1.0).into(),
        ShapeKind::Ellipsoid => Ellipsoid::new([1.0, 0.75, 0.5]).into(),
        ShapeKind::Cuboid => Cuboid::new([1.0, 0.75, 0.5]).into(),
        ShapeKind::Frustum => Frustum::new([1.0, 1.0], [0.5, 0.5], 0.5).into(),
        ShapeKind::Capsule => Capsule::new(1.0, 0.5).into(),
        ShapeKind::Lozenge => Lozenge::new([1.0, 0.5], 0.25).into(),
        ShapeKind::RoundCuboid => RoundCuboid::new([1.0, 0.75, 0.5], 0.25).into(),
        ShapeKind::Wheel => Wheel::new(1.0, 0.25).into(),
        ShapeKind::Cylinder => Cylinder::new(1.0, 0.5).into(),
        ShapeKind::Cone => Cone::new(1.0, 1.0).into(),
        ShapeKind::ConvexPolyhedron => {
            let octahedron = [0, 1, 2].map(Vec3::axis).into_iter().flat_map(|axis| [axis, -axis]);
            ConvexPolyhedron::new(&octahedron.collect::<Vec<_>>()).into()
        }
    }
}

/// A shape of the plane of this kind.
pub fn example2(kind: ShapeKind2) -> AnyShape2<f64> {
    match kind {
        ShapeKind2::Point => Point::new(Vec2::new(1.0, 0.5)).into(),
        ShapeKind2::Segment2 => Segment2::new(1.0).into(),
        ShapeKind2::Circle => Circle::new(1.0).into(),
        ShapeKind2::Ellipse => Ellipse::new([1.0, 0.5]).into(),
        ShapeKind2::Rectangle => Rectangle::new([1.0, 0.5]).into(),
        ShapeKind2::Capsule2 => Capsule2::new(1.0, 0.5).into(),
        ShapeKind2::ConvexPolygon => {
            let pentagon = [[0.0, 1.0], [-0.95, 0.31], [-0.59, -0.81], [0.59, -0.81], [0.95, 0.31]];
            ConvexPolygon::new(&pentagon.map(Vec2::from)).into()
        }
    }
}
