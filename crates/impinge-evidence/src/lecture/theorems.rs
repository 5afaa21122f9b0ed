//! The lecture's theorems, tested on random polytopes: which translations bring two bodies into touch, which features are the nearest, the distance of
//! features are that are part of one another, and whether penetration vectors are unique.
//!
//! | symbol | meaning |
//! |---|---|
//! | A ⊖ B | the configuration space obstacle { a − b } |
//! | VR(X) | the points outside of a polytope that are no nearer to any other feature of it than to X |
//! | d(c, X) | the distance of a point from a feature |

use impinge::{At, ConvexPolyhedron, Point, Pose, Segment, Shape, Triangle, Vec3, contact, distance};
use impinge_scenes::{Rng, clouds};

use crate::claim::Verdict;
use crate::study::{Out, Stop, Task};
use crate::table::Table;

/// Distance within which bodies of about 1 touch, and distances are equal: a million times the rounding, and far below the tested ones.
const EQUAL: f64 = 1e-9;

/// Vertices of a body.
const VERTICES: usize = 10;

pub(super) fn run(task: &Task<'_>, out: &mut Out) -> Result<(), Stop> {
    let bodies = task.effort.of([4, 60, 400]);
    let mut rng = Rng::new(task.seed.wrapping_add(9));
    let mut table =
        Table::new("theorems", "Theorems of the lecture on random polytopes", ["statement", "tried", "held"])
            .note(format!("Hulls of up to {VERTICES} points in a ball, {bodies} pairs of them."));
    let mut touching = [Count::default(); 2];
    let (mut regions, mut subsets, mut unique) = ([Count::default(); 2], Count::default(), Count::default());
    for k in 0..bodies {
        task.reached(k as f64 / bodies as f64)?;
        let [a, b] = [(); 2].map(|()| {
            let points: Vec<Vec3<f64>> = clouds::in_ball(VERTICES, rng.bits());
            ConvexPolyhedron::new(&points)
        });
        let obstacle =
            a.minkowski_difference(&b).map_err(|e| Stop::Failed(format!("the Minkowski difference: {e}")))?;
        touch(&a, &b, &obstacle, &mut rng, &mut touching);
        penetrate(&obstacle, &mut rng, &mut unique);
        let away = rng.unit3::<f64>() * 2.5;
        let moved: Vec<Vec3<f64>> = b.vertices().iter().map(|&v| v + away).collect();
        let [of_a, of_b] = [features(&a), features(&ConvexPolyhedron::new(&moved))];
        nearest(&of_a, &of_b, &mut regions);
        contained(&of_a, &mut rng, &mut subsets);
    }
    let rows = [
        ("on the boundary of A ⊖ B: in touch", touching[0]),
        ("off it: not in touch", touching[1]),
        ("nearest points: each in the region of the other's feature", regions[0]),
        ("not the nearest points: not so", regions[1]),
        ("a feature that is part of another is no farther from a point", subsets),
        ("another penetration vector of the same length", unique),
    ];
    for (statement, count) in rows {
        table.row([statement.into(), count.tried.into(), count.held.into()]);
    }
    out.table(table);
    let holds = |counts: &[Count]| counts.iter().filter(|count| count.held == count.tried).count();
    out.finding(
        "lecture-touching-theorem",
        Verdict::of(holds(&touching), 2),
        format!(
            "{} of {} translations on the boundary bring the bodies into touch, {} of {} off it do not",
            touching[0].held, touching[0].tried, touching[1].held, touching[1].tried
        ),
        "",
    );
    out.finding(
        "lecture-voronoi-theorem",
        Verdict::of(holds(&regions), 2),
        format!(
            "{} of {} pairs of features that hold nearest points are in the regions of one another, {} of {} others are not",
            regions[0].held, regions[0].tried, regions[1].held, regions[1].tried
        ),
        "",
    );
    out.finding(
        "lecture-subset-distance",
        Verdict::of(usize::from(subsets.held == subsets.tried), 1),
        format!("so for {} of {} points and pairs of features", subsets.held, subsets.tried),
        "The sign is turned around: a least value over fewer points is not less.",
    );
    let share = unique.held as f64 / unique.tried as f64;
    out.finding(
        "lecture-penetration-vector",
        if share > 0.5 { Verdict::Agrees } else { Verdict::Differs },
        format!("{} of {} random pairs that overlap have a second one", unique.held, unique.tried),
        "It takes a symmetry, as that of the lecture's circles about one center.",
    );
    Ok(())
}

