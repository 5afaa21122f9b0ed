//! Bodies that slide and roll over tessellated ground feel the ground, and not the edges that it is made of.

mod chains;
mod kinds;

use impinge::manifolds::ManifoldSettings;
use impinge::mesh::TriangleMesh;
use impinge::nonconvex::{PieceContact, contacts_into};
use impinge::*;
use impinge_scenes::Rng;

/// A square of cells, two triangles each, with corners moved at random: in their plane, and up and down by as much as `rough`.
fn ground(cells: usize, rough: f64, seed: u64) -> TriangleMesh<f64> {
    let mut rng = Rng::new(seed);
    let (n, half) = (cells + 1, cells as f64 / 2.0);
    let mut points = Vec::new();
    for i in 0..n * n {
        let (x, y) = ((i % n) as f64, (i / n) as f64);
        let mut moved = |by: f64| if by == 0.0 { 0.0 } else { rng.between(-by, by) };
        points.push([x - half + moved(0.15), y - half + moved(0.15), moved(0.5 * rough)]);
    }
    let corner = |x: usize, y: usize| (y * n + x) as u32;
    let mut triangles = Vec::new();
    for (x, y) in (0..cells * cells).map(|i| (i % cells, i / cells)) {
        let [a, b, c, d] = [corner(x, y), corner(x + 1, y), corner(x + 1, y + 1), corner(x, y + 1)];
        triangles.extend([[a, b, c], [a, c, d]]);
    }
    TriangleMesh::new(&points, &triangles).unwrap().0
}

/// A box, a cylinder, a ball and a hull, with how they are turned at a step: the last two roll.
fn bodies() -> Vec<(&'static str, AnyShape<f64>, bool)> {
    let on_ball = |i: i32| {
        let (angle, z) = (f64::from(i) * 2.399963, 1.0 - 2.0 * (f64::from(i) + 0.5) / 30.0);
        let r = f64::sqrt(1.0 - z * z);
        [0.9 * r * angle.cos(), 0.7 * r * angle.sin(), 0.6 * z]
    };
    let hull = ConvexPolyhedron::new(&(0..30).map(on_ball).collect::<Vec<_>>());
    vec![
        ("box", Cuboid::new([1.3, 0.7, 0.5]).into(), false),
        ("cylinder", Cylinder::new(0.5, 0.8).into(), false),
        ("ball", Sphere::new(0.6).into(), true),
        ("hull", hull.into(), true),
    ]
}

fn turn(step: usize, rolls: bool) -> Rot3<f64> {
    let angle = step as f64 * 0.0137;
    let upright = Rot3::from_axis_angle([0.0, 0.0, 1.0], angle);
    if rolls { upright * Rot3::from_axis_angle([1.0, 0.3, 0.0], 1.7 * angle) } else { upright }
}

/// Pose of a body at a step, with its lowest point at a height.
fn placed(shape: &AnyShape<f64>, step: usize, rolls: bool, height: f64) -> At<&AnyShape<f64>> {
    let (angle, turn) = (step as f64 * 0.0137, turn(step, rolls));
    let lowest = shape.support(turn.unrotate(Vec3::new(0.0, 0.0, -1.0)));
    let z = height - turn.rotate(lowest).z;
    shape.at(Pose::new([5.0 * (0.31 * angle).sin(), 5.0 * (0.23 * angle).cos(), z], turn))
}

#[test]
fn flat_ground_of_many_triangles_is_felt_as_a_plane() {
    let ground = ground(16, 0.0, 7);
    let mut found: Vec<PieceContact<Vec3<f64>>> = Vec::new();
    let mut contacts = 0;
    for (name, shape, rolls) in bodies() {
        for step in 0..2500 {
            // Above the ground within the margin, or in it.
            let height = if step % 2 == 0 { 0.01 } else { -0.01 };
            let body = placed(&shape, step, rolls, height);
            let settings = ManifoldSettings { margin: 0.02, max_points: None, ..ManifoldSettings::default() };
            contacts_into(&ground, &body, &settings, &mut found);
            assert!(!found.is_empty(), "{name}, step {step}");
            let mut most = f64::INFINITY;
            for contact in &found {
                let up = contact.manifold.normal;
                // What rises by less than 2^-14 counts as level.
                assert!((up - Vec3::new(0.0, 0.0, 1.0)).norm() < 6.2e-5, "{name}, step {step}: {up:?}");
                for p in contact.manifold.points() {
                    assert!(p.point_a.z.abs() < 1e-9, "{name}, step {step}: {p:?}");
                    most = most.min(p.signed_distance);
                }
            }
            assert!((most - height).abs() < 1e-6, "{name}, step {step}: {most}");
            contacts += found.len();
        }
    }
    println!("{contacts} contacts");
    assert!(contacts > 40_000);
}

/// Every contact with rough ground is one that the ground allows: around its point no triangle rises along its normal. By brute force
/// over all triangles.
#[test]
fn contacts_with_rough_ground_are_those_that_it_allows() {
    let ground = ground(14, 0.3, 8);
    let triangles: Vec<[Vec3<f64>; 3]> =
        ground.triangles().map(|(_, t)| t.map(|v| ground.vertices()[v as usize])).collect();
    let mut found: Vec<PieceContact<Vec3<f64>>> = Vec::new();
    let (mut contacts, mut tilted) = (0, 0);
    for (name, shape, rolls) in bodies() {
        for step in 0..2500 {
            let above = placed(&shape, step, rolls, 3.0);
            let down = Motion::translation([0.0, 0.0, -4.0]);
            let impact = cast(&above, &ground, &down, &Motion::still()).unwrap();
            let body = placed(&shape, step, rolls, 3.0 - 4.0 * impact.time + 0.005);
            let settings = ManifoldSettings { margin: 0.02, angle: 1e-6, ..ManifoldSettings::default() };
            contacts_into(&ground, &body, &settings, &mut found);
            assert!(!found.is_empty(), "{name}, step {step}");
            for contact in &found {
                let n = contact.manifold.normal;
                tilted += usize::from(n.z < 0.9999);
                contacts += 1;
                let p = contact.manifold.points()[0].point_a;
                for t in &triangles {
                    let [a, b, c] = *t;
                    // No triangle reaches farther from its corner than its sides do.
                    let may_touch = (a - p).norm() < (b - a).norm() + (c - a).norm();
                    let touches =
                        may_touch && distance(&Triangle::new(a, b, c), &Point::new(p)).distance < 1e-9;
                    let rise = t.iter().map(|&v| n.dot(v - p)).fold(0.0, f64::max);
                    assert!(!touches || rise < 1e-3, "{name}, step {step}: {n:?} at {p:?} rises by {rise}");
                }
            }
        }
    }
    println!("{contacts} contacts, {tilted} on slopes");
    assert!(contacts > 10_000 && tilted > 5_000);
}
