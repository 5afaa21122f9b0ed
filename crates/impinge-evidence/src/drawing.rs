//! Drawings in the plane as SVG: polygons, points, arrows and their names, to scale.

use std::fmt::Write as _;

use crate::figure::Panel;
use crate::html;

/// Ink of a drawing. Inks differ without color too: by fill, dashes and width.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ink {
    /// The first body.
    First,
    /// The second body.
    Second,
    /// Their Minkowski difference, and context.
    Around,
    /// Subject of the figure.
    Marked,
}

impl Ink {
    fn line(self) -> (&'static str, f64, &'static str) {
        match self {
            Self::First => ("#1b62c4", 1.6, ""),
            Self::Second => ("#14734f", 1.6, "6 3"),
            Self::Around => ("#586472", 1.2, "2 3"),
            Self::Marked => ("#c22d00", 3.0, ""),
        }
    }

    fn fill(self) -> &'static str {
        match self {
            Self::First => "#dce9f9",
            Self::Second => "#d6efe4",
            Self::Around => "#f1f3f6",
            Self::Marked => "none",
        }
    }
}

type Place = [f64; 2];

enum Item {
    Polygon(Vec<Place>, Ink),
    Line(Vec<Place>, Ink),
    Arrow(Place, Place),
    Dot(Place, Ink),
    /// Text, and its offset from its place in pixels.
    Name(Place, String, Place),
}

/// An unfinished drawing. Later elements lie on top.
pub struct Drawing {
    heading: String,
    items: Vec<Item>,
}

/// Size in units of the drawing, which are pixels where the page has room for it; as charts are.
const WIDTH: f64 = 380.0;
const LARGEST_HEIGHT: f64 = 300.0;
const MARGIN: f64 = 26.0;
const HEADING: f64 = 22.0;

impl Drawing {
    /// An empty one.
    pub fn new(heading: impl Into<String>) -> Self {
        Self { heading: heading.into(), items: Vec::new() }
    }

    /// A filled polygon.
    pub fn polygon(mut self, corners: impl IntoIterator<Item = Place>, ink: Ink) -> Self {
        self.items.push(Item::Polygon(corners.into_iter().collect(), ink));
        self
    }

    /// A line through points.
    pub fn line(mut self, points: impl IntoIterator<Item = Place>, ink: Ink) -> Self {
        self.items.push(Item::Line(points.into_iter().collect(), ink));
        self
    }

    /// An arrow, always marked.
    pub fn arrow(mut self, from: Place, to: Place) -> Self {
        self.items.push(Item::Arrow(from, to));
        self
    }

    /// A dot.
    pub fn dot(mut self, at: Place, ink: Ink) -> Self {
        self.items.push(Item::Dot(at, ink));
        self
    }

    /// A name, this many pixels right of and above its place.
    pub fn name(mut self, at: Place, text: impl Into<String>, beside: Place) -> Self {
        self.items.push(Item::Name(at, text.into(), beside));
        self
    }

    /// Converts to a panel; x points right, y up, at one scale.
    pub fn panel(self) -> Panel {
        let points = || self.items.iter().flat_map(Item::places);
        let range = |axis: usize| {
            let fold = |[low, high]: [f64; 2], p: Place| [low.min(p[axis]), high.max(p[axis])];
            points().fold([f64::INFINITY, f64::NEG_INFINITY], fold)
        };
        let ([left, right], [low, high]) = (range(0), range(1));
        let across = (WIDTH - 2.0 * MARGIN) / (right - left).max(f64::MIN_POSITIVE);
        let up = (LARGEST_HEIGHT - 2.0 * MARGIN) / (high - low).max(f64::MIN_POSITIVE);
        let scale = across.min(up);
        let height = HEADING + 2.0 * MARGIN + scale * (high - low);
        let shift = (WIDTH - scale * (right - left)) / 2.0;
        let at = |p: Place| [shift + scale * (p[0] - left), HEADING + MARGIN + scale * (high - p[1])];
        let mut svg = String::new();
        // Writing to a string cannot fail.
        let heading = html::text(&self.heading);
        let _ = write!(
            svg,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height:.1}\" role=\"img\" \
             font-family=\"system-ui, sans-serif\" font-size=\"13\" fill=\"#1a2027\">\n<title>{heading}</title>\n\
             <text x=\"8\" y=\"16\" font-weight=\"600\">{heading}</text>\n"
        );
        for item in &self.items {
            item.draw(&mut svg, &at);
        }
        svg += "</svg>";
        Panel::Drawing { svg }
    }
}

