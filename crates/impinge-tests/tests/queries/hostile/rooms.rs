//! Many boxes, many bodies, many steps: the broad phase, scenes, and contacts that are kept.

use super::Net;
use super::bodies::{forms, forms2, planars, poses, poses2, solids};
use super::numbers::{all, flat, wild};
use impinge::body::AnyBody;
use impinge::broad::{
    AabbTree, AxialBsp, Frontier, SweepAndPrune, all_pairs, check_box, gap, near, ray_enters,
};
use impinge::persist::{ContactCache, ContactCacheSettings, Persistence, Persistent};
use impinge::scene::{Layers, NearestSearch, Scene, SceneSlideSettings, SlideMemory};
use impinge::*;
use impinge_scenes::Rng;

pub const COVERS: &[&str] = &[
    "broad::all_pairs",
    "broad::check_box",
    "broad::gap",
    "broad::near",
    "broad::ray_enters",
    "broad::Frontier",
    "AxialBsp::from_boxes",
    "AxialBsp::each_in_box",
    "AxialBsp::each_pair",
    "AxialBsp::pairs_into",
    "AxialBsp::each_on_ray",
    "SweepAndPrune::insert",
    "SweepAndPrune::remove",
    "SweepAndPrune::set",
    "SweepAndPrune::aabb",
    "SweepAndPrune::key",
    "SweepAndPrune::each_pair",
    "SweepAndPrune::pairs_into",
    "AabbTree::insert",
    "AabbTree::remove",
    "AabbTree::set",
    "AabbTree::update",
    "AabbTree::each_pair_kept",
    "AabbTree::with_slack",
    "AabbTree::from_boxes",
    "AabbTree::extend",
    "AabbTree::aabb",
    "AabbTree::key",
    "AabbTree::each_pair",
    "AabbTree::pairs_into",
    "AabbTree::tasks",
    "AabbTree::tasks_into",
    "AabbTree::each_pair_of",
    "AabbTree::each_in_box",
    "AabbTree::each_while_in_box",
    "AabbTree::each_on_ray",
    "AabbTree::each_by_distance",
    "Aabb::around",
    "Aabb::of_points",
    "Aabb::overlaps",
    "Aabb::contains",
    "Aabb::union",
    "Aabb::grown",
    "ContactCache::copy",
    "ContactCache::fits",
    "ContactCache::forget",
    "ContactCache::placed",
    "ContactCache::retain",
    "ContactCache::update",
    "ContactCache::update_with",
    "ContactCacheSettings::of_margin",
    "Persistence::of_size",
    "Persistent::update",
    "Persistent::update_points",
    "PersistentContact::drift",
    "Scene::distance_between",
    "Scene::contact_between",
    "Scene::nearest",
    "Scene::nearest_into",
    "Scene::touching",
    "Scene::touching_into",
    "Scene::ray_cast",
    "Scene::ray_cast_within",
    "Scene::each_in_box",
    "Scene::ray_casts",
    "Scene::ray_casts_into",
    "Scene::casts",
    "Scene::casts_into",
    "Scene::cast",
    "Scene::contacts",
    "Scene::nearest_pair",
    "Scene::nearest_pair_with",
    "Scene::manifolds",
    "Scene::with_settings",
    "Scene::add_shape",
    "Scene::remove_shape",
    "Scene::shape",
    "Scene::add",
    "Scene::remove",
    "Scene::move_object",
    "Scene::pose",
    "Scene::shape_of",
    "Scene::placed",
    "Scene::convex",
    "Scene::contains",
    "Scene::each_on_layers",
    "Scene::each_on_ray",
    "Scene::set_shape",
    "Scene::set_layers",
    "Scene::layers",
    "Scene::set_user_data",
    "Scene::user_data",
    "Scene::ignore_pair",
    "Scene::watch_pair",
    "Scene::is_ignored",
    "Scene::slide",
    "scene::SceneSlideSettings",
    "scene::SlideMemory",
    "scene::NearestSearch",
    "Layers::meet",
];

