//! The stacks tried in a search for the tallest one, in a file, so that a stopped search can resume.
//!
//! The file is written aside and renamed after each stack. A stack gives the same result whenever it is tried, so a resumed search
//! finds the same as one that was never stopped.

use std::fs;
use std::path::{Path, PathBuf};

use impinge_sim::study::StackTrial;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::args::SimulateArgs;
use crate::aside::write_aside;
use crate::failure::Failure;

/// The file in the folder of `--out`.
const FILE: &str = "stacks.json";

/// Record of the stacks tried, if the command line names a folder.
pub struct Tried {
    path: Option<PathBuf>,
    search: Value,
    /// Stacks tried by this search and the runs that it resumes.
    pub trials: Vec<StackTrial>,
}

/// The file.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    /// Program and settings: another search tries other stacks.
    search: Value,
    trials: Vec<StackTrial>,
}

impl Tried {
    /// State before the search with these settings begins.
    pub fn read(args: &SimulateArgs, settings: Value) -> Result<Self, Failure> {
        let program = format!("impinge {}", env!("CARGO_PKG_VERSION"));
        let search = serde_json::json!({ "program": program, "settings": settings });
        let Some(folder) = &args.out else { return Ok(Self { path: None, search, trials: Vec::new() }) };
        let path = folder.join(FILE);
        let trials = match (args.resume, path.exists()) {
            (true, true) => read(&path, &search)?,
            (true, false) => {
                let said = "no search to resume; drop `--resume`";
                return Err(Failure::Usage(format!("{}: {said}", folder.display())));
            }
            (false, true) if !args.force => {
                let said = "the folder already holds a search; pass `--resume` to continue it, or `--force` to start over";
                return Err(Failure::Usage(format!("{}: {said}", folder.display())));
            }
            (false, _) => Vec::new(),
        };
        fs::create_dir_all(folder)
            .map_err(|e| Failure::Said(format!("{}: cannot make the folder: {e}", folder.display())))?;
        Ok(Self { path: Some(path), search, trials })
    }

    /// Adds stacks that were tried; those already known come first.
    pub fn keep(&mut self, trials: &[StackTrial]) -> Result<(), Failure> {
        let before = self.trials.len();
        for trial in trials {
            if !self.trials.iter().any(|known| known.boxes == trial.boxes) {
                self.trials.push(*trial);
            }
        }
        match &self.path {
            Some(path) if self.trials.len() > before || !path.exists() => {
                let written = Written { search: self.search.clone(), trials: self.trials.clone() };
                write_aside(path, &mut |file| Ok(serde_json::to_writer(file, &written)?))
            }
            _ => Ok(()),
        }
    }
}

fn read(path: &Path, search: &Value) -> Result<Vec<StackTrial>, Failure> {
    let said =
        |what: String| Failure::Said(format!("{}: {what}; pass `--force` to start over", path.display()));
    let bytes = fs::read(path).map_err(|e| Failure::of(path, e))?;
    let written: Written =
        serde_json::from_slice(&bytes).map_err(|e| said(format!("not a record of tried stacks: {e}")))?;
    if written.search != *search {
        return Err(said(
            "the search has other settings, or comes from another version of the program".into(),
        ));
    }
    Ok(written.trials)
}
