//! A page that plays a path, with the first contact marked.

use std::path::Path;

use impinge_page::{Column, Page, Point, Role, Row, Step, Table, View};

use super::configuration::Configuration;
use super::first::FirstContact;
use super::model::Model;
use super::rows::PathRow;
use super::shown::{Shown, add_joints, doubt};
use crate::failure::Failure;

/// Number of pictures of a path; a longer path has one for each edge.
const PICTURES: usize = 120;

/// A picture: the time, and the configuration.
struct Picture {
    time: f64,
    at: Configuration,
    is_contact: bool,
}

/// Writes the page.
pub fn save(
    path: &Path,
    model: &Model,
    rows: &[PathRow],
    first: Option<&FirstContact<'_>>,
) -> Result<(), Failure> {
    let pictures = pictures(rows, first);
    let mut view = View::space();
    let shown = Shown::new(&mut view, model, &model.poses(&rows[0].at)?);
    for picture in &pictures {
        view.step(step(model, &shown, picture, first)?);
    }
    let mut page = Page::new(format!("{}: a path of {} poses", model.robot.name, rows.len()));
    page.intro(match first {
        None if !model.unproven.is_empty() => "No contact was found, all along the path, without gaps between the poses.".into(),
        None => "Nothing collides: proven for every pair of links, all along the path, without gaps between the poses.".into(),
        Some(first) if first.time == 0.0 => {
            format!("The path starts in contact: {} and {}. What follows was not looked at.", first.a, first.b)
        }
        Some(first) => format!(
            "The first contact is at row {:.4}: {} and {}. All pairs are proven free before, without gaps between the poses.",
            first.time, first.a, first.b
        ),
    });
    if let Some(doubt) = doubt(model) {
        page.intro(doubt);
    }
    // At the contact, if there is one.
    view.start(pictures.iter().position(|picture| picture.is_contact).unwrap_or(0));
    page.view(view).table(table(&shown, rows, &pictures, first));
    page.save(path).map_err(|e| Failure::Said(format!("{}: {e}; the page was not written", path.display())))
}

/// The pictures of a path: all rows, equally many between any two, and the first contact.
fn pictures(rows: &[PathRow], first: Option<&FirstContact<'_>>) -> Vec<Picture> {
    let edges = rows.len() - 1;
    let between = PICTURES.div_ceil(edges);
    let mut pictures: Vec<Picture> = Vec::new();
    for (k, ends) in rows.windows(2).enumerate() {
        for i in 0..between {
            let part = i as f64 / between as f64;
            let at = ends[0].at.between(&ends[1].at, part);
            pictures.push(Picture { time: k as f64 + part, at, is_contact: false });
        }
    }
    pictures.extend(rows.last().map(|row| Picture {
        time: edges as f64,
        at: row.at.clone(),
        is_contact: false,
    }));
    if let Some(first) = first {
        pictures.retain(|picture| picture.time != first.time);
        let place = pictures.partition_point(|picture| picture.time < first.time);
        let contact = Picture { time: first.time, at: first.configuration.clone(), is_contact: true };
        pictures.insert(place, contact);
    }
    pictures
}

fn step(
    model: &Model,
    shown: &Shown<'_>,
    picture: &Picture,
    first: Option<&FirstContact<'_>>,
) -> Result<Step, Failure> {
    let time = picture.time;
    let mut step = Step::new(match first {
        Some(first) if picture.is_contact => {
            format!("Row {time:.4}: first contact of {} and {}.", first.a, first.b)
        }
        Some(first) if time > first.time => format!("Row {time:.4}: after the first contact, not looked at."),
        _ => format!("Row {time:.4}: free."),
    });
    let poses = model.poses(&picture.at)?;
    shown.place(&mut step, model, &poses);
    if let Some(first) = first.filter(|_| picture.is_contact) {
        let bodies: Vec<_> = first.nodes.into_iter().flat_map(|node| shown.of(node)).collect();
        for body in &bodies {
            step.role(*body, Role::Bad);
        }
        step.focus(bodies);
        step.point(Point::new(first.point_a).label(format!("{}, {}", first.a, first.b)));
    }
    add_joints(&mut step, &picture.at, &model.robot);
    Ok(step)
}

/// Table of the rows of the path, with the first contact between them; a click shows the row.
fn table(
    shown: &Shown<'_>,
    rows: &[PathRow],
    pictures: &[Picture],
    first: Option<&FirstContact<'_>>,
) -> Table {
    let mut table =
        Table::new("The path", [Column::number("row"), Column::text("line"), Column::text("state")]);
    let is_row = |picture: &Picture| picture.is_contact || picture.time.fract() == 0.0;
    for (k, picture) in pictures.iter().enumerate().filter(|(_, picture)| is_row(picture)) {
        let line = rows.get(picture.time as usize).filter(|_| picture.time.fract() == 0.0);
        let line = line.map_or(String::new(), |row| row.line.to_string());
        let state = match first {
            Some(first) if picture.is_contact => format!("first contact: {} and {}", first.a, first.b),
            Some(first) if picture.time > first.time => "not looked at".into(),
            _ => "free".into(),
        };
        let row = Row::new([picture.time.into(), line.into(), state.into()]).step(k);
        let bodies = first.filter(|_| picture.is_contact).into_iter().flat_map(|first| first.nodes);
        table.row(row.bodies(bodies.flat_map(|node| shown.of(node))));
    }
    table
}
