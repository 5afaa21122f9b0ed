//! Axis-aligned boxes.

use super::{Real, Vector};

/// An axis-aligned bounding box: all points between `min` and `max`.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Aabb<V> {
    /// Smallest coordinates of the box.
    pub min: V,
    /// Largest coordinates of the box.
    pub max: V,
}

impl<V: Vector> Aabb<V> {
    /// A box from its center and half extents.
    #[inline]
    pub fn around(center: V, half: V) -> Self {
        Self { min: center - half, max: center + half }
    }

    /// The smallest box that contains some points; `None` if there are none. NaN coordinates are skipped; a bound is
    /// NaN only if every point has NaN there.
    pub fn of_points(points: impl IntoIterator<Item = V>) -> Option<Self> {
        let mut points = points.into_iter();
        let first = points.next()?;
        Some(points.fold(Self { min: first, max: first }, |b, p| {
            // `min` and `max` keep `other` if one is NaN, so a NaN of the first point is replaced by hand.
            let min = p.min(b.min).zip(p, if_nan);
            let max = p.max(b.max).zip(p, if_nan);
            Self { min, max }
        }))
    }

    /// Center.
    #[inline]
    pub fn center(&self) -> V {
        // Halves first: the sum of two large coordinates may overflow.
        self.min * V::Scalar::HALF + self.max * V::Scalar::HALF
    }

    /// Half extents.
    #[inline]
    pub fn half_extents(&self) -> V {
        self.max * V::Scalar::HALF - self.min * V::Scalar::HALF
    }

    /// Whether the boxes share a point.
    #[inline]
    pub fn overlaps(&self, other: &Self) -> bool {
        (0..V::DIM).all(|i| self.min.get(i) <= other.max.get(i) && other.min.get(i) <= self.max.get(i))
    }

    /// Whether the point lies in the box.
    #[inline]
    pub fn contains(&self, point: V) -> bool {
        (0..V::DIM).all(|i| self.min.get(i) <= point.get(i) && point.get(i) <= self.max.get(i))
    }

    /// The smallest box that contains both.
    #[inline]
    #[must_use]
    pub fn union(&self, other: &Self) -> Self {
        Self { min: self.min.min(other.min), max: self.max.max(other.max) }
    }

    /// The box expanded by a length on every side.
    #[inline]
    #[must_use]
    pub fn grown(&self, by: V::Scalar) -> Self {
        Self { min: self.min - V::splat(by), max: self.max + V::splat(by) }
    }
}

/// `value`, or `other` if it is NaN.
fn if_nan<T: Real>(value: T, other: T) -> T {
    if value.partial_cmp(&value).is_some() { value } else { other }
}
