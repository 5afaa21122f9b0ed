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

/// What is wrong with a file. Bytes, clouds, sets, pairs, queries and columns count from 0, lines from 1.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Reason {
    /// The system could not read or write it.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// There is something else where a file should be.
    #[error("it is {what}, and only a regular file is read: that one has an end")]
    NotAFile {
        /// What it is.
        what: &'static str,
    },
    /// It has more bytes than are read.
    #[error("it has more than {limit} bytes, and no more are read")]
    TooLarge {
        /// The limit.
        limit: u64,
    },
    /// A line of text is longer than the limit.
    #[error("line {line} has more than {limit} bytes; this is not such a file, or it is damaged")]
    LongLine {
        /// The line.
        line: usize,
        /// The limit, in bytes.
        limit: usize,
    },
    /// The name has an extension that is none of a scene, or none at all.
    #[error("{}, scenes have .toml or .json", found(.0.as_deref()))]
    SceneExtension(Option<String>),
    /// The name has an extension that is none of results, or none at all.
    #[error("{}, results have .jsonl, .csv, .parquet, .vtp or .vtu", found(.0.as_deref()))]
    ResultExtension(Option<String>),
    /// Rows of results are to be points, and have no places.
    #[error("these results have no points to be drawn; write them as .jsonl, .csv or .parquet")]
    NoPlaces,
    /// A body of a scene is wrong.
    #[error("body `{body}`: {what}")]
    Body {
        /// Its name.
        body: String,
        /// What is wrong with it.
        what: String,
    },
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
    /// A line of text cannot be understood.
    #[error("{what} (line {line})")]
    Line {
        /// What is wrong with it.
        what: String,
        /// The line.
        line: usize,
    },
    /// A place in a binary file cannot be understood.
    #[error("{what} (byte {byte})")]
    Byte {
        /// What is wrong there.
        what: String,
        /// Where.
        byte: u64,
    },
    /// The format is read, but not written under this name.
    #[error("files with this extension are not written, take .{instead}")]
    NotWritten {
        /// The extension to take.
        instead: &'static str,
    },
    /// A file that this one names is not there.
    #[error("there is no file `{written}` in {} ({place})", folder.display())]
    MissingFile {
        /// How the file is named.
        written: String,
        /// Where it was looked for.
        folder: PathBuf,
        /// Where it is named.
        place: String,
    },
    /// A file that this one names lies in a package of which nobody said where it is, and not beside this one.
    #[error(
        "there is no file `{written}` beside this one, and nobody said where the package `{name}` is ({place})"
    )]
    NoPackage {
        /// How the file is named.
        written: String,
        /// The package.
        name: String,
        /// Where it is named.
        place: String,
    },
    /// A file that this one names lies outside of the folders that it may name files in.
    #[error("`{written}` lies outside of {} ({place})", folder.display())]
    Outside {
        /// How the file is named.
        written: String,
        /// Where it should lie.
        folder: PathBuf,
        /// Where it is named.
        place: String,
    },
    /// The file cannot be understood, in no one place.
    #[error("{0}")]
    Damaged(String),
    /// An STL file cannot be understood.
    #[error("not a valid STL file: {0}")]
    Stl(String),
    /// A list of cases cannot be parsed.
    #[error("not a JSON list of sets: {0}")]
    Json(String),
    /// A set of cases cannot be understood.
    #[error("set `{set}`: {what}")]
    Set {
        /// Its name, or its number in the list.
        set: String,
        /// What is wrong.
        what: String,
    },
    /// A set of cases was asked for that the list does not have.
    #[error("there is no set `{name}`, there are: {known}")]
    NoSuchSet {
        /// Its name.
        name: String,
        /// The names in the list.
        known: String,
    },
    /// A file of cases cannot be read.
    #[error("{error}; set `{set}` of sets.json needs this file: put it there or drop the set")]
    CaseFile {
        /// Name of the set.
        set: String,
        /// What the system said.
        error: io::Error,
    },
    /// A file of cases has another length than its set says.
    #[error(
        "has {found} bytes, but the {n} pairs of set `{set}` need {}, {size} each; the file is cut off or `n` in \
         sets.json is wrong",
        *n as u128 * *size as u128
    )]
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
    #[error("pair {pair}: {what} at byte {byte} is {value}, it must be finite; the file is damaged")]
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
    #[error("pair {pair}: quaternion {what} at byte {byte} is zero, it must not be; the file is damaged")]
    ZeroQuaternion {
        /// Index of the pair.
        pair: usize,
        /// Which quaternion.
        what: &'static str,
        /// Where it is.
        byte: usize,
    },
    /// A file of poses has no whole number of rows, or none.
    #[error(
        "{found} bytes are no rows of 14 doubles, 112 bytes each: a pair of poses, xyz and quaternion xyzw of each"
    )]
    PosesLength {
        /// Bytes of the file.
        found: usize,
    },
    /// A file of moving features fits no layout.
    #[error(
        "{bytes} bytes are no queries of 25 or 26 columns of 8 bytes whose column 24, the truth, is all 0 or 1; the file \
         is empty, cut off or not a file of moving features"
    )]
    CcdLayout {
        /// Bytes of the file.
        bytes: usize,
    },
    /// A coordinate of a moving feature is infinite or NaN.
    #[error(
        "query {query}: column {column} at byte {byte} is {value}, it must be finite; the file is damaged"
    )]
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
    #[error("the file has no vertices")]
    NoVertices,
    /// There is no face in a file that is to be read as a mesh.
    #[error("the file has no faces: its vertices alone bound nothing")]
    NoFaces,
}

fn found(extension: Option<&str>) -> String {
    extension.map_or_else(|| "the name has no extension".into(), |e| format!("unknown extension `.{e}`"))
}

fn known() -> String {
    EXTENSIONS.iter().map(|e| format!(".{e}")).collect::<Vec<_>>().join(", ")
}
