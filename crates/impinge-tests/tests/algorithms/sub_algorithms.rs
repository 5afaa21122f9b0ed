//! The sub-algorithms of GJK on single simplexes, compared with brute force over all faces and with duality.
//!
//! A point v of the simplex is the nearest one if no vertex has a smaller v·s than |v|²: that is a proof, and it needs
//! no second solver. The brute force returns the region of each simplex, so that every region is known to occur.

use impinge::math::{Real, Vec2, Vec3, Vector};
use impinge::study::gjk::{
    Backup, Johnson, JohnsonBackup, SignedVolumes, SignedVolumesExact, Simplex, SubAlgorithm, Voronoi,
};
use impinge::study::pair::Vertex;
use impinge_scenes::{Rng, Space};

type P = [f64; 3];

fn dot(a: P, b: P) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}
fn along(a: P, t: f64, b: P) -> P {
    [a[0] + t * b[0], a[1] + t * b[1], a[2] + t * b[2]]
}
fn norm(a: P) -> f64 {
    Real::sqrt(dot(a, a))
}

/// The nearest point of the plane through `points`, as weights made not negative; `None` where they are dependent.
/// By Gram-Schmidt and back substitution, not by determinants.
fn foot(points: &[P]) -> Option<Vec<f64>> {
    let base = points[0];
    let mut q: Vec<P> = Vec::new();
    let mut r = vec![vec![0.0; points.len()]; points.len()];
    for (j, &p) in points[1..].iter().enumerate() {
        let edge = along(p, -1.0, base);
        let mut e = edge;
        for _ in 0..2 {
            for (i, &unit) in q.iter().enumerate() {
                let part = dot(e, unit);
                r[i][j] += part;
                e = along(e, -part, unit);
            }
        }
        r[j][j] = norm(e);
        if r[j][j] <= 1e-14 * norm(edge) || r[j][j] == 0.0 {
            return None;
        }
        q.push(e.map(|c| c / r[j][j]));
    }
    let n = q.len();
    let mut t = vec![0.0; n];
    for i in (0..n).rev() {
        let rest: f64 = (i + 1..n).map(|k| r[i][k] * t[k]).sum();
        t[i] = (-dot(base, q[i]) - rest) / r[i][i];
    }
    let mut weights = vec![1.0 - t.iter().sum::<f64>()];
    weights.extend(t);
    let weights: Vec<f64> = weights.into_iter().map(|w| w.max(0.0)).collect();
    let sum: f64 = weights.iter().sum();
    Some(weights.into_iter().map(|w| w / sum).collect())
}

/// Distance of the origin, and the smallest face that has it, as a mask.
fn brute(points: &[P]) -> (f64, usize) {
    let mut masks: Vec<usize> = (1..1 << points.len()).collect();
    masks.sort_by_key(|m| m.count_ones());
    let mut best = (f64::INFINITY, 0);
    for mask in masks {
        let face: Vec<P> = (0..points.len()).filter(|i| mask >> i & 1 == 1).map(|i| points[i]).collect();
        if let Some(weights) = foot(&face) {
            let point = face.iter().zip(&weights).fold([0.0; 3], |sum, (&p, &w)| along(sum, w, p));
            if norm(point) < best.0 * (1.0 - 1e-12) - 1e-15 {
                best = (norm(point), mask);
            }
        }
    }
    best
}

fn vertex<V: Vector>(point: V) -> Vertex<V> {
    Vertex { point, ..Vertex::default() }
}

fn simplex<V: Vector>(points: &[V]) -> Simplex<V> {
    let mut s = Simplex::new(vertex(points[0]));
    for &p in &points[1..] {
        s.push(vertex(p));
    }
    s
}

/// Error of one call, in ε × size.
struct Outcome {
    kept: usize,
    too_far: f64,
    gap: f64,
}

fn compare<V: Space>(points: &[V], s: &Simplex<V>, v: V, distance: f64) -> Outcome {
    let eps = V::Scalar::EPSILON.f64();
    let size = points.iter().map(|p| norm(p.coordinates())).fold(0.0, f64::max);
    assert!(v.is_finite(), "{points:?}");
    assert!(s.len() >= 1 && s.len() <= points.len());
    let mut sum = 0.0;
    let mut made = [0.0; 3];
    let mut kept = 0;
    for (vertex, weight) in s.vertices().iter().zip(s.weights()) {
        let weight = weight.f64();
        assert!(weight >= 0.0, "{weight} {points:?}");
        sum += weight;
        made = along(made, weight, vertex.point.coordinates());
        let at = (0..points.len()).find(|&i| points[i] == vertex.point && kept >> i & 1 == 0);
        kept |= 1 << at.expect("a vertex of the simplex");
    }
    assert!((sum - 1.0).abs() <= 8.0 * eps, "weights sum to {sum}");
    let v = v.coordinates();
    if !s.is_full() {
        let off = norm(along(made, -1.0, v));
        assert!(
            off <= 64.0 * eps * size,
            "the weights make another point: {} ε size\n{points:?}",
            off / eps / size
        );
    }
    let length = norm(v);
    let least = points.iter().map(|p| dot(p.coordinates(), v)).fold(f64::INFINITY, f64::min);
    let gap = (length * length - least) / size;
    Outcome { kept, too_far: (length - distance).abs() / (eps * size), gap: gap / (eps * size) }
}

