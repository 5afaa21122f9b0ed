//! The broad phase: all structures against brute force, after thousands of changes, on friendly and nasty boxes.

use std::collections::BTreeMap;

use impinge::broad::{
    AabbTree, AxialBsp, BroadError, Frontier, Leaf, SweepAndPrune, all_pairs, check_box, gap, near,
    ray_enters,
};
use impinge::{Aabb, Real, Vec2, Vec3, Vector};
use impinge_scenes::{Rng, Space};

/// Runs a test in both dimensions and precisions.
macro_rules! everywhere {
    ($($name:ident),+ $(,)?) => {$(
        #[test]
        fn $name() {
            check::$name::<Vec2<f32>>();
            check::$name::<Vec2<f64>>();
            check::$name::<Vec3<f32>>();
            check::$name::<Vec3<f64>>();
        }
    )+};
}

everywhere! {
    the_tree_finds_the_pairs_of_brute_force,
    sweep_and_bsp_find_the_pairs_of_brute_force,
    changes_keep_the_sweep_right,
    changes_keep_the_tree_right,
    boxes_are_found,
    rays_are_found,
    the_nearest_come_first,
    tasks_are_the_whole,
    kept_pairs_are_exact,
    updates_are_sets,
    bad_boxes_and_stale_handles_are_refused,
    sorted_insertion_stays_shallow,
    scaling_changes_nothing,
}

type Boxes<V> = Vec<Aabb<V>>;

/// `count` boxes with middles in a cube of side `spread`, half sides up to `size`.
fn random_boxes<V: Space>(rng: &mut Rng, count: usize, spread: f64, size: f64) -> Boxes<V> {
    (0..count).map(|_| random_box(rng, spread, size)).collect()
}

fn random_box<V: Space>(rng: &mut Rng, spread: f64, size: f64) -> Aabb<V> {
    let center = V::from_coordinates([(); 3].map(|()| rng.between(0.0, spread)));
    let half = V::from_coordinates([(); 3].map(|()| rng.between(0.0, size)));
    Aabb::around(center, half)
}

/// Named scenes, and the margin at which they are asked.
fn scenes<V: Space>() -> Vec<(&'static str, Boxes<V>, V::Scalar)> {
    let mut rng = Rng::new(5);
    let t = V::Scalar::of;
    let infinity = V::Scalar::INFINITY;
    let cell = |rng: &mut Rng, n: usize| V::from_coordinates([(); 3].map(|()| rng.below(n) as f64));
    let unit = Aabb { min: V::ZERO, max: V::splat(t(1.0)) };
    let mut one_huge = random_boxes(&mut rng, 300, 30.0, 0.5);
    one_huge.push(Aabb { min: V::splat(t(-50.0)), max: V::splat(t(50.0)) });
    let mut infinite = random_boxes(&mut rng, 200, 30.0, 1.0);
    infinite.push(Aabb { min: V::splat(-infinity), max: V::splat(infinity) });
    infinite.push(Aabb { min: V::splat(-infinity), max: V::splat(t(10.0)) });
    infinite.push(Aabb { min: V::splat(t(20.0)), max: V::splat(infinity) });
    infinite.push(Aabb {
        min: V::axis(0) * t(5.0) - V::axis(1) * infinity_less(t(1.0)),
        max: V::splat(infinity),
    });
    // Unit cells of a grid: they touch exactly, along faces, edges and corners.
    let grid: Boxes<V> =
        (0..400).map(|_| cell(&mut rng, 9)).map(|min| Aabb { min, max: min + V::splat(t(1.0)) }).collect();
    let nested: Boxes<V> =
        (1..200).map(|i| Aabb::around(V::splat(t(3.0)), V::splat(t(f64::from(i) * 0.1)))).collect();
    let points: Boxes<V> = (0..300).map(|_| cell(&mut rng, 6)).map(|p| Aabb { min: p, max: p }).collect();
    let flat: Boxes<V> = (0..300)
        .map(|_| {
            // Without extent along the first axis, on one of ten planes.
            let (aabb, plane) = (random_box::<V>(&mut rng, 10.0, 1.0), t(rng.below(10) as f64));
            let onto = |v: V| v + V::axis(0) * (plane - v.get(0));
            let min = onto(aabb.min);
            Aabb { min, max: onto(aabb.max).max(min) }
        })
        .collect();
    let sizes: Boxes<V> = (0..400)
        .map(|_| {
            let size = rng.between(-6.0, 4.0).exp2();
            random_box(&mut rng, 60.0, size)
        })
        .collect();
    let tiny: Boxes<V> = random_boxes::<V>(&mut rng, 200, 20.0, 2.0)
        .into_iter()
        .map(|b| scaled(&b, V::Scalar::power_of_two(20 - V::Scalar::MAX_EXPONENT)))
        .collect();
    let huge: Boxes<V> = random_boxes::<V>(&mut rng, 200, 20.0, 2.0)
        .into_iter()
        .map(|b| scaled(&b, V::Scalar::power_of_two(V::Scalar::MAX_EXPONENT - 6)))
        .collect();
    vec![
        ("none", vec![], t(0.0)),
        ("one", vec![unit], t(0.0)),
        ("sparse", random_boxes(&mut rng, 1000, if V::DIM == 2 { 100.0 } else { 30.0 }, 0.8), t(0.0)),
        ("sparse, margin", random_boxes(&mut rng, 600, 40.0, 0.5), t(1.5)),
        ("dense", random_boxes(&mut rng, 1000, if V::DIM == 2 { 25.0 } else { 9.0 }, 1.0), t(0.0)),
        ("negative margin", random_boxes(&mut rng, 500, 9.0, 1.0), t(-0.25)),
        ("coincident", vec![unit; 150], t(0.0)),
        ("one huge", one_huge, t(0.0)),
        ("infinite", infinite, t(0.0)),
        ("touching", grid, t(0.0)),
        ("nested", nested, t(0.0)),
        ("points", points, t(0.0)),
        ("points, margin", random_boxes(&mut rng, 300, 9.0, 0.0), t(1.0)),
        ("flat", flat, t(0.0)),
        ("many sizes", sizes, t(0.0)),
        ("tiny", tiny, t(0.0)),
        ("huge", huge, t(0.0)),
    ]
}

