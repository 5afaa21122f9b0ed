//! The shell: nodes near the surface, with exact distances; and the bounds that they prove for all others.
//!
//! Distance transforms and marching begin here. A triangle gives its distance to the nodes in the slab around it, and the smallest one
//! stays: a node whose smallest distance is within [`RADIUS`] has seen all triangles that are as near, so it is exact.
//!
//! # What the shell proves
//! | symbol | meaning |
//! |---|---|
//! | i, d | a node outside of the shell, and its distance, d > R |
//! | f | the point of the surface nearest to i |
//! | q | the point of the segment f i at distance t from f, t <= R - ρ |
//! | c | the node nearest to q: no farther than ρ = √3/2, half the diagonal of a cell |
//!
//! |c - f| <= t + ρ <= R, so c is in the shell. Among all c with |c - q| <= ρ, the detour |i - c| + |c - f| - d over c is largest if c is
//! seen from i and from f under angles of equal cosine, and there it is
//!
//! E = d (√(1 + ρ²/(t (d - t))) - 1).
//!
//! Let a transform carry values from the shell along steps that are too long by a ratio of at most K, and let u be its value at i. Since
//! d(c) >= t - ρ and d(c) <= |c - f|,
//!
//! u <= K |i - c| + d(c), so d >= |i - c| + d(c) - E >= u/K + (1 - 1/K) (t - ρ) - E.
//!
//! E falls as d grows, so a bound on d that is already known may replace d in it.

use alloc::vec;
use alloc::vec::Vec;

use super::field::Told;
use super::lattice::{Lattice, Surface, grown, plane_of};
use super::scan::{Wall, scan};
use crate::math::{Each, Real, Vec3};
use crate::mesh::nearest_of;
use crate::mesh::polygon::NONE;
use crate::sdf::settings::MapError;

/// R, in spacings. A larger value makes the shell thicker and slower, a smaller one makes its bounds weaker; at least √3, so that no node
/// outside is beside one of the other sign.
pub(super) const RADIUS: f64 = 2.5;

/// ρ: half the diagonal of a cell, in spacings.
const HALF_DIAGONAL: f64 = 0.866_025_403_784_438_7;

/// Triangles processed between two calls of the callback.
const STRETCH: u32 = 4096;

/// Exact distances near the surface.
pub(super) struct Shell {
    /// For each node, its distance in spacings if that is at most [`RADIUS`], or infinity.
    pub(super) values: Vec<f32>,
    /// For each node of the shell, the nearest triangle, or [`NONE`].
    pub(super) triangles: Vec<u32>,
}

/// Finds the shell.
pub(super) fn shell(
    surface: &Surface,
    lattice: &Lattice,
    told: &mut Told<'_, '_>,
) -> Result<Shell, MapError> {
    let mut values = vec![f32::INFINITY; lattice.len()];
    let mut triangles = vec![NONE; lattice.len()];
    for triangle in 0..surface.triangles.len() as u32 {
        if triangle % STRETCH == 0 {
            told.tell(triangle as usize, surface.triangles.len())?;
        }
        let corners = surface.corners(triangle);
        let slab = plane_of(corners)
            .map(|normal| [normal, -normal].each(|n| Wall::behind(corners[0], n).moved(RADIUS)));
        let walls = slab.as_ref().map_or(&[][..], |walls| &walls[..]);
        scan(lattice, grown(&corners, RADIUS), walls, surface.slack, &mut |row| {
            for i in row.nodes {
                let p = Vec3::new(i as f64, row.y, row.z);
                let distance = (nearest_of(corners, p) - p).norm();
                let node = row.start + i;
                if distance <= RADIUS && (distance as f32) < values[node] {
                    values[node] = distance as f32;
                    triangles[node] = triangle;
                }
            }
        });
    }
    Ok(Shell { values, triangles })
}

/// A proven lower bound of the distance of a node outside of the shell at which a transform with the ratio K has the value u.
pub(super) fn at_least(u: f64, ratio: f64) -> f64 {
    let mut known = RADIUS;
    // Each round uses the bound of the last one.
    for _ in 0..2 {
        let t = (known / 2.0).min(RADIUS - HALF_DIAGONAL);
        let near = HALF_DIAGONAL * HALF_DIAGONAL / (t * (known - t));
        let detour = known * (Real::sqrt(1.0 + near) - 1.0);
        known = known.max(u / ratio + (1.0 - 1.0 / ratio) * (t - HALF_DIAGONAL) - detour);
    }
    known
}

/// Whether a node with this nearest triangle is in the shell.
pub(super) fn is_near(triangle: u32) -> bool {
    triangle != NONE
}
