//! Runs fuzz targets: `impinge-fuzz TARGET SECONDS [SEED]` for a time, `impinge-fuzz TARGET inputs COUNT [SEED]` on so many
//! inputs, always the same ones, or `impinge-fuzz TARGET show HEX` on one. `all` stands for all targets in turn.
//!
//! Every input is printed that breaks a promise in a way not met yet (which promise, by which kinds of bodies), made as
//! simple as it still breaks the same promise; at the end comes a table of how often. The exit status is 1 where a
//! promise was broken. An input on which a query does not end is a finding too: a second thread watches the clock.

use std::collections::BTreeMap;
use std::process::{Command, ExitCode, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use impinge_fuzz::{Broken, Outcome, Rng, Target, run};

/// Bytes of an input.
const LENGTH: usize = 192;

/// A case slower than this is told of.
const SLOW: Duration = Duration::from_millis(500);

/// A case that takes longer than this does not end. All queries together take milliseconds, the oracle some hundreds at most.
const ENDLESS: Duration = Duration::from_secs(20);

/// The same while an endless case is made simpler, each trial in a process of its own.
const TRIAL: Duration = Duration::from_secs(3);

/// Time for making a finding simpler.
const SIMPLER: Duration = Duration::from_secs(3);

/// Time for making an endless case simpler.
const SIMPLER_ENDLESS: Duration = Duration::from_secs(60);

/// Examples printed in full for a promise.
const EXAMPLES: usize = 6;

/// The same for one that is not wrong, but worse than it should be.
const SOFT_EXAMPLES: usize = 2;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    std::panic::set_hook(Box::new(|info| {
        // What the library says; that a size is refused is no news.
        if let Some(at) = info.location().filter(|_| std::env::var_os("FUZZ_PANICS").is_some()) {
            eprintln!("panic at {}:{}", at.file(), at.line());
        }
    }));
    let Some((targets, rest)) = arguments.split_first().and_then(|(name, rest)| Some((targets(name)?, rest))) else {
        return usage();
    };
    let seed = |text: Option<&&str>| text.and_then(|s| s.parse().ok()).unwrap_or(1);
    let until = match rest {
        ["show", hex] => return show(targets[0], hex),
        ["inputs", count, rest @ ..] => count.parse().ok().map(|n| (Until::Count(n), seed(rest.first()))),
        [seconds, rest @ ..] => {
            let time = seconds.parse().ok().map(Duration::from_secs);
            time.map(|t| (Until::Time(t), seed(rest.first())))
        }
        [] => None,
    };
    let Some((until, seed)) = until else { return usage() };
    let broken: Vec<Target> =
        targets.into_iter().filter(|target| !Search::new(*target, seed).go(until)).collect();
    if broken.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn targets(name: &str) -> Option<Vec<Target>> {
    let named = Target::ALL.iter().filter(|(n, _)| name == "all" || *n == name);
    Some(named.map(|t| t.1).collect::<Vec<_>>()).filter(|all| !all.is_empty())
}

fn usage() -> ExitCode {
    let names: Vec<&str> = Target::ALL.iter().map(|t| t.0).collect();
    eprintln!(
        "usage: impinge-fuzz TARGET SECONDS [SEED]\n       impinge-fuzz TARGET inputs COUNT [SEED]\n       \
         impinge-fuzz TARGET show HEX\ntargets: all, {}",
        names.join(", ")
    );
    ExitCode::from(2)
}

fn show(target: Target, hex: &str) -> ExitCode {
    let outcome = run(target, &bytes(hex), true);
    print!("{}", outcome.scene);
    let Some(findings) = outcome.findings else {
        println!("the input stands for nothing");
        return ExitCode::SUCCESS;
    };
    for broken in &findings.0 {
        println!("{}{}: {}", word(broken), broken.promise, broken.numbers);
    }
    if findings.0.is_empty() {
        println!("all holds");
    }
    if findings.0.iter().all(|b| b.soft) { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// When a search ends.
#[derive(Clone, Copy)]
enum Until {
    Time(Duration),
    Count(u64),
}

/// A thread that runs a target on the inputs it is sent.
struct Worker {
    inputs: Sender<Vec<u8>>,
    outcomes: Receiver<Outcome>,
}

impl Worker {
    fn new(target: Target) -> Self {
        let (inputs, todo) = channel::<Vec<u8>>();
        let (done, outcomes) = channel();
        thread::spawn(move || {
            for data in todo {
                if done.send(run(target, &data, false)).is_err() {
                    return;
                }
            }
        });
        Self { inputs, outcomes }
    }

    /// `None` where it does not end.
    fn run(&self, data: &[u8]) -> Option<Outcome> {
        self.inputs.send(data.to_vec()).ok()?;
        match self.outcomes.recv_timeout(ENDLESS) {
            Ok(outcome) => Some(outcome),
            Err(RecvTimeoutError::Timeout) => None,
            // Stopped altogether, as by an overflow of the stack; there is no outcome either.
            Err(RecvTimeoutError::Disconnected) => None,
        }
    }
}

struct Search {
    target: Target,
    seed: u64,
    rng: Rng,
    worker: Worker,
    inputs: u64,
    cases: u64,
    slowest: Duration,
    found: BTreeMap<(bool, &'static str), BTreeMap<String, u64>>,
}

impl Search {
    fn new(target: Target, seed: u64) -> Self {
        Self {
            target,
            seed,
            rng: Rng::new(seed),
            worker: Worker::new(target),
            inputs: 0,
            cases: 0,
            slowest: Duration::ZERO,
            found: BTreeMap::new(),
        }
    }

    /// Whether all promises were kept.
    fn go(mut self, until: Until) -> bool {
        let begin = Instant::now();
        let goes_on = |search: &Self| match until {
            Until::Time(time) => begin.elapsed() < time,
            Until::Count(count) => search.inputs < count,
        };
        while goes_on(&self) {
            let data = input(&mut self.rng);
            let start = Instant::now();
            let outcome = self.worker.run(&data);
            self.inputs += 1;
            match outcome {
                Some(outcome) => self.note(&data, outcome, start.elapsed()),
                None => {
                    // The thread cannot be stopped: it is left alone, and the search ends.
                    let data = simpler_endless(self.target, data);
                    println!("BROKEN every query ends\n  {} show {}\n", self.name(), hex(&data));
                    *self.found.entry((false, "every query ends")).or_default().entry("endless".into()).or_default() += 1;
                    break;
                }
            }
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
                self.report(&self.simpler(data.to_vec(), &broken), &broken);
            }
        }
    }

    /// The same promise is broken with shorter inputs and lower bytes.
    fn simpler(&self, data: Vec<u8>, broken: &Broken) -> Vec<u8> {
        lowered(data, SIMPLER, |data| {
            let findings = run(self.target, data, false).findings.unwrap_or_default();
            findings.0.iter().any(|b| b.promise == broken.promise)
        })
    }

    fn report(&self, data: &[u8], what: &Broken) {
        let outcome = run(self.target, data, true);
        for broken in outcome.findings.unwrap_or_default().0.iter().filter(|b| b.promise == what.promise) {
            println!("{}{}: {}", word(broken), broken.promise, broken.numbers);
        }
        println!("{}  {} show {}\n", outcome.scene, self.name(), hex(data));
    }
}

/// Shorter, and with lower bytes, as long as it `fails`.
fn lowered(mut data: Vec<u8>, time: Duration, fails: impl Fn(&[u8]) -> bool) -> Vec<u8> {
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
fn simpler_endless(target: Target, data: Vec<u8>) -> Vec<u8> {
    let Ok(program) = std::env::current_exe() else { return data };
    let name = Target::ALL.iter().find(|t| t.1 == target).map_or("", |t| t.0);
    lowered(data, SIMPLER_ENDLESS, |data| {
        let mut command = Command::new(&program);
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

fn word(broken: &Broken) -> &'static str {
    if broken.soft { "soft " } else { "BROKEN " }
}

fn hex(data: &[u8]) -> String {
    data.iter().map(|b| format!("{b:02x}")).collect()
}

fn bytes(hex: &str) -> Vec<u8> {
    (0..hex.len() / 2).filter_map(|i| u8::from_str_radix(hex.get(2 * i..2 * i + 2)?, 16).ok()).collect()
}
