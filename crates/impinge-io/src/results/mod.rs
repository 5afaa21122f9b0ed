//! Result files: a [`Table`] of named columns as JSON lines, CSV, Parquet, or points for viewers that support VTK.
//!
//! | extension | one of | for |
//! |---|---|---|
//! | `jsonl` | line | programs |
//! | `csv` | row | spreadsheets; quoted as in RFC 4180 |
//! | `parquet` | row | pandas, polars, DuckDB and other dataframes |
//! | `vtp`, `vtu` | point | ParaView and other viewers that support VTK; for tables with `point_a` and `point_b` |
//!
//! [`write()`] selects the format by the extension. Numbers are written so that reading them gives the same bits, and the same table
//! gives the same bytes.

mod csv;
mod json;
mod parquet;
mod table;
mod vtk;

use std::path::Path;

use crate::write::write_file;
use crate::{Error, Reason};

pub use csv::to_csv;
pub use table::{Table, Values};
pub use vtk::Surfaces;

/// Extensions of results, in lower case.
pub const EXTENSIONS: &[&str] = &["jsonl", "csv", "parquet", "vtp", "vtu"];

/// Rejects a name for which [`write()`] would write nothing: call it before a long computation begins.
///
/// # Errors
/// If the extension is not in [`EXTENSIONS`].
pub fn check_name(path: impl AsRef<Path>) -> Result<(), Error> {
    let path = path.as_ref();
    match extension(path) {
        Some(known) if EXTENSIONS.contains(&known.as_str()) => Ok(()),
        other => Err(Error::new(path, Reason::ResultExtension(other))),
    }
}

/// Writes triangles as PolyData (`.vtp`), atomically.
///
/// # Errors
/// If the file cannot be written.
pub fn write_surfaces(path: impl AsRef<Path>, surfaces: &Surfaces) -> Result<(), Error> {
    write_file(path.as_ref(), vtk::surfaces(surfaces).as_bytes())
}

/// Writes a collection for ParaView (`.pvd`), which plays files as an animation: each with its time, and its path relative to the folder
/// of this one.
///
/// # Errors
/// If the file cannot be written.
pub fn write_collection(path: impl AsRef<Path>, files: &[(f64, String)]) -> Result<(), Error> {
    write_file(path.as_ref(), vtk::collection(files).as_bytes())
}

/// Writes a table in the format of the extension, atomically.
///
/// # Errors
/// If the extension is not in [`EXTENSIONS`], if rows are to be points but have no positions, or if the file cannot be written.
pub fn write(path: impl AsRef<Path>, table: &Table) -> Result<(), Error> {
    let path = path.as_ref();
    let extension = extension(path);
    let placed = |bytes: Option<String>| bytes.map(String::into_bytes).ok_or(Reason::NoPlaces);
    let bytes = match extension.as_deref() {
        Some("jsonl") => Ok(json::lines(table).into_bytes()),
        Some("csv") => Ok(to_csv(table).into_bytes()),
        Some("parquet") => Ok(parquet::bytes(table)),
        Some("vtp") => placed(vtk::poly_data(table)),
        Some("vtu") => placed(vtk::unstructured_grid(table)),
        _ => Err(Reason::ResultExtension(extension)),
    };
    write_file(path, &bytes.map_err(|reason| Error::new(path, reason))?)
}

fn extension(path: &Path) -> Option<String> {
    path.extension().map(|e| e.to_string_lossy().to_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    pub fn contacts() -> Table {
        let point = |z| Some([0.1, 0.0, z]);
        Table::new()
            .with("a", Values::texts(["floor", "a \"b\", <c>\n"]))
            .with("b", Values::texts(["box", "=1+1"]))
            .with("signed_distance", Values::numbers([-0.25, 0.125]))
            .with("volume", Values::Numbers(vec![Some(1e-16), None]))
            .with("face", Values::Integers(vec![None, Some(7)]))
            .with("colliding", Values::Truths(vec![Some(true), None]))
            .with("point_a", Values::Points(vec![point(1.0 / 3.0); 2]))
            .with("point_b", Values::Points(vec![point(0.5); 2]))
    }

    #[test]
    fn the_extension_picks_the_format() {
        let folder = std::env::temp_dir();
        for (extension, begin) in
            [("jsonl", "{\"a\":"), ("CSV", "a,b,"), ("parquet", "PAR1"), ("vtp", "<?xml"), ("VTU", "<?xml")]
        {
            let path = folder.join(format!("impinge-io-results-{}.{extension}", std::process::id()));
            write(&path, &contacts()).unwrap();
            let found = std::fs::read(&path).unwrap();
            std::fs::remove_file(&path).unwrap();
            assert!(found.starts_with(begin.as_bytes()), "{extension}");
        }
        let told = write("results.xlsx", &contacts()).unwrap_err().to_string();
        assert!(EXTENSIONS.iter().all(|e| told.contains(e)) && told.contains("`.xlsx`"), "{told}");
        let told = write("results.vtp", &Table::new()).unwrap_err().to_string();
        assert!(told.contains(".csv"), "{told}");
    }
}
