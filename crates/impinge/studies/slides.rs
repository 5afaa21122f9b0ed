//! The two slides and the two casts side by side: the same pushes of the same players through the same levels, and the same motions.
//!
//! `cargo run --release -p impinge --example slides -- [walks]`, 50 walks of 80 pushes by default, and 4 motions for each walk. It prints
//! processor times, the best of four runs.
//!
//! Players: a box, and a capsule, which for the strict method is a hull of 12 sides. Levels: turned blocks on a floor, convex for a scene
//! and meshes for the strict method; and hills of 20,000 triangles. A row has microseconds and motions of a push, the shares of pushes with
//! a step and of blocked ones, the number of ends without a proof, and how far a standing player is from the ground.
//!
//! Motions: a box and a letter, which is concave, down to the hills by a translation, or turning about a point beside them. A row has
//! microseconds of a motion, the share that is stopped, and the largest difference of the times at which both methods stop.

#[path = "../benches/clock/mod.rs"]
mod clock;

use impinge::expel::{MotionSettings, Mover, Obstacles, SlideSettings};
use impinge::hull::solid_hull;
use impinge::mesh::TriangleMesh;
use impinge::mesh::polygon::{PlacedMesh, PolygonMesh};
use impinge::scene::{SceneSlideSettings, SlideMemory, SlideStatus, Step};
use impinge::{AnyShape, Capsule, Cuboid, Motion, Pose, Real, Rot3, Scene, Shape, Vec3, cast};
use impinge_scenes::{Rng, meshes};

type V = Vec3<f64>;

/// Pushes of a walk.
const PUSHES: usize = 80;

/// Runs, of which the fastest counts.
const RUNS: usize = 4;

/// A level for both slides.
struct Level {
    name: &'static str,
    scene: Scene<V>,
    parts: Vec<(PolygonMesh<f64>, Pose<V>)>,
    /// Half of its width, within which walks begin.
    half: f64,
}

/// Sums over pushes.
#[derive(Default)]
struct Tally {
    pushes: u32,
    traces: u32,
    steps: u32,
    blocked: u32,
    unclear: u32,
    standing: u32,
    gap: f64,
}

impl Tally {
    fn push(&mut self, traces: u32, step: Step, status: SlideStatus, clear: bool, gap: Option<f64>) {
        self.pushes += 1;
        self.traces += traces;
        self.steps += u32::from(step != Step::Level);
        self.blocked += u32::from(status == SlideStatus::Blocked);
        self.unclear += u32::from(!clear);
        self.standing += u32::from(gap.is_some());
        self.gap += gap.unwrap_or(0.0);
    }

    fn print(&self, level: &str, player: &str, slide: &str, seconds: f64) {
        let part = |count: u32| f64::from(count) / f64::from(self.pushes);
        println!(
            "| {level} | {player} | {slide} | {:.1} | {:.2} | {:.3} | {:.3} | {} | {:.0e} |",
            seconds * 1e6 / f64::from(self.pushes),
            part(self.traces),
            part(self.steps),
            part(self.blocked),
            self.unclear,
            self.gap / f64::from(self.standing.max(1)),
        );
    }
}

fn main() {
    let walks = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(50);
    println!("| level | player | slide | µs | motions | steps | blocked | unclear | gap |");
    println!("|---|---|---|---|---|---|---|---|---|");
    let capsule: Vec<V> = (0..24).map(|i| rim(i % 12, if i < 12 { -0.5 } else { 0.5 })).collect();
    let tips = [Vec3::new(0.0, 0.0, -0.8), Vec3::new(0.0, 0.0, 0.8)];
    let hull: Vec<V> = capsule.into_iter().chain(tips).collect();
    let players: [(&str, AnyShape<f64>, PolygonMesh<f64>); 2] = [
        ("box", Cuboid::new([0.3, 0.3, 0.8]).into(), block([0.3, 0.3, 0.8])),
        ("capsule", Capsule::new(0.5, 0.3).into(), of_hull(&hull)),
    ];
    for level in [blocks(), hills()] {
        for (name, shape, mesh) in &players {
            let best = |walk: &dyn Fn() -> Tally| {
                let runs = (0..RUNS).map(|_| {
                    let start = clock::now();
                    let tally = walk();
                    ((clock::now() - start) * 1e-9, tally)
                });
                runs.min_by(|a, b| a.0.total_cmp(&b.0)).expect("one run at least")
            };
            let (seconds, tally) = best(&|| in_the_scene(&level, shape, walks));
            tally.print(level.name, name, "`Scene::slide`", seconds);
            let (seconds, tally) = best(&|| strictly(&level, mesh, walks));
            tally.print(level.name, name, "`expel::slide`", seconds);
        }
    }
    casts(4 * walks);
}

