//! Olvång's thesis, sections 4.1 and 4.2: a randomized benchmark of six pairs of shapes, and stacks of boxes.
//!
//! | file | what it holds |
//! |---|---|
//! | `pair.rs` | the pairs of shapes |
//! | `benchmark.rs` | the benchmark: random poses, every algorithm on the same ones |
//! | `depth.rs` | depths as the thesis measures them |
//! | `rows.rs` | what it leaves, and how figures and findings read it |
//! | `figures.rs` | figures 4 to 17 |
//! | `findings.rs` | the statements of section 4.1, in the order of its figures |
//! | `comparisons.rs` | those that compare precisions, the order of pairs, and times |
//! | `stacking.rs` | tables 2 and 3, and the statements of section 4.2 |
//! | `stacks.rs` | the tallest stacks as rows of CSV, and tables of pages |
//! | `again.rs` | the statements of section 4.1, judged from kept files |

mod again;
mod benchmark;
mod comparisons;
mod depth;
mod figures;
mod findings;
mod pair;
mod rows;
mod stacking;
mod stacks;

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
    let stacking = effort.of([2.5, 900.0, 900.0]);
    parts.push(Part::new("stacking", "Section 4.2: stacks of boxes", stacking, stacking::run));
    parts
}
