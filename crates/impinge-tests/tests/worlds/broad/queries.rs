//! Queries by box, by ray and for the nearest, compared with a scan of every box.

use impinge::broad::{AxialBsp, Frontier, gap, near, ray_enters};
use impinge::{Aabb, Real};
use impinge_scenes::{Rng, Space};

use super::{random_box, scenes, trees};

pub fn boxes_are_found<V: Space>() {
    let mut rng = Rng::new(9);
    let mut hits = 0;
    for (name, boxes, _) in scenes::<V>() {
        let spread = boxes.iter().fold(0.0, |most: f64, b| {
            let size = b.max.max_abs().f64();
            if size.is_finite() { most.max(size) } else { most }
        });
        let bsp = AxialBsp::from_boxes(&boxes).unwrap();
        for tree in trees(&boxes) {
            for round in 0..40 {
                let mut query = random_box(&mut rng, spread, spread * 0.2);
                if round == 0 {
                    query = Aabb { min: V::splat(-V::Scalar::INFINITY), max: V::splat(V::Scalar::INFINITY) };
                }
                let mut found = Vec::new();
                tree.each_in_box(&query, |key| found.push(key));
                found.sort_unstable();
                let expected: Vec<u32> =
                    (0..).zip(&boxes).filter(|(_, b)| b.overlaps(&query)).map(|(i, _)| i).collect();
                assert_eq!(found, expected, "{name}");
                found.clear();
                bsp.each_in_box(&query, |key| found.push(key));
                found.sort_unstable();
                assert_eq!(found, expected, "{name}, bsp");
                hits += found.len();
                let mut first = 0;
                let all = tree.each_while_in_box(&query, |_| {
                    first += 1;
                    false
                });
                assert_eq!((all, first), (expected.is_empty(), expected.len().min(1)));
            }
            let nan = Aabb { min: V::splat(V::Scalar::of(f64::NAN)), max: V::ZERO };
            tree.each_in_box(&nan, |_| panic!("nothing meets NaN"));
            bsp.each_in_box(&nan, |_| panic!("nothing meets NaN"));
        }
    }
    assert!(hits > 10_000, "{hits}");
}

pub fn rays_are_found<V: Space>() {
    let mut rng = Rng::new(21);
    let (mut hits, mut true_hits) = (0, 0);
    for (name, boxes, _) in scenes::<V>() {
        if ["tiny", "huge"].contains(&name) {
            continue;
        }
        let bsp = AxialBsp::from_boxes(&boxes).unwrap();
        for tree in trees(&boxes) {
            for round in 0..40 {
                let origin = random_box::<V>(&mut rng, 12.0, 0.0).min;
                let direction = match round % 3 {
                    0 => V::axis(rng.below(V::DIM)),
                    // Towards a corner of a box: the ray grazes it.
                    1 if !boxes.is_empty() => {
                        let corner = boxes[rng.below(boxes.len())].min;
                        if corner.is_finite() { corner - origin } else { V::axis(0) }
                    }
                    _ => V::random_unit(&mut rng) * V::Scalar::of(rng.between(0.1, 3.0)),
                };
                let max_t = V::Scalar::of(rng.between(0.0, 60.0));
                let mut found = Vec::new();
                tree.each_on_ray(origin, direction, max_t, |key, t| {
                    found.push((key, t));
                    max_t
                });
                found.sort_unstable_by_key(|a| a.0);
                let expected: Vec<(u32, V::Scalar)> = (0..)
                    .zip(&boxes)
                    .filter_map(|(i, b)| Some((i, ray_enters(b, origin, direction, max_t)?)))
                    .collect();
                assert_eq!(found, expected, "{name}");
                found.clear();
                bsp.each_on_ray(origin, direction, max_t, |key, t| {
                    found.push((key, t));
                    max_t
                });
                found.sort_unstable_by_key(|a| a.0);
                assert_eq!(found, expected, "{name}, bsp");
                hits += found.len();
                // A point of the ray that is surely in a box proves a hit.
                let at = V::Scalar::of(rng.uniform()) * max_t;
                let point = origin + direction * at;
                for (i, b) in (0..).zip(&boxes) {
                    let slack = V::Scalar::of(-1e-3);
                    if near(&Aabb { min: point, max: point }, b, slack) {
                        assert!(found.iter().any(|f| f.0 == i && f.1 <= at), "{name}");
                        true_hits += 1;
                    }
                }
                // The first hit only.
                let mut first: Option<V::Scalar> = None;
                tree.each_on_ray(origin, direction, max_t, |_, t| {
                    first = Some(first.map_or(t, |f| Real::min(f, t)));
                    first.unwrap_or(max_t)
                });
                let least = expected.iter().map(|e| e.1).reduce(Real::min);
                assert_eq!(first, least, "{name}");
                first = None;
                bsp.each_on_ray(origin, direction, max_t, |_, t| {
                    first = Some(first.map_or(t, |f| Real::min(f, t)));
                    first.unwrap_or(max_t)
                });
                assert_eq!(first, least, "{name}, bsp");
            }
            let nan = V::splat(V::Scalar::of(f64::NAN));
            let infinite = V::splat(V::Scalar::INFINITY);
            for (origin, direction, max_t) in [
                (nan, V::axis(0), V::Scalar::ONE),
                (V::ZERO, nan, V::Scalar::ONE),
                (V::ZERO, V::axis(0), V::Scalar::of(f64::NAN)),
                (infinite, V::axis(0), V::Scalar::ONE),
                (V::ZERO, infinite, V::Scalar::ONE),
            ] {
                tree.each_on_ray(origin, direction, max_t, |_, _| panic!("no such ray"));
                bsp.each_on_ray(origin, direction, max_t, |_, _| panic!("no such ray"));
            }
        }
    }
    assert!(hits > 5_000 && true_hits > 500, "{hits} {true_hits}");
}

pub fn the_nearest_come_first<V: Space>() {
    let mut rng = Rng::new(33);
    let mut frontier = Frontier::new();
    let mut pruned = 0;
    for (name, boxes, _) in scenes::<V>() {
        for tree in trees(&boxes) {
            for _ in 0..10 {
                let query = random_box::<V>(&mut rng, 40.0, 1.0);
                let mut all: Vec<V::Scalar> = boxes.iter().map(|b| gap(b, &query)).collect();
                let mut seen = Vec::new();
                tree.each_by_distance(&query, &mut frontier, |key| {
                    seen.push(gap(&boxes[key as usize], &query));
                    V::Scalar::INFINITY
                });
                all.sort_by(|a, b| a.partial_cmp(b).unwrap());
                assert_eq!(seen, all, "{name}");
                // The nearest, with an end as soon as it is known.
                let (mut best, mut calls) = (V::Scalar::INFINITY, 0);
                tree.each_by_distance(&query, &mut frontier, |key| {
                    calls += 1;
                    best = Real::min(gap(&boxes[key as usize], &query), best);
                    best
                });
                assert_eq!(best, all.first().copied().unwrap_or(V::Scalar::INFINITY), "{name}");
                assert_eq!(calls, all.iter().filter(|&&d| d <= best).count(), "{name}");
                pruned += boxes.len() - calls;
            }
            let nan = Aabb { min: V::splat(V::Scalar::of(f64::NAN)), max: V::ZERO };
            tree.each_by_distance(&nan, &mut frontier, |_| panic!("nothing is near NaN"));
        }
    }
    assert!(pruned > 20_000, "{pruned}");
}
