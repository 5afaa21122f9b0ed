//! `impinge pairs --make KIND --out FOLDER`: generates cases with certified truth.
//!
//! Every pair is certified, whether or not its truth is written, so that the pairs are the same. A pair is drawn again if its truth is not
//! known to [`TRUTH_LIMIT`], or if its kind requires clear pairs and it is within [`CLEAR`] of touching. The number of such
//! pairs is reported. Each pair has its own random numbers, so threads do not change it, and neither does an interruption: what is finished is
//! in a journal (`journal.rs`), and `--resume` goes on from there.

mod draw;
mod journal;
mod kinds;
mod truth;

use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};

use impinge::AnyShape;
use impinge_evidence::spread;
use impinge_io::cases::{self, CasePose, CaseSet, LIST, Truth};
use impinge_scenes::Rng;
use indicatif::ProgressBar;
use serde::Serialize;

use super::{Lines, PairsArgs};
use crate::failure::Failure;
use crate::interruption::interruption;
use crate::outcome::Outcome;
use crate::table::number;
use crate::{log, progress};
use draw::Draw;
use journal::Journal;
use kinds::Kind;
pub use kinds::names;
use truth::{Certified, TRUTH_LIMIT, certified_truth};

/// Distance from touching that clear pairs have at least: single precision with coordinates near 10 is off by 1e-6.
const CLEAR: f64 = 1e-6;
/// Pairs of a chunk, which the journal keeps as a whole: a second of work at most.
const CHUNK: usize = 256;
/// Most draws of a pair: a kind that needs more can hardly be certified.
const TRIES: usize = 1000;

/// The line of JSON about a set, `docs/book/json.md`.
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

/// A set to generate: a kind, and the side of its cube if it has one.
type Recipe = (Kind, Option<f64>);

/// Generates the cases and reports on each set.
pub fn run(out: &mut impl Write, args: &PairsArgs) -> Result<Outcome, Failure> {
    let Some(folder) = &args.out else {
        return Err(Failure::Usage("`--make` needs `--out FOLDER`".into()));
    };
    if folder.join(LIST).exists() {
        let said = format!("{}: the folder already holds cases; choose another one", folder.display());
        return Err(Failure::Said(said));
    }
    let stop = interruption()?;
    let recipes: Vec<Recipe> = kinds::chosen(&args.make)
        .into_iter()
        .flat_map(|kind| match kind.draw {
            Draw::Cube => args.side.iter().map(|&side| (kind, Some(side))).collect(),
            _ => vec![(kind, None)],
        })
        .collect();
    let mut journal = Journal::open(folder, args, &recipes)?;
    let progress = progress::bar(recipes.len() * args.n, "pairs");
    let (mut sets, mut lines) = (Vec::new(), Lines::new(&args.json));
    let widest = recipes.iter().map(|recipe| name(recipe).chars().count()).max().unwrap_or_default();
    for (number, recipe) in recipes.iter().enumerate() {
        let Some((mut set, redrawn)) = make(args, number, recipe, &mut journal, &progress, &stop)? else {
            progress.finish_and_clear();
            log::say("interrupted; run the same command with `--resume` to continue");
            return Ok(Outcome::Interrupted);
        };
        let truth = set.truth.as_deref().unwrap_or_default();
        let worst = truth.iter().enumerate().map(|(i, t)| t.error / set.size(i)).fold(0.0, f64::max);
        let line = Line {
            set: &set.name,
            kind: recipe.0.name,
            seed: args.seed,
            n: args.n,
            hits: truth.iter().filter(|t| t.signed_distance <= 0.0).count(),
            uncertain: redrawn.uncertain,
            unclear: redrawn.unclear,
            worst_error: worst,
            truth: args.truth,
        };
        progress.suspend(|| lines.add(out, &line, &line.text(widest)))?;
        if !args.truth {
            set.truth = None;
        }
        sets.push(set);
    }
    progress.finish_and_clear();
    cases::write(folder, &sets)?;
    journal.remove()?;
    lines.finish()?;
    Ok(Outcome::Clear)
}

