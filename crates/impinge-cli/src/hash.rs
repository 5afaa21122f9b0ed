//! A hash of the inputs of a run: equal inputs have equal hashes on every machine and in every version.
//!
//! FNV-1a (Fowler, Noll, Vo) with 128 bits, over words of 64 bits instead of bytes. It detects accidental changes, not
//! deliberate collisions; where a false match would do harm, the inputs are compared too.

/// Offset basis, as its authors chose it.
const START: u128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d;

/// Prime by which the hash is multiplied after each word.
const PRIME: u128 = (1 << 88) + 0x13b;

/// An incremental hash.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Digest(u128);

impl Digest {
    /// The hash of no input.
    pub fn new() -> Self {
        Self(START)
    }

    /// Adds a word.
    pub fn word(&mut self, word: u64) {
        self.0 = (self.0 ^ u128::from(word)).wrapping_mul(PRIME);
    }

    /// Adds a number; 0 and -0 are the same.
    pub fn number(&mut self, x: f64) {
        self.word((x + 0.0).to_bits());
    }

    /// Adds bytes and their number, so that "ab", "c" differs from "a", "bc".
    pub fn bytes(&mut self, bytes: &[u8]) {
        self.word(bytes.len() as u64);
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.word(u64::from_le_bytes(word));
        }
    }

    /// All 128 bits.
    pub fn value(self) -> u128 {
        self.0
    }

    /// The upper and lower half combined, as 64 bits in hexadecimal.
    pub fn short(self) -> String {
        format!("{:016x}", (self.0 >> 64) as u64 ^ self.0 as u64)
    }

    /// UUID of RFC 9562, version 8, whose bits are freely chosen.
    pub fn guid(self) -> String {
        let bits = (self.0 & !(0xf << 76) & !(0x3 << 62)) | (0x8 << 76) | (0x2 << 62);
        let digits = format!("{bits:032x}");
        format!(
            "{}-{}-{}-{}-{}",
            &digits[..8],
            &digits[8..12],
            &digits[12..16],
            &digits[16..20],
            &digits[20..]
        )
    }
}

/// The hash of some texts.
pub fn of_texts(texts: &[&str]) -> Digest {
    let mut digest = Digest::new();
    texts.iter().for_each(|text| digest.bytes(text.as_bytes()));
    digest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn different_texts_have_different_hashes_and_guids_are_well_formed() {
        assert_ne!(of_texts(&["ab", "c"]), of_texts(&["a", "bc"]));
        assert_ne!(of_texts(&["a"]), of_texts(&["a\0"]));
        let guid = of_texts(&["a", "b"]).guid();
        assert_eq!(guid, of_texts(&["a", "b"]).guid());
        let lengths: Vec<usize> = guid.split('-').map(str::len).collect();
        assert_eq!(lengths, [8, 4, 4, 4, 12]);
        assert!(guid.as_bytes()[14] == b'8' && matches!(guid.as_bytes()[19], b'8' | b'9' | b'a' | b'b'));
    }
}
