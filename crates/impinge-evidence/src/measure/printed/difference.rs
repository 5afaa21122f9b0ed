//! A ⊖ B of two placed bodies, given by its support mapping, in one precision throughout.
//!
//! **Source.** Olvång's thesis, section 2.1, equations 3 to 5: S(v) of A ⊖ B is S_A(v) − S_B(−v), and S of a body is
//! T(R(S(R⁻¹(v)))). The library has B − A, in A's frame and in `f64`; here nothing is transformed to another frame, and the points of the
//! world are rounded before they are subtracted, as in the thesis' code.
//!
//! | symbol | meaning |
//! |---|---|
//! | v | a direction, not unit |
//! | S(v) | the point of A ⊖ B farthest along v |
//!
//! **Cost.** Two support calls of shapes and four turns of a vector.

use std::cell::Cell;

use impinge::{AnyShape, Pose, Real, Rotation, Support, Vec3, Vector};

/// The matrix of a turn.
type Turn<T> = <<Vec3<T> as Vector>::Rotation as Rotation<Vec3<T>>>::Turn;

/// A placed body.
struct Body<'a, T: Real> {
    shape: &'a AnyShape<T>,
    turn: Turn<T>,
    at: Vec3<T>,
}

/// A ⊖ B.
pub(crate) struct Difference<'a, T: Real> {
    a: Body<'a, T>,
    b: Body<'a, T>,
    calls: Cell<u32>,
}

impl<'a, T: Real> Body<'a, T> {
    fn new(shape: &'a AnyShape<T>, pose: &Pose<Vec3<T>>) -> Self {
        Self { shape, turn: pose.rotation().to_turn(), at: pose.translation() }
    }

    /// Equation 5.
    #[inline]
    fn support(&self, v: Vec3<T>) -> Vec3<T> {
        use impinge::math::Turn as _;
        self.turn.turn(self.shape.support(self.turn.unturn(v))) + self.at
    }

    /// The centroid, which the thesis has for the position of a body.
    fn position(&self) -> Vec3<T> {
        use impinge::math::Turn as _;
        self.turn.turn(self.shape.center()) + self.at
    }
}

impl<'a, T: Real> Difference<'a, T> {
    /// From two placed shapes.
    pub fn new([a, b]: [&'a AnyShape<T>; 2], poses: &[Pose<Vec3<T>>; 2]) -> Self {
        Self { a: Body::new(a, &poses[0]), b: Body::new(b, &poses[1]), calls: Cell::new(0) }
    }

    /// The point farthest along a direction.
    #[inline]
    pub fn support(&self, v: Vec3<T>) -> Vec3<T> {
        self.calls.set(self.calls.get() + 1);
        self.a.support(v) - self.b.support(-v)
    }

    /// The point of A farthest along a direction.
    pub fn support_of_a(&self, v: Vec3<T>) -> Vec3<T> {
        self.a.support(v)
    }

    /// The point of B farthest along a direction.
    pub fn support_of_b(&self, v: Vec3<T>) -> Vec3<T> {
        self.b.support(v)
    }

    /// The position of A less that of B: a point inside.
    pub fn position(&self) -> Vec3<T> {
        self.a.position() - self.b.position()
    }

    /// Support calls so far.
    pub fn calls(&self) -> u32 {
        self.calls.get()
    }

    /// Extent of A ⊖ B along a direction of any nonzero length: the distance that A must move the other way until the bodies only touch. Not
    /// counted as a call.
    pub fn reach(&self, v: Vec3<T>) -> T {
        let v = v.unit();
        v.dot(self.a.support(v) - self.b.support(-v))
    }
}
