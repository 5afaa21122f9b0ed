//! A file that is there whole or not at all.

use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// Writes aside in the same folder, then renames. What is there under the name already stays until then.
pub(crate) fn save(
    path: &Path,
    write: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>,
) -> io::Result<()> {
    let Some(name) = path.file_name() else {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "the path names no file"));
    };
    let (aside, file) = create_aside(path, name)?;
    let mut out = BufWriter::new(file);
    let done = write(&mut out)
        .and_then(|()| out.flush())
        .and_then(|()| out.get_ref().sync_all())
        .and_then(|()| fs::rename(&aside, path));
    if done.is_err() {
        drop(out);
        // The first error is the one to report.
        let _ = fs::remove_file(&aside);
    }
    done
}

/// Names that are tried for the file aside: more than there are threads that write one page, or killed programs with one number.
const ATTEMPTS: u32 = 64;

/// A new file of its own for this call: two programs or threads that write the same page do not write into one file.
fn create_aside(path: &Path, name: &OsStr) -> io::Result<(PathBuf, File)> {
    let process = std::process::id();
    let mut last = None;
    for attempt in 0..ATTEMPTS {
        let mut aside = OsString::from(".");
        aside.push(name);
        aside.push(format!(".{process}-{attempt}.part"));
        let aside = path.with_file_name(aside);
        match File::create_new(&aside) {
            Ok(file) => return Ok((aside, file)),
            Err(why) if why.kind() == io::ErrorKind::AlreadyExists => last = Some(why),
            Err(why) => return Err(why),
        }
    }
    Err(last.unwrap_or_else(|| io::ErrorKind::AlreadyExists.into()))
}
