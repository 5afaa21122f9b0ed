//! ZIP archives, as far as 3MF needs them: files by name, stored or deflated.
//!
//! A file that unpacks to more than [`MAX_RATIO`] times its compressed size is rejected before it is unpacked, and at most the announced
//! number of bytes is ever unpacked. Sizes are those of the central directory, with the ZIP64 fields if it has them, so that it does not matter
//! if a local header leaves them to a data descriptor behind the file. Multi-disk and encrypted archives are not supported.
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
const END_LARGE: [u8; 4] = *b"PK\x06\x06";
const LOCATOR: [u8; 4] = *b"PK\x06\x07";
/// Tag of an extra field with the ZIP64 sizes.
const SIZES: u16 = 1;
/// Lengths of records without their names and comments.
const LOCAL_LENGTH: usize = 30;
const ENTRY_LENGTH: usize = 46;
const END_LENGTH: usize = 22;
const LOCATOR_LENGTH: usize = 20;

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
    packed: u64,
    length: u64,
    /// Offset of its local record.
    at: u64,
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

fn huge(bytes: &[u8], at: usize) -> Result<u64, Reason> {
    Ok(u64::from(long(bytes, at)?) | u64::from(long(bytes, at.saturating_add(4))?) << 32)
}

/// Number of entries and offset of the central directory; `end` is that of the end record.
fn directory(bytes: &[u8], end: usize) -> Result<(u64, u64), Reason> {
    let (count, at) = (short(bytes, end + 10)?, long(bytes, end + 16)?);
    let locator = end.checked_sub(LOCATOR_LENGTH).filter(|&i| bytes[i..].starts_with(&LOCATOR));
    let Some(locator) = locator.filter(|_| count == u16::MAX || at == u32::MAX) else {
        return Ok((count.into(), at.into()));
    };
    let record = usize::try_from(huge(bytes, locator + 8)?).unwrap_or(usize::MAX);
    if bytes.get(record..).is_none_or(|rest| !rest.starts_with(&END_LARGE)) {
        return Err(wrong("expected the ZIP64 record of the end", locator));
    }
    Ok((huge(bytes, record + 32)?, huge(bytes, record + 48)?))
}

