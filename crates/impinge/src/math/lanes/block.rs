//! Conversion of vectors into a block and out of it.

use super::Block;
use crate::math::Vec3;

impl<T: Copy> Block<T> {
    /// A block of eight vectors and their tags.
    pub fn from_fn(f: impl Fn(usize) -> (Vec3<T>, u32)) -> Self {
        let get = |part: fn(Vec3<T>) -> T| core::array::from_fn(|i| part(f(i).0));
        Self { x: get(|v| v.x), y: get(|v| v.y), z: get(|v| v.z), tags: core::array::from_fn(|i| f(i).1) }
    }

    /// Vector `lane`.
    #[inline]
    pub fn get(&self, lane: usize) -> Vec3<T> {
        Vec3 { x: self.x[lane], y: self.y[lane], z: self.z[lane] }
    }
}
