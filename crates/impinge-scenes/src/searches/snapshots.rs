//! Snapshots at random steps of random worlds, some of them damaged.
//!
//! A snapshot that is intact continues like the world that wrote it, bit for bit. One with other numbers, lists or words is refused, or it
//! is a world that steps: without a panic, without a number that is not finite, and in about the time that a step takes.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use impinge::Real;
use impinge_sim::World;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::random_world::{ChosenSolver, RandomWorld, WITH_BELTS, judge};
use super::{Row, Search};
use crate::Rng;

/// Damaged copies of each snapshot.
const COPIES: usize = 12;

/// Limit on the time of a step of a damaged world. A step of these worlds takes about a millisecond; one that takes 1,024 sub-steps, as
/// settings allow, some hundred.
const SLOW: Duration = Duration::from_secs(20);

/// The search, in both precisions.
pub const SNAPSHOTS: Search = Search {
    name: "snapshots",
    promise: "a snapshot continues like its world, bit for bit; a damaged one is refused or steps, without a panic, NaN or hang",
    run,
};

fn run(seed: u64, cases: usize) -> Vec<Row> {
    let mut rows = ["intact, f64", "intact, f32", "damaged, f64", "damaged, f32"]
        .map(Row::new)
        .into_iter()
        .collect::<Vec<_>>();
    let mut taken = [0, 0];
    for case in 0..cases.div_ceil(COPIES + 1) as u64 {
        let number = seed.wrapping_mul(1_000_003).wrapping_add(case / 2);
        let which = (case % 2) as usize;
        let outcome = match which {
            0 => check::<f64>(number),
            _ => check::<f32>(number),
        };
        rows[which].count(outcome.intact.map(|what| format!("case {number}: {what}")));
        taken[which] += outcome.taken;
        for damage in outcome.damaged {
            rows[which + 2].count(damage.map(|what| format!("case {number}: {what}")));
        }
    }
    for (row, taken) in rows[2..].iter_mut().zip(taken) {
        row.worst = format!("{taken} of {} were taken", row.cases);
    }
    rows
}

/// Outcome of a case.
struct Outcome {
    intact: Option<String>,
    damaged: Vec<Option<String>>,
    /// Number of damaged snapshots that were read.
    taken: usize,
}

fn check<T: Real + Serialize + for<'a> Deserialize<'a>>(number: u64) -> Outcome {
    let mut rng = Rng::new(number ^ 0x5eed);
    let mut made = RandomWorld::<T>::new(ChosenSolver::Soft, &mut rng);
    if number.is_multiple_of(WITH_BELTS) {
        made.add_belts(Rng::new(number ^ 0xbe17)).expect("valid belts");
    }
    let time = T::of(1.0 / 60.0);
    for _ in 0..rng.below(40) {
        if rng.uniform() < 0.2 {
            let _ = made.edit(&mut rng);
        }
        let _ = made.world.step(time);
    }
    let nothing = Outcome { intact: None, damaged: Vec::new(), taken: 0 };
    let text = match serde_json::to_string(&made.world) {
        Ok(text) => text,
        Err(e) => return Outcome { intact: Some(format!("cannot be written: {e}")), ..nothing },
    };
    let mut outcome = Outcome { intact: continues(&made, &text, time).err(), ..nothing };
    let Ok(good) = serde_json::from_str::<Value>(&text) else { return outcome };
    let mut places = Vec::new();
    find_places(&good, String::new(), &mut places);
    for _ in 0..COPIES {
        let (mut bad, mut told) = (good.clone(), String::new());
        for _ in 0..1 + rng.below(3) {
            let place = &places[rng.below(places.len())];
            // One that is no longer there was in what the last damage removed.
            let Some(value) = bad.pointer_mut(place) else { continue };
            *value = instead(value, &mut rng);
            told += &format!("{place} = {}; ", serde_json::to_string(value).unwrap_or_default());
        }
        told.truncate(400);
        let (fault, is_taken) = survives::<T>(bad, time);
        outcome.taken += usize::from(is_taken);
        outcome.damaged.push(fault.map(|what| format!("{told}{what}")));
    }
    outcome
}