/// Motions over the hills.
fn casts(motions: u64) {
    println!("\n| body | motion | `cast`, µs | `Mover::move_by`, µs | stopped | difference |");
    println!("|---|---|---|---|---|---|");
    let ground = meshes::terrain(100, 0.05, 3).scaled(20.0);
    let (hills, _) = TriangleMesh::new(&ground.points, &ground.triangles).expect("a valid mesh");
    let (strict_hills, _) =
        PolygonMesh::from_triangles(&ground.points, &ground.triangles).expect("a valid mesh");
    let (hills, strict_hills) = (hills.at(Pose::IDENTITY), PlacedMesh::new(&strict_hills, Pose::IDENTITY));
    let letter = meshes::letter('U');
    for (name, faces) in [("box", meshes::cube(0.6).moved(-0.3, -0.3, -0.3)), ("letter", letter.scaled(0.2))]
    {
        let (mesh, _) = TriangleMesh::<f64>::new(&faces.points, &faces.triangles).expect("a valid mesh");
        let (strict, _) = PolygonMesh::from_triangles(&faces.points, &faces.triangles).expect("a valid mesh");
        let shape = Cuboid::new([0.3, 0.3, 0.3]);
        for (kind, turns) in [("translation", false), ("turn", true)] {
            let one = |number: u64| {
                let mut rng = Rng::new(number);
                let height = if turns { 1.5 } else { 2.5 };
                let place = Vec3::new(rng.between(-12.0, 12.0), rng.between(-12.0, 12.0), height);
                let axis = Vec3::new(rng.between(-1.0, 1.0), rng.between(-1.0, 1.0), 0.25);
                let motion = if turns {
                    Motion::rotation(place + Vec3::new(axis.y, -axis.x, 0.0) * 2.0, axis, -1.5)
                } else {
                    Motion::translation(axis.cross(Vec3::new(0.0, 0.0, 1.0)) - Vec3::new(0.0, 0.0, 3.0))
                };
                (Pose::new(place, rng.rotation3()), motion)
            };
            let best = |of: &mut dyn FnMut(u64) -> f64| {
                let runs = (0..RUNS).map(|_| {
                    let start = clock::now();
                    let ends: Vec<f64> = (0..motions).map(&mut *of).collect();
                    ((clock::now() - start) * 1e-3 / motions as f64, ends)
                });
                runs.min_by(|a, b| a.0.total_cmp(&b.0)).expect("one run at least")
            };
            let still = Motion::still();
            let mut with_cast = |number| {
                let (pose, motion) = one(number);
                let impact = if name == "box" {
                    cast(&shape.at(pose), &hills, &motion, &still)
                } else {
                    cast(&mesh.at(pose), &hills, &motion, &still)
                };
                impact.map_or(1.0, |impact| impact.time)
            };
            let (mut mover, settings) = (Mover::new(), MotionSettings::default());
            let mut with_mover = |number| {
                let (pose, motion) = one(number);
                let moved = mover.move_by(&PlacedMesh::new(&strict, pose), &motion, &strict_hills, &settings);
                moved.expect("finite numbers").fraction
            };
            let ((time, times), (strict_time, strict_times)) = (best(&mut with_cast), best(&mut with_mover));
            let stopped = times.iter().filter(|&&time| time < 1.0).count() as f64 / motions as f64;
            let apart = times.iter().zip(&strict_times).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
            println!("| {name} | {kind} | {time:.1} | {strict_time:.1} | {stopped:.2} | {apart:.0e} |");
        }
    }
}

