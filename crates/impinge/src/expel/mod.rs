//! Strict continuous collision detection by the expel zone: polyhedra of any form that never end in an overlap.
//!
//! The answer is how far a body can move before it hits another one, the contact point, and the features in contact. Bodies
//! may be concave, open, a single polygon or a single point. Use it if bodies that start apart must never end up inside one
//! another, however fast they move and however often they are pushed, and if the moving body is not convex. For a time of impact
//! take [`cast`](fn@crate::cast), for a convex player among bodies of any form [`Scene::slide`](crate::Scene::slide). The page `which-slide.md` of
//! the book compares them.
//!
//! - [`Mover`]: translations, turns, several motions in a row, contacts, the distance of surfaces. Keeps its memory. A body that starts
//!   in another one does not move, and the answer reports it ([`Start`]); [`Mover::free`] moves it out.
//! - [`translate`], [`move_by`]: the same, as single calls.
//! - [`Obstacles`]: many standing bodies, with a tree, so that only those near the path cost time.
//! - [`slide`]: player movement (character controller): along obstacles, up and down steps.
//! - [`shrunk`]: bodies made smaller by half the zone, so that they come to rest where their full size touches.
//! - [`zone`]: how near bodies may come, and the proof that they then do not meet.
//!
//! The bodies are meshes; see [`mesh`](crate::mesh) for how to build them, and for rays, points and starts in solid.
//!
//! ```
//! use impinge::mesh::polygon::{PlacedMesh, MeshFeature, PolygonMesh};
//! use impinge::expel::{MotionSettings, translate};
//! use impinge::{Pose, Vec3};
//!
//! // A floor of one square, and a point that falls onto it from far above.
//! let corners = [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]].map(|[x, y]| Vec3::new(x, y, 0.0));
//! let (floor, _) = PolygonMesh::from_polygons(&corners, &[[0, 1, 2, 3]]).unwrap();
//! let point = PolygonMesh::point(Vec3::new(0.0, 0.0, 0.0));
//! let falling = PlacedMesh::new(&point, Pose::at([0.25, 0.25, 750.0]));
//!
//! let fall = Vec3::new(0.0, 0.0, -1000.0);
//! let trace = translate(&falling, fall, &PlacedMesh::new(&floor, Pose::IDENTITY), &MotionSettings::default()).unwrap();
//! let hit = trace.hit.unwrap();
//! assert_eq!(hit.standing, MeshFeature::Polygon(0));
//! assert_eq!(hit.normal, Vec3::new(0.0, 0.0, 1.0));
//! // It ends above the floor, within the zone, which is as thin as rounding allows.
//! let height = trace.pose.translation().z;
//! assert!(0.0 < height && height <= 1.01 * trace.zone.thickness && trace.zone.thickness < 1e-7);
//! ```
//!
//! # Source
//! Van Waveren, *Robust Continuous Collision Detection Between Arbitrary Polyhedra Using Trajectory Parameterization of
//! Polyhedral Features* (2005), as built for DOOM III. The differences, and the reasons, are in the book: `continuous-collision.md`.

mod among;
mod both;
mod error;
mod free;
mod mover;
mod obstacles;
mod overlap;
mod past;
mod queries;
mod shrink;
mod slide;
mod sweep;
mod types;
pub mod zone;

#[doc(no_inline)]
pub use crate::sliding::{MAX_TRACES, SlideStatus, Start, Step};
pub use error::MotionError;
pub use mover::Mover;
pub use obstacles::{Obstacles, Standing};
pub use queries::{move_by, translate};
pub use shrink::shrunk;
pub use slide::{SlideSettings, SlideTrace, slide};
#[doc(hidden)]
pub use sweep::sides::Sides;
pub use types::{Clearance, Freed, Hit, MotionSettings, Trace};
pub use zone::{Zone, zone_for};
