//! Flat box around a triangle that faces up, built when a walk reaches it.

use super::axes::{axes, rounded_up};
use super::fit::AXES_ULPS;
use super::{Frame, Turned};
use crate::math::{Each, Real, Vec3};

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
