//! Collision detection in the plane and in space, in `f32` and `f64`: do two shapes intersect, how far apart are they,
//! how deep do they penetrate, where do they touch, and when?
//!
//! **Every answer carries its proof**: an error bound, a separating axis or a common point. Anyone can check it: two
//! support calls show that shapes are at least so far apart, or at most so deep.
//!
//! ```
//! use impinge::{Cuboid, Ellipsoid, Pose, Shape, Support, contact, distance, intersects};
//!
//! let a = Cuboid::new([1.0, 1.0, 1.0]); // half extents; f64, or write 1.0_f32
//! let b = Ellipsoid::new([0.5, 1.0, 0.75]).at(Pose::at([3.0, 0.5, 0.0]));
//! let d = distance(&a, &b);
//! println!("meet {}, {:.6} apart, give or take {:.0e}", intersects(&a, &b), d.distance, d.error);
//! // Anyone can check it: along the normal, all of B lies that far beyond all of A.
//! let proof = b.support(-d.normal).dot(d.normal) - a.support(d.normal).dot(d.normal);
//! assert!(f64::abs(proof - d.distance) <= d.error);
//! let c = contact(&a, &b.shape().at(Pose::at([1.25, 0.5, 0.0])));
//! println!("signed distance {:.6}, way out {:.3?}", c.signed_distance, c.normal.to_array());
//! # assert!(!intersects(&a, &b) && f64::abs(d.distance - 1.5) <= d.error);
//! # assert!(f64::abs(c.signed_distance + 0.25) <= c.error);
//! ```
//!
//! | question | answer | many pairs | kept between steps |
//! |---|---|---|---|
//! | do they intersect? | [`intersects`] | [`batch::intersects`] | [`Warm::intersects`] |
//! | how far apart? | [`distance`] | [`batch::distance`] | [`Warm::distance`] |
//! | penetration depth and contact normal? | [`contact`] | [`batch::contact`] | [`Warm::contact`] |
//! | which way do overlapping bodies separate? | [`nonconvex::way_out`] | | |
//! | the whole contact manifold? | [`manifold`], [`contacts`] | [`Scene::manifolds`] | [`persist::Persistent`], [`persist::ContactCache`] |
//! | time of impact, of bodies of any form? | [`cast`] | [`Scene::cast`] | |
//! | what does a ray hit? | [`ray_cast`] | [`Scene::ray_cast`] | |
//! | is a point inside, and what is nearest to it? | [`contains_point`], [`closest_point`] | [`Scene::nearest`] | |
//!
//! # What is where
//!
//! | topic | start at |
//! |---|---|
//! | support mappings: what a shape is, and custom shapes; in a scene | [`Support`], [`Bounded`], [`Shape`]; [`body::AnyBody::Custom`] |
//! | 3D shapes | [`Sphere`], [`Cuboid`], [`Capsule`], [`Cylinder`], [`Cone`] and more in [`shape`] |
//! | 2D shapes | [`Circle`], [`Rectangle`], [`Capsule2`], [`Ellipse`], [`Segment2`] |
//! | polytopes | [`ConvexPolyhedron`], [`ConvexPolygon`] |
//! | shapes from shapes | [`At`], [`Rounded`], [`Swept`], [`Sum`], [`Difference`], [`Hull`] |
//! | one type for all shapes, and the list of their kinds | [`AnyShape`], [`AnyShape2`]; [`ShapeKind`], [`ShapeKind2`] |
//! | volume, centroid and inertia, with bounds on their errors | [`Measured`], [`Measure`] |
//! | explicit Minkowski sums, entrance blocks | [`ConvexPolyhedron::minkowski_sum`], [`shape::EntranceBlock`] |
//! | convex hulls and their adjacency | [`hull::solid_hull`], [`hull::planar_hull`], [`hull::Topology`] |
//! | the contact of two bodies, if they are nearer than a margin | [`contact_within`], with a margin in [`Settings`] |
//! | a floor or wall: signed distance to a half-space | [`half_space_contact`] |
//! | contact features (vertices, edges, faces) and contact points | [`features`], [`feature`] |
//! | nearest features (vertices, edges, faces) of two polyhedra, with warm starts | [`answer::Vclip`] |
//! | contact manifolds, with feature ids | [`manifold`], [`half_space_manifold`], [`manifolds`] |
//! | contact polygons of shapes known only by their support mapping | [`study::perturbation`] |
//! | persistent contacts, with data of yours: of one pair, of a whole scene | [`persist::Persistent`], [`persist::ContactCache`] |
//! | broad phase: which boxes are near one another, overlap a box, or lie on a ray | [`broad`], [`broad::AabbTree`]; a mesh brings its own static BVH |
//! | nonconvex bodies: compounds, triangle meshes, terrain, areas with holes, chains | [`body`], [`Body`], [`body::AnyBody`], [`body::Compound`], [`TriangleMesh`], [`body::HeightField`], [`body::Region`], [`body::Chain`] |
//! | polygon meshes for the strict method: repaired, merged, internal edges flagged | [`mesh::polygon`], [`TriangleMesh::to_polygon_mesh`] |
//! | nearest point of a triangle mesh, with its face, edge or vertex | [`TriangleMesh::nearest`]; of any body [`closest_point`] |
//! | convex decomposition of such a solid | [`decompose`], [`decompose::decompose`](fn@decompose::decompose) |
//! | signed distance maps: how far a point is from such a surface, and on which side, by grid lookup | [`sdf`], [`sdf::DistanceMap`] |
//! | strict continuous collision detection: polygon meshes that move, turn and slide, and never end in an overlap | [`expel`] |
//! | slide moves: where a convex player ends that is pushed among bodies of any form | [`Scene::slide`](scene::Scene::slide) |
//! | time of impact of moving points and features of a soft body | [`soft::vertex_face`], [`soft::edge_edge`], [`soft::vertex_edge`] |
//! | time of impact of two moving bodies, terrain and meshes too (shape casts) | [`cast`], [`Motion`], [`Impact`] |
//! | ray casts | [`ray_cast`], [`Ray`] |
//! | batches: many pairs at once, answers in arrays | [`batch`] |
//! | scenes: many placed shapes, moved and queried repeatedly | [`scene`], [`Scene`] |
//! | vectors, rotations, poses, boxes | [`Vec2`], [`Vec3`], [`Rot2`], [`Rot3`], [`Pose`], [`Aabb`] and all of [`math`] |
//! | the algorithms themselves, step by step: GJK (distance), EPA (penetration depth), MPR, V-Clip and their variants, the certified fallback | [`study`] |
//! | error types | [`ShapeError`], [`PoseError`], [`error`] |
//!
//! # Conventions
//!
//! - **Frames.** Axes are right-handed, and no axis is "up". A named solid has its centroid at the origin. Its axis, if
//!   it has one, is the last coordinate axis: z in space, y in the plane. A [`Pose`] rotates first and then translates.
//!   Shapes that are combined share one frame.
//! - **Directions** need not be unit vectors. Every direction is valid: NaN components count as zero, infinite ones
//!   outweigh finite ones, and the zero vector stands for the first axis.
//! - **Sizes** are half extents, half lengths and radii. They are valid by construction: `new` panics with a clear
//!   message, and `try_new` returns an error that lists every problem. So queries cannot fail later.
//! - **Rotations** are unit by construction. Quaternions are x, y, z, w; angles are in radians, counter-clockwise.
//! - **Precision** is the type parameter `T`, either [`f32`] or [`f64`] (see [`Real`]). A literal such as `1.0` makes
//!   it `f64`. Use `f32` to save memory, not time: queries compute in `f64` internally for both. The relative error of
//!   `f32` is about 10⁻⁷, that of `f64` 10⁻¹⁶.
//! - **Determinism.** The library uses no fused multiply-add, and takes trigonometry from `libm`: results are
//!   bit-identical on every machine with IEEE 754 arithmetic. One hash for each question is compared with a stored one
//!   in eight builds: for x86-64 at three levels of optimization, with link-time optimization, with AVX2 and FMA, and
//!   with the loops of other processors; for 64-bit Arm in QEMU; for WebAssembly in Node; and on 1, 2, 4 and 7 threads.
//!
//! # Features
//!
//! No feature changes a result.
//!
//! | feature | what it adds |
//! |---|---|
//! | `std` (default) | the standard library; without it the crate needs `alloc` |
//! | `serde` | serialization of vectors, poses, boxes, shapes, rays, motions, settings, meshes and scenes, checked on reading as the constructors do; serialization of answers |
//! | `glam` | conversions to and from `glam` 0.34: vectors, matrices, quaternions, affine maps |
//! | `glam033` | the same for `glam` 0.33; both can be on at once |
//! | `nalgebra` | conversions to and from `nalgebra` 0.35: vectors, points, matrices, rotations, isometries |
//! | `mint` | conversions to and from `mint` 0.5: vectors, points, quaternions; use it for other versions of the above |
//! | `parallel` | batches and scenes on the threads of a `rayon` pool; needs `std` |
//!
//! # Debug builds
//!
//! Queries of two bodies, of any kind and form, are compiled with this crate, the same in every profile. Your program
//! only compiles the code that takes your shape types apart and prepares the pair, so a program with one query rebuilds
//! in a second. Generic code around those queries, such as [`Scene`], is compiled with your program. So both settings
//! help a debug build:
//!
//! ```toml
//! [profile.dev]
//! opt-level = 1 # your own crate
//!
//! [profile.dev.package."*"]
//! opt-level = 3 # all dependencies
//! ```
#![cfg_attr(not(feature = "std"), no_std)]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;

