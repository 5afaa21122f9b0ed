//! The box around some items, turned along their principal axes or along those of the frame, whichever is smaller.
#![expect(clippy::needless_range_loop, reason = "indices name axes and lanes of several arrays at once")]

use super::axes::{axes, rounded_up};
use super::{Frame, Items, Node, WIDE};
use crate::math::{Mat3, Real, Rot3, Vec3};

/// Sweeps of Jacobi's method. Each squares what is off the diagonal; five leave nothing of it in `f64`.
const SWEEPS: usize = 6;

/// Axes that are decoded from a quaternion in `f32` are unit and at right angles within some roundings: so much of its size is a
/// box too small for them.
pub(super) const AXES_ULPS: f64 = 16.0;

/// The box that a lane of a node holds.
pub(super) struct Fit<const D: usize> {
    center: [f32; D],
    half: [f32; D],
    turn: [f32; 4],
}

impl<const D: usize> Node<D> {
    /// Sets the box of a lane.
    pub(super) fn set_box(&mut self, lane: usize, fit: &Fit<D>) {
        debug_assert!(lane < WIDE);
        for axis in 0..D {
            self.center[axis][lane] = fit.center[axis];
            self.half[axis][lane] = fit.half[axis];
        }
        for k in 0..4 {
            self.turn[k][lane] = fit.turn[k];
        }
    }
}

/// The box around items, given by their numbers. `lost` is how far a point may be from where it is found in the frame, in its unit.
pub(super) fn fit<const D: usize>(
    items: &impl Items<D>,
    numbers: impl Iterator<Item = usize> + Clone,
    frame: &Frame<D>,
    lost: f64,
) -> Fit<D> {
    let place = |p: [f64; D]| -> [f64; D] {
        core::array::from_fn(|axis| (p[axis] - frame.origin[axis]) / frame.unit)
    };
    let plain = around(items, numbers.clone(), &place, [0.0, 0.0, 0.0, 1.0], lost);
    let turned = around(items, numbers.clone(), &place, principal(items, numbers, &place), lost);
    if area(&turned.half) < area(&plain.half) { turned } else { plain }
}

fn area<const D: usize>(half: &[f32; D]) -> f32 {
    if D == 2 { half[0] + half[1] } else { half[0] * half[1] + half[1] * half[2] + half[2] * half[0] }
}

/// The box along the axes of a quaternion.
fn around<const D: usize>(
    items: &impl Items<D>,
    numbers: impl Iterator<Item = usize>,
    place: &impl Fn([f64; D]) -> [f64; D],
    turn: [f32; 4],
    lost: f64,
) -> Fit<D> {
    let axes: [[f64; D]; D] = axes::<D>(turn).map(|axis| axis.map(f64::from));
    let (mut low, mut high) = ([f64::INFINITY; D], [f64::NEG_INFINITY; D]);
    for number in numbers {
        items.each_point(number, |p| {
            let p = place(p);
            for k in 0..D {
                let along = (0..D).map(|i| axes[k][i] * p[i]).sum::<f64>();
                low[k] = Real::min(along, low[k]);
                high[k] = Real::max(along, high[k]);
            }
        });
    }
    let middle: [f64; D] = core::array::from_fn(|k| 0.5 * (low[k] + high[k]));
    let center: [f32; D] =
        core::array::from_fn(|i| (0..D).map(|k| axes[k][i] * middle[k]).sum::<f64>() as f32);
    // Where the rounded middle is along the axes.
    let at = |k: usize| (0..D).map(|i| axes[k][i] * f64::from(center[i])).sum::<f64>();
    let reach: [f64; D] = core::array::from_fn(|k| Real::max(high[k] - at(k), at(k) - low[k]));
    let size = reach.iter().sum::<f64>();
    let more = lost + AXES_ULPS * f64::from(f32::EPSILON) * size;
    Fit { center, half: reach.map(|r| rounded_up(r + more)), turn }
}

/// The rotation to the principal axes of items, by the weight of each and where its points are.
fn principal<const D: usize>(
    items: &impl Items<D>,
    numbers: impl Iterator<Item = usize> + Clone,
    place: &impl Fn([f64; D]) -> [f64; D],
) -> [f32; 4] {
    const UNTURNED: [f32; 4] = [0.0, 0.0, 0.0, 1.0];
    // About the first point, so that nothing is lost to cancellation where items are far from the middle.
    let mut start: Option<[f64; D]> = None;
    let (mut sum, mut mean) = (0.0, [0.0; 3]);
    let mut moments = [[0.0; 3]; 3];
    for number in numbers {
        let weight = items.weight(number);
        items.each_point(number, |p| {
            let p = place(p);
            let start = *start.get_or_insert(p);
            sum += weight;
            for i in 0..D {
                let x = p[i] - start[i];
                mean[i] += weight * x;
                for j in 0..=i {
                    moments[i][j] += weight * x * (p[j] - start[j]);
                }
            }
        });
    }
    if sum == 0.0 || sum.is_nan() {
        return UNTURNED;
    }
    for i in 0..D {
        for j in 0..=i {
            moments[i][j] = moments[i][j] / sum - (mean[i] / sum) * (mean[j] / sum);
            moments[j][i] = moments[i][j];
        }
    }
    let columns = principal_axes(moments, D);
    let [x, y, z] = columns;
    let z = if x.cross(y).dot(z) < 0.0 { -z } else { z };
    match Rot3::try_from_matrix(Mat3::from_columns(x, y, z)) {
        Ok(turn) => turn.to_xyzw().map(|c| c as f32),
        Err(_) => UNTURNED,
    }
}

/// The axes along which a symmetric matrix is diagonal, by Jacobi's method.
fn principal_axes(mut m: [[f64; 3]; 3], dim: usize) -> [Vec3<f64>; 3] {
    let mut axes = [Vec3::axis(0), Vec3::axis(1), Vec3::axis(2)];
    for _ in 0..SWEEPS {
        for p in 0..dim {
            for q in p + 1..dim {
                if m[p][q] == 0.0 {
                    continue;
                }
                let half = (m[q][q] - m[p][p]) / (2.0 * m[p][q]);
                let sign = if half < 0.0 { -1.0 } else { 1.0 };
                let tan = sign / (half.abs() + Real::sqrt(half * half + 1.0));
                let cos = 1.0 / Real::sqrt(tan * tan + 1.0);
                let sin = tan * cos;
                for k in 0..3 {
                    let (a, b) = (m[k][p], m[k][q]);
                    (m[k][p], m[k][q]) = (cos * a - sin * b, sin * a + cos * b);
                }
                for k in 0..3 {
                    let (a, b) = (m[p][k], m[q][k]);
                    (m[p][k], m[q][k]) = (cos * a - sin * b, sin * a + cos * b);
                }
                let (a, b) = (axes[p], axes[q]);
                (axes[p], axes[q]) = (a * cos - b * sin, a * sin + b * cos);
            }
        }
    }
    axes
}
