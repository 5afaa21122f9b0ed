//! Surfaces of triangles: whether two cross, whether a point is inside one, how far apart they are. Signs are those of
//! determinants in double-double, and count only where they are larger than their rounding.

use impinge::Real;
use impinge::mesh::PolygonMesh;

use super::dd::Dd;
use super::nearest::{from_point, nearest};
use super::of::Unit;
use super::solid::Solid;
use super::space::{Place, V};
use crate::bytes::Rng;

/// A determinant below this part of the product of its rows has no sign.
const SURE: f64 = 1e-27;

/// A surface at its place.
#[derive(Clone, Debug)]
pub struct Faces {
    points: Vec<V>,
    triangles: Vec<[usize; 3]>,
    edges: Vec<[usize; 2]>,
    closed: bool,
    /// A room: solid is what is outside.
    room: bool,
}

impl Faces {
    /// Polygons of a mesh are convex: each is a fan.
    pub fn of<T: Real>(mesh: &PolygonMesh<T>) -> Self {
        let points = mesh.vertices().iter().map(|v| Unit(0).vector(*v)).collect();
        let mut triangles = Vec::new();
        for p in 0..mesh.polygons().len() as u32 {
            let ring: Vec<usize> = mesh.corners(p).map(|c| c as usize).collect();
            triangles.extend((2..ring.len()).map(|i| [ring[0], ring[i - 1], ring[i]]));
        }
        let edges = mesh.edges().iter().map(|e| e.ends.map(|v| v as usize)).collect();
        Self { points, triangles, edges, closed: mesh.is_closed(), room: mesh.volume() < 0.0 }
    }

    pub fn at(&self, place: &Place) -> Self {
        Self { points: self.points.iter().map(|p| place.apply(*p)).collect(), ..self.clone() }
    }

    pub fn points(&self) -> &[V] {
        &self.points
    }

    fn corners(&self, t: usize) -> [V; 3] {
        self.triangles[t].map(|i| self.points[i])
    }

    /// Whether a surface surely passes through another: an edge of one strictly through a triangle of the other.
    pub fn crosses(&self, other: &Self) -> bool {
        self.edges_cross(other) || other.edges_cross(self)
    }

    fn edges_cross(&self, other: &Self) -> bool {
        let boxes: Vec<_> = (0..other.triangles.len()).map(|t| bounds(&other.corners(t))).collect();
        self.edges.iter().any(|ends| {
            let [p, q] = ends.map(|i| self.points[i]);
            let around = bounds(&[p, q]);
            (0..boxes.len())
                .any(|t| gap(&around, &boxes[t]) <= 0.0 && pierces(p, q, other.corners(t)) == Some(true))
        })
    }

    /// Whether a closed surface surely has a point in its solid. By crossings of a ray; one that comes too near to an edge is
    /// tried again in another direction.
    pub fn holds(&self, p: V) -> bool {
        if !self.closed {
            return false;
        }
        let far = self.points.iter().fold(p.max_abs(), |m, q| m.max(q.max_abs())) * 8.0.into();
        let mut rng = Rng::new(7);
        for _ in 0..4 {
            let q = p + V::of([0; 3].map(|_| rng.signed())).unit() * far;
            let mut inside = self.room;
            let sure = (0..self.triangles.len()).all(|t| match pierces(p, q, self.corners(t)) {
                Some(true) => {
                    inside = !inside;
                    true
                }
                Some(false) => true,
                None => false,
            });
            if sure {
                return inside;
            }
        }
        false
    }

    /// Whether two bodies surely share volume: their surfaces cross, or a vertex of one is inside the other.
    pub fn overlaps(&self, other: &Self) -> bool {
        self.crosses(other)
            || self.points.iter().any(|p| other.holds(*p))
            || other.points.iter().any(|p| self.holds(*p))
    }

    /// Whether they share volume wherever one of them is moved by `much` along an axis.
    pub fn overlaps_beyond(&self, other: &Self, much: f64) -> bool {
        let moved = |i: usize, by: f64| {
            let at = V::axis(i) * by.into();
            self.at(&Place { at, ..Place::HERE }).overlaps(other)
        };
        self.overlaps(other) && (0..3).all(|i| moved(i, much) && moved(i, -much))
    }

