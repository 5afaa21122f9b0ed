//! Rays and points against meshes: nothing slips through, and what is hit is what brute force hits.

use impinge::mesh::Position;
use impinge::mesh::polygon::{
    MeshSettings, Polygon, PolygonMesh, position, trace_ray, trace_segment, winding_number,
};
use impinge::{Real, Vec3, Vector};
use impinge_scenes::Rng;
use impinge_scenes::rooms::{self, Faces};

fn build<T: Real>(faces: &Faces, settings: &MeshSettings) -> PolygonMesh<T> {
    PolygonMesh::with_settings(&faces.points_in::<T>(), &faces.polygons, settings).unwrap().0
}

/// A random point of the box around a mesh, a little larger, with coordinates of few bits.
fn some_point<T: Real>(mesh: &PolygonMesh<T>, rng: &mut Rng) -> Vec3<T> {
    let (low, high) = (mesh.bounds().min, mesh.bounds().max);
    let mut axis = 0;
    low.zip(high, |a, b| {
        axis += 1;
        let (a, b) = (a.f64(), b.f64());
        let x = rng.between(a - 0.2 * (b - a) - 0.1, b + 0.2 * (b - a) + 0.1);
        T::of((x * 64.0).round() / 64.0)
    })
}

/// From solid to free space, and back, exactly through edges and vertices: there is always a hit.
fn watertight<T: Real>() -> usize {
    let mut rng = Rng::new(21);
    let mut rays = 0;
    let mut exact = 0;
    let scenes: Vec<(&str, bool, Faces)> = rooms::all(3, 4).into_iter().filter(|s| s.1).collect();
    for (name, _, faces) in &scenes {
        for merge in [false, true] {
            let mesh = build::<T>(faces, &MeshSettings { merge, ..MeshSettings::default() });
            let both = build::<T>(faces, &MeshSettings { merge, two_sided: true, ..MeshSettings::default() });
            for _ in 0..12_000 {
                let inside = if *name == "needles" {
                    // The middle of a needle; few random points are in one.
                    let k = 4 * rng.below(mesh.vertices().len() / 4);
                    let sum = (0..4).fold(Vec3::ZERO, |sum, i| sum + mesh.vertices()[k + i].cast::<f64>());
                    (sum * 0.25).cast()
                } else {
                    some_point(&mesh, &mut rng)
                };
                if position(&mesh, inside) != Some(Position::Inside) {
                    continue;
                }
                // A vertex, or the middle or quarter of an edge, and as far beyond it.
                let edge = &mesh.edges()[rng.below(mesh.edges().len())];
                let [a, b] = edge.ends.map(|v| mesh.vertices()[v as usize]);
                let part = [T::ZERO, T::HALF, T::of(0.25)][rng.below(3)];
                let through = a + (b - a) * part;
                let from = through + (through - inside);
                if position(&mesh, from) != Some(Position::Outside) {
                    continue;
                }
                rays += 1;
                // Without rounding, the middle of the two is the point itself.
                exact += usize::from(
                    (from + inside) * T::HALF == through
                        && (a - through) * T::TWO == (a - b) * (part * T::TWO),
                );
                let hit = trace_segment(&mesh, from, inside);
                assert!(hit.is_some(), "{name}: {from:?} to {inside:?} slips through");
                let along = (inside - from).cast::<f64>();
                assert!(hit.unwrap().normal.cast::<f64>().dot(along) <= 1e-6 * along.norm());
                assert!(trace_segment(&both, inside, from).is_some(), "{name} from inside");
                // In two pieces, one of them is stopped.
                let stop = from + (inside - from) * T::of(rng.uniform());
                if position(&mesh, stop) == Some(Position::Outside) {
                    assert!(trace_segment(&mesh, stop, inside).is_some());
                } else {
                    assert!(trace_segment(&mesh, from, stop).is_some());
                }
            }
        }
    }
    assert!(exact > rays / 3, "{exact} of {rays} exactly through an edge or vertex");
    rays
}

#[test]
fn nothing_slips_through() {
    let rays = watertight::<f32>() + watertight::<f64>();
    assert!(rays > 100_000, "{rays}");
}

