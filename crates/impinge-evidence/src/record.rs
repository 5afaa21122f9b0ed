//! Output of a finished part in the folder: a record that a second run reads instead of measuring again, and CSV files.

use std::fs;
use std::io::Write;
use std::path::Path;

use impinge_io::WholeFile;
use serde::{Deserialize, Serialize};

use crate::study::{Out, Stop};

/// A finished part.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Record {
    /// Key of its measurement: version, effort, number and seed. A run with another key measures again.
    pub key: String,
    /// Its name.
    pub part: String,
    /// Time that it took.
    pub seconds: f64,
    /// Its output.
    pub out: Out,
}

impl Record {
    /// The record of a part, if there is one with this key that can be read.
    pub fn read(folder: &Path, part: &str, key: &str) -> Option<Self> {
        let bytes = fs::read(folder.join(file(part))).ok()?;
        let record: Self = serde_json::from_slice(&bytes).ok()?;
        (record.key == key && record.part == part).then_some(record)
    }

    /// Numbers of its figures and tables: names of files, and their contents.
    pub fn csv_files(&self) -> Vec<(String, String)> {
        let figures = self.out.figures.iter().map(|figure| (&figure.id, figure.csv()));
        let tables = self.out.tables.iter().map(|table| (&table.id, table.csv()));
        figures.chain(tables).map(|(id, text)| (format!("{id}.csv"), text)).collect()
    }

    /// Writes the record and the numbers of its figures and tables, the record last: if it exists, the rest does too.
    pub fn write(&self, folder: &Path) -> Result<(), Stop> {
        for (name, text) in self.csv_files() {
            write(&folder.join(name), text.as_bytes())?;
        }
        let text = serde_json::to_string(self).map_err(|e| Stop::Failed(format!("{}: {e}", self.part)))?;
        write(&folder.join(file(&self.part)), text.as_bytes())
    }
}

fn file(part: &str) -> String {
    format!("{part}.part.json")
}

/// Writes a file atomically.
pub(crate) fn write(path: &Path, bytes: &[u8]) -> Result<(), Stop> {
    let cannot =
        |e: &dyn std::fmt::Display| Stop::Failed(format!("{}: cannot write the file: {e}", path.display()));
    let mut file = WholeFile::create(path).map_err(|e| cannot(&e))?;
    file.write_all(bytes).map_err(|e| cannot(&e))?;
    file.finish().map_err(|e| cannot(&e))
}
