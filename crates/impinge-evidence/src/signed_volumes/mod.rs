//! Montanari, Petrinic and Barbieri 2017: sections 3.3 and 5, the sub-algorithms of GJK held against one another.
//!
//! | file | what it holds |
//! |---|---|
//! | `bodies.rs` | polygonal spheres, gear teeth and knots, by formulas |
//! | `polygons.rs` | figure 7: simplexes of almost no area |
//! | `teeth.rs` | figures 8, 9, 14 and 15: how near two teeth may come before the distance is lost |
//! | `spheres.rs` | figures 16 to 21: time in the sub-algorithm and in GJK |
//! | `knots.rs` | tables I to III: calls on many convex parts |
//! | `misprints.rs` | what is printed otherwise than it must be |
//!
//! JH, JB, BK and SV are the paper's letters: Johnson, Johnson with Backup, Backup alone, Signed Volumes.

mod bodies;
mod knots;
mod misprints;
mod polygons;
mod spheres;
mod teeth;

use crate::study::{Effort, Part};

/// The parts of the study.
pub(crate) fn parts(effort: Effort) -> Vec<Part> {
    vec![
        Part::new("polygons", "Section 3.3: simplexes of almost no area", 0.1, polygons::run),
        Part::new("teeth", "Sections 3.3 and 5.1: gear teeth", effort.of([0.3, 6.0, 25.0]), teeth::run),
        Part::new(
            "spheres",
            "Section 5.2: time on polygonal spheres",
            effort.of([0.8, 45.0, 180.0]),
            spheres::run,
        ),
        Part::new("knots", "Section 5.3: many convex parts", effort.of([1.5, 41.0, 410.0]), knots::run),
        Part::new("misprints", "What is printed otherwise than it must be", 0.1, misprints::run),
    ]
}
