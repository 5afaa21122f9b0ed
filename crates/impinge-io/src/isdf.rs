//! Files of signed distance maps, `.isdf`.
//!
//! Version 1, little-endian, without padding:
//!
//! | byte | type | contents |
//! |---|---|---|
//! | 0 | 8 bytes | `89 49 53 44 46 0D 0A 1A`: a byte that is not text, `ISDF`, and line ends that careless copies change |
//! | 8 | `u32` | version: 1 |
//! | 12 | `u8` | method: 0 exact, 1 brute, 2 csc, 3 chamfer, 4 vector, 5 marching |
//! | 13 | `u8` | sign: 0 by pseudo-normals, 1 by the winding number |
//! | 14 | `u8` | 1 if the surface is closed, otherwise 0 |
//! | 15 | `u8` | 0 |
//! | 16 | 3 `f64` | position of the first node |
//! | 40 | `f64` | spacing: the side of a cell |
//! | 48 | 6 `f64` | box around the mesh: low corner, high corner |
//! | 96 | `f64` | band, in spacings |
//! | 104 | `f64` | error at nodes, in spacings |
//! | 112 | 3 `u32` | cells along x, y, z: multiples of 8 |
//! | 124 | `u32` | n: the number of blocks that have values |
//! | 128 | bits | for each block of 8 × 8 × 8 cells whether it has values, from the lowest bit of each byte; padded to whole bytes with 0
//! |
//! | then | `f32` each | signed distances at the corners of all blocks, in spacings |
//! | then | 729 `f32` each | signed distances at the 9 × 9 × 9 nodes of the n blocks, in spacings |
//! | then, if byte 14 is 0 | bits | for each block whether signs are in doubt somewhere in it, as above |
//! | then, if byte 14 is 0 | 8 `u64` each | for each of the n blocks: in bit x + 8 y of number z whether the sign is in doubt in a cell |
//! | last 4 | `u32` | CRC-32 (as in ZIP and PNG) of all preceding bytes |
//!
//! All lists run along x first, then y, then z. The length follows from byte 14 and bytes 112 to 127, and is checked before memory is
//! allocated. A file with a correct checksum still goes through all checks of [`DistanceMap::from_parts`].

use std::path::Path;

use impinge::sdf::{DistanceMap, MapParts, Method, Sign};

use crate::crc::crc32;
use crate::write::write_file;
use crate::{Error, Reason, Source};

/// The extension, in lower case.
pub const EXTENSION: &str = "isdf";

/// Magic bytes of a file.
const MAGIC: &[u8; 8] = b"\x89ISDF\r\n\x1a";
/// The version that is read and written.
const VERSION: u32 = 1;
/// Bytes before the list of blocks.
const HEADER: usize = 128;
/// Bytes of the checksum.
const CHECKSUM: usize = 4;
/// Number of cells of a block along each axis, and of its nodes.
const SIDE: u32 = 8;
const PER_BLOCK: u128 = 729;

/// Signs, by their code in the file.
const SIGNS: [Sign; 2] = [Sign::PseudoNormals, Sign::WindingNumber];

/// Reads the map in a file.
///
/// # Errors
/// If the file cannot be read, is not a map, has another version, or is truncated or damaged.
pub fn read(source: impl Into<Source>) -> Result<DistanceMap<f64>, Error> {
    let source = source.into();
    let parsed = source.bytes().and_then(|bytes| parse(&bytes));
    // The bytes are freed before the map is built.
    let map = parsed.and_then(|parts| {
        DistanceMap::from_parts(parts).map_err(|e| Reason::Damaged(format!("{e}; the file is damaged")))
    });
    map.map_err(|reason| source.error(reason))
}

/// Writes a map to a file, atomically.
///
/// # Errors
/// If the file cannot be written.
pub fn write(path: impl AsRef<Path>, map: &DistanceMap<f64>) -> Result<(), Error> {
    write_file(path.as_ref(), &to_bytes(&map.parts()))
}

/// Serializes the parts of a map.
fn to_bytes(parts: &MapParts) -> Vec<u8> {
    let held = parts.present.iter().filter(|&&present| present).count() as u32;
    let length = Lengths::of(parts.cells, held, parts.closed).file();
    let mut bytes = Vec::with_capacity(usize::try_from(length).unwrap_or(0));
    bytes.extend(MAGIC);
    bytes.extend(VERSION.to_le_bytes());
    let place = |found: Option<usize>| found.unwrap_or(0) as u8;
    bytes.push(place(Method::ALL.iter().position(|m| *m == parts.method)));
    bytes.push(place(SIGNS.iter().position(|s| *s == parts.sign)));
    bytes.extend([u8::from(parts.closed), 0]);
    let numbers = parts.origin.into_iter().chain([parts.spacing]).chain(parts.bounds.into_iter().flatten());
    bytes.extend(numbers.chain([parts.band, parts.node_error]).flat_map(f64::to_le_bytes));
    bytes.extend(parts.cells.into_iter().flat_map(u32::to_le_bytes));
    bytes.extend(held.to_le_bytes());
    bytes.extend(to_bits(&parts.present));
    bytes.extend(parts.coarse.iter().chain(&parts.values).flat_map(|v| v.to_le_bytes()));
    bytes.extend(to_bits(&parts.doubtful_blocks));
    bytes.extend(parts.doubtful_cells.iter().flat_map(|word| word.to_le_bytes()));
    bytes.extend(crc32(&bytes).to_le_bytes());
    bytes
}

