//! Lines as six numbers, and the side on which they pass one another, as printed.
//!
//! **Answers** whether the path of a point passes to the left or to the right of an edge.
//!
//! **Source.** Van Waveren 2005, section 2.1. The library has the same as a direction and a moment
//! ([`impinge::math::plucker::Line`]); a test compares the two.
//!
//! | symbol | meaning |
//! |---|---|
//! | p = (p0, …, p5) | the 2 × 2 minors of the rows (a, 1) and (b, 1), in the report's order and with its signs |
//! | s | permuted inner product: the determinant of the four points, six times the volume of their tetrahedron |
//!
//! **Guarantees.** None on rounding. **Cost.** Six products and five sums for a side.

use impinge::{Real, Vec3};

/// A directed line in the report's order of coordinates.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plucker<T>(pub [T; 6]);

impl<T: Real> Plucker<T> {
    /// Through `a` and then `b`.
    pub fn through(a: Vec3<T>, b: Vec3<T>) -> Self {
        Self([
            a.x * b.y - b.x * a.y,
            a.x * b.z - b.x * a.z,
            a.x - b.x,
            a.y * b.z - b.y * a.z,
            a.z - b.z,
            b.y - a.y,
        ])
    }

    /// A position together with a direction of motion.
    pub fn path(a: Vec3<T>, v: Vec3<T>) -> Self {
        Self([a.x * v.y - v.x * a.y, a.x * v.z - v.x * a.z, -v.x, a.y * v.z - v.y * a.z, -v.z, v.y])
    }

    /// The permuted inner product s.
    pub fn side(&self, other: &Self) -> T {
        let (p, q) = (&self.0, &other.0);
        p[0] * q[4] + p[1] * q[5] + p[2] * q[3] + p[4] * q[0] + p[5] * q[1] + p[3] * q[2]
    }

    /// p0 p4 + p1 p5 + p2 p3: zero for lines.
    #[cfg(test)]
    pub fn constraint(&self) -> T {
        let p = &self.0;
        p[0] * p[4] + p[1] * p[5] + p[2] * p[3]
    }

    /// From the first point to the second.
    pub fn direction(&self) -> Vec3<T> {
        Vec3::new(-self.0[2], self.0[5], -self.0[4])
    }
}

#[cfg(test)]
mod tests {
    use impinge::math::plucker::Line;
    use impinge_scenes::Rng;

    use super::*;

    #[test]
    fn lines_are_on_the_hypersurface_and_sides_are_those_of_the_library() {
        let mut rng = Rng::new(1);
        for _ in 0..200 {
            let [a, b, c, d] = [(); 4].map(|()| rng.in_ball::<f64>() * 3.0);
            let (p, q) = (Plucker::through(a, b), Plucker::through(c, d));
            assert!(p.constraint().abs() < 1e-13);
            assert_eq!(p.direction(), b - a);
            let ours = Line::through(a, b).side(&Line::through(c, d));
            assert!((p.side(&q) - ours).abs() < 1e-13);
            // The determinant of the four points.
            let volume = (b - a).cross(c - a).dot(d - a);
            assert!((p.side(&q) + volume).abs() < 1e-12);
            // A path is the line through a point and the next.
            let path = Plucker::path(a, b - a);
            assert!((path.side(&q) - ours).abs() < 1e-12);
        }
    }

    /// Section 2.1: edges run counter-clockwise, and a point that falls onto the front between them has positive sides to all of them.
    #[test]
    fn points_that_fall_onto_the_front_have_positive_sides() {
        let corners = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]].map(|[x, y]| Vec3::new(x, y, 0.0));
        let sides = |a: Vec3<f64>, v: Vec3<f64>| {
            let path = Plucker::path(a, v);
            [0, 1, 2, 3].map(|k| path.side(&Plucker::through(corners[k], corners[(k + 1) % 4])))
        };
        let down = Vec3::new(0.1, 0.2, -1.0);
        assert!(sides(Vec3::new(0.4, 0.3, 1.0), down).iter().all(|s| *s > 0.0));
        assert!(sides(Vec3::new(0.4, 0.3, -1.0), -down).iter().all(|s| *s < 0.0));
        assert!(sides(Vec3::new(1.4, 0.3, 1.0), down).iter().any(|s| *s < 0.0));
    }
}
