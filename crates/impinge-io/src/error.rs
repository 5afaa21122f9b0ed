//! What can be wrong with a file.

use std::path::{Path, PathBuf};
use std::{fmt, io};

use crate::EXTENSIONS;

/// A file that could not be read or written.
#[derive(Debug)]
pub struct Error {
    /// The file.
    pub path: PathBuf,
    /// What is wrong with it.
    pub reason: Reason,
}

impl Error {
    pub(crate) fn new(path: &Path, reason: impl Into<Reason>) -> Self {
        Self { path: path.to_path_buf(), reason: reason.into() }
    }
}

/// What is wrong with a file. Bytes, clouds, sets, pairs, queries and columns count from 0, lines from 1.
#[derive(Debug)]
#[non_exhaustive]
pub enum Reason {
    /// The system could not read or write it.
    Io(io::Error),
    /// There is something else where a file should be.
    NotAFile {
        /// What it is.
        what: &'static str,
    },
    /// It has more bytes than are read.
    TooLarge {
        /// The limit.
        limit: u64,
    },
    /// A line of text is longer than the limit.
    LongLine {
        /// The line.
        line: usize,
        /// The limit, in bytes.
        limit: usize,
    },
    /// The name has an extension that is none of a scene, or none at all.
    SceneExtension(Option<String>),
    /// The name has an extension that is none of results, or none at all.
    ResultExtension(Option<String>),
    /// Rows of results are to be points, and have no places.
    NoPlaces,
    /// A body of a scene is wrong.
    Body {
        /// Its name.
        body: String,
        /// What is wrong with it.
        what: String,
    },
    /// The name has an extension that no format has, or none.
    UnknownExtension(Option<String>),
    /// The number of points of a cloud is cut off.
    CountCut {
        /// Index of the cloud.
        cloud: usize,
        /// Where its count starts.
        byte: usize,
        /// Bytes from there to the end.
        left: usize,
    },
    /// A cloud has more points than the file has room for.
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
    /// A line of text cannot be understood.
    Line {
        /// What is wrong with it.
        what: String,
        /// The line.
        line: usize,
    },
    /// A place in a binary file cannot be understood.
    Byte {
        /// What is wrong there.
        what: String,
        /// Where.
        byte: u64,
    },
    /// The format is read, but not written under this name.
    NotWritten {
        /// The extension to take.
        instead: &'static str,
    },
    /// A file that this one names is not there.
    MissingFile {
        /// How the file is named.
        written: String,
        /// Where it was looked for.
        folder: PathBuf,
        /// Where it is named.
        place: String,
    },
    /// A file that this one names lies in a package of which nobody said where it is, and not beside this one.
    NoPackage {
        /// How the file is named.
        written: String,
        /// The package.
        name: String,
        /// Where it is named.
        place: String,
    },
    /// A file that this one names lies outside of the folders that it may name files in.
    Outside {
        /// How the file is named.
        written: String,
        /// Where it should lie.
        folder: PathBuf,
        /// Where it is named.
        place: String,
    },
    /// The file cannot be understood, in no one place.
    Damaged(String),
    /// An STL file cannot be understood.
    Stl(String),
    /// A list of cases cannot be parsed.
    Json(String),
    /// A set of cases cannot be understood.
    Set {
        /// Its name, or its number in the list.
        set: String,
        /// What is wrong.
        what: String,
    },
    /// A set of cases was asked for that the list does not have.
    NoSuchSet {
        /// Its name.
        name: String,
        /// The names in the list.
        known: String,
    },
    /// A file of cases cannot be read.
    CaseFile {
        /// Name of the set.
        set: String,
        /// What the system said.
        error: io::Error,
    },
    /// A file of cases has another length than its set says.
    CaseLength {
        /// Name of the set.
        set: String,
        /// Number of pairs.
        n: usize,
        /// Bytes of a pair.
        size: usize,
        /// Bytes of the file.
        found: usize,
    },
    /// A number in a file of cases is infinite or NaN.
    CaseNumber {
        /// Index of the pair.
        pair: usize,
        /// What the number is.
        what: &'static str,
        /// Where it is.
        byte: usize,
        /// The number.
        value: f64,
    },
    /// A quaternion in a file of cases is zero.
    ZeroQuaternion {
        /// Index of the pair.
        pair: usize,
        /// Which quaternion.
        what: &'static str,
        /// Where it is.
        byte: usize,
    },
    /// A file of poses has no whole number of rows, or none.
    PosesLength {
        /// Bytes of the file.
        found: usize,
    },
    /// A file of moving features fits no layout.
    CcdLayout {
        /// Bytes of the file.
        bytes: usize,
    },
    /// A coordinate of a moving feature is infinite or NaN.
    CcdNumber {
        /// Index of the query.
        query: usize,
        /// Index of the number in it.
        column: usize,
        /// Where it is.
        byte: usize,
        /// The number.
        value: f64,
    },
    /// There is no vertex in the file.
    NoVertices,
    /// There is no face in a file that is to be read as a mesh.
    NoFaces,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.path.display(), self.reason)
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.reason)
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) => write!(f, "{error}"),
            Self::NotAFile { what } => {
                write!(f, "it is {what}, and only a regular file is read: that one has an end")
            }
            Self::TooLarge { limit } => write!(f, "it has more than {limit} bytes, and no more are read"),
            Self::LongLine { line, limit } => write!(
                f,
                "line {line} has more than {limit} bytes; this is not such a file, or it is damaged"
            ),
            Self::SceneExtension(extension) => {
                write!(f, "{}, scenes have .toml or .json", found(extension.as_deref()))
            }
            Self::ResultExtension(extension) => write!(
                f,
                "{}, results have .jsonl, .csv, .parquet, .vtp or .vtu",
                found(extension.as_deref())
            ),
            Self::NoPlaces => f.write_str(
                "these results have no points to be drawn; write them as .jsonl, .csv or .parquet",
            ),
            Self::Body { body, what } => write!(f, "body `{body}`: {what}"),
            Self::UnknownExtension(extension) => {
                write!(f, "{}, known are {}", found(extension.as_deref()), known())
            }
            Self::CountCut { cloud, byte, left } => write!(
                f,
                "cloud {cloud} at byte {byte}: its count needs 4 bytes, {left} trailing bytes are left"
            ),
            Self::PointsCut { cloud, byte, count, left } => write!(
                f,
                "cloud {cloud} at byte {byte} announces {count} points, which need {} bytes, but {left} are left; \
                 the file is cut off or not a file of clouds",
                u64::from(*count) * 12
            ),
            Self::Line { what, line } => write!(f, "{what} (line {line})"),
            Self::Byte { what, byte } => write!(f, "{what} (byte {byte})"),
            Self::NotWritten { instead } => {
                write!(f, "files with this extension are not written, take .{instead}")
            }
            Self::MissingFile { written, folder, place } => {
                write!(f, "there is no file `{written}` in {} ({place})", folder.display())
            }
            Self::NoPackage { written, name, place } => write!(
                f,
                "there is no file `{written}` beside this one, and nobody said where the package `{name}` is ({place})"
            ),
            Self::Outside { written, folder, place } => {
                write!(f, "`{written}` lies outside of {} ({place})", folder.display())
            }
            Self::Damaged(what) => write!(f, "{what}"),
            Self::Stl(what) => write!(f, "not a valid STL file: {what}"),
            Self::Json(what) => write!(f, "not a JSON list of sets: {what}"),
            Self::Set { set, what } => write!(f, "set `{set}`: {what}"),
            Self::NoSuchSet { name, known } => write!(f, "there is no set `{name}`, there are: {known}"),
            Self::CaseFile { set, error } => {
                write!(f, "{error}; set `{set}` of sets.json needs this file: put it there or drop the set")
            }
            Self::CaseLength { set, n, size, found } => write!(
                f,
                "has {found} bytes, but the {n} pairs of set `{set}` need {}, {size} each; the file is cut off or `n` in \
                 sets.json is wrong",
                *n as u128 * *size as u128
            ),
            Self::CaseNumber { pair, what, byte, value } => write!(
                f,
                "pair {pair}: {what} at byte {byte} is {value}, it must be finite; the file is damaged"
            ),
            Self::ZeroQuaternion { pair, what, byte } => write!(
                f,
                "pair {pair}: quaternion {what} at byte {byte} is zero, it must not be; the file is damaged"
            ),
            Self::PosesLength { found } => write!(
                f,
                "{found} bytes are no rows of 14 doubles, 112 bytes each: a pair of poses, xyz and quaternion xyzw of each"
            ),
            Self::CcdLayout { bytes } => write!(
                f,
                "{bytes} bytes are no queries of 25 or 26 columns of 8 bytes whose column 24, the truth, is all 0 or 1; the file \
                 is empty, cut off or not a file of moving features"
            ),
            Self::CcdNumber { query, column, byte, value } => write!(
                f,
                "query {query}: column {column} at byte {byte} is {value}, it must be finite; the file is damaged"
            ),
            Self::NoVertices => f.write_str("the file has no vertices"),
            Self::NoFaces => f.write_str("the file has no faces: its vertices alone bound nothing"),
        }
    }
}

impl std::error::Error for Reason {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Io(error) => Some(error),
            _ => None,
        }
    }
}

impl From<io::Error> for Reason {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

fn found(extension: Option<&str>) -> String {
    extension.map_or_else(|| "the name has no extension".into(), |e| format!("unknown extension `.{e}`"))
}

fn known() -> String {
    EXTENSIONS.iter().map(|e| format!(".{e}")).collect::<Vec<_>>().join(", ")
}
