//! Working memory of all motions, and the bodies near a region.

use alloc::vec::Vec;

use super::error::MotionError;
use super::obstacles::{Region, Standing};
use super::overlap::Overlap;
use super::sweep::sides::SideCache;
use super::sweep::stage::Stage;
use super::sweep::still::Pair;
use crate::math::Real;
use crate::math::Vec3;
use crate::math::walls::Wall;
use crate::mesh::polygon::PlacedMesh;
use crate::sliding::planes::Planes;

/// Moves bodies until something is in the way, and keeps its memory from motion to motion. Use one for each thread; meshes are
/// shared.
#[derive(Clone, Debug, Default)]
pub struct Mover {
    pub(super) stage: Stage,
    pub(super) list: Vec<Pair>,
    pub(super) sides: SideCache,
    /// For a slide: planes touched, planes touched one step higher, and planes that stopped it.
    pub(super) planes: [Planes; 3],
    pub(super) overlap: Overlap,
    pub(super) walls: Vec<Wall<Vec3<f64>>>,
    /// Numbers of the bodies near a path.
    pub(super) near: Vec<u32>,
}

impl Mover {
    /// Creates a mover with empty memory.
    pub fn new() -> Self {
        Self::default()
    }

    /// Calls `visit` with every body that may be near a region, in ascending order of their numbers, until one is rejected.
    pub(super) fn each_near<T: Real>(
        &mut self,
        standing: &dyn Standing<T>,
        region: &Region,
        mut visit: impl FnMut(&mut Self, u32, &PlacedMesh<'_, T>) -> Result<(), MotionError>,
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
