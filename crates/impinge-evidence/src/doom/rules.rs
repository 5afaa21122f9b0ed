//! Statements of the report about its rules and optimizations apart from the motions themselves, tested on the printed mover.

use super::bounds::shared_edges;
use super::touching::contacts;
use super::within::{only_away, rounding};
use super::work::counted;
use super::zone_time::zone_time;
use crate::study::{Out, Stop, Task};
use crate::table::Table;

/// Corrections in both readings.
const MISPRINTS: [[&str; 3]; 6] = [
    ["2.2", "f = α/β", "f = −α/β: the height after f is α + f β"],
    ["2.4, 2.5", "r = tan(α/2) for 0 < α < π", "for −π < α < π"],
    ["2.4, 2.5", "for a = 0 a collision at time −c/b", "r = −c/(2b), of which the time follows"],
    ["3.1", "(α − e)/β", "(e − α)/β: the height after f is α + f β"],
    ["3.3", "one IF with two ELSE, and an ENDIF too many at the end", "that ENDIF before the second ELSE"],
    ["4", "the arc tangent of half the angle", "the arc tangent that gives half the angle"],
];

pub(super) fn run(task: &Task<'_>, out: &mut Out) -> Result<(), Stop> {
    shared_edges(out, task.effort.of([2_000, 200_000, 2_000_000]), task.seed);
    task.reached(0.2)?;
    contacts(out, task.effort.of([50, 2_000, 20_000]), task.seed)?;
    only_away(out, task.effort.of([800, 100_000, 1_000_000]), task.seed)?;
    task.reached(0.4)?;
    rounding(out, task.effort.of([100, 20_000, 200_000]), task.seed)?;
    task.reached(0.7)?;
    counted(task, out)?;
    task.reached(0.9)?;
    zone_time(task, out)?;
    out.table(Table::misprints(&MISPRINTS, "Mended in both readings of the printed rules."));
    Ok(())
}
