//! A world does what is expected at first sight.

use impinge::{Cuboid, Pose};
use impinge_sim::{Body, World};
use impinge_sim_tests::{add_floor, run};

#[test]
fn a_stack_of_ten_stands() {
    let mut world = World::<f64>::default();
    add_floor(&mut world);
    let cube = world.add_shape(Cuboid::new([0.5, 0.5, 0.5]));
    let boxes: Vec<_> = (0..10)
        .map(|i| world.add(Body::dynamic(cube, Pose::at([0.0, 0.0, 0.5 + f64::from(i)]))).unwrap())
        .collect();
    run(&mut world, 600);
    for (i, &handle) in boxes.iter().enumerate() {
        let at = world.pose(handle).unwrap().translation();
        assert!((at.z - 0.5 - i as f64).abs() < 0.05, "box {i} is at {at:?}");
        assert!(at.x.abs() < 0.05 && at.y.abs() < 0.05, "box {i} is at {at:?}");
    }
}
