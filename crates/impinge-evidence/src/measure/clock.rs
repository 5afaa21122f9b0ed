//! Time that a thread, or all threads, have spent computing: other programs do not count.

/// Nanoseconds of processor time of this thread, from some start.
#[cfg(unix)]
pub fn thread_ns() -> f64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    time.tv_sec as f64 * 1e9 + time.tv_nsec as f64
}

/// Nanoseconds of processor time of all threads of the program together, from some start: for work that the library shares among threads.
#[cfg(unix)]
pub(crate) fn process_ns() -> f64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    time.tv_sec as f64 * 1e9 + time.tv_nsec as f64
}

/// Nanoseconds from some start, as by [`thread_ns`].
#[cfg(not(unix))]
pub(crate) fn process_ns() -> f64 {
    thread_ns()
}

/// Nanoseconds from some start. Other systems have no such clock in `rustix`, so this one counts everything.
#[cfg(not(unix))]
pub fn thread_ns() -> f64 {
    use std::sync::OnceLock;
    use std::time::Instant;
    static START: OnceLock<Instant> = OnceLock::new();
    START.get_or_init(Instant::now).elapsed().as_nanos() as f64
}

#[cfg(test)]
mod tests {
    use super::{process_ns, thread_ns};

    #[test]
    fn it_runs_forward() {
        let (start, all) = (thread_ns(), process_ns());
        let sum = (0..100_000_u64).fold(0, |s, i| std::hint::black_box(s ^ i));
        assert!(std::hint::black_box(sum) < u64::MAX && thread_ns() > start && process_ns() > all);
    }
}
