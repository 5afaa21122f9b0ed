//! Shapes and poses of the library from those of a case file, and pairs of them by their types.

use impinge::{
    AnyShape, Capsule, Cone, ConvexPolyhedron, Cuboid, Cylinder, Ellipsoid, Pose, PoseError, Real, Rot3,
    RoundCuboid, Shape, ShapeError, Sphere, Vec3,
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

    /// Where [`CaseShape::build`]'s shape stands if this one stands at `pose`, rounded to precision `T` at the end.
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

/// Work on two shapes that is built anew for each pair of types, so that none of it depends on what they are while it
/// runs.
pub trait PairVisitor<T: Real> {
    /// What comes out.
    type Output;
    /// The work.
    fn visit<A, B>(self, a: &A, b: &B) -> Self::Output
    where
        A: Shape<V = Vec3<T>> + Sync,
        B: Shape<V = Vec3<T>> + Sync;
}

/// Calls the visitor with the two shapes in their own types where both are equal or a common mixture, otherwise as
/// they are. All mixtures would take eight times as long to compile.
pub fn visit<T: Real, W: PairVisitor<T>>(a: &AnyShape<T>, b: &AnyShape<T>, visitor: W) -> W::Output {
    use AnyShape::{Capsule, Cone, ConvexPolyhedron, Cuboid, Cylinder, Ellipsoid, RoundCuboid, Sphere};
    match (a, b) {
        (Cuboid(a), Cuboid(b)) => visitor.visit(a, b),
        (Ellipsoid(a), Ellipsoid(b)) => visitor.visit(a, b),
        (RoundCuboid(a), RoundCuboid(b)) => visitor.visit(a, b),
        (ConvexPolyhedron(a), ConvexPolyhedron(b)) => visitor.visit(&**a, &**b),
        (Cone(a), Cone(b)) => visitor.visit(a, b),
        (Sphere(a), Sphere(b)) => visitor.visit(a, b),
        (Capsule(a), Capsule(b)) => visitor.visit(a, b),
        (Cylinder(a), Cylinder(b)) => visitor.visit(a, b),
        (Cuboid(a), Ellipsoid(b)) => visitor.visit(a, b),
        (Ellipsoid(a), Cuboid(b)) => visitor.visit(a, b),
        (Cuboid(a), Sphere(b)) => visitor.visit(a, b),
        (Sphere(a), Cuboid(b)) => visitor.visit(a, b),
        (Cuboid(a), Cylinder(b)) => visitor.visit(a, b),
        (Cylinder(a), Cuboid(b)) => visitor.visit(a, b),
        (Cuboid(a), Capsule(b)) => visitor.visit(a, b),
        (Capsule(a), Cuboid(b)) => visitor.visit(a, b),
        (a, b) => visitor.visit(a, b),
    }
}
