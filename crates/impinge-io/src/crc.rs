//! CRC-32 checksum of ISO 3309, used by ZIP, PNG and our distance maps.

/// The checksum of all bytes.
pub(crate) fn crc32(bytes: &[u8]) -> u32 {
    const TABLE: [u32; 256] = {
        let (mut table, mut i) = ([0; 256], 0);
        while i < 256 {
            let (mut value, mut bit) = (i as u32, 0);
            while bit < 8 {
                value = if value & 1 == 1 { 0xedb8_8320 ^ (value >> 1) } else { value >> 1 };
                bit += 1;
            }
            table[i] = value;
            i += 1;
        }
        table
    };
    !bytes.iter().fold(!0, |crc: u32, b| TABLE[(crc as u8 ^ b) as usize] ^ (crc >> 8))
}

#[cfg(test)]
mod tests {
    use super::crc32;

    /// The check value of the standard for these nine digits.
    #[test]
    fn of_digits() {
        assert_eq!(crc32(b"123456789"), 0xcbf4_3926);
        assert_eq!(crc32(b""), 0);
    }
}
