//! An axis of a plot: maps values to positions, and chooses the tick marks and their labels.

/// A range of values, mapped to a range of positions.
pub(crate) struct Axis {
    logarithmic: bool,
    /// Smallest and largest value; their logarithms on a logarithmic axis.
    least: f64,
    greatest: f64,
    /// Whether all values are integers, so that the marks are as well.
    whole: bool,
    /// Positions of the two on the page.
    places: [f64; 2],
}

/// Limit on the marks for readability.
const MOST_MARKS: f64 = 7.0;

/// Width of a digit in a wide font, in units of the figure, whose letters are 12 high.
const DIGIT: f64 = 7.7;

impl Axis {
    /// An axis for these values. Without any, from 0 to 1, or from 1 to 10.
    pub fn new(logarithmic: bool, values: impl Iterator<Item = f64>, places: [f64; 2]) -> Self {
        let scaled = values.filter_map(|value| scale(logarithmic, value));
        let (mut least, mut greatest, mut whole) = (f64::INFINITY, f64::NEG_INFINITY, true);
        for value in scaled {
            (least, greatest) = (least.min(value), greatest.max(value));
            whole &= value.fract() == 0.0;
        }
        // A count that is always zero has an axis from zero upwards.
        if least > greatest || (!logarithmic && least == 0.0 && greatest == 0.0) {
            (least, greatest) = (0.0, 1.0);
        }
        if least == greatest {
            let room = if logarithmic { 1.0 } else { (least.abs() / 2.0).max(0.5) };
            (least, greatest) = (least - room, greatest + room);
        }
        Self { logarithmic, least, greatest, whole: whole && !logarithmic, places }
    }

    /// Position of a value, if it can be drawn.
    pub fn place(&self, value: f64) -> Option<f64> {
        let [from, to] = self.places;
        // Halved, so that the range of the largest numbers is finite.
        let part = |value: f64| (value / 2.0 - self.least / 2.0) / (self.greatest / 2.0 - self.least / 2.0);
        scale(self.logarithmic, value).map(|value| from + (to - from) * part(value))
    }

    /// Round values within the range, in rising order.
    pub fn marks(&self) -> Vec<f64> {
        if !self.logarithmic || self.greatest - self.least < 1.0 {
            return self.rounds();
        }
        let decades = self.decades();
        if decades.len() > 2 { decades } else { self.halves() }
    }

    /// Positions of the marks of a horizontal axis, with their labels; a label that would overlap another one is left out. On a
    /// logarithmic axis powers of ten come first.
    #[expect(clippy::cast_precision_loss, reason = "a short text")]
    pub fn written_marks(&self) -> Vec<(f64, Option<String>)> {
        let placed = |value: f64| Some((value, self.place(value)?));
        let marks: Vec<(f64, f64)> = self.marks().into_iter().filter_map(placed).collect();
        let mut written: Vec<(f64, Option<String>)> = marks.iter().map(|(_, place)| (*place, None)).collect();
        let is_power = |value: f64| value.log10().fract() == 0.0;
        for first in [true, false] {
            for (i, &(value, place)) in marks.iter().enumerate() {
                let text = shown(value);
                let half = |text: &str| DIGIT * text.chars().count() as f64 / 2.0;
                let runs_into = |(other, said): &(f64, Option<String>)| {
                    said.as_ref()
                        .is_some_and(|said| (place - other).abs() < half(&text) + half(said) + DIGIT / 2.0)
                };
                let due = !self.logarithmic || is_power(value) == first;
                if due && written[i].1.is_none() && !written.iter().any(runs_into) {
                    written[i].1 = Some(text);
                }
            }
        }
        written
    }

