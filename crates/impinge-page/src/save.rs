//! Atomic writes: a file exists completely or not at all.

use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// Writes to a temporary file in the same folder, then renames it. An existing file with the name stays until then.
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

/// Limit on the temporary names that are tried: more than there are threads that write one page, or killed programs with one process id.
const ATTEMPTS: u32 = 64;

/// Creates a temporary file for this call: two programs or threads that write the same page do not write into one file.
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

#[cfg(test)]
mod tests {
    use std::fs;
    use std::io::{self, Write};
    use std::path::PathBuf;

    use super::save;

    /// A temporary folder for a test.
    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("impinge-page-{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder for the test");
        folder
    }

    #[test]
    fn a_failed_write_leaves_only_the_previous_file() {
        let folder = folder("failed");
        let path = folder.join("page.html");
        fs::write(&path, "old").expect("an old page");
        let full = || io::Error::from(io::ErrorKind::StorageFull);
        let failed = save(&path, |out| out.write_all(b"half of the new").and_then(|()| Err(full())));
        assert_eq!(failed.expect_err("the disk is full").kind(), io::ErrorKind::StorageFull);
        assert_eq!(fs::read(&path).expect("the old page"), b"old");
        assert_eq!(fs::read_dir(&folder).expect("the folder").count(), 1);

        save(&path, |out| out.write_all(b"new")).expect("there is room");
        assert_eq!(fs::read(&path).expect("the new page"), b"new");
        assert_eq!(fs::read_dir(&folder).expect("the folder").count(), 1);
        fs::remove_dir_all(folder).expect("the folder goes away");
    }

    #[test]
    fn a_place_that_cannot_be_written_to_is_an_error() {
        let folder = folder("nowhere");
        assert!(save(&folder.join("missing/page.html"), |_| Ok(())).is_err());
        assert!(save("..".as_ref(), |_| Ok(())).is_err());
        // The name of a folder: the temporary file is written, but cannot be renamed.
        let taken = folder.join("page.html");
        fs::create_dir(&taken).expect("a folder with the name of the page");
        assert!(save(&taken, |out| out.write_all(b"new")).is_err());
        assert_eq!(fs::read_dir(&folder).expect("the folder").count(), 1);
        fs::remove_dir_all(folder).expect("the folder goes away");
    }

    #[test]
    fn leftovers_of_a_killed_program_are_not_an_obstacle() {
        let folder = folder("left");
        let path = folder.join("page.html");
        let left = folder.join(format!(".page.html.{}-0.part", std::process::id()));
        fs::write(&left, "half").expect("half a file");
        save(&path, |out| out.write_all(b"new")).expect("another name is taken");
        assert_eq!(fs::read(&path).expect("the page"), b"new");
        fs::remove_dir_all(folder).expect("the folder goes away");
    }
}
