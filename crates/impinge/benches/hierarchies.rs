//! Which structure finds the support point of a large polyhedron fastest from a cold start?
//!
//! `cargo bench -p impinge --bench hierarchies` compares the tree of the library with its rivals, on three hulls and in
//! both precisions:
//!
//! - tree: over the Gauss sphere, what [`ConvexPolyhedron`] uses;
//! - nested: hulls in hulls (Dobkin and Kirkpatrick 1985), see `hierarchies/nested.rs`, thinned out by an independent
//!   set or to one vertex in four or eight;
//! - map: a cube of directions in equal squares, see `hierarchies/cube_map.rs`;
//! - scan: of all vertices.
//!
//! All scan vertices by the same instructions. For each: nanoseconds per call with random directions (all structures in
//! turn, round after round, the best round counts), bytes a vertex, milliseconds to build from the hull, and wrong
//! answers: support values that miss the largest by more than the tree promises, of [`CHECKED`] random directions and as
//! many face normals. `-- --million` adds a million points, `-- sphere` leaves out the other hulls.

use std::hint::black_box;
use std::time::Instant;

use impinge::hull::{Solid, solid_hull};
use impinge::shape::{SUPPORT_ULPS, Strategy};
use impinge::{ConvexPolyhedron, Real, Support, Vec3};
use impinge_scenes::clouds;
use impinge_scenes::rng::Rng;

#[path = "hierarchies/bounds.rs"]
mod bounds;
#[path = "hierarchies/cube_map.rs"]
mod cube_map;
#[path = "hierarchies/lanes.rs"]
mod lanes;
#[path = "hierarchies/nested.rs"]
mod nested;

use cube_map::CubeMap;
use lanes::Lanes;
use nested::{Nested, Thinning};

const SIZES: [usize; 4] = [512, 8192, 100_000, 1_000_000];
const ROUNDS: usize = 15;
/// Directions of a round.
const CALLS: usize = 20_000;
/// Vertices that a round of the scan looks at, all in all.
const SCANNED: usize = 4_000_000;
/// Random directions, and normals, on which answers are checked.
const CHECKED: usize = 2000;

type Cloud = (&'static str, fn(usize) -> Vec<Vec3<f64>>);

const CLOUDS: [Cloud; 3] = [
    ("sphere", |n| clouds::on_sphere(n, 7)),
    ("rims", |n| clouds::cylinder_rims(n, 7)),
    ("cone", |n| clouds::cone(n, 7)),
];

/// Nanoseconds per call, over these directions.
type Timing<T> = dyn Fn(&[Vec3<T>]) -> f64;

/// A structure and what is known of it.
struct Rival<T> {
    name: String,
    build_ms: f64,
    bytes: usize,
    time: Box<Timing<T>>,
    support: Box<dyn Fn(Vec3<T>) -> Vec3<T>>,
    calls: usize,
    best_ns: f64,
}

impl<T: Real> Rival<T> {
    /// From a structure, the time to build it, its name and bytes, and a call on it.
    fn new<S: 'static>(
        (structure, build_ms): (S, f64),
        describe: impl Fn(&S) -> (String, usize),
        support: impl Fn(&S, Vec3<T>) -> Vec3<T> + Copy + 'static,
    ) -> Self {
        let (name, bytes) = describe(&structure);
        let structure = std::rc::Rc::new(structure);
        let shared = structure.clone();
        let time = move |directions: &[Vec3<T>]| {
            let s: &S = &shared;
            let start = Instant::now();
            for &d in directions {
                black_box(support(s, d));
            }
            start.elapsed().as_secs_f64() * 1e9 / directions.len() as f64
        };
        Self {
            name,
            build_ms,
            bytes,
            time: Box::new(time),
            support: Box::new(move |d| support(&structure, d)),
            calls: CALLS,
            best_ns: f64::INFINITY,
        }
    }
}

fn main() {
    let million = std::env::args().any(|a| a == "--million");
    let named = |name: &str| std::env::args().any(|a| a == name);
    let all = !CLOUDS.iter().any(|c| named(c.0));
    let sizes = &SIZES[..if million { 4 } else { 3 }];
    for cloud in CLOUDS.iter().filter(|c| all || named(c.0)) {
        for &points in sizes {
            compare::<f32>(cloud, points);
            compare::<f64>(cloud, points);
        }
    }
}

