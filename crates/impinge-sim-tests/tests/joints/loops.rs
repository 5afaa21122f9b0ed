//! Joints that close loops, which are solved row by row.

use impinge::{Capsule, Cuboid, Pose, Real, Rot3, Vec3};
use impinge_sim::joint::{Ball, Hinge};
use impinge_sim::{Body, Joint, World};
use impinge_sim_tests::run;

use super::v;

#[test]
fn a_bridge_that_hangs_between_two_banks_holds() {
    fn check<T: Real>() {
        let mut world = World::<T>::default();
        let bank = world.add_shape(Cuboid::new([T::of(0.1); 3]));
        let plank = world.add_shape(Cuboid::new(v::<T>(0.25, 0.5, 0.05)));
        let first = world.add(Body::fixed(bank, Pose::IDENTITY)).unwrap();
        let mut last = first;
        let mut joints = Vec::new();
        let hinge = |x: f64| Joint::hinge(v(x, 0.0, 0.0), v(0.0, 1.0, 0.0), Hinge::default());
        for i in 0..20 {
            let x = 0.55 * (f64::from(i) + 0.5);
            let next = world.add(Body::dynamic(plank, Pose::at(v(x, 0.0, 0.0)))).unwrap();
            joints.push(world.add_joint(last, next, hinge(x - 0.275)).unwrap());
            last = next;
        }
        let bank = world.add(Body::fixed(bank, Pose::at(v(11.0, 0.0, 0.0)))).unwrap();
        joints.push(world.add_joint(last, bank, hinge(11.0)).unwrap());
        run(&mut world, 300);
        let gap = joints.iter().map(|&joint| world.joint(joint).unwrap().gap.f64()).fold(0.0, f64::max);
        // Straight between its banks it has no room to sag, so the tension is large and the last hinge gives way a little.
        assert!(gap < 0.05, "{gap}");
    }
    check::<f64>();
    check::<f32>();
}

#[test]
fn a_necklace_keeps_its_beads_together() {
    let mut world = World::<f64>::default();
    let post = world.add_shape(Capsule::new(2.0, 0.05));
    let flat = Rot3::from_axis_angle([1.0, 0.0, 0.0], core::f64::consts::FRAC_PI_2);
    world.add(Body::fixed(post, Pose::turned(flat))).unwrap();
    let bead = world.add_shape(Capsule::new(0.05, 0.03));
    let beads = 24;
    let at = |i: f64| {
        let angle = 2.0 * core::f64::consts::PI * i / f64::from(beads);
        Vec3::new(0.7 * angle.sin(), 0.0, 0.7 * angle.cos() - 0.5)
    };
    let bodies: Vec<_> = (0..beads)
        .map(|i| {
            let along = at(f64::from(i) + 0.5) - at(f64::from(i) - 0.5);
            let turn = Rot3::between(Vec3::axis(2), along);
            world.add(Body::dynamic(bead, Pose::new(at(f64::from(i)), turn))).unwrap()
        })
        .collect();
    let mut joints = Vec::new();
    for i in 0..beads as usize {
        let ball = Joint::ball(at(i as f64 + 0.5), [0.0, 1.0, 0.0], Ball::default());
        joints.push(world.add_joint(bodies[i], bodies[(i + 1) % bodies.len()], ball).unwrap());
    }
    run(&mut world, 300);
    let gap = joints.iter().map(|&joint| world.joint(joint).unwrap().gap).fold(0.0, f64::max);
    assert!(gap < 0.02, "{gap}");
    let highest = bodies.iter().map(|&b| world.pose(b).unwrap().translation().z).fold(-9.0, f64::max);
    assert!(highest > -0.1, "it hangs over the post: {highest}");
}
