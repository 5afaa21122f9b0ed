//! Random worlds with edits: bodies and joints come and go, change their kind, and are moved from place to place, while the world goes on.
//!
//! A case is a world of some bodies, 48 steps, and a few edits between them. The same case is run on one thread and, from a snapshot taken
//! on the way, on three.

use impinge::Real;
use impinge_sim::{World, WorldError};
use rayon::{ThreadPool, ThreadPoolBuilder};
use serde::{Deserialize, Serialize};

use super::random_world::{ChosenSolver, RandomWorld, WITH_BELTS, judge};
use super::{Row, Search};
use crate::Rng;

/// Number of steps of a case.
const STEPS: usize = 48;

/// Limit on speeds, in meters per second. Bodies are given up to 35, and up to 35 radians per second; joints have levers of some meters,
/// masses differ by 1 : 10,000, and bodies that the user moves drag others through walls. The joints of a body let it move by up to 32 of
/// its own size in a sub-step, 5 to 10 km/s here; what has no limit is far beyond after a few steps.
const MOST: f64 = 50_000.0;

/// The search, for all solvers in both precisions.
pub(super) const EDITS: Search = Search {
    name: "edits",
    promise: "bodies, joints and belts may be added, removed, changed and moved: every number stays finite, no body is faster than 50 km/s, \
              snapshots are read as they were written, and the bits are those of any number of threads",
    run,
};

/// Solvers, and their shares of the cases in eighths.
const SOLVERS: [(&str, ChosenSolver, usize); 3] = [
    ("soft step", ChosenSolver::Soft, 4),
    ("without overlap", ChosenSolver::NoOverlap, 3),
    ("thesis", ChosenSolver::Thesis, 1),
];

fn run(seed: u64, cases: usize) -> Vec<Row> {
    let pools = [1, 3].map(|threads| ThreadPoolBuilder::new().num_threads(threads).build());
    let [Ok(one), Ok(three)] = pools else { return Vec::new() };
    let mut rows = Vec::new();
    for (name, solver, share) in SOLVERS {
        let mut both = ["f64", "f32"].map(|precision| (Row::new(format!("{name}, {precision}")), 0.0_f64, 0));
        for case in 0..(cases * share).div_ceil(8) as u64 {
            let number = seed.wrapping_mul(1_000_003).wrapping_add(case / 2);
            let (row, fastest, refused) = &mut both[(case % 2) as usize];
            let found = match case % 2 {
                0 => check::<f64>(number, solver, [&one, &three]),
                _ => check::<f32>(number, solver, [&one, &three]),
            };
            row.count(found.fault.map(|what| format!("case {number}: {what}")));
            (*fastest, *refused) = (fastest.max(found.fastest), *refused + found.refused);
        }
        for (mut row, fastest, refused) in both {
            row.worst = format!("{fastest:.1} m/s");
            if solver == ChosenSolver::NoOverlap {
                row.worst += &format!("; {refused} bodies were removed that overlapped");
            }
            rows.push(row);
        }
    }
    rows
}

/// The fault of a single case of the soft step in `f32`, if it has one.
pub fn soft_in_single(number: u64) -> Option<String> {
    let pools = [1, 3].map(|threads| ThreadPoolBuilder::new().num_threads(threads).build());
    let [Ok(one), Ok(three)] = pools else { return None };
    check::<f32>(number, ChosenSolver::Soft, [&one, &three]).fault
}

/// Outcome of a case.
struct Found {
    fault: Option<String>,
    fastest: f64,
    /// Bodies that were removed because they overlapped others, which the solver without overlap refuses.
    refused: usize,
}

/// The text of a snapshot, and the world that is read from it.
fn again<T: Real + Serialize + for<'a> Deserialize<'a>>(world: &World<T>) -> Result<World<T>, String> {
    let text = serde_json::to_string(world).map_err(|e| format!("cannot be written: {e}"))?;
    let read: World<T> = serde_json::from_str(&text).map_err(|e| format!("its snapshot is refused: {e}"))?;
    let twice = serde_json::to_string(&read).map_err(|e| format!("cannot be written again: {e}"))?;
    if twice == text { Ok(read) } else { Err("its snapshot reads as another world".into()) }
}

fn check<T: Real + Serialize + for<'a> Deserialize<'a>>(
    number: u64,
    solver: ChosenSolver,
    pools: [&ThreadPool; 2],
) -> Found {
    let mut rng = Rng::new(number);
    let mut one = RandomWorld::<T>::new(solver, &mut rng);
    if solver == ChosenSolver::Soft && number.is_multiple_of(WITH_BELTS) {
        one.add_belts(Rng::new(number ^ 0xbe17)).expect("valid belts");
    }
    let (mut fastest, mut refused, mut other) = (0.0_f64, 0, None::<RandomWorld<T>>);
    let copied = rng.below(STEPS);
    let often = [0.0, 0.1, 0.5, 1.0][rng.below(4)];
    let mut step = |i: usize, rng: &mut Rng| -> Result<(), String> {
        if i == copied {
            other = Some(RandomWorld { world: again(&one.world)?, ..one.clone() });
        }
        if rng.uniform() < often {
            let mut same = rng.clone();
            one.edit(rng).map_err(|e| format!("a valid edit is refused: {e}"))?;
            if let Some(other) = &mut other {
                other.edit(&mut same).map_err(|e| format!("a valid edit is refused in the copy: {e}"))?;
            }
        }
        let time = T::of(1.0 / 60.0);
        loop {
            let first = pools[0].install(|| one.world.step(time));
            let second = other.as_mut().map(|other| pools[1].install(|| other.world.step(time)));
            if second.is_some_and(|second| second != first) {
                return Err("three threads report another step than one".into());
            }
            match first {
                Ok(_) => break,
                Err(WorldError::Overlap { a, b, .. }) => {
                    refused += 1;
                    for world in [Some(&mut one), other.as_mut()].into_iter().flatten() {
                        world
                            .world
                            .remove(b)
                            .map_err(|e| format!("body {} of body {}: {e}", b.index(), a.index()))?;
                    }
                }
                Err(error) => return Err(format!("the step is refused: {error}")),
            }
        }
        let (fault, speed) = judge(&one.world, MOST);
        fastest = fastest.max(speed);
        fault.map_or(Ok(()), Err)
    };
    let mut fault = None;
    for i in 0..STEPS {
        if let Err(what) = step(i, &mut rng) {
            fault = Some(format!("step {i}: {what}"));
            break;
        }
    }
    if fault.is_none() {
        let texts = [Some(&one), other.as_ref()]
            .map(|world| world.and_then(|world| serde_json::to_string(&world.world).ok()));
        if texts[0] != texts[1] {
            fault = Some("three threads end in another state than one".into());
        }
        if let Err(what) = again(&one.world) {
            fault.get_or_insert(what);
        }
    }
    Found { fault, fastest, refused }
}
