//! Figures as data: their content, the paper's statement about it, and the finding.

use impinge_page::{Bars, Plot};
use serde::{Deserialize, Serialize};

/// A figure of one or several panels under one caption.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Figure {
    /// Its name in addresses and files, as `figure-6-left`.
    pub id: String,
    /// The paper's figure, such as `Figure 6, left`; empty for a figure that the paper does not have.
    pub number: String,
    /// Title.
    pub title: String,
    /// Statement of the paper about it, in one line.
    pub claims: String,
    /// Finding, in one line.
    pub found: String,
    /// Panels, side by side if there is room.
    pub panels: Vec<Panel>,
}

/// One drawing of a figure.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Panel {
    /// Lines or dots over two axes.
    Chart(Chart),
    /// Bars.
    Bars(BarChart),
    /// A drawing of its own: SVG with a `viewBox`, which must have escaped all text.
    Drawing {
        /// The whole `<svg>` element.
        svg: String,
    },
}

/// Lines or dots over two axes.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Chart {
    /// Role of this panel in the figure; empty if it is the only one.
    pub heading: String,
    /// Name of the x axis, with its unit.
    pub x: String,
    /// Name of the y axis, with its unit.
    pub y: String,
    /// Whether the x axis is logarithmic.
    pub log_x: bool,
    /// Whether the y axis is logarithmic.
    pub log_y: bool,
    /// Dots without lines.
    pub scattered: bool,
    /// Names, and points in rising x; what is not finite is left out.
    pub series: Vec<(String, Vec<[f64; 2]>)>,
}

/// Bars: a row for each category, a bar for each name.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct BarChart {
    /// Role of this panel in the figure; empty if it is the only one.
    pub heading: String,
    /// Counted quantity, with its unit.
    pub label: String,
    /// Whether the axis is logarithmic.
    pub logarithmic: bool,
    /// Names of the bars of a category.
    pub names: Vec<String>,
    /// Categories, with a value for each name if there is one.
    pub rows: Vec<(String, Vec<Option<f64>>)>,
}

impl Figure {
    /// A figure without panels.
    pub fn new(id: impl Into<String>, number: impl Into<String>, title: impl Into<String>) -> Self {
        Self {
            id: id.into(),
            number: number.into(),
            title: title.into(),
            claims: String::new(),
            found: String::new(),
            panels: Vec::new(),
        }
    }

    /// Sets the paper's statement and the finding: one line each.
    pub fn says(mut self, claims: impl Into<String>, found: impl Into<String>) -> Self {
        (self.claims, self.found) = (claims.into(), found.into());
        self
    }

    /// With one more panel.
    pub fn panel(mut self, panel: impl Into<Panel>) -> Self {
        self.panels.push(panel.into());
        self
    }

    /// Names of a common legend for all panels: if there are several charts, with the same lines, or fewer of the last ones.
    pub(crate) fn shared_legend(&self) -> Option<Vec<&str>> {
        let charts = self.panels.iter().map(|panel| match panel {
            Panel::Chart(chart) => Some(chart.names()),
            Panel::Bars(_) | Panel::Drawing { .. } => None,
        });
        let names: Vec<Vec<&str>> = charts.collect::<Option<_>>()?;
        let longest = names.iter().max_by_key(|names| names.len())?;
        let shared = names.len() > 1 && names.iter().all(|names| longest.starts_with(names));
        shared.then(|| longest.clone())
    }

    /// Whether it has only dots.
    pub(crate) fn is_scattered(&self) -> bool {
        self.panels.iter().all(|panel| matches!(panel, Panel::Chart(chart) if chart.scattered))
    }

    /// Number and title.
    pub fn heading(&self) -> String {
        if self.number.is_empty() { self.title.clone() } else { format!("{}: {}", self.number, self.title) }
    }

    /// Every number of the figure as CSV.
    pub fn csv(&self) -> String {
        let mut text = String::from("panel,name,x,y\n");
        for panel in &self.panels {
            match panel {
                Panel::Chart(chart) => {
                    for (name, points) in &chart.series {
                        for [x, y] in points {
                            text += &format!("{},{},{x},{y}\n", quoted(&chart.heading), quoted(name));
                        }
                    }
                }
                Panel::Bars(bars) => {
                    for (category, values) in &bars.rows {
                        for (name, value) in bars.names.iter().zip(values) {
                            let value = value.map(|v| v.to_string()).unwrap_or_default();
                            let (heading, name) = (quoted(&bars.heading), quoted(name));
                            text += &format!("{heading},{name},{},{value}\n", quoted(category));
                        }
                    }
                }
                Panel::Drawing { .. } => {}
            }
        }
        text
    }
}

