//! Constraints in colors: no two of one color share a body that can give way, so all of a color can be solved at once.
//!
//! Colors are given greedily in the order of the contacts, which is that of the handles. Within a color constraints stay in that
//! order. So order and result depend on the bodies alone, and not on threads: what one thread computes after another, many compute
//! side by side, to the same bits.

use impinge::Real;
use rayon::prelude::*;

use super::contact::{FourContacts, Stage, Velocities};
use super::lanes::LANES;
use crate::moving::Moving;
use crate::threads;

/// Colors at most; what finds none is solved in turn, last: only a body with more contacts than this has such.
const MAX_COLORS: usize = 30;

/// Fours that one thread takes in one go, some 15 microseconds: smaller colors are not worth waking another one.
const STRETCH: usize = 128;

/// Instead of the place of a contact, where four are fewer; never the first of them.
pub(super) const NOTHING: u32 = u32::MAX;

/// The order of constraints.
#[derive(Clone, Debug, Default)]
pub(super) struct Colors {
    /// The color of each constraint.
    of: Vec<u8>,
    /// Colors that a body has already, one bit for each.
    taken: Vec<u32>,
    /// Where the fours of a color begin; one more for the end.
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
        let mut counts = [0_usize; MAX_COLORS + 1];
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
        for (color, count) in counts.into_iter().enumerate() {
            let fours = if color == MAX_COLORS { count } else { count.div_ceil(LANES) };
            self.starts[color + 1] = self.starts[color] + fours;
        }
    }

    /// The places of contacts in the order of their colors, four by four. The last four of a color may be fewer; what found no color
    /// stands alone.
    pub fn order_into(&self, order: &mut Vec<[u32; LANES]>) {
        order.clear();
        order.resize(self.starts[MAX_COLORS + 1], [NOTHING; LANES]);
        let mut next = self.starts.map(|start| start * LANES);
        for (i, &color) in self.of.iter().enumerate() {
            let color = usize::from(color);
            order[next[color] / LANES][next[color] % LANES] = i as u32;
            next[color] += if color == MAX_COLORS { LANES } else { 1 };
        }
    }

    /// Runs a stage on all contacts, which are in the order of colors.
    #[inline(never)]
    pub fn run<T: Real>(
        &self,
        stage: &Stage<T>,
        contacts: &mut [FourContacts<T>],
        moving: &mut [Moving<T>],
        results: &mut Vec<Velocities<T>>,
    ) {
        for color in 0..=MAX_COLORS {
            let contacts = &mut contacts[self.starts[color]..self.starts[color + 1]];
            if color < MAX_COLORS && threads::is_shared(contacts.len(), STRETCH) {
                let bodies = &*moving;
                let run = |four: &mut FourContacts<T>| four.run(stage, bodies);
                contacts.par_iter_mut().with_min_len(STRETCH).map(run).collect_into_vec(results);
                contacts.iter().zip(&*results).for_each(|(four, new)| four.hand_back(new, moving));
            } else {
                for four in contacts {
                    let new = four.run(stage, moving);
                    four.hand_back(&new, moving);
                }
            }
        }
    }
}
