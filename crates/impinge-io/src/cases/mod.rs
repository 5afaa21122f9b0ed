//! Folders of cases: pairs of shapes at many poses, with the ground truth.
//!
//! | file | contents |
//! |---|---|
//! | `sets.json` | a list of sets `{name, family, a, b, n, file, L}`: one shape A, one shape B and n pairs of poses |
//! | `<file>` | n × 14 doubles: tA xyz, qA xyzw, tB xyz, qB xyzw; quaternions of any length except zero |
//! | `<name>.truth.f64` | optional; n × 5 doubles: the signed distance s, a unit normal from A to B, a bound on the error of s |
//!
//! Answers of others are in a folder of their own:
//!
//! | file | contents |
//! |---|---|
//! | `<name>.<query>.f64` | n doubles, one per pair; NaN if there is no answer |
//!
//! The query is `contact` (the signed distance), `distance` (zero or below if they meet) or `intersect` (only the sign counts: zero or
//! below if they meet). `impinge pairs --out` writes such folders, [`read_answers`] reads them, and `impinge judge` checks them against
//! the truth.
//!
//! Doubles are little-endian. Shapes are `box {half}`, `ellipsoid {radii}`, `roundbox {half, r}`, `hull {points}`,
//! `cone {radius, height}` (axis z, origin at mid-height), `sphere {r}`, `capsule {half, r}` and `cylinder {half, r}`
//! (axis z). [`read`] checks everything before it returns anything.
//!
//! A set is kept as it is in the file. [`CaseShape::build`] and [`CaseShape::pose`] convert it to shapes and poses of the library, in
//! either precision; the latter moves the cone, whose origin is the centroid in the library.

mod answers;
mod build;

use std::fs;
use std::path::{Component, Path};

use serde::{Deserialize, Serialize};

use crate::source::without_mark;
use crate::write::write_file;
use crate::{Error, Reason, Source};

pub use answers::{answered_sets, answers_name, read_answers, write_answers};

/// The list of sets in a folder of cases.
pub const LIST: &str = "sets.json";
/// Number of doubles of a pair of poses.
const POSES: usize = 14;
/// Number of doubles of a truth.
const TRUTH: usize = 5;
/// Names of the doubles of a pair of poses.
const POSE_NAMES: [&str; POSES] = [
    "tA x", "tA y", "tA z", "qA x", "qA y", "qA z", "qA w", "tB x", "tB y", "tB z", "qB x", "qB y", "qB z",
    "qB w",
];
/// Names of the doubles of a truth.
const TRUTH_NAMES: [&str; TRUTH] = ["s", "nx", "ny", "nz", "err"];

/// A shape as described in [`LIST`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "lowercase", deny_unknown_fields)]
pub enum CaseShape {
    /// A box, its center at the origin.
    Box {
        /// Half the lengths of its sides.
        half: [f64; 3],
    },
    /// An ellipsoid, its center at the origin.
    Ellipsoid {
        /// Its radii.
        radii: [f64; 3],
    },
    /// All points within `r` of a box.
    RoundBox {
        /// Half the lengths of the sides of the box.
        half: [f64; 3],
        /// The radius.
        r: f64,
    },
    /// The hull of points.
    Hull {
        /// The points.
        points: Vec<[f64; 3]>,
    },
    /// A cone about the z axis, apex up, the origin at mid-height.
    Cone {
        /// Radius of the base.
        radius: f64,
        /// Height, from base to apex.
        height: f64,
    },
    /// A ball, its center at the origin.
    Sphere {
        /// The radius.
        r: f64,
    },
    /// All points within `r` of a segment on the z axis.
    Capsule {
        /// Half the length of the segment.
        half: f64,
        /// The radius.
        r: f64,
    },
    /// A cylinder about the z axis, its center at the origin.
    Cylinder {
        /// Half the height.
        half: f64,
        /// The radius.
        r: f64,
    },
}

/// A pose of a shape, as in the file.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CasePose {
    /// Position of the origin.
    pub translation: [f64; 3],
    /// Rotation, a quaternion x y z w of any length except zero.
    pub quaternion: [f64; 4],
}

