//! Surfaces touched by a body at its pose: planes for the way on, and the ground to stand on.

use super::walk::{List, TOUCH, Walk};
use crate::expel::error::MotionError;
use crate::expel::obstacles::Region;
use crate::expel::sweep::answer::{hit_of, zone};
use crate::expel::sweep::stage::widen;
use crate::expel::sweep::still::Pair;
use crate::expel::types::Hit;
use crate::math::{Each, Pose, Real, Vec3};
use crate::mesh::polygon::{MeshFeature, NONE, PlacedMesh, PolygonMesh};
use crate::sliding::planes::Plane;

/// The fraction of its length by which a polygon may rise above its edge, seen along a direction, if the edge counts as outermost:
/// more than rounding. If smaller or larger, a plane is missing or superfluous, which the next motion shows.
const RISES: f64 = 1e-6;

impl<T: Real> Walk<'_, '_, T> {
    /// Adds all surfaces that the body touches at a pose, and returns whether one of them is in the way.
    pub(super) fn touched(
        &mut self,
        list: List,
        pose: &Pose<Vec3<T>>,
        wanted: Vec3<f64>,
    ) -> Result<bool, MotionError> {
        let body = PlacedMesh::new(self.body.mesh, *pose);
        let mut blocked = false;
        let reach = TOUCH * self.zone;
        let near = self.mover.near(self.world, &Region::around(&body, reach, &self.motion));
        for &number in &near {
            let Some(standing) = self.world.body(number) else { continue };
            let frame = self.mover.touching(&body, standing, reach)?;
            for i in 0..self.mover.list.len() {
                let pair = self.mover.list[i];
                let normal = frame.vector_out(pair.nearest.direction);
                if !meet(&pair, &body, standing, normal) {
                    continue;
                }
                blocked |= self.touch(list, normal, wanted, || hit_of(&pair, &frame).of_body(number));
            }
        }
        self.mover.near = near;
        Ok(blocked)
    }

    /// Adds a surface, and returns whether it is in the way. One too steep to stand on also counts as upright, so that no
    /// body walks up it.
    pub(super) fn touch(
        &mut self,
        list: List,
        normal: Vec3<f64>,
        wanted: Vec3<f64>,
        hit: impl FnOnce() -> Hit<T>,
    ) -> bool {
        let rise = normal.dot(self.up);
        let steep = !self.is_level(normal);
        let mut blocks = normal.dot(wanted) < 0.0;
        self.planes(list).add(Plane { normal, wall: steep });
        if !steep {
            return blocks;
        }
        if rise > 0.0
            && let Some(upright) = (normal - self.up * rise).normalized()
        {
            self.planes(list).add(Plane { normal: upright, wall: true });
            blocks |= upright.dot(wanted) < 0.0;
        }
        if blocks && list == List::Here && self.wall.is_none() {
            self.wall = Some(hit());
        }
        blocks
    }

    /// The ground of a body at a pose.
    pub(super) fn ground(&mut self, pose: &Pose<Vec3<T>>) -> Result<Option<Hit<T>>, MotionError> {
        let body = PlacedMesh::new(self.body.mesh, *pose);
        let mut best: Option<Hit<T>> = None;
        let rise = |hit: &Hit<T>| hit.normal.cast::<f64>().dot(self.up);
        let near = self.mover.near(self.world, &Region::around(&body, 0.0, &self.motion));
        for &number in &near {
            let Some(standing) = self.world.body(number) else { continue };
            let zone = zone(&body, standing, 0.0, 0.0, &self.motion)?;
            let frame = self.mover.touching(&body, standing, TOUCH * zone.thickness)?;
            for pair in &self.mover.list {
                let hit = hit_of(pair, &frame).of_body(number);
                let normal = frame.vector_out(pair.nearest.direction);
                let level = self.is_level(normal) && meet(pair, &body, standing, normal);
                if level && best.as_ref().is_none_or(|best| rise(&hit) > rise(best)) {
                    best = Some(hit);
                }
            }
        }
        self.mover.near = near;
        Ok(best)
    }

    /// Whether a surface can be stood on.
    pub(super) fn is_level(&self, normal: Vec3<f64>) -> bool {
        normal.dot(self.up) >= self.level
    }
}

/// Whether two features can meet along a normal. Edges that cannot may pass one another nearer than the zone: a slanting edge
/// above the rim of the ground. Edges that meet are outermost along the normal, each of its own body.
fn meet<T: Real>(
    pair: &Pair,
    moving: &PlacedMesh<'_, T>,
    standing: &PlacedMesh<'_, T>,
    normal: Vec3<f64>,
) -> bool {
    let (MeshFeature::Edge(m), MeshFeature::Edge(s)) = (pair.moving, pair.standing) else { return true };
    is_outermost(moving.mesh, m, widen(&moving.pose.rotation()).unrotate(-normal))
        && is_outermost(standing.mesh, s, pair.nearest.direction)
}

/// Whether the polygons at an edge lead no farther along a direction, in the frame of the mesh, than the edge.
fn is_outermost<T: Real>(mesh: &PolygonMesh<T>, edge: u32, direction: Vec3<f64>) -> bool {
    let edge = &mesh.edges()[edge as usize];
    let [from, to]: [Vec3<f64>; 2] = edge.ends.each(|v| mesh.vertices()[v as usize].cast());
    // The first polygon is on the left of the edge, seen from its front, the second one on its right.
    edge.polygons.iter().zip([to - from, from - to]).filter(|(p, _)| **p != NONE).all(|(&p, along)| {
        let inwards = mesh.polygons()[p as usize].normal.cross(along);
        inwards.dot(direction) <= RISES * along.norm()
    })
}
