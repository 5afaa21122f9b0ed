//! A cube near the top of a wedge: section 4.2.3 of Olvång's thesis saw EPA in single precision give normals that made it slide up.
//!
//! ```text
//! cargo run --release -p impinge-sim --example wedge
//! ```
//!
//! Cubes of side 2 are set down at many places near the upper edge of a slope and slide for half a second, without friction. A row
//! for each way of finding contacts: in how many of the slides the cube ever was farther up than it began, and how far at most.

#![allow(clippy::needless_update, reason = "what holds for a world may grow")]

use impinge::{ConvexPolyhedron, Cuboid, Pose, Real, Rot3, Vec3};
use impinge_sim::study::{ThesisAlgorithm, ThesisSettings};
use impinge_sim::{Body, Material, SoftSettings, Solver, World, WorldError, WorldSettings};

/// The slope falls by 3 on a length of 4.
const DOWN: [f64; 3] = [0.8, -0.6, 0.0];
const OUT: [f64; 3] = [0.6, 0.8, 0.0];
/// Places along the slope and across it.
const PLACES: usize = 20;
/// Half a second.
const STEPS: usize = 100;
/// A cube that is lifted out of an overlap by rounding has not slid: less than this does not count, in sides of the cube.
const NOTHING: f64 = 1e-4;

fn main() -> Result<(), WorldError> {
    println!("contacts,precision,slides,up,farthest");
    for algorithm in ThesisAlgorithm::ALL {
        let name = format!("{algorithm:?}").to_lowercase();
        let settings = ThesisSettings { algorithm, ..ThesisSettings::default() };
        report::<f64>(&name, Solver::Thesis(settings))?;
        let settings = ThesisSettings { algorithm, ..ThesisSettings::default() };
        report::<f32>(&name, Solver::Thesis(settings))?;
    }
    report::<f64>("soft", Solver::Soft(SoftSettings::default()))?;
    report::<f32>("soft", Solver::Soft(SoftSettings::default()))
}

fn report<T: Real>(name: &str, solver: Solver<T>) -> Result<(), WorldError> {
    let precision = if size_of::<T>() == 4 { "f32" } else { "f64" };
    let (mut up, mut farthest) = (0, 0.0_f64);
    for i in 0..PLACES {
        for j in 0..PLACES {
            // From half over the edge to half a cube below it; a little in the slope.
            let along = -0.95 + 2.0 * (i as f64 + 0.37) / PLACES as f64;
            let across = 0.013 * j as f64;
            let way = slide::<T>(solver, along, across, 1e-3)?;
            up += usize::from(way > NOTHING);
            farthest = farthest.max(way);
        }
    }
    println!("{name},{precision},{},{up},{farthest:.4}", PLACES * PLACES);
    Ok(())
}

/// Height that a cube reached from a start `along` the slope below the upper edge, `depth` deep.
fn slide<T: Real>(solver: Solver<T>, along: f64, across: f64, depth: f64) -> Result<f64, WorldError> {
    let gravity = Vec3::new(T::ZERO, T::of(-9.81), T::ZERO);
    let mut world = World::<T>::new(WorldSettings { gravity, solver, ..WorldSettings::default() });
    let slippery = Material { friction: T::ZERO, ..Material::default() };
    // The upper edge is the z axis.
    let corner = |x: f64, y: f64, z: f64| Vec3::new(T::of(x), T::of(y), T::of(z));
    let corners: Vec<_> = [-6.0, 6.0]
        .into_iter()
        .flat_map(|z| [corner(0.0, 0.0, z), corner(0.0, -6.0, z), corner(8.0, -6.0, z)])
        .collect();
    let wedge = world.add_shape(ConvexPolyhedron::new(&corners));
    world.add(Body::fixed(wedge, Pose::IDENTITY).material(slippery))?;
    let cube = world.add_shape(Cuboid::new([T::ONE; 3]));
    let place = |i: usize| T::of(DOWN[i] * along + OUT[i] * (1.0 - depth));
    let turn = Rot3::from_axis_angle([T::ZERO, T::ZERO, T::ONE], -T::of(0.75).atan2(T::ONE));
    let pose = Pose::new([place(0), place(1), T::of(across)], turn);
    let cube = world.add(Body::dynamic(cube, pose).material(slippery))?;
    let [x, y, _] = DOWN;
    let begin = pose.translation();
    let mut farthest = 0.0_f64;
    for _ in 0..STEPS {
        world.step(T::of(1.0 / 200.0))?;
        let by = world.pose(cube)?.translation() - begin;
        farthest = farthest.max(-(by.x.f64() * x + by.y.f64() * y));
    }
    Ok(farthest)
}
