//! What the report says of its rules and optimizations beside the motions themselves, of the printed mover.

use super::bounds::shared_edges;
use super::touching::contacts;
use super::within::{only_away, rounding};
use super::work::counted;
use crate::study::{Out, Stop, Task};

pub(super) fn run(task: &Task<'_>, out: &mut Out) -> Result<(), Stop> {
    shared_edges(out, task.effort.of([2_000, 200_000, 2_000_000]), task.seed);
    task.reached(0.2)?;
    contacts(out, task.effort.of([50, 2_000, 20_000]), task.seed)?;
    only_away(out, task.effort.of([800, 100_000, 1_000_000]), task.seed)?;
    task.reached(0.4)?;
    rounding(out, task.effort.of([100, 20_000, 200_000]), task.seed)?;
    task.reached(0.7)?;
    counted(task, out)
}
