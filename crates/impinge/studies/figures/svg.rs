//! A sheet of SVG and panels on it: as much as the figures need.

use std::fmt::Write as _;

use impinge::Vec2;

/// Colors that can be distinguished, also by people who do not see all of them.
pub const BLUE: &str = "#0072b2";
pub const ORANGE: &str = "#d55e00";
pub const GREEN: &str = "#009e73";
pub const PINK: &str = "#cc79a7";
pub const YELLOW: &str = "#e69f00";
pub const INK: &str = "#222222";
pub const GRAY: &str = "#888888";
pub const PALE: &str = "#eeeeee";

/// A white sheet.
pub struct Sheet {
    text: String,
}

impl Sheet {
    /// Of this size in pixels, with a title.
    pub fn new(width: f64, height: f64, title: &str) -> Self {
        let mut text = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\" \
             font-size=\"14\" fill=\"{INK}\">\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
        );
        let _ = writeln!(text, "<text x=\"20\" y=\"28\" font-size=\"18\">{title}</text>");
        Self { text }
    }

    /// A word. `anchor` is start, middle or end.
    pub fn word(&mut self, x: f64, y: f64, anchor: &str, color: &str, word: &str) {
        let _ = writeln!(
            self.text,
            "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\" fill=\"{color}\">{word}</text>"
        );
    }

    /// A word that stands upright beside an axis.
    pub fn upright(&mut self, x: f64, y: f64, word: &str) {
        let _ = writeln!(
            self.text,
            "<text transform=\"translate({x:.1} {y:.1}) rotate(-90)\" text-anchor=\"middle\">{word}</text>"
        );
    }

    /// A line through points of the sheet, closed if `fill` is a color. `style` is more of SVG's attributes.
    pub fn path(&mut self, points: &[(f64, f64)], stroke: &str, width: f64, fill: &str, style: &str) {
        let corners: Vec<String> = points.iter().map(|p| format!("{:.1} {:.1}", p.0, p.1)).collect();
        let close = if fill == "none" { "" } else { "Z" };
        let _ = writeln!(
            self.text,
            "<path d=\"M{}{close}\" stroke=\"{stroke}\" stroke-width=\"{width}\" fill=\"{fill}\" \
             stroke-linejoin=\"round\" {style}/>",
            corners.join("L")
        );
    }

    /// A dot.
    pub fn dot(&mut self, x: f64, y: f64, radius: f64, color: &str) {
        let _ =
            writeln!(self.text, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius:.1}\" fill=\"{color}\"/>");
    }

    /// What colors mean: a dot and a word for each, at this height.
    pub fn legend(&mut self, y: f64, entries: &[(f64, &str, &str)]) {
        for &(x, color, word) in entries {
            self.dot(x + 6.0, y - 5.0, 6.0, color);
            self.word(x + 18.0, y, "start", INK, word);
        }
    }

    /// Everything drawn inside is cut off at this rectangle.
    pub fn clip(&mut self, name: &str, [x, y, width, height]: [f64; 4], inside: impl FnOnce(&mut Self)) {
        let _ = writeln!(
            self.text,
            "<clipPath id=\"{name}\"><rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\"/>\
             </clipPath>\n<g clip-path=\"url(#{name})\">"
        );
        inside(self);
        self.text.push_str("</g>\n");
    }

    /// The whole picture.
    pub fn finish(mut self) -> String {
        self.text.push_str("</svg>\n");
        self.text
    }
}

/// A part of a sheet that shows a part of the plane.
#[derive(Clone, Copy)]
pub struct Panel {
    /// Left, top, width and height on the sheet.
    pub place: [f64; 4],
    /// The point of the plane in the middle.
    pub middle: Vec2<f64>,
    /// Pixels for a unit.
    pub scale: f64,
}

impl Panel {
    /// Where on the sheet a point of the plane is.
    pub fn at(&self, p: Vec2<f64>) -> (f64, f64) {
        let [x, y, width, height] = self.place;
        let q = (p - self.middle) * self.scale;
        (x + width / 2.0 + q.x, y + height / 2.0 - q.y)
    }

    /// The frame of the panel, and its caption below.
    pub fn frame(&self, sheet: &mut Sheet, caption: &[&str]) {
        let [x, y, width, height] = self.place;
        let corners = [(x, y), (x + width, y), (x + width, y + height), (x, y + height), (x, y)];
        sheet.path(&corners, "#cccccc", 1.0, "none", "");
        for (i, line) in caption.iter().enumerate() {
            sheet.word(x + 2.0, y + height + 18.0 + 18.0 * i as f64, "start", INK, line);
        }
    }

    /// A line through points of the plane.
    pub fn path(
        &self,
        sheet: &mut Sheet,
        points: &[Vec2<f64>],
        stroke: &str,
        width: f64,
        fill: &str,
        style: &str,
    ) {
        let points: Vec<_> = points.iter().map(|&p| self.at(p)).collect();
        sheet.path(&points, stroke, width, fill, style);
    }

    /// A dot at a point of the plane.
    pub fn dot(&self, sheet: &mut Sheet, p: Vec2<f64>, radius: f64, color: &str) {
        let (x, y) = self.at(p);
        sheet.dot(x, y, radius, color);
    }

    /// A word beside a point of the plane, `away` pixels in this direction of the plane.
    pub fn label(
        &self,
        sheet: &mut Sheet,
        p: Vec2<f64>,
        direction: Vec2<f64>,
        away: f64,
        color: &str,
        word: &str,
    ) {
        let d = direction.unit() * away;
        let (x, y) = self.at(p);
        sheet.word(x + d.x, y - d.y + 5.0, "middle", color, word);
    }

    /// An arrow between points of the plane.
    pub fn arrow(&self, sheet: &mut Sheet, from: Vec2<f64>, to: Vec2<f64>, color: &str, width: f64) {
        const HEAD: f64 = 9.0; // pixels
        let length = (to - from).norm() * self.scale;
        if length < 1.0 {
            return;
        }
        let along = (to - from).unit();
        let back = to - along * (HEAD.min(length) / self.scale);
        let side = along.perp() * (HEAD.min(length) * 0.4 / self.scale);
        self.path(sheet, &[from, back], color, width, "none", "");
        self.path(sheet, &[to, back + side, back - side], color, 1.0, color, "");
    }
}