fn boxes<V: Vector>(wild: &[V], rounds: usize, seed: u64) {
    let (mut net, mut rng) = (Net::default(), Rng::new(seed));
    let numbers = all::<V::Scalar>();
    for _ in 0..rounds {
        let some = |rng: &mut Rng| wild[rng.below(wild.len())];
        let list: Vec<Aabb<V>> = (0..12)
            .map(|_| {
                let (a, b) = (some(&mut rng), some(&mut rng));
                if rng.below(4) == 0 {
                    Aabb { min: a, max: b }
                } else {
                    Aabb { min: a.min(b), max: a.max(b) }
                }
            })
            .collect();
        let (p, d, odd) = (some(&mut rng), some(&mut rng), numbers[rng.below(numbers.len())]);
        let told = |what: &'static str| {
            let list = &list;
            move || format!("{what} of {list:?}, {p:?}, {d:?}, {odd:?}")
        };
        let good: Vec<Aabb<V>> = list.iter().copied().filter(|aabb| check_box(aabb).is_ok()).collect();
        let first = list[0];
        net.returns(told("all_pairs"), || all_pairs(&good, odd, |_, _| {}));
        net.returns(told("gap"), || (gap(&list[0], &list[1]), near(&list[0], &list[1], odd)));
        net.returns(told("ray_enters"), || ray_enters(&first, p, d, odd));
        net.returns(told("Aabb"), || {
            let around = Aabb::around(p, d).union(&first).grown(odd);
            (around.overlaps(&first), around.contains(p), Aabb::of_points([p, d]))
        });
        if let Some(bsp) = net.try_make(told("AxialBsp"), || AxialBsp::from_boxes(&good)) {
            let mut pairs = Vec::new();
            net.returns(told("bsp"), || bsp.each_in_box(&first, |_| {}));
            net.returns(told("bsp"), || bsp.each_pair(odd, |_, _| {}));
            net.returns(told("bsp"), || bsp.pairs_into(odd, &mut pairs));
            net.returns(told("bsp"), || bsp.each_on_ray(p, d, odd, |_, t| t));
        }
        net.try_make(told("AxialBsp"), || AxialBsp::from_boxes(&list));
        net.try_make(told("AabbTree"), || AabbTree::from_boxes(&list));
        let mut tree = AabbTree::with_slack(odd);
        let mut sweep = SweepAndPrune::new();
        let mut leaves = Vec::new();
        for (key, aabb) in (0..).zip(&list) {
            let leaf = net.try_make(told("insert"), || tree.insert(*aabb, key));
            let other = net.try_make(told("insert"), || sweep.insert(*aabb, key));
            leaves.extend(leaf.zip(other));
        }
        net.try_make(told("extend"), || tree.extend(list.iter().map(|&aabb| (aabb, 3))));
        for &(leaf, other) in &leaves {
            net.try_make(told("set"), || tree.set(leaf, list[rng.below(12)]));
            net.try_make(told("set"), || sweep.set(other, list[rng.below(12)]));
            net.returns(told("aabb"), || {
                (tree.aabb(leaf), tree.key(leaf), sweep.aabb(other), sweep.key(other))
            });
        }
        net.try_make(told("update"), || tree.update(leaves.iter().map(|&(leaf, _)| (leaf, first))));
        let mut pairs = Vec::new();
        net.returns(told("each_pair"), || tree.each_pair(odd, |_, _| {}));
        net.returns(told("pairs_into"), || tree.pairs_into(odd, &mut pairs));
        net.returns(told("each_pair_kept"), || tree.each_pair_kept(odd, odd, |_, _| {}));
        let mut tasks = Vec::new();
        net.returns(told("tasks"), || {
            tree.tasks_into(3, odd, &mut tasks);
            tree.tasks(0, odd)
                .into_iter()
                .chain(tasks)
                .for_each(|task| tree.each_pair_of(task, odd, |_, _| {}));
        });
        net.returns(told("each_in_box"), || tree.each_in_box(&first, |_| {}));
        net.returns(told("each_while_in_box"), || tree.each_while_in_box(&first, |_| true));
        net.returns(told("each_on_ray"), || tree.each_on_ray(p, d, odd, |_, t| t));
        net.returns(told("each_by_distance"), || {
            tree.each_by_distance(&first, &mut Frontier::new(), |_| odd)
        });
        net.returns(told("each_pair"), || sweep.each_pair(odd, |_, _| {}));
        net.returns(told("pairs_into"), || sweep.pairs_into(odd, &mut pairs));
        for (leaf, other) in leaves {
            net.returns(told("remove"), || (tree.remove(leaf), tree.remove(leaf), sweep.remove(other)));
        }
    }
    net.done(50 * rounds);
}

