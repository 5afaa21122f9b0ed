//! The generalized winding number of an open mesh, and the regions in which it determines the side of a point without doubt.
//!
//! The winding number w of a surface about a point is the sum of the solid angles of its triangles, 1 for the full sphere (Jacobson,
//! Kavan and Sorkine-Hornung 2013). A point counts as inside if |w| >= 1/2. Through the surface w jumps by whole numbers, where the
//! distance is 0; but in a hole it passes through 1/2 where the distance is not 0: there the signed distance has a jump too, and
//! interpolation between two nodes is meaningless. So such cells are detected, and a look-up in them reports it.
//!
//! # How
//! The surface and the [caps](super::caps) over its border, flipped, are closed: their winding number about a point is an integer, which
//! a ray counts by exact signs. The rest of w is the angles of the caps. All except the near ones are so small that a bound is enough,
//! and the sign is known; if it is not, more of them are evaluated.
//!
//! In a ball, w stays away from 1/2 modulo integers if at its middle its distance from 1/2 is larger than its change up to the border of
//! the ball: then the sign changes only at the surface.

use alloc::vec::Vec;

use super::caps::{AROUND, Cap, ROUNDED, solid_angle};
use crate::math::{Real, Vec3};
use crate::mesh::TriangleMesh;

/// Thresholds: angles that may be larger, as fractions of 4π, are evaluated, and others bounded: first none is, then those of near caps,
/// then all.
const WORKED_OUT: [f64; 3] = [f64::INFINITY, 1.0 / 64.0, 0.0];

/// An open surface.
pub(super) struct Open<'a, T: Real> {
    mesh: &'a TriangleMesh<T>,
    caps: Vec<Cap>,
    /// Number of triangles of all caps.
    count: usize,
}

/// Angles of the caps, as fractions of 4π.
struct Angles {
    /// Sum of those that are evaluated, seen from the middle of a ball.
    sum: f64,
    /// Bound on its change in the ball.
    change: f64,
    /// Bound on the angle under which a point of the ball sees the others.
    others: f64,
}

impl<'a, T: Real> Open<'a, T> {
    pub(super) fn new(mesh: &'a TriangleMesh<T>) -> Self {
        let caps = Cap::all(mesh);
        Self { mesh, count: caps.iter().map(Cap::len).sum(), caps }
    }

    /// Whether a point is inside.
    pub(super) fn is_inside(&self, p: Vec3<f64>) -> bool {
        if self.count < self.mesh.len() {
            let whole = self.whole(p);
            for least in WORKED_OUT {
                let Some(angles) = self.angles(p, 0.0, least) else { break };
                let around = (whole + angles.sum).abs();
                if (around - 0.5).abs() > angles.others {
                    return around > 0.5;
                }
            }
        }
        let all = (0..self.mesh.len() as u32).map(|t| solid_angle(self.mesh.corners(t), p));
        all.sum::<f64>().abs() >= 0.5 * AROUND
    }

    /// Winding number of the surface and the caps, flipped, about a point. All of them are in the box of the mesh.
    fn whole(&self, p: Vec3<f64>) -> f64 {
        if !self.mesh.wide_bounds().contains(p) {
            return 0.0;
        }
        f64::from(self.mesh.winding(p) - self.caps.iter().map(|cap| cap.crossings(p)).sum::<i32>())
    }

    /// The angles of the caps in a ball: those that may be larger than `least` are evaluated. `None` if one has no value at its middle,
    /// or changes by 1/2 or more.
    fn angles(&self, middle: Vec3<f64>, radius: f64, least: f64) -> Option<Angles> {
        let mut angles = Angles { sum: 0.0, change: 0.0, others: 0.0 };
        for cap in &self.caps {
            let most = cap.most(middle, radius);
            if most <= least {
                angles.others += most;
                continue;
            }
            if radius > 0.0 {
                angles.change += cap.change(middle, radius);
                if angles.change >= 0.5 {
                    return None;
                }
            }
            angles.sum += cap.angle(middle)?;
        }
        Some(angles)
    }

