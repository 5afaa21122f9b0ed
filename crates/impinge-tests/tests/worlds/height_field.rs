//! Height fields against triangle meshes of the same triangles: the same verdicts, distances and contacts, whatever the other
//! body is and wherever it stands; what is refused; and what a large one costs.

use impinge::body::{AnyBody, Compound, HeightField};
use impinge::manifolds::ManifoldSettings;
use impinge::mesh::TriangleMesh;
use impinge::nonconvex::contacts_into;
use impinge::*;
use impinge_scenes::Rng;
use impinge_scenes::kinds::{SOLIDS, solid};

/// The mesh of the triangles of a field, and the name of each.
fn mesh_of<T: Real>(field: &HeightField<T>) -> (TriangleMesh<T>, Vec<u32>) {
    let cells = (field.rows() - 1) * (field.columns() - 1);
    let names: Vec<u32> = (0..2 * cells).filter(|&name| field.triangle(name).is_some()).collect();
    let corners: Vec<Vec3<T>> = names.iter().flat_map(|&name| field.triangle(name).unwrap()).collect();
    let faces: Vec<[u32; 3]> = (0..names.len() as u32).map(|k| [3 * k, 3 * k + 1, 3 * k + 2]).collect();
    let (mesh, report) = TriangleMesh::new(&corners, &faces).unwrap();
    assert_eq!((mesh.len(), report.flipped), (names.len(), 0));
    (mesh, names)
}

/// Fields of all sorts, some 4 wide.
fn fields<T: Real>() -> Vec<HeightField<T>> {
    let s = |x: f64, y: f64, z: f64| Vec3::<f64>::new(x, y, z).cast::<T>();
    let mut rng = Rng::new(5);
    let mut rough = |scale: f64| (0..13 * 18).map(|_| (scale * rng.uniform()) as f32).collect::<Vec<_>>();
    let waves = |r: u32, c: u32| (0.4 * f64::from(r)).sin() as f32 + (0.3 * f64::from(c)).cos() as f32;
    vec![
        HeightField::new(13, 18, s(0.25, 0.35, 1.0), rough(0.5)),
        HeightField::new(13, 18, s(0.3, 0.3, 1.0), rough(4.0)), // steep
        HeightField::from_fn(20, 9, s(0.2, 0.5, 0.7), waves),
        HeightField::from_fn(10, 10, s(0.5, 0.5, 1.0), |_, _| 0.25), // flat
        HeightField::new(2, 2, s(4.0, 3.0, 2.0), vec![0.0, 1.0, 0.5, 0.0]), // one cell
        HeightField::new(2, 30, s(0.125, 4.0, 1.0), rough(0.5)[..60].to_vec()), // a strip
        HeightField::from_fn(11, 11, s(0.4, 0.4, 0.5), waves).with_holes(|r, c| (r * 7 + c * 3) % 5 == 0),
    ]
}

#[derive(Default)]
struct Seen {
    pairs: u32,
    hits: u32,
    same: u32,
}

/// Compares the answers for a field and another body with those for the mesh, in both orders.
fn compare<T: Real, B: Body<V = Vec3<T>>>(
    field: &HeightField<T>,
    (mesh, names): &(TriangleMesh<T>, Vec<u32>),
    pose: Pose<Vec3<T>>,
    other: &B,
    seen: &mut Seen,
) {
    let (field, mesh) = (field.at(pose), mesh.at(pose));
    let meet = intersects(&field, other);
    assert_eq!(meet, intersects(&mesh, other));
    assert_eq!(meet, intersects(other, &field));
    let (d, e) = (distance(&field, other), distance(&mesh, other));
    assert!((d.distance - e.distance).abs() <= d.error + e.error, "{d:?} {e:?}");
    let back = distance(other, &field);
    assert!((d.distance - back.distance).abs() <= d.error + back.error, "{d:?} {back:?}");
    let (c, f) = (contact(&field, other), contact(&mesh, other));
    assert!((c.signed_distance - f.signed_distance).abs() <= c.error + f.error, "{c:?} {f:?}");
    let back = contact(other, &field);
    assert!((c.signed_distance - back.signed_distance).abs() <= c.error + back.error, "{c:?} {back:?}");
    assert_eq!(back.part_b.is_some(), c.part_a.is_some());
    seen.pairs += 1;
    seen.hits += u32::from(meet);
    let name = f.part_a.map(|face| names[face as usize]);
    seen.same += u32::from(c.signed_distance == f.signed_distance && c.part_a == name);
}

