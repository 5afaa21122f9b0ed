//! A box falls on a floor and comes to rest: the smallest program.
//!
//! `cargo run -p impinge-sim --example a_falling_box`

use impinge::{Cuboid, HalfSpace, Pose};
use impinge_sim::{Body, World, WorldError};

fn main() -> Result<(), WorldError> {
    let mut world = World::<f64>::default(); // gravity of 9.81 down the z axis
    let floor = world.add_shape(HalfSpace::new([0.0, 0.0, 1.0], 0.0)); // all below z = 0
    let cube = world.add_shape(Cuboid::new([0.5, 0.5, 0.5])); // half sizes: a cube of side 1
    world.add(Body::fixed(floor, Pose::IDENTITY))?;
    let falling = world.add(Body::dynamic(cube, Pose::at([0.0, 0.0, 4.0])))?; // density 1
    for step in 0..=120 {
        if step % 10 == 0 {
            println!("{:4.2} s: height {:5.3}", f64::from(step) / 60.0, world.pose(falling)?.translation().z);
        }
        world.step(1.0 / 60.0)?;
    }
    assert!((world.pose(falling)?.translation().z - 0.5).abs() < 0.01, "it lies on the floor");
    Ok(())
}
