//! Sorting of pairs of indices, for lists about as long as the tables that they index.

use alloc::vec::Vec;

/// Sorts pairs of indices in time linear in both (radix sort): first by the second index, then, stably, by the first.
#[derive(Clone, Debug, Default)]
pub(super) struct ByPlace {
    /// For the first and the second index of a pair, the number of pairs with each value; then the position of the next of them.
    next: [Vec<u32>; 2],
    /// Sorted by the second index.
    halfway: Vec<(u32, u32)>,
}

impl ByPlace {
    /// A list with this many times fewer pairs than there are indices is sorted by comparison.
    const FEW: usize = 8;

    /// All indices must be below `places`.
    pub(super) fn sort(&mut self, pairs: &mut [(u32, u32)], places: usize) {
        if pairs.len() < places / Self::FEW {
            return pairs.sort_unstable();
        }
        let Self { next: [first, second], halfway } = self;
        for next in [&mut *first, &mut *second] {
            next.clear();
            next.resize(places, 0);
        }
        for &(a, b) in &*pairs {
            first[a as usize] += 1;
            second[b as usize] += 1;
        }
        for next in [&mut *first, &mut *second] {
            let mut start = 0;
            for next in next {
                start += core::mem::replace(next, start);
            }
        }
        halfway.clear();
        halfway.resize(pairs.len(), (0, 0));
        let take = |next: &mut u32| core::mem::replace(next, *next + 1) as usize;
        for &pair in &*pairs {
            halfway[take(&mut second[pair.1 as usize])] = pair;
        }
        for &pair in &*halfway {
            pairs[take(&mut first[pair.0 as usize])] = pair;
        }
    }
}

impl ByPlace {
    pub(super) fn heap_bytes(&self) -> usize {
        self.halfway.capacity() * size_of::<(u32, u32)>()
            + (self.next[0].capacity() + self.next[1].capacity()) * size_of::<u32>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By index and by comparison: the same order, for few pairs and for many.
    #[test]
    fn pairs_are_sorted() {
        let mut by_place = ByPlace::default();
        for (places, count) in [(1, 0), (40, 3), (40, 200), (1000, 100), (1000, 3000)] {
            let mut seed = 1_u32;
            let mut place = || {
                seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                (seed >> 8) % places
            };
            let mut pairs: Vec<(u32, u32)> = (0..count).map(|_| (place(), place())).collect();
            let mut sorted = pairs.clone();
            sorted.sort_unstable();
            by_place.sort(&mut pairs, places as usize);
            assert_eq!(pairs, sorted);
        }
    }
}
