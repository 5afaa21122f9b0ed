//! Work for one thread or many: with the feature `parallel`, halves run side by side (rayon); without it, one after the
//! other. The results are the same: the caller gives each half its own place to write to.

use alloc::vec::Vec;

/// Runs both, side by side if there is more than one thread.
#[inline]
pub fn join_if_many(a: impl FnOnce() + Send, b: impl FnOnce() + Send) {
    if are_many() {
        join(a, b);
    } else {
        a();
        b();
    }
}

/// Runs both, side by side if threads are free.
#[inline]
pub fn join(a: impl FnOnce() + Send, b: impl FnOnce() + Send) {
    let (mut a, mut b) = (Some(a), Some(b));
    side_by_side(&mut || call(&mut a), &mut || call(&mut b));
}

fn call(work: &mut Option<impl FnOnce()>) {
    if let Some(work) = work.take() {
        work();
    }
}

/// Behind pointers, since rayon is a thousand lines of code for each pair of types, and two calls cost little next to a thread.
#[inline(never)]
fn side_by_side(a: &mut (dyn FnMut() + Send), b: &mut (dyn FnMut() + Send)) {
    #[cfg(feature = "parallel")]
    rayon::join(a, b);
    #[cfg(not(feature = "parallel"))]
    {
        a();
        b();
    }
}

/// Number of threads that may work at once.
#[cfg(feature = "parallel")]
pub fn threads() -> usize {
    rayon::current_num_threads()
}

/// Number of threads that may work at once.
#[cfg(not(feature = "parallel"))]
pub fn threads() -> usize {
    1
}

/// Number of stretches per thread for a long list: with more, a thread waits less for the others; with fewer, the overhead is lower.
const STRETCHES_PER_THREAD: usize = 4;

/// Whether there is more than one thread.
pub fn are_many() -> bool {
    threads() > 1
}

/// Whether a list of this length is shared among threads: those shorter than two stretches are not worth waking one.
pub fn is_shared(length: usize, stretch: usize) -> bool {
    length >= 2 * stretch && are_many()
}

/// Number of items of a list of this length that one thread processes at a time.
fn shared_stretch(length: usize, least: usize) -> usize {
    length.div_ceil(threads() * STRETCHES_PER_THREAD).max(least)
}

/// Calls `work` on each item, with its index, up to `stretch` of them at a time on one thread.
pub(crate) fn each<T: Send>(items: &mut [T], stretch: usize, work: &(impl Fn(usize, &mut T) + Sync)) {
    each_stretch(items, stretch, &|first, some: &mut [T]| {
        for (i, item) in some.iter_mut().enumerate() {
            work(first + i, item);
        }
    });
}

/// Calls `work` for stretches of a list, each with its first index.
pub fn each_stretch<A: Send>(items: &mut [A], stretch: usize, work: &(impl Fn(usize, &mut [A]) + Sync)) {
    fn halves<A: Send>(
        items: &mut [A],
        first: usize,
        stretch: usize,
        work: &(impl Fn(usize, &mut [A]) + Sync),
    ) {
        if items.len() <= stretch.max(1) || !cfg!(feature = "parallel") {
            return work(first, items);
        }
        let half = items.len() / 2;
        let (left, right) = items.split_at_mut(half);
        join(|| halves(left, first, stretch, work), || halves(right, first + half, stretch, work));
    }
    halves(items, 0, stretch, work);
}

/// Calls `work` for each pair of items at the same index.
pub fn each_pair<A: Send, B: Sync>(
    first: &mut [A],
    second: &[B],
    stretch: usize,
    work: impl Fn(&mut A, &B) + Sync + Send,
) {
    let pairs = |at: usize, some: &mut [A]| some.iter_mut().zip(&second[at..]).for_each(|(a, b)| work(a, b));
    if is_shared(first.len(), stretch) {
        each_stretch(first, shared_stretch(first.len(), stretch), &pairs);
    } else {
        pairs(0, first);
    }
}

/// Fills a list with the result for each item.
pub fn map_into<A: Sync, B: Send>(
    items: &[A],
    into: &mut Vec<B>,
    stretch: usize,
    work: impl Fn(&A) -> B + Sync + Send,
) {
    if is_shared(items.len(), stretch) {
        // Items that the list had before are overwritten.
        into.truncate(items.len());
        each_pair(into, items, stretch, |b, a| *b = work(a));
        let rest = &items[into.len()..];
        into.extend(rest.iter().map(work));
    } else {
        into.clear();
        into.extend(items.iter().map(work));
    }
}

/// Fills a list with the result for each item, which may change.
pub fn map_mut_into<A: Send, B: Send>(
    items: &mut [A],
    into: &mut Vec<B>,
    stretch: usize,
    work: impl Fn(&mut A) -> B + Sync + Send,
) {
    fn halves<A: Send, B: Send>(
        items: &mut [A],
        into: &mut [B],
        stretch: usize,
        work: &(impl Fn(&mut A) -> B + Sync),
    ) {
        if items.len() <= stretch {
            return items.iter_mut().zip(into).for_each(|(a, b)| *b = work(a));
        }
        let half = items.len() / 2;
        let ((left, right), (first, second)) = (items.split_at_mut(half), into.split_at_mut(half));
        join(|| halves(left, first, stretch, work), || halves(right, second, stretch, work));
    }
    // Items that the list had before are overwritten.
    into.truncate(if is_shared(items.len(), stretch) { items.len() } else { 0 });
    let (known, rest) = items.split_at_mut(into.len());
    halves(known, into, shared_stretch(known.len(), stretch), &work);
    into.extend(rest.iter_mut().map(work));
}

/// Lists of up to this length are sorted on one thread, in about ten microseconds.
const SORTED: usize = 1024;

/// Sorts items of which no two are equal: the smaller half and the larger half side by side.
pub(crate) fn sort<T: Ord + Send>(items: &mut [T]) {
    sort_for(items, threads());
}

fn sort_for<T: Ord + Send>(items: &mut [T], threads: usize) {
    if items.len() <= SORTED || threads < 2 {
        items.sort_unstable();
        return;
    }
    let half = items.len() / 2;
    let (left, _, right) = items.select_nth_unstable(half);
    join(|| sort_for(left, threads / 2), || sort_for(right, threads.div_ceil(2)));
}