/// A plain search over all polygons in floating point, for rays that keep clear of edges.
fn brute<T: Real>(mesh: &PolygonMesh<T>, from: Vec3<f64>, to: Vec3<f64>) -> Option<(f64, u32)> {
    let mut best: Option<(f64, u32)> = None;
    for (p, polygon) in (0..).zip(mesh.polygons()) {
        let (alpha, beta) =
            (polygon.normal.dot(from) - polygon.offset, polygon.normal.dot(to) - polygon.offset);
        if alpha < 0.0 || beta > 0.0 || alpha == beta {
            continue;
        }
        let f = alpha / (alpha - beta);
        let x = from + (to - from) * f;
        let corners: Vec<Vec3<f64>> = mesh.corners(p).map(|v| mesh.vertices()[v as usize].cast()).collect();
        let inside = (0..corners.len()).all(|k| {
            let (a, b) = (corners[k], corners[(k + 1) % corners.len()]);
            (b - a).cross(x - a).dot(polygon.normal) >= 0.0
        });
        if inside && best.is_none_or(|b| f < b.0) {
            best = Some((f, p));
        }
    }
    best
}

fn against_brute_force<T: Real>() {
    let mut rng = Rng::new(8);
    let (mut hits, mut misses, mut disputes) = (0, 0, 0);
    for (_, _, faces) in rooms::all(4, 9) {
        let mesh = build::<T>(&faces, &MeshSettings::default());
        for _ in 0..1500 {
            let (from, to) = (some_point(&mesh, &mut rng), some_point(&mesh, &mut rng));
            let jitter = rng.in_ball::<T>() * T::of(0.01);
            let (from, to) = (from + jitter, to - jitter);
            let found = trace_segment(&mesh, from, to);
            let expected = brute(&mesh, from.cast(), to.cast());
            match (found, expected) {
                (Some(a), Some(b)) => {
                    hits += 1;
                    let close = (a.fraction.f64() - b.0).abs() < 1e-5;
                    disputes += usize::from(!close);
                    // A shorter direction is rounded again, so a ray near an edge may pass it on the other side.
                    let close = trace_ray(&mesh, from, (to - from) * T::of(0.125)).is_some_and(|ray| {
                        (ray.fraction.f64() - 8.0 * b.0).abs() < 1e-3 && ray.polygon == a.polygon
                    });
                    disputes += usize::from(!close);
                }
                (None, None) => misses += 1,
                _ => disputes += 1,
            }
        }
    }
    // Rays that pass an edge within rounding may be judged differently.
    assert!(hits > 4000 && misses > 4000 && disputes <= 3, "{hits} {misses} {disputes}");
}

#[test]
fn hits_are_those_of_brute_force() {
    against_brute_force::<f32>();
    against_brute_force::<f64>();
}

#[test]
fn rays_at_and_along_a_floor_hit_as_they_should() {
    let mesh = build::<f64>(&rooms::floor(2.0, 1), &MeshSettings::default());
    let v = |x: f64, y: f64, z: f64| Vec3::new(x, y, z);
    // On the floor, into it and off it; along it; onto it exactly; and short of it.
    assert_eq!(trace_segment(&mesh, v(0., 0., 0.), v(0., 0., -1.)).unwrap().fraction, 0.0);
    assert!(trace_segment(&mesh, v(0., 0., 0.), v(0., 0., 1.)).is_none());
    assert!(trace_segment(&mesh, v(-3., 0., 0.), v(3., 0., 0.)).is_none());
    assert_eq!(trace_segment(&mesh, v(0., 0., 1.), v(0., 0., 0.)).unwrap().fraction, 1.0);
    assert!(trace_segment(&mesh, v(0., 0., 1.), v(0., 0., f64::MIN_POSITIVE)).is_none());
    // Corners and sides belong to it.
    assert!(trace_segment(&mesh, v(1., 1., 1.), v(1., 1., -1.)).is_some());
    assert!(trace_segment(&mesh, v(1., 0., 1.), v(1., 0., -1.)).is_some());
    assert!(trace_segment(&mesh, v(1.0 + f64::EPSILON, 0., 1.), v(1.0 + f64::EPSILON, 0., -1.)).is_none());
    for bad in [f64::NAN, f64::INFINITY, 1e200] {
        assert!(trace_segment(&mesh, v(0., 0., bad), v(0., 0., -1.)).is_none());
        assert!(trace_ray(&mesh, v(bad, 0., 1.), v(0., 0., -1.)).is_none());
    }
    assert!(trace_ray(&mesh, v(0., 0., 1.), v(0., 0., f64::NAN)).is_none());
    assert!(trace_ray(&mesh, v(0., 0., 1.), v(0., 0., 0.)).is_none());
    let slow = trace_ray(&mesh, v(0., 0., 1.), v(0., 0., -1e-30)).unwrap();
    assert!((slow.fraction - 1e30).abs() < 1e16);
    assert!(trace_ray(&PolygonMesh::point(v(0., 0., 0.)), v(0., 0., 1.), v(0., 0., -1.)).is_none());
    // From far away.
    assert!(trace_ray(&mesh, v(0., 0., 1e12), v(0., 0., -1.)).is_some());
}

