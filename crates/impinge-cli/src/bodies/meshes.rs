//! Meshes from files, repaired; repairs are reported on stderr, one line each.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use impinge::mesh::{MeshReport, TriangleMesh};
use impinge_io::{Mesh, MeshFile, Source};

use crate::failure::Failure;
use crate::log;

/// The mesh of a file, with coordinates times `factor`; a surface without an inside if requested.
pub fn read(source: Source, factor: f64, surface: bool) -> Result<TriangleMesh<f64>, Failure> {
    let name = source.path().display().to_string();
    built(&name, &impinge_io::read_mesh(source)?.scaled(factor), surface)
}

/// A mesh that was read, with the name used in messages.
pub fn built(name: &str, mesh: &Mesh, surface: bool) -> Result<TriangleMesh<f64>, Failure> {
    let (mesh, report) =
        mesh.triangles().map_err(|e| Failure::Said(format!("{name}: {e}; check the file")))?;
    for note in notes(&report, mesh.is_closed() || surface) {
        log::say(&format!("{name}: {note}"));
    }
    Ok(if surface { mesh.into_surface() } else { mesh })
}

/// Meshes that robots and scenes refer to: each file is read once for each scale, however often it is named.
pub struct Shared {
    /// Most bytes to read of a file.
    pub max_bytes: u64,
    /// Meshes are surfaces without an inside.
    pub surface: bool,
    known: BTreeMap<(PathBuf, [u64; 3]), Arc<TriangleMesh<f64>>>,
}

impl Shared {
    /// No meshes yet.
    pub fn new(max_bytes: u64, surface: bool) -> Self {
        Self { max_bytes, surface, known: BTreeMap::new() }
    }

    /// The mesh of a file.
    pub fn get(&mut self, file: &MeshFile) -> Result<Arc<TriangleMesh<f64>>, Failure> {
        let path = file.source.path();
        let key = (path.to_path_buf(), file.scale.to_array().map(f64::to_bits));
        if let Some(mesh) = self.known.get(&key) {
            return Ok(Arc::clone(mesh));
        }
        let bounded = MeshFile { source: file.source.clone().at_most(self.max_bytes), scale: file.scale };
        let mesh = Arc::new(built(&path.display().to_string(), &bounded.read()?, self.surface)?);
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
