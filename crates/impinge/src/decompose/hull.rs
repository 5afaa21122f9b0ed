//! The hull of a part, prepared for frequent queries.

use alloc::vec::Vec;

use crate::hull::{Solid, solid_hull};
use crate::math::{Aabb, Real, Vec3};

/// A convex hull in coordinates of at most 1.
#[derive(Clone, Debug)]
pub(super) struct Hull {
    solid: Solid<f64>,
    /// Normal and offset of each face.
    pub(super) planes: Vec<(Vec3<f64>, f64)>,
    pub(super) volume: f64,
    pub(super) bounds: Aabb<Vec3<f64>>,
}

impl Hull {
    /// The hull of some points; `None` if they are flat.
    pub(super) fn of(points: &[Vec3<f64>]) -> Option<Self> {
        let solid = solid_hull(points).ok()?;
        let (mut planes, mut six) = (Vec::new(), 0.0);
        let apex = *solid.vertices().first()?;
        for (face, &normal) in solid.normals().iter().enumerate() {
            let ring = solid.topology().face_vertices(face as u32);
            let at = |k: usize| solid.vertices()[ring[k] as usize];
            let offset = (0..ring.len()).fold(f64::NEG_INFINITY, |m, k| Real::max(normal.dot(at(k)), m));
            planes.push((normal, offset));
            let wedge = |k: usize| (at(0) - apex).dot((at(k - 1) - apex).cross(at(k) - apex));
            six += (2..ring.len()).map(wedge).sum::<f64>();
        }
        let bounds = Aabb::of_points(solid.vertices().iter().copied())?;
        Some(Self { solid, planes, volume: six / 6.0, bounds })
    }

    pub(super) fn vertices(&self) -> &[Vec3<f64>] {
        self.solid.vertices()
    }

    /// Depth of a point: its distance from the surface, negative outside.
    pub(super) fn depth(&self, p: Vec3<f64>) -> f64 {
        self.planes.iter().fold(f64::INFINITY, |m, &(normal, offset)| Real::min(offset - normal.dot(p), m))
    }

    /// [`Hull::depth`], or any value below `least` if it is below that.
    pub(super) fn depth_to(&self, p: Vec3<f64>, least: f64) -> f64 {
        let mut depth = f64::INFINITY;
        for &(normal, offset) in &self.planes {
            depth = Real::min(offset - normal.dot(p), depth);
            if depth < least {
                break;
            }
        }
        depth
    }

    /// Triangles of all faces.
    pub(super) fn triangles(&self) -> impl Iterator<Item = [Vec3<f64>; 3]> + '_ {
        (0..self.solid.topology().face_count() as u32).flat_map(move |face| {
            let ring = self.solid.topology().face_vertices(face);
            let at = |k: usize| self.solid.vertices()[ring[k] as usize];
            (2..ring.len()).map(move |k| [at(0), at(k - 1), at(k)])
        })
    }
}