/// Packs eight flags into a byte, from its lowest bit.
fn to_bits(flags: &[bool]) -> impl Iterator<Item = u8> {
    flags.chunks(8).map(|eight| eight.iter().rev().fold(0, |byte, &flag| byte << 1 | u8::from(flag)))
}

/// Parses the parts in a file.
fn parse(bytes: &[u8]) -> Result<MapParts, Reason> {
    let at = |byte: u64, what: String| Err(Reason::Byte { what, byte });
    if !bytes.starts_with(MAGIC) {
        return at(
            0,
            "this is not a distance map: it does not begin with the magic bytes of an .isdf file".into(),
        );
    }
    if bytes.len() < HEADER + CHECKSUM {
        let (found, least) = (bytes.len(), HEADER + CHECKSUM);
        return at(
            found as u64,
            format!("the map is cut off: it has {found} bytes, and at least {least} are needed"),
        );
    }
    let word =
        |byte: usize| u32::from_le_bytes([bytes[byte], bytes[byte + 1], bytes[byte + 2], bytes[byte + 3]]);
    let version = word(8);
    if version != VERSION {
        return at(
            8,
            format!("the map has version {version}, and only version {VERSION} is supported; make it again"),
        );
    }
    let (cells, held) = ([word(112), word(116), word(120)], word(124));
    let lengths = Lengths::of(cells, held, bytes[14] != 0);
    if lengths.file() != bytes.len() as u128 {
        let [x, y, z] = cells;
        return at(
            112,
            format!(
                "a map of {x} x {y} x {z} cells with {held} blocks has {} bytes, this file has {}; it is cut off or damaged",
                lengths.file(),
                bytes.len()
            ),
        );
    }
    let (content, checksum) = bytes.split_at(bytes.len() - CHECKSUM);
    let found = crc32(content);
    if found.to_le_bytes() != checksum {
        let (said, byte) = (word(content.len()), content.len() as u64);
        return at(
            byte,
            format!(
                "the checksum is {said:08x}, but that of the content is {found:08x}; the file is damaged"
            ),
        );
    }
    let number = |byte: usize| {
        let mut eight = [0; 8];
        eight.copy_from_slice(&bytes[byte..byte + 8]);
        f64::from_le_bytes(eight)
    };
    let point = |byte: usize| [number(byte), number(byte + 8), number(byte + 16)];
    let Some(&method) = Method::ALL.get(usize::from(bytes[12])) else {
        return at(12, format!("there is no method {}", bytes[12]));
    };
    let Some(&sign) = SIGNS.get(usize::from(bytes[13])) else {
        return at(13, format!("there is no sign method {}", bytes[13]));
    };
    if bytes[14] > 1 || bytes[15] != 0 {
        return at(14, "expected 0 or 1, then 0".into());
    }
    // They fit into `usize`, since the file has them.
    let [blocks, bits, coarse, values] =
        [lengths.blocks, lengths.bits, lengths.coarse, lengths.values].map(|n| n as usize);
    let open = |count: usize| if bytes[14] == 0 { count } else { 0 };
    let (present, rest) = content[HEADER..].split_at(bits);
    let (coarse, rest) = rest.split_at(coarse);
    let (values, rest) = rest.split_at(values);
    let (doubtful_blocks, doubtful_cells) = rest.split_at(open(bits));
    Ok(MapParts {
        origin: point(16),
        spacing: number(40),
        cells,
        bounds: [point(48), point(72)],
        band: number(96),
        node_error: number(104),
        method,
        sign,
        closed: bytes[14] == 1,
        present: flags(present, blocks)?,
        coarse: floats(coarse),
        values: floats(values),
        doubtful_blocks: flags(doubtful_blocks, open(blocks))?,
        doubtful_cells: doubtful_cells.as_chunks().0.iter().map(|word| u64::from_le_bytes(*word)).collect(),
    })
}

/// Numbers of bytes of the lists in a file.
struct Lengths {
    blocks: u128,
    bits: u128,
    coarse: u128,
    values: u128,
    doubts: u128,
}

impl Lengths {
    /// No product of three such numbers overflows the type.
    fn of(cells: [u32; 3], held: u32, closed: bool) -> Self {
        let along = cells.map(|c| u128::from(c / SIDE));
        let blocks = along.iter().product::<u128>();
        let corners = along.iter().map(|n| n + 1).product::<u128>();
        let bits = blocks.div_ceil(8);
        let doubts = if closed { 0 } else { bits + 8 * u128::from(SIDE) * u128::from(held) };
        Self { blocks, bits, coarse: 4 * corners, values: 4 * PER_BLOCK * u128::from(held), doubts }
    }

