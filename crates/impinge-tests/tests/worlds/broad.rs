//! The broad phase: all structures against brute force, after thousands of changes, on friendly and nasty boxes.

use impinge::broad::{AabbTree, all_pairs};
use impinge::{Aabb, Real, Vec2, Vec3, Vector};
use impinge_scenes::{Rng, Space};

mod changes;
mod pairs;
mod queries;

/// Runs tests in both dimensions and precisions.
macro_rules! everywhere {
    ($($module:ident: $($name:ident),+;)+) => {$($(
        #[test]
        fn $name() {
            $module::$name::<Vec2<f32>>();
            $module::$name::<Vec2<f64>>();
            $module::$name::<Vec3<f32>>();
            $module::$name::<Vec3<f64>>();
        }
    )+)+};
}

everywhere! {
    pairs: the_tree_finds_the_pairs_of_brute_force, sweep_and_bsp_find_the_pairs_of_brute_force, tasks_are_the_whole, kept_pairs_are_exact, scaling_changes_nothing;
    changes: changes_keep_the_sweep_right, changes_keep_the_tree_right, updates_are_sets, bad_boxes_and_stale_handles_are_refused, sorted_insertion_stays_shallow, an_evil_plan_does_not_make_paths_long;
    queries: boxes_are_found, rays_are_found, the_nearest_come_first;
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

/// Named scenes, and the margin of their queries.
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
        min: V::axis(0) * t(5.0) - V::axis(1) * V::Scalar::power_of_two(V::Scalar::MAX_EXPONENT),
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
    let mut fat = AabbTree::with_slack(V::Scalar::of(0.3));
    for (&aabb, key) in boxes.iter().zip(0..) {
        single.insert(aabb, key).unwrap();
        fat.insert(aabb, key).unwrap();
    }
    [bulk, single, fat]
}
