//! A link that holds points together and nothing else: a ball joint that reaches no limit. Most joints of ragdolls and chains are of this
//! kind.
//!
//! All rotation is free. So only forces at the point pass through it: of A only the block M of velocities remains, of the rows three
//! along the axes of the world, and sparse matrices disappear. The formulas are those of `link.rs`.
//!
//! In the plane only v_x, v_y and w_z are not 0, and only their blocks of matrices are computed. Of the others only that of D⁻¹ matters, which
//! contacts see as a mobility out of the plane: it is made regular.
//!
//! **Symbols.** v and w are velocity and angular velocity, r the arm from a center to the point, p an impulse; F and D⁻¹ as in `free.rs`.

use impinge::{Real, Vec3};

use super::link::Link;
use crate::joint::constraint::Constraint;
use crate::joint::pass::JointPass;
use crate::joint::six::Symmetric;
use crate::joint::speeds::Twist;

impl<T: Real> Link<T> {
    pub(super) fn aim_points(&mut self, constraint: &Constraint<T>, pass: &JointPass<T>) {
        self.target = [constraint.points_target(pass) * self.sign(), Vec3::ZERO];
    }

    #[inline(always)]
    pub(super) fn eliminate_points(&mut self, child: &Symmetric<T>, parent: Option<&mut Symmetric<T>>) {
        if self.in_plane {
            self.felt = self.free.eliminate_in_plane(child, self.arms[0]);
            if let Some(parent) = parent {
                parent.add_linear_in_plane(self.felt.linear(), -self.arms[1]);
            }
            return;
        }
        self.felt = child.inertia_at(self.arms[0]);
        self.free.eliminate(&mut self.felt);
        if let Some(parent) = parent {
            parent.add_linear_at(*self.felt.linear(), -self.arms[1]);
        }
    }

    #[inline(always)]
    pub(super) fn up_points(&mut self, impulse: &Twist<T>, child: &Twist<T>, parent: &Twist<T>) -> Twist<T> {
        let [c, p] = [self.point_speed(0, child), self.point_speed(1, parent)];
        let wanted = self.target[0] - (c - p);
        let left = self.push_points(impulse);
        (self.wanted[0], self.left[0]) = (wanted, left);
        let passed = left - self.force(wanted);
        [passed, self.torque(1, passed)]
    }

    #[inline(always)]
    pub(super) fn down_points(&mut self, parent: &Twist<T>) -> Twist<T> {
        let change = self.point_speed(1, parent) + self.wanted[0];
        self.impulse[0] = self.force(change) - self.left[0];
        self.left[0] = Vec3::ZERO;
        self.child_points(change)
    }

    #[inline(always)]
    pub(super) fn push_up_points(&mut self, impulse: &Twist<T>) -> Twist<T> {
        let passed = self.push_points(impulse);
        self.left[0] += passed;
        [passed, self.torque(1, passed)]
    }

    #[inline(always)]
    pub(super) fn push_down_points(&mut self, parent: &Twist<T>) -> Twist<T> {
        self.child_points(self.point_speed(1, parent))
    }

    #[inline(always)]
    pub(super) fn follow_points(&self, parent: &Twist<T>) -> Twist<T> {
        let v = self.point_speed(1, parent);
        self.child_at(v, -self.follows(v))
    }

    /// Adds the impulses of pushes to the joint.
    #[inline(always)]
    pub(super) fn settle_points(&mut self, constraint: &mut Constraint<T>, parent: &Twist<T>) {
        let given = self.force(self.point_speed(1, parent)) - self.left[0];
        self.left[0] = Vec3::ZERO;
        constraint.add_to_points(given * self.sign());
    }

    /// p − F (turn − r × p): the part of an impulse on the child that goes on to the parent. The child takes up the rate D⁻¹ (turn − r ×
    /// p).
    #[inline(always)]
    fn push_points(&mut self, [p, turn]: &Twist<T>) -> Vec3<T> {
        let [follows, over] = self.free.turning();
        let turn = *turn - self.torque(0, *p);
        if self.in_plane {
            self.rates[2] += over.z_axis.z * turn.z;
            return *p - follows.z_axis * turn.z;
        }
        let rate = *over * turn;
        let passed = *p - *follows * turn;
        self.rates[0] += rate.x;
        self.rates[1] += rate.y;
        self.rates[2] += rate.z;
        passed
    }

    /// Change of the child's velocity if its point changes by v: w = rate − Fᵀ v.
    #[inline(always)]
    fn child_points(&mut self, v: Vec3<T>) -> Twist<T> {
        let rate = Vec3::new(self.rates[0], self.rates[1], self.rates[2]);
        (self.rates[0], self.rates[1], self.rates[2]) = (T::ZERO, T::ZERO, T::ZERO);
        self.child_at(v, rate - self.follows(v))
    }

    /// Velocity and angular velocity of the child, from those of its point.
    #[inline(always)]
    fn child_at(&self, v: Vec3<T>, w: Vec3<T>) -> Twist<T> {
        let r = self.arms[0];
        let turned = if self.in_plane { Vec3::new(-(w.z * r.y), w.z * r.x, T::ZERO) } else { w.cross(r) };
        [v - turned, w]
    }

    /// v + w × r, for the arm of the child, 0, or of the parent, 1.
    #[inline(always)]
    fn point_speed(&self, i: usize, [v, w]: &Twist<T>) -> Vec3<T> {
        let r = self.arms[i];
        if self.in_plane {
            return Vec3::new(v.x - w.z * r.y, v.y + w.z * r.x, T::ZERO);
        }
        *v + w.cross(r)
    }

    /// r × p.
    #[inline(always)]
    fn torque(&self, i: usize, p: Vec3<T>) -> Vec3<T> {
        let r = self.arms[i];
        if self.in_plane { Vec3::new(T::ZERO, T::ZERO, r.x * p.y - r.y * p.x) } else { r.cross(p) }
    }

    /// M v.
    #[inline(always)]
    fn force(&self, v: Vec3<T>) -> Vec3<T> {
        let m = self.felt.linear();
        if self.in_plane { m.x_axis * v.x + m.y_axis * v.y } else { *m * v }
    }

    /// Fᵀ v.
    #[inline(always)]
    fn follows(&self, v: Vec3<T>) -> Vec3<T> {
        let follows = &self.free.turning()[0];
        if self.in_plane {
            let z = follows.z_axis;
            return Vec3::new(T::ZERO, T::ZERO, z.x * v.x + z.y * v.y);
        }
        follows.transpose_mul(v)
    }
}
