//! Making a map from a mesh, or reading it from a file; and its description.

use std::io::Write;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use impinge::mesh::TriangleMesh;
use impinge::sdf::{DistanceMap, MapError, MapSettings};
use impinge_io::isdf;
use serde::Serialize;

use super::SdfArgs;
use super::points::Asked;
use crate::bodies::meshes;
use crate::failure::{Failure, on_one_line};
use crate::info::{map, print_map};
use crate::json;
use crate::progress::bar;
use crate::table::number;
use crate::units::Units;

/// Steps of the progress bar.
const FINE: f64 = 1000.0;

/// A map and its source.
pub struct Made {
    pub map: DistanceMap<f64>,
    /// The mesh that it was made of, if it was made now.
    pub mesh: Option<TriangleMesh<f64>>,
    /// Units of its lengths.
    pub units: Units,
    /// Time to make or read it.
    seconds: f64,
}

/// The line of JSON, `docs/book/json.md`.
#[derive(Serialize)]
struct Summary {
    cells: usize,
    grid: [usize; 3],
    spacing: f64,
    band: f64,
    blocks: usize,
    bytes: usize,
    seconds: f64,
    method: &'static str,
    sign: &'static str,
    closed: bool,
    node_error: f64,
    /// Bounds on the error of a value: up to `band` from the surface, in the box of the map, and beyond it, if there is one.
    band_error_bound: f64,
    box_error_bound: f64,
    beyond_error_bound: Option<f64>,
    /// The same as `box_error_bound`; the key of earlier versions.
    worst_error_bound: f64,
    /// Number of points in the query, and the largest error bound of their values; none if one of them is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    points: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    points_error_bound: Option<f64>,
    file: Option<String>,
    /// Unit of lengths.
    unit: &'static str,
}

/// Makes a map of a mesh file. `None` if interrupted.
pub fn build(args: &SdfArgs, stop: &AtomicBool) -> Result<Option<Made>, Failure> {
    let mut units = args.units.units()?;
    let mesh = meshes::read(args.limit.of(&args.input), &mut units)?;
    let settings = MapSettings {
        cells: args.cells,
        band: args.band,
        method: args.method.into(),
        max_bytes: args.max_memory,
        ..MapSettings::default()
    };
    let told = bar(FINE as usize, "of a thousand");
    let start = Instant::now();
    let built = DistanceMap::build_with(&mesh, &settings, |progress| {
        told.set_position((progress.part * FINE) as u64);
        match stop.load(Ordering::Relaxed) {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    });
    let seconds = start.elapsed().as_secs_f64();
    told.finish_and_clear();
    match built {
        Ok(map) => Ok(Some(Made { map, mesh: Some(mesh), units, seconds })),
        Err(MapError::Cancelled) => Ok(None),
        Err(error @ MapError::BadSetting { .. }) => Err(Failure::Usage(error.to_string())),
        Err(error @ MapError::TooLarge { .. }) => {
            Err(Failure::Usage(format!("{}: {error} with `--max-memory`", args.input.display())))
        }
        Err(error) => Err(Failure::of(&args.input, error)),
    }
}

/// Reads a map.
pub fn read(args: &SdfArgs) -> Result<Option<Made>, Failure> {
    let units = args.units.units()?;
    let start = Instant::now();
    let map = isdf::read(args.limit.of(&args.input))?;
    Ok(Some(Made { map, mesh: None, units, seconds: start.elapsed().as_secs_f64() }))
}

/// Prints the description: as text or as a line of JSON.
pub fn print(out: &mut dyn Write, args: &SdfArgs, made: &Made, asked: Option<Asked>) -> Result<(), Failure> {
    let report = made.map.report();
    let longest = made.map.mesh_bounds();
    let longest = (longest.max - longest.min).to_array().into_iter().fold(0.0, f64::max);
    let summary = Summary {
        cells: (longest / report.spacing).round() as usize,
        grid: report.cells,
        spacing: report.spacing,
        band: report.band,
        blocks: report.blocks,
        bytes: report.bytes,
        seconds: made.seconds,
        method: report.method.name(),
        sign: report.sign.name(),
        closed: report.closed,
        node_error: report.node_error,
        band_error_bound: report.band_error,
        box_error_bound: report.box_error,
        beyond_error_bound: report.beyond_error,
        worst_error_bound: report.box_error,
        points: asked.map(|asked| asked.points),
        points_error_bound: asked.map(|asked| asked.largest_error),
        file: args.out.as_ref().map(|file| file.display().to_string()),
        unit: made.units.key(),
    };
    if !args.json.write(out, &mut |out| json::line(out, &summary))? {
        write_text(out, args, made, asked)?;
    }
    Ok(())
}

/// The same as text.
fn write_text(
    mut out: &mut dyn Write,
    args: &SdfArgs,
    made: &Made,
    asked: Option<Asked>,
) -> Result<(), Failure> {
    let said = |path: &Path| on_one_line(&path.display().to_string());
    writeln!(out, "{}; lengths are in {}", said(&args.input), made.units.phrase())?;
    print_map(&mut out, &map::of(&made.map))?;
    let what = if made.mesh.is_some() { "made" } else { "read" };
    writeln!(out, "  time      {what} in {} s", number(made.seconds))?;
    if let Some(Asked { points, largest_error }) = asked {
        writeln!(out, "  points    {points}, with errors of at most {}", number(largest_error))?;
    }
    let mut written = args.out.iter().chain(&args.page);
    written.try_for_each(|file| writeln!(out, "  written   {}", said(file)))?;
    Ok(())
}
