//! Meshes from files, repaired; repairs are reported on stderr, one line each.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::Arc;

use impinge::mesh::{MeshReport, TriangleMesh};
use impinge_io::{Mesh, MeshFile, Part, Source, Unit, Welded};

use crate::failure::Failure;
use crate::log;
use crate::units::Units;
use crate::weld::WeldArgs;

/// A mesh file that was read.
pub struct Loaded {
    /// Its parts, with names that differ; alone, if it has one.
    pub parts: Vec<Part>,
    /// The unit that it states.
    pub unit: Option<Unit>,
}

impl Loaded {
    /// Reads the parts of a file, or the whole file as one.
    pub fn read(source: Source, whole: bool) -> Result<Self, impinge_io::Error> {
        let mut parts = match whole {
            true => vec![Part { name: String::new(), mesh: impinge_io::read_mesh(source)?, color: None }],
            false => impinge_io::read_parts(source)?,
        };
        let names = distinct(parts.iter().map(|part| part.name.clone()));
        parts.iter_mut().zip(names).for_each(|(part, name)| part.name = name);
        let unit = parts.first().and_then(|part| part.mesh.unit);
        Ok(Self { parts, unit })
    }

    /// Names of the parts of a file of this name: its own if it has one part, otherwise `file/part`.
    pub fn names(&self, file: &str) -> Vec<String> {
        match self.parts.as_slice() {
            [_] => vec![file.to_owned()],
            parts => parts.iter().map(|part| format!("{file}/{}", part.name)).collect(),
        }
    }
}

/// Names that differ: those that repeat are numbered, from the second one on.
pub fn distinct(names: impl IntoIterator<Item = String>) -> Vec<String> {
    let mut taken = BTreeSet::new();
    // The next number to try, so that thousands of equal names take no longer than others.
    let mut next: BTreeMap<String, usize> = BTreeMap::new();
    let mut number = |name: String| {
        if taken.insert(name.clone()) {
            return name;
        }
        let k = next.entry(name.clone()).or_insert(2);
        loop {
            let numbered = format!("{name} ({k})");
            *k += 1;
            if taken.insert(numbered.clone()) {
                return numbered;
            }
        }
    };
    names.into_iter().map(&mut number).collect()
}

/// The mesh of a file, in the unit of the command.
pub fn read(source: Source, units: &mut Units) -> Result<TriangleMesh<f64>, Failure> {
    let name = source.path().display().to_string();
    let mesh = impinge_io::read_mesh(source)?;
    let factor = units.mesh(mesh.unit, &name);
    let mut mesh = mesh.scaled(factor);
    say_welded(&name, WeldArgs::default().apply(&mut mesh));
    built(&name, &mesh, false)
}

/// Reports what was welded.
pub fn say_welded(name: &str, welded: Welded) {
    let Welded { points, distance, gaps } = welded;
    if points > 0 {
        log::say(&format!("{name}: {points} points at open edges welded, {distance:.1e} apart at most"));
    }
    if gaps > 0 {
        log::say(&format!("{name}: {gaps} gaps closed"));
    }
}

/// A mesh that was read, with the name used in messages.
pub fn built(name: &str, mesh: &Mesh, surface: bool) -> Result<TriangleMesh<f64>, Failure> {
    let (mesh, report) =
        mesh.triangles().map_err(|e| Failure::Said(format!("{name}: {e}; check the file")))?;
    for note in notes(&report, mesh.is_closed() || surface) {
        log::say(&format!("{name}: {note}"));
    }
    if is_inside_out(&mesh) {
        log::say(&format!("{name}: its faces face inward; taken as the solid that they bound"));
    }
    Ok(if surface { mesh.into_surface() } else { mesh })
}

/// Whether the faces of a solid face inward. The library takes it as the solid that they bound all the same.
pub fn is_inside_out(mesh: &TriangleMesh<f64>) -> bool {
    mesh.is_closed() && mesh.volume() < 0.0
}

/// Meshes that robots and scenes refer to: each file is read once for each scale, however often it is named.
pub struct Shared {
    /// Most bytes to read of a file.
    pub max_bytes: u64,
    /// Meshes are surfaces without an inside.
    pub surface: bool,
    weld: WeldArgs,
    known: BTreeMap<(PathBuf, [u64; 3]), Arc<TriangleMesh<f64>>>,
}

impl Shared {
    /// No meshes yet.
    pub fn new(max_bytes: u64, surface: bool) -> Self {
        Self { max_bytes, surface, weld: WeldArgs::default(), known: BTreeMap::new() }
    }

    /// The same with other settings of welding.
    pub fn with_weld(self, weld: WeldArgs) -> Self {
        Self { weld, ..self }
    }

    /// The mesh of a file.
    pub fn get(&mut self, file: &MeshFile) -> Result<Arc<TriangleMesh<f64>>, Failure> {
        let path = file.source.path();
        let key = (path.to_path_buf(), file.scale.to_array().map(f64::to_bits));
        if let Some(mesh) = self.known.get(&key) {
            return Ok(Arc::clone(mesh));
        }
        let bounded = MeshFile { source: file.source.clone().at_most(self.max_bytes), scale: file.scale };
        let name = path.display().to_string();
        let mut mesh = bounded.read()?;
        say_welded(&name, self.weld.apply(&mut mesh));
        let mesh = Arc::new(built(&name, &mesh, self.surface)?);
        self.known.insert(key, Arc::clone(&mesh));
        Ok(mesh)
    }
}

/// Repairs and remaining defects.
fn notes(report: &MeshReport, has_inside: bool) -> Vec<String> {
    let &MeshReport { welded, flushed, flipped, zero_area, duplicate, tangled, dangling, crowded, .. } =
        report;
    let mut notes: Vec<String> = [
        (welded, "points welded to equal ones"),
        (flushed, "coordinates below 2^-300 taken as 0"),
        (flipped, "triangles flipped, to face as their neighbors do"),
        (zero_area, "faces without area dropped"),
        (duplicate, "copies of faces dropped"),
        (tangled, "faces cut in some way, as their sides cross"),
    ]
    .iter()
    .filter(|(count, _)| *count > 0)
    .map(|(count, what)| format!("{count} {what}"))
    .collect();
    if !has_inside {
        notes.push(format!(
            "open: no inside ({dangling} edges with one face, {crowded} faces at edges that do not close)"
        ));
    }
    notes
}

#[cfg(test)]
mod tests {
    use super::distinct;

    #[test]
    fn names_that_repeat_are_numbered() {
        let names = ["a", "b", "a", "a (2)", "a"].map(str::to_owned);
        assert_eq!(distinct(names), ["a", "b", "a (2)", "a (2) (2)", "a (3)"]);
    }
}
