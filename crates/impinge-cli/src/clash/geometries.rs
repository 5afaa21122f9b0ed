//! Shapes as they are drawn. A shape that is another one turned is drawn as that one: a page keeps its triangles once.

use std::collections::HashMap;

use impinge::Vec3;
use impinge::mesh::TriangleMesh;
use impinge_page::{Geometry, Pose};

type Point = Vec3<f64>;

/// Largest distance of a drawn copy from the shape, relative to its size: about the rounding of six digits in a file.
pub const SAME: f64 = 2e-6;

/// Geometry of a shape. Coordinates beyond single precision cannot be drawn: such a shape has no triangles.
pub fn geometry(mesh: &TriangleMesh<f64>) -> Geometry {
    let corners = mesh.vertices().iter().map(|v| v.to_array());
    let triangles = mesh.triangles().map(|(_, corners)| corners);
    Geometry::try_new(corners, triangles).unwrap_or_else(|_| Geometry::new([], []))
}

/// For each shape, the first shape that it is a turned copy of, and the motion from that one: rows of a matrix.
pub fn copies(shapes: &[TriangleMesh<f64>]) -> Vec<(usize, [[f64; 4]; 3])> {
    let mut alike: HashMap<(usize, Vec<[u32; 3]>), Vec<usize>> = HashMap::new();
    let mut found = Vec::with_capacity(shapes.len());
    for (k, mesh) in shapes.iter().enumerate() {
        let faces: Vec<[u32; 3]> = mesh.triangles().map(|(_, corners)| corners).collect();
        let known = alike.entry((mesh.vertices().len(), faces)).or_default();
        let copy = known.iter().find_map(|&i| Some((i, motion(shapes[i].vertices(), mesh.vertices())?)));
        if copy.is_none() && known.len() < MOST_TRIED {
            known.push(k);
        }
        found.push(copy.unwrap_or((k, STILL)));
    }
    found
}

/// Most shapes with the same faces that one is compared with.
const MOST_TRIED: usize = 16;

const STILL: [[f64; 4]; 3] = [[1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0]];

/// Pose of a body: the motion of its shape, then a translation.
pub fn pose(mut rows: [[f64; 4]; 3], at: Point) -> Pose {
    for (row, by) in rows.iter_mut().zip(at.to_array()) {
        row[3] += by;
    }
    Pose::rows(rows)
}

/// The rotation and translation that map vertices onto others within [`SAME`], if there are such.
fn motion(from: &[Point], to: &[Point]) -> Option<[[f64; 4]; 3]> {
    let (first, image) = (*from.first()?, *to.first()?);
    let far =
        |of: &dyn Fn(&Point) -> f64| (0..from.len()).max_by(|a, b| of(&from[*a]).total_cmp(&of(&from[*b])));
    // The farthest vertex, and the one that spans the widest triangle with it.
    let second = far(&|p| (*p - first).norm())?;
    let size = (from[second] - first).norm();
    let third = far(&|p| (from[second] - first).cross(*p - first).norm())?;
    let one = axes(first, from[second], from[third])?;
    let other = axes(image, to[second], to[third])?;
    let turn = |v: Point| {
        let [x, y, z] = one.map(|axis| axis.dot(v));
        other[0] * x + other[1] * y + other[2] * z
    };
    let fits = |(p, q): (&Point, &Point)| (turn(*p - first) + image - *q).norm() <= SAME * size;
    if !from.iter().zip(to).all(fits) {
        return None;
    }
    let columns = [0, 1, 2].map(|k| turn(Vec3::axis(k)).to_array());
    let shift = (image - turn(first)).to_array();
    Some([0, 1, 2].map(|row| [columns[0][row], columns[1][row], columns[2][row], shift[row]]))
}

/// Right-handed unit vectors, the first along a side of the triangle and the third normal to it; none if it is too thin.
fn axes(a: Point, b: Point, c: Point) -> Option<[Point; 3]> {
    let (along, side) = (b - a, c - a);
    let normal = along.cross(side);
    if normal.norm() <= 1e-6 * along.norm() * along.norm() {
        return None;
    }
    let (x, z) = (along.normalized()?, normal.normalized()?);
    Some([x, z.cross(x), z])
}

#[cfg(test)]
mod tests {
    use impinge::Rot3;

    use super::*;

    fn mesh(points: &[Point]) -> TriangleMesh<f64> {
        let faces: [[u32; 3]; 4] = [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]];
        TriangleMesh::new(points, &faces).expect("a tetrahedron").0
    }

    #[test]
    fn a_turned_copy_is_found_and_a_mirrored_or_changed_one_is_not() {
        let corners: [Point; 4] =
            [[0.0, 0.0, 0.0], [3.0, 0.0, 0.0], [0.0, 2.0, 0.0], [0.5, 0.25, 1.0]].map(Vec3::from);
        let turn = Rot3::from_axis_angle([0.6, 0.0, 0.8], 1.1);
        let shift = Vec3::new(10.0, -20.0, 30.0);
        let turned = corners.map(|p| turn.rotate(p) + shift);
        // As a file with six digits has it.
        let rounded = turned.map(|p| Vec3::from(p.to_array().map(|x| (x * 1e6).round() / 1e6)));
        let mut changed = turned;
        changed[3].z += 1e-3;
        let mirrored = corners.map(|p| Vec3::new(-p.x, p.y, p.z));
        let shapes = [corners, turned, rounded, changed, mirrored].map(|points: [Point; 4]| mesh(&points));
        let found = copies(&shapes);
        assert_eq!(found.iter().map(|(of, _)| *of).collect::<Vec<_>>(), [0, 0, 0, 3, 4]);
        for (k, points) in [turned, rounded].iter().enumerate() {
            let rows = found[k + 1].1;
            for (p, q) in corners.iter().zip(points) {
                let moved = rows.map(|[x, y, z, t]| x * p.x + y * p.y + z * p.z + t);
                assert!((Vec3::from(moved) - *q).norm() < 1e-5, "{moved:?} {q:?}");
            }
        }
    }
}
