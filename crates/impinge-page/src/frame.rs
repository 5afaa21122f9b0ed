//! Common parts of figures: margins, a heading, a legend in rows, colors and dashes.

use std::fmt::Write as _;

use crate::encode::html;

/// Margins from the left, the top, the right and the bottom to the axes.
const LEFT: f64 = 68.0;
const TOP: f64 = 14.0;
const RIGHT: f64 = 22.0;
const BOTTOM: f64 = 46.0;
const ROW: f64 = 20.0;
/// Mean width of a letter, for the legend.
const LETTER: f64 = 6.6;

/// Colors and dashes: lines differ without color too. The colors are those of a light page if there is no page around the figure. The
/// first six are distinguishable with color blindness; the last four repeat their hues, darker.
const LINES: [(&str, &str); 10] = [
    ("var(--series-0, #3d86d8)", ""),
    ("var(--series-1, #d4430f)", "7 4"),
    ("var(--series-2, #2fa072)", "2 3"),
    ("var(--series-3, #eba912)", "10 3 2 3"),
    ("var(--series-4, #c877a8)", "4 2"),
    ("var(--series-5, #586472)", "1 2"),
    ("var(--series-6, #17457a)", "12 4"),
    ("var(--series-7, #7a2606)", "3 2 1 2"),
    ("var(--series-8, #0f5c40)", "6 2 2 2 2 2"),
    ("var(--series-9, #6a3a8c)", "9 2"),
];

/// Color and dashes of a line by its index.
pub(crate) fn style(number: usize) -> (&'static str, &'static str) {
    LINES[number % LINES.len()]
}

/// A piece of the line with this index as SVG, or a square of its color if there are only dots, for a legend that several figures share.
pub fn swatch(number: usize, dots: bool) -> String {
    let (color, dashes) = style(number);
    if dots {
        return format!(
            "<svg viewBox=\"0 0 12 12\" width=\"12\" height=\"12\" aria-hidden=\"true\"><rect x=\"1\" y=\"1\" width=\"10\" height=\"10\" \
             style=\"fill: {color}\"/></svg>"
        );
    }
    format!(
        "<svg viewBox=\"0 0 30 12\" width=\"30\" height=\"12\" aria-hidden=\"true\"><path d=\"M1 6H29\" stroke-width=\"2.5\" \
         stroke-dasharray=\"{dashes}\" style=\"stroke: {color}\"/></svg>"
    )
}

/// Layout of a figure: its size with heading and legend, and the area of the axes.
pub(crate) struct Frame {
    pub width: f64,
    pub height: f64,
    pub left: f64,
    pub right: f64,
    pub top: f64,
    pub bottom: f64,
    heading: Option<String>,
    /// Positions of the names in the legend.
    names: Vec<(f64, f64)>,
}

impl Frame {
    /// A frame around an area of this size, which grows by the rows of heading and legend.
    pub fn new(size: [f64; 2], heading: Option<&str>, names: &[&str]) -> Self {
        Self::with_left(LEFT, size, heading, names)
    }

    /// The same with another margin at the left.
    pub fn with_left(left: f64, size: [f64; 2], heading: Option<&str>, names: &[&str]) -> Self {
        let above = if heading.is_some() { ROW } else { 0.0 };
        let names = legend(size[0] - RIGHT - 8.0, above, names);
        let rows = names.last().map_or(above, |(_, y)| y + ROW);
        let [width, height] = [size[0], size[1] + rows];
        let heading = heading.map(String::from);
        Self {
            width,
            height,
            left,
            right: width - RIGHT,
            top: TOP + rows,
            bottom: height - BOTTOM,
            heading,
            names,
        }
    }

    /// Writes the beginning of the SVG, and the heading.
    pub fn open(&self, out: &mut String, title: &str) -> std::fmt::Result {
        let Self { width, height, .. } = self;
        writeln!(
            out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" role=\"img\" \
             font-family=\"system-ui, sans-serif\" font-size=\"12\" style=\"color: var(--text, #1a2027)\" \
             fill=\"currentColor\">\n<title>{}</title>",
            html(title)
        )?;
        match &self.heading {
            Some(heading) => {
                writeln!(out, "<text x=\"8\" y=\"16\" font-weight=\"600\">{}</text>", html(heading))
            }
            None => Ok(()),
        }
    }

    /// Writes the legend: a piece of each line, or a square of its color, and its name.
    pub fn legend(&self, out: &mut String, names: &[&str], lines: bool) -> std::fmt::Result {
        for (number, (name, (x, y))) in names.iter().zip(&self.names).enumerate() {
            let (color, dashes) = style(number);
            let (x, y, end) = (8.0 + x, y + 14.0, 8.0 + x + 26.0);
            if lines {
                writeln!(
                    out,
                    "<path d=\"M{x} {y}H{end}\" stroke-width=\"2\" stroke-dasharray=\"{dashes}\" \
                     style=\"stroke: {color}\"/>"
                )?;
            } else {
                let x = end - 12.0;
                let y = y - 5.0;
                writeln!(
                    out,
                    "<rect x=\"{x}\" y=\"{y}\" width=\"10\" height=\"10\" style=\"fill: {color}\"/>"
                )?;
            }
            writeln!(out, "<text x=\"{}\" y=\"{}\">{}</text>", end + 6.0, y + 4.0, html(name))?;
        }
        Ok(())
    }
}

/// Approximate width of a text.
#[expect(clippy::cast_precision_loss, reason = "a short text")]
pub(crate) fn width(text: &str) -> f64 {
    LETTER * text.chars().count() as f64
}

/// Positions of the names: from left to right, wrapping into rows.
fn legend(room: f64, above: f64, names: &[&str]) -> Vec<(f64, f64)> {
    let (mut x, mut y) = (0.0, above);
    let mut places = Vec::new();
    for name in names {
        let wide = 48.0 + width(name);
        if x > 0.0 && x + wide > room {
            (x, y) = (0.0, y + ROW);
        }
        places.push((x, y));
        x += wide;
    }
    places
}
