//! Fuzz targets: random shapes and poses, and what must hold of every answer. See `README.md`.

mod body;
mod bytes;
mod check;
mod facts;
mod scene;

use std::panic::{AssertUnwindSafe, catch_unwind};

use body::Named;
pub use bytes::Rng;
pub use check::{Broken, Findings};
use impinge::query::QuerySpace;
use impinge::{AnyShape, AnyShape2};
use scene::Scene;

/// How much larger the scaled pair is: a power of two.
const SCALE: f64 = 128.0;

/// What is checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// Whether they meet, in space.
    Verdict,
    /// How far apart, in space.
    Distance,
    /// The signed distance, in space.
    Contact,
    /// All three, in the plane.
    Plane,
    /// The support mapping of one shape of space.
    Support,
}

impl Target {
    pub const ALL: [(&'static str, Self); 5] = [
        ("verdict", Self::Verdict),
        ("distance", Self::Distance),
        ("contact", Self::Contact),
        ("plane", Self::Plane),
        ("support", Self::Support),
    ];
}

/// What came of an input.
pub struct Outcome {
    /// `None` where the bytes stand for no pair.
    pub findings: Option<Findings>,
    /// Kinds of the two bodies, in one precision.
    pub kinds: String,
    /// The pair, with all its numbers.
    pub scene: String,
}

/// Runs a target on an input. `tell`: with the pair in words even where all holds.
pub fn run(target: Target, data: &[u8], tell: bool) -> Outcome {
    let (first, rest) = data.split_first().map_or((0, data), |(f, r)| (*f, r));
    match (target, first & 1) {
        (Target::Plane, 0) => of::<AnyShape2<f64>>(target, first, rest, tell),
        (Target::Plane, _) => of::<AnyShape2<f32>>(target, first, rest, tell),
        (_, 0) => of::<AnyShape<f64>>(target, first, rest, tell),
        _ => of::<AnyShape<f32>>(target, first, rest, tell),
    }
}

fn of<S: Named<V: QuerySpace>>(target: Target, first: u8, data: &[u8], tell: bool) -> Outcome {
    let Some(scene) = Scene::<S>::read(data, 1.0) else {
        return Outcome { findings: None, kinds: String::new(), scene: String::new() };
    };
    let findings = catch_unwind(AssertUnwindSafe(|| match (target, first >> 1 & 3) {
        (Target::Support, _) => check::support(&scene),
        (Target::Verdict, _) | (Target::Plane, 0) => check::verdict(&scene),
        (Target::Distance, _) | (Target::Plane, 1) => check::distances(&scene),
        (Target::Contact | Target::Plane, _) => {
            let scaled = (first & 0x80 != 0).then(|| Scene::<S>::read(data, SCALE)).flatten();
            check::contacts(&scene, scaled.as_ref(), SCALE)
        }
    }));
    let findings = findings.unwrap_or_else(|panic| {
        let text = panic.downcast_ref::<String>().cloned();
        let text = text.or_else(|| panic.downcast_ref::<&str>().map(|s| (*s).to_owned()));
        Findings(vec![Broken { promise: "no panic", numbers: text.unwrap_or_default(), soft: false }])
    });
    let words = tell || !findings.0.is_empty();
    Outcome {
        kinds: if words { scene.kinds() } else { String::new() },
        scene: if words { scene.to_string() } else { String::new() },
        findings: Some(findings),
    }
}

/// Panics where a promise is broken that is not listed, by its beginning and with commas between, in the environment
/// variable `FUZZ_KNOWN`: for engines that stop at the first failure.
pub fn must_hold(target: Target, data: &[u8]) {
    static KNOWN: std::sync::LazyLock<String> =
        std::sync::LazyLock::new(|| std::env::var("FUZZ_KNOWN").unwrap_or_default());
    let outcome = run(target, data, false);
    let known = |promise: &str| KNOWN.split(',').any(|k| !k.is_empty() && promise.starts_with(k));
    for broken in outcome.findings.unwrap_or_default().0 {
        assert!(
            broken.soft || known(broken.promise),
            "{}: {}\n{}",
            broken.promise,
            broken.numbers,
            outcome.scene
        );
    }
}
