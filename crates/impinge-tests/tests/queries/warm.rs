//! Warm queries: fewer support calls in coherent motion, the same answers within their errors, and no harm from a cache
//! that is stale, from another pair or from another place.

use impinge::*;
use impinge_scenes::Rng;
use impinge_scenes::coherent::{Calls, Family, Place, Regime, count, planars, run, solids};
use impinge_scenes::kinds::{self, Kinds, random};
use impinge_tests::front::{is_double, place, separation, size};

/// Warm queries use at most this part of the support calls of cold ones, over all motions of a family.
const MOST: f64 = 0.6;

/// And this part in each regime: two motions of one regime are few.
const MOST_IN_ONE: f64 = 0.65;

/// Depths of bodies with rims take this many times the part more in `f64`: the last faces, which prove them to the gap, are found again.
const DEPTHS: f64 = 1.2;

fn spared(query: &str) -> f64 {
    if query == "contact" { DEPTHS } else { 1.0 }
}

/// Motions of each family in each regime.
const MOTIONS: u64 = 2;

fn fewer_calls<V: Place, S: Shape<V = V>>(families: &[Family<S>]) {
    for family in families {
        let mut all = Calls::default();
        for regime in Regime::ALL {
            let calls = count(family, regime, MOTIONS);
            let what = format!("{}, {}: {calls:?}", family.name, regime.name());
            for (query, [cold, warm]) in calls.queries() {
                // Bodies that are apart need one call for a proof; where a cold query needs little more, nothing is left
                // to gain.
                if query != "intersects" || regime != Regime::Apart {
                    assert!(warm as f64 <= MOST_IN_ONE * spared(query) * cold as f64, "{query}, {what}");
                }
            }
            let hits = calls.hits as f64 / calls.steps as f64;
            match regime {
                Regime::Apart => {
                    assert!(hits < 0.1, "{what}");
                    assert!(calls.intersects[1] as f64 <= 1.1 * calls.steps as f64, "{what}");
                }
                Regime::Crossing => assert!(hits > 0.2 && hits < 0.8, "{what}"),
                Regime::Overlapping => assert!(hits > 0.8, "{what}"),
            }
            all.add(&calls);
        }
        for (query, [cold, warm]) in all.queries() {
            assert!(warm as f64 <= MOST * spared(query) * cold as f64, "{query}, {}: {all:?}", family.name);
        }
    }
}

#[test]
fn coherent_motion_needs_fewer_calls_in_space() {
    fewer_calls::<Vec3<f64>, _>(&solids());
    fewer_calls::<Vec3<f32>, _>(&solids());
}

#[test]
fn coherent_motion_needs_fewer_calls_in_the_plane() {
    fewer_calls::<Vec2<f64>, _>(&planars());
    fewer_calls::<Vec2<f32>, _>(&planars());
}

