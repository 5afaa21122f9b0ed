//! Cost of the broad phase as the scene grows.
//!
//! `cargo bench -p impinge --bench broad` prints, for 1,000 to 100,000 boxes in space in `f32`, sparse (each meets half a
//! box on average) and dense (10), and for each structure:
//!
//! - step: nanoseconds per box to move all boxes by 1 % of their size and find all pairs (the BSP does not move: pairs
//!   only);
//! - query: nanoseconds to find what meets a box of unit size;
//! - build: nanoseconds per box to build from nothing;
//! - bytes per box on the heap.
//!
//! `tree` searches from scratch at every step, `kept` is the same tree with `each_pair_kept`, `sweep` is sweep and prune, `bsp` the
//! axial BSP. All of them must find the same pairs. The structures take turns, round after round, and the best round
//! counts. Time is processor time of the thread, where there is such a clock. The last lines compare the growth with the
//! promises. `-- --large` adds 1,000,000 boxes, `-- --quick` leaves out 100,000, `-- --csv FILE` (a full path) writes the
//! table to a file too, from which `cargo xtask figures` draws `docs/results/broad-time.svg`.

mod clock;

use std::hint::black_box;

use impinge::broad::{AabbTree, AxialBsp, Leaf, SweepAndPrune};
use impinge::{Aabb, Vec3};
use impinge_scenes::Rng;
use impinge_scenes::boxes::MovingBoxes;

use clock::now;

type V = Vec3<f32>;

const SCENES: [(&str, f64); 2] = [("sparse", 0.5), ("dense", 10.0)];
const SIZES: [usize; 6] = [1_000, 3_000, 10_000, 30_000, 100_000, 1_000_000];
const STRUCTURES: [&str; 4] = ["tree", "kept", "sweep", "bsp"];
/// Steps that are timed: as many as bodies go one way.
const STEPS: usize = 10;
/// Least time that rounds of a scene go on for, in nanoseconds, and least rounds.
const LONG: f64 = 1e9;
const ROUNDS: usize = 3;
/// Queries in a round.
const QUERIES: usize = 2_000;
/// Skin of `kept`: five steps of motion.
const SKIN: f32 = 0.05;
/// Boxes above which sweep and prune is left out: it takes minutes.
const SWEEP_LIMIT: usize = 100_000;

/// Promised factor: largest cost of a box in a scene of 100,000 relative to one in a scene of 1,000, where nearly
/// all is in the cache and many boxes are at the border and have fewer neighbors.
const GROWTH: f64 = 4.0;
/// Promised factor: largest cost of a query of 100,000 boxes relative to one of 1,000. The logarithm grows 1.7 times;
/// the rest is that small trees are in the nearest cache, and that their few branches are foreseen.
const QUERY_GROWTH: f64 = 12.0;

/// Figures of one structure on one scene; the least of all rounds.
#[derive(Clone, Copy)]
struct Figures {
    step: f64,
    query: f64,
    build: f64,
    bytes: f64,
}

const NONE: Figures =
    Figures { step: f64::INFINITY, query: f64::INFINITY, build: f64::INFINITY, bytes: f64::NAN };

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let has = |word: &str| args.iter().any(|a| a == word);
    let csv = args.iter().position(|a| a == "--csv").map(|i| args.get(i + 1).expect("--csv needs a file"));
    let largest = if has("--large") {
        1_000_000
    } else if has("--quick") {
        30_000
    } else {
        100_000
    };
    let mut rows = String::from("structure,scene,boxes,step,query,build,pairs,bytes\n");
    println!(
        "{:9} {:7} {:>8} {:>10} {:>9} {:>9} {:>10} {:>7}",
        "structure", "scene", "boxes", "step ns", "query ns", "build ns", "pairs", "bytes"
    );
    let mut broken = Vec::new();
    for (scene, neighbors) in SCENES {
        let mut first = [NONE; STRUCTURES.len()];
        for n in SIZES.into_iter().filter(|&n| n <= largest) {
            let (figures, pairs) = measure(n, neighbors);
            for (i, (name, f)) in STRUCTURES.iter().zip(figures).enumerate() {
                if n == SIZES[0] {
                    first[i] = f;
                }
                if f.step.is_infinite() {
                    continue;
                }
                let query = if f.query.is_finite() { format!("{:.0}", f.query) } else { String::new() };
                println!(
                    "{name:9} {scene:7} {n:8} {:10.1} {query:>9} {:9.1} {pairs:10} {:7.0}",
                    f.step, f.build, f.bytes
                );
                rows += &format!(
                    "{name},{scene},{n},{:.1},{query},{:.1},{pairs},{:.0}\n",
                    f.step, f.build, f.bytes
                );
                if n != 100_000 || *name == "sweep" {
                    continue;
                }
                let growth = f.step / first[i].step;
                if growth > GROWTH {
                    broken.push(format!("{name}, {scene}: a box costs {growth:.1} × that of 1,000"));
                }
                let growth = f.query / first[i].query;
                if growth > QUERY_GROWTH {
                    broken.push(format!("{name}, {scene}: a query costs {growth:.1} × that of 1,000"));
                }
            }
        }
    }
    for line in &broken {
        println!("does not hold: {line}");
    }
    println!(
        "{}",
        if broken.is_empty() { "all promises hold" } else { "some promises do not hold in this run" }
    );
    if let Some(file) = csv {
        std::fs::write(file, rows).expect("the file of --csv can be written");
    }
}

