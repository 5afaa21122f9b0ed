//! A query does not allocate: every one of them under an allocator that counts.
//!
//! The certified search, which answers where GJK and EPA cannot prove theirs, kept its cells in lists that grew. So the
//! promise was broken in the pairs that nobody looks at: those that just touch. The pairs here are chosen so that some go
//! there, and the test asserts that they do.
//!
//! **Exceptions**, each stated where it is documented:
//!
//! - `features` and `manifold` where a flat face has more than 16 corners;
//! - building (shapes, meshes, scenes), and calls that return a list of their own (`Scene::nearest`, `Scene::touching`), and
//!   `Scene::nearest_pair`, which keeps nothing;
//! - the functions beside a `Mover` that keep nothing, and `in_solid` and `is_in_solid`, which copy the moving mesh;
//! - all of where a distance map and another body touch, in patches (`contacts`, `Scene::manifolds`);
//! - with the feature `parallel`, the tasks of batches and scenes that are handed to other threads.

use std::sync::Arc;

use impinge::Status;
use impinge::answer::Vclip;
use impinge::batch::{self, Batch, ContactArrays, DistanceArrays, Poses};
use impinge::body::{AnyBody, Chain, Compound, HeightField, Region};
use impinge::expel::{self, Mover, SlideSettings, slide};
use impinge::manifolds::{ClusterSettings, Clusters, ManifoldSettings};
use impinge::mesh::TriangleMesh;
use impinge::mesh::polygon::{PlacedMesh, PolygonMesh, trace_ray, trace_segment};
use impinge::persist::{ContactCache, ContactCacheSettings, Persistence, Persistent};
use impinge::query::{FeatureSettings, features_with};
use impinge::scene::{Layers, NearestSearch, Scene, SceneSlideSettings, SlideMemory};
use impinge::sdf::{DeepestSettings, MapContactSettings, MapContacts, MapSettings, SampledMap};
use impinge::soft::{CcdSettings, edge_edge, vertex_edge, vertex_face};
use impinge::study::casting::advance;
use impinge::study::perturbation::{PerturbationSettings, perturbed_manifold};
use impinge::*;
use impinge_scenes::kinds::{Kinds, random};
use impinge_scenes::{Rng, clouds, rooms};
use impinge_tests::counting::{Counting, asked};
use impinge_tests::everywhere;

#[global_allocator]
static COUNTING: Counting = Counting;

/// Runs `work`, which must not allocate.
#[track_caller]
fn silent<R>(what: &str, work: impl FnOnce() -> R) -> R {
    let (result, asked) = asked(work);
    assert_eq!(asked, 0, "{what} allocated {asked} times");
    result
}

/// The plane or space with all its queries.
trait Everything: Kinds {
    /// A turn by this angle.
    fn turning(angle: f64) -> Motion<Self>;
}

impl<T: Real> Everything for Vec3<T> {
    fn turning(angle: f64) -> Motion<Self> {
        Motion::rotation([T::ZERO; 3], [T::ONE, T::ZERO, T::TWO], T::of(angle))
    }
}

impl<T: Real> Everything for Vec2<T> {
    fn turning(angle: f64) -> Motion<Self> {
        Motion::turn([T::ZERO; 2], T::of(angle))
    }
}

#[test]
fn the_counter_counts() {
    let (list, asked) = asked(|| vec![1_u64; 100]);
    assert_eq!((list.len(), asked), (100, 1));
}

