//! Statements that depend on timing, about algorithms as printed.

use super::contestants::Contestant;
use super::rows::{Number, Rows};
use super::tables::shown;
use crate::claim::Verdict;
use crate::study::Out;
use crate::thesis::pair::Pair;
use crate::timed::{Timed, holding};

/// Judges them.
pub(super) fn run(rows: &Rows, out: &mut Out) {
    geometric(rows, out);
    costly_support(rows, out);
}

/// Section 2.3.2: GJK by regions against GJK by cofactors, which differ only in the sub-algorithm.
fn geometric(rows: &Rows, out: &mut Out) {
    // Per call, since GJK by regions ends early if it fails.
    let each = |pair, contestant| {
        rows.mean(&[pair], "f64", contestant, Number::Ns)
            / rows.mean(&[pair], "f64", contestant, Number::Calls)
    };
    let ratio = |pair| each(pair, Contestant::PrintedGjk) / each(pair, Contestant::PrintedJohnson);
    let timed = Pair::ALL.map(|pair| Timed::above(pair.name(), ratio(pair), 1.0)).to_vec();
    let texts = Pair::ALL.map(|pair| format!("{} {}", pair.name(), shown(ratio(pair))));
    out.timed(
        "thesis-geometric-slower",
        Verdict::of(holding(&timed), timed.len()),
        format!("time for a call of GJK by regions over that by Johnson: {}", texts.join(", ")),
        "Both as printed: all regions are looked at, and all cofactors are computed anew in each step, without the caches and the shortcut \
         that the thesis names for either.",
        timed,
    );
}

/// Section 4.1.2: the cost of a support call at which EPA, which takes fewer, becomes faster than MPR.
fn costly_support(rows: &Rows, out: &mut Out) {
    let mean = |pair, contestant, number| rows.mean(&[pair], "f64", contestant, number);
    // Both times grow by their calls times the added cost of a call: equal at this cost, in ns.
    let even = |pair| {
        let [epa, mpr] = [Contestant::PrintedEpa, Contestant::PrintedMprDepth]
            .map(|c| (mean(pair, c, Number::Ns), mean(pair, c, Number::Calls)));
        let saved = mpr.1 - epa.1;
        if saved > 0.0 { (epa.0 - mpr.0) / saved } else { f64::INFINITY }
    };
    // Share of a call in the time of a GJK step, in the costliest pair.
    let now = mean(Pair::Polyhedra, Contestant::PrintedSaGjk, Number::Ns)
        / mean(Pair::Polyhedra, Contestant::PrintedSaGjk, Number::Calls);
    let least = Pair::ALL.map(even).into_iter().fold(f64::INFINITY, f64::min);
    // If EPA saves no calls, no cost would do; then the ratio is a large finite number.
    let ratio = if least.is_finite() { least / now } else { f64::MAX };
    let texts = Pair::ALL.map(|pair| match even(pair) {
        cost if cost.is_finite() => format!("{} {}", pair.name(), shown(cost)),
        _ => format!("{} never", pair.name()),
    });
    let timed = vec![Timed::above("least cost at which EPA is faster, by a step on polyhedra", ratio, 1.0)];
    out.timed(
        "thesis-costly-support",
        Verdict::of(holding(&timed), 1),
        format!(
            "ns that a call must cost more: {}; a step of SA-GJK on polyhedra takes {}",
            texts.join(", "),
            shown(now)
        ),
        "Below zero where EPA is faster already.",
        timed,
    );
}
