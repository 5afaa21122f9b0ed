//! A box slides and turns over a floor and off its edge: the contact region against the intersection of both faces, and which contacts of
//! a step are found again in the next.

use impinge::manifolds::ManifoldSettings;
use impinge::persist::{Persistence, Persistent};
use impinge::{Cuboid, Pose, Real, Rot3, Shape, Vec3, manifold, manifold_with};
use impinge_scenes::Rng;

use crate::claim::Verdict;
use crate::figure::{Chart, Figure};
use crate::study::{Out, Stop, Task};
use crate::table::shown;

/// Half sides of the floor, and of the box, in x and y.
const FLOOR: f64 = 4.0;
const BOX: f64 = 1.0;

/// Depth of the box in the floor.
const DEEP: f64 = 0.01;

/// Speeds: slides in a step, in sides of the box; it turns by as many radians.
const SPEEDS: [f64; 8] = [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5];

pub(super) fn run(task: &Task<'_>, out: &mut Out) -> Result<(), Stop> {
    task.reached(0.0)?;
    let steps = task.effort.of([200, 2_000, 20_000]);
    let (areas, worst) = regions(task.seed, steps);
    out.figure(
        Figure::new("contact-region", "", "area of the contact region against the exact one")
            .says(
                "The region is the intersection of both support sets, projected onto the contact plane.",
                format!("The largest relative difference of {steps} areas is {}.", shown(worst)),
            )
            .panel(
                Chart::new(
                    "",
                    "area of the intersection of both faces, in units²",
                    "area of the manifold, in units²",
                )
                .scattered()
                .line("a box at random on the edge of another", areas),
            ),
    );
    out.finding(
        "lecture-region",
        if worst < 1e-9 { Verdict::Agrees } else { Verdict::Differs },
        format!("{steps} areas differ by up to {} of their value", shown(worst)),
        "",
    );
    task.reached(0.5)?;
    let kept: Vec<(f64, f64, f64)> = SPEEDS.iter().map(|&speed| slide(speed, steps.min(2_000))).collect();
    out.figure(
        Figure::new("contact-persistence", "", "contacts that are found again")
            .says(
                "Persistent contacts, topologically the same as in the step before, can be recognized.",
                format!(
                    "{} of them at the slowest motion, {} at the fastest; {} contacts in the mean.",
                    shown(kept[0].1),
                    shown(kept[SPEEDS.len() - 1].1),
                    shown((10.0 * kept[0].2).round() / 10.0)
                ),
            )
            .panel(
                Chart::new(
                    "",
                    "slide and turn per step, in sides and radians",
                    "share of contacts found again",
                )
                .log_x()
                .line("a box on a floor", kept.iter().map(|k| (k.0, k.1))),
            ),
    );
    out.finding(
        "lecture-persistent",
        if kept[0].1 > 0.9 { Verdict::Agrees } else { Verdict::Differs },
        format!(
            "{} at {} sides per step, {} at {}",
            shown(kept[0].1),
            kept[0].0,
            shown(kept[SPEEDS.len() - 1].1),
            kept[SPEEDS.len() - 1].0
        ),
        "",
    );
    Ok(())
}

/// Areas of the exact intersection and of the manifold, and the largest relative difference.
fn regions(seed: u64, count: usize) -> (Vec<(f64, f64)>, f64) {
    let (floor, cube) = (Cuboid::new([FLOOR, FLOOR, 1.0]), Cuboid::new([BOX, BOX, 1.0]));
    let mut rng = Rng::new(seed.wrapping_add(3));
    let whole = ManifoldSettings { max_points: None, ..ManifoldSettings::default() };
    let mut areas = Vec::with_capacity(count);
    let mut worst: f64 = 0.0;
    for _ in 0..count {
        let angle = rng.between(0.0, std::f64::consts::TAU);
        let at = [rng.between(FLOOR - 1.2, FLOOR + 0.6), rng.between(-1.0, 1.0), 2.0 - DEEP];
        let pose = Pose::new(at, Rot3::from_axis_angle([0.0, 0.0, 1.0], angle));
        // All points of the region, not only the four that a solver needs.
        let found = manifold_with(&floor, &cube.at(pose), &whole);
        let exact = area(&clipped(&pose));
        let mut points: Vec<[f64; 2]> = found.points().iter().map(|p| [p.point_a.x, p.point_a.y]).collect();
        let ours = area(&around(&mut points));
        worst = worst.max((ours - exact).abs() / exact);
        areas.push((exact, ours));
    }
    (areas, worst)
}

/// The corners of the box's lower face, cut off at the edge of the floor, as Sutherland and Hodgman do; nothing else of the floor is near.
fn clipped(pose: &Pose<Vec3<f64>>) -> Vec<[f64; 2]> {
    let corners = [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]];
    let corners = corners.map(|[x, y]| {
        let p = pose.translation() + pose.rotation().rotate(Vec3::new(x * BOX, y * BOX, 0.0));
        [p.x, p.y]
    });
    let mut kept = Vec::new();
    for (i, &p) in corners.iter().enumerate() {
        let q = corners[(i + 1) % 4];
        if p[0] <= FLOOR {
            kept.push(p);
        }
        if (p[0] <= FLOOR) != (q[0] <= FLOOR) {
            let t = (FLOOR - p[0]) / (q[0] - p[0]);
            kept.push([FLOOR, p[1] + t * (q[1] - p[1])]);
        }
    }
    kept
}

/// Points of a convex polygon in their order around it.
fn around(points: &mut [[f64; 2]]) -> Vec<[f64; 2]> {
    let count = points.len().max(1) as f64;
    let middle = points.iter().fold([0.0; 2], |m, p| [m[0] + p[0] / count, m[1] + p[1] / count]);
    let angle = |p: &[f64; 2]| Real::atan2(p[1] - middle[1], p[0] - middle[0]);
    points.sort_by(|a, b| angle(a).total_cmp(&angle(b)));
    points.to_vec()
}

fn area(points: &[[f64; 2]]) -> f64 {
    let next = points.iter().cycle().skip(1);
    points.iter().zip(next).map(|(p, q)| p[0] * q[1] - p[1] * q[0]).sum::<f64>() / 2.0
}

/// Speed, share of contacts that are found again in the next step, and contacts of a step, of a box that goes to and fro on the floor.
fn slide(speed: f64, steps: usize) -> (f64, f64, f64) {
    let (floor, cube) = (Cuboid::new([FLOOR, FLOOR, 1.0]), Cuboid::new([BOX, BOX, 1.0]));
    let settings = Persistence::of_size(1.0);
    let mut contacts = Persistent::<Vec3<f64>, u32>::new();
    let (mut kept, mut before, mut all) = (0, 0, 0);
    for step in 0..steps {
        let way = speed * step as f64;
        // To and fro, over the edge by a quarter of the box.
        let x = 4.0 - ((way % 8.0) - 4.0).abs();
        let turn = Rot3::from_axis_angle([0.0, 0.0, 1.0], way);
        let at = Pose::new([x - 0.5, 0.0, 2.0 - DEEP], turn);
        let had = contacts.contacts().len();
        contacts.update(&manifold(&floor, &cube.at(at)), &Pose::IDENTITY, &at, &settings);
        if step > 0 {
            before += had;
            kept += contacts.contacts().len() - contacts.began().len();
        }
        all += contacts.contacts().len();
    }
    (speed, kept as f64 / before as f64, all as f64 / steps as f64)
}