    fn decades(&self) -> Vec<f64> {
        // Exponents of `f64` reach from -324 to 308.
        #[expect(clippy::cast_possible_truncation, reason = "exponents are small")]
        let (first, last) = (self.least.ceil() as i32, self.greatest.floor() as i32);
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "at least one, at most 633"
        )]
        let step = (f64::from(last - first) / MOST_MARKS).ceil().max(1.0) as usize;
        (first..=last).step_by(step).map(|exponent| 10f64.powi(exponent)).collect()
    }

    /// 1, 2 and 5 times powers of ten: for a logarithmic axis with few decades.
    fn halves(&self) -> Vec<f64> {
        #[expect(clippy::cast_possible_truncation, reason = "exponents are small")]
        let (first, last) = (self.least.floor() as i32, self.greatest.floor() as i32);
        let all =
            (first..=last).flat_map(|exponent| [1.0, 2.0, 5.0].map(|digit| digit * 10f64.powi(exponent)));
        all.filter(|value| (self.least..=self.greatest).contains(&value.log10())).collect()
    }

    /// Multiples of 1, 2 or 5 times a power of ten.
    fn rounds(&self) -> Vec<f64> {
        let value = |scaled: f64| if self.logarithmic { 10f64.powf(scaled) } else { scaled };
        let (least, greatest) = (value(self.least), value(self.greatest));
        let rough = greatest / MOST_MARKS - least / MOST_MARKS;
        let rough = if self.whole { rough.max(1.0) } else { rough };
        let power = 10f64.powf(rough.log10().floor());
        let step = [1.0, 2.0, 5.0, 10.0].map(|digit| digit * power).into_iter().find(|step| *step >= rough);
        let Some(step) = step.filter(|step| step.is_finite() && *step > 0.0) else { return Vec::new() };
        let (first, last) = ((least / step).ceil(), (greatest / step).floor());
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a handful")]
        let count = (last - first).clamp(0.0, 2.0 * MOST_MARKS) as u32;
        (0..=count).map(|i| (first + f64::from(i)) * step).filter(|value| *value <= greatest).collect()
    }
}

/// The value on the axis scale, unless it cannot be drawn.
fn scale(logarithmic: bool, value: f64) -> Option<f64> {
    let scaled = if logarithmic { value.log10() } else { value };
    scaled.is_finite().then_some(scaled)
}

/// A mark as text: four digits, as short as possible.
pub(crate) fn shown(value: f64) -> String {
    if value == 0.0 {
        return "0".into();
    }
    let rounded: f64 = format!("{value:.3e}").parse().unwrap_or(value);
    let plain = (1e-3..1e5).contains(&rounded.abs());
    let text = if plain { format!("{rounded}") } else { format!("{rounded:e}") };
    text.replace('-', "\u{2212}")
}

#[cfg(test)]
mod tests {
    use super::Axis;

    /// Regression: the sizes of maps, 37 to 7,100 thousand bytes, had a mark at each of 20000, 50000, 1e5 and so on: one on top of the
    /// other.
    #[test]
    fn labels_do_not_overlap() {
        for values in [[18_450.0, 7.1e6], [5_900.0, 131_000.0], [16.0, 128.0], [0.3, 9.0], [1e-16, 0.1]] {
            let axis = Axis::new(true, values.into_iter(), [180.0, 330.0]);
            let marks = axis.written_marks();
            let written: Vec<(f64, usize)> =
                marks.iter().filter_map(|(at, text)| Some((*at, text.as_ref()?.chars().count()))).collect();
            assert_eq!(marks.len(), axis.marks().len());
            assert!(written.len() >= 2, "{values:?}: {marks:?}");
            for pair in written.windows(2) {
                let room = 7.0 * f64::from(u32::try_from(pair[0].1 + pair[1].1).expect("short")) / 2.0;
                assert!(pair[1].0 - pair[0].0 > room, "{values:?}: {marks:?}");
            }
        }
        // Powers of ten are dropped last.
        let marks = Axis::new(true, [18_450.0, 7.1e6].into_iter(), [180.0, 330.0]).written_marks();
        let texts: Vec<String> = marks.into_iter().filter_map(|(_, text)| text).collect();
        assert!(texts.contains(&"1e5".into()) && texts.contains(&"1e6".into()), "{texts:?}");
    }
}