/// Asks every query of two shapes about a pair; how many of the answers were the judge's.
fn ask<V: Everything>(a: &At<&V::Any>, b: &At<&V::Any>, kept: &mut Warm<V>, rng: &mut Rng) -> u32 {
    let mut judged = 0;
    let mut saw = |status: Status| judged += u32::from(status == Status::Judged);
    let exact = Settings { gap: Some(0.0), ..Settings::default() };
    let near = Settings { margin: Some(0.25), ..Settings::default() };

    silent("intersects", || intersects(a, b));
    silent("intersects_with", || intersects_with(a, b, &near));
    let (Verdict::Apart { status, .. } | Verdict::Meet { status, .. }) =
        silent("intersection", || intersection(a, b));
    saw(status);
    saw(silent("distance", || distance(a, b)).status);
    saw(silent("distance_with", || distance_with(a, b, &exact)).status);
    let touch = silent("contact", || contact(a, b));
    saw(touch.status);
    saw(silent("contact_with", || contact_with(a, b, &near)).status);
    saw(silent("contact_with gap 0", || contact_with(a, b, &exact)).status);
    saw(silent("features", || features_with(a, b, &FeatureSettings::default())).status);
    let points = silent("manifold", || manifold(a, b));
    let beyond = ManifoldSettings { margin: 0.5, ..ManifoldSettings::default() };
    silent("manifold_with", || manifold_with(a, b, &beyond));
    silent("perturbed_manifold", || perturbed_manifold(a, b, &PerturbationSettings::default()));

    let level = HalfSpace::new(touch.normal, touch.normal.dot(touch.point_b));
    silent("half_space_contact", || half_space_contact(&level, b));
    silent("half_space_manifold", || half_space_manifold(&level, b));

    silent("Warm::intersects", || kept.intersects(a, b));
    silent("Warm::intersection", || kept.intersection(a, b));
    silent("Warm::distance", || kept.distance(a, b));
    saw(silent("Warm::contact", || kept.contact(a, b)).status);

    let way = V::from_coordinates(rng.in_ball::<f64>().to_array()) * V::Scalar::TWO;
    let moves = [Motion::translation(way), Motion::still()];
    silent("cast", || cast(a, b, &moves[0], &moves[1]));
    silent("advance", || advance(a, b, &moves[0], &moves[1], &CastSettings::default()));
    let turning = V::turning(rng.between(-2.0, 2.0)).moving(way);
    silent("cast turning", || cast(a, b, &turning, &moves[0]));

    let ray = Ray::new(a.pose().translation(), touch.normal);
    silent("ray_cast", || ray_cast(b, &ray));
    silent("ray_cast_within", || ray_cast_within(b, &ray, V::Scalar::TWO));
    silent("ray_cast half-space", || ray_cast(&level, &ray));

    let mut persistent = Persistent::<V, u32>::new();
    let settings = Persistence::of_size(V::Scalar::ONE);
    let poses = (*a.pose(), *b.pose());
    // It has two lists, which change places: two rounds to warm up.
    for round in 0..4 {
        let (_, asked) = asked(|| persistent.update(&points, &poses.0, &poses.1, &settings));
        assert!(round < 2 || asked == 0, "Persistent allocated");
    }
    judged
}

/// All pairs of kinds of shapes: anywhere, at one place, and moved along their normal until they just touch, where GJK has
/// the least to hold on to.
fn pairs<V: Everything>() {
    let mut rng = Rng::new(11);
    let (mut judged, mut asked_of) = (0, 0);
    let repeats = if V::DIM == 3 { 1 } else { 3 };
    for (kind_a, kind_b) in (0..V::KINDS).flat_map(|a| (0..V::KINDS).map(move |b| (a, b))) {
        for repeat in 0..repeats {
            let (a, b) = (random::<V>(&mut rng, kind_a), random::<V>(&mut rng, kind_b));
            let mut kept = Warm::<V>::new();
            let range = if (kind_a + repeat) % 2 == 0 { 0.75 } else { 1.5 };
            let (pose_a, pose_b) = (V::random_pose(&mut rng, range), V::random_pose(&mut rng, range));
            let (a, mut b) = ((&a).at(pose_a), (&b).at(pose_b));
            judged += ask(&a, &b, &mut kept, &mut rng);
            for _ in 0..3 {
                let found = contact(&a, &b);
                let moved = b.pose().translation() - found.normal * found.signed_distance;
                b = (*b.shape()).at(Pose::new(moved, b.pose().rotation()));
            }
            judged += ask(&a, &b, &mut kept, &mut rng);
            let same = (*b.shape()).at(pose_a);
            judged += ask(&a, &same, &mut kept, &mut rng);
            asked_of += 3;
        }
    }
    println!("{}D {}: {judged} answers of the judge for {asked_of} pairs", V::DIM, V::Scalar::NAME);
    assert!(judged >= 10, "{judged} of {asked_of}");
}

