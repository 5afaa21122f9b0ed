//! The ends of the number line: sizes and places near the largest and the least numbers, settings that are NaN, and
//! the last bit of a verdict.

use impinge::Dimension;
use impinge::*;
use impinge_scenes::Rng;
use impinge_scenes::kinds::{Kinds, random};

/// Bodies were said to meet while 2e38 apart in `f32`, and had NaN for a distance at 1.7e308. Numbers so large are refused.
#[test]
fn too_large_sizes_are_refused_with_a_sentence() {
    fn check<T: Real>(largest: f64, limit: &str) {
        let (most, over) = (T::of(largest), T::LIMIT * T::of(1.5));
        let text = Sphere::try_new(most).unwrap_err().to_string();
        let said = format!("invalid shape: radius is {largest:e} but must be {limit} at most");
        assert!(text.starts_with(&said), "{text}");
        assert!(
            Sphere::new(T::ONE).try_rounded(over).is_err() && Point::try_new(Vec2::splat(-over)).is_err()
        );
        assert!(
            Pose::<Vec3<T>>::try_new(Vec3::splat(over), Rot3::default())
                .is_err_and(|e| e.problems().len() == 3)
        );
        assert!(
            Motion::<Vec3<T>>::try_translation([over, T::ONE, -over]).is_err_and(|e| e.problems().len() == 2)
        );
        assert!(Ray::<Vec2<T>>::try_new([over, T::ONE], [T::ONE, T::ONE]).is_err());
        assert!(HalfSpace::<Vec3<T>>::try_new(Vec3::axis(2), over).is_err());
        let points = [Vec2::axis(0), Vec2::axis(1), Vec2::splat(over)];
        let text = ConvexPolygon::try_new(&points).unwrap_err().to_string();
        assert!(text.contains("point 2 has a coordinate that is too large"), "{text}");
        // Of a direction only where it points counts.
        assert!(Ray::<Vec2<T>>::try_new(Vec2::ZERO, Vec2::splat(most)).is_ok());
        assert!(HalfSpace::<Vec3<T>>::try_new(Vec3::splat(most), T::ONE).is_ok());
        assert!(
            Sphere::try_new(T::LIMIT).is_ok()
                && Pose::<Vec2<T>>::try_new(Vec2::splat(T::LIMIT), Rot2::default()).is_ok()
        );
    }
    check::<f32>(f64::from(f32::MAX), "1e36");
    check::<f64>(f64::MAX, "7e305");
}

/// A power of two within the precision, one below the least normal number included.
fn power<T: Real>(exponent: i32) -> f64 {
    let half = exponent / 2;
    T::of(f64::power_of_two(half) * f64::power_of_two(exponent - half)).f64()
}

