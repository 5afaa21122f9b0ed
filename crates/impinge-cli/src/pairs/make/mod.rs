//! `impinge pairs --make KIND --out FOLDER`: generates cases with certified truth.
//!
//! Every pair is certified, whether or not its truth is written, so that the pairs are the same. A pair is drawn again if its truth is not
//! known to [`TRUTH_LIMIT`], or if its kind requires clear pairs and it is within [`CLEAR`] of touching. The number of such
//! pairs is reported. Each pair has its own random numbers, so threads do not change it.

mod draw;
mod kinds;
mod truth;

use std::io::Write;
use std::path::Path;

use impinge::AnyShape;
use impinge_evidence::spread;
use impinge_io::cases::{self, CasePose, CaseSet, LIST, Truth};
use impinge_scenes::Rng;
use serde::Serialize;

use super::PairsArgs;
use crate::failure::Failure;
use crate::progress;
use draw::Draw;
use kinds::Kind;
pub use kinds::names;
use truth::{Certified, TRUTH_LIMIT, certified_truth};

/// Distance from touching that clear pairs have at least: single precision with coordinates near 10 is off by 1e-6.
const CLEAR: f64 = 1e-6;
/// Most draws of a pair: a kind that needs more can hardly be certified.
const TRIES: usize = 1000;

/// The line of JSON about a set.
#[derive(Serialize)]
struct Line<'a> {
    set: &'a str,
    kind: &'a str,
    seed: u64,
    n: usize,
    hits: usize,
    /// Pairs drawn again because their truth is not known well enough.
    uncertain: usize,
    /// Pairs drawn again because they nearly touch.
    unclear: usize,
    /// Largest error of a truth, relative to the size of its pair.
    worst_error: f64,
    truth: bool,
}

/// Generates the cases and writes a line for each set to `out`.
pub fn run(out: &mut impl Write, args: &PairsArgs) -> Result<(), Failure> {
    let Some(folder) = &args.out else {
        return Err(Failure::Usage("`--make` needs `--out FOLDER`".into()));
    };
    if folder.join(LIST).exists() {
        let said = format!("{}: the folder already holds cases; choose another one", folder.display());
        return Err(Failure::Said(said));
    }
    let recipes: Vec<(Kind, Option<f64>)> = kinds::chosen(&args.make)
        .into_iter()
        .flat_map(|kind| match kind.draw {
            Draw::Cube => args.side.iter().map(|&side| (kind, Some(side))).collect(),
            _ => vec![(kind, None)],
        })
        .collect();
    let progress = progress::bar(recipes.len(), "sets");
    let mut sets = Vec::new();
    for (kind, side) in recipes {
        let (mut set, redrawn) = make(args, &kind, side)?;
        let truth = set.truth.as_deref().unwrap_or_default();
        let worst = truth.iter().enumerate().map(|(i, t)| t.error / set.size(i)).fold(0.0, f64::max);
        let line = Line {
            set: &set.name,
            kind: kind.name,
            seed: args.seed,
            n: args.n,
            hits: truth.iter().filter(|t| t.signed_distance <= 0.0).count(),
            uncertain: redrawn.uncertain,
            unclear: redrawn.unclear,
            worst_error: worst,
            truth: args.truth,
        };
        progress.suspend(|| {
            serde_json::to_writer(&mut *out, &line)?;
            writeln!(out)?;
            Ok::<_, Failure>(out.flush()?)
        })?;
        if !args.truth {
            set.truth = None;
        }
        sets.push(set);
        progress.inc(1);
    }
    progress.finish_and_clear();
    save(folder, &sets)
}

fn save(folder: &Path, sets: &[CaseSet]) -> Result<(), Failure> {
    Ok(cases::write(folder, sets)?)
}

/// Pairs that were drawn again.
#[derive(Clone, Copy, Default)]
struct Redrawn {
    uncertain: usize,
    unclear: usize,
}

/// A pair that counts.
type Drawn = Result<([CasePose; 2], Truth, Redrawn), String>;

fn make(args: &PairsArgs, kind: &Kind, side: Option<f64>) -> Result<(CaseSet, Redrawn), Failure> {
    let name = side.map_or_else(|| kind.name.to_owned(), |side| format!("{}-L{side}", kind.name));
    let seed = name.bytes().fold(args.seed, |seed, byte| Rng::new(seed ^ u64::from(byte)).bits());
    // Polyhedra are the same for every side.
    let [a, b] = (kind.shapes)(&mut Rng::new(args.seed));
    let told = |what: String| Failure::Said(format!("kind `{}`: {what}", kind.name));
    let built = [&a, &b].map(|shape| shape.build::<f64>());
    let [Ok(built_a), Ok(built_b)] = built else { return Err(told("a shape has no volume".into())) };
    let mut set = CaseSet { name, family: kind.family.into(), a, b, side, poses: Vec::new(), truth: None };
    let pair = |i: usize| {
        let mut rng = Rng::new(Rng::new(seed.wrapping_add(i as u64)).bits());
        drawn(&set, kind, [&built_a, &built_b], side.unwrap_or_default(), &mut rng)
    };
    let mut found: Vec<Option<Drawn>> = (0..args.n).map(|_| None).collect();
    spread(args.threads.into(), args.n, pair, |i, drawn| {
        let good = drawn.is_ok();
        found[i] = Some(drawn);
        good
    });
    let (mut truth, mut redrawn) = (Vec::new(), Redrawn::default());
    // If one could not be drawn, later ones may be missing, and it comes first.
    for drawn in found.into_iter().flatten() {
        let (poses, is, again) = drawn.map_err(told)?;
        set.poses.push(poses);
        truth.push(is);
        redrawn.uncertain += again.uncertain;
        redrawn.unclear += again.unclear;
    }
    set.truth = Some(truth);
    Ok((set, redrawn))
}

fn drawn(set: &CaseSet, kind: &Kind, [a, b]: [&AnyShape<f64>; 2], side: f64, rng: &mut Rng) -> Drawn {
    let mut redrawn = Redrawn::default();
    // The size of a pair is that of its set, looked up by index.
    let mut alone = CaseSet { poses: Vec::new(), ..set.clone() };
    for _ in 0..TRIES {
        let poses = kind.draw.pair(rng, side);
        alone.poses = vec![poses];
        let placed = [set.a.pose(&poses[0]), set.b.pose(&poses[1])];
        let [Ok(at_a), Ok(at_b)] = placed else { return Err(format!("invalid pose: {poses:?}")) };
        match certified_truth(a, b, &[at_a, at_b], alone.size(0)) {
            Certified::Contradiction => {
                return Err(format!("two proofs contradict one another; this is a bug: {poses:?}"));
            }
            Certified::Wide => redrawn.uncertain += 1,
            Certified::Truth(truth) if kind.draw.is_clear() && truth.signed_distance.abs() < CLEAR => {
                redrawn.unclear += 1;
            }
            Certified::Truth(truth) => return Ok((poses, truth, redrawn)),
        }
    }
    Err(format!("none of {TRIES} drawn pairs could be certified to {TRUTH_LIMIT:e} of its size"))
}