impl Item {
    fn places(&self) -> Vec<Place> {
        match self {
            Self::Polygon(points, _) | Self::Line(points, _) => points.clone(),
            Self::Arrow(from, to) => vec![*from, *to],
            Self::Dot(at, _) | Self::Name(at, ..) => vec![*at],
        }
    }

    fn draw(&self, svg: &mut String, at: &dyn Fn(Place) -> Place) {
        let path = |points: &[Place]| {
            let mut text = String::new();
            for (k, &p) in points.iter().enumerate() {
                let [x, y] = at(p);
                let _ = write!(text, "{}{x:.2} {y:.2}", if k == 0 { "M" } else { "L" });
            }
            text
        };
        let _ = match self {
            Self::Polygon(points, ink) => {
                let ((stroke, width, dashes), fill) = (ink.line(), ink.fill());
                writeln!(
                    svg,
                    "<path d=\"{}Z\" fill=\"{fill}\" fill-opacity=\"0.6\" stroke=\"{stroke}\" stroke-width=\"{width}\" \
                     stroke-dasharray=\"{dashes}\" stroke-linejoin=\"round\"/>",
                    path(points)
                )
            }
            Self::Line(points, ink) => {
                let (stroke, width, dashes) = ink.line();
                writeln!(
                    svg,
                    "<path d=\"{}\" fill=\"none\" stroke=\"{stroke}\" stroke-width=\"{width}\" stroke-dasharray=\"{dashes}\"/>",
                    path(points)
                )
            }
            Self::Arrow(from, to) => {
                let ([x0, y0], [x1, y1]) = (at(*from), at(*to));
                let length = ((x1 - x0) * (x1 - x0) + (y1 - y0) * (y1 - y0)).sqrt().max(f64::MIN_POSITIVE);
                let (u, v) = ((x1 - x0) / length, (y1 - y0) / length);
                let head = 8.0_f64.min(0.6 * length);
                let side =
                    |s: f64| [x1 - head * u + 0.45 * s * head * v, y1 - head * v - 0.45 * s * head * u];
                let ([ax, ay], [bx, by]) = (side(1.0), side(-1.0));
                writeln!(
                    svg,
                    "<path d=\"M{x0:.2} {y0:.2}L{x1:.2} {y1:.2}\" stroke=\"#c22d00\" stroke-width=\"1.8\"/>\
                     <path d=\"M{x1:.2} {y1:.2}L{ax:.2} {ay:.2}L{bx:.2} {by:.2}Z\" fill=\"#c22d00\"/>"
                )
            }
            Self::Dot(p, ink) => {
                let ([x, y], (color, ..)) = (at(*p), ink.line());
                writeln!(
                    svg,
                    "<circle cx=\"{x:.2}\" cy=\"{y:.2}\" r=\"3.6\" fill=\"{color}\" stroke=\"#fff\"/>"
                )
            }
            Self::Name(p, text, [right, above]) => {
                let [x, y] = at(*p);
                let text = html::text(text);
                writeln!(
                    svg,
                    "<text x=\"{:.2}\" y=\"{:.2}\" stroke=\"#fff\" stroke-width=\"3\" paint-order=\"stroke\">{text}</text>",
                    x + right,
                    y - above
                )
            }
        };
    }
}
