//! Bodies from files: meshes part by part, scenes, robots in a pose.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use clap::Args;
use impinge::{Pose, Vec3};
use impinge_io::robot::{self, JointKind, Robot};
use impinge_io::{Geometry, MeshFile, Unit, scene};

use super::meshes::Loaded;
use super::{Form, NamedBody, meshes, scaled::scaled};
use crate::Limit;
use crate::failure::Failure;
use crate::inputs::FolderArgs;
use crate::log;
use crate::open::OpenArgs;
use crate::units::{UnitArgs, Units};
use crate::weld::WeldArgs;

/// Locations of the files that robots and scenes refer to, the pose of robots, and what meshes are taken as.
#[derive(Args)]
pub struct Places {
    /// Value of a robot's joint, in radians or meters; 0 by default
    #[arg(long = "joint", value_name = "NAME=VALUE", value_parser = joint, allow_hyphen_values = true)]
    joints: Vec<(String, f64)>,
    /// Take each mesh file as one body, with all its parts
    #[arg(long)]
    pub whole: bool,
    /// Treat meshes as surfaces, not solids: one inside the other is apart
    #[arg(long)]
    pub surface: bool,
    #[command(flatten)]
    open: OpenArgs,
    #[command(flatten)]
    folders: FolderArgs,
    #[command(flatten)]
    weld: WeldArgs,
    #[command(flatten)]
    units: UnitArgs,
}

/// Predicate on a pair, by the indices of its bodies: whether it may meet.
pub type Allowed = Box<dyn Fn(usize, usize) -> bool>;

/// Bodies of some files.
pub struct Gathered {
    pub bodies: Vec<NamedBody>,
    pub allowed: Allowed,
    /// Largest margin of a scene among them.
    pub margin: Option<f64>,
    /// For each body, the index of its file.
    pub file_of: Vec<usize>,
    /// Reasons why files, or parts of them, are not among the bodies.
    pub unread: Vec<Failure>,
    /// Unit of everything.
    pub units: Units,
    /// For each body, whether it is open and not allowed to be.
    pub is_open: Vec<bool>,
}

impl Gathered {
    /// Reads all files, until it is stopped. What cannot be read is reported with the bodies.
    pub fn read(
        files: &[PathBuf],
        places: &Places,
        limit: &Limit,
        whole: bool,
        stop: &AtomicBool,
    ) -> Result<Self, Failure> {
        let meshes = meshes::Shared::new(limit.max_bytes, places.surface).with_weld(places.weld);
        let units = places.units.units()?;
        let (bodies, unread) = (Vec::new(), Vec::new());
        let mut reader = Reader { places, limit, whole, bodies, meshes, units, unread };
        let mut rules: Vec<Allowed> = Vec::new();
        let mut margin: Option<f64> = None;
        let mut robots = 0;
        let mut file_of = Vec::new();
        for (k, file) in files.iter().enumerate() {
            if stop.load(Ordering::Relaxed) {
                break;
            }
            let extension = file.extension().map(|e| e.to_string_lossy().to_lowercase()).unwrap_or_default();
            let first = reader.bodies.len();
            let read = match extension.as_str() {
                "urdf" => {
                    robots += 1;
                    reader.robot(file).map(|rule| rules.push(rule))
                }
                "toml" | "json" => reader.scene(file).map(|(rule, own)| {
                    rules.push(rule);
                    margin = own.into_iter().chain(margin).reduce(f64::max);
                }),
                _ => reader.mesh(file),
            };
            if let Err(failure) = read {
                // A robot or a scene with a body missing is another one.
                reader.bodies.truncate(first);
                reader.unread.push(failure);
            }
            file_of.resize(reader.bodies.len(), k);
        }
        if robots == 0 && !places.joints.is_empty() {
            return Err(Failure::Usage(
                "`--joint` applies to robots only; add a .urdf file or drop it".into(),
            ));
        }
        let Reader { bodies, units, unread, .. } = reader;
        let names = meshes::distinct(bodies.iter().map(|body| body.name.clone()));
        let bodies: Vec<NamedBody> =
            bodies.into_iter().zip(names).map(|(body, name)| NamedBody { name, ..body }).collect();
        let is_open = |body: &NamedBody| match &body.form {
            Form::Mesh(mesh) => !mesh.is_closed() && !places.surface && !places.open.allows(&body.name),
            Form::Convex(_) => false,
        };
        let is_open = bodies.iter().map(is_open).collect();
        let allowed = Box::new(move |a, b| rules.iter().any(|rule| rule(a, b)));
        Ok(Self { bodies, allowed, margin, file_of, unread, units, is_open })
    }
}

