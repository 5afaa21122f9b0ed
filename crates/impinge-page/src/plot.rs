//! Line plots, from numbers to SVG.

use std::fmt::Write as _;

use crate::axis::{Axis, shown};
use crate::encode::html;
use crate::frame::{Frame, style};

/// A line plot: lines over two axes, with a legend. Points that are not finite, or not positive on a logarithmic axis, are left out, and
/// the line is broken there.
#[derive(Clone, Debug)]
pub struct Plot {
    caption: String,
    x_label: String,
    y_label: String,
    log_x: bool,
    log_y: bool,
    series: Vec<(String, Vec<(f64, f64)>)>,
    follows_steps: bool,
    /// Whether to draw points without lines.
    scattered: bool,
    /// Whether the y axis begins at zero.
    from_zero: bool,
    compact: bool,
    without_legend: bool,
    heading: Option<String>,
}

/// Size of the area around the lines in units of the figure, which are pixels if the page has room for it; without the legend.
const SIZE: [f64; 2] = [480.0, 290.0];
/// The same for a compact figure: its letters are relatively larger, for a phone, or for several figures in a row.
const COMPACT: [f64; 2] = [380.0, 262.0];

/// Limit on the points of a line with a dot at each.
const DOTTED: usize = 40;

impl Plot {
    /// A figure without lines.
    pub fn new(caption: impl Into<String>, x_label: impl Into<String>, y_label: impl Into<String>) -> Self {
        Self {
            caption: caption.into(),
            x_label: x_label.into(),
            y_label: y_label.into(),
            log_x: false,
            log_y: false,
            series: Vec::new(),
            follows_steps: false,
            scattered: false,
            from_zero: false,
            compact: false,
            without_legend: false,
            heading: None,
        }
    }

    /// Adds a line through these points. Ten lines have distinct colors and dashes.
    pub fn series(
        &mut self,
        name: impl Into<String>,
        points: impl IntoIterator<Item = (f64, f64)>,
    ) -> &mut Self {
        self.series.push((name.into(), points.into_iter().collect()));
        self
    }

    /// Makes the x axis logarithmic.
    pub fn log_x(&mut self) -> &mut Self {
        self.log_x = true;
        self
    }

    /// Makes the y axis logarithmic.
    pub fn log_y(&mut self) -> &mut Self {
        self.log_y = true;
        self
    }

    /// Makes the x axis count the steps of the view, from 0: a line marks the step that the slider shows.
    pub fn follows_steps(&mut self) -> &mut Self {
        self.follows_steps = true;
        self
    }

    /// Draws dots without lines between them.
    pub fn scattered(&mut self) -> &mut Self {
        self.scattered = true;
        self
    }

    /// Makes the y axis begin at zero, unless it is logarithmic.
    pub fn from_zero(&mut self) -> &mut Self {
        self.from_zero = true;
        self
    }

    /// Makes the figure smaller, with letters of the same size, for several in a row.
    pub fn compact(&mut self) -> &mut Self {
        self.compact = true;
        self
    }

    /// Removes the legend: for several figures that share one, made of [`swatch`](crate::swatch)es.
    pub fn without_legend(&mut self) -> &mut Self {
        self.without_legend = true;
        self
    }

    /// Sets a line of text within the figure, above the legend.
    pub fn heading(&mut self, heading: impl Into<String>) -> &mut Self {
        self.heading = Some(heading.into());
        self
    }

    pub(crate) fn caption(&self) -> &str {
        &self.caption
    }

    /// The figure as SVG, without its caption. Colors follow the page that contains it, and are those of a light page elsewhere.
    pub fn svg(&self) -> String {
        let mut out = String::new();
        // Writing to a string cannot fail.
        let _ = self.draw(&mut out);
        out
    }

    fn draw(&self, out: &mut String) -> std::fmt::Result {
        let size = if self.compact { COMPACT } else { SIZE };
        let mut names: Vec<&str> = self.series.iter().map(|(name, _)| name.as_str()).collect();
        if self.without_legend {
            names.clear();
        }
        let frame = Frame::new(size, self.heading.as_deref(), &names);
        let (left, right, top, bottom) = (frame.left, frame.right, frame.top, frame.bottom);
        let points = || self.series.iter().flat_map(|(_, points)| points.iter().copied());
        let zero = (self.from_zero && !self.log_y).then_some(0.0);
        let x = Axis::new(self.log_x, points().map(|point| point.0), [left, right]);
        let y = Axis::new(self.log_y, points().map(|point| point.1).chain(zero), [bottom, top]);

        frame.open(out, &self.caption)?;
        let rule = "style=\"stroke: var(--line, #d8dee6)\"";
        for (value, place) in y.marks().into_iter().filter_map(|value| Some((value, y.place(value)?))) {
            writeln!(out, "<line x1=\"{left}\" x2=\"{right}\" y1=\"{place:.1}\" y2=\"{place:.1}\" {rule}/>")?;
            let at = format!("x=\"{}\" y=\"{:.1}\" text-anchor=\"end\"", left - 8.0, place + 4.0);
            writeln!(out, "<text {at}>{}</text>", shown(value))?;
        }
        for (place, text) in x.written_marks() {
            writeln!(out, "<line x1=\"{place:.1}\" x2=\"{place:.1}\" y1=\"{top}\" y2=\"{bottom}\" {rule}/>")?;
            if let Some(text) = text {
                let at = format!("x=\"{place:.1}\" y=\"{}\" text-anchor=\"middle\"", bottom + 18.0);
                writeln!(out, "<text {at}>{text}</text>")?;
            }
        }
        writeln!(out, "<path d=\"M{left} {top}V{bottom}H{right}\" fill=\"none\" stroke=\"currentColor\"/>")?;
        let middle = f64::midpoint(left, right);
        let foot = frame.height - 8.0;
        writeln!(
            out,
            "<text x=\"{middle}\" y=\"{foot}\" text-anchor=\"middle\">{}</text>",
            html(&self.x_label)
        )?;
        let middle = f64::midpoint(top, bottom);
        let turned = format!("transform=\"translate(13 {middle}) rotate(-90)\" text-anchor=\"middle\"");
        writeln!(out, "<text {turned}>{}</text>", html(&self.y_label))?;
        if let Some((zero, one)) = x.place(0.0).zip(x.place(1.0)).filter(|_| self.follows_steps) {
            let each = one - zero;
            let data =
                format!("data-zero=\"{zero:.3}\" data-each=\"{each:.3}\" x1=\"{zero:.1}\" x2=\"{zero:.1}\"");
            writeln!(
                out,
                "<line class=\"step-mark\" {data} y1=\"{top}\" y2=\"{bottom}\" stroke=\"currentColor\" \
                 stroke-width=\"1.5\"/>"
            )?;
        }
        for (number, (_, points)) in self.series.iter().enumerate() {
            line(out, number, &placed(points, &x, &y), self.scattered)?;
        }
        frame.legend(out, &names, !self.scattered)?;
        write!(out, "</svg>")
    }
}

