//! Interruption of long work: the first asks it to end cleanly, the second ends it at once.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::failure::Failure;

/// Becomes true at the first interruption; at the second the program ends at once.
pub fn interruption() -> Result<Arc<AtomicBool>, Failure> {
    use signal_hook::consts::{SIGINT, SIGTERM};
    use signal_hook::flag;

    let stop = Arc::new(AtomicBool::new(false));
    for signal in [SIGINT, SIGTERM] {
        // In this order: the second interruption finds the flag set.
        flag::register_conditional_default(signal, Arc::clone(&stop))
            .and_then(|_| flag::register(signal, Arc::clone(&stop)))
            .map_err(|e| Failure::Said(format!("cannot watch for interruptions: {e}")))?;
    }
    Ok(stop)
}
