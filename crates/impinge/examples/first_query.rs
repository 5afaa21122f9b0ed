//! The program on the first screen of the README: do two shapes meet, how far apart, how deep, and how sure is that?

use impinge::{Cuboid, Ellipsoid, Pose, Shape, Support, contact, distance, intersects};

fn main() {
    let a = Cuboid::new([1.0, 1.0, 1.0]); // half extents; f64, or write 1.0_f32
    let b = Ellipsoid::new([0.5, 1.0, 0.75]).at(Pose::at([3.0, 0.5, 0.0]));
    let d = distance(&a, &b);
    println!("meet {}, {:.6} apart, give or take {:.0e}", intersects(&a, &b), d.distance, d.error);
    // Anyone can check it: along the normal, all of B lies that far beyond all of A.
    let proof = b.support(-d.normal).dot(d.normal) - a.support(d.normal).dot(d.normal);
    assert!(f64::abs(proof - d.distance) <= d.error);
    let c = contact(&a, &b.shape().at(Pose::at([1.25, 0.5, 0.0])));
    println!("signed distance {:.6}, way out {:.3?}", c.signed_distance, c.normal.to_array());
}
