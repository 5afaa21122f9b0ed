//! Characteristic/scan conversion: each feature of the surface gives its distance to the nodes that may be nearest to it.
//!
//! **Paper.** Mauch, *A fast algorithm for computing the closest point and distance transform* (2000). The points nearest to a face lie
//! in a prism on it, those nearest to an edge in a wedge around it, those nearest to a vertex in a cone. These convex regions are filled
//! row by row, each node keeping the smallest distance. Mauch takes signs from the features too; here the sign is decided separately, so
//! that the surface may be open or pass through itself.
//!
//! | feature | region: within the reach, and |
//! |---|---|
//! | face | above its inside: behind the three planes through its sides |
//! | edge | between the planes through its ends, and not above any face on it |
//! | vertex | not beside any edge on it |
//!
//! **Guarantee.** The nearest point of a node lies on some feature, and then the node is in the region of that feature: each wall is a
//! condition for being nearest. A wall is left out if a thin triangle makes its direction uncertain. So a node within the reach gets its
//! distance, up to rounding; one farther away may have none, and then its value is infinite.
//!
//! **Cost.** The nodes in all regions, O(n + features); 4 bytes for each node. **Failure.** None.

use alloc::vec;
use alloc::vec::Vec;

use super::field::{Field, Told, Way};
use super::lattice::{Lattice, Surface, grown, plane_of};
use super::scan::{Row, Wall, scan};
use crate::math::{Each, Real, Vec3};
use crate::mesh::nearest_of;
use crate::sdf::settings::MapError;

/// Features processed between two calls of the callback.
const STRETCH: usize = 1024;

/// An edge, the smaller vertex first, and a face on it.
type Side = ([u32; 2], u32);

/// The scan-conversion method.
pub(super) const CSC: Way = Way { run: csc, per_node: 8, phases: 3 };

/// The distances of all nodes within the reach from the surface.
fn csc(surface: &Surface, lattice: &Lattice, reach: f64, told: &mut Told<'_, '_>) -> Result<Field, MapError> {
    let mut convert = Conversion { surface, lattice, reach, values: vec![f32::INFINITY; lattice.len()] };
    for triangle in 0..surface.triangles.len() {
        if triangle % STRETCH == 0 {
            told.tell(triangle, surface.triangles.len())?;
        }
        convert.face(triangle as u32);
    }
    told.next();
    let sides = sides(surface);
    for (count, edge) in sides.chunk_by(|a, b| a.0 == b.0).enumerate() {
        if count % STRETCH == 0 {
            // Each edge of a closed surface has two sides.
            told.tell(2 * count, sides.len())?;
        }
        convert.edge(edge);
    }
    told.next();
    let ends = ends(&sides);
    for (count, vertex) in ends.chunk_by(|a, b| a.0 == b.0).enumerate() {
        if count % STRETCH == 0 {
            told.tell(count, surface.vertices.len())?;
        }
        convert.vertex(vertex);
    }
    let errors = vec![0.0; lattice.len()];
    // A node beyond a wall by at most the slack is nearer to the plane of the face than to the face, by no more than that, on two axes.
    Ok(Field { values: convert.values, errors, rounding: 4.0 * surface.slack })
}

/// All sides of all triangles, grouped by edge.
fn sides(surface: &Surface) -> Vec<Side> {
    let mut sides: Vec<Side> = Vec::with_capacity(3 * surface.triangles.len());
    for (triangle, &[a, b, c]) in surface.triangles.iter().enumerate() {
        sides.extend([[a, b], [b, c], [c, a]].each(|[u, v]| ([u.min(v), u.max(v)], triangle as u32)));
    }
    sides.sort_unstable();
    sides
}

/// Each vertex with the other end of each edge on it, grouped by vertex.
fn ends(sides: &[Side]) -> Vec<(u32, u32)> {
    let mut ends: Vec<(u32, u32)> = sides.iter().flat_map(|&([u, v], _)| [(u, v), (v, u)]).collect();
    ends.sort_unstable();
    ends.dedup();
    ends
}

/// State of the conversion.
struct Conversion<'a> {
    surface: &'a Surface,
    lattice: &'a Lattice,
    reach: f64,
    values: Vec<f32>,
}

impl Conversion<'_> {
    /// Fills the prism on a face.
    fn face(&mut self, triangle: u32) {
        let corners = self.surface.corners(triangle);
        let [a, b, c] = corners;
        let region = grown(&corners, self.reach);
        let Some(normal) = plane_of(corners) else {
            // A thin triangle: all nodes near it get their distance from it.
            return self.fill(region, &[], |p| (nearest_of(corners, p) - p).norm());
        };
        let caps = [normal, -normal].each(|n| Wall::behind(a, n).moved(self.reach));
        let mut walls = vec![caps[0], caps[1]];
        for (from, to) in [(a, b), (b, c), (c, a)] {
            walls.extend((to - from).cross(normal).normalized().map(|out| Wall::behind(from, out)));
        }
        self.fill(region, &walls, |p| Real::abs(normal.dot(p - a)));
    }

    /// Fills the wedge around an edge.
    fn edge(&mut self, faces: &[Side]) {
        let [u, v] = faces[0].0.each(|vertex| self.surface.vertices[vertex as usize]);
        let Some(along) = (v - u).normalized() else { return };
        let mut walls = vec![Wall::behind(u, -along), Wall::behind(v, along)];
        for &(_, triangle) in faces {
            let corners = self.surface.corners(triangle);
            let Some(normal) = plane_of(corners) else { continue };
            // From the edge into the face: towards its third corner.
            let into = normal.cross(along);
            let third = (corners[0] + corners[1] + corners[2]) - u - v - u;
            let into = if into.dot(third) < 0.0 { -into } else { into };
            walls.extend(into.normalized().map(|into| Wall::behind(u, into)));
        }
        let nearest = |p: Vec3<f64>| {
            let part = (p - u).dot(v - u) / (v - u).norm_squared();
            (u + (v - u) * part.clamp(0.0, 1.0) - p).norm()
        };
        self.fill(grown(&[u, v], self.reach), &walls, nearest);
    }

    /// Fills the cone at a vertex.
    fn vertex(&mut self, edges: &[(u32, u32)]) {
        let point = self.surface.vertices[edges[0].0 as usize];
        let away = edges.iter().filter_map(|&(_, end)| {
            let along = (self.surface.vertices[end as usize] - point).normalized()?;
            Some(Wall::behind(point, along))
        });
        let walls: Vec<Wall> = away.collect();
        self.fill(grown(&[point], self.reach), &walls, |p| (p - point).norm());
    }

    /// Gives nodes of a region their distance from its feature, if it is smaller than their value.
    fn fill(&mut self, region: [Vec3<f64>; 2], walls: &[Wall], distance: impl Fn(Vec3<f64>) -> f64) {
        let values = &mut self.values;
        scan(self.lattice, region, walls, self.surface.slack, &mut |Row { start, nodes, y, z }| {
            for i in nodes {
                let value = distance(Vec3::new(i as f64, y, z)) as f32;
                let place = &mut values[start + i];
                *place = Real::min(value, *place);
            }
        });
    }
}
