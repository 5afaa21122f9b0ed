//! Moving pairs: time of impinge's `cast` against parry's `cast_shapes` and `cast_shapes_nonlinear`, on the same pairs, in
//! one process, in turns; and how often each is wrong.
//!
//! `cargo run --release --bin cast [pairs [rounds]]` prints one row for each pair of shapes, motion and precision: the share
//! of pairs that meet, nanoseconds per pair of both, parry's time over impinge's (above 1: impinge is faster), and for both
//! the answers that many distances in between contradict:
//!
//! - late: the bodies overlap by more than [`DEEP`] at a time before the one reported;
//! - missed: no impact is reported, and they overlap by more than that at some time;
//! - early: at the time reported they are farther apart than [`DEEP`].
//!
//! Both are called as their users call them, with their own default tolerances. A motion that turns is the same for both: the
//! center of a body moves along a line while the body turns about it.

use std::hint::black_box;
use std::ops::Range;

use impinge::{AnyShape, Capsule, ConvexPolyhedron, Cuboid, Cylinder, Motion, Pose, Real, Rot3, Shape, Vec3};
use impinge_peers_common::{geometric_mean, in_turns};
use impinge_scenes::Rng;

/// Bodies are about 2 across. An overlap or gap of this much counts as one.
const DEEP: f64 = 1e-3;

/// Distances by which a pair is judged.
const SAMPLES: u32 = 2000;

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Box,
    Hull,
    Capsule,
    Cylinder,
}

impl Kind {
    const ALL: [Self; 4] = [Self::Box, Self::Hull, Self::Capsule, Self::Cylinder];
    fn name(self) -> &'static str {
        match self {
            Self::Box => "box",
            Self::Hull => "hull 32",
            Self::Capsule => "capsule",
            Self::Cylinder => "cylinder",
        }
    }
}

/// Motion of bodies: by this much, relative to their distance of 4, and rotating up to this angle.
#[derive(Clone, Copy)]
struct Regime {
    name: &'static str,
    way: f64,
    angle: f64,
}

const REGIMES: [Regime; 5] = [
    Regime { name: "translating", way: 1.5, angle: 0.0 },
    Regime { name: "translating fast", way: 100.0, angle: 0.0 },
    Regime { name: "screw", way: 1.5, angle: 1.5 },
    Regime { name: "screw, two turns", way: 1.5, angle: 12.0 },
    Regime { name: "screw, fast", way: 100.0, angle: 1.5 },
];

/// One body of a case: the pose, where it goes, and how it turns.
#[derive(Clone, Copy)]
struct Body {
    quaternion: [f64; 4],
    place: Vec3<f64>,
    linear: Vec3<f64>,
    axis: Vec3<f64>,
    angle: f64,
}

/// The points of the hull.
fn points() -> Vec<Vec3<f64>> {
    let mut rng = Rng::new(32);
    (0..32).map(|_| rng.unit3::<f64>()).collect()
}

fn cases(regime: &Regime, count: usize, seed: u64) -> Vec<[Body; 2]> {
    let mut rng = Rng::new(seed);
    let case = |_| {
        let away = rng.unit3::<f64>() * 4.0;
        let aim = rng.in_ball::<f64>() * 2.6;
        let way = (aim - away) * regime.way;
        // A long way begins farther back, so that bodies meet at any time of it.
        let back = (aim - away) * ((regime.way - 1.0) * 0.8 * rng.uniform());
        let share = rng.uniform();
        let body = |rng: &mut Rng, place: Vec3<f64>, linear: Vec3<f64>| Body {
            quaternion: rng.rotation3::<f64>().to_xyzw(),
            place,
            linear,
            axis: rng.unit3(),
            angle: regime.angle * rng.between(-1.0, 1.0),
        };
        [
            body(&mut rng, Vec3::new(0.0, 0.0, 0.0), way * -share),
            body(&mut rng, away - back, way * (1.0 - share)),
        ]
    };
    (0..count).map(case).collect()
}

fn shape<T: Real>(kind: Kind) -> AnyShape<T> {
    match kind {
        Kind::Box => Cuboid::new([T::of(0.75), T::of(1.0), T::of(0.5)]).into(),
        Kind::Hull => {
            ConvexPolyhedron::new(&points().iter().map(|p| p.cast()).collect::<Vec<Vec3<T>>>()).into()
        }
        Kind::Capsule => Capsule::new(T::of(0.75), T::of(0.5)).into(),
        Kind::Cylinder => Cylinder::new(T::of(0.75), T::of(0.5)).into(),
    }
}

