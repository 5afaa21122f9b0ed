//! A file that is there whole or not at all.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use crate::Error;

/// Names that are tried for the file aside: more than there are threads that write one file, or killed programs with one number.
const ATTEMPTS: u32 = 64;

/// A file that is there whole or not at all: it is written aside in the same folder, and renamed when it is [finished](Self::finish).
/// What is there under the name already stays until then, and dropped before, it leaves nothing.
///
/// Through a link, what it points to is replaced and not the link. What is there and no regular file (a device, a pipe) is written to
/// as it is: it could not be renamed to.
#[derive(Debug)]
pub struct WholeFile {
    path: PathBuf,
    /// Where it is written, and what that is then renamed to.
    aside: Option<[PathBuf; 2]>,
    out: BufWriter<File>,
}

impl WholeFile {
    /// Begins to write a file.
    ///
    /// # Errors
    /// If there is no such folder, or it cannot be written to.
    pub fn create(path: impl AsRef<Path>) -> Result<Self, Error> {
        let path = path.as_ref();
        let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
        let told = |e| Error::new(path, e);
        let (aside, file) = if fs::metadata(&target).is_ok_and(|about| !about.is_file()) {
            (None, File::create(path).map_err(told)?)
        } else {
            let (aside, file) = create_aside(&target).map_err(told)?;
            (Some([aside, target]), file)
        };
        Ok(Self { path: path.into(), aside, out: BufWriter::new(file) })
    }

    /// Puts the file under its name.
    ///
    /// # Errors
    /// If the disk is full, or the name is that of a folder; then nothing has changed.
    pub fn finish(mut self) -> Result<(), Error> {
        let done = self.out.flush().and_then(|()| match &self.aside {
            Some([aside, target]) => {
                self.out.get_ref().sync_all()?;
                fs::rename(aside, target)
            }
            None => Ok(()),
        });
        if done.is_ok() {
            self.aside = None;
        }
        done.map_err(|e| Error::new(&self.path, e))
    }
}

impl Write for WholeFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.out.write(bytes)
    }
    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

impl Drop for WholeFile {
    fn drop(&mut self) {
        if let Some([aside, _]) = &self.aside {
            // What could not be written may not be removable either.
            let _ = fs::remove_file(aside);
        }
    }
}

/// A new file beside the target: two programs or threads that write to one name do not write into one file.
fn create_aside(target: &Path) -> io::Result<(PathBuf, File)> {
    let process = std::process::id();
    let mut attempt = 0;
    loop {
        let mut aside = target.as_os_str().to_owned();
        aside.push(format!(".{process}-{attempt}.part"));
        match File::create_new(&aside) {
            Ok(file) => return Ok((aside.into(), file)),
            Err(e) if e.kind() == io::ErrorKind::AlreadyExists && attempt < ATTEMPTS => attempt += 1,
            Err(e) => return Err(e),
        }
    }
}

/// Writes the bytes of a file, whole or not at all.
pub(crate) fn write_file(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    let mut file = WholeFile::create(path)?;
    file.write_all(bytes).map_err(|e| Error::new(path, e))?;
    file.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("impinge-io-write-{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        folder
    }

    #[test]
    fn what_is_not_finished_leaves_what_was_there_and_nothing_else() {
        let folder = folder("dropped");
        let path = folder.join("a.txt");
        fs::write(&path, "old").unwrap();
        let mut file = WholeFile::create(&path).unwrap();
        let mut other = WholeFile::create(&path).unwrap();
        file.write_all(b"half").unwrap();
        drop(file);
        assert_eq!(fs::read(&path).unwrap(), b"old");
        other.write_all(b"new").unwrap();
        other.finish().unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"new");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
        // The name of a folder: written aside, and not renamed.
        let taken = folder.join("b");
        fs::create_dir(&taken).unwrap();
        assert!(WholeFile::create(&taken).is_err());
        assert!(WholeFile::create(folder.join("none/c.txt")).unwrap_err().to_string().contains("c.txt"));
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 2);
        fs::remove_dir_all(folder).unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn links_stay_links_and_devices_are_written_to() {
        let folder = folder("links");
        let (file, link) = (folder.join("file"), folder.join("link"));
        fs::write(&file, "old").unwrap();
        std::os::unix::fs::symlink(&file, &link).unwrap();
        write_file(&link, b"new").unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read(&file).unwrap(), b"new");
        write_file(Path::new("/dev/null"), b"gone").unwrap();
        fs::remove_dir_all(folder).unwrap();
    }
}
