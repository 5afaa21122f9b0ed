//! SIMD loops over eight vectors or boxes at once: the inner loops that decide what polyhedron queries and the broad phase cost.
//!
//! Vertices and planes are stored in blocks of eight, by coordinate (SoA), so that one instruction works on two (`f64`)
//! or four (`f32`) of them. On x86-64 the loops are written with SSE2 instructions, which every such processor has;
//! elsewhere with arrays that the compiler vectorizes. Both do the same operations in the same order: results are
//! bit-identical.

use super::Vec3;

/// Number of vectors in a block.
pub const LANES: usize = 8;

/// Eight vectors, by coordinate, and a number for each.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[repr(C, align(32))]
pub struct Block<T> {
    /// First components.
    pub x: [T; LANES],
    /// Second components.
    pub y: [T; LANES],
    /// Third components.
    pub z: [T; LANES],
    /// Tags of the vectors: ids of vertices, or what lies behind a plane.
    pub tags: [u32; LANES],
}

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

/// The loops, for each precision.
pub trait Lanes: Sized {
    /// Block and lane of the vector with the largest dot product with (x, y, z). Ties go to the lowest lane, and within
    /// it to the first block. `blocks` must not be empty.
    fn farthest(blocks: &[Block<Self>], x: Self, y: Self, z: Self) -> (usize, usize);

    /// Mask whose bit `i` is set if the dot product of vector `i` with (x, y, z) is negative.
    fn negative(block: &Block<Self>, x: Self, y: Self, z: Self) -> u8;

    /// Mask whose bit `i` is set if interval `i` overlaps the given one along every axis: `lows[axis][i] <=
    /// at_most[axis]` and `at_least[axis] <= highs[axis][i]`. A NaN overlaps nothing. The shortest slice gives the
    /// number of axes.
    fn meeting(lows: &[[Self; LANES]], highs: &[[Self; LANES]], at_most: &[Self], at_least: &[Self]) -> u8;
}

mod eight;
#[cfg(any(test, impinge_portable, not(target_arch = "x86_64")))]
mod portable;
pub use eight::Eight;
#[cfg(any(test, impinge_portable, not(target_arch = "x86_64")))]
mod four;
#[cfg(any(impinge_portable, not(target_arch = "x86_64")))]
pub use four::Four;
#[cfg(all(target_arch = "x86_64", not(impinge_portable)))]
mod four_sse2;
#[cfg(all(target_arch = "x86_64", not(impinge_portable)))]
pub use four_sse2::Four;
#[cfg(any(impinge_portable, not(target_arch = "x86_64")))]
pub use portable::prefetch;
#[cfg(all(target_arch = "x86_64", not(impinge_portable)))]
pub use sse2::prefetch;
#[cfg(all(target_arch = "x86_64", not(impinge_portable)))]
mod sse2;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::Real;

    /// Small integers, so that equal products occur.
    fn numbers<T: Real>(seed: u32) -> impl FnMut() -> T {
        let mut state = seed;
        move || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            T::of(f64::from((state >> 29) as i32 - 4))
        }
    }

    fn check<T: Real>() {
        let mut next = numbers::<T>(7);
        let mut ties = 0;
        for round in 0..2000 {
            let blocks: alloc::vec::Vec<Block<T>> = (0..1 + round % 5)
                .map(|_| {
                    let vectors: [Vec3<T>; LANES] =
                        core::array::from_fn(|_| Vec3::new(next(), next(), next()));
                    Block::from_fn(|i| (vectors[i], i as u32))
                })
                .collect();
            let (x, y, z) = (next(), next(), next());
            let found = T::farthest(&blocks, x, y, z);
            assert_eq!(found, portable::farthest(&blocks, x, y, z));
            assert_eq!(T::negative(&blocks[0], x, y, z), portable::negative(&blocks[0], x, y, z));
            let value = |b: usize, l: usize| {
                let v = blocks[b].get(l);
                v.x * x + v.y * y + v.z * z
            };
            let best = value(found.0, found.1);
            let all = (0..blocks.len() * LANES).map(|i| value(i / LANES, i % LANES));
            assert!(all.clone().all(|v| v <= best));
            ties += usize::from(all.filter(|&v| v == best).count() > 1);
        }
        assert!(ties > 20, "the test must meet equal products, met {ties}");
    }

    fn check_boxes<T: Real>() {
        let mut next = numbers::<T>(11);
        let mut met = 0;
        for round in 0..2000 {
            let lows: [[T; LANES]; 3] = core::array::from_fn(|_| core::array::from_fn(|_| next()));
            let mut highs = lows.map(|row| row.map(|low| low + T::TWO));
            if round % 4 == 0 {
                highs[round % 3][round % LANES] = T::of(f64::NAN);
            }
            let at_least: [T; 3] = core::array::from_fn(|_| next());
            let at_most = at_least.map(|x| x + T::ONE);
            for axes in 1..=3 {
                let found = T::meeting(&lows[..axes], &highs[..axes], &at_most[..axes], &at_least[..axes]);
                let plain =
                    portable::meeting(&lows[..axes], &highs[..axes], &at_most[..axes], &at_least[..axes]);
                assert_eq!(found, plain);
                met += found.count_ones();
            }
        }
        assert!(met > 2000, "the test must meet boxes, met {met}");
    }

    #[test]
    fn agrees_with_plain_arrays() {
        check_boxes::<f32>();
        check_boxes::<f64>();
        check::<f32>();
        check::<f64>();
    }
}
