//! Reordering of points so that nearby ones are close in memory.
//!
//! Quickhull, merging and assembling walk from a point to its neighbors; in the order of a random cloud nearly every
//! step would miss the cache. The order follows the curve of Morton 1966: the bits of the coordinates, interleaved.

use alloc::vec::Vec;

use crate::math::Vec3;

/// Number of bits of each coordinate that count. Points in the same cell keep their input order.
const BITS: u32 = 10;

/// The points in order, and for each its index in the input.
pub(super) fn ordered(points: &[Vec3<f64>], size: f64) -> (Vec<Vec3<f64>>, Vec<u32>) {
    let low = points.iter().fold(Vec3::splat(f64::INFINITY), |low, &p| low.min(p));
    // Half a cell less than the side, so that the highest point falls in the last cell.
    let cells = f64::from(1_u32 << BITS) - 0.5;
    let scale = if size > 0.0 { cells / (2.0 * size) } else { 0.0 };
    // A float to integer cast saturates, so nothing here can fail.
    let cell = |c: f64| spread(c as u32);
    let mut keys: Vec<u64> = Vec::with_capacity(points.len());
    for (i, &p) in points.iter().enumerate() {
        let p = (p - low) * scale;
        let key = cell(p.x) << 2 | cell(p.y) << 1 | cell(p.z);
        keys.push(u64::from(key) << 32 | i as u64);
    }
    keys.sort_unstable();
    let original: Vec<u32> = keys.iter().map(|&key| key as u32).collect();
    (original.iter().map(|&i| points[i as usize]).collect(), original)
}

/// Inserts two zero bits between each of the lowest ten bits.
fn spread(x: u32) -> u32 {
    let x = x & 0x3ff;
    let x = (x | x << 16) & 0x0300_00ff;
    let x = (x | x << 8) & 0x0300_f00f;
    let x = (x | x << 4) & 0x030c_30c3;
    (x | x << 2) & 0x0924_9249
}
