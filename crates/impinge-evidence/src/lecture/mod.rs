//! The lecture: V-Clip against GJK over coherence, constructions of distance maps, contact regions and persistence, theorems.
//!
//! | file | what it holds |
//! |---|---|
//! | `coherence.rs` | two hulls that turn from step to step |
//! | `turning.rs` | V-Clip, warm and cold GJK on such steps, timed |
//! | `simplexes.rs` | hill climbing, and the nearest sub-simplex |
//! | `overlap.rs` | ISA-GJK over coherence |
//! | `maps.rs` | distance maps by all methods |
//! | `dense.rs` | the lecture's own map, by brute force and by a lower-upper bound tree |
//! | `cells.rs` | a value for each cell of a grid, as printed |
//! | `bound_tree.rs`, `triangle.rs` | the tree; the distance of a point from a triangle |
//! | `contacts.rs` | a box that slides over a floor and off its edge |
//! | `clusters.rs` | contacts of maps, clustered from step to step |
//! | `theorems.rs` | touching vectors and Voronoi regions |
//!
//! Lin-Canny is named in the lecture, beside V-Clip, and not described: there is nothing to build from.

mod bound_tree;
mod cells;
mod clusters;
mod coherence;
mod contacts;
mod dense;
mod maps;
mod overlap;
mod simplexes;
mod theorems;
mod triangle;
mod turning;

use crate::study::{Effort, Part};

/// The parts of the study.
pub(crate) fn parts(effort: Effort) -> Vec<Part> {
    vec![
        Part::new("coherence", "V-Clip and GJK over coherence", effort.of([0.2, 4.0, 30.0]), coherence::run),
        Part::new("overlap", "ISA-GJK over coherence", effort.of([0.1, 1.0, 20.0]), overlap::run),
        Part::new(
            "simplexes",
            "Support functions and simplexes",
            effort.of([0.2, 2.7, 40.0]),
            simplexes::run,
        ),
        Part::new("maps", "Distance maps by method", effort.of([1.5, 70.0, 600.0]), maps::run),
        Part::new(
            "dense",
            "The lecture's map: a value for each cell",
            effort.of([0.3, 20.0, 600.0]),
            dense::run,
        ),
        Part::new("contacts", "Contact regions and persistence", effort.of([0.02, 0.1, 1.0]), contacts::run),
        Part::new("clusters", "Persistent clustering", effort.of([0.2, 3.0, 30.0]), clusters::run),
        Part::new("theorems", "Theorems", effort.of([0.2, 3.0, 20.0]), theorems::run),
    ]
}
