//! Files that are there whole or not at all: written beside their place, then renamed.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use crate::failure::Failure;

/// Writes a file by `write`. Where that fails, what was at the place is still there, and nothing else is.
pub fn write_aside(
    path: &Path,
    write: impl FnOnce(&mut BufWriter<File>) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let aside = beside(path, ".part");
    let done = File::create(&aside).map_err(Failure::from).and_then(|file| {
        let mut out = BufWriter::new(file);
        write(&mut out)?;
        out.flush()?;
        out.get_ref().sync_all()?;
        fs::rename(&aside, path)?;
        Ok(())
    });
    done.map_err(|failure| {
        // What could not be written may not be removable either.
        let _ = fs::remove_file(&aside);
        match failure {
            Failure::Said(what) => Failure::Said(format!("{}: {what}", path.display())),
            failure => Failure::Said(format!("{}: cannot write the file: {failure}", path.display())),
        }
    })
}

/// The path with something after its name.
pub fn beside(path: &Path, after: &str) -> PathBuf {
    let mut name: OsString = path.as_os_str().to_owned();
    name.push(after);
    name.into()
}