impl Line<'_> {
    /// The same as text, with names of sets as wide as the widest.
    fn text(&self, widest: usize) -> String {
        let Self { set, n, hits, uncertain, unclear, worst_error, .. } = self;
        format!(
            "{set:<widest$}  {n} pairs, {hits} meet; drawn again: {uncertain} uncertain, {unclear} nearly touching; truth within {} of the size",
            number(*worst_error)
        )
    }
}

/// Pairs that were drawn again.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Redrawn {
    uncertain: usize,
    unclear: usize,
}

/// A pair that counts.
type Drawn = ([CasePose; 2], Truth, Redrawn);

/// Name of the set of a recipe.
fn name((kind, side): &Recipe) -> String {
    side.map_or_else(|| kind.name.to_owned(), |side| format!("{}-L{side}", kind.name))
}

/// Makes a set, chunk by chunk; those in the journal are taken from there. None if interrupted.
fn make(
    args: &PairsArgs,
    number: usize,
    recipe: &Recipe,
    journal: &mut Journal,
    progress: &ProgressBar,
    stop: &AtomicBool,
) -> Result<Option<(CaseSet, Redrawn)>, Failure> {
    let (kind, side) = recipe;
    let name = name(recipe);
    let seed = name.bytes().fold(args.seed, |seed, byte| Rng::new(seed ^ u64::from(byte)).bits());
    // Polyhedra are the same for every side.
    let [a, b] = (kind.shapes)(&mut Rng::new(args.seed));
    let told = |what: String| Failure::Said(format!("kind `{}`: {what}", kind.name));
    let built = [&a, &b].map(|shape| shape.build::<f64>());
    let [Ok(built_a), Ok(built_b)] = built else { return Err(told("a shape has no volume".into())) };
    let mut set =
        CaseSet { name, family: kind.family.into(), a, b, side: *side, poses: Vec::new(), truth: None };
    let pair = |i: usize| {
        let mut rng = Rng::new(Rng::new(seed.wrapping_add(i as u64)).bits());
        drawn(&set, kind, [&built_a, &built_b], side.unwrap_or_default(), &mut rng)
    };
    let chunks = args.n.div_ceil(CHUNK);
    let mut found: Vec<Option<Vec<Drawn>>> = (0..chunks).map(|chunk| journal.take(number, chunk)).collect();
    progress.inc(found.iter().flatten().map(Vec::len).sum::<usize>() as u64);
    let left: Vec<usize> = (0..chunks).filter(|&chunk| found[chunk].is_none()).collect();
    let work = |i: usize| -> Result<Vec<Drawn>, String> {
        (left[i] * CHUNK..args.n.min((left[i] + 1) * CHUNK)).map(pair).collect()
    };
    // If one could not be drawn, later ones may be missing, and it comes first.
    let mut failed: Option<(usize, Failure)> = None;
    spread(args.threads.into(), left.len(), work, |i, drawn| {
        let kept = drawn.map_err(told).and_then(|drawn| {
            journal.add(number, left[i], &drawn)?;
            Ok(drawn)
        });
        match kept {
            Ok(drawn) => {
                progress.inc(drawn.len() as u64);
                found[left[i]] = Some(drawn);
            }
            Err(failure) if failed.as_ref().is_none_or(|(first, _)| i < *first) => {
                failed = Some((i, failure))
            }
            Err(_) => {}
        }
        failed.is_none() && !stop.load(Ordering::Relaxed)
    });
    if let Some((_, failure)) = failed {
        return Err(failure);
    }
    let Some(found) = found.into_iter().collect::<Option<Vec<Vec<Drawn>>>>() else { return Ok(None) };
    let (mut truth, mut redrawn) = (Vec::new(), Redrawn::default());
    for (poses, is, again) in found.into_iter().flatten() {
        set.poses.push(poses);
        truth.push(is);
        redrawn.uncertain += again.uncertain;
        redrawn.unclear += again.unclear;
    }
    set.truth = Some(truth);
    Ok(Some((set, redrawn)))
}

fn drawn(
    set: &CaseSet,
    kind: &Kind,
    [a, b]: [&AnyShape<f64>; 2],
    side: f64,
    rng: &mut Rng,
) -> Result<Drawn, String> {
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
