//! The loops on plain arrays: for processors without SSE2, and the reference for the tests of the others.

#[cfg(any(impinge_portable, not(target_arch = "x86_64")))]
use super::Lanes;
use super::{Block, LANES};
use crate::math::Real;

fn dots<T: Real>(block: &Block<T>, x: T, y: T, z: T) -> [T; LANES] {
    core::array::from_fn(|i| block.x[i] * x + block.y[i] * y + block.z[i] * z)
}

pub fn farthest<T: Real>(blocks: &[Block<T>], x: T, y: T, z: T) -> (usize, usize) {
    let mut best = [-T::INFINITY; LANES];
    let mut found = [0_u32; LANES];
    for (number, block) in blocks.iter().enumerate() {
        let values = dots(block, x, y, z);
        for i in 0..LANES {
            found[i] = if values[i] > best[i] { number as u32 } else { found[i] };
            best[i] = values[i].max(best[i]);
        }
    }
    let lane = (1..LANES).fold(0, |lane, i| if best[i] > best[lane] { i } else { lane });
    (found[lane] as usize, lane)
}

pub fn negative<T: Real>(block: &Block<T>, x: T, y: T, z: T) -> u8 {
    let values = dots(block, x, y, z);
    (0..LANES).fold(0, |bits, i| bits | (u8::from(values[i] < T::ZERO) << i))
}

pub fn meeting<T: Real>(lows: &[[T; LANES]], highs: &[[T; LANES]], at_most: &[T], at_least: &[T]) -> u8 {
    let mut meets = [true; LANES];
    for (((low, high), &most), &least) in lows.iter().zip(highs).zip(at_most).zip(at_least) {
        for i in 0..LANES {
            meets[i] &= (low[i] <= most) & (least <= high[i]);
        }
    }
    (0..LANES).fold(0, |bits, i| bits | (u8::from(meets[i]) << i))
}

#[cfg(any(impinge_portable, not(target_arch = "x86_64")))]
macro_rules! lanes {
    ($t:ident) => {
        impl Lanes for $t {
            #[inline]
            fn farthest(blocks: &[Block<$t>], x: $t, y: $t, z: $t) -> (usize, usize) {
                self::farthest(blocks, x, y, z)
            }
            #[inline]
            fn negative(block: &Block<$t>, x: $t, y: $t, z: $t) -> u8 {
                self::negative(block, x, y, z)
            }
            #[inline]
            fn meeting(lows: &[[$t; LANES]], highs: &[[$t; LANES]], at_most: &[$t], at_least: &[$t]) -> u8 {
                self::meeting(lows, highs, at_most, at_least)
            }
        }
    };
}
#[cfg(any(impinge_portable, not(target_arch = "x86_64")))]
lanes!(f32);
#[cfg(any(impinge_portable, not(target_arch = "x86_64")))]
lanes!(f64);

/// Prefetches a value into the cache, if there is a way to.
#[cfg(any(impinge_portable, not(target_arch = "x86_64")))]
#[inline]
pub fn prefetch<T>(_: &T) {}
