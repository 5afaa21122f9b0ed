//! Runs a fuzz target for a time: `impinge-fuzz TARGET SECONDS [SEED]`, or one input: `impinge-fuzz TARGET show HEX`.
//!
//! Every input is printed that breaks a promise in a way not met yet (which promise, by which kinds of bodies), made as
//! simple as it still breaks the same promise; at the end comes a table of how often. The exit status is 1 where a
//! promise was broken.

use std::collections::BTreeMap;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use impinge_fuzz::{Broken, Rng, Target, run};

/// Bytes of an input.
const LENGTH: usize = 160;

/// A case slower than this is told of.
const SLOW: Duration = Duration::from_millis(250);

/// Examples printed in full for a promise.
const EXAMPLES: usize = 8;

/// The same for one that is not wrong, but worse than it should be.
const SOFT_EXAMPLES: usize = 2;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let target = arguments.first().and_then(|name| Target::ALL.iter().find(|t| t.0 == name)).map(|t| t.1);
    let (Some(target), Some(second)) = (target, arguments.get(1)) else {
        eprintln!(
            "usage: impinge-fuzz verdict|distance|contact|plane|support SECONDS [SEED], or TARGET show HEX"
        );
        return ExitCode::from(2);
    };
    std::panic::set_hook(Box::new(|info| {
        if let Some(at) = info.location() {
            eprintln!("panic at {}:{}", at.file(), at.line());
        }
    }));
    if second == "show" {
        return show(target, arguments.get(2).map_or("", |s| s));
    }
    let Ok(seconds) = second.parse() else {
        eprintln!("{second} is not a number of seconds");
        return ExitCode::from(2);
    };
    let seed = arguments.get(2).and_then(|s| s.parse().ok()).unwrap_or(1);
    search(target, Duration::from_secs(seconds), seed)
}

fn show(target: Target, hex: &str) -> ExitCode {
    let data: Vec<u8> =
        (0..hex.len() / 2).filter_map(|i| u8::from_str_radix(&hex[2 * i..2 * i + 2], 16).ok()).collect();
    let outcome = run(target, &data, true);
    print!("{}", outcome.scene);
    let Some(findings) = outcome.findings else {
        println!("no pair");
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

fn search(target: Target, time: Duration, seed: u64) -> ExitCode {
    let mut rng = Rng::new(seed);
    let begin = Instant::now();
    let (mut inputs, mut pairs) = (0_u64, 0_u64);
    let mut found: BTreeMap<(bool, &'static str), BTreeMap<String, u64>> = BTreeMap::new();
    let mut slowest = Duration::ZERO;
    while begin.elapsed() < time {
        let data = input(&mut rng);
        let start = Instant::now();
        let outcome = run(target, &data, false);
        let took = start.elapsed();
        inputs += 1;
        pairs += u64::from(outcome.findings.is_some());
        if took > slowest {
            slowest = took;
            if took > SLOW {
                println!("SLOW {took:?}: {}\n{}", hex(&data), run(target, &data, true).scene);
            }
        }
        for broken in outcome.findings.unwrap_or_default().0 {
            let kinds = found.entry((broken.soft, broken.promise)).or_default();
            *kinds.entry(outcome.kinds.clone()).or_default() += 1;
            let examples = if broken.soft { SOFT_EXAMPLES } else { EXAMPLES };
            if kinds[&outcome.kinds] == 1 && kinds.len() <= examples {
                report(target, &simpler(target, data.clone(), &broken), &broken);
            }
        }
    }
    println!(
        "{target:?}: {pairs} pairs of {inputs} inputs in {:?}, seed {seed}, slowest {slowest:?}",
        begin.elapsed()
    );
    let mut hard = false;
    for ((soft, promise), kinds) in &found {
        hard |= !soft;
        println!("{} {promise}: {}", if *soft { "soft" } else { "BROKEN" }, kinds.values().sum::<u64>());
        for (kind, count) in kinds {
            println!("    {count:6} {kind}");
        }
    }
    if hard { ExitCode::FAILURE } else { ExitCode::SUCCESS }
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

/// The same promise is broken with shorter inputs and lower bytes.
fn simpler(target: Target, mut data: Vec<u8>, broken: &Broken) -> Vec<u8> {
    let breaks = |data: &[u8]| {
        let findings = run(target, data, false).findings.unwrap_or_default();
        findings.0.iter().any(|b| b.promise == broken.promise)
    };
    let until = Instant::now() + Duration::from_secs(3);
    loop {
        let before = data.clone();
        while !data.is_empty() && breaks(&data[..data.len() - 1]) {
            data.pop();
        }
        for i in 0..data.len() {
            for lower in [0, data[i] & 0x0f, data[i] & 0xf0, data[i] / 2, data[i].saturating_sub(1)] {
                if lower < data[i] && Instant::now() < until {
                    let old = std::mem::replace(&mut data[i], lower);
                    if breaks(&data) {
                        break;
                    }
                    data[i] = old;
                }
            }
        }
        if data == before || Instant::now() > until {
            return data;
        }
    }
}

fn report(target: Target, data: &[u8], what: &Broken) {
    let outcome = run(target, data, true);
    let findings = outcome.findings.unwrap_or_default();
    for broken in findings.0.iter().filter(|b| b.promise == what.promise) {
        println!("{}{}: {}", word(broken), broken.promise, broken.numbers);
    }
    println!("{}  {target:?} show {}\n", outcome.scene, hex(data));
}

fn word(broken: &Broken) -> &'static str {
    if broken.soft { "soft " } else { "BROKEN " }
}

fn hex(data: &[u8]) -> String {
    data.iter().map(|b| format!("{b:02x}")).collect()
}
