//! GJK, SA-GJK and swept SA-GJK as the thesis prints them.
//!
//! **Answers** the distance vector; whether two bodies meet; their depth, grown by balls.
//!
//! **Source.** Olvång's thesis, Algorithm 1 (section 2.3), Algorithm 4 (2.3.3) and Algorithm 5 (2.3.4), each with its call before the loop.
//!
//! | symbol | meaning |
//! |---|---|
//! | d | the position of A less that of B |
//! | v | the point of the simplex closest to the origin; v₀ the one before |
//! | w | the point of A ⊖ B farthest against v |
//! | W | the simplex |
//! | eps | length up to which v counts as zero, and a step as none |
//! | r | radius of the ball that is added to each body |
//!
//! **Kept as printed.**
//! - The call before the loop is along d, away from the origin: any point of A ⊖ B would do, and this is one of the farthest. It costs a
//!   step or so where the library begins against d.
//! - Algorithms 1 and 5 end when v becomes shorter by less than eps, which does not bound the remaining distance.
//! - Algorithm 4 has no such end: if v neither reaches eps nor finds a plane, as with bodies that touch, it runs to the cutoff.
//! - Algorithm 5 ends likewise before its plane test may have seen that the distance is more than 2r: then line 18 returns a depth below zero with
//!   "they intersect", see the test `swept_can_end_with_a_depth_below_zero`.
//! - Algorithm 5, line 16 returns the depth of the bodies without the balls, where line 18 returns that with them: a jump by 2r. The caller
//!   learns which it is.
//!
//! **Misprint.** Algorithm 1 as our copy has it uses W without setting it; W ← {v}, as in Algorithms 4 and 5.
//!
//! **Failure.** v that is not a number ends Algorithm 1 at once, and Algorithm 4 with "they intersect", since a comparison with it is
//! false.

use impinge::{Real, Vec3};

use super::CUTOFF;
use super::difference::Difference;
use super::simplex::{Closest, Simplex};

/// Lines 2 to 5 of all three: the first point and the simplex of it.
fn start<T: Real>(bodies: &Difference<'_, T>) -> (Vec3<T>, Simplex<T>) {
    let v = bodies.support(bodies.position());
    (v, Simplex::of([v]))
}

/// Algorithm 1: the vector of the shortest distance from B to A; `None` at the cutoff.
pub(crate) fn distance<T: Real, C: Closest<T>>(bodies: &Difference<'_, T>, eps: T) -> Option<Vec3<T>> {
    let (mut v, mut w_set) = start(bodies);
    let mut before = T::INFINITY;
    for _ in 0..CUTOFF {
        let length = v.norm();
        // Not a number ends it too.
        let closer = before - length > eps;
        if !closer || length <= eps {
            return Some(v);
        }
        let w = bodies.support(-v);
        before = length;
        (v, w_set) = C::closest(&w_set.with(w));
    }
    None
}

/// Algorithm 4: whether A and B meet, with the last simplex; `None` at the cutoff.
pub(crate) fn sa_gjk<T: Real, C: Closest<T>>(
    bodies: &Difference<'_, T>,
    eps: T,
) -> Option<(bool, Simplex<T>)> {
    let (mut v, mut w_set) = start(bodies);
    for _ in 0..CUTOFF {
        let outside = v.norm() > eps;
        if !outside {
            return Some((true, w_set));
        }
        let w = bodies.support(-v);
        if v.dot(w) > T::ZERO {
            return Some((false, w_set));
        }
        (v, w_set) = C::closest(&w_set.with(w));
    }
    None
}

/// Result of Algorithm 5.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Swept<T: Real> {
    /// Line 9: the grown bodies do not meet.
    Apart,
    /// Line 18: the depth vector of the grown bodies, and its length with a sign, which may be below zero.
    Shallow(Vec3<T>, T),
    /// Line 16: the depth vector of the bodies without the balls; `None` if the backup routine failed.
    Deep(Option<Vec3<T>>),
}

