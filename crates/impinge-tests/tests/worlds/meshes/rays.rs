//! Rays against meshes: all crossings, against every triangle by itself and against exact winding numbers.

use impinge::mesh::{Position, TriangleMesh};
use impinge::nonconvex::Crossing;
use impinge::{Ray, Real, Vec3, ray_cast};
use impinge_scenes::Rng;
use impinge_scenes::meshes::{Triangles, all, cube, icosphere, torus};
use impinge_scenes::oracle::judge::Subject;
use impinge_scenes::oracle::meshes::winding_number;

fn all_of<T: Real>(mesh: &TriangleMesh<T>, ray: &Ray<Vec3<T>>) -> Vec<Crossing<T>> {
    let mut found = Vec::new();
    mesh.crossings(ray, T::INFINITY, &mut found);
    found
}

/// Crossings outward less those inward.
fn sum<T: Real>(found: &[Crossing<T>]) -> i32 {
    found.iter().map(|c| if c.inward { -1 } else { 1 }).sum()
}

/// Points of a mesh at which rays are hard: vertices, middles of edges, middles of triangles.
fn hard_points(mesh: &Triangles) -> Vec<Vec3<f64>> {
    let mut points = mesh.points.clone();
    for t in &mesh.triangles {
        let [a, b, c] = t.map(|v| mesh.points[v as usize]);
        points.extend([(a + b) * 0.5, (a + b) * 0.25 + c * 0.5]);
    }
    points
}

/// The crossings of a closed surface add up to the winding number of where the ray begins: through vertices and edges, along
/// edges, in planes of faces, along axes, from on the surface.
fn no_leaks<T: Real>(rounds: usize) {
    let mut rng = Rng::new(50);
    let (mut inside, mut begun, mut grazed) = (0, 0, 0);
    for named in all(2, 5).into_iter().filter(|named| named.closed) {
        let subject = Subject::<T>::new(&named.mesh);
        let (mesh, soup) = (&subject.mesh, subject.wide.soup());
        let hard: Vec<Vec3<f64>> = hard_points(&subject.wide);
        let size = subject.wide.points.iter().fold(0.0, |m: f64, p| m.max(p.max_abs()));
        for round in 0..rounds {
            let mut pick = || hard[rng.below(hard.len())];
            let (p, q, r) = (pick(), pick(), pick());
            let origin: Vec3<f64> = match round % 4 {
                0 => p,
                1 => p + (p - q), // on the line through two points of the mesh
                2 => r * 0.5 + q * 0.5,
                _ => rng.in_ball::<f64>() * size,
            };
            let origin: Vec3<T> = origin.cast();
            let target: Vec3<T> = if round % 3 == 0 { origin + Vec3::axis(round % 3) } else { q.cast() };
            let Ok(ray) = Ray::try_new(origin, target - origin) else { continue };
            let found = all_of(mesh, &ray);
            let what = format!("{}, {ray:?}: {found:?}", named.name);
            let wide: Vec3<f64> = origin.cast();
            match winding_number(wide.to_array(), &soup) {
                Some(winding) => {
                    assert_eq!(sum(&found), winding, "{what}");
                    assert_eq!(mesh.position(origin) == Some(Position::Inside), winding != 0, "{what}");
                    assert!(found.iter().all(|c| c.distance + c.error > T::ZERO), "{what}");
                    inside += usize::from(winding != 0);
                }
                // Just before the surface, whose own crossings are at 0.
                None => begun += usize::from(found.first().is_some_and(|c| c.distance == T::ZERO)),
            }
            grazed +=
                found.windows(2).filter(|w| w[1].distance - w[0].distance <= w[0].error + w[1].error).count();
            assert!(found.windows(2).all(|w| w[0].distance <= w[1].distance), "{what}");
        }
    }
    assert!(inside >= rounds && begun >= rounds && grazed >= rounds / 4, "{inside} {begun} {grazed}");
}