impl Panel {
    /// Renders it as SVG; `title` is read to those who cannot see it. Without a legend if the figure has one for all its panels.
    pub(crate) fn svg(&self, title: &str, legend: bool) -> String {
        match self {
            Self::Chart(chart) => chart.plot(title, legend).svg(),
            Self::Bars(bars) => bars.bars(title).svg(),
            Self::Drawing { svg } => svg.clone(),
        }
    }
}

impl From<Chart> for Panel {
    fn from(chart: Chart) -> Self {
        Self::Chart(chart)
    }
}

impl From<BarChart> for Panel {
    fn from(bars: BarChart) -> Self {
        Self::Bars(bars)
    }
}

impl Chart {
    /// Two linear axes without lines.
    pub fn new(heading: impl Into<String>, x: impl Into<String>, y: impl Into<String>) -> Self {
        Self { heading: heading.into(), x: x.into(), y: y.into(), ..Self::default() }
    }

    /// With a logarithmic x axis.
    pub fn log_x(mut self) -> Self {
        self.log_x = true;
        self
    }

    /// With a logarithmic y axis.
    pub fn log_y(mut self) -> Self {
        self.log_y = true;
        self
    }

    /// Dots without lines.
    pub fn scattered(mut self) -> Self {
        self.scattered = true;
        self
    }

    /// With one more line; what is not finite is left out.
    pub fn line(mut self, name: impl Into<String>, points: impl IntoIterator<Item = (f64, f64)>) -> Self {
        let finite = points.into_iter().filter(|(x, y)| x.is_finite() && y.is_finite());
        self.series.push((name.into(), finite.map(|(x, y)| [x, y]).collect()));
        self
    }

    fn names(&self) -> Vec<&str> {
        self.series.iter().map(|(name, _)| name.as_str()).collect()
    }

    fn plot(&self, title: &str, legend: bool) -> Plot {
        let title = if self.heading.is_empty() { title.into() } else { format!("{title}: {}", self.heading) };
        let mut plot = Plot::new(title, &self.x, &self.y);
        plot.compact().from_zero();
        if !legend {
            plot.without_legend();
        }
        if !self.heading.is_empty() {
            plot.heading(&self.heading);
        }
        if self.log_x {
            plot.log_x();
        }
        if self.log_y {
            plot.log_y();
        }
        if self.scattered {
            plot.scattered();
        }
        for (name, points) in &self.series {
            plot.series(name, points.iter().map(|&[x, y]| (x, y)));
        }
        plot
    }
}

impl BarChart {
    /// Without rows.
    pub fn new<N: Into<String>>(
        heading: impl Into<String>,
        label: impl Into<String>,
        names: impl IntoIterator<Item = N>,
    ) -> Self {
        let names = names.into_iter().map(Into::into).collect();
        Self { heading: heading.into(), label: label.into(), logarithmic: false, names, rows: Vec::new() }
    }

    /// On a logarithmic axis.
    pub fn logarithmic(mut self) -> Self {
        self.logarithmic = true;
        self
    }

    /// With one more category; what is not finite has no bar.
    pub fn row(mut self, category: impl Into<String>, values: impl IntoIterator<Item = f64>) -> Self {
        let values = values.into_iter().map(|v| v.is_finite().then_some(v)).collect();
        self.rows.push((category.into(), values));
        self
    }

    fn bars(&self, title: &str) -> Bars {
        let mut bars = Bars::new(title, &self.label, self.names.iter().cloned());
        if !self.heading.is_empty() {
            bars.heading(&self.heading);
        }
        if self.logarithmic {
            bars.logarithmic();
        }
        for (category, values) in &self.rows {
            bars.row(category, values.iter().map(|v| v.unwrap_or(f64::NAN)));
        }
        bars
    }
}

/// A field of CSV.
pub(crate) fn quoted(text: &str) -> String {
    if text.contains([',', '"', '\n']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text.into() }
}
