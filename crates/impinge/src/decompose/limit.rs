//! Hulls with fewer vertices that contain those with too many.
//!
//! A hull of fewer of its own vertices would lose part of its volume. So the other way: the intersection of fewer of its half-spaces
//! contains it. It starts with a box (or a tetrahedron, if 8 vertices are too many) and repeatedly cuts off the corner
//! that protrudes farthest, with the plane of the hull that it is farthest in front of. A cut usually adds at most two vertices.
//! The last step makes up for rounding: the result is grown until it contains every vertex of the hull.

use alloc::vec::Vec;

use super::hull::Hull;
use crate::hull::solid_hull;
use crate::math::{Real, Vec3};

/// Most attempts to grow a result to make up for rounding; each one by more.
const GROWTHS: u32 = 40;

/// A hull of at most `most` vertices that contains this one; `most` is at least 4.
pub(super) fn limited(hull: &Hull, most: usize) -> Hull {
    if hull.vertices().len() <= most {
        return hull.clone();
    }
    let middle =
        hull.vertices().iter().fold(Vec3::ZERO, |sum, &v| sum + v) * (1.0 / hull.vertices().len() as f64);
    let mut planes: Vec<(Vec3<f64>, f64)> =
        first_normals(most).iter().map(|&n| (n, reach(hull, n))).collect();
    let mut best: Option<Hull> = None;
    // Each round adds a plane; more planes than allowed vertices never fit.
    for _ in 0..=most {
        let Some(corners) = corners(&planes, middle).filter(|c| c.len() <= most) else { break };
        let Some(around) = grown(hull, &corners, middle, most) else { break };
        best = Some(around);
        let sticks_out = |p: Vec3<f64>| {
            let height = |(i, &(normal, offset)): (usize, &(Vec3<f64>, f64))| (normal.dot(p) - offset, i);
            hull.planes.iter().enumerate().map(height).fold((0.0, 0), |m, h| if h.0 > m.0 { h } else { m })
        };
        let farthest =
            corners.iter().map(|&c| sticks_out(c)).fold((0.0, 0), |m, h| if h.0 > m.0 { h } else { m });
        if farthest.0 <= 0.0 {
            break;
        }
        planes.push(hull.planes[farthest.1]);
    }
    best.unwrap_or_else(|| hull.clone())
}

/// Normals of a box or a tetrahedron.
fn first_normals(most: usize) -> Vec<Vec3<f64>> {
    if most >= 8 {
        return (0..3).flat_map(|i| [Vec3::axis(i), -Vec3::axis(i)]).collect();
    }
    [(1.0, 1.0, 1.0), (1.0, -1.0, -1.0), (-1.0, 1.0, -1.0), (-1.0, -1.0, 1.0)]
        .iter()
        .map(|&(x, y, z)| Vec3::new(x, y, z).unit())
        .collect()
}

/// Support of a hull in a direction.
fn reach(hull: &Hull, normal: Vec3<f64>) -> f64 {
    hull.vertices().iter().fold(f64::NEG_INFINITY, |m, v| Real::max(normal.dot(*v), m))
}

/// Corners of the intersection of half-spaces. `middle` is behind each plane: then they are the faces of the hull of the dual points.
fn corners(planes: &[(Vec3<f64>, f64)], middle: Vec3<f64>) -> Option<Vec<Vec3<f64>>> {
    let dual: Vec<Vec3<f64>> =
        planes.iter().map(|&(normal, offset)| normal * (1.0 / (offset - normal.dot(middle)))).collect();
    let solid = solid_hull(&dual).ok()?;
    let corner = |(face, &normal): (usize, &Vec3<f64>)| {
        let on = solid.vertices()[solid.topology().face_vertices(face as u32)[0] as usize];
        middle + normal * (1.0 / normal.dot(on))
    };
    let corners: Vec<_> = solid.normals().iter().enumerate().map(corner).collect();
    corners.iter().all(|c| c.is_finite()).then_some(corners)
}

/// The hull of some corners, grown about an inner point until it contains another hull.
fn grown(hull: &Hull, corners: &[Vec3<f64>], middle: Vec3<f64>, most: usize) -> Option<Hull> {
    let mut by = 0.0;
    for _ in 0..GROWTHS {
        let points: Vec<_> = corners.iter().map(|&c| c + (c - middle) * by).collect();
        let around = Hull::of(&points).filter(|h| h.vertices().len() <= most)?;
        if hull.vertices().iter().all(|&v| around.depth(v) >= 0.0) {
            return Some(around);
        }
        by = if by == 0.0 { f64::EPSILON } else { 4.0 * by };
    }
    None
}
