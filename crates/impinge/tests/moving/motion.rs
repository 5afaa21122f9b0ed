//! Polygon meshes in motion: no body is ever found inside another one, none is stopped too early, and none gets caught.
//!
//! The oracles in `motion/oracle.rs` share nothing with the library: surfaces are held apart by exact predicates, and
//! distances are taken by brute force.

/// Each check is written once and becomes two tests.
macro_rules! in_both_precisions {
    ($($check:ident),+ $(,)?) => {
        mod single {
            $(#[test] fn $check() { super::$check::<f32>(); })+
        }
        mod double {
            $(#[test] fn $check() { super::$check::<f64>(); })+
        }
    };
}

mod cases;
mod chains;
mod freeing;
mod hard;
pub mod oracle;
mod overlaps;
mod proofs;
mod roots;
mod savings;
mod scenes;
mod screws;
mod sheets;
mod times;
mod worlds;