#[test]
fn boxes_are_taken_or_refused() {
    fn check<T: Real>(seed: u64) {
        boxes::<Vec3<T>>(&wild(), 150, seed);
        boxes::<Vec2<T>>(&wild().into_iter().map(flat).collect::<Vec<_>>(), 100, seed);
    }
    check::<f32>(371);
    check::<f64>(372);
}

/// A scene of a few bodies, moved and asked about.
fn scenes<V: Dimension + impinge::study::climb::Tangents>(
    bodies: &[(String, AnyBody<V>)],
    shapes: &[(String, V::Any)],
    poses: &[Pose<V>],
    wild: &[V],
    rounds: usize,
    seed: u64,
) {
    let (mut net, mut rng) = (Net::default(), Rng::new(seed));
    let numbers = all::<V::Scalar>();
    for _ in 0..rounds {
        let odd = numbers[rng.below(numbers.len())];
        let wide = odd.f64();
        let settings = Settings { gap: Some(wide), margin: None };
        let mut scene = if rng.below(2) == 0 { Scene::with_settings(settings) } else { Scene::new() };
        let mut names = String::new();
        let (mut handles, mut objects) = (Vec::new(), Vec::new());
        for _ in 0..6 {
            let (name, body) = &bodies[rng.below(bodies.len())];
            let pose = poses[rng.below(poses.len())];
            names += &format!("{name} at {pose:?}, ");
            let shape = scene.add_shape(body.clone());
            handles.push(shape);
            objects.extend(net.try_make(|| names.clone(), || scene.add(shape, pose)));
        }
        let names = names;
        let told = |what: &'static str| {
            let names = &names;
            move || format!("{what}, {odd:?}: {names}")
        };
        let [p, q] = [(); 2].map(|()| poses[rng.below(poses.len())]);
        let some = |rng: &mut Rng| wild[rng.below(wild.len())];
        let by = some(&mut rng);
        let ray = loop {
            if let Ok(ray) = Ray::try_new(some(&mut rng), some(&mut rng)) {
                break ray;
            }
        };
        let player = &shapes[rng.below(shapes.len())].1;
        let mut kept = ContactCache::<V, [u32; 4]>::new();
        for step in 0..2 {
            for &a in &objects {
                net.ask(told("pose"), || {
                    assert!(scene.contains(a));
                    assert!(scene.pose(a).is_ok() && scene.shape_of(a).is_ok() && scene.placed(a).is_ok());
                    (
                        scene.convex(a).is_ok(),
                        scene.layers(a).is_ok(),
                        scene.user_data(a),
                        scene.shape(handles[0]).is_ok(),
                    )
                });
                let b = objects[rng.below(objects.len())];
                net.ask(told("distance_between"), || scene.distance_between(a, b));
                net.ask(told("contact_between"), || scene.contact_between(a, b));
                net.ask(told("nearest"), || scene.nearest(a, 3));
                net.ask(told("each_in_box"), || scene.each_in_box(a, &Aabb { min: by, max: -by }, |_| {}));
            }
            let mut search = NearestSearch::default();
            let other = rng.below(handles.len());
            if let Some((&a, rest)) = objects.split_first() {
                net.ask(told("nearest_into"), || scene.nearest_into(a, usize::MAX, &mut search));
                net.ask(told("nearest_pair"), || scene.nearest_pair(&[a], rest));
                net.ask(told("nearest_pair_with"), || scene.nearest_pair_with(rest, &[a, a], &mut search));
                let moves: Vec<(_, Motion<V>)> = vec![(a, Motion::between(&p, &q))];
                let of_cast = CastSettings { separation: wide, tolerance: Some(wide), max_steps: 30 };
                net.ask(told("cast"), || {
                    scene.cast(&moves, &CastSettings { max_steps: 60, ..Default::default() })
                });
                net.ask(told("casts"), || scene.casts(&moves, &of_cast));
                let mut found = Vec::new();
                net.ask(told("casts_into"), || scene.casts_into(&moves, &of_cast, &mut found));
                net.ask(told("ignore_pair"), || scene.ignore_pair(a, rest.first().copied().unwrap_or(a)));
                net.ask(told("is_ignored"), || scene.is_ignored(a, a));
                net.ask(told("watch_pair"), || scene.watch_pair(a, rest.first().copied().unwrap_or(a)));
                net.ask(told("set_layers"), || {
                    scene.set_layers(a, if step == 0 { Layers::ALL } else { Layers::NONE })
                });
                net.ask(told("set_shape"), || scene.set_shape(a, handles[other]));
                net.ask(told("set_user_data"), || scene.set_user_data(a, u64::MAX));
                net.holds(told("layers"), Layers::ALL.meet(&Layers::ALL) && !Layers::NONE.meet(&Layers::ALL));
            }
            net.ask(told("contacts"), || scene.contacts(odd).len());
            net.ask(told("contacts"), || scene.contacts(V::Scalar::ZERO).to_vec());
            net.ask(told("manifolds"), || scene.manifolds(V::Scalar::ZERO).to_vec());
            net.ask(told("manifolds"), || scene.manifolds(odd).len());
            let settings =
                [ContactCacheSettings::of_margin(odd), ContactCacheSettings::of_margin(V::Scalar::ZERO)];
            for settings in settings {
                net.ask(told("update"), || {
                    kept.update(&mut scene, &settings);
                    let places = scene.places();
                    assert!(kept.fits(places) && (kept.contacts().is_empty() || !kept.fits(0)));
                    (kept.contacts().len(), kept.began().len(), kept.ended().count())
                });
                net.ask(told("update_with"), || kept.update_with(&mut scene, &mut (), &settings));
                net.ask(told("placed"), || {
                    let frame = |at: &Pose<V>| (at.translation(), at.rotation());
                    let at = |object| scene.pose(object).map_or((V::ZERO, V::Rotation::IDENTITY), frame);
                    (0..kept.contacts().len()).map(|i| kept.placed(i, at)).collect::<Vec<_>>()
                });
            }
            net.ask(told("copy"), || {
                let mut copy = ContactCache::new();
                copy.copy(&kept);
                copy.retain(|i| i % 2 == 0);
                assert_eq!(copy.contacts().len(), kept.contacts().len().div_ceil(2));
                objects.iter().for_each(|&object| copy.forget(object));
                copy.contacts().len()
            });
            net.ask(told("touching"), || scene.touching(player, &p, V::Scalar::ZERO));
            let mut found = Vec::new();
            net.ask(told("touching_into"), || scene.touching_into(player, &q, odd, Layers::ALL, &mut found));
            net.finite(told("ray_cast"), || scene.ray_cast(&ray));
            net.finite(told("ray_cast_within"), || scene.ray_cast_within(&ray, odd, Layers::ALL));
            net.ask(told("ray_casts"), || scene.ray_casts(&[ray, ray]));
            net.returns(told("each_on_ray"), || {
                scene.each_on_ray(&ray, odd, Layers::ALL, |hit| hit.hit.distance)
            });
            let room = Aabb { min: by, max: -by };
            net.returns(told("each_on_layers"), || scene.each_on_layers(Layers::ALL, &room, |_| {}));
            let mut found = Vec::new();
            net.ask(told("ray_casts_into"), || scene.ray_casts_into(&[ray], odd, Layers::NONE, &mut found));
            let plain = SceneSlideSettings::default();
            let mut memory = SlideMemory::new();
            net.ask(told("slide"), || scene.slide(player, &p, by, &plain, &mut memory));
            let of_slide = SceneSlideSettings {
                up: by,
                step: odd,
                slope: odd,
                clearance: Some(odd),
                free: odd,
                ..plain
            };
            net.ask(told("slide"), || scene.slide(player, &q, by, &of_slide, &mut memory));
            for &a in &objects {
                let pose = poses[rng.below(poses.len())];
                net.try_make(told("move_object"), || scene.move_object(a, pose));
            }
        }
        for a in objects {
            net.try_make(told("remove"), || scene.remove(a));
        }
        for shape in handles {
            net.try_make(told("remove_shape"), || scene.remove_shape(shape));
        }
    }
    net.done(60 * rounds);
}

