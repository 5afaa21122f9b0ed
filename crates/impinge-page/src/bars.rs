//! Bar charts, from numbers to SVG.

use std::fmt::Write as _;

use crate::axis::{Axis, shown};
use crate::encode::html;
use crate::frame::{Frame, style, width};

/// A horizontal bar chart: a row for each category, a bar for each name of the legend, with its value at its end.
#[derive(Clone, Debug)]
pub struct Bars {
    caption: String,
    label: String,
    logarithmic: bool,
    heading: Option<String>,
    names: Vec<String>,
    rows: Vec<(String, Vec<f64>)>,
}

const WIDTH: f64 = 400.0;
const BAR: f64 = 15.0;
/// Gap between two categories.
const GAP: f64 = 9.0;
/// Limit on the length of a category name beside its bars; a longer one is truncated.
const LONGEST: usize = 26;

impl Bars {
    /// A chart without bars; `label` is the quantity, with its unit, and `names` are those of the legend. With one name there is no
    /// legend.
    pub fn new(
        caption: impl Into<String>,
        label: impl Into<String>,
        names: impl IntoIterator<Item = String>,
    ) -> Self {
        Self {
            caption: caption.into(),
            label: label.into(),
            logarithmic: false,
            heading: None,
            names: names.into_iter().collect(),
            rows: Vec::new(),
        }
    }

    /// Adds a category with a value for each name; values that are not finite have no bar.
    pub fn row(&mut self, category: impl Into<String>, values: impl IntoIterator<Item = f64>) -> &mut Self {
        self.rows.push((category.into(), values.into_iter().collect()));
        self
    }

    /// Makes the axis logarithmic: values that are not positive have no bar.
    pub fn logarithmic(&mut self) -> &mut Self {
        self.logarithmic = true;
        self
    }

    /// Sets a line of text within the figure, above the legend.
    pub fn heading(&mut self, heading: impl Into<String>) -> &mut Self {
        self.heading = Some(heading.into());
        self
    }

    /// The figure as SVG, without its caption.
    pub fn svg(&self) -> String {
        let mut out = String::new();
        // Writing to a string cannot fail.
        let _ = self.draw(&mut out);
        out
    }

    #[expect(clippy::cast_precision_loss, reason = "a handful of bars")]
    fn draw(&self, out: &mut String) -> std::fmt::Result {
        let names: Vec<&str> = self.names.iter().map(String::as_str).collect();
        let legend = if names.len() > 1 { &names[..] } else { &[] };
        let cut = |name: &str| -> String {
            let short = name.chars().count() <= LONGEST;
            if short { name.into() } else { name.chars().take(LONGEST - 1).chain(['…']).collect() }
        };
        let longest = self.rows.iter().map(|(name, _)| width(&cut(name))).fold(20.0, f64::max);
        let each = BAR * names.len().max(1) as f64 + GAP;
        let size = [WIDTH, 60.0 + each * self.rows.len() as f64];
        let mut frame = Frame::with_left(longest + 20.0, size, self.heading.as_deref(), legend);
        // Room for the number after the longest bar.
        frame.right -= 46.0;
        let values = || self.rows.iter().flat_map(|(_, values)| values.iter().copied());
        // A logarithmic bar begins below the smallest value, so that each has a length.
        let start = if self.logarithmic {
            values().filter(|v| *v > 0.0).fold(f64::INFINITY, f64::min) / 2.0
        } else {
            0.0
        };
        let x = Axis::new(self.logarithmic, values().chain([start]), [frame.left, frame.right]);
        frame.open(out, &self.caption)?;
        let (top, bottom) = (frame.top, frame.top + each * self.rows.len() as f64);
        let rule = "style=\"stroke: var(--line, #d8dee6)\"";
        for (place, text) in x.written_marks() {
            writeln!(out, "<line x1=\"{place:.1}\" x2=\"{place:.1}\" y1=\"{top}\" y2=\"{bottom}\" {rule}/>")?;
            if let Some(text) = text {
                let at = format!("x=\"{place:.1}\" y=\"{}\" text-anchor=\"middle\"", bottom + 16.0);
                writeln!(out, "<text {at}>{text}</text>")?;
            }
        }
        let middle = f64::midpoint(frame.left, frame.right);
        let foot = format!("x=\"{middle}\" y=\"{}\" text-anchor=\"middle\"", bottom + 34.0);
        writeln!(out, "<text {foot}>{}</text>", html(&self.label))?;
        let origin = x.place(start).unwrap_or(frame.left);
        for (row, (name, values)) in self.rows.iter().enumerate() {
            let y = top + each * row as f64 + GAP / 2.0;
            let middle = y + BAR * names.len().max(1) as f64 / 2.0 + 4.0;
            let at = format!("x=\"{}\" y=\"{middle:.1}\" text-anchor=\"end\"", frame.left - 8.0);
            writeln!(out, "<text {at}>{}</text>", html(&cut(name)))?;
            for (number, value) in values.iter().enumerate() {
                let y = y + BAR * number as f64;
                let Some(end) = x.place(*value) else { continue };
                let (color, _) = style(number);
                let (from, length) = (origin.min(end), (end - origin).abs());
                writeln!(
                    out,
                    "<rect x=\"{from:.1}\" y=\"{:.1}\" width=\"{length:.1}\" height=\"{}\" style=\"fill: {color}\"/>",
                    y + 1.0,
                    BAR - 2.0
                )?;
                let at = format!("x=\"{:.1}\" y=\"{:.1}\" font-size=\"11\"", origin.max(end) + 4.0, y + 11.5);
                writeln!(out, "<text {at}>{}</text>", shown(three(*value)))?;
            }
        }
        let left = frame.left;
        writeln!(out, "<path d=\"M{left} {top}V{bottom}\" fill=\"none\" stroke=\"currentColor\"/>")?;
        if !legend.is_empty() {
            frame.legend(out, legend, false)?;
        }
        write!(out, "</svg>")
    }
}

/// Rounds to three digits, for the end of a bar.
fn three(value: f64) -> f64 {
    format!("{value:.2e}").parse().unwrap_or(value)
}

#[cfg(test)]
mod tests {
    use super::Bars;

    #[test]
    fn every_value_is_written_and_odd_ones_have_no_bar() {
        let mut bars = Bars::new("c<", "time in µs", ["a".into(), "<b>".into()]);
        bars.row("one", [1.0, 2.5]).row("two & more", [f64::NAN, 400.0]).row("", [f64::INFINITY, -3.0]);
        for logarithmic in [false, true] {
            if logarithmic {
                bars.logarithmic();
            }
            let svg = bars.svg();
            assert!(
                svg.contains(">2.5<") && svg.contains(">400<") && svg.contains("two &amp; more"),
                "{svg}"
            );
            assert!(!svg.contains("NaN") && !svg.contains("inf") && !svg.contains("<b>"), "{svg}");
            // Two squares of the legend and the bars: none for values that are not finite, or not above zero on a logarithmic axis.
            assert_eq!(svg.matches("<rect").count(), if logarithmic { 5 } else { 6 });
        }
    }

    #[test]
    fn no_bars_give_a_figure() {
        assert!(Bars::new("", "", []).svg().ends_with("</svg>"));
        assert!(Bars::new("", "", ["a".into()]).row("r", [0.0]).svg().contains("<rect"));
    }
}
