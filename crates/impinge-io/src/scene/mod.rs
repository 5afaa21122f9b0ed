//! Scenes: named bodies with their poses, and the pairs of them that may collide, in TOML or JSON.
//!
//! Both formats have one schema, described with an example in `docs/book/files.md`. [`read`] checks everything before it returns
//! anything: names, sizes, poses, and that the meshes exist; [`MeshFile::read`](crate::MeshFile::read) reads these. An unknown key is an
//! error.
//!
//! **Failure.** Errors of TOML or JSON syntax, and wrong keys or types, are reported with their line; errors of a body, with the body's
//! name.

mod pattern;
mod physics;
mod pose;
mod shape;

use std::collections::HashSet;

use impinge::{Pose, Vec3};
use serde::Deserialize;

use self::physics::{MaterialEntry, checked_vector};
use self::pose::PoseEntry;
use self::shape::ShapeEntry;
use crate::source::without_mark;
use crate::words::shortened;
use crate::{Error, Folders, Geometry, MeshFile, MeshFormat, Reason, Source, Unit};

pub use pattern::{Pattern, is_like};
pub use physics::{Physics, Surface};

/// Extensions of scenes, in lower case.
pub const EXTENSIONS: &[&str] = &["toml", "json"];

/// Named bodies, and the pairs of them that are allowed to collide.
#[derive(Clone, Debug, PartialEq)]
pub struct SceneFile {
    /// Unit of all lengths.
    pub unit: Unit,
    /// Distance up to which bodies count as near, if the file gives it.
    pub margin: Option<f64>,
    /// Acceleration of gravity, in lengths per second squared, if the file gives it.
    pub gravity: Option<[f64; 3]>,
    /// Bodies, in the order of the file; no two have the same name.
    pub bodies: Vec<SceneBody>,
    /// Pairs that are allowed to collide, by names or groups.
    pub allowed: Vec<[Pattern; 2]>,
}

/// A body of a scene.
#[derive(Clone, Debug, PartialEq)]
pub struct SceneBody {
    /// Its unique name.
    pub name: String,
    /// Groups that it belongs to.
    pub groups: Vec<String>,
    /// Pose of the body.
    pub pose: Pose<Vec3<f64>>,
    /// Geometry of the body. Meshes are scaled to the unit of the scene.
    pub geometry: Geometry,
    /// Physical properties, for simulations.
    pub physics: Physics,
}

impl SceneFile {
    /// Whether two bodies, by their indices in `bodies`, are allowed to collide.
    pub fn is_allowed(&self, a: usize, b: usize) -> bool {
        let matches =
            |pattern: &Pattern, i: usize| pattern.matches(&self.bodies[i].name, &self.bodies[i].groups);
        let either = |[one, two]: &[Pattern; 2]| {
            matches(one, a) && matches(two, b) || matches(one, b) && matches(two, a)
        };
        self.allowed.iter().any(either)
    }
}

/// The file, as written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    unit: Option<String>,
    margin: Option<f64>,
    gravity: Option<[f64; 3]>,
    #[serde(default)]
    body: Vec<Body>,
    #[serde(default)]
    allowed: Vec<[String; 2]>,
}

/// A body, as written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Body {
    name: String,
    #[serde(default)]
    groups: Vec<String>,
    shape: Option<Box<ShapeEntry>>,
    mesh: Option<Box<MeshEntry>>,
    pose: Option<Box<PoseEntry>>,
    density: Option<f64>,
    mass: Option<f64>,
    velocity: Option<[f64; 3]>,
    angular_velocity: Option<[f64; 3]>,
    material: Option<MaterialEntry>,
}

/// A mesh, as written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct MeshEntry {
    file: String,
    unit: Option<String>,
    scale: Option<f64>,
}

/// Reads a scene from a file, TOML or JSON by its extension.
///
/// # Errors
/// If the extension is neither, the file cannot be read or is damaged, or a mesh is missing or outside of the folders.
pub fn read(source: impl Into<Source>, folders: &Folders) -> Result<SceneFile, Error> {
    let source = source.into();
    let parsed = source.bytes().and_then(|bytes| {
        let file = parse(&source, without_mark(&bytes))?;
        checked(file, &source, folders)
    });
    parsed.map_err(|reason| source.error(reason))
}

