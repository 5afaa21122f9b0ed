//! The shapes that the tables show.
//!
//! To add a shape, add it to [`shapes`] or [`plane_shapes`].

use impinge::{
    AnyShape, AnyShape2, Bounded, Capsule, Capsule2, Circle, Cone, ConvexPolygon, ConvexPolyhedron, Cuboid,
    Cylinder, Disc, Ellipse, Ellipsoid, EllipticDisc, Frustum, Lozenge, Measured, Point, Pose, Rectangle,
    RectanglePatch, RoundCuboid, Segment, Segment2, Sphere, Triangle, Vec2, Vec3, Vector, Wheel,
};
use serde::Serialize;

/// What is told of a shape; vectors have as many numbers as its space has dimensions.
#[derive(Serialize)]
pub struct Row {
    /// Its name.
    pub name: &'static str,
    /// Volume; area in the plane.
    pub volume: f64,
    /// Centre of mass.
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
    shapes().iter().map(|s| row(s.name(), s, Vec3::new(1.0, 2.0, 3.0))).collect()
}

/// Rows of all shapes of the plane.
pub fn plane_catalogue() -> Vec<Row> {
    plane_shapes().iter().map(|s| row(s.name(), s, Vec2::new(1.0, 2.0))).collect()
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

/// One of each shape of space.
fn shapes() -> Vec<AnyShape<f64>> {
    let octahedron = [0, 1, 2].map(Vec3::axis).into_iter().flat_map(|axis| [axis, -axis]);
    vec![
        Point::new(Vec3::new(1.0, 0.5, 0.25)).into(),
        Segment::new(1.0).into(),
        RectanglePatch::new([1.0, 0.5]).into(),
        Triangle::new([0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.5]).into(),
        Disc::new(1.0).into(),
        EllipticDisc::new([1.0, 0.5]).into(),
        Sphere::new(1.0).into(),
        Ellipsoid::new([1.0, 0.75, 0.5]).into(),
        Cuboid::new([1.0, 0.75, 0.5]).into(),
        Frustum::new([1.0, 1.0], [0.5, 0.5], 0.5).into(),
        Capsule::new(1.0, 0.5).into(),
        Lozenge::new([1.0, 0.5], 0.25).into(),
        RoundCuboid::new([1.0, 0.75, 0.5], 0.25).into(),
        Wheel::new(1.0, 0.25).into(),
        Cylinder::new(1.0, 0.5).into(),
        Cone::new(1.0, 1.0).into(),
        ConvexPolyhedron::new(&octahedron.collect::<Vec<_>>()).into(),
    ]
}

/// One of each shape of the plane.
fn plane_shapes() -> Vec<AnyShape2<f64>> {
    let pentagon = [[0.0, 1.0], [-0.95, 0.31], [-0.59, -0.81], [0.59, -0.81], [0.95, 0.31]];
    vec![
        Point::new(Vec2::new(1.0, 0.5)).into(),
        Segment2::new(1.0).into(),
        Circle::new(1.0).into(),
        Ellipse::new([1.0, 0.5]).into(),
        Rectangle::new([1.0, 0.5]).into(),
        Capsule2::new(1.0, 0.5).into(),
        ConvexPolygon::new(&pentagon.map(Vec2::from)).into(),
    ]
}
