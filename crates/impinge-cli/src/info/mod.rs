//! `impinge info FILE...`: describes mesh, robot and scene files and distance maps: counts, bounds, volume, closedness, repairs.
//!
//! Every file is read completely, with the meshes that it refers to. A file that cannot be read is reported on stderr, the others are
//! still described, and the exit code is 2.

pub mod map;
mod mesh;
mod print;
mod robot;
mod scene;

pub use print::map as print_map;
use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use serde::Serialize;

use self::map::MapInfo;
use self::mesh::MeshInfo;
use self::robot::RobotInfo;
use self::scene::SceneInfo;
use crate::Limit;
use crate::failure::Failure;
use crate::inputs::FolderArgs;
use crate::json::{JsonArgs, line};
use crate::log;
use crate::units::UnitArgs;
use crate::weld::WeldArgs;

/// Arguments of `impinge info`.
#[derive(Args)]
#[command(after_help = "Example: impinge info part.stl arm.urdf scene.toml")]
pub struct InfoArgs {
    /// Meshes, robots (.urdf), scenes (.toml, .json) and distance maps (.isdf)
    #[arg(required = true)]
    files: Vec<PathBuf>,
    #[command(flatten)]
    json: JsonArgs,
    #[command(flatten)]
    weld: WeldArgs,
    #[command(flatten)]
    units: UnitArgs,
    #[command(flatten)]
    folders: FolderArgs,
    #[command(flatten)]
    limit: Limit,
}

/// Description of a file.
#[derive(Serialize)]
struct Info {
    file: String,
    #[serde(flatten)]
    content: Content,
}

/// Contents of a file.
#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum Content {
    Map(MapInfo),
    Mesh(MeshInfo),
    Robot(RobotInfo),
    Scene(SceneInfo),
}

/// Describes every file.
pub fn run(out: &mut impl Write, args: &InfoArgs) -> Result<(), Failure> {
    args.units.units()?;
    let mut infos = Vec::new();
    let mut failed = None;
    for file in &args.files {
        match content(file, args) {
            Ok(content) => infos.push(Info { file: file.display().to_string(), content }),
            Err(failure) => {
                // The caller reports the last one.
                if let Some(earlier) = failed.replace(failure) {
                    log::say(&earlier.to_string());
                }
            }
        }
    }
    if !args.json.write(out, &mut |out| infos.iter().try_for_each(|info| line(out, info)))? {
        for (i, info) in infos.iter().enumerate() {
            if i > 0 {
                writeln!(out)?;
            }
            print::text(out, &info.file, &info.content)?;
        }
    }
    failed.map_or(Ok(()), Err)
}

fn content(file: &Path, args: &InfoArgs) -> Result<Content, Failure> {
    let source = args.limit.of(file);
    let extension = file.extension().map(|e| e.to_string_lossy().to_lowercase()).unwrap_or_default();
    Ok(match extension.as_str() {
        impinge_io::isdf::EXTENSION => Content::Map(map::info(source)?),
        "urdf" => Content::Robot(robot::info(source, &args.folders.folders())?),
        scene if impinge_io::scene::EXTENSIONS.contains(&scene) => {
            Content::Scene(scene::info(source, &args.folders.folders())?)
        }
        _ => Content::Mesh(mesh::info(source, args.units.units()?, args.weld)?),
    })
}