/// A large finite number.
fn infinity_less<T: Real>(_: T) -> T {
    T::power_of_two(T::MAX_EXPONENT)
}

fn scaled<V: Vector>(aabb: &Aabb<V>, by: V::Scalar) -> Aabb<V> {
    Aabb { min: aabb.min * by, max: aabb.max * by }
}

fn brute<V: Vector>(boxes: &[Aabb<V>], margin: V::Scalar) -> Vec<(u32, u32)> {
    let mut pairs = Vec::new();
    all_pairs(boxes, margin, |a, b| pairs.push((a, b)));
    pairs.sort_unstable();
    pairs
}

fn pairs_of<V: Vector>(tree: &AabbTree<V>, margin: V::Scalar) -> Vec<(u32, u32)> {
    let mut pairs = Vec::new();
    tree.pairs_into(margin, &mut pairs);
    pairs
}

/// A tree by bulk, one by one, and with fat boxes.
fn trees<V: Vector>(boxes: &[Aabb<V>]) -> [AabbTree<V>; 3] {
    let (bulk, _) = AabbTree::from_boxes(boxes).unwrap();
    let mut single = AabbTree::new();
    let mut fat = AabbTree::with_fat_margin(V::Scalar::of(0.3));
    for (&aabb, key) in boxes.iter().zip(0..) {
        single.insert(aabb, key).unwrap();
        fat.insert(aabb, key).unwrap();
    }
    [bulk, single, fat]
}

mod check {
    use super::*;

    pub fn the_tree_finds_the_pairs_of_brute_force<V: Space>() {
        for (name, boxes, margin) in scenes::<V>() {
            let expected = brute(&boxes, margin);
            let few = ["none", "one"].contains(&name);
            assert!(few || expected.len() > 20, "{name}: {} pairs are too few", expected.len());
            for (which, mut tree) in trees(&boxes).into_iter().enumerate() {
                tree.check().unwrap();
                assert_eq!(pairs_of(&tree, margin), expected, "{name} {which}");
                let nan = V::Scalar::of(f64::NAN);
                assert!(pairs_of(&tree, nan).is_empty());
                tree.refit();
                tree.check().unwrap();
                assert_eq!(pairs_of(&tree, margin), expected, "{name} {which}, refitted");
                tree.rebuild();
                tree.check().unwrap();
                assert_eq!(pairs_of(&tree, margin), expected, "{name} {which}, rebuilt");
            }
        }
    }