struct Reader<'a> {
    places: &'a Places,
    limit: &'a Limit,
    whole: bool,
    bodies: Vec<NamedBody>,
    meshes: meshes::Shared,
    units: Units,
    unread: Vec<Failure>,
}

impl Reader<'_> {
    fn mesh(&mut self, file: &Path) -> Result<(), Failure> {
        let name = file.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        let loaded = Loaded::read(self.limit.of(file), self.whole)?;
        let factor = self.units.mesh(loaded.unit, &file.display().to_string());
        let names = loaded.names(&name);
        let alone = names.len() == 1;
        for (part, full) in loaded.parts.into_iter().zip(names) {
            let said =
                if alone { file.display().to_string() } else { format!("{}: {}", file.display(), part.name) };
            let mut mesh = part.mesh.scaled(factor);
            meshes::say_welded(&said, self.places.weld.apply(&mut mesh));
            match meshes::built(&said, &mesh, self.places.surface) {
                Ok(mesh) => {
                    self.bodies.push(NamedBody::new(full, Form::Mesh(Arc::new(mesh)), Pose::IDENTITY));
                }
                Err(failure) => self.unread.push(failure),
            }
        }
        Ok(())
    }

    fn scene(&mut self, file: &Path) -> Result<(Allowed, Option<f64>), Failure> {
        let read = scene::read(self.limit.of(file), &self.places.folders.folders())?;
        let factor = self.units.other(Some(read.unit), &file.display().to_string());
        let first = self.bodies.len();
        for body in &read.bodies {
            let form = self.form(&body.geometry, factor, &body.name)?;
            let group = body.groups.first().cloned().unwrap_or_default();
            let pose = moved(&body.pose, factor, file)?;
            self.bodies.push(NamedBody { name: body.name.clone(), group, form, pose, quiet: false });
        }
        let (margin, range) = (read.margin.map(|margin| margin * factor), first..self.bodies.len());
        let rule = move |a: usize, b: usize| {
            range.contains(&a) && range.contains(&b) && read.is_allowed(a - range.start, b - range.start)
        };
        Ok((Box::new(rule), margin))
    }

    fn robot(&mut self, file: &Path) -> Result<Allowed, Failure> {
        let robot = robot::read(self.limit.of(file), &self.places.folders.folders())?;
        let factor = self.units.other(Some(Unit::Meter), &file.display().to_string());
        let poses = poses_of(&robot, &self.places.joints, file)?;
        let first = self.bodies.len();
        let mut links = Vec::new();
        for (k, (link, pose)) in robot.links.iter().zip(&poses).enumerate() {
            let alone = link.collision.len() == 1;
            for (number, element) in link.collision.iter().enumerate() {
                let own = element.name.clone().unwrap_or_else(|| number.to_string());
                let name = if alone { link.name.clone() } else { format!("{}/{own}", link.name) };
                let form = self.form(&element.geometry, factor, &name)?;
                let group = robot.name.clone();
                let pose = moved(&(*pose * element.pose), factor, file)?;
                self.bodies.push(NamedBody { name, group, form, pose, quiet: false });
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

    fn form(&mut self, geometry: &Geometry, factor: f64, name: &str) -> Result<Form, Failure> {
        Ok(match geometry {
            Geometry::Shape(shape) => {
                Form::Convex(scaled(shape, factor).map_err(|e| Failure::Said(format!("{name}: {e}")))?)
            }
            Geometry::Mesh(file) => {
                let file = MeshFile { source: file.source.clone(), scale: file.scale * factor };
                Form::Mesh(self.meshes.get(&file)?)
            }
        })
    }
}

/// A pose with its translation in another unit.
fn moved(pose: &Pose<Vec3<f64>>, factor: f64, file: &Path) -> Result<Pose<Vec3<f64>>, Failure> {
    Pose::try_new(pose.translation() * factor, pose.rotation()).map_err(|e| Failure::of(file, e))
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
