//! Errors and cost of the perturbed-sampling manifold: the tables of `docs/book/perturbed-sampling.md`.
//!
//! `cargo run --release -p impinge --example perturbation`
//!
//! With debug assertions, as the tests run it, a little of everything: no figures for the book.

use std::f64::consts::{PI, TAU};
use std::hint::black_box;
use std::time::Instant;

use impinge::manifolds::{Manifold, ManifoldSettings};
use impinge::query::manifold_with;
use impinge::study::perturbation::{Clip, SIZE};
use impinge::study::perturbation::{PerturbationSettings, perturbed_manifold};
use impinge::{
    AnyShape, At, Cone, ConvexPolyhedron, Cuboid, Cylinder, Ellipsoid, Point, Pose, Rot3, RoundCuboid, Shape,
    Sphere, Vec3, contact, distance, manifold,
};
use impinge_scenes::Rng;

type Placed = At<AnyShape<f64>>;

/// Number of times that a body tips over.
const RIDES: usize = if cfg!(debug_assertions) { 1 } else { 4 };

/// Overlapping pairs of each kind.
const PAIRS: usize = if cfg!(debug_assertions) { 200 } else { 2000 };

/// Number of repetitions of a timing.
const ROUNDS: usize = if cfg!(debug_assertions) { 2 } else { 60 };

fn main() {
    round_faces();
    large_spheres();
    tipping();
    false_positives();
    cost();
}

fn settings(samples: usize) -> PerturbationSettings {
    let mut settings = PerturbationSettings::default();
    settings.perturbation.samples = samples;
    settings
}

/// The manifold by features, with all points: its k corners of a round face, and points up to 0.1 above the other shape.
fn by_features(a: &Placed, b: &Placed, rim_sides: usize) -> Manifold<Vec3<f64>> {
    let rule = ManifoldSettings { max_points: None, margin: 0.1, rim_sides, ..Default::default() };
    manifold_with(a, b, &rule)
}

fn place(shape: impl Into<AnyShape<f64>>, at: [f64; 3], turn: Rot3<f64>) -> Placed {
    shape.into().at(Pose::new(at, turn))
}

fn floor() -> Placed {
    place(Cuboid::new([3000.0, 3000.0, 1.0]), [0.0, 0.0, -1.0], Rot3::default())
}

fn points(m: &Manifold<Vec3<f64>>) -> Vec<Vec3<f64>> {
    m.points().iter().map(|p| p.point_b).collect()
}

fn area(m: &Manifold<Vec3<f64>>) -> f64 {
    let p = points(m);
    let fan = p.windows(2).map(|q| (q[0] - p[0]).cross(q[1] - p[0]));
    fan.fold(Vec3::ZERO, |sum, c| sum + c).norm() * 0.5
}

/// Largest distance of a point of one set from the other set.
fn apart(a: &[Vec3<f64>], b: &[Vec3<f64>]) -> f64 {
    let one_way = |a: &[Vec3<f64>], b: &[Vec3<f64>]| {
        a.iter().map(|p| b.iter().map(|q| (*p - *q).norm()).fold(f64::MAX, f64::min)).fold(0.0, f64::max)
    };
    one_way(a, b).max(one_way(b, a))
}

/// Cylinders and cones of radius 1 on a floor, and a cylinder on another, half beside it.
fn round_faces() {
    println!("Area of the contact, relative to the exact one, less 1:\n");
    println!(
        "| samples | cylinder on a floor | cone on a floor | cylinder on a cylinder, one radius beside it |"
    );
    println!("|---|---|---|---|");
    // Two discs of radius 1 with centers 1 apart: 2π/3 − √3/2.
    let lens = TAU / 3.0 - 3.0_f64.sqrt() / 2.0;
    for samples in [4, 5, 8, 16, 32, 64] {
        let (still, rule) = (Rot3::default(), settings(samples));
        let cylinder = place(Cylinder::new(1.0, 1.0), [0.3, 0.2, 0.99], still);
        let cone = place(Cone::new(1.0, 0.5), [0.3, 0.2, 0.24], still);
        let below = place(Cylinder::new(1.0, 1.0), [1.3, 0.2, -1.0], still);
        let cases = [(&floor(), &cylinder, PI), (&floor(), &cone, PI), (&below, &cylinder, lens)];
        let errors = cases.map(|(a, b, exact)| area(&perturbed_manifold(a, b, &rule)) / exact - 1.0);
        println!("| {samples} | {:+.3} | {:+.3} | {:+.3} |", errors[0], errors[1], errors[2]);
    }
}

