//! EPA, the expanding polytope algorithm, as the thesis prints it.
//!
//! **Answers** the depth vector of two bodies that meet, from the simplex with which SA-GJK ended.
//!
//! **Source.** Olvång's thesis, section 2.5, Algorithms 10 (flood fill), 11 (origin in a tetrahedron) and 12.
//!
//! | symbol | meaning |
//! |---|---|
//! | entry | a triangle of the mesh: its points vtx, counter-clockwise from outside, neighbors adj across its edges, and the edge j there |
//! | v | the point of an entry's plane closest to the origin; its length v is the entry's place in the queue |
//! | b | whether v is inside the triangle |
//! | w | the point of A ⊖ B farthest along v |
//! | μ | the least upper bound on the depth so far |
//! | Q | the queue, the least v first |
//! | E | the entries around the hole, each with its edge there |
//!
//! **Misprints.**
//! - "Connect such that e_x.adj_1 = e_{x⊕1} and e_{x⊕1}.adj_2 = e_x" means the new entries y: e is connected by its own edge i.
//! - Algorithm 12 ends when entry.v ≥ μ, which on a curved boundary is never so; the text's μ − |v| < ε is taken.
//! - Line 29 returns the v of the entry before the one that ended the loop, which is as much less as that face was in the way. The text
//!   returns the v that meets the bound, and |v| ≤ depth ≤ μ holds of that one.
//! - Line 28 ends the loop when Q is empty, without visiting the entry that was taken from it; here an entry is visited first.
//!
//! **Cost.** A support call for each entry visited; the flood fill visits each removed triangle once.
//!
//! **Failure.** No depth (`None`) if no tetrahedron around the origin is found (rounding, or a simplex that only touches it), if a
//! plane passes through the origin so that v has no direction, if the flood fill breaks the loop around the hole, and at the cutoff. The
//! bound holds only while the mesh is convex, which rounding ends silently: then the depth is wrong.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use impinge::{Real, Vec3, Vector};

use super::CUTOFF;
use super::difference::Difference;
use super::simplex::Simplex;

/// The thesis' Entry.
struct Entry<T: Real> {
    vtx: [Vec3<T>; 3],
    v: Vec3<T>,
    squared: T,
    /// b.
    inside: bool,
    adj: [usize; 3],
    j: [usize; 3],
    obsolete: bool,
}

impl<T: Real> Entry<T> {
    fn new(vtx: [Vec3<T>; 3]) -> Self {
        let [x, y, z] = vtx;
        let n = (y - x).cross(z - x);
        let v = n * (n.dot(x) / n.norm_squared());
        // v is on the inner side of each edge.
        let edge = |p: Vec3<T>, q: Vec3<T>| (q - p).cross(v - p).dot(n) >= T::ZERO;
        let inside = edge(x, y) && edge(y, z) && edge(z, x);
        Self { vtx, v, squared: v.norm_squared(), inside, adj: [0; 3], j: [0; 3], obsolete: false }
    }
}

/// The triangle mesh.
struct Mesh<T: Real> {
    entries: Vec<Entry<T>>,
    /// Places of entries by v; the bits of a positive number sort as it does.
    queue: BinaryHeap<Reverse<(u64, usize)>>,
}

impl<T: Real> Mesh<T> {
    /// Four triangles around a tetrahedron.
    fn of([a, b, c, d]: [Vec3<T>; 4]) -> Self {
        // Counter-clockwise from outside: d is behind a b c.
        let (b, c) = if (b - a).cross(c - a).dot(d - a) > T::ZERO { (c, b) } else { (b, c) };
        let mut mesh = Self { entries: Vec::with_capacity(64), queue: BinaryHeap::with_capacity(64) };
        for vtx in [[a, b, c], [a, d, b], [b, d, c], [c, d, a]] {
            mesh.push(Entry::new(vtx));
        }
        // Edge i of an entry is from its point i to the next.
        for (e, i, f, j) in
            [(0, 0, 1, 2), (0, 1, 2, 2), (0, 2, 3, 2), (1, 1, 2, 0), (2, 1, 3, 0), (3, 1, 1, 0)]
        {
            mesh.connect(e, i, f, j);
        }
        mesh
    }

