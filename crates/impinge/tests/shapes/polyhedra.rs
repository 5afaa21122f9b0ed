//! Support points of polyhedra: every way to find them gives the largest value, on every kind of hull, in every
//! direction, from every hint.

use impinge::hull::{Solid, solid_hull};
use impinge::shape::{SUPPORT_ULPS, Strategy, scan_limit};
use impinge::{ConvexPolygon, ConvexPolyhedron, Id, Pose, Real, Shape, Support, Vec3, Vector};
use impinge_scenes::clouds;
use impinge_scenes::oracle::Cloud;
use impinge_scenes::rng::Rng;

/// Largest deficit of the values of points found along a direction, in ε × size × |direction|. In `f64`, which for `f64`
/// input adds an error below one such unit.
fn shortfall<T: Real>(cloud: &Cloud, direction: Vec3<T>) -> impl Fn(Vec3<T>) -> f64 {
    let d = direction.cast::<f64>();
    let best = cloud.farthest(d);
    let unit = T::EPSILON.f64() * cloud.size() * d.norm();
    move |found| (best - found.cast::<f64>().dot(d)) / unit
}

/// Directions that lead into trouble: face normals and directions within rounding of them, edges, axes, and random.
fn directions<T: Real>(solid: &Solid<T>, rng: &mut Rng, random: usize) -> Vec<Vec3<T>> {
    let mut all: Vec<Vec3<T>> = (0..random).map(|_| rng.unit3()).collect();
    for i in 0..3 {
        all.extend([Vec3::axis(i), -Vec3::axis(i)]);
    }
    let faces = solid.normals().len();
    for _ in 0..random.min(4 * faces) {
        let n = solid.normals()[rng.below(faces)];
        let turn: Vec3<T> = rng.unit3();
        // From exactly the normal to a turn of a tenth.
        let angle = T::of(10_f64.powf(rng.between(-17.0, -1.0)));
        all.extend([n, n + turn * angle, (n + turn * angle) * T::of(37.5)]);
    }
    for h in solid.topology().edges().take(random) {
        let at = |v: u32| solid.vertices()[v as usize];
        all.extend((at(solid.topology().target(h)) - at(solid.topology().origin(h))).normalized());
    }
    all
}

fn check_cloud<T: Real>(name: &str, points: &[Vec3<T>], rng: &mut Rng) -> usize {
    let solid = solid_hull(points).unwrap_or_else(|error| panic!("{name}: {error}"));
    let directions = directions(&solid, rng, 120);
    let mut moved = 0;
    for strategy in [Strategy::Automatic, Strategy::Scan, Strategy::Walk, Strategy::Tree] {
        let shape = ConvexPolyhedron::with_strategy(solid.clone(), strategy);
        let vertices = shape.vertices();
        assert_eq!(vertices.len(), solid.vertices().len());
        let cloud = Cloud::new(vertices);
        let mut hint = Id::NONE;
        for &d in &directions {
            let shortfall = shortfall(&cloud, d);
            let check = |found: Vec3<T>, how: &str| {
                let short = shortfall(found);
                assert!(
                    short <= SUPPORT_ULPS,
                    "{name} {} {strategy:?} {how}: {short} ε size short in {d:?}",
                    T::NAME
                );
            };
            check(shape.support(d), "cold");
            let (point, id) = shape.support_from(d, hint);
            check(point, "from the last");
            assert_eq!(point, vertices[id.0 as usize], "{name}: the id names another vertex");
            moved += usize::from(id != hint);
            let any = Id(rng.below(vertices.len()) as u32);
            check(shape.support_from(d, any).0, "from any");
            check(shape.support_from(d, Id(u32::MAX - 1)).0, "from no vertex");
            hint = id;
        }
    }
    moved
}