/// The figures of every structure, and the pairs of the last step.
fn measure(n: usize, neighbors: f64) -> ([Figures; STRUCTURES.len()], usize) {
    let mut best = [NONE; STRUCTURES.len()];
    let mut pairs = 0;
    let start = now();
    let mut round = 0;
    while round < ROUNDS || now() - start < LONG {
        round += 1;
        let mut scene = MovingBoxes::<V>::new(n, neighbors, 11);
        let queries = queries(scene.side);
        let mut run = Run::new(&scene.boxes, &mut best);
        for step in 0..STEPS {
            scene.step();
            pairs = run.step(&scene.boxes, step);
        }
        for (i, f) in best.iter_mut().enumerate() {
            f.step = f.step.min(run.time[i] / (STEPS * n) as f64);
        }
        run.query(&queries, &mut best);
    }
    (best, pairs)
}

/// Unit boxes anywhere in the scene.
fn queries(side: f64) -> Vec<Aabb<V>> {
    let mut rng = Rng::new(5);
    let mut at = || rng.between(0.0, side);
    (0..QUERIES).map(|_| Aabb::around(Vec3::new(at(), at(), at()).cast(), V::splat(0.5))).collect()
}

/// The structures on one scene.
struct Run {
    trees: [AabbTree<V>; 2],
    leaves: Vec<Leaf>,
    sweep: SweepAndPrune<V>,
    sweep_leaves: Vec<Leaf>,
    bsp: AxialBsp<V>,
    found: Vec<(u32, u32)>,
    time: [f64; STRUCTURES.len()],
}

impl Run {
    fn new(boxes: &[Aabb<V>], best: &mut [Figures; STRUCTURES.len()]) -> Self {
        let per_box = |start: f64| (now() - start) / boxes.len() as f64;
        let start = now();
        let (tree, leaves) = AabbTree::from_boxes(boxes).expect("boxes");
        best[0].build = best[0].build.min(per_box(start));
        best[1].build = best[0].build;
        let mut sweep = SweepAndPrune::new();
        let mut sweep_leaves = Vec::new();
        if boxes.len() <= SWEEP_LIMIT {
            let start = now();
            sweep_leaves.extend(boxes.iter().zip(0..).map(|(&b, key)| sweep.insert(b, key).expect("a box")));
            best[2].build = best[2].build.min(per_box(start));
        }
        let start = now();
        let bsp = AxialBsp::from_boxes(boxes).expect("boxes");
        best[3].build = best[3].build.min(per_box(start));
        let mut run = Self {
            trees: [tree.clone(), tree],
            leaves,
            sweep,
            sweep_leaves,
            bsp,
            found: Vec::new(),
            time: [0.0; STRUCTURES.len()],
        };
        // Warms up: sorts, allocates, keeps.
        run.step(boxes, 1);
        run.time = [0.0; STRUCTURES.len()];
        run
    }

    /// Moves the boxes in every structure, except the BSP, and finds all pairs; returns how many.
    fn step(&mut self, boxes: &[Aabb<V>], step: usize) -> usize {
        let mut counts = Vec::new();
        for (keeps, tree) in self.trees.iter_mut().enumerate() {
            let found = &mut self.found;
            found.clear();
            let start = now();
            tree.update(self.leaves.iter().copied().zip(boxes.iter().copied())).expect("boxes");
            if keeps == 0 {
                tree.each_pair(0.0, |a, b| found.push((a, b)));
            } else {
                tree.each_pair_kept(0.0, SKIN, |a, b| found.push((a, b)));
            }
            self.time[keeps] += now() - start;
            counts.push(found.len());
        }
        self.time[2] = if self.sweep_leaves.is_empty() {
            f64::INFINITY
        } else {
            let found = &mut self.found;
            found.clear();
            let start = now();
            for (&leaf, &aabb) in self.sweep_leaves.iter().zip(boxes) {
                self.sweep.set(leaf, aabb).expect("a box");
            }
            self.sweep.each_pair(0.0, |a, b| found.push((a, b)));
            let time = now() - start;
            counts.push(found.len());
            self.time[2] + time
        };
        // The boxes of the BSP stay where they were: once is enough, and counts for every step.
        if step == 0 {
            self.found.clear();
            let (found, start) = (&mut self.found, now());
            self.bsp.each_pair(0.0, |a, b| found.push((a, b)));
            self.time[3] = (now() - start) * STEPS as f64;
        }
        assert!(counts.iter().all(|&c| c == counts[0]), "the structures differ: {counts:?}");
        counts[0]
    }

    fn query(&self, queries: &[Aabb<V>], best: &mut [Figures; STRUCTURES.len()]) {
        let mut found = [0_usize; 2];
        let start = now();
        for query in queries {
            self.trees[0].each_in_box(black_box(query), |_| found[0] += 1);
        }
        let middle = now();
        for query in queries {
            self.bsp.each_in_box(black_box(query), |_| found[1] += 1);
        }
        let end = now();
        black_box(found);
        let n = self.leaves.len() as f64;
        for (i, ns) in [(0, middle - start), (1, middle - start), (3, end - middle)] {
            best[i].query = best[i].query.min(ns / queries.len() as f64);
        }
        let bytes = [
            self.trees[0].heap_bytes(),
            self.trees[1].heap_bytes(),
            self.sweep.heap_bytes(),
            self.bsp.heap_bytes(),
        ];
        for (f, bytes) in best.iter_mut().zip(bytes) {
            f.bytes = bytes as f64 / n;
        }
    }
}
