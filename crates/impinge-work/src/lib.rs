//! What the program computes itself, beside what it asks the library: the loops that it times, and volumes that bodies have in
//! common.
//!
//! This is built with all optimizations, as the library is; the rest of the program, which reads, prints and draws, is built
//! with none, so that it is there sooner (`Cargo.toml` of the workspace).
//!
//! | file | what it holds |
//! |---|---|
//! | `ask.rs` | what can be asked, and which algorithms can answer |
//! | `work.rs` | what is timed, how, and what comes out for a pair |
//! | `algorithms.rs` | the algorithms one by one |
//! | `pairs.rs` | the loop over pairs of shapes |
//! | `features.rs` | the loop over moving features |
//! | `clock.rs` | the time of a thread |
//! | `truth.rs` | the truth about a pair, by which answers are judged |
//! | `volume.rs` | the volume that two closed meshes have in common |
//! | `shared.rs` | the box that they share |
//! | `octants.rs` | bounds on it, where surfaces pass through themselves |

mod algorithms;
mod ask;
mod clock;
mod features;
mod octants;
mod pairs;
mod shared;
mod truth;
mod volume;
mod work;

pub use algorithms::work;
pub use ask::{Algorithm, Kind, Query};
pub use clock::thread_ns;
pub use features::time_of_touch;
#[doc(hidden)]
pub use pairs::built;
pub use pairs::{Built, Outcome, run};
pub use shared::Volume;
pub use truth::{Certified, TRUTH_LIMIT, certified_truth};
pub use volume::common_volume;
pub use work::{Answer, Cores, OnCores, Options, Work};
