//! The directions in which a joint leaves its child free.
//!
//! They are eliminated one after the other, as if the joint were a chain of joints that are free in one direction each, with nothing
//! between them: each takes one division, and no matrix is inverted. Then they are combined, so that passes need not process them one by
//! one.
//!
//! **Symbols.** All at the joint's point: A is the articulated inertia of the child with its whole subtree, s_i the directions, U = A s
//! and D = s · A s with all of them, E = D⁻¹ Uᵀ. An impulse on the child along the constrained directions meets A − U D⁻¹ Uᵀ. One by one,
//! with the A that remains after the previous ones, u_i = A s_i and d_i = s_i · u_i; the rates q_i of a child whose parent moves by x are
//! q_i = −u_i · (x + Σ s_j q_j) / d_i with j > i. So with B = (1 + L)⁻¹, L_ij = u_i · s_j / d_i: E_i = Σ B_im u_m / d_m, and D⁻¹ = B (1 /
//! d) Bᵀ.
//!
//! **Rotations.** Most joints of ragdolls and chains are ball joints, which leave all rotation free. For them D is the angular block of
//! A, which is inverted directly, and of E only F = mixed D⁻¹ is kept: the child rotates by −Fᵀ v if the point moves by v.

use impinge::math::Mat3;
use impinge::{Real, Vec3};

use crate::joint::six::{Symmetric, add, dot};
use crate::joint::speeds::Twist;

/// Limit on the free directions: a rod holds one, and none if its points coincide.
pub(super) const MAX_FREE: usize = 6;

/// Rates along all directions.
pub(super) type Rates<T> = [T; MAX_FREE];

/// Free directions of a joint.
#[derive(Clone, Copy, Debug)]
pub(super) struct Free<T: Real> {
    /// True if exactly all rotation is free; then F and D⁻¹.
    turns: bool,
    turning: [Mat3<T>; 2],
    /// Number of directions otherwise.
    count: usize,
    /// s, of any length.
    directions: [Twist<T>; MAX_FREE],
    /// E.
    follows: [Twist<T>; MAX_FREE],
    /// D⁻¹.
    inverse: [Rates<T>; MAX_FREE],
}

impl<T: Real> Free<T> {
    /// No free direction.
    pub fn none() -> Self {
        let zeros = [[Vec3::ZERO; 2]; MAX_FREE];
        let (turns, turning) = (false, [Mat3::default(); 2]);
        Self {
            turns,
            turning,
            count: 0,
            directions: zeros,
            follows: zeros,
            inverse: [[T::ZERO; MAX_FREE]; MAX_FREE],
        }
    }

    pub fn clear(&mut self) {
        (self.count, self.turns) = (0, false);
    }

    /// Frees all rotation, in addition to the directions so far.
    pub fn add_turns(&mut self) {
        if self.count == 0 {
            self.turns = true;
        } else {
            (0..3).for_each(|axis| self.add(Vec3::axis(axis), true));
        }
    }

    /// Frees one more direction, of translation or rotation.
    pub fn add(&mut self, direction: Vec3<T>, is_turn: bool) {
        let twist = if is_turn { [Vec3::ZERO, direction] } else { [direction, Vec3::ZERO] };
        self.directions[self.count] = twist;
        self.count += 1;
    }

    /// F and D⁻¹ if exactly all rotation is free.
    #[inline(always)]
    pub fn turning(&self) -> &[Mat3<T>; 2] {
        &self.turning
    }

