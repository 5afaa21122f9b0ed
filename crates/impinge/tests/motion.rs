//! Polygon meshes in motion: no body is ever found inside another one, none is stopped too early, and none gets caught.
//!
//! The judges in `motion/judge.rs` share nothing with the library: surfaces are held apart by exact predicates, and
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

#[path = "motion/cases.rs"]
mod cases;
#[path = "motion/chains.rs"]
mod chains;
#[path = "motion/hard.rs"]
mod hard;
#[path = "motion/judge.rs"]
mod judge;
#[path = "motion/overlaps.rs"]
mod overlaps;
#[path = "motion/roots.rs"]
mod roots;
#[path = "motion/savings.rs"]
mod savings;
#[path = "motion/scenes.rs"]
mod scenes;
#[path = "motion/screws.rs"]
mod screws;
#[path = "motion/times.rs"]
mod times;
