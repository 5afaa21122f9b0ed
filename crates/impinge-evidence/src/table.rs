//! Tables as data: the paper's value beside ours.

use serde::{Deserialize, Serialize};

use crate::figure::quoted;

/// A table with a caption.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Table {
    /// Its name in addresses and files.
    pub id: String,
    /// Title; with the paper's number if it has one.
    pub title: String,
    /// A note of a line or two: units, and which values are the paper's and which are ours.
    pub note: String,
    /// Names of the columns, with units.
    pub columns: Vec<String>,
    /// One cell for each column.
    pub rows: Vec<Vec<Cell>>,
    /// Whether it is only for other parts and the CSV file, not on the page.
    pub hidden: bool,
}

/// A change with its sign and this many digits; a value that rounds to zero has no sign.
pub(crate) fn change(value: f64, digits: usize) -> String {
    let text = format!("{value:+.digits$}");
    if text.trim_start_matches(['+', '-']).parse() == Ok(0.0) {
        return text[1..].into();
    }
    text.replace('-', "\u{2212}")
}

/// Whole numbers below this are written out.
const MOST_COUNTED: f64 = 1e9;

/// Cell of a table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Cell {
    /// A finite number.
    Number(f64),
    /// Anything else.
    Text(String),
}

impl Table {
    /// A table without rows.
    pub fn new<C: Into<String>>(
        id: impl Into<String>,
        title: impl Into<String>,
        columns: impl IntoIterator<Item = C>,
    ) -> Self {
        Self {
            id: id.into(),
            title: title.into(),
            note: String::new(),
            columns: columns.into_iter().map(Into::into).collect(),
            rows: Vec::new(),
            hidden: false,
        }
    }

    /// Misprints of a paper: place, printed text, and correction.
    pub fn misprints(rows: &[[&str; 3]], note: &str) -> Self {
        let mut table =
            Self::new("misprints", "Misprints and what must be there", ["where", "printed", "must be"])
                .note(note);
        for row in rows {
            table.row(row.map(Into::into));
        }
        table
    }

    /// Adds a note below.
    pub fn note(mut self, note: impl Into<String>) -> Self {
        self.note = note.into();
        self
    }

    /// Hides it on the page.
    pub fn hidden(mut self) -> Self {
        self.hidden = true;
        self
    }

    /// Adds a row.
    ///
    /// # Panics
    /// If it does not have one cell for each column.
    pub fn row(&mut self, cells: impl IntoIterator<Item = Cell>) {
        let cells: Vec<Cell> = cells.into_iter().collect();
        assert_eq!(cells.len(), self.columns.len(), "table {}: one cell for each column", self.id);
        self.rows.push(cells);
    }

    /// A table from its CSV, without title and note; cells that read as numbers are numbers.
    pub(crate) fn from_csv(id: &str, text: &str) -> Option<Self> {
        let mut lines = text.lines();
        let mut table = Self::new(id, "", cells_of(lines.next()?)?);
        for line in lines {
            let cells = cells_of(line)?;
            (cells.len() == table.columns.len()).then_some(())?;
            table.rows.push(cells.into_iter().map(Cell::read).collect());
        }
        Some(table)
    }

    /// All of it as CSV.
    pub fn csv(&self) -> String {
        let line = |cells: Vec<String>| cells.join(",") + "\n";
        let mut text = line(self.columns.iter().map(|name| quoted(name)).collect());
        for row in &self.rows {
            text += &line(row.iter().map(|cell| quoted(&cell.exact())).collect());
        }
        text
    }
}

/// Cells of a line of CSV without line breaks in them.
fn cells_of(line: &str) -> Option<Vec<String>> {
    let (mut cells, mut cell, mut quoted) = (Vec::new(), String::new(), false);
    let mut letters = line.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '"' if quoted && letters.peek() == Some(&'"') => {
                letters.next();
                cell.push('"');
            }
            '"' => quoted = !quoted,
            ',' if !quoted => cells.push(std::mem::take(&mut cell)),
            _ => cell.push(letter),
        }
    }
    cells.push(cell);
    (!quoted).then_some(cells)
}

impl Cell {
    /// Text of a cell of CSV.
    fn read(text: String) -> Self {
        let number = text.parse::<f64>().ok().filter(|x| x.is_finite());
        number.map_or(Self::Text(text), Self::Number)
    }

    /// With all digits.
    pub fn exact(&self) -> String {
        match self {
            Self::Number(x) => x.to_string(),
            Self::Text(text) => text.clone(),
        }
    }

    /// With four digits; whole numbers, which are counts, with all of them.
    pub fn shown(&self) -> String {
        match self {
            Self::Number(x) if x.fract() == 0.0 && x.abs() < MOST_COUNTED => {
                format!("{x}").replace('-', "\u{2212}")
            }
            Self::Number(x) => shown(*x),
            Self::Text(text) => text.clone(),
        }
    }

    /// The number, if it is one.
    pub fn number(&self) -> Option<f64> {
        match self {
            Self::Number(x) => Some(*x),
            Self::Text(_) => None,
        }
    }
}

/// A number with four digits, as people write it.
pub(crate) fn shown(x: f64) -> String {
    if x == 0.0 {
        return "0".into();
    }
    let rounded: f64 = format!("{x:.3e}").parse().unwrap_or(x);
    let text =
        if (1e-3..1e6).contains(&rounded.abs()) { format!("{rounded}") } else { format!("{rounded:e}") };
    text.replace('-', "\u{2212}")
}

/// A number that is not finite is shown as a dash.
impl From<f64> for Cell {
    fn from(x: f64) -> Self {
        if x.is_finite() { Self::Number(x) } else { Self::Text("–".into()) }
    }
}

impl From<Option<f64>> for Cell {
    fn from(x: Option<f64>) -> Self {
        x.unwrap_or(f64::NAN).into()
    }
}

impl From<usize> for Cell {
    fn from(n: usize) -> Self {
        Self::Number(n as f64)
    }
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

#[cfg(test)]
mod tests {
    use super::{Cell, Table, shown};

    #[test]
    fn csv_has_every_digit_and_quotes() {
        let mut table = Table::new("t", "title", ["a, b", "c"]);
        table.row(["say \"x\"".into(), (0.1 + 0.2).into()]);
        table.row([f64::NAN.into(), 3_usize.into()]);
        assert_eq!(table.csv(), "\"a, b\",c\n\"say \"\"x\"\"\",0.30000000000000004\n–,3\n");
        let again = Table::from_csv("t", &table.csv()).unwrap();
        assert_eq!((again.columns, again.rows), (table.columns.clone(), table.rows.clone()));
        assert!(Table::from_csv("t", "a,b\n1\n").is_none());
        assert_eq!([0.0, 12.3456, -2e-9, 5e8].map(shown), ["0", "12.35", "\u{2212}2e\u{2212}9", "5e8"]);
        // A mesh of 36864 triangles was one of 36860 in a table.
        assert_eq!(
            [36_864.0, -3_561_845.0, 0.0, 2.5e12, 1_234.56].map(|x| Cell::from(x).shown()),
            ["36864", "\u{2212}3561845", "0", "2.5e12", "1235"]
        );
    }
}
