//! Olvång's thesis, sections 4.1 and 4.2: a randomized benchmark of six pairs of shapes, and stacks of boxes.
//!
//! | file | what it holds |
//! |---|---|
//! | `measure.rs` | the benchmark: shapes, random poses, every algorithm on the same ones |
//! | `rows.rs` | what it leaves, and how figures and findings read it |
//! | `figures.rs` | figures 4 to 17 |

mod figures;
mod measure;
mod rows;

use crate::study::{Effort, Part};
use measure::Pair;

/// The parts of the study.
pub(crate) fn parts(effort: Effort) -> Vec<Part> {
    let each = effort.of([0.3, 2.0, 70.0, 700.0]);
    let mut parts: Vec<Part> = Pair::ALL
        .into_iter()
        .map(|pair| Part::new(pair.part(), pair.name(), each, move |task, out| measure::run(task, pair, out)))
        .collect();
    parts.push(Part::new("figures", "Section 4.1: the randomized benchmark", 0.2, |task, out| {
        figures::run(task, out);
        Ok(())
    }));
    parts
}
