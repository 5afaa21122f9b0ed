//! Polygon meshes at a pose: whether their surfaces cross, by exact predicates, and their distance, by brute force.

use impinge::mesh::polygon::PolygonMesh;
use impinge::{Pose, Real, Vec3, Vector};

/// Three corners.
pub type Triangle = [Vec3<f64>; 3];

/// The triangles of a mesh at a pose, transformed in the mesh's own precision, as a user of the pose would.
pub fn placed<T: Real>(mesh: &PolygonMesh<T>, pose: &Pose<Vec3<T>>) -> Vec<Triangle> {
    let points: Vec<Vec3<f64>> = mesh.vertices().iter().map(|&x| pose.transform(x).cast()).collect();
    let mut triangles = Vec::new();
    for p in 0..mesh.polygons().len() as u32 {
        let ring: Vec<u32> = mesh.corners(p).collect();
        for k in 1..ring.len() - 1 {
            triangles.push([ring[0], ring[k], ring[k + 1]].map(|i| points[i as usize]));
        }
    }
    if triangles.is_empty() {
        // A single point, as a degenerate triangle.
        triangles.extend(points.iter().map(|&x| [x; 3]));
    }
    triangles
}

fn orient(a: Vec3<f64>, b: Vec3<f64>, c: Vec3<f64>, d: Vec3<f64>) -> f64 {
    let coordinates = |p: Vec3<f64>| robust::Coord3D { x: p.x, y: p.y, z: p.z };
    robust::orient3d(coordinates(a), coordinates(b), coordinates(c), coordinates(d))
}

/// Whether a segment has a point of a triangle, decided exactly. Segments in the plane of the triangle do not count: if closed surfaces
/// meet in this way, other edges meet too.
fn pierces(p: Vec3<f64>, q: Vec3<f64>, [a, b, c]: Triangle) -> bool {
    let (from, to) = (orient(a, b, c, p), orient(a, b, c, q));
    if from * to > 0.0 || (from == 0.0 && to == 0.0) || (from > 0.0 && to > 0.0) || (from < 0.0 && to < 0.0) {
        return false;
    }
    let sides = [(a, b), (b, c), (c, a)].map(|(x, y)| orient(p, q, x, y));
    sides.iter().all(|&s| s >= 0.0) || sides.iter().all(|&s| s <= 0.0)
}

type Bounds = (Vec3<f64>, Vec3<f64>);

fn bounds<'a>(points: impl IntoIterator<Item = &'a Vec3<f64>>) -> Bounds {
    let none = (Vec3::splat(f64::INFINITY), Vec3::splat(f64::NEG_INFINITY));
    points.into_iter().fold(none, |(low, high), &p| (Vector::min(low, p), Vector::max(high, p)))
}

/// Distance of two boxes along the axis on which it is largest.
fn gap(a: &Bounds, b: &Bounds) -> f64 {
    let d = Vector::max(a.0 - b.1, b.0 - a.1);
    d.x.max(d.y).max(d.z)
}

/// Whether two surfaces have a point in common.
pub fn cross(moving: &[Triangle], standing: &[Triangle]) -> bool {
    let edges = |t: &Triangle| [(t[0], t[1]), (t[1], t[2]), (t[2], t[0])];
    let whole = bounds(moving.iter().flatten());
    let near = standing.iter().map(|s| (s, bounds(s))).filter(|(_, b)| gap(b, &whole) <= 0.0);
    let near: Vec<(&Triangle, Bounds)> = near.collect();
    moving.iter().any(|m| {
        let own = bounds(m);
        near.iter().filter(|(_, b)| gap(b, &own) <= 0.0).any(|(s, _)| {
            edges(m).iter().any(|&(p, q)| pierces(p, q, **s))
                || edges(s).iter().any(|&(p, q)| pierces(p, q, *m))
        })
    })
}

