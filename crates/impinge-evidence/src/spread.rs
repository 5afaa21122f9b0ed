//! Work on many threads, whose results one thread takes.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::RecvTimeoutError;
use std::sync::{Mutex, PoisonError, mpsc};
use std::thread;
use std::time::Duration;

/// Interval after which `take` is called without a result.
const TICK: Duration = Duration::from_millis(250);

/// Number of threads that can run at once.
pub fn cores() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

/// Calls `work` with each number below `count` on `threads` threads, and passes its results to `take` on the calling thread, in the
/// order of completion. Once `take` returns `false`, no new work starts, and work in progress is finished and taken.
pub fn spread<R: Send>(
    threads: usize,
    count: usize,
    work: impl Fn(usize) -> R + Sync,
    mut take: impl FnMut(usize, R) -> bool,
) {
    spread_ticking(threads, count, work, |done| done.is_none_or(|(item, result)| take(item, result)));
}

/// The same, with `None` for `take` four times a second while no result comes.
pub(crate) fn spread_ticking<R: Send>(
    threads: usize,
    count: usize,
    work: impl Fn(usize) -> R + Sync,
    mut take: impl FnMut(Option<(usize, R)>) -> bool,
) {
    // Results wait here until they are taken: a few for each thread.
    let done = Mutex::new(Vec::new());
    // A panic while the lock is held leaves the list intact: pushing and removing are all that happens there.
    let list = || done.lock().unwrap_or_else(PoisonError::into_inner);
    spread_numbers(
        threads,
        count,
        &|item| {
            let result = work(item);
            list().push((item, result));
        },
        &mut |item| {
            let result = item.and_then(|item| {
                let mut done = list();
                done.iter().position(|(k, _)| *k == item).map(|k| done.swap_remove(k))
            });
            take(result)
        },
    );
}

/// The same for work that stores its results elsewhere: compiled once for all of it.
fn spread_numbers(
    threads: usize,
    count: usize,
    work: &(dyn Fn(usize) + Sync),
    take: &mut dyn FnMut(Option<usize>) -> bool,
) {
    let next = AtomicUsize::new(0);
    let threads = threads.clamp(1, count.max(1));
    // Workers wait if results are taken more slowly than they come, so that few of them are in memory.
    let (sender, receiver) = mpsc::sync_channel(2 * threads);
    thread::scope(|scope| {
        for _ in 0..threads {
            let (sender, next) = (sender.clone(), &next);
            scope.spawn(move || {
                loop {
                    let item = next.fetch_add(1, Ordering::Relaxed);
                    if item >= count {
                        return;
                    }
                    work(item);
                    if sender.send(item).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        loop {
            let item = match receiver.recv_timeout(TICK) {
                Ok(item) => Some(item),
                Err(RecvTimeoutError::Timeout) => None,
                Err(RecvTimeoutError::Disconnected) => return,
            };
            if !take(item) {
                next.store(count, Ordering::Relaxed);
            }
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_is_done_once_and_a_stop_loses_nothing_that_was_begun() {
        for threads in [1, 2, 7] {
            let mut done = vec![0; 100];
            spread(
                threads,
                100,
                |i| i * i,
                |i, square| {
                    assert_eq!(square, i * i);
                    done[i] += 1;
                    true
                },
            );
            assert!(done.iter().all(|n| *n == 1));
            let begun = AtomicUsize::new(0);
            let mut taken = 0;
            spread(
                threads,
                10_000,
                |_| begun.fetch_add(1, Ordering::Relaxed),
                |_, _| {
                    taken += 1;
                    taken < 10
                },
            );
            assert!(taken == begun.into_inner() && (10..10_000).contains(&taken));
        }
        spread(2, 0, |_| (), |_, ()| panic!("there is nothing to do"));
        // Calls without a result while work takes long.
        let (mut ticks, mut taken) = (0, 0);
        let work = |_| thread::sleep(3 * TICK);
        spread_ticking(1, 2, work, |done| {
            (ticks, taken) = if done.is_none() { (ticks + 1, taken) } else { (ticks, taken + 1) };
            ticks == 0
        });
        assert!(ticks > 0 && taken == 1, "{ticks} {taken}");
    }
}
