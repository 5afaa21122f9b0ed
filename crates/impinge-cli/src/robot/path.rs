//! Motion along a path: from pose to pose, without gaps, up to the first contact.

use std::io::Write;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use impinge::{Vec3, distance};
use impinge_evidence::spread;
use serde::Serialize;

use super::args::RobotArgs;
use super::configuration::Configuration;
use super::first::FirstContact;
use super::model::Model;
use super::play;
use super::pose::of_nodes;
use super::rows::{self, PathRow};
use super::sweep::{Edge, Met, Ways};
use super::told::interrupted;
use super::values::tell_moved;
use crate::bodies::state::State;
use crate::failure::Failure;
use crate::json;
use crate::outcome::Outcome;
use crate::progress;
use crate::table::number;

/// The line of JSON, `docs/book/json.md`.
#[derive(Serialize)]
struct Line<'a> {
    robot: &'a str,
    /// Unit of lengths: robots are in meters.
    unit: &'static str,
    rows: usize,
    pairs: usize,
    first_contact: Option<&'a FirstContact<'a>>,
    /// Links and obstacles that are incomplete or open: without a contact, they are not proven to be clear.
    unproven: Vec<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    samples: Option<Samples>,
}

/// Result of sampling the path.
#[derive(Serialize)]
struct Samples {
    per_edge: u32,
    /// First sample at which links overlap.
    first_overlap: Option<f64>,
}

/// Follows the path, prints the result, and writes the page.
pub fn run(
    out: &mut impl Write,
    args: &RobotArgs,
    model: &Model,
    start: &Configuration,
    file: &Path,
    stop: &AtomicBool,
) -> Result<Outcome, Failure> {
    let (joints, rows) = rows::read(file, &args.limit, &model.robot, start, args.ignore_limits)?;
    tell_moved(&model.robot, args, start, &joints);
    let first = first_contact(model, &rows, args.threads(), stop)?;
    let samples =
        args.samples.map(|per_edge| sampled(model, &rows, args.threads(), per_edge, stop)).transpose()?;
    if stop.load(Ordering::Relaxed) {
        return Ok(interrupted());
    }
    if let Some(page) = &args.page {
        play::save(page, model, &rows, first.as_ref())?;
    }
    let line = Line {
        robot: &model.robot.name,
        unit: "m",
        rows: rows.len(),
        pairs: model.pairs.len(),
        first_contact: first.as_ref(),
        unproven: model.unproven_names(),
        samples,
    };
    if !args.json.write(out, &mut |out| json::line(out, &line))? {
        print(out, &line)?;
    }
    let late = line.samples.as_ref().and_then(|samples| samples.first_overlap);
    match (late, &first) {
        (Some(at), first) if first.as_ref().is_none_or(|first| at < first.time) => Err(Failure::Said(
            format!("links overlap at row {at} of the samples, before the first contact; this is a bug"),
        )),
        (_, Some(_)) => Ok(Outcome::Collision),
        _ => Ok(model.without_collision()),
    }
}

/// Edges, and whether the path starts with them.
fn edge<'a>(model: &'a Model, rows: &'a [PathRow], k: usize) -> Edge<'a> {
    Edge { model, ends: [&rows[k].at, &rows[k + 1].at], is_first: k == 0 }
}