/// A body of impinge, in the precision of the run.
fn ours<T: Real>(body: &Body) -> (Pose<Vec3<T>>, Motion<Vec3<T>>) {
    let pose = Pose::new(body.place.cast(), Rot3::from_xyzw(body.quaternion.map(T::of)));
    let linear: Vec3<T> = body.linear.cast();
    let motion = if body.angle == 0.0 {
        Motion::translation(linear)
    } else {
        Motion::rotation(pose.translation(), body.axis.cast(), T::of(body.angle)).moving(linear)
    };
    (pose, motion)
}

/// A driver for one of parry's two crates.
macro_rules! driver {
    ($module:ident, $krate:ident, $real:ident) => {
        mod $module {
            use super::*;
            use $krate::math::{Pose, Rotation, Vector};
            use $krate::query::{NonlinearRigidMotion, ShapeCastOptions, cast_shapes, cast_shapes_nonlinear};
            use $krate::shape::{Capsule, ConvexPolyhedron, Cuboid, Cylinder, Shape};

            fn vector(v: Vec3<f64>) -> Vector {
                Vector::new(v.x as $real, v.y as $real, v.z as $real)
            }

            fn body(kind: Kind) -> Box<dyn Shape> {
                match kind {
                    Kind::Box => Box::new(Cuboid::new(Vector::new(0.75, 1.0, 0.5))),
                    Kind::Hull => {
                        let points: Vec<Vector> = points().into_iter().map(vector).collect();
                        Box::new(ConvexPolyhedron::from_convex_hull(&points).expect("a hull"))
                    }
                    Kind::Capsule => Box::new(Capsule::new_z(0.75, 0.5)),
                    Kind::Cylinder => Box::new(Cylinder::new(0.75, 0.5)),
                }
            }

            /// parry's cylinder stands along y: a quarter turn about x takes y to z.
            fn motion(kind: Kind, body: &Body) -> NonlinearRigidMotion {
                let [x, y, z, w] = body.quaternion.map(|c| c as $real);
                let mut turn = Rotation::from_xyzw(x, y, z, w).normalize();
                if kind == Kind::Cylinder {
                    turn *= Rotation::from_rotation_x(std::f64::consts::FRAC_PI_2 as $real);
                }
                let pose = Pose::from_parts(vector(body.place), turn);
                let spin = vector(body.axis) * body.angle as $real;
                NonlinearRigidMotion::new(pose, Vector::ZERO, vector(body.linear), spin)
            }

            /// Calls `with` with the work that runs a block.
            pub fn run<R>(
                kind: Kind,
                cases: &[[Body; 2]],
                turns: bool,
                answers: &mut [f64],
                with: impl FnOnce(&mut dyn FnMut(Range<usize>)) -> R,
            ) -> R {
                let (a, b) = (body(kind), body(kind));
                let (a, b) = (&*a, &*b);
                let motions: Vec<_> = cases.iter().map(|c| c.each_ref().map(|b| motion(kind, b))).collect();
                let options = ShapeCastOptions::with_max_time_of_impact(1.0);
                with(&mut |block| {
                    for i in block {
                        let [p, q] = black_box(&motions[i]);
                        let hit = if turns {
                            cast_shapes_nonlinear(p, a, q, b, 0.0, 1.0, true)
                        } else {
                            cast_shapes(&p.start, p.linvel, a, &q.start, q.linvel, b, options)
                        };
                        let hit = black_box(hit).expect("a pair that parry knows");
                        answers[i] = hit.map_or(f64::NAN, |hit| hit.time_of_impact.into());
                    }
                })
            }
        }
    };
}

driver!(single, parry3d, f32);
driver!(double, parry3d_f64, f64);

/// Result of many distances for a pair: the time until which it is free of an overlap of [`DEEP`].
struct Truth {
    contact: f64,
}

fn signed(kind: Kind, case: &[Body; 2], time: f64) -> f64 {
    let shape = shape::<f64>(kind);
    let [a, b] = case.map(|body| {
        let (pose, motion) = ours::<f64>(&body);
        (&shape).at(motion.pose(time) * pose)
    });
    impinge::contact(&a, &b).signed_distance
}

