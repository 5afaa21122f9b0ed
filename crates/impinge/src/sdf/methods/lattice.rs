//! A surface and the nodes around it, with the spacing as the unit of length and the first node as the origin.

use alloc::vec::Vec;

use crate::math::{Each, Real, Vec3, Vector};
use crate::mesh::normal_of;

/// Distance beyond a wall at which a node still counts as inside, in spacings: 2^-20, far above rounding and far below anything visible.
/// One node too many costs time, one too few a proof.
pub(super) const SLACK: f64 = 1.0 / 1_048_576.0;

/// Roundings of a wall: a coordinate is translated and divided, and a wall is a sum of three products of such numbers: about a dozen.
const ROUNDINGS: f64 = 64.0;

/// Triangles with a height below this fraction of their longest side are thin: their normal is unreliable.
const THIN: f64 = 1.0 / 65_536.0;

/// Number of nodes along each axis. x runs fastest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Lattice {
    pub(super) counts: [usize; 3],
}

impl Lattice {
    /// Number of nodes.
    pub(super) fn len(&self) -> usize {
        self.counts.iter().product()
    }

    /// Array index of a node.
    #[inline]
    pub(super) fn index(&self, [i, j, k]: [usize; 3]) -> usize {
        (k * self.counts[1] + j) * self.counts[0] + i
    }

    /// The node at an array index.
    #[inline]
    pub(super) fn node(&self, index: usize) -> [usize; 3] {
        let [nx, ny, _] = self.counts;
        [index % nx, index / nx % ny, index / (nx * ny)]
    }

    /// The coordinates of the node at an array index.
    #[inline]
    pub(super) fn point(&self, index: usize) -> Vec3<f64> {
        let [x, y, z] = self.node(index).each(|i| i as f64);
        Vec3::new(x, y, z)
    }

    /// The largest number of nodes along an axis.
    pub(super) fn longest(&self) -> f64 {
        self.counts.into_iter().max().unwrap_or(0) as f64
    }
}

/// Triangles in the frame of a lattice.
pub(super) struct Surface {
    pub(super) vertices: Vec<Vec3<f64>>,
    pub(super) triangles: Vec<[u32; 3]>,
    /// Distance beyond a wall at which a node still counts: [`SLACK`], or more if coordinates are large.
    pub(super) slack: f64,
}

impl Surface {
    /// Vertices and triangles, translated so that the first node is the origin, and divided by the spacing.
    pub(super) fn new(
        vertices: impl Iterator<Item = Vec3<f64>>,
        triangles: impl Iterator<Item = [u32; 3]>,
        origin: Vec3<f64>,
        spacing: f64,
    ) -> Self {
        let mut size = origin.max_abs();
        let mut moved = Vec::with_capacity(vertices.size_hint().0);
        for vertex in vertices {
            size = size.max(vertex.max_abs());
            moved.push((vertex - origin) * (1.0 / spacing));
        }
        let slack = SLACK + ROUNDINGS * f64::EPSILON * size / spacing;
        Self { vertices: moved, triangles: triangles.collect(), slack }
    }

    pub(super) fn corners(&self, triangle: u32) -> [Vec3<f64>; 3] {
        self.triangles[triangle as usize].each(|v| self.vertices[v as usize])
    }
}

/// The unit normal of a triangle, unless it is thin.
pub(super) fn plane_of(corners: [Vec3<f64>; 3]) -> Option<Vec3<f64>> {
    let [a, b, c] = corners;
    let longest = (b - a).norm_squared().max((c - b).norm_squared()).max((a - c).norm_squared());
    let (normal, squared) = normal_of(corners);
    // Twice the area is the longest side times the height on it.
    (Real::sqrt(squared) > THIN * longest).then(|| normal.normalized()).flatten()
}

/// The box around points, enlarged by a distance.
pub(super) fn grown(points: &[Vec3<f64>], by: f64) -> [Vec3<f64>; 2] {
    let mut low = Vec3::splat(f64::INFINITY);
    let mut high = Vec3::splat(f64::NEG_INFINITY);
    for point in points {
        (low, high) = (Vector::min(low, *point), Vector::max(high, *point));
    }
    [low - Vec3::splat(by), high + Vec3::splat(by)]
}
