//! Rays and shapes that are thin to their precision: blades, needles, long edges.

use impinge::study::ray::{RayMethod, ray_cast_by};
use impinge::*;
use impinge_scenes::Rng;

/// A ray in the plane of a blade thinner than the rounding of its support mapping was a miss: bounds on where the line enters and
/// leaves were wider than the blade, and taken to say that the ray begins on its surface. It is met, by grazing.
#[test]
fn a_ray_in_the_plane_of_a_blade_meets_it() {
    let mut rng = Rng::new(61);
    let mut met = 0;
    for _ in 0..400 {
        let thin = 10.0_f64.powf(rng.between(-10.0, -6.0));
        let points: Vec<Vec3<f32>> = (0..8)
            .map(|_| [1.0, 1.0, thin].map(|size| (rng.between(-1.0, 1.0) * size) as f32))
            .map(|[x, y, z]| Vec3::new(x, y, z))
            .collect();
        let Ok(blade) = ConvexPolyhedron::try_new(&points) else { continue };
        let all = blade.vertices();
        let middle = all.iter().fold(Vec3::ZERO, |sum, p| sum + *p) * (1.0 / all.len() as f32);
        let out = Vec3::new(rng.between(-1.0, 1.0) as f32, rng.between(-1.0, 1.0) as f32, 0.0).unit();
        let rim = blade.support(out);
        let origin = rim + out * 10.0_f64.powf(rng.between(-2.0, 0.5)) as f32;
        let ray: Ray<Vec3<f32>> = Ray::new(
            Vec3::new(origin.x, origin.y, middle.z),
            middle - Vec3::new(origin.x, origin.y, middle.z),
        );
        let far = ray.direction().cast::<f64>().norm();
        for method in [RayMethod::Closed, RayMethod::General] {
            let hit = ray_cast_by(method, &blade, &ray, f32::INFINITY);
            let hit = hit.unwrap_or_else(|| panic!("{thin:e} {ray:?} {all:?}"));
            assert!(hit.distance.f64() - hit.error.f64() <= far, "{far} {hit:?} {ray:?}");
            met += 1;
        }
    }
    assert!(met > 400, "{met}");
    // As it was found.
    let blade = ConvexPolyhedron::new(&[
        Vec3::new(0.08298683_f32, 0.15962654, -1.138098e-9),
        Vec3::new(-0.048813976, 0.43995222, 2.8474723e-10),
        Vec3::new(-0.015168099, 0.13217081, 3.6237795e-9),
        Vec3::new(0.045122914, 0.6727216, 3.16437e-9),
        Vec3::new(0.024199694, -0.14439449, -1.652657e-10),
        Vec3::new(0.06022912, 0.7571253, -3.6861667e-9),
    ]);
    let ray: Ray<Vec3<f32>> = Ray::new(Vec3::ZERO, Vec3::new(0.024254689_f32, 0.37090698, 2.8385636e-10));
    let hit = ray_cast(&blade, &ray).unwrap();
    assert!((hit.distance - 0.032_037_99).abs() <= hit.error, "{hit:?}");
}

/// The reach of an `f32` triangle was the length of a corner rounded to `f32`, and rays at a corner beyond that were misses.
#[test]
fn a_ray_at_the_farthest_corner_of_an_f32_triangle_meets_it() {
    let mut rng = Rng::new(62);
    let mut beyond = 0;
    for _ in 0..500 {
        let corner = Vec3::new(0.0_f32, rng.between(-4.0, 4.0) as f32, rng.between(-8.0, 8.0) as f32);
        let triangle = Triangle::new(corner, [-0.5, 0.0, 0.0], [0.0; 3]);
        let ray: Ray<Vec3<f32>> = Ray::new(corner + Vec3::new(0.5, 0.0, 0.0), [-1.0, 0.0, 0.0]);
        let hit = ray_cast(&triangle, &ray).unwrap_or_else(|| panic!("{corner:?}"));
        assert!((hit.distance - 0.5).abs() <= hit.error, "{corner:?} {hit:?}");
        beyond += usize::from(corner.cast::<f64>().norm() > corner.norm().f64());
    }
    assert!(beyond > 150, "{beyond}");
}

/// A line some roundings beside the corner of a long patch was said to graze it: GJK's directions are poor there. One at right
/// angles to the long side proves the miss.
#[test]
fn a_ray_beside_a_long_side_misses() {
    let patch = RectanglePatch::new([1.0, 1e4]);
    let mut rng = Rng::new(63);
    for round in 0..200 {
        // Some roundings, 32 ε × (size + distance) each.
        let off = rng.between(6.0, 60.0) * 32.0 * f64::EPSILON * 2e4;
        let end = if round % 2 == 0 { 1.0 } else { rng.between(-1.0, 1.0) };
        let turn = Rot3::from_axis_angle(Vec3::new(0.0, 1.0, 0.0), rng.between(-3.0, 3.0));
        let origin = turn.rotate(Vec3::new(1.0 + off, 1e4 * end, rng.between(1e-6, 1.0)));
        let ray: Ray<Vec3<f64>> = Ray::new(origin, turn.rotate(Vec3::new(0.0, 0.0, -1.0)));
        for method in [RayMethod::Closed, RayMethod::General] {
            let hit = ray_cast_by(method, &patch.at(Pose::turned(turn)), &ray, f64::INFINITY);
            assert!(hit.is_none(), "{off:e} {hit:?} {ray:?}");
        }
    }
    // As it was found.
    let turn = Rot3::from_xyzw([-0.0, -0.00038349518757139556, -0.0, 0.9999999264657179]);
    let ray: Ray<Vec3<f64>> = Ray::new(
        [-0.9999997058628822, 10000.0, -0.0007679903187427045],
        [-0.0007709903187427045, -1e-12, 0.9999997058618822],
    );
    let hit = ray_cast_by(RayMethod::General, &patch.at(Pose::turned(turn)), &ray, 1.0);
    assert!(hit.is_none(), "{hit:?}");
}

/// A ray along a needle far from the origin was a miss: near the plane of its side, as the digits of the origin can tell, it
/// was taken to begin on the side.
#[test]
fn a_ray_along_a_far_needle_meets_it() {
    let mut rng = Rng::new(64);
    for _ in 0..300 {
        let needle = Ellipse::new([1.0_f32, 10.0_f64.powf(rng.between(-7.0, -5.0)) as f32]);
        let place = Vec2::new(rng.between(10.0, 100.0) as f32, 0.0);
        let turn = Rot2::from_angle(std::f32::consts::FRAC_PI_2 + rng.between(-1e-6, 1e-6) as f32);
        let away = rng.between(1.1, 4.0) as f32;
        let ray: Ray<Vec2<f32>> = Ray::new(place - Vec2::new(0.0, away), [0.0, 1.0]);
        for method in [RayMethod::Closed, RayMethod::General] {
            let hit = ray_cast_by(method, &needle.at(Pose::new(place, turn)), &ray, f32::INFINITY);
            let hit = hit.unwrap_or_else(|| panic!("{needle:?} {place:?} {turn:?} {away}"));
            assert!(hit.distance + hit.error >= away - 1.0 && hit.distance - hit.error <= away, "{hit:?}");
        }
    }
}
