//! A run as text, and as one JSON document.

use std::io::Write;
use std::path::Path;

use impinge::Vector;
use serde_json::{Value, json};

use super::moment::{Judgment, Moment, Run};
use super::subject::Subject;
use super::words::{answered, by, few};
use super::world::World;
use crate::failure::{Failure, on_one_line};

/// Number of steps printed; the page has all.
const MOST_LINES: usize = 20;

/// Prints one line for each step, and the answer.
pub fn print<W: World>(
    out: &mut impl Write,
    name: &str,
    subject: &Subject<W>,
    run: &Run<W>,
    judgment: &Judgment<W>,
    page: &Path,
) -> Result<(), Failure> {
    writeln!(out, "{name}: A = {}, B = {}", on_one_line(&subject.a.text), on_one_line(&subject.b.text))?;
    if let Some(opening) = &run.opening {
        writeln!(out, "start  {}", opening.sentence)?;
    }
    for (i, step) in run.steps.iter().take(MOST_LINES).enumerate() {
        writeln!(out, "{:>4}  {}{}", i + 1, bounds(step), step.sentence)?;
    }
    if run.steps.len() > MOST_LINES {
        writeln!(out, "      ... and {} more", run.steps.len() - MOST_LINES)?;
    }
    writeln!(out, "{}", sentence(run))?;
    if !judgment.agrees {
        writeln!(out, "{}", library(judgment, subject.motion.is_some()))?;
    }
    writeln!(out, "page: {}", on_one_line(&page.to_string_lossy()))?;
    Ok(())
}

/// The library's own answer, in a sentence.
pub fn library<W: World>(judgment: &Judgment<W>, moves: bool) -> String {
    let (value, error) = match &judgment.impact {
        Some(impact) => (format!("time {}", few(impact.time)), impact.time_error),
        None if moves => ("never".into(), 0.0),
        None => (few(judgment.contact.signed_distance), judgment.contact.error),
    };
    let error = if error > 0.0 && error.is_finite() { format!(" ± {}", few(error)) } else { String::new() };
    let agrees = if judgment.agrees { "which agrees" } else { "which does NOT agree" };
    let method = if moves { String::new() } else { format!(", {}", by(judgment.contact.rung)) };
    format!("The library's own answer is {value}{error}{method}, {agrees}.")
}

/// Final sentence: the answer with its proof.
pub fn sentence<W: World>(run: &Run<W>) -> String {
    if run.last.sentence.is_empty() { answered(&run.answer) } else { run.last.sentence.clone() }
}

fn bounds<W: World>(step: &Moment<W>) -> String {
    match (step.bounds, step.time) {
        (Some([lower, upper]), _) => format!("[{}, {}]  ", few(lower), few(upper)),
        (None, Some(time)) => format!("t = {}  ", few(time)),
        _ => String::new(),
    }
}

/// The whole run, as one document.
pub fn document<W: World>(name: &str, subject: &Subject<W>, run: &Run<W>, judgment: &Judgment<W>) -> Value {
    let answer = &run.answer;
    json!({
        "algorithm": name,
        "a": subject.a.text,
        "b": subject.b.text,
        "dimensions": W::DIM,
        "unit": "file",
        "steps": run.steps.iter().enumerate().map(|(i, step)| moment(i, step)).collect::<Vec<_>>(),
        "answer": {
            "state": answer.state.name(),
            "signed_distance": answer.signed_distance,
            "lower": answer.bounds[0],
            "upper": answer.bounds[1],
            "normal": answer.normal.map(list),
            "point_a": answer.points.map(|[a, _]| list(a)),
            "point_b": answer.points.map(|[_, b]| list(b)),
            "time": answer.time.map(|t| t[0]),
            "touching_by": answer.time.map(|t| t[1]),
            "calls": answer.calls,
            "status": format!("{:?}", answer.status).to_lowercase(),
            "sentence": sentence(run),
        },
        "front_door": {
            "signed_distance": judgment.contact.signed_distance,
            "error": judgment.contact.error,
            "normal": list(judgment.contact.normal),
            "time": judgment.impact.map(|impact| impact.time),
            "time_error": judgment.impact.map(|impact| impact.time_error),
            "rung": format!("{:?}", judgment.contact.rung).to_lowercase(),
            "agrees": judgment.agrees,
        },
    })
}

fn moment<W: World>(i: usize, step: &Moment<W>) -> Value {
    let sketch = &step.sketch;
    let numbers: serde_json::Map<_, _> =
        step.numbers.iter().map(|(name, value)| ((*name).to_owned(), json!(value))).collect();
    json!({
        "step": i + 1,
        "algorithm": step.algorithm,
        "sentence": step.sentence,
        "lower": step.bounds.map(|b| b[0]),
        "upper": step.bounds.map(|b| b[1]),
        "time": step.time,
        "vertices": sketch.vertices.iter().map(|v| list(*v)).collect::<Vec<_>>(),
        "faces": sketch.faces,
        "nearest": sketch.nearest.map(list),
        "direction": sketch.direction.map(|(_, d)| list(d)),
        "found": sketch.found.map(list),
        "point_a": step.points.map(|[a, _]| list(a)),
        "point_b": step.points.map(|[_, b]| list(b)),
        "numbers": numbers,
    })
}

fn list<W: Vector<Scalar = f64>>(v: W) -> Vec<f64> {
    (0..W::DIM).map(|i| v.get(i)).collect()
}