    pub fn sweep_and_bsp_find_the_pairs_of_brute_force<V: Space>() {
        for (name, boxes, margin) in scenes::<V>() {
            let expected = brute(&boxes, margin);
            let nan = V::Scalar::of(f64::NAN);
            let mut pairs = vec![(1, 2)];
            let bsp = AxialBsp::from_boxes(&boxes).unwrap();
            assert_eq!((bsp.len(), bsp.is_empty()), (boxes.len(), boxes.is_empty()));
            bsp.pairs_into(margin, &mut pairs);
            assert_eq!(pairs, expected, "{name}, bsp");
            bsp.each_pair(nan, |_, _| panic!("nothing is within NaN"));
            let mut sweep = SweepAndPrune::new();
            for (&aabb, key) in boxes.iter().zip(0..) {
                sweep.insert(aabb, key).unwrap();
            }
            // Twice: unsorted, and sorted.
            for _ in 0..2 {
                sweep.pairs_into(margin, &mut pairs);
                assert_eq!(pairs, expected, "{name}, sweep");
            }
            sweep.each_pair(nan, |_, _| panic!("nothing is within NaN"));
        }
    }

    pub fn changes_keep_the_sweep_right<V: Space>() {
        let mut rng = Rng::new(4);
        let mut sweep = SweepAndPrune::new();
        let mut model: BTreeMap<u32, (Leaf, Aabb<V>)> = BTreeMap::new();
        let mut pairs = Vec::new();
        for step in 0..2000_u32 {
            let pick = model.keys().nth(rng.below(model.len().max(1))).copied();
            // Late in the test the boxes spread along the last axis, which must become that of the sweep.
            let stretch = if step > 1500 { V::axis(V::DIM - 1) * V::Scalar::of(100.0) } else { V::ZERO };
            match (rng.below(4), pick) {
                (0 | 1, _) | (_, None) if step < 600 || pick.is_none() => {
                    let aabb = random_box(&mut rng, 8.0, 1.0);
                    let leaf = sweep.insert(aabb, step).unwrap();
                    model.insert(step, (leaf, aabb));
                }
                (2, Some(key)) if model.len() > 50 => {
                    let (leaf, _) = model.remove(&key).unwrap();
                    assert!(sweep.remove(leaf) && !sweep.remove(leaf));
                    assert_eq!(sweep.set(leaf, random_box(&mut rng, 8.0, 1.0)), Err(BroadError::Stale));
                    assert!(sweep.aabb(leaf).is_none() && sweep.key(leaf).is_none());
                }
                (_, Some(key)) => {
                    let (leaf, aabb) = model.get_mut(&key).unwrap();
                    let by = V::random_unit(&mut rng) + stretch * V::Scalar::of(rng.uniform());
                    *aabb = Aabb { min: aabb.min + by, max: aabb.max + by };
                    sweep.set(*leaf, *aabb).unwrap();
                    assert_eq!((sweep.aabb(*leaf), sweep.key(*leaf)), (Some(*aabb), Some(key)));
                }
                _ => {}
            }
            assert_eq!(sweep.len(), model.len());
            if step % 50 == 0 {
                let keys: Vec<u32> = model.keys().copied().collect();
                let boxes: Boxes<V> = model.values().map(|v| v.1).collect();
                let mut expected: Vec<(u32, u32)> = brute(&boxes, V::Scalar::HALF)
                    .into_iter()
                    .map(|(i, j)| (keys[i as usize], keys[j as usize]))
                    .collect();
                expected.sort_unstable();
                sweep.pairs_into(V::Scalar::HALF, &mut pairs);
                assert_eq!(pairs, expected);
            }
        }
        let bad = Aabb { min: V::splat(V::Scalar::ONE), max: V::ZERO };
        assert_eq!(sweep.insert(bad, 0), Err(BroadError::Empty));
        assert_eq!(AxialBsp::from_boxes(&[bad]).err(), Some(BroadError::Empty));
    }

