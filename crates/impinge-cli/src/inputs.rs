//! What several commands are told: units of the files that they read, where files lie that others name, and gaps.

use std::path::PathBuf;

use clap::Args;
use impinge_io::{Folders, Unit};

use crate::failure::Failure;

/// In what unit the coordinates of a mesh file are.
#[derive(Args)]
pub struct ScaleArgs {
    /// Coordinates of mesh files are in this unit, and become meters: mm, cm, m, in or ft
    #[arg(long, value_name = "UNIT", value_parser = |text: &str| text.parse::<Unit>())]
    unit: Option<Unit>,
    /// Coordinates of mesh files are multiplied by this
    #[arg(long, value_name = "FACTOR", allow_hyphen_values = true)]
    scale: Option<f64>,
}

impl ScaleArgs {
    /// What coordinates are multiplied by.
    pub fn factor(&self) -> Result<f64, Failure> {
        let scale = self.scale.unwrap_or(1.0);
        if !(scale.is_finite() && scale > 0.0) {
            return Err(Failure::Usage(format!("`--scale` is {scale}, it must be finite and above 0")));
        }
        Ok(scale * self.unit.map_or(1.0, Unit::meters))
    }
}

/// Where files lie that a robot or a scene names.
#[derive(Args)]
pub struct FolderArgs {
    /// Where a package lies, for files named as package://NAME/PATH; may be given again
    #[arg(long, value_name = "NAME=FOLDER", value_parser = package)]
    package: Vec<(String, PathBuf)>,
    /// Robots and scenes may name files outside of their folder and of the packages
    #[arg(long)]
    allow_outside: bool,
}

impl FolderArgs {
    /// The folders.
    pub fn folders(&self) -> Folders {
        let named = |folders: Folders, (name, folder): &(String, PathBuf)| folders.package(name, folder);
        let folders = self.package.iter().fold(Folders::new(), named);
        if self.allow_outside { folders.allow_outside() } else { folders }
    }
}

fn package(text: &str) -> Result<(String, PathBuf), String> {
    match text.split_once('=') {
        Some((name, folder)) if !name.is_empty() && !folder.is_empty() => Ok((name.into(), folder.into())),
        _ => Err("a package is given as NAME=FOLDER".into()),
    }
}

/// A finite number that is not negative.
pub fn gap(text: &str) -> Result<f64, String> {
    let gap: f64 = text.parse().map_err(|e| format!("{e}"))?;
    if gap >= 0.0 && gap.is_finite() { Ok(gap) } else { Err("it must be finite and not negative".into()) }
}