/// Random simplexes, the newest vertex part of the answer: each of their regions is met, and each answer is right.
fn regions<V: Space, S: SubAlgorithm<V>>(allowed: f64) {
    let mut rng = Rng::new(7);
    for n in 2..=V::DIM + 1 {
        let mut met = vec![0; 1 << n];
        let mut other_faces = 0;
        for _ in 0..4000 {
            let middle = rng.in_ball::<f64>() * (1.5 * rng.uniform());
            let mut points: Vec<V> =
                (0..n).map(|_| V::from_coordinates((middle + rng.in_ball::<f64>()).to_array())).collect();
            let exact = |points: &[V]| brute(&points.iter().map(|p| p.coordinates()).collect::<Vec<_>>());
            let mask = exact(&points).1;
            points.swap(mask.trailing_zeros() as usize, n - 1);
            let (distance, mask) = exact(&points);
            assert!(mask >> (n - 1) & 1 == 1);
            let mut sub = S::default();
            let mut s = simplex(&points);
            let v = sub.closest(&mut s);
            let found = compare(&points, &s, v, distance);
            let off = found.too_far.max(if s.is_full() { 0.0 } else { found.gap });
            assert!(off <= allowed, "{}: {off} ε size off, {mask:b} {points:?}", S::NAME);
            met[mask] += 1;
            other_faces += usize::from(found.kept != mask);
        }
        for (mask, &count) in met.iter().enumerate() {
            if mask >> (n - 1) & 1 == 1 {
                assert!(count >= 40, "region {mask:b} of {n} vertices met {count} times");
            }
        }
        assert!(other_faces <= 8, "{} {n}: {other_faces} times another face", S::NAME);
    }
}

fn all_regions<V: Space>()
where
    Voronoi: SubAlgorithm<V>,
    SignedVolumes: SubAlgorithm<V>,
    SignedVolumesExact: SubAlgorithm<V>,
{
    regions::<V, Voronoi>(NORMAL);
    regions::<V, SignedVolumes>(NORMAL);
    regions::<V, SignedVolumesExact>(NORMAL);
    regions::<V, Johnson<V>>(COFACTORS);
    regions::<V, Backup<V>>(COFACTORS);
    regions::<V, JohnsonBackup<V>>(COFACTORS);
}

/// Limits in ε × size; 2.1 was met.
const NORMAL: f64 = 8.0;
/// Johnson's weights have as divisor a determinant that is the square of a volume; 1230 was met.
const COFACTORS: f64 = 1e4;

#[test]
fn every_region_of_random_simplexes_has_the_nearest_point() {
    all_regions::<Vec2<f32>>();
    all_regions::<Vec2<f64>>();
    all_regions::<Vec3<f32>>();
    all_regions::<Vec3<f64>>();
}

/// Points of a random direction scaled by `width`, on top of a simplex of a lower dimension at `height`.
fn degenerate<V: Space>(rng: &mut Rng, n: usize, rank: usize, width: f64, height: f64) -> Vec<V> {
    let unit = |rng: &mut Rng| V::random_unit(rng).coordinates();
    let up = unit(rng);
    // Directions at right angles to `up`, of which the first `rank` are used.
    let level = |d: P| along(d, -dot(d, up), up);
    let axes: Vec<P> = (0..rank).map(|_| level(unit(rng))).collect();
    let middle = if V::DIM == 2 && rank == 1 { 0.3 } else { 0.5 };
    (0..n)
        .map(|_| {
            let mut p = up.map(|c| c * height);
            for &axis in &axes {
                p = along(p, rng.between(-1.0, 1.0) + middle * (rng.uniform() - 0.5), axis);
            }
            V::from_coordinates(along(p, width * rng.between(-1.0, 1.0), unit(rng)))
        })
        .collect()
}

