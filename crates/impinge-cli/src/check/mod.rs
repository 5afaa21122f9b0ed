//! `impinge check FILES`: how the bodies of files are related: meshes, scenes, a robot in a pose.
//!
//! A table of all near pairs, or a line of JSON for each; of two files at least one pair, however far apart they are. What cannot be read is
//! reported, and the rest is checked.

mod poses;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use clap::Args;
use impinge::broad::gap;
use impinge::{Pose, Vec3};
use impinge_io::{MeshFormat, results};

use self::poses::Many;
use crate::Limit;
use crate::bodies::answers::{Answers, Columns};
use crate::bodies::files::{Gathered, Places};
use crate::bodies::near_pairs;
use crate::bodies::standing::{Standing, between};
use crate::failure::Failure;
use crate::interruption::interruption;
use crate::json::JsonArgs;
use crate::log;
use crate::open;
use crate::outcome::Outcome;

/// Arguments of `impinge check`.
#[derive(Args)]
#[command(after_help = "Examples:
  impinge check bolt.stl plate.stl                 two meshes: at least one row, however far apart
  impinge check *.obj --margin 0.5 --page it.html  all pairs at most 0.5 apart, and a page
  impinge check cell.toml                          a scene
  impinge check arm.urdf --joint elbow=1.2         a robot in a pose

Parts of a file (.glb, .gltf, .3mf, .obj) are bodies, named file/part; --whole takes each file as one.

Exit code: 0 clear and proven, 1 bodies overlap or one is inside the other, 2 an error in the command line or a file that was not read (the
others are checked), 3 interrupted, 4 no collision found, but a body is open, so nothing can be proven to be outside of it.")]
pub struct CheckArgs {
    /// Meshes, scenes (.toml, .json) or robots (.urdf)
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Pose of the first of two meshes: x,y,z,qx,qy,qz,qw; the quaternion is normalized
    #[arg(long, value_name = "POSE", value_parser = poses::pose, allow_hyphen_values = true)]
    pose_a: Option<Pose<Vec3<f64>>>,
    /// Pose of the second of two meshes
    #[arg(long, value_name = "POSE", value_parser = poses::pose, allow_hyphen_values = true)]
    pose_b: Option<Pose<Vec3<f64>>>,
    /// Query two meshes, each as a whole, at many pairs of poses: rows of 14 doubles, the pose of A and that of B, little-endian
    #[arg(long, value_name = "FILE", requires = "out")]
    poses: Option<PathBuf>,
    /// Write a double for each pair of poses: the distance, 0 if they meet
    #[arg(long, value_name = "FILE", requires = "poses")]
    out: Option<PathBuf>,
    /// Report pairs at most this far apart; by default, the margin of the scenes
    #[arg(long, value_name = "LENGTH", value_parser = length, allow_hyphen_values = true)]
    margin: Option<f64>,
    #[command(flatten)]
    json: JsonArgs,
    /// Write a page that shows all bodies and pairs
    #[arg(long, value_name = "FILE.html", conflicts_with = "poses")]
    page: Option<PathBuf>,
    /// Write all pairs to a file: .jsonl, .csv, .parquet, or .vtp or .vtu for ParaView
    #[arg(long, value_name = "FILE", conflicts_with = "poses")]
    results: Option<PathBuf>,
    /// Exit with 0 even if a file could not be read
    #[arg(long)]
    skip_unreadable: bool,
    #[command(flatten)]
    places: Places,
    #[command(flatten)]
    limit: Limit,
}

/// Answers for all files.
pub fn run(out: &mut impl Write, args: &CheckArgs) -> Result<Outcome, Failure> {
    args.results.as_deref().map_or(Ok(()), results::check_name)?;
    refuse_poses(args)?;
    let poses = args.poses.as_deref().map(|file| poses::read(args.limit.of(file))).transpose()?;
    let stop = interruption()?;
    let whole = args.places.whole || poses.is_some();
    let mut read = Gathered::read(&args.files, &args.places, &args.limit, whole, &stop)?;
    for (body, file) in read.bodies.iter_mut().zip(&read.file_of) {
        let pose = if *file == 0 { args.pose_a } else { args.pose_b };
        body.pose = pose.unwrap_or(body.pose);
    }
    for failure in &read.unread {
        log::say(&failure.to_string());
    }
    read.units.warn();
    let fault = match read.unread.is_empty() || args.skip_unreadable {
        true => Outcome::Clear,
        false => Outcome::Unread,
    };
    if read.bodies.len() < 2 && !stop.load(Ordering::Relaxed) {
        return too_few(args, &read);
    }
    let Some(answers) = answer(args, &read, &stop)? else { return Ok(interrupted()) };
    let open = open_names(&read);
    let mut outcome = fault.and(open::outcome(&open));
    if answers.has_collision() {
        outcome = outcome.and(Outcome::Collision);
    }
    if let (Some(poses), Some(target)) = (poses, &args.out) {
        let pair = [&read.bodies[0], &read.bodies[1]];
        let Some(many) = Many::answer(pair, &poses, target, &stop)? else { return Ok(interrupted()) };
        many.write(out, &args.json, &answers, target)?;
        // The answers are those at the poses of the file.
        let met = if many.hits > 0 { Outcome::Collision } else { Outcome::Clear };
        open::say(&open);
        return Ok(fault.and(open::outcome(&open)).and(met));
    }
    if args.json.write(out, &mut |out| answers.write_json(out))? {
        open::say(&open);
    } else {
        write_text(out, args, &read, &answers)?;
        open::write_text(out, &open)?;
    }
    if let Some(page) = &args.page {
        save_page(page, args, &answers)?;
    }
    if let Some(results) = &args.results {
        answers.save_results(results)?;
    }
    Ok(outcome)
}

