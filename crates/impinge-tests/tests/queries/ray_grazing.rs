//! Rays that touch: balls, faces, edges, corners, and things that are thin.

use impinge::Status;
use impinge::study::ray::{RayMethod, ray_cast_by};
use impinge::*;
use impinge_scenes::oracle::outside;
use impinge_scenes::{Rng, clouds};

mod thin;

type V3 = Vec3<f64>;
type V2 = Vec2<f64>;

/// Rays that touch a ball: inside by k ε they hit, outside by much more they miss, and the error covers the doubt.
#[test]
fn rays_that_graze_a_ball_hit_or_miss_within_the_error() {
    for method in [RayMethod::Closed, RayMethod::General] {
        let (mut met, mut missed) = (0, 0);
        for k in -60..60_i32 {
            let off = f64::from(k.signum()) * 2.0_f64.powi(k.abs() - 60);
            let y = 1.0 + off;
            let ray = Ray::new([-3.0, y, 0.0], [1.0, 0.0, 0.0]);
            match ray_cast_by(method, &Sphere::new(1.0), &ray, f64::INFINITY) {
                None => {
                    missed += 1;
                    assert!(off > 0.0, "{off}");
                }
                Some(hit) => {
                    met += 1;
                    // Rounding is 32 ε × 4 or so; grown by 8 of it where it grazes.
                    assert!(off < 1e-12, "{off} {hit:?}");
                    if off <= 0.0 {
                        let truth = 3.0 - (-off * (2.0 + off)).max(0.0).sqrt();
                        assert!((hit.distance - truth).abs() <= hit.error, "{off} {truth} {hit:?}");
                        assert!(hit.error < 1e-5 + 1e-11 / (-off).max(1e-18).sqrt(), "{off} {hit:?}");
                    }
                }
            }
        }
        assert!(met > 60 && missed > 30, "{met} {missed}");
    }
}

/// The distance of a point was off by two roundings, with an error of one: where a shape has no shadow to speak of, the error
/// was that of its extent along the ray, and of a point there is none. It covers how well a place on the ray is known.
#[test]
fn the_distance_of_a_point_is_within_its_error() {
    fn check<T: Real>(seed: u64) {
        let mut rng = Rng::new(seed);
        let (mut hits, mut off) = (0, 0);
        for round in 0..2000 {
            let pose = rng.pose3::<T>([0.0, 1.0, 1e3][round % 3]);
            let away: Vec3<T> = rng.unit3::<T>() * T::of(rng.between(0.1, 10.0));
            let center = pose.translation();
            let ray: Ray<Vec3<T>> = Ray::new(center + away, center - (center + away));
            // From the origin as it was rounded to the point itself.
            let way = ray.origin().cast::<f64>() - center.cast::<f64>();
            let truth: f64 = way.norm();
            let needle = Segment::new(T::of(1e-30));
            let (a, b) = (ray_cast(&Point::new(Vec3::ZERO).at(pose), &ray), ray_cast(&needle.at(pose), &ray));
            for hit in [a, b].into_iter().flatten() {
                let wrong = (hit.distance.f64() - truth).abs();
                // The truth is rounded itself.
                assert!(wrong <= hit.error.f64() - 2.0 * f64::EPSILON * truth, "{truth} {hit:?}");
                assert!(
                    hit.error.f64() <= 1e4 * f64::EPSILON * (truth + 1.0) + 2.0 * T::EPSILON.f64() * truth
                );
                hits += 1;
                off += usize::from(wrong > 0.0);
            }
        }
        println!("{hits} hits, {off} off");
        assert!(hits > 1000 && off > 400, "{hits} {off}");
    }
    check::<f32>(51);
    check::<f64>(52);
    let origin = V3::new(-0.42061025824600295, 0.00016655304169956904, -0.9072414138024757);
    let pose = Pose::new(
        V3::ZERO,
        Rot3::from_xyzw([9.880981756301212e-5, 0.8427960186919499, 0.0, 0.5382330918046738]),
    );
    let hit = ray_cast(&Point::new(V3::ZERO).at(pose), &Ray::new(origin, -origin)).unwrap();
    assert!((hit.distance - 1.0).abs() <= hit.error && hit.error < 1e-13, "{hit:?}");
}

