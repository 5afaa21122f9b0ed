//! Fractions against roots found with twice the digits: for each way in which features meet, the equation of the paper,
//! written again in double-double numbers and solved directly or by bisection.
//!
//! All coordinates are multiples of 2⁻²⁰, so that bodies are placed without rounding and the equations are exact.

use impinge::expel::{MotionSettings, Mover};
use impinge::mesh::polygon::{MeshFeature, PlacedMesh, PolygonMesh};
use impinge::{Motion, Pose, Vec3};
use impinge_scenes::Rng;
use impinge_scenes::rooms::Faces;

/// A number as the sum of two.
#[derive(Clone, Copy)]
struct Double(f64, f64);

fn two_sum(a: f64, b: f64) -> Double {
    let s = a + b;
    let t = s - a;
    Double(s, (a - (s - t)) + (b - t))
}

impl Double {
    fn plus(self, o: Self) -> Self {
        let s = two_sum(self.0, o.0);
        two_sum(s.0, s.1 + self.1 + o.1)
    }
    fn times(self, o: Self) -> Self {
        let p = self.0 * o.0;
        two_sum(p, self.0.mul_add(o.0, -p) + self.0 * o.1 + self.1 * o.0)
    }
    fn minus(self, o: Self) -> Self {
        self.plus(Self(-o.0, -o.1))
    }
    fn of(x: f64) -> Self {
        Self(x, 0.0)
    }
}

type Vector3 = [Double; 3];

fn wide(v: Vec3<f64>) -> Vector3 {
    v.to_array().map(Double::of)
}
fn minus(a: Vector3, b: Vector3) -> Vector3 {
    core::array::from_fn(|i| a[i].minus(b[i]))
}
fn dot(a: Vector3, b: Vector3) -> Double {
    a[0].times(b[0]).plus(a[1].times(b[1])).plus(a[2].times(b[2]))
}
fn cross(a: Vector3, b: Vector3) -> Vector3 {
    [(1, 2), (2, 0), (0, 1)].map(|(i, j)| a[i].times(b[j]).minus(a[j].times(b[i])))
}
/// Length, good to the last digit of one number: it is multiplied by the zone only.
fn length(a: Vector3) -> Double {
    Double::of(dot(a, a).0.sqrt())
}

fn grid(rng: &mut Rng, range: f64) -> Vec3<f64> {
    let mut next = || (rng.between(-range, range) * 1_048_576.0).round() / 1_048_576.0;
    Vec3::new(next(), next(), next())
}

/// A tetrahedron with its faces outwards.
fn tetrahedron(rng: &mut Rng) -> PolygonMesh<f64> {
    let mut points = [(); 4].map(|()| grid(rng, 1.0));
    if (points[1] - points[0]).cross(points[2] - points[0]).dot(points[3] - points[0]) > 0.0 {
        points.swap(1, 2);
    }
    let polygons = vec![vec![0, 1, 2], vec![0, 2, 3], vec![0, 3, 1], vec![1, 3, 2]];
    let faces = Faces { points: points.into(), polygons };
    impinge_scenes::movers::mesh(&faces)
}

/// Colliding features: the vertices of both where they start, and whether they are (vertex, polygon), the reverse, or edges.
struct Meeting {
    point: Vec3<f64>,
    corners: [Vec3<f64>; 3],
    edges: Option<[[Vec3<f64>; 2]; 2]>,
    /// −1 where the point is the standing one.
    sense: f64,
}