/// Numbers of trials and of successes.
#[derive(Clone, Copy, Default)]
struct Count {
    tried: usize,
    held: usize,
}

impl Count {
    fn add(&mut self, holds: bool) {
        self.tried += 1;
        self.held += usize::from(holds);
    }
}

/// Translations on the boundary of the obstacle, and inside and outside of it.
fn touch(
    a: &ConvexPolyhedron<f64>,
    b: &ConvexPolyhedron<f64>,
    obstacle: &ConvexPolyhedron<f64>,
    rng: &mut Rng,
    counts: &mut [Count; 2],
) {
    let vertices = obstacle.vertices();
    let middle = vertices.iter().fold(Vec3::ZERO, |sum, &v| sum + v) * (1.0 / vertices.len() as f64);
    let gap = |t: Vec3<f64>| contact(a, &b.at(Pose::at(t))).signed_distance;
    let topology = obstacle.topology();
    for face in 0..topology.face_count() as u32 {
        let corners = topology.face_vertices(face);
        let drawn: Vec<f64> = corners.iter().map(|_| rng.uniform() + f64::EPSILON).collect();
        let sum: f64 = drawn.iter().sum();
        let t =
            corners.iter().zip(&drawn).fold(Vec3::ZERO, |t, (&v, w)| t + vertices[v as usize] * (w / sum));
        counts[0].add(gap(t).abs() <= EQUAL);
        let by = 1.0 + f64::powi(0.1, rng.below(6) as i32 + 1) * if rng.below(2) == 0 { 1.0 } else { -1.0 };
        counts[1].add(gap(middle + (t - middle) * by).abs() > EQUAL);
    }
}

/// Whether a second face of the obstacle is as near to the origin, which is placed somewhere inside.
fn penetrate(obstacle: &ConvexPolyhedron<f64>, rng: &mut Rng, count: &mut Count) {
    let vertices = obstacle.vertices();
    let middle = vertices.iter().fold(Vec3::ZERO, |sum, &v| sum + v) * (1.0 / vertices.len() as f64);
    let origin = middle + rng.in_ball::<f64>() * 0.1;
    let topology = obstacle.topology();
    let depth = |(face, n): (usize, &Vec3<f64>)| {
        let corner = vertices[topology.face_vertices(face as u32)[0] as usize];
        n.dot(corner - origin)
    };
    let mut depths: Vec<f64> = obstacle.normals().iter().enumerate().map(depth).collect();
    depths.sort_by(f64::total_cmp);
    count.add(depths.len() > 1 && depths[1] - depths[0] <= EQUAL);
}

/// A vertex, edge or face with its corners.
struct Feature {
    form: Form,
    corners: Vec<u32>,
}

enum Form {
    Vertex(Point<Vec3<f64>>),
    Edge(At<Segment<f64>>),
    Face(Triangle<f64>),
}

/// Evaluates an expression with the shape of a feature.
macro_rules! with {
    ($feature:expr, $shape:ident => $value:expr) => {
        match &$feature.form {
            Form::Vertex($shape) => $value,
            Form::Edge($shape) => $value,
            Form::Face($shape) => $value,
        }
    };
}

