//! Common code of the peers' drivers: the command line, the clock, the turns, and impinge's side of a comparison.
//!
//! Both libraries run on the same pairs in one process. Pairs come in blocks of [`BLOCK`]; on each block one library
//! runs, then the other, who goes first changes from round to round, and the best time of each on each block counts.
//! Time is processor time of the thread.

use std::ops::Range;
use std::path::PathBuf;

use impinge::{AnyShape, At, Pose, Real, Shape, Vec3};
use impinge_io::cases::CaseSet;

mod by_type;
mod line;
mod medians;

use by_type::{PairVisitor, visit};
pub use line::Line;
pub use medians::{Timed, report, timed};

/// Pairs in a block: few enough that both libraries meet the same conditions, enough that the clock, which takes about
/// 200 ns, does not count.
pub const BLOCK: usize = 250;

/// Query of a pair.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Query {
    /// Do they meet?
    Intersect,
    /// Distance.
    Distance,
    /// Distance or depth.
    Contact,
}

impl Query {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Intersect, Self::Distance, Self::Contact];

    /// Name in the program.
    pub fn name(self) -> &'static str {
        match self {
            Self::Intersect => "intersect",
            Self::Distance => "distance",
            Self::Contact => "contact",
        }
    }
}

/// The command line: a folder of cases, then any of `--rounds N`, `--sets a,b` and `--out FOLDER`.
pub struct Arguments {
    /// The folder.
    pub folder: PathBuf,
    /// Times that each block is run.
    pub rounds: usize,
    /// Names of sets; all if empty.
    pub sets: Vec<String>,
    /// Folder of the answers, if they are written.
    pub out: Option<PathBuf>,
}

impl Arguments {
    /// From the command line; ends the program if that makes no sense.
    pub fn read() -> Self {
        Self::parse(std::env::args().skip(1)).unwrap_or_else(|| {
            eprintln!("usage: FOLDER [--rounds N] [--sets a,b] [--out FOLDER]");
            std::process::exit(2)
        })
    }

    /// From words; `None` if they make no sense.
    pub fn parse(mut words: impl Iterator<Item = String>) -> Option<Self> {
        let mut arguments = Self { folder: words.next()?.into(), rounds: 11, sets: Vec::new(), out: None };
        while let Some(word) = words.next() {
            match word.as_str() {
                "--rounds" => arguments.rounds = words.next()?.parse().ok().filter(|&n| n > 0)?,
                "--sets" => arguments.sets = words.next()?.split(',').map(str::to_owned).collect(),
                "--out" | "--answers" => arguments.out = Some(words.next()?.into()),
                _ => return None,
            }
        }
        Some(arguments)
    }

    /// Writes answers, if requested, to `OUT/<which>/<set>.<query>.f64`; ends the program if that fails.
    pub fn write_answers(&self, which: &str, set: &CaseSet, query: Query, answers: &[f64]) {
        let Some(out) = &self.out else { return };
        let folder = out.join(which);
        let file = folder.join(impinge_io::cases::answers_name(&set.name, query.name()));
        let made = std::fs::create_dir_all(&folder).map_err(|e| e.to_string());
        let written =
            made.and_then(|()| impinge_io::cases::write_answers(&file, answers).map_err(|e| e.to_string()));
        if let Err(error) = written {
            eprintln!("{}: {error}", file.display());
            std::process::exit(1)
        }
    }

    /// The sets it names; ends the program if they cannot be read.
    pub fn cases(&self) -> Vec<CaseSet> {
        let read = match self.sets.as_slice() {
            [] => impinge_io::cases::read(&self.folder),
            sets => impinge_io::cases::read_named(&self.folder, sets),
        };
        read.unwrap_or_else(|error| {
            eprintln!("{error}");
            std::process::exit(1)
        })
    }
}

/// Nanoseconds of processor time of this thread, from some start.
pub fn thread_ns() -> f64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    time.tv_sec as f64 * 1e9 + time.tv_nsec as f64
}

/// Times of two libraries that ran in turns.
pub struct Turns {
    /// Nanoseconds per pair of ours and theirs: the best time of each block.
    pub ns: [f64; 2],
    /// Their time over ours by each half of the rounds alone: how far apart the two are says how much noise is left. Equal where
    /// there is one round only.
    pub ratios: [f64; 2],
}