#[test]
fn scenes_of_space_are_answered_about() {
    fn check<T: Real>(seed: u64) {
        // Maps have tests of their own.
        let mut bodies = forms::<T>();
        bodies.retain(|(_, body)| !matches!(body, AnyBody::Map(_)));
        bodies.extend(solids().into_iter().step_by(5).map(|(name, shape)| (name, shape.into())));
        scenes(&bodies, &solids(), &poses(), &wild(), 30, seed);
    }
    check::<f32>(373);
    check::<f64>(374);
}

#[test]
fn scenes_of_the_plane_are_answered_about() {
    fn check<T: Real>(seed: u64) {
        let mut bodies = forms2::<T>();
        bodies.extend(planars().into_iter().step_by(2).map(|(name, shape)| (name, shape.into())));
        let wild: Vec<Vec2<T>> = wild().into_iter().map(flat).collect();
        scenes(&bodies, &planars(), &poses2(), &wild, 40, seed);
    }
    check::<f32>(375);
    check::<f64>(376);
}

#[test]
fn contacts_are_kept_from_step_to_step() {
    fn check<T: Real>(seed: u64) {
        let (mut net, mut rng) = (Net::default(), Rng::new(seed));
        let (shapes, poses, numbers) = (solids::<T>(), poses::<T>(), all::<T>());
        let mut all = [(); 16].map(|()| Persistent::<Vec3<T>, ()>::new());
        for _ in 0..300 {
            let [(name_a, a), (name_b, b)] = [(); 2].map(|()| &shapes[rng.below(shapes.len())]);
            let [p, q] = [(); 2].map(|()| poses[rng.below(poses.len())]);
            let odd = numbers[rng.below(numbers.len())];
            let told = || format!("{name_a} at {p:?}, {name_b} at {q:?}, {odd:?}");
            let found = manifold(&a.at(p), &b.at(q));
            let settings = Persistence::of_size(odd);
            let kept = &mut all[rng.below(16)];
            net.ask(told, || {
                kept.update(&found, &p, &q, &settings);
                kept.contacts()
                    .iter()
                    .map(|contact| (contact.point, contact.drift(&p, &q)))
                    .collect::<Vec<_>>()
            });
            net.ask(told, || {
                kept.update_points(found.normal, found.points(), &q, &p, &Persistence::of_size(T::ONE));
                kept.contacts().len()
            });
            if rng.below(20) == 0 {
                kept.reset();
                net.holds(told, kept.contacts().is_empty() && kept.normal().is_none());
            }
        }
        net.done(600);
    }
    check::<f32>(377);
    check::<f64>(378);
}