fn shapes<T: Real>() {
    let mut rng = Rng::new(1);
    let mut seen = Seen::default();
    for field in &fields::<T>() {
        let mesh = mesh_of(field);
        for kind in 0..SOLIDS {
            for scale in [0.3, 1.0] {
                for _ in 0..2 {
                    let shape = solid::<T>(kind, [(); 4].map(|()| rng.uniform()), rng.bits(), scale);
                    let place =
                        Vec3::new(rng.between(-0.5, 4.5), rng.between(-0.5, 4.5), rng.between(-0.5, 1.5));
                    let placed = shape.at(Pose::new(place.cast::<T>(), rng.rotation3()));
                    compare(field, &mesh, Pose::IDENTITY, &placed, &mut seen);
                    // The same pair, turned and moved away together.
                    let pose = rng.pose3::<T>(50.0);
                    compare(field, &mesh, pose, &placed.at(pose), &mut seen);
                }
            }
        }
    }
    let Seen { pairs, hits, same } = seen;
    assert!(hits * 5 > pairs && hits * 5 < 4 * pairs, "{hits} of {pairs}");
    assert!(same * 10 > pairs * 9, "{same} of {pairs}");
}

#[test]
fn a_field_answers_as_its_mesh_to_every_shape() {
    shapes::<f32>();
    shapes::<f64>();
}

/// A shape of a user's own: a flattened ball.
struct Lens<T>(T);
impl<T: Real> Support<Vec3<T>> for Lens<T> {
    fn support(&self, direction: Vec3<T>) -> Vec3<T> {
        Ellipsoid::new([self.0, self.0, self.0 * T::HALF]).support(direction)
    }
}
impl<T: Real> Bounded<Vec3<T>> for Lens<T> {}
impl<T: Real> Shape for Lens<T> {
    type V = Vec3<T>;
}

fn bodies<T: Real>() {
    let mut rng = Rng::new(2);
    let mut seen = Seen::default();
    let all = fields::<T>();
    let table = Compound::<AnyShape<T>>::new([
        (Cuboid::new([1.0, 0.75, 0.125].map(T::of)).into(), Pose::at(Vec3::new(T::ZERO, T::ZERO, T::ONE))),
        (Capsule::new(T::of(0.5), T::of(0.125)).into(), Pose::IDENTITY),
    ]);
    for field in &all {
        let mesh = mesh_of(field);
        for round in 0..6 {
            let place = Vec3::new(rng.between(-1.0, 5.0), rng.between(-1.0, 5.0), rng.between(-1.5, 4.0));
            let pose = Pose::new(place.cast::<T>(), rng.rotation3());
            compare(field, &mesh, Pose::IDENTITY, &Lens(T::of(0.6)).at(pose), &mut seen);
            compare(field, &mesh, Pose::IDENTITY, &table.at(pose), &mut seen);
            let other = &all[(round + 2) % all.len()];
            compare(field, &mesh, Pose::IDENTITY, &other.at(pose), &mut seen);
            compare(field, &mesh, pose, &mesh_of(other).0, &mut seen);
            let wall = HalfSpace::<Vec3<T>>::new(rng.unit3(), T::of(rng.between(-3.0, 6.0)));
            compare(field, &mesh, pose, &wall, &mut seen);
        }
    }
    let Seen { pairs, hits, .. } = seen;
    assert!(hits * 6 > pairs && hits * 6 < 5 * pairs, "{hits} of {pairs}");
}

#[test]
fn a_field_answers_as_its_mesh_to_every_body() {
    bodies::<f32>();
    bodies::<f64>();
}

/// Far from the origin, far apart, huge and tiny: as the mesh, and no box is missed.
fn extremes<T: Real>() {
    let mut rng = Rng::new(3);
    let mut seen = Seen::default();
    for scale in [1e-12, 1.0, 1e9] {
        let spacing = Vec3::<f64>::new(0.25, 0.25, 0.5) * scale;
        // Heights far above the origin: what is left of them is coarse in f32.
        let heights = (0..64).map(|_| (1000.0 + rng.uniform()) as f32).collect();
        let field = HeightField::<T>::new(8, 8, spacing.cast::<T>(), heights);
        let mesh = mesh_of(&field);
        for k in 0..40 {
            let shape = solid::<T>(k % SOLIDS, [(); 4].map(|()| rng.uniform()), rng.bits(), scale);
            let away = [1.0, 1.0, 1e3, 1e7][k % 4];
            let place = Vec3::<f64>::new(1.0, 1.0, 500.0) + rng.unit3::<f64>() * away;
            let pose = Pose::new((place * scale).cast::<T>(), rng.rotation3());
            let placed = shape.at(pose);
            compare(&field, &mesh, Pose::IDENTITY, &placed, &mut seen);
            let far = Pose::new((rng.unit3::<f64>() * (1e6 * scale)).cast::<T>(), rng.rotation3());
            compare(&field, &mesh, far, &placed.at(far), &mut seen);
        }
    }
    assert!(seen.hits > 10, "{}", seen.hits);
}

