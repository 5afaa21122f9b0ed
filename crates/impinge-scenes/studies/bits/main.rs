//! One hash for each question, over the bits of all answers of a seeded run.
//!
//! `cargo run --release -p impinge-scenes --features sim --example bits`
//!
//! Numbers are hashed as they are stored, with the steps that were taken for them; of a status and of a feature its name. Nothing depends
//! on the clock, on the machine, on the build or on the number of threads: `cargo xtask bits` holds all of them against
//! `docs/results/bits.txt`. A change that must not change answers prints the same lines before and after.

mod bodies;
mod hash;
mod motions;
mod pairs;
mod simulations;

use impinge::expel::MotionError;
use impinge::{Vec2, Vec3};
use impinge_scenes::worlds;

fn main() -> Result<(), MotionError> {
    pairs::pairs::<Vec3<f64>>("space f64");
    pairs::pairs::<Vec3<f32>>("space f32");
    pairs::pairs::<Vec2<f64>>("plane f64");
    pairs::pairs::<Vec2<f32>>("plane f32");
    pairs::more::<Vec3<f64>>("space f64");
    pairs::more::<Vec2<f32>>("plane f32");
    pairs::scenes::<Vec3<f64>>("space f64");
    pairs::scenes::<Vec3<f32>>("space f32");
    pairs::scenes::<Vec2<f64>>("plane f64");
    pairs::scenes::<Vec2<f32>>("plane f32");
    motions::motions::<f64>("space f64")?;
    pairs::warm::<Vec3<f64>>("space f64");
    pairs::warm::<Vec3<f32>>("space f32");
    pairs::batches::<Vec3<f64>>("space f64");
    pairs::batches::<Vec2<f32>>("plane f32");
    pairs::named::<f64>("space f64");
    pairs::named::<f32>("space f32");
    bodies::bodies::<f64>("space f64");
    bodies::bodies::<f32>("space f32");
    bodies::meshes::<f64>("space f64");
    bodies::meshes::<f32>("space f32");
    bodies::outlines::<f64>("plane f64");
    bodies::outlines::<f32>("plane f32");
    bodies::made::<f64>("space f64");
    bodies::made::<f32>("space f32");
    motions::players::<f64>("space f64");
    motions::players::<f32>("space f32");
    simulations::simulations("space f64", worlds::all::<f64>());
    simulations::simulations("space f32", worlds::all::<f32>());
    simulations::simulations("plane f64", worlds::plane::all::<f64>());
    simulations::simulations("plane f32", worlds::plane::all::<f32>());
    Ok(())
}