/// All shapes and queries from the least numbers to the limit, of one size or of sizes far apart.
fn whole_range<V: Kinds + Dimension>(rounds: usize, least: i32, seed: u64) {
    let mut rng = Rng::new(seed);
    let (mut hits, mut pairs, mut rays) = (0, 0, 0);
    let largest = V::Scalar::MAX_EXPONENT - 8;
    for _ in 0..rounds {
        let middle = least + rng.below((largest - least) as usize) as i32;
        let spread = [0, 3, 60, 3000][rng.below(4)];
        let scale = |rng: &mut Rng| {
            let e = middle + rng.below(2 * spread + 1) as i32 - spread as i32;
            power::<V::Scalar>(e.clamp(least, largest))
        };
        let body = |rng: &mut Rng| {
            let (size, far) = (scale(rng), scale(rng));
            // Below the least normal number points of a polytope may fall into one plane.
            let tiny = size < power::<V::Scalar>(8 - V::Scalar::MAX_EXPONENT);
            let kinds: Vec<usize> = (0..V::KINDS).filter(|&kind| !(tiny && V::is_hull(kind))).collect();
            let shape =
                V::any(kinds[rng.below(kinds.len())], [(); 4].map(|()| rng.uniform()), rng.bits(), size);
            let pose = V::random_pose(rng, 0.5);
            shape.at(Pose::new(pose.translation() * V::Scalar::of(far), pose.rotation()))
        };
        let (a, b) = (body(&mut rng), body(&mut rng));
        let what = format!("{a:?}, {b:?}");
        let (d, c, meet) = (distance(&a, &b), contact(&a, &b), intersects(&a, &b));
        pairs += 1;
        hits += usize::from(meet);
        assert!(d.distance.is_finite() && d.error.is_finite() && d.error > V::Scalar::ZERO, "{d:?}, {what}");
        assert!(c.signed_distance.is_finite() && c.error.is_finite(), "{c:?}, {what}");
        for v in [d.point_a, d.point_b, d.normal, c.point_a, c.point_b, c.normal] {
            assert!(v.is_finite(), "{d:?}, {c:?}, {what}");
        }
        let (signed, error) = (c.signed_distance.f64(), c.error.f64());
        assert!((d.distance.f64() - signed.max(0.0)).abs() <= d.error.f64() + error, "{d:?}, {c:?}, {what}");
        assert!(if meet { signed <= 2.0 * error } else { signed + error > 0.0 }, "{meet}, {c:?}, {what}");
        match intersection(&a, &b) {
            Verdict::Meet { point, error, .. } => {
                assert!(meet && point.is_finite() && error.is_finite(), "{what}")
            }
            Verdict::Apart { axis, .. } => assert!(!meet && axis.is_finite(), "{what}"),
        }
        let floor = half_space_contact(&HalfSpace::new(V::axis(0), a.pose().translation().get(0)), &b);
        assert!(floor.signed_distance.is_finite() && floor.error.is_finite(), "{floor:?}, {what}");
        let (from, to) = (b.pose().translation(), a.pose().translation());
        if let Ok(ray) = Ray::try_new(from, to - from) {
            let hit = ray_cast(&a, &ray);
            rays += usize::from(hit.is_some());
            assert!(hit.is_none_or(|h| h.distance.is_finite() && h.error.is_finite()), "{hit:?}, {what}");
        }
        let motion = Motion::translation((to - from) * V::Scalar::HALF);
        let hit = cast(&a, &b, &Motion::still(), &motion);
        assert!(
            hit.is_none_or(|h| h.distance.is_finite() && h.time_error >= V::Scalar::ZERO),
            "{hit:?}, {what}"
        );
    }
    println!("{hits} of {pairs} meet, {rays} rays hit");
    assert!(hits * 10 >= pairs * 3 && hits * 10 <= pairs * 8 && rays * 10 >= pairs * 3);
}

#[test]
fn the_whole_range_of_numbers_is_answered() {
    whole_range::<Vec3<f32>>(1500, -140, 41);
    whole_range::<Vec3<f64>>(1500, -1065, 42);
    whole_range::<Vec2<f32>>(700, -140, 43);
    whole_range::<Vec2<f64>>(700, -1065, 44);
}

/// Below the least normal number a result is rounded by an amount that no longer shrinks with it: the error was 0 there.
#[test]
fn the_error_covers_the_rounding_of_subnormal_results() {
    /// `lift` is a power of two that makes all numbers normal, without error.
    fn check<T: Real>(least: T, lift: f64, seed: u64) {
        let mut rng = Rng::new(seed);
        let mut rounded = 0;
        for _ in 0..2000 {
            let some = |rng: &mut Rng, most: usize| T::of((1 + rng.below(most)) as f64) * least;
            let (r, s) = (some(&mut rng, 40), some(&mut rng, 40));
            let at = Vec3::new(some(&mut rng, 90), some(&mut rng, 90), some(&mut rng, 90));
            let c = contact(&Sphere::new(r), &Sphere::new(s).at(Pose::at(at)));
            let up = |x: T| x.f64() * lift;
            let truth = Vec3::new(up(at.x), up(at.y), up(at.z)).norm() - up(r) - up(s);
            let off = (up(c.signed_distance) - truth).abs();
            assert!(off <= up(c.error), "{off:e} of {truth:e}: {c:?}");
            rounded += usize::from(off > 0.0);
        }
        assert!(rounded > 1000, "{rounded}");
    }
    check::<f32>(f32::from_bits(1), f64::power_of_two(149), 45);
    check::<f64>(f64::from_bits(1), f64::power_of_two(1000), 46);
}

