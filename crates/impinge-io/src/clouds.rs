//! Many point clouds in one binary file.
//!
//! The file is a sequence of clouds without header or padding, little-endian: the number of points as `u32`, then x, y and z of each
//! point as `f32`. Any bit pattern is a coordinate, so infinities and NaN are read unchanged.

use std::path::Path;

use impinge::Vec3;

use crate::write::write_file;
use crate::{Error, Reason, Source};

/// Bytes of a point: three `f32`.
const POINT: usize = 12;

/// Reads all clouds of a file, in order.
///
/// # Errors
/// If the file cannot be read or is truncated; the error says at which cloud and byte.
pub fn read(source: impl Into<Source>) -> Result<Vec<Vec<Vec3<f32>>>, Error> {
    let source = source.into();
    let parsed = source.bytes().and_then(|bytes| parse(&bytes));
    parsed.map_err(|reason| source.error(reason))
}

/// Writes clouds to a file.
///
/// # Errors
/// If the file cannot be written, or a cloud has more points than fit into a `u32`.
pub fn write(path: impl AsRef<Path>, clouds: &[Vec<Vec3<f32>>]) -> Result<(), Error> {
    let path = path.as_ref();
    let mut bytes = Vec::new();
    for cloud in clouds {
        let count = u32::try_from(cloud.len()).map_err(|e| Error::new(path, std::io::Error::other(e)))?;
        bytes.extend(count.to_le_bytes());
        bytes.extend(cloud.iter().flat_map(|p| [p.x, p.y, p.z]).flat_map(f32::to_le_bytes));
    }
    write_file(path, &bytes)
}

fn parse(bytes: &[u8]) -> Result<Vec<Vec<Vec3<f32>>>, Reason> {
    let mut clouds = Vec::new();
    let mut rest = bytes;
    while !rest.is_empty() {
        let (cloud, byte) = (clouds.len(), bytes.len() - rest.len());
        let Some((count, behind)) = rest.split_first_chunk() else {
            return Err(Reason::CountCut { cloud, byte, left: rest.len() });
        };
        let count = u32::from_le_bytes(*count);
        let size = usize::try_from(count).ok().and_then(|n| n.checked_mul(POINT));
        let Some((points, behind)) = size.and_then(|size| behind.split_at_checked(size)) else {
            return Err(Reason::PointsCut { cloud, byte, count, left: behind.len() });
        };
        clouds.push(points.as_chunks::<POINT>().0.iter().map(point).collect());
        rest = behind;
    }
    Ok(clouds)
}

fn point(bytes: &[u8; POINT]) -> Vec3<f32> {
    let at = |i: usize| f32::from_le_bytes([bytes[i], bytes[i + 1], bytes[i + 2], bytes[i + 3]]);
    Vec3::new(at(0), at(4), at(8))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> Vec<Vec<Vec3<f32>>> {
        let points = (0..5).map(|i| Vec3::new(i as f32, -0.5, 1e-30)).collect();
        vec![points, Vec::new(), vec![Vec3::new(f32::MAX, f32::MIN_POSITIVE, f32::INFINITY)]]
    }

    fn bytes_of(clouds: &[Vec<Vec3<f32>>]) -> Vec<u8> {
        let path = std::env::temp_dir()
            .join(format!("impinge-clouds-{}-{:?}", std::process::id(), { std::thread::current().id() }));
        write(&path, clouds).unwrap();
        assert_eq!(read(&path).unwrap(), clouds);
        let bytes = std::fs::read(&path).unwrap();
        std::fs::remove_file(&path).unwrap();
        bytes
    }

    #[test]
    fn written_data_reads_back() {
        let bytes = bytes_of(&sample());
        assert_eq!(bytes.len(), 3 * 4 + 6 * POINT);
        assert_eq!(bytes_of(&[]).len(), 0);
    }

    #[test]
    fn not_a_number_is_read_as_it_is() {
        let mut bytes = 1_u32.to_le_bytes().to_vec();
        bytes.extend([f32::NAN, 1.0, 2.0].into_iter().flat_map(f32::to_le_bytes));
        assert!(parse(&bytes).unwrap()[0][0].x.is_nan());
    }

    #[test]
    fn every_cut_is_noticed_or_lies_between_clouds() {
        let bytes = bytes_of(&sample());
        let ends = [0, 4 + 5 * POINT, 8 + 5 * POINT, bytes.len()];
        for length in 0..bytes.len() {
            let parsed = parse(&bytes[..length]);
            assert_eq!(parsed.is_ok(), ends.contains(&length), "{length}");
        }
    }

    #[test]
    fn errors_name_the_cloud_and_byte() {
        let bytes = bytes_of(&sample());
        let message = |bytes: &[u8]| parse(bytes).unwrap_err().to_string();
        let cut = message(&bytes[..bytes.len() - 1]);
        assert!(
            cut.contains("cloud 2 at byte 68") && cut.contains("1 points") && cut.contains("11 are"),
            "{cut}"
        );
        let trailing = message(&[&bytes[..], &[0, 0]].concat());
        assert!(trailing.contains("cloud 3 at byte 84") && trailing.contains("2 trailing"), "{trailing}");
        // A count beyond the end must not reserve memory for it.
        let huge = message(&[&u32::MAX.to_le_bytes()[..], &[0; 12]].concat());
        assert!(huge.contains("4294967295 points") && huge.contains("51539607540 bytes"), "{huge}");
    }
}
