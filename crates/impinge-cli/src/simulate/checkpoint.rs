//! Where a run that was stopped goes on: one file, written aside and renamed, so that there is always a whole one.
//!
//! It says which run it is of, how long the files are that grow, and how the world stood. A run that goes on from it is the same to the
//! bit as one that was never stopped.

use std::fs;
use std::io::Write;
use std::path::Path;

use impinge_sim::{Solver, World};
use serde::{Deserialize, Serialize};

use super::records::{CHECKPOINT, Lengths};
use super::tally::Tally;
use crate::aside::write_aside;
use crate::failure::Failure;

/// What must be the same for a run to go on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Identity {
    /// What wrote it, with its version: another one may compute other things.
    pub program: String,
    pub scene: String,
    /// Of all that the scene is made of.
    pub digest: String,
    pub solver: Solver<f64>,
    pub rate: f64,
    pub every: u64,
}

/// Where a run goes on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Checkpoint {
    pub run: Identity,
    pub tally: Tally,
    pub lengths: Lengths,
}

impl Checkpoint {
    /// That of a folder, if there is one.
    pub fn read(folder: &Path) -> Result<Option<Self>, Failure> {
        let path = folder.join(CHECKPOINT);
        let bytes = match fs::read(&path) {
            Ok(bytes) => bytes,
            Err(e) if e.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(e) => return Err(Failure::Said(format!("{}: {e}", path.display()))),
        };
        let said = |what: String| Failure::Said(format!("{}: {what}; `--force` begins anew", path.display()));
        serde_json::from_slice(&bytes).map(Some).map_err(|e| said(format!("no checkpoint: {e}")))
    }

    /// Writes it, whole or not at all.
    pub fn write(&self, folder: &Path) -> Result<(), Failure> {
        write_aside(&folder.join(CHECKPOINT), &mut |file| {
            serde_json::to_writer(&mut *file, self)?;
            Ok(writeln!(file)?)
        })
    }

    /// Refuses to go on with another run.
    pub fn check(&self, folder: &Path, run: &Identity) -> Result<(), Failure> {
        let what = if self.run.program != run.program {
            format!("another version, {}", self.run.program)
        } else if self.run.scene != run.scene {
            format!("another scene, {}", self.run.scene)
        } else if self.run.digest != run.digest {
            "a scene of other numbers".into()
        } else if self.run.solver != run.solver {
            "another solver".into()
        } else if self.run.rate != run.rate {
            format!("another rate, {} Hz", self.run.rate)
        } else if self.run.every != run.every {
            format!("another `--every`, {}", self.run.every)
        } else {
            return Ok(());
        };
        let path = folder.join(CHECKPOINT);
        Err(Failure::Said(format!("{}: the checkpoint is of {what}; `--force` begins anew", path.display())))
    }
}

/// Brings a world from its start to where it stood at a checkpoint, by taking its steps again.
pub fn restore(world: &mut World<f64>, steps: u64, step_time: f64) -> Result<(), Failure> {
    for step in 1..=steps {
        world.step(step_time).map_err(|e| Failure::Said(format!("step {step}: {e}")))?;
    }
    Ok(())
}
