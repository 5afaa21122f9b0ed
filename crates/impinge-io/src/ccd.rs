//! Queries of continuous collision detection, moving points against moving features, with the ground truth.
//!
//! A file is a sequence of queries without header or padding, doubles, little-endian, in one of two layouts:
//!
//! | column | holds |
//! |---|---|
//! | 0 to 11 | x, y and z of four points at time 0 |
//! | 12 to 23 | the same at time 1 |
//! | 24 | the truth: 1 if they touch, 0 if not |
//! | 25, in one of the layouts | the first time of touch; NaN if it is unknown, +∞ if they do not touch |
//!
//! The four points are those of two edges, a0 a1 b0 b1, or a vertex and a triangle, v f0 f1 f2; the file does not say which. It does not
//! give the number of columns either: that is the layout that fits the length and whose truth column is all 0 or 1. If both fit, it is
//! the one with times if its last column can hold times.

use std::path::Path;

use impinge::Vec3;

use crate::write::write_file;
use crate::{Error, Reason, Source};

/// Number of doubles of the eight points.
const POINTS: usize = 24;
/// Number of columns without and with times.
const COLUMNS: [usize; 2] = [POINTS + 1, POINTS + 2];

/// Two moving features and the ground truth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CcdQuery {
    /// The four points at time 0.
    pub start: [Vec3<f64>; 4],
    /// The four points at time 1.
    pub end: [Vec3<f64>; 4],
    /// Whether they touch.
    pub touch: bool,
    /// First time of touch: NaN if it is unknown, +∞ if they do not touch. `None` in a file without times.
    pub time: Option<f64>,
}

/// Reads all queries of a file, in order.
///
/// # Errors
/// If the file cannot be read, fits no layout, or has a coordinate that is not finite.
pub fn read(source: impl Into<Source>) -> Result<Vec<CcdQuery>, Error> {
    let source = source.into();
    let parsed = source.bytes().and_then(|bytes| parse(&bytes));
    parsed.map_err(|reason| source.error(reason))
}

/// Writes queries to a file, with times if all of them have one.
///
/// # Errors
/// If the file cannot be written.
pub fn write(path: impl AsRef<Path>, queries: &[CcdQuery]) -> Result<(), Error> {
    let timed = queries.iter().all(|q| q.time.is_some());
    let mut bytes = Vec::new();
    for query in queries {
        let points = query.start.iter().chain(&query.end).flat_map(|p| p.to_array());
        let truth = f64::from(u8::from(query.touch));
        let time = query.time.filter(|_| timed);
        bytes.extend(points.chain([truth]).chain(time).flat_map(f64::to_le_bytes));
    }
    write_file(path.as_ref(), &bytes)
}

fn parse(bytes: &[u8]) -> Result<Vec<CcdQuery>, Reason> {
    let (numbers, rest) = bytes.as_chunks::<8>();
    let numbers: Vec<f64> = numbers.iter().map(|&b| f64::from_le_bytes(b)).collect();
    let fits = |&columns: &usize| {
        rest.is_empty()
            && numbers.len().is_multiple_of(columns)
            && truths(&numbers, columns).all(|t| t == 0.0 || t == 1.0)
    };
    let columns = match COLUMNS.iter().filter(|c| fits(c)).collect::<Vec<_>>()[..] {
        _ if numbers.is_empty() => return Err(Reason::CcdLayout { bytes: bytes.len() }),
        [&one] => one,
        [] => return Err(Reason::CcdLayout { bytes: bytes.len() }),
        // Numbers that are all 0 or 1 may look like truths: times distinguish the layouts.
        _ if timed(&numbers) => COLUMNS[1],
        _ => COLUMNS[0],
    };
    numbers.chunks_exact(columns).enumerate().map(|(i, row)| query(i, columns, row)).collect()
}

fn truths(numbers: &[f64], columns: usize) -> impl Iterator<Item = f64> {
    numbers.chunks_exact(columns).map(|row| row[POINTS])
}

