//! Timed queries of the library: a name and nanoseconds on each line, the minimum of some runs.

use std::hint::black_box;
use std::time::Instant;

use impinge::batch::{self, Batch, ContactArrays, Poses};
use impinge::query::any;
use impinge::{AnyShape, Cuboid, Pose, Scene, Settings, Shape, Vec3};

/// Boxes on a grid with this many to a side, each turned a little and overlapping its neighbors.
const SIDE: usize = 10;
const RUNS: usize = 20;

fn main() {
    let boxes: [AnyShape<f64>; 1] = [Cuboid::new([1.0, 1.0, 1.0]).into()];
    let pose = |i: usize| {
        let [x, y, z] = [i % SIDE, i / SIDE % SIDE, i / SIDE / SIDE].map(|k| 1.875 * k as f64);
        Pose::<Vec3<f64>>::at([x, y + 0.01 * x, z + 0.02 * y])
    };
    let poses: Vec<_> = (0..SIDE * SIDE * SIDE).map(pose).collect();
    let pairs = poses.len() - 1;
    let (a, b) = (&poses[..pairs], &poses[1..]);
    let settings = Settings::default();

    say("any::contact, boxes", pairs, || {
        for (p, q) in a.iter().zip(b) {
            black_box(any::contact(&(&boxes[0]).at(*p), &(&boxes[0]).at(*q), &settings));
        }
    });

    let indices = vec![(0, 0); pairs];
    let batch = Batch { shapes: &boxes, pairs: &indices, poses: Poses::OfPairs { a, b } };
    let mut answers = ContactArrays::default();
    say("batch::contact, boxes", pairs, || {
        batch::contact(&batch, &settings, &mut answers).expect("as many poses as pairs");
    });

    let mut scene = Scene::<Vec3<f64>>::new();
    let cube = scene.add_shape(Cuboid::new([1.0, 1.0, 1.0]));
    let objects: Vec<_> = poses.iter().map(|p| scene.add(cube, *p).expect("finite")).collect();
    // Back and forth: an object that is moved to its own place has not moved.
    let aside: Vec<_> = (0..poses.len()).map(|i| Pose::at([0.001, 0.0, 0.0]) * pose(i)).collect();
    let (mut here, mut there) = (&poses, &aside);
    say("Scene::contacts, all boxes moved", 1, || {
        core::mem::swap(&mut here, &mut there);
        for (object, pose) in objects.iter().zip(here) {
            scene.move_object(*object, *pose).expect("it is there");
        }
        black_box(scene.contacts(0.0).len());
    });
}

fn say(name: &str, count: usize, mut run: impl FnMut()) {
    let mut least = f64::INFINITY;
    for _ in 0..RUNS {
        let start = Instant::now();
        run();
        least = least.min(start.elapsed().as_secs_f64());
    }
    println!("{name}\t{}", 1e9 * least / count as f64);
}
