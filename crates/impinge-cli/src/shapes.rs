//! `impinge shapes`: the catalogue of shapes as a table or as JSON lines.

use std::io::Write;

use impinge::Vec3;
use serde::Serialize;

use crate::catalogue::{self, Row};
use crate::failure::Failure;
use crate::table::{self, Align, number, vector};

/// One line of JSON.
#[derive(Serialize)]
struct Line {
    name: &'static str,
    volume: f64,
    centroid: [f64; 3],
    min: [f64; 3],
    max: [f64; 3],
    direction: [f64; 3],
    support: [f64; 3],
}

fn array(v: Vec3<f64>) -> [f64; 3] {
    [v.x, v.y, v.z]
}

/// Prints the catalogue.
pub fn print(out: &mut impl Write, json: bool) -> Result<(), Failure> {
    let rows = catalogue::shapes();
    if json {
        for row in rows {
            serde_json::to_writer(&mut *out, &line(&row))?;
            writeln!(out)?;
        }
        return Ok(());
    }
    let direction = catalogue::DIRECTION;
    writeln!(out, "Shapes ({}); the support point is the farthest in direction ({})", rows.len(), {
        format!("{}, {}, {}", direction.x, direction.y, direction.z)
    })?;
    let columns = [
        ("name", Align::Left),
        ("volume", Align::Right),
        ("centroid", Align::Left),
        ("bounds: half sides", Align::Left),
        ("support", Align::Left),
    ];
    let cells = |r: &Row| {
        let bounds = vector(r.bounds.half_extents());
        [r.name.into(), number(r.volume), vector(r.centroid), bounds, vector(r.support)]
    };
    Ok(table::write(out, columns, &rows.iter().map(cells).collect::<Vec<_>>())?)
}

fn line(row: &Row) -> Line {
    Line {
        name: row.name,
        volume: row.volume,
        centroid: array(row.centroid),
        min: array(row.bounds.min),
        max: array(row.bounds.max),
        direction: array(catalogue::DIRECTION),
        support: array(row.support),
    }
}
