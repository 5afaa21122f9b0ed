//! Collision detection whose every answer carries its proof.
#![cfg_attr(not(feature = "std"), no_std)]

extern crate alloc;

pub mod error;
pub mod hull;
pub mod math;
pub mod shape;

pub use error::{Extent, PoseError, Problem, ShapeError};
pub use math::{Aabb, Mat3, Pose, Real, Rot2, Rot3, Rotation, Vec2, Vec3, Vector};
pub use shape::{
    AnyShape, AnyShape2, At, Bounded, Capsule, Capsule2, Circle, Cone, ConvexPolygon, ConvexPolyhedron,
    Cuboid, Cylinder, Difference, Disc, Ellipse, Ellipsoid, EllipticDisc, Frustum, HalfSpace, Hull, Id,
    Lozenge, Measure, Measured, Point, Rectangle, RectanglePatch, RoundCuboid, Rounded, Segment, Segment2,
    Shape, Sphere, Sum, Support, Swept, Triangle, Wheel,
};
