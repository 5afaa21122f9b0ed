//! Work for one thread or many. What is computed does not depend on it: each item has its own place to write to.
//!
//! Threads are those of the pool of rayon in which a step is called. Lists shorter than two stretches are not worth waking one.

use rayon::prelude::*;

/// Whether a list of this length is shared among threads.
pub(crate) fn is_shared(length: usize, stretch: usize) -> bool {
    length >= 2 * stretch && rayon::current_num_threads() > 1
}

/// Does both, side by side where there is more than one thread.
pub(crate) fn join(first: impl FnOnce() + Send, second: impl FnOnce() + Send) {
    if rayon::current_num_threads() > 1 {
        rayon::join(first, second);
    } else {
        first();
        second();
    }
}

/// Does the work on each pair of items at the same place.
pub(crate) fn each_pair<A: Send, B: Send>(
    first: &mut [A],
    second: &mut [B],
    stretch: usize,
    work: impl Fn(&mut A, &mut B) + Sync + Send,
) {
    if is_shared(first.len(), stretch) {
        let pairs = first.par_iter_mut().zip(second);
        pairs.with_min_len(stretch).for_each(|(a, b)| work(a, b));
    } else {
        first.iter_mut().zip(second).for_each(|(a, b)| work(a, b));
    }
}

/// Fills a list with what becomes of each item.
pub(crate) fn map_into<A: Sync, B: Send>(
    items: &[A],
    into: &mut Vec<B>,
    stretch: usize,
    work: impl Fn(&A) -> B + Sync + Send,
) {
    if is_shared(items.len(), stretch) {
        items.par_iter().with_min_len(stretch).map(work).collect_into_vec(into);
    } else {
        into.clear();
        into.extend(items.iter().map(work));
    }
}

/// Fills a list with what becomes of each item, which may change.
pub(crate) fn map_mut_into<A: Send, B: Send>(
    items: &mut [A],
    into: &mut Vec<B>,
    stretch: usize,
    work: impl Fn(&mut A) -> B + Sync + Send,
) {
    if is_shared(items.len(), stretch) {
        items.par_iter_mut().with_min_len(stretch).map(work).collect_into_vec(into);
    } else {
        into.clear();
        into.extend(items.iter_mut().map(work));
    }
}
