//! Bodies of the plane that are made of segments: areas with holes, and chains.
//!
//! | file | contents |
//! |---|---|
//! | `sides.rs` | segments between points, under a tree |
//! | `region.rs` | the area that rings of points enclose |
//! | `chain.rs` | points joined one after the other, open or closed |
//! | `convex.rs` | convex parts of a region |
//! | `bridge.rs` | rings with holes merged into one ring |
//! | `serial.rs` | serialization, with the feature `serde` |

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