fn meeting(
    moving: &PolygonMesh<f64>,
    at: Vec3<f64>,
    standing: &PolygonMesh<f64>,
    pair: (MeshFeature, MeshFeature),
) -> Meeting {
    let corners = |mesh: &PolygonMesh<f64>, polygon: u32, at: Vec3<f64>| {
        let ring: Vec<_> = mesh.corners(polygon).map(|v| mesh.vertices()[v as usize] + at).collect();
        [ring[0], ring[1], ring[2]]
    };
    let vertex = |mesh: &PolygonMesh<f64>, v: u32, at: Vec3<f64>| mesh.vertices()[v as usize] + at;
    let none = Vec3::ZERO;
    match pair {
        (MeshFeature::Vertex(v), MeshFeature::Polygon(p)) => Meeting {
            point: vertex(moving, v, at),
            corners: corners(standing, p, none),
            edges: None,
            sense: 1.0,
        },
        (MeshFeature::Polygon(p), MeshFeature::Vertex(v)) => Meeting {
            point: vertex(standing, v, none),
            corners: corners(moving, p, at),
            edges: None,
            sense: -1.0,
        },
        (MeshFeature::Edge(m), MeshFeature::Edge(s)) => {
            let ends = |mesh: &PolygonMesh<f64>, e: u32, at| {
                mesh.edges()[e as usize].ends.map(|v| vertex(mesh, v, at))
            };
            let edges = [ends(moving, m, at), ends(standing, s, none)];
            Meeting { point: none, corners: [none; 3], edges: Some(edges), sense: 1.0 }
        }
        other => panic!("{other:?} do not meet"),
    }
}

/// The quadratic c + 2 b r + a r² of a height (times a length) at r = tan(θ/2), for a turn about the z axis, and the length.
fn quadratic(m: &Meeting) -> ([Double; 3], Double) {
    let turn = |v: Vector3| [Double::of(0.0).minus(v[1]), v[0], Double::of(0.0)];
    let flat = |v: Vector3| [v[0], v[1], Double::of(0.0)];
    let sense = Double::of(m.sense);
    let Some([[a, b], [p, q]]) = m.edges else {
        let [a, b, c] = m.corners.map(wide);
        let n = cross(minus(b, a), minus(c, a));
        let x = wide(m.point);
        let height = dot(n, minus(x, a));
        let across = dot(n, turn(x)).times(sense);
        let second = height.minus(Double::of(2.0).times(dot(n, flat(x))));
        return ([second, across, height], length(n));
    };
    let [a, b, p, q] = [a, b, p, q].map(wide);
    // The volume of a moving edge and a standing one is −(d · m' + m · d'), with direction and moment turning.
    let (d, e) = (minus(b, a), minus(q, p));
    let (k, l) = (cross(a, b), cross(p, q));
    let both = |f: fn(Vector3, Vector3) -> Double, d: Vector3, k: Vector3| f(d, l).plus(f(k, e));
    let start = both(dot, d, k);
    let rest = d[2].times(l[2]).plus(k[2].times(e[2]));
    let across = both(dot, turn(d), turn(k));
    // At a half turn: rest − (start − rest).
    ([rest.plus(rest).minus(start), across, start], length(cross(d, e)))
}

fn at([a, b, c]: [Double; 3], r: f64) -> f64 {
    let r = Double::of(r);
    a.times(r).plus(b).plus(b).times(r).plus(c).0
}

/// Translations: vertices on polygons, polygons on vertices, edges on edges.
#[test]
fn translations_stop_at_the_first_root() {
    let mut rng = Rng::new(1);
    let (mut mover, mut kinds) = (Mover::new(), [0; 3]);
    for _ in 0..600 {
        let (moving, standing) = (tetrahedron(&mut rng), tetrahedron(&mut rng));
        let from = grid(&mut rng, 1.0) + Vec3::new(4.0, 0.0, 0.0);
        let by = -from * 2.0;
        let body = PlacedMesh::new(&moving, Pose::at(from));
        let trace = mover
            .translate(&body, by, &PlacedMesh::new(&standing, Pose::IDENTITY), &MotionSettings::default())
            .unwrap();
        let Some(hit) = trace.hit else { continue };
        let m = meeting(&moving, from, &standing, (hit.moving, hit.standing));
        let zone = Double::of(trace.zone.thickness);
        // height + f rate = zone · length.
        let (height, rate, size) = if let Some([[a, b], [p, q]]) = m.edges {
            let [a, b, p, q] = [a, b, p, q].map(wide);
            let n = cross(minus(b, a), minus(q, p));
            kinds[2] += 1;
            (dot(n, minus(a, p)), dot(n, wide(by)), length(n))
        } else {
            let [a, b, c] = m.corners.map(wide);
            let n = cross(minus(b, a), minus(c, a));
            kinds[usize::from(m.sense < 0.0)] += 1;
            (dot(n, minus(wide(m.point), a)), dot(n, wide(by * m.sense)), length(n))
        };
        let expected = (height.0.abs() - zone.times(size).0) / -(rate.0 * height.0.signum());
        let slope = rate.0.abs() / size.0;
        let off = (trace.fraction - expected) * slope;
        // Not later, and earlier by rounding only, unless a corner or rim was nearer than the inside.
        assert!(off <= trace.zone.error, "{off:e} {trace:?}");
        let early = -off <= 8.0 * trace.zone.error;
        let corner = (hit.normal.dot(by) / slope).abs() < 1.0 - 1e-9;
        assert!(early || corner, "{off:e} {trace:?}");
    }
    assert!(kinds.iter().all(|&kind| kind > 40), "{kinds:?}");
}

