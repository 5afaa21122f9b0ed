//! The report's collision detection as printed, a contestant beside [`impinge::expel::Mover`].
//!
//! | file | section | what it holds |
//! |---|---|---|
//! | `plucker.rs` | 2.1 | lines as six numbers, sides |
//! | `zone.rs` | 3.1 to 3.4 | the rules of the expel zone, and the reading of their gaps |
//! | `turn.rs` | 2.4, 2.5, 3.3 | turning vertices and edges: the quadratics |
//! | `placed.rs` | 2.1, 3.2, 3.5, 4 | polyhedra with planes, lines and the lines in front of edges; dangling and sharp edges; internal ones |
//! | `sides.rs` | 4 | kept sides, one bit each |
//! | `roots.rs` | 4 | fast square roots |
//! | `types.rs` | 4, 6 | settings, answers, counts |
//! | `translate.rs` | 2.2, 2.3, 3.1, 3.2, 4 | all pairs of a translation |
//! | `rotate.rs` | 2.4, 2.5, 3.3, 3.4, 3.5 | all pairs of a turn |
//! | `mover.rs` | 2, 2.6, 5 | motions, the broad phase, contacts |
//!
//! Misprints and gaps are named in the files that they concern, and in the book's page on continuous collision.

mod mover;
mod placed;
mod plucker;
mod roots;
mod rotate;
mod sides;
mod translate;
mod turn;
mod types;
mod zone;

pub(super) use mover::{Fixed, PrintedMover};
pub(super) use plucker::Plucker;
pub(super) use roots::RootTable;
pub(super) use types::{Counts, Kind, PrintedSettings, REPORTED_ZONE};
pub(super) use zone::Reading;

#[cfg(test)]
mod tests;
