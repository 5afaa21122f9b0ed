//! Result of casting a ray against a shape, by whichever method.

use crate::math::Vector;
use crate::observe::Status;
use crate::shape::Id;

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
