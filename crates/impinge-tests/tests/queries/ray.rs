//! Rays against every shape: the guarantee checked by an oracle that knows no support mapping, the formulas against the
//! general path, grazing, far origins, scales.

use super::contracts::rows;
use impinge::Dimension;
use impinge::Status;
use impinge::study::ray::{RayMethod, ray_cast_by};
use impinge::*;
use impinge_scenes::oracle::{outside, outside2};
use impinge_scenes::{Rng, Space, clouds};

mod leaving;

type V3 = Vec3<f64>;
type V2 = Vec2<f64>;

/// The plane or space in one precision, with all that the checks need.
trait World: Dimension<Wide: Space> + Space {}
impl<V: Dimension<Wide: Space> + Space> World for V {}

/// A ray from within ±`range` of the pose to a place in the shape's middle, more or less.
fn towards<V: World>(rng: &mut Rng, pose: &Pose<V>, range: f64, spread: f64) -> Ray<V> {
    let mut place = |size: f64| V::from_coordinates([(); 3].map(|()| rng.between(-size, size)));
    let (origin, target) = (pose.transform(place(range)), pose.transform(place(spread)));
    Ray::new(origin, target - origin)
}

/// Points of a ray in the frame of a shape, by distance, in `f64`.
fn locally<V: World>(pose: &Pose<V>, ray: &Ray<V>) -> impl Fn(f64) -> [f64; 3] {
    use impinge::math::Turn;
    use impinge::shape::Space;
    let relative = V::Wide::relative(&V::widen_pose(pose), &V::widen_pose(&Pose::at(ray.origin())));
    let d = relative.turn_a.unturn(ray.direction().widen().unit());
    move |t| (relative.offset + d * t).coordinates()
}

/// Counts of a test.
#[derive(Default)]
struct Tally {
    hits: u32,
    misses: u32,
    inside: u32,
}

/// Error that an oracle has of its own, in ε × the largest coordinate.
const ORACLE_ULPS: f64 = 64.0;

/// Checks one answer against the oracle: a point beyond the error is inside, all before are outside; a miss has no
/// point inside. Flat shapes have no inside: for them `flat` allows what the error moves.
fn check<V: World>(
    hit: Option<RayHit<V>>,
    at: impl Fn(f64) -> [f64; 3],
    outside: &dyn Fn([f64; 3]) -> f64,
    flat: bool,
    tally: &mut Tally,
    name: &str,
) {
    // The oracle has the height of a frustum as given, the shape has its ends, each rounded.
    let rounded = if name == "Frustum" { V::Scalar::EPSILON.f64() } else { f64::EPSILON };
    let noise = |t: f64| ORACLE_ULPS * rounded * (at(t).iter().fold(t.abs(), |m, c| m.max(c.abs())) + 4.0);
    let Some(hit) = hit else {
        tally.misses += 1;
        for k in 0..200 {
            let t = f64::from(k) * 0.05;
            assert!(outside(at(t)) > -noise(t), "{name}: in the shape at {t}, and missed");
        }
        return;
    };
    let (t, error) = (hit.distance.f64(), hit.error.f64());
    assert!(t >= 0.0 && error >= 0.0);
    let slack = if flat { 2.0 * error } else { 0.0 };
    assert!(outside(at(t + error)) <= noise(t) + slack, "{name}: {:e} {hit:?}", outside(at(t + error)));
    if t == 0.0 && error == 0.0 {
        tally.inside += 1;
        return;
    }
    tally.hits += 1;
    assert_eq!(hit.status, Status::Converged, "{name} {hit:?}");
    for k in 0..50 {
        let t = (t - error) * f64::from(50 - k) / 50.0;
        assert!(outside(at(t)) >= -noise(t), "{name}: {:e} inside before {hit:?}", outside(at(t)));
    }
    let unit = hit.normal.norm().f64();
    assert!((unit - 1.0).abs() <= 4.0 * V::Scalar::EPSILON.f64());
}

