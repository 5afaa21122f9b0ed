//! The cache of contacts of a scene: the contacts of a step, data that are carried, and manifolds that are kept.

use std::collections::BTreeMap;

use impinge::feature::Feature;
use impinge::persist::{ContactBodies, ContactCache, ContactCacheSettings};
use impinge::scene::{ObjectHandle, Scene, SceneManifold};
use impinge::{Cuboid, Dimension, HalfSpace, Pose, Real, Rectangle, Rotation, Vec2, Vec3};
use impinge_scenes::Rng;
use impinge_scenes::kinds::{Kinds, random};

/// Computes all manifolds in each step.
fn fresh<T>(margin: T) -> ContactCacheSettings<T> {
    ContactCacheSettings { margin, kept_motion: None }
}

/// Shapes of all kinds, near one another.
fn crowd<V: Kinds>(rng: &mut Rng, count: usize) -> (Scene<V>, Vec<ObjectHandle>) {
    let mut scene = Scene::new();
    let objects = (0..count).map(|i| {
        let shape = scene.add_shape(random::<V>(rng, i % V::KINDS));
        scene.add(shape, V::random_pose(rng, 3.0)).unwrap()
    });
    let objects = objects.collect();
    (scene, objects)
}

/// Whether a contact of the cache is that of a manifold, to the bit.
fn same<V: Dimension, D, E>(cache: &ContactCache<V, D, E>, i: usize, of: &SceneManifold<V>) -> bool {
    let (contact, details) = (&cache.contacts()[i], &cache.details()[i]);
    let placed = cache.placed(i, |_| unreachable!("its manifold is not kept"));
    let points = of.manifold.points();
    contact.pair() == (of.a, of.b)
        && details.pieces == (of.part_a, of.part_b, of.patch)
        && contact.count() == points.len()
        && contact.error() == of.manifold.error
        && placed.normal == of.manifold.normal
        && placed.signed_distance == of.manifold.signed_distance
        && points.iter().zip(&placed.points).all(|(p, q)| {
            (p.point_a, p.point_b, p.signed_distance) == (q.point_a, q.point_b, q.signed_distance)
        })
        && points.iter().zip(details.features()).all(|(p, q)| (p.feature_a, p.feature_b) == *q)
}

/// Random steps, compared with the manifolds of the scene and with lists of what began and ended.
fn as_all_manifolds<V: Kinds>(seed: u64) {
    let mut rng = Rng::new(seed);
    let (mut scene, objects) = crowd::<V>(&mut rng, 60);
    let mut cache = ContactCache::<V, [u32; 4], [u32; 4]>::new();
    // What the user wrote at points of contacts.
    let mut written = BTreeMap::new();
    let (mut began, mut ended, mut carried, mut next) = (0, 0, 0, 0);
    for round in 0..20 {
        let margin = V::Scalar::of([0.0, 0.125][round % 2]);
        for &object in objects.iter().step_by(1 + round % 3) {
            let small = V::random_pose(&mut rng, 0.02).translation();
            let pose = scene.pose(object).unwrap();
            let to = if rng.below(9) == 0 {
                V::random_pose(&mut rng, 3.0)
            } else {
                Pose::new(pose.translation() + small, pose.rotation())
            };
            scene.move_object(object, to).unwrap();
        }
        let before: Vec<_> = cache.contacts().iter().map(|contact| contact.pair()).collect();
        cache.update(&mut scene, &fresh(margin));
        let wanted = scene.manifolds(margin);
        assert_eq!(cache.contacts().len(), wanted.len());
        assert!((0..wanted.len()).all(|i| same(&cache, i, &wanted[i])), "round {round}");
        let now: Vec<_> = cache.contacts().iter().map(|contact| contact.pair()).collect();
        let new: Vec<_> = (0..now.len() as u32).filter(|&i| !before.contains(&now[i as usize])).collect();
        assert_eq!(cache.began(), new);
        assert!(
            cache.ended().map(|contact| contact.pair()).eq(before.into_iter().filter(|p| !now.contains(p)))
        );
        assert_eq!(cache.briefs().len(), now.len());
        assert!(cache.briefs().iter().zip(cache.contacts()).all(|(b, c)| b.pair == c.pair()));
        assert_eq!(cache.pairs().map(|range| range.len()).sum::<usize>(), now.len());
        (began, ended) = (began + new.len(), ended + cache.ended().count());
        // Data stay with the first old point of the same features.
        let mut writing = BTreeMap::new();
        for (contact, details) in cache.iter_mut() {
            let features = *details.features();
            for (i, &feature) in features.iter().enumerate().take(contact.count()) {
                let key = (contact.pair(), feature);
                assert_eq!(contact.data[i], written.get(&key).copied().unwrap_or(0), "round {round}");
                assert_eq!(details.data[i], contact.data[i]);
                carried += usize::from(contact.data[i] > 0);
                next += 1;
                (contact.data[i], details.data[i]) = (next, next);
                writing.entry(key).or_insert(next);
            }
        }
        written = writing;
    }
    assert!(began > 40 && ended > 30 && carried > 200, "{began} {ended} {carried}");
}

