//! The fast marching method: solves |∇u| = 1 outward from the shell, nearest nodes first.
//!
//! **Paper.** Sethian, *A fast marching level set method for monotonically advancing fronts* (1996); second-order differences if two
//! consecutive nodes are known, as in his *Level Set Methods and Fast Marching Methods* (1999), section 8.9.
//!
//! **Guarantee.** The scheme itself proves nothing: its values approximate the distance where that is smooth, and deviate to either side
//! where it is not. So a chamfer transform runs alongside and gives each node an interval (`chamfer.rs`); a value outside is moved to the
//! nearer end, and the error is the distance to the farther end.
//!
//! **Cost.** n log n for n nodes within the reach, 13 bytes for each node of the lattice. **Failure.** None.

use alloc::collections::BinaryHeap;
use alloc::vec::Vec;
use core::cmp::Reverse;

use super::chamfer::{RATIO, interval, two_passes};
use super::field::{Field, Told, Way};
use super::lattice::{Lattice, Surface};
use super::shell::{Shell, is_near, shell};
use crate::math::{Real, sort_by};
use crate::sdf::settings::MapError;

/// Nodes accepted between two calls of the callback.
const STRETCH: usize = 65_536;

/// The fast marching method.
pub(super) const MARCHING: Way = Way { run: marching, per_node: 18, phases: 4 };

/// The distances from the surface, marched outward from the shell.
fn marching(
    surface: &Surface,
    lattice: &Lattice,
    reach: f64,
    told: &mut Told<'_, '_>,
) -> Result<Field, MapError> {
    let Shell { mut values, triangles } = shell(surface, lattice, told)?;
    let mut sums = values.clone();
    two_passes(&mut sums, lattice, told)?;
    let accepted: Vec<bool> = triangles.iter().map(|&t| is_near(t)).collect();
    drop(triangles);
    let known = accepted.clone();
    march(&mut values, accepted, lattice, RATIO * reach, told)?;
    let mut errors = Vec::with_capacity(values.len());
    for (index, value) in values.iter_mut().enumerate() {
        let sum = f64::from(sums[index]);
        if known[index] || sum > RATIO * reach {
            errors.push(0.0);
            continue;
        }
        let [low, high] = interval(sum);
        let marched = if value.is_finite() { f64::from(*value).clamp(low, high) } else { high };
        *value = marched as f32;
        errors.push(Real::max(marched - low, high - marched) as f32);
    }
    Ok(Field { values, errors, rounding: surface.slack })
}

/// Accepts nodes, the smallest value first; each one updates its neighbors.
fn march(
    values: &mut [f32],
    mut accepted: Vec<bool>,
    lattice: &Lattice,
    end: f64,
    told: &mut Told<'_, '_>,
) -> Result<(), MapError> {
    // Values are not negative, so their bits are ordered like the numbers; among equals the first node comes first.
    let mut trial = BinaryHeap::new();
    for index in 0..values.len() {
        if !accepted[index] {
            continue;
        }
        for neighbor in neighbors(lattice, index).into_iter().flatten() {
            if !accepted[neighbor] {
                improve(values, &accepted, lattice, neighbor, &mut trial);
            }
        }
    }
    told.next();
    let mut count = 0;
    while let Some(Reverse((bits, index))) = trial.pop() {
        if accepted[index] || f32::from_bits(bits) > values[index] {
            continue;
        }
        if f64::from(values[index]) > end {
            break;
        }
        accepted[index] = true;
        count += 1;
        if count % STRETCH == 0 {
            told.tell(count, values.len())?;
        }
        for neighbor in neighbors(lattice, index).into_iter().flatten() {
            if !accepted[neighbor] {
                improve(values, &accepted, lattice, neighbor, &mut trial);
            }
        }
    }
    Ok(())
}

/// Gives a node the value that follows from its accepted neighbors, if that is smaller.
fn improve(
    values: &mut [f32],
    accepted: &[bool],
    lattice: &Lattice,
    index: usize,
    trial: &mut BinaryHeap<Reverse<(u32, usize)>>,
) {
    let value = solve(values, accepted, lattice, index) as f32;
    if value < values[index] {
        values[index] = value;
        trial.push(Reverse((value.to_bits(), index)));
    }
}

/// Upwind differences along one axis: `weight (u - base)²` is the square of the derivative, for u above `start`.
#[derive(Clone, Copy)]
struct Upwind {
    start: f64,
    base: f64,
    weight: f64,
}

/// The u with Σ weight (u - base)² = 1, over the axes from which the front comes.
fn solve(values: &[f32], accepted: &[bool], lattice: &Lattice, index: usize) -> f64 {
    let none = Upwind { start: f64::INFINITY, base: f64::INFINITY, weight: 1.0 };
    let mut axes = [none; 3];
    let near = neighbors(lattice, index);
    for (k, axis) in axes.iter_mut().enumerate() {
        let lower = [near[2 * k], near[2 * k + 1]]
            .into_iter()
            .flatten()
            .filter(|&n| accepted[n])
            .min_by(|&a, &b| values[a].total_cmp(&values[b]));
        let Some(first) = lower else { continue };
        let u1 = f64::from(values[first]);
        *axis = Upwind { start: u1, base: u1, weight: 1.0 };
        // The next node in a row, if it is accepted and farther downwind.
        let beyond = neighbors(lattice, first)[2 * k + usize::from(first > index)];
        if let Some(second) = beyond.filter(|&n| accepted[n] && values[n] <= values[first]) {
            let u2 = f64::from(values[second]);
            // (3u - 4 u1 + u2) / 2
            *axis = Upwind { start: u1, base: (4.0 * u1 - u2) / 3.0, weight: 2.25 };
        }
    }
    sort_by(&mut axes, |a, b| a.start.total_cmp(&b.start));
    let mut u = f64::INFINITY;
    let (mut a, mut b, mut c) = (0.0, 0.0, -1.0);
    for axis in axes.into_iter().take_while(|axis| axis.start.is_finite()) {
        if axis.start >= u {
            break;
        }
        // a u² - 2 b u + c = 0
        a += axis.weight;
        b += axis.weight * axis.base;
        c += axis.weight * axis.base * axis.base;
        let under = b * b - a * c;
        if under < 0.0 {
            break;
        }
        u = (b + Real::sqrt(under)) / a;
    }
    u
}

/// The two neighbors of a node along each axis, the lower one first.
fn neighbors(lattice: &Lattice, index: usize) -> [Option<usize>; 6] {
    let node = lattice.node(index);
    let mut found = [None; 6];
    let mut stride = 1;
    for k in 0..3 {
        found[2 * k] = (node[k] > 0).then(|| index - stride);
        found[2 * k + 1] = (node[k] + 1 < lattice.counts[k]).then(|| index + stride);
        stride *= lattice.counts[k];
    }
    found
}