/// Every named shape: the oracle, the point, the normal, and both methods.
fn one_shape<V: World, S: Shape<V = V> + Clone>(
    shape: &S,
    name: &str,
    outside: &dyn Fn([f64; 3]) -> f64,
    seed: u64,
) -> Tally {
    let mut rng = Rng::new(seed);
    let mut tally = Tally::default();
    let flat = ["Point", "Segment", "RectanglePatch", "Triangle", "Disc", "EllipticDisc", "Segment2"]
        .contains(&name);
    let infinity = V::Scalar::INFINITY;
    for _ in 0..300 {
        let pose = V::random_pose(&mut rng, 2.0);
        let placed = shape.clone().at(pose);
        let ray = towards(&mut rng, &pose, 3.0, 1.0);
        let hit = ray_cast(&placed, &ray);
        check(hit, locally(&pose, &ray), outside, flat, &mut tally, name);
        let general = ray_cast_by(RayMethod::General, &placed, &ray, infinity);
        let at = locally(&pose, &ray);
        check(general, at, outside, flat, &mut Tally::default(), name);
        assert_eq!(hit.is_some(), general.is_some(), "{name} {ray:?}");
        let (Some(hit), Some(general)) = (hit, general) else { continue };
        let apart = (hit.distance.f64() - general.distance.f64()).abs();
        assert!(apart <= hit.error.f64() + general.error.f64(), "{name} {hit:?} {general:?}");
        if hit.distance == V::Scalar::ZERO {
            continue;
        }
        // The point is on the surface, as another query sees it, and the plane there leaves the shape behind it.
        let epsilon = V::Scalar::EPSILON.f64() * 16.0;
        let near = contact(&placed, &Point::new(hit.point));
        let allowed = hit.error.f64() + near.error.f64() + epsilon;
        assert!(near.signed_distance.f64().abs() <= allowed, "{name} {near:?} {hit:?}");
        // On a strongly curved surface, the point and the normal belong to places that differ by the error.
        let beyond = (placed.support(hit.normal) - hit.point).dot(hit.normal).f64();
        assert!(beyond <= 1e3 * (hit.error.f64() + epsilon), "{name} {beyond:e} {hit:?}");
        let along = hit.normal.dot(ray.direction()).f64();
        assert!(along < 0.0, "{name} {hit:?}");
    }
    tally
}

fn every_shape<T: Real>() {
    for row in rows::in_space::<T>(1.0) {
        let (shape, name) = (&row.shape, row.shape.name());
        let tally = one_shape::<Vec3<T>, _>(shape, name, &outside(shape), 11);
        let solid = !["Point", "Segment", "Triangle"].contains(&name);
        assert!(!solid || tally.hits + tally.inside > 40, "{name}: {} hits", tally.hits);
        assert!(tally.misses > 2, "{name}: {} misses", tally.misses);
    }
    for row in rows::in_plane::<T>(1.0) {
        let (shape, name) = (&row.shape, row.shape.name());
        let tally = one_shape::<Vec2<T>, _>(shape, name, &outside2(shape), 12);
        assert!(name == "Point" || tally.hits > 100, "{name}: {} hits", tally.hits);
    }
}

#[test]
fn rays_against_every_shape_agree_with_the_oracle_in_f32() {
    every_shape::<f32>();
}

#[test]
fn rays_against_every_shape_agree_with_the_oracle_in_f64() {
    every_shape::<f64>();
}

/// Shapes without an oracle: the answer against a distance query from the ray as a segment.
fn by_distance<V: World>(shape: &impl Shape<V = V>, seed: u64) {
    let mut rng = Rng::new(seed);
    let (mut hits, mut misses) = (0, 0);
    let epsilon = V::Scalar::EPSILON.f64();
    for _ in 0..200 {
        let ray = towards(&mut rng, &Pose::<V>::IDENTITY, 3.0, 1.2);
        let unit = ray.direction().unit();
        let until = |t: f64| Point::new(ray.origin()).swept(unit * V::Scalar::of(t));
        match ray_cast(shape, &ray) {
            None => {
                misses += 1;
                let apart = distance(shape, &until(20.0));
                assert!(apart.distance.f64() + apart.error.f64() > 0.0, "{ray:?} {apart:?}");
            }
            Some(hit) if hit.distance > V::Scalar::ZERO => {
                hits += 1;
                let (t, error) = (hit.distance.f64(), hit.error.f64());
                let near = contact(shape, &Point::new(hit.point));
                let allowed = near.error.f64() + error + 16.0 * epsilon;
                assert!(near.signed_distance.f64().abs() <= allowed, "{hit:?} {near:?}");
                // What leads there is outside, up to a little before.
                let before = distance(shape, &until(t * (1.0 - 1e-3)));
                assert!(before.distance > V::Scalar::ZERO, "{ray:?} {hit:?} {before:?}");
            }
            Some(_) => {}
        }
    }
    assert!(hits > 20 && misses > 20, "{hits} hits, {misses} misses");
}

