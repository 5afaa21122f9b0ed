//! Candidate planes for cutting a piece.
//!
//! - Through concave edges: the planes of both polygons at the edge, and the one between them. Bodies made of flat faces are
//!   cut where their parts were joined.
//! - Across directions with a gap: two separate legs in one cell are separated for free.
//! - Evenly spaced along the axes, their diagonals, and the principal axes of the piece.

use alloc::vec::Vec;

use super::cell::Plane;
use super::piece::Piece;
use super::whole::Whole;
use crate::math::{Each, Real, Vec3, principal_axes, sort_by};

/// Planes along each axis and principal axis. More would find better places, but so does the refinement of the best.
const ALONG_AXIS: usize = 9;
/// Planes along each diagonal.
const ALONG_DIAGONAL: usize = 5;
/// Planes along each axis and principal axis that are tried when looking one cut ahead.
const AHEAD: usize = 3;
/// Most concave edges that are used, the sharpest ones.
const EDGES: usize = 24;
/// Most gaps that are used in each direction, the widest ones.
const GAPS: usize = 2;
/// Smallest gap that counts, relative to the width of the piece.
const GAP: f64 = 0.01;

/// Candidate planes.
pub(super) fn candidates(whole: &Whole, piece: &Piece) -> Vec<Plane> {
    let mut planes = Vec::new();
    concave_edges(whole, piece, &mut planes);
    let axes = [0, 1, 2].each(Vec3::axis);
    let principal = axes_of(&piece.points);
    let r = core::f64::consts::FRAC_1_SQRT_2;
    let diagonals = [(r, r, 0.0), (r, -r, 0.0), (r, 0.0, r), (r, 0.0, -r), (0.0, r, r), (0.0, r, -r)]
        .each(|(x, y, z)| Vec3::new(x, y, z));
    for (directions, count) in
        [(&axes[..], ALONG_AXIS), (&principal[..], ALONG_AXIS), (&diagonals[..], ALONG_DIAGONAL)]
    {
        for &direction in directions {
            along(piece, direction, count, &mut planes);
        }
    }
    planes
}

/// Planes through the point where a piece is most concave: across the axes and the principal axes, and along the normal of the
/// surface there, which leads through the middle of a hole.
pub(super) fn through(whole: &Whole, piece: &Piece, point: Vec3<f64>) -> Vec<Plane> {
    let normal = whole.surface.normal_near(point);
    let axes = [0, 1, 2].each(Vec3::axis).into_iter().chain(axes_of(&piece.points));
    let along = axes.clone().filter_map(|axis| normal.cross(axis).normalized());
    axes.chain(along).chain([normal]).map(|n| Plane::through(point, n)).collect()
}

/// Planes that cut off a quarter, half and three quarters of a piece along each axis.
pub(super) fn quarters(piece: &Piece) -> Vec<Plane> {
    let mut planes = Vec::new();
    [0, 1, 2].each(Vec3::axis).iter().for_each(|&axis| along(piece, axis, 3, &mut planes));
    planes
}

/// A few planes, for a piece after a tentative cut.
pub(super) fn few(piece: &Piece) -> Vec<Plane> {
    let mut planes = Vec::new();
    for normal in [0, 1, 2].each(Vec3::axis).into_iter().chain(axes_of(&piece.points)) {
        along(piece, normal, AHEAD, &mut planes);
    }
    planes
}

/// Evenly spaced planes, and those in the middle of gaps.
fn along(piece: &Piece, normal: Vec3<f64>, count: usize, planes: &mut Vec<Plane>) {
    let heights: Vec<f64> = piece.points.iter().map(|p| normal.dot(*p)).collect();
    let low = heights.iter().fold(f64::INFINITY, |m, &h| Real::min(h, m));
    let high = heights.iter().fold(f64::NEG_INFINITY, |m, &h| Real::max(h, m));
    let step = (high - low) / (count + 1) as f64;
    planes.extend((1..=count).map(|i| Plane { normal, offset: low + step * i as f64 }));

    // Intervals covered by edges, in rising order.
    let mut covered: Vec<(f64, f64)> = piece
        .edges
        .iter()
        .map(|e| e.each(|v| heights[v as usize]))
        .map(|[a, b]| (Real::min(a, b), Real::max(a, b)))
        .collect();
    sort_by(&mut covered, |a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)));
    let mut gaps: Vec<(f64, f64)> = Vec::new();
    let mut reached = low;
    for (from, to) in covered {
        if from - reached > GAP * (high - low) {
            gaps.push((from - reached, 0.5 * (from + reached)));
        }
        reached = Real::max(to, reached);
    }
    sort_by(&mut gaps, |a, b| b.0.total_cmp(&a.0));
    planes.extend(gaps.iter().take(GAPS).map(|&(_, offset)| Plane { normal, offset }));
}

fn concave_edges(whole: &Whole, piece: &Piece, planes: &mut Vec<Plane>) {
    let normal = |polygon: u32| whole.mesh.polygons()[piece.source(polygon as usize) as usize].normal;
    let mut found: Vec<(f64, u32)> = Vec::new();
    for (edge, &[p, q]) in piece.neighbors.iter().enumerate() {
        if q == u32::MAX {
            continue;
        }
        let [a, b] = piece.edges[edge].each(|v| piece.points[v as usize]);
        let (m, n) = (normal(p), normal(q));
        // The other polygon is in front of this one.
        let middle = |polygon: u32| {
            let ring = piece.ring(polygon as usize);
            let count = ring.len() as f64;
            ring.fold(Vec3::ZERO, |sum, c| sum + c) * (1.0 / count)
        };
        let bent = m.cross(n).norm();
        if bent > f64::EPSILON * 64.0 && m.dot(middle(q) - a) > 0.0 {
            let sharp = if m.dot(n) < 0.0 { 2.0 - bent } else { bent };
            found.push((sharp * (b - a).norm(), edge as u32));
        }
    }
    sort_by(&mut found, |a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    for &(_, edge) in found.iter().take(EDGES) {
        let [p, q] = piece.neighbors[edge as usize];
        let at = piece.points[piece.edges[edge as usize][0] as usize];
        let (m, n) = (normal(p), normal(q));
        for normal in [Some(m), Some(n), (m - n).normalized()].into_iter().flatten() {
            let plane = Plane::through(at, normal);
            let same = |other: &Plane| {
                let cos = other.normal.dot(plane.normal);
                cos.abs() > 1.0 - 1e-6 && (other.offset * cos.signum() - plane.offset).abs() < 1e-6
            };
            if !planes.iter().any(same) {
                planes.push(plane);
            }
        }
    }
}

/// Principal axes of some points: eigenvectors of their covariance.
fn axes_of(points: &[Vec3<f64>]) -> [Vec3<f64>; 3] {
    let scale = 1.0 / points.len().max(1) as f64;
    let mean = points.iter().fold(Vec3::ZERO, |sum, &p| sum + p) * scale;
    let mut m = [[0.0_f64; 3]; 3];
    for p in points {
        let d = (*p - mean).to_array();
        for i in 0..3 {
            for j in 0..3 {
                m[i][j] += d[i] * d[j];
            }
        }
    }
    principal_axes(m).each(|axis| axis.unit())
}