/// All features; faces of more than three corners as triangles.
fn features(body: &ConvexPolyhedron<f64>) -> Vec<Feature> {
    let (v, topology) = (body.vertices(), body.topology());
    let at = |i: u32| v[i as usize];
    let mut all: Vec<Feature> = (0..v.len() as u32)
        .map(|i| Feature { form: Form::Vertex(Point::new(at(i))), corners: vec![i] })
        .collect();
    for edge in topology.edges() {
        let [i, j] = [topology.origin(edge), topology.target(edge)];
        all.push(Feature { form: Form::Edge(Segment::between(at(i), at(j))), corners: vec![i, j] });
    }
    for face in 0..topology.face_count() as u32 {
        let corners = topology.face_vertices(face);
        for k in 2..corners.len() {
            let [i, j, l] = [corners[0], corners[k - 1], corners[k]];
            all.push(Feature {
                form: Form::Face(Triangle::new(at(i), at(j), at(l))),
                corners: vec![i, j, l],
            });
        }
    }
    all
}

/// Whether a point outside a body is at least as near to this feature as to any other.
fn is_in_region(p: Vec3<f64>, of: &Feature, all: &[Feature]) -> bool {
    let p = Point::new(p);
    let own = with!(of, s => distance(&p, s)).distance;
    all.iter().all(|other| own <= with!(other, s => distance(&p, s)).distance + EQUAL)
}

/// All pairs of features: are those that hold nearest points of the bodies those whose nearest points are in the regions of one another?
fn nearest(of_a: &[Feature], of_b: &[Feature], counts: &mut [Count; 2]) {
    let mut pairs = Vec::new();
    let mut least = f64::INFINITY;
    for x in of_a {
        for y in of_b {
            let found = with!(x, s => with!(y, t => distance(s, t)));
            least = least.min(found.distance);
            pairs.push((x, y, found));
        }
    }
    for (x, y, found) in pairs {
        let in_both = is_in_region(found.point_a, y, of_b) && is_in_region(found.point_b, x, of_a);
        let is_nearest = found.distance <= least + EQUAL;
        counts[usize::from(!is_nearest)].add(in_both == is_nearest);
    }
}

/// Features that are part of one another, and a point away from the body: is the smaller one no farther?
fn contained(all: &[Feature], rng: &mut Rng, count: &mut Count) {
    let p = Point::new(rng.unit3::<f64>() * 2.0);
    for x in all {
        for y in all.iter().filter(|y| y.corners.len() > x.corners.len()) {
            if x.corners.iter().all(|corner| y.corners.contains(corner)) {
                let [small, large] = [x, y].map(|f| with!(f, s => distance(&p, s)).distance);
                count.add(small <= large + EQUAL);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A cube in the middle of another has six penetration vectors; moved, it has one.
    #[test]
    fn symmetry_makes_several_penetration_vectors() {
        let corner = |k: usize| {
            Vec3::new((k & 1) as f64 - 0.5, (k >> 1 & 1) as f64 - 0.5, (k >> 2) as f64 - 0.5) * 2.0
        };
        let points: Vec<Vec3<f64>> = (0..8).map(corner).collect();
        let cube = ConvexPolyhedron::new(&points);
        let found = |at: [f64; 3]| impinge::features(&cube, &(&cube).at(Pose::at(at))).ambiguous;
        assert!(found([0.0; 3]) && !found([0.1, 0.2, 1.5]));
    }

    #[test]
    fn a_tetrahedron_has_fourteen_features() {
        let points = [[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
        let all = features(&ConvexPolyhedron::new(&points.map(Vec3::from)));
        assert_eq!(all.len(), 4 + 6 + 4);
        // Above the slanted face, and beside it.
        let above = Vec3::new(1.0, 1.0, 1.0);
        assert_eq!(all.iter().filter(|f| is_in_region(above, f, &all)).count(), 1);
        assert!(!is_in_region(Vec3::new(3.0, 0.0, 0.0), &all[0], &all));
    }
}
