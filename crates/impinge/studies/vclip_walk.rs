//! A long random walk of V-Clip: pairs of polyhedra that turn and move from step to step, by little and by much, apart, touching
//! and overlapping. No walk over their features may come back to vertices and edges that it left, nor run out of its budget, and
//! what it finds agrees with GJK.
//!
//! ```sh
//! cargo run --release -p impinge --example vclip_walk                  # a few steps, for a test
//! cargo run --release -p impinge --example vclip_walk -- 100000000     # 100 million steps
//! ```

use impinge::answer::Vclip;
use impinge::study::pair::Prepared;
use impinge::study::vclip::{Ending, Feature, Polyhedra};
use impinge::{ConvexPolyhedron, Pose, Rot3, Shape, Vec3, distance};
use impinge_scenes::{Rng, clouds};

/// Steps where none are given.
const FEW: u64 = 100_000;
/// Steps with one pair before the next one's turn.
const TURN: u64 = 20_000;
/// One step in this many is compared with GJK, and its walk with its own past.
const HELD: u64 = 64;
/// One step in this many lays the bodies parallel to one another.
const PARALLEL: u64 = 1024;

/// Observations.
#[derive(Default)]
struct Count {
    steps: u64,
    features: u64,
    held: u64,
    meet: u64,
    stalled: u64,
    continued: u64,
    longest: u32,
}

fn main() {
    let given = std::env::args().nth(1).map(|text| text.parse().expect("a number of steps"));
    let steps: u64 = given.unwrap_or(FEW);
    let pairs = pairs();
    let (mut count, mut rng) = (Count::default(), Rng::new(9));
    let mut told = 0;
    while count.steps < steps {
        for (a, b) in &pairs {
            let most = TURN.min(steps - count.steps);
            walk(a, b, most, &mut rng, &mut count);
        }
        if count.steps * 20 / steps > told {
            told = count.steps * 20 / steps;
            println!("{} steps, {} pairs of features", count.steps, count.features);
        }
    }
    println!(
        "{} steps without a cycle: {} pairs of features looked at, {:.2} a step and {} at most; {} steps met, {} walks \
         stalled by rounding, {} were not proven at once; {} held against GJK",
        count.steps,
        count.features,
        count.features as f64 / count.steps as f64,
        count.longest,
        count.meet,
        count.stalled,
        count.continued,
        count.held
    );
    assert!(count.steps == steps && count.held > 0 && count.meet > 0);
    assert!(count.stalled * 100 < count.steps, "walks stall seldom");
}

/// Small and large, round, flat and slender, with few corners on a face and with many.
fn pairs() -> Vec<(ConvexPolyhedron<f64>, ConvexPolyhedron<f64>)> {
    let round = |count, seed| ConvexPolyhedron::new(&clouds::on_sphere::<f64>(count, seed));
    let cuboid = |x: f64, y: f64, z: f64| {
        let sign = |bit: u32, i: u32| if i >> bit & 1 == 0 { -1.0 } else { 1.0 };
        let corner = |i| Vec3::new(x * sign(0, i), y * sign(1, i), z * sign(2, i));
        ConvexPolyhedron::new(&(0..8).map(corner).collect::<Vec<_>>())
    };
    let prism = |corners: usize| ConvexPolyhedron::new(&clouds::cylinder_rims::<f64>(2 * corners, 3));
    vec![
        (round(4, 1), cuboid(0.6, 0.6, 0.6)),
        (cuboid(0.5, 0.5, 0.5), cuboid(0.5, 0.5, 0.5)),
        (round(20, 2), round(20, 3)),
        (cuboid(1.0, 1.0, 0.0001), cuboid(0.001, 0.001, 1.0)),
        (round(200, 4), prism(50)),
        (prism(500), round(8, 5)),
        (round(2000, 6), round(2000, 7)),
    ]
}

/// Steps of one pair.
fn walk(a: &ConvexPolyhedron<f64>, b: &ConvexPolyhedron<f64>, steps: u64, rng: &mut Rng, count: &mut Count) {
    let mut vclip = Vclip::new();
    let mut at = rng.unit3::<f64>() * 2.2;
    let mut turn: Rot3<f64> = rng.rotation3();
    let a = a.at(Pose::IDENTITY);
    for step in 0..steps {
        // From a ten-thousandth to a whole radian, and as far.
        let size = 10_f64.powf(rng.between(-4.0, 0.0));
        turn = Rot3::from_axis_angle(rng.unit3::<f64>(), size).compose(&turn);
        if step % PARALLEL == PARALLEL - 1 {
            turn = Rot3::IDENTITY;
        }
        at += rng.unit3::<f64>() * (0.2 * size);
        // Between deep in one another and well apart.
        let far = at.norm();
        at *= far.clamp(0.8, 2.8) / far;
        let b = b.at(Pose::new(at, turn));
        let start = vclip.features();
        let found = vclip.distance(&a, &b);
        count.steps += 1;
        count.features += u64::from(vclip.steps());
        count.longest = count.longest.max(vclip.steps());
        let ending = vclip.ending().expect("it walked");
        assert!(ending != Ending::Budget, "a walk without end, at step {}", count.steps);
        count.stalled += u64::from(ending == Ending::Stalled);
        if found.distance > 0.0 {
            count.continued += u64::from(found.iterations > 1 + u32::from(start.is_none()));
        } else {
            count.meet += 1;
        }
        if count.steps.is_multiple_of(HELD) {
            count.held += 1;
            let truth = distance(&a, &b);
            let off = (found.distance - truth.distance).abs();
            assert!(off <= found.error + truth.error, "step {}: {found:?} {truth:?}", count.steps);
            if let Some(start) = start {
                let prepared = Prepared::new(&a.parts(), &b.parts());
                let mut seen: Vec<[Feature; 2]> = vec![start];
                let polyhedra = Polyhedra::of(&prepared).expect("two polyhedra");
                polyhedra.walk(start, &mut |step| {
                    // An edge and a face are not measured, and may be looked at again on the way to a nearer pair.
                    let measured = !step.to.iter().any(|feature| matches!(feature, Feature::Face(_)));
                    let again = measured && seen.contains(&step.to);
                    assert!(!again, "{:?} was left before: {seen:?}", step.to);
                    seen.push(step.to);
                });
            }
        }
    }
}
