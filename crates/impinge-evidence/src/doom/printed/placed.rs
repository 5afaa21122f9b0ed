//! Placed polyhedra: vertices, edges as lines, planes, and in front of each edge the line that represents it in the zone.
//!
//! **Source.** Van Waveren 2005, sections 2.1, 3.2 and 3.5; internal edges and vertices, and features shared by polygons, section 4.
//! The mesh knows which edges are internal ([`impinge::mesh::Edge::is_internal`]); flat seams are among them.
//!
//! | symbol | meaning |
//! |---|---|
//! | e | thickness of the zone |
//! | w | from an edge to the line where the planes beside it meet when they are moved out by e: w · n = e for both normals |
//!
//! For normals n and m that is w = e (n + m)/(1 + n · m), of length e/cos(θ/2) with θ between them. At a very sharp edge it would be
//! far out; section 3.5 moves it back and does not say to where: here to [`MOST_REACH`] e. A dangling edge is moved by e in the plane of
//! its polygon, away from it.

use impinge::mesh::polygon::PolygonMesh;
use impinge::{Aabb, Pose, Real, Vec3};

use super::plucker::Plucker;

/// Largest distance in front of its edge of the line of a sharp edge, in thicknesses of the zone: that of two planes at 60°.
pub const MOST_REACH: f64 = 2.0;

/// An edge.
#[derive(Clone, Copy, Debug)]
pub struct PlacedEdge<T: Real> {
    /// Its vertices.
    pub ends: [u32; 2],
    /// Line through them.
    pub line: Plucker<T>,
    /// w; without a zone only its direction.
    pub out: Vec3<T>,
    /// The line moved by w; none without a zone.
    pub hull: Option<Plucker<T>>,
    /// Its polygons; the second may be [`impinge::mesh::polygon::NONE`].
    pub polygons: [u32; 2],
    /// Whether it bounds polygons only.
    pub internal: bool,
}

/// A polygon.
#[derive(Clone, Debug)]
pub struct PlacedPolygon<T: Real> {
    /// p_a, p_b and p_c: unit.
    pub normal: Vec3<T>,
    /// p_d.
    pub d: T,
    /// Its edges, and whether they run against it.
    pub sides: Vec<(u32, bool)>,
}

/// A placed polyhedron, or the nearby parts of several.
#[derive(Clone, Debug, Default)]
pub struct Placed<T: Real> {
    /// Vertices.
    pub vertices: Vec<Vec3<T>>,
    /// Vertices of which all edges are internal.
    pub inner: Vec<bool>,
    /// Edges.
    pub edges: Vec<PlacedEdge<T>>,
    /// Polygons.
    pub polygons: Vec<PlacedPolygon<T>>,
}

/// A right-handed frame: rows, and its origin.
#[derive(Clone, Copy, Debug)]
pub struct Frame<T: Real> {
    rows: [Vec3<T>; 3],
    origin: Vec3<T>,
}

impl<T: Real> Frame<T> {
    /// Frame with its z axis along a unit vector through a point.
    pub fn about(origin: Vec3<T>, z: Vec3<T>) -> Self {
        let x = z.any_orthogonal();
        Self { rows: [x, z.cross(x), z], origin }
    }

    /// A point, seen from here.
    pub fn of(&self, point: Vec3<T>) -> Vec3<T> {
        self.turned(point - self.origin)
    }

    /// A direction, seen from here.
    pub fn turned(&self, v: Vec3<T>) -> Vec3<T> {
        let [x, y, z] = self.rows.map(|row| row.dot(v));
        Vec3::new(x, y, z)
    }

    /// A direction of this frame, seen from outside.
    pub fn back(&self, v: Vec3<T>) -> Vec3<T> {
        let [x, y, z] = self.rows;
        x * v.x + y * v.y + z * v.z
    }

    /// A point of this frame, seen from outside.
    pub fn point_back(&self, p: Vec3<T>) -> Vec3<T> {
        self.origin + self.back(p)
    }
}

