//! Errors of files.

use std::path::{Path, PathBuf};
use std::{fmt, io};

use crate::EXTENSIONS;

/// A file that could not be read or written.
#[derive(Debug)]
pub struct Error {
    /// The file.
    pub path: PathBuf,
    /// Reason of the error.
    pub reason: Reason,
}

impl Error {
    pub(crate) fn new(path: &Path, reason: impl Into<Reason>) -> Self {
        Self { path: path.to_path_buf(), reason: reason.into() }
    }
}

/// Reason why a file could not be read or written. Bytes, clouds, sets, pairs, queries and columns count from 0, lines from 1.
#[derive(Debug)]
#[non_exhaustive]
pub enum Reason {
    /// The system could not read or write the file.
    Io(io::Error),
    /// The path is not a file.
    NotAFile {
        /// The kind of object found.
        what: &'static str,
    },
    /// The file has more bytes than the limit.
    TooLarge {
        /// The limit.
        limit: u64,
    },
    /// A line of text is longer than the limit.
    LongLine {
        /// Number of the line.
        line: usize,
        /// The limit, in bytes.
        limit: usize,
    },
    /// The extension is not that of a scene, or is missing.
    SceneExtension(Option<String>),
    /// The extension is not that of results, or is missing.
    ResultExtension(Option<String>),
    /// Rows of results cannot be written as points: they have no positions.
    NoPlaces,
    /// A body of a scene is invalid.
    Body {
        /// Name of the body.
        body: String,
        /// The reason.
        what: String,
    },
    /// The extension is not that of any format, or is missing.
    UnknownExtension(Option<String>),
    /// The number of points of a cloud is truncated.
    CountCut {
        /// Index of the cloud.
        cloud: usize,
        /// Offset of its count.
        byte: usize,
        /// Bytes from there to the end.
        left: usize,
    },
    /// A cloud has more points than fit into the file.
    PointsCut {
        /// Index of the cloud.
        cloud: usize,
        /// Offset of its count.
        byte: usize,
        /// Number of points announced.
        count: u32,
        /// Bytes after the count.
        left: usize,
    },
    /// A line of text is invalid.
    Line {
        /// The reason.
        what: String,
        /// Number of the line.
        line: usize,
    },
    /// Invalid data in a binary file.
    Byte {
        /// The reason.
        what: String,
        /// Offset of the data.
        byte: u64,
    },
    /// Files with this extension are not written.
    NotWritten,
    /// A file that this one refers to does not exist.
    MissingFile {
        /// The reference, as written.
        written: String,
        /// Folder in which it was searched.
        folder: PathBuf,
        /// Position of the reference.
        place: String,
    },
    /// A file that this one refers to is in a package with unknown location, and not beside this one.
    NoPackage {
        /// The reference, as written.
        written: String,
        /// Name of the package.
        name: String,
        /// Position of the reference.
        place: String,
    },
    /// A file that this one refers to has a format that is not read.
    NotRead {
        /// The reference, as written.
        written: String,
        /// The reason.
        why: String,
        /// Position of the reference.
        place: String,
    },
    /// A file that this one refers to is outside of the allowed folders.
    Outside {
        /// The reference, as written.
        written: String,
        /// The allowed folder.
        folder: PathBuf,
        /// Position of the reference.
        place: String,
    },
    /// The file is invalid, at no particular position.
    Damaged(String),
    /// An STL file is invalid.
    Stl(String),
    /// A list of cases cannot be parsed.
    Json(String),
    /// A set of cases is invalid.
    Set {
        /// Its name, or its index in the list.
        set: String,
        /// The reason.
        what: String,
    },
    /// The requested set of cases is not in the list.
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
        /// Error of the system.
        error: io::Error,
    },
    /// The length of a file of cases does not match its set.
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
        /// Name of the number.
        what: &'static str,
        /// Offset of the number.
        byte: usize,
        /// The number.
        value: f64,
    },
    /// A quaternion in a file of cases is zero.
    ZeroQuaternion {
        /// Index of the pair.
        pair: usize,
        /// Name of the quaternion.
        what: &'static str,
        /// Offset of the quaternion.
        byte: usize,
    },
    /// The length of a file of poses is not a whole number of rows, or zero.
    PosesLength {
        /// Bytes of the file.
        found: usize,
    },
    /// A file of moving features matches no layout.
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
        /// Offset of the number.
        byte: usize,
        /// The number.
        value: f64,
    },
    /// The file has no vertices.
    NoVertices,
    /// A file to be read as a mesh has no faces.
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
                write!(f, "it is {what}; only regular files are read")
            }
            Self::TooLarge { limit } => write!(f, "it has more than {limit} bytes, which is the limit"),
            Self::LongLine { line, limit } => write!(
                f,
                "line {line} has more than {limit} bytes; this is not such a file, or it is damaged"
            ),
            Self::SceneExtension(extension) => {
                write!(f, "{}; scenes have .toml or .json", found(extension.as_deref()))
            }
            Self::ResultExtension(extension) => write!(
                f,
                "{}; results have .jsonl, .csv, .parquet, .vtp or .vtu",
                found(extension.as_deref())
            ),
            Self::NoPlaces => {
                f.write_str("these results have no points to draw; write them as .jsonl, .csv or .parquet")
            }
            Self::Body { body, what } => write!(f, "body `{body}`: {what}"),
            Self::UnknownExtension(extension) => match extension.as_deref().and_then(instead) {
                Some(instead) => f.write_str(instead),
                None => write!(f, "{}; known ones are {}", found(extension.as_deref()), known()),
            },
            Self::CountCut { cloud, byte, left } => write!(
                f,
                "cloud {cloud} at byte {byte}: its count needs 4 bytes, but {left} trailing bytes are left"
            ),
            Self::PointsCut { cloud, byte, count, left } => write!(
                f,
                "cloud {cloud} at byte {byte} declares {count} points, which need {} bytes, but {left} are left; \
                 the file is cut off or not a file of clouds",
                u64::from(*count) * 12
            ),
            Self::Line { what, line } => write!(f, "{what} (line {line})"),
            Self::Byte { what, byte } => write!(f, "{what} (byte {byte})"),
            Self::NotWritten => f.write_str(
                "cannot write files with this extension; use .glb, .obj, .off, .ply, .stl or .3mf",
            ),
            Self::MissingFile { written, folder, place } => {
                write!(f, "there is no file `{written}` in {} ({place})", folder.display())
            }
            Self::NoPackage { written, name, place } => write!(
                f,
                "there is no file `{written}` beside this one, and the folder of the package `{name}` is unknown ({place})"
            ),
            Self::NotRead { written, why, place } => write!(f, "`{written}` cannot be read: {why} ({place})"),
            Self::Outside { written, folder, place } => {
                write!(f, "`{written}` lies outside {} ({place})", folder.display())
            }
            Self::Damaged(what) => write!(f, "{what}"),
            Self::Stl(what) => write!(f, "not a valid STL file: {what}"),
            Self::Json(what) => write!(f, "not a JSON list of sets: {what}"),
            Self::Set { set, what } => write!(f, "set `{set}`: {what}"),
            Self::NoSuchSet { name, known } => write!(f, "no set `{name}`; the sets are {known}"),
            Self::CaseFile { set, error } => {
                write!(f, "{error}; set `{set}` of sets.json needs this file; add it or drop the set")
            }
            Self::CaseLength { set, n, size, found } => write!(
                f,
                "has {found} bytes, but the {n} pairs of set `{set}` need {}, {size} each; the file is cut off or `n` in \
                 sets.json is wrong",
                *n as u128 * *size as u128
            ),
            Self::CaseNumber { pair, what, byte, value } => write!(
                f,
                "pair {pair}: {what} at byte {byte} is {value} but must be finite; the file is damaged"
            ),
            Self::ZeroQuaternion { pair, what, byte } => write!(
                f,
                "pair {pair}: quaternion {what} at byte {byte} is zero but must not be; the file is damaged"
            ),
            Self::PosesLength { found } => write!(
                f,
                "{found} bytes are not rows of 14 doubles, 112 bytes each: a pair of poses, xyz and quaternion xyzw of each"
            ),
            Self::CcdLayout { bytes } => write!(
                f,
                "{bytes} bytes are not queries of 25 or 26 columns of 8 bytes whose column 24, the truth, is all 0 or 1; the file \
                 is empty, cut off or not a file of moving features"
            ),
            Self::CcdNumber { query, column, byte, value } => write!(
                f,
                "query {query}: column {column} at byte {byte} is {value} but must be finite; the file is damaged"
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

/// Advice on a file of a format that is known, but not read.
fn instead(extension: &str) -> Option<&'static str> {
    Some(match extension {
        "step" | "stp" | "iges" | "igs" | "brep" | "x_t" | "sat" | "jt" => {
            "this is a format of curved CAD surfaces, which is not read: export triangles from the CAD program, as 3MF, GLB or binary STL"
        }
        "drc" => {
            "this is a Draco file, which is not read: decompress it with `draco_decoder` to OBJ or PLY, or export without Draco"
        }
        "zae" => {
            "this is a compressed Collada file, which is not read: unzip it, and read the .dae file in it"
        }
        "fbx" | "blend" | "3ds" | "max" | "usd" | "usda" | "usdc" | "usdz" | "3dxml" | "ctm" | "x3d"
        | "wrl" => "this format is not read: export the model as GLB, OBJ or 3MF",
        "las" | "laz" | "e57" | "pts" => {
            "this format of point clouds is not read: export the points as PLY, PCD or XYZ"
        }
        _ => return None,
    })
}

fn known() -> String {
    let meshes: Vec<String> = EXTENSIONS.iter().map(|e| format!(".{e}")).collect();
    format!("{}; of points, .pcd and .xyz", meshes.join(", "))
}
