//! A path as a table of text: a header with names of joints, then one row of values per pose.

use std::path::Path;

use impinge_io::robot::Robot;

use super::args::number;
use super::configuration::{Configuration, Place};
use super::values::{free_joint, within_limits};
use crate::Limit;
use crate::failure::Failure;

/// A pose of a path.
pub struct PathRow {
    /// Its line in the file, from 1.
    pub line: usize,
    /// The configuration; joints that are not in the table stay as at the start.
    pub at: Configuration,
}

/// Joints of a table, and its rows.
pub type Rows = (Vec<usize>, Vec<PathRow>);

/// Rows of a file.
pub fn read(
    file: &Path,
    limit: &Limit,
    robot: &Robot,
    start: &Configuration,
    ignore_limits: bool,
) -> Result<Rows, Failure> {
    let text = limit.text(file, "a path is a table of text")?;
    parse(&text, robot, start, ignore_limits).map_err(|what| Failure::of(file, what))
}

/// Rows of a text; an error names the line. Empty lines are skipped.
fn parse(text: &str, robot: &Robot, start: &Configuration, ignore_limits: bool) -> Result<Rows, String> {
    let lines = text.trim_start_matches('\u{feff}').lines().enumerate();
    let mut lines = lines.map(|(k, line)| (k + 1, line)).filter(|(_, line)| !line.trim().is_empty());
    let Some((line, header)) = lines.next() else {
        return Err("the table is empty: it needs names of joints, then one line per pose".into());
    };
    let mut columns: Vec<Column> = Vec::new();
    for name in header.split(',').map(|cell| cell.trim().trim_matches('"')) {
        let column = column(robot, start, name).map_err(|what| format!("line {line}: {what}"))?;
        if columns.contains(&column) {
            return Err(format!("line {line}: joint `{name}` has two columns"));
        }
        columns.push(column);
    }
    let mut joints: Vec<usize> = Vec::new();
    columns.iter().for_each(|column| {
        if !joints.contains(&column.joint) {
            joints.push(column.joint)
        }
    });
    let turns = |joint: usize| {
        let given = columns.iter().filter(|column| column.joint == joint && column.number >= 3).count();
        (given == 0 || given == 4).then_some(()).ok_or_else(|| {
            let name = &robot.joints[joint].name;
            format!("line {line}: joint `{name}` needs all of {name}.qx, .qy, .qz and .qw, or none")
        })
    };
    joints.iter().try_for_each(|&joint| turns(joint))?;
    let mut rows = Vec::new();
    for (line, text) in lines {
        let said = |what: String| format!("line {line}: {what}");
        let cells: Vec<&str> = text.split(',').collect();
        if cells.len() != columns.len() {
            return Err(said(format!("{} values for {} columns", cells.len(), columns.len())));
        }
        let numbers: Vec<f64> =
            cells.iter().map(|cell| number(cell)).collect::<Result<_, _>>().map_err(said)?;
        let mut at = start.clone();
        for &joint in &joints {
            let mut all = start.place(joint).map_or(vec![0.0], Place::numbers);
            let given = columns.iter().zip(&numbers).filter(|(column, _)| column.joint == joint);
            given.for_each(|(column, value)| all[column.number] = *value);
            at.set(joint, &all)
                .map_err(|what| said(format!("joint `{}`: {what}", robot.joints[joint].name)))?;
            if !ignore_limits {
                within_limits(&robot.joints[joint], at.values[joint]).map_err(said)?;
            }
        }
        // A value may be finite and still not give a pose.
        at.link_poses(robot).map_err(said)?;
        rows.push(PathRow { line, at });
    }
    match rows.len() {
        0 | 1 => Err(format!("a path needs at least two poses; this one has {}", rows.len())),
        _ => Ok((joints, rows)),
    }
}

/// A column of a table: a joint, and which of its numbers.
#[derive(Clone, Copy, PartialEq)]
struct Column {
    joint: usize,
    number: usize,
}

/// The column of a name: that of a joint, or of a planar or floating joint and one of its numbers, as in `base.x`.
fn column(robot: &Robot, start: &Configuration, name: &str) -> Result<Column, String> {
    if let Some((joint, part)) = name.rsplit_once('.')
        && robot.joint(name).is_none()
        && let Some(joint) = robot.joint(joint)
        && let Some(place) = start.place(joint)
    {
        let number = place.names().iter().position(|known| *known == part);
        let known = || format!("`{name}`: the columns of this joint are {}", columns(robot, joint, place));
        return number.map(|number| Column { joint, number }).ok_or_else(known);
    }
    let joint = free_joint(robot, name)?;
    match start.place(joint) {
        Some(place) => Err(format!(
            "joint `{name}` has no single value; its columns are {}",
            columns(robot, joint, place)
        )),
        None => Ok(Column { joint, number: 0 }),
    }
}

/// Names of the columns of a planar or floating joint.
fn columns(robot: &Robot, joint: usize, place: &Place) -> String {
    let name = &robot.joints[joint].name;
    place.names().iter().map(|part| format!("{name}.{part}")).collect::<Vec<_>>().join(", ")
}
