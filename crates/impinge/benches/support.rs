//! Cost of a support call on a polyhedron, as the number of vertices grows.
//!
//! `cargo bench -p impinge --bench support` prints nanoseconds per call and ratios for three hulls (points of a sphere,
//! the two rims of a cylinder, a cone), both precisions, and four ways to ask:
//!
//! - cold: random directions, no hint;
//! - scan: the same by a plain scan of all vertices;
//! - near: directions one vertex spacing apart, each from the last one's vertex;
//! - 1°: directions one degree apart, likewise.
//!
//! All cases of a hull are measured in turn, round after round, and the best round counts: a disturbance hits them
//! alike. The last lines hold the figures against the promises. `-- --quick` leaves out the million, `-- sphere`
//! (or `rims`, `cone`) takes one hull only, `-- --csv FILE`
//! (as seen from the repository's root) writes the table to a file too, from which `cargo xtask figures` draws `docs/results/support-f64.svg`.

use std::hint::black_box;
use std::path::Path;
use std::time::Instant;

use impinge::hull::{Solid, solid_hull};
use impinge::shape::{Strategy, scan_limit};
use impinge::{ConvexPolyhedron, Id, Real, Support, Vec3};
use impinge_scenes::clouds;
use impinge_scenes::rng::Rng;

const SIZES: [usize; 8] = [8, 32, 128, 512, 2048, 8192, 100_000, 1_000_000];
/// The size that others are compared with.
const UNIT: usize = 32;
const ROUNDS: usize = 15;
/// Directions of a round: enough to bring the upper parts of every tree into the cache, as steady use does.
const CALLS: usize = 200_000;
/// Directions on a way of coherent ones: the surroundings of a body that tumbles, not all of the sphere.
const WAY: usize = 1024;
/// Times that a way is followed in a round.
const REPEATS: usize = 10;
/// Vertices that a round of the scan looks at, all in all.
const SCANNED: usize = 4_000_000;

/// Promised factor: largest cost of a cold call on this many points relative to one on [`UNIT`].
const COLD_PROMISES: [(usize, f64); 2] = [(100_000, 8.0), (1_000_000, 16.0)];
/// Promised: directions one vertex spacing apart, as a multiple of a cold call on [`UNIT`].
const NEAR_PROMISE: f64 = 3.0;
/// Tolerance for "not slower" between two figures measured in turn: they differ by noise, and because random
/// directions and a way over the sphere meet different cells.
const NOISE: f64 = 1.1;

struct Hull {
    name: &'static str,
    cloud: fn(usize) -> Vec<Vec3<f64>>,
    /// Angle between neighboring vertices, of that many.
    spacing: fn(f64) -> f64,
}

const HULLS: [Hull; 3] = [
    Hull {
        name: "sphere",
        cloud: |n| clouds::on_sphere(n, 7),
        spacing: |n| (4.0 * std::f64::consts::PI / n).sqrt(),
    },
    Hull {
        name: "rims",
        cloud: |n| clouds::cylinder_rims(n, 7),
        spacing: |n| 2.0 * std::f64::consts::TAU / n,
    },
    Hull { name: "cone", cloud: |n| clouds::cone(n, 7), spacing: |n| std::f64::consts::TAU / n },
];

/// One polyhedron and its best times so far, in nanoseconds per call.
struct Case<T: Real> {
    points: usize,
    automatic: ConvexPolyhedron<T>,
    scan: ConvexPolyhedron<T>,
    near: Vec<Vec3<T>>,
    cold_ns: f64,
    scan_ns: f64,
    near_ns: f64,
    degree_ns: f64,
}

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let quick = args.iter().any(|a| a == "--quick");
    let csv = args.iter().position(|a| a == "--csv").map(|i| args.get(i + 1).expect("--csv needs a file"));
    let mut rows = String::from("hull,precision,points,vertices,cold,scan,near,degree,bytes\n");
    let sizes = if quick { &SIZES[..SIZES.len() - 1] } else { &SIZES[..] };
    let mut failures = 0;
    let chosen = |hull: &&Hull| {
        !HULLS.iter().any(|h| args.iter().any(|a| a == h.name)) || args.iter().any(|a| a == hull.name)
    };
    for hull in HULLS.iter().filter(chosen) {
        failures += measure::<f32>(hull, sizes, &mut rows);
        failures += measure::<f64>(hull, sizes, &mut rows);
    }
    println!("{}", if failures == 0 { "all promises hold" } else { "some promises do not hold in this run" });
    if let Some(file) = csv {
        // Cargo runs a bench in the folder of its crate.
        let file = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")).join(file);
        std::fs::write(file, rows).expect("the file of --csv can be written");
    }
}

