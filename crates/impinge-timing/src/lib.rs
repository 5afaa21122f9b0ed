//! The timed loops of the program: what it measures, and nothing else.
//!
//! They are built with all optimizations, as the library is; the rest of the program, which reads, prints and draws, is built
//! with few, so that it is there sooner (`Cargo.toml` of the workspace).
//!
//! | file | what it holds |
//! |---|---|
//! | `ask.rs` | what can be asked, and which algorithms can answer |
//! | `work.rs` | what is timed, how, and what comes out for a pair |
//! | `algorithms.rs` | the algorithms one by one |
//! | `pairs.rs` | the loop over pairs of shapes |
//! | `features.rs` | the loop over moving features |
//! | `clock.rs` | the time of a thread |

mod algorithms;
mod ask;
mod clock;
mod features;
mod pairs;
mod work;

pub use algorithms::work;
pub use ask::{Algorithm, Kind, Query};
pub use clock::thread_ns;
pub use features::time_of_touch;
#[doc(hidden)]
pub use pairs::built;
pub use pairs::{Built, Outcome, run};
pub use work::{Answer, Cores, OnCores, Options, Work};