/// Algorithm 5, with the backup routine of line 15; `None` at the cutoff.
pub(crate) fn swept<T: Real, C: Closest<T>>(
    bodies: &Difference<'_, T>,
    r: T,
    eps: T,
    backup: impl FnOnce(&Simplex<T>) -> Option<Vec3<T>>,
) -> Option<Swept<T>> {
    let (mut v, mut w_set) = start(bodies);
    for _ in 0..CUTOFF {
        let w = bodies.support(-v);
        let before = v.norm();
        if v.dot(w) > T::TWO * r * before {
            return Some(Swept::Apart);
        }
        (v, w_set) = C::closest(&w_set.with(w));
        let length = v.norm();
        if length < eps {
            return Some(Swept::Deep(backup(&w_set)));
        }
        if before - length < eps {
            let depth = T::TWO * r - length;
            return Some(Swept::Shallow(v * (depth / length), depth));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use impinge::{AnyShape, Cuboid, Pose, Sphere};
    use impinge_scenes::Rng;

    use super::*;
    use crate::measure::printed::{Johnson, Voronoi};

    const EPS: f64 = 1e-9;

    fn spheres(apart: f64) -> ([AnyShape<f64>; 2], [Pose<Vec3<f64>>; 2]) {
        let shapes = [(); 2].map(|()| AnyShape::from(Sphere::new(1.0)));
        (shapes, [Pose::IDENTITY, Pose::at([apart, 0.3, 0.1])])
    }

    #[test]
    fn distances_of_random_boxes_agree_with_the_front_door() {
        let mut rng = Rng::new(3);
        let (mut met, mut wrong) = (0, [0; 2]);
        for _ in 0..2_000 {
            let shapes = [(); 2].map(|()| AnyShape::from(Cuboid::new([1.0, 0.5, 0.75])));
            let poses: [Pose<Vec3<f64>>; 2] = std::array::from_fn(|_| rng.pose3(1.6));
            let bodies = || Difference::new(shapes.each_ref(), &poses);
            let placed = |i: usize| impinge::At::new(&shapes[i], poses[i]);
            let true_distance =
                impinge::query::any::distance(&placed(0), &placed(1), &Default::default()).distance;
            met += usize::from(true_distance == 0.0);
            let found = [distance::<_, Voronoi>(&bodies(), EPS), distance::<_, Johnson>(&bodies(), EPS)];
            for (wrong, found) in wrong.iter_mut().zip(found) {
                *wrong += usize::from(!found.is_some_and(|v| (v.norm() - true_distance).abs() < 1e-6));
            }
            let (meets, _) = sa_gjk::<_, Johnson>(&bodies(), EPS).unwrap();
            assert_eq!(meets, true_distance == 0.0, "{poses:?}");
        }
        assert!(met > 300 && met < 1_700, "{met}");
        // The text's split planes on tetrahedra occasionally reject the right face.
        assert!((20..200).contains(&wrong[0]) && wrong[1] < 5, "{wrong:?}");
    }

    /// The first call is along d, away from the origin, so that even far bodies take two calls.
    #[test]
    fn the_call_before_the_loop_looks_away_from_the_origin() {
        let (shapes, poses) = spheres(50.0);
        let bodies = Difference::new(shapes.each_ref(), &poses);
        assert!(!sa_gjk::<_, Voronoi>(&bodies, EPS).unwrap().0);
        assert_eq!(bodies.calls(), 2);
    }

    /// A sphere that touches the face of a box beside the line of centers: v becomes shorter forever, and no plane separates.
    #[test]
    fn sa_gjk_has_no_end_where_bodies_touch() {
        let shapes = [Sphere::new(1.0).into(), AnyShape::from(Cuboid::new([1.0; 3]))];
        let bodies = Difference::new(shapes.each_ref(), &[Pose::IDENTITY, Pose::at([2.0, 0.3, 0.2])]);
        let ended = sa_gjk::<_, Voronoi>(&bodies, 0.0);
        assert!(ended.is_none() || bodies.calls() > 10, "{ended:?} after {}", bodies.calls());
    }

    #[test]
    fn swept_depths_are_those_of_the_grown_bodies_where_they_are_shallow() {
        let (shapes, poses) = spheres(2.0);
        let bodies = Difference::new(shapes.each_ref(), &poses);
        let gap = 4.1_f64.sqrt() - 2.0;
        let Some(Swept::Shallow(_, depth)) = swept::<_, Voronoi>(&bodies, 0.05, EPS, |_| None) else {
            panic!("not shallow")
        };
        assert!((depth - (0.1 - gap)).abs() < 1e-3, "{depth}");
        let far = spheres(2.5);
        let bodies = Difference::new(far.0.each_ref(), &far.1);
        assert!(matches!(swept::<_, Voronoi>(&bodies, 0.05, EPS, |_| None), Some(Swept::Apart)));
    }

    /// A coarse eps ends the loop before the plane test has seen the gap.
    #[test]
    fn swept_can_end_with_a_depth_below_zero() {
        let mut rng = Rng::new(11);
        let mut below = 0;
        for _ in 0..2_000 {
            let shapes = [(); 2].map(|()| AnyShape::from(impinge::Ellipsoid::new([0.5, 1.0, 0.75])));
            let poses: [Pose<Vec3<f64>>; 2] = std::array::from_fn(|_| rng.pose3(1.2));
            let bodies = Difference::new(shapes.each_ref(), &poses);
            if let Some(Swept::Shallow(_, depth)) = swept::<_, Voronoi>(&bodies, 0.001, 1e-2, |_| None) {
                below += usize::from(depth < 0.0);
            }
        }
        assert!(below > 0);
    }
}
