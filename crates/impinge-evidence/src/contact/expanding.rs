//! The expanding polytope as Feng and Tan print it, with the contact type that they read off its last face.
//!
//! **Answers** how far two bodies overlap, along which normal, at which points, and which kinds of features meet. For real use take
//! [`impinge::study::epa`] and [`impinge::features`].
//!
//! **Source.** Feng and Tan 2019, Box 2, sections 4.1, 4.2.1 and 4.2.2, equations 13 to 15.
//!
//! | symbol | meaning |
//! |---|---|
//! | A ⊖ B | { a − b }; it holds the origin |
//! | P | the polytope, at first the simplex of GJK |
//! | f, n_f, d_f | the face of P that is nearest to the origin, its outward unit normal, its distance |
//! | a, d_a | the point of A ⊖ B farthest along n_f; how far that is |
//! | c, ξ | the origin projected on f, and its barycentric coordinates there |
//! | c_A, c_B | the points of A and B with the same coordinates in the corners behind those of f |
//!
//! **The type.** Each corner of f is a difference of a corner of A and one of B. Of the three corners on each body one, two or three are different:
//! a vertex, an edge or a face.
//!
//! **Misprints.** Box 2, step 2.e.ii makes new faces from all vertices of a face that is removed; with two visible faces side by side that leaves faces
//! inside of P. New faces are made from the edges of the silhouette, as section 4.1 needs them. Step 3 has two steps b. GLK is GJK.
//!
//! **Guarantee.** On polytopes it ends after finitely many steps, with the shortest way out up to rounding. **Cost.** A support call and a look at all
//! faces for each step. **Failure.** Rounding can make faces visible that do not hang together, so that P has more faces than a polytope of its
//! corners: the run gives up. On curved bodies only the tolerance ends it. If f is one of several triangles that make up a flat face of
//! A ⊖ B, it is chance which of them is last: c may be outside of it, and its three corners need not show the whole of the faces that meet. Cubes
//! face to face are recognized (a test); `types.rs` counts how often prisms of many sides are.

use impinge::feature::ContactType;
use impinge::study::pair::{Obstacle, Vertex};
use impinge::{Id, Vec3};

/// ε of step 2.d, in sizes of the pair: above the rounding of a distance, far below the overlaps of packed bodies.
pub const CONVERGED: f64 = 1e-10;

/// Limits: the steps of a run, and the volume of a simplex that is not flat, relative to its edges.
const MAX_STEPS: u32 = 500;
const FLAT: f64 = 1e-12;

/// A corner of P: a − b, and both.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Corner {
    point: Vec3<f64>,
    a: Vec3<f64>,
    b: Vec3<f64>,
    /// Indices of these vertices of A and B, if they have vertices.
    ids: [Id; 2],
}

impl Corner {
    /// The library's differences are b − a.
    fn of(vertex: &Vertex<Vec3<f64>>) -> Self {
        Self { point: -vertex.point, a: vertex.a, b: vertex.b(), ids: [vertex.id_a, vertex.id_b] }
    }
}

/// An overlap, in the units and the frame of the pair.
#[derive(Clone, Copy, Debug)]
pub struct Overlap {
    /// d_c = d_f.
    pub depth: f64,
    /// n_c.
    pub normal: Vec3<f64>,
    /// c_A and c_B.
    pub points: [Vec3<f64>; 2],
    /// Type by the corners of the last face.
    pub contact_type: ContactType,
    /// Whether c is inside of f.
    pub is_inside: bool,
    /// Number of searches for P's nearest face.
    pub iterations: u32,
}

/// A face, with its corners counter-clockwise seen from outside.
#[derive(Clone, Copy)]
struct Face {
    corners: [usize; 3],
    normal: Vec3<f64>,
    distance: f64,
}

/// Box 2, with ε in the units of the pair. `None` if no full simplex is found, P is no longer a polytope, or there is no end.
pub fn expand(
    pair: &dyn Obstacle<Vec3<f64>>,
    simplex: &[Vertex<Vec3<f64>>],
    epsilon: f64,
) -> Option<Overlap> {
    let start = simplex.last().copied()?;
    let support = |v: Vec3<f64>| Corner::of(&pair.support(-v, &start));
    let mut corners = full(simplex.iter().map(Corner::of).collect(), &support)?;
    // Step 1.c.
    let mut faces: Vec<Face> =
        [[0, 1, 2], [0, 3, 1], [0, 2, 3], [1, 3, 2]].iter().filter_map(|&c| face(&corners, c)).collect();
    for iterations in 1..=MAX_STEPS {
        // Step 2.a.
        let f = *faces.iter().min_by(|f, g| f.distance.total_cmp(&g.distance))?;
        let a = support(f.normal);
        // Steps 2.c and 2.d.
        let d_a = f.normal.dot(a.point);
        if d_a - f.distance < epsilon {
            return Some(features(&corners, &f, iterations));
        }
        // Step 2.e.
        let new = corners.len();
        corners.push(a);
        let is_visible = |f: &Face| f.normal.dot(a.point - corners[f.corners[0]].point) > 0.0;
        let (visible, mut kept): (Vec<Face>, Vec<Face>) = faces.iter().partition(|f| is_visible(f));
        let edges = || visible.iter().flat_map(|f| [0, 1, 2].map(|k| [f.corners[k], f.corners[(k + 1) % 3]]));
        for [i, j] in edges().filter(|&[i, j]| !edges().any(|other| other == [j, i])) {
            kept.extend(face(&corners, [i, j, new]));
        }
        if visible.is_empty() {
            return None;
        }
        // Euler: a polytope of n corners has at most 2 n − 4 triangles.
        if kept.len() > 2 * corners.len() - 4 {
            return None;
        }
        faces = kept;
    }
    None
}

