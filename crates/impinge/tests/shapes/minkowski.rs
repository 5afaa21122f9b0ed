//! Explicit Minkowski sums agree with the implicit support mapping in every direction.

mod slivers;

use impinge::math::{Pose, Real, Vec2, Vec3, Vector};
use impinge::shape::SUM_ULPS;
use impinge::{ConvexPolygon, ConvexPolyhedron, Difference, Rot3, Shape, Sum, Support};
use impinge_scenes::clouds;
use impinge_scenes::rng::Rng;

/// Largest disagreement of support values over random directions and the given ones, in ε × size.
fn disagreement<V: Vector>(
    explicit: &impl Support<V>,
    implicit: &impl Support<V>,
    directions: impl Iterator<Item = V>,
) -> f64 {
    let mut worst = 0.0_f64;
    let mut size = 0.0_f64;
    for d in directions {
        let (p, q) = (explicit.support(d), implicit.support(d));
        let value = |v: V| (0..V::DIM).map(|i| v.get(i).f64() * d.get(i).f64()).sum::<f64>();
        size = size.max(p.max_abs().f64());
        worst = worst.max((value(p) - value(q)).abs());
    }
    worst / (size * V::Scalar::EPSILON.f64())
}

fn check_solid<T: Real>(name: &str, a: &ConvexPolyhedron<T>, b: &ConvexPolyhedron<T>, rng: &mut Rng) {
    for (explicit, sign) in [(a.minkowski_sum(b).unwrap(), 1.0), (a.minkowski_difference(b).unwrap(), -1.0)] {
        let random: Vec<Vec3<T>> = (0..500).map(|_| rng.unit3()).collect();
        // Face and edge directions of all three are where things go wrong.
        let normals = [a, b, &explicit].map(|s| s.normals().iter().flat_map(|&n| [n, -n]).take(4000));
        let directions = random.into_iter().chain(normals.into_iter().flatten());
        let worst = if sign > 0.0 {
            disagreement(&explicit, &Sum::new(a, b), directions)
        } else {
            disagreement(&explicit, &Difference::new(a, b), directions)
        };
        assert!(worst <= SUM_ULPS, "{name} {}: {worst} ε size", T::NAME);
    }
}

fn solids<T: Real>() {
    let mut rng = Rng::new(11);
    let hull = |points: Vec<Vec3<T>>| ConvexPolyhedron::try_new(&points).unwrap();
    let cube = hull(clouds::cube_grid(8, 0));
    assert_eq!(cube.vertices().len(), 8);
    let tilted = cube.moved(&Pose::turned(Rot3::from_axis_angle([T::ONE, T::TWO, T::HALF], T::ONE))).unwrap();
    let turned = cube
        .moved(&Pose::turned(Rot3::from_axis_angle([T::ZERO, T::ZERO, T::ONE], T::PI * T::of(0.25))))
        .unwrap();
    let round = hull(clouds::on_sphere(60, 3));
    let fine = hull(clouds::fibonacci_sphere(1000, 3));
    let rims = hull(clouds::cylinder_rims(64, 5));
    let cone = hull(clouds::cone(40, 5));
    let coarse = hull(clouds::quantised(40, 9));
    let all = [
        ("cube", &cube),
        ("tilted", &tilted),
        ("turned", &turned),
        ("round", &round),
        ("fine", &fine),
        ("rims", &rims),
        ("cone", &cone),
        ("coarse", &coarse),
    ];
    for (i, (name, a)) in all.iter().enumerate() {
        for (other, b) in &all[i..] {
            check_solid(&format!("{name} and {other}"), a, b, &mut rng);
        }
    }
    // A body and itself: all faces, edges and vertices are parallel.
    assert_eq!(cube.minkowski_sum(&cube).unwrap().vertices().len(), 8);
    assert_eq!(cube.minkowski_sum(&cube).unwrap().topology().face_count(), 6);
    // A square turned by an eighth over a square: an eight-sided prism.
    let prism = cube.minkowski_sum(&turned).unwrap();
    assert_eq!((prism.vertices().len(), prism.topology().face_count()), (16, 10));
}

#[test]
fn explicit_sums_of_solids_agree_with_implicit_ones() {
    solids::<f32>();
    solids::<f64>();
}

#[test]
fn the_sum_has_the_vertices_of_the_hull_of_all_sums() {
    let mut met = 0;
    for seed in 0..20 {
        let a = ConvexPolyhedron::<f64>::try_new(&clouds::on_sphere(20, seed)).unwrap();
        let b = ConvexPolyhedron::<f64>::try_new(&clouds::on_sphere(30, seed + 100)).unwrap();
        let all: Vec<_> =
            a.vertices().iter().flat_map(|&p| b.vertices().iter().map(move |&q| p + q)).collect();
        let brute = ConvexPolyhedron::try_new(&all).unwrap();
        let quick = a.minkowski_sum(&b).unwrap();
        assert_eq!(quick.vertices().len(), brute.vertices().len());
        assert_eq!(quick.topology().face_count(), brute.topology().face_count());
        met += quick.vertices().len();
    }
    assert!(met > 20 * 100, "the sums must be rich, {met} vertices in all");
}