#[test]
fn vclip_does_not_allocate() {
    fn check<T: Real>() {
        let mut rng = Rng::new(13);
        let (small, large) = (clouds::on_sphere::<T>(12, 1), clouds::on_sphere::<T>(300, 2));
        let (a, b) = (ConvexPolyhedron::new(&small), ConvexPolyhedron::new(&large));
        let (mut vclip, mut warm) = (Vclip::new(), Warm::with_vclip());
        let mut met = 0;
        for i in 0..200 {
            let (a, b) = ((&a).at(rng.pose3(0.2)), (&b).at(rng.pose3(if i % 2 == 0 { 3.0 } else { 1.0 })));
            let found = silent("Vclip::distance", || vclip.distance(&a, &b));
            silent("Vclip::contact", || vclip.contact(&a, &b));
            silent("Warm::with_vclip distance", || warm.distance(&a, &b));
            silent("Warm::with_vclip contact", || warm.contact(&a, &b));
            met += u32::from(found.distance == T::ZERO);
        }
        assert!((20..180).contains(&met), "{met}");
    }
    check::<f32>();
    check::<f64>();
}

#[test]
fn queries_of_two_shapes_do_not_allocate() {
    everywhere!(pairs());
}

/// Lists of corners lie on the stack up to 16 of them: longer ones would cost every query, and few shapes have such faces.
#[test]
fn only_faces_of_many_corners_are_an_exception() {
    let prism = |sides: u32| {
        let ring = |z: f64| {
            (0..sides).map(move |i| {
                let (sin, cos) = f64::sin_cos(f64::from(i) / f64::from(sides) * std::f64::consts::TAU);
                Vec3::new(cos, sin, z)
            })
        };
        ConvexPolyhedron::new(&ring(-1.0).chain(ring(1.0)).collect::<Vec<_>>())
    };
    for (sides, exception) in [(8, false), (60, true)] {
        let (a, b) = (prism(sides), prism(sides));
        let b = b.at(Pose::at([0.25, 0.125, 1.75]));
        silent("contact", || contact(&a, &b));
        silent("distance", || distance(&a, &b));
        let (_, of_features) = asked(|| features(&a, &b));
        let (_, of_manifold) = asked(|| manifold(&a, &b));
        assert_eq!([of_features > 0, of_manifold > 0], [exception; 2], "{sides}");
        assert!(of_features + of_manifold < 100, "{of_features} {of_manifold}");
    }
}

/// Shapes that are known by their support mapping, and composed ones: EPA and the judge have the hardest time with these.
#[test]
fn queries_of_composed_shapes_do_not_allocate() {
    struct Ball(f64);
    impl Support<Vec3<f64>> for Ball {
        fn support(&self, direction: Vec3<f64>) -> Vec3<f64> {
            direction.unit() * self.0
        }
    }
    impl Bounded<Vec3<f64>> for Ball {}
    impl Shape for Ball {
        type V = Vec3<f64>;
    }
    // Concentric: every direction is as good as any other, and EPA's largest mesh is full.
    let found = silent("contact of concentric balls", || contact(&Ball(1.0), &Ball(0.5)));
    assert_eq!(found.status, Status::Judged);
    let sum = Sum::new(Cylinder::new(1.0, 0.5), Ellipsoid::new([0.25, 0.5, 0.5]));
    let hull = Hull::new(Cone::new(1.0, 1.0), Ball(0.5).at(Pose::at([0.0, 0.0, 2.0])));
    for x in [0.0, 0.5, 2.0, 4.0] {
        let placed = (&hull).at(Pose::at([x, 0.25, 0.0]));
        silent("contact", || contact(&sum, &placed));
        silent("distance", || distance(&sum, &placed));
        silent("manifold", || manifold(&sum, &placed));
        silent("intersection", || intersection(&sum, &placed));
    }
}

