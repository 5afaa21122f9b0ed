//! Symmetric 6 × 6 matrices: the spatial inertia of a body, or its response to an impulse.
//!
//! They map a twist (velocity and angular velocity) to an impulse with its angular part, or back, and are stored as blocks
//!
//! ```text
//! linear  mixed
//! mixedᵀ  angular
//! ```
//!
//! Symbols: [r] is the matrix of r ×.

use core::ops::AddAssign;

use impinge::math::Mat3;
use impinge::{Real, Vec3};

use super::speeds::Twist;

/// A symmetric matrix.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Symmetric<T: Real> {
    linear: Mat3<T>,
    mixed: Mat3<T>,
    angular: Mat3<T>,
}

impl<T: Real> Symmetric<T> {
    /// Spatial inertia of a body about its center of mass, from mass and inertia.
    pub fn inertia(mass: T, angular: Mat3<T>) -> Self {
        Self { linear: Mat3::diagonal(mass, mass, mass), mixed: Mat3::default(), angular }
    }

    /// Product with a vector.
    #[inline(always)]
    pub fn to(&self, [a, b]: &Twist<T>) -> Twist<T> {
        [self.linear * *a + self.mixed * *b, self.mixed.transpose_mul(*a) + self.angular * *b]
    }

    /// Adds x u uᵀ.
    #[inline(always)]
    pub fn add_square(&mut self, u: &Twist<T>, x: T) {
        let scaled = [u[0] * x, u[1] * x];
        add_product(&mut self.linear, u[0], scaled[0]);
        add_product(&mut self.mixed, u[0], scaled[1]);
        add_product(&mut self.angular, u[1], scaled[1]);
    }

    /// Adds u vᵀ + v uᵀ.
    #[inline(always)]
    pub fn add_both(&mut self, u: &Twist<T>, v: &Twist<T>) {
        for (u, v) in [(u, v), (v, u)] {
            add_product(&mut self.linear, u[0], v[0]);
            add_product(&mut self.mixed, u[0], v[1]);
            add_product(&mut self.angular, u[1], v[1]);
        }
    }

    /// Moves a spatial inertia to the point at `arm` from the current one.
    #[inline(always)]
    pub fn inertia_at(&self, arm: Vec3<T>) -> Self {
        let (angular, mixed) = shifted(self.angular, self.mixed.transpose(), self.linear, arm);
        Self { linear: self.linear, mixed: mixed.transpose(), angular }
    }

    /// Moves a response to impulses to the point at `arm` from the current one.
    #[inline(always)]
    pub fn response_at(&self, arm: Vec3<T>) -> Self {
        let (linear, mixed) = shifted(self.linear, self.mixed, self.angular, arm);
        Self { linear, mixed, angular: self.angular }
    }

    /// Inverse by blocks, or 0 if the matrix is singular.
    pub fn inverse(&self) -> Self {
        let Some(over) = self.linear.inverse() else { return Self::default() };
        let part = over * self.mixed;
        let Some(angular) = (self.angular - self.mixed.transpose() * part).inverse() else {
            return Self::default();
        };
        let mixed = -(part * angular);
        Self { linear: over - mixed * part.transpose(), mixed, angular }
    }

    /// Reduces an inertia to its effect if all rotation is free (articulated inertia). Returns F = mixed angular⁻¹ and angular⁻¹.
    #[inline(always)]
    pub fn free_turns(&mut self) -> [Mat3<T>; 2] {
        let over = symmetric_inverse(&self.angular);
        let follows = self.mixed * over;
        self.linear -= symmetric_product(follows, &self.mixed);
        (self.mixed, self.angular) = (Mat3::default(), Mat3::default());
        [follows, over]
    }

    /// Moves the inertia of a body of the plane to the point at `arm`, and reduces it to its effect if rotation is free. Returns that, with
    /// F and angular⁻¹, of which only what acts in the plane is exact.
    #[inline(always)]
    pub fn free_in_plane(&self, arm: Vec3<T>) -> (Self, [Mat3<T>; 2]) {
        let (p, q) = (self.linear.x_axis, self.linear.y_axis);
        // Velocity of the current point for a unit of angular velocity about the other one.
        let (x, y) = (arm.y, -arm.x);
        let force = p * x + q * y;
        let at_center = self.mixed.z_axis;
        let mixed = Vec3::new(at_center.x + force.x, at_center.y + force.y, T::ZERO);
        let angular = self.angular.z_axis.z + (x * (at_center.x + mixed.x) + y * (at_center.y + mixed.y));
        let over = if angular > T::ZERO { T::ONE / angular } else { T::ZERO };
        let follows = mixed * over;
        let linear = Mat3::from_columns(p - mixed * follows.x, q - mixed * follows.y, self.linear.z_axis);
        let turning = [Mat3::from_columns(Vec3::ZERO, Vec3::ZERO, follows), Mat3::diagonal(over, over, over)];
        (Self { linear, ..Self::default() }, turning)
    }