#[test]
fn no_ray_leaks_through_edges_and_vertices() {
    no_leaks::<f64>(160);
    no_leaks::<f32>(40);
}

/// Random rays, against every triangle by itself in `f64` (Möller and Trumbore 1997), where that is clear.
fn brute_force<T: Real>(rounds: usize) {
    let mut rng = Rng::new(51);
    let clear = 1e4 * T::EPSILON.f64();
    let (mut met, mut unclear) = (0, 0);
    for named in all(3, 6) {
        let Subject { mesh, wide } = Subject::<T>::new(&named.mesh);
        for _ in 0..rounds {
            let (from, to) = (rng.in_ball::<T>() * T::of(4.0), rng.in_ball::<T>() * T::of(2.0));
            let ray = Ray::new(from, to - from);
            let found = all_of(&mesh, &ray);
            let (o, d): (Vec3<f64>, Vec3<f64>) = (ray.origin().cast(), ray.direction().cast::<f64>().unit());
            let mut certain = 0;
            for (face, t) in (0..).zip(&wide.triangles) {
                let [a, b, c] = t.map(|v| wide.points[v as usize]);
                let (u, v) = (b - a, c - a);
                let det = d.cross(v).dot(u);
                let part = [d.cross(v).dot(o - a) / det, d.dot((o - a).cross(u)) / det];
                let least = part[0].min(part[1]).min(1.0 - part[0] - part[1]);
                let distance = (o - a).cross(u).dot(v) / det;
                let listed: Vec<_> = found.iter().filter(|c| c.face == face).collect();
                if det.abs() < clear * u.norm() * v.norm() || least.abs() < clear || distance.abs() < clear {
                    unclear += 1;
                } else if least > 0.0 && distance > 0.0 {
                    assert_eq!(listed.len(), 1, "{}: face {face} of {ray:?}: {found:?}", named.name);
                    let off = (listed[0].distance.f64() - distance).abs();
                    assert!(off <= listed[0].error.f64() + 1e-15 / det.abs(), "{off:e} {:?}", listed[0]);
                    assert_eq!(listed[0].inward, u.cross(v).dot(d) < 0.0);
                    certain += 1;
                } else {
                    assert!(listed.is_empty(), "{}: face {face} of {ray:?}: {found:?}", named.name);
                }
            }
            met += certain;
            // The first crossing is what a ray cast of the surface meets, and there is one if anything is crossed.
            let surface = mesh.clone().into_surface();
            let first = ray_cast(&surface, &ray);
            if let (Some(first), Some(crossing)) = (&first, found.first()) {
                assert!(
                    (first.distance - crossing.distance).abs() <= first.error + crossing.error,
                    "{first:?}"
                );
            }
            for (k, crossing) in found.iter().enumerate() {
                let mut nearer = Vec::new();
                mesh.crossings(&ray, crossing.distance, &mut nearer);
                assert!(nearer.len() > k && nearer[..] == found[..nearer.len()]);
                assert!(mesh.is_crossed(&ray, crossing.distance));
            }
            let before = found.first().map_or(T::INFINITY, |c| c.distance * T::HALF);
            assert!(!mesh.is_crossed(&ray, before), "{ray:?}: {found:?}");
        }
    }
    assert!(met > 4 * rounds && unclear < 4 * met, "{met} {unclear}");
}

#[test]
fn crossings_are_those_of_every_triangle() {
    brute_force::<f64>(60);
    brute_force::<f32>(30);
}

