//! Groups, manifolds and batches of scenes with bodies of any form, against one query at a time: the same answers, to the bit.

use impinge::manifolds::ManifoldSettings;
use impinge::nonconvex::{PieceContact, contacts_into};
use impinge::scene::{Layers, NearPair, NearestSearch, ObjectHandle, Scene, SceneError, SceneManifold};
use impinge::*;
use impinge_scenes::Rng;

use super::bodies::{pose, scene};

/// A scene of all forms in which some pairs are ignored and some objects are on layers of their own.
pub fn filtered<T: Real>(rng: &mut Rng, count: usize, range: f64) -> (Scene<Vec3<T>>, Vec<ObjectHandle>) {
    let (mut scene, objects) = scene::<T>(rng, count, range);
    for (i, &object) in objects.iter().enumerate() {
        if i % 7 == 3 {
            scene.set_layers(object, Layers { member: 2, sees: !2 }).unwrap();
        }
        if let (0, Some(near)) = (i % 5, scene.nearest(object, 1).unwrap().first()) {
            scene.ignore_pair(object, near.object).unwrap();
        }
    }
    (scene, objects)
}

/// The nearest pair by asking about all.
fn of_all_pairs<T: Real>(
    scene: &Scene<Vec3<T>>,
    group_a: &[ObjectHandle],
    group_b: &[ObjectHandle],
) -> Option<NearPair<Vec3<T>>> {
    let mut best: Option<NearPair<Vec3<T>>> = None;
    for (&a, &b) in group_a.iter().flat_map(|a| group_b.iter().map(move |b| (a, b))) {
        let meet = scene.layers(a).unwrap().meet(&scene.layers(b).unwrap());
        if a == b || !meet || scene.is_ignored(a, b).unwrap() {
            continue;
        }
        let distance = scene.distance_between(a, b).unwrap();
        let key = (distance.distance, a, b);
        if best.is_none_or(|best| key < (best.distance.distance, best.a, best.b)) {
            best = Some(NearPair { a, b, distance });
        }
    }
    best
}

fn groups<T: Real>(range: f64) {
    let mut rng = Rng::new(41);
    let (scene, objects) = filtered::<T>(&mut rng, 120, range);
    let mut search = NearestSearch::default();
    let (mut apart, mut overlap) = (0, 0);
    for round in 0..60 {
        // The floor is in none: it is near to everything.
        let mut group = |least: usize, most: usize| -> Vec<ObjectHandle> {
            (0..least + rng.below(most - least)).map(|_| objects[1 + rng.below(objects.len() - 1)]).collect()
        };
        let (a, b) = if round % 2 == 0 { (group(1, 9), group(1, 9)) } else { (group(1, 3), group(20, 60)) };
        let wanted = of_all_pairs(&scene, &a, &b);
        assert_eq!(scene.nearest_pair_with(&a, &b, &mut search).unwrap(), wanted);
        if round % 8 == 0 {
            assert_eq!(scene.nearest_pair(&a, &b).unwrap(), wanted);
        }
        if let Some(pair) = wanted {
            *(if pair.distance.distance > T::ZERO { &mut apart } else { &mut overlap }) += 1;
        }
        // An object and all others, which is what `nearest` answers.
        let one = &objects[1 + round..2 + round];
        let nearest = scene.nearest(one[0], 1).unwrap();
        let all = scene.nearest_pair_with(one, &objects, &mut search).unwrap();
        assert_eq!(all.map(|p| (p.b, p.distance)), nearest.first().map(|n| (n.object, n.distance)));
    }
    assert!(apart > 15 && overlap > 2, "{apart} apart, {overlap} overlap");
    // No pair, and handles that are stale.
    assert_eq!(scene.nearest_pair(&objects[4..5], &objects[4..5]), Ok(None));
    assert_eq!(scene.nearest_pair(&[], &objects), Ok(None));
    assert_eq!(scene.nearest_pair(&objects, &[]), Ok(None));
    let (mut scene, gone) = (scene, objects[9]);
    scene.remove(gone).unwrap();
    let stale = Err(SceneError::StaleObject(gone));
    assert_eq!(scene.nearest_pair(&[gone], &objects[..3]), stale);
    assert_eq!(scene.nearest_pair_with(&objects[..3], &[gone], &mut search), stale);
    assert!(scene.nearest_pair_with(&objects[..3], &objects[4..6], &mut search).unwrap().is_some());
}

