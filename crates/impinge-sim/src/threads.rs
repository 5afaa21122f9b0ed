//! Work for one thread or many. Results do not depend on their number: each item has its own place to write to.
//!
//! Threads are those of the rayon pool in which a step is called. Lists shorter than two stretches are not worth waking one.

/// Number of stretches per thread for a long list: with more, a thread waits less for the others; with fewer, the overhead is lower.
const STRETCHES_PER_THREAD: usize = 4;

/// Whether there is more than one thread.
pub(crate) fn are_many() -> bool {
    rayon::current_num_threads() > 1
}

/// Whether a list of this length is shared among threads.
pub(crate) fn is_shared(length: usize, stretch: usize) -> bool {
    length >= 2 * stretch && are_many()
}

/// Runs both, in parallel if there is more than one thread.
pub(crate) fn join(first: impl FnOnce() + Send, second: impl FnOnce() + Send) {
    if are_many() {
        side_by_side(first, second);
    } else {
        first();
        second();
    }
}

/// Runs both, in parallel if a thread is free.
pub(crate) fn side_by_side(first: impl FnOnce() + Send, second: impl FnOnce() + Send) {
    /// Takes trait objects, since rayon is a thousand lines of code for each pair of types: two calls are little compared to a thread.
    #[inline(never)]
    fn both(first: &mut (dyn FnMut() + Send), second: &mut (dyn FnMut() + Send)) {
        rayon::join(first, second);
    }
    fn call(work: &mut Option<impl FnOnce()>) {
        if let Some(work) = work.take() {
            work();
        }
    }
    let (mut first, mut second) = (Some(first), Some(second));
    both(&mut || call(&mut first), &mut || call(&mut second));
}

/// Calls `work` for each pair of items at the same index.
pub(crate) fn each_pair<A: Send, B: Sync>(
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
pub(crate) fn map_into<A: Sync, B: Send>(
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
pub(crate) fn map_mut_into<A: Send, B: Send>(
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
        side_by_side(|| halves(left, first, stretch, work), || halves(right, second, stretch, work));
    }
    // Items that the list had before are overwritten.
    into.truncate(if is_shared(items.len(), stretch) { items.len() } else { 0 });
    let (known, rest) = items.split_at_mut(into.len());
    halves(known, into, shared_stretch(known.len(), stretch), &work);
    into.extend(rest.iter_mut().map(work));
}

/// Number of items of a list of this length that one thread processes at a time.
fn shared_stretch(length: usize, least: usize) -> usize {
    length.div_ceil(rayon::current_num_threads() * STRETCHES_PER_THREAD).max(least)
}

/// Calls `work` for stretches of a list, each with its first index.
pub(crate) fn each_stretch<A: Send>(
    items: &mut [A],
    stretch: usize,
    work: &(impl Fn(usize, &mut [A]) + Sync),
) {
    fn halves<A: Send>(
        items: &mut [A],
        first: usize,
        stretch: usize,
        work: &(impl Fn(usize, &mut [A]) + Sync),
    ) {
        if items.len() <= stretch {
            return work(first, items);
        }
        let half = items.len() / 2;
        let (left, right) = items.split_at_mut(half);
        side_by_side(|| halves(left, first, stretch, work), || halves(right, first + half, stretch, work));
    }
    halves(items, 0, stretch, work);
}
