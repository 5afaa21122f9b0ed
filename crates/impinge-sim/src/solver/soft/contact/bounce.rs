//! Restitution: a part of the energy that an impact took is given back.
//!
//! After all sub-steps the points that came fast, and had an impulse, get the speed −e v, where v is that before the step (Newton's law).
//! In an impact of two bodies alone this gives back e² of the energy that the sub-steps took. If several impacts happen in one step it may
//! be any amount: each contact would bounce with the speed at which it was approached, even if another one has stopped the body already.
//! So a contact counts the energy W that its normal impulses take, and gives back at most e² W (Stronge's law, "Rigid Body Collisions with
//! Friction", 1990): the change of its impulses, J, is scaled by the largest factor s ≤ 1 with
//!
//! > s J·v + s² J·K J / 2 ≤ e² W.
//!
//! So a step gives back no more than contacts took in it, and with e = 1 bodies keep their energy at most.

use impinge::Real;

use super::{Four, FourBodies, FourContacts};

/// Rounds over the points of a manifold, which depend on one another.
const ROUNDS: usize = 8;

impl<T: Real> FourContacts<T> {
    /// Whether any of the four has restitution.
    #[inline(always)]
    pub(super) fn may_bounce(&self) -> bool {
        self.restitution.any_positive()
    }

    /// Counts the energy that impulses along the normal took, with the speeds before and after them; see `push_points` for the sums.
    #[inline(never)]
    pub(super) fn absorb(&mut self, sums: [Four<T>; 3], before: [Four<T>; 3], after: [Four<T>; 3]) {
        self.absorbed = self.absorbed - (power(sums, before) + power(sums, after)) * Four::all(T::HALF);
    }

    /// Restitution, after all sub-steps, for impacts faster than `slowest`.
    #[inline(never)]
    pub(super) fn bounce(&mut self, slowest: T, a: &mut FourBodies<T>, b: &mut FourBodies<T>) {
        if !self.may_bounce() {
            return;
        }
        let (before, restitution) = (self.speeds(a, b), self.restitution);
        let (mut speeds, mut sums) = (before, [Four::ZERO; 3]);
        let mut given = [Four::ZERO; super::MAX_POINTS];
        for _ in 0..ROUNDS {
            for (p, given) in self.points[..self.count].iter().zip(&mut given) {
                let new = (*given - p.mass * (p.sees(speeds) + restitution * p.approach)).max(-p.impulse);
                let faster = -(p.approach + Four::all(slowest));
                let new = faster.min(p.total).min(restitution).if_positive(new, Four::ZERO);
                let change = new - *given;
                *given = new;
                let [sum, ys, xs] = &mut sums;
                *sum += change;
                *ys += p.y * change;
                *xs += p.x * change;
                for (speed, response) in speeds.iter_mut().zip(p.response) {
                    *speed += response * change;
                }
            }
        }
        // W(s) = s linear + s² square.
        let linear = power(sums, before);
        let square = ((power(sums, speeds) - linear) * Four::all(T::HALF)).max(Four::ZERO);
        let most = (restitution * restitution * self.absorbed).max(Four::ZERO);
        let root = (linear * linear + square * most * Four::all(T::of(4.0))).sqrt();
        let twice = Four::all(T::TWO);
        let part = linear.if_positive(twice * most / (linear + root), (root - linear) / (twice * square));
        // Without an impulse it is 0 / 0.
        let part = (linear + square - most).if_positive(part, Four::all(T::ONE));
        for (p, given) in self.points[..self.count].iter_mut().zip(given) {
            let given = given * part;
            p.total += given;
            p.impulse = given.if_positive(Four::ZERO, p.impulse);
        }
        self.push_points(sums.map(|sum| sum * part), a, b);
    }
}

/// Power of impulses along the normal, given by their sums, at the speeds u, p and q.
#[inline(always)]
fn power<T: Real>([sum, ys, xs]: [Four<T>; 3], [u, p, q]: [Four<T>; 3]) -> Four<T> {
    sum * u + ys * p - xs * q
}
