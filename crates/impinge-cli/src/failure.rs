//! Reasons for failure.

use std::fmt;
use std::io;
use std::path::Path;

use impinge_io::Reason;

/// Reason for failure, in one line for the user.
#[derive(Debug)]
pub enum Failure {
    /// The reader of stdout has gone, as after `head`. Not an error.
    NobodyListens,
    /// The command line is invalid in a way that the parser cannot detect.
    Usage(String),
    /// Any other failure: what is wrong, where, and what to do.
    Said(String),
}

impl Failure {
    /// A failure about a file or folder.
    pub fn of(path: impl AsRef<Path>, what: impl fmt::Display) -> Self {
        Self::Said(format!("{}: {what}", path.as_ref().display()))
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::NobodyListens => f.write_str("the output was closed"),
            Failure::Usage(text) | Failure::Said(text) => f.write_str(&on_one_line(text)),
        }
    }
}

/// A message on one line, whatever names it contains: line breaks and other control characters are escaped.
pub fn on_one_line(text: &str) -> String {
    let shown = |c: char| match c {
        c if c.is_control() || matches!(c, '\u{2028}' | '\u{2029}') => c.escape_default().to_string(),
        c => c.to_string(),
    };
    text.chars().map(shown).collect()
}

/// Only output uses `io::Error` here; files have error types of their own.
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
        match error.reason {
            Reason::TooLarge { .. } => Failure::Usage(format!("{error}; raise the limit with `--max-bytes`")),
            Reason::Outside { .. } => Failure::Said(format!("{error}; permit it with `--allow-outside`")),
            Reason::NoPackage { ref name, .. } => {
                let said = format!("{error}; pass `--package {name}=FOLDER`");
                Failure::Said(said)
            }
            Reason::NotAFile { .. }
            | Reason::UnknownExtension(_)
            | Reason::SceneExtension(_)
            | Reason::ResultExtension(_)
            | Reason::NoPlaces
            | Reason::NotWritten => Failure::Usage(error.to_string()),
            _ => Failure::Said(error.to_string()),
        }
    }
}

impl From<serde_json::Error> for Failure {
    fn from(error: serde_json::Error) -> Self {
        io::Error::from(error).into()
    }
}
