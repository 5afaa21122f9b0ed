//! Broad phase: time of impinge's tree against parry's `Bvh`, on the same moving boxes, in one process, in turns.
//!
//! `cargo run --release --bin broad [-- --largest N] [--rounds N] [--precision f32|f64]` prints one row for each scene,
//! number of bodies and precision: milliseconds per step of both, parry's time over impinge's (above 1: impinge is
//! faster), the pairs of the last step, and bytes per body on the heap (parry's without its workspace, which holds the nodes
//! a second time).
//!
//! A step moves every body by 1 % of its size, hands all boxes to the library and asks for all pairs of boxes that meet.
//! Both find the same pairs, which is checked at every step. There are 20 steps; the boxes are made before the clock
//! starts. On each step the two take turns, who goes first changes, and the best of the rounds counts for each. Time is
//! processor time of the thread.
//!
//! impinge is queried in two ways: `each_pair`, which searches from scratch at every step, and `each_pair_kept`, which keeps where
//! to look for some steps. Moves are handed over by `update` in both.
//!
//! parry is queried in four ways, and the fastest on each scene is the one that both are compared with:
//!
//! - refit: `insert_or_update_partially` with tight boxes, `refit`, `traverse_bvtt_single_tree::<false>`;
//! - optimize: the same with `optimize_incremental` at every step, as its documentation has it for physics engines;
//! - fifth: the same at every fifth step;
//! - changes: fat boxes, `traverse_bvtt_single_tree::<true>`, which gives pairs with a box that changed, and a table of
//!   pairs that is kept from step to step and filtered by tight boxes, as a physics engine does it.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use impinge::{Rot3, Vec3, Vector};
use impinge_peers_common::thread_ns;
use impinge_scenes::Rng;

const STEPS: usize = 20;
/// Name, neighbors of a body on average, whether bodies are hulls that turn.
const SCENES: [(&str, f64, bool); 4] = [
    ("boxes sparse", 0.5, false),
    ("boxes dense", 10.0, false),
    ("hulls sparse", 0.5, true),
    ("hulls dense", 10.0, true),
];
/// Motion of a body in a step, relative to its size.
const MOTION: f64 = 0.01;
/// Skin for `each_pair_kept`, as a part of the size: five steps of motion.
const SKIN: f64 = 0.05;
/// Fat margin for parry's way "changes", as a part of the size: ten steps of motion.
const FAT: f64 = 0.1;

fn main() {
    let mut largest = 100_000;
    let mut rounds = 5;
    let mut only = None;
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let mut number = || words.next().and_then(|w| w.parse::<usize>().ok()).expect("a number");
        match word.as_str() {
            "--largest" => largest = number(),
            "--rounds" => rounds = number().max(1),
            "--precision" => only = words.next(),
            _ => {
                eprintln!("usage: [--largest N] [--rounds N] [--precision f32|f64]");
                std::process::exit(2)
            }
        }
    }
    println!(
        "{:12} {:>7} {:9} {:>9} {:>8} {:>9} {:9} {:>6} {:>6} {:>8} {:>6} {:>6} {:>6}",
        "scene",
        "bodies",
        "precision",
        "search ms",
        "kept ms",
        "parry ms",
        "way",
        "ratio",
        "kept",
        "pairs",
        "bytes",
        "kept",
        "parry"
    );
    let mut worst = [f64::INFINITY; 2];
    let mut note = |ratios: [f64; 2]| {
        for (worst, ratio) in worst.iter_mut().zip(ratios) {
            *worst = worst.min(ratio);
        }
    };
    for (name, neighbors, hulls) in SCENES {
        for n in [1_000, 10_000, 100_000, 1_000_000] {
            if n > largest {
                continue;
            }
            let scene = scene(n, neighbors, hulls);
            if only.as_deref() != Some("f64") {
                note(single::row(name, &scene, rounds));
            }
            if only.as_deref() != Some("f32") {
                note(double::row(name, &scene, rounds));
            }
        }
    }
    println!("least ratio: {:.2} by searching, {:.2} by keeping", worst[0], worst[1]);
}

/// Minimum and maximum of every body at every step.
type Scene = Vec<Vec<[[f64; 3]; 2]>>;

