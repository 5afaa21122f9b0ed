//! Points very far away, and meshes and points at both ends of the number line: every answer keeps its promise, or there is none.

use impinge::body::HeightField;
use impinge::mesh::Position;
use impinge::mesh::polygon::{PolygonMesh, position, winding_number};
use impinge::sdf::{MapError, SampledMap};

use super::*;

/// The nearest point of a mesh, of `p` and of what is 2^-k of both: the best of all feet and sides, in `f64`.
fn foot(corners: &[[Vec3<f64>; 3]], p: Vec3<f64>) -> Vec3<f64> {
    let mut best = corners[0][0];
    let mut take = |q: Vec3<f64>| {
        if (q - p).norm() < (best - p).norm() {
            best = q;
        }
    };
    for &[a, b, c] in corners {
        for (u, v) in [(a, b), (b, c), (c, a)] {
            let way = v - u;
            take(u + way * ((p - u).dot(way) / way.norm_squared()).clamp(0.0, 1.0));
        }
        let normal = (b - a).cross(c - a).unit();
        let q = p - normal * normal.dot(p - a);
        let inner = |u: Vec3<f64>, v: Vec3<f64>| normal.cross(v - u).dot(q - u) >= 0.0;
        if inner(a, b) && inner(b, c) && inner(c, a) {
            take(q);
        }
    }
    best
}

fn corners<T: Real>(mesh: &TriangleMesh<T>) -> Vec<[Vec3<f64>; 3]> {
    mesh.triangles().map(|(_, names)| names.map(|v| mesh.vertices()[v as usize].cast())).collect()
}

/// A direction, and one along an axis or a diagonal now and then.
fn direction(rng: &mut Rng) -> Vec3<f64> {
    if rng.below(3) > 0 {
        return rng.unit3();
    }
    let mut some = || rng.below(3) as f64 - 1.0;
    Vec3::new(some(), some(), some())
}

/// The bound of the gradient was 0 up to rounding if 2 − 2 cos θ is rounded to 0: 979 of 2,000 gradients at 1e9 were off by
/// more, up to 236 times. Value and gradient are within their bounds at every distance, and the bound is of use.
#[test]
fn a_gradient_bound_was_false_far_away() {
    fn check<T: Real>(most: i32) {
        let mut rng = Rng::new(5);
        let (mut gradients, mut unknown) = (0, 0);
        for named in shapes().into_iter().filter(|named| named.closed).step_by(2) {
            let mesh = mesh_of::<T>(&named.mesh);
            let map = DistanceMap::build(&mesh, &settings(8)).expect("a map");
            let corners = corners(&mesh);
            let size = mesh.bounds().max.max_abs().f64();
            for round in 0..200 {
                let far = 10_f64.powf(rng.uniform() * f64::from(most)) * size;
                let p: Vec3<T> = (direction(&mut rng) * far).cast();
                let (sample, wide) = (map.sample(p), p.cast::<f64>());
                let foot = foot(&corners, wide);
                let way = wide - foot;
                let distance = way.norm();
                let name = named.name;
                if sample.value.f64().is_nan() {
                    // Too far for the type: the distance is, up to what the bound adds.
                    assert!(!T::of(1.001 * distance).is_finite(), "{name} {round}: {p:?}");
                    unknown += 1;
                    continue;
                }
                if mesh.position(p) != Some(Position::Outside) {
                    continue;
                }
                let off = (sample.value.f64() - distance).abs();
                let own = 4.0 * f64::EPSILON * (distance + wide.max_abs());
                assert!(off <= sample.error.f64() + own, "{name}: {p:?} {sample:?} {distance}");
                let off = (sample.gradient.cast::<f64>() - way.unit()).norm();
                assert!(off <= sample.gradient_error.f64() + 1e-15, "{name}: {p:?} {sample:?} off by {off}");
                // Half the mesh, seen from there, and rounding.
                let most = 12.0 * size / distance + 128.0 * T::EPSILON.f64();
                gradients += usize::from(far > 100.0 * size && sample.gradient_error.f64() <= most);
            }
        }
        assert!(gradients > 1000 && unknown < 200, "{gradients} {unknown}");
    }
    check::<f32>(38);
    check::<f64>(308);
}

