//! Bytes into a file.

use std::fs;
use std::path::Path;

use crate::Error;

pub(crate) fn write_file(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    fs::write(path, bytes).map_err(|e| Error::new(path, e))
}
