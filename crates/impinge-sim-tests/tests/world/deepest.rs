//! The deepest overlap of a step, with its error: against the depths of all pairs, each computed alone.

use impinge::{Capsule, Cuboid, HalfSpace, Pose, Real, Sphere, Vec3};
use impinge_scenes::Rng;
use impinge_sim::{Body, World};

/// A contact that is not the deepest one, but whose manifold is kept, with an error of up to half of the margin, was not counted.
fn deepest<T: Real>(seed: u64, steps: usize) {
    let mut rng = Rng::new(seed);
    let mut world = World::<T>::default();
    let mut bodies = Vec::new();
    for (axis, side) in [(0, 1.0), (0, -1.0), (1, 1.0), (1, -1.0), (2, 1.0)] {
        let wall = world.add_shape(HalfSpace::new(Vec3::axis(axis) * T::of(side), T::of(-1.0)));
        bodies.push(world.add(Body::fixed(wall, Pose::IDENTITY)).unwrap());
    }
    let cube = world.add_shape(Cuboid::new([0.2, 0.25, 0.15].map(T::of)));
    let ball = world.add_shape(Sphere::new(T::of(0.2)));
    let rod = world.add_shape(Capsule::new(T::of(0.2), T::of(0.1)));
    for i in 0..12_u8 {
        let at = [rng.signed() * 0.5, rng.signed() * 0.5, 0.4 * f64::from(i)].map(T::of);
        let body = Body::dynamic([cube, ball, rod, cube][usize::from(i % 4)], Pose::new(at, rng.rotation3()));
        bodies.push(world.add(body.velocity(rng.unit3::<T>())).unwrap());
    }
    let mut overlaps = 0;
    for step in 0..steps {
        let (mut low, mut high) = (T::ZERO, T::ZERO);
        for (i, &a) in bodies.iter().enumerate() {
            for &b in &bodies[i + 1..] {
                if i < 5 && bodies[..5].contains(&b) {
                    continue;
                }
                let found = world.scene().contact_between(a, b).unwrap();
                low = low.max(-found.signed_distance - found.error);
                high = high.max(-found.signed_distance + found.error);
            }
        }
        let report = world.step(T::of(1.0 / 60.0)).unwrap();
        let (deepest, error) = (report.deepest, report.deepest_error);
        assert!(
            low <= deepest + error && deepest - error <= high,
            "seed {seed}, step {step}: {deepest} ± {error}, but it is from {low} to {high}"
        );
        overlaps += usize::from(deepest > T::ZERO);
    }
    assert!(overlaps > steps / 2, "{overlaps} steps with an overlap");
}

#[test]
fn the_deepest_overlap_is_within_its_error() {
    for seed in 0..4 {
        deepest::<f64>(seed, 200);
        deepest::<f32>(seed, 200);
    }
}