/// `nearest` gave (inf, NaN) for finite points near 7e305, and for nearer ones of large meshes. It is right within its error
/// for every point, or there is none if the distance is NaN.
#[test]
fn nearest_was_infinite_for_finite_points() {
    fn check<T: Real>(sizes: &[i32], most: i32) {
        let mut rng = Rng::new(6);
        let (mut known, mut far_known, mut none) = (0, 0, 0);
        for named in shapes().into_iter().step_by(3) {
            for &exponent in sizes {
                let scale = f64::powi(2.0, exponent);
                let plain = mesh_of::<T>(&named.mesh);
                let points: Vec<Vec3<T>> =
                    plain.vertices().iter().map(|v| (v.cast::<f64>() * scale).cast()).collect();
                let faces: Vec<[u32; 3]> = plain.triangles().map(|(_, corners)| corners).collect();
                let mesh = TriangleMesh::new(&points, &faces).expect("in range").0;
                // The same mesh in coordinates near 1.
                let corners: Vec<_> = corners(&mesh).iter().map(|t| t.map(|v| v * (1.0 / scale))).collect();
                for round in 0..24 {
                    let reach = if round % 2 == 0 { 3.0 } else { f64::from(most - exponent) };
                    let far = f64::powf(2.0, rng.uniform() * reach - 1.0);
                    let at = direction(&mut rng) * far * scale;
                    let p: Vec3<T> = at.cast();
                    let near = p.cast::<f64>() * (1.0 / scale);
                    if !(p.is_finite() && near.is_finite()) {
                        continue;
                    }
                    let truth = (foot(&corners, near) - near).norm();
                    let Some(found) = mesh.nearest(p) else {
                        assert!(!T::of(truth * scale * 1.0001).is_finite(), "{}: {p:?}", named.name);
                        none += 1;
                        continue;
                    };
                    let own = 1e-12 * near.max_abs().max(1.0);
                    let off = (found.signed_distance.f64().abs() - truth * scale).abs();
                    assert!(
                        off <= found.error.f64() + own * scale,
                        "{} 2^{exponent}: {p:?} {found:?} {}",
                        named.name,
                        truth * scale
                    );
                    assert!(found.point.is_finite() && found.error.is_finite());
                    let error = 64.0 * T::EPSILON.f64() * near.max_abs().max(8.0) * scale;
                    known += usize::from(found.error.f64() <= error);
                    far_known += usize::from(far > 1e12);
                }
            }
        }
        assert!(known > 500 && far_known > 100 && none < known, "{known} {far_known} {none}");
    }
    check::<f32>(&[-120, -100, 0, 100, 115], 127);
    check::<f64>(&[-290, -255, -200, 0, 200, 250, 290], 1023);
    let tetrahedron = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    let faces = [[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]];
    let mesh = TriangleMesh::<f64>::new(&tetrahedron, &faces).unwrap().0;
    let far = mesh.nearest(Vec3::new(7e305, -7e305, 7e305)).unwrap();
    assert!((far.signed_distance / 7e305 - 3_f64.sqrt()).abs() < 1e-14 && far.error < 1e292, "{far:?}");
    assert!(mesh.nearest(Vec3::splat(1.7e308)).is_none());
}

/// Points with coordinates below 2^-300 were on the wrong side of faces, or on them: exact signs need products of three numbers.
/// They count as 0, as they do in meshes.
#[test]
fn tiny_coordinates_count_as_zero() {
    fn check<T: Real>(least: f64) {
        let mut seen = [0; 3];
        let mut rng = Rng::new(8);
        for exponent in [0, 30, 60, 90] {
            let scale = 10_f64.powi(-exponent);
            if T::of(scale).f64() <= 1e3 * least {
                continue;
            }
            let cube = meshes::cube(scale);
            let mesh = mesh_of::<T>(&cube);
            let rings: Vec<[u32; 3]> = mesh.triangles().map(|(_, corners)| corners).collect();
            let other = PolygonMesh::from_polygons(mesh.vertices(), &rings).unwrap().0;
            let (low, high) = (mesh.bounds().min, mesh.bounds().max);
            for _ in 0..200 {
                let mut draw = |low: T, high: T| match rng.below(4) {
                    0 => low + T::of(least * rng.uniform()),
                    1 => low - T::of(least * rng.uniform()),
                    2 => low + (high - low) * T::of(rng.uniform()),
                    _ => high,
                };
                let p = Vec3::new(draw(low.x, high.x), draw(low.y, high.y), draw(low.z, high.z));
                let flushed = p.map(|c| if c.f64().abs() < 4.9e-91 { T::ZERO } else { c });
                let within = |c: T, low: T, high: T| c >= low && c <= high;
                let inner = |c: T, low: T, high: T| c > low && c < high;
                let axes = |test: &dyn Fn(T, T, T) -> bool| {
                    test(flushed.x, low.x, high.x)
                        && test(flushed.y, low.y, high.y)
                        && test(flushed.z, low.z, high.z)
                };
                let truth = if axes(&inner) {
                    Position::Inside
                } else if axes(&within) {
                    Position::Surface
                } else {
                    Position::Outside
                };
                assert_eq!(mesh.position(p), Some(truth), "{p:?}");
                assert_eq!(position(&other, p), Some(truth), "{p:?}");
                let around = if truth == Position::Inside { 1 } else { 0 };
                assert_eq!(winding_number(&other, p), (truth != Position::Surface).then_some(around));
                let nearest = mesh.nearest(p).unwrap().signed_distance;
                assert_eq!(nearest < T::ZERO, truth == Position::Inside, "{p:?} {nearest}");
                seen[truth as usize] += 1;
            }
        }
        // What counts as 0 is on the surface, on neither side of it.
        let beside = if least < 1e-91 { 0 } else { 20 };
        assert!(seen[0] > 5 && seen[1] > 20 && seen[2] >= beside, "{seen:?}");
    }
    check::<f32>(3e-43);
    check::<f64>(1e-318);
    check::<f64>(1e-160);
}

