//! Cost of a step of a scene, as the number of objects grows: all objects move, then all contacts are found.
//!
//! `cargo bench -p impinge --bench scene --features parallel` prints nanoseconds per object for boxes and for hulls of
//! 32 vertices, sparse (an object touches another one now and then) and dense (it touches several), in space and `f64`:
//!
//! - move: all objects are turned and moved by 1 % of their size;
//! - 1 and 2 threads: [`Scene::contacts`] right after it, by the processor time of the busiest thread, so that what else runs
//!   on the machine does not count; and how many times less that is on two threads;
//! - clock: how many times faster two threads are by the clock on the wall, which needs two idle cores;
//! - few: the same where one object in a hundred moves;
//! - bytes per object, once the arrays have grown.
//!
//! Two scenes make the same moves, one queried on one thread and the other on two, in turn, step after step. Times are those
//! of the best step; ratios are the middle one of all steps, each within one step, so that a slow moment hits both. Their contacts must be equal to the bit. `-- --quick` leaves out the largest,
//! `-- dense` (or `sparse`, `boxes`, `hulls`) takes these only, `-- --csv FILE` writes the table to a file too, from which `cargo xtask figures` draws `docs/results/scene.svg`.

mod clock;

use std::time::Instant;

use impinge::scene::{ObjectHandle, Scene, ShapeHandle};
use impinge::{ConvexPolyhedron, Cuboid, Pose, Rot3, Vec3};
use impinge_scenes::{Rng, clouds};

use clock::now;

const SIZES: [usize; 3] = [1_000, 10_000, 100_000];
/// Steps of a scene; the first few let the arrays grow.
const STEPS: usize = 24;
const FIRST: usize = 4;
/// Different shapes, shared by all objects.
const SHAPES: usize = 64;
/// Objects count as touching within this; they are about 1 across.
const MARGIN: f64 = 0.01;
/// Translation and rotation of an object in a step: about 1 % of its size.
const STEP: f64 = 0.01;
/// One in this many objects moves where few do.
const SELDOM: usize = 100;

/// Promised: two threads against one, in dense scenes of the larger sizes.
const SPEED_UP: f64 = 1.7;
/// Promised: time and memory per object of the largest scene, as a multiple of that of the smallest. The tree is deeper
/// by 7 levels, and no longer in the cache.
const GROWTH: f64 = 3.0;

type V = Vec3<f64>;

struct Kind {
    name: &'static str,
    make: fn(&mut Scene<V>, &mut Rng) -> ShapeHandle,
}

const KINDS: [Kind; 2] = [
    Kind {
        name: "boxes",
        make: |scene, rng| scene.add_shape(Cuboid::new([(); 3].map(|()| rng.between(0.3, 0.6)))),
    },
    Kind {
        name: "hulls",
        make: |scene, rng| {
            let points: Vec<V> =
                clouds::on_sphere::<f64>(32, rng.bits()).into_iter().map(|p| p * 0.55).collect();
            scene.add_shape(ConvexPolyhedron::new(&points))
        },
    },
];

/// Name, and the side of the cube that an object has for itself.
const DENSITIES: [(&str, f64); 2] = [("sparse", 2.5), ("dense", 0.85)];

struct Row {
    kind: &'static str,
    density: &'static str,
    objects: usize,
    contacts: f64,
    moving: f64,
    one: f64,
    two: f64,
    ratio: f64,
    clock: f64,
    few: f64,
    bytes: f64,
}

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let quick = args.iter().any(|a| a == "--quick");
    let csv = args.iter().position(|a| a == "--csv").map(|i| args.get(i + 1).expect("--csv needs a file"));
    let sizes = if quick { &SIZES[..SIZES.len() - 1] } else { &SIZES[..] };
    println!("ns per object; contacts and bytes per object");
    println!(
        "{:<7}{:<8}{:>8}{:>10}{:>8}{:>10}{:>10}{:>8}{:>8}{:>8}{:>8}",
        "kind", "", "objects", "contacts", "move", "1 thread", "2 threads", "ratio", "clock", "few", "bytes"
    );
    let asked = |name: &str| args.iter().any(|a| a == name);
    let any_kind = !KINDS.iter().any(|kind| asked(kind.name));
    let any_density = !DENSITIES.iter().any(|density| asked(density.0));
    let mut rows = Vec::new();
    for kind in KINDS.iter().filter(|kind| any_kind || asked(kind.name)) {
        for &density in DENSITIES.iter().filter(|density| any_density || asked(density.0)) {
            for &objects in sizes {
                let row = measure(kind, density, objects);
                println!(
                    "{:<7}{:<8}{:>8}{:>10.2}{:>8.0}{:>10.0}{:>10.0}{:>8.2}{:>8.2}{:>8.0}{:>8.0}",
                    row.kind,
                    row.density,
                    row.objects,
                    row.contacts,
                    row.moving,
                    row.one,
                    row.two,
                    row.ratio,
                    row.clock,
                    row.few,
                    row.bytes
                );
                rows.push(row);
            }
        }
    }
    promises(&rows);
    if let Some(file) = csv {
        std::fs::write(file, table(&rows)).expect("the file of --csv can be written");
    }
}

/// A scene and where its objects go.
struct Moving {
    scene: Scene<V>,
    objects: Vec<ObjectHandle>,
    rng: Rng,
}

impl Moving {
    fn new(kind: &Kind, side: f64, count: usize) -> Self {
        let mut rng = Rng::new(5);
        let mut scene = Scene::new();
        let shapes: Vec<ShapeHandle> = (0..SHAPES).map(|_| (kind.make)(&mut scene, &mut rng)).collect();
        let range = 0.5 * side * (count as f64).cbrt();
        let objects = (0..count)
            .map(|i| {
                scene.add(shapes[i % SHAPES], rng.pose3(range)).expect("a fresh handle and a finite pose")
            })
            .collect();
        Self { scene, objects, rng }
    }

