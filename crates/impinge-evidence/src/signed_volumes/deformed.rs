//! Section 5.1: whether nearly flat bodies give more deformed simplexes. Two ellipsoidal polyhedra stand over one another, their flat sides facing;
//! they get flatter, and the thinnest simplex that a query builds is measured.

use std::f64::consts::TAU;

use impinge::{ConvexPolyhedron, Pose, Rot3, Shape, Vec3};
use impinge_scenes::Rng;

use super::bodies::sphere;
use crate::claim::Verdict;
use crate::figure::{Chart, Figure};
use crate::measure::{Sub, watched};
use crate::study::{Out, Stop, Task};
use crate::table::shown;

/// Thickness by width.
const FLATNESS: [f64; 5] = [1.0, 0.3, 0.1, 0.03, 0.01];

/// Vertices of a body.
const VERTICES: usize = 300;

/// The gap between both, in radii.
const GAP: f64 = 1e-3;

/// Lateral offset of one over the other, in radii, and their misalignment, in radians by thickness.
const ASIDE: f64 = 0.3;
const TILT: f64 = 0.1;

pub(super) fn run(task: &Task<'_>, out: &mut Out) -> Result<(), Stop> {
    let trials = task.effort.of([60, 1_000, 5_000]);
    let round = sphere(VERTICES, true);
    let mut medians = Vec::new();
    for (k, flatness) in FLATNESS.into_iter().enumerate() {
        task.reached(k as f64 / FLATNESS.len() as f64)?;
        let points: Vec<Vec3<f64>> =
            round.vertices().iter().map(|v| Vec3::new(v.x, v.y, v.z * flatness)).collect();
        let body = ConvexPolyhedron::new(&points);
        let mut rng = Rng::new(task.seed.wrapping_add(52));
        let mut thinnest: Vec<f64> = Vec::with_capacity(trials);
        for _ in 0..trials {
            let couple = place(&body, flatness, &mut rng).map(|pose| (&body).at(pose));
            thinnest.extend(watched(Sub::SignedVolumesPrinted, &couple, 1e-14).thinnest);
        }
        thinnest.sort_by(f64::total_cmp);
        medians.push(thinnest.get(thinnest.len() / 2).copied().unwrap_or(f64::NAN));
    }
    let falling = medians.windows(2).filter(|pair| pair[1] < pair[0]).count();
    let found = format!(
        "The median of the thinnest simplex falls from {} for round bodies to {} for those of a hundredth of their width, at {falling} of {} steps.",
        shown(medians[0]),
        shown(medians[medians.len() - 1]),
        FLATNESS.len() - 1
    );
    out.figure(
        Figure::new("deformed", "", "the thinnest simplex of a query as bodies get flatter")
            .says("Nearly flat bodies are more likely to give extremely deformed simplexes.", found.clone())
            .panel(
                Chart::new("", "thickness by width", "volume by product of edges, median")
                    .log_x()
                    .log_y()
                    .line("thinnest simplex", FLATNESS.iter().copied().zip(medians.iter().copied())),
            ),
    );
    let holds = falling + 1 == FLATNESS.len() && medians[FLATNESS.len() - 1] < 0.1 * medians[0];
    out.finding(
        "signed-volumes-flat-bodies",
        if holds { Verdict::Agrees } else { Verdict::of(falling, FLATNESS.len()) },
        found,
        "Measured by the volume, area or length of a simplex over the product of its edges from one vertex.",
    );
    Ok(())
}

/// One over the other, nearly touching by the front door's signed distance.
fn place(body: &ConvexPolyhedron<f64>, flatness: f64, rng: &mut Rng) -> [Pose<Vec3<f64>>; 2] {
    let mut turned = || {
        let tilt = Rot3::from_axis_angle(rng.unit3::<f64>(), TILT * flatness * rng.uniform());
        tilt.compose(&Rot3::from_axis_angle([0.0, 0.0, 1.0], rng.between(0.0, TAU)))
    };
    let (first, turn) = (Pose::new([0.0; 3], turned()), turned());
    let (x, y) = (rng.between(-ASIDE, ASIDE), rng.between(-ASIDE, ASIDE));
    let mut z = 2.0 * flatness + GAP;
    for _ in 0..8 {
        let second = Pose::new([x, y, z], turn);
        z += GAP - impinge::contact(&body.at(first), &body.at(second)).signed_distance;
    }
    [first, Pose::new([x, y, z], turn)]
}
