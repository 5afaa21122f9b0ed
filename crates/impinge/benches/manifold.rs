//! Cost of a contact manifold beyond the signed distance.
//!
//! ```sh
//! cargo bench -p impinge --bench manifold           # all rows
//! cargo bench -p impinge --bench manifold -- "box"  # rows with this in their name
//! ```
//!
//! Each row is a pair of shapes at rest on one another in 64 places, a little deep. Times are the least of 256 runs over all
//! places: nanoseconds per pair of `contact`, of `features`, of `manifold` with its four points, and of what `manifold`
//! takes beyond `contact`.

use std::hint::black_box;
use std::time::Instant;

use impinge::{
    AnyShape, Capsule, Cone, ConvexPolyhedron, Cuboid, Cylinder, HalfSpace, Pose, Rot3, Shape, Vec3, contact,
    features, half_space_contact, half_space_manifold, manifold,
};
use impinge_scenes::Rng;

const PLACES: usize = 64;
const RUNS: usize = 256;

/// Nanoseconds a place, the least of all runs.
fn time<T>(places: &[Pose<Vec3<f64>>], mut ask: impl FnMut(&Pose<Vec3<f64>>) -> T) -> f64 {
    let mut least = f64::INFINITY;
    for _ in 0..RUNS {
        let start = Instant::now();
        for pose in places {
            black_box(ask(black_box(pose)));
        }
        least = least.min(start.elapsed().as_secs_f64() * 1e9 / places.len() as f64);
    }
    least
}

fn row<A: Shape<V = Vec3<f64>>, B: Shape<V = Vec3<f64>>>(
    name: &str,
    a: &A,
    b: &B,
    height: f64,
    turn: Rot3<f64>,
) {
    if !wanted(name) {
        return;
    }
    let mut rng = Rng::new(1);
    let places: Vec<_> = (0..PLACES)
        .map(|_| {
            let about = Rot3::from_axis_angle([0.0, 0.0, 1.0], rng.between(0.0, 6.3));
            let (x, y) = (rng.between(-0.5, 0.5), rng.between(-0.5, 0.5));
            Pose::new([x, y, height], impinge::Rotation::compose(&about, &turn))
        })
        .collect();
    let points: usize = places.iter().map(|p| manifold(a, &b.at(*p)).points().len()).sum();
    let contacts = time(&places, |p| contact(a, &b.at(*p)));
    let named = time(&places, |p| features(a, &b.at(*p)));
    let all = time(&places, |p| manifold(a, &b.at(*p)));
    let mean = points as f64 / PLACES as f64;
    println!("{name:<34}{mean:>8.1}{contacts:>10.0}{named:>10.0}{all:>10.0}{:>10.0}", all - contacts);
}

/// Whether the row is requested.
fn wanted(name: &str) -> bool {
    std::env::args().skip(1).filter(|arg| !arg.starts_with("--")).all(|part| name.contains(&part))
}

fn main() {
    println!(
        "{:<34}{:>8}{:>10}{:>10}{:>10}{:>10}",
        "pair", "points", "contact", "features", "manifold", "beyond"
    );
    let upright = Rot3::default();
    let lying = Rot3::from_axis_angle([0.0, 1.0, 0.0], std::f64::consts::FRAC_PI_2);
    let table = Cuboid::new([1.0, 1.0, 1.0]);
    row("box on box", &table, &Cuboid::new([1.0, 1.0, 1.0]), 1.99, upright);
    let any: AnyShape<f64> = Cuboid::new([1.0, 1.0, 1.0]).into();
    row("box on box, of any type", &any, &any, 1.99, upright);
    row("capsule on box", &table, &Capsule::new(1.0, 0.5), 1.49, lying);
    row("cylinder lying on box", &table, &Cylinder::new(1.0, 0.5), 1.49, lying);
    row("cylinder standing on box", &table, &Cylinder::new(1.0, 0.5), 1.99, upright);
    row("cone standing on box", &table, &Cone::new(0.5, 0.5), 1.24, upright);
    let cylinder = Cylinder::new(1.0, 1.0);
    row("cylinder on cylinder", &cylinder, &Cylinder::new(1.0, 0.8), 1.99, upright);
    let mut rng = Rng::new(2);
    let cloud: Vec<Vec3<f64>> = (0..50).map(|_| rng.unit3()).collect();
    let hull = ConvexPolyhedron::new(&cloud);
    row("hull of 50 on box", &table, &hull, 1.95, upright);
    row("hull of 50 on hull of 50", &hull, &hull, 1.75, upright);

    let floor = HalfSpace::new([0.0, 0.0, 1.0], 0.0);
    let places: Vec<_> = (0..PLACES).map(|i| Pose::at([i as f64, 0.0, 0.99])).collect();
    for (name, shape) in [("box on half-space", any), ("cylinder on half-space", cylinder.into())] {
        if !wanted(name) {
            continue;
        }
        let alone = time(&places, |p| half_space_contact(&floor, &(&shape).at(*p)));
        let all = time(&places, |p| half_space_manifold(&floor, &(&shape).at(*p)));
        println!("{name:<34}{:>8.1}{alone:>10.0}{:>10}{all:>10.0}{:>10.0}", 4.0, "", all - alone);
    }
}
