//! Memory of a world whose bodies come and go: bytes that it holds, after each tenth of the steps.
//!
//! `cargo run --release -p impinge-sim --example churn -- [STEPS] [BODIES] [SEED]`
//!
//! In every tenth step a body is removed and another one falls in. Bytes are counted by an allocator around the system's. The table has
//! those of the world, of its scene as far as it counts them, and of a copy, whose lists are no longer than what they hold; and how many
//! contacts a step had at most so far.

mod held;

use impinge::{Capsule, Cuboid, HalfSpace, Pose, Sphere};
use impinge_scenes::Rng;
use impinge_sim::{Body, World, WorldError};

use self::held::held;

/// Steps between two changes.
const EVERY: usize = 10;

fn main() -> Result<(), WorldError> {
    let mut arguments = std::env::args().skip(1).map(|text| text.parse().expect("a number"));
    let mut number = |default: usize| arguments.next().unwrap_or(default);
    let (steps, count, seed) = (number(100_000), number(60), number(1));
    let mut rng = Rng::new(seed as u64);
    let start = held();
    let mut world = World::<f64>::default();
    let floor = world.add_shape(HalfSpace::new([0.0, 0.0, 1.0], 0.0));
    world.add(Body::fixed(floor, Pose::IDENTITY))?;
    let walls = [[1.0, 0.0, 0.0], [-1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, -1.0, 0.0]];
    for normal in walls {
        let wall = world.add_shape(HalfSpace::new(normal, -2.0));
        world.add(Body::fixed(wall, Pose::IDENTITY))?;
    }
    let shapes = [
        world.add_shape(Cuboid::new([0.3, 0.25, 0.2])),
        world.add_shape(Sphere::new(0.3)),
        world.add_shape(Capsule::new(0.2, 0.15)),
    ];
    let mut bodies = Vec::with_capacity(count);
    println!("| steps | bytes | of its scene | of a copy | most contacts |\n|---|---|---|---|---|");
    let mut most = 0;
    for step in 0..=steps {
        if step % (steps / 10).max(1) == 0 {
            let bytes = held();
            let copy = world.clone();
            let copied = held() - bytes;
            drop(copy);
            let (bytes, scene) = (bytes - start, world.scene().heap_bytes());
            println!("| {step} | {bytes} | {scene} | {copied} | {most} |");
        }
        if step % EVERY == 0 {
            if bodies.len() == count {
                world.remove(bodies.swap_remove(rng.below(count)))?;
            }
            let at = [rng.signed() * 1.5, rng.signed() * 1.5, 4.0];
            let pose = Pose::new(at, rng.rotation3());
            bodies.push(world.add(Body::dynamic(shapes[rng.below(shapes.len())], pose))?);
        }
        most = most.max(world.step(1.0 / 60.0)?.contacts);
    }
    Ok(())
}
