//! V-Clip, `Warm` and cold GJK against the turn per step: the table of `docs/results/vclip.csv`, in its format.
//!
//! ```sh
//! cargo run --release -p impinge --example vclip_study              # a few steps, for a test
//! cargo run --release -p impinge --example vclip_study -- 20000     # the table, with 20000 steps for each row
//! ```
//!
//! Two hulls of points on a sphere stand a tenth of their size apart. At each step both turn by the same angle, each about an axis of
//! its own that wanders. An iteration is a pair of features looked at (V-Clip) or a support call (GJK).

#[path = "../benches/clock/mod.rs"]
mod clock;

use std::hint::black_box;

use impinge::answer::Vclip;
use impinge::{ConvexPolyhedron, Distance, Pose, Rot3, Shape, Vec3, Warm, distance};
use impinge_scenes::{Rng, clouds};

/// Steps of a row where none are given.
const FEW: usize = 200;
/// Rounds of which the best time counts.
const ROUNDS: u32 = 5;
/// Turns per step, in degrees.
const TURNS: [f64; 9] = [0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0, 30.0, 90.0];

fn main() {
    let steps = std::env::args().nth(1).map_or(FEW, |text| text.parse().expect("a number of steps"));
    println!("vertices,turn,vclip_steps,vclip_calls,warm_calls,cold_calls,vclip_ns,warm_ns,cold_ns");
    for vertices in [8, 100, 1000, 5000] {
        let a = ConvexPolyhedron::new(&clouds::on_sphere::<f64>(vertices, 1));
        let b = ConvexPolyhedron::new(&clouds::on_sphere::<f64>(vertices, 2));
        for turn in TURNS {
            row(&a, &b, turn, steps);
        }
    }
}

/// Poses of both bodies, step by step.
fn path(degrees: f64, steps: usize) -> Vec<[Pose<Vec3<f64>>; 2]> {
    let mut rng = Rng::new(5);
    let mut turns = [rng.rotation3::<f64>(), rng.rotation3::<f64>()];
    let mut axes = [rng.unit3::<f64>(), rng.unit3::<f64>()];
    let step = |_| {
        for (turn, axis) in turns.iter_mut().zip(&mut axes) {
            *axis = (*axis + rng.unit3::<f64>() * 0.1).unit();
            *turn = Rot3::from_axis_angle(*axis, degrees.to_radians()).compose(turn);
        }
        [Pose::new([0.0; 3], turns[0]), Pose::new([2.2, 0.0, 0.0], turns[1])]
    };
    (0..steps).map(step).collect()
}

fn row(a: &ConvexPolyhedron<f64>, b: &ConvexPolyhedron<f64>, turn: f64, steps: usize) {
    let path = path(turn, steps);
    let mut walked = 0;
    let mut vclip = Vclip::new();
    let by_vclip = timed(&path, |[pa, pb]| {
        let found = vclip.distance(&a.at(*pa), &b.at(*pb));
        walked += u64::from(vclip.steps());
        found
    });
    let mut warm = Warm::new();
    let by_warm = timed(&path, |[pa, pb]| warm.distance(&a.at(*pa), &b.at(*pb)));
    let by_gjk = timed(&path, |[pa, pb]| distance(&a.at(*pa), &b.at(*pb)));
    let all = (f64::from(ROUNDS) * steps as f64, steps as f64);
    // They say the same.
    for (other, name) in [(&by_vclip, "V-Clip"), (&by_warm, "Warm")] {
        for (x, y) in other.answers.iter().zip(&by_gjk.answers) {
            assert!((x.distance - y.distance).abs() <= x.error + y.error, "{name}: {x:?} {y:?}");
        }
    }
    println!(
        "{},{turn},{:.2},{:.2},{:.2},{:.2},{:.0},{:.0},{:.0}",
        a.vertices().len(),
        walked as f64 / all.0,
        by_vclip.calls() / all.1,
        by_warm.calls() / all.1,
        by_gjk.calls() / all.1,
        by_vclip.best / all.1,
        by_warm.best / all.1,
        by_gjk.best / all.1,
    );
}

/// The answers of the last round, and the best time of all.
struct Timed {
    answers: Vec<Distance<Vec3<f64>>>,
    best: f64,
}

impl Timed {
    fn calls(&self) -> f64 {
        self.answers.iter().map(|d| f64::from(d.iterations)).sum()
    }
}

fn timed(
    path: &[[Pose<Vec3<f64>>; 2]],
    mut ask: impl FnMut(&[Pose<Vec3<f64>>; 2]) -> Distance<Vec3<f64>>,
) -> Timed {
    let mut answers = Vec::with_capacity(path.len());
    let mut best = f64::INFINITY;
    for _ in 0..ROUNDS {
        answers.clear();
        let start = clock::now();
        for poses in black_box(path) {
            answers.push(ask(poses));
        }
        best = best.min(clock::now() - start);
    }
    Timed { answers, best }
}
