//! Truth by independent arithmetic: numbers of 31 digits, and bodies built from the definitions of the shapes. Nothing here
//! calls the library; [`of`] alone reads the numbers of its shapes and poses.
//!
//! Every fact comes with its proof: a direction that separates, or a point that both have. What neither shows is not known,
//! and no check rests on it.

pub mod dd;
pub mod mesh;
pub mod nearest;
pub mod of;
pub mod pair;
pub mod solid;
pub mod space;

pub use dd::Dd;
pub use mesh::Faces;
pub use nearest::{Nearest, from_point, nearest};
pub use of::{Known, Unit, direction, placed};
pub use pair::Truth;
pub use solid::Solid;
pub use space::{Place, V};
