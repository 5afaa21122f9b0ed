//! Settings and answers of a slide.

use crate::expel::types::{Hit, MotionSettings};
use crate::math::{Pose, Real, Vec3};
use crate::sliding::{SlideStatus, Start, Step};

/// Settings of a slide.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(
        default,
        deny_unknown_fields,
        bound(serialize = "T: serde::Serialize", deserialize = "T: Real + serde::Deserialize<'de>")
    )
)]
pub struct SlideSettings<T: Real> {
    /// Direction against gravity, of any nonzero length.
    pub up: Vec3<T>,
    /// Height of a step that is climbed, and stepped down, without a jump. Zero for none.
    pub step: T,
    /// The steepest ground to stand on, as an angle to the horizontal in radians.
    pub slope: T,
    /// Settings of the motions.
    pub motion: MotionSettings,
}

impl<T: Real> Default for SlideSettings<T> {
    /// Up is z, no steps, slopes to 45 degrees.
    fn default() -> Self {
        Self {
            up: Vec3::new(T::ZERO, T::ZERO, T::ONE),
            step: T::ZERO,
            slope: T::of(f64::PI / 4.0),
            motion: MotionSettings::default(),
        }
    }
}

/// Result of a slide.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct SlideTrace<T: Real> {
    /// End pose of the body.
    pub pose: Pose<Vec3<T>>,
    /// Status of the slide.
    pub status: SlideStatus,
    /// Whether the body overlapped others at the start. [`Start::Freed`] if it was freed first; see
    /// [`MotionSettings::free`].
    pub start: Start,
    /// Start of the slide: the given pose, unless the body was freed first.
    pub from: Pose<Vec3<T>>,
    /// True if the rounded end pose was proven to keep at least the floor of the zone from every body, and to be in
    /// none. False only if the body started nearer than that, or in overlap; or so little farther that rounding, or
    /// polygons that are not quite flat, leave it open.
    pub clear: bool,
    /// The ground that the body stands on: not too steep, within the zone. `None` in overlap.
    pub ground: Option<Hit<T>>,
    /// The first obstructing surface that is too steep to stand on. In overlap the crossing one.
    pub wall: Option<Hit<T>>,
    /// The remaining motion when the slide ended, fitted to the surfaces touched there: zero, unless [`SlideStatus::Spent`].
    pub left: Vec3<T>,
    /// Whether a step was taken, the last one of two.
    pub step: Step,
    /// Number of motions.
    pub traces: u32,
}