    /// Adds an inertia that acts along velocities in the plane alone, from the point at `arm`.
    #[inline(always)]
    pub fn add_linear_in_plane(&mut self, linear: &Mat3<T>, arm: Vec3<T>) {
        // Velocity of the current point for a unit of angular velocity about the other one.
        let (x, y) = (arm.y, -arm.x);
        let force = linear.x_axis * x + linear.y_axis * y;
        self.linear += *linear;
        self.mixed.z_axis += force;
        self.angular.z_axis.z += x * force.x + y * force.y;
    }

    /// Transforms the response of a parent to that of a child whose rotation is free, with the result of
    /// [`free_turns`](Self::free_turns).
    #[inline(always)]
    pub fn turn_freely(&mut self, [follows, over]: &[Mat3<T>; 2]) {
        self.mixed = -(self.linear * *follows);
        self.angular = *over - follows.transpose() * self.mixed;
    }

    /// Adds an inertia that acts along velocities alone, from the point at `arm`.
    #[inline(always)]
    pub fn add_linear_at(&mut self, linear: Mat3<T>, arm: Vec3<T>) {
        let once = cross(arm, linear).transpose();
        self.linear += linear;
        self.mixed -= once;
        self.angular += cross(arm, once);
    }

    /// The block that maps velocities to impulses, or the other way round.
    #[inline(always)]
    pub fn linear(&self) -> &Mat3<T> {
        &self.linear
    }

    /// The block that maps angular velocities to impulses, or the other way round.
    #[inline(always)]
    pub fn mixed(&self) -> &Mat3<T> {
        &self.mixed
    }

    /// The block that maps angular velocities to angular impulses, or the other way round.
    #[inline(always)]
    pub fn angular(&self) -> &Mat3<T> {
        &self.angular
    }
}

impl<T: Real> AddAssign for Symmetric<T> {
    fn add_assign(&mut self, other: Self) {
        self.linear += other.linear;
        self.mixed += other.mixed;
        self.angular += other.angular;
    }
}

/// Shifts the block P, which depends on the point, and the mixed block Q, with the block R, which does not: P − [r] Qᵀ − ([r] Qᵀ)ᵀ − [r]
/// R [r] and Q − [r] R.
#[inline(always)]
fn shifted<T: Real>(p: Mat3<T>, q: Mat3<T>, r: Mat3<T>, arm: Vec3<T>) -> (Mat3<T>, Mat3<T>) {
    let (once, part) = (cross(arm, r), cross(arm, q.transpose()));
    // R is symmetric: R [r] = −([r] R)ᵀ.
    (p - part - part.transpose() + cross(arm, once.transpose()), q - once)
}

/// P Qᵀ, for a symmetric result.
#[inline(always)]
pub(super) fn symmetric_product<T: Real>(p: Mat3<T>, q: &Mat3<T>) -> Mat3<T> {
    let (u, v, w) = (p.x_axis, p.y_axis, p.z_axis);
    let (a, b, c) = (q.x_axis, q.y_axis, q.z_axis);
    let xx = u.x * a.x + v.x * b.x + w.x * c.x;
    let yx = u.y * a.x + v.y * b.x + w.y * c.x;
    let zx = u.z * a.x + v.z * b.x + w.z * c.x;
    let yy = u.y * a.y + v.y * b.y + w.y * c.y;
    let zy = u.z * a.y + v.z * b.y + w.z * c.y;
    let zz = u.z * a.z + v.z * b.z + w.z * c.z;
    Mat3::from_columns(Vec3::new(xx, yx, zx), Vec3::new(yx, yy, zy), Vec3::new(zx, zy, zz))
}

