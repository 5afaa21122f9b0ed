//! Thrift's compact protocol, as far as Parquet needs it: structures of fields with rising numbers.
//!
//! A field is a byte, with the difference of its number from that of the previous field and its type in four bits each, and its value.
//! Integers are zigzag-encoded, so that small ones of either sign are small, and written as varints: in groups of seven bits, the lowest
//! first; the highest bit of a byte says that more follow. A structure ends with 0.

/// Types of fields.
const INT32: u8 = 5;
const INT64: u8 = 6;
const BINARY: u8 = 8;
const LIST: u8 = 9;
const STRUCTURE: u8 = 12;

/// A structure that is being written.
pub struct Thrift {
    bytes: Vec<u8>,
    /// Number of the previous field.
    last: u8,
}

impl Thrift {
    pub fn new() -> Self {
        Self { bytes: Vec::new(), last: 0 }
    }

    /// The bytes, after the last field.
    pub fn end(mut self) -> Vec<u8> {
        self.bytes.push(0);
        self.bytes
    }

    /// Numbers rise, by at most 15.
    fn field(&mut self, number: u8, kind: u8) {
        self.bytes.push((number - self.last) << 4 | kind);
        self.last = number;
    }

    fn integer(&mut self, x: i64) {
        variable(&mut self.bytes, (x << 1 ^ x >> 63) as u64);
    }

    fn binary(&mut self, text: &str) {
        variable(&mut self.bytes, text.len() as u64);
        self.bytes.extend_from_slice(text.as_bytes());
    }

    /// A list begins with its length and type in one byte; a length of 15 or more follows.
    fn list_of(&mut self, number: u8, kind: u8, count: usize) {
        self.field(number, LIST);
        if count < 15 {
            self.bytes.push((count as u8) << 4 | kind);
        } else {
            self.bytes.push(0xf0 | kind);
            variable(&mut self.bytes, count as u64);
        }
    }

    pub fn int32(&mut self, number: u8, x: i64) {
        self.field(number, INT32);
        self.integer(x);
    }

    pub fn int64(&mut self, number: u8, x: i64) {
        self.field(number, INT64);
        self.integer(x);
    }

    pub fn text(&mut self, number: u8, text: &str) {
        self.field(number, BINARY);
        self.binary(text);
    }

    pub fn int32s(&mut self, number: u8, all: &[i64]) {
        self.list_of(number, INT32, all.len());
        all.iter().for_each(|x| self.integer(*x));
    }

    pub fn texts(&mut self, number: u8, all: &[&str]) {
        self.list_of(number, BINARY, all.len());
        all.iter().for_each(|text| self.binary(text));
    }

    pub fn structure(&mut self, number: u8, write: impl FnOnce(&mut Thrift)) {
        self.field(number, STRUCTURE);
        let mut inner = Self::new();
        write(&mut inner);
        self.bytes.append(&mut inner.end());
    }

    /// Writes `count` structures, each with `write` and its index.
    pub fn list(&mut self, number: u8, count: usize, write: impl Fn(usize, &mut Thrift)) {
        self.list_of(number, STRUCTURE, count);
        for k in 0..count {
            let mut inner = Self::new();
            write(k, &mut inner);
            self.bytes.append(&mut inner.end());
        }
    }
}

/// Writes an integer as a varint, in groups of seven bits.
pub fn variable(bytes: &mut Vec<u8>, mut x: u64) {
    while x >= 0x80 {
        bytes.push(x as u8 | 0x80);
        x >>= 7;
    }
    bytes.push(x as u8);
}
