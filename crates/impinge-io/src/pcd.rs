//! PCD 0.7, the point clouds of the Point Cloud Library: text, binary and compressed.
//!
//! The fields `x`, `y` and `z` are read; others are skipped. A point without a measurement, whose coordinates are NaN, is left out. There are
//! no faces, and the viewpoint is ignored. Numbers of the header are checked against the length of the file before memory is allocated for
//! them.
//!
//! Source: the Point Cloud Library, "The PCD (Point Cloud Data) file format"; for compressed data, the description of LZF in its sources.

use std::io::{BufRead, BufReader, Read};

use impinge::Vec3;

use crate::words::{Lines, number, shown, whole, words};
use crate::{Error, Reason, Source};

/// Most bytes that one byte of LZF stands for: a reference of 3 bytes to 264 bytes.
const MAX_RATIO: u64 = 88;

/// Reads the points of a file.
///
/// # Errors
/// If the file cannot be read, is damaged or has no points.
pub fn read(source: impl Into<Source>) -> Result<Vec<Vec3<f64>>, Error> {
    let source = source.into();
    let parsed = source.open().and_then(|(file, length)| parse(BufReader::new(file), length));
    parsed.map_err(|reason| source.error(reason))
}

/// A field of a point.
struct Field {
    name: String,
    /// `F`, `I` or `U`.
    kind: u8,
    size: u64,
    count: u64,
}

impl Field {
    fn bytes(&self) -> u64 {
        self.size.saturating_mul(self.count)
    }

    /// The first number of the field.
    fn read(&self, bytes: &[u8]) -> Option<f64> {
        let eight = |n: usize| -> Option<[u8; 8]> {
            let mut eight = [0; 8];
            eight[..n].copy_from_slice(bytes.get(..n)?);
            Some(eight)
        };
        Some(match (self.kind, self.size) {
            (b'F', 4) => f64::from(f32::from_le_bytes(*bytes.first_chunk()?)),
            (b'F', 8) => f64::from_le_bytes(*bytes.first_chunk()?),
            (b'U', n @ (1 | 2 | 4 | 8)) => u64::from_le_bytes(eight(n as usize)?) as f64,
            (b'I', 1) => f64::from(i8::from_le_bytes(*bytes.first_chunk()?)),
            (b'I', 2) => f64::from(i16::from_le_bytes(*bytes.first_chunk()?)),
            (b'I', 4) => f64::from(i32::from_le_bytes(*bytes.first_chunk()?)),
            (b'I', 8) => i64::from_le_bytes(*bytes.first_chunk()?) as f64,
            _ => return None,
        })
    }
}

/// The header of a file.
#[derive(Default)]
struct Header {
    fields: Vec<Field>,
    points: u64,
    data: Vec<u8>,
}

impl Header {
    fn read<R: BufRead>(lines: &mut Lines<R>) -> Result<Self, Reason> {
        /// Limit on the fields of a point.
        const MOST: usize = 256;
        let mut header = Self::default();
        let [mut names, mut sizes, mut kinds, mut counts] = [const { Vec::<Vec<u8>>::new() }; 4];
        let (mut width, mut height, mut points) = (None, Some(1), None);
        loop {
            let Some(line) = lines.next_said()? else {
                return Err(lines.wrong("the file ends within its header"));
            };
            let said: Vec<Vec<u8>> = words(line).take(MOST + 1).map(<[u8]>::to_vec).collect();
            let (key, rest) = (said[0].as_slice(), said[1..].to_vec());
            let one = || rest.first().and_then(|word| whole(word));
            match key {
                b"FIELDS" | b"COLUMNS" => names = rest,
                b"SIZE" => sizes = rest,
                b"TYPE" => kinds = rest,
                b"COUNT" => counts = rest,
                b"WIDTH" => width = one(),
                b"HEIGHT" => height = one(),
                b"POINTS" => points = one(),
                b"VERSION" | b"VIEWPOINT" => {}
                b"DATA" => {
                    header.data = rest.into_iter().next().unwrap_or_default();
                    break;
                }
                other => return Err(lines.wrong(format!("`{}` is not a header line", shown(other)))),
            }
        }
        if sizes.len() != names.len() || kinds.len() != names.len() || names.is_empty() {
            return Err(lines.wrong("the header needs as many sizes and types as fields"));
        }
        for (i, name) in names.iter().enumerate() {
            let count = counts.get(i).map_or(Some(1), |word| whole(word));
            let (Some(size), Some(count)) = (whole(&sizes[i]), count) else {
                return Err(lines.wrong(format!("field `{}` has no valid size and count", shown(name))));
            };
            let kind = kinds[i].first().copied().unwrap_or_default();
            let name = String::from_utf8_lossy(name).into_owned();
            header.fields.push(Field { name, kind, size, count });
        }
        let points = points.or_else(|| width?.checked_mul(height?));
        header.points = points.ok_or_else(|| lines.wrong("the header gives no number of points"))?;
        Ok(header)
    }

