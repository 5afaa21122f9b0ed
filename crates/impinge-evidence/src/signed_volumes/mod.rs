//! Montanari, Petrinic and Barbieri 2017: sections 3.3 and 5, the sub-algorithms of GJK compared.
//!
//! | file | what it holds |
//! |---|---|
//! | `bodies.rs` | polygonal spheres, gear teeth and knots, by formulas |
//! | `polygons.rs` | figure 7: simplexes of almost no area |
//! | `teeth.rs` | figures 8, 9, 14 and 15: the least distance of two teeth that is still found |
//! | `arithmetic.rs` | section 4.3: losses by determinants and projections |
//! | `tolerances.rs` | section 5.1: the distance that the teeth reach, by ε_tol |
//! | `deformed.rs` | section 5.1: simplexes of flat bodies |
//! | `spheres.rs` | figures 16 to 21: time in the sub-algorithm and in GJK |
//! | `inspections.rs` | section 5.2: regions inspected, once or twice |
//! | `footnote.rs` | section 5.2: the case of the footnote, and calls by the number of vertices |
//! | `knots.rs` | tables I to III: calls on many convex parts |
//! | `misprints.rs` | misprints |
//!
//! JH, JB, BK and SV are the paper's letters: Johnson, Johnson with Backup, Backup alone, Signed Volumes. Each is here as printed and as the
//! library has it.

mod arithmetic;
mod bodies;
mod deformed;
mod footnote;
mod inspections;
mod knots;
mod misprints;
mod polygons;
mod spheres;
mod teeth;
mod tolerances;

use crate::study::{Effort, Part};

/// The parts of the study.
pub(crate) fn parts(effort: Effort) -> Vec<Part> {
    vec![
        Part::new("polygons", "Section 3.3: simplexes of almost no area", 0.1, polygons::run),
        Part::new("teeth", "Sections 3.3 and 5.1: gear teeth", effort.of([0.3, 6.0, 25.0]), teeth::run),
        Part::new(
            "arithmetic",
            "Sections 4.3 and 5.1: determinants and projections",
            effort.of([0.1, 2.0, 10.0]),
            arithmetic::run,
        ),
        Part::new("tolerances", "Section 5.1: tolerances", effort.of([0.1, 1.0, 4.0]), tolerances::run),
        Part::new("deformed", "Section 5.1: flat bodies", effort.of([0.1, 1.0, 4.0]), deformed::run),
        Part::new(
            "spheres",
            "Section 5.2: time on polygonal spheres",
            effort.of([0.8, 45.0, 180.0]),
            spheres::run,
        ),
        Part::new(
            "inspections",
            "Section 5.2: regions inspected",
            effort.of([0.2, 4.0, 20.0]),
            inspections::run,
        ),
        Part::new(
            "footnote",
            "Sections 5.2 and 6: calls, and the footnote",
            effort.of([0.1, 2.0, 20.0]),
            footnote::run,
        ),
        Part::new("knots", "Section 5.3: many convex parts", effort.of([1.5, 41.0, 410.0]), knots::run),
        Part::new("misprints", "What is printed otherwise than it must be", 0.1, misprints::run),
    ]
}
