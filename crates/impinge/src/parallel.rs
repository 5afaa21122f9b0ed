//! Work for one thread or many: with the feature `parallel`, halves run side by side (rayon); without it, one after the
//! other. The results are the same: the caller gives each half its own place to write to.

/// Runs both, side by side if threads are free.
#[inline]
pub(crate) fn join(a: impl FnOnce() + Send, b: impl FnOnce() + Send) {
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
pub(crate) fn threads() -> usize {
    rayon::current_num_threads()
}

/// Number of threads that may work at once.
#[cfg(not(feature = "parallel"))]
pub(crate) fn threads() -> usize {
    1
}

/// Calls `work` on each item, with its index, up to `stretch` of them at a time on one thread.
pub(crate) fn each<T: Send>(items: &mut [T], stretch: usize, work: &(impl Fn(usize, &mut T) + Sync)) {
    each_from(items, 0, stretch, work);
}

fn each_from<T: Send>(items: &mut [T], first: usize, stretch: usize, work: &(impl Fn(usize, &mut T) + Sync)) {
    if items.len() <= stretch.max(1) || !cfg!(feature = "parallel") {
        for (i, item) in items.iter_mut().enumerate() {
            work(first + i, item);
        }
        return;
    }
    let half = items.len() / 2;
    let (left, right) = items.split_at_mut(half);
    join(|| each_from(left, first, stretch, work), || each_from(right, first + half, stretch, work));
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
