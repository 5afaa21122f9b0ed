//! Graph coloring: no two constraints of one color share a dynamic body, so four of a color can be solved at once (SIMD).
//!
//! Colors are assigned greedily in the order of the contacts, which is that of the handles. Contacts are solved part by part, see
//! [`groups`](super::groups), in each part by their colors, and those of one color in the order of the handles. So order and result
//! depend on the bodies alone.

use super::groups::{Group, NOTHING};
use super::lanes::LANES;

/// Limit on the colors; a contact that finds none is solved alone, last of its part: only a body with more contacts than this has such.
const MAX_COLORS: usize = 30;

/// Colors, plus one for no color.
const SLOTS: usize = MAX_COLORS + 1;

/// The order of contacts, in groups of four.
#[derive(Clone, Debug, Default)]
pub(super) struct Colors {
    /// Location of each contact: the index of its four, times 4, plus its lane; [`NOTHING`] if it is in none.
    pub at: Vec<u32>,
    /// The contacts of each four; the last four of a color may have fewer, but never without a first.
    pub fours: Vec<[u32; LANES]>,
    /// Index of the first four of each part; one more for the end.
    pub starts: Vec<u32>,
    /// Colors that a body already has, one bit for each.
    taken: Vec<u32>,
    /// Number of contacts of each color of each part; then the index of the next one.
    next: Vec<u32>,
}

impl Colors {
    /// The fours of a group.
    pub fn of(&self, group: &Group) -> core::ops::Range<usize> {
        self.starts[group.first_part()] as usize..self.starts[group.end()] as usize
    }

    /// Colors contacts, given by the part of each, and its dynamic bodies; [`NOTHING`] for other bodies, and for the part of a contact
    /// that is left out.
    pub fn give(&mut self, bodies: usize, parts: usize, contacts: impl Iterator<Item = (u32, [u32; 2])>) {
        let Self { at, fours, starts, taken, next } = self;
        at.clear();
        taken.clear();
        taken.resize(bodies, 0);
        next.clear();
        next.resize(parts * SLOTS, 0);
        for (part, bodies) in contacts {
            if part == NOTHING {
                at.push(NOTHING);
                continue;
            }
            let has = bodies.iter().fold(0, |has, &body| has | taken.get(body as usize).unwrap_or(&0));
            let color = (has.trailing_ones() as usize).min(MAX_COLORS);
            if color < MAX_COLORS {
                for body in bodies {
                    if let Some(taken) = taken.get_mut(body as usize) {
                        *taken |= 1 << color;
                    }
                }
            }
            let slot = part as usize * SLOTS + color;
            at.push(slot as u32);
            next[slot] += 1;
        }
        starts.clear();
        let mut count = 0;
        for part in next.chunks_exact_mut(SLOTS) {
            starts.push(count);
            for (color, next) in part.iter_mut().enumerate() {
                let fours = if color == MAX_COLORS { *next } else { next.div_ceil(LANES as u32) };
                *next = count * LANES as u32;
                count += fours;
            }
        }
        starts.push(count);
        fours.clear();
        fours.resize(count as usize, [NOTHING; LANES]);
        for (i, at) in (0..).zip(at).filter(|(_, at)| **at != NOTHING) {
            let slot = *at as usize;
            *at = next[slot];
            fours[*at as usize / LANES][*at as usize % LANES] = i;
            next[slot] += if slot % SLOTS == MAX_COLORS { LANES as u32 } else { 1 };
        }
    }
}
