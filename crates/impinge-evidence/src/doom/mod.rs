//! Van Waveren's report: motions that do not end in overlap, the savings of its optimizations, and a brick wall at four rates.
//!
//! | file | what it holds |
//! |---|---|
//! | `meshes.rs` | polygons as meshes |
//! | `motions.rs` | chains of random motions, and the zone's promise |
//! | `printed/` | the report's collision detection as printed |
//! | `contestants.rs` | the same chains by the printed mover and by ours |
//! | `rules.rs` | statements about the rules and optimizations, by the printed mover |
//! | `bounds.rs` | shared edges: sides against tests of points in triangles |
//! | `touching.rs` | contact points |
//! | `within.rs` | motions that start in the zone, and rounding against its thickness |
//! | `zone_time.rs` | cost of the zone for the printed mover, timed |
//! | `work.rs` | calculations and sides, counted; tangents and square roots |
//! | `broad/` | broad phases, counted |
//! | `players.rs` | players that are pushed about, by both movers |
//! | `printed_wall.rs` | the brick wall by impulses and the printed mover |
//! | `cost.rs` | cost of motions, timed |
//! | `savings.rs` | savings of each optimization, internal edges, growth with the level |
//! | `wall.rs` | the brick wall |
//! | `apart.rs` | whether its bodies are apart, by formulas that share nothing with the solver |
//! | `figures/` | articulated figures by Lagrange multipliers |

mod apart;
mod bounds;
mod broad;
mod contestants;
mod cost;
mod figures;
mod meshes;
mod motions;
mod players;
mod printed;
mod printed_wall;
mod rules;
mod savings;
mod touching;
mod wall;
mod within;
mod work;
mod zone_time;

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
        Part::new(
            "printed",
            "Sections 2 and 3 as printed, beside ours",
            effort.of([2.0, 60.0, 600.0]),
            contestants::run,
        ),
        Part::new(
            "rules",
            "Sections 2 to 4: rules and their work",
            effort.of([1.0, 30.0, 300.0]),
            rules::run,
        ),
        Part::new("broad", "Section 5: broad phases", effort.of([0.5, 10.0, 60.0]), broad::run),
        Part::new("wall", "Section 6: a brick wall at four rates", effort.of([0.4, 18.0, 40.0]), wall::run),
        Part::new(
            "figures",
            "Section 6: articulated figures by Lagrange multipliers",
            effort.of([3.0, 30.0, 120.0]),
            figures::run,
        ),
        Part::new(
            "printed-wall",
            "Section 6: the wall by impulses and the printed mover",
            effort.of([1.0, 20.0, 200.0]),
            printed_wall::run,
        ),
        Part::new("players", "Section 6: players", effort.of([0.5, 10.0, 100.0]), players::run),
    ]
}
