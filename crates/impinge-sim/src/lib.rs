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
mod belts;
mod bodies;
mod body;
mod change;
mod character;
mod contact;
mod continuous;
mod debug;
mod debug_line;
mod error;
mod event;
mod finite;
mod hooks;
mod islands;
pub mod joint;
mod mass;
mod material;
mod narrow_phase;
mod query;
mod report;
mod sensor;
mod sleep;
mod snapshot;
mod softness;
mod solver;
mod solver_body;
mod solver_contact;
mod space;
mod speculative;
pub mod study;
mod world;

pub use body::BodyKind;
pub use character::{Character, CharacterSettings, Walk};
pub use debug_line::DebugLineKind;
pub use error::{MOST_ROUNDS, WorldError};
pub use event::EventSettings;
pub use impinge::scene::{Layers, ObjectHandle as BodyHandle, ShapeHandle};
pub use joint::JointHandle;
pub use material::{Combine, Material, PairRule, Surface};
pub use report::{StepReport, StepTimes};
pub use sleep::SleepSettings;
pub use solver::{Solver, no_overlap::NoOverlapSettings, soft::JointSettings, soft::SoftSettings};

/// Types for worlds in space and in the plane, over their vectors; [`World<T>`](crate::World) is `generic::World<Vec3<T>>`.
pub mod generic {
    pub use crate::body::Body;
    pub use crate::contact::{Contact, ContactPoint};
    pub use crate::debug_line::DebugLine;
    pub use crate::event::Event;
    pub use crate::hooks::{PreSolve, StepHooks};
    pub use crate::joint::definition::{Joint, JointReading};
    pub use crate::mass::Mass;
    pub use crate::world::{Momentum, World, WorldSettings, WorldSpace};
}

/// The names of [`generic`] for one space.
macro_rules! in_space {
    ($vector:ident, $text:literal) => {
        in_space! { $vector, $text;
            Body "Definition of a body", Contact "Contact between two bodies", ContactPoint "Contact point",
            DebugLine "Segment of a drawing", Event "Event between two bodies", Mass "Mass of a body",
            Momentum "Momentum of a world", World "World", WorldSettings "Settings of a world" }

        #[doc = concat!("Contact that is about to be solved ", $text)]
        pub type PreSolve<'s, T> = crate::generic::PreSolve<'s, impinge::$vector<T>>;

        #[doc = concat!("Additions of the caller to one step ", $text)]
        pub type StepHooks<'h, T> = crate::generic::StepHooks<'h, impinge::$vector<T>>;
    };
    ($vector:ident, $text:literal; $($name:ident $what:literal),*) => {
        $(
            #[doc = concat!($what, " ", $text)]
            pub type $name<T> = crate::generic::$name<impinge::$vector<T>>;
        )*
    };
}

in_space!(Vec3, "in space.");
pub use joint::Joint;

/// Worlds in the plane: the same names as for those in space. Angular velocities, torques and moments of inertia are numbers,
/// counter-clockwise; the axis of a hinge points at the viewer; gravity is along −y by default.
///
/// ```
/// use impinge::{HalfSpace, Pose, Rectangle};
/// use impinge_sim::plane::{Body, World};
///
/// let mut world = World::<f64>::default();
/// let ground = world.add_shape(HalfSpace::new([0.0, 1.0], 0.0));
/// let square = world.add_shape(Rectangle::new([0.5, 0.5]));
/// world.add(Body::fixed(ground, Pose::IDENTITY))?;
/// let falling = world.add(Body::dynamic(square, Pose::at([0.0, 2.0])).angular_velocity(0.1))?;
/// for _ in 0..120 {
///     world.step(1.0 / 60.0)?;
/// }
/// let height = world.pose(falling)?.translation().y;
/// assert!((height - 0.5).abs() < 0.01, "it lies on the ground");
/// # Ok::<(), impinge_sim::WorldError>(())
/// ```
pub mod plane {
    in_space!(Vec2, "in the plane.");

    /// Definition of a joint in the plane.
    pub type Joint<T> = crate::generic::Joint<impinge::Vec2<T>>;

    /// State of a joint in the plane.
    pub type JointReading<T> = crate::generic::JointReading<impinge::Vec2<T>>;
}

/// The program in the README is a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