/// The solid angle of the surface, over 4π.
fn winding_by_angles<T: Real>(mesh: &PolygonMesh<T>, p: Vec3<f64>) -> f64 {
    let mut sum = 0.0;
    for q in 0..mesh.polygons().len() as u32 {
        let corners: Vec<Vec3<f64>> =
            mesh.corners(q).map(|v| mesh.vertices()[v as usize].cast::<f64>() - p).collect();
        for k in 1..corners.len() - 1 {
            let (a, b, c) = (corners[0], corners[k], corners[k + 1]);
            let (x, y, z) = (a.norm(), b.norm(), c.norm());
            let over = a.dot(b.cross(c));
            let under = x * y * z + a.dot(b) * z + b.dot(c) * x + c.dot(a) * y;
            sum += 2.0 * over.atan2(under);
        }
    }
    sum / (4.0 * core::f64::consts::PI)
}

fn positions<T: Real>() {
    let mut rng = Rng::new(2);
    let (mut inside, mut outside, mut surface) = (0, 0, 0);
    for (name, closed, faces) in rooms::all(3, 5) {
        let mesh = build::<T>(&faces, &MeshSettings::default());
        if !closed {
            assert_eq!(position(&mesh, Vec3::splat(T::ZERO)), None);
            continue;
        }
        let solid_at_infinity = if name == "room" { 1.0 } else { 0.0 };
        for _ in 0..1500 {
            let p = some_point(&mesh, &mut rng);
            let expected = winding_by_angles(&mesh, p.cast());
            match position(&mesh, p).unwrap() {
                Position::Surface => {
                    surface += 1;
                    assert_eq!(winding_number(&mesh, p), None);
                    let near = |q: &Polygon<T>| {
                        let height = q.normal.dot(p.cast()) - q.offset;
                        q.bounds.contains(p) && height.abs() <= 2.0 * mesh.flatness()
                    };
                    assert!(mesh.polygons().iter().any(near));
                }
                found => {
                    let solid = (expected + solid_at_infinity).round() > 0.0;
                    assert_eq!(found == Position::Inside, solid, "{name} {p:?}");
                    assert_eq!(f64::from(winding_number(&mesh, p).unwrap()), expected.round());
                    *(if solid { &mut inside } else { &mut outside }) += 1;
                }
            }
        }
        // Vertices, and middles of edges where these are exact, are on the surface.
        for v in mesh.vertices() {
            assert_eq!(position(&mesh, *v), Some(Position::Surface));
        }
        let far = Vec3::splat(T::of(1e9));
        let expected = if solid_at_infinity > 0.0 { Position::Inside } else { Position::Outside };
        assert_eq!(position(&mesh, far), Some(expected));
        assert_eq!(position(&mesh, Vec3::splat(T::INFINITY)), Some(expected));
        assert_eq!(position(&mesh, Vec3::splat(T::of(f64::NAN))), None);
    }
    assert!(inside > 2000 && outside > 4000 && surface > 20, "{inside} {outside} {surface}");
}

#[test]
fn positions_are_those_of_solid_angles() {
    positions::<f32>();
    positions::<f64>();
}
