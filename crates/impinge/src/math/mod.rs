//! Numbers, vectors, rotations, poses and boxes.
//!
//! These are small generic types over the scalar [`Real`]. Conversions to and from `glam`, `nalgebra` and `mint` are
//! optional features. `docs/decisions/0001-own-generic-types.md` gives the reasons.

mod aabb;
mod built;
mod convert;
pub(crate) mod determinants;
mod door;
mod double;
pub(crate) mod each;
pub(crate) mod lanes;
mod mat;
mod motion;
mod ops;
#[doc(hidden)]
pub mod plucker;
mod pose;
mod real;
mod rot2;
mod rot3;
mod rotation;
pub(crate) mod sort;
mod vec;
mod vector;
pub(crate) mod walls;
pub(crate) mod wide;

pub use aabb::Aabb;
#[doc(hidden)]
pub use built::built_with_the_crate;
pub(crate) use door::{
    RANGE, mesh_limit, problem_with, problem_with_height, problem_with_length, problem_with_point,
    problem_with_reach, problem_with_vertex,
};
pub(crate) use double::{Double, area_and_normal};
pub(crate) use each::Each;
pub use mat::Mat3;
pub(crate) use mat::principal_axes;
pub use motion::Motion;
#[doc(hidden)]
pub use motion::MotionSpace;
pub use pose::Pose;
pub use real::Real;
#[doc(hidden)]
pub use real::{ByPrecision, Given, Precision};
pub(crate) use real::{exponent_of, least_above_zero};
pub use rot2::Rot2;
pub use rot3::Rot3;
pub use rotation::UNIT_TOLERANCE;
pub(crate) use sort::{sort_by, sort_numbers};
pub use vec::{Vec2, Vec3};
#[doc(hidden)]
pub use vector::Turn;
pub use vector::{Rotation, Vector};
pub(crate) use vector::{length_and_unit, number_by_number};
