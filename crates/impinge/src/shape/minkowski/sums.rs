//! Summands of a Minkowski sum, a polyhedron or its mirror image for a difference; and sums of points, exact except for one
//! rounding, with their size limit.

use crate::error::ShapeError;
use crate::math::{Aabb, Real, Vec3, Vector, problem_with};
use crate::shape::{ConvexPolyhedron, Id, Support};

/// A polyhedron, or its reflection through the origin.
#[derive(Clone, Copy)]
pub(super) struct Part<'a, T: Real> {
    pub body: &'a ConvexPolyhedron<T>,
    pub mirrored: bool,
}

impl<T: Real> Part<'_, T> {
    #[inline]
    fn faced(&self, v: Vec3<T>) -> Vec3<T> {
        if self.mirrored { -v } else { v }
    }

    #[inline]
    pub fn vertex(&self, i: u32) -> Vec3<T> {
        self.faced(self.body.vertices()[i as usize])
    }

    pub fn normal(&self, face: usize) -> Vec3<T> {
        self.faced(self.body.normals()[face])
    }

    pub fn support(&self, direction: Vec3<T>) -> u32 {
        self.body.support_from(self.faced(direction), Id::NONE).1.0
    }

    pub fn count(&self) -> usize {
        self.body.vertices().len()
    }

    /// Largest absolute coordinate.
    pub fn size(&self) -> f64 {
        self.body.vertices().iter().fold(T::ZERO, |m, v| m.max(v.max_abs())).f64()
    }

    /// Smallest and largest coordinates.
    pub fn corners(&self) -> [Vec3<T>; 2] {
        let bounds = Aabb::of_points((0..self.count() as u32).map(|i| self.vertex(i)));
        bounds.map_or([Vec3::ZERO; 2], |b| [b.min, b.max])
    }
}

/// The error if a sum is larger than a coordinate may be, or not finite.
pub(super) fn too_large<V: Vector>(sum: V) -> Option<ShapeError> {
    problem_with("a coordinate of the sum", sum.max_abs()).map(ShapeError::new)
}

/// x + y + z, rounded once except for ε² times the largest of them (Knuth's exact sum of two numbers, twice).
pub(super) fn total<V: Vector>(x: V, y: V, z: V) -> V {
    let (sum, lost) = exact_sum(x, y);
    let (sum, lost_again) = exact_sum(sum, z);
    sum + (lost + lost_again)
}

/// The rounded sum and its error, which is representable too.
fn exact_sum<V: Vector>(x: V, y: V) -> (V, V) {
    let sum = x + y;
    let part = sum - x;
    (sum, (x - (sum - part)) + (y - part))
}
