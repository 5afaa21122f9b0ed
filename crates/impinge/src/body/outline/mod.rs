//! Bodies of the plane that are made of segments: areas with holes, and chains.
//!
//! | file | what it holds |
//! |---|---|
//! | `sides.rs` | segments between points, under a tree |
//! | `region.rs` | what rings of points enclose |
//! | `chain.rs` | points joined one after the other, open or closed |
//! | `convex.rs` | convex parts of a region |
//! | `bridge.rs` | rings with holes made one ring |
//! | `serial.rs` | files, with the feature `serde` |

mod bridge;
mod chain;
mod convex;
mod region;
#[cfg(feature = "serde")]
mod serial;
mod sides;

pub use chain::Chain;
pub use convex::ConvexPartsError;
pub use region::Region;
