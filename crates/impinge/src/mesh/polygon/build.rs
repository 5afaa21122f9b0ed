//! Builds a mesh from points and polygons: all steps.

use alloc::vec;
use alloc::vec::Vec;

use super::base::Base;
use super::faces::clean;
use super::loops::{Loops, Rings};
use super::merge::merge;
use super::weld::weld;
use super::{
    Edge, EdgeKind, MeshError, MeshReport, MeshSettings, NONE, Polygon, PolygonMesh, Side, crowds, junctions,
    seams,
};
use crate::error::Problem;
use crate::hull::Solid;
use crate::math::{
    Aabb, Each, RANGE, Real, Vec3, Vector, area_and_normal, built_with_the_crate, problem_with_vertex,
};

/// Limit on the number of corners: half-edges have 32-bit indices, and junctions add some.
pub(in crate::mesh) const MAX_CORNERS: usize = 1 << 31;

built_with_the_crate! {
    /// A mesh of polygons.
    pub(super) fn of_rings<'a, T: Real>(
        points: &'a [Vec3<T>],
        rings: &'a [&'a [u32]],
        settings: &'a MeshSettings,
    ) -> Result<(PolygonMesh<T>, MeshReport), MeshError> = build;
}

built_with_the_crate! {
    /// A mesh of the faces of a convex hull, unchanged.
    pub(super) fn from_solid<'a, T: Real>(solid: &'a Solid<T>) -> Result<PolygonMesh<T>, MeshError> = of_solid;
}

fn build<T: Real>(
    points: &[Vec3<T>],
    faces: &[&[u32]],
    settings: &MeshSettings,
) -> Result<(PolygonMesh<T>, MeshReport), MeshError> {
    for (what, value) in [("weld", settings.weld), ("flat", settings.flat)] {
        // A setting above 0 but below the range of coordinates has no effect, and its quotients overflow.
        if !(value == 0.0 || (value * RANGE >= 1.0 && value.is_finite())) {
            return Err(MeshError::BadSetting { what, value });
        }
    }
    let mut report = MeshReport { points: points.len(), faces: faces.len(), ..MeshReport::default() };
    let wide = widened(points, &mut report)?;
    check_indices(points.len(), faces)?;
    report.unused = points.len() - used(points.len(), faces.iter().copied().flatten().copied());

    let stands_for = weld(&wide, settings.weld);
    report.welded = stands_for.iter().enumerate().filter(|&(i, &of)| i != of as usize).count();
    let mut rings = clean(&wide, &stands_for, faces, settings.flat, &mut report);
    if rings.len() == 0 {
        return Err(MeshError::Empty);
    }
    let mut loops = Loops::new(&rings);
    if let Some(filled) = junctions::filled(&wide, &rings, &loops, &mut report) {
        rings = filled;
        loops = Loops::new(&rings);
    }
    crowds::pair(&wide, &mut loops);
    let mut bases = bases(&wide, &rings);
    let bent =
        if settings.merge { merge(&wide, &mut loops, &mut bases, settings.flat, &mut report) } else { 0.0 };
    let kinds = seams::kinds(&loops, &bases);
    let mut mesh = assemble(points, &wide, &loops, &bases, &kinds, settings.two_sided, bent, &mut report);
    if !settings.internal {
        mesh.edges.iter_mut().for_each(|edge| edge.internal = false);
        mesh.vertex_internal.fill(false);
    }
    Ok((mesh, report))
}

fn of_solid<T: Real>(solid: &Solid<T>) -> Result<PolygonMesh<T>, MeshError> {
    let topology = solid.topology();
    let mut rings = Rings::new();
    for face in 0..topology.face_count() as u32 {
        rings.push(topology.face_vertices(face));
    }
    let report = &mut MeshReport::default();
    let wide = widened(solid.vertices(), report)?;
    let loops = Loops::new(&rings);
    let bases = bases(&wide, &rings);
    if bases.len() < rings.len() {
        return Err(MeshError::Empty);
    }
    // Convex by construction; a test might not confirm it for faces that are not quite flat.
    let kinds = vec![EdgeKind::Convex; loops.origin.len()];
    Ok(assemble(solid.vertices(), &wide, &loops, &bases, &kinds, false, 0.0, report))
}

/// The points as `f64`, all of them in the range of the exact predicates.
pub(super) fn widened<T: Real>(
    points: &[Vec3<T>],
    report: &mut MeshReport,
) -> Result<Vec<Vec3<f64>>, MeshError> {
    if points.len() > MAX_CORNERS {
        return Err(MeshError::TooMany { count: points.len() });
    }
    points.iter().enumerate().map(|(i, p)| in_range(i, *p, report)).collect()
}