/// The inverse of a positive semidefinite symmetric matrix, or 0 if it is singular. Computed in `f64`, for the matrix divided by its
/// trace, so that no product overflows.
#[inline(always)]
fn symmetric_inverse<T: Real>(m: &Mat3<T>) -> Mat3<T> {
    let trace = m.x_axis.x.f64() + m.y_axis.y.f64() + m.z_axis.z.f64();
    let scale = 1.0 / trace;
    let [a, b, c] = [m.x_axis.x, m.x_axis.y, m.x_axis.z].map(|x| x.f64() * scale);
    let [d, e, f] = [m.y_axis.y, m.y_axis.z, m.z_axis.z].map(|x| x.f64() * scale);
    let [p, q, r] = [d * f - e * e, c * e - b * f, b * e - c * d];
    let determinant = a * p + b * q + c * r;
    // False for NaN.
    if !(determinant > 0.0 && scale.is_finite()) {
        return Mat3::default();
    }
    let over = scale / determinant;
    let [s, t, u] = [a * f - c * c, b * c - a * e, a * d - b * b].map(|x| T::of(x * over));
    let [p, q, r] = [p, q, r].map(|x| T::of(x * over));
    Mat3::from_columns(Vec3::new(p, q, r), Vec3::new(q, s, t), Vec3::new(r, t, u))
}

/// [r] M.
#[inline(always)]
fn cross<T: Real>(r: Vec3<T>, m: Mat3<T>) -> Mat3<T> {
    Mat3::from_columns(r.cross(m.x_axis), r.cross(m.y_axis), r.cross(m.z_axis))
}

/// Adds u vᵀ.
#[inline(always)]
fn add_product<T: Real>(m: &mut Mat3<T>, u: Vec3<T>, v: Vec3<T>) {
    m.x_axis += u * v.x;
    m.y_axis += u * v.y;
    m.z_axis += u * v.z;
}

/// Product of a velocity and an impulse.
#[inline(always)]
pub(super) fn dot<T: Real>(a: &Twist<T>, b: &Twist<T>) -> T {
    a[0].dot(b[0]) + a[1].dot(b[1])
}

/// Adds x times another vector.
#[inline(always)]
pub(super) fn add<T: Real>(to: &mut Twist<T>, other: &Twist<T>, x: T) {
    to[0] += other[0] * x;
    to[1] += other[1] * x;
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two bodies of the plane, the second one free to rotate at a point of the first: as in space, for what acts in the plane.
    #[test]
    fn in_the_plane_as_in_space() {
        let body =
            |mass: f64, inertia: f64| Symmetric::inertia(mass, Mat3::diagonal(inertia, inertia, inertia));
        let (arm, back) = (Vec3::new(0.7, -0.4, 0.0), Vec3::new(-0.2, 1.1, 0.0));
        let third = Mat3::from_columns(Vec3::new(2.0, 0.5, 0.0), Vec3::new(0.5, 1.0, 0.0), Vec3::ZERO);
        let mut child = body(3.0, 0.8);
        child.add_linear_at(third, Vec3::new(0.3, 0.9, 0.0));
        let mut same = body(3.0, 0.8);
        same.add_linear_in_plane(&third, Vec3::new(0.3, 0.9, 0.0));
        let mut felt = child.inertia_at(arm);
        let [follows, over] = felt.free_turns();
        let (felt_in_plane, [follows_in_plane, over_in_plane]) = same.free_in_plane(arm);
        let (mut parent, mut parent_in_plane) = (body(5.0, 2.0), body(5.0, 2.0));
        parent.add_linear_at(*felt.linear(), back);
        parent_in_plane.add_linear_in_plane(felt_in_plane.linear(), back);
        let near = |a: f64, b: f64| assert!((a - b).abs() < 1e-14, "{a} {b}");
        near(over.z_axis.z, over_in_plane.z_axis.z);
        for (a, b) in [
            (follows.z_axis, follows_in_plane.z_axis),
            (felt.linear().x_axis, felt_in_plane.linear().x_axis),
            (felt.linear().y_axis, felt_in_plane.linear().y_axis),
            (parent.linear.x_axis, parent_in_plane.linear.x_axis),
            (parent.linear.y_axis, parent_in_plane.linear.y_axis),
            (parent.mixed.z_axis, parent_in_plane.mixed.z_axis),
        ] {
            near((a - b).norm(), 0.0);
        }
        near(parent.angular.z_axis.z, parent_in_plane.angular.z_axis.z);
    }
}