    /// A model of the tree: the boxes by key.
    pub fn changes_keep_the_tree_right<V: Space>() {
        for seed in 0..6 {
            let mut rng = Rng::new(seed);
            let mut tree = AabbTree::with_fat_margin(V::Scalar::of([0.0, 0.2][seed as usize % 2]));
            let mut model: BTreeMap<u32, (Leaf, Aabb<V>)> = BTreeMap::new();
            let mut gone: Vec<Leaf> = Vec::new();
            let (mut next_key, mut left, mut stayed) = (0, 0, 0);
            for step in 0..3000 {
                // Grows, shrinks to nothing, grows again.
                let growing = (step / 700) % 2 == 0;
                let choice = rng.below(10);
                if choice < if growing { 4 } else { 1 } {
                    let aabb = random_box(&mut rng, 12.0, 1.0);
                    let leaf = tree.insert(aabb, next_key).unwrap();
                    model.insert(next_key, (leaf, aabb));
                    next_key += 1;
                } else if choice < 5 {
                    if let Some(&key) = model.keys().nth(rng.below(model.len().max(1))) {
                        let (leaf, _) = model.remove(&key).unwrap();
                        assert!(tree.remove(leaf));
                        gone.push(leaf);
                    }
                } else if let Some(&key) = model.keys().nth(rng.below(model.len().max(1))) {
                    let (leaf, aabb) = model.get_mut(&key).unwrap();
                    let by = V::random_unit(&mut rng) * V::Scalar::of(rng.between(0.0, 0.5));
                    *aabb = Aabb { min: aabb.min + by, max: aabb.max + by };
                    let out = tree.set(*leaf, *aabb).unwrap();
                    left += usize::from(out);
                    stayed += usize::from(!out);
                    assert_eq!((tree.aabb(*leaf), tree.key(*leaf)), (Some(*aabb), Some(key)));
                }
                assert_eq!(tree.len(), model.len());
                if step % 97 == 0 {
                    for &leaf in &gone {
                        assert!(!tree.remove(leaf) && tree.aabb(leaf).is_none() && tree.key(leaf).is_none());
                    }
                    let keys: Vec<u32> = model.keys().copied().collect();
                    let boxes: Boxes<V> = model.values().map(|v| v.1).collect();
                    let expected: Vec<(u32, u32)> = brute(&boxes, V::Scalar::ZERO)
                        .into_iter()
                        .map(|(i, j)| (keys[i as usize], keys[j as usize]))
                        .collect();
                    tree.check().unwrap();
                    assert_eq!(pairs_of(&tree, V::Scalar::ZERO), expected);
                }
                match step % 500 {
                    100 => tree.refit(),
                    300 => tree.rebuild(),
                    400 => {
                        tree.tidy();
                    }
                    _ => {}
                }
            }
            assert!(left > 100 && stayed > 100 && gone.len() > 300, "{left} {stayed} {}", gone.len());
            for (leaf, _) in model.values() {
                assert!(tree.remove(*leaf));
            }
            tree.check().unwrap();
            assert!(tree.is_empty() && tree.bounds().is_none());
            assert!(pairs_of(&tree, V::Scalar::ONE).is_empty());
        }
    }

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
                        query =
                            Aabb { min: V::splat(-V::Scalar::INFINITY), max: V::splat(V::Scalar::INFINITY) };
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
                    found.sort_unstable_by(|a, b| a.0.cmp(&b.0));
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
                    found.sort_unstable_by(|a, b| a.0.cmp(&b.0));
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

    pub fn tasks_are_the_whole<V: Space>() {
        for (name, boxes, margin) in scenes::<V>() {
            for tree in trees(&boxes) {
                for count in [0, 1, 2, 7, 64, 100_000] {
                    let tasks = tree.tasks(count, margin);
                    let mut pairs = Vec::new();
                    for &task in &tasks {
                        tree.each_pair_of(task, margin, |a, b| pairs.push((a, b)));
                    }
                    pairs.sort_unstable();
                    assert_eq!(pairs, pairs_of(&tree, margin), "{name} {count}");
                    assert!(boxes.len() < 900 || count > 64 || tasks.len() >= count);
                }
            }
        }
        // Tasks of another tree: whatever they give, no panic.
        let (large, _) = AabbTree::from_boxes(&random_boxes::<V>(&mut Rng::new(1), 500, 9.0, 1.0)).unwrap();
        let (small, _) = AabbTree::from_boxes(&random_boxes::<V>(&mut Rng::new(2), 20, 3.0, 1.0)).unwrap();
        let empty = AabbTree::<V>::new();
        for task in large.tasks(1000, V::Scalar::ZERO) {
            small.each_pair_of(task, V::Scalar::ZERO, |_, _| {});
            empty.each_pair_of(task, V::Scalar::ZERO, |_, _| panic!("it is empty"));
        }
    }