    /// The fields x, y and z.
    fn axes(&self) -> Option<[usize; 3]> {
        let place = |name: &str| self.fields.iter().position(|field| field.name == name && field.count > 0);
        Some([place("x")?, place("y")?, place("z")?])
    }
}

fn parse(input: impl BufRead, length: u64) -> Result<Vec<Vec3<f64>>, Reason> {
    let mut lines = Lines::new(input);
    let header = Header::read(&mut lines)?;
    if header.points == 0 {
        return Err(Reason::NoVertices);
    }
    let axes = header.axes().ok_or_else(|| lines.wrong("the points lack one of the fields x, y and z"))?;
    let fields = &header.fields;
    // Bytes of a point, and of those before a field.
    let row = fields.iter().fold(0_u64, |sum, field| sum.saturating_add(field.bytes()));
    let before = |i: usize| fields[..i].iter().fold(0_u64, |sum, field| sum.saturating_add(field.bytes()));
    let left = length.saturating_sub(lines.read);
    let needed = header.points.checked_mul(row);
    let byte = lines.read;
    let short =
        || Reason::Byte { what: format!("the file is too short for its {} points", header.points), byte };
    let points = match header.data.as_slice() {
        b"ascii" => text(&mut lines, &header, axes, left)?,
        b"binary" => {
            let needed = needed.filter(|needed| *needed <= left).ok_or_else(short)?;
            let mut rest = lines.into_rest();
            let mut point = vec![0; row as usize];
            let mut points = Vec::new();
            for _ in 0..needed / row.max(1) {
                rest.read_exact(&mut point)?;
                points.push(axes.map(|i| fields[i].read(&point[before(i) as usize..])));
            }
            points
        }
        b"binary_compressed" => {
            let mut rest = lines.into_rest();
            let mut sizes = [0; 8];
            rest.read_exact(&mut sizes)?;
            let [packed, unpacked] = [0, 4]
                .map(|i| u64::from(u32::from_le_bytes([sizes[i], sizes[i + 1], sizes[i + 2], sizes[i + 3]])));
            let fits = packed <= left.saturating_sub(8) && needed == Some(unpacked);
            if !fits || unpacked > packed.saturating_mul(MAX_RATIO) {
                return Err(short());
            }
            let mut bytes = Vec::with_capacity(packed as usize);
            rest.take(packed).read_to_end(&mut bytes)?;
            let bytes = unpack(&bytes, unpacked as usize)
                .ok_or_else(|| Reason::Byte { what: "the compressed points are damaged".into(), byte })?;
            // All values of the first field, then all of the second one.
            let value = |i: usize, k: u64| {
                let at = before(i) * header.points + k * fields[i].bytes();
                bytes.get(at as usize..).and_then(|bytes| fields[i].read(bytes))
            };
            (0..header.points).map(|k| axes.map(|i| value(i, k))).collect()
        }
        other => {
            return Err(lines.wrong(format!("`{}` is not ascii, binary or binary_compressed", shown(other))));
        }
    };
    let mut found = Vec::with_capacity(points.len());
    for (i, point) in points.into_iter().enumerate() {
        let [Some(x), Some(y), Some(z)] = point else {
            let what = "a coordinate has a type other than F, I and U of 1 to 8 bytes";
            return Err(Reason::Byte { what: what.into(), byte });
        };
        if [x, y, z].iter().any(|c| c.is_nan()) {
            continue;
        }
        if ![x, y, z].iter().all(|c| c.is_finite()) {
            return Err(Reason::Byte { what: format!("a coordinate of point {i} is infinite"), byte });
        }
        found.push(Vec3::new(x, y, z));
    }
    if found.is_empty() { Err(Reason::NoVertices) } else { Ok(found) }
}