/// The half of a ball above a plane: a shape of a user's own, known by its support mapping only.
struct Dome;

impl Support<V3> for Dome {
    fn support(&self, direction: V3) -> V3 {
        let d = direction.unit();
        if d.z >= 0.0 {
            d
        } else {
            let rim = d.xy().unit();
            V3::new(rim.x, rim.y, 0.0)
        }
    }
}
impl Bounded<V3> for Dome {}
impl Shape for Dome {
    type V = V3;
}

fn combinators<T: Real>() {
    let of = |size: f64| T::of(size);
    let cuboid = Cuboid::new([of(0.5), of(0.2), of(0.3)]);
    by_distance(&cuboid.plus(Ellipsoid::new([of(0.4), of(0.3), of(0.2)])), 21);
    by_distance(
        &Sphere::new(of(0.5)).hull_with(Cylinder::new(of(0.4), of(0.3)).at(Pose::at([
            of(0.9),
            of(0.2),
            of(0.1),
        ]))),
        22,
    );
    by_distance(&Cone::new(of(0.5), of(0.4)).rounded(of(0.1)), 23);
    by_distance(&Ellipsoid::new([of(0.8), of(0.3), of(0.2)]).rounded(of(0.1)), 24);
    by_distance(&cuboid.swept([of(0.5), of(0.1), of(-0.4)]), 25);
    by_distance(&Rectangle::new([of(0.4), of(0.2)]).rounded(of(0.2)), 26);
    by_distance(&Ellipse::new([of(0.4), of(0.2)]).plus(Segment2::new(of(0.3))), 27);
    by_distance(
        &Triangle::new([of(0.0); 3], [of(1.0), of(0.0), of(0.0)], [of(0.0), of(1.0), of(0.5)])
            .rounded(of(0.2)),
        28,
    );
}

#[test]
fn rays_against_combined_shapes_agree_with_the_oracle() {
    combinators::<f32>();
    combinators::<f64>();
    by_distance(&Dome, 29);
    by_distance(&Dome.rounded(0.1), 30);
}

/// Everything times 2^k gives the same answer times 2^k, to the bit.
fn scales<T: Real>() {
    let largest = T::MAX_EXPONENT / 4;
    let unit = rows::in_space::<T>(1.0);
    let mut hits = 0;
    for k in [-largest, -20, 7, largest] {
        let factor = T::power_of_two(k);
        for (small, large) in unit.iter().zip(rows::in_space::<T>(factor.f64())) {
            let mut rng = Rng::new(31);
            for _ in 0..20 {
                let pose = rng.pose3::<T>(1.0);
                let ray = towards(&mut rng, &pose, 3.0, 0.6);
                let far = Ray::new(ray.origin() * factor, ray.direction());
                let a = ray_cast(&(&small.shape).at(pose), &ray);
                let b = ray_cast(
                    &(&large.shape).at(Pose::new(pose.translation() * factor, pose.rotation())),
                    &far,
                );
                let scaled = a.map(|a| RayHit {
                    distance: a.distance * factor,
                    error: a.error * factor,
                    point: a.point * factor,
                    ..a
                });
                assert_eq!(scaled, b, "{} 2^{k}", small.shape.name());
                hits += u32::from(a.is_some());
            }
        }
    }
    assert!(hits > 1000, "{hits}");
}

#[test]
fn scaling_is_exact() {
    scales::<f32>();
    scales::<f64>();
}

/// From a million sizes away only what the coordinates of the origin lose is lost.
#[test]
fn far_origins_lose_only_their_own_digits() {
    let mut hits = 0;
    for row in rows::in_space::<f64>(1.0) {
        let (outside, name) = (outside(&row.shape), row.shape.name());
        let mut rng = Rng::new(41);
        for _ in 0..60 {
            let direction = rng.unit3::<f64>();
            let target = rng.in_ball::<f64>() * 0.3;
            let ray = Ray::new(target - direction * 1e6, direction);
            let Some(hit) = ray_cast(&row.shape, &ray) else { continue };
            if hit.status != Status::Converged {
                continue; // A point, a segment.
            }
            hits += 1;
            // 32 ε × 10⁶ is 7e-9; at most some thousand times that where it comes in at a flat angle.
            assert!(hit.error < 2e-5, "{name} {hit:?}");
            let p = |t: f64| (target + direction * (t - 1e6)).to_array();
            let flat = if ["RectanglePatch", "Disc", "EllipticDisc", "Triangle"].contains(&name) {
                hit.error
            } else {
                0.0
            };
            assert!(outside(p(hit.distance + hit.error)) <= 1e-9 + flat, "{name} {hit:?}");
            assert!(outside(p(hit.distance - hit.error)) >= -1e-9, "{name} {hit:?}");
        }
    }
    assert!(hits > 500, "{hits}");
}

