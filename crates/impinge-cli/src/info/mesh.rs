//! Description of a mesh.

use std::collections::BTreeMap;
use std::path::Path;

use impinge::mesh::{MeshReport, TriangleMesh};
use impinge_io::{Mesh, MeshFormat, Part, Source, read_mesh};
use serde::Serialize;

use crate::bodies::meshes::{Loaded, is_inside_out};
use crate::failure::Failure;
use crate::units::Units;
use crate::weld::WeldArgs;

/// Description of a mesh.
#[derive(Serialize)]
pub struct MeshInfo {
    /// Points in the file.
    pub vertices: usize,
    /// Polygons in the file.
    pub faces: usize,
    /// Triangles after repairs, with polygons cut.
    pub triangles: usize,
    /// Smallest coordinates.
    pub min: [f64; 3],
    /// Largest coordinates.
    pub max: [f64; 3],
    /// Whether it bounds a solid: every edge has two faces, or several that close.
    pub closed: bool,
    /// None for an open mesh; negative if its faces face inward.
    pub volume: Option<f64>,
    /// Whether its faces face inward.
    pub inside_out: bool,
    /// Unit of all lengths.
    pub unit: &'static str,
    /// Points at open edges that were welded.
    pub welded: usize,
    /// Largest distance between them.
    pub weld_distance: f64,
    /// Gaps that were closed.
    pub gaps_closed: usize,
    /// Connected pieces, by shared vertices.
    pub pieces: usize,
    /// Repairs and their counts.
    pub repairs: BTreeMap<&'static str, usize>,
    /// Edges with one face only.
    pub open_edges: usize,
    /// Faces at non-manifold edges that do not close.
    pub crowded_edges: usize,
    /// Named parts of the file, if there are several.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub parts: Vec<PartInfo>,
}

/// Description of a part of a file.
#[derive(Serialize)]
pub struct PartInfo {
    pub name: String,
    pub vertices: usize,
    pub faces: usize,
    /// Whether it bounds a solid.
    pub closed: bool,
    /// Whether its faces face inward.
    pub inside_out: bool,
}

/// Reads a mesh and describes it.
pub fn info(source: Source, mut units: Units, weld: WeldArgs) -> Result<MeshInfo, Failure> {
    let path = source.path().to_owned();
    let format = MeshFormat::of(&path)?;
    let mesh = read_mesh(source.clone())?;
    let factor = units.mesh(mesh.unit, "");
    let mut mesh = if factor == 1.0 { mesh } else { mesh.scaled(factor) };
    let welded = weld.apply(&mut mesh);
    let (solid, report) = built(&path, &mesh)?;
    drop(mesh);
    let of = |part: &Part| {
        let mut mesh = part.mesh.clone().scaled(factor);
        weld.apply(&mut mesh);
        let solid = mesh.triangles::<f64>().ok().map(|(solid, _)| solid);
        PartInfo {
            name: part.name.clone(),
            vertices: part.mesh.vertices.len(),
            faces: part.mesh.faces.len(),
            closed: solid.as_ref().is_some_and(TriangleMesh::is_closed),
            inside_out: solid.as_ref().is_some_and(is_inside_out),
        }
    };
    // Parts have their own copies of shared points, so each is read on its own.
    let parts = if format.has_parts() { Loaded::read(source, false)?.parts } else { Vec::new() };
    let parts = if parts.len() > 1 { parts.iter().map(of).collect() } else { Vec::new() };
    Ok(MeshInfo {
        vertices: report.points,
        faces: report.faces,
        triangles: solid.len(),
        min: solid.bounds().min.to_array(),
        max: solid.bounds().max.to_array(),
        closed: solid.is_closed(),
        volume: solid.is_closed().then(|| solid.volume()),
        inside_out: is_inside_out(&solid),
        unit: units.key(),
        welded: welded.points,
        weld_distance: welded.distance,
        gaps_closed: welded.gaps,
        pieces: pieces(&solid),
        repairs: repairs(&report),
        open_edges: report.dangling,
        crowded_edges: report.crowded,
        parts,
    })
}

/// A mesh of the library from one of a file.
pub fn built(path: &Path, mesh: &Mesh) -> Result<(TriangleMesh<f64>, MeshReport), Failure> {
    mesh.triangles().map_err(|e| Failure::Said(format!("{}: {e}; check the file", path.display())))
}

fn repairs(report: &MeshReport) -> BTreeMap<&'static str, usize> {
    [
        ("points welded", report.welded),
        ("coordinates flushed to 0", report.flushed),
        ("points unused", report.unused),
        ("faces without area dropped", report.zero_area),
        ("copies of faces dropped", report.duplicate),
        ("triangles flipped", report.flipped),
        ("faces not flat, cut", report.non_planar),
        ("faces not convex, cut", report.non_convex),
        ("faces with crossing sides, cut", report.tangled),
    ]
    .into_iter()
    .filter(|(_, count)| *count > 0)
    .collect()
}

/// Number of pieces connected by shared vertices.
fn pieces(mesh: &TriangleMesh<f64>) -> usize {
    let mut parent: Vec<u32> = (0..mesh.vertices().len() as u32).collect();
    let mut is_used = vec![false; parent.len()];
    for (_, corners) in mesh.triangles() {
        let roots = corners.map(|v| root(&mut parent, v));
        let least = roots.into_iter().min().unwrap_or_default();
        roots.iter().for_each(|&r| parent[r as usize] = least);
        corners.iter().for_each(|&v| is_used[v as usize] = true);
    }
    (0..parent.len()).filter(|&v| is_used[v] && parent[v] == v as u32).count()
}

/// Representative vertex of a piece, with path halving.
fn root(parent: &mut [u32], mut v: u32) -> u32 {
    while parent[v as usize] != v {
        parent[v as usize] = parent[parent[v as usize] as usize];
        v = parent[v as usize];
    }
    v
}
