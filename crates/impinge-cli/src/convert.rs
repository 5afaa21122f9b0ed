//! `impinge convert IN OUT`: converts a mesh file to another format or other units.
//!
//! Polygons stay polygons if the format supports them. Parts are merged into one mesh.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use impinge_io::{MeshFormat, read_mesh, write_mesh};
use serde::Serialize;

use crate::Limit;
use crate::failure::{Failure, on_one_line};
use crate::inputs::ScaleArgs;
use crate::json::{JsonArgs, line};

/// Arguments of `impinge convert`.
#[derive(Args)]
#[command(after_help = "Example: impinge convert part.stl part.ply --unit mm")]
pub struct ConvertArgs {
    /// Mesh to read
    input: PathBuf,
    /// Mesh to write, in the format given by its extension
    output: PathBuf,
    #[command(flatten)]
    json: JsonArgs,
    #[command(flatten)]
    scale: ScaleArgs,
    #[command(flatten)]
    limit: Limit,
}

/// Summary of the file written.
#[derive(Serialize)]
struct Converted {
    input: String,
    output: String,
    vertices: usize,
    faces: usize,
    /// Factor that coordinates were multiplied by.
    scale: f64,
}

/// Reads, scales and writes a mesh, and reports it.
pub fn run(out: &mut impl Write, args: &ConvertArgs) -> Result<(), Failure> {
    let scale = args.scale.factor()?;
    // Checked first: nobody should wait for a large file to be read if the output cannot be written.
    MeshFormat::of(&args.output)?;
    let mesh = read_mesh(args.limit.of(&args.input))?;
    let mesh = if scale == 1.0 { mesh } else { mesh.scaled(scale) };
    if let Some(vertex) = mesh.vertices.iter().position(|v| !v.is_finite()) {
        let name = args.input.display();
        return Err(Failure::Said(format!(
            "{name}: vertex {vertex} times {scale} is beyond the largest number"
        )));
    }
    write_mesh(&args.output, &mesh)?;
    let told = Converted {
        input: args.input.display().to_string(),
        output: args.output.display().to_string(),
        vertices: mesh.vertices.len(),
        faces: mesh.faces.len(),
        scale,
    };
    if args.json.write(out, &mut |out| line(out, &told))? {
        return Ok(());
    }
    let Converted { output, vertices, faces, .. } = told;
    let scaled = if scale == 1.0 { String::new() } else { format!(", scaled by {scale}") };
    Ok(writeln!(out, "{}: {vertices} vertices, {faces} faces{scaled}", on_one_line(&output))?)
}