/// Flat tetrahedra, needles, points that coincide, near to the origin and far: largest error in ε × size.
fn flat_simplexes<V: Space, S: SubAlgorithm<V>>() -> f64 {
    let mut rng = Rng::new(19);
    let mut worst = 0.0_f64;
    let widths = [0.0, 1e-16, 1e-14, 1e-12, 1e-10, 1e-8, 1e-6, 1e-4];
    let heights = [0.0, 1e-12, 1e-8, 1e-4, 0.5];
    for n in 2..=V::DIM + 1 {
        for rank in 0..V::DIM {
            for (width, height) in widths.iter().flat_map(|&w| heights.iter().map(move |&h| (w, h))) {
                for repeat in 0..40 {
                    let mut points = degenerate::<V>(&mut rng, n, rank, width, height);
                    if repeat % 8 == 0 {
                        points[n - 1] = points[0];
                    }
                    let exact =
                        |points: &[V]| brute(&points.iter().map(|p| p.coordinates()).collect::<Vec<_>>());
                    let mask = exact(&points).1;
                    points.swap(mask.trailing_zeros() as usize, n - 1);
                    let distance = exact(&points).0;
                    let mut s = simplex(&points);
                    let v = S::default().closest(&mut s);
                    let size = points.iter().map(|p| p.norm().f64()).fold(0.0, f64::max);
                    // Smaller ones would test underflow; pairs are scaled before they come here.
                    if size > 1e-3 {
                        worst = worst.max(compare(&points, &s, v, distance).too_far);
                    }
                }
            }
        }
    }
    worst
}

/// The same for the default sub-algorithm, which had no such test. It promises less: the point that the weights make, which
/// GJK takes for its bound, is one of the simplex, so never nearer than the nearest; and most often it is that one.
fn flat_simplexes_by_regions<V: Space>()
where
    Voronoi: SubAlgorithm<V>,
{
    let mut rng = Rng::new(29);
    let (mut tried, mut missed) = (0_u32, 0_u32);
    for width in [0.0, 1e-16, 1e-12, 1e-8, 1e-4] {
        for (height, rank) in [(0.0, 1), (1e-8, 1), (0.5, 1), (0.5, V::DIM - 1), (1e-4, V::DIM - 1)] {
            for n in 2..=V::DIM + 1 {
                for _ in 0..100 {
                    let mut points = degenerate::<V>(&mut rng, n, rank, width, height);
                    let exact =
                        |points: &[V]| brute(&points.iter().map(|p| p.coordinates()).collect::<Vec<_>>());
                    let mask = exact(&points).1;
                    points.swap(mask.trailing_zeros() as usize, n - 1);
                    let distance = exact(&points).0;
                    let mut s = simplex(&points);
                    Voronoi.closest(&mut s);
                    let made = s.combination();
                    let found = compare(&points, &s, made, distance);
                    let size = points.iter().map(|p| p.norm().f64()).fold(0.0, f64::max);
                    let off = made.norm().f64() - distance;
                    // The brute force takes a larger face only where that is nearer by 1e-12.
                    let slack = 64.0 * V::Scalar::EPSILON.f64() * size + 2e-12 * distance;
                    assert!(off >= -slack, "{off:e} {points:?}");
                    tried += 1;
                    // √ε of the size: a volume below the rounding of a product is that of a needle so wide.
                    missed += u32::from(found.too_far * Real::sqrt(V::Scalar::EPSILON.f64()) > 1.0);
                }
            }
        }
    }
    println!("{} {}: {missed} of {tried} missed the nearest point", V::DIM, V::Scalar::NAME);
    assert!(missed * 8 <= tried, "{missed} of {tried}");
}

#[test]
fn flat_simplexes_by_regions_bound_from_above() {
    flat_simplexes_by_regions::<Vec2<f32>>();
    flat_simplexes_by_regions::<Vec2<f64>>();
    flat_simplexes_by_regions::<Vec3<f32>>();
    flat_simplexes_by_regions::<Vec3<f64>>();
}

fn all_flat_simplexes<V: Space>()
where
    SignedVolumes: SubAlgorithm<V>,
    SignedVolumesExact: SubAlgorithm<V>,
{
    // A volume below the rounding of a product is that of a needle √ε wide.
    let root = 1.0 / Real::sqrt(V::Scalar::EPSILON.f64());
    let found = flat_simplexes::<V, SignedVolumes>();
    assert!(found <= root, "{} {}: {} √ε size", V::DIM, V::Scalar::NAME, found / root);
    let found = flat_simplexes::<V, SignedVolumesExact>();
    assert!(found <= 0.01 * root, "{} {}: {} √ε size", V::DIM, V::Scalar::NAME, found / root);
    // Cofactors are squares of volumes.
    let found = flat_simplexes::<V, Backup<V>>();
    assert!(found <= root * Real::sqrt(root), "{} {}: {} √ε size", V::DIM, V::Scalar::NAME, found / root);
    // Johnson is wrong here at times, but what it returns is a point of the simplex.
    flat_simplexes::<V, JohnsonBackup<V>>();
    flat_simplexes::<V, Johnson<V>>();
}

#[test]
fn flat_simplexes_do_little_harm() {
    all_flat_simplexes::<Vec2<f32>>();
    all_flat_simplexes::<Vec2<f64>>();
    all_flat_simplexes::<Vec3<f32>>();
    all_flat_simplexes::<Vec3<f64>>();
}

