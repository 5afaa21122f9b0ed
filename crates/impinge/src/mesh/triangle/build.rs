//! Builds a triangle mesh from points and faces.
//!
//! Memory limits the largest meshes, so data that is no longer needed is freed: points become vertices in place, and the boxes that
//! triangles are sorted by are freed before those of the tree are allocated. The peak is about 90 bytes per triangle beyond vertices and
//! corners.

use alloc::vec;
use alloc::vec::Vec;

use super::TriangleMesh;
use super::sides::{Sides, sides};
use crate::broad::bvh::{Items, MOST_ITEMS, StaticBvh};
use crate::math::{Aabb, Each, Real, Vec3, built_with_the_crate};
use crate::mesh::polygon::NONE;
use crate::mesh::polygon::build::{MAX_CORNERS, check_indices, in_range};
use crate::mesh::polygon::cut_ring;
use crate::mesh::polygon::weld::weld;
use crate::mesh::{MeshError, MeshReport};

built_with_the_crate! {
    /// A mesh of triangles.
    pub(super) fn build<'a, T: Real>(
        points: Vec<Vec3<T>>,
        triangles: &'a [[u32; 3]],
    ) -> Result<(TriangleMesh<T>, MeshReport), MeshError> = each_a_face;
}

built_with_the_crate! {
    /// Polygons, cut into triangles.
    pub(crate) fn of_polygons<'a, T: Real>(
        points: Vec<Vec3<T>>,
        polygons: &'a [&'a [u32]],
    ) -> Result<(TriangleMesh<T>, MeshReport), MeshError> = of_cut_polygons;
}

fn each_a_face<T: Real>(
    points: Vec<Vec3<T>>,
    triangles: &[[u32; 3]],
) -> Result<(TriangleMesh<T>, MeshReport), MeshError> {
    of_triangles(points, triangles, 0..)
}

/// A mesh as built by [`build`], of triangles that come from these faces.
#[cfg(feature = "serde")]
pub(super) fn of_faces<T: Real>(
    points: Vec<Vec3<T>>,
    triangles: &[[u32; 3]],
    faces: Vec<u32>,
) -> Result<TriangleMesh<T>, MeshError> {
    of_triangles(points, triangles, faces).map(|(mesh, _)| mesh)
}

/// Triangles with their faces, one for each.
fn of_triangles<T: Real>(
    points: Vec<Vec3<T>>,
    triangles: &[[u32; 3]],
    of_faces: impl IntoIterator<Item = u32>,
) -> Result<(TriangleMesh<T>, MeshReport), MeshError> {
    let mut report = MeshReport { points: points.len(), faces: triangles.len(), ..MeshReport::default() };
    check_indices(points.len(), triangles)?;
    let points = checked(points, &mut report)?;
    let mut kept = Vec::with_capacity(triangles.len());
    let mut faces = Vec::with_capacity(triangles.len());
    let stands_for = weld(&points, 0.0);
    for (corners, face) in triangles.iter().zip(of_faces) {
        let corners = corners.each(|v| stands_for[v as usize]);
        if corners[0] == corners[1] || corners[1] == corners[2] || corners[2] == corners[0] {
            report.zero_area += 1;
            continue;
        }
        kept.push(corners);
        faces.push(face);
    }
    finish(points, stands_for, kept, faces, report)
}

/// Sorts triangles by their faces, and the triangles of one face, which was a polygon, by their corners, regardless of the way they face.
/// So the build order of a mesh can be recovered.
pub(super) fn in_order(triangles: &mut [[u32; 3]], faces: &mut [u32]) {
    if faces.is_sorted_by(|a, b| a < b) {
        return;
    }
    let key = |triangle: &[u32; 3]| {
        let mut corners = *triangle;
        corners.sort_unstable();
        (corners, *triangle)
    };
    let mut both: Vec<(u32, [u32; 3])> = faces.iter().copied().zip(triangles.iter().copied()).collect();
    both.sort_unstable_by_key(|(face, triangle)| (*face, key(triangle)));
    for ((face, triangle), sorted) in faces.iter_mut().zip(triangles).zip(both) {
        (*face, *triangle) = sorted;
    }
}

fn of_cut_polygons<T: Real>(
    points: Vec<Vec3<T>>,
    polygons: &[&[u32]],
) -> Result<(TriangleMesh<T>, MeshReport), MeshError> {
    let mut report = MeshReport { points: points.len(), faces: polygons.len(), ..MeshReport::default() };
    check_indices(points.len(), polygons)?;
    let points = checked(points, &mut report)?;
    let stands_for = weld(&points, 0.0);
    let wide: Vec<Vec3<f64>> = points.iter().map(|p| p.cast()).collect();
    let (mut kept, mut faces) = (Vec::new(), Vec::new());
    let mut ring: Vec<u32> = Vec::new();
    for (face, corners) in polygons.iter().enumerate() {
        ring.clear();
        ring.extend(corners.iter().map(|&v| stands_for[v as usize]));
        ring.dedup();
        while ring.len() > 1 && ring.first() == ring.last() {
            ring.pop();
        }
        let first = kept.len();
        let tangled = cut_ring(&wide, &ring, &mut kept);
        report.tangled += usize::from(tangled);
        let mut at = first;
        for i in first..kept.len() {
            let [a, b, c] = kept[i];
            if a != b && b != c && c != a {
                kept[at] = kept[i];
                at += 1;
            }
        }
        kept.truncate(at);
        report.zero_area += usize::from(at == first);
        faces.resize(kept.len(), face as u32);
    }
    drop(wide);
    finish(points, stands_for, kept, faces, report)
}