/// Whether column 25 can hold times: infinite if and only if there is no touch, otherwise from 0 to 1 or NaN.
fn timed(numbers: &[f64]) -> bool {
    numbers.chunks_exact(COLUMNS[1]).all(|row| match row[POINTS] {
        0.0 => row[POINTS + 1] == f64::INFINITY,
        _ => row[POINTS + 1].is_nan() || (0.0..=1.0).contains(&row[POINTS + 1]),
    })
}

fn query(index: usize, columns: usize, row: &[f64]) -> Result<CcdQuery, Reason> {
    if let Some(column) = row[..POINTS].iter().position(|x| !x.is_finite()) {
        let byte = 8 * (index * columns + column);
        return Err(Reason::CcdNumber { query: index, column, byte, value: row[column] });
    }
    let point = |i: usize| Vec3::new(row[3 * i], row[3 * i + 1], row[3 * i + 2]);
    Ok(CcdQuery {
        start: [0, 1, 2, 3].map(point),
        end: [4, 5, 6, 7].map(point),
        touch: row[POINTS] == 1.0,
        time: row.get(POINTS + 1).copied(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample(times: bool) -> Vec<CcdQuery> {
        let all = [(true, 0.25), (false, f64::INFINITY), (true, 1.0)];
        let queries = all.iter().enumerate().map(|(i, &(touch, time))| {
            let point = |k: usize| Vec3::new(i as f64 + 0.5, -(k as f64), 1e-300);
            let (start, end) = ([0, 1, 2, 3].map(point), [4, 5, 6, 7].map(point));
            CcdQuery { start, end, touch, time: times.then_some(time) }
        });
        queries.collect()
    }

    fn bytes_of(queries: &[CcdQuery]) -> Vec<u8> {
        let name = format!("impinge-ccd-{}-{:?}", std::process::id(), std::thread::current().id());
        let path = std::env::temp_dir().join(name);
        write(&path, queries).unwrap();
        assert_eq!(read(&path).unwrap(), queries);
        let bytes = std::fs::read(&path).unwrap();
        std::fs::remove_file(&path).unwrap();
        bytes
    }

    #[test]
    fn written_data_reads_back() {
        assert_eq!(bytes_of(&sample(false)).len(), 3 * 8 * COLUMNS[0]);
        assert_eq!(bytes_of(&sample(true)).len(), 3 * 8 * COLUMNS[1]);
        let unknown = CcdQuery { time: Some(f64::NAN), ..sample(true)[0] };
        let path = std::env::temp_dir().join(format!("impinge-ccd-nan-{}", std::process::id()));
        write(&path, &[unknown]).unwrap();
        assert!(read(&path).unwrap()[0].time.unwrap().is_nan());
        std::fs::remove_file(&path).unwrap();
    }

    #[test]
    fn truth_and_times_decide_between_layouts_that_both_fit() {
        for (times, copies) in [(false, 26), (true, 25)] {
            let one = sample(times)[0];
            assert_eq!(bytes_of(&vec![one; copies]).len(), 8 * 25 * 26);
        }
        // Zeros and ones in every column.
        let zero =
            CcdQuery { start: [Vec3::splat(0.0); 4], end: [Vec3::splat(1.0); 4], touch: true, time: None };
        bytes_of(&vec![zero; 26]);
        bytes_of(&vec![CcdQuery { time: Some(1.0), ..zero }; 25]);
    }

    #[test]
    fn damage_is_named() {
        let bytes = bytes_of(&sample(false));
        let told = |bytes: &[u8]| parse(bytes).unwrap_err().to_string();
        for cut in [0, 1, 8, bytes.len() - 1] {
            let text = told(&bytes[..cut]);
            assert!(text.contains(&format!("{cut} bytes")) && text.contains("25 or 26"), "{text}");
        }
        let mut wrong = bytes.clone();
        wrong[8 * POINTS..8 * COLUMNS[0]].copy_from_slice(&0.5_f64.to_le_bytes());
        assert!(told(&wrong).contains("truth"));
        let mut wrong = bytes;
        wrong[8 * 27..8 * 28].copy_from_slice(&f64::INFINITY.to_le_bytes());
        let text = told(&wrong);
        assert!(text.contains("query 1") && text.contains("column 2") && text.contains("byte 216"), "{text}");
    }
}
