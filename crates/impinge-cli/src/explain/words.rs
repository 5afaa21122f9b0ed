//! Words and numbers in sentences.

use impinge::Rung;

use super::moment::{Answer, State};
use super::subject::Stage;
use super::world::World;

/// Coordinates below this are shown as 0: the rest is rounding.
const NOTHING: f64 = 1e-9;

/// A number in a sentence: five digits, without trailing zeros.
pub fn few(x: f64) -> String {
    let text = match x.abs() {
        0.0 => "0".into(),
        size if (1e-3..1e5).contains(&size) => {
            let before = size.log10().floor().max(0.0);
            let decimals = if before < 4.0 { 4.0 - before } else { 0.0 };
            let text = format!("{x:.0$}", [0, 1, 2, 3, 4][decimals as usize]);
            if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').into() } else { text }
        }
        size if size.is_finite() => format!("{x:.1e}"),
        _ => {
            if x.is_nan() {
                "unknown".into()
            } else if x > 0.0 {
                "∞".into()
            } else {
                "-∞".into()
            }
        }
    };
    text.replace('-', "−")
}

/// A point or a direction in a sentence.
pub fn coordinates<W: World>(v: W) -> String {
    let all: Vec<_> =
        (0..W::DIM).map(|i| few(if v.get(i).abs() < NOTHING { 0.0 } else { v.get(i) })).collect();
    format!("({})", all.join(", "))
}

/// Name of the bodies that an algorithm sees.
pub fn names<W: World>(stage: &Stage<'_, W>) -> &'static str {
    if stage.radii == [0.0; 2] { "A and B" } else { "the cores of A and B" }
}

/// The answer with its proof.
pub fn answered<W: World>(answer: &Answer<W>) -> String {
    let [lower, upper] = answer.bounds;
    let within = |value: f64| {
        let error = (upper - value).abs().max((value - lower).abs());
        if error.is_finite() { format!("{} ± {}", few(value.abs()), few(error)) } else { few(value.abs()) }
    };
    let axis = answer.normal.map(coordinates).unwrap_or_default();
    let points = answer.points.map(|[a, b]| [coordinates(a), coordinates(b)]);
    match (answer.state, answer.signed_distance) {
        (State::Apart, Some(value)) => {
            let [a, b] = points.unwrap_or_default();
            format!(
                "A and B are apart by {}: the axis {axis} separates them, and the points {a} of A and {b} \
                 of B are that near.",
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
                "A and B overlap by {}: moving B along {axis} by that much parts them, and no shorter way \
                 does.",
                within(value)
            )
        }
        (State::Overlapping | State::Meeting, None) => {
            let [a, _] = points.unwrap_or_default();
            let depth = if lower.is_finite() {
                format!("They are no deeper than {}; EPA computes the depth.", few(-lower))
            } else {
                "EPA computes the depth.".into()
            };
            format!("A and B meet: {a} is a point of both. {depth}")
        }
        (State::Touching, _) => {
            let gap = if upper.is_finite() && lower.is_finite() {
                few(upper.abs().max(lower.abs()))
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

/// The method that gave an answer.
pub fn by(rung: Rung) -> &'static str {
    match rung {
        Rung::Closed => "by a closed form",
        Rung::Gjk => "by GJK",
        Rung::Peak => "by GJK and Newton refinement at a smooth peak",
        Rung::Ridge => "by GJK and Newton refinement along an edge",
        Rung::FineGjk => "by GJK to the requested gap",
        Rung::Epa => "by EPA",
        Rung::Judge => "by the certified fallback",
    }
}

#[cfg(test)]
mod tests {
    use super::few;

    #[test]
    fn numbers_have_few_digits() {
        for (x, text) in [
            (0.0, "0"),
            (-0.5, "−0.5"),
            (1.0 / 3.0, "0.3333"),
            (1234.56, "1234.6"),
            (99_999.4, "99999"),
            (100.0, "100"),
            (2.5e-7, "2.5e−7"),
            (f64::INFINITY, "∞"),
        ] {
            assert_eq!(few(x), text);
        }
    }
}
