//! Van Waveren's report: motions that do not end in overlap, what its optimizations save, and a brick wall at four rates.
//!
//! | file | what it holds |
//! |---|---|
//! | `meshes.rs` | polygons as meshes |
//! | `motions.rs` | chains of random motions, and the zone's promise |
//! | `cost.rs` | what motions cost, timed |
//! | `savings.rs` | what each optimization saves, internal edges, growth with the level |
//! | `wall.rs` | the brick wall |
//! | `apart.rs` | whether its bodies are apart, by formulas that share nothing with the solver |
//! | `figures/` | articulated figures by Lagrange multipliers |

mod apart;
mod cost;
mod figures;
mod meshes;
mod motions;
mod savings;
mod wall;

use crate::study::{Effort, Part};

/// The parts of the study.
pub(crate) fn parts(effort: Effort) -> Vec<Part> {
    vec![
        Part::new("motions", "Motions and the expel zone", effort.of([0.1, 13.0, 130.0]), motions::run),
        Part::new(
            "savings",
            "Sections 4 and 5: what optimizations save",
            effort.of([0.1, 1.5, 20.0]),
            savings::run,
        ),
        Part::new("wall", "Section 6: a brick wall at four rates", effort.of([0.4, 18.0, 40.0]), wall::run),
        Part::new(
            "figures",
            "Section 6: articulated figures by Lagrange multipliers",
            effort.of([3.0, 30.0, 120.0]),
            figures::run,
        ),
    ]
}
