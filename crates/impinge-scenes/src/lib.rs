//! Seeded scenes and oracles for the tests, benches and figures of impinge.
//!
//! - [`rng`]: random numbers, directions and poses, identical on all machines.
//! - [`space`]: operations in two and three dimensions for generators and oracles.
//! - [`assembly`]: many parts on a grid, with planted clashes.
//! - [`boxes`]: moving boxes, sparse or dense.
//! - [`clouds`]: named point clouds, easy and hard.
//! - [`rooms`]: meshes: rooms, stairs, terrain, needles, letters, floors, hulls, tori.
//! - `meshes`: triangle meshes, closed and open, clean and broken, from one triangle to millions.
//! - `kinds`: all named shapes, from a few numbers.
//! - `coherent`: pairs in coherent motion, and the support calls that they need.
//! - `movers`: polygon meshes to move, and places to move them in.
//! - `fits`: a peg and its hole, a bolt and its nut, by formulas.
//! - `mesh_pairs`: two of them, with poses: near, far, touching exactly, one inside the other.
//! - `oracle`: membership and Monte Carlo measures, written from the definitions and not from support mappings.
//! - `worlds`: bodies in motion: stacks, masonry, piles.
//! - `searches`: seeded searches for promises of the simulator that do not hold.
//!
//! The last two require the feature `sim`, those from `meshes` to `oracle` the feature `oracle`, which is a default feature.

pub mod assembly;
pub mod boxes;
pub mod clouds;
#[cfg(feature = "oracle")]
pub mod coherent;
#[cfg(feature = "oracle")]
pub mod fits;
#[cfg(feature = "oracle")]
pub mod kinds;
#[cfg(feature = "oracle")]
pub mod mesh_pairs;
#[cfg(feature = "oracle")]
pub mod meshes;
#[cfg(feature = "oracle")]
pub mod movers;
#[cfg(feature = "oracle")]
pub mod oracle;
pub mod rng;
pub mod rooms;
#[cfg(feature = "sim")]
pub mod searches;
pub mod space;
#[cfg(feature = "oracle")]
mod triangles;
#[cfg(feature = "sim")]
pub mod worlds;

pub use rng::Rng;
pub use space::Space;
