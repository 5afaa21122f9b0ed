//! What the program computes itself, beside what it asks the library: the loops that it times, and volumes that bodies have in
//! common.
//!
//! This is built with the level of optimization of an ordinary release build, as what holds a clock must be; the rest of the program,
//! which reads, prints and draws, is built with none, so that it is there sooner (`Cargo.toml` of the workspace). [`BUILD`] says it.
//!
//! | file | what it holds |
//! |---|---|
//! | `ask.rs` | what can be asked, and which algorithms can answer |
//! | `work.rs` | what is timed, how, and what comes out for a pair |
//! | `algorithms.rs` | the algorithms one by one |
//! | `counted.rs` | support calls, counted |
//! | `depth.rs` | depths as the thesis measures them |
//! | `pairs.rs` | the loop over pairs of shapes |
//! | `coherence.rs` | V-Clip and GJK from step to step |
//! | `motions.rs` | meshes in motion past others |
//! | `features.rs` | the loop over moving features |
//! | `clock.rs` | the time of a thread |
//! | `truth.rs` | the truth about a pair, by which answers are judged |
//! | `volume.rs` | the volume that two closed meshes have in common |
//! | `shared.rs` | the box that they share |
//! | `octants.rs` | bounds on it, where surfaces pass through themselves |
//! | `contact_study.rs` | steps of GJK and EPA on bodies that touch |
//! | `sub_study/` | the sub-algorithms of GJK held against one another |

mod algorithms;
mod ask;
mod clock;
mod coherence;
mod contact_study;
mod counted;
mod depth;
mod features;
mod motions;
mod octants;
mod pairs;
mod shared;
mod sub_study;
mod truth;
mod volume;
mod work;

/// How what is timed was built: profile, level of optimization, codegen units and LTO, of the library and of the loops here.
pub const BUILD: &str = env!("IMPINGE_BUILD");

pub use algorithms::work;
pub use ask::{Algorithm, Kind, Query};
pub use clock::thread_ns;
pub use coherence::{Coherence, coherence};
pub use contact_study::{Counts, counted};
pub use depth::depth_work;
pub use features::time_of_touch;
pub use motions::{MotionCost, Way, motion_cost, moved};
#[doc(hidden)]
pub use pairs::built;
pub use pairs::{Built, Outcome, run};
pub use shared::Volume;
pub use sub_study::{Cost, Couple, Ended, Run, Sub, Tally, cost, tally, watched, watched_in_plane};
pub use truth::{Certified, TRUTH_LIMIT, certified_truth};
pub use volume::common_volume;
pub use work::{Answer, Cores, OnCores, Options, Work};
