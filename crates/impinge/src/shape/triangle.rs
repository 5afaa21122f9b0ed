//! Triangle: a flat triangle in space.
//!
//! Frame: the coordinates given. Corners may coincide or lie on one line: the shape is then a segment or a point,
//! and still convex. Source: the hull of three points, rows "point" and "maxsupport" of Table 1 of Olvång's thesis.

use super::common::{Resize, aabb_by_reach, push_not_finite, tame};
use super::{Bounded, Id, Measure, Measured, Support};
use crate::error::ShapeError;
use crate::math::{Aabb, Each, Pose, Real, Vec3};

/// A flat triangle, its corners as given; degenerate ones are allowed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Triangle<T> {
    corners: [Vec3<T>; 3],
}

impl<T: Real> Triangle<T> {
    /// The triangle in another precision, scaled by `factor`.
    #[inline]
    pub(crate) fn scaled<U: Real>(&self, factor: U) -> Triangle<U> {
        Triangle { corners: self.corners.each(|c| c.resized(factor)) }
    }

    /// A triangle of numbers that are known to be valid.
    #[inline]
    pub(crate) fn of_corners(corners: [Vec3<T>; 3]) -> Self {
        Self { corners }
    }

    /// A triangle with these corners.
    ///
    /// # Panics
    /// If a coordinate is not finite or above [`LIMIT`](crate::math::Real::LIMIT); see [`Triangle::try_new`].
    pub fn new(a: impl Into<Vec3<T>>, b: impl Into<Vec3<T>>, c: impl Into<Vec3<T>>) -> Self {
        Self::try_new(a, b, c).unwrap_or_else(|error| panic!("{error}"))
    }

    /// A triangle with these corners.
    ///
    /// # Errors
    /// If a coordinate is not finite or above [`LIMIT`](crate::math::Real::LIMIT); every such coordinate is listed.
    pub fn try_new(
        a: impl Into<Vec3<T>>,
        b: impl Into<Vec3<T>>,
        c: impl Into<Vec3<T>>,
    ) -> Result<Self, ShapeError> {
        const NAMES: [[&str; 3]; 3] = [
            ["first corner x", "first corner y", "first corner z"],
            ["second corner x", "second corner y", "second corner z"],
            ["third corner x", "third corner y", "third corner z"],
        ];
        let corners = [a.into(), b.into(), c.into()];
        let mut error = ShapeError::default();
        for (names, corner) in NAMES.into_iter().zip(corners) {
            push_not_finite(&mut error, names, corner);
        }
        error.or_ok(Self { corners })
    }

    super::common::getters! {
        /// The corners in the order given. Their index is their [`Id`].
        corners: [Vec3<T>; 3];
    }

    /// Index of the farthest corner. Written out, so that it needs no branches.
    #[inline]
    fn farthest(&self, direction: Vec3<T>) -> usize {
        let d = tame(direction);
        let [a, b, c] = self.corners.each(|p| p.dot(d));
        let first_two = usize::from(b > a);
        if c > a.max(b) { 2 } else { first_two }
    }
}

impl<T: Real> Support<Vec3<T>> for Triangle<T> {
    #[inline(always)]
    fn support(&self, direction: Vec3<T>) -> Vec3<T> {
        self.corners[self.farthest(direction)]
    }
    #[inline]
    fn support_from(&self, direction: Vec3<T>, _: Id) -> (Vec3<T>, Id) {
        let i = self.farthest(direction);
        (self.corners[i], Id(i as u32))
    }
    /// The centroid of the area; for a degenerate triangle on one line, the middle of that segment.
    #[inline]
    fn center(&self) -> Vec3<T> {
        let [a, b, c] = self.corners;
        let (ab, ac) = (b - a, c - a);
        if ab.cross(ac) != Vec3::ZERO {
            return a + (ab + ac) * T::of(1.0 / 3.0);
        }
        // The longest side is the whole segment.
        let sides = [(a, b), (b, c), (c, a)].each(|(p, q)| ((q - p).norm(), (p + q) * T::HALF));
        sides.iter().fold(sides[0], |long, &side| if side.0 > long.0 { side } else { long }).1
    }
}

impl<T: Real> Bounded<Vec3<T>> for Triangle<T> {
    fn aabb(&self, pose: &Pose<Vec3<T>>) -> Aabb<Vec3<T>> {
        aabb_by_reach(pose, |u| {
            let [a, b, c] = self.corners.each(|p| p.dot(u));
            a.max(b).max(c)
        })
    }
}

impl<T: Real> Measured<Vec3<T>> for Triangle<T> {
    fn measure(&self) -> Measure<Vec3<T>> {
        Measure::flat(self.center())
    }
}