/// A spacing far too fine for 2^24 samples was refused after seconds of work: it is refused by arithmetic. One that is too fine for
/// the digits of the coordinates is not: halving ends there.
#[test]
fn an_absurd_spacing_is_refused_at_once() {
    fn check<T: Real>() {
        let mesh = mesh_of::<T>(&meshes::torus(24, 12));
        for spacing in [1e-3, 1e-5, 1e-7].into_iter().chain((T::EPSILON.f64() < 1e-9).then_some(1e-30)) {
            let refused = SampledMap::new(&mesh, &settings(8), T::of(spacing));
            assert!(matches!(refused, Err(MapError::TooManySamples { .. })), "{spacing}");
        }
        // Needles, and thousands of triangles on one another.
        let far = T::of(1e6);
        let needle = [[T::ZERO; 3], [far, T::ZERO, T::ZERO], [far, T::of(1e-3), T::ZERO]];
        let faces: Vec<[u32; 3]> =
            (0..4000).map(|k| if k % 2 == 0 { [0, 1, 2] } else { [0, 2, 1] }).collect();
        let needles = TriangleMesh::new(&needle, &faces).unwrap().0;
        assert!(needles.is_closed());
        let refused = SampledMap::new(&needles, &settings(8), T::of(0.01));
        assert!(matches!(refused, Err(MapError::TooManySamples { .. })));
        // The least sides that there are: 8 times 8 ulps.
        let ulp = T::EPSILON.f64() * 1024.0;
        let small = meshes::cube(4.0 * ulp).moved(1536.0, 1536.0, 1536.0);
        let found = SampledMap::new(
            &mesh_of::<T>(&small),
            &MapSettings { spacing: Some(4.0), ..settings(8) },
            T::of(1e-30),
        );
        assert!(found.is_ok_and(|map| map.len() > 50));
    }
    check::<f32>();
    check::<f64>();
}

/// Heights and normals of fields of cells of 1e-200 and 1e200, where products of lengths are 0 or infinite, were NaN and an axis.
#[test]
fn heights_of_fields_of_any_size() {
    let mut rng = Rng::new(9);
    let heights: Vec<f32> = (0..25).map(|_| rng.uniform() as f32).collect();
    let plain = HeightField::<f64>::new(5, 5, [1.0, 1.0, 1.0], heights.clone());
    for [sx, sy] in [[0, 0], [600, 600], [-600, -600], [600, -600], [-1000, 1000], [-1020, -1020]] {
        let [wide, long] = [sx, sy].map(|e| f64::powi(2.0, e));
        let field = HeightField::<f64>::new(5, 5, [wide, long, wide], heights.clone());
        for _ in 0..100 {
            let (x, y) = (4.0 * rng.uniform(), 4.0 * rng.uniform());
            let same = plain.height_at(x, y).unwrap();
            let height = field.height_at(x * wide, y * long).unwrap();
            assert!((height / wide - same).abs() < 1e-9, "2^{sx} 2^{sy}: {height} {same}");
            let normal = field.normal_at(x * wide, y * long).unwrap();
            assert!((normal.norm() - 1.0).abs() < 1e-12);
            if sx == sy {
                let same = plain.normal_at(x, y).unwrap();
                assert!((normal - same).norm() < 1e-12, "2^{sx}: {normal:?} {same:?}");
            } else if sx < sy {
                // Steps along x count, along y there are none.
                assert!(normal.y.abs() < 1e-300 && normal.z > 0.1, "{normal:?}");
            }
        }
    }
}

/// Coordinates below 2⁻³⁰⁰ count as 0 where sides are decided, so that a point above the surface of a mesh of 1e-84 was on it, by an error
/// of 1e-99.
#[test]
fn a_point_beside_a_tiny_mesh_was_on_it() {
    let side = 5e-85;
    let corners = [[0.0, 0.0, 0.0], [side, 0.0, 0.0], [0.0, side, 0.0], [0.0, 0.0, side]];
    let (mesh, _) =
        TriangleMesh::<f64>::new(&corners, &[[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]]).unwrap();
    for height in [1e-86, 1e-90, 1e-91, 1e-94, 1e-100] {
        for sign in [1.0, -1.0] {
            let p = Vec3::new(0.25 * side, 0.25 * side, sign * height);
            let found = mesh.nearest(p).unwrap();
            let off = (found.signed_distance + sign * height).abs();
            assert!(off <= found.error && found.error < 1e-90, "{off:e} {found:?}");
        }
    }
}
