//! Sorting of short or rarely sorted lists.
//!
//! The standard library's sorts are at their best with millions of items, and are compiled again for each type and
//! order: some 12 kB of code each, together a tenth of this library. This one has a tenth of that. It is as fast for up
//! to 32 items, and takes twice as long for 1,000 and three to four times as long for 100,000: for lists that may be so
//! long and dominate the work, use the others.

use alloc::vec::Vec;
use core::cmp::Ordering;

/// Lists up to this length are sorted by insertion, without memory: the lists of a contact are no longer.
const SHORT: usize = 32;

/// Sorts by an order; items that compare equal keep their order (stable). O(n log n), and allocates nothing for up to [`SHORT`] items.
pub(crate) fn sort_by<T: Copy>(items: &mut [T], mut compare: impl FnMut(&T, &T) -> Ordering) {
    for run in items.chunks_mut(SHORT) {
        for end in 1..run.len() {
            let item = run[end];
            let mut at = end;
            while at > 0 && compare(&item, &run[at - 1]) == Ordering::Less {
                run[at] = run[at - 1];
                at -= 1;
            }
            run[at] = item;
        }
    }
    let mut sorted = SHORT;
    if items.len() <= sorted {
        return;
    }
    let mut memory: Vec<T> = items.to_vec();
    let (mut from, mut to) = (&mut *items, &mut memory[..]);
    while sorted < from.len() {
        for (runs, merged) in from.chunks(2 * sorted).zip(to.chunks_mut(2 * sorted)) {
            let (mut left, mut right) = runs.split_at(sorted.min(runs.len()));
            for place in merged {
                let is_right = match (left.first(), right.first()) {
                    (Some(l), Some(r)) => compare(r, l) == Ordering::Less,
                    (l, _) => l.is_none(),
                };
                let run = if is_right { &mut right } else { &mut left };
                if let Some((first, rest)) = run.split_first() {
                    (*place, *run) = (*first, rest);
                }
            }
        }
        core::mem::swap(&mut from, &mut to);
        sorted *= 2;
    }
    // Every other time the last merged lists are in the allocated memory, and `from` is that.
    if (sorted / SHORT).trailing_zeros() % 2 == 1 {
        to.copy_from_slice(from);
    }
}

/// Sorts indices by an order of the items they refer to, without memory. This is the standard library's sort, compiled
/// once: each comparison is a call.
#[inline(never)]
pub(crate) fn sort_numbers(numbers: &mut [u32], compare: &dyn Fn(u32, u32) -> Ordering) {
    numbers.sort_unstable_by(|&a, &b| compare(a, b));
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Sorts like the standard library, for all lengths around those where runs begin and merges are added, with many equal keys.
    #[test]
    fn sorts_as_the_standard_library_does() {
        let mut state = 1_u32;
        let mut merges = 0;
        for length in (0..200).chain([255, 256, 257, 1000, 1024, 1025]) {
            let mut random = || {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                state >> 24
            };
            let mut items: Vec<(u32, usize)> = (0..length).map(|i| (random() % 40, i)).collect();
            let mut expected = items.clone();
            expected.sort_by_key(|item| item.0);
            sort_by(&mut items, |a, b| a.0.cmp(&b.0));
            assert_eq!(items, expected);
            merges += usize::from(length > SHORT);
        }
        assert_eq!(merges, 173);
    }
}
