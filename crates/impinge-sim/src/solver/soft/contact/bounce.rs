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

use super::super::lanes::Four;

/// Rounds over the points of a manifold, which depend on one another.
pub(super) const ROUNDS: usize = 8;

/// The factor s, from the power of the change of impulses at the speeds before it and after it, and e² W.
#[inline(always)]
pub(super) fn part<T: Real>(before: Four<T>, after: Four<T>, most: Four<T>) -> Four<T> {
    // W(s) = s linear + s² square.
    let linear = before;
    let square = ((after - linear) * Four::all(T::HALF)).max(Four::ZERO);
    let most = most.max(Four::ZERO);
    let root = (linear * linear + square * most * Four::all(T::of(4.0))).sqrt();
    let twice = Four::all(T::TWO);
    let part = linear.if_positive(twice * most / (linear + root), (root - linear) / (twice * square));
    // Without an impulse it is 0 / 0.
    (linear + square - most).if_positive(part, Four::all(T::ONE))
}
