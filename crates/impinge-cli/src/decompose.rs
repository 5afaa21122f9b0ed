//! `impinge decompose MESH --concavity X --out DIR`: decomposes a closed mesh into convex parts.

use std::fs;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::time::Instant;

use clap::Args;
use impinge::ConvexPolyhedron;
use impinge::decompose::{DecomposeError, DecomposeSettings, DecomposeStatus, Decomposition, decompose_with};
use serde::Serialize;

use crate::Limit;
use crate::failure::{Failure, on_one_line};
use crate::interruption::interruption;
use crate::json::{self, JsonArgs};
use crate::log;
use crate::mesh::mesh_of;
use crate::outcome::Outcome;
use crate::progress::line;
use crate::table::number;

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
    /// Most seconds to work; then the best parts so far are written, which contain the mesh but may be more concave
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time: Option<f64>,
    /// Write into a folder that is not empty; parts left by an earlier run are removed
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    json: JsonArgs,
    #[command(flatten)]
    limit: Limit,
}

/// The line of JSON, `docs/book/json.md`.
#[derive(Serialize)]
struct Summary {
    parts: usize,
    vertices: usize,
    volume_ratio: f64,
    hausdorff: f64,
    seconds: f64,
    concavity: f64,
    reached: bool,
    /// Why it ended: `reached`, or the limit that prevented it.
    status: &'static str,
    /// Unit of lengths: that of the file.
    unit: &'static str,
}

/// A number of seconds from the command line.
fn seconds(text: &str) -> Result<f64, String> {
    let seconds: f64 = text.parse().map_err(|e| format!("{e}"))?;
    if seconds > 0.0 && seconds.is_finite() { Ok(seconds) } else { Err("must be finite and above 0".into()) }
}

/// Decomposes the mesh, writes the parts and reports on them.
pub fn run(out: &mut impl Write, args: &DecomposeArgs) -> Result<Outcome, Failure> {
    let stop = interruption()?;
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
        let is_late = args.time.is_some_and(|most| start.elapsed().as_secs_f64() > most);
        if is_late || stop.load(Ordering::Relaxed) {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    });
    let seconds = start.elapsed().as_secs_f64();
    told.finish_and_clear();
    if stop.load(Ordering::Relaxed) {
        log::say("interrupted; nothing was written");
        return Ok(Outcome::Interrupted);
    }
    let found = found.map_err(|error| match error {
        DecomposeError::BadSetting { .. } => Failure::Usage(error.to_string()),
        _ => Failure::of(&args.mesh, error),
    })?;
    write_parts(&args.out, &found.parts)?;
    let summary = summary(&found, seconds);
    if !args.json.write(out, &mut |out| json::line(out, &summary))? {
        write_text(out, args, &summary)?;
    }
    Ok(Outcome::Clear)
}

fn write_text(out: &mut impl Write, args: &DecomposeArgs, summary: &Summary) -> Result<(), Failure> {
    let Summary { parts, vertices, volume_ratio, hausdorff, seconds, concavity, status, .. } = summary;
    let (mesh, folder) = (args.mesh.display().to_string(), args.out.display().to_string());
    writeln!(
        out,
        "{}: {parts} convex parts, {vertices} vertices, in {} s",
        on_one_line(&mesh),
        number(*seconds)
    )?;
    writeln!(out, "  volume     {} of the solid's", number(*volume_ratio))?;
    writeln!(out, "  distance   {} at most from the solid, in units of the file", number(*hausdorff))?;
    let how = match *status {
        "reached" => format!("as requested, {}", number(args.concavity)),
        "cancelled" => format!("not the requested {}: the time was over", number(args.concavity)),
        limit => format!("not the requested {}: {limit}", number(args.concavity)),
    };
    writeln!(out, "  concavity  {} at most, {how}", number(*concavity))?;
    Ok(writeln!(out, "  written    {}", on_one_line(&folder))?)
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
        status: match found.status {
            DecomposeStatus::Reached => "reached",
            DecomposeStatus::PartLimit => "part limit",
            DecomposeStatus::VertexLimit => "vertex limit",
            DecomposeStatus::Budget => "budget of work",
            DecomposeStatus::Cancelled => "cancelled",
            _ => "other",
        },
        unit: "file",
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