    /// Whether the sign in a ball changes only at the surface.
    pub(super) fn is_sure(&self, middle: Vec3<f64>, radius: f64) -> bool {
        for least in WORKED_OUT {
            let Some(angles) = self.angles(middle, radius, least) else { return false };
            // From 0 to 1, without `floor`: that needs the standard library.
            let part = (angles.sum - angles.sum as i64 as f64).abs();
            let margin = (part - 0.5).abs() - angles.change - ROUNDED;
            if margin > angles.others {
                return true;
            }
            // The others add no more than this.
            if margin + angles.others <= 0.0 {
                return false;
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A grid of 6 × 6 × 6 boxes' faces: a box of squares with some left out, so that the border has several parts.
    fn open_box(left_out: impl Fn(usize) -> bool) -> TriangleMesh<f64> {
        const N: usize = 6;
        let (mut points, mut faces) = (Vec::new(), Vec::new());
        let mut square = 0;
        for axis in 0..3 {
            for end in 0..2 {
                for (u, v) in (0..N * N).map(|i| (i % N, i / N)) {
                    square += 1;
                    if left_out(square) {
                        continue;
                    }
                    let first = points.len() as u32;
                    for (du, dv) in [(0, 0), (1, 0), (1, 1), (0, 1)] {
                        let mut p = [0.0; 3];
                        p[axis] = (end * N) as f64;
                        p[(axis + 1) % 3] = (u + du) as f64;
                        p[(axis + 2) % 3] = (v + dv) as f64;
                        points.push(p);
                    }
                    let [a, b, c, d] = core::array::from_fn(|i| first + i as u32);
                    faces.extend(if end == 1 { [[a, b, c], [a, c, d]] } else { [[a, c, b], [a, d, c]] });
                }
            }
        }
        let (mesh, _) = TriangleMesh::new(&points, &faces).unwrap();
        mesh
    }

    /// Checks that the border and a ray give the sum over all triangles, on both sides of the cone and beyond the box.
    #[test]
    fn the_border_gives_the_sum_of_all() {
        let (mut by_border, mut bounded) = (0, 0);
        for seed in 0..4_usize {
            let mesh = open_box(|square| square * (seed + 3) % 11 == 0);
            let open = Open::new(&mesh);
            assert!(open.count > 0 && open.count < mesh.len());
            let mut state = seed as u32;
            let mut draw = || {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                f64::from(state >> 8) / f64::from(1 << 24) * 8.0 - 1.0
            };
            for i in 0..500 {
                // One in five on planes of the squares, where rays pass through sides and corners.
                let p = Vec3::new(draw(), draw(), draw());
                let p = if i % 5 == 0 { Vec3::new(p.x as i64 as f64, p.y as i64 as f64, p.z) } else { p };
                if [p.x, p.y].iter().any(|&x| x == 0.0 || x == 6.0) {
                    continue; // It has no value on the surface.
                }
                let sum: f64 = (0..mesh.len() as u32).map(|t| solid_angle(mesh.corners(t), p)).sum();
                let sum = sum / AROUND;
                if (sum.abs() - 0.5).abs() > ROUNDED {
                    assert_eq!(open.is_inside(p), sum.abs() > 0.5, "{p:?}");
                }
                let Some(angles) = open.angles(p, 0.0, 0.0) else { continue };
                let found = open.whole(p) + angles.sum;
                assert!((found - sum).abs() < ROUNDED, "{p:?}: {found}, not {sum}");
                // Regardless of which angles are evaluated, the others are within their bound.
                for least in WORKED_OUT {
                    let some = open.angles(p, 0.0, least).unwrap();
                    assert!((some.sum - angles.sum).abs() <= some.others + ROUNDED);
                    bounded += usize::from(some.others > 0.0 && some.others < 0.5);
                }
                by_border += 1;
            }
        }
        assert!(by_border > 1700 && bounded > 100, "{by_border} {bounded}");
    }
}