fn all_clouds<T: Real>() {
    let mut rng = Rng::new(2);
    let mut moved = 0;
    let cloud = |f: fn(usize, u64) -> Vec<Vec3<T>>, n: usize| f(n, 5);
    for n in [4, 8, 20, 200, 1000] {
        moved += check_cloud("sphere", &cloud(clouds::on_sphere, n), &mut rng);
    }
    for n in [500, 5000] {
        moved += check_cloud("even sphere", &cloud(clouds::fibonacci_sphere, n), &mut rng);
        moved += check_cloud("rims", &cloud(clouds::cylinder_rims, n), &mut rng);
        moved += check_cloud("cone", &cloud(clouds::cone, n), &mut rng);
        moved += check_cloud("ball", &cloud(clouds::in_ball, n), &mut rng);
        moved += check_cloud("grid", &cloud(clouds::cube_grid, n), &mut rng);
        moved += check_cloud("clusters", &cloud(clouds::clusters, n), &mut rng);
        moved += check_cloud("quantised", &cloud(clouds::quantised, n), &mut rng);
    }
    // Turned, so that no coordinate is special any more: rims and caps are level only up to rounding.
    for seed in 0..3 {
        let pose: Pose<Vec3<T>> = Rng::new(seed).pose3(2.0);
        for cloud in [clouds::cylinder_rims::<T>(2000, 5), clouds::cone(2000, 5), clouds::clusters(2000, 5)] {
            let turned: Vec<Vec3<T>> = cloud.into_iter().map(|p| pose.transform(p)).collect();
            moved += check_cloud("turned", &turned, &mut rng);
        }
    }
    // Far from the origin, long and thin, and flat.
    let sphere: Vec<Vec3<T>> = clouds::on_sphere(1500, 5);
    let stretched = |x: f64, y: f64, z: f64| -> Vec<Vec3<T>> {
        sphere.iter().map(|p| Vec3::new(p.x * T::of(x), p.y * T::of(y), p.z * T::of(z))).collect()
    };
    moved += check_cloud("needle", &stretched(1000.0, 1.0, 1.0), &mut rng);
    moved += check_cloud("pancake", &stretched(1.0, 1.0, 1e-4), &mut rng);
    moved += check_cloud("blade", &stretched(100.0, 1.0, 0.01), &mut rng);
    let far: Vec<Vec3<T>> = sphere.iter().map(|&p| p + Vec3::splat(T::of(1000.0))).collect();
    moved += check_cloud("far", &far, &mut rng);
    assert!(moved > 6_000, "the walk over directions must change vertices, it did {moved} times");
}

#[test]
fn every_strategy_finds_the_farthest_vertex_f32() {
    all_clouds::<f32>();
}

#[test]
fn every_strategy_finds_the_farthest_vertex_f64() {
    all_clouds::<f64>();
}

/// Directions on the lines of a map of `half` squares to a side of an octant, and within rounding of them: a place on
/// the octahedron |x| + |y| + |z| = 1 whose coordinates are multiples of 1 / `half`. Axes and diagonals are among them.
fn on_map_lines<T: Real>(half: usize, rng: &mut Rng) -> Vec3<T> {
    let i = rng.below(half + 1);
    // One in two in the plane of two axes.
    let j = if rng.below(2) == 0 { half - i } else { rng.below(half - i + 1) };
    let part = |i: usize| i as f64 / half as f64;
    let mut sign = |value: f64| if rng.below(2) == 0 { value } else { -value };
    let at = Vec3::new(sign(part(i)), sign(part(j)), sign(part(half - i - j)));
    // Exactly there, or a turn from far below ε to a tenth.
    let angle = 10_f64.powf(rng.between(-17.0, -1.0));
    let turned = if rng.below(4) == 0 { at } else { at + rng.unit3::<f64>() * angle };
    turned.cast::<T>() * T::of(rng.between(0.1, 10.0))
}

/// Hulls so large that queries enter by a map, and that cells have guards.
fn check_large<T: Real>() {
    let mut rng = Rng::new(21);
    let n = 20_000;
    let stretch = |cloud: Vec<Vec3<T>>, x: f64, y: f64, z: f64| -> Vec<Vec3<T>> {
        cloud.iter().map(|p| Vec3::new(p.x * T::of(x), p.y * T::of(y), p.z * T::of(z))).collect()
    };
    let pose: Pose<Vec3<T>> = rng.pose3(2.0);
    let turned = |cloud: Vec<Vec3<T>>| cloud.into_iter().map(|p| pose.transform(p)).collect();
    let sphere = || clouds::on_sphere::<T>(n, 6);
    let hulls: [(&str, Vec<Vec3<T>>); 12] = [
        ("sphere", sphere()),
        ("even sphere", clouds::fibonacci_sphere(n, 6)),
        ("rims", clouds::cylinder_rims(n, 6)),
        ("turned rims", turned(clouds::cylinder_rims(n, 6))),
        ("cone", clouds::cone(n, 6)),
        ("turned cone", turned(clouds::cone(n, 6))),
        ("needle", stretch(sphere(), 1000.0, 1.0, 1.0)),
        ("turned needle", turned(stretch(sphere(), 1000.0, 1.0, 1.0))),
        ("pancake", stretch(sphere(), 1.0, 1.0, 1e-3)),
        ("egg", stretch(sphere(), 1.0, 2.0, 5.0)),
        ("clusters", clouds::clusters(n, 6)),
        ("half a sphere", sphere().into_iter().map(|p| Vec3::new(p.x, p.y, p.z.max(T::ZERO))).collect()),
    ];
    for (name, points) in &hulls {
        let shape = ConvexPolyhedron::new(points);
        let count = shape.vertices().len();
        let cloud = Cloud::new(shape.vertices());
        let finest = ((count as f64 / 32.0).sqrt() as usize).max(1);
        let mut hint = Id::NONE;
        for round in 0..1500 {
            let d: Vec3<T> = match round % 3 {
                0 => rng.unit3(),
                1 => shape.normals()[rng.below(shape.normals().len())] + rng.unit3::<T>() * T::EPSILON,
                _ => on_map_lines((finest >> rng.below(5)).max(1), &mut rng),
            };
            let (point, id) = shape.support_from(d, hint);
            let any = shape.support_from(d, Id(rng.below(count) as u32)).0;
            let shortfall = shortfall(&cloud, d);
            for found in [shape.support(d), point, any] {
                let short = shortfall(found);
                assert!(short <= SUPPORT_ULPS, "{name} {} of {count}: {short} in {d:?}", T::NAME);
            }
            hint = id;
        }
    }
}

