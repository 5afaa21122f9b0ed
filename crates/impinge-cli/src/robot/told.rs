//! What is told on stderr where the work ends early.

use crate::log;
use crate::outcome::Outcome;

/// Says that somebody stopped the work.
pub fn interrupted() -> Outcome {
    log::say("interrupted; nothing is written");
    Outcome::Interrupted
}
