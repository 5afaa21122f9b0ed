//! Boxes that come, go and move; bad boxes; stale handles.

use std::collections::BTreeMap;

use impinge::broad::{AabbTree, AxialBsp, BroadError, Leaf, SweepAndPrune, check_box};
use impinge::{Aabb, Real};
use impinge_scenes::{Rng, Space};

use super::{Boxes, brute, pairs_of, random_box, random_boxes};

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
        let mut tree = AabbTree::with_slack(V::Scalar::of([0.0, 0.2][seed as usize % 2]));
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
        let good = random_boxes::<V>(&mut rng, 3000, 60.0, 0.5);
        let with_bad = (0..3000).map(|i| (leaves[i], if i == 2990 { bad } else { good[i] }));
        assert_eq!(tree.update(with_bad), Err(BroadError::Empty));
        tree.check().unwrap();
        assert_eq!(tree.aabb(leaves[2989]), Some(good[2989]));
        assert_ne!(tree.aabb(leaves[2991]), Some(good[2991]));
        for (leaf, aabb) in leaves.iter().zip(&good).take(2990) {
            other.set(*leaf, *aabb).unwrap();
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
    // Slack that makes no sense counts as none.
    for slack in [nan, infinity, t(-1.0)] {
        let mut tree = AabbTree::with_slack(slack);
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

/// Boxes come far away and go again, all but a few: paths that get longer with every round, if nothing stops them.
pub fn an_evil_plan_does_not_make_paths_long<V: Space>() {
    let mut rng = Rng::new(12);
    let mut tree = AabbTree::<V>::new();
    let mut kept: Vec<Leaf> = Vec::new();
    let mut deepest = 0;
    for round in 0..120 {
        let far = V::axis(round % V::DIM) * V::Scalar::power_of_two(round as i32 % 60);
        let come: Vec<Leaf> = (0..150)
            .map(|key| {
                let near = random_box::<V>(&mut rng, 4.0, 0.5);
                tree.insert(Aabb { min: near.min + far, max: near.max + far }, key).unwrap()
            })
            .collect();
        for (i, leaf) in come.into_iter().enumerate() {
            if i % 50 == 0 {
                kept.push(leaf);
            } else {
                assert!(tree.remove(leaf));
            }
        }
        tree.check().unwrap();
        deepest = deepest.max(tree.depth());
    }
    assert_eq!(tree.len(), kept.len());
    assert!((3..=20).contains(&deepest), "{deepest}");
}