/// Whether bodies overlap: their surfaces have a point in common, or a corner of one is in the solid of the other. Only closed, one-sided
/// meshes have a solid; for others the volume is `None`.
pub fn overlap(moving: &[Triangle], standing: &[Triangle], volumes: [Option<f64>; 2]) -> bool {
    let held = |of: &[Triangle], within: &[Triangle], volume: Option<f64>| {
        let Some(volume) = volume else { return false };
        let room = f64::from(volume < 0.0);
        of.iter().any(|t| (winding(within, t[0]) + room).round() > 0.0)
    };
    cross(moving, standing) || held(moving, standing, volumes[1]) || held(standing, moving, volumes[0])
}

/// The volume of a mesh that has a solid.
pub fn solid<T: Real>(mesh: &PolygonMesh<T>) -> Option<f64> {
    let closed = mesh.is_closed() && mesh.polygons().first().is_some_and(|p| !p.two_sided);
    let volume = |triangles: &[Triangle]| {
        let at = triangles[0][0];
        triangles.iter().map(|[a, b, c]| (*a - at).dot((*b - at).cross(*c - at))).sum::<f64>()
    };
    closed.then(|| volume(&placed(mesh, &Pose::IDENTITY)))
}

/// Winding number of a closed surface about a point that is not on it: the sum of the solid angles of its triangles. Van Oosterom and
/// Strackee, *The Solid Angle of a Plane Triangle* (1983).
fn winding(surface: &[Triangle], x: Vec3<f64>) -> f64 {
    let mut sum = 0.0;
    for t in surface {
        let [a, b, c] = t.map(|p| p - x);
        let (u, v, w) = (a.norm(), b.norm(), c.norm());
        let over = u * v * w + a.dot(b) * w + b.dot(c) * u + c.dot(a) * v;
        sum += 2.0 * a.dot(b.cross(c)).atan2(over);
    }
    sum / (4.0 * core::f64::consts::PI)
}

/// Distance of two surfaces that do not cross.
pub fn distance(moving: &[Triangle], standing: &[Triangle]) -> f64 {
    let mut least = f64::INFINITY;
    let boxes: Vec<Bounds> = standing.iter().map(bounds).collect();
    for m in moving {
        let own = bounds(m);
        for (s, aabb) in standing.iter().zip(&boxes) {
            if gap(aabb, &own) >= least {
                continue;
            }
            for i in 0..3 {
                least = least.min(to_triangle(m[i], s)).min(to_triangle(s[i], m));
                for j in 0..3 {
                    least = least.min(segments(m[i], m[(i + 1) % 3], s[j], s[(j + 1) % 3]));
                }
            }
        }
    }
    least
}

fn to_segment(x: Vec3<f64>, p: Vec3<f64>, q: Vec3<f64>) -> f64 {
    let d = q - p;
    let s = ((x - p).dot(d) / d.norm_squared()).clamp(0.0, 1.0);
    let s = if s.is_nan() { 0.0 } else { s };
    (x - p - d * s).norm()
}

fn to_triangle(x: Vec3<f64>, t: &Triangle) -> f64 {
    let n = (t[1] - t[0]).cross(t[2] - t[0]);
    let inside = (0..3).all(|k| (t[(k + 1) % 3] - t[k]).cross(x - t[k]).dot(n) >= 0.0);
    if inside && n != Vec3::ZERO {
        return (x - t[0]).dot(n).abs() / n.norm();
    }
    (0..3).fold(f64::INFINITY, |m, k| m.min(to_segment(x, t[k], t[(k + 1) % 3])))
}

fn segments(a: Vec3<f64>, b: Vec3<f64>, p: Vec3<f64>, q: Vec3<f64>) -> f64 {
    let (d, e, r) = (b - a, q - p, a - p);
    let n = d.cross(e);
    let size = n.norm_squared();
    let (s, t) = (-r.cross(e).dot(n) / size, -r.cross(d).dot(n) / size);
    if size > 1e-24 * d.norm_squared() * e.norm_squared()
        && (0.0..=1.0).contains(&s)
        && (0.0..=1.0).contains(&t)
    {
        return r.dot(n).abs() / size.sqrt();
    }
    [to_segment(a, p, q), to_segment(b, p, q), to_segment(p, a, b), to_segment(q, a, b)]
        .into_iter()
        .fold(f64::INFINITY, f64::min)
}