#[test]
fn contacts_are_those_of_the_scene() {
    as_all_manifolds::<Vec3<f64>>(1);
    as_all_manifolds::<Vec3<f32>>(2);
    as_all_manifolds::<Vec2<f64>>(3);
    as_all_manifolds::<Vec2<f32>>(4);
}

/// A box on a floor: small motions keep the manifold, whose points move with the box and stay within the error of the true ones.
fn rests<V: Kinds<Scalar = f64>>(scene: &mut Scene<V>, body: ObjectHandle) {
    let up = V::axis(V::DIM - 1);
    let mut cache = ContactCache::<V, [f64; 4]>::new();
    let settings = ContactCacheSettings::of_margin(0.04);
    let mut kept = 0;
    for step in 0..200 {
        let height = 0.995 + 0.0005 * f64::from(step % 4);
        let pose = Pose::new(up * height + V::axis(0) * (1e-3 * f64::from(step)), V::Rotation::IDENTITY);
        scene.move_object(body, pose).unwrap();
        cache.update(scene, &settings);
        let [contact] = cache.contacts() else { panic!("one contact") };
        assert_eq!(
            (contact.count(), cache.began().len()),
            (if V::DIM == 3 { 4 } else { 2 }, usize::from(step == 0))
        );
        assert!(cache.ended().next().is_none());
        assert!(contact.data[..contact.count()].iter().all(|&data| data == f64::from(step)));
        let placed = cache.placed(0, |body| {
            let pose = scene.pose(body).unwrap();
            (pose.translation(), pose.rotation())
        });
        assert!((placed.signed_distance - (height - 1.0)).abs() <= contact.error());
        assert!((placed.normal - up).norm() < 1e-12);
        kept += usize::from(contact.is_kept());
        for contact in cache.contacts_mut() {
            contact.data.iter_mut().for_each(|data| *data += 1.0);
        }
    }
    // It is kept for 0.01 of the way.
    assert!((150..195).contains(&kept), "{kept}");
    // They part.
    scene.move_object(body, Pose::new(up * 3.0, V::Rotation::IDENTITY)).unwrap();
    cache.update(scene, &settings);
    assert!(cache.contacts().is_empty() && cache.briefs().is_empty());
    assert!(cache.ended().map(|contact| contact.data[0]).eq([200.0]));
    cache.update(scene, &settings);
    assert_eq!(cache.ended().count(), 0);
}

#[test]
fn a_box_at_rest_keeps_its_manifold() {
    let mut scene = Scene::<Vec3<f64>>::new();
    let floor = scene.add_shape(HalfSpace::new([0.0, 0.0, 1.0], 0.0));
    let cube = scene.add_shape(Cuboid::new([1.0, 1.0, 1.0]));
    scene.add(floor, Pose::IDENTITY).unwrap();
    let body = scene.add(cube, Pose::IDENTITY).unwrap();
    rests(&mut scene, body);
    let mut scene = Scene::<Vec2<f64>>::new();
    let floor = scene.add_shape(Rectangle::new([9.0, 1.0]));
    let square = scene.add_shape(Rectangle::new([1.0, 1.0]));
    scene.add(floor, Pose::at([0.0, -1.0])).unwrap();
    let body = scene.add(square, Pose::IDENTITY).unwrap();
    rests(&mut scene, body);
}

/// Three cubes in a row, each touching the next.
fn row() -> (Scene<Vec3<f64>>, [ObjectHandle; 3]) {
    let mut scene = Scene::new();
    let cube = scene.add_shape(Cuboid::new([0.5, 0.5, 0.5]));
    let objects = [0.0, 1.0, 2.0].map(|x| scene.add(cube, Pose::at([x, 0.0, 0.0])).unwrap());
    (scene, objects)
}

/// A pair that is removed, ignored or forgotten ends, kept or not; another body in the place of the old one begins again.
#[test]
fn what_is_gone_is_not_kept() {
    let settings = ContactCacheSettings::of_margin(0.01);
    let (mut scene, [a, b, c]) = row();
    let mut cache = ContactCache::<Vec3<f64>, [u32; 4]>::new();
    let pairs = |cache: &ContactCache<Vec3<f64>, [u32; 4]>| -> Vec<_> {
        cache.contacts().iter().map(|contact| contact.pair()).collect()
    };
    cache.update(&mut scene, &settings);
    assert_eq!(pairs(&cache), [(a, b), (b, c)]);
    cache.contacts_mut().iter_mut().for_each(|contact| contact.data = [7; 4]);
    cache.update(&mut scene, &settings);
    assert!(cache.contacts().iter().all(|contact| contact.is_kept() && contact.data == [7; 4]));

    scene.ignore_pair(a, b).unwrap();
    cache.update(&mut scene, &settings);
    assert_eq!(pairs(&cache), [(b, c)]);
    assert!(cache.ended().map(|contact| contact.pair()).eq([(a, b)]));
    scene.watch_pair(a, b).unwrap();
    cache.update(&mut scene, &settings);
    assert_eq!((pairs(&cache), cache.began()), (vec![(a, b), (b, c)], &[0][..]));
    assert_eq!((cache.contacts()[0].data, cache.contacts()[1].data), ([0; 4], [7; 4]));

    let mut copy = ContactCache::new();
    copy.copy(&cache);
    cache.forget(c);
    assert_eq!((pairs(&cache), pairs(&copy).len()), (vec![(a, b)], 2));
    assert_eq!((cache.details().len(), cache.began().len(), cache.ended().count()), (1, 0, 0));

    scene.remove(c).unwrap();
    let cube = scene.shape_of(b).unwrap().clone();
    let cube = scene.add_shape(cube);
    let new = scene.add(cube, Pose::at([2.0, 0.0, 0.0])).unwrap();
    assert_eq!(new.index(), c.index());
    copy.update(&mut scene, &settings);
    assert_eq!(pairs(&copy), [(a, b), (b, new)]);
    assert_eq!((copy.began(), copy.contacts()[1].data), (&[1][..], [0; 4]));
    assert!(copy.ended().map(|contact| (contact.pair(), contact.data)).eq([((b, c), [7; 4])]));
}