/// Poses are those of two mesh files.
fn refuse_poses(args: &CheckArgs) -> Result<(), Failure> {
    if args.files.len() == 2 && args.files.iter().all(|file| MeshFormat::of(file).is_ok()) {
        return Ok(());
    }
    for (given, option) in [
        (args.pose_a.is_some(), "--pose-a"),
        (args.pose_b.is_some(), "--pose-b"),
        (args.poses.is_some(), "--poses"),
    ] {
        if given {
            return Err(Failure::Usage(format!("{option} applies to two meshes only")));
        }
    }
    Ok(())
}

/// Fewer than two bodies: nothing to check.
fn too_few(args: &CheckArgs, read: &Gathered) -> Result<Outcome, Failure> {
    if !read.unread.is_empty() {
        // Said already.
        return Ok(Outcome::Unread);
    }
    let name = args.files.first().map_or_else(String::new, |file| file.display().to_string());
    Err(Failure::Usage(format!("{name}: only one body; name another file, or one with more bodies")))
}

/// Largest distance of a pair to report.
fn margin(args: &CheckArgs, read: &Gathered) -> f64 {
    args.margin.or(read.margin).unwrap_or(0.0)
}

/// Relations of all near pairs, and of the nearest pair of two files; none if it is interrupted.
fn answer<'a>(
    args: &CheckArgs,
    read: &'a Gathered,
    stop: &AtomicBool,
) -> Result<Option<Answers<'a>>, Failure> {
    let bodies = &read.bodies;
    let near = near_pairs(bodies, margin(args, read), &read.allowed)?;
    let mut pairs: Vec<([usize; 2], Standing)> = Vec::with_capacity(near.len());
    for pair in near {
        if stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
        pairs.push((pair, between(&bodies[pair[0]], &bodies[pair[1]])));
    }
    let is_across = |[a, b]: [usize; 2]| read.file_of[a] != read.file_of[b];
    if args.files.len() == 2 && !pairs.iter().any(|(pair, _)| is_across(*pair)) {
        pairs.extend(nearest(read));
        pairs.sort_by_key(|(pair, _)| *pair);
    }
    if stop.load(Ordering::Relaxed) {
        return Ok(None);
    }
    Ok(Some(Answers::of(bodies, pairs).with(read.units.key(), read.is_open.clone())))
}

/// The nearest pair of a body of the first file and one of the second that may not meet.
fn nearest(read: &Gathered) -> Option<([usize; 2], Standing)> {
    let boxes: Vec<_> = read.bodies.iter().map(|body| body.form.any().aabb(&body.pose)).collect();
    let of_file = |file: usize| (0..boxes.len()).filter(move |k| read.file_of[*k] == file);
    let mut pairs: Vec<(f64, [usize; 2])> = of_file(0)
        .flat_map(|a| of_file(1).map(move |b| [a, b]))
        .filter(|[a, b]| !(read.allowed)(*a, *b))
        .map(|[a, b]| (gap(&boxes[a], &boxes[b]), [a, b]))
        .collect();
    pairs.sort_by(|(one, _), (other, _)| one.total_cmp(other));
    let mut best: Option<([usize; 2], Standing)> = None;
    for (gap, pair) in pairs {
        if best.as_ref().is_some_and(|(_, found)| gap > found.signed_distance) {
            break;
        }
        let standing = between(&read.bodies[pair[0]], &read.bodies[pair[1]]);
        if best.as_ref().is_none_or(|(_, found)| standing.signed_distance < found.signed_distance) {
            best = Some((pair, standing));
        }
    }
    best
}

fn interrupted() -> Outcome {
    log::say("interrupted; nothing was written");
    Outcome::Interrupted
}

fn write_text(
    out: &mut impl Write,
    args: &CheckArgs,
    read: &Gathered,
    answers: &Answers<'_>,
) -> Result<(), Failure> {
    let margin = margin(args, read);
    let (count, unit) = (read.bodies.len(), read.units.phrase());
    if answers.is_empty() {
        let apart = if margin > 0.0 { format!("more than {margin} apart") } else { "apart".into() };
        writeln!(out, "{count} bodies, all of them {apart}; lengths in {unit}")?;
    } else {
        let nearest = if args.files.len() == 2 { "the nearest pair of both files, and " } else { "" };
        let near =
            if margin > 0.0 { format!("at most {margin} apart") } else { "that touch or overlap".into() };
        writeln!(out, "{count} bodies; {nearest}pairs {near}; lengths in {unit}:\n")?;
        answers.write_table(out, Columns::All)?;
    }
    Ok(())
}

/// Names of bodies that are open and not allowed to be.
fn open_names(read: &Gathered) -> Vec<&str> {
    let open = read.bodies.iter().zip(&read.is_open).filter(|(_, is_open)| **is_open);
    open.map(|(body, _)| body.name.as_str()).collect()
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
