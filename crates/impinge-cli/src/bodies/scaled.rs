//! Shapes in another unit.

use impinge::{
    AnyShape, Capsule, Cone, ConvexPolyhedron, Cuboid, Cylinder, Disc, Ellipsoid, EllipticDisc, Frustum,
    Lozenge, Point, RectanglePatch, RoundCuboid, Segment, ShapeError, Sphere, Triangle, Vec3, Wheel,
};

/// The shape with all lengths multiplied by a positive factor.
pub fn scaled(shape: &AnyShape<f64>, by: f64) -> Result<AnyShape<f64>, ShapeError> {
    if by == 1.0 {
        return Ok(shape.clone());
    }
    Ok(match shape {
        AnyShape::Point(s) => Point::try_new(s.position() * by)?.into(),
        AnyShape::Segment(s) => Segment::try_new(s.half_length() * by)?.into(),
        AnyShape::RectanglePatch(s) => RectanglePatch::try_new(s.half_extents() * by)?.into(),
        AnyShape::Triangle(s) => {
            let [a, b, c] = s.corners().map(|corner| corner * by);
            Triangle::try_new(a, b, c)?.into()
        }
        AnyShape::Disc(s) => Disc::try_new(s.radius() * by)?.into(),
        AnyShape::EllipticDisc(s) => EllipticDisc::try_new(s.radii() * by)?.into(),
        AnyShape::Sphere(s) => Sphere::try_new(s.radius() * by)?.into(),
        AnyShape::Ellipsoid(s) => Ellipsoid::try_new(s.radii() * by)?.into(),
        AnyShape::Cuboid(s) => Cuboid::try_new(s.half_extents() * by)?.into(),
        AnyShape::Frustum(s) => Frustum::try_new(s.bottom() * by, s.top() * by, s.half_height() * by)?.into(),
        AnyShape::Capsule(s) => Capsule::try_new(s.half_length() * by, s.radius() * by)?.into(),
        AnyShape::Lozenge(s) => Lozenge::try_new(s.half_extents() * by, s.radius() * by)?.into(),
        AnyShape::RoundCuboid(s) => RoundCuboid::try_new(s.half_extents() * by, s.radius() * by)?.into(),
        AnyShape::Wheel(s) => Wheel::try_new(s.disc_radius() * by, s.round_radius() * by)?.into(),
        AnyShape::Cylinder(s) => Cylinder::try_new(s.half_height() * by, s.radius() * by)?.into(),
        AnyShape::Cone(s) => Cone::try_new(s.radius() * by, s.half_height() * by)?.into(),
        AnyShape::ConvexPolyhedron(s) => {
            let corners: Vec<Vec3<f64>> = s.vertices().iter().map(|v| *v * by).collect();
            ConvexPolyhedron::try_new(&corners)?.into()
        }
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use impinge::{Bounded, Pose, ShapeKind};

    use super::*;

    /// A factor that is a power of two is exact, and so are the boxes, up to their own rounding.
    #[test]
    fn every_kind_of_shape_is_scaled() {
        let corners = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 2.0, 0.0], [0.0, 0.0, 3.0]].map(Vec3::from);
        let shapes: Vec<AnyShape<f64>> = vec![
            Point::new(corners[1]).into(),
            Segment::new(0.5).into(),
            RectanglePatch::new([1.0, 2.0]).into(),
            Triangle::new(corners[1], corners[2], corners[3]).into(),
            Disc::new(0.5).into(),
            EllipticDisc::new([1.0, 0.25]).into(),
            Sphere::new(0.75).into(),
            Ellipsoid::new([1.0, 2.0, 3.0]).into(),
            Cuboid::new([1.0, 2.0, 3.0]).into(),
            Frustum::new([1.0, 1.0], [0.5, 0.5], 2.0).into(),
            Capsule::new(1.0, 0.25).into(),
            Lozenge::new([1.0, 2.0], 0.25).into(),
            RoundCuboid::new([1.0, 2.0, 3.0], 0.25).into(),
            Wheel::new(1.0, 0.25).into(),
            Cylinder::new(1.0, 0.25).into(),
            Cone::new(1.0, 0.25).into(),
            ConvexPolyhedron::new(&corners).into(),
        ];
        let kinds: BTreeSet<ShapeKind> = shapes.iter().map(AnyShape::kind).collect();
        assert_eq!(kinds.len(), ShapeKind::ALL.len());
        for shape in shapes {
            let larger = scaled(&shape, 4.0).unwrap();
            assert_eq!(larger.kind(), shape.kind());
            let [one, other] = [&shape, &larger].map(|shape| shape.aabb(&Pose::IDENTITY));
            let off = (one.max * 4.0 - other.max).norm() + (one.min * 4.0 - other.min).norm();
            assert!(off <= 1e-12 * other.max.norm(), "{}: {off}", shape.name());
        }
    }
}