/// Rays that began far outside a thin shape, but near the planes of its faces, were said to begin on the surface and lead away:
/// near as the digits of the origin can tell, which in `f32` is much. They meet what they meet.
#[test]
fn rays_from_beyond_the_rim_of_a_thin_shape_meet_it() {
    fn check<T: Real>(seed: u64) {
        let mut rng = Rng::new(seed);
        let rounding = if T::EPSILON.f64() > f64::EPSILON { T::EPSILON.f64() } else { 1e3 * f64::EPSILON };
        let mut hits = 0;
        for _ in 0..500 {
            let (from, to) = (rng.between(1.5, 3.0), rng.between(-0.5, 0.5));
            let high = rounding * rng.between(0.01, 1.0);
            let origin = Vec3::new(T::of(from), T::ZERO, T::of(high));
            let direction = Vec3::new(T::of(to) - origin.x, T::ZERO, -origin.z);
            let ray: Ray<Vec3<T>> = Ray::new(origin, direction);
            // To the middle plane, and to the side of what has one.
            let (across, side) = (direction.cast::<f64>().norm(), origin.x.f64() - 1.0);
            let thin = T::of(2.0 * high);
            let round = [
                (ray_cast(&Disc::new(T::ONE), &ray), across),
                (ray_cast(&EllipticDisc::new([T::ONE, T::HALF]), &ray), across),
                (ray_cast(&RectanglePatch::new([T::ONE, T::HALF]), &ray), across),
                (ray_cast(&Cuboid::new([T::ONE, T::HALF, thin]), &ray), side),
                (ray_cast(&Cylinder::new(thin, T::ONE), &ray), side),
                (ray_cast(&Disc::new(T::ONE).plus(Point::new(Vec3::ZERO)), &ray), across),
            ];
            for (i, (hit, truth)) in round.into_iter().enumerate() {
                let hit = hit.unwrap_or_else(|| panic!("{i} {from} {to} {high:e}"));
                let off = (hit.distance.f64() - truth).abs();
                // Of the side the truth is that of a ray that is level.
                assert!(off <= hit.error.f64() + 1e-14, "{i} {truth} {high:e} {hit:?}");
                hits += 1;
            }
        }
        assert_eq!(hits, 3000);
    }
    check::<f32>(53);
    check::<f64>(54);
}