    pub fn kept_pairs_are_exact<V: Space>() {
        for (name, mut boxes, margin) in scenes::<V>() {
            let mut rng = Rng::new(3);
            let (mut tree, mut leaves) = AabbTree::from_boxes(&boxes).unwrap();
            // A skin that is as much as boxes move in some steps, whatever the scale of the scene.
            let extent = boxes.iter().fold(V::Scalar::ONE, |_, b| {
                let e = (b.max - b.min).max_abs();
                if e.is_finite() { e } else { V::Scalar::ONE }
            });
            let skin = extent * V::Scalar::of(0.1) + V::Scalar::power_of_two(40 - V::Scalar::MAX_EXPONENT);
            for step in 0..20 {
                let jump = V::Scalar::of(if step == 13 { 2.0 } else { 0.4 });
                let mut moves = Vec::new();
                for i in 0..boxes.len() {
                    if rng.below(3) == 0 {
                        let by = V::random_unit(&mut rng) * (skin * jump);
                        let b = Aabb { min: boxes[i].min + by, max: boxes[i].max + by };
                        if check_box(&b).is_ok() {
                            boxes[i] = b;
                            moves.push((leaves[i], b));
                        }
                    }
                }
                if step % 2 == 0 {
                    tree.update(moves).unwrap();
                } else {
                    for (leaf, aabb) in moves {
                        tree.set(leaf, aabb).unwrap();
                    }
                }
                if step == 8 && !boxes.is_empty() {
                    assert!(tree.remove(leaves[0]));
                    leaves[0] = tree.insert(boxes[0], 0).unwrap();
                }
                tree.check().unwrap();
                let mut pairs = Vec::new();
                tree.each_pair_kept(margin, skin, |a, b| pairs.push((a, b)));
                pairs.sort_unstable();
                assert_eq!(pairs, brute(&boxes, margin), "{name} {step}");
            }
            let nan = V::Scalar::of(f64::NAN);
            for skin in [nan, V::Scalar::INFINITY, V::Scalar::ZERO, -skin] {
                let mut count = 0;
                tree.each_pair_kept(margin, skin, |_, _| count += 1);
                assert_eq!(count, pairs_of(&tree, margin).len());
            }
            tree.each_pair_kept(nan, skin, |_, _| panic!("nothing is within NaN"));
        }
    }

    pub fn updates_are_sets<V: Space>() {
        // More boxes than fit into a cache, so that looking ahead is tested too; some move twice in one call.
        let mut rng = Rng::new(8);
        let boxes = random_boxes::<V>(&mut rng, 21_000, if V::DIM == 2 { 300.0 } else { 60.0 }, 0.5);
        let (mut tree, leaves) = AabbTree::from_boxes(&boxes).unwrap();
        let (mut other, _) = AabbTree::from_boxes(&boxes).unwrap();
        for share in [1.0, 0.01, 0.5] {
            let mut moves: Vec<(Leaf, Aabb<V>)> = Vec::new();
            for &leaf in &leaves {
                while rng.uniform() < share && moves.len() < 40_000 {
                    let aabb = random_box::<V>(&mut rng, if V::DIM == 2 { 300.0 } else { 60.0 }, 0.5);
                    moves.push((leaf, aabb));
                    if rng.below(2) == 0 {
                        break;
                    }
                }
            }
            for &(leaf, aabb) in &moves {
                other.set(leaf, aabb).unwrap();
            }
            tree.update(moves.iter().copied()).unwrap();
            tree.check().unwrap();
            other.rebuild();
            assert!(leaves.iter().all(|&leaf| tree.aabb(leaf) == other.aabb(leaf)));
            assert_eq!(pairs_of(&tree, V::Scalar::ZERO), pairs_of(&other, V::Scalar::ZERO));
            // A bad box ends an update; those before it have moved.
            let bad = Aabb { min: V::splat(V::Scalar::ONE), max: V::ZERO };
            let good = random_box::<V>(&mut rng, 60.0, 0.5);
            let with_bad = (0..3000).map(|i| (leaves[i], if i == 2990 { bad } else { good }));
            assert_eq!(tree.update(with_bad), Err(BroadError::Empty));
            tree.check().unwrap();
            assert_eq!(tree.aabb(leaves[2989]), Some(good));
            assert_ne!(tree.aabb(leaves[2991]), Some(good));
            for leaf in &leaves[..2990] {
                other.set(*leaf, good).unwrap();
            }
        }
    }

