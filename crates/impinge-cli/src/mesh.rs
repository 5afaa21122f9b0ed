//! `impinge hull FILE`: the hull of the vertices of a mesh.

use std::io::Write;
use std::path::Path;

use impinge::hull::{Solid, solid_hull};
use impinge::{Real, Vec3};
use impinge_io::{Mesh, MeshFormat, Reason, Source};
use serde::Serialize;

use crate::HullArgs;
use crate::failure::{Failure, on_one_line};
use crate::hulls::volume;
use crate::json::line;
use crate::units::Units;

/// The line of JSON, `docs/book/json.md`.
#[derive(Serialize)]
struct Summary {
    points: usize,
    /// Points that no face uses.
    unused: usize,
    vertices: usize,
    edges: usize,
    faces: usize,
    volume: f64,
    outside: f64,
    unit: &'static str,
}

/// Builds the hull of a mesh in precision `T`, reports on it, and writes it if requested.
pub fn run<T: Real>(out: &mut impl Write, args: &HullArgs) -> Result<(), Failure> {
    let file = args.mesh.as_deref().unwrap_or(Path::new(""));
    args.out.as_deref().map_or(Ok(()), |target| MeshFormat::to_write(target).map(drop))?;
    let mut units = args.units.units()?;
    let Points { points, unused } = Points::read(args.limit.of(file), args.faces_only, &mut units)?;
    let points: Vec<Vec3<T>> = points.into_iter().map(Vec3::cast).collect();
    let said = |what: &dyn std::fmt::Display| Failure::of(file, what);
    let hull = solid_hull(&points).map_err(|e| said(&e))?;
    let report = hull.check(&points).map_err(|e| said(&format_args!("the hull fails its check: {e}")))?;
    if let Some(target) = &args.out {
        impinge_io::write_mesh(target, &mesh_of(&hull))?;
    }
    let summary = Summary {
        points: points.len(),
        unused,
        vertices: report.vertices,
        edges: report.edges,
        faces: report.faces,
        volume: volume(hull),
        outside: report.worst_outside,
        unit: units.key(),
    };
    if args.json.write(out, &mut |out| line(out, &summary))? {
        return Ok(());
    }
    writeln!(out, "hull of {} points of {}", summary.points, on_one_line(&file.to_string_lossy()))?;
    if unused > 0 {
        let whether =
            if args.faces_only { "left out" } else { "taken as well; `--faces-only` leaves them out" };
        writeln!(out, "  unused    {unused} vertices that no face uses, {whether}")?;
    }
    writeln!(out, "  vertices  {}", summary.vertices)?;
    writeln!(out, "  edges     {}", summary.edges)?;
    writeln!(out, "  faces     {}", summary.faces)?;
    writeln!(out, "  volume    {}", summary.volume)?;
    writeln!(out, "  lengths   in {}", units.phrase())?;
    writeln!(out, "  outside   {:.2e} of the size, at worst", summary.outside)?;
    if let Some(target) = &args.out {
        writeln!(out, "written to {}", on_one_line(&target.to_string_lossy()))?;
    }
    Ok(())
}

/// Vertices of a file.
struct Points {
    points: Vec<Vec3<f64>>,
    /// Number of those that no face uses; without any faces, all count as used.
    unused: usize,
}

impl Points {
    fn read(source: Source, faces_only: bool, units: &mut Units) -> Result<Self, Failure> {
        let name = source.path().display().to_string();
        let mesh = match impinge_io::read_mesh(source.clone()) {
            Err(error) if !faces_only && matches!(error.reason, Reason::NoFaces) => {
                let (mut points, factor) = (impinge_io::read_points(source)?, units.mesh(None, &name));
                points.iter_mut().for_each(|point| *point *= factor);
                return Ok(Self { points, unused: 0 });
            }
            read => read?,
        };
        let factor = units.mesh(mesh.unit, &name);
        let mesh = mesh.scaled(factor);
        let mut is_used = vec![false; mesh.vertices.len()];
        mesh.faces.iter().flatten().for_each(|corner| is_used[*corner as usize] = true);
        let unused = is_used.iter().filter(|is_used| !**is_used).count();
        let mut points = mesh.vertices;
        if faces_only {
            let mut used = is_used.iter();
            points.retain(|_| *used.next().unwrap_or(&true));
        }
        Ok(Self { points, unused })
    }
}

/// Vertices and faces of a hull, as a mesh to write.
pub fn mesh_of<T: Real>(hull: &Solid<T>) -> Mesh {
    let topology = hull.topology();
    Mesh::new(
        hull.vertices().iter().map(|v| v.cast()).collect(),
        (0..topology.face_count() as u32).map(|f| topology.face_vertices(f).to_vec()).collect(),
    )
}