#[test]
fn a_field_may_be_huge_tiny_or_far_away() {
    extremes::<f32>();
    extremes::<f64>();
}

#[test]
fn heights_and_normals_are_those_of_the_triangles() {
    let field = &fields::<f64>()[6];
    let mut rng = Rng::new(4);
    let (mut found, mut none) = (0, 0);
    for _ in 0..2000 {
        let (x, y) = (rng.between(-0.5, 4.5), rng.between(-0.5, 4.5));
        let Some(z) = field.height_at(x, y) else {
            none += 1;
            let (row, column) = ((y / 0.4).floor(), (x / 0.4).floor());
            let inside = (0.0..=4.0).contains(&x) && (0.0..=4.0).contains(&y);
            assert!(!inside || field.is_hole(row as u32, column as u32));
            assert_eq!(field.normal_at(x, y), None);
            continue;
        };
        found += 1;
        let point = Point::new(Vec3::new(x, y, z));
        let d = distance(field, &point);
        assert!(d.distance <= 1e-14, "{d:?}");
        // Up along the normal the point leaves the surface as fast as it rises.
        let normal = field.normal_at(x, y).unwrap();
        let [a, b, c] = field.triangle(d.part_a.unwrap()).unwrap();
        assert!(normal.z > 0.0 && (normal.norm() - 1.0).abs() < 1e-15);
        assert!(normal.dot(b - a).abs() < 1e-14 && normal.dot(c - a).abs() < 1e-14);
    }
    assert!(found > 500 && none > 500, "{found} {none}");
    // Samples themselves, the last ones too.
    for (k, &h) in field.heights().iter().enumerate() {
        let (x, y) = ((k % 11) as f64 * 0.4, (k / 11) as f64 * 0.4);
        if let Some(z) = field.height_at(x, y) {
            assert!((z - f64::from(h) * 0.5).abs() < 1e-14);
        }
    }
    assert_eq!((field.height_at(f64::NAN, 1.0), field.height_at(-0.0, 5.0)), (None, None));
}

/// A field in a closed box is inside it, in all its parts or some.
#[test]
fn a_solid_mesh_holds_a_field() {
    let corner = |i: u32| Vec3::new(f64::from(i & 1), f64::from(i >> 1 & 1), f64::from(i >> 2)) * 40.0;
    let points: Vec<_> = (0..8).map(|i| corner(i) - Vec3::new(20.0, 20.0, 20.0)).collect();
    let quads = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
    let (room, _) = TriangleMesh::from_polygons(&points, &quads).unwrap();
    let whole = HeightField::<f64>::from_fn(5, 5, [1.0, 1.0, 1.0], |r, c| (r + c) as f32);
    let apart = whole.clone().with_holes(|_, column| column == 1 || column == 2);
    for field in [&whole, &apart] {
        assert!(intersects(&room, field) && intersects(field, &room));
        assert_eq!(distance(&room, field).distance, 0.0);
        assert!(contact(field, &room).signed_distance < 0.0);
        assert!(!intersects(&room, &field.at(Pose::at([30.0, 0.0, 0.0]))));
    }
    // Only the part beyond the holes is in the room, and no triangle meets its walls.
    assert!(intersects(&apart.at(Pose::at([-22.0, 0.0, 0.0])), &room));
    let thin = HeightField::<f64>::from_fn(2, 5, [1.0, 1.0, 1.0], |_, _| 0.5);
    assert!(!intersects(&thin.with_holes(|_, c| c > 0), &room.at(Pose::at([21.5, 0.0, 0.0]))));
}