    fn push(&mut self, entry: Entry<T>) -> usize {
        let place = self.entries.len();
        // Line 21: only entries whose v is inside are queued. NaN never comes out as the least.
        if entry.inside && entry.squared.is_finite() {
            self.queue.push(Reverse((entry.squared.f64().to_bits(), place)));
        }
        self.entries.push(entry);
        place
    }

    fn connect(&mut self, e: usize, i: usize, f: usize, j: usize) {
        (self.entries[e].adj[i], self.entries[e].j[i]) = (f, j);
        (self.entries[f].adj[j], self.entries[f].j[j]) = (e, i);
    }

    /// Algorithm 10: the entries around the hole, counter-clockwise. Bounded by the entries there are, since each is made obsolete once.
    fn silhouette(&mut self, e: usize, i: usize, w: Vec3<T>, around: &mut Vec<(usize, usize)>) {
        let entry = &mut self.entries[e];
        if entry.obsolete {
            return;
        }
        if entry.v.dot(w) < entry.squared {
            around.push((e, i));
            return;
        }
        entry.obsolete = true;
        let next = [(i + 1) % 3, (i + 2) % 3].map(|k| (entry.adj[k], entry.j[k]));
        for (f, j) in next {
            self.silhouette(f, j, w, around);
        }
    }
}

/// Algorithm 12: the depth vector, to within eps; `Some` of zero where INIT-MESH finds that they only touch.
pub(crate) fn depth<T: Real>(bodies: &Difference<'_, T>, simplex: &Simplex<T>, eps: T) -> Option<Vec3<T>> {
    let mut mesh = match init_mesh(bodies, simplex)? {
        Init::Touching => return Some(Vec3::ZERO),
        Init::Mesh(mesh) => mesh,
    };
    let mut mu = T::INFINITY;
    let mut v = None;
    let mut around = Vec::new();
    for _ in 0..CUTOFF {
        // Line 28: an empty queue ends the loop with the last v.
        let Some(Reverse((_, e))) = mesh.queue.pop() else { return v };
        if mesh.entries[e].obsolete {
            continue;
        }
        let (point, squared) = (mesh.entries[e].v, mesh.entries[e].squared);
        let length = squared.sqrt();
        if length >= mu - eps {
            return Some(point);
        }
        if length == T::ZERO {
            return None;
        }
        v = Some(point);
        let w = bodies.support(point);
        mu = mu.min(w.dot(point) / length);
        if length >= mu - eps {
            return v;
        }
        mesh.entries[e].obsolete = true;
        around.clear();
        for i in 0..3 {
            let (f, j) = (mesh.entries[e].adj[i], mesh.entries[e].j[i]);
            mesh.silhouette(f, j, w, &mut around);
        }
        fill(&mut mesh, &around, w)?;
    }
    None
}

/// MAKE-ENTRIES: triangles from the edges around the hole to w. `None` if these do not close.
fn fill<T: Real>(mesh: &mut Mesh<T>, around: &[(usize, usize)], w: Vec3<T>) -> Option<()> {
    if around.len() < 3 {
        return None;
    }
    let first = mesh.entries.len();
    for (x, &(e, i)) in around.iter().enumerate() {
        let vtx = &mesh.entries[e].vtx;
        let (from, to) = (vtx[(i + 1) % 3], vtx[i]);
        let &(f, k) = &around[(x + 1) % around.len()];
        if mesh.entries[f].vtx[(k + 1) % 3] != to {
            return None;
        }
        let y = mesh.push(Entry::new([from, to, w]));
        mesh.connect(y, 0, e, i);
    }
    for x in 0..around.len() {
        mesh.connect(first + x, 1, first + (x + 1) % around.len(), 2);
    }
    Some(())
}

enum Init<T: Real> {
    Touching,
    Mesh(Mesh<T>),
}

