//! The inner loops of the library, which keeps them to itself: its very file, so that all rivals scan alike.

use impinge::Vec3;

/// Vectors in a block.
pub const LANES: usize = 8;

/// Eight vectors, by coordinate, and a number for each. As in the library.
#[derive(Clone, Copy)]
#[repr(C, align(32))]
pub struct Block<T> {
    pub x: [T; LANES],
    pub y: [T; LANES],
    pub z: [T; LANES],
    pub tags: [u32; LANES],
}

impl<T: Copy> Block<T> {
    /// From eight vectors and their numbers.
    pub fn from_fn(f: impl Fn(usize) -> (Vec3<T>, u32)) -> Self {
        let get = |part: fn(Vec3<T>) -> T| std::array::from_fn(|i| part(f(i).0));
        Self { x: get(|v| v.x), y: get(|v| v.y), z: get(|v| v.z), tags: std::array::from_fn(|i| f(i).1) }
    }

    /// Vector `lane`.
    #[inline]
    pub fn get(&self, lane: usize) -> Vec3<T> {
        Vec3 { x: self.x[lane], y: self.y[lane], z: self.z[lane] }
    }
}

/// The loops, for each precision. Not all are used here.
#[allow(dead_code)]
pub trait Lanes: Sized {
    /// Block and lane of the vector with the largest scalar product with (x, y, z).
    fn farthest(blocks: &[Block<Self>], x: Self, y: Self, z: Self) -> (usize, usize);

    /// Bit `i` tells whether the scalar product of vector `i` with (x, y, z) is below zero.
    fn negative(block: &Block<Self>, x: Self, y: Self, z: Self) -> u8;

    /// For boxes: see the library.
    fn meeting(lows: &[[Self; LANES]], highs: &[[Self; LANES]], at_most: &[Self], at_least: &[Self]) -> u8;
}

#[cfg(target_arch = "x86_64")]
#[allow(dead_code)]
#[path = "../../src/math/lanes/sse2.rs"]
mod sse2;

/// Elsewhere, loops that the compiler may vectorize.
#[cfg(not(target_arch = "x86_64"))]
mod portable {
    use super::{Block, LANES, Lanes};

    macro_rules! lanes {
        ($t:ident) => {
            impl Lanes for $t {
                fn farthest(blocks: &[Block<$t>], x: $t, y: $t, z: $t) -> (usize, usize) {
                    let mut best = [$t::NEG_INFINITY; LANES];
                    let mut found = [0_u32; LANES];
                    for (number, b) in blocks.iter().enumerate() {
                        for i in 0..LANES {
                            let value = b.x[i] * x + b.y[i] * y + b.z[i] * z;
                            found[i] = if value > best[i] { number as u32 } else { found[i] };
                            best[i] = value.max(best[i]);
                        }
                    }
                    let lane = (1..LANES).fold(0, |lane, i| if best[i] > best[lane] { i } else { lane });
                    (found[lane] as usize, lane)
                }

                fn negative(b: &Block<$t>, x: $t, y: $t, z: $t) -> u8 {
                    let below = |i: usize| b.x[i] * x + b.y[i] * y + b.z[i] * z < 0.0;
                    (0..LANES).fold(0, |bits, i| bits | (u8::from(below(i)) << i))
                }

                fn meeting(
                    lows: &[[$t; LANES]],
                    highs: &[[$t; LANES]],
                    at_most: &[$t],
                    at_least: &[$t],
                ) -> u8 {
                    let meets = |i: usize| {
                        let axes = lows.iter().zip(highs).zip(at_most).zip(at_least);
                        axes.into_iter()
                            .all(|(((low, high), most), least)| low[i] <= *most && *least <= high[i])
                    };
                    (0..LANES).fold(0, |bits, i| bits | (u8::from(meets(i)) << i))
                }
            }
        };
    }
    lanes!(f32);
    lanes!(f64);
}