/// After one round, which makes the arrays as long as they must be.
fn batches<V: Everything>() {
    let mut rng = Rng::new(12);
    let shapes: Vec<_> = (0..2 * V::KINDS).map(|k| random::<V>(&mut rng, k % V::KINDS)).collect();
    let count = shapes.len() as u32;
    let pairs: Vec<_> =
        (0..400).map(|_| (rng.below(count as usize) as u32, rng.below(count as usize) as u32)).collect();
    let mut poses: Vec<_> = shapes.iter().map(|_| V::random_pose(&mut rng, 2.0)).collect();
    let (mut meets, mut distances, mut contacts) =
        (Vec::new(), DistanceArrays::default(), ContactArrays::default());
    let settings = Settings::default();
    for round in 0..4 {
        let batch = Batch { shapes: &shapes, pairs: &pairs, poses: Poses::OfShapes(&poses) };
        let (result, asked) = asked(|| {
            batch::intersects(&batch, &settings, &mut meets)?;
            batch::distance(&batch, &settings, &mut distances)?;
            batch::contact(&batch, &settings, &mut contacts)
        });
        result.unwrap();
        assert!(round == 0 || asked == 0 || cfg!(feature = "parallel"), "batches allocated {asked} times");
        poses.rotate_left(1);
    }
}

#[test]
fn batches_after_the_first_do_not_allocate() {
    everywhere!(batches());
}

/// Steps of a scene in which everything moves to and fro, so that after a few rounds nothing is new.
fn scenes<V: Everything>() {
    let mut rng = Rng::new(13);
    let mut scene = Scene::<V>::new();
    let mut objects = Vec::new();
    for k in 0..120 {
        let shape = scene.add_shape(random::<V>(&mut rng, k % V::KINDS));
        let poses: [_; 4] = core::array::from_fn(|_| V::random_pose(&mut rng, 3.0));
        objects.push((scene.add(shape, poses[0]).unwrap(), poses));
    }
    // Some of many pieces, each of a few shapes.
    for k in 0..8 {
        let parts: Vec<_> = (0..3)
            .map(|i| (random::<V>(&mut rng, (k + i) % V::KINDS), V::random_pose(&mut rng, 1.0)))
            .collect();
        let shape = scene.add_shape(AnyBody::Pieces(Arc::new(Compound::new(parts))));
        let poses: [_; 4] = core::array::from_fn(|_| V::random_pose(&mut rng, 3.0));
        objects.push((scene.add(shape, poses[0]).unwrap(), poses));
    }
    let (mut near, mut touched) = (NearestSearch::default(), Vec::new());
    let groups: [Vec<_>; 2] = [0, 30].map(|from| objects[from..from + 20].iter().map(|(o, _)| *o).collect());
    let (mut hits, mut impacts) = (Vec::new(), Vec::new());
    let margin = V::Scalar::of(0.125);
    let mut kept = ContactCache::<V, [u32; 4], [u32; 4]>::new();
    let (mut quiet, mut found) = (0, 0);
    for round in 0..16 {
        let (contacts, asked) = asked(|| {
            for (object, poses) in &objects {
                scene.move_object(*object, poses[round % 4]).unwrap();
            }
            let contacts = scene.contacts(margin).len();
            assert!(scene.manifolds(margin).len() >= contacts);
            kept.update(&mut scene, &ContactCacheSettings::of_margin(margin));
            scene.nearest_pair_with(&groups[0], &groups[1], &mut near).unwrap();
            let along = Ray::new(objects[0].1[round % 4].translation(), V::axis(0));
            scene.ray_casts_into(&[along; 3], margin, Layers::ALL, &mut hits);
            let push = (groups[0][0], Motion::translation(V::axis(0)));
            scene.casts_into(&[push; 2], &CastSettings::default(), &mut impacts).unwrap();
            for (object, poses) in &objects[..20] {
                scene.nearest_into(*object, 3, &mut near).unwrap();
                let shape = scene.shape_of(*object).unwrap().convex().unwrap();
                scene.touching_into(shape, &poses[0], margin, Layers::ALL, &mut touched).unwrap();
                scene.distance_between(*object, objects[20].0).unwrap();
                scene.contact_between(*object, objects[20].0).unwrap();
                let ray = Ray::new(poses[1].translation(), V::axis(0));
                scene.ray_cast(&ray);
                scene.ray_cast_within(&ray, margin, Layers::ALL);
            }
            contacts
        });
        found += contacts;
        quiet += u32::from(asked == 0);
        assert!(round < 8 || asked == 0 || cfg!(feature = "parallel"), "round {round}: {asked} times");
    }
    assert!(found > 100 && (quiet >= 8 || cfg!(feature = "parallel")), "{found} {quiet}");
}

