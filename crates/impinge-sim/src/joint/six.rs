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
