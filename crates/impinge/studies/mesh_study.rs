//! Pairs of meshes by the hundred thousand, every answer compared with exact arithmetic.
//!
//! `cargo run --release -p impinge --example mesh_study -- [poses] [seed]`, 1,000 poses by default, on all threads. It fails if an answer was
//! wrong: a verdict, a distance farther off than its error, a witness that is not on the face that is named, how the bodies stand,
//! or an answer that changes with the order of the bodies.
//!
//! Meshes: letters, tori, needles, shells in shells, spheres, gears, tubes through themselves, soups, strips with one side, hills;
//! see `impinge_scenes::meshes`. Poses: corners a gap from 1e-9 to 3 apart or a little into one another, mingled, one in the other,
//! and pairs of integer meshes that touch at corners, edges and faces or lie in one plane, at rotations without rounding. Both
//! precisions.

use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use impinge::Real;
use impinge::nonconvex::Relation;
use impinge_scenes::Rng;
use impinge_scenes::mesh_pairs::{KnownPair, Poses, gap_apart, known, mingled, within};
use impinge_scenes::meshes::{Triangles, all};
use impinge_scenes::oracle::judge::{Faults, Subject, Truth, as_relation, judge, rounded};

/// Batches of the work in each precision, with seeds of their own, so that threads do not change the queries.
const PIECES: u64 = 16;

/// Observations of a family of meshes.
#[derive(Clone, Default)]
struct Tally {
    name: &'static str,
    poses: u64,
    relations: [u64; 5],
    close: u64,
    faults: Faults,
}

impl Tally {
    fn new(name: &'static str) -> Self {
        Self { name, ..Self::default() }
    }

    fn count(&mut self, truth: &Truth, faults: Faults) {
        self.poses += 1;
        self.relations[truth.relation as usize] += 1;
        self.close += u64::from(truth.apart > 0.0 && truth.apart < 1e-6);
        self.faults.add(faults);
    }

    fn add(&mut self, other: &Self) {
        self.poses += other.poses;
        self.close += other.close;
        (0..5).for_each(|k| self.relations[k] += other.relations[k]);
        self.faults.add(other.faults);
    }

    fn row(&self, precision: &str) {
        let [apart, touching, overlapping, contains, inside] = self.relations;
        let Faults { verdicts, distances, witnesses, relations, orders } = self.faults;
        println!(
            "| {} | {precision} | {} | {apart} | {touching} | {overlapping} | {} | {} | {verdicts} | {distances} | {witnesses} | {relations} | {orders} |",
            self.name,
            self.poses,
            contains + inside,
            self.close,
        );
    }
}

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1).map(|a| a.parse::<u64>().expect("a whole number"));
    let poses = arguments.next().unwrap_or(1000);
    let seed = arguments.next().unwrap_or(2);
    println!(
        "| mesh | numbers | poses | apart | touching | overlapping | one in the other | surfaces within 1e-6 | wrong verdicts | distances beyond their error | wrong witnesses | wrong relations | order matters |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|---|---|---|");
    let mut total = Tally::new("**all**");
    for (precision, tallies) in
        [("f64", study::<f64>(poses / 2, seed)), ("f32", study::<f32>(poses - poses / 2, seed))]
    {
        for tally in &tallies {
            tally.row(precision);
            total.add(tally);
        }
    }
    total.row("both");
    assert!(total.relations.iter().all(|&count| count > 0), "all relations occur");
    if total.faults == Faults::default() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// All pieces of the work, on all threads.
fn study<T: Real>(poses: u64, seed: u64) -> Vec<Tally> {
    let (next, sum) = (AtomicU64::new(0), Mutex::new(Vec::new()));
    let work = || {
        loop {
            let piece = next.fetch_add(1, Ordering::Relaxed);
            if piece >= PIECES {
                return;
            }
            let count = poses * (piece + 1) / PIECES - poses * piece / PIECES;
            let tallies = study_piece::<T>(count, seed * PIECES + piece);
            let mut sum = sum.lock().expect("no thread panics");
            if sum.is_empty() {
                *sum = tallies;
            } else {
                sum.iter_mut().zip(&tallies).for_each(|(sum, tally): (&mut Tally, _)| sum.add(tally));
            }
        }
    };
    let threads = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| (0..threads).for_each(|_| drop(scope.spawn(work))));
    sum.into_inner().expect("no thread panics")
}