/// All warm answers agree with the cold ones and with their own proofs.
#[track_caller]
fn same<A, B>(a: &A, b: &B, caches: &mut [Warm<A::V>; 4], what: &str)
where
    A: Shape<V: impinge::Dimension>,
    B: Shape<V = A::V>,
{
    let epsilon = <A::V as Vector>::Scalar::EPSILON.f64();
    let (size, place) = (size(a, b), 8.0 * epsilon * place(a, b));
    let tie = size * if is_double::<A::V>() { 1e-12 } else { 2e-6 };
    let [i, p, d, c] = caches;

    let (cold, warm) = (contact(a, b), c.contact(a, b));
    let (s, error) = (cold.signed_distance.f64(), warm.error.f64());
    assert!(error.is_finite() && error >= 0.0, "{warm:?}, {what}");
    let off = (warm.signed_distance.f64() - s).abs();
    assert!(off <= error + cold.error.f64(), "{warm:?}, cold {cold:?}, {what}");
    // The error is as small as requested, or nearly as small as without the cache.
    let (fine, coarse) = if is_double::<A::V>() { (1e-9, 1e-6) } else { (2e-5, 1e-3) };
    let most = size * if s > tie { fine } else { coarse };
    assert!(error <= most.max(4.0 * cold.error.f64()), "{warm:?}, cold {cold:?}, {what}");
    // The proof: the normal attains the signed distance, and the points fit it.
    let g = separation(a, b, warm.normal);
    let n = warm.normal.norm().f64();
    assert!((n - 1.0).abs() <= 8.0 * epsilon, "{warm:?}, {what}");
    let turned = 4.0 * epsilon * size;
    assert!(g >= warm.signed_distance.f64() - error - place - turned, "g {g:e}, {warm:?}, {what}");
    let along = (warm.point_b - warm.point_a).dot(warm.normal).f64() - warm.signed_distance.f64();
    assert!(along.abs() <= 2.0 * error + place + turned + tie, "points off by {along:e}, {warm:?}, {what}");

    let (cold, warm) = (distance(a, b), d.distance(a, b));
    let off = (warm.distance.f64() - cold.distance.f64()).abs();
    let error = warm.error.f64();
    assert!(off <= error + cold.error.f64(), "{warm:?}, cold {cold:?}, {what}");
    assert!(error <= (size * fine).max(4.0 * cold.error.f64()), "{warm:?}, cold {cold:?}, {what}");
    let along = (warm.point_b - warm.point_a).dot(warm.normal).f64() - warm.distance.f64();
    assert!(along.abs() <= 2.0 * error + place + turned + tie, "points off by {along:e}, {warm:?}, {what}");
    assert!((warm.normal.norm().f64() - 1.0).abs() <= 8.0 * epsilon, "{warm:?}, {what}");

    let meets = i.intersects(a, b);
    if s.abs() > tie + cold.error.f64() {
        assert_eq!(meets, s < 0.0, "s {s:e}, {what}");
    }
    match p.intersection(a, b) {
        Verdict::Apart { axis, .. } => {
            assert!(s > -tie, "s {s:e}, {what}");
            let g = separation(a, b, axis);
            assert!(g >= -place - turned, "the axis separates by {g:e}, {what}");
        }
        Verdict::Meet { point, error, .. } => {
            assert!(s < tie + cold.error.f64(), "s {s:e}, {what}");
            for d in [distance(a, &Point::new(point)), distance(b, &Point::new(point))] {
                let off = d.distance.f64() - d.error.f64();
                assert!(off <= error.f64() + place, "the common point is {off:e} off, {what}");
            }
        }
    }
}

fn caches<V: impinge::Dimension>() -> [Warm<V>; 4] {
    [(); 4].map(|()| Warm::new())
}

fn equal_answers<V: Place, S: Shape<V = V>>(families: &[Family<S>]) {
    for family in families {
        for regime in Regime::ALL {
            let mut caches = caches();
            let mut step = 0;
            run(family, regime, 7, |a, b, _| {
                step += 1;
                same(a, b, &mut caches, &format!("{}, {}, step {step}", family.name, regime.name()));
            });
        }
    }
}

#[test]
fn coherent_motion_gives_the_same_answers() {
    equal_answers::<Vec3<f64>, _>(&solids());
    equal_answers::<Vec3<f32>, _>(&solids());
    equal_answers::<Vec2<f64>, _>(&planars());
    equal_answers::<Vec2<f32>, _>(&planars());
}

/// One cache for pairs of all kinds that have nothing to do with one another, near and far, large and small.
fn foreign_caches<V: Kinds>(rounds: usize, seed: u64) {
    let mut rng = Rng::new(seed);
    let mut caches = caches::<V>();
    let (mut hits, mut pairs) = (0, 0);
    for round in 0..rounds {
        let (kind_a, kind_b) = (rng.below(V::KINDS), rng.below(V::KINDS));
        let range = [0.0, 0.5, 1.0, 3.0][round % 4];
        let (a, b) = (random::<V>(&mut rng, kind_a), random::<V>(&mut rng, kind_b));
        let (mut at_a, mut at_b) = (V::random_pose(&mut rng, range), V::random_pose(&mut rng, range));
        // The same pair a few times: at rest, after a small motion, and after a jump.
        for i in 0..4 {
            match i {
                2 => {
                    let way = V::random_unit(&mut rng) * V::Scalar::of(0.02);
                    at_b = Pose::new(at_b.translation() + way, at_b.rotation());
                }
                3 => (at_a, at_b) = (V::random_pose(&mut rng, 1.0), V::random_pose(&mut rng, 1.0)),
                _ => {}
            }
            let (a, b) = ((&a).at(at_a), (&b).at(at_b));
            same(&a, &b, &mut caches, &format!("round {round}.{i}: {a:?}, {b:?}"));
            hits += usize::from(intersects(&a, &b));
            pairs += 1;
        }
    }
    let rate = hits as f64 / pairs as f64;
    assert!(rate > 0.2 && rate < 0.8, "hit rate {rate}");
}

