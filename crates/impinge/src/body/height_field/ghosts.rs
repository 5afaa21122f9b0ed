//! Which normals of contact a height field allows: as [`TriangleMesh`](crate::mesh::TriangleMesh) does, not those of a triangle by
//! itself where the surface goes on.

use super::Grid;
use crate::math::{Each, Vec3};
use crate::mesh::{NEAR, RISE, on_segment};

impl Grid {
    /// The normal of a triangle, on the side where `other` is, if the surface rises along that of a contact around the point, or the
    /// contact is from behind: no body beyond it touches there.
    pub(super) fn allowed_instead(
        &self,
        item: u32,
        point: Vec3<f64>,
        normal: Vec3<f64>,
        other: Vec3<f64>,
    ) -> Option<Vec3<f64>> {
        let corners = self.triangle(item);
        let [a, b, c] = corners;
        let up = (b - a).cross(c - a).normalized()?;
        let out = if up.dot(other - point) < 0.0 { -up } else { up };
        let size = (b - a).norm().max((c - b).norm()).max((a - c).norm());
        let near = NEAR * size;
        let above = |p: Vec3<f64>| normal.dot(p - point) > RISE * (p - point).norm() + RISE * near;
        // Corners of this triangle that the point is at, or both ends of the side it is on: what goes on has them, too.
        let is_at = |p: Vec3<f64>| (p - point).norm() <= near;
        let on_side = |k: usize| on_segment(corners[k], corners[(k + 1) % 3], point, near);
        let shares = |other: &[Vec3<f64>; 3]| {
            let has = |p: Vec3<f64>| other.contains(&p);
            (0..3).any(|k| {
                if is_at(corners[k]) {
                    has(corners[k])
                } else {
                    on_side(k) && has(corners[k]) && has(corners[(k + 1) % 3])
                }
            })
        };
        let rises = normal.dot(out) < 0.0
            || corners.into_iter().any(above)
            || self.around(item).any(|other| shares(&other) && other.into_iter().any(above));
        rises.then_some(out)
    }

    /// The triangles of the cell of a triangle and of those around it.
    fn around(&self, item: u32) -> impl Iterator<Item = [Vec3<f64>; 3]> + '_ {
        let cell = item / 2;
        let (row, column) = (cell / (self.columns - 1), cell % (self.columns - 1));
        let near = |k: u32| k.saturating_sub(1)..=k + 1;
        let cells = near(row).flat_map(move |row| near(column).map(move |column| (row, column)));
        cells
            .filter(|&(row, column)| self.cell(row, column).is_some())
            .flat_map(|(row, column)| [false, true].each(|left| self.half_cell(row, column, left)))
    }
}