#[test]
fn errors_of_a_field_are_listed() {
    let error = HeightField::<f32>::try_new(1, 3, [0.0, -1.0, f32::NAN], vec![0.0, f32::NAN]).unwrap_err();
    let text = error.to_string();
    for part in [
        "rows: 1 given, but at least 2 needed",
        "heights: 2 given, but 3 needed",
        "spacing along x is zero",
        "spacing along y is -1",
        "scale of heights is NaN",
        "point 1 has a coordinate that is not finite",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    let many = HeightField::<f32>::try_new(1 << 15, 1 << 15, [1.0; 3], Vec::new()).unwrap_err();
    assert!(many.to_string().contains("at most 134217728"), "{many}");
    let large = HeightField::<f32>::try_new(2, 2, [1e36, 1.0, 1e30], vec![0.0, 1e30, 0.0, 0.0]).unwrap_err();
    assert!(large.to_string().contains("point 1 has a coordinate that is too large"), "{large}");
    let holes = HeightField::<f32>::from_fn(2, 2, [1.0; 3], |_, _| 0.0).try_with_holes(|_, _| true);
    assert!(holes.unwrap_err().to_string().contains("cells that are not holes: 0 given"));
}

/// A million samples: memory, and answers where they are known.
#[test]
fn a_field_of_a_million_samples() {
    let plane = |r: u32, c: u32| r as f32 * 0.5 + c as f32 * 0.25;
    let field = HeightField::<f64>::from_fn(1000, 1000, [1.0, 1.0, 1.0], plane);
    let bytes = field.heap_bytes() as f64 / 1e6;
    assert!(bytes < 8.0, "{bytes} bytes per sample");
    let normal = Vec3::new(-0.25, -0.5, 1.0).unit();
    let mut rng = Rng::new(6);
    for _ in 0..200 {
        let (x, y) = (rng.between(20.0, 970.0), rng.between(20.0, 970.0));
        let foot = Vec3::new(x, y, 0.25 * x + 0.5 * y);
        let gap = rng.between(0.5, 10.0);
        let ball = Sphere::new(0.5).at(Pose::at(foot + normal * gap));
        let d = distance(&field, &ball);
        assert!((d.distance - (gap - 0.5)).abs() <= d.error + 1e-12, "{d:?}");
    }
    let floor = HalfSpace::<Vec3<f64>>::new(Vec3::new(0.0, 0.0, 1.0), -3.0);
    assert_eq!(contact(&floor, &field).signed_distance, 3.0);
    let slope = contact(&HalfSpace::<Vec3<f64>>::new(-normal, 0.0), &field); // all of it is in the plane
    assert!(slope.signed_distance.abs() <= slope.error + 1e-12, "{slope:?}");
}

/// Bodies that slide over a slope of many cells feel a plane, and not the sides of triangles; from above and from below.
#[test]
fn a_slope_of_many_cells_is_felt_as_a_plane() {
    let slope = |r: u32, c: u32| r as f32 * 0.125 + c as f32 * 0.25;
    let field = HeightField::<f64>::from_fn(30, 30, [0.5, 0.5, 1.0], slope);
    let normal = Vec3::new(-0.5, -0.25, 1.0).unit();
    let upright = Rot3::between(Vec3::new(0.0, 0.0, 1.0), normal);
    let shapes: [AnyShape<f64>; 3] =
        [Cuboid::new([0.6, 0.4, 0.5]).into(), Sphere::new(0.5).into(), Cylinder::new(0.5, 0.6).into()];
    let settings = ManifoldSettings { margin: 0.02, ..ManifoldSettings::default() };
    let (mut rng, mut found) = (Rng::new(7), Vec::new());
    for step in 0..600 {
        let (x, y) = (rng.between(3.0, 11.0), rng.between(3.0, 11.0));
        let side = if step % 2 == 0 { 1.0 } else { -1.0 };
        let height = if step % 4 < 2 { 0.01 } else { -0.01 };
        let spin = Rot3::from_axis_angle([0.0, 0.0, 1.0], rng.between(-3.0, 3.0));
        let foot = Vec3::new(x, y, 0.5 * x + 0.25 * y);
        let shape =
            (&shapes[step % 3]).at(Pose::new(foot + normal * (side * (0.5 + height)), upright * spin));
        contacts_into(&field, &shape, &settings, &mut found);
        assert!(!found.is_empty(), "step {step}");
        let mut most = f64::INFINITY;
        for contact in &found {
            assert!((contact.manifold.normal - normal * side).norm() < 1e-6, "step {step}: {contact:?}");
            most = contact.manifold.points().iter().fold(most, |most, p| most.min(p.signed_distance));
        }
        assert!((most - height).abs() < 1e-6, "step {step}: {most}");
    }
}

/// Rays meet a field where its height says; a field in one type with other bodies answers as by itself.
#[test]
fn rays_meet_a_field() {
    let field = HeightField::<f64>::from_fn(40, 40, [0.25, 0.25, 1.0], |r, c| {
        (r * 7 % 5) as f32 * 0.1 + (c * 3 % 4) as f32 * 0.2
    });
    let any: AnyBody<Vec3<f64>> = field.clone().into();
    let mut rng = Rng::new(8);
    for _ in 0..500 {
        let (x, y) = (rng.between(-1.0, 11.0), rng.between(-1.0, 11.0));
        let down = Ray::new([x, y, 5.0], [0.0, 0.0, -1.0]);
        match (ray_cast(&field, &down), field.height_at(x, y)) {
            (Some(hit), Some(height)) => {
                assert!((hit.distance - (5.0 - height)).abs() <= hit.error + 1e-12, "{hit:?} {height}");
            }
            (None, None) => {}
            other => panic!("{other:?} at {x} {y}"),
        }
        let ball = Sphere::new(0.5).at(Pose::at([x, y, 1.5]));
        assert_eq!(distance(&field, &ball), distance(&any.at(Pose::IDENTITY), &ball));
    }
}
