//! The same loops on plain arrays: the fallback without SSE2, and the reference for the tests of the others.

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