/// Sums, differences, hulls, swept shapes and polygons of a size of 1e-301 were said to meet while sizes apart, with an error
/// of 1e-284: the loss below the least normal number was charged as for the shortest possible direction.
/// It is some of the least numbers, whatever the size; and shapes composed in other ways lose no more.
#[test]
fn tiny_composed_shapes_meet_only_where_they_do() {
    /// From this exponent to the last, spheres of a radius of 2^e and their like, that are `apart` radii apart and as wide.
    fn check<T: Real>(exponents: core::ops::Range<i32>) {
        // What a few dozen roundings lose, of all the shapes here.
        let least = 1000.0 * power::<T>(1 - T::MAX_EXPONENT) * T::EPSILON.f64();
        for e in exponents {
            let r = T::of(power::<T>(e));
            let at = |x: f64| Pose::at([T::of(x) * r, T::ZERO, T::ZERO]);
            let ball = || Sphere::new(r);
            let bounded = |truth: f64, found: Contact<Vec3<T>>| {
                let (d, error) = (found.signed_distance.f64(), found.error.f64());
                assert!((d - truth * r.f64()).abs() <= error, "2^{e}: {truth}, {found:?}");
                assert!(error <= 1e-3 * r.f64() + least, "2^{e}: {found:?}");
            };
            for apart in [-1.0, 0.5, 5.0] {
                let b = ball().at(at(apart + 4.0));
                let far = apart * r.f64() > 2.0 * least;
                macro_rules! checked {
                    ($a:expr) => {
                        let a = $a;
                        bounded(apart, contact(&a, &b));
                        assert!(!far || !intersects(&a, &b), "2^{e}: {apart}");
                        assert!(apart > 0.0 || intersects(&a, &b), "2^{e}: {apart}");
                        let ray = Ray::new(Vec3::axis(0) * (T::of(apart + 3.0) * r), -Vec3::axis(0));
                        let truth = if apart > 0.0 { apart * r.f64() } else { 0.0 };
                        let hit = ray_cast(&a, &ray);
                        if !far && hit.is_none() {
                            // It begins on the surface as far as can be decided.
                            continue;
                        }
                        let hit = hit.unwrap();
                        let (d, error) = (hit.distance.f64(), hit.error.f64());
                        assert!(
                            (d - truth).abs() <= error && error <= 1e-3 * r.f64() + least,
                            "2^{e}: {hit:?}"
                        );
                    };
                }
                checked!(ball().at(at(0.5)).plus(ball().at(at(0.5))));
                checked!(ball().at(at(0.5)).minus(ball().at(at(-0.5))));
                checked!(ball().at(at(-3.0)).hull_with(ball().at(at(2.0))));
                checked!(ball().swept(Vec3::axis(0) * (r + r)));
                checked!(ball().at(at(1.0)).at(at(1.0)));
                checked!(ball().at(at(1.0)).plus(Point::new(Vec3::ZERO)).rounded(r));
            }
            let corner = |x: f64, y: f64| Vec2::new(T::of(x) * r, T::of(y) * r);
            let points = [corner(0.0, 0.0), corner(1.0, -1.0), corner(1.0, 2.0), corner(0.0, 2.0)];
            let polygon = ConvexPolygon::new(&points);
            let found = contact(&polygon, &Circle::new(r).at(Pose::at(corner(4.0, 0.0))));
            let off = (found.signed_distance.f64() - 2.0 * r.f64()).abs();
            assert!(
                off <= found.error.f64() && found.error.f64() <= 1e-3 * r.f64() + least,
                "2^{e}: {found:?}"
            );
        }
    }
    check::<f32>(-140..-90);
    check::<f64>(-1066..-930);
}

/// A search along the edges of a polygon whose corners are a few of the least numbers apart stopped at any of them, since the
/// products round to nothing. The corner found is the farthest up to a few of the least numbers.
#[test]
fn the_farthest_corner_of_a_polygon_of_the_least_numbers_is_found() {
    let least = f32::from_bits(1);
    let mut asked = 0;
    for k in 0..40 {
        let radius = 200.0 + 35.0 * f64::from(k);
        let corner = |i: i32| {
            let (sin, cos) = Real::sin_cos(f64::from(i) * 0.1 + f64::from(k));
            Vec2::new((radius * cos).round() as f32 * least, (radius * sin).round() as f32 * least)
        };
        let points: Vec<Vec2<f32>> = (0..62).map(corner).collect();
        let polygon = ConvexPolygon::new(&points);
        for j in 0..20 {
            let (sin, cos) = Real::sin_cos(f64::from(j) * 0.37);
            let value = |p: Vec2<f32>| (f64::from(p.x) * cos + f64::from(p.y) * sin) / f64::from(least);
            let best = points.iter().fold(f64::MIN, |m, p| m.max(value(*p)));
            for hint in [0, 20, 40, u32::MAX] {
                let short = Vec2::new((0.01 * cos) as f32, (0.01 * sin) as f32);
                let (found, _) = polygon.support_from(short, impinge::shape::Id(hint));
                assert!(best - value(found) <= 4.0, "{k} {j}: {} of {best}", value(found));
                asked += 1;
            }
        }
    }
    assert_eq!(asked, 3200);
}

