//! The loops in SSE2. This file and `four_sse2.rs` have the only `unsafe` lines of the library: calls into functions
//! that need SSE2 (which every x86-64 processor has), and register loads and stores.
#![allow(unsafe_code)]

use core::arch::x86_64::*;

use super::{Block, LANES, Lanes};

/// Prefetches the first cache line of a value. Affects only the run time.
#[inline]
pub fn prefetch<T>(value: &T) {
    // SAFETY: the address is that of a value, and a prefetch does not even need that.
    unsafe { _mm_prefetch::<_MM_HINT_T0>(core::ptr::from_ref(value).cast()) }
}

macro_rules! lanes {
    ($t:ident, $register:ident, $wide:literal, $bits:ident, $dot:ident, $farthest:ident, $negative:ident, $meeting:ident;
     $splat:ident $add:ident $mul:ident $max:ident $greater:ident $less:ident $most:ident $equal:ident $and:ident $andnot:ident
     $or:ident $mask:ident; load $load:ident; increment $increment:expr; across $across:expr) => {
        impl Lanes for $t {
            #[inline]
            fn farthest(blocks: &[Block<$t>], x: $t, y: $t, z: $t) -> (usize, usize) {
                // SAFETY: every x86-64 processor has SSE2.
                unsafe { $farthest(blocks, x, y, z) }
            }

            #[inline]
            fn negative(block: &Block<$t>, x: $t, y: $t, z: $t) -> u8 {
                // SAFETY: every x86-64 processor has SSE2.
                unsafe { $negative(block, x, y, z) }
            }

            #[inline]
            fn meeting(lows: &[[$t; LANES]], highs: &[[$t; LANES]], at_most: &[$t], at_least: &[$t]) -> u8 {
                // SAFETY: every x86-64 processor has SSE2.
                unsafe { $meeting(lows, highs, at_most, at_least) }
            }
        }

        /// Dot products of the vectors in register `part` of the block.
        #[inline]
        #[target_feature(enable = "sse2")]
        fn $dot(block: &Block<$t>, part: usize, [x, y, z]: [$register; 3]) -> $register {
            let load = |component: &[$t; LANES]| {
                let lanes = &component[part * $wide..(part + 1) * $wide];
                // SAFETY: the slice holds as many numbers as a register.
                unsafe { $load(lanes.as_ptr()) }
            };
            $add($add($mul(load(&block.x), x), $mul(load(&block.y), y)), $mul(load(&block.z), z))
        }

        #[inline]
        #[target_feature(enable = "sse2")]
        fn $farthest(blocks: &[Block<$t>], x: $t, y: $t, z: $t) -> (usize, usize) {
            const PARTS: usize = LANES / $wide;
            let direction = [$splat(x), $splat(y), $splat(z)];
            let mut best = [$splat($t::NEG_INFINITY); PARTS];
            // For each lane, the index of the block that holds its best, as bits.
            let mut found = [$splat(0.0); PARTS];
            let mut number = $splat(0.0);
            for block in blocks {
                for part in 0..PARTS {
                    let value = $dot(block, part, direction);
                    let better = $greater(value, best[part]);
                    best[part] = $max(value, best[part]);
                    found[part] = $or($and(better, number), $andnot(better, found[part]));
                }
                number = $increment(number);
            }
            let mut most = best[0];
            for part in 1..PARTS {
                most = $max(most, best[part]);
            }
            let most = $across(most);
            let mut lanes = 0;
            for part in 0..PARTS {
                lanes |= $mask($equal(best[part], most)) << (part * $wide);
            }
            // If all products are NaN, no lane remains: then lane 0.
            let lane = lanes.trailing_zeros() as usize % LANES;
            // SAFETY: a register consists of its lanes, and any bits are a valid integer.
            let found: [$bits; LANES] = unsafe { core::mem::transmute(found) };
            (found[lane] as usize, lane)
        }

        #[inline]
        #[target_feature(enable = "sse2")]
        fn $negative(block: &Block<$t>, x: $t, y: $t, z: $t) -> u8 {
            let direction = [$splat(x), $splat(y), $splat(z)];
            let mut lanes = 0;
            for part in 0..LANES / $wide {
                lanes |= $mask($less($dot(block, part, direction), $splat(0.0))) << (part * $wide);
            }
            lanes as u8
        }

        #[inline]
        #[target_feature(enable = "sse2")]
        fn $meeting(lows: &[[$t; LANES]], highs: &[[$t; LANES]], at_most: &[$t], at_least: &[$t]) -> u8 {
            const PARTS: usize = LANES / $wide;
            let load = |lanes: &[$t; LANES], part: usize| {
                let lanes = &lanes[part * $wide..(part + 1) * $wide];
                // SAFETY: the slice holds as many numbers as a register.
                unsafe { $load(lanes.as_ptr()) }
            };
            // All ones: 0 <= 0.
            let mut meets = [$most($splat(0.0), $splat(0.0)); PARTS];
            for (((low, high), &most), &least) in lows.iter().zip(highs).zip(at_most).zip(at_least) {
                let (most, least) = ($splat(most), $splat(least));
                for part in 0..PARTS {
                    let below = $most(load(low, part), most);
                    let above = $most(least, load(high, part));
                    meets[part] = $and(meets[part], $and(below, above));
                }
            }
            let mut lanes = 0;
            for part in 0..PARTS {
                lanes |= $mask(meets[part]) << (part * $wide);
            }
            lanes as u8
        }
    };
}

lanes!(f32, __m128, 4, u32, dot_f32, farthest_f32, negative_f32, meeting_f32;
    _mm_set1_ps _mm_add_ps _mm_mul_ps _mm_max_ps _mm_cmpgt_ps _mm_cmplt_ps _mm_cmple_ps _mm_cmpeq_ps _mm_and_ps _mm_andnot_ps
    _mm_or_ps _mm_movemask_ps;
    load _mm_loadu_ps;
    increment |n| _mm_castsi128_ps(_mm_add_epi32(_mm_castps_si128(n), _mm_set1_epi32(1)));
    across |m| {
        let m = _mm_max_ps(m, _mm_shuffle_ps::<0b01_00_11_10>(m, m));
        _mm_max_ps(m, _mm_shuffle_ps::<0b10_11_00_01>(m, m))
    }
);
lanes!(f64, __m128d, 2, u64, dot_f64, farthest_f64, negative_f64, meeting_f64;
    _mm_set1_pd _mm_add_pd _mm_mul_pd _mm_max_pd _mm_cmpgt_pd _mm_cmplt_pd _mm_cmple_pd _mm_cmpeq_pd _mm_and_pd _mm_andnot_pd
    _mm_or_pd _mm_movemask_pd;
    load _mm_loadu_pd;
    increment |n| _mm_castsi128_pd(_mm_add_epi64(_mm_castpd_si128(n), _mm_set1_epi64x(1)));
    across |m| _mm_max_pd(m, _mm_shuffle_pd::<0b01>(m, m))
);