fn truth(kind: Kind, case: &[Body; 2]) -> Truth {
    let (mut k, mut contact) = (0, f64::INFINITY);
    // Where bodies are far from one another, the next times cannot be contact.
    let speed = case.iter().map(|b| length(b.linear) + 1.5 * b.angle.abs()).sum::<f64>();
    while k <= SAMPLES {
        let time = f64::from(k) / f64::from(SAMPLES);
        let distance = signed(kind, case, time);
        if distance < -DEEP {
            contact = time;
            break;
        }
        k += 1 + (distance.max(0.0) / speed * f64::from(SAMPLES)) as u32;
    }
    Truth { contact }
}

fn length(v: Vec3<f64>) -> f64 {
    (v.x * v.x + v.y * v.y + v.z * v.z).sqrt()
}

/// Late, missed and early answers.
fn wrong(kind: Kind, cases: &[[Body; 2]], truths: &[Truth], answers: &[f64]) -> [usize; 3] {
    let mut counts = [0; 3];
    for ((case, truth), &time) in cases.iter().zip(truths).zip(answers) {
        if time.is_nan() {
            counts[1] += usize::from(truth.contact <= 1.0);
        } else if time > truth.contact {
            counts[0] += 1;
        } else if signed(kind, case, time) > DEEP {
            counts[2] += 1;
        }
    }
    counts
}

fn compare<T: Real>(
    kind: Kind,
    cases: &[[Body; 2]],
    rounds: usize,
    theirs: &mut dyn FnMut(Range<usize>),
) -> ([f64; 2], Vec<f64>) {
    let shape = shape::<T>(kind);
    let bodies: Vec<_> = cases.iter().map(|c| c.each_ref().map(ours::<T>)).collect();
    let mut answers = vec![f64::NAN; cases.len()];
    let turns = in_turns(
        cases.len(),
        rounds,
        |block| {
            for i in block {
                let [(pose_a, motion_a), (pose_b, motion_b)] = black_box(&bodies[i]);
                let hit = impinge::cast(&(&shape).at(*pose_a), &(&shape).at(*pose_b), motion_a, motion_b);
                answers[i] = black_box(hit).map_or(f64::NAN, |hit| hit.time.f64());
            }
        },
        theirs,
    );
    (turns.ns, answers)
}

fn main() {
    let mut arguments = std::env::args().skip(1).map(|a| a.parse::<usize>().expect("a number"));
    let count = arguments.next().unwrap_or(1000);
    let rounds = arguments.next().unwrap_or(11);
    println!(
        "{:9} {:17} {:9} {:>5} {:>9} {:>9} {:>6}   {:>22}   {:>22}",
        "pair",
        "motion",
        "precision",
        "hits",
        "parry ns",
        "impinge",
        "ratio",
        "parry late/missed/early",
        "impinge"
    );
    let mut ratios = Vec::new();
    for regime in REGIMES {
        for kind in Kind::ALL {
            let cases = cases(&regime, count, 7);
            let turns = regime.angle > 0.0;
            let truths: Vec<_> = cases.iter().map(|c| truth(kind, c)).collect();
            let hits = truths.iter().filter(|t| t.contact <= 1.0).count() as f64 / count as f64;
            for precision in ["f32", "f64"] {
                let mut parry = vec![f64::NAN; count];
                let ([ours, theirs], answers) = if precision == "f32" {
                    single::run(kind, &cases, turns, &mut parry, |block| {
                        compare::<f32>(kind, &cases, rounds, block)
                    })
                } else {
                    double::run(kind, &cases, turns, &mut parry, |block| {
                        compare::<f64>(kind, &cases, rounds, block)
                    })
                };
                let ratio = theirs / ours;
                ratios.push((turns, ratio));
                let said = |[late, missed, early]: [usize; 3]| format!("{late}/{missed}/{early}");
                println!(
                    "{:9} {:17} {precision:9} {hits:5.2} {theirs:9.1} {ours:9.1} {ratio:6.2}   {:>22}   {:>22}",
                    kind.name(),
                    regime.name,
                    said(wrong(kind, &cases, &truths, &parry)),
                    said(wrong(kind, &cases, &truths, &answers)),
                );
            }
        }
    }
    for (turns, name) in [(false, "cast_shapes"), (true, "cast_shapes_nonlinear")] {
        let of: Vec<f64> = ratios.iter().filter(|r| r.0 == turns).map(|r| r.1).collect();
        println!("geometric mean against {name}: {:.2} ({} rows)", geometric_mean(&of), of.len());
    }
}