#[test]
fn steps_of_a_scene_after_the_first_do_not_allocate() {
    everywhere!(scenes());
}

/// A player in a scene that walks to and fro over triangles, against crates and up a step.
#[test]
fn slides_in_a_scene_after_the_first_do_not_allocate() {
    let mut scene = Scene::<Vec3<f64>>::new();
    let field =
        HeightField::from_fn(21, 21, [0.5, 0.5, 0.125], |row, column| ((row * 7 + column * 3) % 4) as f32);
    for (body, at) in [
        (AnyBody::from(field), [-5.0, -5.0, 0.0]),
        (Cuboid::new([0.5, 2.0, 0.25]).into(), [1.5, 0.0, 0.5]),
        (Cuboid::new([0.5, 2.0, 2.0]).into(), [2.5, 0.0, 0.5]),
        (HalfSpace::new([0.0, 1.0, 0.0], -1.0).into(), [0.0, 0.0, 0.0]),
    ] {
        let shape = scene.add_shape(body);
        scene.add(shape, Pose::at(at)).unwrap();
    }
    let settings = SceneSlideSettings { step: 0.5, ..SceneSlideSettings::default() };
    let (player, mut memory) = (Capsule::new(0.5, 0.25), SlideMemory::new());
    let mut walk = || {
        let (mut pose, mut steps) = (Pose::at([0.0, 0.0, 2.0]), 0);
        for i in 0..60 {
            let by = Vec3::new(if i < 40 { 0.1 } else { -0.2 }, -0.05, -0.1);
            let slid = scene.slide(&player, &pose, by, &settings, &mut memory).unwrap();
            steps += u32::from(slid.step != expel::Step::Level);
            pose = slid.pose;
        }
        steps
    };
    assert!(walk() > 0);
    silent("slides in a scene", walk);
}

fn mesh<T: Real>(faces: &rooms::Faces) -> PolygonMesh<T> {
    PolygonMesh::from_polygons(&faces.points_in::<T>(), &faces.polygons).expect("a sound mesh").0
}

