//! Values of a map at many points: rows of 3 doubles in, rows of 4 or 6 out, in batches, so that files of any length fit.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use impinge::Vec3;
use impinge::sdf::DistanceMap;

use crate::aside::write_aside;
use crate::failure::Failure;
use crate::progress::bar;

/// Bytes of a point.
const POINT: usize = 24;
/// Number of points in memory at once.
const PIECE: usize = 16_384;

/// Points of the query.
#[derive(Clone, Copy)]
pub struct Asked {
    /// Number of points.
    pub points: usize,
    /// Largest error bound of a value; infinite if a point is not finite or too far away.
    pub largest_error: f64,
}

/// Queries all points of a file; with `errors` rows have the error bounds of value and gradient too. Returns `None`, and writes nothing,
/// if interrupted.
pub fn run(
    map: &DistanceMap<f64>,
    file: &Path,
    target: &Path,
    errors: bool,
    stop: &AtomicBool,
) -> Result<Option<Asked>, Failure> {
    let told = |e: io::Error| Failure::of(file, e);
    let about = fs::metadata(file).map_err(told)?;
    if !about.is_file() || about.len() % POINT as u64 != 0 {
        let length = about.len();
        let text = format!(
            "{length} bytes are not a multiple of {POINT}; each point is a row of 3 doubles: x, y and z"
        );
        return Err(Failure::of(file, text));
    }
    let mut input = File::open(file).map_err(told)?.take(about.len());
    let progress = bar(about.len() as usize / POINT, "points");
    let (mut stopped, mut largest_error) = (false, 0.0_f64);
    let done = write_aside(target, &mut |out| {
        let mut piece = vec![0; PIECE * POINT];
        loop {
            let filled = fill(&mut input, &mut piece).map_err(told)?;
            for point in piece[..filled].as_chunks::<POINT>().0 {
                let sample = map.sample(point_of(point));
                largest_error = largest_error.max(sample.error);
                let [x, y, z] = sample.gradient.to_array();
                let row = [sample.value, x, y, z, sample.error, sample.gradient_error];
                let row = if errors { &row[..] } else { &row[..4] };
                row.iter().try_for_each(|number| out.write_all(&number.to_le_bytes()))?;
            }
            progress.inc((filled / POINT) as u64);
            stopped = stop.load(Ordering::Relaxed);
            if stopped {
                // The partial output is removed.
                return Err(Failure::Said("interrupted".into()));
            }
            if filled < piece.len() {
                return Ok(());
            }
        }
    });
    progress.finish_and_clear();
    let points = about.len() as usize / POINT;
    if stopped { Ok(None) } else { done.map(|()| Some(Asked { points, largest_error })) }
}

/// Reads until the batch is full or the file ends.
fn fill(input: &mut dyn Read, piece: &mut [u8]) -> io::Result<usize> {
    let mut filled = 0;
    while filled < piece.len() {
        match input.read(&mut piece[filled..]) {
            Ok(0) => break,
            Ok(read) => filled += read,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(filled)
}

fn point_of(bytes: &[u8; POINT]) -> Vec3<f64> {
    let number = |i: usize| {
        let mut eight = [0; 8];
        eight.copy_from_slice(&bytes[8 * i..8 * i + 8]);
        f64::from_le_bytes(eight)
    };
    Vec3::new(number(0), number(1), number(2))
}
