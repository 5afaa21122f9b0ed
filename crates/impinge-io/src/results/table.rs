//! Named columns of one length.

/// Values of a column; `None` if there is no value.
#[derive(Clone, Debug, PartialEq)]
pub enum Values {
    /// Text.
    Texts(Vec<Option<String>>),
    /// Measured numbers.
    Numbers(Vec<Option<f64>>),
    /// Counts and indices.
    Integers(Vec<Option<i64>>),
    /// Booleans.
    Truths(Vec<Option<bool>>),
    /// Points and directions. If a format has no such type, a column for each coordinate: the name with `_x`, `_y`, `_z`.
    Points(Vec<Option<[f64; 3]>>),
}

impl Values {
    /// A column of text, with a value in each row.
    pub fn texts<S: Into<String>>(words: impl IntoIterator<Item = S>) -> Self {
        Self::Texts(words.into_iter().map(|word| Some(word.into())).collect())
    }

    /// A column of numbers, with a value in each row.
    pub fn numbers(numbers: impl IntoIterator<Item = f64>) -> Self {
        Self::Numbers(numbers.into_iter().map(Some).collect())
    }

    /// A column of points, with a value in each row.
    pub fn points(points: impl IntoIterator<Item = [f64; 3]>) -> Self {
        Self::Points(points.into_iter().map(Some).collect())
    }

    pub(super) fn len(&self) -> usize {
        match self {
            Self::Texts(values) => values.len(),
            Self::Numbers(values) => values.len(),
            Self::Integers(values) => values.len(),
            Self::Truths(values) => values.len(),
            Self::Points(values) => values.len(),
        }
    }
}

/// Named columns of one length, in their order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Table {
    columns: Vec<(String, Values)>,
}

impl Table {
    /// A table without columns.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a column.
    ///
    /// # Panics
    /// If it is not as long as the others, or if another has its name.
    #[must_use]
    pub fn with(mut self, name: &str, values: Values) -> Self {
        assert!(
            self.columns.is_empty() || values.len() == self.rows(),
            "columns of a table are of one length"
        );
        assert!(self.get(name).is_none(), "columns of a table have names of their own");
        self.columns.push((name.into(), values));
        self
    }

    /// Number of rows.
    pub fn rows(&self) -> usize {
        self.columns.first().map_or(0, |(_, values)| values.len())
    }

    /// The columns, each with its name.
    pub(super) fn columns(&self) -> &[(String, Values)] {
        &self.columns
    }

    /// The column with a name.
    pub(super) fn get(&self, name: &str) -> Option<&Values> {
        self.columns.iter().find(|(own, _)| own == name).map(|(_, values)| values)
    }

    /// The columns with points split into coordinates.
    pub(super) fn flat(&self) -> Vec<(String, Values)> {
        let mut flat = Vec::new();
        for (name, values) in &self.columns {
            match values {
                Values::Points(points) => {
                    for (k, axis) in ["x", "y", "z"].into_iter().enumerate() {
                        let coordinates = points.iter().map(|p| p.map(|p| p[k])).collect();
                        flat.push((format!("{name}_{axis}"), Values::Numbers(coordinates)));
                    }
                }
                values => flat.push((name.clone(), values.clone())),
            }
        }
        flat
    }
}
