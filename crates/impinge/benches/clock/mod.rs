//! The clock of the benches: what else runs on the machine does not count where the system measures processor time.

/// Nanoseconds of processor time of this thread, from some start.
#[cfg(unix)]
pub fn now() -> f64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    time.tv_sec as f64 * 1e9 + time.tv_nsec as f64
}

/// Nanoseconds from some start: other systems have no such clock in `rustix`.
#[cfg(not(unix))]
pub fn now() -> f64 {
    use std::sync::OnceLock;
    use std::time::Instant;
    static START: OnceLock<Instant> = OnceLock::new();
    START.get_or_init(Instant::now).elapsed().as_secs_f64() * 1e9
}
