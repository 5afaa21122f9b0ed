//! The lecture: V-Clip against GJK over coherence, constructions of distance maps, contact regions and persistence.
//!
//! | file | what it holds |
//! |---|---|
//! | `coherence.rs` | two hulls that turn from step to step |
//! | `maps.rs` | distance maps by all methods |
//! | `contacts.rs` | a box that slides over a floor and off its edge |

mod coherence;
mod contacts;
mod maps;

use crate::study::{Effort, Part};

/// The parts of the study.
pub(crate) fn parts(effort: Effort) -> Vec<Part> {
    vec![
        Part::new(
            "coherence",
            "V-Clip and GJK over coherence",
            effort.of([0.3, 8.0, 60.0, 300.0]),
            coherence::run,
        ),
        Part::new("maps", "Distance maps by method", effort.of([0.3, 10.0, 90.0, 600.0]), maps::run),
        Part::new(
            "contacts",
            "Contact regions and persistence",
            effort.of([0.1, 0.3, 2.0, 10.0]),
            contacts::run,
        ),
    ]
}