/// INIT-MESH: a tetrahedron around the origin from a simplex that holds it.
fn init_mesh<T: Real>(bodies: &Difference<'_, T>, simplex: &Simplex<T>) -> Option<Init<T>> {
    let of = |candidates: &[[Vec3<T>; 4]]| {
        candidates.iter().find(|p| origin_in_tetrahedron(p)).map(|p| Init::Mesh(Mesh::of(*p)))
    };
    match *simplex.points() {
        [a, b] => {
            let d = b - a;
            let least = (0..3).fold(0, |k, i| if d.get(i).abs() < d.get(k).abs() { i } else { k });
            let v0 = Vec3::axis(least).cross(d);
            // A turn by 2π/3 about d: −1/2, and √3/2 across.
            let across = d.unit().cross(v0) * (T::of(3.0).sqrt() * T::HALF);
            let directions = [v0, across - v0 * T::HALF, -across - v0 * T::HALF];
            let [x0, x1, x2] = directions.map(|v| bodies.support(v));
            of(&[[a, x0, x1, x2], [b, x0, x1, x2]])
        }
        [a, b, c] => {
            let n = (b - a).cross(c - a);
            let (x, y) = (bodies.support(n), bodies.support(-n));
            of(&[[a, b, x, y], [a, c, x, y], [b, c, x, y]])
        }
        [a, b, c, d] => Some(Init::Mesh(Mesh::of([a, b, c, d]))),
        _ => Some(Init::Touching),
    }
}

/// Algorithm 11.
fn origin_in_tetrahedron<T: Real>(&[a, b, c, d]: &[Vec3<T>; 4]) -> bool {
    let same_side = |p: Vec3<T>, q: Vec3<T>, r: Vec3<T>, other: Vec3<T>| {
        let n = (q - p).cross(r - p);
        (n.dot(p) > T::ZERO) == (n.dot(other) > T::ZERO)
    };
    !(same_side(a, b, c, d) || same_side(b, c, d, a) || same_side(c, d, a, b) || same_side(d, a, b, c))
}

#[cfg(test)]
mod tests {
    use impinge::{AnyShape, Cuboid, Ellipsoid, Pose};
    use impinge_scenes::Rng;

    use super::*;
    use crate::measure::printed::{Johnson, gjk::sa_gjk};

    fn check(shapes: [AnyShape<f64>; 2], eps: f64) -> [usize; 3] {
        let mut rng = Rng::new(6);
        let [mut met, mut missing, mut wrong] = [0; 3];
        for _ in 0..1_000 {
            let poses: [Pose<Vec3<f64>>; 2] = std::array::from_fn(|_| rng.pose3(0.9));
            let bodies = Difference::new(shapes.each_ref(), &poses);
            let Some((true, simplex)) = sa_gjk::<_, Johnson>(&bodies, 1e-9) else { continue };
            met += 1;
            let placed = |i: usize| impinge::At::new(&shapes[i], poses[i]);
            let truth =
                -impinge::query::any::contact(&placed(0), &placed(1), &Default::default()).signed_distance;
            match depth(&bodies, &simplex, eps) {
                None => missing += 1,
                Some(v) => {
                    // The length is within the bounds; the direction is that of v, while the bound μ may belong to an earlier one.
                    let (length, reach) = ((v.norm() - truth).abs(), bodies.reach(v) - truth);
                    wrong += usize::from(length > 2.0 * eps || reach > 1e-4);
                }
            }
        }
        [met, missing, wrong]
    }

    #[test]
    fn depths_are_those_of_the_front_door() {
        let cuboid = || AnyShape::from(Cuboid::new([1.0, 0.5, 0.75]));
        let ellipsoid = || AnyShape::from(Ellipsoid::new([0.5, 1.0, 0.75]));
        for shapes in [[cuboid(), cuboid()], [cuboid(), ellipsoid()], [ellipsoid(), ellipsoid()]] {
            let [met, missing, wrong] = check(shapes, 1e-6);
            assert!(met > 300, "{met}");
            assert!(missing + wrong <= met / 50, "{missing} missing, {wrong} wrong of {met}");
        }
    }

    #[test]
    fn the_origin_is_found_in_a_tetrahedron() {
        let corner = |x: f64, y: f64, z: f64| Vec3::new(x, y, z);
        let around = [
            corner(1.0, 1.0, 1.0),
            corner(-1.0, -1.0, 1.0),
            corner(-1.0, 1.0, -1.0),
            corner(1.0, -1.0, -1.0),
        ];
        assert!(origin_in_tetrahedron(&around));
        assert!(!origin_in_tetrahedron(&around.map(|p| p + corner(1.0, 1.0, 1.0))));
        // With d beyond the plane of a, b, c but the origin before it: the test of signs is right where it looks wrong.
        assert!(!origin_in_tetrahedron(&around.map(|p| p * 0.1 + corner(0.5, 0.2, 0.1))));
    }
}
