//! The loops on plain arrays, for processors without SSE2.

use super::{Block, LANES, Lanes, arrays};

macro_rules! lanes {
    ($t:ident) => {
        impl Lanes for $t {
            #[inline]
            fn farthest(blocks: &[Block<$t>], x: $t, y: $t, z: $t) -> (usize, usize) {
                arrays::farthest(blocks, x, y, z)
            }
            #[inline]
            fn negative(block: &Block<$t>, x: $t, y: $t, z: $t) -> u8 {
                arrays::negative(block, x, y, z)
            }
            #[inline]
            fn meeting(lows: &[[$t; LANES]], highs: &[[$t; LANES]], at_most: &[$t], at_least: &[$t]) -> u8 {
                arrays::meeting(lows, highs, at_most, at_least)
            }
        }
    };
}
lanes!(f32);
lanes!(f64);

/// Prefetches a value into the cache, if there is a way to.
#[inline]
pub fn prefetch<T>(_: &T) {}
