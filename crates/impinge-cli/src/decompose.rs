//! `impinge decompose MESH --concavity X --out DIR`: decomposes a closed mesh into convex parts.

use std::fs;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::Args;
use impinge::ConvexPolyhedron;
use impinge::decompose::{DecomposeError, DecomposeSettings, DecomposeStatus, Decomposition, decompose_with};
use serde::Serialize;

use crate::Limit;
use crate::failure::Failure;
use crate::mesh::mesh_of;
use crate::progress::line;

#[derive(Args)]
pub struct DecomposeArgs {
    /// Closed mesh to decompose
    mesh: PathBuf,
    /// Largest distance of a part from the solid, and largest depth of the solid's surface inside it; 1 is half the longest side of
    /// the mesh's bounding box
    #[arg(long, value_name = "X", default_value_t = DecomposeSettings::default().concavity)]
    concavity: f64,
    /// Folder for the parts (part_000.obj, part_001.obj, ...); created if it does not exist
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Most parts to produce; with fewer parts, they may be more concave
    #[arg(long, value_name = "N")]
    max_parts: Option<usize>,
    /// Most vertices per part; parts with more are simplified outward
    #[arg(long, value_name = "N")]
    max_vertices: Option<usize>,
    /// Write into a folder that is not empty; parts left by an earlier run are removed
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    limit: Limit,
}

/// The line of JSON.
#[derive(Serialize)]
struct Summary {
    parts: usize,
    vertices: usize,
    volume_ratio: f64,
    hausdorff: f64,
    seconds: f64,
    concavity: f64,
    reached: bool,
}

/// Decomposes the mesh, writes the parts and reports on them.
pub fn run(out: &mut impl Write, args: &DecomposeArgs) -> Result<(), Failure> {
    let folder = |error: io::Error| Failure::of(&args.out, error);
    if !args.force && holds_files(&args.out).map_err(folder)? {
        let text = "the folder is not empty; choose another one, or pass `--force` to write into it";
        return Err(Failure::Usage(format!("{}: {text}", args.out.display())));
    }
    let mesh = impinge_io::read_mesh(args.limit.of(&args.mesh))?;
    let settings = DecomposeSettings {
        concavity: args.concavity,
        max_parts: args.max_parts,
        max_vertices: args.max_vertices,
        ..DecomposeSettings::default()
    };
    let told = line();
    let start = Instant::now();
    let found = decompose_with(&mesh.vertices, &mesh.faces, &settings, |progress| {
        told.set_message(format!("{} parts, concavity {:.3}", progress.parts, progress.concavity));
        told.tick();
        ControlFlow::Continue(())
    });
    let seconds = start.elapsed().as_secs_f64();
    told.finish_and_clear();
    let found = found.map_err(|error| match error {
        DecomposeError::BadSetting { .. } => Failure::Usage(error.to_string()),
        _ => Failure::of(&args.mesh, error),
    })?;
    write_parts(&args.out, &found.parts)?;
    serde_json::to_writer(&mut *out, &summary(&found, seconds))?;
    Ok(writeln!(out)?)
}

fn summary(found: &Decomposition<f64>, seconds: f64) -> Summary {
    Summary {
        parts: found.parts.len(),
        vertices: found.parts.iter().map(|part| part.vertices().len()).sum(),
        volume_ratio: found.volume_ratio,
        hausdorff: found.hausdorff,
        seconds,
        concavity: found.concavity,
        reached: found.status == DecomposeStatus::Reached,
    }
}

/// Whether the folder exists and is not empty. A path that is not a folder is an error.
fn holds_files(folder: &Path) -> io::Result<bool> {
    match fs::read_dir(folder) {
        Ok(mut entries) => Ok(entries.next().is_some()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}

/// Writes every part to a temporary file, and renames all of them once they are complete.
fn write_parts(folder: &Path, parts: &[ConvexPolyhedron<f64>]) -> Result<(), Failure> {
    let failed = |path: &Path, error: io::Error| Failure::of(path, error);
    fs::create_dir_all(folder).map_err(|error| failed(folder, error))?;
    let name = |part: usize| format!("part_{part:03}.obj");
    let aside = |part: usize| folder.join(format!(".aside_{}", name(part)));
    for (i, part) in parts.iter().enumerate() {
        impinge_io::write_mesh(aside(i), &mesh_of(part.solid()))?;
    }
    remove_old_parts(folder).map_err(|error| failed(folder, error))?;
    for i in 0..parts.len() {
        fs::rename(aside(i), folder.join(name(i))).map_err(|error| failed(&aside(i), error))?;
    }
    Ok(())
}

/// Removes the parts left by an earlier run.
fn remove_old_parts(folder: &Path) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name();
        let number = name.to_str().and_then(|n| n.strip_prefix("part_")).and_then(|n| n.strip_suffix(".obj"));
        if number.is_some_and(|n| n.len() >= 3 && n.bytes().all(|b| b.is_ascii_digit())) {
            fs::remove_file(entry.path())?;
        }
    }
    Ok(())
}
