//! Depths of points inside a hull.
//!
//! The depth of an inner point is its distance from the nearest plane of a face, which belongs to the nearest face. Hulls with few faces
//! are queried plane by plane, those with many through a tree over their faces, so that the surface of a fine mesh, which has as many
//! polygons as its hull has faces, is not compared with every face.

use alloc::vec::Vec;

use super::hull::Hull;
use super::nearest::Surface;
use crate::math::{Real, Vec3};

/// Number of faces from which a tree is faster.
const MANY: usize = 128;

/// A hull, prepared for many queries.
pub(super) struct Depths<'a> {
    hull: &'a Hull,
    tree: Option<Surface>,
}

impl<'a> Depths<'a> {
    pub(super) fn new(hull: &'a Hull) -> Self {
        let tree = (hull.planes.len() > MANY).then(|| Surface::new(hull.triangles().collect::<Vec<_>>()));
        Self { hull, tree }
    }

    /// Depth of a point of the hull.
    pub(super) fn of(&self, p: Vec3<f64>) -> f64 {
        match &self.tree {
            None => self.hull.depth(p),
            Some(tree) => tree.nearest(p, 0.0).0,
        }
    }

    /// Depth of the center of a triangle inside the hull, and a bound for all its points, which are within a radius of the center.
    /// If the bound shows that none is deeper than the limit, the depth of the center is not computed.
    pub(super) fn over(
        &self,
        [a, b, c]: &[Vec3<f64>; 3],
        middle: Vec3<f64>,
        radius: f64,
        limit: f64,
    ) -> (f64, f64) {
        if let Some(tree) = &self.tree {
            let (depth, face) = tree.nearest(middle, limit - radius);
            if depth + radius <= limit {
                return (f64::NEG_INFINITY, depth + radius);
            }
            // Depth below the plane of the nearest face.
            let [u, v, w] = tree.triangle(face);
            let Some(normal) = (v - u).cross(w - u).normalized() else { return (depth, depth + radius) };
            let below = |p: &Vec3<f64>| normal.dot(u - *p);
            return (depth, Real::max(Real::max(below(a), below(b)), below(c)));
        }
        let (mut depth, mut bound) = (f64::INFINITY, f64::INFINITY);
        for &(normal, offset) in &self.hull.planes {
            let below = |p: Vec3<f64>| offset - normal.dot(p);
            depth = Real::min(below(middle), depth);
            bound = Real::min(Real::max(Real::max(below(*a), below(*b)), below(*c)), bound);
        }
        (depth, bound)
    }
}
