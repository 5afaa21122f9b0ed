//! Convex hulls in space: every hull goes through the checker, in both precisions.

use crate::common;

use std::collections::BTreeSet;

use common::{Random, cloud, rounded, turned};
use impinge::hull::{HullFault, HullReport, OUTSIDE_ULPS, Solid, solid_hull};
use impinge::{Extent, Real, Vec3, Vector};

macro_rules! in_both_precisions {
    ($($name:ident)*) => {
        $(#[test] fn $name() { checks::$name::<f32>(); checks::$name::<f64>(); })*
    };
}

in_both_precisions! {
    random_clouds
    cubes_with_points_on_faces_and_edges
    turned_cubes
    cylinders
    cones
    duplicates
    flat_clouds
    messages
    clusters
    magnitudes
    far_from_the_origin
    slabs
    game_like_clouds
    lattices_against_brute_force
    noisy_faces
    planted_faults
}

/// The hull, checked.
fn hull<T: Real>(points: &[Vec3<T>]) -> (Solid<T>, HullReport) {
    let solid = solid_hull(points).unwrap();
    let report = solid.check(points).unwrap_or_else(|fault| panic!("{fault} in the hull of {points:?}"));
    assert!(report.worst_outside <= OUTSIDE_ULPS * T::EPSILON.f64());
    assert!(solid.sources().is_sorted());
    for n in solid.normals() {
        assert!((n.norm() - T::ONE).abs() <= T::TWO * T::EPSILON);
    }
    (solid, report)
}

fn counts(report: HullReport) -> [usize; 3] {
    [report.vertices, report.edges, report.faces]
}

/// Number of vertices of each face, ascending.
fn face_sizes<T: Real>(solid: &Solid<T>) -> Vec<usize> {
    let t = solid.topology();
    let mut sizes: Vec<_> = (0..t.face_count() as u32).map(|f| t.face_vertices(f).len()).collect();
    sizes.sort_unstable();
    sizes
}

/// `count` points on a circle at height `z`.
fn rim(count: usize, z: f64) -> impl Iterator<Item = Vec3<f64>> {
    (0..count).map(move |i| {
        let (sin, cos) = (2.0 * f64::PI * i as f64 / count as f64).sin_cos();
        Vec3::new(cos, sin, z)
    })
}

fn cube() -> Vec<Vec3<f64>> {
    let side = |i: u32, bit: u32| f64::from(2 * (i >> bit & 1)) - 1.0;
    (0..8).map(|i| Vec3::new(side(i, 2), side(i, 1), side(i, 0))).collect()
}

mod checks {
    use super::*;

    pub fn random_clouds<T: Real>() {
        let mut random = Random::new(1);
        for count in [4, 5, 8, 20, 100, 1000, 5000] {
            let points = rounded::<T, _>(&cloud(count, || random.in_ball()));
            let (_, report) = hull(&points);
            assert!(report.vertices <= count && (count < 1000 || report.vertices < count / 2));
            let points = rounded::<T, _>(&cloud(count, || random.on_sphere()));
            let (solid, report) = hull(&points);
            assert_eq!(report.vertices, count);
            assert!(report.faces <= 2 * count - 4);
            assert_eq!(solid, solid_hull(&points).unwrap());
        }
        // More pairs of faces and points than are tested one by one.
        let (_, report) = hull(&rounded::<T, _>(&cloud(30_000, || random.on_sphere())));
        assert!(report.vertices > 29_990);
    }

    pub fn cubes_with_points_on_faces_and_edges<T: Real>() {
        for n in [1, 2, 7] {
            let mut points = Vec::new();
            for i in 0..(n + 1) * (n + 1) * (n + 1) {
                let c = [i % (n + 1), i / (n + 1) % (n + 1), i / (n + 1) / (n + 1)];
                points.push(Vec3::from(c.map(|c| T::of(c as f64) / T::of(n as f64))));
            }
            let mut random = Random::new(2);
            for _ in 0..5 {
                let (solid, report) = hull(&points);
                assert_eq!(counts(report), [8, 12, 6]);
                assert_eq!(face_sizes(&solid), [4; 6]);
                for i in (1..points.len()).rev() {
                    points.swap(i, random.below(i as u64 + 1) as usize);
                }
            }
        }
    }

    pub fn turned_cubes<T: Real>() {
        let mut random = Random::new(3);
        for _ in 0..500 {
            let (solid, _) = hull(&rounded::<T, _>(&turned(&cube(), random.rotation())));
            assert_eq!(face_sizes(&solid), [4; 6]);
        }
    }

    pub fn cylinders<T: Real>() {
        let points: Vec<_> = rim(1000, -1.0).chain(rim(1000, 1.0)).collect();
        let (solid, report) = hull(&rounded::<T, _>(&points));
        assert_eq!(counts(report), [2000, 3000, 1002]);
        assert_eq!(face_sizes(&solid)[998..], [4, 4, 1000, 1000]);
        let mut random = Random::new(4);
        for _ in 0..20 {
            let (solid, report) = hull(&rounded::<T, _>(&turned(&points, random.rotation())));
            assert_eq!(report.vertices, 2000);
            assert_eq!(face_sizes(&solid)[report.faces - 2..], [1000, 1000]);
        }
    }

    pub fn cones<T: Real>() {
        let points: Vec<_> = rim(1000, 0.0).chain([Vec3::new(0.0, 0.0, 1.5)]).collect();
        let (solid, report) = hull(&rounded::<T, _>(&points));
        assert_eq!(counts(report), [1001, 2000, 1001]);
        assert_eq!(face_sizes(&solid)[999..], [3, 1000]);
        let apex = solid.sources().iter().position(|&s| s == 1000).unwrap();
        assert_eq!(solid.topology().neighbors(apex as u32).count(), 1000);
    }

    pub fn duplicates<T: Real>() {
        let mut random = Random::new(5);
        let mut points = rounded::<T, _>(&cloud(50, || random.on_sphere()));
        let (alone, _) = hull(&points);
        points.extend_from_within(..);
        points.extend_from_within(10..40);
        points.reverse();
        let (doubled, _) = hull(&points);
        assert_eq!(alone.vertices().len(), doubled.vertices().len());
        assert_eq!(face_sizes(&alone), face_sizes(&doubled));
    }

    pub fn flat_clouds<T: Real>() {
        let extent = |points: &[Vec3<f64>]| solid_hull(&rounded::<T, _>(points)).unwrap_err().extent();
        let mut random = Random::new(6);
        assert_eq!(extent(&[]), Some(Extent::Empty));
        assert_eq!(extent(&[Vec3::new(1.0, 2.0, 3.0)]), Some(Extent::Point));
        assert_eq!(extent(&[Vec3::new(0.1, -0.0, 3.0), Vec3::new(0.1, 0.0, 3.0)]), Some(Extent::Point));
        for scale in [1.0, 0.1_f32.into(), 1e-30_f32.into(), 1e20_f32.into()] {
            // Products of a short integer and a number of 24 bits round to f32; take 12 bits off to stay exact.
            let scale = f64::from(f32::from_bits((scale as f32).to_bits() & !0xfff));
            let lattice = |r: &mut Random| r.below(64) as f64 - 32.0;
            let along = Vec3::new(1.0, -2.0, 5.0) * scale;
            let line = cloud(40, || along * lattice(&mut random));
            assert_eq!(extent(&line), Some(Extent::Line));
            let plane = cloud(200, || {
                let (x, y) = (lattice(&mut random), lattice(&mut random));
                Vec3::new(x, y, 7.0 - x - y) * scale
            });
            assert_eq!(extent(&plane), Some(Extent::Plane));
            // One point off the plane by the least possible amount is enough.
            let mut bent = rounded::<T, _>(&plane);
            let z = bent[17].z;
            bent[17].z = z + z.abs() * T::EPSILON;
            let changed = bent[17].z.f64() != plane[17].z;
            match solid_hull(&bent) {
                Ok(solid) => assert!(changed && solid.check(&bent).is_ok()),
                Err(error) => assert!(!changed, "{error}"),
            }
        }
    }

    pub fn messages<T: Real>() {
        let text = |points: &[Vec3<f64>]| solid_hull(&rounded::<T, _>(points)).unwrap_err().to_string();
        let corner = Vec3::new(0.0, 0.0, 1.0);
        assert_eq!(text(&[]), "invalid shape: the cloud is empty; a hull needs points");
        assert_eq!(text(&[corner; 3]), "invalid shape: all points coincide; the hull is a single point");
        assert_eq!(
            text(&[corner, corner * 2.0, corner * -7.0]),
            "invalid shape: all points lie on one line; the hull is a segment"
        );
        assert_eq!(
            text(&cube()[..4]),
            "invalid shape: all points lie in one plane; the hull is a flat polygon"
        );
        let mut bad = cube();
        bad[2].y = f64::NAN;
        bad[5].z = f64::NEG_INFINITY;
        assert_eq!(
            text(&bad),
            "invalid shape: point 2 has a coordinate that is not finite; point 5 has a coordinate that is not finite"
        );
    }

    pub fn clusters<T: Real>() {
        let mut random = Random::new(7);
        for spread in [1e-6, 1e-9, 1e-12, 1e-15, 3e-16, 1e-30] {
            for _ in 0..10 {
                let mut points = Vec::new();
                for center in cube().into_iter().chain([Vec3::new(3.0, 0.0, 0.0), Vec3::ZERO]) {
                    points.extend(cloud(8, || center + random.in_cube() * spread));
                }
                hull(&rounded::<T, _>(&points));
                hull(&rounded::<T, _>(&turned(&points, random.rotation())));
                // Small on its own, and next to one far point.
                let mut small = cloud(30, || random.in_ball() * spread);
                hull(&rounded::<T, _>(&small));
                small.push(Vec3::new(1.0, 0.5, 0.25));
                hull(&rounded::<T, _>(&small));
            }
        }
    }

    pub fn magnitudes<T: Real>() {
        let mut random = Random::new(8);
        let points = rounded::<T, _>(&cloud(200, || random.on_sphere()));
        let (plain, _) = hull(&points);
        let largest = T::MAX_EXPONENT - 8;
        for exponent in [-100, 100, 60 - largest, largest - 30, largest] {
            let scale = T::power_of_two(exponent);
            let scaled: Vec<_> = points.iter().map(|&p| p * scale).collect();
            if scaled.iter().zip(&points).any(|(&s, &p)| s * T::power_of_two(-exponent) != p) {
                continue; // Underflow took bits.
            }
            let (solid, _) = hull(&scaled);
            assert_eq!(solid.sources(), plain.sources());
            assert_eq!(solid.normals(), plain.normals());
            assert_eq!(solid.topology(), plain.topology());
        }
        for scale in [1e-30, 1e30, 1e-37] {
            hull(&rounded::<T, _>(&cloud(300, || random.on_sphere() * scale)));
        }
        // Subnormal coordinates: an integer lattice.
        let least = T::power_of_two(2 - T::MAX_EXPONENT) * T::EPSILON;
        let points: Vec<Vec3<T>> =
            (0..100).map(|_| random.on_sphere().map(|c| (c * 50.0).round()).cast() * least).collect();
        hull(&points);
    }

    pub fn far_from_the_origin<T: Real>() {
        let mut random = Random::new(9);
        for offset in [1e3, 1e6, -1e6] {
            let move_by = Vec3::new(offset, -0.7 * offset, 0.3 * offset);
            for count in [8, 50, 400] {
                let points = rounded::<T, _>(&cloud(count, || move_by + random.in_ball() * 10.0));
                hull(&points);
            }
        }
    }

    pub fn slabs<T: Real>() {
        let mut random = Random::new(10);
        for thickness in [1e-3, 1e-7, 1e-10, 1e-15, 1e-16, 1e-20, 1e-40] {
            let mut hulls = 0;
            for _ in 0..20 {
                let slab = cloud(100, || random.in_cube().zip(Vec3::new(1.0, 1.0, thickness), |a, b| a * b));
                for points in [rounded::<T, _>(&slab), rounded::<T, _>(&turned(&slab, random.rotation()))] {
                    match solid_hull(&points) {
                        Ok(_) => {
                            hull(&points);
                            hulls += 1;
                        }
                        Err(error) => assert_eq!(error.extent(), Some(Extent::Plane)),
                    }
                }
            }
            assert!(hulls >= 38, "{hulls} hulls of 40 slabs of thickness {thickness}");
        }
    }

    pub fn game_like_clouds<T: Real>() {
        let mut random = Random::new(11);
        let mut merged = 0;
        for _ in 0..2000 {
            let count = 8 + random.below(57) as usize;
            let step = [0.25, 0.1, 0.0625, 1.0 / 3.0][random.below(4) as usize];
            let range = 2 + random.below(12);
            let mut coordinate = || (random.below(2 * range) as f64 - range as f64) * step;
            // As data files have it: f32, whatever the precision of the library.
            let mut points: Vec<Vec3<f32>> =
                rounded(&cloud(count, || Vec3::new(coordinate(), coordinate(), coordinate())));
            if random.below(2) == 0 {
                let rotation = random.rotation();
                points = rounded(&turned(&rounded(&points), rotation));
            }
            let points: Vec<Vec3<T>> = points.iter().map(|p| p.cast()).collect();
            let (solid, _) = hull(&points);
            merged += usize::from(face_sizes(&solid).last() > Some(&3));
        }
        // Turned clouds are coplanar to the precision they were rounded to, which is f32.
        let expected = if T::NAME == "f32" { 1200 } else { 600 };
        assert!(merged > expected, "only {merged} of 2000 hulls had a face that is no triangle");
    }

    /// Small integer clouds are full of coplanar and collinear points.
    pub fn lattices_against_brute_force<T: Real>() {
        let mut random = Random::new(12);
        let (mut solids, mut flat, mut merged) = (0, 0, 0);
        for _ in 0..1500 {
            let count = 4 + random.below(14) as usize;
            let range = 2 + random.below(4);
            let lattice: Vec<[i64; 3]> =
                (0..count).map(|_| [0; 3].map(|_: i32| random.below(range) as i64)).collect();
            let points: Vec<Vec3<T>> =
                lattice.iter().map(|p| Vec3::from(p.map(|c| T::of(c as f64)))).collect();
            let truth = BruteForce::new(&lattice);
            if !truth.is_solid {
                flat += 1;
                assert!(solid_hull(&points).unwrap_err().extent().is_some());
                continue;
            }
            solids += 1;
            let (solid, report) = hull(&points);
            assert_eq!(report.faces, truth.planes.len(), "{lattice:?}");
            let corners: BTreeSet<_> = solid.sources().iter().map(|&s| lattice[s as usize]).collect();
            assert_eq!(corners.len(), report.vertices);
            assert_eq!(corners, truth.corners, "{lattice:?}");
            merged += usize::from(face_sizes(&solid).last() > Some(&3));
        }
        assert!(solids > 1000 && flat > 20 && merged > 800, "{solids} solids, {flat} flat, {merged} merged");
    }

    /// Faces that are flat up to a few ulps: polygons, whatever the noise did to their triangles.
    pub fn noisy_faces<T: Real>() {
        let mut random = Random::new(13);
        let mut whole = 0;
        for ulps in [0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 64.0] {
            let noise = ulps * T::EPSILON.f64();
            for _ in 0..20 {
                let mut points = cube();
                for _ in 0..200 {
                    let mut p = random.in_cube().to_array();
                    p[random.below(3) as usize] = random.signed().signum();
                    points.push(Vec3::from(p));
                }
                for p in &mut points {
                    *p += random.in_cube() * noise;
                }
                let (_, report) = hull(&rounded::<T, _>(&points));
                assert!(ulps > 1.0 || report.faces == 6, "{} faces at {ulps} ulps", report.faces);
                whole += usize::from(report.faces == 6);
            }
        }
        assert!(whole >= 55, "only {whole} of 140 noisy cubes have six faces");
    }

    /// The checker finds what is wrong.
    pub fn planted_faults<T: Real>() {
        let mut random = Random::new(14);
        let points = rounded::<T, _>(&cloud(100, || random.on_sphere()));
        let (solid, _) = hull(&points);
        let mut more = points.clone();
        more.push(Vec3::new(T::of(1.001), T::ZERO, T::ZERO));
        assert!(matches!(solid.check(&more), Err(HullFault::Outside { point: 100, .. })));
        more[100] = Vec3::new(T::of(0.5), T::ZERO, T::ZERO);
        assert!(solid.check(&more).is_ok());
        assert_eq!(solid.check(&points[1..]), Err(HullFault::ForeignVertex { vertex: 0 }));
        // A little more than the bound is enough.
        let (solid, _) = hull(&rounded::<T, _>(&cube()));
        for (ulps, is_found) in [(0.9, false), (1.1, true)] {
            let mut more = rounded::<T, _>(&cube());
            let above = T::ONE + T::of(ulps * OUTSIDE_ULPS) * T::EPSILON;
            more.push(Vec3::new(T::of(0.25), above, T::of(-0.5)));
            assert_eq!(solid.check(&more).is_err(), is_found);
        }
        // The same for a cloud too large for every pair.
        let points = rounded::<T, _>(&cloud(20_000, || random.on_sphere()));
        let (solid, _) = hull(&points);
        for _ in 0..20 {
            let mut more = points.clone();
            more.push((random.on_sphere() * 1.001).cast());
            assert!(matches!(solid.check(&more), Err(HullFault::Outside { point: 20_000, .. })));
        }
    }
}

/// The hull of lattice points by trying every plane through three of them, in integers.
struct BruteForce {
    is_solid: bool,
    /// Supporting planes: normal without common factor, and offset.
    planes: BTreeSet<([i64; 3], i64)>,
    corners: BTreeSet<[i64; 3]>,
}

impl BruteForce {
    fn new(points: &[[i64; 3]]) -> Self {
        let minus = |a: [i64; 3], b: [i64; 3]| [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
        let dot = |a: [i64; 3], b: [i64; 3]| a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
        let cross = |a: [i64; 3], b: [i64; 3]| {
            [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
        };
        let gcd = |a: i64, b: i64| {
            let (mut a, mut b) = (a.abs(), b.abs());
            while b != 0 {
                (a, b) = (b, a % b);
            }
            a
        };
        let mut planes = BTreeSet::new();
        let mut is_solid = false;
        for &a in points {
            for &b in points {
                for &c in points {
                    let normal = cross(minus(b, a), minus(c, a));
                    let factor = normal.into_iter().fold(0, gcd);
                    if factor == 0 {
                        continue;
                    }
                    let normal = normal.map(|c| c / factor);
                    let offset = dot(normal, a);
                    is_solid |= points.iter().any(|&p| dot(normal, p) != offset);
                    if points.iter().all(|&p| dot(normal, p) <= offset) {
                        planes.insert((normal, offset));
                    }
                }
            }
        }
        // A corner is where three planes meet in nothing but the corner.
        let corners = points
            .iter()
            .filter(|&&p| {
                let here: Vec<_> = planes.iter().filter(|(n, o)| dot(*n, p) == *o).map(|(n, _)| *n).collect();
                here.iter().any(|&a| here.iter().any(|&b| here.iter().any(|&c| dot(cross(a, b), c) != 0)))
            })
            .copied()
            .collect();
        Self { is_solid, planes, corners }
    }
}
