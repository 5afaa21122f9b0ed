//! A link that holds points together and nothing else: a ball joint that reaches no limit. Most joints of ragdolls and chains are of this
//! kind.
//!
//! All rotation is free. So only forces at the point pass through it: of A only the block M of velocities remains, of the rows three
//! along the axes of the world, and sparse matrices disappear. The formulas are those of `link.rs`.
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
        self.felt = child.inertia_at(self.arms[0]);
        self.free.eliminate(&mut self.felt);
        if let Some(parent) = parent {
            parent.add_linear_at(*self.felt.linear(), -self.arms[1]);
        }
    }

    #[inline(always)]
    pub(super) fn up_points(&mut self, impulse: &Twist<T>, child: &Twist<T>, parent: &Twist<T>) -> Twist<T> {
        let [c, p] = [point_speed(child, self.arms[0]), point_speed(parent, self.arms[1])];
        let wanted = self.target[0] - (c - p);
        let left = self.push_points(impulse);
        (self.wanted[0], self.left[0]) = (wanted, left);
        let passed = left - *self.felt.linear() * wanted;
        [passed, self.arms[1].cross(passed)]
    }

    #[inline(always)]
    pub(super) fn down_points(&mut self, parent: &Twist<T>) -> Twist<T> {
        let change = point_speed(parent, self.arms[1]) + self.wanted[0];
        self.impulse[0] = *self.felt.linear() * change - self.left[0];
        self.left[0] = Vec3::ZERO;
        self.child_points(change)
    }

    #[inline(always)]
    pub(super) fn push_up_points(&mut self, impulse: &Twist<T>) -> Twist<T> {
        let passed = self.push_points(impulse);
        self.left[0] += passed;
        [passed, self.arms[1].cross(passed)]
    }

    #[inline(always)]
    pub(super) fn push_down_points(&mut self, parent: &Twist<T>) -> Twist<T> {
        self.child_points(point_speed(parent, self.arms[1]))
    }

    #[inline(always)]
    pub(super) fn follow_points(&self, parent: &Twist<T>) -> Twist<T> {
        let v = point_speed(parent, self.arms[1]);
        let w = -self.free.turning()[0].transpose_mul(v);
        [v - w.cross(self.arms[0]), w]
    }

    /// Adds the impulses of pushes to the joint.
    #[inline(always)]
    pub(super) fn settle_points(&mut self, constraint: &mut Constraint<T>, parent: &Twist<T>) {
        let given = *self.felt.linear() * point_speed(parent, self.arms[1]) - self.left[0];
        self.left[0] = Vec3::ZERO;
        constraint.add_to_points(given * self.sign());
    }

    /// p − F (turn − r × p): the part of an impulse on the child that goes on to the parent. The child takes up the rate D⁻¹ (turn − r ×
    /// p).
    #[inline(always)]
    fn push_points(&mut self, [p, turn]: &Twist<T>) -> Vec3<T> {
        let [follows, over] = self.free.turning();
        let turn = *turn - self.arms[0].cross(*p);
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
        let w = rate - self.free.turning()[0].transpose_mul(v);
        [v - w.cross(self.arms[0]), w]
    }
}

/// v + w × r.
#[inline(always)]
fn point_speed<T: Real>([v, w]: &Twist<T>, arm: Vec3<T>) -> Vec3<T> {
    *v + w.cross(arm)
}
