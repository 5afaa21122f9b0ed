//! The directions in which a joint leaves its child free, taken one after the other.
//!
//! A joint that is free in several directions moves as a row of joints would that are free in one each, with nothing between them. So
//! each direction takes one division, and no matrix is inverted.
//!
//! **Symbols.** All at the joint's point: A is the inertia of the child with all that hangs on it, s a direction, U = A s and d = s · U.
//! Whoever pushes the child along what is not free feels A − U Uᵀ / d.

use impinge::{Real, Vec3};

use crate::joint::six::{Symmetric, add, dot};
use crate::joint::speeds::Twist;

/// At most so many directions: a body that nothing holds.
pub(super) const MAX_FREE: usize = 6;

/// Rates along all directions.
pub(super) type Rates<T> = [T; MAX_FREE];

/// Directions that are free.
#[derive(Clone, Copy, Debug)]
pub(super) struct Free<T: Real> {
    count: usize,
    /// s, of any length.
    directions: [Twist<T>; MAX_FREE],
    /// U, by the A that the directions before it leave.
    forces: [Twist<T>; MAX_FREE],
    /// 1 / d.
    over: [T; MAX_FREE],
}

impl<T: Real> Free<T> {
    /// Nothing is free.
    pub fn none() -> Self {
        let zeros = [[Vec3::ZERO; 2]; MAX_FREE];
        Self { count: 0, directions: zeros, forces: zeros, over: [T::ZERO; MAX_FREE] }
    }

    /// All is free.
    pub fn all() -> Self {
        let mut all = Self::none();
        for axis in 0..3 {
            all.add(Vec3::axis(axis), false);
            all.add(Vec3::axis(axis), true);
        }
        all
    }

    pub fn clear(&mut self) {
        self.count = 0;
    }

    /// One more direction, in which it moves or turns.
    pub fn add(&mut self, direction: Vec3<T>, is_turn: bool) {
        let twist = if is_turn { [Vec3::ZERO, direction] } else { [direction, Vec3::ZERO] };
        self.directions[self.count] = twist;
        self.count += 1;
    }

    /// A becomes what is felt of it where nothing is free.
    #[inline(always)]
    pub fn eliminate(&mut self, inertia: &mut Symmetric<T>) {
        for i in 0..self.count {
            let force = inertia.to(&self.directions[i]);
            let d = dot(&self.directions[i], &force);
            // Rounding alone can make it less.
            let over = if d > T::ZERO { T::ONE / d } else { T::ZERO };
            inertia.add_square(&force, -over);
            (self.forces[i], self.over[i]) = (force, over);
        }
    }

    /// Rates that an impulse on the child gives along the directions. What is left of it goes on to the parent.
    #[inline(always)]
    pub fn take_up(&self, impulse: &mut Twist<T>) -> Rates<T> {
        let mut rates = [T::ZERO; MAX_FREE];
        for i in 0..self.count {
            rates[i] = dot(&self.directions[i], impulse) * self.over[i];
            add(impulse, &self.forces[i], -rates[i]);
        }
        rates
    }

    /// From the velocity of the parent at the joint's point to that of the child, with the rates that it took up.
    #[inline(always)]
    pub fn pass_on(&self, rates: &Rates<T>, twist: &mut Twist<T>) {
        for i in (0..self.count).rev() {
            let rate = rates[i] - dot(&self.forces[i], twist) * self.over[i];
            add(twist, &self.directions[i], rate);
        }
    }

    /// From the response of the parent at the joint's point to that of the child: (1 − s Uᵀ / d) W (1 − U sᵀ / d) + s sᵀ / d.
    #[inline(always)]
    pub fn respond(&self, response: &mut Symmetric<T>) {
        for i in (0..self.count).rev() {
            let (s, over) = (&self.directions[i], self.over[i]);
            let scaled = [self.forces[i][0] * over, self.forces[i][1] * over];
            let mut felt = response.to(&scaled);
            // −(s yᵀ + y sᵀ) + (U · y / d + 1 / d) s sᵀ, with y = W U / d and half of the last in each of the first.
            let square = dot(&scaled, &felt) + over;
            add(&mut felt, s, -square * T::HALF);
            response.add_both(s, &[-felt[0], -felt[1]]);
        }
    }
}
