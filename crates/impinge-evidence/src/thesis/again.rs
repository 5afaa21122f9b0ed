//! The statements of section 4.1 judged again from the CSV files of a finished run: a check that a page follows from the numbers kept
//! beside it.

use std::cell::Cell;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use super::findings;
use super::pair::Pair;
use crate::claim::Finding;
use crate::study::{Effort, Out, Stop, Task};
use crate::table::Table;

/// Findings from the rows of all pairs of shapes in a folder; none if one of them is missing.
///
/// # Errors
/// If a file cannot be read as a table.
pub(crate) fn judged_again(
    folder: &Path,
    effort: Effort,
    configurations: usize,
) -> Result<Vec<Finding>, Stop> {
    let mut outs = Vec::new();
    for pair in Pair::ALL {
        let id = format!("{}-rows", pair.part());
        let Ok(text) = std::fs::read_to_string(folder.join(format!("{id}.csv"))) else {
            return Ok(Vec::new());
        };
        let table =
            Table::from_csv(&id, &text).ok_or_else(|| Stop::Failed(format!("{id}.csv is no table")))?;
        outs.push((pair.part(), Out { tables: vec![table], ..Out::default() }));
    }
    let earlier: Vec<(&str, &Out)> = outs.iter().map(|(part, out)| (*part, out)).collect();
    let (stop, share) = (AtomicBool::new(false), Cell::new(0.0));
    let task =
        Task { effort, configurations, seed: 0, stop: &stop, share: &share, tell: &|| (), earlier: &earlier };
    let mut out = Out::default();
    findings::run(&task, &mut out);
    Ok(out.findings)
}
