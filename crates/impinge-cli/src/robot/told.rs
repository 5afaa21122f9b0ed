//! Messages on stderr when the work ends early.

use crate::log;
use crate::outcome::Outcome;

/// Reports that the work was interrupted.
pub fn interrupted() -> Outcome {
    log::say("interrupted; nothing was written");
    Outcome::Interrupted
}