fn polygons<T: Real>() {
    let mut rng = Rng::new(5);
    let square = ConvexPolygon::<T>::new(&[
        Vec2::new(-T::ONE, -T::ONE),
        Vec2::new(T::ONE, -T::ONE),
        Vec2::new(T::ONE, T::ONE),
        Vec2::new(-T::ONE, T::ONE),
    ]);
    let triangle = ConvexPolygon::new(&[
        Vec2::new(T::of(3.0), T::ZERO),
        Vec2::new(T::of(4.0), T::of(0.3)),
        Vec2::new(T::of(2.7), T::of(1.5)),
    ]);
    let circle = ConvexPolygon::try_new(&clouds::circle(500, 1)).unwrap();
    let cloud = ConvexPolygon::try_new(&clouds::in_square(300, 2)).unwrap();
    for a in [&square, &triangle, &circle, &cloud] {
        for b in [&square, &triangle, &circle, &cloud] {
            let directions = || {
                let edges = [a, b].map(|p| {
                    let n = p.vertices().len();
                    (0..n)
                        .map(|i| -(p.vertices()[(i + 1) % n] - p.vertices()[i]).perp().unit())
                        .collect::<Vec<_>>()
                });
                let mut rng = Rng::new(rng.clone().bits());
                edges.into_iter().flatten().chain((0..500).map(move |_| rng.unit2())).collect::<Vec<_>>()
            };
            let sum = a.minkowski_sum(b).unwrap();
            assert!(sum.vertices().len() <= a.vertices().len() + b.vertices().len());
            let worst = disagreement(&sum, &Sum::new(a, b), directions().into_iter());
            assert!(worst <= SUM_ULPS, "{}: {worst} ε size", T::NAME);
            let difference = a.minkowski_difference(b).unwrap();
            let worst = disagreement(&difference, &Difference::new(a, b), directions().into_iter());
            assert!(worst <= SUM_ULPS, "{}: {worst} ε size", T::NAME);
            rng.bits();
        }
    }
    assert_eq!(square.minkowski_sum(&square).unwrap().vertices().len(), 4);
    assert_eq!(square.minkowski_sum(&triangle).unwrap().vertices().len(), 7);
}

#[test]
fn explicit_sums_of_polygons_agree_with_implicit_ones() {
    polygons::<f32>();
    polygons::<f64>();
}

/// Feng and Tan, section 2.3: the reference point lies outside, on or inside the block as the bodies are apart, touch
/// or overlap, whatever the reference point.
#[test]
fn entrance_block_tells_the_contact_state() {
    let cube = |x: f64| {
        let points: Vec<_> =
            clouds::cube_grid::<f64>(8, 0).into_iter().map(|p| p + Vec3::new(x, 0.0, 0.0)).collect();
        ConvexPolyhedron::try_new(&points).unwrap()
    };
    let a = cube(0.0);
    let side = a.support(Vec3::new(1.0, 0.0, 0.0)).x - a.support(Vec3::new(-1.0, 0.0, 0.0)).x;
    for reference in [Vec3::ZERO, a.center(), Vec3::new(5.0, -3.0, 0.25)] {
        for (x, expected) in [(side + 0.5, 0.5), (side, 0.0), (side - 0.25, -0.25)] {
            let found = a.entrance_block(&cube(x), reference).unwrap();
            assert_eq!(found.reference, reference);
            // Signed distance of the reference from the block: the largest over its faces' planes.
            let outside = found
                .block
                .normals()
                .iter()
                .map(|&n| n.dot(reference - found.block.support(n)))
                .fold(f64::NEG_INFINITY, f64::max);
            assert!((outside - expected).abs() < 1e-12, "{x}: {outside}");
        }
    }
}

#[test]
fn sums_beyond_the_largest_number_are_refused() {
    let huge: Vec<Vec3<f64>> = clouds::on_sphere::<f64>(10, 1).into_iter().map(|p| p * f64::LIMIT).collect();
    let huge = ConvexPolyhedron::try_new(&huge).unwrap();
    let text = huge.minkowski_sum(&huge).unwrap_err().to_string();
    assert!(text.starts_with("invalid shape: a coordinate of the sum is "), "{text}");
    assert!(text.ends_with(" but must be 7e305 at most; use a larger unit of length"), "{text}");
    let flat = huge.clone().at(Pose::IDENTITY).center();
    assert!(flat.is_finite());
}