/// A point, by its index, with coordinates in the range of the exact predicates.
pub(in crate::mesh) fn in_range<T: Real>(
    point: usize,
    p: Vec3<T>,
    report: &mut MeshReport,
) -> Result<Vec3<f64>, MeshError> {
    match problem_with_vertex(point, p) {
        Some(Problem::PointTooLarge { .. }) => return Err(MeshError::TooLarge { point }),
        Some(_) => return Err(MeshError::NotFinite { point }),
        None => {}
    }
    Ok(p.cast::<f64>().map(|c| {
        let tiny = is_tiny(c);
        report.flushed += usize::from(tiny);
        if tiny { 0.0 } else { c }
    }))
}

/// Whether a coordinate counts as 0: see [`RANGE`].
fn is_tiny(c: f64) -> bool {
    c != 0.0 && c.abs() * RANGE < 1.0
}

/// A query point with coordinates that are not too small for the exact predicates; meshes flush their vertices the same way.
pub(crate) fn flushed(p: Vec3<f64>) -> Vec3<f64> {
    p.map(|c| if is_tiny(c) { 0.0 } else { c })
}

pub(in crate::mesh) fn check_indices<P: AsRef<[u32]>>(points: usize, faces: &[P]) -> Result<(), MeshError> {
    let count = faces.iter().map(|face| face.as_ref().len()).sum();
    if count > MAX_CORNERS {
        return Err(MeshError::TooMany { count });
    }
    for (face, ring) in faces.iter().enumerate() {
        for (corner, &index) in ring.as_ref().iter().enumerate() {
            if index as usize >= points {
                return Err(MeshError::NoSuchPoint { face, corner, index });
            }
        }
    }
    Ok(())
}

/// Number of points that are used by a corner.
fn used(points: usize, corners: impl Iterator<Item = u32>) -> usize {
    let mut is_used = vec![false; points];
    corners.for_each(|i| is_used[i as usize] = true);
    is_used.into_iter().filter(|&u| u).count()
}

/// The plane of each ring. All rings have area.
fn bases(wide: &[Vec3<f64>], rings: &Rings) -> Vec<Base> {
    rings.iter().filter_map(|ring| Base::new(ring.iter().map(|&i| wide[i as usize]))).collect()
}

/// Assembles the mesh: only vertices in use, and polygons in the order of their first face in the input.
#[allow(clippy::too_many_arguments)]
pub(super) fn assemble<T: Real>(
    points: &[Vec3<T>],
    wide: &[Vec3<f64>],
    loops: &Loops,
    bases: &[Base],
    kinds: &[EdgeKind],
    two_sided: bool,
    bent: f64,
    report: &mut MeshReport,
) -> PolygonMesh<T> {
    let mut mesh = PolygonMesh::empty();
    let internal_vertex = seams::internal_vertices(loops, kinds, two_sided, points.len());

    // Vertices in use, by rising index in the input.
    let mut name = vec![NONE; points.len()];
    let faces = || (0..loops.first.len() as u32).filter(|&face| loops.first[face as usize] != NONE);
    for h in faces().flat_map(|face| loops.ring(face)) {
        name[loops.origin[h as usize] as usize] = 0;
    }
    for (i, name) in name.iter_mut().enumerate().filter(|(_, name)| **name == 0) {
        *name = mesh.vertices.len() as u32;
        // The coordinates that the predicates saw; equal in value unless flushed to 0.
        mesh.vertices.push(wide[i].cast());
        mesh.sources.push(i as u32);
        mesh.vertex_internal.push(internal_vertex[i]);
    }

    let mut edge_of = vec![NONE; loops.origin.len()];
    for face in faces() {
        let index = mesh.polygons.len() as u32;
        let first = mesh.sides.len() as u32;
        for h in loops.ring(face) {
            let twin = loops.twin[h as usize];
            if twin != NONE && edge_of[twin as usize] != NONE {
                // The neighbor was stored first.
                let edge = edge_of[twin as usize];
                mesh.edges[edge as usize].polygons[1] = index;
                mesh.sides.push(Side { edge, reversed: true });
                continue;
            }
            let kind = kinds[h as usize];
            report.dangling += usize::from(kind == EdgeKind::Dangling);
            report.crowded += usize::from(kind == EdgeKind::Crowded);
            let edge = mesh.edges.len() as u32;
            edge_of[h as usize] = edge;
            mesh.edges.push(Edge {
                ends: [loops.origin[h as usize], loops.target(h)].each(|v| name[v as usize]),
                polygons: [index, NONE],
                kind,
                internal: seams::internal(kind, two_sided),
            });
            mesh.sides.push(Side { edge, reversed: false });
        }
        let ring = || loops.ring(face).map(|h| wide[loops.origin[h as usize] as usize]);
        let count = mesh.sides.len() as u32 - first;
        let (polygon, residual) = plane(bases[face as usize].normal, ring, first, count, two_sided);
        mesh.flatness = mesh.flatness.max(residual);
        mesh.polygons.push(polygon);
    }
    // Vertices that vanished in a merged polygon were within `bent` of a plane, and so are the corners of the polygon. The difference
    // between that plane and the final one is largest at a corner, hence the sum.
    mesh.flatness += 2.0 * bent;
    mesh.closed = loops.closed;
    mesh.index();
    mesh.bounds = Aabb::of_points(mesh.vertices.iter().copied()).unwrap_or(mesh.bounds);
    let (volume, rounding) = volume(&mesh);
    mesh.volume = volume;
    mesh.room = volume < -rounding;
    mesh.parts = parts(&mesh);
    mesh
}