/// A sphere on a floor touches it in one point.
fn large_spheres() {
    println!("\nSphere on a floor: distance of the points from the touching point:\n");
    println!("| radius | 8 samples | one sample | by features |\n|---|---|---|---|");
    for radius in [0.1, 1.0, 10.0, 100.0, 1000.0] {
        let ball = place(Sphere::new(radius), [0.0, 0.0, radius - 0.01], Rot3::default());
        let touching = [Vec3::new(0.0, 0.0, -0.01)];
        let mut rule = settings(8);
        let away = apart(&points(&perturbed_manifold(&floor(), &ball, &rule)), &touching);
        rule.perturbation.one_if_curved = true;
        let one = apart(&points(&perturbed_manifold(&floor(), &ball, &rule)), &touching);
        let features = apart(&points(&by_features(&floor(), &ball, 16)), &touching);
        println!("| {radius} | {away:.2e} | {one:.1e} | {features:.1e} |");
    }
}

/// Bodies of size 1 on a floor that tip over slowly: from a face or from any pose, by 10⁻⁶ per step, from 0 to 2 δ.
fn tipping() {
    println!(
        "\nJump of points in a turn by 10⁻⁶, in units of the radius or half side, while a body tips from 0 to 2 δ:\n"
    );
    println!(
        "| body | median jump | largest | jumps above 0.1 a ride | points | largest by features | points |\n|---|---|---|---|---|---|---|"
    );
    let mut rng = Rng::new(1);
    let cloud: Vec<Vec3<f64>> = (0..50).map(|_| rng.unit3()).collect();
    let shapes: [(&str, AnyShape<f64>, bool); 6] = [
        ("box, from a face", Cuboid::new([1.0, 1.0, 1.0]).into(), true),
        ("box, from any position", Cuboid::new([1.0, 1.0, 1.0]).into(), false),
        ("cylinder, from its cap", Cylinder::new(1.0, 1.0).into(), true),
        ("cone, from its base", Cone::new(1.0, 0.5).into(), true),
        ("ellipsoid 1, 0.8, 0.6", Ellipsoid::new([1.0, 0.8, 0.6]).into(), false),
        ("hull of 50 points", ConvexPolyhedron::new(&cloud).into(), false),
    ];
    let floor = place(Cuboid::new([30.0, 30.0, 1.0]), [0.0, 0.0, -1.0], Rot3::default());
    for (name, shape, on_face) in shapes {
        let sampled = |body: &Placed| perturbed_manifold(&floor, body, &settings(8));
        let (jumps, counts) = tip(&floor, &shape, on_face, &sampled);
        let (known, known_counts) = tip(&floor, &shape, on_face, &|body| by_features(&floor, body, 16));
        let large = jumps.iter().filter(|&&j| j > 0.1).count() as f64 / RIDES as f64;
        let (median, largest, known) =
            (jumps[jumps.len() / 2], jumps[jumps.len() - 1], known[known.len() - 1]);
        let [from, to] = counts;
        let [least, most] = known_counts;
        println!(
            "| {name} | {median:.0e} | {largest:.0e} | {large:.1} | {from} to {to} | {known:.0e} | {least} to {most} |"
        );
    }
}

/// The jumps of some rides, sorted, and the least and the largest number of points.
fn tip(
    floor: &Placed,
    shape: &AnyShape<f64>,
    on_face: bool,
    ask: &dyn Fn(&Placed) -> Manifold<Vec3<f64>>,
) -> (Vec<f64>, [usize; 2]) {
    let mut rng = Rng::new(7);
    let (mut jumps, mut counts) = (Vec::new(), [usize::MAX, 0]);
    for _ in 0..RIDES {
        let spin = Rot3::from_axis_angle([0.0, 0.0, 1.0], rng.between(0.0, TAU));
        let start = if on_face { spin } else { rng.rotation3() };
        let axis = rng.unit2::<f64>();
        let mut before: Option<Vec<Vec3<f64>>> = None;
        let mut angle = 0.0;
        while angle < 2.0 * SIZE {
            let turn = Rot3::from_axis_angle([axis.x, axis.y, 0.0], angle).compose(&start);
            // As high as to be 0.01 deep.
            let gap = distance(floor, &place(shape.clone(), [0.0, 0.0, 9.0], turn)).distance;
            let now = points(&ask(&place(shape.clone(), [0.0, 0.0, 8.99 - gap], turn)));
            counts = [counts[0].min(now.len()), counts[1].max(now.len())];
            if let Some(before) = before {
                jumps.push(apart(&before, &now));
            }
            before = Some(now);
            angle += 1e-6;
        }
    }
    jumps.sort_by(f64::total_cmp);
    (jumps, counts)
}

