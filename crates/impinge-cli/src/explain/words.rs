//! Words and numbers of sentences.

use super::moment::{Answer, State};
use super::subject::Stage;
use super::world::World;
use crate::table::number;

/// A number in a sentence.
pub fn few(x: f64) -> String {
    number(x).replace('-', "−")
}

/// A point or a direction in a sentence.
pub fn coordinates<W: World>(v: W) -> String {
    let all: Vec<_> = (0..W::DIM).map(|i| few(if v.get(i).abs() < 1e-12 { 0.0 } else { v.get(i) })).collect();
    format!("({})", all.join(", "))
}

/// What an algorithm calls the bodies that it sees.
pub fn names<W: World>(stage: &Stage<'_, W>) -> &'static str {
    if stage.radii == [0.0; 2] { "A and B" } else { "the cores of A and B" }
}

/// The answer with its proof.
pub fn answered<W: World>(answer: &Answer<W>) -> String {
    let [lower, upper] = answer.bounds;
    let within = |value: f64| {
        let error = (upper - value).abs().max((value - lower).abs());
        if error.is_finite() { format!("{} ± {error:.1e}", few(value.abs())) } else { few(value.abs()) }
    };
    let axis = answer.normal.map(coordinates).unwrap_or_default();
    let points = answer.points.map(|[a, b]| [coordinates(a), coordinates(b)]);
    match (answer.state, answer.signed_distance) {
        (State::Apart, Some(value)) => {
            let [a, b] = points.unwrap_or_default();
            format!(
                "A and B are apart by {}: the axis {axis} separates them, and the points {a} of A and {b} of B are that near.",
                within(value)
            )
        }
        (State::Apart, None) => {
            format!(
                "A and B are apart: the axis {axis} separates them by {}; one support call of each checks it.",
                few(lower)
            )
        }
        (State::Overlapping, Some(value)) => {
            format!(
                "A and B overlap by {}: moving B along {axis} by that much parts them, and no shorter way does.",
                within(value)
            )
        }
        (State::Overlapping | State::Meeting, None) => {
            let [a, _] = points.unwrap_or_default();
            format!("A and B meet: {a} is a point of both. How deep, EPA tells.")
        }
        (State::Touching, _) => {
            let gap = if upper.is_finite() {
                format!("{:.1e}", upper.abs().max(lower.abs()))
            } else {
                "rounding".into()
            };
            format!("A and B touch: the signed distance is 0 within {gap}.")
        }
        (State::Meeting, Some(_)) => "A and B meet.".into(),
        (State::Open, _) => {
            format!(
                "Rounding leaves it open: the signed distance is between {} and {}.",
                few(lower),
                few(upper)
            )
        }
    }
}