fn study_piece<T: Real>(poses: u64, seed: u64) -> Vec<Tally> {
    let precision = if size_of::<T>() == 4 { "f32" } else { "f64" };
    let mut rng = Rng::new(seed);
    let meshes = all(2, seed);
    let subjects: Vec<Subject<T>> = meshes.iter().map(|named| Subject::new(&named.mesh)).collect();
    let mut tallies: Vec<Tally> = meshes.iter().map(|named| Tally::new(named.name)).collect();
    let pairs = known();
    let mut by_hand = Tally::new("touching by construction");
    let report = |what: &str, truth: &Truth, faults: Faults| {
        if faults != Faults::default() {
            eprintln!("{what}, {precision}: {faults:?}, truth {:?} at {:e}", truth.relation, truth.apart);
        }
    };
    for k in 0..poses {
        if k % 10 == 9 {
            let pair = &pairs[(seed + k / 10) as usize % pairs.len()];
            let (truth, faults) = known_pair::<T>(pair, &mut rng);
            report(pair.name, &truth, faults);
            by_hand.count(&truth, faults);
            continue;
        }
        let i = (k / 10 * 9 + k % 10) as usize % meshes.len();
        let j = rng.below(meshes.len());
        let (a, b) = (&meshes[i].mesh, &meshes[j].mesh);
        let (factor, placed) = place(a, b, &mut rng);
        let scaled = (factor != 1.0).then(|| Subject::new(&b.clone().scaled(factor)));
        let (a, b) = (&subjects[i], scaled.as_ref().unwrap_or(&subjects[j]));
        let placed = rounded::<T>(&placed);
        let truth = Truth::new(a, b, &placed);
        let faults = judge(a, b, &placed, &truth);
        report(&format!("seed {seed}, pose {k}: {} and {}", meshes[i].name, meshes[j].name), &truth, faults);
        tallies[i].count(&truth, faults);
    }
    tallies.push(by_hand);
    tallies
}

/// A pose of one of the kinds, and by what B is scaled.
fn place(a: &Triangles, b: &Triangles, rng: &mut Rng) -> (f64, Poses) {
    match rng.below(4) {
        0 => {
            let gap = [1e-9, 1e-6, 1e-3, 0.1, 3.0, -1e-6, -1e-3, -0.05][rng.below(8)];
            (1.0, gap_apart(a, b, gap, rng))
        }
        1 | 2 => (1.0, mingled(a, b, rng)),
        _ => {
            let t = a.triangles[rng.below(a.triangles.len())].map(|v| a.points[v as usize]);
            let middle = (t[0] + t[1] + t[2]) * (1.0 / 3.0);
            // Beside a face, nearer than its corners are.
            let (room, normal) = ((middle - t[0]).norm(), (t[1] - t[0]).cross(t[2] - t[0]).unit());
            let behind = if rng.below(4) == 0 { -0.3 } else { 0.3 };
            within(b, middle - normal * (behind * room), 0.3 * room, rng)
        }
    }
}

/// One of the pairs whose truth is known, somewhere without rounding.
fn known_pair<T: Real>(pair: &KnownPair, rng: &mut Rng) -> (Truth, Faults) {
    let all = pair.poses(rng);
    let poses = rounded::<T>(&all[rng.below(all.len())]);
    let (a, b) = (Subject::<T>::new(&pair.a), Subject::<T>::new(&pair.b));
    let truth = Truth::new(&a, &b, &poses);
    assert_eq!(truth.relation, as_relation(pair.state), "{}: the oracle", pair.name);
    let faults = judge(&a, &b, &poses, &truth);
    assert!(truth.relation != Relation::Apart || pair.squared > 0.0);
    (truth, faults)
}
