//! The timed loop over moving features: `impinge ccd`.

use std::hint::black_box;
use std::time::Instant;

use impinge::soft::{CcdSettings, edge_edge, vertex_face};
use impinge_io::ccd::CcdQuery;

use super::ask::Kind;

/// Runs of a query; the least time counts, so that other programs do not.
const RUNS: usize = 5;

/// Time of touch of the features, if they touch, and the microseconds of the query.
pub fn time_of_touch(kind: Kind, query: &CcdQuery) -> (Option<f64>, f64) {
    let mut told = None;
    let mut least = f64::INFINITY;
    for _ in 0..RUNS {
        let start = Instant::now();
        told = black_box(ask(kind, black_box(query)));
        least = least.min(start.elapsed().as_nanos() as f64 / 1000.0);
    }
    (told, least)
}

fn ask(kind: Kind, query: &CcdQuery) -> Option<f64> {
    let settings = CcdSettings::default();
    let ([a, b, c, d], [a1, b1, c1, d1]) = (query.start, query.end);
    let found = match kind {
        Kind::Ee => edge_edge([a, b], [a1, b1], [c, d], [c1, d1], &settings),
        Kind::Vf => vertex_face(a, a1, [b, c, d], [b1, c1, d1], &settings),
    };
    found.map(|impact| impact.time)
}
