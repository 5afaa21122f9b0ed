//! Steps over the depth of the overlap: the paper's reason for few iterations of EPA, tested alone.
//!
//! Two bodies with a largest overlap of 10^-6 to 10^-0.5 of a width, in random poses: B is moved along a random direction until the front
//! door's signed distance has the requested value.

use impinge::{AnyShape, Pose, Shape, Vec3};
use impinge_scenes::Rng;

use super::packing::Kind;
use super::steps::counted;
use crate::claim::Verdict;
use crate::figure::{Chart, Figure};
use crate::study::{Out, Stop, Task};

const GROUPS: [[Kind; 2]; 3] = [[Kind::P5, Kind::P5], [Kind::P16, Kind::P16], [Kind::F16, Kind::F16]];

/// The width of bodies.
const WIDTH: f64 = 1.5;

/// Poses with this overlap, if a few corrections come within a tenth of it.
fn place(a: &AnyShape<f64>, b: &AnyShape<f64>, overlap: f64, rng: &mut Rng) -> Option<[Pose<Vec3<f64>>; 2]> {
    let (first, turn, way) = (Pose::new([0.0; 3], rng.rotation3()), rng.rotation3(), rng.unit3::<f64>());
    let mut away = WIDTH;
    for _ in 0..40 {
        let second = Pose::new(way * away, turn);
        let found = impinge::contact(&a.at(first), &b.at(second));
        let short = -overlap - found.signed_distance;
        if short.abs() <= 0.1 * overlap {
            return Some([first, second]);
        }
        // Moving along `way` changes the distance by its component along the normal; in small steps if that is small.
        away += short / found.normal.dot(way).max(0.3);
    }
    None
}

pub(super) fn run(task: &Task<'_>, out: &mut Out) -> Result<(), Stop> {
    let trials = task.effort.of([100, 2000, 10_000]);
    let depths: Vec<f64> =
        (0..12).map(|k| f64::powi(10.0, -6 + k / 2) * if k % 2 == 1 { 3.162 } else { 1.0 }).collect();
    let mut charts = ["GJK in contact", "EPA"]
        .map(|heading| Chart::new(heading, "overlap by width", "mean steps").log_x());
    let (mut first, mut last) = ([0.0; 2], [0.0; 2]);
    for (g, [a, b]) in GROUPS.into_iter().enumerate() {
        let (a_body, b_body) = (a.body(1.0), b.body(1.0));
        let mut lines = [Vec::new(), Vec::new()];
        for (d, &depth) in depths.iter().enumerate() {
            task.reached((g * depths.len() + d) as f64 / (GROUPS.len() * depths.len()) as f64)?;
            let mut rng = Rng::new(task.seed ^ (g * 64 + d) as u64);
            let (mut sums, mut count) = ([0.0; 2], 0.0);
            for _ in 0..trials {
                let Some([p, q]) = place(&a_body, &b_body, depth * WIDTH, &mut rng) else { continue };
                let found = counted(&(&a_body).at(p), &(&b_body).at(q));
                if let Some((iterations, _)) = found.depth {
                    sums = [sums[0] + f64::from(found.updates), sums[1] + f64::from(iterations)];
                    count += 1.0;
                }
            }
            for (line, sum) in lines.iter_mut().zip(sums) {
                line.push((depth, sum / count));
            }
        }
        for (k, line) in lines.into_iter().enumerate() {
            first[k] += line[0].1 / GROUPS.len() as f64;
            last[k] += line[line.len() - 1].1 / GROUPS.len() as f64;
            charts[k] = std::mem::take(&mut charts[k]).line(format!("{}-{}", a.name(), b.name()), line);
        }
    }
    let found = format!(
        "From an overlap of 1e-6 to {:.1} of a width updates go from {:.2} to {:.2}, iterations from {:.2} to {:.2}.",
        depths[depths.len() - 1],
        first[0],
        last[0],
        first[1],
        last[1]
    );
    let [gjk, epa] = charts;
    out.figure(
        Figure::new("depths", "", "steps of GJK and EPA over the depth of the overlap")
            .says("Deeper overlaps take fewer updates of GJK and more iterations of EPA; few iterations are due to small overlaps.", found.clone())
            .panel(gjk)
            .panel(epa),
    );
    out.finding(
        "contact-small-overlap",
        Verdict::of(usize::from(first[1] <= 1.5) + usize::from(last[1] >= 2.0 * first[1]), 2),
        found,
        "",
    );
    Ok(())
}
