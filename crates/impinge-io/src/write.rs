//! Bytes into a file: whole, or not at all.

use std::fs;
use std::path::Path;

use crate::Error;

/// Writes the bytes under another name beside the file, and then renames. What is there and no regular file (a device, a
/// pipe) is written to as it is: it could not be renamed to.
pub(crate) fn write_file(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    let told = |e| Error::new(path, e);
    // Through a link, what it points to is replaced and not the link.
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
    if fs::metadata(&target).is_ok_and(|about| !about.is_file()) {
        return fs::write(path, bytes).map_err(told);
    }
    let mut aside = target.as_os_str().to_owned();
    aside.push(format!(".{}.part", std::process::id()));
    let aside = Path::new(&aside);
    fs::write(aside, bytes).and_then(|()| fs::rename(aside, &target)).map_err(|e| {
        let _ = fs::remove_file(aside);
        told(e)
    })
}