/// Ground truth of a pair.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Truth {
    /// Signed distance: positive if apart, otherwise minus the depth.
    pub signed_distance: f64,
    /// Unit normal, from A to B; one of the best if there are several.
    pub normal: [f64; 3],
    /// Bound on the error of the signed distance.
    pub error: f64,
}

/// One shape A, one shape B, and pairs of poses.
#[derive(Clone, Debug, PartialEq)]
pub struct CaseSet {
    /// Name of the set and its files.
    pub name: String,
    /// Kind of the set; may be empty.
    pub family: String,
    /// Shape A.
    pub a: CaseShape,
    /// Shape B.
    pub b: CaseShape,
    /// Side of the cube that the positions were drawn from, if they were.
    pub side: Option<f64>,
    /// Poses of A and of B.
    pub poses: Vec<[CasePose; 2]>,
    /// Ground truth of each pair, if known.
    pub truth: Option<Vec<Truth>>,
}

impl CaseSet {
    /// Reference length for errors of pair `i`: the bounding radius of the larger shape plus the largest coordinate of the two positions.
    pub fn size(&self, i: usize) -> f64 {
        let radius = self.a.bounding_radius().max(self.b.bounding_radius());
        self.poses[i].iter().flat_map(|p| p.translation).fold(0.0, |m: f64, c| m.max(c.abs())) + radius
    }
}

/// A set as in [`LIST`].
#[derive(Serialize, Deserialize)]
struct Entry {
    name: String,
    #[serde(default)]
    family: String,
    a: CaseShape,
    b: CaseShape,
    n: usize,
    file: String,
    #[serde(default, rename = "L")]
    side: Option<f64>,
}

/// Reads all sets of a folder, in the order of its list.
///
/// # Errors
/// If a file is missing or damaged; the error says which file, the position and the reason.
pub fn read(folder: impl Into<Source>) -> Result<Vec<CaseSet>, Error> {
    let folder = folder.into();
    list(&folder)?.into_iter().map(|entry| read_set(&folder, entry)).collect()
}

/// Reads the sets of a folder with these names, in the order of its list. Files of other sets are not read.
///
/// # Errors
/// If there is no such set, or a file is missing or damaged.
pub fn read_named(folder: impl Into<Source>, names: &[impl AsRef<str>]) -> Result<Vec<CaseSet>, Error> {
    let folder = folder.into();
    let entries = list(&folder)?;
    for name in names.iter().map(AsRef::as_ref) {
        if !entries.iter().any(|e| e.name == name) {
            let known = entries.iter().map(|e| e.name.as_str()).collect::<Vec<_>>().join(", ");
            return Err(folder.file(LIST).error(Reason::NoSuchSet { name: name.into(), known }));
        }
    }
    let chosen = entries.into_iter().filter(|e| names.iter().any(|n| n.as_ref() == e.name));
    chosen.map(|entry| read_set(&folder, entry)).collect()
}

/// Writes sets to a folder, which is created if needed.
///
/// # Errors
/// If a name is not valid as a file name, the truth has another length than the poses, or the file cannot be written.
pub fn write(folder: impl AsRef<Path>, sets: &[CaseSet]) -> Result<(), Error> {
    let folder = folder.as_ref();
    fs::create_dir_all(folder).map_err(|e| Error::new(folder, e))?;
    let entries: Vec<Entry> = sets.iter().map(entry).collect();
    check(&entries).map_err(|reason| Error::new(&folder.join(LIST), reason))?;
    for (set, entry) in sets.iter().zip(&entries) {
        let numbers = set.poses.iter().flatten().flat_map(|p| p.translation.into_iter().chain(p.quaternion));
        write_file(&folder.join(&entry.file), &bytes_of(numbers))?;
        if let Some(truth) = &set.truth {
            let path = folder.join(truth_name(&set.name));
            if truth.len() != set.poses.len() {
                let what = format!("{} truths for {} pairs", truth.len(), set.poses.len());
                return Err(Error::new(&path, Reason::Set { set: set.name.clone(), what }));
            }
            let numbers = truth.iter().flat_map(|t| {
                let [x, y, z] = t.normal;
                [t.signed_distance, x, y, z, t.error]
            });
            write_file(&path, &bytes_of(numbers))?;
        }
    }
    let text = serde_json::to_string(&entries).map_err(|e| Error::new(&folder.join(LIST), json(&e)))?;
    write_file(&folder.join(LIST), text.as_bytes())
}

