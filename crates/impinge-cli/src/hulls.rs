//! Hulls: the table of the hulls of all named clouds, and the volume of one.

use std::io::Write;

use impinge::hull::{HullReport, Solid, solid_hull};
use impinge::{ConvexPolyhedron, Measured, Real};
use impinge_scenes::clouds;

use crate::failure::Failure;
use crate::table::{self, Align, number};

/// Number of points in each cloud of the table.
const POINTS: usize = 500;
/// Seed of the clouds of the table.
const SEED: u64 = 1;

/// Prints the table of the hulls of all named clouds, and the reason where a cloud has none.
pub fn print(out: &mut impl Write) -> Result<(), Failure> {
    writeln!(out, "Hulls; outside is how far the worst point lies outside its hull, as a part of the size")?;
    let (mut rows, mut refused) = (Vec::new(), Vec::new());
    for cloud in clouds::all::<f64>() {
        let points = (cloud.make)(POINTS, SEED);
        match solid_hull(&points) {
            Ok(hull) => {
                let report = hull.check(&points);
                let report =
                    report.map_err(|fault| Failure::Said(format!("hull of {}: {fault}", cloud.name)))?;
                rows.push(row(cloud.name, points.len(), &report, volume(hull)));
            }
            Err(error) => refused.push((cloud.name, error)),
        }
    }
    let columns = [
        ("cloud", Align::Left),
        ("points", Align::Right),
        ("vertices", Align::Right),
        ("edges", Align::Right),
        ("faces", Align::Right),
        ("volume", Align::Right),
        ("outside", Align::Right),
    ];
    table::write(out, columns, &rows)?;
    for (name, error) in refused {
        for problem in error.problems() {
            writeln!(out, "{name}: {problem}")?;
        }
    }
    Ok(())
}

fn row(name: &str, points: usize, report: &HullReport, volume: f64) -> [String; 7] {
    [
        name.to_owned(),
        points.to_string(),
        report.vertices.to_string(),
        report.edges.to_string(),
        report.faces.to_string(),
        number(volume),
        number(report.worst_outside),
    ]
}

/// Volume of a hull.
pub fn volume<T: Real>(hull: Solid<T>) -> f64 {
    ConvexPolyhedron::from_solid(hull).measure().volume.f64()
}
