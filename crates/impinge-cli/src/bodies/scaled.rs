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
    use impinge::{Bounded, Pose, ShapeKind};
    use impinge_scenes::Rng;

    use super::*;

    /// A factor that is a power of two is exact: so are the boxes.
    #[test]
    fn every_kind_of_shape_is_scaled() {
        let mut rng = Rng::new(3);
        for kind in ShapeKind::ALL {
            let shape = X;
            let larger = scaled(&shape, 4.0).unwrap();
            assert_eq!(larger.kind(), *kind);
            let [one, other] = [&shape, &larger].map(|shape| shape.aabb(&Pose::IDENTITY));
            let off = (one.max * 4.0 - other.max).norm() + (one.min * 4.0 - other.min).norm();
            assert!(off <= 1e-12 * other.max.norm(), "{kind}: {off}");
        }
    }
}
