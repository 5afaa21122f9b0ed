//! The no-overlap solver among everything that a scene takes: terrain, meshes, compounds, hulls and round shapes fall on one another.

use std::sync::Arc;

use impinge::body::{AnyBody, HeightField};
use impinge::math::Mat3;
use impinge::mesh::TriangleMesh;
use impinge::{
    Capsule, Cone, ConvexPolyhedron, Cuboid, Cylinder, Ellipsoid, Pose, Real, Rot3, RoundCuboid, Sphere, Vec3,
};
use impinge_scenes::worlds::no_overlap as scenes;
use impinge_sim::{Body, BodyHandle, Mass, NoOverlapSettings, World};

/// A closed mesh in the form of a step: two boxes' worth of solid, not convex.
fn step_mesh<T: Real>() -> TriangleMesh<T> {
    let outline = [[0.0, 0.0], [0.6, 0.0], [0.6, 0.2], [0.2, 0.2], [0.2, 0.6], [0.0, 0.6]];
    let mut points: Vec<[T; 3]> = Vec::new();
    for y in [0.0, 0.3] {
        points.extend(outline.iter().map(|&[x, z]| [x, y, z].map(T::of)));
    }
    // Both ends, seen from outside, then the six sides.
    let mut faces: Vec<[u32; 3]> = Vec::new();
    for [a, b, c] in [[0, 1, 2], [0, 2, 3], [0, 3, 4], [0, 4, 5]] {
        faces.push([a, b, c]);
        faces.push([c + 6, b + 6, a + 6]);
    }
    for i in 0..6 {
        let j = (i + 1) % 6;
        faces.push([i, i + 6, j + 6]);
        faces.push([i, j + 6, j]);
    }
    TriangleMesh::new(&points, &faces).expect("a mesh").0
}

fn drop_all<T: Real>() {
    let mut world = World::<T>::new(*scenes::floor(NoOverlapSettings::default()).settings());
    let hills = HeightField::from_fn(13, 13, [0.5, 0.5, 0.1].map(T::of), |r, c| ((r * 5 + c * 3) % 4) as f32);
    let hills = world.add_shape(hills);
    let ground = world.add(Body::fixed(hills, Pose::at([-3.0, -3.0, 0.0].map(T::of)))).unwrap();
    let post = world.add_shape(Arc::new(step_mesh::<T>()));
    let post = world.add(Body::fixed(post, Pose::at([0.2, 0.2, 0.6].map(T::of)))).unwrap();
    let [t1, t2, t3] = [0.1, 0.2, 0.3].map(T::of);
    let corners: Vec<[T; 3]> =
        [[3.0, 1.0, 0.0], [-2.0, 2.0, 1.0], [0.0, -3.0, 1.0], [1.0, 0.0, 3.0], [-1.0, -1.0, -2.0]]
            .map(|p| p.map(|c| T::of(0.1 * c)))
            .to_vec();
    let convex: Vec<AnyBody<Vec3<T>>> = vec![
        Cuboid::new([t1, t2, t3]).into(),
        Sphere::new(t2).into(),
        Capsule::new(t2, t1).into(),
        Cylinder::new(t1, t2).into(),
        Cone::new(t2, t2).into(),
        Ellipsoid::new([t1, t2, t3]).into(),
        RoundCuboid::new([t1, t2, t1], T::of(0.05)).into(),
        ConvexPolyhedron::new(&corners).into(),
    ];
    let mut bodies: Vec<BodyHandle> = vec![ground, post];
    let turn = |i: usize| Rot3::from_axis_angle([T::ONE, T::of(0.4), T::of(0.2)], T::of(0.9 * i as f64));
    let place = |i: usize| {
        let at = [0.45 * (i % 3) as f64 - 0.4, 0.45 * (i % 2) as f64 - 0.2, 1.9 + 0.45 * i as f64];
        Pose::new(at.map(T::of), turn(i))
    };
    for (i, shape) in convex.into_iter().enumerate() {
        let shape = world.add_shape(shape);
        bodies.push(world.add(Body::dynamic(shape, place(i))).unwrap());
    }
    // Bodies of other forms, with masses of their own.
    let mass = |m: f64, r: f64| Mass {
        mass: T::of(m),
        center: Vec3::new(T::of(0.2), T::of(0.15), T::of(0.2)),
        inertia: Mat3::diagonal(T::of(m * r), T::of(m * r), T::of(m * r)),
    };
    let mesh = world.add_shape(Arc::new(step_mesh::<T>()));
    bodies.push(world.add(Body::dynamic(mesh, place(9)).mass(mass(40.0, 0.05))).unwrap());
    bodies.push(world.add(Body::dynamic(mesh, place(11)).mass(mass(40.0, 0.05))).unwrap());
    let (letter, weight) = scenes::letters(&mut world)[2];
    bodies.push(world.add(Body::dynamic(letter, place(13)).mass(weight)).unwrap());
    let mut casts = 0;
    for k in 0..150 {
        let report = world.step(T::of(1.0 / 60.0)).unwrap();
        let least = report.least_gap.unwrap();
        assert!(least > T::ZERO, "step {k}: {least}");
        casts += report.casts;
        if k % 10 == 0 {
            for (i, &a) in bodies.iter().enumerate() {
                for &b in &bodies[i.max(1) + 1..] {
                    let found = world.scene().distance_between(a, b).unwrap();
                    assert!(
                        found.distance > T::ZERO && found.distance + found.error >= least,
                        "{a:?}, {b:?}"
                    );
                }
            }
        }
    }
    assert!(casts > 200, "{casts} casts");
    // None has fallen through the hills; some may have rolled over their edge.
    for &body in &bodies[2..] {
        let at = world.pose(body).unwrap().translation().cast::<f64>();
        assert!(at.z > -0.1 || at.x.abs() > 3.0 || at.y.abs() > 3.0, "{body:?} at {at:?}");
    }
}

#[test]
fn all_forms_fall_on_one_another() {
    drop_all::<f64>();
    drop_all::<f32>();
}
