//! Shapes: compact convex sets, each given by its support mapping.
//!
//! A support mapping answers one question: which point of the shape lies farthest in a direction? It is all that the
//! collision algorithms ask (Olvång's thesis, section 2.2). Shapes are in one file each and know nothing of one
//! another; combinators make new shapes from old ones.
//!
//! | in space | in the plane |
//! |---|---|
//! | [`Point`], [`Segment`], [`RectanglePatch`], [`Triangle`] | [`Point`], [`Segment2`], [`Rectangle`] |
//! | [`Disc`], [`EllipticDisc`], [`Sphere`], [`Ellipsoid`] | [`Circle`], [`Ellipse`] |
//! | [`Cuboid`], [`Frustum`], [`ConvexPolyhedron`] | [`ConvexPolygon`] |
//! | [`Capsule`], [`Lozenge`], [`RoundCuboid`], [`Wheel`] | [`Capsule2`] |
//! | [`Cylinder`], [`Cone`], [`HalfSpace`] | |
//!
//! **Frames.** Named solids have their centroid as origin; points, triangles, polyhedra and combinators keep the
//! coordinates they are given. The axis of a shape that has one is the last coordinate axis: z in space, y in the
//! plane.
//!
//! **Directions** need not be unit. Of a direction that is not finite, NaN components count as zero and infinite ones
//! outweigh finite ones; the zero direction stands for the first axis.

mod measure;
pub mod polyhedron;

pub use measure::{Measure, Measured};

use crate::math::{Aabb, Pose, Rotation, Vector};

/// Names a vertex of a polytope; [`Id::NONE`] where a shape has no vertices.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Id(pub u32);

impl Id {
    /// No vertex.
    pub const NONE: Self = Self(u32::MAX);
}

/// A shape that knows its farthest point in any direction.
///
/// This is all that a shape of your own must give; see the example `custom_shape`.
pub trait Support<V: Vector> {
    /// A point of the shape that no other point of it exceeds along `direction`, within rounding.
    fn support(&self, direction: V) -> V;

    /// The same, starting from a vertex that an earlier call returned: cheaper where the direction turned little.
    /// The second value names the vertex found, for the next call and to recognise a repeated point.
    #[inline]
    fn support_from(&self, direction: V, hint: Id) -> (V, Id) {
        let _ = hint;
        (self.support(direction), Id::NONE)
    }

    /// A point inside: the centroid, except for combinators whose centroid has no closed form.
    fn center(&self) -> V {
        let x = V::axis(0);
        (self.support(x) + self.support(-x)) * crate::math::Real::HALF
    }

    /// Whether the surface is curved where `direction` meets it (the thesis' `quadric`): false on faces, edges and
    /// corners of a polytope and on flat caps.
    fn is_curved(&self, direction: V) -> bool {
        let _ = direction;
        false
    }
}

/// A shape with a bounding box.
pub trait Bounded<V: Vector>: Support<V> {
    /// The least box around the shape placed at `pose`.
    ///
    /// As given here: 2 support calls an axis, tight for every shape. Shapes override it where they know better.
    fn aabb(&self, pose: &Pose<V>) -> Aabb<V> {
        let rotation = pose.rotation();
        let reach = |direction: V| {
            let local = rotation.unrotate(direction);
            pose.transform(self.support(local)).dot(direction)
        };
        let mut bounds = Aabb { min: V::ZERO, max: V::ZERO };
        for i in 0..V::DIM {
            let axis = V::axis(i);
            bounds.max += axis * reach(axis);
            bounds.min -= axis * reach(-axis);
        }
        bounds
    }
}

/// A shape that can be placed and combined.
pub trait Shape: Bounded<Self::V> + Sized {
    /// Points of the shape's space.
    type V: Vector;
}
