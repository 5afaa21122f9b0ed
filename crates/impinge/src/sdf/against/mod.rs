//! A map and another body: where they touch, how far apart they are, and what is proven of it.
//!
//! | file | what it holds |
//! |---|---|
//! | `shape.rs` | the deepest point of a convex shape in a map, by descent, with a bound by branch and bound |
//! | `samples.rs` | samples of one body looked up in the map of another one |
//! | `half_space.rs` | the samples of a map above a plane |
//!
//! **What a signed distance of two bodies is.** The least signed distance that a point of the surface of one has in the other: apart,
//! how far they are apart; where they overlap, how deep the deepest such point is, and every translation that parts them is at least
//! as long.

mod half_space;
mod samples;
mod shape;

use alloc::vec::Vec;

use crate::math::{Real, Vec3, least_above_zero};
use crate::observe::Status;

pub(crate) use samples::{Lookup, contact_of, nearest as nearest_sample, outward};
pub(crate) use shape::deepest_of_parts;
pub use shape::{Deepest, DeepestSettings};

/// Bringing a point into the frame of another body loses at most so many ε of its size: about 10 for the pose and turning by it, some
/// for the sums.
pub(crate) const PLACE_ULPS: f64 = 32.0;

/// The sample at which two bodies touch: a vertex of the mesh by its number, or one of the points between, whose numbers are larger.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub enum SampleName {
    /// Of A.
    A(u32),
    /// Of B.
    B(u32),
}

impl SampleName {
    /// The name where A is B and B is A.
    #[must_use]
    pub fn swapped(self) -> Self {
        match self {
            Self::A(name) => Self::B(name),
            Self::B(name) => Self::A(name),
        }
    }
}

/// One place where two bodies touch or nearly do.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(bound = "T: serde::Serialize"))]
pub struct MapContact<T: Real> {
    /// On A: the sample, or where the map has its surface, `signed_distance` along the normal from it.
    pub point_a: Vec3<T>,
    /// On B, likewise.
    pub point_b: Vec3<T>,
    /// Unit, from A to B.
    pub normal: Vec3<T>,
    /// The signed distance of the sample in the other body, negative inside.
    pub signed_distance: T,
    /// The true signed distance of the sample differs from it by no more than this.
    pub error: T,
    /// The true normal, that of the nearest point of the surface, differs from `normal` by no more than this; 2 says nothing. Where several points
    /// are nearest, one of theirs does.
    pub normal_error: T,
    /// Which sample it is; none where a point of a convex shape was looked up.
    pub sample: Option<SampleName>,
}

impl<T: Real> MapContact<T> {
    /// The same contact where A is B and B is A.
    #[must_use]
    pub fn swapped(self) -> Self {
        Self {
            point_a: self.point_b,
            point_b: self.point_a,
            normal: -self.normal,
            sample: self.sample.map(SampleName::swapped),
            ..self
        }
    }
}

/// All contacts of two bodies of which one is a map at least, and what is proven of them together. Kept for its memory.
#[derive(Clone, Debug)]
pub struct MapContacts<T: Real> {
    pub(crate) points: Vec<MapContact<T>>,
    pub(crate) lower: f64,
    pub(crate) lookups: u32,
    pub(crate) status: Status,
}

impl<T: Real> Default for MapContacts<T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T: Real> MapContacts<T> {
    /// None yet.
    pub fn new() -> Self {
        Self { points: Vec::new(), lower: f64::INFINITY, lookups: 0, status: Status::Converged }
    }

    /// The contacts: samples whose signed distance is at most the margin. Those of A first, then those of B, features first.
    pub fn points(&self) -> &[MapContact<T>] {
        &self.points
    }

    /// The deepest contact.
    pub fn deepest(&self) -> Option<&MapContact<T>> {
        self.points.iter().reduce(
            |best, next| {
                if next.signed_distance < best.signed_distance { next } else { best }
            },
        )
    }

    /// No point of the surface of one body has a signed distance in the other one below this. With no contact found it says how deep an
    /// overlap may be that no sample has seen: with a margin of 0, as deep as the surface is away from its samples, and what a
    /// look-up may be off.
    pub fn lower(&self) -> T {
        // Rounded down.
        T::of(self.lower - T::EPSILON.f64() * self.lower.abs()) - least_above_zero()
    }

    /// How many places were looked up.
    pub fn lookups(&self) -> u32 {
        self.lookups
    }

    /// [`Status::Budget`] where not all samples that could be within the margin were looked up: contacts may be missing, and
    /// [`MapContacts::lower`] is lower.
    pub fn status(&self) -> Status {
        self.status
    }

    pub(crate) fn clear(&mut self) {
        self.points.clear();
        (self.lower, self.lookups, self.status) = (f64::INFINITY, 0, Status::Converged);
    }
}

/// How contacts of a map are found.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
pub struct MapContactSettings {
    /// How far apart bodies may be and still count as near.
    pub margin: f64,
    /// The most places that are looked up.
    pub budget: u32,
}

/// No margin, a million look-ups.
impl Default for MapContactSettings {
    fn default() -> Self {
        Self { margin: 0.0, budget: 1 << 20 }
    }
}
