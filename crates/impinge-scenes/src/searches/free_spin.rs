//! Free rotation: energy and angular momentum of single boxes by spin and rate, for all solvers.

use impinge::{Cuboid, Pose, Real, Vec3};
use impinge_sim::study::ThesisSettings;
use impinge_sim::{Body, NoOverlapSettings, Solver, World, WorldSettings};

use super::{Row, Search};
use crate::Rng;

/// The search.
pub const SEARCH: Search = Search {
    name: "free-spin",
    promise: "a body without torque keeps its energy and its angular momentum, up to rounding",
    run,
};

/// Steps of a case.
const STEPS: usize = 200;

/// Rounding in all steps of a case, in ε; of the angular momentum in units of the largest that the body has at its speed.
const MOST: f64 = 2e4;

fn run(seed: u64, cases: usize) -> Vec<Row> {
    fn solvers<T: Real>() -> [(&'static str, Solver<T>); 3] {
        let thesis = ThesisSettings { damping: T::ZERO, ..ThesisSettings::default() };
        let no_overlap = Solver::NoOverlap(NoOverlapSettings::default());
        [("soft", Solver::default()), ("thesis", Solver::Thesis(thesis)), ("no overlap", no_overlap)]
    }
    let mut rows = rows_of::<f64>(&solvers(), seed, cases / 6);
    rows.extend(rows_of::<f32>(&solvers(), seed, cases / 6));
    rows
}

fn rows_of<T: Real>(solvers: &[(&'static str, Solver<T>)], seed: u64, cases: usize) -> Vec<Row> {
    let row = |&(name, solver): &(&'static str, Solver<T>)| {
        let mut row = Row::new(format!("{name}, {}", T::NAME));
        let mut worst = [0.0_f64; 2];
        for i in 0..cases.max(1) as u64 {
            let seed = seed.wrapping_mul(1_000_003).wrapping_add(i);
            let (found, case) = drift(seed, solver);
            worst = [0, 1].map(|k| worst[k].max(found[k]));
            let fails = !found.iter().all(|x| *x < MOST * T::EPSILON.f64());
            row.count(fails.then(|| format!("seed {seed}, {case}: {found:?}")));
        }
        row.worst = format!("energy {:.1e}, angular momentum {:.1e}", worst[0], worst[1]);
        row
    };
    solvers.iter().map(row).collect()
}

/// Largest relative errors of energy and angular momentum, and the case in words.
fn drift<T: Real>(seed: u64, solver: Solver<T>) -> ([f64; 2], String) {
    let mut rng = Rng::new(seed);
    let mut logarithmic = |low: f64, high: f64| low * (high / low).powf(rng.uniform());
    // Cubes, square plates and rods, and aspect ratios up to 1 : 100.
    let mut half = [0; 3].map(|_| logarithmic(0.01, 1.0));
    let (speed, rate) = (logarithmic(1e-2, 1e6), logarithmic(30.0, 240.0));
    match rng.below(4) {
        0 => half[1] = half[0],
        1 => half = [half[0]; 3],
        _ => {}
    }
    // Near one of the axes of the box, or not.
    let mut spin: Vec3<f64> = rng.unit3();
    if rng.below(2) == 0 {
        spin = Vec3::axis(rng.below(3)) + spin * 10.0_f64.powf(rng.between(-12.0, 0.0));
    }
    let spin = spin * speed;
    let mut settings = WorldSettings { solver, ..WorldSettings::default() };
    settings.gravity = Vec3::ZERO;
    let mut world = World::new(settings);
    let shape = world.add_shape(Cuboid::new(half.map(T::of)));
    let pose = Pose::turned(rng.rotation3());
    let body = Body::dynamic(shape, pose).angular_velocity(pose.rotation() * spin.cast());
    let body = world.add(body).expect("a box");
    let (energy, momentum) = (world.kinetic_energy().f64(), world.momentum().angular.cast::<f64>());
    let largest = world.mass(body).expect("a box").inertia.max_abs().f64() * spin.norm();
    let mut worst = [0.0_f64; 2];
    for _ in 0..STEPS {
        if let Err(error) = world.step(T::of(1.0 / rate)) {
            return ([f64::INFINITY; 2], error.to_string());
        }
        let off = (world.momentum().angular.cast() - momentum).norm() / largest;
        let gained = (world.kinetic_energy().f64() / energy - 1.0).abs();
        // Also if it is not a number.
        worst = [0, 1].map(|k| if [gained, off][k] <= worst[k] { worst[k] } else { [gained, off][k] });
    }
    (worst, format!("half {half:?}, spin {:?}, {rate} Hz", spin.to_array()))
}
