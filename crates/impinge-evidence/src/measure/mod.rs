//! Measurement for the studies of several papers and the program: a clock, algorithms that can be run one by one, counters, and
//! the timed loops.
//!
//! This crate is built with the optimization level of an ordinary release build, as timed code must be, and [`BUILD`] says how.
//! The program, which reads and prints, is built with little, so that it compiles sooner: it times none of its own loops
//! but calls those here.
//!
//! | file | what it holds |
//! |---|---|
//! | `ask.rs` | queries, and the algorithms that can answer them |
//! | `work.rs` | timed work, and its result for a pair |
//! | `algorithms.rs` | the algorithms one by one |
//! | `counted.rs` | support calls, counted |
//! | `pairs.rs` | the loop over pairs of shapes: `impinge pairs`, and the thesis |
//! | `features.rs` | the loop over moving features: `impinge ccd` |
//! | `clock.rs` | the time of a thread, and of all threads |
//! | `sub_study/` | comparison of the sub-algorithms of GJK |
//! | `printed/` | the algorithms of Olvång's thesis as it prints them, in either precision throughout |
//! | `throughout.rs` | the library's algorithms in either precision throughout |

mod algorithms;
mod ask;
mod clock;
mod counted;
mod features;
mod pairs;
pub(crate) mod printed;
mod sub_study;
mod throughout;
mod work;

/// Build settings of the timed code: profile, optimization level, codegen units and LTO, of the library and of the loops here.
pub const BUILD: &str = env!("IMPINGE_BUILD");

/// The compiler that built it.
pub const COMPILER: &str = env!("IMPINGE_COMPILER");

pub use algorithms::work;
pub(crate) use algorithms::{answer, gap, grown, swept};
pub use ask::{Algorithm, Kind, Query};
pub(crate) use clock::process_ns;
pub use clock::thread_ns;
pub(crate) use counted::Counted;
pub use features::time_of_touch;
#[doc(hidden)]
pub use pairs::built;
pub use pairs::{Built, Outcome, run};
pub(crate) use sub_study::{
    Cost, Couple, Ended, Regions, Run, Sub, Tally, cost, nearest_point, point_of, regions, tally, watched,
    watched_in_plane,
};
pub(crate) use throughout::{Said, Throughout};
pub use work::{Answer, Options, Work};
pub(crate) use work::{Cores, OnCores};