#[test]
fn a_foreign_cache_does_no_harm() {
    foreign_caches::<Vec3<f64>>(1500, 1);
    foreign_caches::<Vec3<f32>>(1500, 2);
    foreign_caches::<Vec2<f64>>(1500, 3);
    foreign_caches::<Vec2<f32>>(1500, 4);
}

/// Another unit of length by a power of two: answers that were given with the cache of the first unit, and a whole motion
/// in the other unit, to the bit.
fn units<V: Kinds>(exponents: &[i32], seed: u64) {
    let mut rng = Rng::new(seed);
    for round in 0..200 {
        let (kind_a, kind_b) = (rng.below(V::KINDS), rng.below(V::KINDS));
        let (pa, pb) = ([(); 4].map(|()| rng.uniform()), [(); 4].map(|()| rng.uniform()));
        let (hull_a, hull_b) = (rng.bits(), rng.bits());
        let poses = [(); 6].map(|()| V::random_pose(&mut rng, 0.7));
        let mut plain = Warm::new();
        let answers: Vec<_> = (0..6)
            .map(|i| {
                let a = V::any(kind_a, pa, hull_a, 1.0);
                let b = V::any(kind_b, pb, hull_b, 1.0).at(poses[i]);
                plain.contact(&a, &b)
            })
            .collect();
        for &k in exponents {
            let unit = V::Scalar::power_of_two(k);
            let mut scaled = Warm::new();
            for i in 0..6 {
                let pose = Pose::new(poses[i].translation() * unit, poses[i].rotation());
                let a = V::any(kind_a, pa, hull_a, unit.f64());
                let b = V::any(kind_b, pb, hull_b, unit.f64()).at(pose);
                let what = format!("round {round}.{i}, 2^{k}: {a:?}, {b:?}");
                let found = scaled.contact(&a, &b);
                assert_eq!(found.signed_distance, answers[i].signed_distance * unit, "{what}");
                assert_eq!(found.iterations, answers[i].iterations, "{what}");
                // And with the cache of the other unit.
                let cold = contact(&a, &b);
                let found = plain.contact(&a, &b);
                let off = (found.signed_distance - cold.signed_distance).abs();
                assert!(off <= found.error + cold.error, "{found:?}, cold {cold:?}, {what}");
            }
        }
    }
}

#[test]
fn the_unit_of_length_does_not_matter() {
    units::<Vec3<f64>>(&[-300, -1, 1, 7, 300], 11);
    units::<Vec3<f32>>(&[-30, 1, 30], 12);
    units::<Vec2<f64>>(&[-300, -1, 1, 7, 300], 13);
    units::<Vec2<f32>>(&[-30, 1, 30], 14);
}

/// Bodies that coincide, touch in a face or a corner, or are flat.
fn degenerate<T: Real>() {
    let t = T::of;
    let mut caches = caches();
    let cube = Cuboid::new([t(1.0), t(1.0), t(1.0)]);
    let corners: Vec<Vec3<T>> = (0..8)
        .map(|i| {
            Vec3::new(
                t(1.0 - f64::from(i & 2)),
                t(1.0 - f64::from(i & 4) / 2.0),
                t(1.0 - 2.0 * f64::from(i & 1)),
            )
        })
        .collect();
    let hull = ConvexPolyhedron::new(&corners);
    let cylinder = Cylinder::new(t(1.0), t(1.0));
    let disc = Disc::new(t(1.0));
    let shapes: [AnyShape<T>; 5] = [
        cube.into(),
        hull.into(),
        cylinder.into(),
        disc.into(),
        Ellipsoid::new([t(1.0), t(1.0), t(0.5)]).into(),
    ];
    let places = [
        [0.0, 0.0, 0.0],
        [2.0, 0.0, 0.0],
        [2.0, 2.0, 2.0],
        [0.0, 0.0, 2.0],
        [1.0, 0.0, 0.0],
        [0.0, 0.0, 1.5],
        [1e-9, 0.0, 0.0],
        [1e6, 0.0, 0.0],
    ];
    for a in &shapes {
        for b in &shapes {
            for at in places {
                let b = b.at(Pose::at(at.map(t)));
                for _ in 0..2 {
                    same(a, &b, &mut caches, &format!("{a:?}, {b:?}"));
                }
            }
        }
    }
}

#[test]
fn coincident_and_touching_bodies_are_answered_as_cold() {
    degenerate::<f64>();
    degenerate::<f32>();
}