/// Checks that a snapshot continues like its world.
fn continues<T: Real + Serialize + for<'a> Deserialize<'a>>(
    made: &RandomWorld<T>,
    text: &str,
    time: T,
) -> Result<(), String> {
    let mut world = made.world.clone();
    let mut read: World<T> = serde_json::from_str(text).map_err(|e| format!("refused: {e}"))?;
    for i in 0..10 {
        let reports = [&mut world, &mut read].map(|world| world.step(time));
        let texts = [&world, &read].map(|world| serde_json::to_string(world).unwrap_or_default());
        if reports[0] != reports[1] || texts[0] != texts[1] {
            return Err(format!("it differs {} steps later", i + 1));
        }
    }
    Ok(())
}

/// Reads a damaged snapshot and steps; returns what went wrong, and whether it was read.
fn survives<T: Real + for<'a> Deserialize<'a> + Serialize>(bad: Value, time: T) -> (Option<String>, bool) {
    let mut read = false;
    let start = Instant::now();
    let outcome = catch_unwind(AssertUnwindSafe(|| {
        let Ok(mut world) = serde_json::from_value::<World<T>>(bad) else { return None };
        read = true;
        for _ in 0..3 {
            let _ = world.step(time);
            if let Some(fault) = judge(&world, f64::INFINITY).0 {
                return Some(fault);
            }
        }
        let text = serde_json::to_string(&world).unwrap_or_default();
        serde_json::from_str::<World<T>>(&text).err().map(|e| format!("its own snapshot is refused: {e}"))
    }));
    let fault = match outcome {
        Ok(fault) => fault,
        Err(panic) => {
            let words = panic.downcast_ref::<String>().cloned();
            Some(words.or_else(|| panic.downcast_ref::<&str>().map(|&s| s.to_owned())).unwrap_or_default())
        }
    };
    let slow = (start.elapsed() > SLOW).then(|| format!("{:?} for three steps", start.elapsed()));
    (fault.or(slow), read)
}

/// Pointers to all values in a value, other than itself.
fn find_places(value: &Value, at: String, found: &mut Vec<String>) {
    match value {
        Value::Array(list) => {
            for (k, item) in list.iter().enumerate() {
                find_places(item, format!("{at}/{k}"), found);
            }
        }
        Value::Object(map) => {
            for (key, item) in map {
                find_places(item, format!("{at}/{key}"), found);
            }
        }
        _ => {}
    }
    if !at.is_empty() {
        found.push(at);
    }
}

/// Replacement for a value.
fn instead(value: &Value, rng: &mut Rng) -> Value {
    match value {
        Value::Number(number) => {
            let x = number.as_f64().unwrap_or_default();
            let numbers = [
                json!(0),
                json!(-1),
                json!(1),
                json!(x * 10.0),
                json!(-x),
                json!(x + rng.signed()),
                json!(x * (1.0 + rng.signed() * 1e-3)),
                json!(1e15),
                json!(1e38),
                json!(-1e300),
                json!(1e308),
                json!(1e-320),
                json!(u64::MAX),
                json!(u32::MAX),
                json!(number.as_u64().unwrap_or_default().wrapping_add(1)),
                json!(rng.below(100)),
            ];
            numbers[rng.below(numbers.len())].clone()
        }
        Value::Array(list) => {
            let mut list = list.clone();
            match rng.below(5) {
                0 => list.clear(),
                1 => drop(list.pop()),
                2 => list.extend(list.clone()),
                3 if list.len() > 1 => {
                    let (i, j) = (rng.below(list.len()), rng.below(list.len()));
                    list.swap(i, j);
                }
                _ => return Value::Null,
            }
            Value::Array(list)
        }
        Value::Object(map) => {
            let mut map = map.clone();
            let keys: Vec<_> = map.keys().cloned().collect();
            if let Some(key) = keys.get(rng.below(keys.len().max(1))) {
                map.remove(key);
            }
            Value::Object(map)
        }
        Value::Bool(is) => json!(!is),
        Value::Null => [json!(1e308), json!([]), json!(0), json!({})][rng.below(4)].clone(),
        Value::String(text) => {
            let kinds = ["dynamic", "fixed", "kinematic", "curved", "larger", ""];
            let word = kinds[rng.below(kinds.len())];
            json!(if word == text { "soft" } else { word })
        }
    }
}