/// Splits a line at points that cannot be drawn.
fn placed(points: &[(f64, f64)], x: &Axis, y: &Axis) -> Vec<Vec<(f64, f64)>> {
    let places = points.iter().map(|&(a, b)| x.place(a).zip(y.place(b)));
    let mut pieces = vec![Vec::new()];
    for place in places {
        match (place, pieces.last_mut()) {
            (Some(place), Some(piece)) => piece.push(place),
            _ => pieces.push(Vec::new()),
        }
    }
    pieces.retain(|piece| !piece.is_empty());
    pieces
}

fn line(out: &mut String, number: usize, pieces: &[Vec<(f64, f64)>], scattered: bool) -> std::fmt::Result {
    let (color, dashes) = style(number);
    if scattered {
        for (x, y) in pieces.iter().flatten() {
            writeln!(
                out,
                "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"2.8\" style=\"fill: {color}\" fill-opacity=\"0.7\"/>"
            )?;
        }
        return Ok(());
    }
    let mut path = String::new();
    for piece in pieces {
        for (i, (x, y)) in piece.iter().enumerate() {
            write!(path, "{}{x:.1} {y:.1}", if i == 0 { 'M' } else { 'L' })?;
        }
    }
    writeln!(
        out,
        "<path d=\"{path}\" fill=\"none\" stroke-width=\"2\" stroke-linejoin=\"round\" \
         stroke-dasharray=\"{dashes}\" style=\"stroke: {color}\"/>"
    )?;
    let count: usize = pieces.iter().map(Vec::len).sum();
    for (x, y) in pieces.iter().flatten().filter(|_| count <= DOTTED) {
        writeln!(out, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"2.8\" style=\"fill: {color}\"/>")?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::Plot;

    #[test]
    fn names_are_escaped_and_odd_numbers_left_out() {
        let mut plot = Plot::new("</svg><script>", "x<y", "\"y\"");
        plot.series("<b>", [(0.0, 1.0), (1.0, f64::NAN), (2.0, 0.0), (3.0, 10.0), (f64::INFINITY, 2.0)])
            .log_y();
        let svg = plot.svg();
        assert_eq!(svg.matches("</svg>").count(), 1);
        assert!(
            !svg.contains("<script") && !svg.contains("<b>") && !svg.contains("NaN") && !svg.contains("inf")
        );
        // Only two points can be drawn, and they are not neighbors.
        assert_eq!(svg.matches("<circle").count(), 2);
    }

    #[test]
    fn any_numbers_give_a_figure() {
        let cases: &[&[(f64, f64)]] = &[
            &[],
            &[(0.0, 0.0)],
            &[(5.0, 7.0), (5.0, 7.0)],
            &[(f64::MIN, f64::MIN), (f64::MAX, f64::MAX)],
            &[(0.0, 5e-324), (1.0, f64::MAX)],
            &[(1e15, 1.0), (1e15 + 1.0, 1.0 + f64::EPSILON)],
            &[(f64::NAN, f64::NAN)],
        ];
        for points in cases {
            for logarithmic in [false, true] {
                let mut plot = Plot::new("c", "x", "y");
                plot.series("s", points.iter().copied()).follows_steps();
                if logarithmic {
                    plot.log_x().log_y();
                }
                let svg = plot.svg();
                assert!(svg.len() < 8000, "{} bytes for {points:?}", svg.len());
                assert!(!svg.contains("NaN") && !svg.contains("inf"), "{points:?}: {svg}");
            }
        }
    }

    #[test]
    fn marks_are_round_numbers() {
        let mut plot = Plot::new("c", "x", "y");
        plot.series("s", [(0.0, 1e-6), (12.0, 1.0)]).log_y();
        let svg = plot.svg();
        for mark in [">0<", ">2<", ">12<", ">1e\u{2212}6<", ">0.1<", ">1<"] {
            assert!(svg.contains(mark), "{mark}: {svg}");
        }
    }
}
