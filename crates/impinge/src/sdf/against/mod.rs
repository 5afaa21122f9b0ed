//! Collision queries between a map and another body: contacts, distance, and proven bounds.
//!
//! | file | contents |
//! |---|---|
//! | `shape.rs` | the deepest point of a convex shape in a map, by descent, with a bound by branch and bound |
//! | `samples.rs` | samples of one body looked up in the map of another one |
//! | `half_space.rs` | the samples of a map above a plane |
//!
//! **Signed distance of two bodies.** It is the least signed distance that a point of the surface of one has in the other. If the bodies
//! are apart, this is their distance; if they overlap, it is the depth of the deepest such point, and every translation that separates
//! them is at least as long.

mod half_space;
mod samples;
mod shape;

use alloc::vec::Vec;

use crate::math::{Real, Vec3, least_above_zero};
use crate::observe::Status;

pub(crate) use samples::{Lookup, contact_of, nearest as nearest_sample, outward};
pub(crate) use shape::deepest_of_parts;
pub use shape::{Deepest, DeepestSettings};

/// Rounding error of transforming a point into the frame of another body, in ε of its size: about 10 for the pose and the rotation, some
/// more for the sums.
pub(crate) const PLACE_ULPS: f64 = 32.0;

/// Name of the sample at which two bodies touch: a vertex of the mesh by its index, or one of the points between, which have larger
/// indices.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub enum SampleName {
    /// A sample of A.
    A(u32),
    /// A sample of B.
    B(u32),
}

impl SampleName {
    /// The name with A and B swapped.
    #[must_use]
    pub fn swapped(self) -> Self {
        match self {
            Self::A(name) => Self::B(name),
            Self::B(name) => Self::A(name),
        }
    }
}

/// A contact: one place where two bodies touch or nearly do.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(bound = "T: serde::Serialize"))]
pub struct MapContact<T: Real> {
    /// Witness point on A: the sample, or the surface as the map has it, `signed_distance` along the normal from the sample.
    pub point_a: Vec3<T>,
    /// Witness point on B, likewise.
    pub point_b: Vec3<T>,
    /// Unit normal from A to B.
    pub normal: Vec3<T>,
    /// The signed distance of the sample in the other body, negative inside.
    pub signed_distance: T,
    /// Error bound: the true signed distance of the sample differs by no more than this.
    pub error: T,
    /// Error bound of the normal: the true normal, that of the closest point of the surface, differs from `normal` by no more than this;
    /// 2 carries no information. If several points are nearest, this holds for one of them.
    pub normal_error: T,
    /// The sample; `None` if a point of a convex shape was looked up.
    pub sample: Option<SampleName>,
}

impl<T: Real> MapContact<T> {
    /// The same contact with A and B swapped.
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

/// All contacts of two bodies, at least one of which is a map, with the bounds proven for them together. Reuse it to keep its memory.
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
    /// An empty list of contacts.
    pub fn new() -> Self {
        Self { points: Vec::new(), lower: f64::INFINITY, lookups: 0, status: Status::Converged }
    }

    /// The contacts: samples whose signed distance is at most the margin. Those of A come first, then those of B; features come first.
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

    /// Lower bound: no point of the surface of one body has a signed distance in the other one below this. If no contact was found, it
    /// bounds the depth of an overlap that no sample has seen: with a margin of 0, this is the distance of the surface from its samples,
    /// plus the error of a look-up.
    pub fn lower(&self) -> T {
        // Rounded down.
        T::of(self.lower - T::EPSILON.f64() * self.lower.abs()) - least_above_zero()
    }

    /// Number of look-ups.
    pub fn lookups(&self) -> u32 {
        self.lookups
    }

    /// Status of the query: [`Status::Budget`] if not all samples that could be within the margin were looked up. Contacts may be missing
    /// then, and [`MapContacts::lower`] is lower.
    pub fn status(&self) -> Status {
        self.status
    }

    pub(crate) fn clear(&mut self) {
        self.points.clear();
        (self.lower, self.lookups, self.status) = (f64::INFINITY, 0, Status::Converged);
    }
}

/// Settings for contacts of a map.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
pub struct MapContactSettings {
    /// Distance up to which bodies count as near.
    pub margin: f64,
    /// Limit on the look-ups.
    pub budget: u32,
}

/// No margin, one million look-ups.
impl Default for MapContactSettings {
    fn default() -> Self {
        Self { margin: 0.0, budget: 1 << 20 }
    }
}
