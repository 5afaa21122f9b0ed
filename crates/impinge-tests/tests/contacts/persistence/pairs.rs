//! The cache of pairs, compared with a plain list.

use impinge::broad::AabbTree;
use impinge::persist::{PairCache, Persistence, Persistent, Reset};
use impinge::{Aabb, Pose, Scene, Sphere, Vec3};
use impinge_scenes::Rng;

#[derive(Clone, Debug, Default, PartialEq)]
struct Value(u32);

impl Reset for Value {}

/// Random steps: the same pairs, values and order as a list that is searched from end to end.
#[test]
fn as_a_plain_list_does() {
    let mut rng = Rng::new(1);
    let mut cache = PairCache::<Value>::new();
    let mut list: Vec<((u32, u32), u32, bool)> = Vec::new();
    let (mut dropped, mut found) = (0, 0);
    for step in 0..300 {
        assert_eq!(cache.step(), step);
        for _ in 0..rng.below(200) {
            let pair = (rng.below(12) as u32, rng.below(12) as u32);
            let value = cache.get_or_insert(pair);
            let at = list.iter().position(|e| e.0 == pair);
            let entry = match at {
                Some(at) => {
                    found += 1;
                    &mut list[at]
                }
                None => {
                    list.push((pair, 0, false));
                    list.last_mut().unwrap()
                }
            };
            assert_eq!(value.0, entry.1);
            value.0 += 1;
            (entry.1, entry.2) = (entry.1 + 1, true);
        }
        let gone: Vec<_> = list.iter().filter(|e| !e.2).map(|e| (e.0, e.1)).collect();
        list.retain(|e| e.2);
        list.iter_mut().for_each(|e| e.2 = false);
        assert_eq!(cache.end_step(), gone.len());
        assert_eq!(cache.ended().map(|(pair, v)| (pair, v.0)).collect::<Vec<_>>(), gone);
        dropped += gone.len();
        assert_eq!((cache.len(), cache.is_empty()), (list.len(), list.is_empty()));
        assert!(cache.iter().map(|(pair, v)| (pair, v.0)).eq(list.iter().map(|e| (e.0, e.1))));
        for a in 0..12 {
            for b in 0..12 {
                let kept = list.iter().find(|e| e.0 == (a, b)).map(|e| e.1);
                assert_eq!(cache.get((a, b)).map(|v| v.0), kept);
                assert_eq!(cache.get_mut((a, b)).map(|v| v.0), kept);
            }
        }
    }
    assert!(dropped > 1000 && found > 1000, "{dropped} {found}");
    cache.iter_mut().for_each(|(_, v)| v.0 = 9);
    cache.clear();
    assert!(cache.is_empty() && cache.get((1, 1)).is_none() && cache.ended().count() == 0);
    assert_eq!(*cache.get_or_insert((1, 1)), Value(0));
}

/// Ids from one end of the range to the other, and many of them.
#[test]
fn pairs_are_found_again_among_many() {
    let mut cache = PairCache::<Value>::new();
    let pair = |i: u32| (i.wrapping_mul(0x0100_0000), u32::MAX - i);
    for i in 0..20_000 {
        cache.get_or_insert(pair(i)).0 = i;
    }
    assert_eq!(cache.end_step(), 0);
    assert!((0..20_000).all(|i| cache.get(pair(i)) == Some(&Value(i))));
    assert_eq!(cache.end_step(), 20_000);
    assert!((0..20_000).all(|i| cache.get(pair(i)).is_none()));
}

/// Memory of a dropped pair is used again by the next new one.
#[test]
fn memory_is_used_again() {
    #[derive(Default)]
    struct Kept {
        axis: Option<Vec3<f64>>,
        contacts: Persistent<Vec3<f64>, f64>,
    }
    impl Reset for Kept {
        fn reset(&mut self) {
            self.axis = None;
            self.contacts.reset();
        }
    }
    let up = Vec3::new(0.0, 0.0, 1.0);
    let p = super::point::<Vec3<f64>>(0.0, 0.0, 0.1, super::corner(1), super::face());
    let mut cache = PairCache::<Kept>::new();
    let mut seen = Vec::new();
    for step in 0..50 {
        // Another pair in each step.
        let kept = cache.get_or_insert((step, step + 1));
        assert!(kept.axis.is_none() && kept.contacts.contacts().is_empty());
        kept.axis = Some(up);
        for _ in 0..2 {
            let rest = Pose::IDENTITY;
            kept.contacts.update_points(up, &[p, p, p, p], &rest, &rest, &Persistence::of_size(1.0));
        }
        assert_eq!(kept.contacts.contacts()[0].id, 0);
        if step > 4 {
            seen.push(kept.contacts.contacts().as_ptr());
        }
        cache.end_step();
    }
    seen.sort_unstable();
    seen.dedup();
    assert!(seen.len() <= 6, "{}", seen.len());
}

/// A cache whose keys were indices gave the memory of a removed body to the one that took its place. Handles carry a
/// generation: the new body is another one.
#[test]
fn a_body_that_takes_the_place_of_another_finds_nothing() {
    let mut scene = Scene::<Vec3<f64>>::new();
    let ball = scene.add_shape(Sphere::new(1.0));
    let mut add = || scene.add(ball, Pose::IDENTITY).unwrap();
    let (floor, old) = (add(), add());
    let mut cache = PairCache::<Value, _>::new();
    cache.get_or_insert((floor, old)).0 = 7;
    cache.end_step();
    scene.remove(old).unwrap();
    let new = scene.add(ball, Pose::IDENTITY).unwrap();
    assert_eq!((new.index(), new == old), (old.index(), false));
    assert_eq!(cache.get((floor, old)), Some(&Value(7)));
    assert_eq!(*cache.get_or_insert((floor, new)), Value(0));
    // The old pair ends, as one whose bodies parted.
    cache.end_step();
    assert_eq!(cache.ended().map(|(pair, v)| (pair, v.0)).collect::<Vec<_>>(), [((floor, old), 7)]);

    // The same with the handles of the broad phase.
    let mut tree = AabbTree::<Vec3<f64>>::default();
    let unit = Aabb { min: Vec3::new(0.0, 0.0, 0.0), max: Vec3::new(1.0, 1.0, 1.0) };
    let (a, b) = (tree.insert(unit, 0).unwrap(), tree.insert(unit, 1).unwrap());
    let mut cache = PairCache::<Value, _>::new();
    cache.get_or_insert((a, b)).0 = 7;
    tree.remove(b);
    let c = tree.insert(unit, 2).unwrap();
    assert_eq!(*cache.get_or_insert((a, c)), Value(0));
}
