//! Scenes and batches against brute force: the same pairs and the same answers, to the bit, whatever moved, whatever was
//! kept, however many threads. Bad input is refused or answered with nothing.

mod bad_input;
mod batches;
mod bodies;
mod many;
mod questions;
#[cfg(feature = "serde")]
mod snapshots;
mod world;

use impinge::scene::{Layers, Scene};
use impinge::*;
use impinge_scenes::Rng;
use impinge_scenes::kinds;
use impinge_tests::everywhere;
use world::{Flat, World, contact_of, near_of};

/// A thousand objects of all kinds: contacts at several margins, and how many there are.
fn thousand<V: Flat>() {
    let mut rng = Rng::new(1);
    let mut world = World::<V>::new(&mut rng, 40);
    // About one object to its own volume: some thousand contacts.
    let range = if V::DIM == 3 { 8.0 } else { 18.0 };
    for _ in 0..1000 {
        world.add(&mut rng, range);
    }
    let mut counts = Vec::new();
    for margin in [0.0, 0.25, -0.125] {
        counts.push(world.check(V::Scalar::of(margin)));
    }
    println!("{counts:?}");
    assert!(counts[0] >= 500 && counts[1] > counts[0] && counts[2] < counts[0], "{counts:?}");
    assert!(counts[1] < 20_000, "{counts:?}");
}

#[test]
fn contacts_are_those_of_all_pairs() {
    everywhere!(thousand());
}

/// Random moves, additions, removals, layers and allowed pairs; after each few, the contacts are those of all pairs and of a
/// scene built from scratch.
fn eventful<V: Flat>(rounds: usize) {
    let mut rng = Rng::new(2);
    let mut world = World::<V>::new(&mut rng, 20);
    let range = if V::DIM == 3 { 4.0 } else { 6.0 };
    for _ in 0..120 {
        world.add(&mut rng, range);
    }
    let margin = V::Scalar::of(0.125);
    let (mut found, mut hidden) = (0, 0);
    for round in 0..rounds {
        // From nothing at all to nearly everything, so that all ways of searching are taken.
        let events = [0, 1, 3, 10, 60, 150][round % 6];
        for _ in 0..events {
            world.event(&mut rng, range);
        }
        found += world.check(if round % 7 == 6 { margin + margin } else { margin });
        hidden += world.hidden(margin);
        if round % 4 == 3 {
            assert_eq!(world.anew(margin), world.ranked(margin), "round {round}");
        }
    }
    println!("{} contacts and {hidden} hidden ones in {rounds} rounds", found);
    assert!(found >= 40 * rounds && hidden >= rounds, "{found} and {hidden} in {rounds} rounds");
}

#[test]
fn kept_contacts_equal_those_found_from_scratch() {
    everywhere!(eventful(60));
}

/// Boxes in a grid, faces touching exactly, far from the origin: no pair is lost to rounding.
fn touching_grid<V: Flat>(far: f64, unit: f64) {
    let mut scene = Scene::<V>::new();
    let shape = scene.add_shape(V::cube(unit));
    let side = if V::DIM == 3 { 6 } else { 14_usize };
    let count = side.pow(V::DIM as u32);
    let at = |i: usize, axis: u32| ((i / side.pow(axis)) % side) as f64 * 2.0 * unit + far;
    for i in 0..count {
        let c = [at(i, 0), at(i, 1), if V::DIM == 3 { at(i, 2) } else { 0.0 }];
        scene.add(shape, Pose::at(V::from_coordinates(c))).unwrap();
    }
    // Every box touches all 8 or 26 around it: faces, edges and corners.
    let side = side as f64;
    let across = (3.0 * side - 2.0).powi(V::DIM as i32);
    let expected = ((across - side.powi(V::DIM as i32)) / 2.0) as usize;
    assert_eq!(scene.contacts(V::Scalar::ZERO).len(), expected, "far {far}, unit {unit}");
    // Just so far apart counts: with gaps of half a side, diagonal neighbors are farther than those beside.
    let mut spread = Scene::<V>::new();
    let shape = spread.add_shape(V::cube(unit * 0.5));
    let handles: Vec<_> = scene.objects().map(|o| *scene.pose(o).unwrap()).collect();
    for pose in handles {
        spread.add(shape, pose).unwrap();
    }
    let beside = V::DIM * (side as usize - 1) * (side as usize).pow(V::DIM as u32 - 1);
    assert_eq!(spread.contacts(V::Scalar::of(unit)).len(), beside, "far {far}, unit {unit}");
}

#[test]
fn boxes_that_just_touch_are_found() {
    everywhere!(touching_grid(0.0, 0.5));
    everywhere!(touching_grid(-4096.0, 0.5));
    everywhere!(touching_grid(0.0, 1024.0 * 1024.0));
    everywhere!(touching_grid(0.0, 1.0 / 1048576.0));
}