pub mod answer;
pub mod body;
pub mod broad;
pub mod casting;
pub mod decompose;
pub mod error;
pub mod expel;
pub mod feature;
pub mod hull;
pub mod manifolds;
pub mod math;
pub mod mesh;
pub mod nonconvex;
#[doc(hidden)]
pub mod parallel;
pub mod persist;
pub mod query;
pub mod ray;
pub mod scene;
pub mod sdf;
pub mod shape;
mod sliding;
pub mod soft;
pub mod study;

// Files of the folders of these names; `study` is only the roof under which they are public.
use study::{certify, climb, closed, epa, gjk, mpr, observe, pair, vclip};

#[doc(inline)]
pub use answer::{Contact, Distance, Settings, Verdict, half_space_contact};
#[doc(inline)]
pub use body::Body;
#[doc(inline)]
pub use casting::{CastSettings, Impact};
#[doc(inline)]
pub use error::{Extent, PoseError, Problem, ShapeError};
#[doc(inline)]
pub use math::{Aabb, Mat3, Motion, Pose, Real, Rot2, Rot3, Rotation, Vec2, Vec3, Vector};
#[doc(inline)]
pub use mesh::TriangleMesh;
#[doc(inline)]
pub use nonconvex::{Dimension, contacts};
#[doc(inline)]
pub use observe::{Rung, Status};
#[doc(inline)]
pub use query::batch;
#[doc(inline)]
pub use query::{
    Warm, cast, cast_with, closest_point, contact, contact_with, contact_within, contains_point, distance,
    distance_with, features, half_space_manifold, intersection, intersects, intersects_with, manifold,
    manifold_with,
};
#[doc(inline)]
pub use ray::{Ray, RayHit, ray_cast, ray_cast_within};
#[doc(inline)]
pub use scene::Scene;
#[doc(inline)]
pub use shape::{
    AnyShape, AnyShape2, At, Bounded, Capsule, Capsule2, Circle, Cone, ConvexPolygon, ConvexPolyhedron,
    Cuboid, Cylinder, Difference, Disc, Ellipse, Ellipsoid, EllipticDisc, Frustum, HalfSpace, Hull, Id,
    Lozenge, Measure, Measured, Point, Rectangle, RectanglePatch, RoundCuboid, Rounded, Segment, Segment2,
    Shape, ShapeKind, ShapeKind2, Sphere, Sum, Support, Swept, Triangle, Wheel,
};

/// The program in the README is a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
