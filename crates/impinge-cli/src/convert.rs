//! `impinge convert IN OUT`: converts a mesh file to another format or other units.
//!
//! Polygons stay polygons, and parts keep their names and colors, if the format supports them. Vertices that no face uses are left out.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use impinge_io::{MeshFormat, Part, Unit, write_parts};
use serde::Serialize;

use crate::Limit;
use crate::failure::{Failure, on_one_line};
use crate::json::{JsonArgs, line};

/// Arguments of `impinge convert`.
#[derive(Args)]
#[command(after_help = "Examples:
  impinge convert part.stl part.ply                 another format
  impinge convert part.stl part.glb --unit mm       glTF is in meters: scaled by 0.001
  impinge convert part.stl part.ply --unit in --to mm

Lengths stay as they are if nothing says what both files are in.")]
pub struct ConvertArgs {
    /// Mesh to read
    input: PathBuf,
    /// Mesh to write, in the format given by its extension
    output: PathBuf,
    /// Unit of the input, if its format has none: mm, cm, m, in or ft
    #[arg(long, value_name = "UNIT", value_parser = |text: &str| text.parse::<Unit>())]
    unit: Option<Unit>,
    /// Unit of the output, if its format has none; by default that of the input
    #[arg(long, value_name = "UNIT", value_parser = |text: &str| text.parse::<Unit>())]
    to: Option<Unit>,
    /// Factor to multiply the coordinates by
    #[arg(long, value_name = "FACTOR", allow_hyphen_values = true)]
    scale: Option<f64>,
    #[command(flatten)]
    json: JsonArgs,
    #[command(flatten)]
    limit: Limit,
}

/// Summary of the file written, `docs/book/json.md`.
#[derive(Serialize)]
struct Converted {
    input: String,
    output: String,
    /// Parts of the input: those of the output too, if its format has parts.
    parts: usize,
    vertices: usize,
    faces: usize,
    /// Factor that coordinates were multiplied by.
    scale: f64,
    /// Unit of the output.
    unit: &'static str,
}

/// Reads, scales and writes a mesh, and reports it.
pub fn run(out: &mut impl Write, args: &ConvertArgs) -> Result<(), Failure> {
    // Checked first: nobody should wait for a large file to be read if the output cannot be written.
    let to = unit_of_output(args)?;
    let scale = args.scale.unwrap_or(1.0);
    if !(scale.is_finite() && scale > 0.0) {
        return Err(Failure::Usage(format!("`--scale` is {scale}; it must be finite and positive")));
    }
    let mut parts = impinge_io::read_parts(args.limit.of(&args.input))?;
    let from = parts.first().and_then(|part| part.mesh.unit).or(args.unit);
    if let (None, Some(to)) = (from, args.to) {
        return Err(Failure::Usage(format!("`--to {to}` needs the unit of the input; give `--unit`")));
    }
    let scale = scale * from.zip(to).map_or(1.0, |(from, to)| from.factor_to(to));
    for part in &mut parts {
        let mesh = std::mem::take(&mut part.mesh);
        part.mesh = if scale == 1.0 { mesh } else { mesh.scaled(scale) };
        if let Some(vertex) = part.mesh.vertices.iter().position(|v| !v.is_finite()) {
            let (name, part) = (args.input.display(), &part.name);
            return Err(Failure::Said(format!(
                "{name}: {part}: vertex {vertex} times {scale} is beyond the largest number"
            )));
        }
    }
    write_parts(&args.output, &parts)?;
    let count = |of: fn(&Part) -> usize| parts.iter().map(of).sum();
    let unit = to.or(from);
    let told = Converted {
        input: args.input.display().to_string(),
        output: args.output.display().to_string(),
        parts: parts.len(),
        vertices: count(|part| part.mesh.vertices.len()),
        faces: count(|part| part.mesh.faces.len()),
        scale,
        unit: unit.map_or("file", Unit::name),
    };
    if args.json.write(out, &mut |out| line(out, &told))? {
        return Ok(());
    }
    let Converted { output, vertices, faces, .. } = told;
    let scaled = if scale == 1.0 { String::new() } else { format!(", scaled by {scale}") };
    let unit = match (from, unit) {
        (None, Some(unit)) => {
            format!(", taken to be in {unit}, as files of this format are; `--unit` says otherwise")
        }
        (_, Some(unit)) => format!(", in {unit}"),
        (_, None) => String::new(),
    };
    Ok(writeln!(out, "{}: {vertices} vertices, {faces} faces{scaled}{unit}", on_one_line(&output))?)
}

/// The unit that the output is to be in: of its format, or as requested.
fn unit_of_output(args: &ConvertArgs) -> Result<Option<Unit>, Failure> {
    match (MeshFormat::to_write(&args.output)?.unit(), args.to) {
        (Some(fixed), Some(to)) if fixed != to => {
            let name = args.output.display();
            Err(Failure::Usage(format!("{name}: files of this format are in {fixed}; drop `--to {to}`")))
        }
        (fixed, to) => Ok(fixed.or(to)),
    }
}
