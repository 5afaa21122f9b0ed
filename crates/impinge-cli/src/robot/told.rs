//! What is told on stderr while the work goes on.

use std::io::{self, Write};

use crate::failure::on_one_line;
use crate::outcome::Outcome;

/// A line on stderr. Nothing is left to do if that is closed.
pub fn tell(what: &str) {
    let _ = writeln!(io::stderr(), "impinge: {}", on_one_line(what));
}

/// Says that somebody stopped the work.
pub fn interrupted() -> Outcome {
    tell("interrupted; nothing is written");
    Outcome::Interrupted
}
