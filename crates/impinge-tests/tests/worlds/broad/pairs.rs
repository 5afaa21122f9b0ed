//! Pairs: every structure against brute force.

use impinge::broad::{AabbTree, AxialBsp, SweepAndPrune, check_box};
use impinge::{Aabb, Real};
use impinge_scenes::{Rng, Space};

use super::{Boxes, brute, pairs_of, random_boxes, scaled, scenes, trees};

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