/// Turns about the z axis, by bisection.
#[test]
fn turns_stop_at_the_first_root() {
    let mut rng = Rng::new(2);
    let (mut mover, mut kinds) = (Mover::new(), [0; 3]);
    for _ in 0..1500 {
        let (moving, standing) = (tetrahedron(&mut rng), tetrahedron(&mut rng));
        let from = grid(&mut rng, 0.4) + Vec3::new(3.0, 0.0, 0.0);
        let there = grid(&mut rng, 0.3) + Vec3::new(1.0, 2.5, 0.0);
        let center = Vec3::ZERO;
        let points: Vec<Vec3<f64>> = standing.vertices().iter().map(|&x| x + there).collect();
        let rings: Vec<Vec<u32>> =
            (0..standing.polygons().len() as u32).map(|p| standing.corners(p).collect()).collect();
        let standing = PolygonMesh::from_polygons(&points, &rings).unwrap().0;
        let angle = 1.4;
        let turning = Motion::rotation(center, Vec3::new(0.0, 0.0, 1.0), angle);
        let body = PlacedMesh::new(&moving, Pose::at(from));
        let trace = mover
            .move_by(&body, &turning, &PlacedMesh::new(&standing, Pose::IDENTITY), &MotionSettings::default())
            .unwrap();
        let Some(hit) = trace.hit.filter(|_| trace.fraction > 0.0) else { continue };
        let m = meeting(&moving, from, &standing, (hit.moving, hit.standing));
        let (quadratic, size) = quadratic(&m);
        let sign = if at(quadratic, 0.0) < 0.0 { -1.0 } else { 1.0 };
        // The zero nearest to where it stopped.
        let r = (0.5 * angle * trace.fraction).tan();
        // Edges turn, and with them the length that their volume is divided by.
        let size = m.edges.map_or(size.0, |[[a, b], [p, q]]| {
            let (sin, cos) = (angle * trace.fraction).sin_cos();
            let d = b - a;
            Vec3::new(d.x * cos - d.y * sin, d.x * sin + d.y * cos, d.z).cross(q - p).norm()
        });
        let limit = trace.zone.thickness * size;
        let value = |r: f64| sign * at(quadratic, r) - limit * (1.0 + r * r);
        let (low, high) = (r - 1e-6, r + 1e-6);
        if value(low) <= 0.0 || value(high) >= 0.0 {
            // A corner or rim was nearer than the inside; or the pair grazes.
            continue;
        }
        let (mut low, mut high) = (low, high);
        for _ in 0..60 {
            let middle = 0.5 * (low + high);
            if value(middle) > 0.0 {
                low = middle;
            } else {
                high = middle;
            }
        }
        kinds[if m.edges.is_some() { 2 } else { usize::from(m.sense < 0.0) }] += 1;
        let slope = (value(low - 1e-7) - value(low + 1e-7)) / 2e-7 / size;
        let tolerance = 8.0 * trace.zone.error;
        let off = (r - low) * slope;
        assert!(off.abs() <= tolerance, "{off:e} {tolerance:e} {hit:?} {trace:?}");
    }
    assert!(kinds.iter().all(|&kind| kind > 40), "{kinds:?}");
}
