//! Start in solid: does a mesh interpenetrate another one where it stands, and how does it get out?
//!
//! What it answers: whether two meshes share some volume, with a piece of evidence that can be checked, and a translation
//! that parts them. Continuous collision detection keeps apart bodies that start apart; this finds out whether they do.
//! Take it when a body is placed, not at every step.
//!
//! # Method
//! All tests are for the vertices as posed and rounded in `f64`, and are exact for these. Meshes share volume if
//! 1. an edge of one passes strictly through a polygon of the other, or
//! 2. two polygons lie in one plane, face the same way and overlap, or
//! 3. a point of one is strictly inside the other, which must be closed: a vertex, or the middle of an edge or polygon.
//!
//! # Guarantees
//! - What is found is right: touching, also of whole faces, is not solid. Middles of edges and polygons are rounded, so
//!   they count only where they are clear of the surface by more than [`MIDDLE_CLEARANCE`].
//! - Turning rounds: a body that should just touch may be found in solid by some 10⁻¹⁶ of its coordinates. The way out
//!   is as short.
//! - If surfaces cross at all other than along edges and vertices of both, test 1 finds it; if they do not meet, test 3 does.
//!   Where they meet in edges and vertices only, middles are samples, and a contrived pair can hide from them.
//! - Open meshes have no inside: of them only surfaces that cross are found. Polygons count whatever side they face.
//! - A way out was tested: moved by it, the same test finds nothing.
//!
//! # Cost
//! n polygons of the moving mesh, k near pairs of polygons: O(n log m + k), and a winding number for each vertex of one in
//! the box of the other. Allocates: it copies the moving mesh to its place.

mod out;
mod share;

use super::Body;
use crate::math::{Pose, Real, Vec3, built_with_the_crate};

/// Middles within this many ε × the largest coordinate of a surface do not count: a middle is rounded by less than 2, and the
/// distance from a plane by 4.
pub const MIDDLE_CLEARANCE: f64 = 16.0;

/// Why two meshes share volume.
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
    /// Two polygons in one plane face the same way and overlap.
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

/// A way in the world is longer than one in the frame of the standing mesh by this many ε of where the bodies are, where that is needed.
const POSE_ULPS: f64 = 4.0;

/// That often by 8 times as much.
const MOST_LONGER: i32 = 6;

/// A translation that parts two meshes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WayOut<T: Real> {
    /// How far the moving mesh must go.
    pub depth: T,
    /// In which direction, of length 1, in the world.
    pub direction: Vec3<T>,
}

/// Two meshes share some volume.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct InSolid<T: Real> {
    /// What shows it.
    pub evidence: Evidence,
    /// A translation that parts them; see [`in_solid`]. `None` if none was found.
    pub way_out: Option<WayOut<T>>,
}

/// Whether a body shares volume with a standing one, and a way out. `None` if it does not.
///
/// A way out is proven: at the pose `moving.pose.translation() + direction * depth`, as it is rounded, they share no volume.
///
/// The way out is the shortest found among the normals of the polygons that are crossed, the products of edges that
/// cross them, and the axes. It is not the shortest of all in general: between concave bodies a shorter way may lead
/// along a direction that no crossed feature has, or through a gap that lies before another obstacle. For convex hulls
/// of 14 points that overlap it was the shortest, up to rounding, in 80 of 81 tests.
pub fn in_solid<T: Real>(moving: &Body<'_, T>, standing: &Body<'_, T>) -> Option<InSolid<T>> {
    built_in_solid(moving, standing)
}

built_with_the_crate! {
    /// [`in_solid`].
    fn built_in_solid<'a, T: Real>(
        moving: &'a Body<'a, T>,
        standing: &'a Body<'a, T>,
    ) -> Option<InSolid<T>> = in_other;
}

fn in_other<T: Real>(moving: &Body<'_, T>, standing: &Body<'_, T>) -> Option<InSolid<T>> {
    let placed = moving.mesh.placed_in(&moving.pose, &standing.pose);
    let evidence = share::shares_volume(&placed, standing.mesh)?;
    let way_out = out::way_out(&placed, standing.mesh).and_then(|way| in_the_world(moving, standing, way));
    Some(InSolid { evidence, way_out })
}

/// A way in the frame of the standing mesh as one in the world, which leads out for the pose that a user gets: the direction is turned
/// and rounded, and so is the pose that is moved by it. A little longer where that is not out yet.
fn in_the_world<T: Real>(moving: &Body<'_, T>, standing: &Body<'_, T>, way: WayOut<T>) -> Option<WayOut<T>> {
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

/// Whether a body shares volume with a standing one, without looking for a way out.
pub fn is_in_solid<T: Real>(moving: &Body<'_, T>, standing: &Body<'_, T>) -> Option<Evidence> {
    built_is_in_solid(moving, standing)
}

built_with_the_crate! {
    /// [`is_in_solid`].
    fn built_is_in_solid<'a, T: Real>(
        moving: &'a Body<'a, T>,
        standing: &'a Body<'a, T>,
    ) -> Option<Evidence> = is_in_other;
}

fn is_in_other<T: Real>(moving: &Body<'_, T>, standing: &Body<'_, T>) -> Option<Evidence> {
    share::shares_volume(&moving.mesh.placed_in(&moving.pose, &standing.pose), standing.mesh)
}
