//! Fitting: the box around some items, oriented along their principal axes or along those of the frame, whichever is smaller; and the flat
//! box around a triangle that faces up, built when a walk reaches it.

use super::{Frame, Items, Node, Turned, WIDE};
use crate::math::{Each, Mat3, Real, Rot3, Vec3, principal_axes};

/// Axes that are decoded from a quaternion in `f32` are orthonormal within a few roundings: a box is too small for them
/// by that fraction of its size.
const AXES_ULPS: f64 = 16.0;

/// The box in a lane of a node.
pub(super) struct Fit {
    center: [f32; 3],
    half: [f32; 3],
    turn: [f32; 4],
}

impl Node {
    /// Sets the box of a lane.
    pub(super) fn set_box(&mut self, lane: usize, fit: &Fit) {
        debug_assert!(lane < WIDE);
        for axis in 0..3 {
            self.center[axis][lane] = fit.center[axis];
            self.half[axis][lane] = fit.half[axis];
        }
        for k in 0..4 {
            self.turn[k][lane] = fit.turn[k];
        }
    }
}

/// The box around items, given by their numbers. `lost` is the error of a point's position in the frame, in its unit.
pub(super) fn fit(
    items: &impl Items,
    numbers: impl Iterator<Item = usize> + Clone,
    frame: &Frame,
    lost: f64,
) -> Fit {
    let place = |p: [f64; 3]| -> [f64; 3] {
        core::array::from_fn(|axis| (p[axis] - frame.origin[axis]) / frame.unit)
    };
    let plain = around(items, numbers.clone(), &place, [0.0, 0.0, 0.0, 1.0], lost);
    let turned = around(items, numbers.clone(), &place, principal(items, numbers, &place), lost);
    if area(&turned.half) < area(&plain.half) { turned } else { plain }
}

fn area(half: &[f32; 3]) -> f32 {
    half[0] * half[1] + half[1] * half[2] + half[2] * half[0]
}

/// The box along the axes of a quaternion.
fn around(
    items: &impl Items,
    numbers: impl Iterator<Item = usize>,
    place: &impl Fn([f64; 3]) -> [f64; 3],
    turn: [f32; 4],
    lost: f64,
) -> Fit {
    let axes: [[f64; 3]; 3] = axes(turn).each(|axis| axis.each(f64::from));
    let (mut low, mut high) = ([f64::INFINITY; 3], [f64::NEG_INFINITY; 3]);
    for number in numbers {
        items.each_point(number, |p| {
            let p = place(p);
            for k in 0..3 {
                let along = (0..3).map(|i| axes[k][i] * p[i]).sum::<f64>();
                low[k] = Real::min(along, low[k]);
                high[k] = Real::max(along, high[k]);
            }
        });
    }
    let middle: [f64; 3] = core::array::from_fn(|k| 0.5 * (low[k] + high[k]));
    let center: [f32; 3] =
        core::array::from_fn(|i| (0..3).map(|k| axes[k][i] * middle[k]).sum::<f64>() as f32);
    // The rounded middle along the axes.
    let at = |k: usize| (0..3).map(|i| axes[k][i] * f64::from(center[i])).sum::<f64>();
    let reach: [f64; 3] = core::array::from_fn(|k| Real::max(high[k] - at(k), at(k) - low[k]));
    let size = reach.iter().sum::<f64>();
    let more = lost + AXES_ULPS * f64::from(f32::EPSILON) * size;
    Fit { center, half: reach.each(|r| rounded_up(r + more)), turn }
}

