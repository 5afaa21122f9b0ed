//! Growth of worlds: 1,000 to 100,000 boxes in small pyramids at rest, the time of a step and the memory for each body.
//!
//! `cargo run --release -p impinge-sim --example growth -- [ROUNDS] [THREADS] [BODIES...]`
//!
//! Worlds of all sizes take their steps in turn, a part of a second each, so that an hour in which the machine is slow is slow for all
//! of them. A row has the median over all rounds; the last line has the power of the number of bodies with which the time of a step
//! grows, by least squares.
//!
//! Bytes are those that the world holds after its steps, counted by an allocator around the system's; they include the memory that
//! steps keep for the next one.

mod held;

use std::time::Instant;

use impinge::{Cuboid, HalfSpace, Pose};
use impinge_sim::{Body, World, WorldError};

use self::held::held;

/// Boxes at the foot of a pyramid; 15 in all.
const BASE: usize = 5;

/// The first steps find all contacts; the others are those of a world at rest.
const WARM: usize = 10;

/// Steps of all bodies together in each turn: enough of them that a small world is back in the cache.
const TURN: usize = 200_000;

fn main() -> Result<(), WorldError> {
    let mut arguments = std::env::args().skip(1).map(|text| text.parse().expect("a number"));
    let (rounds, threads) = (arguments.next().unwrap_or(3), arguments.next().unwrap_or(1));
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool of threads");
    let mut sizes: Vec<usize> = arguments.collect();
    if sizes.is_empty() {
        sizes = vec![1_000, 10_000, 100_000];
    }
    pool.install(|| {
        let mut rows = sizes.into_iter().map(Row::new).collect::<Result<Vec<_>, _>>()?;
        for _ in 0..rounds.max(1) {
            rows.iter_mut().try_for_each(Row::turn)?;
        }
        println!("| bodies | contacts | ms a step | µs a step and body | and contact | bytes a body |");
        println!("|---|---|---|---|---|---|");
        rows.iter().for_each(Row::print);
        if rows.len() > 1 {
            println!(
                "\nThe time of a step grows with the power {:.3} of the number of bodies.",
                power(&rows)
            );
        }
        Ok(())
    })
}

/// A world, and what it took.
struct Row {
    bodies: usize,
    world: World<f32>,
    contacts: usize,
    /// Size of its contents, in bytes.
    bytes: usize,
    /// Milliseconds a step, one for each turn.
    times: Vec<f64>,
}

impl Row {
    fn new(bodies: usize) -> Result<Self, WorldError> {
        let before = held();
        let mut world = pyramids(bodies)?;
        (0..WARM).try_for_each(|_| world.step(1.0 / 60.0).map(|_| ()))?;
        let bytes = held() - before;
        Ok(Self { bodies, world, contacts: 0, bytes, times: Vec::new() })
    }

    fn turn(&mut self) -> Result<(), WorldError> {
        let steps = (TURN / self.bodies).max(2);
        // The first brings the world back into the cache, as far as it fits.
        self.world.step(1.0 / 60.0)?;
        let start = Instant::now();
        for _ in 0..steps {
            self.contacts = self.world.step(1.0 / 60.0)?.contacts;
        }
        self.times.push(start.elapsed().as_secs_f64() * 1e3 / steps as f64);
        assert!(self.contacts >= self.bodies, "each box stands on something");
        Ok(())
    }

    /// The median.
    fn time(&self) -> f64 {
        let mut times = self.times.clone();
        times.sort_by(f64::total_cmp);
        times[times.len() / 2]
    }

    fn print(&self) {
        let &Self { bodies, contacts, bytes, .. } = self;
        let ms = self.time();
        let [of_body, of_contact] = [bodies, contacts].map(|count| ms * 1e3 / count as f64);
        println!("| {bodies} | {contacts} | {ms:.2} | {of_body:.2} | {of_contact:.2} | {} |", bytes / bodies);
    }
}

/// The slope of the line through the logarithms of bodies and times.
fn power(rows: &[Row]) -> f64 {
    let points: Vec<[f64; 2]> = rows.iter().map(|row| [(row.bodies as f64).ln(), row.time().ln()]).collect();
    let mean = |i: usize| points.iter().map(|point| point[i]).sum::<f64>() / points.len() as f64;
    let [x, y] = [mean(0), mean(1)];
    let products =
        |i: usize, mean: f64| points.iter().map(|point| (point[0] - x) * (point[i] - mean)).sum::<f64>();
    products(1, y) / products(0, x)
}

/// This many boxes in pyramids on a square.
fn pyramids(bodies: usize) -> Result<World<f32>, WorldError> {
    let mut world = World::<f32>::default();
    let floor = world.add_shape(HalfSpace::new([0.0, 0.0, 1.0], 0.0));
    let cube = world.add_shape(Cuboid::new([0.5; 3]));
    world.add(Body::fixed(floor, Pose::IDENTITY))?;
    let places = (0..BASE).flat_map(|row| (0..BASE - row).map(move |i| [row, i]));
    let places: Vec<[usize; 2]> = places.collect();
    let side = (bodies as f32 / places.len() as f32).sqrt().ceil() as usize;
    for k in 0..bodies {
        let (pyramid, [row, i]) = (k / places.len(), places[k % places.len()]);
        let [x, y] = [(pyramid % side) as f32 * 7.0, (pyramid / side) as f32 * 3.0];
        let at = [x + i as f32 * 1.1 + row as f32 * 0.55, y, 0.5 + row as f32];
        world.add(Body::dynamic(cube, Pose::at(at)))?;
    }
    Ok(world)
}
