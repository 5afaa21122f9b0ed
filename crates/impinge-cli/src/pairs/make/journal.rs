//! The journal of generated cases: the finished chunks, in a file of the folder, so that a run that was interrupted or killed continues.
//!
//! Lines of text, each a checksum, a space and JSON. The first identifies the program and the settings; each other line holds a chunk: the
//! number of its set, its own, and for each pair 21 numbers, as the bits of doubles, so that nothing is rounded. A chunk is written as a whole.
//! A line that was being written when the program was killed has no end or a wrong checksum: the journal is cut off there.

use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use impinge_io::cases::{CasePose, Truth};

use super::super::PairsArgs;
use super::{CHUNK, Drawn, Recipe, Redrawn, name};
use crate::failure::Failure;
use crate::hash::of_texts;

/// Its name in the folder of the cases.
const NAME: &str = "making.journal";
/// Numbers of a pair: two poses, its truth, and how often it was drawn again.
const NUMBERS: usize = 2 * 7 + 5 + 2;

/// A line: number of the set, number of the chunk, bits of the numbers.
type Line = (usize, usize, Vec<u64>);

/// An open journal.
pub struct Journal {
    path: PathBuf,
    file: File,
    /// Chunks of an earlier run, by set and number.
    known: BTreeMap<(usize, usize), Vec<Drawn>>,
}

impl Journal {
    /// Opens the journal in the folder of the cases, which is made if it does not exist.
    pub fn open(folder: &Path, args: &PairsArgs, recipes: &[Recipe]) -> Result<Self, Failure> {
        fs::create_dir_all(folder).map_err(|e| Failure::of(folder, e))?;
        let path = folder.join(NAME);
        let cannot = |e: io::Error| Failure::of(&path, format!("cannot write the journal: {e}"));
        let found = match fs::read(&path) {
            Ok(bytes) => Some(bytes),
            Err(e) if e.kind() == io::ErrorKind::NotFound => None,
            Err(e) => return Err(Failure::of(&path, format!("cannot read the journal: {e}"))),
        };
        let header = header(args, recipes)?;
        let mut known = BTreeMap::new();
        let kept = match found {
            Some(_) if !args.resume && !args.force => {
                let what =
                    "a run was interrupted here; pass `--resume` to continue it, or `--force` to start over";
                return Err(Failure::Usage(format!("{}: {what}", path.display())));
            }
            Some(bytes) if args.resume => {
                read(&bytes, &header, &mut known).map_err(|what| Failure::of(&path, what))?
            }
            _ => 0,
        };
        let mut file =
            OpenOptions::new().create(true).write(true).truncate(false).open(&path).map_err(cannot)?;
        file.set_len(kept as u64).map_err(cannot)?;
        file.seek(SeekFrom::End(0)).map_err(cannot)?;
        let mut journal = Self { path: path.clone(), file, known };
        if kept == 0 {
            journal.line(&header)?;
        }
        Ok(journal)
    }

    /// A chunk of an earlier run.
    pub fn take(&mut self, set: usize, chunk: usize) -> Option<Vec<Drawn>> {
        self.known.remove(&(set, chunk))
    }

    /// Adds a finished chunk.
    pub fn add(&mut self, set: usize, chunk: usize, pairs: &[Drawn]) -> Result<(), Failure> {
        let line: Line = (set, chunk, pairs.iter().flat_map(numbers_of).collect());
        self.line(&serde_json::to_string(&line)?)
    }

    fn line(&mut self, json: &str) -> Result<(), Failure> {
        let line = format!("{} {json}\n", of_texts(&[json]).short());
        let cannot = |e| Failure::of(&self.path, format!("cannot write the journal: {e}"));
        self.file.write_all(line.as_bytes()).map_err(cannot)
    }

    /// Removes the journal of a finished run.
    pub fn remove(self) -> Result<(), Failure> {
        let Self { path, file, .. } = self;
        drop(file);
        fs::remove_file(&path).map_err(|e| Failure::of(&path, format!("cannot remove the journal: {e}")))
    }
}

