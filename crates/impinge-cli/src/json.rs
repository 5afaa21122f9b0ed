//! The flag `--json`, the same for every command; `docs/book/json.md` has the keys.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use serde::Serialize;

use crate::aside::write_aside;
use crate::failure::Failure;

/// Output as JSON.
#[derive(Args)]
pub struct JsonArgs {
    /// Print JSON instead of text; with `=FILE`, write it to a file
    #[arg(long, value_name = "FILE", num_args = 0..=1, require_equals = true, default_missing_value = "-")]
    json: Option<PathBuf>,
}

impl JsonArgs {
    /// Whether JSON is printed instead of text.
    pub fn is_printed(&self) -> bool {
        self.json.as_ref().is_some_and(|path| path.as_os_str() == "-")
    }

    /// File that gets the JSON.
    pub fn file(&self) -> Option<&Path> {
        self.json.as_deref().filter(|_| !self.is_printed())
    }

    /// Writes JSON by `write` to where it was requested, if it was; returns whether it was printed, so that text is not.
    pub fn write(
        &self,
        out: &mut dyn Write,
        write: &mut dyn FnMut(&mut dyn Write) -> Result<(), Failure>,
    ) -> Result<bool, Failure> {
        if let Some(path) = self.file() {
            write_aside(path, &mut |file| write(file))?;
        }
        if self.is_printed() {
            write(out)?;
        }
        Ok(self.is_printed())
    }
}

/// Writes a value as a line of JSON.
pub fn line(out: &mut dyn Write, value: &impl Serialize) -> Result<(), Failure> {
    serde_json::to_writer(&mut *out, value)?;
    Ok(writeln!(out)?)
}
