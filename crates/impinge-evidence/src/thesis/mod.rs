//! Olvång's thesis, sections 4.1 and 4.2: a randomized benchmark of six pairs of shapes, and stacks of boxes.
//!
//! | file | what it holds |
//! |---|---|
//! | `pair.rs` | the pairs of shapes |
//! | `benchmark.rs` | the benchmark: random poses, every algorithm on the same ones |
//! | `depth.rs` | depths as the thesis measures them |
//! | `rows.rs` | its output, and its use in figures and findings |
//! | `figures.rs` | figures 4 to 17 |
//! | `findings.rs` | the statements of section 4.1, in the order of its figures |
//! | `comparisons.rs` | those that compare precisions, the order of pairs, and times |
//! | `precision/` | section 4.1 in one precision throughout, with the algorithms as the thesis prints them |
//! | `wedge.rs` | the cube on the wedge of section 4.2.3 |
//! | `manifolds.rs` | contact points as the thesis writes them, and its one point for cones and cylinders |
//! | `stacking.rs` | tables 2 and 3, and the statements of section 4.2 |
//! | `stacks.rs` | the tallest stacks as rows of CSV, and tables of pages |
//! | `again.rs` | the statements of section 4.1, judged from kept files |

mod again;
mod benchmark;
mod comparisons;
mod depth;
mod figures;
mod findings;
mod manifolds;
mod pair;
mod precision;
mod rows;
mod stacking;
mod stacks;
mod wedge;

use crate::study::{Effort, Part};
pub(crate) use again::judged_again;
use pair::Pair;
pub(crate) use stacks::{TABLE as STACKS, written as stack_tables};

/// The parts of the study.
pub(crate) fn parts(effort: Effort, configurations: usize) -> Vec<Part> {
    // Times are taken on some configurations, several times; the rest is shared by two cores.
    let timed = configurations.min(benchmark::TIMED) as f64 * effort.of([1.5, 3.0, 3.0]);
    let each = |pair: Pair| 1e-6 * pair.micros() * (timed + 0.5 * configurations as f64);
    let mut parts: Vec<Part> = Pair::ALL
        .into_iter()
        .map(|pair| {
            Part::new(pair.part(), pair.name(), each(pair), move |task, out| benchmark::run(task, pair, out))
        })
        .collect();
    parts.push(Part::new("figures", "Section 4.1: the randomized benchmark", 0.2, |task, out| {
        figures::run(task, out);
        findings::run(task, out);
        Ok(())
    }));
    let throughout = 1e-6 * precision::micros() * configurations as f64;
    parts.push(Part::new(
        "precision",
        "Sections 4.1 and 4.2.3 in one precision throughout",
        throughout,
        precision::run,
    ));
    let wedge = effort.of([0.5, 2.0, 8.0]);
    parts.push(Part::new("wedge", "Section 4.2.3: a cube on a wedge", wedge, wedge::run));
    let manifolds = effort.of([1.0, 6.0, 40.0]);
    parts.push(Part::new("manifolds", "Sections 4.2.3 and 5.3: contact points", manifolds, manifolds::run));
    let stacking = effort.of([2.5, 900.0, 900.0]);
    parts.push(Part::new("stacking", "Section 4.2: stacks of boxes", stacking, stacking::run));
    parts
}
