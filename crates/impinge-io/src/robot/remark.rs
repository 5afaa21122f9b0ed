//! Parts of a file that were read over, with their lines.

use std::fmt;

/// Something that was ignored in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remark {
    /// Element that was ignored, and the reason.
    pub what: String,
    /// Its line.
    pub line: usize,
}

impl fmt::Display for Remark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} (line {})", self.what, self.line)
    }
}

/// A collision element that was left out, since its mesh is missing or of a format that is not read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeftOut {
    /// Index of its link.
    pub link: usize,
    /// The reason, with the name of the file as written, its link and its line.
    pub why: String,
}