/// Directions of any length, far origins, invalid limits.
#[test]
fn strange_rays_are_answered() {
    let mesh = Subject::<f64>::new(&torus(9, 6)).mesh;
    let plain = all_of(&mesh, &Ray::new([-3.0, 0.125, 0.0625], [1.0, 0.0, 0.0]));
    assert_eq!((plain.len(), sum(&plain)), (4, 0));
    for length in [1e-300, 1e-30, 1e30, 1e300] {
        let ray = Ray::new([-3.0, 0.125, 0.0625], [length, 0.0, 0.0]);
        let found = all_of(&mesh, &ray);
        let same = |(a, b): (&Crossing<f64>, &Crossing<f64>)| {
            (a.face, a.inward) == (b.face, b.inward) && (a.distance - b.distance).abs() <= a.error
        };
        assert!(found.len() == 4 && found.iter().zip(&plain).all(same), "{length:e}: {found:?}");
    }
    // From far away the same triangles, less exactly.
    for far in [1e6, 1e15, 1e80] {
        let found = all_of(&mesh, &Ray::new([-far, 0.125, 0.0625], [1.0, 0.0, 0.0]));
        let faces = |list: &[Crossing<f64>]| {
            let mut faces: Vec<_> = list.iter().map(|c| (c.face, c.inward)).collect();
            faces.sort();
            faces
        };
        assert_eq!(faces(&found), faces(&plain), "{far:e}");
        assert!(found.iter().all(|c| (c.distance - far).abs() <= c.error + 2.0));
    }
    let beyond = Ray::new([-1e100, 0.125, 0.0625], [1.0, 0.0, 0.0]);
    assert!(all_of(&mesh, &beyond).is_empty());
    let ray = Ray::new([-3.0, 0.125, 0.0625], [1.0, 0.0, 0.0]);
    for max in [f64::NAN, -1.0, f64::NEG_INFINITY] {
        let mut found = plain.clone();
        mesh.crossings(&ray, max, &mut found);
        assert!(found.is_empty() && !mesh.is_crossed(&ray, max));
    }
    assert!(Ray::<Vec3<f64>>::try_new([0.0, f64::NAN, 0.0], [1.0, 0.0, 0.0]).is_err());
    assert!(Ray::<Vec3<f64>>::try_new([0.0; 3], [0.0; 3]).is_err());
    // Along an edge of a cube, along a diagonal of a face, through opposite corners, and beside it.
    let unit = Subject::<f64>::new(&cube(1.0)).mesh;
    for (from, way, count) in [
        ([-1.0, 0.5, 0.5], [1.0, 0.0, 0.0], Some(2)),
        ([-1.0, -1.0, -1.0], [1.0, 1.0, 1.0], Some(2)),
        ([-1.0, 0.0, 0.0], [1.0, 0.0, 0.0], None),
        ([-1.0, -1.0, 0.0], [1.0, 1.0, 0.0], None),
        ([-1.0, 0.25, 1.0], [1.0, 0.0, 0.0], None),
        ([-1.0, 1.5, 0.5], [1.0, 0.0, 0.0], Some(0)),
    ] {
        let found = all_of(&unit, &Ray::new(from, way));
        assert!(count.is_none_or(|count| count == found.len()) && sum(&found) == 0, "{from:?}: {found:?}");
    }
    // From on a face, inward and outward.
    for (way, count) in [([0.0, 0.25, 1.0], 2), ([0.0, 0.25, -1.0], 1)] {
        let found = all_of(&unit, &Ray::new([0.25, 0.5, 0.0], way));
        assert!(found.len() == count && found[0].distance == 0.0 && found[0].error == 0.0, "{found:?}");
    }
}

/// A ray looks at few triangles of many: the time of a thousand rays through a sphere of 20,480 triangles is bounded by what they
/// meet, which is asserted by their number.
#[test]
fn a_sphere_is_crossed_twice_from_anywhere() {
    let mesh = Subject::<f64>::new(&icosphere(32)).mesh;
    let mut rng = Rng::new(52);
    for _ in 0..1000 {
        let (from, to) = (rng.unit3::<f64>() * 3.0, rng.in_ball::<f64>() * 0.9);
        let found = all_of(&mesh, &Ray::new(from, to - from));
        assert!(found.len() == 2 && found[0].inward && !found[1].inward, "{found:?}");
        let inside = all_of(&mesh, &Ray::new(to, to - from));
        assert!(inside.len() == 1 && !inside[0].inward);
    }
}
