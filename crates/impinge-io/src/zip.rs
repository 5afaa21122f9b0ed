//! ZIP archives, as far as 3MF needs them: files by name, stored or deflated.
//!
//! A file that unpacks to more than [`MAX_RATIO`] times its compressed size is rejected before it is unpacked, and at most the announced
//! number of bytes is ever unpacked. Archives beyond 4 GiB, multi-disk or encrypted archives are not supported.
//!
//! Source: PKWARE, "APPNOTE.TXT, .ZIP File Format Specification"; RFC 1951 for deflate.

mod write;

use miniz_oxide::inflate::decompress_to_vec_with_limit;

use crate::Reason;
use crate::crc::crc32;
pub use write::ZipWriter;

/// Limit on the compression ratio. Text of numbers has 3 to 20, a zip bomb a thousand.
pub(crate) const MAX_RATIO: u64 = 64;
/// Number of bytes allowed for any file, regardless of the ratio.
const FREE: u64 = 1 << 16;

/// Signatures of records.
const LOCAL: [u8; 4] = *b"PK\x03\x04";
const ENTRY: [u8; 4] = *b"PK\x01\x02";
const END: [u8; 4] = *b"PK\x05\x06";
/// Lengths of records without their names and comments.
const LOCAL_LENGTH: usize = 30;
const ENTRY_LENGTH: usize = 46;
const END_LENGTH: usize = 22;

/// An archive in memory.
pub(crate) struct Archive<'a> {
    bytes: &'a [u8],
    entries: Vec<Entry<'a>>,
}

struct Entry<'a> {
    name: &'a [u8],
    flags: u16,
    method: u16,
    crc: u32,
    packed: u32,
    length: u32,
    /// Offset of its local record.
    at: usize,
}

fn wrong(what: impl Into<String>, byte: usize) -> Reason {
    Reason::Byte { what: what.into(), byte: byte as u64 }
}

fn short(bytes: &[u8], at: usize) -> Result<u16, Reason> {
    let two = at.checked_add(2).and_then(|end| bytes.get(at..end));
    two.map(|b| u16::from_le_bytes([b[0], b[1]])).ok_or_else(|| wrong("the archive is cut off", bytes.len()))
}

fn long(bytes: &[u8], at: usize) -> Result<u32, Reason> {
    Ok(u32::from(short(bytes, at)?) | u32::from(short(bytes, at + 2)?) << 16)
}

impl<'a> Archive<'a> {
    /// Reads the central directory.
    pub fn new(bytes: &'a [u8]) -> Result<Self, Reason> {
        // The end record may be followed by a comment of up to 64 KiB.
        let from = bytes.len().saturating_sub(END_LENGTH + usize::from(u16::MAX));
        let end = bytes[from..].windows(END.len()).rposition(|w| w == END).map(|i| from + i);
        let end = end.ok_or_else(|| wrong("the file is not a ZIP archive, or is cut off", bytes.len()))?;
        let comment = usize::from(short(bytes, end + 20)?);
        if end + END_LENGTH + comment > bytes.len() {
            return Err(wrong("the archive is cut off", bytes.len()));
        }
        let (count, mut at) = (short(bytes, end + 10)?, long(bytes, end + 16)? as usize);
        let mut entries = Vec::new();
        for _ in 0..count {
            if bytes.get(at..).is_none_or(|rest| !rest.starts_with(&ENTRY)) {
                return Err(wrong("expected an entry of the list of files", at));
            }
            let [name, extra, comment] = [28, 30, 32].map(|k| short(bytes, at + k));
            let (name, extra, comment) = (usize::from(name?), usize::from(extra?), usize::from(comment?));
            let start = at + ENTRY_LENGTH;
            let found = bytes.get(start..start + name);
            entries.push(Entry {
                name: found.ok_or_else(|| wrong("the archive is cut off", bytes.len()))?,
                flags: short(bytes, at + 8)?,
                method: short(bytes, at + 10)?,
                crc: long(bytes, at + 16)?,
                packed: long(bytes, at + 20)?,
                length: long(bytes, at + 24)?,
                at: long(bytes, at + 42)? as usize,
            });
            at = start + name + extra + comment;
        }
        Ok(Self { bytes, entries })
    }

    /// Reads a file of the archive, if it has one of this name, in upper or lower case; at most `limit` bytes.
    pub fn read(&self, name: &str, limit: u64) -> Result<Option<Vec<u8>>, Reason> {
        let is_named = |e: &&Entry<'_>| e.name.eq_ignore_ascii_case(name.as_bytes());
        let Some(entry) = self.entries.iter().find(is_named) else { return Ok(None) };
        let &Entry { at, length, .. } = entry;
        if entry.flags & 1 != 0 {
            return Err(wrong(format!("`{name}` needs a password"), at));
        }
        if self.bytes.get(at..).is_none_or(|rest| !rest.starts_with(&LOCAL)) {
            return Err(wrong(format!("expected `{name}`"), at));
        }
        let start = at
            + LOCAL_LENGTH
            + usize::from(short(self.bytes, at + 26)?)
            + usize::from(short(self.bytes, at + 28)?);
        let packed = self.bytes.get(start..start.saturating_add(entry.packed as usize));
        let packed = packed.ok_or_else(|| wrong(format!("`{name}` is cut off"), start))?;
        if u64::from(length) > limit {
            return Err(Reason::TooLarge { limit });
        }
        if u64::from(length) > FREE.max(MAX_RATIO * u64::from(entry.packed)) {
            let what = format!(
                "`{name}` unpacks to {length} bytes, more than {MAX_RATIO} times its {}",
                packed.len()
            );
            return Err(wrong(what, at));
        }
        let found = match entry.method {
            0 => packed.to_vec(),
            8 => decompress_to_vec_with_limit(packed, length as usize)
                .map_err(|_| wrong(format!("`{name}` cannot be unpacked to its {length} bytes"), start))?,
            other => {
                return Err(wrong(
                    format!("`{name}` is compressed by method {other}, which is not supported"),
                    at,
                ));
            }
        };
        if found.len() != length as usize || crc32(&found) != entry.crc {
            return Err(wrong(format!("`{name}` is damaged: its checksum or length is wrong"), start));
        }
        Ok(Some(found))
    }
}