/// Step 1.b: a simplex of four corners, its first face seen from outside counter-clockwise.
fn full(mut corners: Vec<Corner>, support: &dyn Fn(Vec3<f64>) -> Corner) -> Option<Vec<Corner>> {
    let axes = [Vec3::new(1.0, 0.0, 0.0), Vec3::new(0.0, 1.0, 0.0), Vec3::new(0.0, 0.0, 1.0)];
    while corners.len() < 4 {
        let edge = |k: usize| corners[k].point - corners[0].point;
        let directions: Vec<Vec3<f64>> = match corners.len() {
            1 => axes.to_vec(),
            2 => axes.map(|axis| axis.cross(edge(1))).to_vec(),
            _ => vec![edge(1).cross(edge(2))],
        };
        let points =
            directions.into_iter().filter(|d| d.norm_squared() > 0.0).flat_map(|d| [support(d), support(-d)]);
        let new = points.max_by(|p, q| spread(&corners, *p).total_cmp(&spread(&corners, *q)))?;
        if spread(&corners, new) <= FLAT {
            return None;
        }
        corners.push(new);
    }
    let [e1, e2, e3] = [1, 2, 3].map(|k| corners[k].point - corners[0].point);
    let volume = e1.cross(e2).dot(e3);
    if volume.abs() <= FLAT * e1.norm() * e2.norm() * e3.norm() {
        return None;
    }
    if volume > 0.0 {
        corners.swap(1, 2);
    }
    Some(corners)
}

/// Distance of a point from the line or plane of these, or from the only one.
fn spread(corners: &[Corner], new: Corner) -> f64 {
    let edge = |k: usize| corners[k].point - corners[0].point;
    let to = new.point - corners[0].point;
    match corners.len() {
        1 => to.norm(),
        2 => edge(1).cross(to).norm() / edge(1).norm(),
        _ => {
            let n = edge(1).cross(edge(2));
            n.dot(to).abs() / n.norm()
        }
    }
}

/// A face; `None` if it has no area, which is never nearest.
fn face(corners: &[Corner], [i, j, k]: [usize; 3]) -> Option<Face> {
    let [p, q, r] = [i, j, k].map(|c| corners[c].point);
    let n = (q - p).cross(r - p);
    let length = n.norm();
    if length.is_nan() || length <= 0.0 {
        return None;
    }
    let normal = n * (1.0 / length);
    Some(Face { corners: [i, j, k], normal, distance: normal.dot(p) })
}

/// Step 3.
fn features(corners: &[Corner], f: &Face, iterations: u32) -> Overlap {
    let of = f.corners.map(|k| corners[k]);
    let c = f.normal * f.distance;
    let [p, q, r] = of.map(|corner| corner.point);
    // ξ: areas of the triangle with a corner replaced by c.
    let part = |u: Vec3<f64>, v: Vec3<f64>| (u - c).cross(v - c).dot(f.normal);
    let parts = [part(q, r), part(r, p), part(p, q)];
    let whole: f64 = parts.iter().sum();
    let xi = parts.map(|part| part / whole);
    let sum = |of_corner: fn(&Corner) -> Vec3<f64>| {
        of.iter().zip(xi).fold(Vec3::ZERO, |sum, (corner, x)| sum + of_corner(corner) * x)
    };
    let [on_a, on_b] = [0, 1].map(|k| different(of, k));
    Overlap {
        depth: f.distance,
        normal: f.normal,
        points: [sum(|corner| corner.a), sum(|corner| corner.b)],
        contact_type: contact_type(on_a, on_b),
        is_inside: xi.iter().all(|&x| x >= 0.0),
        iterations,
    }
}

/// Number of different points of A, or of B, behind three corners.
fn different([p, q, r]: [Corner; 3], body: usize) -> usize {
    let same = |p: &Corner, q: &Corner| match p.ids[body] {
        Id::NONE => [p.a, p.b][body] == [q.a, q.b][body],
        id => id == q.ids[body],
    };
    1 + usize::from(!same(&q, &p)) + usize::from(!same(&r, &p) && !same(&r, &q))
}

/// Section 4.2.2: one point is a vertex, two are an edge, three a face.
fn contact_type(on_a: usize, on_b: usize) -> ContactType {
    match (on_a.min(on_b), on_a.max(on_b)) {
        (1, 1) => ContactType::VertexVertex,
        (1, 2) => ContactType::VertexEdge,
        (2, 2) => ContactType::EdgeEdge,
        (1, _) => ContactType::VertexFace,
        (2, _) => ContactType::EdgeFace,
        _ => ContactType::FaceFace,
    }
}

