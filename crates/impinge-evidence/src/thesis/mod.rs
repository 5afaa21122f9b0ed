//! Olvång's thesis, sections 4.1 and 4.2: a randomized benchmark of six pairs of shapes, and stacks of boxes.
//!
//! | file | what it holds |
//! |---|---|
//! | `pair.rs` | the pairs of shapes |
//! | `measure.rs` | the benchmark: random poses, every algorithm on the same ones |
//! | `rows.rs` | what it leaves, and how figures and findings read it |
//! | `figures.rs` | figures 4 to 17 |
//! | `findings.rs` | the statements of section 4.1 |
//! | `stacking.rs` | tables 2 and 3, and the statements of section 4.2 |

mod figures;
mod findings;
mod measure;
mod pair;
mod rows;
mod stacking;

use crate::study::{Effort, Part};
use pair::Pair;

/// The parts of the study.
pub(crate) fn parts(effort: Effort) -> Vec<Part> {
    let each = effort.of([0.3, 2.0, 70.0, 700.0]);
    let mut parts: Vec<Part> = Pair::ALL
        .into_iter()
        .map(|pair| Part::new(pair.part(), pair.name(), each, move |task, out| measure::run(task, pair, out)))
        .collect();
    parts.push(Part::new("figures", "Section 4.1: the randomized benchmark", 0.2, |task, out| {
        figures::run(task, out);
        findings::run(task, out);
        Ok(())
    }));
    let stacking = effort.of([1.0, 15.0, 1200.0, 12_000.0]);
    parts.push(Part::new("stacking", "Section 4.2: stacks of boxes", stacking, stacking::run));
    parts
}
