//! Words of text files: numbers, and words in messages.

use std::io::BufRead;

use impinge::Vec3;

use crate::Reason;
use crate::source::{next_line, without_mark};

/// The three coordinates of a vertex; `digits` becomes the most significant digits of a number so far.
pub(crate) fn point<'a>(
    mut words: impl Iterator<Item = &'a [u8]>,
    digits: &mut u32,
) -> Result<Vec3<f64>, String> {
    let [x, y, z] = [(); 3].map(|()| {
        let word = words.next();
        *digits = (*digits).max(word.map_or(0, crate::precision::digits));
        coordinate(word)
    });
    Ok(Vec3::new(x?, y?, z?))
}

/// A coordinate of a vertex.
fn coordinate(word: Option<&[u8]>) -> Result<f64, String> {
    let word = word.ok_or("a vertex needs three coordinates")?;
    match number(word) {
        Some(value) if value.is_finite() => Ok(value),
        Some(value) => Err(format!("a coordinate is {value} but must be finite")),
        None => Err(format!("`{}` is not a coordinate", shown(word))),
    }
}

/// The number that a word represents, finite or not.
pub(crate) fn number(word: &[u8]) -> Option<f64> {
    str::from_utf8(word).ok()?.parse().ok()
}

/// The count or index that a word represents.
pub(crate) fn whole(word: &[u8]) -> Option<u64> {
    str::from_utf8(word).ok()?.parse().ok()
}

/// A word of a file, shortened for a message.
pub(crate) fn shown(word: &[u8]) -> String {
    let text: String = String::from_utf8_lossy(word).chars().take(40).collect();
    text.escape_debug().to_string()
}

/// A message or a name, on one line and shortened.
pub(crate) fn shortened(text: &str) -> String {
    const MOST: usize = 300;
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}

/// The words of a line.
pub(crate) fn words(line: &[u8]) -> impl Iterator<Item = &[u8]> {
    line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty())
}

/// Lines of a text, one at a time.
pub(crate) struct Lines<R> {
    input: R,
    line: Vec<u8>,
    /// Number of the last line that was read, from 1.
    pub number: usize,
    /// Number of bytes read so far.
    pub read: u64,
}

impl<R: BufRead> Lines<R> {
    pub fn new(input: R) -> Self {
        Self { input, line: Vec::new(), number: 0, read: 0 }
    }

    /// Reads the next line, if there is one, without a byte-order mark.
    pub fn next(&mut self) -> Result<Option<&[u8]>, Reason> {
        if !next_line(&mut self.input, &mut self.line, &mut self.number)? {
            return Ok(None);
        }
        self.read += self.line.len() as u64;
        Ok(Some(if self.number == 1 { without_mark(&self.line) } else { &self.line }))
    }

    /// Reads the next line with more than a comment, which begins with `#`.
    pub fn next_said(&mut self) -> Result<Option<&[u8]>, Reason> {
        while let Some(line) = self.next()? {
            let (length, whole) = (said(line).len(), line.len());
            let start = self.line.len() - whole;
            if words(&self.line[start..start + length]).next().is_some() {
                return Ok(Some(&self.line[start..start + length]));
            }
        }
        Ok(None)
    }

    /// An error in the last line that was read.
    pub fn wrong(&self, what: impl Into<String>) -> Reason {
        Reason::Line { what: what.into(), line: self.number }
    }

    /// The rest of the input after the lines.
    pub fn into_rest(self) -> R {
        self.input
    }
}

/// A line without its comment.
fn said(line: &[u8]) -> &[u8] {
    line.split(|&b| b == b'#').next().unwrap_or_default()
}
