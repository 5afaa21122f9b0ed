//! Rays in a map, compared with rays in its mesh.

use impinge::sdf::MapRay;
use impinge::{Ray, Real, Vec3, ray_cast_within};
use impinge_scenes::Rng;

use super::bodies;

fn check<T: Real>() {
    let mut rng = Rng::new(7);
    let (mut hits, mut misses, mut open, mut inside) = (0, 0, 0, 0);
    for body in bodies::<T>() {
        for round in 0..400 {
            let from: Vec3<T> = rng.in_ball::<T>() * T::of(if round % 4 == 0 { 1.0 } else { 5.0 });
            let to: Vec3<T> = rng.in_ball::<T>() * T::of(1.5);
            let ray = Ray::new(from, to - from);
            let max = T::of(if round % 8 == 1 { 2.0 } else { 100.0 });
            // To the end of what may be met, whatever rounding says.
            let truth =
                ray_cast_within(&body.mesh, &ray, max).map(|hit| (hit.distance.f64(), hit.error.f64()));
            let eps = 64.0 * T::EPSILON.f64();
            let name = body.name;
            match body.map.map().ray(ray.origin(), ray.direction(), max) {
                MapRay::Hit(hit) => {
                    let (at, error) = truth.unwrap_or_else(|| panic!("{name}: {hit:?} and nothing there"));
                    assert!(hit.nearest.f64() <= at + error + eps, "{name}: {hit:?} {at}");
                    assert!(at - error - eps <= hit.farthest.f64(), "{name}: {hit:?} {at}");
                    assert!(hit.nearest <= hit.distance && hit.distance <= hit.farthest);
                    inside += usize::from(at == 0.0);
                    hits += 1;
                }
                MapRay::Open(hit) => {
                    if let Some((at, error)) = truth {
                        assert!(hit.nearest.f64() <= at + error + eps, "{name}: {hit:?} {at}");
                        assert!(at - error - eps <= hit.farthest.f64(), "{name}: {hit:?} {at}");
                    }
                    open += 1;
                }
                MapRay::Miss => {
                    assert!(truth.is_none(), "{name}: missed {truth:?}");
                    misses += 1;
                }
            }
        }
    }
    assert!(hits > 800 && misses > 300 && inside > 20, "{hits} {misses} {open} {inside}");
    assert!(4 * open < hits, "{hits} {misses} {open}");
}

#[test]
fn rays_are_proven_or_left_open() {
    check::<f64>();
    check::<f32>();
}
