//! Shapes as polyhedra, for algorithms that walk over vertices, edges and faces.

use impinge::{AnyShape, ConvexPolyhedron, Real, Support, Vec3};

/// Smallest vertical part of a direction for which a frustum's upper corners are the farthest, however it tapers.
const UPRIGHT: f64 = 1e-6;

/// The polyhedron of a box, a frustum or a hull; none for other shapes, or with a ball around them.
pub fn polyhedron<T: Real>(shape: &AnyShape<T>) -> Option<ConvexPolyhedron<T>> {
    match shape {
        AnyShape::ConvexPolyhedron(polyhedron) => Some(polyhedron.as_ref().clone()),
        AnyShape::Cuboid(_) | AnyShape::Frustum(_) => {
            let corner = |i: u32| {
                let sign = |bit: u32| T::of(if i >> bit & 1 == 0 { -1.0 } else { 1.0 });
                let across = if i < 8 { T::ONE } else { T::of(UPRIGHT) };
                shape.support(Vec3::new(sign(0) * across, sign(1) * across, sign(2)))
            };
            ConvexPolyhedron::try_new(&(0..16).map(corner).collect::<Vec<_>>()).ok()
        }
        _ => None,
    }
}
