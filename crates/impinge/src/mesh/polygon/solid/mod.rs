//! Start in solid: initial overlap of two meshes, and a way out of it.
//!
//! It answers whether two meshes share some volume, with evidence that can be checked, and gives a translation that separates them.
//! Continuous collision detection keeps bodies apart that start apart; this test checks that they do. Use it when a body is placed, not
//! at every step.
//!
//! # Method
//! All tests are for the vertices as posed and rounded in `f64`, and are exact for these. Meshes share volume if
//! 1. an edge of one passes strictly through a polygon of the other, or
//! 2. two polygons lie in one plane, face the same way and overlap, or
//! 3. a point of one is strictly inside the other, which must be closed: a vertex, or the middle of an edge or polygon.
//!
//! # Guarantees
//! - Every overlap reported is real: touching, also of whole faces, is not overlap. Middles of edges and polygons are rounded, so they
//!   count only if they are clear of the surface by more than [`MIDDLE_CLEARANCE`].
//! - Rotation rounds: a body that should just touch may be reported as overlapping by some 10⁻¹⁶ of its coordinates. The way out is as
//!   short.
//! - If surfaces cross anywhere other than along edges and vertices of both, test 1 finds it; if they do not meet, test 3 does. If they
//!   meet in edges and vertices only, middles are samples, and a contrived pair can hide from them.
//! - Open meshes have no inside: for them only surfaces that cross are found. Polygons count regardless of the side they face.
//! - Every way out is tested: after moving by it, the same test finds nothing.
//!
//! # Cost
//! n polygons of the moving mesh, k near pairs of polygons: O(n log m + k), and a winding number for each vertex of one mesh in the box
//! of the other. Allocates: it makes a transformed copy of the moving mesh.

mod out;
mod share;

use super::PlacedMesh;
use crate::math::{Pose, Real, Vec3, built_with_the_crate};

/// Middles within this many ε × the largest coordinate of a surface do not count: a middle is rounded by less than 2, and the distance
/// from a plane by 4.
pub const MIDDLE_CLEARANCE: f64 = 16.0;

/// Evidence that two meshes share volume.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Evidence {
    /// An edge of the moving mesh passes through a polygon of the standing one.
    MovingEdge {
        /// The edge of the moving mesh.
        edge: u32,
        /// The polygon of the standing mesh.
        polygon: u32,
    },
    /// An edge of the standing mesh passes through a polygon of the moving one.
    StandingEdge {
        /// The edge of the standing mesh.
        edge: u32,
        /// The polygon of the moving mesh.
        polygon: u32,
    },
    /// Two coplanar polygons that face the same way and overlap.
    SharedFace {
        /// The polygon of the moving mesh.
        moving: u32,
        /// The polygon of the standing mesh.
        standing: u32,
    },
    /// A point of the moving mesh is inside the standing one.
    MovingPoint {
        /// The point, in the frame of the standing mesh.
        at: Vec3<f64>,
    },
    /// A point of the standing mesh is inside the moving one.
    StandingPoint {
        /// The point, in the frame of the standing mesh.
        at: Vec3<f64>,
    },
}

/// Extra length in the world over the frame of the standing mesh, in ε of the coordinates of the bodies, added if needed.
const POSE_ULPS: f64 = 4.0;

/// Limit on the attempts, each longer by a factor of 8.
const MOST_LONGER: i32 = 6;

/// A translation that separates two meshes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WayOut<T: Real> {
    /// Penetration depth: the distance that the moving mesh must move.
    pub depth: T,
    /// Unit direction of the motion, in the world.
    pub direction: Vec3<T>,
}

/// Two meshes that share some volume.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct InSolid<T: Real> {
    /// Evidence of the overlap.
    pub evidence: Evidence,
    /// A translation that separates them; see [`in_solid`]. `None` if none was found.
    pub way_out: Option<WayOut<T>>,
}

/// Tests whether a body shares volume with a standing one, and finds a way out. `None` if they do not overlap.
///
/// The way out is verified: at the pose `moving.pose.translation() + direction * depth`, as rounded, they share no volume.
///
/// The way out is the shortest found among the normals of the polygons that cross, the cross products of edges that cross them, and the
/// axes. It is not the shortest of all in general: between concave bodies a shorter way may lead along a direction that no crossing
/// feature has, or through a gap that lies before another obstacle. For overlapping convex hulls of 14 points it was the shortest, up to
/// rounding, in 80 of 81 tests.
pub fn in_solid<T: Real>(moving: &PlacedMesh<'_, T>, standing: &PlacedMesh<'_, T>) -> Option<InSolid<T>> {
    built_in_solid(moving, standing)
}

built_with_the_crate! {
    /// [`in_solid`].
    fn built_in_solid<'a, T: Real>(
        moving: &'a PlacedMesh<'a, T>,
        standing: &'a PlacedMesh<'a, T>,
    ) -> Option<InSolid<T>> = in_other;
}

fn in_other<T: Real>(moving: &PlacedMesh<'_, T>, standing: &PlacedMesh<'_, T>) -> Option<InSolid<T>> {
    let placed = moving.mesh.placed_in(&moving.pose, &standing.pose);
    let evidence = share::shares_volume(&placed, standing.mesh)?;
    let way_out = out::way_out(&placed, standing.mesh).and_then(|way| in_the_world(moving, standing, way));
    Some(InSolid { evidence, way_out })
}

/// Converts a way out from the frame of the standing mesh to the world, verified for the pose that the user gets: the direction is
/// rotated and rounded, and so is the pose after the motion. Slightly longer if that is not out yet.
fn in_the_world<T: Real>(
    moving: &PlacedMesh<'_, T>,
    standing: &PlacedMesh<'_, T>,
    way: WayOut<T>,
) -> Option<WayOut<T>> {
    let direction = standing.pose.rotation().rotate(way.direction);
    let from = moving.pose.translation();
    let size = from.max_abs() + standing.pose.translation().max_abs() + way.depth;
    let slack = POSE_ULPS * T::EPSILON.f64() * size.f64();
    (0..=MOST_LONGER).find_map(|k| {
        let more = if k == 0 { 0.0 } else { slack * f64::power_of_two(3 * (k - 1)) };
        let depth = T::of(way.depth.f64() + more);
        let pose = Pose::try_new(from + direction * depth, moving.pose.rotation()).ok()?;
        let there = moving.mesh.placed_in(&pose, &standing.pose);
        share::shares_volume(&there, standing.mesh).is_none().then_some(WayOut { depth, direction })
    })
}

/// Tests whether a body shares volume with a standing one, without looking for a way out.
pub fn is_in_solid<T: Real>(moving: &PlacedMesh<'_, T>, standing: &PlacedMesh<'_, T>) -> Option<Evidence> {
    built_is_in_solid(moving, standing)
}

built_with_the_crate! {
    /// [`is_in_solid`].
    fn built_is_in_solid<'a, T: Real>(
        moving: &'a PlacedMesh<'a, T>,
        standing: &'a PlacedMesh<'a, T>,
    ) -> Option<Evidence> = is_in_other;
}

fn is_in_other<T: Real>(moving: &PlacedMesh<'_, T>, standing: &PlacedMesh<'_, T>) -> Option<Evidence> {
    share::shares_volume(&moving.mesh.placed_in(&moving.pose, &standing.pose), standing.mesh)
}
