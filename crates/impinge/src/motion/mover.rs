//! Working memory of all motions.

use alloc::vec::Vec;

use super::overlap::Overlap;
use super::planes::Planes;
use super::sweep::sides::SideCache;
use super::sweep::stage::Stage;
use super::sweep::still::Pair;
use crate::math::Vec3;
use crate::math::walls::Wall;

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
}