#[test]
fn the_nearest_pair_of_groups_is_that_of_all_pairs() {
    groups::<f64>(6.0);
    groups::<f32>(6.0);
}

/// Comparable form of a manifold: all of it, as written.
fn text<T: Real>(found: &[SceneManifold<Vec3<T>>]) -> Vec<String> {
    found.iter().map(|m| format!("{m:?}")).collect()
}

/// Manifolds of all contacts, one pair at a time, by the functions for pairs.
fn manifolds_of_contacts(scene: &mut Scene<Vec3<f64>>, margin: f64) -> Vec<SceneManifold<Vec3<f64>>> {
    let settings = ManifoldSettings { margin, ..ManifoldSettings::default() };
    let (mut wanted, mut pieces) = (Vec::new(), Vec::new());
    for pair in scene.contacts(margin).to_vec() {
        let (a, b) = (pair.a, pair.b);
        if let (Ok(convex_a), Ok(convex_b)) = (scene.convex(a), scene.convex(b)) {
            let manifold = manifold_with(&convex_a, &convex_b, &settings);
            wanted.push(SceneManifold { a, b, part_a: None, part_b: None, patch: 0, manifold });
            continue;
        }
        let (placed_a, placed_b) = (scene.placed(a).unwrap(), scene.placed(b).unwrap());
        contacts_into(&placed_a, &placed_b, &settings, &mut pieces);
        for PieceContact { part_a, part_b, patch, manifold } in pieces.drain(..) {
            wanted.push(SceneManifold { a, b, part_a, part_b, patch, manifold });
        }
    }
    wanted
}

/// After any moves, with any margin, whatever was kept; and whether contacts were queried in between or not.
#[test]
fn manifolds_are_those_of_all_contacts() {
    let mut rng = Rng::new(42);
    let (mut scene, mut objects) = filtered::<f64>(&mut rng, 110, 3.25);
    let mut counts = [0, 0, 0];
    for (round, margin) in [0.0, 0.125, 0.125, 0.125, 0.0, 0.0, -0.0625].into_iter().enumerate() {
        // None, some, one, a few with one removed and one added.
        for &object in objects.iter().skip(1).step_by([200, 3, 200, 7][round % 4]) {
            scene.move_object(object, pose(&mut rng, 3.25)).unwrap();
        }
        if round % 4 == 3 {
            let place = scene.placed(objects[7]).map(|placed| *placed.pose()).unwrap();
            scene.remove(objects.swap_remove(5)).unwrap();
            let cube = scene.add_shape(Cuboid::new([0.5, 0.5, 0.5]));
            objects.push(scene.add(cube, place).unwrap());
            scene.contacts(0.5);
        }
        let found = scene.manifolds(margin).to_vec();
        let wanted = manifolds_of_contacts(&mut scene, margin);
        assert_eq!(text(&found), text(&wanted), "round {round}");
        assert_eq!(text(scene.manifolds(margin)), text(&wanted), "round {round}");
        for each in &found {
            assert!(!each.manifold.points().is_empty());
            counts[usize::from(each.part_a.is_some()) + usize::from(each.part_b.is_some())] += 1;
        }
    }
    assert!(counts[0] > 40 && counts[1] > 500 && counts[2] > 500, "{counts:?}");
    assert!(scene.manifolds(f64::NAN).is_empty() && !scene.manifolds(0.0).is_empty());
}

/// Objects, each with a motion.
type Moving<T> = Vec<(ObjectHandle, Motion<Vec3<T>>)>;

/// Rays and motions of some objects.
pub fn questions<T: Real>(
    rng: &mut Rng,
    scene: &Scene<Vec3<T>>,
    objects: &[ObjectHandle],
) -> (Vec<Ray<Vec3<T>>>, Moving<T>) {
    let rays = (0..150).map(|_| {
        let (from, to) = (pose::<T>(rng, 6.0).translation(), pose::<T>(rng, 4.0).translation());
        Ray::new(from, to - from)
    });
    let rays = rays.collect();
    let moving = objects
        .iter()
        .skip(2)
        .take(24)
        .map(|&object| (object, Motion::between(scene.pose(object).unwrap(), &pose(rng, 4.0))));
    (rays, moving.collect())
}