/// Points as text.
fn text<R: BufRead>(
    lines: &mut Lines<R>,
    header: &Header,
    axes: [usize; 3],
    left: u64,
) -> Result<Vec<[Option<f64>; 3]>, Reason> {
    // A number is a digit and a space; the last one may have no end.
    let numbers = header.fields.iter().fold(0_u64, |sum, field| sum.saturating_add(field.count));
    if header.points.checked_mul(numbers).and_then(|n| n.checked_mul(2)).is_none_or(|n| n > left + 1) {
        return Err(lines.wrong(format!("the file is too short for its {} points", header.points)));
    }
    let before = |i: usize| header.fields[..i].iter().map(|field| field.count).sum::<u64>() as usize;
    let places = axes.map(before);
    let mut points = Vec::new();
    for i in 0..header.points {
        let Some(line) = lines.next_said()? else {
            return Err(lines.wrong(format!("the file ends after {i} of {} points", header.points)));
        };
        let all: Vec<&[u8]> = words(line).take(numbers as usize).collect();
        let point = places.map(|place| all.get(place).and_then(|word| number(word)));
        drop(all);
        if point.contains(&None) {
            return Err(lines.wrong(format!("point {i} has no three coordinates")));
        }
        points.push(point);
    }
    Ok(points)
}

/// Unpacks LZF to this many bytes; none if the data is damaged.
fn unpack(packed: &[u8], length: usize) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(length);
    let mut rest = packed.iter().copied();
    while let Some(control) = rest.next() {
        let control = usize::from(control);
        if control < 32 {
            for _ in 0..=control {
                bytes.push(rest.next()?);
            }
        } else {
            let mut count = control >> 5;
            if count == 7 {
                count += usize::from(rest.next()?);
            }
            let back = ((control & 31) << 8 | usize::from(rest.next()?)) + 1;
            let from = bytes.len().checked_sub(back)?;
            for k in 0..count + 2 {
                bytes.push(bytes[from + k]);
            }
        }
        if bytes.len() > length {
            return None;
        }
    }
    (bytes.len() == length).then_some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    const POINTS: [[f32; 3]; 3] = [[1.0, 2.0, 3.0], [f32::NAN, f32::NAN, f32::NAN], [-4.5, 1.0, 1.0]];

    /// A file with an additional field of four bytes between x and y, and these data.
    fn with(data: &str, bytes: &[u8]) -> Vec<u8> {
        let header = format!(
            "# .PCD v0.7\nVERSION 0.7\nFIELDS x rgb y z\nSIZE 4 1 4 4\nTYPE F U F F\nCOUNT 1 4 1 1\nWIDTH 3\nHEIGHT 1\n\
             VIEWPOINT 0 0 0 1 0 0 0\nPOINTS 3\nDATA {data}\n"
        );
        [header.as_bytes(), bytes].concat()
    }

    fn of(bytes: &[u8]) -> Result<Vec<Vec3<f64>>, Reason> {
        parse(bytes, bytes.len() as u64)
    }

    fn files() -> [Vec<u8>; 3] {
        let text: String = POINTS.iter().map(|[x, y, z]| format!("{x} 1 2 3 4 {y} {z}\n")).collect();
        let row = |[x, y, z]: [f32; 3]| [x.to_le_bytes(), [7; 4], y.to_le_bytes(), z.to_le_bytes()].concat();
        let binary = POINTS.map(row).concat();
        let column = |i: usize| POINTS.map(|point| point[i].to_le_bytes()).concat();
        let columns = [column(0), vec![7; 12], column(1), column(2)].concat();
        // x as a run of 12 bytes; 7, and a reference to the byte before, 11 times; the rest as a run of 24 bytes.
        let mut packed = [&[11], &columns[..12], &[0, 7], &[7 << 5, 2, 0], &[23], &columns[24..]].concat();
        let sizes = [packed.len() as u32, columns.len() as u32].map(u32::to_le_bytes).concat();
        packed.splice(0..0, sizes);
        [with("ascii", text.as_bytes()), with("binary", &binary), with("binary_compressed", &packed)]
    }

    #[test]
    fn text_binary_and_compressed_points_are_read() {
        for file in files() {
            assert_eq!(of(&file).unwrap(), [[1.0, 2.0, 3.0], [-4.5, 1.0, 1.0]].map(Vec3::from));
        }
    }

    #[test]
    fn damage_gives_an_error_and_never_more_points_than_are_there() {
        for file in files() {
            for length in 0..file.len() - 1 {
                assert!(of(&file[..length]).is_err(), "{length}");
            }
            for at in 0..file.len() {
                for value in [0, b'9', 0xff] {
                    let mut damaged = file.clone();
                    damaged[at] = value;
                    assert!(of(&damaged).map_or(0, |points| points.len()) <= 3, "{at}");
                }
            }
        }
        let huge =
            String::from_utf8(with("binary", b"")).unwrap().replace("POINTS 3", "POINTS 99999999999999");
        assert!(
            of(huge.as_bytes()).unwrap_err().to_string().contains("too short for its 99999999999999 points")
        );
    }
}
