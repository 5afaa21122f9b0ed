//! Convex decomposition: no gap, no more concave than requested, whatever the mesh.

mod assemblies;
mod bad_input;
mod large;
mod limits;

use impinge::decompose::{DecomposeSettings, DecomposeStatus, Decomposition, decompose};
use impinge::hull::solid_hull;
use impinge::mesh::Position;
use impinge::mesh::polygon::{PolygonMesh, position};
use impinge::{ConvexPolyhedron, Measured, Real, Vec3};
use impinge_scenes::rooms::{self, Faces};

use crate::common::Random;

fn with(concavity: f64) -> DecomposeSettings {
    DecomposeSettings { concavity, ..DecomposeSettings::default() }
}

fn parts<T: Real>(faces: &Faces, settings: &DecomposeSettings) -> Decomposition<T> {
    decompose(&faces.points_in::<T>(), &faces.polygons, settings).unwrap()
}

/// Distance of a point outside a part, by the planes of its faces.
fn outside<T: Real>(part: &ConvexPolyhedron<T>, p: Vec3<f64>) -> f64 {
    let height = |(face, normal): (usize, &Vec3<T>)| {
        let corner = part.vertices()[part.topology().face_vertices(face as u32)[0] as usize];
        normal.cast::<f64>().dot(p - corner.cast())
    };
    part.normals().iter().enumerate().map(height).fold(f64::NEG_INFINITY, f64::max)
}

/// Rounding of coordinates up to this size.
fn rounding<T: Real>(size: f64) -> f64 {
    64.0 * T::EPSILON.f64() * size
}

/// Checks that random points of the solid, and all its vertices, are in a part; gives how many of 2,000 points were in it.
#[track_caller]
fn no_gap<T: Real>(faces: &Faces, found: &Decomposition<T>, seed: u64) -> usize {
    let (mesh, _) = PolygonMesh::<T>::from_polygons(&faces.points_in::<T>(), &faces.polygons).unwrap();
    let bounds = mesh.bounds();
    let (low, high): (Vec3<f64>, Vec3<f64>) = (bounds.min.cast(), bounds.max.cast());
    let slack = rounding::<T>(low.max_abs().max(high.max_abs()));
    let held = |p: Vec3<f64>| found.parts.iter().any(|part| outside(part, p) <= slack);
    let mut random = Random::new(seed);
    let mut inside = 0;
    for _ in 0..2000 {
        let at = |low: f64, high: f64, r: f64| low + (high - low) * (0.5 + 0.5 * r);
        let r = random.in_cube();
        let p: Vec3<T> =
            Vec3::new(at(low.x, high.x, r.x), at(low.y, high.y, r.y), at(low.z, high.z, r.z)).cast();
        if position(&mesh, p) == Some(Position::Inside) {
            inside += 1;
            assert!(held(p.cast()), "{p:?} is in no part");
        }
    }
    for v in mesh.vertices() {
        assert!(held(v.cast()), "vertex {v:?} is in no part");
    }
    inside
}

/// Every number that a result holds.
fn bits(found: &Decomposition<f64>) -> Vec<u64> {
    let vertices = found.parts.iter().flat_map(|part| part.vertices());
    let numbers =
        vertices.flat_map(|v| v.to_array()).chain([found.volume_ratio, found.hausdorff, found.concavity]);
    numbers.map(f64::to_bits).collect()
}

/// Two shells beside one another, and shells inside one another.
fn shells() -> Vec<(&'static str, Faces)> {
    let cube = |half: f64| rooms::cuboid([half; 3], 1);
    let beside = cube(1.0).and(&cube(0.5).map(|p| p + Vec3::new(3.0, 0.5, 0.0)));
    let hollow = cube(1.0).and(&cube(0.7).flipped());
    let russian = hollow.clone().and(&cube(0.3));
    let across = cube(1.0).and(&cube(1.0).map(|p| p + Vec3::new(0.9, 0.8, 0.7)));
    vec![("beside", beside), ("hollow", hollow), ("a body in a hollow one", russian), ("across", across)]
}

