//! Rigid body simulation, on contacts with certified error bounds.
//!
//! A [`World`] holds bodies of any form, their masses, materials and joints. [`World::step`] moves them by one step of time with
//! one of three solvers:
//!
//! | solver | use |
//! |---|---|
//! | [`Solver::Soft`] | the default: sub-steps with soft contacts; fast, tall stacks, large worlds |
//! | [`Solver::Thesis`] | the loop of Olvång's thesis, section 4.2, to reproduce its tables |
//! | [`Solver::NoOverlap`] | every change of pose is proven free of overlap, as in DOOM III |
//!
//! ```
//! use impinge::{Cuboid, HalfSpace, Pose};
//! use impinge_sim::{Body, World};
//!
//! let mut world = World::<f64>::default(); // gravity of 9.81 down the z axis
//! let floor = world.add_shape(HalfSpace::new([0.0, 0.0, 1.0], 0.0));
//! let cube = world.add_shape(Cuboid::new([0.5, 0.5, 0.5]));
//! world.add(Body::fixed(floor, Pose::IDENTITY))?;
//! let falling = world.add(Body::dynamic(cube, Pose::at([0.0, 0.0, 2.0])))?;
//! for _ in 0..120 {
//!     world.step(1.0 / 60.0)?;
//! }
//! let height = world.pose(falling)?.translation().z;
//! assert!((height - 0.5).abs() < 0.01, "it lies on the floor");
//! # Ok::<(), impinge_sim::WorldError>(())
//! ```
//!
//! # Conventions
//!
//! Units are yours, as long as they are consistent (meters, kilograms, seconds: then forces are in newtons). Velocities are those of the
//! center of mass, in the world's frame; angular velocities are in radians per unit of time, also in the world's frame. The pose of a
//! body is that of its shape, whose origin need not be the center of mass.
//!
//! # Guarantees
//!
//! - **Deterministic**: the same bits for any number of threads, on every machine with IEEE 754 arithmetic, and after a restart from a
//!   snapshot. Constraints are solved in an order that depends on the bodies alone. Hashes of seeded worlds are the same on x86-64,
//!   64-bit
//!   Arm and WebAssembly, in the builds and on the numbers of threads that the page of `impinge` names.
//! - **No NaN.** Poses, velocities, forces and masses that are not finite are rejected on input.
//! - **Known overlaps.** Each step reports the largest penetration depth, with the bound on its error.

mod assembly;
mod bodies;
mod body;
mod change;
mod contact;
mod continuous;
mod error;
mod event;
mod islands;
pub mod joint;
mod mass;
mod material;
mod narrow_phase;
mod report;
mod sensor;
mod sleep;
mod snapshot;
mod softness;
mod solver;
mod solver_body;
mod solver_contact;
mod speculative;
pub mod study;
mod world;

pub use body::{Body, BodyKind};
pub use contact::{Contact, ContactPoint};
pub use error::{MOST_ROUNDS, WorldError};
pub use event::{Event, EventSettings};
pub use impinge::scene::{Layers, ObjectHandle as BodyHandle, ShapeHandle};
pub use joint::{Joint, JointHandle};
pub use mass::Mass;
pub use material::{Combine, Material, PairRule, Surface};
pub use report::StepReport;
pub use sleep::SleepSettings;
pub use solver::{Solver, no_overlap::NoOverlapSettings, soft::JointSettings, soft::SoftSettings};
pub use world::{Momentum, World, WorldSettings};

/// The program in the README is a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