impl<T: Real> Placed<T> {
    /// A mesh at a pose, with a zone of thickness `e`, 0 for none.
    pub fn new(mesh: &PolygonMesh<T>, pose: &Pose<Vec3<T>>, e: T) -> Self {
        let vertices: Vec<Vec3<T>> = mesh.vertices().iter().map(|v| pose.transform(*v)).collect();
        let inner = (0..vertices.len() as u32).map(|v| mesh.vertex_is_internal(v)).collect();
        let polygons: Vec<PlacedPolygon<T>> = (0..mesh.polygons().len() as u32)
            .map(|p| {
                let normal = pose.rotation().rotate(mesh.polygons()[p as usize].normal.cast());
                let first = mesh.corners(p).next().map_or(Vec3::ZERO, |v| vertices[v as usize]);
                let sides = mesh.ring(p).iter().map(|side| (side.edge, side.reversed)).collect();
                PlacedPolygon { normal, d: -normal.dot(first), sides }
            })
            .collect();
        let edges = mesh.edges().iter().map(|edge| {
            let [a, b] = edge.ends.map(|v| vertices[v as usize]);
            let normals = edge.polygons.map(|p| polygons.get(p as usize).map(|polygon| polygon.normal));
            let has_zone = e != T::ZERO;
            let out = outward(b - a, normals, if has_zone { e } else { T::ONE });
            PlacedEdge {
                ends: edge.ends,
                line: Plucker::through(a, b),
                out,
                hull: has_zone.then(|| Plucker::through(a + out, b + out)),
                polygons: edge.polygons,
                internal: edge.is_internal(),
            }
        });
        Self { edges: edges.collect(), vertices, inner, polygons }
    }

    /// All of it in another frame.
    pub fn seen_from(&self, frame: &Frame<T>) -> Self {
        let vertices: Vec<Vec3<T>> = self.vertices.iter().map(|v| frame.of(*v)).collect();
        let edge = |edge: &PlacedEdge<T>| {
            let [a, b] = edge.ends.map(|v| vertices[v as usize]);
            let out = frame.turned(edge.out);
            let hull = edge.hull.map(|_| Plucker::through(a + out, b + out));
            PlacedEdge { line: Plucker::through(a, b), out, hull, ..*edge }
        };
        let edges = self.edges.iter().map(edge).collect();
        let polygon = |polygon: &PlacedPolygon<T>| PlacedPolygon {
            normal: frame.turned(polygon.normal),
            d: polygon.d + polygon.normal.dot(frame.origin),
            sides: polygon.sides.clone(),
        };
        let polygons = self.polygons.iter().map(polygon).collect();
        Self { edges, polygons, vertices, inner: self.inner.clone() }
    }

    /// The box around it.
    pub fn bounds(&self) -> Option<Aabb<Vec3<T>>> {
        Aabb::of_points(self.vertices.iter().copied())
    }

    /// The box around a polygon.
    pub fn polygon_box(&self, polygon: usize) -> Aabb<Vec3<T>> {
        let corners = self.polygons[polygon].sides.iter().map(|&(edge, reversed)| self.start(edge, reversed));
        Aabb::of_points(corners).unwrap_or(Aabb { min: Vec3::ZERO, max: Vec3::ZERO })
    }

    /// Start of a side of a polygon.
    pub fn start(&self, edge: u32, reversed: bool) -> Vec3<T> {
        self.vertices[self.edges[edge as usize].ends[usize::from(reversed)] as usize]
    }

    /// The ends of an edge.
    pub fn ends(&self, edge: &PlacedEdge<T>) -> [Vec3<T>; 2] {
        edge.ends.map(|v| self.vertices[v as usize])
    }

    /// Whether both polygons of an edge face along a direction of relative motion, so that it is not met first (section 4).
    pub fn faces_away(&self, edge: &PlacedEdge<T>, v: Vec3<T>) -> bool {
        let away = |&p: &u32| self.polygons.get(p as usize).is_some_and(|p| p.normal.dot(v) >= T::ZERO);
        edge.polygons.iter().all(away)
    }