/// A polygon with its plane midway between its outermost corners, and an upper bound on their distance from it.
pub(super) fn plane<T: Real, I: Iterator<Item = Vec3<f64>>>(
    normal: Vec3<f64>,
    ring: impl Fn() -> I,
    first: u32,
    count: u32,
    two_sided: bool,
) -> (Polygon<T>, f64) {
    let (mut low, mut high) = (f64::INFINITY, -f64::INFINITY);
    let mut size: f64 = 0.0;
    let mut bounds: Option<Aabb<Vec3<f64>>> = None;
    for p in ring() {
        let height = normal.dot(p);
        (low, high) = (low.min(height), high.max(height));
        size = size.max(normal.abs().dot(p.abs()));
        bounds = Some(bounds.map_or(Aabb { min: p, max: p }, |b| b.union(&Aabb { min: p, max: p })));
    }
    let offset = 0.5 * low + 0.5 * high;
    // Three products and two sums, each rounded by ε/2 of at most `size`; the offset and the difference likewise; the
    // normal is of length 1 up to 2 ε.
    let rounding = 4.0 * f64::EPSILON * size;
    let residual = ((high - offset).max(offset - low) + rounding) * (1.0 + 4.0 * f64::EPSILON);
    let bounds = bounds.unwrap_or(Aabb { min: Vec3::ZERO, max: Vec3::ZERO });
    let bounds = Aabb { min: bounds.min.cast(), max: bounds.max.cast() };
    (Polygon { normal, offset, first, count, bounds, two_sided }, residual)
}

/// Sum of the tetrahedra between the center of the box and the triangles of all polygons, and a bound on its rounding error. Each volume
/// uses the area of its triangle, which is accurate to the last digits even for a sliver. So the error is that of a layer a few ε of the
/// size thick, and a thin body can be distinguished from a thin room if it is thicker than that.
fn volume<T: Real>(mesh: &PolygonMesh<T>) -> (f64, f64) {
    let bounds = mesh.bounds();
    let middle: Vec3<f64> = (bounds.min.cast::<f64>() + bounds.max.cast()) * 0.5;
    let at = |v: u32| mesh.vertices[v as usize].cast::<f64>();
    let (mut six, mut lost, mut size) = (0.0_f64, 0.0, 0.0);
    for polygon in 0..mesh.polygons.len() as u32 {
        let mut ring = mesh.corners(polygon).map(at);
        let (Some(first), Some(mut before)) = (ring.next(), ring.next()) else { continue };
        for corner in ring {
            let (area, normal) = area_and_normal(first, before, corner);
            let more = normal.dot(first - middle) * area;
            let sum = six + more;
            // Compensated summation (Neumaier), so that rounding does not grow with the number of triangles.
            lost += if six.abs() >= more.abs() { (six - sum) + more } else { (more - sum) + six };
            six = sum;
            size += (first - middle).sum_abs() * area;
            before = corner;
        }
    }
    // The area is accurate to 2 ε, the normal to 3 ε, a difference to ε/2; their products and sums take two more roundings.
    ((six + lost) / 6.0, 8.0 * f64::EPSILON * size / 6.0)
}

/// The first polygon of each part that is connected by shared vertices, in rising order. Near-linear in the corners.
fn parts<T: Real>(mesh: &PolygonMesh<T>) -> Vec<u32> {
    // Union-find: trees of vertices that point to smaller ones, so that every walk ends.
    let mut below: Vec<u32> = (0..mesh.vertices.len() as u32).collect();
    for p in 0..mesh.polygons.len() as u32 {
        let mut corners = mesh.corners(p);
        let Some(first) = corners.next() else { continue };
        for corner in corners {
            let (a, b) = (root(&mut below, first), root(&mut below, corner));
            below[a.max(b) as usize] = a.min(b);
        }
    }
    let mut seen = alloc::vec![false; mesh.vertices.len()];
    let mut parts = Vec::new();
    for p in 0..mesh.polygons.len() as u32 {
        let Some(first) = mesh.corners(p).next() else { continue };
        let root = root(&mut below, first) as usize;
        if !seen[root] {
            seen[root] = true;
            parts.push(p);
        }
    }
    parts
}

/// The root of a tree, its smallest vertex; halves the path on the way.
fn root(below: &mut [u32], mut vertex: u32) -> u32 {
    while below[vertex as usize] != vertex {
        below[vertex as usize] = below[below[vertex as usize] as usize];
        vertex = below[vertex as usize];
    }
    vertex
}
