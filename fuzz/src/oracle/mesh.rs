//! Surfaces of triangles: whether two cross, whether a point is inside one, how far apart they are. Signs are those of
//! determinants in double-double, and count only where they are larger than their rounding.

use impinge::Real;
use impinge::mesh::polygon::PolygonMesh;

use super::dd::Dd;
use super::nearest::{from_point, nearest};
use super::of::Unit;
use super::solid::Solid;
use super::space::{Place, V};
use crate::Rng;

/// A determinant below this part of the product of its rows has no sign.
const SURE: f64 = 1e-27;

/// A closed surface has a solid where its volume is more than this many ε × its area × its size: more than what is left of
/// a volume when vertices are rounded.
const FLAT_ULPS: f64 = 16.0;

/// A surface at its place.
#[derive(Clone, Debug)]
pub struct Faces {
    points: Vec<V>,
    /// The polygons, each by its corners.
    rings: Vec<Vec<usize>>,
    triangles: Vec<[usize; 3]>,
    edges: Vec<[usize; 2]>,
    /// Has a rim.
    open: bool,
    /// Closed, and not flat.
    solid: bool,
    /// A room: solid is what is outside.
    room: bool,
}

impl Faces {
    /// Polygons of a mesh are convex: each is a fan.
    pub fn of<T: Real>(mesh: &PolygonMesh<T>) -> Self {
        let points = mesh.vertices().iter().map(|v| Unit(0).vector(*v)).collect();
        let rings: Vec<Vec<usize>> = (0..mesh.polygons().len() as u32)
            .map(|p| mesh.corners(p).map(|c| c as usize).collect())
            .collect();
        let fan = |ring: &Vec<usize>| -> Vec<[usize; 3]> {
            (2..ring.len()).map(|i| [ring[0], ring[i - 1], ring[i]]).collect()
        };
        let triangles = rings.iter().flat_map(fan).collect();
        let edges = mesh.edges().iter().map(|e| e.ends.map(|v| v as usize)).collect();
        let open = !rings.is_empty() && !mesh.is_closed();
        let mut faces = Self { points, rings, triangles, edges, open, solid: false, room: false };
        let (volume, flat) = faces.volume();
        faces.solid = mesh.is_closed() && volume.abs().f64() > flat;
        faces.room = volume < Dd::ZERO;
        faces
    }

    /// The volume behind the triangles of a closed surface, and its error.
    fn volume(&self) -> (Dd, f64) {
        let Some(&origin) = self.points.first() else { return (Dd::ZERO, 0.0) };
        let size = self.points.iter().map(|p| (*p - origin).norm().f64()).fold(0.0, f64::max);
        let mut six = Dd::ZERO;
        for t in 0..self.triangles.len() {
            let [a, b, c] = self.corners(t).map(|p| p - origin);
            six = six + a.dot(b.cross(c));
        }
        (six / Dd::from(6.0), FLAT_ULPS * f64::EPSILON * self.area() * size)
    }

