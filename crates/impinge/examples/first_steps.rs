//! First steps with one shape: its volume, its farthest point, a hull, and an error.

use impinge::hull::solid_hull;
use impinge::{Capsule, Measured, Support, Vec3};

fn main() {
    let capsule = Capsule::new(1.0, 0.5); // half length and radius; f64, or write 1.0_f32
    println!("volume {:.3}", capsule.measure().volume);
    println!("farthest {:.3?}", capsule.support(Vec3::new(1.0, 2.0, 3.0)).to_array());
    let corner = |i: i32| Vec3::new(f64::from(i & 1), f64::from(i >> 1 & 1), f64::from(i >> 2));
    let points: Vec<_> = (0..8).map(corner).chain([Vec3::splat(0.5)]).collect();
    let hull = solid_hull(&points).expect("the points span space");
    println!("{:?}", hull.check(&points).expect("a correct hull"));
    println!("{}", solid_hull(&points[..4]).unwrap_err());
}
