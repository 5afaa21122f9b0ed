//! The distance of a point from a triangle: the function that the lecture's brute force calls N × N × N × M times.
//!
//! **Answers** the square of the distance. **Source.** The lecture, "Distance Map Construction", names it and prints no formula; here from the
//! definition. The foot of p in the plane is inside the triangle where p is on the inner side of all edges; then the distance is that of the
//! plane, ((p − a)·n)² / |n|², otherwise that of the nearest edge.
//!
//! **Failure.** A triangle of no area has no plane, and its edges answer.

use impinge::{Real, Vec3};

/// The square of the distance of a point from a triangle.
pub fn squared_distance(p: Vec3<f64>, [a, b, c]: [Vec3<f64>; 3]) -> f64 {
    let n = (b - a).cross(c - a);
    let inside = |u: Vec3<f64>, v: Vec3<f64>| (v - u).cross(p - u).dot(n) >= 0.0;
    let squared = n.norm_squared();
    if squared > 0.0 && inside(a, b) && inside(b, c) && inside(c, a) {
        let height = (p - a).dot(n);
        return height * height / squared;
    }
    Real::min(of_edge(p, a, b), Real::min(of_edge(p, b, c), of_edge(p, c, a)))
}

/// The square of the distance from an edge.
fn of_edge(p: Vec3<f64>, a: Vec3<f64>, b: Vec3<f64>) -> f64 {
    let e = b - a;
    let along = (p - a).dot(e) / e.norm_squared();
    // Not a number for an edge of no length, whose end answers.
    let along = if along > 0.0 { Real::min(along, 1.0) } else { 0.0 };
    (p - a - e * along).norm_squared()
}

#[cfg(test)]
mod tests {
    use impinge::{Point, Triangle, distance};
    use impinge_scenes::Rng;

    use super::*;

    /// The front door finds the same distance, near faces, edges and corners.
    #[test]
    fn it_is_that_of_the_front_door() {
        let mut rng = Rng::new(2);
        for _ in 0..2_000 {
            let [a, b, c]: [Vec3<f64>; 3] = std::array::from_fn(|_| rng.in_ball());
            let p = rng.in_ball::<f64>() * 2.0;
            let truth = distance(&Point::new(p), &Triangle::new(a, b, c));
            let found = squared_distance(p, [a, b, c]).sqrt();
            assert!((found - truth.distance).abs() <= truth.error + 1e-13, "{found} {truth:?}");
        }
        let a = Vec3::new(1.0, 0.0, 0.0);
        assert_eq!(squared_distance(Vec3::ZERO, [a, a, a]), 1.0);
    }
}
