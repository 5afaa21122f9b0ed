//! A brick wall shot at by a heavy ball, by the solver that proves all bodies apart after every step, at four rates. The solver's word is
//! not trusted: `apart.rs` checks after every step.

use impinge_scenes::worlds;
use impinge_sim::{NoOverlapSettings, Solver, WorldSettings};

use super::apart::least_gap;
use crate::claim::Verdict;
use crate::figure::{Chart, Figure};
use crate::study::{Out, Stop, Task};
use crate::table::{Table, shown};

/// Steps for each second.
const RATES: [f64; 4] = [30.0, 60.0, 120.0, 240.0];

/// Gaps up to this are measured, in m; larger ones do not matter.
const NEAR: f64 = 0.25;

/// Points of a line.
const POINTS: usize = 60;

/// Observations at a rate.
struct Seen {
    rate: f64,
    steps: usize,
    /// Steps after which the oracle does not find all bodies apart, and those after which the solver does not claim it.
    overlaps: usize,
    unproven: usize,
    /// By the oracle, and by the solver.
    oracle_gap: f64,
    least_gap: f64,
    /// Largest rise of energy in a step, relative to the energy at the start.
    rise: f64,
    casts: usize,
    /// Time, least gap since the last point, energy.
    line: Vec<[f64; 3]>,
}

pub(super) fn run(task: &Task<'_>, out: &mut Out) -> Result<(), Stop> {
    let layers = task.effort.of([4, 8, 10]);
    let seconds = task.effort.of([1.0, 10.0, 10.0]);
    let mut seen = Vec::new();
    for (i, rate) in RATES.into_iter().enumerate() {
        seen.push(one(task, rate, layers, seconds, i)?);
    }
    draw(out, &seen, layers, seconds);
    Ok(())
}

fn one(task: &Task<'_>, rate: f64, layers: usize, seconds: f64, number: usize) -> Result<Seen, Stop> {
    let solver = Solver::NoOverlap(NoOverlapSettings::default());
    let mut world = worlds::wall(WorldSettings { solver, ..WorldSettings::<f64>::default() }, layers);
    let start = world.energy();
    let steps = (seconds * rate).round() as usize;
    let mut seen = Seen {
        rate,
        steps,
        overlaps: 0,
        unproven: 0,
        oracle_gap: f64::INFINITY,
        least_gap: f64::INFINITY,
        rise: f64::NEG_INFINITY,
        casts: 0,
        line: Vec::new(),
    };
    let (mut energy, mut gap) = (start, f64::INFINITY);
    let each = steps.div_ceil(POINTS).max(1);
    for step in 0..steps {
        if step % 8 == 0 {
            // A rate has twice the steps of the one before.
            let before: f64 = RATES[..number].iter().sum();
            let share = (before + rate * step as f64 / steps as f64) / RATES.iter().sum::<f64>();
            task.reached(share)?;
        }
        let report = world.step(1.0 / rate).map_err(|e| Stop::Failed(format!("wall at {rate} Hz: {e}")))?;
        let least = report.least_gap.unwrap_or(f64::NAN);
        // A step without a gap is not proven.
        seen.unproven += usize::from(least.is_nan() || least <= 0.0);
        seen.least_gap = seen.least_gap.min(least);
        let seen_gap = least_gap(&world, NEAR)
            .ok_or_else(|| Stop::Failed("wall: a body is no box and no ball".into()))?;
        seen.overlaps += usize::from(seen_gap <= 0.0);
        seen.oracle_gap = seen.oracle_gap.min(seen_gap);
        seen.casts += report.casts;
        gap = gap.min(least);
        let now = world.energy();
        seen.rise = seen.rise.max((now - energy) / start);
        energy = now;
        if (step + 1) % each == 0 {
            seen.line.push([(step + 1) as f64 / rate, gap, energy]);
            gap = f64::INFINITY;
        }
    }
    Ok(seen)
}

fn draw(out: &mut Out, seen: &[Seen], layers: usize, seconds: f64) {
    out.note(format!(
        "A wall of {layers} layers of bricks of 1 × 0.5 × 0.5 m, {} bricks long, is shot at by a ball of radius 0.5 m and eight times the \
         density at 30 m/s, for {} s.",
        2 * layers,
        shown(seconds)
    ));
    let zone = NoOverlapSettings::<f64>::default().zone;
    let least = seen.iter().map(|s| s.least_gap).fold(f64::INFINITY, f64::min);
    let overlaps: usize = seen.iter().map(|s| s.overlaps).sum();
    let unproven: usize = seen.iter().map(|s| s.unproven).sum();
    let oracle = seen.iter().map(|s| s.oracle_gap).fold(f64::INFINITY, f64::min);
    let steps: usize = seen.iter().map(|s| s.steps).sum();
    let rise = seen.iter().map(|s| s.rise).fold(f64::NEG_INFINITY, f64::max);
    let lines = |mut chart: Chart, number: fn(&[f64; 3]) -> f64| {
        for s in seen {
            chart =
                chart.line(format!("{} Hz", s.rate), s.line.iter().map(|point| (point[0], number(point))));
        }
        chart
    };
    out.figure(
        Figure::new("wall-gap", "Figure 6", "least gap of any two bodies of a wall that is shot at")
            .says(
                "Whatever the update frequency, bricks do not sink into each other.",
                format!(
                    "After {} of {steps} steps all gaps are proven above zero; the least is {} m, where the zone is {} m.",
                    steps - unproven,
                    shown(least),
                    shown(zone)
                ),
            )
            .panel(lines(Chart::new("", "time, in s", "least proven gap, in mm"), |p| 1000.0 * p[1])),
    );
    out.figure(
        Figure::new("wall-energy", "Figure 6", "energy of all bodies of the wall and the ball")
            .says(
                "The simulation does not become unstable or blow up.",
                format!("No step adds more than {} % of the energy.", shown(100.0 * rise.max(0.0))),
            )
            .panel(lines(Chart::new("", "time, in s", "energy, in kJ"), |p| p[2] / 1000.0)),
    );
    let columns = [
        "rate, Hz",
        "steps",
        "overlaps",
        "not proven",
        "least gap, m",
        "proven gap, m",
        "largest rise, % of the energy",
        "casts per step",
    ];
    let mut table = Table::new("wall-table", "The wall at four rates", columns)
        .note("An overlap is a step after which separating axes do not find two bodies apart; not proven is one after which the solver does not.");
    for s in seen {
        table.row([
            s.rate.into(),
            s.steps.into(),
            s.overlaps.into(),
            s.unproven.into(),
            s.oracle_gap.into(),
            s.least_gap.into(),
            (100.0 * s.rise).into(),
            (s.casts as f64 / s.steps as f64).into(),
        ]);
    }
    out.table(table);
    out.finding(
        "doom-wall",
        Verdict::of(usize::from(overlaps == 0), 1),
        format!(
            "{overlaps} overlaps in {steps} steps; least gap {} m, of which the solver proved {}",
            shown(oracle),
            shown(least)
        ),
        "",
    );
    out.finding(
        "doom-stable",
        if rise < 0.01 { Verdict::Agrees } else { Verdict::Differs },
        format!("no step adds more than {} % of the energy", shown(100.0 * rise.max(0.0))),
        "",
    );
}