fn every_mesh_is_held<T: Real>() {
    let mut looked_at = 0;
    let closed = rooms::all(2, 7).into_iter().filter(|(name, closed, _)| *closed && *name != "room");
    for (name, faces) in closed.map(|(name, _, faces)| (name, faces)).chain(shells()) {
        let found = parts::<T>(&faces, &with(0.1));
        assert_eq!(found.status, DecomposeStatus::Reached, "{name}");
        let unit = {
            let (mesh, _) =
                PolygonMesh::<T>::from_polygons(&faces.points_in::<T>(), &faces.polygons).unwrap();
            0.5 * (mesh.bounds().max - mesh.bounds().min).max_abs().f64()
        };
        assert!(found.concavity <= 0.1 && found.hausdorff <= 0.1 * unit, "{name}: {found:?}");
        assert!(found.volume_ratio >= 1.0 - 1e-5 || ["across", "needles"].contains(&name), "{name}");
        let inside = (1..=3).map(|seed| no_gap(&faces, &found, seed)).sum::<usize>();
        // Needles have hardly any volume.
        assert!(inside > 300 || name == "needles", "{name}: {inside}");
        looked_at += inside;
        for part in &found.parts {
            solid_hull(part.vertices()).unwrap().check(part.vertices()).unwrap();
        }
    }
    assert!(looked_at > 20_000, "{looked_at}");
}

#[test]
fn every_mesh_is_held_by_its_parts() {
    every_mesh_is_held::<f32>();
    every_mesh_is_held::<f64>();
}

#[test]
fn a_convex_mesh_is_one_part() {
    for faces in
        [rooms::cuboid([1.0, 2.0, 0.5], 3), rooms::random_hull(100, 3), rooms::cuboid([1.0; 3], 1).soup()]
    {
        let found = parts::<f64>(&faces, &with(0.01));
        assert_eq!((found.parts.len(), found.status), (1, DecomposeStatus::Reached));
        assert_eq!((found.hausdorff, found.concavity), (0.0, 0.0));
        assert!((found.volume_ratio - 1.0).abs() < 1e-12);
        let mut corners = [found.parts[0].clone(), ConvexPolyhedron::new(&faces.points)].map(|hull| {
            let mut corners: Vec<[f64; 3]> = hull.vertices().iter().map(|v| v.to_array()).collect();
            corners.sort_by(|a, b| a.partial_cmp(b).unwrap());
            corners
        });
        let expected = corners[1].clone();
        assert_eq!(corners[0].drain(..).collect::<Vec<_>>(), expected);
    }
}

/// Bodies of flat faces are cut along these, so nothing is added.
#[test]
fn letters_are_cut_where_they_bend() {
    for (letter, count) in [('L', 2), ('U', 3), ('T', 2), ('E', 4)] {
        let found = parts::<f64>(&rooms::letter(letter), &with(0.05));
        assert_eq!(found.parts.len(), count, "{letter}");
        assert!((found.volume_ratio - 1.0).abs() < 1e-9 && found.hausdorff < 1e-9, "{letter}: {found:?}");
    }
    let stairs = parts::<f64>(&rooms::stairs(5, 1.0, 0.5, 2.0), &with(0.02));
    assert!(stairs.parts.len() <= 5 && (stairs.volume_ratio - 1.0).abs() < 1e-9, "{stairs:?}");
}

/// By what a single cut gains, a ring was cut into thinner and thinner rings.
#[test]
fn a_ring_is_cut_through_its_hole() {
    let found = parts::<f64>(&rooms::torus(24, 12), &with(0.05));
    assert_eq!(found.status, DecomposeStatus::Reached);
    assert!(
        found.parts.len() <= 12 && found.volume_ratio < 1.1,
        "{} {}",
        found.parts.len(),
        found.volume_ratio
    );
    assert!(found.parts.iter().all(|part| outside(part, Vec3::ZERO) > 0.0), "the hole is open");
}

/// The surface of a hollow body is its hull's, so a look at surfaces alone takes it for convex; and a hole that is narrower than
/// the concavity is open all the same.
#[test]
fn hollows_and_narrow_holes_stay_open() {
    let wall = 0.02;
    let hollow = rooms::cuboid([1.0; 3], 1).and(&rooms::cuboid([1.0 - wall; 3], 1).flipped());
    let found = parts::<f64>(&hollow, &with(0.05));
    assert_eq!(found.status, DecomposeStatus::Reached);
    assert!(found.parts.iter().all(|part| outside(part, Vec3::ZERO) > 0.5), "{found:?}");
    assert!(found.parts.len() >= 6);
    let slot = [
        [-1.0, -1.0],
        [1.0, -1.0],
        [1.0, 1.0],
        [0.01, 1.0],
        [0.01, -0.5],
        [-0.01, -0.5],
        [-0.01, 1.0],
        [-1.0, 1.0],
    ];
    let found = parts::<f64>(&rooms::extruded(&slot, -1.0, 1.0), &with(0.05));
    assert_eq!(found.status, DecomposeStatus::Reached);
    assert!(found.parts.iter().all(|part| outside(part, Vec3::new(0.0, 0.5, 0.0)) > 0.0));
    assert!(found.parts.len() <= 4, "{}", found.parts.len());
}