fn measure<T: Real>(hull: &Hull, sizes: &[usize], rows: &mut String) -> usize {
    let mut rng = Rng::new(1);
    let random: Vec<Vec3<T>> = (0..CALLS).map(|_| rng.unit3()).collect();
    let degree = path(1_f64.to_radians());
    let mut cases: Vec<Case<T>> = sizes
        .iter()
        .map(|&points| {
            let cloud: Vec<Vec3<T>> = (hull.cloud)(points).into_iter().map(Vec3::cast).collect();
            let solid: Solid<T> = solid_hull(&cloud).expect("these clouds span space");
            let vertices = solid.vertices().len() as f64;
            Case {
                points,
                scan: ConvexPolyhedron::with_strategy(solid.clone(), Strategy::Scan),
                automatic: ConvexPolyhedron::from_solid(solid),
                near: path((hull.spacing)(vertices)),
                cold_ns: f64::INFINITY,
                scan_ns: f64::INFINITY,
                near_ns: f64::INFINITY,
                degree_ns: f64::INFINITY,
            }
        })
        .collect();
    for _ in 0..ROUNDS {
        for case in &mut cases {
            let few = (SCANNED / case.scan.vertices().len()).clamp(4, CALLS);
            case.cold_ns = case.cold_ns.min(cold(&case.automatic, &random));
            case.scan_ns = case.scan_ns.min(cold(&case.scan, &random[..few]));
            case.near_ns = case.near_ns.min(warm(&case.automatic, &case.near));
            case.degree_ns = case.degree_ns.min(warm(&case.automatic, &degree));
        }
    }
    report(hull.name, &cases, rows)
}

/// Nanoseconds per call, without a hint.
fn cold<T: Real>(shape: &ConvexPolyhedron<T>, directions: &[Vec3<T>]) -> f64 {
    let start = Instant::now();
    for &d in directions {
        black_box(shape.support(d));
    }
    start.elapsed().as_secs_f64() * 1e9 / directions.len() as f64
}

/// Nanoseconds per call, each from the vertex that the last one found. The best of the
/// later runs over the same way: what is near the hint was visited lately, as in a simulation.
fn warm<T: Real>(shape: &ConvexPolyhedron<T>, directions: &[Vec3<T>]) -> f64 {
    follow(shape, directions);
    (0..REPEATS).map(|_| follow(shape, directions)).fold(f64::INFINITY, f64::min)
}

fn follow<T: Real>(shape: &ConvexPolyhedron<T>, directions: &[Vec3<T>]) -> f64 {
    let mut hint = Id::NONE;
    let start = Instant::now();
    for &d in directions {
        let (point, id) = shape.support_from(d, hint);
        black_box(point);
        hint = id;
    }
    start.elapsed().as_secs_f64() * 1e9 / directions.len() as f64
}

/// Directions `angle` apart on a winding way over the sphere.
fn path<T: Real>(angle: f64) -> Vec<Vec3<T>> {
    let mut rng = Rng::new(3);
    let mut at: Vec3<f64> = rng.unit3();
    let mut heading = at.any_orthogonal();
    (0..WAY)
        .map(|_| {
            let turned = heading + rng.unit3() * 0.1;
            heading = (turned - at * turned.dot(at)).unit();
            at = (at * angle.cos() + heading * angle.sin()).unit();
            at.cast()
        })
        .collect()
}

/// Prints the table and the promises, adds the table to `rows`; returns how many promises do not hold.
fn report<T: Real>(name: &str, cases: &[Case<T>], rows: &mut String) -> usize {
    let unit = cases.iter().find(|c| c.points == UNIT).map_or(f64::NAN, |c| c.cold_ns);
    println!("{name}, {}, ns per call (× cold at {UNIT})", T::NAME);
    println!(
        "{:>9} {:>9} {:>16} {:>10} {:>16} {:>16} {:>8}",
        "points", "vertices", "cold", "scan", "near", "1°", "bytes"
    );
    let mut broken = Vec::new();
    for c in cases {
        let vertices = c.automatic.vertices().len();
        let cell = |ns: f64| format!("{ns:.1} ({:.2})", ns / unit);
        let bytes = c.automatic.heap_bytes().1 as f64 / vertices as f64;
        println!(
            "{:>9} {vertices:>9} {:>16} {:>10.1} {:>16} {:>16} {bytes:>8.0}",
            c.points,
            cell(c.cold_ns),
            c.scan_ns,
            cell(c.near_ns),
            cell(c.degree_ns),
        );
        *rows += &format!(
            "{name},{},{},{vertices},{:.1},{:.1},{:.1},{:.1},{bytes:.0}\n",
            T::NAME,
            c.points,
            c.cold_ns,
            c.scan_ns,
            c.near_ns,
            c.degree_ns
        );
        let mut promise = |holds: bool, text: String| {
            if !holds {
                broken.push(format!("{} points: {text}", c.points));
            }
        };
        for (points, limit) in COLD_PROMISES {
            promise(c.points != points || c.cold_ns <= limit * unit, format!("cold above {limit} × {UNIT}"));
        }
        // Below the limit the two are the same code.
        let scans = vertices <= scan_limit::<T>();
        promise(scans || c.cold_ns <= NOISE * c.scan_ns, "cold above scan".into());
        promise(c.near_ns <= NEAR_PROMISE * unit, format!("near above {NEAR_PROMISE} × {UNIT}"));
        promise(scans || c.degree_ns <= NOISE * c.cold_ns, "1° above cold".into());
    }
    for line in &broken {
        println!("  does not hold: {line}");
    }
    println!();
    broken.len()
}
