//! The loops on plain arrays, for processors without SSE2.

use super::{Block, Lanes, arrays};

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
        }
    };
}
lanes!(f32);
lanes!(f64);