#[test]
fn a_smaller_concavity_fits_better() {
    let torus = rooms::torus(16, 8);
    let [coarse, fine] = [0.2, 0.04].map(|c| parts::<f64>(&torus, &with(c)));
    assert!(coarse.parts.len() < fine.parts.len());
    assert!(coarse.volume_ratio > fine.volume_ratio && coarse.hausdorff > fine.hausdorff);
}

/// Scaled by a power of two and moved by nothing, all numbers are the same.
#[test]
fn the_same_twice_and_at_every_scale() {
    let torus = rooms::torus(12, 8);
    let once = parts::<f64>(&torus, &with(0.1));
    assert_eq!(bits(&once), bits(&parts(&torus, &with(0.1))));
    for scale in [Real::power_of_two(-200), Real::power_of_two(90)] {
        let scaled = parts::<f64>(&torus.clone().map(|p| p * scale), &with(0.1));
        let back: Vec<_> =
            scaled.parts.iter().flat_map(|p| p.vertices()).map(|&v| v * (1.0 / scale)).collect();
        let here: Vec<_> = once.parts.iter().flat_map(|p| p.vertices()).copied().collect();
        assert_eq!(back, here);
        assert_eq!(scaled.hausdorff, once.hausdorff * scale);
    }
}

/// Distance of a point from a surface of triangles.
fn distance(faces: &Faces, p: Vec3<f64>) -> f64 {
    let to_segment = |a: Vec3<f64>, b: Vec3<f64>| {
        let t = ((p - a).dot(b - a) / (b - a).norm_squared()).clamp(0.0, 1.0);
        (p - a - (b - a) * t).norm()
    };
    let to_triangle = |t: [u32; 3]| {
        let [a, b, c] = t.map(|i| faces.points[i as usize]);
        let normal = (b - a).cross(c - a).unit();
        let above = [(a, b), (b, c), (c, a)].iter().all(|&(u, v)| normal.cross(v - u).dot(p - u) >= 0.0);
        let rim = to_segment(a, b).min(to_segment(b, c)).min(to_segment(c, a));
        if above { normal.dot(p - a).abs() } else { rim }
    };
    faces.triangles().into_iter().map(to_triangle).fold(f64::INFINITY, f64::min)
}

/// Reported values agree with independent measurements.
#[test]
fn the_report_is_true() {
    let faces = rooms::torus(16, 8);
    let found = parts::<f64>(&faces, &with(0.1));
    let (mesh, _) = PolygonMesh::<f64>::from_polygons(&faces.points, &faces.polygons).unwrap();
    let volume: f64 = found.parts.iter().map(|part| part.measure().volume).sum();
    assert!((volume / mesh.volume() - found.volume_ratio).abs() < 1e-9);
    // No random point of a part is farther from the solid than reported, with the reported tolerance.
    let mut random = Random::new(5);
    let (mut worst, mut tried) = (0.0_f64, 0);
    for part in &found.parts {
        for _ in 0..300 {
            // On a triangle of a face.
            let face = random.below(part.topology().face_count() as u64) as u32;
            let ring = part.topology().face_vertices(face);
            let k = 1 + random.below(ring.len() as u64 - 2) as usize;
            let [a, b, c] = [ring[0], ring[k], ring[k + 1]].map(|v| part.vertices()[v as usize]);
            let (s, t) = (random.signed().abs(), random.signed().abs());
            let p = a + ((b - a) * (1.0 - t) + (c - a) * t) * s;
            if position(&mesh, p) == Some(Position::Outside) {
                worst = worst.max(distance(&faces, p));
                tried += 1;
            }
        }
    }
    assert!(tried > 50, "{tried}");
    assert!(worst <= found.hausdorff + 0.05 * 0.1 * 1.4, "{worst} {}", found.hausdorff);
}
