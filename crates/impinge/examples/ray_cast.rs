//! The first hit of a ray: a small scene, a ray through it, and the promises of the answer.

use impinge::{AnyShape, Capsule, Cuboid, HalfSpace, Pose, Ray, Shape, Sphere, ray_cast, ray_cast_within};

fn main() {
    let scene: [(AnyShape<f64>, [f64; 3]); 3] = [
        (Sphere::new(1.0).into(), [0.0, 0.0, 5.0]),
        (Cuboid::new([0.5, 0.5, 0.5]).into(), [0.0, 0.25, 2.0]),
        (Capsule::new(1.0, 0.25).into(), [3.0, 0.0, 2.0]),
    ];
    // The direction may have any length; distances are lengths all the same.
    let ray = Ray::new([0.0, 0.0, -1.0], [0.0, 0.0, 10.0]);

    // The next is queried only as far as the nearest so far.
    let mut nearest = None;
    let mut max = f64::INFINITY;
    for (shape, place) in &scene {
        if let Some(hit) = ray_cast_within(&shape.at(Pose::at(*place)), &ray, max) {
            max = hit.distance;
            nearest = Some((shape.name(), hit));
        }
    }
    let (name, hit) = nearest.expect("the ray meets something");
    println!("{name} at {} ± {:.0e}, normal {:?}", hit.distance, hit.error, hit.normal.to_array());
    assert_eq!(name, "Cuboid");
    assert!((hit.distance - 2.5).abs() <= hit.error && hit.error < 1e-12);
    assert_eq!(hit.normal.to_array(), [0.0, 0.0, -1.0]);

    // A ray that begins in a shape meets it at once.
    let inside = ray_cast(&Sphere::new(2.0), &ray).expect("it begins inside");
    assert_eq!((inside.distance, inside.point), (0.0, ray.origin()));

    // Floors and walls, and a miss.
    let wall = HalfSpace::new([0.0, 0.0, -1.0], -7.0);
    assert_eq!(ray_cast(&wall, &ray).map(|hit| hit.distance), Some(8.0));
    assert!(ray_cast(&Capsule::new(1.0, 0.25).at(Pose::at([3.0, 0.0, 2.0])), &ray).is_none());
}
