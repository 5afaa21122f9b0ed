//! Settings and answers of a slide.

use crate::math::{Pose, Real, Vec3};
use crate::motion::types::{Hit, MotionSettings, Start};

/// How a body slides.
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
    /// Against gravity, of any length but zero.
    pub up: Vec3<T>,
    /// Height of a step that is climbed, and stepped down, without a jump. Zero for none.
    pub step: T,
    /// The steepest ground to stand on, as an angle to the horizontal in radians.
    pub slope: T,
    /// How the motions are computed.
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

/// Which steps a slide took.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub enum Step {
    /// None.
    Level,
    /// One up, onto something in the way: higher than the ground before it would lead.
    Up,
    /// One down, back to the ground.
    Down,
}

/// How a slide ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub enum SlideStatus {
    /// It went all of the wanted way, as far as what it met allowed.
    Done,
    /// What is in the way there leaves no way on that leads towards what was wanted: each of the surfaces that close it stopped
    /// a motion. Also where all motions were used up and none of them led anywhere.
    Blocked,
    /// The motions were used up on the way.
    Spent,
    /// It started in another body, was not freed, and is where it was. Nothing is proven of it.
    Overlapping,
}

/// Where a body ended.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct SlideTrace<T: Real> {
    /// Where the body is.
    pub pose: Pose<Vec3<T>>,
    /// How the slide ended.
    pub status: SlideStatus,
    /// Whether the body overlapped others at the start. [`Start::Freed`] if it was freed first; see
    /// [`MotionSettings::free`].
    pub start: Start,
    /// Where the slide began: the pose that was given, unless the body was freed first.
    pub from: Pose<Vec3<T>>,
    /// Whether the end pose, as it is rounded, was proven to keep at least the floor of the zone from every body, and to be in
    /// none. False only where the body started nearer than that, or in overlap; or so little farther that rounding, or
    /// polygons that are not quite flat, leave it open.
    pub clear: bool,
    /// What the body stands on: ground that is not too steep, within the zone. `None` in overlap.
    pub ground: Option<Hit<T>>,
    /// The first surface in the way that is too steep to stand on. In overlap what crosses.
    pub wall: Option<Hit<T>>,
    /// The way left when the slide ended, fitted to what is touched there: zero, unless [`SlideStatus::Spent`].
    pub left: Vec3<T>,
    /// Whether a step was taken, the last one of two.
    pub step: Step,
    /// The number of motions it took.
    pub traces: u32,
}