    /// Box of all triangles.
    pub fn area(&self) -> f64 {
        let all = (0..self.triangles.len()).map(|t| self.corners(t));
        all.map(|[a, b, c]| 0.5 * (b - a).cross(c - a).norm().f64()).sum()
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

    /// Whether a surface surely has a point in its solid. By crossings of a ray; one that comes too near to an edge is
    /// tried again in another direction.
    pub fn holds(&self, p: V) -> bool {
        if !self.solid {
            return false;
        }
        let far = self.points.iter().fold(p.max_abs(), |m, q| m.max(q.max_abs())) * 8.0.into();
        let mut rng = Rng::xorshift(7);
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

    /// Whether they share volume, or pass through one another, wherever their points are moved to: by `much` at most, those of
    /// both together.
    ///
    /// What is inside stays inside until the surface comes to it, and an edge stays through a polygon until an end of it, or a
    /// side of the polygon, comes to the other: all this is further away than they are moved.
    pub fn overlaps_beyond(&self, other: &Self, much: f64) -> bool {
        // Beyond the walls of a room all is solid.
        let beside = gap(&bounds(&self.points), &bounds(&other.points)) > 0.0;
        if beside && !self.room && !other.room {
            return false;
        }
        let deep = |body: &Self, p: V| body.is_further(p, much) && body.holds(p);
        let middle = |body: &Self| middle(&body.points);
        [(self, other), (other, self)].into_iter().any(|(a, b)| {
            a.samples().any(|p| deep(b, p))
                || (deep(a, middle(a)) && deep(b, middle(a)))
                || a.edges_cross_beyond(b, much)
        })
    }

    /// Whether a point is surely further from the surface than `much`.
    fn is_further(&self, p: V, much: f64) -> bool {
        let own = bounds(&[p]);
        (0..self.triangles.len()).all(|t| {
            let part = self.part(t);
            gap(&own, &bounds(&part)) > much || from_point(&Solid::Points(part), p).lower.f64() > much
        })
    }

    /// Points of the surface: vertices, and the middles of edges and polygons.
    fn samples(&self) -> impl Iterator<Item = V> + '_ {
        let of = |names: &[usize]| middle(&names.iter().map(|i| self.points[*i]).collect::<Vec<_>>());
        let edges = self.edges.iter().map(move |ends| of(ends));
        self.points.iter().copied().chain(edges).chain(self.rings.iter().map(move |ring| of(ring)))
    }

    fn edges_cross_beyond(&self, other: &Self, much: f64) -> bool {
        let of = |ring: &Vec<usize>| ring.iter().map(|i| other.points[*i]).collect::<Vec<V>>();
        let rings: Vec<_> = other.rings.iter().map(of).map(|ring| (bounds(&ring), ring)).collect();
        self.edges.iter().any(|ends| {
            let [p, q] = ends.map(|i| self.points[i]);
            let around = bounds(&[p, q]);
            rings.iter().any(|(ring_box, ring)| {
                gap(&around, ring_box) <= 0.0 && passes(p, q, ring) && {
                    let polygon = Solid::Points(ring.clone());
                    let edge = Solid::Points(vec![p, q]);
                    let off_side = |k: usize| {
                        let side = Solid::Points(vec![ring[k], ring[(k + 1) % ring.len()]]);
                        nearest(&edge, &side).lower.f64() > much
                    };
                    [p, q].iter().all(|x| from_point(&polygon, *x).lower.f64() > much)
                        && (0..ring.len()).all(off_side)
                }
            })
        })
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

    /// The same if surfaces with one side would stop one another: except for bodies behind a polygon of an open one, and no
    /// further out than its rim, and for seams of open ones.
    pub fn distance_in_front(&self, other: &Self, limit: f64) -> f64 {
        if !self.open && !other.open {
            return self.distance(other, limit);
        }
        let mut least = limit;
        let mut offer = |a: &[V], b: &[V]| {
            if gap(&bounds(a), &bounds(b)) < least {
                let [a, b] = [a, b].map(|points| Solid::Points(points.to_vec()));
                least = least.min(nearest(&a, &b).upper.f64());
            }
        };
        let edges = |of: &Self| -> Vec<[V; 2]> {
            let counts = |ends: &&[usize; 2]| !of.open || of.is_rim(**ends);
            of.edges.iter().filter(counts).map(|ends| ends.map(|i| of.points[i])).collect()
        };
        let theirs = edges(other);
        for a in edges(self) {
            theirs.iter().for_each(|b| offer(&a, b));
        }
        for (of, surface) in [(self, other), (other, self)] {
            for ring in surface.rings.iter().map(|ring| ring.iter().map(|i| surface.points[*i])) {
                let ring: Vec<V> = ring.collect();
                for p in of.points.iter().filter(|p| !surface.open || !is_behind(**p, &ring)) {
                    offer(&[*p], &ring);
                }
            }
        }
        least
    }

    /// Whether an edge has one polygon only.
    fn is_rim(&self, [a, b]: [usize; 2]) -> bool {
        let sides = |ring: &Vec<usize>| {
            let next = ring.iter().cycle().skip(1);
            ring.iter().zip(next).filter(|(p, q)| [**p, **q] == [a, b] || [**p, **q] == [b, a]).count()
        };
        self.rings.iter().map(sides).sum::<usize>() == 1
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

/// Whether a segment surely passes through a convex polygon.
fn passes(p: V, q: V, ring: &[V]) -> bool {
    let way = q - p;
    let turns = (0..ring.len()).map(|k| sign(way, ring[k] - p, ring[(k + 1) % ring.len()] - p));
    let turns: Vec<Option<bool>> = turns.collect();
    // Straight corners span no plane.
    let plane = (2..ring.len()).map(|i| (ring[i - 1] - ring[0]).cross(ring[i] - ring[0]));
    let Some(normal) = plane.max_by(|m, n| m.norm().f64().total_cmp(&n.norm().f64())) else { return false };
    let [from, to] = [p, q].map(|x| normal.dot(x - ring[0]));
    (from > Dd::ZERO) != (to > Dd::ZERO) && turns[0].is_some() && turns.iter().all(|turn| *turn == turns[0])
}

/// Whether a point is behind a convex polygon, and no further out than its rim.
fn is_behind(p: V, ring: &[V]) -> bool {
    // Straight corners span no plane.
    let normal = (2..ring.len()).map(|i| (ring[i - 1] - ring[0]).cross(ring[i] - ring[0]));
    let Some(normal) = normal.max_by(|m, n| m.norm().f64().total_cmp(&n.norm().f64())) else { return false };
    let inside = |k: usize| normal.cross(ring[(k + 1) % ring.len()] - ring[k]).dot(p - ring[k]) >= Dd::ZERO;
    normal.dot(p - ring[0]) < Dd::ZERO && (0..ring.len()).all(inside)
}

fn middle(points: &[V]) -> V {
    points.iter().fold(V::ZERO, |sum, p| sum + *p) * (Dd::ONE / Dd::from(points.len() as f64))
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

    // A point 7e-7 behind a triangle with one side has no contact with it, as documented; that none was listed was
    // taken for a fault.
    #[test]
    fn behind_an_open_surface_nothing_is_stopped() {
        let corners = [[-4.0, -7.0], [8.0, 0.0], [-4.0, 7.0]].map(|[x, y]| Vec3::new(x, y, 0.0));
        let triangle = Faces::of(&PolygonMesh::from_polygons(&corners, &[[0, 1, 2]]).unwrap().0);
        let point = Faces::of(&PolygonMesh::<f64>::point(Vec3::ZERO));
        let at = |x: f64, z: f64| point.at(&Place { at: V::of([x, 0.0, z]), ..Place::HERE });
        for z in [7e-7, 0.5] {
            for (p, in_front) in [(at(0.0, z), z), (at(0.0, -z), 9.0), (at(9.0, -z), 1.0_f64.hypot(z))] {
                let far = 1.0_f64.hypot(z);
                let truth = if p.points[0].f64()[0] == 0.0 { z } else { far };
                for (a, b) in [(&p, &triangle), (&triangle, &p)] {
                    assert!((a.distance(b, 9.0) - truth).abs() < 1e-15);
                    assert!((a.distance_in_front(b, 9.0) - in_front).abs() < 1e-15);
                }
            }
        }
        // An edge below the rim counts, one that is all further in does not; the sheet itself counts from all sides of a solid.
        let corner = |i: i32| Vec3::new(f64::from(i & 1), f64::from(i >> 1 & 1), f64::from(i >> 2));
        let solid = solid_hull(&(0..8).map(corner).collect::<Vec<_>>()).unwrap();
        let cube = Faces::of(&PolygonMesh::<f64>::from_solid(&solid));
        let below = |x: f64| cube.at(&Place { at: V::of([x, 0.0, -1.25]), ..Place::HERE });
        assert!((below(-4.5).distance_in_front(&triangle, 9.0) - 0.25).abs() < 1e-15);
        assert!(below(-2.0).distance_in_front(&triangle, 9.0) > 2.0);
        assert!((cube.distance_in_front(&below(0.0), 9.0) - 0.25).abs() < 1e-15);
    }

    #[test]
    fn overlap_beyond_rounding_is_that_of_depth() {
        let corner = |i: i32| Vec3::new(f64::from(i & 1), f64::from(i >> 1 & 1), f64::from(i >> 2));
        let solid = solid_hull(&(0..8).map(corner).collect::<Vec<_>>()).unwrap();
        let cube = Faces::of(&PolygonMesh::<f64>::from_solid(&solid));
        let moved = |x: f64, y: f64, z: f64| cube.at(&Place { at: V::of([x, y, z]), ..Place::HERE });
        assert!(
            cube.overlaps_beyond(&moved(0.9, 0.2, 0.3), 0.05)
                && !cube.overlaps_beyond(&moved(0.9, 0.2, 0.3), 0.2)
        );
        // In one place, and side by side on one grid.
        assert!(cube.overlaps_beyond(&cube, 0.1) && cube.overlaps_beyond(&moved(0.5, 0.0, 0.0), 0.1));
        assert!(!cube.overlaps_beyond(&moved(1.0, 0.0, 0.0), 1e-9));
        // A room that it fills, turned by a little more than nothing: wherever it is moved to, some of it is in a wall.
        let points: Vec<Vec3<f64>> = (0..8).map(corner).collect();
        let walls = [[0, 1, 3, 2], [4, 6, 7, 5], [0, 4, 5, 1], [2, 3, 7, 6], [0, 2, 6, 4], [1, 5, 7, 3]];
        let room = Faces::of(&PolygonMesh::from_polygons(&points, &walls).unwrap().0);
        assert!(room.room && room.holds(V::of([2.0, 0.5, 0.5])) && !room.holds(V::of([0.5, 0.5, 0.5])));
        let turned = room.at(&Place::turn(V::axis(0), Dd::from(1e-16)));
        assert!(turned.overlaps(&cube) && !turned.overlaps_beyond(&cube, 1e-13));
        assert!(turned.overlaps_beyond(&moved(0.0, 1e-12, 0.0), 1e-13));
    }
}