/// Replaces sizes that do not fit into 32 bits by those of the ZIP64 field, which has only these, in this order.
fn enlarge(extra: &[u8], sizes: [&mut u64; 3]) -> Result<(), Reason> {
    let mut rest = extra;
    let mut found: &[u8] = &[];
    while let Some((head, more)) = rest.split_at_checked(4) {
        let length = usize::from(short(head, 2)?).min(more.len());
        if short(head, 0)? == SIZES {
            found = &more[..length];
        }
        rest = &more[length..];
    }
    for size in sizes.into_iter().filter(|size| **size == u64::from(u32::MAX)) {
        if let Some((eight, more)) = found.split_first_chunk::<8>() {
            *size = u64::from_le_bytes(*eight);
            found = more;
        }
    }
    Ok(())
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
        let (count, at) = directory(bytes, end)?;
        let mut at = usize::try_from(at).unwrap_or(usize::MAX);
        let mut entries = Vec::new();
        for _ in 0..count {
            if bytes.get(at..).is_none_or(|rest| !rest.starts_with(&ENTRY)) {
                return Err(wrong("expected an entry of the list of files", at));
            }
            let [name, extra, comment] = [28, 30, 32].map(|k| short(bytes, at + k));
            let (name, extra, comment) = (usize::from(name?), usize::from(extra?), usize::from(comment?));
            let start = at + ENTRY_LENGTH;
            let cut = || wrong("the archive is cut off", bytes.len());
            let mut entry = Entry {
                name: bytes.get(start..start + name).ok_or_else(cut)?,
                flags: short(bytes, at + 8)?,
                method: short(bytes, at + 10)?,
                crc: long(bytes, at + 16)?,
                packed: long(bytes, at + 20)?.into(),
                length: long(bytes, at + 24)?.into(),
                at: long(bytes, at + 42)?.into(),
            };
            let more = bytes.get(start + name..start + name + extra).ok_or_else(cut)?;
            enlarge(more, [&mut entry.length, &mut entry.packed, &mut entry.at])?;
            entries.push(entry);
            at = start + name + extra + comment;
        }
        Ok(Self { bytes, entries })
    }

    /// Reads a file of the archive, if it has one of this name, in upper or lower case; at most `limit` bytes.
    pub fn read(&self, name: &str, limit: u64) -> Result<Option<Vec<u8>>, Reason> {
        let is_named = |e: &&Entry<'_>| e.name.eq_ignore_ascii_case(name.as_bytes());
        let Some(entry) = self.entries.iter().find(is_named) else { return Ok(None) };
        let &Entry { length, packed, .. } = entry;
        // An offset or a length beyond the file is beyond every slice.
        let [at, size] = [entry.at, packed].map(|n| usize::try_from(n).unwrap_or(usize::MAX));
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
        let packed = self.bytes.get(start..start.saturating_add(size));
        let packed = packed.ok_or_else(|| wrong(format!("`{name}` is cut off"), start))?;
        if length > limit {
            return Err(Reason::TooLarge { limit });
        }
        if length > FREE.max(MAX_RATIO.saturating_mul(entry.packed)) {
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
        if found.len() as u64 != length || crc32(&found) != entry.crc {
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

    /// Rewrites an archive of one file as programs do that do not know sizes in advance: none in the local header, a data descriptor behind the
    /// file, and ZIP64 fields in the central directory; with a ZIP64 end record as well.
    fn streamed(name: &str, content: &[u8]) -> Vec<u8> {
        let packed = miniz_oxide::deflate::compress_to_vec(content, 9);
        let (size, length, crc) = (packed.len() as u64, content.len() as u64, crc32(content).to_le_bytes());
        let words = |words: &[u16]| words.iter().flat_map(|w| w.to_le_bytes()).collect::<Vec<u8>>();
        let name_length = name.len() as u16;
        let mut bytes = b"some bytes before".to_vec();
        let start = bytes.len() as u64;
        bytes.extend([&LOCAL[..], &words(&[45, 8, 8, 0, 0x21]), &[0; 4], &[0xff; 8]].concat());
        bytes.extend(
            [&words(&[name_length, 20])[..], name.as_bytes(), &words(&[1, 16]), &[0; 16], &packed].concat(),
        );
        bytes.extend([&b"PK\x07\x08"[..], &crc, &size.to_le_bytes(), &length.to_le_bytes()].concat());
        let list = bytes.len() as u64;
        bytes.extend([&ENTRY[..], &words(&[45, 45, 8, 8, 0, 0x21]), &crc, &[0xff; 8]].concat());
        bytes.extend([&words(&[name_length, 36, 0, 0, 0, 0, 0])[..], &[0xff; 4], name.as_bytes()].concat());
        // Another field first.
        bytes.extend([&words(&[0x5455, 4])[..], &[7; 4], &words(&[SIZES, 24])].concat());
        bytes.extend([length, size, start].iter().flat_map(|n| n.to_le_bytes()));
        let end = bytes.len() as u64;
        bytes.extend([&END_LARGE[..], &44_u64.to_le_bytes(), &words(&[45, 45]), &[0; 8]].concat());
        bytes.extend([1, 1, end - list, list].iter().flat_map(|n: &u64| n.to_le_bytes()));
        bytes.extend([&LOCATOR[..], &[0; 4], &end.to_le_bytes(), &[1, 0, 0, 0]].concat());
        bytes.extend([&END[..], &[0; 4], &[0xff; 12], &[0; 2]].concat());
        bytes
    }

    /// Regression: an archive with sizes in ZIP64 fields was refused as cut off.
    #[test]
    fn data_descriptors_and_zip64_fields_are_read() {
        let text = "numbers 1 2 3 ".repeat(9);
        let good = streamed("a/b", text.as_bytes());
        let read = |bytes: &[u8]| Archive::new(bytes).and_then(|archive| archive.read("a/b", 999));
        assert_eq!(read(&good).unwrap().unwrap(), text.as_bytes());
        // Any byte may be wrong, and the file may end anywhere.
        for at in 0..good.len() {
            assert!(Archive::new(&good[..at]).is_err(), "{at}");
            for value in [0, 1, 0x7f, 0xff] {
                let mut bytes = good.clone();
                bytes[at] = value;
                if let Ok(Some(found)) = read(&bytes) {
                    assert_eq!(found, text.as_bytes(), "{at}");
                }
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
