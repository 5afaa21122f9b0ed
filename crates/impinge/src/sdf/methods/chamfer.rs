//! The chamfer distance transform: distances from the shell, along steps from node to node.
//!
//! **Paper.** Borgefors, *Distance transformations in arbitrary dimensions* (1984), and *On digital distance transforms in three
//! dimensions* (1996): two passes with a mask of 5 × 5 × 5 nodes. Steps have their Euclidean lengths, so that no sum is too short.
//!
//! **Guarantee.** The sum is too long by a ratio of at most [`RATIO`]. The mask has a step along each of (1,0,0), (1,1,0), (1,1,1),
//! (2,1,0), (2,1,1), (2,2,1) and their permutations and signs. The cones of (100, 210, 211), (210, 110, 211), (110, 221, 211) and (211,
//! 221, 111) fill the sixth of an octant with 0 <= z <= y <= x, and each has determinant ±1: every vector from node to node is an integer
//! combination of the three steps of one cone, in any order, and in none of these orders does the path leave the box around its ends. So
//! steps that go forward can come first, and two passes find a sum at least as short. In a cone the sum is g · (x, y, z), with the g that
//! gives the lengths of its three steps, and so at most |g| times the Euclidean length. The largest |g| is that of the first cone.
//!
//! With the bounds that the shell proves (`shell.rs`) this gives an interval for each distance; the value is its middle, the error half
//! its width.
//!
//! **Cost.** 49 sums for each node and pass, 4 bytes for each node. **Failure.** None.

use alloc::vec::Vec;

use super::field::{Field, Told, Way};
use super::lattice::{Lattice, Surface};
use super::shell::{Shell, at_least, is_near, shell};
use crate::math::{Each, Real, sort_by};
use crate::sdf::settings::MapError;

/// Largest ratio of a sum of steps to the distance: |(1, √5 - 2, √6 - √5)|, rounded up.
pub(super) const RATIO: f64 = 1.049_42;

/// The steps up to permutations and signs.
const STEPS: [[isize; 3]; 6] = [[1, 0, 0], [1, 1, 0], [1, 1, 1], [2, 1, 0], [2, 1, 1], [2, 2, 1]];

/// Half of the mask: from nodes visited earlier to this one.
pub(super) struct Step {
    pub(super) by: [isize; 3],
    pub(super) length: f32,
}

/// The chamfer method.
pub(super) const CHAMFER: Way = Way { run: chamfer, per_node: 12, phases: 3 };

/// The distances from the surface, by steps from the shell.
fn chamfer(
    surface: &Surface,
    lattice: &Lattice,
    reach: f64,
    told: &mut Told<'_, '_>,
) -> Result<Field, MapError> {
    let Shell { values: mut sums, triangles } = shell(surface, lattice, told)?;
    two_passes(&mut sums, lattice, told)?;
    let mut errors = Vec::with_capacity(sums.len());
    for (value, triangle) in sums.iter_mut().zip(&triangles) {
        let sum = f64::from(*value);
        if is_near(*triangle) || sum > RATIO * reach {
            errors.push(0.0);
            continue;
        }
        let [low, high] = interval(sum);
        *value = ((low + high) / 2.0) as f32;
        errors.push(((high - low) / 2.0) as f32);
    }
    Ok(Field { values: sums, errors, rounding: surface.slack })
}

/// The interval that a sum of steps proves for a distance outside of the shell.
pub(super) fn interval(sum: f64) -> [f64; 2] {
    // At most `sum` steps of length 1 or more, each rounded twice.
    let rounding = sum * sum * f64::from(f32::EPSILON);
    [at_least(sum - rounding, RATIO), sum + rounding]
}

/// Replaces each value by the smallest sum of a value and steps from there, in place.
pub(super) fn two_passes(
    sums: &mut [f32],
    lattice: &Lattice,
    told: &mut Told<'_, '_>,
) -> Result<(), MapError> {
    both_ways(sums.len(), lattice, told, |index, mask| {
        let mut best = sums[index];
        mask.each(index, |from, length| best = Real::min(sums[from] + length, best));
        sums[index] = best;
    })
}

/// Calls `visit` with each node: forward with one half of the mask, then backward with the other.
pub(super) fn both_ways(
    count: usize,
    lattice: &Lattice,
    told: &mut Told<'_, '_>,
    mut visit: impl FnMut(usize, &Mask<'_>),
) -> Result<(), MapError> {
    let half = half_mask();
    let layer = lattice.counts[0] * lattice.counts[1];
    for forward in [true, false] {
        told.next();
        let mask = Mask::new(&half, lattice, forward);
        for at in 0..count {
            if at % layer == 0 {
                told.tell(at, count)?;
            }
            visit(if forward { at } else { count - 1 - at }, &mask);
        }
    }
    Ok(())
}

/// The half of the mask that leads from earlier nodes, by length.
fn half_mask() -> Vec<Step> {
    let mut steps = Vec::new();
    for z in -2..=2_isize {
        for y in -2..=2_isize {
            for x in -2..=2_isize {
                let mut sizes = [x.abs(), y.abs(), z.abs()];
                sort_by(&mut sizes, |a, b| b.cmp(a));
                // Later nodes come before this one in the other pass.
                if STEPS.contains(&sizes) && (z, y, x) > (0, 0, 0) {
                    let length = Real::sqrt((x * x + y * y + z * z) as f64) as f32;
                    steps.push(Step { by: [x, y, z], length });
                }
            }
        }
    }
    steps
}

/// Half of a mask in an array.
pub(super) struct Mask<'a> {
    steps: &'a [Step],
    /// Index offset of each step in the array.
    offsets: Vec<isize>,
    lattice: &'a Lattice,
    sign: isize,
}

impl<'a> Mask<'a> {
    pub(super) fn new(steps: &'a [Step], lattice: &'a Lattice, forward: bool) -> Self {
        let [nx, ny, _] = lattice.counts.each(|n| n as isize);
        let sign = if forward { 1 } else { -1 };
        let offsets = steps.iter().map(|s| sign * ((s.by[2] * ny + s.by[1]) * nx + s.by[0])).collect();
        Self { steps, offsets, lattice, sign }
    }

    /// Calls `call` with the nodes from which steps lead to this one, and the lengths of the steps.
    #[inline]
    pub(super) fn each(&self, index: usize, mut call: impl FnMut(usize, f32)) {
        let node = self.lattice.node(index).each(|i| i as isize);
        let counts = self.lattice.counts.each(|n| n as isize);
        let is_deep = (0..3).all(|k| node[k] >= 2 && node[k] < counts[k] - 2);
        for (step, offset) in self.steps.iter().zip(&self.offsets) {
            let inside = |k: usize| (0..counts[k]).contains(&(node[k] - self.sign * step.by[k]));
            if is_deep || (0..3).all(inside) {
                call((index as isize - offset) as usize, step.length);
            }
        }
    }
}