#[test]
fn batches_of_a_scene_answer_as_single_questions_do() {
    let mut rng = Rng::new(43);
    let (scene, objects) = filtered::<f64>(&mut rng, 60, 5.0);
    let (rays, moving) = questions(&mut rng, &scene, &objects);
    let layers = Layers { member: 2, sees: 2 };
    let mut hits = Vec::new();
    scene.ray_casts_into(&rays, 3.0, layers, &mut hits);
    let (mut met, mut limited) = (0, 0);
    for ((ray, hit), all) in rays.iter().zip(&hits).zip(scene.ray_casts(&rays)) {
        assert_eq!(*hit, scene.ray_cast_within(ray, 3.0, layers));
        assert_eq!(all, scene.ray_cast(ray));
        (met, limited) = (met + usize::from(all.is_some()), limited + usize::from(hit.is_some()));
    }
    assert!(met > 70 && limited > 0 && limited < met, "{met} {limited}");
    let settings = CastSettings::default();
    let found = scene.casts(&moving, &settings).unwrap();
    let mut impacts = [0, 0];
    for (each, first) in moving.iter().zip(&found) {
        assert_eq!(*first, scene.cast(&[*each], &settings).unwrap());
        if let Some(first) = first {
            assert!(first.a == each.0 || first.b == each.0);
            impacts[usize::from(first.impact.at_start)] += 1;
        }
    }
    assert!(impacts.iter().all(|&n| n > 0), "{impacts:?}");
    // A duplicate is not an error here, a stale one is.
    let (mut scene, mut found) = (scene, Vec::new());
    scene.casts_into(&[moving[0], moving[0]], &settings, &mut found).unwrap();
    assert_eq!(found[0], found[1]);
    scene.remove(moving[1].0).unwrap();
    assert!(scene.casts_into(&moving, &settings, &mut found).is_err() && found.is_empty());
}

#[test]
fn user_data_stays_with_its_object_and_changes_no_answer() {
    let mut rng = Rng::new(44);
    let (mut scene, objects) = scene::<f64>(&mut rng, 20, 3.0);
    assert!(objects.iter().all(|&object| scene.user_data(object) == Ok(0)));
    let before = scene.contacts(0.125).to_vec();
    for (data, &object) in (u64::MAX - 9..).zip(&objects[..8]) {
        scene.set_user_data(object, data).unwrap();
    }
    assert_eq!(scene.contacts(0.125), before);
    assert_eq!(scene.user_data(objects[3]), Ok(u64::MAX - 6));
    scene.remove(objects[3]).unwrap();
    let stale = SceneError::StaleObject(objects[3]);
    assert_eq!(scene.user_data(objects[3]), Err(stale.clone()));
    assert_eq!(scene.set_user_data(objects[3], 1), Err(stale));
    // The place is used again, what was kept there is not.
    let ball = scene.add_shape(Sphere::new(1.0));
    let new = scene.add(ball, Pose::IDENTITY).unwrap();
    assert_eq!((new.index(), scene.user_data(new)), (objects[3].index(), Ok(0)));
}

/// Contacts, manifolds, rays and casts in pools of one, two and three threads.
#[cfg(feature = "parallel")]
#[test]
fn threads_change_no_manifold_ray_or_cast() {
    let run = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            let mut rng = Rng::new(45);
            let (mut scene, objects) = filtered::<f64>(&mut rng, 90, 3.5);
            let first = text(scene.manifolds(0.125));
            for &object in objects[2..].iter().step_by(6) {
                scene.move_object(object, pose(&mut rng, 3.5)).unwrap();
            }
            let second = text(scene.manifolds(0.125));
            let (rays, moving) = questions(&mut rng, &scene, &objects);
            (first, second, scene.ray_casts(&rays), scene.casts(&moving[..4], &CastSettings::default()))
        })
    };
    let one = run(1);
    assert!(one.0.len() > 100 && one.0 != one.1, "{}", one.0.len());
    assert!(one == run(2) && one == run(3));
}