/// The start and the push of a walk.
fn walk(level: &Level, number: u64) -> (Pose<V>, V) {
    let mut rng = Rng::new(number);
    let half = level.half;
    let place = Vec3::new(rng.between(-half, half), rng.between(-half, half), 3.0);
    let (sin, cos) = Real::sin_cos(rng.between(0.0, 6.3));
    (Pose::at(place), Vec3::new(0.08 * cos, 0.08 * sin, -0.1))
}

fn in_the_scene(level: &Level, player: &AnyShape<f64>, walks: u64) -> Tally {
    let settings = SceneSlideSettings { step: 0.3, ..SceneSlideSettings::default() };
    let (mut memory, mut tally) = (SlideMemory::new(), Tally::default());
    for number in 0..walks {
        let (mut pose, by) = walk(level, number);
        for _ in 0..PUSHES {
            let slid = level.scene.slide(player, &pose, by, &settings, &mut memory).expect("finite numbers");
            tally.push(slid.traces, slid.step, slid.status, slid.clear, slid.ground.map(|hit| hit.distance));
            pose = slid.pose;
        }
    }
    tally
}

fn strictly(level: &Level, player: &PolygonMesh<f64>, walks: u64) -> Tally {
    let settings = SlideSettings { step: 0.3, ..SlideSettings::default() };
    let (mut mover, mut tally) = (Mover::new(), Tally::default());
    let mut obstacles = Obstacles::new();
    for (mesh, pose) in &level.parts {
        obstacles.insert(PlacedMesh::new(mesh, *pose)).expect("finite numbers");
    }
    for number in 0..walks {
        let (mut pose, by) = walk(level, number);
        for _ in 0..PUSHES {
            let body = PlacedMesh::new(player, pose);
            let slid = mover.slide(&body, by, &obstacles, &settings).expect("finite numbers");
            tally.push(slid.traces, slid.step, slid.status, slid.clear, slid.ground.map(|hit| hit.distance));
            pose = slid.pose;
        }
    }
    tally
}

/// A floor and 60 turned blocks on it, most of them low enough for a step.
fn blocks() -> Level {
    let mut rng = Rng::new(21);
    let (mut scene, mut parts) = (Scene::new(), Vec::new());
    for i in 0..61 {
        let (half, pose) = if i == 0 {
            ([20.0, 20.0, 1.0], Pose::at([0.0, 0.0, -1.0]))
        } else {
            let half = [rng.between(0.2, 1.0), rng.between(0.2, 1.0), rng.between(0.03, 0.3)];
            let turn = Rot3::from_axis_angle(Vec3::new(0.0, 0.0, 1.0), rng.between(-3.0, 3.0));
            (half, Pose::new(Vec3::new(rng.between(-8.0, 8.0), rng.between(-8.0, 8.0), half[2]), turn))
        };
        let shape = scene.add_shape(Cuboid::new(half));
        scene.add(shape, pose).expect("finite numbers");
        parts.push((block(half), pose));
    }
    Level { name: "blocks", scene, parts, half: 6.0 }
}

/// Hills.
fn hills() -> Level {
    let ground = meshes::terrain(100, 0.05, 3).scaled(20.0);
    let mut scene = Scene::new();
    let (mesh, _) = TriangleMesh::new(&ground.points, &ground.triangles).expect("a valid mesh");
    let shape = scene.add_shape(mesh);
    scene.add(shape, Pose::IDENTITY).expect("finite numbers");
    let (mesh, _) = PolygonMesh::from_triangles(&ground.points, &ground.triangles).expect("a valid mesh");
    Level { name: "hills", scene, parts: vec![(mesh, Pose::IDENTITY)], half: 12.0 }
}

fn rim(i: usize, z: f64) -> V {
    let (sin, cos) = Real::sin_cos(i as f64 * f64::PI / 6.0);
    Vec3::new(0.3 * cos, 0.3 * sin, z)
}

fn block(half: [f64; 3]) -> PolygonMesh<f64> {
    let corner = |i: usize| Vec3::from([0, 1, 2].map(|k| if i >> k & 1 == 0 { -half[k] } else { half[k] }));
    of_hull(&(0..8).map(corner).collect::<Vec<V>>())
}

fn of_hull(points: &[V]) -> PolygonMesh<f64> {
    PolygonMesh::from_solid(&solid_hull(points).expect("a solid"))
}
