//! Section 6: conclusions of Feng and Tan about GJK and EPA. From tables 1 and 2, and by trials of sizes, of round bodies, and of coherence.

use impinge::study::gjk::{Gjk, Goal, MAX_STEPS, Voronoi};
use impinge::study::pair::{Obstacle, Prepared};
use impinge::{AnyShape, Pose, Rot3, Shape, Vec3};
use impinge_scenes::Rng;

use super::packing::Kind;
use super::steps::gjk;
use super::types::printed;
use crate::claim::Verdict;
use crate::study::{Out, Stop, Task};
use crate::table::Table;

/// Depth of the bodies in one another, in widths of 1.5: as in the packings.
const DEEP: f64 = 0.002;

/// ε of EPA for round bodies, in sizes of the pair.
const ROUND: f64 = 1e-6;

/// The move of a body between two steps that are coherent, in widths, and its turn, in radians.
const COHERENT: f64 = 1e-3;

/// Relative difference below which means hardly differ.
const HARDLY: f64 = 0.1;

pub(super) fn run(task: &Task<'_>, out: &mut Out) -> Result<(), Stop> {
    let trials = task.effort.of([150, 3_000, 20_000]);
    let mut rng = Rng::new(task.seed.wrapping_add(6));
    from_tables(task, out);
    task.reached(0.1)?;
    sizes(trials, &mut rng, out);
    task.reached(0.5)?;
    round(trials, &mut rng, out);
    task.reached(0.8)?;
    coherence(trials, &mut rng, out);
    Ok(())
}

/// The mean of a group's column over the rows of a measure.
fn mean(table: &Table, measure: &str, group: &str) -> f64 {
    let Some(column) = table.columns.iter().position(|name| name == group) else { return f64::NAN };
    let rows = table.rows.iter().filter(|row| row[1].exact() == measure);
    let numbers: Vec<f64> = rows.filter_map(|row| row[column].number()).collect();
    numbers.iter().sum::<f64>() / numbers.len() as f64
}

fn from_tables(task: &Task<'_>, out: &mut Out) {
    let Some(table) = task.table("polyhedra", "table-1") else { return };
    let groups = ["P5-P5", "P5-P16", "P5-F16", "P16-P16", "P16-F16", "F16-F16"];
    let over = |measure: &str| {
        groups.iter().map(|group| mean(table, measure, group)).sum::<f64>() / groups.len() as f64
    };
    let (apart, contact) = (over("GJK(0)"), over("GJK(1)"));
    let is_six = |updates: f64| (5.0..=7.0).contains(&updates);
    out.finding(
        "contact-six",
        Verdict::of(usize::from(is_six(contact)) + usize::from(is_six(apart)), 2),
        format!(
            "{contact:.2} to find contact, {apart:.2} to find none; the paper's own tables have 6.3 and 3.9."
        ),
        "Six is the number in contact only.",
    );
    let [gjk, epa] = ["GJK(1)", "EPA"].map(|measure| {
        let vertices = mean(table, measure, "P16-P16") / mean(table, measure, "P5-P5");
        let shapes = ["P16-P16", "P16-F16", "F16-F16"].map(|group| mean(table, measure, group));
        let [low, high] = shapes.iter().fold([f64::INFINITY, 0.0], |[a, b], &x| [a.min(x), b.max(x)]);
        [vertices, high / low]
    });
    out.finding(
        "contact-epa-vertices",
        Verdict::of(epa.iter().filter(|ratio| **ratio < 1.0 + 2.0 * HARDLY).count(), 2),
        format!(
            "From 5 to 16 vertices iterations of EPA rise by a factor of {:.2}, between prisms and frustums by {:.2}; in the paper's table 1 by 1.52 and 1.05.",
            epa[0], epa[1]
        ),
        "Section 5.2.1 says of the same table that the number of vertices has a larger effect on EPA than on GJK.",
    );
    out.finding(
        "contact-shapes-none",
        if gjk[1] < 1.0 + HARDLY { Verdict::Agrees } else { Verdict::Differs },
        format!(
            "Updates in contact differ by a factor of {:.2} between prisms and frustums of 16 vertices.",
            gjk[1]
        ),
        "",
    );
}

/// Two bodies in random poses, the second one at the requested depth in the first; `None` if a few corrections do not come near.
fn place(a: &AnyShape<f64>, b: &AnyShape<f64>, deep: f64, rng: &mut Rng) -> Option<[Pose<Vec3<f64>>; 2]> {
    let (first, turn, way) = (Pose::new([0.0; 3], rng.rotation3()), rng.rotation3(), rng.unit3::<f64>());
    let mut away = 1.5;
    for _ in 0..40 {
        let second = Pose::new(way * away, turn);
        let found = impinge::contact(&a.at(first), &b.at(second));
        let short = -deep - found.signed_distance;
        if short.abs() <= 0.1 * deep {
            return Some([first, second]);
        }
        away += short / found.normal.dot(way).max(0.3);
    }
    None
}

/// Updates of GJK on bodies of this kind and these sizes, in contact.
fn updates(kind: Kind, sizes: [f64; 2], trials: usize, rng: &mut Rng) -> f64 {
    let [a, b] = sizes.map(|size| kind.body(size));
    let (mut sum, mut count) = (0.0, 0.0);
    for _ in 0..trials {
        let Some([p, q]) = place(&a, &b, DEEP * 1.5, rng) else { continue };
        let (a, b) = ((&a).at(p), (&b).at(q));
        let (a, b) = (a.parts(), b.parts());
        let (meets, updates, _) = gjk(&Prepared::new(&a, &b).pair);
        if meets {
            (sum, count) = (sum + f64::from(updates), count + 1.0);
        }
    }
    sum / count
}