/// An archive of these files, stored without compression.
pub(crate) fn archive(files: &[(&str, Vec<u8>)]) -> Result<Vec<u8>, Reason> {
    let packed: Vec<(&str, u16, &[u8], u32)> =
        files.iter().map(|(name, bytes)| (*name, 0, bytes.as_slice(), bytes.len() as u32)).collect();
    let total: usize = files.iter().map(|(name, bytes)| name.len() + bytes.len() + 100).sum();
    if u32::try_from(total).is_err() {
        return Err(Reason::Damaged(format!("{total} bytes are more than the format can represent")));
    }
    let crcs: Vec<u32> = files.iter().map(|(_, bytes)| crc32(bytes)).collect();
    Ok(laid_out(&packed, &crcs))
}

/// Lays out files, given by name, compression method, compressed bytes and length, in an archive. Everything is below 4 GiB.
fn laid_out(files: &[(&str, u16, &[u8], u32)], crcs: &[u32]) -> Vec<u8> {
    let (mut bytes, mut list) = (Vec::new(), Vec::new());
    for (&(name, method, packed, length), crc) in files.iter().zip(crcs) {
        let at = bytes.len() as u32;
        // Version 2.0, no flags, the compression method; 1 January 1980.
        let common = [20_u16.to_le_bytes(), [0; 2], method.to_le_bytes(), [0; 2], [0x21, 0]].concat();
        let sizes = [crc.to_le_bytes(), (packed.len() as u32).to_le_bytes(), length.to_le_bytes()].concat();
        let names = (name.len() as u16).to_le_bytes();
        bytes.extend([&LOCAL, &common[..], &sizes, &names, &[0; 2], name.as_bytes(), packed].concat());
        list.extend([&ENTRY, &[20, 0][..], &common, &sizes, &names, &[0; 12], &at.to_le_bytes()].concat());
        list.extend(name.as_bytes());
    }
    let count = (files.len() as u16).to_le_bytes();
    let (start, length) = ((bytes.len() as u32).to_le_bytes(), (list.len() as u32).to_le_bytes());
    bytes.extend(list);
    bytes.extend([&END, &[0; 4][..], &count, &count, &length, &start, &[0; 2]].concat());
    bytes
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// An archive of these files, deflated.
    pub fn deflated(files: &[(&str, &[u8])]) -> Vec<u8> {
        let packed: Vec<Vec<u8>> =
            files.iter().map(|(_, bytes)| miniz_oxide::deflate::compress_to_vec(bytes, 9)).collect();
        let laid: Vec<_> = files
            .iter()
            .zip(&packed)
            .map(|((name, bytes), packed)| (*name, 8, packed.as_slice(), bytes.len() as u32))
            .collect();
        laid_out(&laid, &files.iter().map(|(_, bytes)| crc32(bytes)).collect::<Vec<_>>())
    }

    #[test]
    fn checksums_are_those_of_the_standard() {
        assert_eq!(crc32(b"123456789"), 0xcbf4_3926);
    }

    #[test]
    fn stored_and_deflated_files_are_read() {
        let text = "numbers 1 2 3 ".repeat(9);
        let stored = archive(&[("a", b"first".to_vec()), ("b/c", text.clone().into_bytes())]).unwrap();
        for bytes in [stored, deflated(&[("a", b"first"), ("b/c", text.as_bytes())])] {
            let archive = Archive::new(&bytes).unwrap();
            assert_eq!(archive.read("a", 99).unwrap().unwrap(), b"first");
            assert_eq!(archive.read("B/c", 999).unwrap().unwrap(), text.as_bytes());
            assert!(archive.read("none", 99).unwrap().is_none());
            assert!(matches!(archive.read("b/c", 9), Err(Reason::TooLarge { limit: 9 })));
            for length in 0..bytes.len() {
                assert!(Archive::new(&bytes[..length]).is_err(), "{length}");
            }
        }
    }

    #[test]
    fn bombs_and_lies_are_refused() {
        let told =
            |bytes: &[u8]| Archive::new(bytes).and_then(|a| a.read("a", 1 << 30)).unwrap_err().to_string();
        let bomb = deflated(&[("a", &vec![0; 10 << 20])]);
        assert!(bomb.len() < 20_000 && told(&bomb).contains("more than 64 times its"), "{}", told(&bomb));
        let good = deflated(&[("a", b"some bytes, some bytes, some bytes")]);
        let list = good.windows(4).position(|w| w == ENTRY).unwrap();
        // A wrong length, too short or too long, checksum, method, flag or name length.
        for (at, value) in [(24, 5), (24, 60), (16, 1), (10, 9), (8, 1), (42, 200), (20, 3)] {
            let mut bytes = good.clone();
            bytes[list + at] = value;
            assert!(Archive::new(&bytes).unwrap().read("a", 1 << 30).is_err(), "{at}");
        }
    }
}