    fn file(&self) -> u128 {
        HEADER as u128 + self.bits + self.coarse + self.values + self.doubts + CHECKSUM as u128
    }
}

/// Unpacks this many bits; the padding bits of the last byte must be 0.
fn flags(bytes: &[u8], count: usize) -> Result<Vec<bool>, Reason> {
    let bit = |i: usize| bytes[i / 8] >> (i % 8) & 1 == 1;
    if (count..8 * bytes.len()).any(bit) {
        let what = "a block is listed that the grid does not have; the file is damaged";
        return Err(Reason::Damaged(what.into()));
    }
    Ok((0..count).map(bit).collect())
}

fn floats(bytes: &[u8]) -> Vec<f32> {
    bytes.as_chunks::<4>().0.iter().map(|four| f32::from_le_bytes(*four)).collect()
}

#[cfg(test)]
mod tests {
    use impinge::Vec3;
    use impinge::mesh::TriangleMesh;
    use impinge::sdf::MapSettings;

    use super::*;

    /// A map of a tetrahedron with its first `faces` faces: with four it is closed.
    fn map(method: Method, faces: usize) -> DistanceMap<f64> {
        let corners = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
        let all = [[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]];
        let (mesh, _) = TriangleMesh::new(&corners, &all[..faces]).unwrap();
        let settings = MapSettings { cells: 20, band: 1.0, method, ..MapSettings::default() };
        DistanceMap::build(&mesh, &settings).unwrap()
    }

    fn told(bytes: &[u8]) -> String {
        match parse(bytes) {
            Ok(parts) => DistanceMap::<f64>::from_parts(parts).unwrap_err().to_string(),
            Err(reason) => reason.to_string(),
        }
    }

    /// The bytes with a correct checksum.
    fn sealed(mut bytes: Vec<u8>) -> Vec<u8> {
        bytes.truncate(bytes.len() - CHECKSUM);
        bytes.extend(crc32(&bytes).to_le_bytes());
        bytes
    }

    #[test]
    fn written_data_reads_back() {
        for (method, faces) in [(Method::Exact, 4), (Method::Marching, 4), (Method::Exact, 3)] {
            let map = map(method, faces);
            let path =
                std::env::temp_dir().join(format!("impinge-io-{}-{method}-{faces}.isdf", std::process::id()));
            write(&path, &map).unwrap();
            let back = read(&path).unwrap();
            let bytes = std::fs::read(&path).unwrap();
            std::fs::remove_file(&path).unwrap();
            assert_eq!(back.parts(), map.parts());
            assert_eq!(to_bytes(&back.parts()), bytes);
            let report = map.report();
            assert!(report.blocks > 8 && bytes.len() > report.blocks * 729 * 4);
            let p = Vec3::new(0.2, 0.3, 0.1);
            assert_eq!((back.sample(p), back.report().method), (map.sample(p), method));
        }
    }

    #[test]
    fn every_cut_and_every_flipped_bit_is_noticed() {
        let bytes = to_bytes(&map(Method::Exact, 4).parts());
        for length in (0..200).chain((200..bytes.len()).step_by(97)) {
            assert!(parse(&bytes[..length]).is_err(), "{length}");
        }
        for byte in (0..200).chain((200..bytes.len()).step_by(97)) {
            let mut flipped = bytes.clone();
            flipped[byte] ^= 1 << (byte % 8);
            assert!(parse(&flipped).is_err(), "{byte}");
        }
        assert!(parse(&[&bytes[..], &[0]].concat()).is_err());
    }

    #[test]
    fn errors_name_the_cause_and_place() {
        let bytes = to_bytes(&map(Method::Exact, 4).parts());
        let with = |byte: usize, new: &[u8]| {
            let mut bytes = bytes.clone();
            bytes[byte..byte + new.len()].copy_from_slice(new);
            bytes
        };
        for (bytes, parts) in [
            (b"solid cube\n".to_vec(), ["not a distance map", "byte 0"]),
            (bytes[..60].to_vec(), ["cut off: it has 60 bytes", "132"]),
            (with(8, &2_u32.to_le_bytes()), ["version 2", "byte 8"]),
            (with(112, &u32::MAX.to_le_bytes()), ["4294967295 x", "byte 112"]),
            (with(124, &u32::MAX.to_le_bytes()), ["with 4294967295 blocks has 125", "byte 112"]),
            (with(40, &[1]), ["checksum", "damaged"]),
            (sealed(with(12, &[6])), ["no method 6", "byte 12"]),
            (sealed(with(13, &[2])), ["no sign method 2", "byte 13"]),
            (sealed(with(14, &[2])), ["0 or 1", "byte 14"]),
            (sealed(with(40, &f64::NAN.to_le_bytes())), ["do not make a map", "spacing"]),
            (sealed(with(HEADER, &[0])), ["do not make a map", "729"]),
            (sealed(with(bytes.len() - 8, &1e9_f32.to_le_bytes())), ["do not make a map", "not distances"]),
        ] {
            let text = told(&bytes);
            assert!(parts.iter().all(|part| text.contains(part)), "{text}");
        }
    }
}
