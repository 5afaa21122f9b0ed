//! A program with one query on named types.

use impinge::{Cuboid, Pose, Shape, Sphere, contact};

const RADIUS: f64 = 0.5;

fn main() {
    let ball = Sphere::new(RADIUS).at(Pose::at([2.0, 0.0, 0.0]));
    println!("{}", contact(&Cuboid::new([1.0, 1.0, 1.0]), &ball).signed_distance);
}