/// Runs `ours` and `theirs` in turns on blocks of `n` pairs.
pub fn in_turns(
    n: usize,
    rounds: usize,
    mut ours: impl FnMut(Range<usize>),
    theirs: &mut dyn FnMut(Range<usize>),
) -> Turns {
    let mut total = [0.0; 2];
    let mut halves = [[0.0; 2]; 2];
    for start in (0..n).step_by(BLOCK) {
        let block = start..(start + BLOCK).min(n);
        // By rounds in two halves, in both of which each goes first at times.
        let mut best = [[f64::INFINITY; 2]; 2];
        // The first round warms up and is not counted.
        for round in 0..=rounds {
            for turn in 0..2 {
                let who = (round + turn) % 2;
                let start = thread_ns();
                if who == 0 {
                    ours(block.clone())
                } else {
                    theirs(block.clone())
                }
                let time = thread_ns() - start;
                if round > 0 {
                    let best = &mut best[(round / 2) % 2][who];
                    *best = best.min(time);
                }
            }
        }
        for who in 0..2 {
            total[who] += best[0][who].min(best[1][who]);
            halves[0][who] += best[0][who];
            halves[1][who] += best[1][who];
        }
    }
    let ratio = |of: [f64; 2]| of[1] / of[0];
    let ratios = if rounds > 1 { halves.map(ratio) } else { [ratio(total); 2] };
    Turns { ns: total.map(|t| t / n as f64), ratios }
}

/// Results of both libraries for a set.
pub struct Comparison {
    /// Times of both.
    pub turns: Turns,
    /// Answers of impinge: negative or zero if bodies meet, NaN if there is no answer.
    pub answers: Vec<f64>,
}

/// Runs impinge's front door in precision `T` in turns with `theirs`.
pub fn compare<T: Real>(
    set: &CaseSet,
    query: Query,
    rounds: usize,
    theirs: &mut dyn FnMut(Range<usize>),
) -> Comparison {
    let build = |shape: &impinge_io::cases::CaseShape| -> AnyShape<T> {
        shape.build().unwrap_or_else(|e| panic!("{}: {e}", set.name))
    };
    let poses = set.poses.iter().map(|[a, b]| {
        let told = |e| panic!("{}: {e}", set.name);
        [set.a.pose(a).unwrap_or_else(told), set.b.pose(b).unwrap_or_else(told)]
    });
    let poses: Vec<_> = poses.collect();
    visit(&build(&set.a), &build(&set.b), Ours { poses: &poses, query, rounds, theirs })
}

struct Ours<'a, T: Real> {
    poses: &'a [[Pose<Vec3<T>>; 2]],
    query: Query,
    rounds: usize,
    theirs: &'a mut dyn FnMut(Range<usize>),
}

impl<T: Real> PairVisitor<T> for Ours<'_, T> {
    type Output = Comparison;

    fn visit<A, B>(self, a: &A, b: &B) -> Comparison
    where
        A: Shape<V = Vec3<T>> + Sync,
        B: Shape<V = Vec3<T>> + Sync,
    {
        let placed: Vec<(At<&A>, At<&B>)> = self.poses.iter().map(|p| (a.at(p[0]), b.at(p[1]))).collect();
        let n = placed.len();
        let mut answers = vec![f64::NAN; n];
        let turns = match self.query {
            Query::Intersect => in_turns(
                n,
                self.rounds,
                |block| {
                    for i in block {
                        let (a, b) = &placed[i];
                        answers[i] = if impinge::intersects(a, b) { -1.0 } else { 1.0 };
                    }
                },
                self.theirs,
            ),
            Query::Distance => in_turns(
                n,
                self.rounds,
                |block| {
                    for i in block {
                        let (a, b) = &placed[i];
                        answers[i] = impinge::distance(a, b).distance.f64();
                    }
                },
                self.theirs,
            ),
            Query::Contact => in_turns(
                n,
                self.rounds,
                |block| {
                    for i in block {
                        let (a, b) = &placed[i];
                        answers[i] = impinge::contact(a, b).signed_distance.f64();
                    }
                },
                self.theirs,
            ),
        };
        Comparison { turns, answers }
    }
}

/// Verdicts that the truth contradicts by more than `tolerance` × size, and answers that are missing.
pub fn wrong_and_missing(set: &CaseSet, tolerance: f64, answers: &[f64]) -> (usize, usize) {
    let missing = answers.iter().filter(|a| a.is_nan()).count();
    let Some(truth) = &set.truth else { return (0, missing) };
    let wrong = |(i, (answer, truth)): (usize, (&f64, &impinge_io::cases::Truth))| {
        let s = truth.signed_distance;
        !answer.is_nan() && s.abs() > tolerance * set.size(i) && (s > 0.0) != (*answer > 0.0)
    };
    (answers.iter().zip(truth).enumerate().filter(|&pair| wrong(pair)).count(), missing)
}

/// The geometric mean; NaN of nothing.
pub fn geometric_mean(numbers: &[f64]) -> f64 {
    (numbers.iter().map(|x| x.ln()).sum::<f64>() / numbers.len() as f64).exp()
}
