//! Atomic writes: a file exists completely or not at all.

use std::ffi::OsStr;
use std::fs::{self, File, TryLockError};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use crate::Error;

/// Limit on the temporary names that are tried: more than killed programs can have left with the process id of this one.
const ATTEMPTS: u32 = 64;

/// Atomic write of a file: it is written to a temporary file in the same folder, which is renamed when it is [finished](Self::finish). An
/// existing file with the name stays until then; if dropped before, it leaves nothing. A temporary file of a program that was killed is
/// removed by the next one that writes the file; if the system does not support file locks, it stays.
///
/// Through a link, the target is replaced and not the link. An existing object that is not a regular file (a device, a pipe) is written
/// to directly, since it cannot be renamed to.
#[derive(Debug)]
pub struct WholeFile {
    path: PathBuf,
    /// Paths of the temporary file and of the target.
    aside: Option<[PathBuf; 2]>,
    out: BufWriter<File>,
}

impl WholeFile {
    /// Begins to write a file.
    ///
    /// # Errors
    /// If the folder does not exist, or cannot be written to.
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

    /// Renames the file to its final name.
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
            // A file that could not be written may not be removable either.
            let _ = fs::remove_file(aside);
        }
    }
}

/// Creates a temporary file beside the target, `NAME.PROCESS-COUNT.part`, so that two programs or threads that write to one name do not
/// write into one file. It is locked while it is being written, which distinguishes it from one that a killed program left.
fn create_aside(target: &Path) -> io::Result<(PathBuf, File)> {
    /// Count of the names of this program: none is used twice, so a file about to be removed is never a newer file of the same name.
    static COUNT: AtomicU32 = AtomicU32::new(0);
    remove_left(target);
    let process = std::process::id();
    let mut attempt = 0;
    loop {
        let mut aside = target.as_os_str().to_owned();
        aside.push(format!(".{process}-{}.part", COUNT.fetch_add(1, Ordering::Relaxed)));
        match File::create_new(&aside) {
            // Before it was locked, another program may have removed it as one that a killed program left.
            Ok(file) if !matches!(file.try_lock(), Err(TryLockError::WouldBlock)) && fs::exists(&aside)? => {
                return Ok((aside.into(), file));
            }
            Ok(_) if attempt < ATTEMPTS => {}
            Ok(_) => return Err(io::ErrorKind::ResourceBusy.into()),
            Err(e) if e.kind() == io::ErrorKind::AlreadyExists && attempt < ATTEMPTS => {}
            Err(e) => return Err(e),
        }
        attempt += 1;
    }
}

/// Removes temporary files beside the target that no program is writing. Files that cannot be read, locked or removed stay: they are
/// harmless.
fn remove_left(target: &Path) {
    let (Some(folder), Some(name)) = (target.parent(), target.file_name()) else { return };
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        if is_aside(&entry.file_name(), name)
            && entry.file_type().is_ok_and(|kind| kind.is_file())
            && let Ok(file) = File::options().write(true).open(entry.path())
            && file.try_lock().is_ok()
        {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Whether a name is one that [`create_aside`] gives to a file beside `target`.
fn is_aside(name: &OsStr, target: &OsStr) -> bool {
    let is_number = |text: &[u8]| !text.is_empty() && text.iter().all(u8::is_ascii_digit);
    let name = name.as_encoded_bytes().strip_prefix(target.as_encoded_bytes());
    let Some(numbers) = name.and_then(|rest| rest.strip_prefix(b".")?.strip_suffix(b".part")) else {
        return false;
    };
    let mut numbers = numbers.split(|byte| *byte == b'-');
    matches!((numbers.next(), numbers.next(), numbers.next()), (Some(a), Some(b), None) if is_number(a) && is_number(b))
}

/// Writes the bytes of a file, atomically.
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
    fn an_unfinished_write_leaves_only_the_previous_file() {
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
        // The name of a folder: written to a temporary file, but not renamed.
        let taken = folder.join("b");
        fs::create_dir(&taken).unwrap();
        assert!(WholeFile::create(&taken).is_err());
        assert!(WholeFile::create(folder.join("none/c.txt")).unwrap_err().to_string().contains("c.txt"));
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 2);
        fs::remove_dir_all(folder).unwrap();
    }

    /// Regression: a run that was killed while it wrote `a.txt.PROCESS-0.part` left it there forever. The next one that writes the file
    /// must remove it, and must not touch files that are being written or that only look like it.
    #[test]
    fn leftovers_of_a_killed_program_are_removed_by_the_next_one() {
        let folder = folder("left");
        let path = folder.join("a.txt");
        let names = || {
            let entries = fs::read_dir(&folder).unwrap();
            let mut names: Vec<_> =
                entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
            names.sort();
            names
        };
        let others =
            ["a.txt.1.part", "a.txt.1-.part", "a.txt.1-2-3.part", "b.txt.1-2.part", "xa.txt.1-2.part"];
        for name in others.into_iter().chain(["a.txt.1-0.part", "a.txt.4294967295-12.part"]) {
            fs::write(folder.join(name), "half").unwrap();
        }
        let mut slow = WholeFile::create(&path).unwrap();
        assert_eq!(names().len(), others.len() + 1, "{:?}", names());
        slow.write_all(b"slow").unwrap();
        write_file(&path, b"quick").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"quick");
        slow.finish().unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"slow");
        let mut left = others.to_vec();
        left.push("a.txt");
        left.sort_unstable();
        assert_eq!(names(), left);
        fs::remove_dir_all(folder).unwrap();
    }

    /// Many threads write one file, while leftovers are removed: each of them succeeds.
    #[test]
    fn threads_that_write_one_file_do_not_take_it_from_one_another() {
        let folder = folder("threads");
        let path = folder.join("a.txt");
        std::thread::scope(|scope| {
            for thread in 0..4_u8 {
                let path = &path;
                scope.spawn(move || (0..20).for_each(|_| write_file(path, &[thread; 100]).unwrap()));
            }
        });
        let bytes = fs::read(&path).unwrap();
        assert!(bytes.len() == 100 && bytes.iter().all(|byte| *byte == bytes[0]));
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
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