/// Motions of a body among others. The memory of a mover grows until it has seen the hardest of them: two rounds.
fn motions<T: Real>() {
    let body = mesh::<T>(&rooms::cuboid([0.2, 0.3, 0.4], 1));
    let world = [rooms::stairs(6, 0.5, 0.2, 3.0), rooms::cuboid([0.5, 0.5, 2.0], 2)].map(|f| mesh::<T>(&f));
    let ground = Pose::at([T::ZERO, T::ZERO, T::ZERO]);
    let world = [
        PlacedMesh::new(&world[0], ground),
        PlacedMesh::new(&world[1], Pose::at([T::of(6.0), T::ZERO, T::ZERO])),
    ];
    let (mut mover, mut contacts) = (Mover::new(), Vec::new());
    let settings = expel::MotionSettings::default();
    let sliding = SlideSettings { step: T::of(0.25), ..SlideSettings::default() };
    let v = |x: f64, y: f64, z: f64| Vec3::new(x, y, z).cast::<T>();
    let mut hits = 0;
    for round in 0..3 {
        let mut rng = Rng::new(14);
        for _ in 0..40 {
            let place = [rng.between(-2.0, 5.0), rng.between(-2.0, 2.0), rng.between(2.2, 4.0)].map(T::of);
            let moving = PlacedMesh::new(&body, Pose::at(place));
            let by = v(rng.between(-3.0, 3.0), rng.between(-3.0, 3.0), rng.between(-4.0, 1.0));
            let turning = Motion::rotation(Vec3::from(place), v(1.0, 0.5, 0.0), T::of(2.0));
            let carried = Motion::rotation(turning.center() + by, turning.axis(), turning.angle());
            let both = [Motion::translation(by), carried];
            let mut motions = |standing: &PlacedMesh<'_, T>| {
                let trace = mover.translate(&moving, by, standing, &settings).unwrap();
                mover.translate_both([&moving, standing], [by, -by], &settings).unwrap();
                mover.move_by(&moving, &turning, standing, &settings).unwrap();
                mover.move_in_a_row(&moving, &both, standing, &settings).unwrap();
                let there = PlacedMesh::new(&body, trace.pose);
                mover.clearance(&there, standing, 0.5).unwrap();
                assert_eq!(mover.contacts(&there, standing, 0.01, &mut contacts).unwrap(), trace.start);
                trace.hit.is_some()
            };
            let (hit, asked) = asked(|| world.each_ref().map(&mut motions));
            hits += hit.iter().filter(|hit| **hit).count();
            assert!(round == 0 || asked == 0, "motions allocated {asked} times in round {round}");
            let (_, asked) = self::asked(|| mover.slide(&moving, by, &world, &sliding).unwrap());
            assert!(round == 0 || asked == 0, "a slide allocated {asked} times in round {round}");
            silent("trace_segment", || trace_segment(world[0].mesh, moving.pose.translation(), by));
            silent("trace_ray", || trace_ray(world[0].mesh, moving.pose.translation(), by));
        }
    }
    assert!(hits > 20, "{hits}");
    // The functions of the same names keep nothing: they allocate in each call what a mover keeps.
    let (_, asked) = asked(|| {
        slide(
            &PlacedMesh::new(&body, Pose::at([T::ZERO, T::ZERO, T::of(3.0)])),
            v(0.0, 0.0, -3.0),
            &world,
            &sliding,
        )
    });
    assert!(asked > 0);
}

#[test]
fn motions_after_the_first_do_not_allocate() {
    motions::<f32>();
    motions::<f64>();
}

/// Bodies of many pieces in every pair.
fn forms<T: Real>() {
    let mut rng = Rng::new(16);
    let t = T::of;
    let field =
        HeightField::<T>::from_fn(20, 20, [t(0.25), t(0.25), T::ONE], |r, c| (r * c % 3) as f32 * 0.25);
    let faces = rooms::stairs(6, 0.5, 0.2, 3.0);
    let (mesh, _) =
        TriangleMesh::from_polygons(&faces.points_in::<T>(), &faces.polygons).expect("a sound mesh");
    let pair =
        Compound::new([(Sphere::new(T::ONE), Pose::IDENTITY), (Sphere::new(T::HALF), Pose::at([T::ONE; 3]))]);
    let region = Region::<T>::new(&[[[0.0, 0.0], [4.0, 0.0], [4.0, 4.0], [1.0, 1.0]].map(|p| p.map(t))]);
    let chain = Chain::<T>::new(&[[0.0, 3.0], [2.0, 2.0], [4.0, 3.0]].map(|p| p.map(t))).one_sided();
    let (mut crossings, mut crossed) = (Vec::with_capacity(64), 0);
    let mut hits = 0;
    for _ in 0..10 {
        let (pose, pose2) = (rng.pose3::<T>(3.0), rng.pose2::<T>(3.0));
        macro_rules! ask {
            ($a:expr, $b:expr) => {
                hits += usize::from(silent("intersects", || intersects($a, $b)));
                silent("distance", || distance($a, $b));
                silent("contact", || contact($a, $b));
            };
        }
        ask!(&field, &Cone::new(T::ONE, T::ONE).at(pose));
        ask!(&field, &mesh.at(pose));
        let (from, bounds) = (pose.translation(), mesh.bounds());
        let ray = Ray::new(from, bounds.center() - from);
        silent("crossings", || mesh.crossings(&ray, T::INFINITY, &mut crossings));
        assert_eq!(silent("is_crossed", || mesh.is_crossed(&ray, T::INFINITY)), !crossings.is_empty());
        silent("each_in_box", || mesh.each_in_box(&bounds, |_| crossed += 1));
        silent("nearest", || mesh.nearest(from));
        ask!(&field.at(pose), &pair);
        ask!(&field.at(pose), &field);
        ask!(&field.at(pose), &HalfSpace::<Vec3<T>>::new([T::ONE, T::ZERO, T::ZERO], T::ZERO));
        ask!(&region, &Rectangle::new([T::ONE, T::HALF]).at(pose2));
        ask!(&region, &chain.at(pose2));
        ask!(&region.at(pose2), &region);
        ask!(&region.at(pose2), &HalfSpace::<Vec2<T>>::new([T::ONE, T::ZERO], T::ZERO));
    }
    assert!(hits > 10 && hits < 80 && crossed == 10 * mesh.len(), "{hits} {crossed}");
}

