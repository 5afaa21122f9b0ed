//! Searches for inputs that break a promise, made as simple as they still do. A second thread watches the clock: an input on
//! which a query does not end is a finding too.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use crate::{Broken, Outcome, Rng, Target, run};

/// Bytes of an input.
const LENGTH: usize = 192;

/// Time above which a case is reported as slow.
const SLOW: Duration = Duration::from_millis(500);

/// A case that takes longer than this does not end. All queries together take milliseconds, the oracle some hundreds at most.
const ENDLESS: Duration = Duration::from_secs(20);

/// The same while an endless case is made simpler, each trial in a process of its own.
const TRIAL: Duration = Duration::from_secs(3);

/// Time for making a finding simpler.
const SIMPLER: Duration = Duration::from_secs(3);

/// Time for making an endless case simpler.
const SIMPLER_ENDLESS: Duration = Duration::from_secs(60);

/// Promise that an endless input breaks.
const ENDS: &str = "every query ends";

/// Examples printed in full for a promise.
const EXAMPLES: usize = 6;

/// The same for one that is not wrong, but worse than it should be.
const SOFT_EXAMPLES: usize = 2;

/// When a search ends.
#[derive(Clone, Copy)]
pub enum Until {
    Time(Duration),
    Count(u64),
}

/// A thread that runs a target on the inputs it is sent.
struct Worker {
    inputs: Sender<(Vec<u8>, bool)>,
    outcomes: Receiver<Outcome>,
}

impl Worker {
    fn new(target: Target) -> Self {
        let (inputs, todo) = channel::<(Vec<u8>, bool)>();
        let (done, outcomes) = channel();
        thread::spawn(move || {
            for (data, tell) in todo {
                if done.send(run(target, &data, tell)).is_err() {
                    return;
                }
            }
        });
        Self { inputs, outcomes }
    }

    /// `None` where it does not end.
    fn run(&self, data: &[u8], tell: bool) -> Option<Outcome> {
        self.inputs.send((data.to_vec(), tell)).ok()?;
        self.outcomes.recv_timeout(ENDLESS).ok()
    }
}

pub struct Search {
    /// This program, to try an endless input in a process that can be stopped; without it such an input is printed as it is.
    pub program: Option<PathBuf>,
    target: Target,
    seed: u64,
    rng: Rng,
    worker: Worker,
    inputs: u64,
    cases: u64,
    slowest: Duration,
    /// An input on which a query did not end.
    endless: Option<Vec<u8>>,
    found: BTreeMap<(bool, &'static str), BTreeMap<String, u64>>,
}

impl Search {
    pub fn new(target: Target, seed: u64) -> Self {
        Self {
            program: None,
            target,
            seed,
            rng: Rng::xorshift(seed),
            worker: Worker::new(target),
            inputs: 0,
            cases: 0,
            slowest: Duration::ZERO,
            endless: None,
            found: BTreeMap::new(),
        }
    }

    /// Whether all promises were kept.
    pub fn go(mut self, until: Until) -> bool {
        let begin = Instant::now();
        let goes_on = |search: &Self| match until {
            Until::Time(time) => begin.elapsed() < time,
            Until::Count(count) => search.inputs < count,
        };
        while goes_on(&self) && self.endless.is_none() {
            let data = input(&mut self.rng);
            let start = Instant::now();
            let outcome = self.ask(&data, false);
            self.inputs += 1;
            if let Some(outcome) = outcome {
                self.note(&data, outcome, start.elapsed());
            }
        }
        if let Some(data) = self.endless.take() {
            // As it was found, too: on a busy machine simpler ones may have been stopped though they end.
            println!("BROKEN {ENDS}\n  {} show {}", self.name(), hex(&data));
            let data = match &self.program {
                Some(program) => simpler_endless(program, self.name(), data),
                None => data,
            };
            println!("simpler\n  {} show {}\n", self.name(), hex(&data));
            self.found.insert((false, ENDS), BTreeMap::from([("endless".into(), 1)]));
        }
        println!(
            "{}: {} cases of {} inputs in {:.1} s, seed {}, slowest {:.3} s",
            self.name(),
            self.cases,
            self.inputs,
            begin.elapsed().as_secs_f64(),
            self.seed,
            self.slowest.as_secs_f64()
        );
        for ((soft, promise), kinds) in &self.found {
            println!("{} {promise}: {}", if *soft { "soft" } else { "BROKEN" }, kinds.values().sum::<u64>());
            for (kind, count) in kinds {
                println!("    {count:6} {kind}");
            }
        }
        self.found.keys().all(|(soft, _)| *soft)
    }

    /// Runs the target on an input. `None` where that does not end, and from then on: the thread cannot be stopped, so it is
    /// left alone, and the search ends.
    fn ask(&mut self, data: &[u8], tell: bool) -> Option<Outcome> {
        if self.endless.is_some() {
            return None;
        }
        let outcome = self.worker.run(data, tell);
        if outcome.is_none() {
            self.endless = Some(data.to_vec());
        }
        outcome
    }

