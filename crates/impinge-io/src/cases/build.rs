//! Converts shapes and poses of a case file to those of the library.

use impinge::{
    AnyShape, Capsule, Cone, ConvexPolyhedron, Cuboid, Cylinder, Ellipsoid, Pose, PoseError, Real, Rot3,
    RoundCuboid, ShapeError, Sphere, Vec3,
};

use super::{CasePose, CaseShape};

impl CaseShape {
    /// The shape in precision `T`.
    ///
    /// # Errors
    /// If a size is negative, zero, or not finite in this precision, or points span no volume.
    pub fn build<T: Real>(&self) -> Result<AnyShape<T>, ShapeError> {
        let vector = |v: [f64; 3]| Vec3::from(v.map(T::of));
        Ok(match *self {
            Self::Box { half } => Cuboid::try_new(vector(half))?.into(),
            Self::Ellipsoid { radii } => Ellipsoid::try_new(vector(radii))?.into(),
            Self::RoundBox { half, r } => RoundCuboid::try_new(vector(half), T::of(r))?.into(),
            Self::Hull { ref points } => {
                let points: Vec<_> = points.iter().map(|&p| vector(p)).collect();
                ConvexPolyhedron::try_new(&points)?.into()
            }
            Self::Cone { radius, height } => Cone::try_new(T::of(radius), T::of(height) * T::HALF)?.into(),
            Self::Sphere { r } => Sphere::try_new(T::of(r))?.into(),
            Self::Capsule { half, r } => Capsule::try_new(T::of(half), T::of(r))?.into(),
            Self::Cylinder { half, r } => Cylinder::try_new(T::of(half), T::of(r))?.into(),
        })
    }

    /// The pose of [`CaseShape::build`]'s shape for this shape at `pose`, rounded to precision `T` at the end.
    ///
    /// # Errors
    /// If the quaternion is zero, or a coordinate is not finite in this precision.
    pub fn pose<T: Real>(&self, pose: &CasePose) -> Result<Pose<Vec3<T>>, PoseError> {
        let turn = Rot3::<f64>::try_normalize_xyzw(pose.quaternion)?;
        let mut origin = Vec3::from(pose.translation);
        if let Self::Cone { height, .. } = self {
            // From mid-height down to the centroid, at a quarter of the height.
            origin += turn.rotate(Vec3::new(0.0, 0.0, -0.25 * height));
        }
        Pose::try_new(origin.cast::<T>(), Rot3::try_normalize_xyzw(turn.to_xyzw().map(T::of))?)
    }
}
