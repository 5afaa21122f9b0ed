//! Constraints in colors: no two of one color share a body that can give way, so all of a color can be solved at once.
//!
//! Colors are given greedily in the order of the contacts, which is that of the handles. Within a color constraints stay in that
//! order. So order and result depend on the bodies alone, and not on threads: what one thread computes after another, many compute
//! side by side, to the same bits.

use impinge::Real;
use rayon::prelude::*;

use super::contact::{ContactConstraint, Stage};
use super::moving::Moving;

/// Colors at most; what finds none is solved in turn, last: only a body with more contacts than this has such.
const MAX_COLORS: usize = 30;

/// Constraints that one thread takes in one go, some ten microseconds: smaller colors are not worth waking another one.
const STRETCH: usize = 128;

/// The order of constraints.
#[derive(Clone, Debug, Default)]
pub(super) struct Colors {
    /// The color of each constraint.
    of: Vec<u8>,
    /// Colors that a body has already, one bit for each.
    taken: Vec<u32>,
    /// Where the constraints of a color begin; one more for the end.
    starts: [usize; MAX_COLORS + 2],
}

impl Colors {
    /// Colors contacts between the bodies at these places.
    pub fn give(
        &mut self,
        bodies: usize,
        pairs: impl Iterator<Item = (usize, usize)>,
        gives_way: impl Fn(usize) -> bool,
    ) {
        self.of.clear();
        self.taken.clear();
        self.taken.resize(bodies, 0);
        let mut counts = [0; MAX_COLORS + 1];
        for (a, b) in pairs {
            let mut taken = 0;
            for body in [a, b] {
                if gives_way(body) {
                    taken |= self.taken[body];
                }
            }
            let color = (taken.trailing_ones() as usize).min(MAX_COLORS);
            if color < MAX_COLORS {
                for body in [a, b] {
                    if gives_way(body) {
                        self.taken[body] |= 1 << color;
                    }
                }
            }
            self.of.push(color as u8);
            counts[color] += 1;
        }
        self.starts[0] = 0;
        for color in 0..=MAX_COLORS {
            self.starts[color + 1] = self.starts[color] + counts[color];
        }
    }

    /// The places of contacts in the order of their colors.
    pub fn order_into(&self, order: &mut Vec<u32>) {
        order.clear();
        order.resize(self.of.len(), 0);
        let mut next = self.starts;
        for (i, &color) in self.of.iter().enumerate() {
            order[next[usize::from(color)]] = i as u32;
            next[usize::from(color)] += 1;
        }
    }

    /// Runs a stage on all constraints, which are in the order of colors.
    #[inline(never)]
    pub fn run<T: Real>(
        &self,
        stage: &Stage<T>,
        constraints: &mut [ContactConstraint<T>],
        moving: &mut [Moving<T>],
        results: &mut Vec<[Moving<T>; 2]>,
    ) {
        let threads = rayon::current_num_threads();
        for color in 0..=MAX_COLORS {
            let constraints = &mut constraints[self.starts[color]..self.starts[color + 1]];
            if threads == 1 || color == MAX_COLORS || constraints.len() < 2 * STRETCH {
                for constraint in constraints {
                    let places = [constraint.a as usize, constraint.b as usize];
                    if let Ok([a, b]) = moving.get_disjoint_mut(places) {
                        constraint.run(stage, a, b);
                    }
                }
            } else {
                side_by_side(stage, constraints, moving, results);
            }
        }
    }
}

/// One color on many threads: each constraint moves copies of its bodies, which then become theirs.
fn side_by_side<T: Real>(
    stage: &Stage<T>,
    constraints: &mut [ContactConstraint<T>],
    moving: &mut [Moving<T>],
    results: &mut Vec<[Moving<T>; 2]>,
) {
    let bodies = &*moving;
    let each = |constraint: &mut ContactConstraint<T>| {
        let (mut a, mut b) = (bodies[constraint.a as usize], bodies[constraint.b as usize]);
        constraint.run(stage, &mut a, &mut b);
        [a, b]
    };
    constraints.par_iter_mut().with_min_len(STRETCH).map(each).collect_into_vec(results);
    for (constraint, result) in constraints.iter().zip(results) {
        for (place, body) in [constraint.a, constraint.b].into_iter().zip(result) {
            if body.inverse_mass > T::ZERO {
                moving[place as usize] = *body;
            }
        }
    }
}