fn compare<T: Real + Lanes>(cloud: &Cloud, points: usize) {
    let points: Vec<Vec3<T>> = cloud.1(points).into_iter().map(Vec3::cast).collect();
    let solid: Solid<T> = solid_hull(&points).expect("these clouds span space");
    let vertices = solid.vertices().len();
    let mut rivals = rivals(&solid);
    let mut rng = Rng::new(1);
    let random: Vec<Vec3<T>> = (0..CALLS).map(|_| rng.unit3()).collect();
    for _ in 0..ROUNDS {
        for rival in &mut rivals {
            rival.best_ns = rival.best_ns.min((rival.time)(&random[..rival.calls]));
        }
    }
    let wrong = wrong_answers(&solid, &random, &rivals);
    println!("{}, {}, {vertices} vertices", cloud.0, T::NAME);
    println!(
        "{:>34} {:>10} {:>8} {:>12} {:>10} {:>6} {:>9}",
        "", "ns/call", "× tree", "bytes/vertex", "build ms", "wrong", "worst/ε"
    );
    for (rival, (wrong, worst)) in rivals.iter().zip(wrong) {
        println!(
            "{:>34} {:>10.1} {:>8.2} {:>12.0} {:>10.1} {wrong:>6} {worst:>9.1}",
            rival.name,
            rival.best_ns,
            rival.best_ns / rivals[0].best_ns,
            rival.bytes as f64 / vertices as f64,
            rival.build_ms,
        );
    }
    println!();
}

/// All structures for a hull, the tree first and the scan last.
fn rivals<T: Real + Lanes>(solid: &Solid<T>) -> Vec<Rival<T>> {
    let polyhedron = |strategy| timed(|| ConvexPolyhedron::with_strategy(solid.clone(), strategy));
    let tree = polyhedron(Strategy::Tree);
    // The tree puts neighbors together in memory; the rivals start from that order.
    let ordered = tree.0.solid().clone();
    let mut rivals = vec![Rival::new(
        tree,
        |t| ("tree".into(), t.heap_bytes().1),
        |t: &ConvexPolyhedron<T>, d| t.support(d),
    )];
    let ways = [
        ("independent", Thinning::Independent),
        ("one in 4", Thinning::Share(4)),
        ("one in 8", Thinning::Share(8)),
    ];
    for (name, thinning) in ways {
        rivals.push(Rival::new(
            timed(|| Nested::new(&ordered, thinning)),
            |n| (format!("nested, {name}, {} stages", n.stages()), n.heap_bytes()),
            |n, d| n.support(d),
        ));
    }
    match timed(|| CubeMap::new(&ordered)) {
        (Some(map), ms) => rivals.push(Rival::new(
            (map, ms),
            |m| (format!("map, {:.1} in a square", m.candidates()), m.heap_bytes()),
            |m, d| m.support(d),
        )),
        (None, _) => println!("(the map would be too large)"),
    }
    let mut scan = Rival::new(
        polyhedron(Strategy::Scan),
        |s| ("scan".into(), s.heap_bytes().1),
        |s: &ConvexPolyhedron<T>, d| s.support(d),
    );
    scan.calls = (SCANNED / solid.vertices().len()).clamp(4, CALLS);
    rivals.push(scan);
    rivals
}

/// Result of a function, and its milliseconds.
fn timed<S>(f: impl FnOnce() -> S) -> (S, f64) {
    let start = Instant::now();
    let made = f();
    (made, start.elapsed().as_secs_f64() * 1e3)
}

/// For each structure, the number of directions in which it misses the largest support value by more than the tree
/// promises, and the most it misses, in ε × size. The last one's answers
/// are taken for the truth.
fn wrong_answers<T: Real>(solid: &Solid<T>, random: &[Vec3<T>], rivals: &[Rival<T>]) -> Vec<(usize, f64)> {
    let faces = solid.topology().face_count() as u32;
    let step = (faces as usize / CHECKED).max(1);
    let normals = (0..faces).step_by(step).take(CHECKED).map(|f| cube_map::normal(solid, f).cast());
    let size = solid.vertices().iter().fold(T::ZERO, |m, v| m.max(v.max_abs())).f64();
    let mut wrong = vec![(0, 0.0); rivals.len()];
    for d in random[..CHECKED].iter().copied().chain(normals) {
        let value = |rival: &Rival<T>| (rival.support)(d).cast::<f64>().dot(d.cast());
        let largest = value(rivals.last().expect("the scan is there"));
        for (rival, wrong) in rivals.iter().zip(&mut wrong) {
            let missed = (largest - value(rival)) / (T::EPSILON.f64() * size);
            wrong.0 += usize::from(missed > SUPPORT_ULPS);
            wrong.1 = missed.max(wrong.1);
        }
    }
    wrong
}