#[test]
fn queries_of_bodies_of_any_form_do_not_allocate() {
    forms::<f32>();
    forms::<f64>();
}

fn moving_features<T: Real>() {
    let mut rng = Rng::new(15);
    let settings = CcdSettings::default();
    let mut hits = 0;
    for i in 0..2000 {
        // Some of them on a lattice, where everything is decided in whole numbers.
        let mut point = || {
            let p = rng.in_ball::<f64>() * 2.0;
            if i % 2 == 0 { p.map(|c| c.round()).cast::<T>() } else { p.cast() }
        };
        let p: [Vec3<T>; 8] = core::array::from_fn(|_| point());
        hits += usize::from(
            silent("vertex_face", || {
                vertex_face(p[0], p[1], [p[2], p[3], p[4]], [p[5], p[6], p[7]], &settings)
            })
            .is_some(),
        );
        silent("edge_edge", || edge_edge([p[0], p[1]], [p[2], p[3]], [p[4], p[5]], [p[6], p[7]], &settings));
        let q = p.map(|p| Vec2::new(p.x, p.y));
        silent("vertex_edge", || vertex_edge(q[0], q[1], [q[2], q[3]], [q[4], q[5]], &settings));
    }
    assert!(hits > 100, "{hits}");
}

#[test]
fn moving_features_do_not_allocate() {
    moving_features::<f32>();
    moving_features::<f64>();
}

fn maps<T: Real>() {
    let torus = impinge_scenes::meshes::torus(16, 8);
    let points: Vec<Vec3<T>> = torus.points.iter().map(|p| p.cast()).collect();
    let (mesh, _) = TriangleMesh::<T>::new(&points, &torus.triangles).unwrap();
    let map =
        SampledMap::new(&mesh, &MapSettings { cells: 32, ..MapSettings::default() }, T::of(0.25)).unwrap();
    let (mut found, mut clusters) = (MapContacts::new(), Clusters::new());
    let cube = Cuboid::new([T::of(0.5); 3]);
    let floor = HalfSpace::new([T::ZERO, T::ZERO, T::ONE], T::ZERO);
    let settings = MapContactSettings::default();
    let patches = ClusterSettings::of_size(T::HALF);
    let mut touched = 0;
    // The first poses are the deepest, so that lists have grown.
    for step in 0..40 {
        let pose = Pose::at([T::of(0.05 * f64::from(step)), T::ZERO, T::of(0.1)]);
        let mut work = || {
            map.contacts(&Pose::IDENTITY, &map, &pose, &settings, &mut found);
            touched += found.points().len();
            clusters.update(found.points(), &Pose::IDENTITY, &pose, &patches);
            map.half_space_contacts(&pose, &floor, &settings, &mut found);
            let _ = map.map().deepest(&Pose::IDENTITY, &cube.at(pose), &DeepestSettings::default());
            let _ = map.map().ray(pose.translation(), Vec3::new(T::ONE, T::ZERO, T::ZERO), T::of(9.0));
            let _ = contact(&map.at(pose), &mesh);
            let _ = contact(&map.at(pose), &map);
            let _ = contact(&map.at(pose), &cube);
            let _ = cast(&map, &cube.at(pose), &Motion::still(), &Motion::translation([T::ONE; 3]));
        };
        if step < 20 {
            work();
        } else {
            silent("maps", work);
        }
    }
    assert!(touched > 1000, "{touched}");
}

#[test]
fn queries_of_maps_do_not_allocate() {
    maps::<f32>();
    maps::<f64>();
}
