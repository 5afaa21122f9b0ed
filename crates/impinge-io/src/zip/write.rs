//! Writer of ZIP archives with stored entries; equal contents give equal bytes.
//!
//! The format is that of PKWARE's APPNOTE, sections 4.3.7 (local header), 4.3.12 (central directory) and 4.3.16 (end); archives of 65,535
//! entries and more also have the records of sections 4.3.14 and 4.3.15. The only date stored is the format's first, 1980-01-01.

use std::io::{Error, Result, Write};

use crate::crc::crc32;

/// Number of entries from which an archive uses the ZIP64 records.
const MANY: usize = 0xffff;

/// Version 2.0, the lowest that supports folders; 4.5 supports the ZIP64 records.
const NEEDED: u16 = 20;
const NEEDED_LARGE: u16 = 45;

/// Flag of UTF-8 names.
const UTF8: u16 = 1 << 11;

/// Date 1980-01-01.
const DATE: u16 = (1 << 5) | 1;

/// An archive that is being written.
pub struct ZipWriter<W: Write> {
    out: W,
    /// Number of bytes written so far.
    length: u64,
    /// The central directory so far, and its number of entries.
    directory: Vec<u8>,
    entries: usize,
}

impl<W: Write> ZipWriter<W> {
    /// An archive without entries.
    pub fn new(out: W) -> Self {
        Self { out, length: 0, directory: Vec::new(), entries: 0 }
    }

    /// Adds a file.
    pub fn add(&mut self, name: &str, content: &[u8]) -> Result<()> {
        let too_large = |_| Error::other("the archive would be larger than 4 GiB");
        let offset = u32::try_from(self.length).map_err(too_large)?;
        let size = u32::try_from(content.len()).map_err(too_large)?;
        let name_size = u16::try_from(name.len())
            .map_err(|_| Error::other("a name in the archive is longer than 65,535 bytes"))?;
        // Common fields of both headers: flags, method 0 (stored), time, date, checksum, sizes, length of the name, no extra field.
        let mut common = Vec::new();
        [UTF8, 0, 0, DATE].iter().for_each(|x| common.extend(x.to_le_bytes()));
        [crc32(content), size, size].iter().for_each(|x| common.extend(x.to_le_bytes()));
        [name_size, 0].iter().for_each(|x| common.extend(x.to_le_bytes()));

        let mut local = b"PK\x03\x04".to_vec();
        local.extend(NEEDED.to_le_bytes());
        local.extend(&common);
        local.extend(name.as_bytes());
        self.out.write_all(&local)?;
        self.out.write_all(content)?;
        self.length += (local.len() + content.len()) as u64;

        self.directory.extend(b"PK\x01\x02");
        [NEEDED, NEEDED].iter().for_each(|x| self.directory.extend(x.to_le_bytes()));
        self.directory.extend(&common);
        // No comment, first disk, no attributes.
        self.directory.extend([0; 10]);
        self.directory.extend(offset.to_le_bytes());
        self.directory.extend(name.as_bytes());
        self.entries += 1;
        Ok(())
    }

    /// Finishes the archive.
    pub fn end(mut self) -> Result<()> {
        let too_large = |_| Error::other("the archive would be larger than 4 GiB");
        let start = u32::try_from(self.length).map_err(too_large)?;
        let size = u32::try_from(self.directory.len()).map_err(too_large)?;
        let count = u16::try_from(self.entries.min(MANY)).unwrap_or(u16::MAX);
        let mut end = std::mem::take(&mut self.directory);
        if self.entries >= MANY {
            let place = self.length + u64::from(size);
            let many = self.entries as u64;
            end.extend(b"PK\x06\x06");
            end.extend(44_u64.to_le_bytes());
            [NEEDED_LARGE, NEEDED_LARGE].iter().for_each(|x| end.extend(x.to_le_bytes()));
            end.extend([0; 8]);
            [many, many, size.into(), start.into()].iter().for_each(|x| end.extend(x.to_le_bytes()));
            end.extend(b"PK\x06\x07");
            end.extend(0_u32.to_le_bytes());
            end.extend(place.to_le_bytes());
            end.extend(1_u32.to_le_bytes());
        }
        end.extend(b"PK\x05\x06");
        end.extend([0; 4]);
        [count, count].iter().for_each(|x| end.extend(x.to_le_bytes()));
        [size, start].iter().for_each(|x| end.extend(x.to_le_bytes()));
        end.extend([0; 2]);
        self.out.write_all(&end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_entry_is_in_the_directory_even_of_many() {
        for count in [0, 2, MANY + 3] {
            let mut bytes = Vec::new();
            let mut archive = ZipWriter::new(&mut bytes);
            (0..count).for_each(|k| archive.add(&format!("{k}"), b"x").unwrap());
            archive.end().unwrap();
            let found = bytes.windows(4).filter(|w| *w == b"PK\x01\x02").count();
            let large = bytes.windows(4).filter(|w| *w == b"PK\x06\x06").count();
            assert_eq!((found, large), (count, usize::from(count >= MANY)));
            assert_eq!(&bytes[bytes.len() - 22..][..4], b"PK\x05\x06");
        }
    }
}
