//! Why the work failed.

use std::fmt;
use std::io;

/// Why the work failed, in one line for the user.
#[derive(Debug)]
pub enum Failure {
    /// The reader of stdout has gone, as `head` does. Not a mistake.
    NobodyListens,
    /// The command line makes no sense, as only a closer look showed.
    Usage(String),
    /// Anything else: what is wrong, where, and what to do.
    Said(String),
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::NobodyListens => f.write_str("the output was closed"),
            Failure::Usage(text) | Failure::Said(text) => f.write_str(text),
        }
    }
}

/// Only output goes through `io::Error` here; files have errors of their own.
impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Failure::NobodyListens,
            _ => Failure::Said(format!("cannot write the output: {error}")),
        }
    }
}

impl From<impinge_io::Error> for Failure {
    fn from(error: impinge_io::Error) -> Self {
        Failure::Said(error.to_string())
    }
}

impl From<serde_json::Error> for Failure {
    fn from(error: serde_json::Error) -> Self {
        io::Error::from(error).into()
    }
}
