//! `impinge hull --clouds FILE`: builds and checks the hull of every cloud in a file.

use std::io::Write;
use std::path::Path;

use impinge::hull::solid_hull;
use impinge::{Extent, Problem, Real, ShapeError, Vec3};
use serde::Serialize;

use crate::Limit;
use crate::failure::{Failure, on_one_line};
use crate::json::{JsonArgs, line};
use crate::progress;

/// The line of JSON, `docs/book/json.md`.
#[derive(Default, Serialize)]
struct Summary {
    clouds: usize,
    hulls: usize,
    refused: Refused,
    worst_outside: f64,
}

/// Numbers of clouds without a hull of their own, by what they span.
#[derive(Default, Serialize)]
struct Refused {
    empty: usize,
    point: usize,
    line: usize,
    plane: usize,
    not_finite: usize,
}

impl Refused {
    /// Counts a refusal; `false` if it is not one of the known ones.
    fn count(&mut self, error: &ShapeError) -> bool {
        let not_finite =
            |p: &Problem| matches!(p, Problem::PointNotFinite { .. } | Problem::PointTooLarge { .. });
        let slot = match error.extent() {
            _ if error.problems().iter().any(not_finite) => &mut self.not_finite,
            Some(Extent::Empty) => &mut self.empty,
            Some(Extent::Point) => &mut self.point,
            Some(Extent::Line) => &mut self.line,
            Some(Extent::Plane) => &mut self.plane,
            None => return false,
        };
        *slot += 1;
        true
    }
}

/// Builds and checks the hull of every cloud of `file` in precision `T`, and reports it to `out`. A hull that
/// fails its check is a failure.
pub fn run<T: Real>(
    out: &mut impl Write,
    file: &Path,
    limit: &Limit,
    json: &JsonArgs,
) -> Result<(), Failure> {
    let clouds = impinge_io::clouds::read(limit.of(file))?;
    if clouds.is_empty() {
        let what = "the file is empty; a file of clouds is a row of { u32 n; n x 3 f32 }, little-endian";
        return Err(Failure::of(file, what));
    }
    let progress = progress::bar(clouds.len(), "hulls");
    let mut summary = Summary { clouds: clouds.len(), ..Summary::default() };
    let mut wrong = Vec::new();
    for (i, cloud) in clouds.iter().enumerate() {
        let points: Vec<Vec3<T>> = cloud.iter().map(|p| p.cast()).collect();
        match solid_hull(&points) {
            Ok(hull) => {
                summary.hulls += 1;
                match hull.check(&points) {
                    Ok(report) => summary.worst_outside = summary.worst_outside.max(report.worst_outside),
                    Err(fault) => wrong.push((i, fault.to_string())),
                }
            }
            Err(error) => {
                if !summary.refused.count(&error) {
                    wrong.push((i, error.to_string()));
                }
            }
        }
        progress.inc(1);
    }
    progress.finish_and_clear();
    if !json.write(out, &mut |out| line(out, &summary))? {
        write_text(out, file, &summary)?;
    }
    out.flush()?;
    let Some((first, what)) = wrong.first() else { return Ok(()) };
    let others = match wrong.len() - 1 {
        0 => String::new(),
        n => format!("; {n} more fail: {}", listed(wrong[1..].iter().map(|(i, _)| *i))),
    };
    Err(Failure::Said(format!("{}: cloud {first} fails its check: {what}{others}", file.display())))
}

fn write_text(out: &mut impl Write, file: &Path, summary: &Summary) -> Result<(), Failure> {
    let Summary { clouds, hulls, refused, worst_outside } = summary;
    let Refused { empty, point, line, plane, not_finite } = refused;
    writeln!(out, "hulls of {clouds} clouds of {}", on_one_line(&file.to_string_lossy()))?;
    writeln!(out, "  built     {hulls}, all checked")?;
    writeln!(
        out,
        "  refused   {empty} empty, {point} of one point, {line} on a line, {plane} in a plane, {not_finite} not finite"
    )?;
    Ok(writeln!(out, "  outside   {worst_outside:.2e} of the size, at worst")?)
}

/// Up to ten cloud numbers, as a list.
fn listed(clouds: impl Iterator<Item = usize> + Clone) -> String {
    let shown: Vec<String> = clouds.clone().take(10).map(|i| i.to_string()).collect();
    shown.join(", ") + if clouds.count() > 10 { ", ..." } else { "" }
}