#[test]
fn rays_that_begin_inside_hit_at_once() {
    let mut rng = Rng::new(51);
    let mut inside = 0;
    for row in rows::in_space::<f64>(1.0) {
        let (outside, name) = (outside(&row.shape), row.shape.name());
        for method in [RayMethod::Closed, RayMethod::General] {
            for _ in 0..30 {
                let origin = row.shape.center() + rng.in_ball::<f64>() * 0.1;
                let ray = Ray::new(origin, rng.unit3::<f64>() * 7.0);
                if outside(origin.to_array()) > -1e-9 {
                    continue;
                }
                inside += 1;
                let hit = ray_cast_by(method, &row.shape, &ray, 0.0).expect(name);
                assert_eq!((hit.distance, hit.error, hit.point), (0.0, 0.0, origin), "{name}");
                assert!((hit.normal + ray.direction() * (1.0 / 7.0)).norm() < 1e-15);
            }
        }
    }
    assert!(inside > 500, "{inside}");
    let hit = ray_cast(&Circle::new(2.0), &Ray::new([0.5, 0.5], [0.0, 3.0])).unwrap();
    assert_eq!((hit.distance, hit.normal), (0.0, V2::new(0.0, -1.0)));
}

/// From the surface: inwards it touches at once, outwards it does not; from just outside it is met or missed.
#[test]
fn a_ray_from_the_surface_meets_it_only_inwards() {
    let mut rng = Rng::new(52);
    let (mut tried, mut grazing) = (0, 0);
    for row in rows::in_space::<f64>(1.0) {
        let (shape, name) = (&row.shape, row.shape.name());
        if ["Point", "Segment", "RectanglePatch", "Triangle", "Disc", "EllipticDisc"].contains(&name) {
            continue;
        }
        for method in [RayMethod::Closed, RayMethod::General] {
            for _ in 0..40 {
                let n = rng.unit3::<f64>();
                let p = shape.support(n);
                let cast =
                    |origin: V3, d: V3| ray_cast_by(method, shape, &Ray::new(origin, d), f64::INFINITY);
                let inwards = shape.center() - p;
                let hit = cast(p, inwards).expect(name);
                assert!(hit.distance <= hit.error + 1e-14, "{name} {hit:?}");
                // What rounding cannot tell from a touch is said to graze, and is rare.
                let hit = cast(p, n);
                let grazes = |hit: RayHit<V3>| hit.status == Status::Stalled && hit.distance == 0.0;
                assert!(hit.is_none_or(grazes), "{name} {hit:?}");
                tried += 1;
                grazing += usize::from(hit.is_some());
                // 1e-9 outside.
                let off = p + n * 1e-9;
                let hit = cast(off, inwards).expect(name);
                assert!(hit.distance < 1e-7 && hit.distance > 0.0, "{name} {hit:?}");
                let hit = cast(off, n);
                assert!(hit.is_none(), "{name} {method:?} {n:?} {p:?} {hit:?}");
            }
        }
    }
    assert!(tried > 1000 && grazing * 200 <= tried, "{grazing} of {tried}");
}

#[test]
fn no_hit_is_farther_than_requested() {
    let sphere = Sphere::new(1.0);
    for method in [RayMethod::Closed, RayMethod::General] {
        let cast =
            |max: f64| ray_cast_by(method, &sphere, &Ray::new([-4.0, 0.0, 0.25], [2.0, 0.0, 0.0]), max);
        let truth = 4.0 - (1.0 - 0.0625_f64).sqrt();
        for max in [truth * (1.0 - 1e-9), 1.0, 0.0, -1.0, f64::NEG_INFINITY, f64::NAN] {
            assert!(cast(max).is_none(), "{max}");
        }
        for max in [truth, truth * (1.0 + 1e-9), 100.0, f64::MAX, f64::INFINITY] {
            let hit = cast(max).unwrap();
            assert!((hit.distance - truth).abs() <= hit.error && hit.distance <= max + hit.error);
        }
    }
    let floor = HalfSpace::<V3>::new([0.0, 0.0, 1.0], 0.0);
    let ray = Ray::new([0.0, 0.0, 2.0], [0.0, 0.0, -1.0]);
    assert!(ray_cast_within(&floor, &ray, 1.9).is_none() && ray_cast_within(&floor, &ray, 2.0).is_some());
    assert!(ray_cast_within(&floor, &ray, f64::NAN).is_none());
}

