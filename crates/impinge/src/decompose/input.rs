//! From points and polygons to a solid: repaired, scaled, and oriented outward.
//!
//! The solid is where the winding number of the surface is positive. So shells may lie inside
//! one another (a cavity is a shell that faces inward), beside one another and across one another. Shells that face inward and
//! lie in no other one were meant to face outward, and are flipped.

use alloc::vec::Vec;

use super::groups::{shells, six_volumes};
use super::settings::DecomposeError;
use super::whole::Whole;
use crate::error::Problem;
use crate::math::{Aabb, Real, Vec3, exponent_of, problem_with_point};
use crate::mesh::polygon::{MeshSettings, PolygonMesh, position};
use crate::mesh::{MeshReport, Position, RANGE};

/// Volume, relative to that of the box, below which a solid counts as empty: a sheet of doubled polygons has that much by
/// rounding.
const FLAT: f64 = 1e-12;

/// Distance, relative to half the longest side of the box, at which points are welded if the surface is not closed otherwise: files with
/// few digits contain near-duplicate points.
const WELDS: [f64; 3] = [1e-9, 1e-7, 1e-6];

/// A solid, and the repairs made.
pub(super) struct Input {
    pub(super) whole: Whole,
    pub(super) report: MeshReport,
    /// Number of shells that were flipped.
    pub(super) turned: usize,
    /// Factor from coordinates of the solid to those of the mesh.
    pub(super) scale: f64,
    /// Offset added after scaling.
    pub(super) shift: Vec3<f64>,
}

impl Input {
    pub(super) fn new<T: Real>(points: &[Vec3<T>], polygons: &[&[u32]]) -> Result<Self, DecomposeError> {
        for (index, &p) in points.iter().enumerate() {
            if let Some(Problem::PointTooLarge { index: point }) = problem_with_point(index, p) {
                return Err(DecomposeError::TooLarge { point });
            }
        }
        let wide: Vec<Vec3<f64>> = points.iter().map(|p| p.cast()).collect();
        let shift = shift(&wide);
        let largest = wide.iter().fold(0.0, |m, &p| Real::max((p - shift).max_abs(), m));
        // Scaled to half the next power of two, so that sums stay below 1. Points that the mesh refuses are left unchanged.
        let fits = largest > 0.0 && largest <= RANGE;
        let exponent = if fits { exponent_of(largest) + 1 } else { 0 };
        let down = f64::power_of_two((-exponent).clamp(-1022, 1022));
        let scaled: Vec<Vec3<f64>> = wide.iter().map(|&p| (p - shift) * down).collect();
        let (mesh, report) = closed(&scaled, polygons)?;
        let (mesh, turned) = right_side_out(mesh)?;
        Ok(Self { whole: Whole::new(mesh), report, turned, scale: 1.0 / down, shift })
    }
}

/// Offset subtracted from all points first: the middle of the box, along axes on which the mesh is far from the origin. There all
/// coordinates are within a factor of two of it, so that nothing is rounded (Sterbenz 1974).
fn shift(points: &[Vec3<f64>]) -> Vec3<f64> {
    let Some(bounds) = Aabb::of_points(points.iter().copied()) else { return Vec3::ZERO };
    let (middle, half) = (bounds.center(), bounds.half_extents());
    let far = |m: f64, h: f64| if m.is_finite() && m.abs() >= 4.0 * h { m } else { 0.0 };
    Vec3::new(far(middle.x, half.x), far(middle.y, half.y), far(middle.z, half.z))
}

/// The mesh, with nearly coincident points welded if it is open otherwise.
fn closed(
    points: &[Vec3<f64>],
    polygons: &[&[u32]],
) -> Result<(PolygonMesh<f64>, MeshReport), DecomposeError> {
    let (mesh, report) = PolygonMesh::of_rings(points, polygons, &MeshSettings::default())?;
    if mesh.is_closed() {
        return Ok((mesh, report));
    }
    let unit = 0.5 * (mesh.bounds().max - mesh.bounds().min).max_abs();
    for weld in WELDS {
        let settings = MeshSettings { weld: weld * unit, ..MeshSettings::default() };
        if let Ok((mesh, report)) = PolygonMesh::of_rings(points, polygons, &settings)
            && mesh.is_closed()
        {
            return Ok((mesh, report));
        }
    }
    Err(DecomposeError::Open { dangling: report.dangling, crowded: report.crowded })
}

/// Flips the shells that face inward and lie in no other one, and returns their number.
fn right_side_out(mesh: PolygonMesh<f64>) -> Result<(PolygonMesh<f64>, usize), DecomposeError> {
    let (shell_of, count) = shells(&mesh);
    let at = |v: u32| mesh.vertices()[v as usize];
    let volume: Vec<f64> = six_volumes(&mesh, &shell_of, count).into_iter().map(|six| six / 6.0).collect();
    let size = mesh.bounds().max - mesh.bounds().min;
    let boxed = size.max_abs() * size.max_abs() * size.max_abs();
    if volume.iter().all(|v: &f64| v.abs() <= FLAT * boxed) {
        return Err(DecomposeError::NoVolume);
    }
    // If all of them face inward, cavities face outward.
    let all = volume.iter().sum::<f64>() < 0.0;
    let mut turned: Vec<bool> = alloc::vec![all; count];
    let facing_out = |shell: usize, turned: &[bool]| (volume[shell] > 0.0) != turned[shell];
    let outwards = (0..count).filter(|&shell| facing_out(shell, &turned)).count();
    if 0 < outwards && outwards < count {
        let outer = rebuilt(&mesh, &shell_of, &turned, |shell| facing_out(shell, &turned))?;
        let mut first = alloc::vec![0; count];
        shell_of.iter().enumerate().rev().for_each(|(p, &shell)| first[shell] = p as u32);
        let inwards: Vec<usize> = (0..count).filter(|&shell| !facing_out(shell, &turned)).collect();
        for shell in inwards {
            let Some(vertex) = mesh.corners(first[shell]).next() else { continue };
            if position(&outer, at(vertex)) == Some(Position::Outside) {
                turned[shell] = !turned[shell];
            }
        }
    }
    let count = turned.iter().filter(|&&t| t).count();
    if count == 0 {
        return Ok((mesh, 0));
    }
    Ok((rebuilt(&mesh, &shell_of, &turned, |_| true)?, count))
}

/// The mesh of some shells, some of them flipped.
fn rebuilt(
    mesh: &PolygonMesh<f64>,
    shell_of: &[usize],
    turned: &[bool],
    wanted: impl Fn(usize) -> bool,
) -> Result<PolygonMesh<f64>, DecomposeError> {
    let mut rings: Vec<Vec<u32>> = Vec::new();
    for (p, &shell) in shell_of.iter().enumerate().filter(|&(_, &shell)| wanted(shell)) {
        let mut ring: Vec<u32> = mesh.corners(p as u32).collect();
        if turned[shell] {
            ring.reverse();
        }
        rings.push(ring);
    }
    Ok(PolygonMesh::from_polygons(mesh.vertices(), &rings)?.0)
}
