//! The line of a ray in the frame of a core, and the answer about it, by whichever method.

use crate::math::Vector;
use crate::observe::Status;
use crate::shape::Id;

/// The line of a ray in the frame and units of a core: the points `foot` + t `direction`.
#[derive(Clone, Copy, Debug)]
#[doc(hidden)]
pub struct Line<W: Vector<Scalar = f64>> {
    /// The point nearest to the core's origin.
    pub foot: W,
    /// Unit direction.
    pub direction: W,
    /// Parameter t of the ray's origin.
    pub start: f64,
    /// Parameter t beyond which no hit is wanted.
    pub end: f64,
    /// Bound on the distance of a point of this line from the true line, and on the error of a computed point of the
    /// shape.
    pub grain: f64,
    /// The same plus the error of a support value: how much less it may be than that of the farthest point.
    pub rounding: f64,
    /// A ray origin no deeper than this under the surface counts as on it.
    pub skin: f64,
    /// No point of the shape is farther than this from the core's origin.
    pub reach: f64,
}

impl<W: Vector<Scalar = f64>> Line<W> {
    #[inline(always)]
    pub(crate) fn at(&self, t: f64) -> W {
        self.foot + self.direction * t
    }

    /// The same line in the other direction: a place at t is now at −t.
    #[inline]
    pub(super) fn reversed(&self) -> Self {
        Self { direction: -self.direction, start: -self.end, end: -self.start, ..*self }
    }
}

/// Result for a line and a shape.
#[derive(Clone, Copy, Debug)]
#[doc(hidden)]
pub enum Answer<W: Vector<Scalar = f64>> {
    /// The ray misses the shape.
    Miss,
    /// The ray starts inside the shape.
    Inside { calls: u32 },
    /// The line enters at t within the error; if t is before the start, the ray starts inside or at the surface.
    Hit(Entry<W>),
}

/// Entry of a line into a shape.
#[derive(Clone, Copy, Debug)]
#[doc(hidden)]
pub struct Entry<W: Vector<Scalar = f64>> {
    pub t: f64,
    pub error: f64,
    pub normal: W,
    pub status: Status,
    pub calls: u32,
    /// The points of the portal, as identified by their support calls, and their weights at the entry; `None` if the entry was
    /// found by another method.
    pub portal: Option<[(Id, f64); 3]>,
}