fn bytes_of(numbers: impl Iterator<Item = f64>) -> Vec<u8> {
    numbers.flat_map(f64::to_le_bytes).collect()
}

fn entry(set: &CaseSet) -> Entry {
    Entry {
        name: set.name.clone(),
        family: set.family.clone(),
        a: set.a.clone(),
        b: set.b.clone(),
        n: set.poses.len(),
        file: format!("{}.f64", set.name),
        side: set.side,
    }
}

fn truth_name(name: &str) -> String {
    format!("{name}.truth.f64")
}

fn json(error: &serde_json::Error) -> Reason {
    Reason::Json(error.to_string())
}

/// Reads the sets of a folder without their poses.
fn list(folder: &Source) -> Result<Vec<Entry>, Error> {
    let source = folder.file(LIST);
    let parsed = source.bytes().and_then(|bytes| parse_list(without_mark(&bytes)));
    parsed.map_err(|reason| source.error(reason))
}

fn parse_list(bytes: &[u8]) -> Result<Vec<Entry>, Reason> {
    let values: Vec<serde_json::Value> = serde_json::from_slice(bytes).map_err(|e| json(&e))?;
    let parse = |(i, value): (usize, serde_json::Value)| {
        let name = value.get("name").and_then(|n| n.as_str());
        let set = name.map_or_else(|| format!("number {i}"), str::to_owned);
        // The parser quotes names of fields verbatim, including line breaks.
        let on_one_line = |text: String| text.replace(char::is_control, " ");
        serde_json::from_value(value).map_err(|e| Reason::Set { set, what: on_one_line(e.to_string()) })
    };
    let entries: Vec<Entry> = values.into_iter().enumerate().map(parse).collect::<Result<_, _>>()?;
    check(&entries)?;
    Ok(entries)
}

/// Checks a list beyond its syntax.
fn check(entries: &[Entry]) -> Result<(), Reason> {
    if entries.is_empty() {
        return Err(Reason::Json("it has no sets".into()));
    }
    for (i, entry) in entries.iter().enumerate() {
        let says = |what: String| Err(Reason::Set { set: entry.name.clone(), what });
        for (field, name) in [("name", &entry.name), ("file", &entry.file)] {
            if !is_file_name(name) {
                return says(format!("`{field}` is \"{name}\" but must be a plain file name"));
            }
        }
        if entries[..i].iter().any(|other| other.name == entry.name) {
            return says("the name is that of an earlier set too, names must differ".into());
        }
        if entry.n == 0 {
            return says("`n` is 0, a set needs pairs".into());
        }
    }
    Ok(())
}

/// Whether joining the name to a folder gives a file in that folder.
fn is_file_name(name: &str) -> bool {
    let mut parts = Path::new(name).components();
    let first = parts.next();
    matches!(first, Some(Component::Normal(part)) if part == name) && parts.next().is_none()
}

fn read_set(folder: &Source, entry: Entry) -> Result<CaseSet, Error> {
    let source = folder.file(&entry.file);
    let poses = source.bytes().map_err(|reason| match reason {
        Reason::Io(error) => Reason::CaseFile { set: entry.name.clone(), error },
        other => other,
    });
    let poses = poses.and_then(|bytes| parse_poses(&bytes, &entry)).map_err(|reason| source.error(reason))?;
    let source = folder.file(&truth_name(&entry.name));
    let truth = match source.bytes() {
        Ok(bytes) => Some(parse_truth(&bytes, &entry).map_err(|reason| source.error(reason))?),
        Err(Reason::Io(error)) if error.kind() == std::io::ErrorKind::NotFound => None,
        Err(reason) => return Err(source.error(reason)),
    };
    let Entry { name, family, a, b, side, .. } = entry;
    Ok(CaseSet { name, family, a, b, side, poses, truth })
}