/// The thesis' own test for inside, on pairs that overlap at random.
fn false_positives() {
    println!(
        "\nManifolds with a point farther than 1 % of the size from its shape, of {PAIRS} overlapping pairs:\n"
    );
    println!("| pair | as written | farthest | repaired | farthest |\n|---|---|---|---|---|");
    let kinds: [(&str, AnyShape<f64>); 4] = [
        ("boxes", Cuboid::new([1.0, 1.0, 1.0]).into()),
        ("round boxes", RoundCuboid::new([1.0, 1.0, 1.0], 0.5).into()),
        ("cones", Cone::new(1.0, 1.0).into()),
        ("ellipsoids", Ellipsoid::new([0.5, 1.0, 0.75]).into()),
    ];
    for (name, shape) in kinds {
        let mut rng = Rng::new(3);
        let (mut counts, mut farthest, mut pairs) = ([0; 2], [0.0_f64; 2], 0);
        while pairs < PAIRS {
            let (a, b) = (shape.clone().at(Pose::IDENTITY), shape.clone().at(rng.pose3(2.0)));
            if contact(&a, &b).signed_distance >= 0.0 {
                continue;
            }
            pairs += 1;
            for (i, clip) in [Clip::AsWritten, Clip::Repaired].into_iter().enumerate() {
                let mut rule = settings(8);
                rule.perturbation.clip = clip;
                let m = perturbed_manifold(&a, &b, &rule);
                // Seen along the normal: where the point is on the other shape's side, heights are made up.
                let off = m.points().iter().fold(0.0_f64, |off, p| {
                    let from = |shape: &Placed, q: Vec3<f64>| distance(&Point::new(q), shape).distance;
                    off.max(from(&a, p.point_a)).max(from(&b, p.point_b))
                });
                counts[i] += usize::from(off > 0.02);
                farthest[i] = farthest[i].max(off);
            }
        }
        println!("| {name} | {} | {:.2} | {} | {:.0e} |", counts[0], farthest[0], counts[1], farthest[1]);
    }
}

/// Time beside that of the signed distance, from which it starts.
fn cost() {
    println!("\nTime of the manifold, relative to that of `contact` on the same pairs:\n");
    println!("| pair | 8 samples | 16 samples | 32 samples | by features |\n|---|---|---|---|---|");
    let hull = {
        let mut rng = Rng::new(1);
        let cloud: Vec<Vec3<f64>> = (0..50).map(|_| rng.unit3()).collect();
        AnyShape::from(ConvexPolyhedron::new(&cloud))
    };
    let kinds: [(&str, AnyShape<f64>); 4] = [
        ("boxes", Cuboid::new([1.0, 1.0, 1.0]).into()),
        ("cylinders", Cylinder::new(1.0, 1.0).into()),
        ("ellipsoids", Ellipsoid::new([0.5, 1.0, 0.75]).into()),
        ("hulls of 50 points", hull),
    ];
    for (name, shape) in kinds {
        let mut rng = Rng::new(4);
        let mut pairs = Vec::new();
        while pairs.len() < 300 {
            let (a, b) = (shape.clone().at(Pose::IDENTITY), shape.clone().at(rng.pose3(1.2)));
            if contact(&a, &b).signed_distance < 0.0 {
                pairs.push((a, b));
            }
        }
        let rules = [8, 16, 32].map(settings);
        let ask = |what: usize, a: &Placed, b: &Placed| match what {
            0 => drop(black_box(contact(a, b))),
            4 => drop(black_box(manifold(a, b))),
            k => drop(black_box(perturbed_manifold(a, b, &rules[k - 1]))),
        };
        // In turn, the least of many rounds each: a busy machine slows all of them alike.
        let mut least = [f64::MAX; 5];
        for _ in 0..ROUNDS {
            for (what, least) in least.iter_mut().enumerate() {
                let start = Instant::now();
                pairs.iter().for_each(|(a, b)| ask(what, a, b));
                *least = least.min(start.elapsed().as_secs_f64());
            }
        }
        let [r8, r16, r32, features] = [1, 2, 3, 4].map(|what| least[what] / least[0]);
        println!("| {name} | {r8:.2} | {r16:.2} | {r32:.2} | {features:.2} |");
    }
}
