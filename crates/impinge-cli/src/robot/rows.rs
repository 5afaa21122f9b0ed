//! A path as a table of text: a header with names of joints, then one row of values per pose.

use std::path::Path;

use impinge_io::robot::Robot;

use super::args::number;
use super::values::{free_joint, within_limits};
use crate::Limit;
use crate::failure::Failure;

/// A pose of a path.
pub struct PathRow {
    /// Its line in the file, from 1.
    pub line: usize,
    /// Values of all joints; joints that are not in the table keep the start value.
    pub values: Vec<f64>,
}

/// Joints of a table, and its rows.
pub type Rows = (Vec<usize>, Vec<PathRow>);

/// Rows of a file.
pub fn read(
    file: &Path,
    limit: &Limit,
    robot: &Robot,
    start: &[f64],
    ignore_limits: bool,
) -> Result<Rows, Failure> {
    let text = limit.text(file, "a path is a table of text")?;
    parse(&text, robot, start, ignore_limits).map_err(|what| Failure::of(file, what))
}

/// Rows of a text; an error names the line. Empty lines are skipped.
fn parse(text: &str, robot: &Robot, start: &[f64], ignore_limits: bool) -> Result<Rows, String> {
    let lines = text.trim_start_matches('\u{feff}').lines().enumerate();
    let mut lines = lines.map(|(k, line)| (k + 1, line)).filter(|(_, line)| !line.trim().is_empty());
    let Some((line, header)) = lines.next() else {
        return Err("the table is empty: it needs names of joints, then one line per pose".into());
    };
    let mut joints = Vec::new();
    for name in header.split(',').map(|cell| cell.trim().trim_matches('"')) {
        let joint = free_joint(robot, name).map_err(|what| format!("line {line}: {what}"))?;
        if joints.contains(&joint) {
            return Err(format!("line {line}: joint `{name}` has two columns"));
        }
        joints.push(joint);
    }
    let mut rows = Vec::new();
    for (line, text) in lines {
        let said = |what: String| format!("line {line}: {what}");
        let cells: Vec<&str> = text.split(',').collect();
        if cells.len() != joints.len() {
            return Err(said(format!("{} values for {} joints", cells.len(), joints.len())));
        }
        let mut values = start.to_vec();
        for (cell, &joint) in cells.iter().zip(&joints) {
            values[joint] = number(cell).map_err(said)?;
            if !ignore_limits {
                within_limits(&robot.joints[joint], values[joint]).map_err(said)?;
            }
        }
        // A value may be finite and still not give a pose.
        robot.link_poses(&values).map_err(|e| said(e.to_string()))?;
        rows.push(PathRow { line, values });
    }
    match rows.len() {
        0 | 1 => Err(format!("a path needs at least two poses; this one has {}", rows.len())),
        _ => Ok((joints, rows)),
    }
}