#[cfg(test)]
mod tests {
    use impinge::study::epa::{Gap, epa3};
    use impinge::study::gjk::{Gjk, Goal, Voronoi};
    use impinge::study::pair::Prepared;
    use impinge::{ConvexPolyhedron, Cuboid, Pose, Rot3, Shape};
    use impinge_scenes::Rng;

    use super::super::steps::gjk;
    use super::*;

    /// GJK and what is printed; beside it the library's overlap.
    fn asked<A: Shape<V = Vec3<f64>>, B: Shape<V = Vec3<f64>>>(a: &A, b: &B) -> Option<(Overlap, f64, f64)> {
        let (a, b) = (a.parts(), b.parts());
        let prepared = Prepared::new(&a, &b);
        let pair: &dyn Obstacle<Vec3<f64>> = &prepared.pair;
        let mut gjk = Gjk::<Vec3<f64>, Voronoi>::from_axis(Vec3::new(1.0, 0.0, 0.0));
        let goal = Goal { far: 0.0, near: pair.rounding(), gap: 0.0, steps: 100 };
        if gjk.run(&pair, &goal, &mut ()).upper > goal.near {
            return None;
        }
        let epsilon = CONVERGED * pair.size();
        let found = expand(pair, gjk.simplex().vertices(), epsilon)?;
        let ours = epa3(&pair, gjk.simplex(), &Gap { bound: epsilon, value: epsilon }, &mut ());
        Some((found, ours.upper, prepared.frame.length(1.0)))
    }

    /// On random hulls it finds the depth of the library's EPA, and points at that distance along the normal.
    #[test]
    fn the_depth_is_the_shortest_way_out() {
        let mut rng = Rng::new(11);
        let mut met = 0;
        for _ in 0..300 {
            let [a, b] = [(); 2].map(|()| {
                let points: Vec<Vec3<f64>> = (0..12).map(|_| rng.unit3()).collect();
                ConvexPolyhedron::new(&points)
            });
            let Some((found, depth, _)) = asked(&a, &b.at(rng.pose3(1.0))) else { continue };
            assert!((found.depth - depth).abs() <= 1e-9, "{found:?} {depth}");
            let [c_a, c_b] = found.points;
            assert!(((c_a - c_b) - found.normal * found.depth).norm() <= 1e-9, "{found:?}");
            assert!(
                matches!(found.contact_type, ContactType::EdgeEdge | ContactType::VertexFace),
                "{found:?}"
            );
            met += 1;
        }
        assert!(met > 100, "{met}");
    }

    /// A run once did not end: rounding made faces visible that do not hang together, and each step multiplied them. With ε = 0 some runs on
    /// hulls get there; each must end, with an answer or without, and an answer is the depth.
    #[test]
    fn it_ends_below_rounding() {
        let mut rng = Rng::new(13);
        let (mut met, mut answered) = (0, 0);
        for _ in 0..300 {
            let [a, b] = [(); 2].map(|()| {
                let points: Vec<Vec3<f64>> = (0..40).map(|_| rng.unit3()).collect();
                ConvexPolyhedron::new(&points)
            });
            let b = b.at(rng.pose3(1.0));
            let (a, b) = (a.parts(), b.parts());
            let prepared = Prepared::new(&a, &b);
            let pair: &dyn Obstacle<Vec3<f64>> = &prepared.pair;
            let (meets, _, run) = gjk(pair);
            if !meets {
                continue;
            }
            met += 1;
            let [exact, rough] =
                [0.0, CONVERGED].map(|e| expand(pair, run.simplex().vertices(), e * pair.size()));
            if let (Some(exact), Some(rough)) = (exact, rough) {
                answered += 1;
                assert!((exact.depth - rough.depth).abs() <= 1e-9 * pair.size(), "{exact:?} {rough:?}");
            }
        }
        assert!(met > 100 && answered < met, "{answered} of {met}");
    }

    /// Cubes face to face, turned about the normal: the type is f-f.
    #[test]
    fn parallel_faces_of_cubes_are_seen() {
        let cube = Cuboid::new([1.0, 1.0, 1.0]);
        let mut rng = Rng::new(12);
        let (mut seen, mut all) = (0, 0);
        for _ in 0..100 {
            let turn = Rot3::from_axis_angle([0.0, 0.0, 1.0], rng.between(0.1, 1.4));
            let at = Pose::new([rng.between(-0.3, 0.3), rng.between(-0.3, 0.3), 1.98], turn);
            let Some((found, ..)) = asked(&cube, &cube.at(at)) else { continue };
            assert!((found.normal.z.abs() - 1.0).abs() < 1e-9, "{found:?}");
            seen += usize::from(found.contact_type == ContactType::FaceFace);
            all += 1;
        }
        assert!(all > 90 && seen == all, "{seen} {all}");
    }
}
