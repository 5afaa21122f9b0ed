//! Bodies from files: meshes part by part, scenes, robots in a pose.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;
use impinge::{Pose, Vec3};
use impinge_io::robot::{self, JointKind, Robot};
use impinge_io::{Geometry, scene};

use super::{Form, NamedBody, meshes};
use crate::Limit;
use crate::failure::Failure;
use crate::inputs::{FolderArgs, ScaleArgs};
use crate::log;

/// Locations of the files that robots and scenes refer to, and the pose of robots.
#[derive(Args)]
pub struct Places {
    /// Value of a robot's joint, in radians or meters; 0 by default
    #[arg(long = "joint", value_name = "NAME=VALUE", value_parser = joint, allow_hyphen_values = true)]
    joints: Vec<(String, f64)>,
    #[command(flatten)]
    folders: FolderArgs,
    #[command(flatten)]
    pub scale: ScaleArgs,
}

/// Predicate on a pair, by the indices of its bodies: whether it may meet.
pub type Allowed = Box<dyn Fn(usize, usize) -> bool>;

/// Bodies of some files.
pub struct Gathered {
    pub bodies: Vec<NamedBody>,
    pub allowed: Allowed,
    /// Largest margin of a scene among them.
    pub margin: Option<f64>,
}

impl Gathered {
    /// Reads all files; meshes are surfaces if requested.
    pub fn read(files: &[PathBuf], places: &Places, limit: &Limit, surface: bool) -> Result<Self, Failure> {
        let meshes = meshes::Shared::new(limit.max_bytes, surface);
        let mut reader = Reader { places, limit, surface, bodies: Vec::new(), meshes };
        let mut rules: Vec<Allowed> = Vec::new();
        let mut margin: Option<f64> = None;
        let mut robots = 0;
        for file in files {
            let extension = file.extension().map(|e| e.to_string_lossy().to_lowercase()).unwrap_or_default();
            match extension.as_str() {
                "urdf" => {
                    rules.push(reader.robot(file)?);
                    robots += 1;
                }
                "toml" | "json" => {
                    let (rule, own) = reader.scene(file)?;
                    rules.push(rule);
                    margin = own.into_iter().chain(margin).reduce(f64::max);
                }
                _ => reader.mesh(file)?,
            }
        }
        if robots == 0 && !places.joints.is_empty() {
            return Err(Failure::Usage(
                "`--joint` applies to robots only; add a .urdf file or drop it".into(),
            ));
        }
        let allowed = Box::new(move |a, b| rules.iter().any(|rule| rule(a, b)));
        Ok(Self { bodies: reader.bodies, allowed, margin })
    }
}

struct Reader<'a> {
    places: &'a Places,
    limit: &'a Limit,
    surface: bool,
    bodies: Vec<NamedBody>,
    meshes: meshes::Shared,
}

impl Reader<'_> {
    fn mesh(&mut self, file: &Path) -> Result<(), Failure> {
        let name = file.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        let factor = self.places.scale.factor()?;
        let parts = impinge_io::read_parts(self.limit.of(file))?;
        let alone = parts.len() == 1;
        for part in parts {
            let full = if alone { name.clone() } else { format!("{name}/{}", part.name) };
            let said =
                if alone { file.display().to_string() } else { format!("{}: {}", file.display(), part.name) };
            let form = Form::Mesh(Arc::new(meshes::built(&said, &part.mesh.scaled(factor), self.surface)?));
            self.bodies.push(NamedBody::new(full, form, Pose::IDENTITY));
        }
        Ok(())
    }

    fn scene(&mut self, file: &Path) -> Result<(Allowed, Option<f64>), Failure> {
        let read = scene::read(self.limit.of(file), &self.places.folders.folders())?;
        let first = self.bodies.len();
        for body in &read.bodies {
            let form = self.form(&body.geometry)?;
            let group = body.groups.first().cloned().unwrap_or_default();
            self.bodies.push(NamedBody {
                name: body.name.clone(),
                group,
                form,
                pose: body.pose,
                quiet: false,
            });
        }
        let (margin, range) = (read.margin, first..self.bodies.len());
        let rule = move |a: usize, b: usize| {
            range.contains(&a) && range.contains(&b) && read.is_allowed(a - range.start, b - range.start)
        };
        Ok((Box::new(rule), margin))
    }

    fn robot(&mut self, file: &Path) -> Result<Allowed, Failure> {
        let robot = robot::read(self.limit.of(file), &self.places.folders.folders())?;
        let poses = poses_of(&robot, &self.places.joints, file)?;
        let first = self.bodies.len();
        let mut links = Vec::new();
        for (k, (link, pose)) in robot.links.iter().zip(&poses).enumerate() {
            let alone = link.collision.len() == 1;
            for (number, element) in link.collision.iter().enumerate() {
                let own = element.name.clone().unwrap_or_else(|| number.to_string());
                let name = if alone { link.name.clone() } else { format!("{}/{own}", link.name) };
                let form = self.form(&element.geometry)?;
                let group = robot.name.clone();
                self.bodies.push(NamedBody { name, group, form, pose: *pose * element.pose, quiet: false });
                links.push(k);
            }
        }
        let joined: Vec<[usize; 2]> = robot.joints.iter().map(|joint| [joint.parent, joint.child]).collect();
        let rule = move |a: usize, b: usize| {
            let link = |k: usize| k.checked_sub(first).and_then(|k| links.get(k)).copied();
            match (link(a), link(b)) {
                (Some(a), Some(b)) => a == b || joined.contains(&[a, b]) || joined.contains(&[b, a]),
                _ => false,
            }
        };
        Ok(Box::new(rule))
    }

    fn form(&mut self, geometry: &Geometry) -> Result<Form, Failure> {
        Ok(match geometry {
            Geometry::Shape(shape) => Form::Convex(shape.clone()),
            Geometry::Mesh(file) => Form::Mesh(self.meshes.get(file)?),
        })
    }
}

/// Poses of the links of a robot for some values of its joints; all others are 0.
fn poses_of(robot: &Robot, joints: &[(String, f64)], file: &Path) -> Result<Vec<Pose<Vec3<f64>>>, Failure> {
    let mut values = vec![0.0; robot.joints.len()];
    for (name, value) in joints {
        let Some(joint) = robot.joint(name).filter(|k| robot.joints[*k].is_free()) else {
            let known: Vec<&str> = robot.free_joints().map(|k| robot.joints[k].name.as_str()).collect();
            let said =
                format!("{}: no movable joint `{name}`; the robot has {}", file.display(), known.join(", "));
            return Err(Failure::Usage(said));
        };
        values[joint] = *value;
    }
    let is_placed = |joint: &&robot::Joint| matches!(joint.kind, JointKind::Planar | JointKind::Floating);
    for joint in robot.joints.iter().filter(is_placed) {
        let (file, name) = (file.display(), &joint.name);
        log::say(&format!("{file}: joint `{name}` is at its origin; `impinge robot` sets planar and floating joints"));
    }
    robot.link_poses(&values).map_err(|e| Failure::Usage(format!("{}: {e}", file.display())))
}

fn joint(text: &str) -> Result<(String, f64), String> {
    let (name, value) = text.split_once('=').ok_or_else(|| format!("`{text}` is not NAME=VALUE"))?;
    match value.parse::<f64>() {
        Ok(number) if number.is_finite() => Ok((name.into(), number)),
        _ => Err(format!("`{value}` is not a number")),
    }
}
