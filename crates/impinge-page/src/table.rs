//! Tables that sort on a click on a header and jump on a click on a row.

use crate::body::BodyId;
use crate::geometry::single;

/// A table with a title. A table of more than 200 rows is drawn incrementally and can be filtered.
#[derive(Clone, Debug)]
pub struct Table {
    pub(crate) title: String,
    pub(crate) columns: Vec<Column>,
    pub(crate) rows: Vec<Row>,
}

impl Table {
    /// A table without rows.
    pub fn new(title: impl Into<String>, columns: impl IntoIterator<Item = Column>) -> Self {
        Self { title: title.into(), columns: columns.into_iter().collect(), rows: Vec::new() }
    }

    /// Adds a row. Rows are shown in this order until the reader sorts them.
    ///
    /// # Panics
    /// If it does not have one cell for each column.
    pub fn row(&mut self, row: Row) -> &mut Self {
        assert_eq!(row.cells.len(), self.columns.len(), "a row has one cell for each column");
        self.rows.push(row);
        self
    }
}

/// A column: its header, and whether it holds numbers.
#[derive(Clone, Debug)]
pub struct Column {
    pub(crate) name: String,
    pub(crate) numeric: bool,
}

impl Column {
    /// A column of numbers: aligned right, sorted by value, shown with six digits or as many as the error allows (all digits on hovering).
    pub fn number(name: impl Into<String>) -> Self {
        Self { name: name.into(), numeric: true }
    }

    /// A column of text: aligned left, in natural sort order ("part 2" before "part 10").
    pub fn text(name: impl Into<String>) -> Self {
        Self { name: name.into(), numeric: false }
    }
}

/// Content of a table cell, or of a number beside the caption of a step.
#[derive(Clone, Debug, PartialEq)]
pub enum Cell {
    /// A word or a sentence.
    Text(String),
    /// A number; infinity and NaN are shown as such.
    Number(f64),
    /// A number with a bound on its error: digits that the error leaves open are not shown. An error of its own size says that the number
    /// is itself a bound, which is rounded up.
    Measured {
        /// The number.
        value: f64,
        /// The bound on its error.
        error: f64,
    },
}

impl From<&str> for Cell {
    fn from(text: &str) -> Self {
        Self::Text(text.into())
    }
}

impl From<String> for Cell {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<f64> for Cell {
    fn from(number: f64) -> Self {
        Self::Number(number)
    }
}

/// A row, and the action of a click on it.
#[derive(Clone, Debug)]
pub struct Row {
    pub(crate) cells: Vec<Cell>,
    pub(crate) bodies: Vec<BodyId>,
    /// Number of bodies of the first side, if a click shows a pair alone.
    pub(crate) pair: Option<usize>,
    pub(crate) frame: Option<[[f32; 3]; 2]>,
    pub(crate) step: Option<usize>,
}

impl Row {
    /// A row without an action.
    pub fn new(cells: impl IntoIterator<Item = Cell>) -> Self {
        Self { cells: cells.into_iter().collect(), bodies: Vec::new(), pair: None, frame: None, step: None }
    }

    /// A click shows and picks these bodies, and moves the camera to them unless the row has a box.
    pub fn bodies(mut self, bodies: impl IntoIterator<Item = BodyId>) -> Self {
        self.bodies.extend(bodies);
        self
    }

    /// A click shows two sides of a pair alone: the bodies of the first in one color, those of the second in another, and all others as
    /// ghosts. A second click shows all again.
    pub fn pair(
        mut self,
        first: impl IntoIterator<Item = BodyId>,
        second: impl IntoIterator<Item = BodyId>,
    ) -> Self {
        self.bodies = first.into_iter().collect();
        self.pair = Some(self.bodies.len());
        self.bodies.extend(second);
        self
    }

    /// A click moves the camera to this box, given by its smallest and its largest corner.
    pub fn frame(mut self, least: [f64; 3], greatest: [f64; 3]) -> Self {
        self.frame = Some([single(least), single(greatest)]);
        self
    }

    /// A click moves the slider to this step, counted from 0.
    pub fn step(mut self, step: usize) -> Self {
        self.step = Some(step);
        self
    }
}
