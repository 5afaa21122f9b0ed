//! Two shapes combined: their sum, their difference and their hull.
//!
//! Frame: the common frame of both. Source: section 2.2 and 3.2.2 of Olvång's thesis (SumObject, CSO, MaxObject):
//! S_{A⊕B}(v) = S_A(v) + S_B(v), S_{A⊖B}(v) = S_A(v) - S_B(-v), S_max(v) = the farther of S_A(v) and S_B(v).

use super::MeasureSpace;
use super::common::{FLAT_ULPS, reach_of, rounding_of, sum_rounding, tame};
use super::{Bounded, Measure, Measured, SUPPORT_ULPS, Shape, Support};
use crate::math::{Aabb, Pose, Real, Vector};

macro_rules! pair {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub struct $name<A, B> {
            a: A,
            b: B,
        }

        impl<A: Shape, B: Shape<V = A::V>> $name<A, B> {
            /// Combines `a` and `b`, which share one frame.
            pub fn new(a: A, b: B) -> Self {
                Self { a, b }
            }

            /// The first shape.
            #[inline]
            pub fn a(&self) -> &A {
                &self.a
            }

            /// The second shape.
            #[inline]
            pub fn b(&self) -> &B {
                &self.b
            }
        }

        impl<A: Shape<V: MeasureSpace>, B: Shape<V = A::V>> Measured<A::V> for $name<A, B> {
            fn measure(&self) -> Measure<A::V> {
                MeasureSpace::bracket(&|d| self.support(d))
            }
        }

        impl<A: Shape, B: Shape<V = A::V>> Shape for $name<A, B> {
            type V = A::V;
        }
    };
}

pair! {
    /// The Minkowski sum: all a + b with a in A and b in B. Made by [`Shape::plus`].
    ///
    /// ```
    /// use impinge::{Cuboid, Shape, Sphere, Support, Vec3};
    ///
    /// let sum = Cuboid::new([1.0, 2.0, 3.0]).plus(Sphere::new(0.5));
    /// assert_eq!(sum.support(Vec3::new(0.0, -1.0, 0.0)).y, -2.5);
    /// ```
    Sum
}
pair! {
    /// The Minkowski difference, or configuration space obstacle: all a - b with a in A and b in B. It contains the
    /// origin if and only if A and B share a point. Made by [`Shape::minus`].
    Difference
}
pair! {
    /// The convex hull of two shapes. Made by [`Shape::hull_with`].
    Hull
}

impl<A: Shape, B: Shape<V = A::V>> Support<A::V> for Sum<A, B> {
    #[inline]
    fn support(&self, direction: A::V) -> A::V {
        self.a.support(direction) + self.b.support(direction)
    }
    /// The centroid if both shapes are symmetric about theirs.
    fn center(&self) -> A::V {
        self.a.center() + self.b.center()
    }
    fn is_curved(&self, direction: A::V) -> bool {
        self.a.is_curved(direction) || self.b.is_curved(direction)
    }
}

impl<A: Shape, B: Shape<V = A::V>> Bounded<A::V> for Sum<A, B> {
    fn aabb(&self, pose: &Pose<A::V>) -> Aabb<A::V> {
        let (a, b) = (self.a.aabb(pose), self.b.aabb(&Pose::turned(pose.rotation())));
        Aabb { min: a.min + b.min, max: a.max + b.max }
    }
    /// The rounding of both shapes, whose values may be large and cancel, and of their sum.
    fn rounding(&self) -> f64 {
        self.a.rounding() + self.b.rounding() + sum_rounding::<A::V>(reach_of(self))
    }
}

impl<A: Shape, B: Shape<V = A::V>> Support<A::V> for Difference<A, B> {
    #[inline]
    fn support(&self, direction: A::V) -> A::V {
        // Tamed, since the direction that stands for zero must change its sign as well.
        let d = tame(direction);
        self.a.support(d) - self.b.support(-d)
    }
    /// The centroid if both shapes are symmetric about theirs.
    fn center(&self) -> A::V {
        self.a.center() - self.b.center()
    }
    fn is_curved(&self, direction: A::V) -> bool {
        let d = tame(direction);
        self.a.is_curved(d) || self.b.is_curved(-d)
    }
}

impl<A: Shape, B: Shape<V = A::V>> Bounded<A::V> for Difference<A, B> {
    fn aabb(&self, pose: &Pose<A::V>) -> Aabb<A::V> {
        let (a, b) = (self.a.aabb(pose), self.b.aabb(&Pose::turned(pose.rotation())));
        Aabb { min: a.min - b.max, max: a.max - b.min }
    }
    /// The rounding of both shapes, whose values may be large and cancel, and of their difference.
    fn rounding(&self) -> f64 {
        self.a.rounding() + self.b.rounding() + sum_rounding::<A::V>(reach_of(self))
    }
}

impl<A: Shape, B: Shape<V = A::V>> Support<A::V> for Hull<A, B> {
    #[inline]
    fn support(&self, direction: A::V) -> A::V {
        let d = tame(direction);
        let (a, b) = (self.a.support(d), self.b.support(d));
        if a.dot(d) > b.dot(d) { a } else { b }
    }
    /// Halfway between the two centers: in the interior, but not the centroid.
    fn center(&self) -> A::V {
        self.a.center() * Real::HALF + self.b.center() * Real::HALF
    }
    /// True if the farther shape is curved there. If both reach equally far, within rounding, true if either is.
    fn is_curved(&self, direction: A::V) -> bool {
        let d = direction.unit();
        let (a, b) = (self.a.support(d), self.b.support(d));
        let scale = a.max_abs().max(b.max_abs());
        let slack = <A::V as Vector>::Scalar::of(FLAT_ULPS) * <A::V as Vector>::Scalar::EPSILON * scale;
        let ahead = a.dot(d) - b.dot(d);
        (ahead >= -slack && self.a.is_curved(d)) || (ahead <= slack && self.b.is_curved(d))
    }
}

impl<A: Shape, B: Shape<V = A::V>> Bounded<A::V> for Hull<A, B> {
    fn aabb(&self, pose: &Pose<A::V>) -> Aabb<A::V> {
        self.a.aabb(pose).union(&self.b.aabb(pose))
    }
    /// The rounding of the worse shape, and of the comparison.
    fn rounding(&self) -> f64 {
        Real::max(self.a.rounding(), self.b.rounding()) + rounding_of::<A::V>(SUPPORT_ULPS, reach_of(self))
    }
}