fn first_contact<'a>(
    model: &'a Model,
    rows: &[PathRow],
    threads: usize,
    stop: &AtomicBool,
) -> Result<Option<FirstContact<'a>>, Failure> {
    let ways = Ways::new(model);
    let bar = progress::bar(rows.len() - 1, "edges");
    let mut found: Vec<(usize, Result<Met, Failure>)> = Vec::new();
    // Edges start in order: once one has a contact, all before it are finished or running, and are waited for.
    spread(
        threads,
        rows.len() - 1,
        |k| edge(model, rows, k).first_contact(&ways),
        |k, met| {
            bar.inc(1);
            found.extend(met.transpose().map(|met| (k, met)));
            found.is_empty() && !stop.load(Ordering::Relaxed)
        },
    );
    bar.finish_and_clear();
    let Some((k, met)) = found.into_iter().min_by_key(|(k, _)| *k) else { return Ok(None) };
    let Met { pair, time } = met?;
    let configuration = edge(model, rows, k).at(time);
    let poses = model.poses(&configuration)?;
    let at = |node: usize| {
        model.nodes[node].parts.iter().map(|part| part.body.at(poses[node] * part.pose)).collect()
    };
    let [ours, theirs]: [Vec<_>; 2] = pair.map(at);
    let distances = ours.iter().flat_map(|one| theirs.iter().map(move |two| distance(one, two)));
    let nearest = distances.min_by(|x, y| x.distance.total_cmp(&y.distance));
    let [point_a, point_b] = nearest.as_ref().map_or([Vec3::ZERO; 2], |found| [found.point_a, found.point_b]);
    let [name_a, name_b] = model.names(pair);
    let (bodies, nodes) = model.bodies(&poses);
    let state = of_nodes(&bodies, &nodes, pair).map_or(State::Touching, |(_, standing)| standing.state);
    Ok(Some(FirstContact {
        time: k as f64 + time,
        lines: [rows[k].line, rows[k + 1].line],
        a: name_a,
        b: name_b,
        state,
        distance: nearest.map_or(0.0, |found| found.distance),
        point_a: point_a.to_array(),
        point_b: point_b.to_array(),
        nodes: pair,
        configuration,
    }))
}

/// The first of the sampled poses along the path at which links overlap.
fn sampled(
    model: &Model,
    rows: &[PathRow],
    threads: usize,
    per_edge: u32,
    stop: &AtomicBool,
) -> Result<Samples, Failure> {
    let bar = progress::bar(rows.len() - 1, "edges sampled");
    let look = |k: usize| -> Result<Option<f64>, Failure> {
        let edge = edge(model, rows, k);
        for sample in 0..=per_edge {
            let time = f64::from(sample) / f64::from(per_edge);
            let poses = model.poses(&edge.at(time))?;
            let boxes = model.boxes(&poses);
            let overlap =
                |pair: &[usize; 2]| model.meet(*pair, &poses, &boxes) && model.overlap(*pair, &poses);
            if model.pairs.iter().any(overlap) {
                return Ok(Some(k as f64 + time));
            }
        }
        Ok(None)
    };
    let mut found: Vec<(usize, Result<f64, Failure>)> = Vec::new();
    spread(threads, rows.len() - 1, look, |k, met| {
        bar.inc(1);
        found.extend(met.transpose().map(|met| (k, met)));
        found.is_empty() && !stop.load(Ordering::Relaxed)
    });
    bar.finish_and_clear();
    let first = found.into_iter().min_by_key(|(k, _)| *k).map(|(_, met)| met).transpose()?;
    Ok(Samples { per_edge, first_overlap: first })
}

fn print(out: &mut impl Write, line: &Line<'_>) -> Result<(), Failure> {
    let Line { robot, rows, pairs, .. } = line;
    writeln!(out, "{robot}: {rows} poses, {pairs} pairs asked about, without gaps between the poses")?;
    match line.first_contact {
        None if line.unproven.is_empty() => {
            writeln!(out, "No contact: proven for every pair, all along the path.")?;
        }
        None => {
            let unproven = line.unproven.join(", ");
            writeln!(
                out,
                "No contact was found, all along the path; not proven for what is incomplete or open: {unproven}"
            )?;
        }
        Some(first) => {
            let FirstContact { time, lines, a, b, state, distance, point_a, .. } = first;
            let [x, y, z] = point_a.map(number);
            let how = match state {
                State::Inside => format!("{a} is inside {b}"),
                State::Contains => format!("{b} is inside {a}"),
                State::Overlapping => "they overlap".into(),
                State::Apart | State::Touching => format!("{distance:.1e} apart"),
            };
            writeln!(
                out,
                "First contact at row {time:.6}, between the lines {} and {}: {a} and {b}",
                lines[0], lines[1]
            )?;
            writeln!(out, "at ({x}, {y}, {z}), {how}. All pairs are proven free before.")?;
        }
    }
    if let Some(Samples { per_edge, first_overlap }) = &line.samples {
        match first_overlap {
            None => writeln!(out, "{per_edge} samples per edge: none overlaps.")?,
            Some(time) => {
                writeln!(out, "{per_edge} samples per edge: the first that overlaps is at row {time:.6}.")?
            }
        }
    }
    Ok(())
}