/// Bodies of about unit size in a cube that is large enough for this many neighbors.
fn scene(n: usize, neighbors: f64, hulls: bool) -> Scene {
    let mut rng = Rng::new(7);
    // Two unit boxes meet if their middles differ by less than 1 along every axis: in a cube of volume 8.
    let side = (8.0 * n as f64 / neighbors).cbrt();
    let bodies: Vec<_> = (0..n)
        .map(|_| {
            let center = Vec3::new(rng.uniform(), rng.uniform(), rng.uniform()) * side;
            let half = Vec3::new(rng.uniform(), rng.uniform(), rng.uniform()) * 0.4 + Vec3::splat(0.3);
            let points: Vec<Vec3<f64>> =
                if hulls { (0..12).map(|_| unit(&mut rng) * 0.6).collect() } else { vec![half, -half] };
            let spin = Rot3::from_axis_angle(unit(&mut rng), if hulls { 0.02 } else { 0.0 });
            (center, points, unit(&mut rng) * MOTION, spin)
        })
        .collect();
    let mut turns = vec![Rot3::IDENTITY; n];
    (0..=STEPS)
        .map(|step| {
            let frame = bodies.iter().zip(&mut turns).map(|((center, points, velocity, spin), turn)| {
                let at = *center + *velocity * step as f64;
                let turned = points.iter().map(|&p| at + turn.rotate(p));
                let (min, max) = turned
                    .fold((Vec3::splat(f64::INFINITY), Vec3::splat(f64::NEG_INFINITY)), |b, p| {
                        (Vector::min(b.0, p), Vector::max(b.1, p))
                    });
                *turn = spin.compose(turn);
                [min.to_array(), max.to_array()]
            });
            frame.collect()
        })
        .collect()
}

/// A direction, by rejection from a cube.
fn unit(rng: &mut Rng) -> Vec3<f64> {
    loop {
        let v = Vec3::new(rng.uniform(), rng.uniform(), rng.uniform()) * 2.0 - Vec3::splat(1.0);
        if v.norm() <= 1.0
            && let Some(unit) = v.normalized()
        {
            return unit;
        }
    }
}

/// A quick hash for numbers, as physics engines use.
#[derive(Default)]
struct Multiply(u64);

impl Hasher for Multiply {
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u32(u32::from(byte));
        }
    }
    fn write_u32(&mut self, value: u32) {
        self.0 = (self.0.rotate_left(5) ^ u64::from(value)).wrapping_mul(0x517c_c1b7_2722_0a95);
    }
}

type Known = HashMap<(u32, u32), (), BuildHasherDefault<Multiply>>;
type Pairs = Vec<(u32, u32)>;

/// Query method of parry.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Way {
    Refit,
    Optimize,
    Fifth,
    Changes,
}

const WAYS: [(Way, &str); 4] =
    [(Way::Refit, "refit"), (Way::Optimize, "optimize"), (Way::Fifth, "fifth"), (Way::Changes, "changes")];

