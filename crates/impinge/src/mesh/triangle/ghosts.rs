//! Which normals of contact a surface allows: at its inner edges and vertices not those of a triangle by itself.
//!
//! A triangle of a mesh, taken by itself, has sharp sides all around, and a body that slides over it is stopped by them, or
//! lifted. The surface has none where its triangles lie side by side. A point of the surface is nearest to a body that lies
//! beyond it along n only if the surface does not rise along n around the point; a contact elsewhere is a ghost.

use super::TriangleMesh;
use crate::math::{Real, Vec3};
use crate::mesh::NONE;

/// A surface that rises along the normal by less than this, as a tangent, counts as level: far less than what a solver notices, and
/// more than what the normals of bodies that touch are off.
pub(crate) const RISE: f64 = 1.0 / 16384.0;

/// A point is on a side or corner of a triangle if it is nearer to it than this part of the triangle's size. Contact points are off
/// by less.
pub(crate) const NEAR: f64 = 1.0 / 4096.0;

/// Triangles around a vertex that are looked at; more meet in hardly any mesh, and the walk ends.
const MOST_AROUND: usize = 256;

impl<T: Real> TriangleMesh<T> {
    /// The unit normal of a triangle; `None` without area.
    pub(crate) fn normal(&self, triangle: u32) -> Option<Vec3<f64>> {
        let [a, b, c] = self.corners(triangle);
        (b - a).cross(c - a).normalized()
    }

    /// Whether the surface rises along `normal` around a point of a triangle, so that no body beyond it touches there.
    pub(crate) fn rises(&self, triangle: u32, point: Vec3<f64>, normal: Vec3<f64>) -> bool {
        let corners = self.corners(triangle);
        let [a, b, c] = corners;
        let size = (b - a).norm().max((c - b).norm()).max((a - c).norm());
        let above = |p: Vec3<f64>| normal.dot(p - point) > RISE * (p - point).norm() + NEAR * RISE * size;
        if corners.into_iter().any(above) {
            return true;
        }
        for k in 0..3 {
            let (from, to) = (corners[k], corners[(k + 1) % 3]);
            if (from - point).norm() <= NEAR * size {
                if self.any_around(triangle, k, &above) {
                    return true;
                }
            } else if on_segment(from, to, point, NEAR * size)
                && self.beyond(triangle, k).is_some_and(|next| self.corners(next).into_iter().any(above))
            {
                return true;
            }
        }
        false
    }

    /// The triangle beyond a side.
    fn beyond(&self, triangle: u32, side: usize) -> Option<u32> {
        let next = self.neighbors[triangle as usize][side];
        (next != NONE).then_some(next)
    }

    /// Whether a corner of a triangle around a corner of this one is above: round one way, and back the other where the surface ends.
    fn any_around(&self, triangle: u32, corner: usize, above: &impl Fn(Vec3<f64>) -> bool) -> bool {
        let vertex = self.triangles[triangle as usize][corner];
        for forward in [true, false] {
            let mut at = triangle;
            for _ in 0..MOST_AROUND {
                let Some(k) = self.triangles[at as usize].iter().position(|&v| v == vertex) else { break };
                // The side that starts at the vertex, or the one that ends there.
                let Some(next) = self.beyond(at, if forward { k } else { (k + 2) % 3 }) else { break };
                if next == triangle {
                    return false; // All around.
                }
                if self.corners(next).into_iter().any(above) {
                    return true;
                }
                at = next;
            }
        }
        false
    }
}

/// Whether a point is within `near` of a segment, beside it.
pub(crate) fn on_segment(from: Vec3<f64>, to: Vec3<f64>, point: Vec3<f64>, near: f64) -> bool {
    let way = to - from;
    let part = way.dot(point - from) / way.norm_squared();
    (0.0..=1.0).contains(&part) && (point - from - way * part).norm() <= near
}
