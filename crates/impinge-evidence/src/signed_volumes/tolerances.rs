//! Section 5.1: whether the least distance that is still found depends on the sub-algorithm for every ε_tol. The gear teeth of `teeth.rs`, by JH and SV as
//! printed, with tolerances from the paper's range and one below it.

use impinge_scenes::Rng;

use super::bodies::tooth;
use super::teeth::{Approach, MESHES, OUT_OF_LINE, SHOWN, TOLERANCE, reach};
use crate::claim::Verdict;
use crate::figure::{Chart, Figure};
use crate::measure::Sub;
use crate::study::{Out, Stop, Task};
use crate::table::shown;

/// ε_tol, the paper's range and ε².
const TOLERANCES: [f64; 6] = [1e-8, 1e-10, 1e-12, 1e-14, 1e-16, TOLERANCE];

/// Factor by which SV comes nearer than JH from which the sub-algorithm decides.
const NEARER: f64 = 2.0;

pub(super) fn run(task: &Task<'_>, out: &mut Out) -> Result<(), Stop> {
    let trials = task.effort.of([8, 64, 256]);
    let [rows, slices] = MESHES[SHOWN];
    let tooth = tooth(rows, slices);
    let subs = [Sub::JohnsonPrinted, Sub::SignedVolumesPrinted];
    let mut medians = Vec::new();
    for (k, tolerance) in TOLERANCES.into_iter().enumerate() {
        task.reached(k as f64 / TOLERANCES.len() as f64)?;
        let mut rng = Rng::new(task.seed.wrapping_add(51));
        let mut reached = [Vec::new(), Vec::new()];
        for _ in 0..trials {
            let tilt = [(); 2].map(|()| rng.between(-OUT_OF_LINE, OUT_OF_LINE));
            let approach = Approach::new(&tooth, tilt);
            for (reached, sub) in reached.iter_mut().zip(subs) {
                reached.push(reach(&approach, sub, tolerance));
            }
        }
        medians.push(reached.map(median));
    }
    let mut chart = Chart::new("", "ε_tol", "last right distance, median, in modules").log_x().log_y();
    for (k, sub) in subs.into_iter().enumerate() {
        chart = chart.line(sub.name(), TOLERANCES.iter().zip(&medians).map(|(t, m)| (*t, m[k])));
    }
    let apart = medians.iter().filter(|[johnson, volumes]| *johnson > NEARER * volumes).count();
    let list: Vec<String> = TOLERANCES
        .iter()
        .zip(&medians)
        .map(|(t, [johnson, volumes])| {
            format!("{}: JH {}, SV {}", shown(*t), shown(*johnson), shown(*volumes))
        })
        .collect();
    let found = format!(
        "SV comes more than twice as near at {apart} of {} tolerances. {}.",
        TOLERANCES.len(),
        list.join("; ")
    );
    out.figure(
        Figure::new("tolerances", "", "the distance that is still found, by tolerance")
            .says("Whatever ε_tol is, the sub-algorithm decides how near the teeth may come.", found.clone())
            .panel(chart),
    );
    out.finding(
        "signed-volumes-tolerance",
        Verdict::of(apart, TOLERANCES.len()),
        found,
        "Condition 9 is of squares, so that within the paper's range it calls a contact at √ε_tol of the size, before either sub-algorithm is at its end.",
    );
    Ok(())
}

/// The median; values that are NaN count as the largest.
fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}