    /// An upper bound of how far apart the surfaces are, exact where they are nearer than `limit`; `limit` where they are not.
    pub fn distance(&self, other: &Self, limit: f64) -> f64 {
        let mut least = limit;
        let boxes: Vec<_> = (0..other.triangles.len().max(1)).map(|t| bounds(&other.part(t))).collect();
        for s in 0..self.triangles.len().max(1) {
            let part = self.part(s);
            let around = bounds(&part);
            for (t, other_box) in boxes.iter().enumerate() {
                if gap(&around, other_box) < least {
                    let [a, b] = [part.clone(), other.part(t)].map(Solid::Points);
                    least = least.min(nearest(&a, &b).upper.f64());
                }
            }
        }
        least
    }

    /// A lower bound of how far a point is from the surface.
    pub fn from_point(&self, p: V) -> f64 {
        let parts = (0..self.triangles.len().max(1)).map(|t| Solid::Points(self.part(t)));
        parts.map(|part| from_point(&part, p).lower.f64()).fold(f64::INFINITY, f64::min)
    }

    /// A triangle; all points of what has none.
    fn part(&self, t: usize) -> Vec<V> {
        if self.triangles.is_empty() { self.points.clone() } else { self.corners(t).to_vec() }
    }
}

type Bounds = [[f64; 3]; 2];

/// A box around points, rounded outwards.
fn bounds(points: &[V]) -> Bounds {
    let mut around = [[f64::INFINITY; 3], [f64::NEG_INFINITY; 3]];
    for p in points.iter().map(|p| p.f64()) {
        for i in 0..3 {
            around[0][i] = around[0][i].min(p[i].next_down());
            around[1][i] = around[1][i].max(p[i].next_up());
        }
    }
    around
}

/// A lower bound of the distance of what is in two boxes.
fn gap(a: &Bounds, b: &Bounds) -> f64 {
    (0..3).map(|i| (b[0][i] - a[1][i]).max(a[0][i] - b[1][i])).fold(0.0, f64::max) * (1.0 - 1e-15)
}

/// The sign of a determinant, where it is sure.
fn sign(a: V, b: V, c: V) -> Option<bool> {
    let volume = a.dot(b.cross(c));
    let scale = a.norm() * b.norm() * c.norm();
    (volume.abs() > scale * SURE.into()).then_some(volume > Dd::ZERO)
}

/// Whether a segment passes strictly through a triangle; `None` where that is not sure.
fn pierces(p: V, q: V, [a, b, c]: [V; 3]) -> Option<bool> {
    let side = |x: V| sign(b - a, c - a, x - a);
    let way = q - p;
    let turns = [[a, b], [b, c], [c, a]].map(|[u, v]| sign(way, u - p, v - p));
    // One sure answer that it passes beside is enough.
    if let (Some(from), Some(to)) = (side(p), side(q))
        && from == to
    {
        return Some(false);
    }
    let seen = |which: bool| turns.contains(&Some(which));
    if seen(true) && seen(false) {
        return Some(false);
    }
    side(p)?;
    side(q)?;
    turns.iter().all(Option::is_some).then_some(true)
}

#[cfg(test)]
mod tests {
    use impinge::Vec3;
    use impinge::hull::solid_hull;

    use super::*;

    #[test]
    fn cubes_cross_hold_and_keep_apart() {
        let corner = |i: i32| Vec3::new(f64::from(i & 1), f64::from(i >> 1 & 1), f64::from(i >> 2));
        let mesh = PolygonMesh::from_solid(&solid_hull(&(0..8).map(corner).collect::<Vec<_>>()).unwrap());
        let cube = Faces::of(&mesh);
        let moved = |x: f64, y: f64, z: f64| cube.at(&Place { at: V::of([x, y, z]), ..Place::HERE });
        assert!(cube.holds(V::of([0.5, 0.4, 0.3])) && !cube.holds(V::of([0.5, 0.4, 1.3])));
        assert!(cube.overlaps(&moved(0.75, 0.125, 0.25)) && !cube.overlaps(&moved(1.0, 0.0, 0.0)));
        assert!(!cube.overlaps(&moved(1.5, 0.125, 0.25)));
        assert!((cube.distance(&moved(1.5, 0.125, 0.25), 9.0) - 0.5).abs() < 1e-20);
        assert_eq!(cube.distance(&moved(50.0, 0.125, 0.25), 9.0), 9.0);
    }
}