/// Along faces and edges of a box, and along the side of a cylinder: touching counts, half a millionth beside does not.
#[test]
fn rays_along_faces_and_edges_touch_them() {
    let cuboid = Cuboid::new([1.0, 2.0, 0.5]);
    let hull = ConvexPolyhedron::new(
        &(0..8)
            .map(|i| V3::new([-1.0, 1.0][i & 1], [-2.0, 2.0][i >> 1 & 1], [-0.5, 0.5][i >> 2]))
            .collect::<Vec<_>>(),
    );
    let cylinder = Cylinder::new(0.5, 1.0);
    let shapes: [AnyShape<f64>; 2] = [cuboid.into(), hull.into()];
    for method in [RayMethod::Closed, RayMethod::General] {
        let cast = |s: &AnyShape<f64>, o: [f64; 3], d: [f64; 3]| {
            ray_cast_by(method, s, &Ray::new(o, d), f64::INFINITY)
        };
        for shape in &shapes {
            for z in [0.5, -0.5] {
                for y in [0.0, 1.3, 2.0, -2.0] {
                    // In the plane of a face, and along an edge.
                    let hit = cast(shape, [-4.0, y, z], [1.0, 0.0, 0.0]).expect("touches");
                    assert!((hit.distance - 3.0).abs() <= hit.error && hit.error < 2.0 + 1e-9, "{hit:?}");
                    assert!(hit.distance > 3.0 - 1e-9, "{hit:?}");
                    assert!(cast(shape, [-4.0, y, z * 1.000_001], [1.0, 0.0, 0.0]).is_none());
                    let inside = cast(shape, [-4.0, y * 0.999_999, z * 0.999_999], [1.0, 0.0, 0.0]).unwrap();
                    assert!(
                        (inside.distance - 3.0).abs() <= inside.error && inside.error < 1e-12,
                        "{inside:?}"
                    );
                }
            }
            // Straight at a corner, at an edge, at the middle of a face.
            let hit = cast(shape, [2.0, 4.0, 1.0], [-1.0, -2.0, -0.5]).unwrap();
            assert!((hit.distance - 5.25_f64.sqrt()).abs() <= hit.error && hit.error < 1e-12, "{hit:?}");
            let hit = cast(shape, [2.0, 4.0, 0.0], [-1.0, -2.0, 0.0]).unwrap();
            assert!((hit.distance - 5.0_f64.sqrt()).abs() <= hit.error && hit.error < 1e-12, "{hit:?}");
            let hit = cast(shape, [0.0, 0.0, 3.0], [0.0, 0.0, -2.0]).unwrap();
            assert!((hit.distance - 2.5).abs() <= hit.error && hit.error < 1e-12, "{hit:?}");
            assert_eq!(hit.normal, V3::new(0.0, 0.0, 1.0));
        }
        let cylinder = cylinder.into();
        let hit = cast(&cylinder, [0.0, 0.0, -4.0], [0.0, 0.0, 1.0]).unwrap();
        assert!((hit.distance - 3.5).abs() <= hit.error && hit.error < 1e-12, "{hit:?}");
        assert!(cast(&cylinder, [1.0, 0.0, -4.0], [0.0, 0.0, 1.0]).is_some());
        assert!(cast(&cylinder, [1.000_001, 0.0, -4.0], [0.0, 0.0, 1.0]).is_none());
    }
}

/// Thin things are met by grazing only: exactly in line they are, a billionth beside they are not.
#[test]
fn thin_shapes_are_met_only_in_line() {
    let grazes = |hit: Option<RayHit<V3>>, truth: f64, stretch: f64| {
        let hit = hit.expect("touches");
        assert!((hit.distance - truth).abs() <= hit.error && hit.error <= stretch + 1e-9, "{hit:?}");
        assert_eq!(hit.status, Status::Stalled);
    };
    let ray = |y: f64, z: f64| Ray::new([-3.0, y, z], [1.0, 0.0, 0.0]);
    let point = Point::new(V3::new(0.5, 0.25, 0.0));
    grazes(ray_cast(&point, &ray(0.25, 0.0)), 3.5, 0.0);
    assert!(ray_cast(&point, &ray(0.25 + 1e-9, 0.0)).is_none());
    let segment = Segment::new(1.0);
    grazes(ray_cast(&segment, &ray(0.0, 0.5)), 3.0, 0.0);
    grazes(ray_cast(&segment, &Ray::new([0.0, 0.0, 3.0], [0.0, 0.0, -1.0])), 2.0, 2.0);
    assert!(ray_cast(&segment, &ray(1e-9, 0.5)).is_none());
    let disc = Disc::new(1.0);
    grazes(ray_cast(&disc, &ray(0.0, 0.0)), 2.0, 2.0);
    assert!(ray_cast(&disc, &ray(0.0, 1e-9)).is_none());
    let plate = RectanglePatch::new([1.0, 0.5]);
    grazes(ray_cast(&plate, &ray(0.25, 0.0)), 2.0, 2.0);
    assert!(ray_cast(&plate, &ray(0.25, -1e-9)).is_none());
    let triangle = Triangle::new([0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]);
    grazes(ray_cast(&triangle, &ray(0.5, 0.0)), 3.0, 0.5);
    let needle = Triangle::new([0.0; 3], [1.0, 0.0, 0.0], [3.0, 0.0, 0.0]);
    grazes(ray_cast(&needle, &Ray::new([1.0, 2.0, 0.0], [0.0, -1.0, 0.0])), 2.0, 0.0);
    let flat = ray_cast(&Segment2::new(1.0), &Ray::new([-2.0, 0.5], [1.0, 0.0])).unwrap();
    assert!((flat.distance - 2.0).abs() <= flat.error && flat.error < 1e-12);
    let along = ray_cast(&Segment2::new(1.0), &Ray::new([0.0, 3.0], [0.0, -1.0])).unwrap();
    assert!((along.distance - 2.0).abs() <= along.error && along.error < 2.0 + 1e-9);
    let point = ray_cast(&Point::new(V2::new(1.0, 1.0)), &Ray::new([0.0, 0.0], [1.0, 1.0])).unwrap();
    assert!((point.distance - 2.0_f64.sqrt()).abs() <= point.error && point.error < 1e-9);
}