#[test]
fn large_hulls_find_the_farthest_vertex_on_lines_of_the_map_f32() {
    check_large::<f32>();
}

#[test]
fn large_hulls_find_the_farthest_vertex_on_lines_of_the_map_f64() {
    check_large::<f64>();
}

/// Everything times a power of two gives the same vertices; so do directions of any length.
fn check_scales<T: Real>() {
    let points: Vec<Vec3<T>> = clouds::on_sphere(700, 3);
    let shape = ConvexPolyhedron::new(&points);
    let mut rng = Rng::new(8);
    let directions: Vec<Vec3<T>> = (0..300).map(|_| rng.unit3()).collect();
    for exponent in [-T::MAX_EXPONENT / 2, -60, -1, 1, 60, T::MAX_EXPONENT / 2, T::MAX_EXPONENT - 8] {
        let scale = T::power_of_two(exponent);
        let scaled = ConvexPolyhedron::new(&points.iter().map(|&p| p * scale).collect::<Vec<_>>());
        assert_eq!(scaled.vertices().len(), shape.vertices().len());
        for &d in &directions {
            assert_eq!(scaled.support(d), shape.support(d) * scale, "2^{exponent}");
            assert_eq!(shape.support(d * scale), shape.support(d), "2^{exponent}");
            assert_eq!(scaled.support(d * scale), shape.support(d) * scale, "2^{exponent}");
        }
    }
}

#[test]
fn scale_does_not_matter() {
    check_scales::<f32>();
    check_scales::<f64>();
}

fn check_odd_directions<T: Real>() {
    let (nan, inf) = (T::ZERO / T::ONE.sqrt() * T::INFINITY, T::INFINITY);
    for n in [20, 1000] {
        let shape = ConvexPolyhedron::<T>::new(&clouds::on_sphere(n, 1));
        let at = |x: T, y: T, z: T| shape.support(Vec3::new(x, y, z));
        let (zero, one) = (T::ZERO, T::ONE);
        assert_eq!(at(zero, zero, zero), at(one, zero, zero), "zero stands for the first axis");
        assert_eq!(at(nan, one, -one), at(zero, one, -one), "NaN counts as zero");
        assert_eq!(at(nan, nan, nan), at(one, zero, zero));
        assert_eq!(at(inf, one, one), at(one, zero, zero), "infinite outweighs finite");
        assert_eq!(at(-inf, inf, T::of(5.0)), at(-one, one, zero));
        let tiny = T::power_of_two(1 - T::MAX_EXPONENT) * T::EPSILON;
        assert!(tiny > zero, "the smallest number");
        assert_eq!(at(tiny, -tiny, zero), at(one, -one, zero));
        let huge = T::power_of_two(T::MAX_EXPONENT);
        assert_eq!(at(huge, -huge, huge), at(one, -one, one));
        // The same from a hint.
        let from = |d: Vec3<T>| shape.support_from(d, Id(3)).0;
        assert_eq!(from(Vec3::new(nan, one, -one)), at(zero, one, -one));
        assert_eq!(from(Vec3::new(huge, -huge, huge)), at(one, -one, one));
    }
}

#[test]
fn odd_directions_have_a_defined_answer() {
    check_odd_directions::<f32>();
    check_odd_directions::<f64>();
}

#[test]
fn large_polyhedra_keep_track_of_their_points() {
    let points: Vec<Vec3<f64>> = clouds::in_ball(5000, 4);
    let shape = ConvexPolyhedron::new(&points);
    assert!(shape.vertices().len() > scan_limit::<f64>());
    for (vertex, &source) in shape.vertices().iter().zip(shape.solid().sources()) {
        assert_eq!(*vertex, points[source as usize]);
    }
    shape.solid().check(&points).expect("reordering keeps the hull right");
    let (_, map) = shape.heap_bytes();
    assert!(map < 200 * shape.vertices().len(), "{map} bytes for {} vertices", shape.vertices().len());
}