/// Bodies of a program: one pair is not wanted, and the contacts of one body come from the program.
struct Mine {
    unwanted: (ObjectHandle, ObjectHandle),
    pairs: Vec<(ObjectHandle, ObjectHandle)>,
    found: Vec<SceneManifold<Vec3<f64>>>,
    kept: usize,
}

impl ContactBodies<Vec3<f64>> for Mine {
    fn frame(&self, scene: &Scene<Vec3<f64>>, body: ObjectHandle) -> (Vec3<f64>, impinge::Rot3<f64>) {
        ().frame(scene, body)
    }
    fn reach(&self, scene: &Scene<Vec3<f64>>, body: ObjectHandle) -> f64 {
        ().reach(scene, body)
    }
    fn is_wanted(&self, a: ObjectHandle, b: ObjectHandle) -> bool {
        (a, b) != self.unwanted
    }
    fn find(&mut self, _: &Scene<Vec3<f64>>, kept: &[(ObjectHandle, ObjectHandle)]) {
        self.kept = kept.len();
    }
    fn pairs(&self) -> &[(ObjectHandle, ObjectHandle)] {
        &self.pairs
    }
    fn lists(&self) -> usize {
        1
    }
    fn found(&self, _: usize) -> &[SceneManifold<Vec3<f64>>] {
        &self.found
    }
}

#[test]
fn a_program_has_its_own_contacts() {
    let (mut scene, [a, b, c]) = row();
    let all = scene.manifolds(0.0).to_vec();
    let settings = ContactCacheSettings::of_margin(0.01);
    let mut cache = ContactCache::<Vec3<f64>>::new();
    let mut mine = Mine { unwanted: (a, b), pairs: vec![], found: vec![], kept: 0 };
    cache.update_with(&mut scene, &mut mine, &settings);
    assert!(cache.contacts().iter().map(|contact| contact.pair()).eq([(b, c)]));
    // The pair that it found itself is not computed again.
    let mut found = all[0].clone();
    found.patch = 3;
    mine = Mine { unwanted: (a, c), pairs: vec![(a, b)], found: vec![found], kept: 9 };
    cache.update_with(&mut scene, &mut mine, &settings);
    assert!(cache.contacts().iter().map(|contact| contact.pair()).eq([(a, b), (b, c)]));
    assert_eq!((mine.kept, cache.details()[0].pieces, cache.began()), (1, (None, None, 3), &[0][..]));
    assert!(matches!(
        cache.details()[0].features()[0],
        (Feature::Vertex(_) | Feature::Edge(_) | Feature::Face(_), _)
    ));
}

/// Any number of threads: the same contacts, kept and new.
#[cfg(feature = "parallel")]
#[test]
fn threads_change_no_contact() {
    let run = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            let mut scene = Scene::<Vec3<f64>>::new();
            let cube = scene.add_shape(Cuboid::new([0.5, 0.5, 0.5]));
            let objects: Vec<_> = (0..1000_u16)
                .map(|i| {
                    let at = [i % 10, i / 10 % 10, i / 100].map(f64::from);
                    scene.add(cube, Pose::at(at)).unwrap()
                })
                .collect();
            let mut cache = ContactCache::<Vec3<f64>, [u32; 4]>::new();
            let mut text = String::new();
            for step in 0..4 {
                for &object in objects[step..].iter().step_by(7) {
                    let at = scene.pose(object).unwrap().translation();
                    scene.move_object(object, Pose::at(at + Vec3::splat(0.004))).unwrap();
                }
                cache.update(&mut scene, &ContactCacheSettings::of_margin(0.02));
                cache.contacts_mut().iter_mut().for_each(|contact| contact.data[0] += 1);
                text += &format!("{:?} {:?} {:?}", cache.contacts(), cache.details(), cache.began());
                text += &format!("{:?}", cache.ended().collect::<Vec<_>>());
            }
            text
        })
    };
    let one = run(1);
    assert!(one.contains("is_kept: true") && one.contains("is_kept: false") && one.len() > 100_000);
    assert!(one == run(2) && one == run(3));
}
