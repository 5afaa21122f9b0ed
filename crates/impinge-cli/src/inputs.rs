//! Arguments shared by several commands: folders of referenced files, and gaps.

use std::path::PathBuf;

use clap::Args;
use impinge_io::Folders;

/// Locations of the files that a robot or a scene refers to.
#[derive(Args)]
pub struct FolderArgs {
    /// Folder of a package, for files given as package://NAME/PATH; may be repeated
    #[arg(long, value_name = "NAME=FOLDER", value_parser = package)]
    package: Vec<(String, PathBuf)>,
    /// Let robots and scenes refer to files outside their folder and the packages
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
        _ => Err("expected NAME=FOLDER".into()),
    }
}

/// A finite number that is not negative.
pub fn gap(text: &str) -> Result<f64, String> {
    let gap: f64 = text.parse().map_err(|e| format!("{e}"))?;
    if gap >= 0.0 && gap.is_finite() { Ok(gap) } else { Err("must be finite and not negative".into()) }
}