#[test]
fn moved_and_placed_polyhedra_agree() {
    let shape = ConvexPolyhedron::<f64>::new(&clouds::on_sphere(300, 9));
    let mut rng = Rng::new(4);
    for _ in 0..20 {
        let pose: Pose<Vec3<f64>> = rng.pose3(3.0);
        let moved = shape.moved(&pose).unwrap();
        let placed = (&shape).at(pose);
        for _ in 0..50 {
            let d: Vec3<f64> = rng.unit3();
            assert!((moved.support(d).dot(d) - placed.support(d).dot(d)).abs() < 1e-14);
        }
    }
}

/// Clusters so small that the cones of most vertices are thinner than rounding: no cell may end up without a vertex.
fn check_specks<T: Real>() {
    let mut rng = Rng::new(12);
    let mut vertices = 0;
    for exponent in [10, 16, 20, 23, 30, 40] {
        let speck = T::power_of_two(-exponent);
        let corners: Vec<Vec3<T>> = clouds::on_sphere(12, 3);
        let points: Vec<Vec3<T>> =
            (0..3000).map(|i| corners[i % corners.len()] + rng.unit3::<T>() * speck).collect();
        let shape = ConvexPolyhedron::with_strategy(solid_hull(&points).unwrap(), Strategy::Tree);
        vertices += shape.vertices().len();
        let cloud = Cloud::new(shape.vertices());
        for _ in 0..2000 {
            let d: Vec3<T> = rng.unit3();
            let hint = Id(rng.below(shape.vertices().len()) as u32);
            let shortfall = shortfall(&cloud, d);
            for found in [shape.support(d), shape.support_from(d, hint).0] {
                let short = shortfall(found);
                assert!(short <= SUPPORT_ULPS, "{} 2^-{exponent}: {short}", T::NAME);
            }
        }
    }
    assert!(vertices > 300, "{vertices}");
}

#[test]
fn specks_leave_no_cell_empty() {
    check_specks::<f32>();
    check_specks::<f64>();
}

/// Points on a line or in a plane up to rounding.
fn sliver<V: Vector>(rng: &mut Rng, along: &[V]) -> Vec<V> {
    let start = along[0] * V::Scalar::of(rng.between(-3.0, 3.0));
    let share = |rng: &mut Rng, v: &V| *v * V::Scalar::of(rng.between(-1.0, 1.0));
    (0..5).map(|_| along.iter().fold(start, |sum, v| sum + share(rng, v))).collect()
}

/// The center of a sliver is within the box around it, to rounding: MPR takes it for a point inside. Where the area or volume came
/// out as 0 it was NaN, and where rounding made it next to nothing it was anywhere.
fn centers_of_slivers<T: Real>() {
    let mut rng = Rng::new(29);
    let (mut flat, mut solids) = (0, 0);
    let check = |center: Vec3<T>, points: &[Vec3<T>]| {
        let infinite = Vec3::splat(T::INFINITY);
        let low = points.iter().fold(infinite, |m, &p| Vector::min(m, p));
        let high = points.iter().fold(-infinite, |m, &p| Vector::max(m, p));
        let slack = Vec3::splat(T::of(8.0) * T::EPSILON * Vector::max(high, -low).max_abs());
        let within = Vector::max(low - slack, Vector::min(center, high + slack)) == center;
        assert!(within, "{center:?} of {points:?}");
    };
    for _ in 0..3000 {
        let way = rng.unit3::<T>().xy();
        let flat_points = sliver(&mut rng, &[way]);
        let pair: [Vec3<T>; 2] = [rng.unit3(), rng.unit3()];
        let points = sliver(&mut rng, &pair);
        if let Ok(polygon) = ConvexPolygon::try_new(&flat_points) {
            let lifted: Vec<Vec3<T>> = flat_points.iter().map(|p| Vec3::new(p.x, p.y, T::ZERO)).collect();
            check(Vec3::new(polygon.center().x, polygon.center().y, T::ZERO), &lifted);
            flat += 1;
        }
        if let Ok(polyhedron) = ConvexPolyhedron::try_new(&points) {
            check(polyhedron.center(), &points);
            solids += 1;
        }
    }
    assert!(flat > 1000 && solids > 1000, "{flat} {solids}");
}

#[test]
fn centers_of_slivers_lie_within() {
    centers_of_slivers::<f32>();
    centers_of_slivers::<f64>();
}
