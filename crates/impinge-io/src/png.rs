//! PNG images: eight bits each of red, green and blue.

use std::path::Path;

use miniz_oxide::deflate::compress_to_vec_zlib;

use crate::Error;
use crate::crc::crc32;
use crate::write::write_file;

/// Compression level of images, from 0 to 10.
const LEVEL: u8 = 6;

/// An image: rows from the top, each from the left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    width: u32,
    height: u32,
    pixels: Vec<[u8; 3]>,
}

impl Picture {
    /// An image with the pixels that `color` returns for the column and the row.
    pub fn new(width: u32, height: u32, mut color: impl FnMut(u32, u32) -> [u8; 3]) -> Self {
        let pixels =
            (0..height).flat_map(|y| (0..width).map(move |x| (x, y))).map(|(x, y)| color(x, y)).collect();
        Self { width, height, pixels }
    }

    /// The bytes of a PNG file.
    pub fn to_png(&self) -> Vec<u8> {
        let mut rows = Vec::with_capacity(self.pixels.len() * 3 + self.height as usize);
        for row in self.pixels.chunks(self.width.max(1) as usize) {
            // Filter `Sub`: each byte minus that of the pixel to the left, which compresses smooth images well.
            rows.push(1);
            let mut left = [0_u8; 3];
            for pixel in row {
                rows.extend((0..3).map(|i| pixel[i].wrapping_sub(left[i])));
                left = *pixel;
            }
        }
        let mut header = [self.width.to_be_bytes(), self.height.to_be_bytes()].concat();
        // Eight bits of each color, no alpha, the only compression and filter methods that exist, not interlaced.
        header.extend([8, 2, 0, 0, 0]);
        let mut bytes = b"\x89PNG\r\n\x1a\n".to_vec();
        for (name, content) in
            [(b"IHDR", header), (b"IDAT", compress_to_vec_zlib(&rows, LEVEL)), (b"IEND", Vec::new())]
        {
            let named = [&name[..], &content].concat();
            bytes.extend((content.len() as u32).to_be_bytes());
            bytes.extend(&named);
            bytes.extend(crc32(&named).to_be_bytes());
        }
        bytes
    }

    /// Writes a PNG file, atomically.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn write(&self, path: impl AsRef<Path>) -> Result<(), Error> {
        write_file(path.as_ref(), &self.to_png())
    }
}

#[cfg(test)]
mod tests {
    use super::Picture;

    #[test]
    fn rows_are_there_again() {
        let picture = Picture::new(3, 2, |x, y| [x as u8 * 100, y as u8 * 200, 7]);
        let bytes = picture.to_png();
        assert_eq!(&bytes[12..29], b"IHDR\0\0\0\x03\0\0\0\x02\x08\x02\0\0\0");
        let length = u32::from_be_bytes([bytes[33], bytes[34], bytes[35], bytes[36]]) as usize;
        let rows = miniz_oxide::inflate::decompress_to_vec_zlib(&bytes[41..41 + length]).unwrap();
        assert_eq!(rows, [1, 0, 0, 7, 100, 0, 0, 100, 0, 0, 1, 0, 200, 7, 100, 0, 0, 100, 0, 0]);
        assert_eq!(&bytes[bytes.len() - 8..], b"IEND\xae\x42\x60\x82");
    }
}
