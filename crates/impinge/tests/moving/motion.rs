//! Polygon meshes in motion: no body is ever found inside another one, none is stopped too early, and none gets caught.
//!
//! The oracles in `impinge_scenes::oracle::surfaces` share nothing with the library: surfaces are held apart by exact predicates, and
//! distances are taken by brute force.

mod cases;
mod chains;
mod freeing;
mod hard;
mod overlaps;
mod proofs;
mod roots;
mod savings;
mod screws;
mod sheets;
mod times;
mod worlds;
