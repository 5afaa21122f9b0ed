//! The numbers after the header of a PLY file, one after another, as text or binary.

use std::io::{BufRead, Read};

use super::header::{Encoding, Kind};
use crate::Reason;
use crate::precision::{Precision, digits};
use crate::words::{Lines, number, shown, words};

/// Numbers, one after another.
pub trait Values {
    /// The next number; every type is exact in `f64`.
    fn next(&mut self, kind: Kind) -> Result<f64, Reason>;
    /// Precision of the number that was read last, which is of this type.
    fn precision(&self, kind: Kind) -> Precision;
    /// An error at the value that was read last.
    fn wrong(&self, what: String) -> Reason;
    /// Upper bound on the numbers of this type that can follow.
    fn room(&self, kind: Kind) -> u64;
    /// Takes note that the last number was that of an element's end.
    fn end_element(&mut self);
    /// Checks, after the last element, that the numbers were meant as they were read.
    fn finish(&mut self) -> Result<(), Reason>;
}

/// Numbers as words of text. Elements need not end with their lines, but then all words must be used up: with more words in a line than the header
/// declares, each would be taken for a part of the next element.
pub struct Text<R> {
    lines: Lines<R>,
    /// Remaining words of the line, the next one last.
    left: Vec<Vec<u8>>,
    length: u64,
    /// Significant digits of the last number.
    digits: u32,
    /// The first line that goes on after the end of an element.
    shared: Option<usize>,
}

impl<R: BufRead> Text<R> {
    pub fn new(lines: Lines<R>, length: u64) -> Self {
        Self { lines, left: Vec::new(), length, digits: 0, shared: None }
    }
}

impl<R: BufRead> Values for Text<R> {
    fn next(&mut self, _: Kind) -> Result<f64, Reason> {
        while self.left.is_empty() {
            let Some(line) = self.lines.next()? else {
                return Err(self.lines.wrong("the file ends where a number is expected"));
            };
            self.left.extend(words(line).map(<[u8]>::to_vec));
            self.left.reverse();
        }
        let word = self.left.pop().unwrap_or_default();
        self.digits = digits(&word);
        number(&word).ok_or_else(|| self.lines.wrong(format!("`{}` is not a number", shown(&word))))
    }

    fn precision(&self, _: Kind) -> Precision {
        Precision::Digits(self.digits)
    }

    fn wrong(&self, what: String) -> Reason {
        match self.shared {
            Some(line) => self.lines.wrong(format!(
                "{what}; line {line} has more numbers than the header declares for an element"
            )),
            None => self.lines.wrong(what),
        }
    }

    fn room(&self, _: Kind) -> u64 {
        // Each number has a space before it, except perhaps the first.
        self.length.saturating_sub(self.lines.read) / 2 + self.left.len() as u64 + 1
    }

    fn end_element(&mut self) {
        if !self.left.is_empty() {
            self.shared.get_or_insert(self.lines.number);
        }
    }

    fn finish(&mut self) -> Result<(), Reason> {
        if self.shared.is_none() {
            return Ok(());
        }
        let is_over = self.left.is_empty() && {
            let mut rest = false;
            while let Some(line) = self.lines.next()?
                && !rest
            {
                rest = words(line).next().is_some();
            }
            !rest
        };
        if is_over { Ok(()) } else { Err(self.wrong("numbers are left after the last element".into())) }
    }
}

/// Numbers as bytes.
pub struct Binary<R> {
    input: R,
    big: bool,
    /// Offset of the next number.
    byte: u64,
    length: u64,
}

impl<R: Read> Binary<R> {
    pub fn new(input: R, encoding: Encoding, byte: u64, length: u64) -> Self {
        Self { input, big: encoding == Encoding::BigEndian, byte, length }
    }

    fn bytes<const N: usize>(&mut self) -> Result<[u8; N], Reason> {
        let mut bytes = [0; N];
        self.input.read_exact(&mut bytes).map_err(|e| match e.kind() {
            std::io::ErrorKind::UnexpectedEof => {
                self.wrong("the file ends where a number is expected".into())
            }
            _ => e.into(),
        })?;
        self.byte += N as u64;
        if self.big {
            bytes.reverse();
        }
        Ok(bytes)
    }
}

impl<R: Read> Values for Binary<R> {
    fn next(&mut self, kind: Kind) -> Result<f64, Reason> {
        Ok(match kind {
            Kind::I8 => f64::from(i8::from_le_bytes(self.bytes()?)),
            Kind::U8 => f64::from(u8::from_le_bytes(self.bytes()?)),
            Kind::I16 => f64::from(i16::from_le_bytes(self.bytes()?)),
            Kind::U16 => f64::from(u16::from_le_bytes(self.bytes()?)),
            Kind::I32 => f64::from(i32::from_le_bytes(self.bytes()?)),
            Kind::U32 => f64::from(u32::from_le_bytes(self.bytes()?)),
            Kind::F32 => f64::from(f32::from_le_bytes(self.bytes()?)),
            Kind::F64 => f64::from_le_bytes(self.bytes()?),
        })
    }

    fn precision(&self, kind: Kind) -> Precision {
        match kind {
            Kind::F64 | Kind::I32 | Kind::U32 => Precision::Double,
            _ => Precision::Single,
        }
    }

    fn wrong(&self, what: String) -> Reason {
        Reason::Byte { what, byte: self.byte }
    }

    fn room(&self, kind: Kind) -> u64 {
        self.length.saturating_sub(self.byte) / kind.size() as u64
    }

    fn end_element(&mut self) {}

    fn finish(&mut self) -> Result<(), Reason> {
        Ok(())
    }
}
