//! Feng and Tan 2019: sections 4.2.2, 5 and 6, contact features that jump, types of contacts, and the steps of GJK and EPA in packings.
//!
//! | file | what it holds |
//! |---|---|
//! | `features.rs` | figure 4: contact features of a quadrilateral and a triangle |
//! | `packing.rs` | bodies of the paper's kinds, packed and pushed apart |
//! | `counts.rs` | tables 1 and 2: steps of GJK and EPA in packings of four densities |
//! | `steps.rs` | steps of GJK and EPA on a pair |
//! | `depths.rs` | the same over the depth of the overlap |
//! | `expanding.rs` | EPA as printed, with the type of the contact by its last face |
//! | `types.rs` | section 4.2.2: contacts by type |
//! | `conclusions.rs` | section 6 |
//! | `misprints.rs` | misprints |

mod conclusions;
mod counts;
mod depths;
mod expanding;
mod features;
mod misprints;
mod packing;
mod steps;
mod types;

use crate::study::{Effort, Part};

/// The parts of the study.
pub(crate) fn parts(effort: Effort) -> Vec<Part> {
    let packed = effort.of([0.5, 12.0, 50.0]);
    vec![
        Part::new("features", "Section 5.1: contact features and where they jump", 0.1, features::run),
        Part::new("polyhedra", "Section 5.2.1: polyhedra", packed, |task, out| {
            counts::run(task, &counts::SIMULATIONS[0], out)
        }),
        Part::new("spheres", "Section 5.2.2: polyhedra and spheres", packed, |task, out| {
            counts::run(task, &counts::SIMULATIONS[1], out)
        }),
        Part::new(
            "depths",
            "Section 5.2: the depth of the overlap",
            effort.of([0.1, 2.0, 10.0]),
            depths::run,
        ),
        Part::new("types", "Section 4.2.2: types of contacts", effort.of([0.3, 5.0, 15.0]), types::run),
        Part::new("conclusions", "Section 6: conclusions", effort.of([0.1, 1.0, 5.0]), conclusions::run),
        Part::new("misprints", "What is printed otherwise than it must be", 0.1, misprints::run),
    ]
}