/// A walk as GJK makes it, with vertices that come and go: what is kept from step to step must not go stale.
fn walk<V: Space, S: SubAlgorithm<V>>(allowed: f64) {
    let mut rng = Rng::new(23);
    let (mut steps, mut kept, mut full) = (0, 0, 0);
    for _ in 0..800 {
        let random = |rng: &mut Rng| V::from_coordinates((rng.in_ball::<f64>() * 2.0).to_array());
        let first = random(&mut rng);
        let mut sub = S::default();
        sub.restart();
        let mut s = Simplex::new(vertex(first));
        let mut v = first;
        for _ in 0..12 {
            let w = random(&mut rng);
            // Any point before the plane through v leads nearer to the origin.
            if v.dot(w).f64() > 0.98 * v.norm_squared().f64() {
                continue;
            }
            kept += usize::from(s.len() >= 2);
            s.push(vertex(w));
            let points: Vec<V> = s.vertices().iter().map(|v| v.point).collect();
            let distance = brute(&points.iter().map(|p| p.coordinates()).collect::<Vec<_>>()).0;
            v = sub.closest(&mut s);
            let found = compare(&points, &s, v, distance);
            assert!(found.too_far <= allowed, "{} step {steps}: {}", S::NAME, found.too_far);
            steps += 1;
            if s.is_full() {
                full += 1;
                break;
            }
        }
    }
    assert!(steps > 2000 && kept > 1200 && full > 50, "{steps} {kept} {full}");
}

fn all_walks<V: Space>()
where
    Voronoi: SubAlgorithm<V>,
    SignedVolumes: SubAlgorithm<V>,
{
    walk::<V, Voronoi>(NORMAL);
    walk::<V, SignedVolumes>(NORMAL);
    walk::<V, Johnson<V>>(COFACTORS);
    walk::<V, JohnsonBackup<V>>(COFACTORS);
    walk::<V, Backup<V>>(COFACTORS);
}

#[test]
fn state_kept_between_steps_stays_right() {
    all_walks::<Vec2<f32>>();
    all_walks::<Vec2<f64>>();
    all_walks::<Vec3<f32>>();
    all_walks::<Vec3<f64>>();
}

/// The thesis takes the largest subset with positive weights. Here that is a face on the far side: the origin lies
/// beyond the edge of the vertices 2 and 3, and its foot on the far face is inside that face.
#[test]
fn the_largest_subset_is_not_the_answer() {
    let points: [Vec3<f64>; 4] = [
        Vec3::new(-1.0, 3.0, 0.3),
        Vec3::new(1.0, 3.0, 0.3),
        Vec3::new(0.0, -1.0, 2.0),
        Vec3::new(0.0, 1.0, 1.0),
    ];
    let flat: Vec<P> = points.iter().map(|p| p.to_array()).collect();
    let (distance, mask) = brute(&flat);
    let far = foot(&[flat[0], flat[1], flat[2]]).unwrap();
    assert!(far.iter().all(|&w| w > 0.1), "{far:?}");
    assert!(mask.count_ones() < 3, "{mask:b}");
    let mut s = simplex(&points);
    let v = Johnson::default().closest(&mut s);
    assert!((v.norm() - distance).abs() < 1e-15);
}

/// Reported values: det A = |n|² of a triangle is the square of det M, and backups are counted.
#[test]
fn details_of_a_triangle_are_its_determinants_and_backups() {
    let points = [Vec3::new(-1.0, -1.0, 1.0), Vec3::new(2.0, -1.0, 1.0), Vec3::new(0.0, 2.0, 1.0)];
    let mut johnson = Johnson::default();
    johnson.closest(&mut simplex(&points));
    assert_eq!(SubAlgorithm::<Vec3<f64>>::details(&johnson).det_a, Some(81.0));
    for exact in [false, true] {
        let mut s = simplex(&points);
        let (mut plain, mut robust) = (SignedVolumes::default(), SignedVolumesExact::default());
        let det = if exact {
            robust.closest(&mut s);
            SubAlgorithm::<Vec3<f64>>::details(&robust).det_m
        } else {
            plain.closest(&mut s);
            SubAlgorithm::<Vec3<f64>>::details(&plain).det_m
        };
        assert_eq!(det.map(f64::abs), Some(9.0));
        assert_eq!(s.len(), 3);
    }
    let mut backup = Backup::default();
    backup.closest(&mut simplex(&points));
    backup.closest(&mut simplex(&points));
    assert_eq!(SubAlgorithm::<Vec3<f64>>::details(&backup).backups, 2);
    SubAlgorithm::<Vec3<f64>>::restart(&mut backup);
    assert_eq!(SubAlgorithm::<Vec3<f64>>::details(&backup).backups, 0);
}
