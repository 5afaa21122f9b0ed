//! Checkpoints, from which a stopped run resumes: one file, written aside and renamed, so that a complete one always exists.
//!
//! Its first field is a checksum of all that follows, so that a run does not go on from a damaged number. It identifies the run and holds the lengths of the files that grow and the state of the world. A resumed run is the same to the
//! bit as one that was never stopped.

use std::fs;
use std::io::Write;
use std::path::Path;

use impinge_sim::generic::{World, WorldSettings};
use serde::{Deserialize, Serialize};

use super::records::{CHECKPOINT, Lengths};
use super::space::Drawn;
use super::tally::Tally;
use crate::aside::write_aside;
use crate::failure::Failure;
use crate::hash::Digest;

/// Settings that must be the same for a run to resume.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(bound(serialize = "V: Drawn", deserialize = "V: Drawn"))]
pub struct Identity<V: Drawn> {
    /// Program that wrote it, with its version: another one may compute different results.
    pub program: String,
    pub scene: String,
    /// Whether it is in the plane.
    #[serde(default, skip_serializing_if = "is_in_space")]
    pub plane: bool,
    /// Hash of the scene.
    pub digest: String,
    pub settings: WorldSettings<V>,
    pub rate: f64,
    pub every: u64,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the signature that serde asks for")]
fn is_in_space(plane: &bool) -> bool {
    !plane
}

/// Part of a checkpoint that tells space from the plane.
#[derive(Deserialize)]
struct Head {
    run: HeadRun,
}

#[derive(Deserialize)]
struct HeadRun {
    #[serde(default)]
    plane: bool,
}

/// State from which a run resumes.
#[derive(Deserialize)]
#[serde(bound = "V: Drawn")]
pub struct Checkpoint<V: Drawn> {
    pub run: Identity<V>,
    pub tally: Tally,
    pub lengths: Lengths,
    #[serde(deserialize_with = "V::read_world")]
    pub world: World<V>,
}

/// The same in its serialized form.
#[derive(Serialize)]
#[serde(bound = "V: Drawn")]
pub struct Written<'a, V: Drawn> {
    pub run: &'a Identity<V>,
    pub tally: &'a Tally,
    pub lengths: Lengths,
    #[serde(serialize_with = "V::write_world")]
    pub world: &'a World<V>,
}

impl<V: Drawn> Checkpoint<V> {
    /// The checkpoint of a folder, if there is one.
    pub fn read(folder: &Path) -> Result<Option<Self>, Failure> {
        let path = folder.join(CHECKPOINT);
        let bytes = match fs::read(&path) {
            Ok(bytes) => bytes,
            Err(e) if e.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(e) => return Err(Failure::of(path, e)),
        };
        let said =
            |what: String| Failure::Said(format!("{}: {what}; pass `--force` to start over", path.display()));
        let Some((sum, rest)) = parts(&bytes) else {
            return Err(said(
                "the checkpoint has no checksum: it is damaged, or an older version wrote it".into(),
            ));
        };
        if sum != checksum(rest).as_bytes() {
            return Err(said("the checkpoint is damaged: its checksum is that of other data".into()));
        }
        let invalid = |e: serde_json::Error| said(format!("invalid checkpoint: {e}"));
        let Head { run: HeadRun { plane } } = serde_json::from_slice(&bytes).map_err(invalid)?;
        if plane != V::PLANE {
            let (place, resume) =
                if plane { ("the plane", "pass `--plane`") } else { ("space", "drop `--plane`") };
            return Err(Failure::Said(format!(
                "{}: the checkpoint is from a run in {place}; {resume} to resume it, or pass `--force` to start over",
                path.display()
            )));
        }
        serde_json::from_slice(&bytes).map(Some).map_err(invalid)
    }

    /// Refuses to resume a different run.
    pub fn check(&self, folder: &Path, run: &Identity<V>) -> Result<(), Failure> {
        let what = if self.run.program != run.program {
            format!("another version, {}", self.run.program)
        } else if self.run.scene != run.scene {
            format!("another scene, {}", self.run.scene)
        } else if self.run.digest != run.digest {
            "a scene with other numbers".into()
        } else if self.run.settings != run.settings {
            "another solver or other settings".into()
        } else if self.run.rate != run.rate {
            format!("another rate, {} Hz", self.run.rate)
        } else if self.run.every != run.every {
            format!("another `--every`, {}", self.run.every)
        } else {
            return Ok(());
        };
        let path = folder.join(CHECKPOINT);
        Err(Failure::Said(format!(
            "{}: the checkpoint is from a run with {what}; pass `--force` to start over",
            path.display()
        )))
    }
}

impl<V: Drawn> Written<'_, V> {
    /// Writes it atomically.
    pub fn write(&self, folder: &Path) -> Result<(), Failure> {
        write_aside(&folder.join(CHECKPOINT), &mut |file| {
            let mut json = serde_json::to_vec(self)?;
            json.push(b'\n');
            let rest = &json[1..];
            file.write_all(BEGIN)?;
            file.write_all(checksum(rest).as_bytes())?;
            file.write_all(MIDDLE)?;
            Ok(file.write_all(rest)?)
        })
    }
}

/// Text of a file before its checksum, and between the checksum and what it is the sum of.
const BEGIN: &[u8] = b"{\"checksum\":\"";
const MIDDLE: &[u8] = b"\",";

/// Checksum of a file, and what it is the sum of.
fn parts(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let (sum, rest) = bytes.strip_prefix(BEGIN)?.split_at_checked(32)?;
    Some((sum, rest.strip_prefix(MIDDLE)?))
}

fn checksum(bytes: &[u8]) -> String {
    let mut digest = Digest::new();
    digest.bytes(bytes);
    format!("{:032x}", digest.value())
}