macro_rules! driver {
    ($module:ident, $krate:ident, $real:ident) => {
        mod $module {
            use $krate::bounding_volume::{Aabb as ParryBox, BoundingVolume};
            use $krate::math::Vector;
            use $krate::partitioning::{Bvh, BvhBuildStrategy, BvhWorkspace};
            use impinge::broad::{AabbTree, Leaf};
            use impinge::{Aabb, Vec3};

            use super::{FAT, Known, Pairs, SKIN, STEPS, Scene, WAYS, Way, thread_ns};

            struct Ours {
                keeps: bool,
                tree: AabbTree<Vec3<$real>>,
                leaves: Vec<Leaf>,
                pairs: Pairs,
            }

            impl Ours {
                fn step(&mut self, boxes: &[Aabb<Vec3<$real>>]) {
                    let moves = self.leaves.iter().copied().zip(boxes.iter().copied());
                    self.tree.update(moves).expect("boxes");
                    self.pairs.clear();
                    let pairs = &mut self.pairs;
                    if self.keeps {
                        self.tree.each_pair_kept(0.0, SKIN as $real, |a, b| pairs.push((a, b)));
                    } else {
                        self.tree.each_pair(0.0, |a, b| pairs.push((a, b)));
                    }
                }
            }

            struct Theirs {
                way: Way,
                tree: Bvh,
                workspace: BvhWorkspace,
                known: Known,
                pairs: Pairs,
                steps: usize,
            }

            impl Theirs {
                fn new(way: Way, boxes: &[ParryBox]) -> Self {
                    let fat = if way == Way::Changes { FAT as $real } else { 0.0 };
                    let fat: Vec<ParryBox> = boxes.iter().map(|b| b.loosened(fat)).collect();
                    let tree = Bvh::from_leaves(BvhBuildStrategy::Binned, &fat);
                    let mut workspace = BvhWorkspace::default();
                    let mut known = Known::default();
                    if way == Way::Changes {
                        tree.traverse_bvtt_single_tree::<false>(&mut workspace, &mut |a, b| {
                            known.insert((a.min(b), a.max(b)), ());
                        });
                    }
                    Self { way, tree, workspace, known, pairs: Pairs::new(), steps: 0 }
                }

                fn step(&mut self, boxes: &[ParryBox]) {
                    let fat = if self.way == Way::Changes { FAT as $real } else { 0.0 };
                    for (i, &aabb) in boxes.iter().enumerate() {
                        self.tree.insert_or_update_partially(aabb, i as u32, fat);
                    }
                    self.steps += 1;
                    let optimize = match self.way {
                        Way::Refit => false,
                        Way::Optimize | Way::Changes => true,
                        Way::Fifth => self.steps % 5 == 0,
                    };
                    if optimize {
                        self.tree.optimize_incremental(&mut self.workspace);
                    }
                    self.tree.refit(&mut self.workspace);
                    self.pairs.clear();
                    let pairs = &mut self.pairs;
                    if self.way != Way::Changes {
                        self.tree.traverse_bvtt_single_tree::<false>(&mut self.workspace, &mut |a, b| {
                            pairs.push((a.min(b), a.max(b)));
                        });
                        return;
                    }
                    let known = &mut self.known;
                    self.tree.traverse_bvtt_single_tree::<true>(&mut self.workspace, &mut |a, b| {
                        known.insert((a.min(b), a.max(b)), ());
                    });
                    let tree = &self.tree;
                    known.retain(|&(a, b), ()| {
                        if boxes[a as usize].intersects(&boxes[b as usize]) {
                            pairs.push((a, b));
                            return true;
                        }
                        match (tree.leaf_node(a), tree.leaf_node(b)) {
                            (Some(a), Some(b)) => a.intersects(b),
                            _ => false,
                        }
                    });
                }
            }

            /// Prints a row; returns the ratios.
            pub fn row(name: &str, scene: &Scene, rounds: usize) -> [f64; 2] {
                let n = scene[0].len();
                let point = |p: [f64; 3]| p.map(|c| c as $real);
                let ours: Vec<Vec<Aabb<Vec3<$real>>>> = scene
                    .iter()
                    .map(|frame| {
                        frame
                            .iter()
                            .map(|b| Aabb { min: Vec3::from(point(b[0])), max: Vec3::from(point(b[1])) })
                            .collect()
                    })
                    .collect();
                let theirs: Vec<Vec<ParryBox>> = scene
                    .iter()
                    .map(|frame| {
                        let at = |p: [f64; 3]| Vector::from(point(p));
                        frame.iter().map(|b| ParryBox::new(at(b[0]), at(b[1]))).collect()
                    })
                    .collect();
                // Best of all rounds, for each step: impinge in both ways, and parry in each.
                const ALL: usize = 2 + WAYS.len();
                let mut best = [[f64::INFINITY; STEPS]; ALL];
                let (mut pairs, mut bytes, mut their_bytes) = (0, [0; 2], 0);
                for round in 0..rounds {
                    let mut us = [false, true].map(|keeps| {
                        let (tree, leaves) = AabbTree::from_boxes(&ours[0]).expect("boxes");
                        Ours { keeps, tree, leaves, pairs: Pairs::new() }
                    });
                    let mut them = WAYS.map(|(way, _)| Theirs::new(way, &theirs[0]));
                    // The first step of each warms up: it is made on the boxes where they are.
                    us.iter_mut().for_each(|u| u.step(&ours[0]));
                    them.iter_mut().for_each(|t| t.step(&theirs[0]));
                    for step in 0..STEPS {
                        for turn in 0..ALL {
                            let who = (round + step + turn) % ALL;
                            let start = thread_ns();
                            match who {
                                0 | 1 => us[who].step(&ours[step + 1]),
                                way => them[way - 2].step(&theirs[step + 1]),
                            }
                            best[who][step] = best[who][step].min(thread_ns() - start);
                        }
                        if round == 0 {
                            let sorted = |pairs: &Pairs| {
                                let mut pairs = pairs.clone();
                                pairs.sort_unstable();
                                pairs
                            };
                            let expected = sorted(&us[0].pairs);
                            assert!(sorted(&us[1].pairs) == expected, "{name} {n}: kept pairs differ");
                            for t in &them {
                                assert!(sorted(&t.pairs) == expected, "{name} {n}: {:?} differs", t.way);
                            }
                        }
                    }
                    pairs = us[0].pairs.len();
                    bytes = [0, 1].map(|i| us[i].tree.heap_bytes() / n);
                    their_bytes = them[0].tree.heap_memory_size() / n;
                }
                let ms = best.map(|steps| steps.iter().sum::<f64>() / STEPS as f64 * 1e-6);
                let fastest = (2..ALL).fold(2, |a, b| if ms[b] < ms[a] { b } else { a });
                let ratios = [ms[fastest] / ms[0], ms[fastest] / ms[1]];
                println!(
                    "{name:12} {n:7} {:9} {:9.3} {:8.3} {:9.3} {:9} {:6.2} {:6.2} {pairs:8} {:6} {:6} {their_bytes:6}",
                    stringify!($real),
                    ms[0],
                    ms[1],
                    ms[fastest],
                    WAYS[fastest - 2].1,
                    ratios[0],
                    ratios[1],
                    bytes[0],
                    bytes[1],
                );
                ratios
            }
        }
    };
}

driver!(single, parry3d, f32);
driver!(double, parry3d_f64, f64);