    /// Next pose of every `nth` object.
    fn targets(&mut self, nth: usize) -> Vec<(ObjectHandle, Pose<V>)> {
        let mut targets = Vec::with_capacity(self.objects.len() / nth + 1);
        let start = self.rng.below(nth);
        for &object in self.objects.iter().skip(start).step_by(nth) {
            let pose = *self.scene.pose(object).expect("no object is removed");
            let turn = Rot3::from_axis_angle(self.rng.unit3(), STEP);
            let at = pose.translation() + self.rng.unit3::<f64>() * STEP;
            targets.push((object, Pose::new(at, turn.compose(&pose.rotation()))));
        }
        targets
    }

    fn go(&mut self, targets: &[(ObjectHandle, Pose<V>)]) {
        for &(object, pose) in targets {
            self.scene.move_object(object, pose).expect("no object is removed");
        }
    }
}

/// Nanoseconds by the wall and of the busiest thread that `work` took in a pool.
fn time(pool: &rayon::ThreadPool, work: impl FnOnce() + Send) -> [f64; 2] {
    let thread_time = |_: rayon::BroadcastContext<'_>| now();
    let before = pool.broadcast(thread_time);
    let start = Instant::now();
    pool.install(work);
    let wall = start.elapsed().as_secs_f64() * 1e9;
    let after = pool.broadcast(thread_time);
    [wall, after.iter().zip(&before).map(|(a, b)| a - b).fold(0.0, f64::max)]
}

fn measure(kind: &Kind, (density, side): (&'static str, f64), objects: usize) -> Row {
    let pools = [1, 2]
        .map(|n| rayon::ThreadPoolBuilder::new().num_threads(n).build().expect("threads can be started"));
    let mut twins = [(); 2].map(|()| Moving::new(kind, side, objects));
    // By the wall, and of the busiest thread.
    let mut best = [[f64::INFINITY; 2]; 2];
    let mut ratios = [(); 2].map(|()| Vec::with_capacity(STEPS));
    let (mut moving, mut few) = (f64::INFINITY, f64::INFINITY);
    let mut count = 0;
    for step in 0..STEPS {
        let targets = twins[0].targets(1);
        // Each is first in every second step.
        let mut times = [[0.0; 2]; 2];
        for i in [step % 2, 1 - step % 2] {
            let twin = &mut twins[i];
            let moved = time(&pools[0], || twin.go(&targets));
            times[i] = time(&pools[i], || {
                twin.scene.contacts(MARGIN);
            });
            if step >= FIRST {
                moving = moving.min(moved[1]);
                best[i] = [0, 1].map(|k| best[i][k].min(times[i][k]));
            }
        }
        if step >= FIRST {
            for (k, ratios) in ratios.iter_mut().enumerate() {
                ratios.push(times[0][k] / times[1][k]);
            }
        }
        let [one, two] = &twins;
        assert_eq!(one.scene.last_contacts(), two.scene.last_contacts(), "threads change nothing");
        count = one.scene.last_contacts().len();
        let some = twins[0].targets(SELDOM);
        for (i, twin) in twins.iter_mut().enumerate() {
            twin.go(&some);
            let asked = time(&pools[i], || {
                twin.scene.contacts(MARGIN);
            });
            if step >= FIRST && i == 0 {
                few = few.min(asked[1]);
            }
        }
    }
    let [clock, ratio] = ratios.map(|mut ratios| {
        ratios.sort_unstable_by(f64::total_cmp);
        ratios[ratios.len() / 2]
    });
    let each = 1.0 / objects as f64;
    Row {
        kind: kind.name,
        density,
        objects,
        contacts: count as f64 * each,
        moving: moving * each,
        one: best[0][1] * each,
        two: best[1][1] * each,
        ratio,
        clock,
        few: few * each,
        bytes: twins[0].scene.heap_bytes() as f64 * each,
    }
}

/// Says which promises this run keeps.
fn promises(rows: &[Row]) {
    let mut broken = 0;
    let mut promise = |holds: bool, text: String| {
        if !holds {
            println!("  does not hold: {text}");
            broken += 1;
        }
    };
    for row in rows {
        let name = format!("{} {}, {} objects", row.density, row.kind, row.objects);
        if row.density == "dense" && row.objects > SIZES[0] {
            promise(
                row.ratio >= SPEED_UP,
                format!("{name}: two threads are {:.2} times as fast as one", row.ratio),
            );
        }
        let first = rows
            .iter()
            .find(|r| (r.kind, r.density) == (row.kind, row.density))
            .expect("the row itself is one of them");
        let (time, bytes) = (row.one / first.one, row.bytes / first.bytes);
        promise(time <= GROWTH, format!("{name}: {time:.2} times the time per object of the smallest"));
        promise(bytes <= GROWTH, format!("{name}: {bytes:.2} times the bytes per object of the smallest"));
    }
    println!("{}", if broken == 0 { "all promises hold" } else { "some promises do not hold in this run" });
}

fn table(rows: &[Row]) -> String {
    let mut text = String::from("kind,density,objects,contacts,move,one,two,ratio,clock,few,bytes\n");
    for r in rows {
        text += &format!(
            "{},{},{},{:.3},{:.1},{:.1},{:.1},{:.2},{:.2},{:.1},{:.0}\n",
            r.kind,
            r.density,
            r.objects,
            r.contacts,
            r.moving,
            r.one,
            r.two,
            r.ratio,
            r.clock,
            r.few,
            r.bytes
        );
    }
    text
}
