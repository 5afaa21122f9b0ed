//! `impinge check FILES`: how the bodies of files are related: meshes, scenes, a robot in a pose.
//!
//! Two meshes give one line of JSON (`two.rs`). Anything else gives a table of all near pairs, or a line of JSON for each. All input is
//! read and checked before the first query runs.

mod two;

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use impinge::{Pose, Vec3};
use impinge_io::{MeshFormat, results};

use crate::Limit;
use crate::bodies::NamedBody;
use crate::bodies::answers::Answers;
use crate::bodies::files::{Gathered, Places};
use crate::failure::Failure;
use crate::outcome::Outcome;

/// Arguments of `impinge check`.
#[derive(Args)]
#[command(after_help = "Examples:
  impinge check bolt.stl plate.stl                 two meshes, one line of JSON
  impinge check *.obj --margin 0.5 --page it.html  all pairs at most 0.5 apart, and a page
  impinge check cell.toml                          a scene
  impinge check arm.urdf --joint elbow=1.2         a robot in a pose

Exit code: 0 clear, 1 bodies overlap or one is inside the other, 2 error in the command line or a file.")]
pub struct CheckArgs {
    /// Meshes, scenes (.toml, .json) or robots (.urdf)
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Pose of the first of two meshes: x,y,z,qx,qy,qz,qw; the quaternion is normalized
    #[arg(long, value_name = "POSE", value_parser = two::pose, allow_hyphen_values = true)]
    pose_a: Option<Pose<Vec3<f64>>>,
    /// Pose of the second of two meshes
    #[arg(long, value_name = "POSE", value_parser = two::pose, allow_hyphen_values = true)]
    pose_b: Option<Pose<Vec3<f64>>>,
    /// Treat meshes as surfaces, not solids: one inside the other is apart
    #[arg(long)]
    surface: bool,
    /// Query two meshes at many pairs of poses: rows of 14 doubles, the pose of A and that of B, little-endian
    #[arg(long, value_name = "FILE", requires = "out")]
    poses: Option<PathBuf>,
    /// Write a double for each pair of poses: the distance, 0 if they meet
    #[arg(long, value_name = "FILE", requires = "poses")]
    out: Option<PathBuf>,
    /// Report pairs at most this far apart; by default, the margin of the scenes
    #[arg(long, value_name = "LENGTH", value_parser = length, allow_hyphen_values = true)]
    margin: Option<f64>,
    /// Print one line of JSON per pair instead of a table
    #[arg(long)]
    json: bool,
    /// Write a page that shows all bodies and pairs
    #[arg(long, value_name = "FILE.html", conflicts_with = "poses")]
    page: Option<PathBuf>,
    /// Write all pairs to a file: .jsonl, .csv, .parquet, or .vtp or .vtu for ParaView
    #[arg(long, value_name = "FILE", conflicts_with = "poses")]
    results: Option<PathBuf>,
    #[command(flatten)]
    places: Places,
    #[command(flatten)]
    limit: Limit,
}

/// Answers for all files.
pub fn run(out: &mut impl Write, args: &CheckArgs) -> Result<Outcome, Failure> {
    args.results.as_deref().map_or(Ok(()), results::check_name)?;
    if let [a, b] = args.files.as_slice()
        && MeshFormat::of(a).is_ok()
        && MeshFormat::of(b).is_ok()
        && args.margin.is_none()
        && args.results.is_none()
        && !args.json
    {
        let outcome = two::run(out, args, [a.as_path(), b.as_path()])?;
        if let Some(page) = &args.page {
            let mut bodies = Gathered::read(&args.files, &args.places, &args.limit, args.surface)?.bodies;
            for (body, pose) in bodies.iter_mut().zip([args.pose_a, args.pose_b]) {
                body.pose = pose.unwrap_or(Pose::IDENTITY);
            }
            // At any distance.
            save_page(page, args, &Answers::new(&bodies, f64::MAX, |_, _| false)?)?;
        }
        return Ok(outcome);
    }
    for (given, option) in [
        (args.pose_a.is_some(), "--pose-a"),
        (args.pose_b.is_some(), "--pose-b"),
        (args.poses.is_some(), "--poses"),
    ] {
        if given {
            return Err(Failure::Usage(format!("{option} applies to two meshes with one line of JSON only")));
        }
    }
    let Gathered { bodies, allowed, margin } =
        Gathered::read(&args.files, &args.places, &args.limit, args.surface)?;
    if bodies.len() < 2 {
        let name = args.files.first().map_or_else(String::new, |file| file.display().to_string());
        return Err(Failure::Usage(format!(
            "{name}: only one body; name another file, or one with more bodies"
        )));
    }
    let margin = args.margin.or(margin).unwrap_or(0.0);
    let answers = Answers::new(&bodies, margin, allowed)?;
    match args.json {
        true => answers.write_json(out)?,
        false => write_text(out, &bodies, &answers, margin)?,
    }
    if let Some(page) = &args.page {
        save_page(page, args, &answers)?;
    }
    if let Some(results) = &args.results {
        answers.save_results(results)?;
    }
    Ok(if answers.has_collision() { Outcome::Collision } else { Outcome::Clear })
}

fn write_text(
    out: &mut impl Write,
    bodies: &[NamedBody],
    answers: &Answers<'_>,
    margin: f64,
) -> Result<(), Failure> {
    if answers.is_empty() {
        let apart = if margin > 0.0 { format!("more than {margin} apart") } else { "apart".into() };
        writeln!(out, "{} bodies, all of them {apart}", bodies.len())?;
        return Ok(());
    }
    writeln!(out, "{} bodies; pairs at most {margin} apart:\n", bodies.len())?;
    Ok(answers.write_table(out)?)
}

fn save_page(page: &Path, args: &CheckArgs, answers: &Answers<'_>) -> Result<(), Failure> {
    let name = |file: &PathBuf| file.file_name().map(|name| name.to_string_lossy().into_owned());
    let names: Vec<String> = args.files.iter().filter_map(name).collect();
    let title = match names.as_slice() {
        [first, .., last] if names.len() > 3 => format!("{first} to {last}"),
        names => names.join(", "),
    };
    answers.save_page(
        page,
        &title,
        "Every near pair, with what proves how it stands: click on a row to see where.",
    )
}

/// A length given on the command line.
fn length(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(length) if length >= 0.0 && length.is_finite() => Ok(length),
        _ => Err(format!("`{text}` is not a length; give a number of at least 0")),
    }
}