/// Rays and sizes of small whole numbers: everything that can be parallel, coplanar or in line is.
#[test]
fn rays_on_a_grid_agree_with_the_definition() {
    let points: Vec<V3> =
        clouds::quantised(60, 9).iter().map(|p| p.map(|c: f64| (c * 2.0).round())).collect();
    let shapes: [AnyShape<f64>; 12] = [
        Cuboid::new([1.0, 2.0, 1.0]).into(),
        RectanglePatch::new([1.0, 2.0]).into(),
        Sphere::new(2.0).into(),
        Capsule::new(2.0, 1.0).into(),
        RoundCuboid::new([1.0, 1.0, 1.0], 1.0).into(),
        Lozenge::new([1.0, 2.0], 1.0).into(),
        Cylinder::new(2.0, 1.0).into(),
        Cone::new(1.0, 2.0).into(),
        Frustum::new([2.0, 2.0], [0.0, 1.0], 1.0).into(),
        Ellipsoid::new([1.0, 2.0, 3.0]).into(),
        ConvexPolyhedron::new(&points).into(),
        Triangle::new([1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]).into(),
    ];
    let mut rng = Rng::new(81);
    let (mut hits, mut entered, mut misses, mut grazes, mut touching) = (0, 0, 0, 0, 0);
    for shape in &shapes {
        let (outside, name) = (outside(shape), shape.name());
        for _ in 0..2000 {
            let mut whole = |range: usize| [(); 3].map(|()| rng.below(2 * range + 1) as f64 - range as f64);
            let (o, d) = (whole(4), whole(2));
            let Ok(ray) = Ray::<V3>::try_new(o, d) else { continue };
            let at = |t: f64| (ray.origin() + ray.direction().unit() * t).to_array();
            let [closed, general] = [RayMethod::Closed, RayMethod::General]
                .map(|method| ray_cast_by(method, shape, &ray, f64::INFINITY));
            for hit in [closed, general] {
                let Some(hit) = hit else {
                    misses += 1;
                    for k in 0..160 {
                        let t = f64::from(k) * 0.0625;
                        assert!(outside(at(t)) > -1e-14, "{name} {ray:?} {t}");
                    }
                    continue;
                };
                // Rounding is below 1e-13 here, and up to 512 of it are added where it grazes.
                let off = if hit.status == Status::Stalled { 5e-11 } else { 1e-12 };
                let (t, error) = (hit.distance, hit.error);
                assert!(outside(at(t)) <= off, "{name} {ray:?} {hit:?} {:e}", outside(at(t)));
                assert!(t == 0.0 || outside(at(t - error)) >= -1e-14, "{name} {ray:?} {hit:?}");
                if hit.status == Status::Stalled {
                    grazes += 1;
                } else {
                    hits += 1;
                    // Some touch a corner from outside and leave again.
                    entered += u32::from(outside(at(t + error)) <= 1e-12);
                }
            }
            touching += u32::from(closed.is_some() != general.is_some());
            let (Some(a), Some(b)) = (closed, general) else { continue };
            assert!((a.distance - b.distance).abs() <= a.error + b.error, "{name} {ray:?} {a:?} {b:?}");
        }
    }
    assert!(hits > 3000 && misses > 10_000 && grazes > 500, "{hits} {misses} {grazes}");
    assert!(entered > hits - hits / 20 && touching < 50, "{entered} of {hits}, {touching}");
}