/// Checks that points are in the range of the exact predicates.
fn checked<T: Real>(mut points: Vec<Vec3<T>>, report: &mut MeshReport) -> Result<Vec<Vec3<T>>, MeshError> {
    if points.len() > MAX_CORNERS {
        return Err(MeshError::TooMany { count: points.len() });
    }
    for (i, p) in points.iter_mut().enumerate() {
        *p = in_range(i, *p, report)?.cast();
    }
    Ok(points)
}

/// The mesh of triangles with three corners each, which are indices of input points.
fn finish<T: Real>(
    mut vertices: Vec<Vec3<T>>,
    stands_for: Vec<u32>,
    mut triangles: Vec<[u32; 3]>,
    mut faces: Vec<u32>,
    mut report: MeshReport,
) -> Result<(TriangleMesh<T>, MeshReport), MeshError> {
    if triangles.is_empty() {
        return Err(MeshError::Empty);
    }
    if triangles.len() > MOST_ITEMS {
        return Err(MeshError::TooMany { count: triangles.len() });
    }
    report.welded = (0..).zip(&stands_for).filter(|&(i, &of)| i != of).count();
    drop(stands_for);
    // Vertices in use, in the order of the input; indices are renamed.
    let points = vertices.len();
    let mut name = vec![NONE; points];
    triangles.iter().flatten().for_each(|&v| name[v as usize] = 0);
    let mut used = 0;
    for (i, name) in name.iter_mut().enumerate().filter(|(_, name)| **name == 0) {
        vertices[used] = vertices[i];
        *name = used as u32;
        used += 1;
    }
    vertices.truncate(used);
    vertices.shrink_to_fit();
    report.unused = points - report.welded - used;
    triangles.iter_mut().flatten().for_each(|v| *v = name[*v as usize]);
    drop(name);
    in_order(&mut triangles, &mut faces);

    let repaired = sides(vertices.len(), &mut triangles, &mut faces, &mut report);
    let corners = |t: &[u32; 3]| t.each(|v| vertices[v as usize].cast::<f64>());
    let (tree, order) = StaticBvh::new(&Faces { vertices: &vertices, triangles: &triangles });
    let Sides { mut neighbors, mut parts, part_of, closed } = repaired;
    let volume = volume(&triangles, corners);
    let mut place = vec![0; order.len()];
    (0..).zip(&order).for_each(|(at, &t)| place[t as usize] = at);
    let in_order = |t: u32| if t == NONE { NONE } else { place[t as usize] };
    neighbors.iter_mut().flatten().for_each(|t| *t = in_order(*t));
    parts.iter_mut().for_each(|t| *t = in_order(*t));
    drop(place);
    let mesh = TriangleMesh {
        triangles: in_the_order(&order, triangles),
        faces: in_the_order(&order, faces),
        neighbors: in_the_order(&order, neighbors),
        part_of: if part_of.is_empty() { part_of } else { in_the_order(&order, part_of) },
        parts,
        bounds: Aabb::of_points(vertices.iter().copied())
            .unwrap_or(Aabb { min: Vec3::ZERO, max: Vec3::ZERO }),
        closed,
        volume,
        tree,
        vertices,
    };
    Ok((mesh, report))
}

/// Data of the triangles, in the order of the tree. Taken by value, so that only one list at a time exists twice.
fn in_the_order<X: Copy>(order: &[u32], list: Vec<X>) -> Vec<X> {
    order.iter().map(|&t| list[t as usize]).collect()
}

/// Triangles as the tree sees them.
struct Faces<'a, T: Real> {
    vertices: &'a [Vec3<T>],
    triangles: &'a [[u32; 3]],
}

impl<T: Real> Faces<'_, T> {
    fn corners(&self, triangle: usize) -> [Vec3<f64>; 3] {
        self.triangles[triangle].each(|v| self.vertices[v as usize].cast())
    }
}

impl<T: Real> Items for Faces<'_, T> {
    fn count(&self) -> usize {
        self.triangles.len()
    }
    fn each_point(&self, item: usize, visit: impl FnMut([f64; 3])) {
        self.corners(item).each(Vec3::to_array).into_iter().for_each(visit);
    }
    fn weight(&self, item: usize) -> f64 {
        let [a, b, c] = self.corners(item);
        (b - a).cross(c - a).norm()
    }
}

/// Sum of the tetrahedra between a corner and all triangles.
fn volume(triangles: &[[u32; 3]], corners: impl Fn(&[u32; 3]) -> [Vec3<f64>; 3]) -> f64 {
    let middle = triangles.first().map_or(Vec3::ZERO, |t| corners(t)[0]);
    let (mut six, mut lost) = (0.0_f64, 0.0);
    for triangle in triangles {
        let [a, b, c] = corners(triangle).each(|p| p - middle);
        let more = a.dot(b.cross(c));
        let sum = six + more;
        // Compensated summation (Neumaier), so that rounding does not grow with the number of triangles.
        lost += if six.abs() >= more.abs() { (six - sum) + more } else { (more - sum) + six };
        six = sum;
    }
    (six + lost) / 6.0
}
