//! How worlds grow: 1,000 to 100,000 boxes in small pyramids at rest, the time of a step and the memory for each body.
//!
//! `cargo run --release -p impinge-sim --example growth -- [STEPS] [THREADS] [BODIES...]`
//!
//! Bytes are those that the world holds after its steps, counted by an allocator around the system's; they include the memory that
//! steps keep for the next one.
#![allow(unsafe_code, reason = "an allocator is unsafe by its trait")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use impinge::{Cuboid, HalfSpace, Pose};
use impinge_sim::{Body, World, WorldError};

/// The system's allocator, and the bytes that are held.
struct Counting;

static HELD: AtomicUsize = AtomicUsize::new(0);

// SAFETY: every call goes to the system's allocator as it is; `realloc` is made of the two others.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        HELD.fetch_add(layout.size(), Ordering::Relaxed);
        unsafe { System.alloc(layout) }
    }
    unsafe fn dealloc(&self, place: *mut u8, layout: Layout) {
        HELD.fetch_sub(layout.size(), Ordering::Relaxed);
        unsafe { System.dealloc(place, layout) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

/// Boxes at the foot of a pyramid; 15 in all.
const BASE: usize = 5;

fn main() -> Result<(), WorldError> {
    let mut arguments = std::env::args().skip(1).map(|text| text.parse().expect("a number"));
    let (steps, threads) = (arguments.next().unwrap_or(60), arguments.next().unwrap_or(1));
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool of threads");
    println!("| bodies | contacts | ms a step | µs a step and body | and contact | bytes a body |");
    println!("|---|---|---|---|---|---|");
    let mut sizes: Vec<usize> = arguments.collect();
    if sizes.is_empty() {
        sizes = vec![1_000, 10_000, 100_000];
    }
    for bodies in sizes {
        pool.install(|| row(bodies, steps))?;
    }
    Ok(())
}

fn row(bodies: usize, steps: usize) -> Result<(), WorldError> {
    let before = HELD.load(Ordering::Relaxed);
    let mut world = pyramids(bodies)?;
    // The first steps find all contacts; the others are those of a world at rest.
    let warm = 10;
    (0..warm).try_for_each(|_| world.step(1.0 / 60.0).map(|_| ()))?;
    let start = Instant::now();
    let mut contacts = 0;
    for _ in 0..steps {
        contacts = world.step(1.0 / 60.0)?.contacts;
    }
    let ms = start.elapsed().as_secs_f64() * 1e3 / steps as f64;
    let bytes = (HELD.load(Ordering::Relaxed) - before) / bodies;
    let [of_body, of_contact] = [bodies, contacts].map(|count| ms * 1e3 / count as f64);
    println!("| {bodies} | {contacts} | {ms:.2} | {of_body:.2} | {of_contact:.2} | {bytes} |");
    assert!(contacts >= bodies, "each box stands on something");
    Ok(())
}

/// So many boxes in pyramids on a square.
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
