//! Collision rates of each pair of links at many random poses.
//!
//! Links that touch count as colliding here. Pose i of a seed does not depend on the number of threads or poses:
//! its numbers come from a generator of its own.

use std::collections::BTreeMap;
use std::f64::consts::PI;
use std::fmt::Write as _;
use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use impinge_evidence::spread;
use impinge_io::results::{self, Table, Values};
use impinge_io::robot::{JointKind, Robot};
use impinge_scenes::Rng;
use serde::Serialize;

use super::args::RobotArgs;
use super::configuration::Configuration;
use super::counts::{PairCount, Verdict};
use super::gallery::Gallery;
use super::model::Model;
use super::proposal;
use super::told::interrupted;
use super::values::tell_kept;
use crate::aside::write_aside;
use crate::failure::Failure;
use crate::json;
use crate::outcome::Outcome;
use crate::progress;
use crate::table::Align;

/// Poses in a batch of a thread: enough that threads do not wait for one another, few enough that they finish together.
const BATCH: usize = 64;

/// The line of JSON, `docs/book/json.md`.
#[derive(Serialize)]
struct Line<'a> {
    robot: &'a str,
    poses: usize,
    seed: u64,
    /// Number of poses at which some pair collides.
    colliding: usize,
    rate: f64,
    threads: usize,
    poses_per_second: f64,
    pairs: &'a [PairCount<'a>],
    /// Links and obstacles that are incomplete or open: they may collide more often.
    unproven: Vec<&'a str>,
}

/// Result of a batch of poses.
struct Batch {
    of_pair: Vec<usize>,
    /// For each pair, the first pose at which it collides.
    first: Vec<Option<usize>>,
    /// Most pairs that collide at one pose, and the first such pose.
    worst: Option<(usize, usize)>,
    colliding: usize,
    /// The poses as rows of text, if requested.
    rows: String,
}

/// Counts, prints, and writes the requested files.
pub fn run(
    out: &mut impl Write,
    args: &RobotArgs,
    model: &Model,
    start: &Configuration,
    count: usize,
    stop: &AtomicBool,
) -> Result<Outcome, Failure> {
    tell_kept(&model.robot, start);
    let clock = Instant::now();
    let Some(counted) = counted(args, model, start, count, stop)? else { return Ok(interrupted()) };
    let seconds = clock.elapsed().as_secs_f64();
    let poses = model.poses(start)?;
    let boxes = model.boxes(&poses);
    let pair = |(k, &nodes): (usize, &[usize; 2])| {
        let collisions = counted.of_pair[k];
        let verdict = match collisions {
            0 => Verdict::Never,
            n if n == count => Verdict::Always,
            _ => Verdict::Sometimes,
        };
        let [a, b] = model.names(nodes);
        let at_start = model.meet(nodes, &poses, &boxes);
        PairCount { a, b, collisions, verdict, at_start, first_pose: counted.first[k], nodes }
    };
    let mut pairs: Vec<PairCount<'_>> = model.pairs.iter().enumerate().map(pair).collect();
    // By falling frequency, then in the order of the robot.
    pairs.sort_by_key(|pair| std::cmp::Reverse(pair.collisions));
    if let Some(file) = &args.poses {
        let names: Vec<&str> =
            model.robot.free_joints().map(|k| model.robot.joints[k].name.as_str()).collect();
        write_aside(file, &mut |file| {
            writeln!(file, "{},colliding_pairs", names.join(","))?;
            Ok(counted.rows.values().try_for_each(|rows| file.write_all(rows.as_bytes()))?)
        })?;
    }
    if let Some(file) = &args.propose {
        proposal::write(file, model, &pairs)?;
    }
    if let Some(file) = &args.page {
        let worst = counted.worst.map(|(_, number)| number);
        let gallery =
            Gallery { model, poses: count, colliding: counted.colliding, pairs: &pairs, start, worst };
        gallery.save(file, &|number| random_pose(&model.robot, start, args.seed, number))?;
    }
    if let Some(file) = &args.results {
        results::write(file, &table(&pairs, count))?;
    }
    let line = Line {
        robot: &model.robot.name,
        poses: count,
        seed: args.seed,
        colliding: counted.colliding,
        rate: counted.colliding as f64 / count as f64,
        threads: args.threads(),
        poses_per_second: count as f64 / seconds,
        pairs: &pairs,
        unproven: model.unproven_names(),
    };
    if !args.json.write(out, &mut |out| json::line(out, &line))? {
        print(out, args, &line)?;
    }
    // Rates are a table, not a verdict on a pose.
    Ok(model.without_collision())
}

