//! Every world of the list is free of overlaps at the start, and comes out the same to the bit on any number of threads.

use impinge::{Real, Rotation};
use impinge_scenes::worlds::{WorldScene, all, plane};
use impinge_sim::generic::{self, World, WorldSpace};

/// Long enough for the first contacts to have changed velocities many times.
const STEPS: usize = 40;

/// The bits of all poses and velocities.
fn bits<V: WorldSpace>(world: &World<V>) -> Vec<u64> {
    let mut bits = Vec::new();
    for body in world.scene().objects() {
        let pose = world.pose(body).unwrap();
        // The images of the axes tell the rotation.
        let axes = (0..V::DIM).map(|axis| pose.rotation().rotate(V::axis(axis)));
        let vectors = axes.chain([pose.translation(), world.velocity(body).unwrap()]);
        bits.extend(vectors.flat_map(|v| (0..V::DIM).map(move |k| v.get(k).f64().to_bits())));
    }
    bits.push(world.energy().f64().to_bits());
    bits
}

/// The world after some steps on this many threads.
fn run<T: Real, V: WorldSpace<Scalar = T>>(scene: &WorldScene<V>, threads: usize) -> Vec<u64> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    pool.install(|| {
        let mut world = (scene.make)(generic::WorldSettings::default(), scene.few, 7);
        for step in 0..STEPS {
            let report = (scene.step)(&mut world, T::of(1.0 / scene.rate)).unwrap();
            // Bodies that touch at the start are rounded into one another by no more than this.
            let limit = 64.0 * T::EPSILON.f64();
            let (name, deepest) = (scene.name, report.deepest.f64());
            assert!(step > 0 || deepest <= limit, "{name}: {deepest} deep at the start");
        }
        bits(&world)
    })
}

fn check<V: WorldSpace>(scenes: Vec<WorldScene<V>>) {
    for scene in scenes {
        let one = run(&scene, 1);
        assert!(one.iter().all(|bits| f64::from_bits(*bits).is_finite()), "{}", scene.name);
        for threads in [2, 4] {
            assert!(one == run(&scene, threads), "{} on {threads} threads", scene.name);
        }
    }
}

#[test]
fn worlds_are_the_same_on_any_number_of_threads() {
    check(all::<f64>());
    check(all::<f32>());
    check(plane::all::<f64>());
    check(plane::all::<f32>());
}

/// Standing bodies stay standing: in four seconds it loses no more energy than by settling onto its soft contacts.
#[test]
fn standing_bodies_stay_standing() {
    stay(&all::<f64>());
    stay(&plane::all::<f64>());
}

fn stay<V: WorldSpace<Scalar = f64>>(scenes: &[WorldScene<V>]) {
    let standing = ["stack", "pyramid", "small-pyramids", "heavy-top", "card-house", "arch", "jenga"];
    for scene in scenes.iter().filter(|scene| standing.contains(&scene.name)) {
        let mut world = (scene.make)(generic::WorldSettings::default(), scene.few, 7);
        let start = world.energy();
        for _ in 0..(4.0 * scene.rate) as usize {
            world.step(1.0 / scene.rate).unwrap();
        }
        let lost = (start - world.energy()) / start;
        assert!((0.0..0.01).contains(&lost), "{}: {lost} of the energy is lost", scene.name);
    }
}

#[test]
fn names_are_words_for_a_command_line_and_no_two_are_the_same() {
    distinct(all::<f64>().iter().map(|scene| scene.name).collect());
    distinct(plane::all::<f64>().iter().map(|scene| scene.name).collect());
}

fn distinct(mut names: Vec<&str>) {
    assert!(names.iter().all(|name| name.chars().all(|c| c.is_ascii_lowercase() || c == '-')), "{names:?}");
    names.sort_unstable();
    let count = names.len();
    names.dedup();
    assert_eq!(names.len(), count);
}

/// The last hinge closes a loop, so that it gives way the most.
#[test]
fn a_bridge_holds() {
    let scene = plane::all::<f64>().into_iter().find(|scene| scene.name == "bridge").unwrap();
    let mut world = (scene.make)(generic::WorldSettings::default(), scene.count, 1);
    for _ in 0..scene.steps {
        world.step(1.0 / scene.rate).unwrap();
        let gaps = world.joints().map(|(joint, ..)| world.joint(joint).unwrap().gap);
        let widest = gaps.fold(0.0, f64::max);
        assert!(widest < 0.05, "a hinge is open by {widest}");
    }
}
