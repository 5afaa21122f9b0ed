//! The journal of a run: the finished work, in a file beside the report, so that a run that was killed continues where it was.
//!
//! Lines of text, each a checksum, a space and a JSON object. The first identifies the files and settings of the run; each other
//! line holds the findings of one batch of pairs. A batch is written as a whole and handed to the system before the next. A line that
//! was being written when the program was killed has no line end or a wrong checksum: the journal is truncated there, and
//! its batches are repeated.

use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::finding::Finding;
use crate::failure::Failure;
use crate::hash::of_texts;

/// The first line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Header {
    /// Program that wrote it, with its version: another one may have other findings.
    pub program: String,
    /// Hash of all that the findings depend on.
    pub inputs: String,
    /// Number of batches.
    pub batches: usize,
}

/// Any other line.
#[derive(Debug, Serialize, Deserialize)]
struct Line {
    batch: usize,
    findings: Vec<Finding>,
}

/// An open journal.
pub struct Journal {
    path: PathBuf,
    file: File,
}

/// Meaning of an existing journal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Existing {
    /// An error: the user may want to resume it.
    Refused,
    /// A run to resume.
    Resumed,
    /// Nothing: it is overwritten.
    Overwritten,
}

impl Journal {
    /// Opens the journal of a run; `done` gets each batch in it.
    pub fn open(
        path: &Path,
        header: &Header,
        existing: Existing,
        mut done: impl FnMut(usize, Vec<Finding>),
    ) -> Result<Self, Failure> {
        let said = |what: String| Failure::of(path, what);
        let cannot = |e: std::io::Error| said(format!("cannot write the journal: {e}"));
        let found = match std::fs::read(path) {
            Ok(bytes) => Some(bytes),
            Err(e) if e.kind() == std::io::ErrorKind::NotFound => None,
            Err(e) => return Err(said(format!("cannot read the journal: {e}"))),
        };
        let kept = match (found, existing) {
            (None, _) | (Some(_), Existing::Overwritten) => 0,
            (Some(_), Existing::Refused) => {
                return Err(Failure::Usage(format!(
                    "{}: a run was interrupted here; pass `--resume` to continue it, or `--force` to start over",
                    path.display()
                )));
            }
            (Some(bytes), Existing::Resumed) => read(&bytes, header, &mut done).map_err(said)?,
        };
        let file = OpenOptions::new().create(true).write(true).truncate(false).open(path).map_err(cannot)?;
        file.set_len(kept as u64).map_err(cannot)?;
        let mut journal = Self { path: path.to_owned(), file };
        if kept == 0 {
            journal.line(header)?;
        } else {
            std::io::Seek::seek(&mut journal.file, std::io::SeekFrom::End(0)).map_err(cannot)?;
        }
        Ok(journal)
    }

    /// Adds a finished batch.
    pub fn add(&mut self, batch: usize, findings: &[Finding]) -> Result<(), Failure> {
        self.line(&Line { batch, findings: findings.to_vec() })
    }

    fn line(&mut self, content: &impl Serialize) -> Result<(), Failure> {
        let json = serde_json::to_string(content)?;
        let line = format!("{} {json}\n", of_texts(&[&json]).short());
        let cannot = |e| Failure::Said(format!("{}: cannot write the journal: {e}", self.path.display()));
        self.file.write_all(line.as_bytes()).map_err(cannot)
    }

    /// Removes the journal of a finished run.
    pub fn remove(self) -> Result<(), Failure> {
        let Self { path, file } = self;
        drop(file);
        std::fs::remove_file(&path)
            .map_err(|e| Failure::Said(format!("{}: cannot remove the journal: {e}", path.display())))
    }
}

/// Reads the intact lines and returns their length in bytes.
fn read(bytes: &[u8], header: &Header, done: &mut impl FnMut(usize, Vec<Finding>)) -> Result<usize, String> {
    let mut lines = bytes.split_inclusive(|b| *b == b'\n');
    let Some(first) = lines.next().filter(|line| line.ends_with(b"\n")) else {
        return Ok(0);
    };
    let found: Header =
        content(first).ok_or("not a journal of `impinge clash`; pass `--force` to overwrite it")?;
    if found != *header {
        let what = if found.program == header.program {
            "other parts, rules or settings".to_owned()
        } else {
            format!("another version, {}", found.program)
        };
        return Err(format!("the journal is from a run with {what}; pass `--force` to start over"));
    }
    let mut kept = first.len();
    for line in lines {
        let Some(Line { batch, findings }) = content(line).filter(|l: &Line| l.batch < header.batches) else {
            break;
        };
        done(batch, findings);
        kept += line.len();
    }
    Ok(kept)
}

/// Content of an intact line.
fn content<T: for<'a> Deserialize<'a>>(line: &[u8]) -> Option<T> {
    let text = std::str::from_utf8(line.strip_suffix(b"\n")?).ok()?;
    let (sum, json) = text.split_once(' ')?;
    if sum == of_texts(&[json]).short() { serde_json::from_str(json).ok() } else { None }
}