/// Reads the pairs of poses of a standalone file, in the layout of a set.
///
/// # Errors
/// If the file cannot be read, is empty or truncated, or has a number that is not finite or a quaternion of zeros.
pub fn read_poses(source: impl Into<Source>) -> Result<Vec<[CasePose; 2]>, Error> {
    let source = source.into();
    let parsed = source.bytes().and_then(|bytes| {
        if bytes.is_empty() || bytes.len() % (POSES * 8) != 0 {
            return Err(Reason::PosesLength { found: bytes.len() });
        }
        poses_of(&bytes)
    });
    parsed.map_err(|reason| source.error(reason))
}

fn parse_poses(bytes: &[u8], entry: &Entry) -> Result<Vec<[CasePose; 2]>, Reason> {
    check_length(bytes, entry, POSES * 8)?;
    poses_of(bytes)
}

fn poses_of(bytes: &[u8]) -> Result<Vec<[CasePose; 2]>, Reason> {
    let rows = rows(bytes, &POSE_NAMES)?;
    for (pair, row) in rows.iter().enumerate() {
        for (what, start) in [("qA", 3), ("qB", 10)] {
            if row[start..start + 4].iter().all(|&c| c == 0.0) {
                let byte = (pair * POSES + start) * 8;
                return Err(Reason::ZeroQuaternion { pair, what, byte });
            }
        }
    }
    let pose = |row: &[f64; POSES], start: usize| CasePose {
        translation: std::array::from_fn(|i| row[start + i]),
        quaternion: std::array::from_fn(|i| row[start + 3 + i]),
    };
    Ok(rows.iter().map(|row| [pose(row, 0), pose(row, 7)]).collect())
}

fn parse_truth(bytes: &[u8], entry: &Entry) -> Result<Vec<Truth>, Reason> {
    check_length(bytes, entry, TRUTH * 8)?;
    let rows = rows(bytes, &TRUTH_NAMES)?;
    let truth = |&[signed_distance, x, y, z, error]: &[f64; TRUTH]| Truth {
        signed_distance,
        normal: [x, y, z],
        error,
    };
    Ok(rows.iter().map(truth).collect())
}

/// Checks that there are `n` rows of this many bytes.
fn check_length(bytes: &[u8], entry: &Entry, size: usize) -> Result<(), Reason> {
    check_rows(bytes, &entry.name, entry.n, size)
}

fn check_rows(bytes: &[u8], set: &str, n: usize, size: usize) -> Result<(), Reason> {
    if n.checked_mul(size) == Some(bytes.len()) {
        return Ok(());
    }
    Err(Reason::CaseLength { set: set.into(), n, size, found: bytes.len() })
}

/// Rows of doubles, all of them finite.
fn rows<const N: usize>(bytes: &[u8], names: &[&'static str; N]) -> Result<Vec<[f64; N]>, Reason> {
    let (numbers, _) = bytes.as_chunks::<8>();
    let mut rows = vec![[0.0; N]; numbers.len() / N];
    for (i, &number) in numbers.iter().enumerate() {
        let value = f64::from_le_bytes(number);
        if !value.is_finite() {
            return Err(Reason::CaseNumber { pair: i / N, what: names[i % N], byte: i * 8, value });
        }
        rows[i / N][i % N] = value;
    }
    Ok(rows)
}

impl CaseShape {
    /// The largest distance of a point from the origin.
    pub fn bounding_radius(&self) -> f64 {
        let norm = |v: [f64; 3]| impinge::Vec3::from(v).norm();
        match *self {
            Self::Box { half } => norm(half),
            Self::Ellipsoid { radii } => radii.into_iter().fold(0.0, f64::max),
            Self::RoundBox { half, r } => norm(half) + r,
            Self::Hull { ref points } => points.iter().map(|&p| norm(p)).fold(0.0, f64::max),
            Self::Cone { radius, height } => radius.hypot(0.5 * height),
            Self::Sphere { r } => r,
            Self::Capsule { half, r } => half + r,
            Self::Cylinder { half, r } => half.hypot(r),
        }
    }
}

#[cfg(test)]
mod tests;
