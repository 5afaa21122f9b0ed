//! Checkpoints, from which a stopped run resumes: one file, written aside and renamed, so that a complete one always exists.
//!
//! Its first field is a checksum of all that follows, so that a run does not go on from a damaged number. It identifies the run and holds the lengths of the files that grow and the state of the world. A resumed run is the same to the
//! bit as one that was never stopped.

use std::fs;
use std::io::Write;
use std::path::Path;

use impinge_sim::{World, WorldSettings};
use serde::{Deserialize, Serialize};

use super::records::{CHECKPOINT, Lengths};
use super::tally::Tally;
use crate::aside::write_aside;
use crate::failure::Failure;
use crate::hash::Digest;

/// Settings that must be the same for a run to resume.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Identity {
    /// Program that wrote it, with its version: another one may compute different results.
    pub program: String,
    pub scene: String,
    /// Hash of the scene.
    pub digest: String,
    pub settings: WorldSettings<f64>,
    pub rate: f64,
    pub every: u64,
}

/// State from which a run resumes.
#[derive(Deserialize)]
pub struct Checkpoint {
    pub run: Identity,
    pub tally: Tally,
    pub lengths: Lengths,
    pub world: World<f64>,
}

/// The same in its serialized form.
#[derive(Serialize)]
pub struct Written<'a> {
    pub run: &'a Identity,
    pub tally: &'a Tally,
    pub lengths: Lengths,
    pub world: &'a World<f64>,
}

impl Checkpoint {
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
        serde_json::from_slice(&bytes).map(Some).map_err(|e| said(format!("invalid checkpoint: {e}")))
    }

    /// Refuses to resume a different run.
    pub fn check(&self, folder: &Path, run: &Identity) -> Result<(), Failure> {
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

impl Written<'_> {
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