    /// Reduces A to its effect along the constrained directions.
    #[inline(always)]
    pub fn eliminate(&mut self, inertia: &mut Symmetric<T>) {
        if self.turns {
            self.turning = inertia.free_turns();
            return;
        }
        let count = self.count;
        let (mut forces, mut over) = ([[Vec3::ZERO; 2]; MAX_FREE], [T::ZERO; MAX_FREE]);
        for i in 0..count {
            forces[i] = inertia.to(&self.directions[i]);
            let d = dot(&self.directions[i], &forces[i]);
            // Only rounding can make it less.
            over[i] = if d > T::ZERO { T::ONE / d } else { T::ZERO };
            inertia.add_square(&forces[i], -over[i]);
        }
        // B, from the last row to the first.
        let mut b = [[T::ZERO; MAX_FREE]; MAX_FREE];
        for i in (0..count).rev() {
            b[i][i] = T::ONE;
            for j in i + 1..count {
                let part = dot(&forces[i], &self.directions[j]) * over[i];
                let later = b[j];
                b[i].iter_mut().zip(later).for_each(|(to, from)| *to -= part * from);
            }
            self.follows[i] = [Vec3::ZERO; 2];
            for m in i..count {
                add(&mut self.follows[i], &forces[m], b[i][m] * over[m]);
            }
        }
        for i in 0..count {
            for j in 0..=i {
                let mut sum = T::ZERO;
                for m in i..count {
                    sum += b[i][m] * b[j][m] * over[m];
                }
                (self.inverse[i][j], self.inverse[j][i]) = (sum, sum);
            }
        }
    }

    /// Reduces the inertia of a child in the plane, whose rotation is free, to its effect at the joint's point at `arm`.
    #[inline(always)]
    pub fn eliminate_in_plane(&mut self, inertia: &Symmetric<T>, arm: Vec3<T>) -> Symmetric<T> {
        let (felt, turning) = inertia.free_in_plane(arm);
        self.turning = turning;
        felt
    }

    /// Rates that an impulse on the child gives along the free directions. The rest of the impulse goes on to the parent.
    #[inline(always)]
    pub fn take_up(&self, impulse: &mut Twist<T>) -> Rates<T> {
        let before = *impulse;
        let mut rates = [T::ZERO; MAX_FREE];
        if self.turns {
            let [follows, over] = &self.turning;
            *impulse = [before[0] - *follows * before[1], Vec3::ZERO];
            let turn = *over * before[1];
            (rates[0], rates[1], rates[2]) = (turn.x, turn.y, turn.z);
            return rates;
        }
        for i in 0..self.count {
            let along = dot(&self.directions[i], &before);
            add(impulse, &self.follows[i], -along);
            let inverse = &self.inverse[i][..self.count];
            rates.iter_mut().zip(inverse).for_each(|(rate, &x)| *rate += x * along);
        }
        rates
    }

    /// Transforms the velocity of the parent at the joint's point to that of the child, with the rates from [`take_up`](Self::take_up).
    #[inline(always)]
    pub fn pass_on(&self, rates: &Rates<T>, twist: &mut Twist<T>) {
        if self.turns {
            let turn = Vec3::new(rates[0], rates[1], rates[2]);
            twist[1] = turn - self.turning[0].transpose_mul(twist[0]);
            return;
        }
        let before = *twist;
        for (i, &rate) in rates.iter().enumerate().take(self.count) {
            add(twist, &self.directions[i], rate - dot(&self.follows[i], &before));
        }
    }

    /// Transforms the response of the parent at the joint's point to that of the child: (1 − s E) W (1 − s E)ᵀ + s D⁻¹ sᵀ.
    #[inline(always)]
    pub fn respond(&self, response: &mut Symmetric<T>) {
        if self.turns {
            response.turn_freely(&self.turning);
            return;
        }
        // −(y sᵀ + s yᵀ) + s (E W Eᵀ + D⁻¹) sᵀ with y = W Eᵀ; half of the last term goes with each of the first two.
        let before = *response;
        for i in 0..self.count {
            let mut felt = before.to(&self.follows[i]);
            let y = felt;
            for j in 0..self.count {
                let square = dot(&self.follows[j], &y) + self.inverse[i][j];
                add(&mut felt, &self.directions[j], -square * T::HALF);
            }
            response.add_both(&self.directions[i], &[-felt[0], -felt[1]]);
        }
    }
}