fn half_spaces<T: Real>() {
    let mut rng = Rng::new(61);
    let (mut hits, mut misses) = (0, 0);
    for _ in 0..500 {
        let floor = HalfSpace::<Vec3<T>>::new(rng.unit3::<T>(), T::of(rng.between(-1.0, 1.0)));
        let ray = Ray::<Vec3<T>>::new(rng.unit3::<T>() * T::of(rng.between(0.0, 4.0)), rng.unit3::<T>());
        let (n, o, d) =
            (floor.normal().cast::<f64>(), ray.origin().cast::<f64>(), ray.direction().cast::<f64>().unit());
        let (height, along) = (n.dot(o) - floor.offset().f64(), n.dot(d));
        match ray_cast(&floor, &ray) {
            None => {
                misses += 1;
                assert!(height > 0.0 && along >= 0.0);
            }
            Some(hit) => {
                hits += 1;
                let truth = if height > 0.0 { -height / along } else { 0.0 };
                assert!((hit.distance.f64() - truth).abs() <= hit.error.f64());
                assert!(hit.error.f64() <= 400.0 * T::EPSILON.f64() * (1.0 + truth) / along.abs());
            }
        }
    }
    assert!(hits > 100 && misses > 100);
}

#[test]
fn floors_and_walls_are_met_where_they_stand() {
    half_spaces::<f32>();
    half_spaces::<f64>();
    let wall = HalfSpace::<V2>::new([1.0, 0.0], 1.0);
    let hit = ray_cast(&wall, &Ray::new([3.0, 5.0], [-1.0, 0.0])).unwrap();
    assert_eq!((hit.distance, hit.point, hit.normal), (2.0, V2::new(1.0, 5.0), V2::new(1.0, 0.0)));
    assert!(ray_cast(&wall, &Ray::new([3.0, 5.0], [0.0, 1.0])).is_none());
    assert!(ray_cast(&wall, &Ray::new([1.0, 5.0], [0.0, 1.0])).is_some());
}

#[test]
fn errors_name_the_cause() {
    let error = Ray::<V3>::try_new([0.0, f64::NAN, 0.0], [0.0; 3]).unwrap_err();
    assert_eq!(error.problems().len(), 2);
    assert!(error.to_string().contains("origin y is NaN but must be finite; direction is zero"), "{error}");
    let error = Ray::<Vec2<f32>>::try_new([0.0, 0.0], [f32::INFINITY, 1.0]).unwrap_err();
    assert!(error.to_string().contains("direction x is inf"), "{error}");
    // Any length will do, the shortest and the longest.
    for length in [f64::from_bits(1), 1e-300, 1.0, f64::MAX] {
        let hit = ray_cast(&Sphere::new(1.0), &Ray::new([0.0, 3.0, 0.0], [0.0, -length, 0.0])).unwrap();
        assert!((hit.distance - 2.0).abs() <= hit.error);
    }
    // And any place.
    for far in [1e200, f64::LIMIT] {
        let ray = Ray::new([far, 0.0, 0.0], [-1.0, 0.0, 0.0]);
        let hit = ray_cast(&Sphere::new(1.0), &ray);
        assert!(hit.is_none_or(|h| (h.distance - far).abs() <= h.error), "{hit:?}");
    }
}

/// Many faces: the general path stays far below one look at each.
#[test]
fn large_polyhedra_cost_far_less_than_all_faces() {
    for points in [100, 1000, 10_000] {
        let hull = ConvexPolyhedron::new(&clouds::on_sphere(points, 3));
        let mut rng = Rng::new(71);
        let (mut hits, mut calls, mut most) = (0, 0, 0);
        for _ in 0..300 {
            let origin = rng.unit3::<f64>() * 3.0;
            let ray = Ray::new(origin, rng.in_ball::<f64>() - origin);
            let Some(hit) = ray_cast(&hull, &ray) else { continue };
            hits += 1;
            calls += hit.iterations;
            most = most.max(hit.iterations);
            assert_eq!(hit.status, Status::Converged);
        }
        assert!(hits > 200, "{hits}");
        assert!(calls < 25 * hits && most < 60, "{points}: {calls} calls for {hits} hits, {most} at most");
    }
}