    pub fn bad_boxes_and_stale_handles_are_refused<V: Space>() {
        let t = V::Scalar::of;
        let (nan, infinity) = (t(f64::NAN), V::Scalar::INFINITY);
        let unit = Aabb { min: V::ZERO, max: V::splat(t(1.0)) };
        let axis = V::axis(V::DIM - 1);
        let with = |v: V, value: V::Scalar| {
            let mut axis_of = 0;
            v.map(|c| {
                axis_of += 1;
                if axis_of == V::DIM { value } else { c }
            })
        };
        let bad = [
            (Aabb { min: with(unit.min, nan), ..unit }, BroadError::NotANumber),
            (Aabb { max: with(unit.max, nan), ..unit }, BroadError::NotANumber),
            (Aabb { min: unit.min + axis * t(2.0), ..unit }, BroadError::Empty),
            (Aabb { min: with(unit.min, infinity), max: with(unit.max, infinity) }, BroadError::Empty),
            (Aabb { min: with(unit.min, -infinity), max: with(unit.max, -infinity) }, BroadError::Empty),
            (Aabb { min: with(unit.min, infinity), max: with(unit.max, -infinity) }, BroadError::Empty),
        ];
        let mut tree = AabbTree::new();
        let leaf = tree.insert(unit, 3).unwrap();
        for (aabb, error) in bad {
            assert_eq!(check_box(&aabb), Err(error));
            assert_eq!(tree.insert(aabb, 4), Err(error));
            assert_eq!(tree.set(leaf, aabb), Err(error));
            assert_eq!(AabbTree::from_boxes(&[unit, aabb]).err(), Some(error));
            assert_eq!(tree.extend([(unit, 1), (aabb, 2)]).err(), Some(error));
            assert_eq!((tree.len(), tree.aabb(leaf)), (1, Some(unit)));
            tree.check().unwrap();
            assert!(!error.to_string().is_empty());
        }
        assert!(tree.remove(leaf));
        assert!(!tree.remove(leaf));
        assert_eq!(tree.set(leaf, unit), Err(BroadError::Stale));
        let again = tree.insert(unit, 5).unwrap();
        assert_ne!(again, leaf);
        assert_eq!((tree.key(leaf), tree.key(again)), (None, Some(5)));
        // Margins that make no sense count as none.
        for margin in [nan, infinity, t(-1.0)] {
            let mut tree = AabbTree::with_fat_margin(margin);
            tree.insert(unit, 0).unwrap();
            assert_eq!(tree.bounds(), Some(unit));
        }
    }

    pub fn sorted_insertion_stays_shallow<V: Space>() {
        let t = V::Scalar::of;
        let at = |i: usize, step: f64| Aabb::around(V::axis(0) * t(i as f64 * step), V::splat(t(0.4)));
        // In line, and farther and farther apart, which makes a chain of a greedy tree.
        for geometric in [false, true] {
            let mut tree = AabbTree::new();
            let mut leaves = Vec::new();
            for i in 0..4000 {
                let aabb = if geometric {
                    let far = V::Scalar::power_of_two((i % 100) as i32);
                    let p = V::axis(0) * (far * t(1.0 + i as f64 * 1e-4));
                    Aabb { min: p, max: p + V::splat(far * t(0.001)) }
                } else {
                    at(i, 1.0)
                };
                leaves.push(tree.insert(aabb, i as u32).unwrap());
                if i % 500 == 0 {
                    tree.check().unwrap();
                }
            }
            // 4,000 boxes in blocks that are split into no less than three and six: 3^7 blocks are enough.
            assert!(tree.depth() <= 9, "{}", tree.depth());
            tree.check().unwrap();
            // And removal in the same order.
            for (i, leaf) in leaves.into_iter().enumerate() {
                assert!(tree.remove(leaf));
                if i % 500 == 0 {
                    tree.check().unwrap();
                }
            }
            assert!(tree.is_empty());
        }
    }

    pub fn scaling_changes_nothing<V: Space>() {
        let boxes = random_boxes::<V>(&mut Rng::new(77), 400, 12.0, 1.0);
        let order = |scale: V::Scalar| {
            let boxes: Boxes<V> = boxes.iter().map(|b| scaled(b, scale)).collect();
            let mut pairs = Vec::new();
            let [bulk, single, _] = trees(&boxes);
            bulk.each_pair(scale, |a, b| pairs.push((a, b)));
            single.each_pair(scale, |a, b| pairs.push((a, b)));
            pairs
        };
        let plain = order(V::Scalar::ONE);
        assert!(plain.len() > 500);
        for exponent in [-60, 60] {
            assert_eq!(order(V::Scalar::power_of_two(exponent)), plain);
        }
    }
}
