//! What can be wrong with a file.

use std::io;
use std::path::{Path, PathBuf};

use crate::EXTENSIONS;

/// A file that could not be read or written.
#[derive(Debug, thiserror::Error)]
#[error("{}: {reason}", path.display())]
pub struct Error {
    /// The file.
    pub path: PathBuf,
    /// What is wrong with it.
    #[source]
    pub reason: Reason,
}

impl Error {
    pub(crate) fn new(path: &Path, reason: impl Into<Reason>) -> Self {
        Self { path: path.to_path_buf(), reason: reason.into() }
    }
}

/// What is wrong with a file. Bytes and clouds count from 0, lines from 1.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Reason {
    /// The system could not read or write it.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// The name has an extension that no format has, or none.
    #[error("{}, known are {}", found(.0.as_deref()), known())]
    UnknownExtension(Option<String>),
    /// The number of points of a cloud is cut off.
    #[error("cloud {cloud} at byte {byte}: its count needs 4 bytes, {left} trailing bytes are left")]
    CountCut {
        /// Index of the cloud.
        cloud: usize,
        /// Where its count starts.
        byte: usize,
        /// Bytes from there to the end.
        left: usize,
    },
    /// A cloud has more points than the file has room for.
    #[error(
        "cloud {cloud} at byte {byte} announces {count} points, which need {} bytes, but {left} are left; \
         the file is cut off or not a file of clouds",
        u64::from(*count) * 12
    )]
    PointsCut {
        /// Index of the cloud.
        cloud: usize,
        /// Where its count starts.
        byte: usize,
        /// Number of points announced.
        count: u32,
        /// Bytes behind the count.
        left: usize,
    },
    /// A line of an OBJ file cannot be understood.
    #[error("{what} (line {line})")]
    ObjLine {
        /// What the parser said.
        what: String,
        /// The line.
        line: usize,
    },
    /// An STL file cannot be understood.
    #[error("not a valid STL file: {0}")]
    Stl(String),
    /// There is no vertex in the file.
    #[error("the file has no vertices")]
    NoVertices,
}

fn found(extension: Option<&str>) -> String {
    extension.map_or_else(|| "the name has no extension".into(), |e| format!("unknown extension `.{e}`"))
}

fn known() -> String {
    EXTENSIONS.iter().map(|e| format!(".{e}")).collect::<Vec<_>>().join(" and ")
}