/// Small and large bodies of one kind.
fn sizes(trials: usize, rng: &mut Rng, out: &mut Out) {
    let mut said = Vec::new();
    let mut hardly = 0;
    let kinds = [Kind::P5, Kind::P16, Kind::F16];
    for kind in kinds {
        let found = [[0.7, 0.7], [0.7, 1.3], [1.3, 1.3]].map(|sizes| updates(kind, sizes, trials, rng));
        let [low, high] = found.iter().fold([f64::INFINITY, 0.0], |[a, b], &x| [a.min(x), b.max(x)]);
        hardly += usize::from(high < (1.0 + HARDLY) * low);
        said.push(format!("{} {:.2}, {:.2}, {:.2}", kind.name(), found[0], found[1], found[2]));
    }
    out.finding(
        "contact-sizes-none",
        Verdict::of(hardly, kinds.len()),
        format!(
            "Updates in contact of two small bodies, a small and a large one, two large ones: {}.",
            said.join("; ")
        ),
        "Sizes are 0.7 and 1.3.",
    );
}

/// Polyhedra and spheres: updates of GJK, and iterations of EPA as printed.
fn round(trials: usize, rng: &mut Rng, out: &mut Out) {
    let mut measure = |kinds: [Kind; 2]| {
        let [a, b] = kinds.map(|kind| kind.body(1.0));
        let (mut sums, mut count) = ([0.0; 2], 0.0);
        for _ in 0..trials {
            let Some([p, q]) = place(&a, &b, DEEP * 1.5, rng) else { continue };
            let (a, b) = ((&a).at(p), (&b).at(q));
            let Some((found, _)) = printed(&a, &b, ROUND) else { continue };
            let counted = super::steps::counted(&a, &b);
            sums = [sums[0] + f64::from(counted.updates), sums[1] + f64::from(found.iterations)];
            count += 1.0;
        }
        sums.map(|sum| sum / count)
    };
    let (flat, smooth) = (measure([Kind::P16, Kind::P16]), measure([Kind::P16, Kind::S]));
    out.finding(
        "contact-smooth",
        Verdict::of((0..2).filter(|&k| smooth[k] > (1.0 + HARDLY) * flat[k]).count(), 2),
        format!(
            "Prisms and spheres take {:.1} updates and {:.1} iterations, two prisms {:.1} and {:.1}.",
            smooth[0], smooth[1], flat[0], flat[1]
        ),
        "Iterations of EPA as printed, with a tolerance of 1e-6 of the size.",
    );
}

/// Bodies that move a little: GJK from the direction in which it ended, and from an arbitrary one.
fn coherence(trials: usize, rng: &mut Rng, out: &mut Out) {
    let body = Kind::P16.body(1.0);
    let mut means = Vec::new();
    for deep in [-0.1, DEEP * 1.5] {
        let (mut anew, mut again, mut count) = (0.0, 0.0, 0.0);
        for _ in 0..trials {
            let Some([p, q]) = beside(&body, deep, rng) else { continue };
            let axis = {
                let (a, b) = ((&body).at(p), (&body).at(q));
                let (a, b) = (a.parts(), b.parts());
                let prepared = Prepared::new(&a, &b);
                updates_from(&prepared.pair, Vec3::new(1.0, 0.0, 0.0)).1
            };
            let turn = Rot3::from_axis_angle(rng.unit3::<f64>(), COHERENT).compose(&q.rotation());
            let moved = Pose::new(q.translation() + rng.unit3::<f64>() * (1.5 * COHERENT), turn);
            let (a, b) = ((&body).at(p), (&body).at(moved));
            let (a, b) = (a.parts(), b.parts());
            let prepared = Prepared::new(&a, &b);
            anew += f64::from(updates_from(&prepared.pair, Vec3::new(1.0, 0.0, 0.0)).0);
            again += f64::from(updates_from(&prepared.pair, axis).0);
            count += 1.0;
        }
        means.push([anew / count, again / count]);
    }
    out.finding(
        "contact-coherence",
        Verdict::of(means.iter().filter(|[anew, again]| *again < (1.0 - HARDLY) * anew).count(), means.len()),
        format!(
            "From the direction in which the step before ended, apart {:.2} updates in place of {:.2}, in contact {:.2} in place of {:.2}.",
            means[0][1], means[0][0], means[1][1], means[1][0]
        ),
        "Prisms that move by a thousandth of their width.",
    );
}

/// Like `place`, also for bodies apart.
fn beside(body: &AnyShape<f64>, deep: f64, rng: &mut Rng) -> Option<[Pose<Vec3<f64>>; 2]> {
    if deep > 0.0 {
        return place(body, body, deep, rng);
    }
    let (first, turn, way) = (Pose::new([0.0; 3], rng.rotation3()), rng.rotation3(), rng.unit3::<f64>());
    let mut away = 2.0;
    for _ in 0..40 {
        let found = impinge::contact(&body.at(first), &body.at(Pose::new(way * away, turn)));
        let short = -deep - found.signed_distance;
        if short.abs() <= 0.1 * deep.abs() {
            return Some([first, Pose::new(way * away, turn)]);
        }
        away += short / found.normal.dot(way).max(0.3);
    }
    None
}

/// Updates of GJK from a direction, and the final direction.
fn updates_from(pair: &dyn Obstacle<Vec3<f64>>, axis: Vec3<f64>) -> (u32, Vec3<f64>) {
    let mut run = Gjk::<Vec3<f64>, Voronoi>::from_axis(axis);
    let goal = Goal { far: 0.0, near: pair.rounding(), gap: 0.0, steps: MAX_STEPS };
    let found = run.run(&pair, &goal, &mut ());
    (found.calls, found.axis)
}