    fn name(&self) -> &'static str {
        Target::ALL.iter().find(|t| t.1 == self.target).map_or("", |t| t.0)
    }

    fn note(&mut self, data: &[u8], outcome: Outcome, took: Duration) {
        self.cases += u64::from(outcome.findings.is_some());
        if took > self.slowest {
            self.slowest = took;
            if took > SLOW {
                println!("SLOW {took:?}: {} show {}", self.name(), hex(data));
            }
        }
        for broken in outcome.findings.unwrap_or_default().0 {
            let kinds = self.found.entry((broken.soft, broken.promise)).or_default();
            *kinds.entry(outcome.kinds.clone()).or_default() += 1;
            let examples = if broken.soft { SOFT_EXAMPLES } else { EXAMPLES };
            if kinds[&outcome.kinds] == 1 && kinds.len() <= examples {
                self.report(data, &broken);
            }
        }
    }

    /// Prints an input, made simpler as long as the same promise is broken.
    fn report(&mut self, data: &[u8], what: &Broken) {
        let data = lowered(data.to_vec(), SIMPLER, |data| {
            let outcome = self.ask(data, false);
            let findings = outcome.and_then(|o| o.findings).unwrap_or_default();
            findings.0.iter().any(|b| b.promise == what.promise)
        });
        let Some(outcome) = self.ask(&data, true) else { return };
        for broken in outcome.findings.unwrap_or_default().0.iter().filter(|b| b.promise == what.promise) {
            println!("{}{}: {}", word(broken), broken.promise, broken.numbers);
        }
        println!("{}  {} show {}\n", outcome.scene, self.name(), hex(&data));
    }
}

/// Shorter, and with lower bytes, as long as it `fails`.
fn lowered(mut data: Vec<u8>, time: Duration, mut fails: impl FnMut(&[u8]) -> bool) -> Vec<u8> {
    let until = Instant::now() + time;
    let in_time = || Instant::now() < until;
    loop {
        let before = data.clone();
        let mut half = data.len() / 2;
        while half > 0 {
            while data.len() > half && in_time() && fails(&data[..data.len() - half]) {
                data.truncate(data.len() - half);
            }
            half /= 2;
        }
        for i in 0..data.len() {
            for lower in [0, data[i] & 0x0f, data[i] & 0xf0, data[i] / 2, data[i].saturating_sub(1)] {
                if lower < data[i] && in_time() {
                    let old = std::mem::replace(&mut data[i], lower);
                    if fails(&data) {
                        break;
                    }
                    data[i] = old;
                }
            }
        }
        if data == before || !in_time() {
            return data;
        }
    }
}

/// The same for an input that does not end: each trial in a process that can be stopped.
fn simpler_endless(program: &Path, name: &str, data: Vec<u8>) -> Vec<u8> {
    lowered(data, SIMPLER_ENDLESS, |data| {
        let mut command = Command::new(program);
        command.args([name, "show", &hex(data)]).stdout(Stdio::null()).stderr(Stdio::null());
        let Ok(mut child) = command.spawn() else { return false };
        let until = Instant::now() + TRIAL;
        while Instant::now() < until {
            if !matches!(child.try_wait(), Ok(None)) {
                return false;
            }
            thread::sleep(Duration::from_millis(5));
        }
        let _ = child.kill();
        let _ = child.wait();
        true
    })
}

/// Random bytes, of which few, many or most are 0.
fn input(rng: &mut Rng) -> Vec<u8> {
    let zeros = [0, 64, 128, 192][(rng.bits() >> 62) as usize];
    (0..LENGTH)
        .map(|_| {
            let bits = rng.bits() >> 32;
            if (bits & 0xff) < zeros { 0 } else { (bits >> 8) as u8 }
        })
        .collect()
}

pub fn word(broken: &Broken) -> &'static str {
    if broken.soft { "soft " } else { "BROKEN " }
}

pub fn hex(data: &[u8]) -> String {
    data.iter().map(|b| format!("{b:02x}")).collect()
}

pub fn bytes(hex: &str) -> Vec<u8> {
    (0..hex.len() / 2).filter_map(|i| u8::from_str_radix(hex.get(2 * i..2 * i + 2)?, 16).ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Inputs of each target: some seconds in all.
    const INPUTS: u64 = 150;

    #[test]
    fn a_few_inputs_of_every_target_hold() {
        std::panic::set_hook(Box::new(|_| {}));
        let broken: Vec<&str> = Target::ALL
            .iter()
            .filter(|(_, target)| !Search::new(*target, 1).go(Until::Count(INPUTS)))
            .map(|(name, _)| *name)
            .collect();
        let _ = std::panic::take_hook();
        assert!(broken.is_empty(), "broken promises, see above: {broken:?}");
    }
}
