//! Chains, light and heavy: they neither stretch nor burst.

use impinge::{Capsule, Pose, Real, Rot3, Sphere, Vec3};
use impinge_sim::joint::Ball;
use impinge_sim::{Body, Joint, JointHandle, World};

use super::v;

/// Links of length 0.3 and mass 1 from the origin along `direction`, with a ball of this mass at the end.
fn chain<T: Real>(links: usize, heavy: f64, direction: Vec3<T>) -> (World<T>, Vec<JointHandle>) {
    let mut world = World::default();
    let (half, radius) = (0.1, 0.04);
    let link = world.add_shape(Capsule::new(T::of(half), T::of(radius)));
    let volume = core::f64::consts::PI * radius * radius * (2.0 * half + 4.0 / 3.0 * radius);
    let turn = Rot3::between(v(0.0, 0.0, 1.0), direction);
    let mut last = world.add(Body::fixed(link, Pose::new(direction * T::of(-0.15), turn))).unwrap();
    let at = |i: f64| direction * T::of(0.3 * i);
    let mut joints = Vec::new();
    for i in 0..links {
        let place = Pose::new(at(i as f64 + 0.5), turn);
        let body = world.add(Body::dynamic(link, place).density(T::of(1.0 / volume))).unwrap();
        joints.push(
            world.add_joint(last, body, Joint::ball(at(i as f64), direction, Ball::default())).unwrap(),
        );
        last = body;
    }
    let ball = world.add_shape(Sphere::new(T::of(0.4)));
    let density = heavy / (4.0 / 3.0 * core::f64::consts::PI * 0.064);
    let place = at(links as f64) + direction * T::of(0.4);
    let body = world.add(Body::dynamic(ball, Pose::at(place)).density(T::of(density))).unwrap();
    let joint = Joint::ball(at(links as f64), direction, Ball::default());
    joints.push(world.add_joint(last, body, joint).unwrap());
    (world, joints)
}

/// The largest gap in a run at 60 Hz, and how far energy rose above that at the start.
fn hang<T: Real>(links: usize, heavy: f64, direction: Vec3<T>, steps: usize) -> (f64, f64) {
    let (mut world, joints) = chain(links, heavy, direction);
    let start = world.energy().f64();
    let (mut gap, mut rise) = (0.0_f64, 0.0_f64);
    for _ in 0..steps {
        world.step(T::ONE / T::of(60.0)).unwrap();
        rise = rise.max(world.energy().f64() - start);
        for &joint in &joints {
            gap = gap.max(world.joint(joint).unwrap().gap.f64());
        }
    }
    (gap, rise)
}

#[test]
fn chains_of_a_hundred_links_hang_without_stretching() {
    for heavy in [1.0, 100.0, 10_000.0] {
        let (gap, rise) = hang::<f64>(100, heavy, v(0.0, 0.0, -1.0), 60);
        assert!(gap < 1e-9 && rise < 1e-9 * heavy, "{heavy}: {gap:e} {rise:e}");
    }
    let (gap, _) = hang::<f32>(100, 100.0, v(0.0, 0.0, -1.0), 60);
    assert!(gap < 1e-3, "{gap:e}");
}

#[test]
fn heavy_balls_swing_on_chains() {
    // From level, held to how deep they fall. Light links under a heavy ball once swung faster than sub-steps could follow, and burst.
    for (links, heavy, steps) in [(10, 100.0, 240), (100, 100.0, 180), (100, 10_000.0, 180)] {
        let (gap, rise) = hang::<f64>(links, heavy, v(1.0, 0.0, 0.0), steps);
        let scale = (heavy + 0.5 * links as f64) * 9.81 * 0.3 * links as f64;
        assert!(gap < 5e-3 && rise < 5e-3 * scale, "{links} {heavy}: {gap:e} {:e}", rise / scale);
    }
    let (gap, rise) = hang::<f32>(10, 100.0, v(1.0, 0.0, 0.0), 120);
    assert!(gap < 5e-3 && rise < 5e-3 * 105.0 * 9.81 * 3.0, "{gap:e} {rise:e}");
}