    /// Adds polygons of another one with their edges and vertices; shared ones are added once. Returns how many of each there are now.
    pub fn take(&mut self, from: &Self, polygons: &[u32]) {
        let mut vertex = vec![u32::MAX; from.vertices.len()];
        let mut edge = vec![u32::MAX; from.edges.len()];
        let first_polygon = self.polygons.len();
        let mut polygon_of = vec![u32::MAX; from.polygons.len()];
        for (k, &p) in polygons.iter().enumerate() {
            polygon_of[p as usize] = (first_polygon + k) as u32;
        }
        for &p in polygons {
            let source = &from.polygons[p as usize];
            let mut sides = Vec::with_capacity(source.sides.len());
            for &(e, reversed) in &source.sides {
                if edge[e as usize] == u32::MAX {
                    let taken = &from.edges[e as usize];
                    let ends = taken.ends.map(|v| {
                        if vertex[v as usize] == u32::MAX {
                            vertex[v as usize] = self.vertices.len() as u32;
                            self.vertices.push(from.vertices[v as usize]);
                            self.inner.push(from.inner[v as usize]);
                        }
                        vertex[v as usize]
                    });
                    edge[e as usize] = self.edges.len() as u32;
                    let polygons = taken.polygons.map(|p| polygon_of.get(p as usize).copied().unwrap_or(p));
                    self.edges.push(PlacedEdge { ends, polygons, ..*taken });
                }
                sides.push((edge[e as usize], reversed));
            }
            self.polygons.push(PlacedPolygon { sides, ..*source });
        }
    }
}

/// w of an edge.
fn outward<T: Real>(along: Vec3<T>, normals: [Option<Vec3<T>>; 2], e: T) -> Vec3<T> {
    let [Some(n), second] = normals else { return Vec3::ZERO };
    // The polygon is to the left of the edge.
    let beside = along.cross(n).unit() * e;
    let Some(m) = second else { return beside };
    let sum = n + m;
    let (reach, most) = (e / (T::ONE + n.dot(m)), T::of(MOST_REACH) * e);
    let w = sum * reach;
    // False also for NaN, where the polygons lie back to back.
    if w.norm() <= most {
        w
    } else if sum == Vec3::ZERO {
        along.cross(n).unit() * most
    } else {
        sum.unit() * most
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_in_front_of_edges_are_where_the_planes_meet_or_nearer() {
        let (z, e) = (Vec3::new(0.0, 0.0, 1.0), 0.25);
        let along = Vec3::new(0.0, 3.0, 0.0);
        let cube = outward(along, [Some(z), Some(Vec3::new(1.0, 0.0, 0.0))], e);
        assert!((cube - Vec3::new(0.25, 0.0, 0.25)).norm() < 1e-15);
        // A blade: two planes at 10°, so that the line would be 11 e out.
        let half = 5.0_f64.to_radians();
        let up = Vec3::new(half.sin(), 0.0, half.cos());
        let blade = outward(along, [Some(up), Some(Vec3::new(up.x, 0.0, -up.z))], e);
        assert!((blade - Vec3::new(MOST_REACH * e, 0.0, 0.0)).norm() < 1e-12);
        assert_eq!(outward(along, [Some(z), Some(-z)], e), Vec3::new(MOST_REACH * e, 0.0, 0.0));
        // Dangling: in the plane of the polygon, away from it.
        assert_eq!(outward(along, [Some(z), None], e), Vec3::new(e, 0.0, 0.0));
    }

    #[test]
    fn frames_turn_back() {
        let frame = Frame::about(Vec3::new(1.0, 2.0, 3.0), Vec3::new(2.0, -1.0, 2.0) * (1.0 / 3.0));
        let p = Vec3::new(0.5, -4.0, 1.0);
        assert!((frame.point_back(frame.of(p)) - p).norm() < 1e-14);
        assert!((frame.turned(Vec3::new(2.0, -1.0, 2.0)) - Vec3::new(0.0, 0.0, 3.0)).norm() < 1e-15);
    }
}