/// A gap or margin of infinity gave NaN. Every setting means something, and changes no verdict that it should not.
#[test]
fn nan_settings_have_a_meaning() {
    fn check<V: Kinds>(seed: u64) {
        let mut rng = Rng::new(seed);
        for round in 0..40 * V::KINDS {
            let mut body = || random::<V>(&mut rng, round % V::KINDS).at(V::random_pose(&mut rng, 0.7));
            let (a, b) = (body(), random::<V>(&mut Rng::new(seed), round / 3 % V::KINDS).at(Pose::IDENTITY));
            let (plain, meet) = (contact(&a, &b), intersects(&a, &b));
            for odd in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, -1.0, 1e300, 1e-300] {
                let settings = Settings { gap: Some(odd), margin: None };
                let (d, c) = (distance_with(&a, &b, &settings), contact_with(&a, &b, &settings));
                let off = (c.signed_distance - plain.signed_distance).abs();
                assert!(off <= c.error + plain.error && c.error.is_finite(), "{odd}: {c:?}, {plain:?}");
                assert!((d.distance <= d.error + d.error || !meet) && d.error.is_finite(), "{odd}: {d:?}");
                let settings = Settings { gap: None, margin: Some(odd) };
                let c = contact_with(&a, &b, &settings);
                assert_eq!(c, plain, "{odd}");
                if let Some(near) = contact_within(&a, &b, &settings) {
                    assert_eq!(near, plain, "{odd}");
                } else {
                    let margin = if odd > 0.0 { odd } else { 0.0 };
                    assert!(plain.signed_distance.f64() > margin, "{odd}: {plain:?}");
                }
                let within = plain.signed_distance.f64() <= if odd > 0.0 { odd } else { 0.0 };
                let touching = plain.signed_distance.abs() <= plain.error;
                assert!(touching || intersects_with(&a, &b, &settings) == within, "{odd}: {plain:?}");
            }
        }
    }
    check::<Vec3<f64>>(47);
    check::<Vec2<f32>>(48);
}

/// Within rounding of touching, `intersects` by its closed forms and `intersection` by GJK could come to different verdicts.
#[test]
fn all_verdicts_are_one() {
    fn check<V: Kinds>(rounds: usize, seed: u64) {
        let mut rng = Rng::new(seed);
        let (mut hits, mut pairs) = (0, 0);
        for round in 0..rounds * V::KINDS * V::KINDS {
            let kinds = [round % V::KINDS, round / V::KINDS % V::KINDS];
            let mut body = |kind| random::<V>(&mut rng, kind).at(V::random_pose(&mut rng, 0.7));
            let (a, b) = (body(kinds[0]), body(kinds[1]));
            let c = contact(&a, &b);
            // B is moved to within some roundings of touching.
            let gap = V::Scalar::of(256.0 * f64::EPSILON * (rng.uniform() - 0.25)) - c.signed_distance;
            let b =
                At::new(b.shape(), Pose::new(b.pose().translation() + c.normal * gap, b.pose().rotation()));
            let meet = intersects(&a, &b);
            let margin = Settings { margin: Some(0.0), ..Settings::default() };
            assert_eq!(meet, matches!(intersection(&a, &b), Verdict::Meet { .. }), "{a:?}, {b:?}");
            assert_eq!(meet, intersects_with(&a, &b, &margin), "{a:?}, {b:?}");
            (hits, pairs) = (hits + usize::from(meet), pairs + 1);
        }
        println!("{hits} of {pairs} meet");
        assert!(hits * 10 >= pairs && hits * 10 <= pairs * 9);
    }
    check::<Vec3<f64>>(12, 49);
    check::<Vec2<f64>>(60, 50);
}
