//! Pairs of shapes by their types.

use impinge::{AnyShape, Real, Shape, Vec3};

/// Work on two shapes that is compiled separately for each pair of types, so that none of it depends on what they are while it
/// runs.
pub(crate) trait PairVisitor<T: Real> {
    /// Its result.
    type Output;
    /// The work.
    fn visit<A, B>(self, a: &A, b: &B) -> Self::Output
    where
        A: Shape<V = Vec3<T>> + Sync,
        B: Shape<V = Vec3<T>> + Sync;
}

/// Calls the visitor with the two shapes in their own types where both are equal or a common mixture, otherwise as
/// they are. All mixtures would take eight times as long to compile.
pub(crate) fn visit<T: Real, W: PairVisitor<T>>(a: &AnyShape<T>, b: &AnyShape<T>, visitor: W) -> W::Output {
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