/// Two objects apart, asked with their own distance as the margin: the boxes never contradict the answer.
fn at_the_margin<V: Flat>(far: f64) {
    let mut rng = Rng::new(5);
    let (mut found, mut rounds) = (0, 0);
    for i in 0..60 * V::KINDS {
        let mut scene = Scene::<V>::new();
        let place = V::random_unit(&mut rng) * V::Scalar::of(far);
        // Side by side along an axis, so that the boxes are as far apart as the shapes, or nearly so.
        let along = V::axis(i) * V::Scalar::of(rng.between(1.5, 6.0));
        let turn = [V::random_pose(&mut rng, 0.0).rotation(), Pose::<V>::IDENTITY.rotation()][i % 2];
        let (p, q) = (Pose::new(place, turn), Pose::new(place + along, turn));
        let a = kinds::random::<V>(&mut rng, i % V::KINDS);
        let b = if i % 3 == 0 { a.clone() } else { kinds::random::<V>(&mut rng, (i / V::KINDS) % V::KINDS) };
        let (p_shape, q_shape) = (scene.add_shape(a.clone()), scene.add_shape(b.clone()));
        scene.add(p_shape, p).unwrap();
        scene.add(q_shape, q).unwrap();
        let (a, b) = (At::new(&a, p), At::new(&b, q));
        let margin = contact_of::<V>(&a, &b, &Settings::default()).signed_distance;
        let near = near_of::<V>(&a, &b, margin).is_some();
        assert_eq!(scene.contacts(margin).len(), usize::from(near), "{a:?}, {b:?}");
        found += usize::from(near);
        rounds += 1;
    }
    assert!(found * 10 >= rounds * 7, "{found} of {rounds}");
}

#[test]
fn pairs_just_within_the_margin_are_found() {
    everywhere!(at_the_margin(0.0));
    everywhere!(at_the_margin(1000.0));
}

/// The same scene and moves in pools of one, two and three threads.
#[cfg(feature = "parallel")]
fn threads<V: Flat>() {
    let run = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            let mut rng = Rng::new(3);
            let mut world = World::<V>::new(&mut rng, 20);
            for _ in 0..800 {
                world.add(&mut rng, if V::DIM == 3 { 7.0 } else { 16.0 });
            }
            let mut answers = Vec::new();
            for events in [0, 5, 700, 60] {
                for _ in 0..events {
                    world.event(&mut rng, 7.0);
                }
                answers.push(world.scene.contacts(V::Scalar::of(0.1)).to_vec());
            }
            answers
        })
    };
    let one = run(1);
    assert!(
        one.iter().all(|contacts| contacts.len() > 200),
        "{:?}",
        one.iter().map(Vec::len).collect::<Vec<_>>()
    );
    for threads in [2, 3] {
        assert_eq!(one, run(threads), "{threads} threads");
    }
}

#[cfg(feature = "parallel")]
#[test]
fn threads_do_not_change_a_bit() {
    everywhere!(threads());
}

/// Once everything has moved a few times, no array grows any more.
fn steady<V: Flat>() {
    let mut rng = Rng::new(4);
    let mut world = World::<V>::new(&mut rng, 10);
    for _ in 0..300 {
        world.add(&mut rng, 6.0);
    }
    // There and back again: the same contacts each second time.
    let (mut there, mut back) = (Vec::new(), Vec::new());
    for handle in world.scene.objects() {
        back.push((handle, *world.scene.pose(handle).unwrap()));
        there.push((handle, V::random_pose(&mut rng, 6.0)));
    }
    let mut bytes = Vec::new();
    for round in 0..8 {
        for &(handle, pose) in if round % 2 == 0 { &there } else { &back } {
            world.scene.move_object(handle, pose).unwrap();
        }
        world.scene.contacts(V::Scalar::ZERO);
        bytes.push(world.scene.heap_bytes());
    }
    assert!(bytes[3..].iter().all(|b| *b == bytes[3]), "{bytes:?}");
}

#[test]
fn memory_stays_as_it_is() {
    everywhere!(steady());
}

/// Layers and allowed pairs, one by one.
fn filters<V: Flat>() {
    let mut scene = Scene::<V>::new();
    let shape = scene.add_shape(V::cube(1.0));
    let [a, b, c] = [(); 3].map(|()| scene.add(shape, Pose::IDENTITY).unwrap());
    let zero = V::Scalar::ZERO;
    let pairs = |scene: &mut Scene<V>| scene.contacts(zero).iter().map(|c| (c.a, c.b)).collect::<Vec<_>>();
    assert_eq!(pairs(&mut scene), [(a, b), (a, c), (b, c)]);
    scene.ignore_pair(c, a).unwrap();
    assert!(scene.is_ignored(a, c).unwrap() && !scene.is_ignored(a, b).unwrap());
    assert_eq!(pairs(&mut scene), [(a, b), (b, c)]);
    // Each must see the other.
    scene.set_layers(b, Layers { member: 1, sees: 2 }).unwrap();
    scene.set_layers(a, Layers { member: 2, sees: 4 }).unwrap();
    assert_eq!(pairs(&mut scene), [(b, c)]);
    scene.set_layers(a, Layers { member: 2, sees: 5 }).unwrap();
    assert_eq!(pairs(&mut scene), [(a, b), (b, c)]);
    scene.watch_pair(a, c).unwrap();
    scene.watch_pair(a, c).unwrap();
    assert_eq!(pairs(&mut scene), [(a, b), (a, c), (b, c)]);
    scene.set_layers(c, Layers::NONE).unwrap();
    assert_eq!(pairs(&mut scene), [(a, b)]);
    // An allowed pair is forgotten with its object, also where the place is used again.
    scene.ignore_pair(a, b).unwrap();
    scene.remove(b).unwrap();
    let d = scene.add(shape, Pose::IDENTITY).unwrap();
    assert_eq!((d.index(), d == b), (b.index(), false));
    assert_eq!(pairs(&mut scene), [(a, d)]);
    // Masks that exclude all.
    for object in scene.objects().collect::<Vec<_>>() {
        scene.set_layers(object, Layers::NONE).unwrap();
    }
    assert!(pairs(&mut scene).is_empty() && scene.nearest(a, 5).unwrap().is_empty());
}

#[test]
fn layers_and_ignored_pairs_are_not_queried() {
    everywhere!(filters());
}
