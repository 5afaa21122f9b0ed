//! A world does what is expected at first sight.

use impinge::{Cuboid, HalfSpace, Pose};
use impinge_sim::{Body, World};

#[test]
fn a_stack_of_ten_stands() {
    let mut world = World::<f64>::default();
    let floor = world.add_shape(HalfSpace::new([0.0, 0.0, 1.0], 0.0));
    let cube = world.add_shape(Cuboid::new([0.5, 0.5, 0.5]));
    world.add(Body::fixed(floor, Pose::IDENTITY)).unwrap();
    let boxes: Vec<_> = (0..10)
        .map(|i| world.add(Body::dynamic(cube, Pose::at([0.0, 0.0, 0.5 + f64::from(i)]))).unwrap())
        .collect();
    for _ in 0..600 {
        world.step(1.0 / 60.0).unwrap();
    }
    for (i, &handle) in boxes.iter().enumerate() {
        let at = world.pose(handle).unwrap().translation();
        assert!((at.z - 0.5 - i as f64).abs() < 0.05, "box {i} is at {at:?}");
        assert!(at.x.abs() < 0.05 && at.y.abs() < 0.05, "box {i} is at {at:?}");
    }
}
