//! Internal edges and vertices are never hit first: the first contact of random translations is the same with them and
//! without them. The contacts here are written from the definitions, in floating point, over all pairs of features.

use impinge::mesh::polygon::{PlacedMesh, PolygonMesh, is_in_solid};
use impinge::{Pose, Vec3};
use impinge_scenes::Rng;
use impinge_scenes::rooms::{self, Faces};

type V = Vec3<f64>;
type Mesh = PolygonMesh<f64>;

/// Slack in the test whether a contact lies between sides or ends, relative to sizes of about 1.
const EDGE: f64 = 1e-9;

fn at(mesh: &Mesh, v: u32) -> V {
    mesh.vertices()[v as usize]
}

/// When a point that moves by `v` meets a polygon, if it does.
fn vertex_polygon(mesh: &Mesh, p: u32, a: V, v: V, front_only: bool) -> Option<f64> {
    let polygon = &mesh.polygons()[p as usize];
    let (height, speed) = (polygon.normal.dot(a) - polygon.offset, polygon.normal.dot(v));
    if speed == 0.0 || (front_only && speed > 0.0) {
        return None;
    }
    let f = -height / speed;
    let x = a + v * f;
    let corners: Vec<V> = mesh.corners(p).map(|c| at(mesh, c)).collect();
    let inside = (0..corners.len()).all(|k| {
        let (a, b) = (corners[k], corners[(k + 1) % corners.len()]);
        (b - a).cross(x - a).dot(polygon.normal) >= -EDGE
    });
    (inside && (-EDGE..=1.0).contains(&f)).then_some(f)
}

/// When two edges meet of which the first moves by `v`, if they do and are not parallel.
fn edge_edge([a, b]: [V; 2], [c, d]: [V; 2], v: V) -> Option<f64> {
    let across = (b - a).cross(d - c);
    let speed = across.dot(v);
    if across.norm() < EDGE || speed == 0.0 {
        return None;
    }
    let f = across.dot(c - a) / speed;
    // a + v f + s (b - a) = c + t (d - c)
    let gap = c - a - v * f;
    let s = gap.cross(d - c).dot(across) / across.norm_squared();
    let t = gap.cross(b - a).dot(across) / across.norm_squared();
    let between = |x: f64| (-EDGE..=1.0 + EDGE).contains(&x);
    (between(s) && between(t) && (-EDGE..=1.0).contains(&f)).then_some(f)
}

/// The first contact of all features, or of those that are not internal, polygons met at their front.
fn first_contact(moving: &Mesh, standing: &Mesh, v: V, all: bool) -> f64 {
    let mut first: f64 = 2.0;
    let mut note = |f: Option<f64>| first = first.min(f.unwrap_or(2.0));
    for (of, against, v) in [(moving, standing, v), (standing, moving, -v)] {
        for i in 0..of.vertices().len() as u32 {
            if all || !of.vertex_is_internal(i) {
                for p in 0..against.polygons().len() as u32 {
                    note(vertex_polygon(against, p, at(of, i), v, !all));
                }
            }
        }
    }
    for a in moving.edges().iter().filter(|e| all || !e.is_internal()) {
        for b in standing.edges().iter().filter(|e| all || !e.is_internal()) {
            note(edge_edge(a.ends.map(|i| at(moving, i)), b.ends.map(|i| at(standing, i)), v));
        }
    }
    first
}

#[test]
fn internal_features_are_never_first() {
    let build = |faces: &Faces| Mesh::from_polygons(&faces.points, &faces.polygons).unwrap().0;
    let bodies: Vec<Mesh> = ['L', 'U', 'E']
        .map(rooms::letter)
        .iter()
        .chain(&[rooms::cuboid([0.5, 0.5, 0.5], 1), rooms::torus(7, 4), rooms::random_hull(12, 3)])
        .chain(&[rooms::letter('U').soup()])
        .map(build)
        .collect();
    let grounds: Vec<Mesh> = [
        rooms::letter('E'),
        rooms::stairs(4, 1.0, 0.5, 3.0),
        rooms::room([6.0; 3], 1),
        rooms::torus(8, 5),
        rooms::bricks(3, 2),
        rooms::bricks(1, 1).and(&rooms::bricks(1, 2).map(|p| p + Vec3::new(1.0, 1.0, 0.0))),
        rooms::terrain(12.0, 3.0, 6, 3),
    ]
    .iter()
    .map(build)
    .collect();
    let mut rng = Rng::new(14);
    let (mut hits, mut misses, mut skipped) = (0, 0, 0);
    for round in 0..1400 {
        let body = &bodies[rng.below(bodies.len())];
        let ground = &grounds[rng.below(grounds.len())];
        // In any pose, or along the axes on a grid, where contacts join whole edges and faces.
        let grid = round % 3 == 0;
        let pose =
            if grid { Pose::at([(); 3].map(|()| rng.below(17) as f64 * 0.5 - 4.0)) } else { rng.pose3(5.0) };
        let v = if grid {
            Vec3::new(0.0, 0.0, 0.0) + Vec3::axis(rng.below(3)) * (8.0 * (rng.below(2) as f64 * 2.0 - 1.0))
        } else {
            rng.unit3::<f64>() * 8.0
        };
        let moving = body.placed(&pose);
        // An open ground has a back, where there is no rule; start above it.
        if is_in_solid(&PlacedMesh::new(body, pose), &PlacedMesh::new(ground, Pose::IDENTITY)).is_some()
            || (!ground.is_closed() && moving.bounds().min.z < 2.5)
        {
            continue;
        }
        skipped += moving.edges().iter().chain(ground.edges()).filter(|e| e.is_internal()).count();
        let all = first_contact(&moving, ground, v, true);
        let some = first_contact(&moving, ground, v, false);
        // On the grid bodies may start in touch and slide along: then "all" sees false contacts.
        if grid && all < EDGE {
            continue;
        }
        assert!((all - some).abs() < 1e-7, "round {round}: {all} with internal features, {some} without");
        *(if all <= 1.0 { &mut hits } else { &mut misses }) += 1;
    }
    assert!(hits > 150 && misses > 50 && skipped > 2000, "{hits} {misses} {skipped}");
}
