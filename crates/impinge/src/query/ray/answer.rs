//! What is known of a ray and a shape, whichever way it was found.

use crate::math::Vector;
use crate::observe::Status;
use crate::shape::Id;

/// What is known about a line and a shape.
#[derive(Clone, Copy, Debug)]
#[doc(hidden)]
pub enum Answer<W: Vector<Scalar = f64>> {
    /// The ray does not meet it.
    Miss,
    /// The ray begins in it.
    Inside { calls: u32 },
    /// It enters at t within the error; where t is before the start, it begins inside or at the surface.
    Hit(Entry<W>),
}

/// Where a line enters a shape.
#[derive(Clone, Copy, Debug)]
#[doc(hidden)]
pub struct Entry<W: Vector<Scalar = f64>> {
    pub t: f64,
    pub error: f64,
    pub normal: W,
    pub status: Status,
    pub calls: u32,
    /// The points of the portal, as their support calls named them, and their shares of the place; `None` where the place was
    /// found otherwise.
    pub portal: Option<[(Id, f64); 3]>,
}