/// The rotation to the principal axes of items, from the weight and the points of each.
fn principal(
    items: &impl Items,
    numbers: impl Iterator<Item = usize> + Clone,
    place: &impl Fn([f64; 3]) -> [f64; 3],
) -> [f32; 4] {
    const UNTURNED: [f32; 4] = [0.0, 0.0, 0.0, 1.0];
    // About the first point, so that nothing is lost to cancellation if items are far from the middle.
    let mut start: Option<[f64; 3]> = None;
    let (mut sum, mut mean) = (0.0, [0.0; 3]);
    let mut moments = [[0.0; 3]; 3];
    for number in numbers {
        let weight = items.weight(number);
        items.each_point(number, |p| {
            let p = place(p);
            let start = *start.get_or_insert(p);
            sum += weight;
            for i in 0..3 {
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
    for i in 0..3 {
        for j in 0..=i {
            moments[i][j] = moments[i][j] / sum - (mean[i] / sum) * (mean[j] / sum);
            moments[j][i] = moments[i][j];
        }
    }
    let columns = principal_axes(moments);
    let [x, y, z] = columns;
    let z = if x.cross(y).dot(z) < 0.0 { -z } else { z };
    match Rot3::try_from_matrix(Mat3::from_columns(x, y, z)) {
        Ok(turn) => turn.to_xyzw().each(|c| c as f32),
        Err(_) => UNTURNED,
    }
}

/// A quaternion, and the box that it orients.
pub(crate) struct Flat {
    /// Unit quaternion x, y, z, w.
    pub(crate) turn: [f32; 4],
    /// The box.
    pub(crate) turned: Turned,
}

impl Frame {
    /// The box around a triangle whose normal has a positive third coordinate, as thin as the triangle. `lost` is as in
    /// [`Frame::around`].
    #[inline]
    pub(crate) fn flat(&self, corners: [Vec3<f64>; 3], lost: f64) -> Flat {
        let scale = 1.0 / self.unit;
        let [a, b, c] = corners.each(|p| (p - Vec3::from(self.origin)) * scale);
        // The shortest rotation from the third axis to the normal. Any rotation is valid, so if lengths underflow none is applied.
        let n = (b - a).cross(c - a);
        let length = n.norm();
        let w = length + n.z;
        let half = Real::sqrt(n.x * n.x + n.y * n.y + w * w);
        let turn = if half > 0.0 {
            [-n.y / half, n.x / half, 0.0, w / half].each(|x| x as f32)
        } else {
            [0.0, 0.0, 0.0, 1.0]
        };
        let axes32 = axes(turn);
        let axes = axes32.each(|axis| Vec3::from(axis.each(f64::from)));
        let mut middle = Vec3::ZERO;
        let mut ends = [[0.0; 2]; 3];
        for k in 0..3 {
            let [x, y, z] = [a, b, c].each(|p| axes[k].dot(p));
            ends[k] = [x.min(y).min(z), x.max(y).max(z)];
            middle += axes[k] * (0.5 * (ends[k][0] + ends[k][1]));
        }
        let center = middle.to_array().each(|x| x as f32);
        let rounded = Vec3::from(center.each(f64::from));
        let reach: [f64; 3] = core::array::from_fn(|k| {
            let at = axes[k].dot(rounded);
            Real::max(ends[k][1] - at, at - ends[k][0])
        });
        let more = lost + AXES_ULPS * f64::from(f32::EPSILON) * (reach[0] + reach[1] + reach[2]);
        let turned = Turned { center, half: reach.each(|r| rounded_up(r + more)), axes: axes32 };
        Flat { turn, turned }
    }
}

/// The axes of a frame that is rotated by a quaternion.
#[inline]
pub(super) fn axes([x, y, z, w]: [f32; 4]) -> [[f32; 3]; 3] {
    [
        [1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y + z * w), 2.0 * (x * z - y * w)],
        [2.0 * (x * y - z * w), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z + x * w)],
        [2.0 * (x * z + y * w), 2.0 * (y * z - x * w), 1.0 - 2.0 * (x * x + y * y)],
    ]
}

/// The smallest `f32` that is not below a number.
#[inline]
pub(super) fn rounded_up(value: f64) -> f32 {
    let near = value as f32;
    if f64::from(near) < value { near.next_up() } else { near }
}