/// A shape of the user's own, whose points nobody can know again: hints are those of its own calls, or none.
struct Own(f64);
impl Support<Vec3<f64>> for Own {
    fn support(&self, direction: Vec3<f64>) -> Vec3<f64> {
        direction.unit() * self.0
    }
    fn support_from(&self, direction: Vec3<f64>, hint: Id) -> (Vec3<f64>, Id) {
        assert!(hint == Id::NONE || hint == Id(77), "{hint:?}");
        (self.support(direction), Id(77))
    }
}
impl Bounded<Vec3<f64>> for Own {}
impl Shape for Own {
    type V = Vec3<f64>;
}

#[test]
fn custom_shapes_are_answered_as_cold() {
    let mut caches = caches();
    let hull = ConvexPolyhedron::new(&impinge_scenes::clouds::on_sphere::<f64>(100, 1));
    for i in 0..60 {
        let at = Pose::at([3.0 - 0.04 * f64::from(i), 0.1, 0.2]);
        same(&hull, &(&hull).at(at), &mut caches, "hulls, so that the cache holds ids");
        same(&Own(1.0), &Cylinder::new(0.5, 1.0).at(at), &mut caches, &format!("own, {i}"));
    }
    // Apart, the last axis still proves it at once.
    let mut warm = Warm::new();
    for i in 0..10 {
        let b = Cuboid::new([0.4, 1.0, 1.0]).at(Pose::at([1.5, 0.9 + 0.01 * f64::from(i), 0.0]));
        assert!(!warm.intersects(&Own(1.0), &b));
        assert!(i == 0 || warm.calls() == 1);
    }
}

#[test]
fn settings_are_kept_to() {
    let mut rng = Rng::new(5);
    let (mut warm, mut near) = (Warm::new(), Warm::new());
    let (mut within, mut steps) = (0, 0);
    for _ in 0..40 {
        let (kind_a, kind_b) = (rng.below(kinds::SOLIDS), rng.below(kinds::SOLIDS));
        let (a, b) = (random::<Vec3<f64>>(&mut rng, kind_a), random::<Vec3<f64>>(&mut rng, kind_b));
        let (at, way) = (rng.unit3::<f64>() * 3.0, rng.unit3::<f64>() * 0.02);
        let rotation = rng.rotation3();
        for i in 0..20 {
            let b = (&b).at(Pose::new(at + way * f64::from(i), rotation));
            let exact = contact(&a, &b).signed_distance;
            let margin = 2.0;
            let settings = Settings { margin: Some(margin), gap: Some(1e-6) };
            if (exact - margin).abs() > 1e-6 {
                assert_eq!(near.intersects_with(&a, &b, &settings), exact < margin, "{a:?}, {b:?}");
                within += u32::from(exact < margin);
                steps += 1;
            }
            let found = warm.contact_with(&a, &b, &settings);
            // A margin does not cut it short.
            assert!((found.signed_distance - exact).abs() <= found.error + 1e-9, "{found:?}, {exact}");
            assert!(found.error <= 1e-4, "{found:?}");
            let fine = warm.distance_with(&a, &b, &Settings { gap: Some(0.0), margin: None });
            assert!(fine.error <= 1e-9, "{fine:?}, {a:?}, {b:?}");
        }
    }
    assert!(within * 5 > steps && within * 5 < 4 * steps, "{within} of {steps}");
}

#[test]
fn bodies_at_rest_cost_little_until_forgotten() {
    let a = Cone::new(1.0, 0.5);
    let b = Ellipsoid::new([1.0, 0.5, 0.25]).at(Pose::at([1.5, 1.0, 1.0]));
    let mut warm = Warm::new();
    let first = warm.distance(&a, &b);
    assert_eq!(first, distance(&a, &b), "the first query is a cold one");
    // The second measures the curvature, the third needs no more than to confirm it.
    assert!(warm.distance(&a, &b).iterations <= 5);
    assert!(warm.distance(&a, &b).iterations <= 3, "{}", warm.calls());
    warm.forget();
    assert_eq!(warm.distance(&a, &b), first);
    assert_eq!(warm.calls(), first.iterations);
    assert!(size_of::<Warm<Vec3<f64>>>() <= 1536, "{}", size_of::<Warm<Vec3<f64>>>());
    // What a cache of overlapping bodies is worth to bodies that do not move.
    let inside = Cylinder::new(1.0, 0.4).at(Pose::at([0.2, 0.1, 0.0]));
    let cold = warm.contact(&a, &inside);
    let again = warm.contact(&a, &inside);
    assert!(cold.signed_distance < 0.0 && 5 * again.iterations <= 3 * cold.iterations, "{cold:?}, {again:?}");
}
