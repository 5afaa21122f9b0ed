//! The lecture: V-Clip against GJK over coherence, constructions of distance maps, contact regions and persistence.
//!
//! | file | what it holds |
//! |---|---|
//! | `coherence.rs` | two hulls that turn from step to step |
//! | `turning.rs` | V-Clip, warm and cold GJK on such steps, timed |
//! | `simplexes.rs` | hill climbing, and the nearest sub-simplex |
//! | `maps.rs` | distance maps by all methods |
//! | `contacts.rs` | a box that slides over a floor and off its edge |

mod coherence;
mod contacts;
mod maps;
mod simplexes;
mod turning;

use crate::study::{Effort, Part};

/// The parts of the study.
pub(crate) fn parts(effort: Effort) -> Vec<Part> {
    vec![
        Part::new("coherence", "V-Clip and GJK over coherence", effort.of([0.2, 4.0, 30.0]), coherence::run),
        Part::new(
            "simplexes",
            "Support functions and simplexes",
            effort.of([0.2, 2.7, 40.0]),
            simplexes::run,
        ),
        Part::new("maps", "Distance maps by method", effort.of([1.5, 70.0, 600.0]), maps::run),
        Part::new("contacts", "Contact regions and persistence", effort.of([0.02, 0.1, 1.0]), contacts::run),
    ]
}
