//! Atomic writes: files that are complete or absent.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use impinge_io::WholeFile;

use crate::failure::Failure;

/// Writes a file by `write`. If that fails, the previous file is unchanged and nothing else is left behind.
pub fn write_aside(
    path: &Path,
    write: &mut dyn FnMut(&mut WholeFile) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let mut file = WholeFile::create(path)?;
    write(&mut file).map_err(|failure| match failure {
        Failure::Said(what) => Failure::of(path, what),
        failure => Failure::Said(format!("{}: cannot write the file: {failure}", path.display())),
    })?;
    Ok(file.finish()?)
}

/// The path with a suffix appended to its name.
pub fn beside(path: &Path, after: &str) -> PathBuf {
    let mut name: OsString = path.as_os_str().to_owned();
    name.push(after);
    name.into()
}
