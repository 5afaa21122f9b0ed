//! The bodies near a region.

use alloc::vec::Vec;

use super::Mover;
use super::error::MotionError;
use super::world::{Region, Standing};
use crate::math::Real;
use crate::mesh::Body;

impl Mover {
    /// Calls `visit` with every body that may be near a region, in ascending order of their numbers, until one is rejected.
    pub(super) fn each_near<T: Real>(
        &mut self,
        standing: &dyn Standing<T>,
        region: &Region,
        mut visit: impl FnMut(&mut Self, u32, &Body<'_, T>) -> Result<(), MotionError>,
    ) -> Result<(), MotionError> {
        let near = self.near(standing, region);
        let mut bodies = near.iter().filter_map(|&number| Some((number, standing.body(number)?)));
        let all = bodies.try_for_each(|(number, body)| visit(self, number, body));
        self.near = near;
        all
    }

    /// The numbers of the bodies that may be near a region, in ascending order. Put the list back as [`Mover::near`], whose memory it
    /// is.
    pub(super) fn near<T: Real>(&mut self, standing: &dyn Standing<T>, region: &Region) -> Vec<u32> {
        let mut near = core::mem::take(&mut self.near);
        near.clear();
        standing.each_near(region, &mut |number| near.push(number));
        near.sort_unstable();
        near.dedup();
        near
    }
}