/// The first line: all that the pairs depend on.
fn header(args: &PairsArgs, recipes: &[Recipe]) -> Result<String, Failure> {
    let program = concat!("impinge ", env!("CARGO_PKG_VERSION"), " pairs --make");
    let sets: Vec<String> = recipes.iter().map(name).collect();
    Ok(serde_json::to_string(&(program, args.seed, args.n, CHUNK, sets))?)
}

/// Reads the intact lines and returns their length in bytes.
fn read(
    bytes: &[u8],
    header: &str,
    known: &mut BTreeMap<(usize, usize), Vec<Drawn>>,
) -> Result<usize, String> {
    let mut lines = bytes.split_inclusive(|byte| *byte == b'\n');
    let Some(first) = lines.next().filter(|line| line.ends_with(b"\n")) else { return Ok(0) };
    if content(first) != Some(header) {
        return Err("the journal is from a run with other settings, or of another version; pass `--force` to start over".into());
    }
    let mut kept = first.len();
    for line in lines {
        let parsed = content(line).and_then(|json| serde_json::from_str::<Line>(json).ok());
        let Some((set, chunk, numbers)) =
            parsed.filter(|(_, _, numbers)| numbers.len().is_multiple_of(NUMBERS))
        else {
            break;
        };
        known.insert((set, chunk), numbers.chunks(NUMBERS).map(pair_of).collect());
        kept += line.len();
    }
    Ok(kept)
}

/// The JSON of an intact line.
fn content(line: &[u8]) -> Option<&str> {
    let (sum, json) = std::str::from_utf8(line.strip_suffix(b"\n")?).ok()?.split_once(' ')?;
    (sum == of_texts(&[json]).short()).then_some(json)
}

/// The numbers of a pair, as bits.
fn numbers_of((poses, truth, redrawn): &Drawn) -> Vec<u64> {
    let poses = poses.iter().flat_map(|pose| pose.translation.into_iter().chain(pose.quaternion));
    let [x, y, z] = truth.normal;
    let truth = [truth.signed_distance, x, y, z, truth.error];
    let counts = [redrawn.uncertain as u64, redrawn.unclear as u64];
    poses.chain(truth).map(f64::to_bits).chain(counts).collect()
}

/// The pair of some numbers, as many as a pair has.
fn pair_of(bits: &[u64]) -> Drawn {
    let number = |k: usize| f64::from_bits(bits[k]);
    let pose = |k: usize| CasePose {
        translation: std::array::from_fn(|i| number(k + i)),
        quaternion: std::array::from_fn(|i| number(k + 3 + i)),
    };
    let truth = Truth {
        signed_distance: number(14),
        normal: std::array::from_fn(|i| number(15 + i)),
        error: number(18),
    };
    ([pose(0), pose(7)], truth, Redrawn { uncertain: bits[19] as usize, unclear: bits[20] as usize })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_damaged_line_ends_the_journal_and_numbers_keep_their_bits() {
        let pose =
            |x: f64| CasePose { translation: [x, 1e-300, -0.0], quaternion: [0.1, 0.2, 0.3, 1.0 / 3.0] };
        let truth = Truth { signed_distance: 0.1 + 0.2, normal: [0.0, -0.0, 1.0], error: 5e-324 };
        let pair: Drawn = ([pose(1.0 / 7.0), pose(-2.5)], truth, Redrawn { uncertain: 3, unclear: 4 });
        assert_eq!(numbers_of(&pair_of(&numbers_of(&pair))), numbers_of(&pair));
        let line = |json: &str| format!("{} {json}\n", of_texts(&[json]).short());
        let chunk = |k: usize| {
            let one: Line = (1, k, numbers_of(&pair));
            line(&serde_json::to_string(&one).unwrap())
        };
        let whole = line("head") + &chunk(0) + &chunk(1);
        let count = |bytes: &[u8]| {
            let mut known = BTreeMap::new();
            read(bytes, "head", &mut known).map(|kept| (kept, known.len()))
        };
        assert_eq!(count(whole.as_bytes()), Ok((whole.len(), 2)));
        let first = line("head").len() + chunk(0).len();
        for end in first..whole.len() {
            assert_eq!(count(&whole.as_bytes()[..end]), Ok((first, 1)));
        }
        assert!(count(line("other").as_bytes()).is_err());
        assert_eq!(count(b"abc"), Ok((0, 0)));
    }
}
