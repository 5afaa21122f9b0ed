//! A program with one query on shapes of any kind.

use impinge::query::any;
use impinge::{AnyShape, Cuboid, Pose, Settings, Shape, Sphere};

const RADIUS: f64 = 0.5;

fn main() {
    let shapes: [AnyShape<f64>; 2] = [Cuboid::new([1.0, 1.0, 1.0]).into(), Sphere::new(RADIUS).into()];
    let [a, b] = [(&shapes[0]).at(Pose::IDENTITY), (&shapes[1]).at(Pose::at([2.0, 0.0, 0.0]))];
    println!("{}", any::contact(&a, &b, &Settings::default()).signed_distance);
}
