//! Principal axes by Jacobi's method (1846): rotations that each eliminate one off-diagonal entry.
#![expect(clippy::needless_range_loop, reason = "indices name rows and columns at once")]

use super::{Real, Vec3};

/// Number of sweeps. Each squares the off-diagonal entries; in `f64`, five leave nothing of them.
const SWEEPS: usize = 6;

/// Orthonormal axes along which a symmetric matrix is diagonal, in no particular order.
pub(crate) fn principal_axes(mut m: [[f64; 3]; 3]) -> [Vec3<f64>; 3] {
    let mut axes = [Vec3::axis(0), Vec3::axis(1), Vec3::axis(2)];
    for _ in 0..SWEEPS {
        for p in 0..3 {
            for q in p + 1..3 {
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