fn parse(source: &Source, bytes: &[u8]) -> Result<File, Reason> {
    let extension = source.path.extension().map(|e| e.to_string_lossy().to_lowercase());
    match extension.as_deref() {
        Some("json") => serde_json::from_slice(bytes).map_err(|e| {
            // The message ends with the position, which is reported in our own words.
            let text = e.to_string();
            let what = text.split(" at line ").next().unwrap_or_default();
            Reason::Line { what: on_one_line(what), line: e.line() }
        }),
        Some("toml") => toml::from_str(crate::xml::text(bytes)?).map_err(|e| {
            let start = e.span().map_or(0, |span| span.start).min(bytes.len());
            let line = 1 + bytes[..start].iter().filter(|&&b| b == b'\n').count();
            Reason::Line { what: on_one_line(e.message()), line }
        }),
        _ => Err(Reason::SceneExtension(extension)),
    }
}

/// Replaces line breaks, since messages quote keys verbatim.
fn on_one_line(text: &str) -> String {
    shortened(&text.replace(char::is_control, " "))
}

fn checked(file: File, source: &Source, folders: &Folders) -> Result<SceneFile, Reason> {
    let unit =
        unit(file.unit.as_deref()).map_err(|what| Reason::Damaged(shortened(&what)))?.unwrap_or(Unit::Meter);
    if let Some(margin) = file.margin.filter(|m| !(*m >= 0.0 && m.is_finite())) {
        return Err(Reason::Damaged(format!("`margin` is {margin} but must be finite and not negative")));
    }
    let gravity = checked_vector("gravity", file.gravity).map_err(Reason::Damaged)?;
    if file.body.is_empty() {
        return Err(Reason::Damaged("the scene has no bodies".into()));
    }
    let mut names = HashSet::new();
    let mut bodies = Vec::with_capacity(file.body.len());
    for body in file.body {
        let told = |what: String| Reason::Body { body: shortened(&body.name), what: shortened(&what) };
        if body.name.is_empty() {
            return Err(told("the name is empty".into()));
        }
        if !names.insert(body.name.clone()) {
            return Err(told("an earlier body already has this name".into()));
        }
        let geometry = match (body.shape, body.mesh) {
            (Some(shape), None) => Geometry::Shape(shape.build().map_err(told)?),
            (None, Some(mesh)) => Geometry::Mesh(found(&mesh, unit, source, folders, &body.name)?),
            _ => return Err(told("it needs either a `shape` or a `mesh`".into())),
        };
        let pose = body.pose.unwrap_or_default().build().map_err(told)?;
        let physics = Physics::checked(
            body.density,
            body.mass,
            body.velocity,
            body.angular_velocity,
            body.material.unwrap_or_default(),
        );
        let physics = physics.map_err(told)?;
        bodies.push(SceneBody { name: body.name, groups: body.groups, pose, geometry, physics });
    }
    let allowed = file.allowed.into_iter().map(|pair| pair.map(Pattern::new)).collect();
    Ok(SceneFile { unit, margin: file.margin, gravity, bodies, allowed })
}

fn unit(name: Option<&str>) -> Result<Option<Unit>, String> {
    name.map(|name| name.parse().map_err(|e: crate::UnknownUnit| e.to_string())).transpose()
}

/// The file of a mesh, scaled to the unit of the scene.
fn found(
    mesh: &MeshEntry,
    scene: Unit,
    source: &Source,
    folders: &Folders,
    body: &str,
) -> Result<MeshFile, Reason> {
    let told = |what: String| Reason::Body { body: shortened(body), what: shortened(&what) };
    let path = folders.find(&source.path, &mesh.file);
    let own = match path.as_ref().map(MeshFormat::of) {
        // It states its unit, and is read in meters.
        Ok(Ok(MeshFormat::Collada)) => Unit::Meter,
        Ok(Ok(format)) => format.unit().unwrap_or(scene),
        _ => scene,
    };
    let unit = unit(mesh.unit.as_deref()).map_err(told)?.unwrap_or(own);
    let scale = mesh.scale.unwrap_or(1.0) * unit.factor_to(scene);
    if !(scale.is_finite() && scale > 0.0) {
        return Err(told(format!("the mesh is scaled by {scale}, which must be finite and above 0")));
    }
    let place = format!("body `{}`", shortened(body));
    let path = path.map_err(|lost| lost.reason(&mesh.file, place))?;
    MeshFormat::of(&path).map_err(|e| told(format!("`{}`: {}", mesh.file, e.reason)))?;
    Ok(MeshFile { source: source.beside(path), scale: Vec3::splat(scale) })
}
