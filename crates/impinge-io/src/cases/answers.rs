//! Answers of others to the pairs of a folder of cases.
//!
//! A folder of answers has a file `<set>.<query>.f64` for each set and query: one little-endian double per pair, in the order of the
//! pairs.
//!
//! | query | the double |
//! |---|---|
//! | `intersect` | only the sign counts: zero or below if they meet, above zero if they are apart. −∞ and +∞ are allowed |
//! | `distance` | the distance; zero or below if they meet |
//! | `contact` | the signed distance: the distance, or minus the depth |
//!
//! NaN means that there is no answer.

use std::fs;
use std::path::Path;

use super::{bytes_of, check_rows};
use crate::write::write_file;
use crate::{Error, Reason, Source};

/// Name of a file of answers.
pub fn answers_name(set: &str, query: &str) -> String {
    format!("{set}.{query}.f64")
}

/// Writes one double per pair, atomically.
///
/// # Errors
/// If the file cannot be written.
pub fn write_answers(path: impl AsRef<Path>, answers: &[f64]) -> Result<(), Error> {
    write_file(path.as_ref(), &bytes_of(answers.iter().copied()))
}

/// Reads the answers in a folder to a query about the `n` pairs of a set; `None` if there is no such file.
///
/// # Errors
/// If the file cannot be read or does not have one double per pair.
pub fn read_answers(
    folder: impl Into<Source>,
    set: &str,
    query: &str,
    n: usize,
) -> Result<Option<Vec<f64>>, Error> {
    let source = folder.into().file(&answers_name(set, query));
    let bytes = match source.bytes() {
        Ok(bytes) => bytes,
        Err(Reason::Io(error)) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        Err(reason) => return Err(source.error(reason)),
    };
    check_rows(&bytes, set, n, 8).map_err(|reason| source.error(reason))?;
    Ok(Some(bytes.as_chunks::<8>().0.iter().map(|&number| f64::from_le_bytes(number)).collect()))
}

/// The sets for which a folder has answers to one of these queries, by the names of its files; sorted.
///
/// # Errors
/// If the folder cannot be read.
pub fn answered_sets(folder: impl AsRef<Path>, queries: &[impl AsRef<str>]) -> Result<Vec<String>, Error> {
    let folder = folder.as_ref();
    let mut sets = Vec::new();
    for entry in fs::read_dir(folder).map_err(|e| Error::new(folder, e))? {
        let name = entry.map_err(|e| Error::new(folder, e))?.file_name();
        let name = name.to_string_lossy();
        let set = |query: &str| name.strip_suffix(".f64")?.strip_suffix(query)?.strip_suffix('.');
        sets.extend(queries.iter().find_map(|query| set(query.as_ref())).map(str::to_owned));
    }
    sets.sort();
    sets.dedup();
    Ok(sets)
}
