//! Stand-in until the exact planar hull lands: monotone chain in floating point.
use alloc::vec::Vec;

use crate::error::{Extent, Problem, ShapeError};
use crate::math::{Real, Vec2};

/// A convex polygon: vertices that are input points, counter-clockwise.
#[derive(Clone, Debug, PartialEq)]
pub struct Polygon<T> {
    vertices: Vec<Vec2<T>>,
    sources: Vec<u32>,
}

impl<T: Real> Polygon<T> {
    /// Corners.
    pub fn vertices(&self) -> &[Vec2<T>] {
        &self.vertices
    }
    /// For each vertex, its index in the input.
    pub fn sources(&self) -> &[u32] {
        &self.sources
    }
}

/// The convex hull of points of the plane.
///
/// # Errors
/// If not finite or flat.
pub fn planar_hull<T: Real>(points: &[Vec2<T>]) -> Result<Polygon<T>, ShapeError> {
    let mut error = ShapeError::default();
    for (index, p) in points.iter().enumerate() {
        if !p.x.is_finite() || !p.y.is_finite() {
            error.push(Problem::PointNotFinite { index });
        }
    }
    error.or_ok(())?;
    let mut order: Vec<u32> = (0..points.len() as u32).collect();
    let at = |i: u32| points[i as usize].cast::<f64>();
    order.sort_by(|&a, &b| (at(a).x, at(a).y).partial_cmp(&(at(b).x, at(b).y)).unwrap());
    let mut sources: Vec<u32> = Vec::new();
    for pass in 0..2 {
        let start = sources.len();
        for &i in &order {
            while sources.len() >= start + 2 {
                let (a, b) = (at(sources[sources.len() - 2]), at(sources[sources.len() - 1]));
                if (b - a).perp_dot(at(i) - a) > 0.0 {
                    break;
                }
                sources.pop();
            }
            sources.push(i);
        }
        sources.pop();
        if pass == 0 {
            order.reverse();
        }
    }
    if sources.len() < 3 {
        return Err(ShapeError::new(Problem::Flat(Extent::Line)));
    }
    Ok(Polygon { vertices: sources.iter().map(|&i| points[i as usize]).collect(), sources })
}
