//! Settings of a decomposition, its progress, its status, and its errors.

use core::fmt;
use core::ops::ControlFlow;

use crate::mesh::MeshError;

/// Settings of a decomposition.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
pub struct DecomposeSettings {
    /// Largest concavity of a part, where 1 is half the longest side of the mesh's bounding box: the largest distance of its points from
    /// the solid, and the largest depth of the solid's surface inside it. Slots and holes that are deeper stay open.
    /// Smaller makes more parts that fit better. Below 1e-9 it counts as 1e-9, which is rounding.
    pub concavity: f64,
    /// Most parts, if there is a limit. The parts may then be more concave.
    pub max_parts: Option<usize>,
    /// Most vertices of a part, if there is a limit: at least 4. Parts with more are enlarged until they have fewer, so
    /// that they still contain the same space. The parts may then be more concave.
    pub max_vertices: Option<usize>,
    /// Most work for a mesh of up to 1,000 points, and proportionally more per thousand points above that; in steps of about a
    /// tenth of a microsecond. If it is spent, parts are more concave or more numerous than necessary: [`DecomposeStatus::Budget`]. They
    /// contain the solid all the same, and are at most [`DecomposeSettings::max_parts`].
    pub budget: u64,
}

impl Default for DecomposeSettings {
    fn default() -> Self {
        Self { concavity: 0.05, max_parts: None, max_vertices: None, budget: 1 << 28 }
    }
}

impl DecomposeSettings {
    pub(super) fn check(&self) -> Result<(), DecomposeError> {
        let wrong = |what, value| Err(DecomposeError::BadSetting { what, value });
        if !(self.concavity > 0.0 && self.concavity.is_finite()) {
            return wrong("concavity", self.concavity);
        }
        match (self.max_parts, self.max_vertices) {
            (Some(0), _) => wrong("max_parts", 0.0),
            (_, Some(count @ 0..4)) => wrong("max_vertices", count as f64),
            _ => Ok(()),
        }
    }
}

/// Status of a decomposition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub enum DecomposeStatus {
    /// No part is more concave than requested.
    Reached,
    /// It would need more parts than [`DecomposeSettings::max_parts`] or [`MAX_PIECES`](super::MAX_PIECES), or a piece is so small
    /// that no plane cuts it.
    PartLimit,
    /// It would need more vertices than [`DecomposeSettings::max_vertices`].
    VertexLimit,
    /// It would need more work than [`DecomposeSettings::budget`].
    Budget,
    /// The callback cancelled it.
    Cancelled,
}

/// Progress of a decomposition, for a callback.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct DecomposeProgress {
    /// Parts so far: their number grows during cutting and falls during merging.
    pub parts: usize,
    /// Bound on the concavity of the worst part, in the unit of [`DecomposeSettings::concavity`]. Merging starts once this is at most the
    /// requested concavity.
    pub concavity: f64,
}

/// Error of a decomposition.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum DecomposeError {
    /// The mesh is empty.
    Mesh(MeshError),
    /// A coordinate is above [`LIMIT`](crate::Real::LIMIT).
    TooLarge {
        /// The first such point.
        point: usize,
    },
    /// The surface has no inside: some edges have different numbers of polygons in the two directions.
    Open {
        /// Edges with one polygon only.
        dangling: usize,
        /// Non-manifold edges that do not close, counted once for each polygon.
        crowded: usize,
    },
    /// The surface is closed but encloses nothing: a sheet with two sides.
    NoVolume,
    /// A setting is invalid.
    BadSetting {
        /// Its name.
        what: &'static str,
        /// Its value.
        value: f64,
    },
}

impl fmt::Display for DecomposeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Mesh(error) => write!(f, "{error}"),
            Self::TooLarge { point } => {
                write!(f, "point {point} has a coordinate that is too large for its type")
            }
            Self::Open { dangling, crowded } => write!(
                f,
                "the surface is not closed, so it has no inside: {dangling} edges have one polygon only, and {crowded} sides of \
                 polygons meet others that do not bound a solid with them; close its holes first"
            ),
            Self::NoVolume => {
                write!(
                    f,
                    "the surface encloses no volume: it is a sheet with two sides; give it a thickness first"
                )
            }
            Self::BadSetting { what: "concavity", value } => {
                write!(f, "concavity is {value} but must be finite and above 0")
            }
            Self::BadSetting { what, value } => {
                let least = if what == "max_vertices" { 4 } else { 1 };
                write!(f, "{what} is {value} but must be at least {least}")
            }
        }
    }
}

impl core::error::Error for DecomposeError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        if let Self::Mesh(error) = self { Some(error) } else { None }
    }
}

impl From<MeshError> for DecomposeError {
    fn from(error: MeshError) -> Self {
        Self::Mesh(error)
    }
}

/// The caller's callback and its progress report, and the remaining work. After a no, it is not called again.
pub(super) struct Watch<'a> {
    progress: &'a mut dyn FnMut(DecomposeProgress) -> ControlFlow<()>,
    now: DecomposeProgress,
    cancelled: bool,
    /// Steps left: see [`DecomposeSettings::budget`](super::DecomposeSettings::budget).
    left: u64,
}

impl<'a> Watch<'a> {
    pub(super) fn new(
        progress: &'a mut dyn FnMut(DecomposeProgress) -> ControlFlow<()>,
        budget: u64,
    ) -> Self {
        // The concavity of the whole is not known yet.
        let now = DecomposeProgress { parts: 1, concavity: f64::INFINITY };
        Self { progress, now, cancelled: false, left: budget }
    }

    /// Charges steps that are done, or about to be.
    pub(super) fn charge(&mut self, steps: usize) {
        self.left = self.left.saturating_sub(steps as u64);
    }

    /// Adds steps for work that must be done in any case.
    pub(super) fn grant(&mut self, steps: u64) {
        self.left = self.left.saturating_add(steps);
    }

    /// Reports progress. Returns whether to continue.
    pub(super) fn tell(&mut self, parts: usize, concavity: f64) -> bool {
        self.now = DecomposeProgress { parts, concavity };
        self.go_on()
    }

    /// Whether to continue: polled regularly, so that a cancellation takes effect soon.
    pub(super) fn go_on(&mut self) -> bool {
        self.cancelled = self.cancelled || (self.progress)(self.now).is_break();
        !self.stopped()
    }

    /// Whether the caller cancelled, or the budget is spent.
    pub(super) fn stopped(&self) -> bool {
        self.cancelled || self.left == 0
    }

    /// Whether the caller cancelled.
    pub(super) fn cancelled(&self) -> bool {
        self.cancelled
    }
}