/// The counts as a table.
fn table(pairs: &[PairCount<'_>], poses: usize) -> Table {
    Table::new()
        .with("a", Values::texts(pairs.iter().map(|pair| pair.a)))
        .with("b", Values::texts(pairs.iter().map(|pair| pair.b)))
        .with("collisions", Values::Integers(pairs.iter().map(|pair| Some(pair.collisions as i64)).collect()))
        .with("rate", Values::numbers(pairs.iter().map(|pair| pair.collisions as f64 / poses as f64)))
        .with("verdict", Values::texts(pairs.iter().map(|pair| pair.verdict.word())))
        .with(
            "first_pose",
            Values::Integers(pairs.iter().map(|pair| pair.first_pose.map(|n| n as i64)).collect()),
        )
        .with("at_start", Values::Truths(pairs.iter().map(|pair| Some(pair.at_start)).collect()))
}

/// Result of all poses.
struct Counted {
    of_pair: Vec<usize>,
    first: Vec<Option<usize>>,
    worst: Option<(usize, usize)>,
    colliding: usize,
    /// For each batch that has any, by its number.
    rows: BTreeMap<usize, String>,
}

/// Checks all poses; `None` if interrupted.
fn counted(
    args: &RobotArgs,
    model: &Model,
    start: &Configuration,
    count: usize,
    stop: &AtomicBool,
) -> Result<Option<Counted>, Failure> {
    let bar = progress::bar(count, "poses");
    let pairs = model.pairs.len();
    let mut counted = Counted {
        of_pair: vec![0; pairs],
        first: vec![None; pairs],
        worst: None,
        colliding: 0,
        rows: BTreeMap::new(),
    };
    let mut failed = None;
    let ask = |k: usize| batch(args, model, start, k * BATCH..count.min((k + 1) * BATCH));
    spread(args.threads(), count.div_ceil(BATCH), ask, |k, done| {
        match done {
            Ok(batch) => {
                counted.of_pair.iter_mut().zip(batch.of_pair).for_each(|(sum, n)| *sum += n);
                // Batches finish in any order: the smallest number is the first.
                for (first, other) in counted.first.iter_mut().zip(batch.first) {
                    *first = other.into_iter().chain(*first).min();
                }
                counted.worst = worse(counted.worst, batch.worst);
                counted.colliding += batch.colliding;
                if !batch.rows.is_empty() {
                    counted.rows.insert(k, batch.rows);
                }
            }
            Err(failure) => failed = Some(failure),
        }
        bar.inc(BATCH as u64);
        failed.is_none() && !stop.load(Ordering::Relaxed)
    });
    bar.finish_and_clear();
    match failed {
        Some(failure) => Err(failure),
        None => Ok(Some(counted).filter(|_| !stop.load(Ordering::Relaxed))),
    }
}

fn batch(
    args: &RobotArgs,
    model: &Model,
    start: &Configuration,
    poses: std::ops::Range<usize>,
) -> Result<Batch, Failure> {
    let pairs = model.pairs.len();
    let mut batch = Batch {
        of_pair: vec![0; pairs],
        first: vec![None; pairs],
        worst: None,
        colliding: 0,
        rows: String::new(),
    };
    for number in poses {
        let pose = random_pose(&model.robot, start, args.seed, number);
        let poses = model.poses(&pose)?;
        let boxes = if args.every_distance { Vec::new() } else { model.boxes(&poses) };
        let mut met = 0;
        for (k, &pair) in model.pairs.iter().enumerate() {
            let meet = match args.every_distance {
                true => model.no_distance(pair, &poses),
                false => model.meet(pair, &poses, &boxes),
            };
            if meet {
                batch.of_pair[k] += 1;
                batch.first[k].get_or_insert(number);
                met += 1;
            }
        }
        if met > 0 {
            batch.colliding += 1;
            batch.worst = worse(batch.worst, Some((met, number)));
        }
        if args.poses.is_some() {
            for joint in model.robot.free_joints() {
                // Writing to a string cannot fail.
                let _ = write!(batch.rows, "{},", pose.values[joint]);
            }
            let _ = writeln!(batch.rows, "{met}");
        }
    }
    Ok(batch)
}

/// The pose with more colliding pairs; the first one of equals.
fn worse(one: Option<(usize, usize)>, two: Option<(usize, usize)>) -> Option<(usize, usize)> {
    one.into_iter().chain(two).max_by_key(|(met, number)| (*met, std::cmp::Reverse(*number)))
}

/// A random pose: values within the limits, or a full turn for joints without limits; planar and floating joints stay.
fn random_pose(robot: &Robot, start: &Configuration, seed: u64, number: usize) -> Configuration {
    // Two steps, so that neighboring poses and seeds have nothing in common.
    let mut rng = Rng::new(Rng::new(seed).bits().wrapping_add(number as u64));
    let mut rng = Rng::new(rng.bits());
    let mut pose = start.clone();
    for k in robot.free_joints() {
        let joint = &robot.joints[k];
        let range = match joint.kind {
            JointKind::Continuous => Some([-PI, PI]),
            _ => joint.limits,
        };
        if let Some([low, high]) = range {
            pose.values[k] = rng.between(low, high).clamp(low, high);
        }
    }
    pose
}

fn print(out: &mut impl Write, args: &RobotArgs, line: &Line<'_>) -> Result<(), Failure> {
    let percent = |n: usize| format!("{:.2} %", 100.0 * n as f64 / line.poses as f64);
    let Line { robot, poses, seed, colliding, threads, poses_per_second, .. } = line;
    writeln!(
        out,
        "{robot}: {colliding} of {poses} random poses collide ({}); seed {seed}, {poses_per_second:.0} poses per second on {threads} thread{}\n",
        percent(*colliding),
        if *threads == 1 { "" } else { "s" }
    )?;
    let row = |pair: &PairCount<'_>| {
        let start = if pair.at_start { "meet" } else { "" };
        [
            pair.a.into(),
            pair.b.into(),
            pair.collisions.to_string(),
            percent(pair.collisions),
            pair.verdict.word().into(),
            start.into(),
        ]
    };
    let rows: Vec<[String; 6]> = line.pairs.iter().map(row).collect();
    let columns = [
        ("A", Align::Left),
        ("B", Align::Left),
        ("collisions", Align::Right),
        ("rate", Align::Right),
        ("verdict", Align::Left),
        ("at the start", Align::Left),
    ];
    crate::table::write(out, columns, &rows)?;
    if line.pairs.iter().any(|pair| pair.verdict == Verdict::Never) {
        // The rule of three: with no hit in n trials the rate is below 3/n with 95 % confidence.
        let below = 300.0 / *poses as f64;
        writeln!(out, "\nNever: in these poses. The true rate is below {below:.2} % with 95 % confidence.")?;
    }
    if !line.unproven.is_empty() {
        let unproven = line.unproven.join(", ");
        writeln!(out, "\nIncomplete or open, so that they may collide more often: {unproven}")?;
    }
    for (file, what) in [
        (&args.propose, "The proposal is in"),
        (&args.poses, "The poses are in"),
        (&args.page, "The page is"),
    ] {
        if let Some(file) = file {
            writeln!(out, "{what} {}.", file.display())?;
        }
    }
    Ok(())
}
