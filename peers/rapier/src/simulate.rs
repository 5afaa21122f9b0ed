//! Worlds of bodies in motion, by impinge-sim and by rapier in f32: the same scenes, rate, gravity, friction and sub-steps, in one
//! run, each on one thread. Times are processor times of that thread. Overlaps of both are measured by impinge on the poses, in
//! every tenth step, as rapier's own contacts may be older than its poses.
//!
//! `cargo run --release --manifest-path peers/rapier/Cargo.toml -- [SCENE,...] [STEPS]`

use impinge::{ConvexPolyhedron, Cuboid, HalfSpace, Pose, Rot3, Scene, Vec3};
use impinge_peers_common::thread_ns;
use impinge_sim::{Body, BodyHandle, World};
use rapier3d::prelude::*;

const RATE: f32 = 60.0;
const GRAVITY: f32 = 9.81;
/// The default of impinge-sim; both have 4 sub-steps by default.
const FRICTION: f32 = 0.6;
const SCENES: [&str; 3] = ["pyramid", "small-pyramids", "hulls"];

/// A scene: half-spaces that stay, given by normal and offset, and bodies that fall.
struct Setup {
    planes: Vec<([f32; 3], f32)>,
    bodies: Vec<(Form, [f32; 3])>,
    /// Whether bodies are to stay where they begin.
    at_rest: bool,
}

#[derive(Clone)]
enum Form {
    Cube,
    Hull(Vec<[f32; 3]>),
}

/// What a run gave.
struct Figures {
    ms: f64,
    /// In the last tenth of the steps.
    ms_at_end: f64,
    deepest: f64,
    deepest_at_end: f64,
    drift: f64,
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let scenes = arguments.next().unwrap_or(SCENES.join(","));
    let steps: usize = arguments.next().and_then(|a| a.parse().ok()).unwrap_or(300);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a pool of one thread");
    println!("| scene | bodies | by | ms a step | at the end | deepest overlap | at the end | drift |");
    println!("|---|---|---|---|---|---|---|---|");
    for scene in scenes.split(',') {
        let setup = setup(scene);
        let ours = pool.install(|| ours(&setup, steps));
        let theirs = pool.install(|| theirs(&setup, steps));
        for (name, f) in [("impinge-sim", ours), ("rapier3d", theirs)] {
            let drift = if setup.at_rest { format!("{:.4}", f.drift) } else { "–".to_owned() };
            println!(
                "| {scene} | {} | {name} | {:.2} | {:.2} | {:.4} | {:.4} | {drift} |",
                setup.bodies.len(),
                f.ms,
                f.ms_at_end,
                f.deepest,
                f.deepest_at_end
            );
        }
    }
}

fn setup(scene: &str) -> Setup {
    let floor = ([0.0, 0.0, 1.0], 0.0);
    let mut bodies = Vec::new();
    let mut pyramid = |base: usize, x: f32, y: f32| {
        for row in 0..base {
            for i in 0..base - row {
                let at = [x + i as f32 * 1.1 + row as f32 * 0.55, y, 0.5 + row as f32];
                bodies.push((Form::Cube, at));
            }
        }
    };
    match scene {
        "pyramid" => pyramid(100, 0.0, 0.0),
        "small-pyramids" => (0..196).for_each(|i| pyramid(5, (i % 14) as f32 * 7.0, (i / 14) as f32 * 3.0)),
        "hulls" => {
            // Hulls of 32 points about a ball of radius 0.5, above a square between walls.
            let mut random = 1_u64;
            let mut number = || {
                random =
                    random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                (random >> 40) as f32 / (1_u32 << 23) as f32 - 1.0
            };
            let mut hull = || {
                let mut points = Vec::new();
                while points.len() < 32 {
                    let p = [number(), number(), number()];
                    let size = (p[0] * p[0] + p[1] * p[1] + p[2] * p[2]).sqrt();
                    if size > 0.1 && size <= 1.0 {
                        points.push(p.map(|x| x * 0.5 / size));
                    }
                }
                points
            };
            let kinds: Vec<_> = (0..10).map(|_| Form::Hull(hull())).collect();
            for i in 0..1000 {
                let at = [
                    (i % 10) as f32 * 1.1 - 4.95,
                    (i / 10 % 10) as f32 * 1.1 - 4.95,
                    0.6 + (i / 100) as f32 * 1.1,
                ];
                bodies.push((kinds[i % 10].clone(), at));
            }
            let walls = [[1.0, 0.0, 0.0], [-1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, -1.0, 0.0]];
            let planes = walls.map(|normal| (normal, -5.6)).into_iter().chain([floor]).collect();
            return Setup { planes, bodies, at_rest: false };
        }
        other => panic!("no scene is called {other}; there are {}", SCENES.join(", ")),
    }
    Setup { planes: vec![floor], bodies, at_rest: true }
}

fn ours(setup: &Setup, steps: usize) -> Figures {
    let mut world = World::<f32>::default();
    for (normal, offset) in &setup.planes {
        let plane = world.add_shape(HalfSpace::new(*normal, *offset));
        world.add(Body::fixed(plane, Pose::IDENTITY)).expect("a plane");
    }
    let cube = world.add_shape(Cuboid::new([0.5, 0.5, 0.5]));
    let bodies: Vec<BodyHandle> = setup
        .bodies
        .iter()
        .map(|(form, at)| {
            let shape = match form {
                Form::Cube => cube,
                Form::Hull(points) => world.add_shape(hull(points)),
            };
            world.add(Body::dynamic(shape, Pose::at(*at))).expect("a body")
        })
        .collect();
    let step = |world: &mut World<f32>| {
        world.step(1.0 / RATE).expect("a step");
    };
    let poses = |world: &World<f32>| bodies.iter().map(|b| *world.pose(*b).expect("a body")).collect();
    run(setup, steps, &mut world, step, poses)
}

fn theirs(setup: &Setup, steps: usize) -> Figures {
    let mut world = Rapier::default();
    for (normal, offset) in &setup.planes {
        let normal = Vector::new(normal[0], normal[1], normal[2]);
        let plane = ColliderBuilder::new(SharedShape::halfspace(normal));
        world.colliders.insert(plane.translation(normal * *offset).friction(FRICTION).build());
    }
    let bodies: Vec<_> = setup
        .bodies
        .iter()
        .map(|(form, at)| {
            let at = Vector::new(at[0], at[1], at[2]);
            let body =
                world.bodies.insert(RigidBodyBuilder::dynamic().translation(at).can_sleep(false).build());
            let collider = match form {
                Form::Cube => ColliderBuilder::cuboid(0.5, 0.5, 0.5),
                Form::Hull(points) => {
                    let points: Vec<_> = points.iter().map(|p| Vector::new(p[0], p[1], p[2])).collect();
                    ColliderBuilder::convex_hull(&points).expect("a hull")
                }
            };
            world.colliders.insert_with_parent(collider.friction(FRICTION).build(), body, &mut world.bodies);
            body
        })
        .collect();
    let poses = |world: &Rapier| {
        let pose = |body: &RigidBodyHandle| {
            let (at, turn) = (world.bodies[*body].translation(), world.bodies[*body].rotation());
            let turn = Rot3::try_normalize_xyzw([turn.x, turn.y, turn.z, turn.w]).expect("a rotation");
            Pose::new([at.x, at.y, at.z], turn)
        };
        bodies.iter().map(pose).collect()
    };
    run(setup, steps, &mut world, Rapier::step, poses)
}

/// Steps a world, and measures.
fn run<W>(
    setup: &Setup,
    steps: usize,
    world: &mut W,
    step: impl Fn(&mut W),
    poses: impl Fn(&W) -> Vec<Pose<Vec3<f32>>>,
) -> Figures {
    let (mut total, mut at_end, mut deepest, mut deepest_at_end) = (0.0, 0.0, 0.0, 0.0);
    let last = (steps / 10).max(1);
    for i in 0..steps {
        let start = thread_ns();
        step(world);
        let time = thread_ns() - start;
        total += time;
        if i >= steps - last {
            at_end += time;
        }
        if i % 10 == 9 || i + 1 == steps {
            deepest_at_end = overlap(setup, &poses(world));
            deepest = f64::max(deepest, deepest_at_end);
        }
    }
    let mut drift = 0.0;
    for (pose, (_, at)) in poses(world).iter().zip(&setup.bodies) {
        drift = f64::max(drift, f64::from((pose.translation() - Vec3::from(*at)).norm()));
    }
    let (ms, ms_at_end) = (total / steps as f64 / 1e6, at_end / last as f64 / 1e6);
    Figures { ms, ms_at_end, deepest, deepest_at_end, drift }
}

/// The deepest overlap of any two bodies at these poses.
fn overlap(setup: &Setup, poses: &[Pose<Vec3<f32>>]) -> f64 {
    let mut scene = Scene::<Vec3<f32>>::new();
    for (normal, offset) in &setup.planes {
        let plane = scene.add_shape(HalfSpace::new(*normal, *offset));
        scene.add(plane, Pose::IDENTITY).expect("a plane");
    }
    let cube = scene.add_shape(Cuboid::new([0.5, 0.5, 0.5]));
    for ((form, _), pose) in setup.bodies.iter().zip(poses) {
        let shape = match form {
            Form::Cube => cube,
            Form::Hull(points) => scene.add_shape(hull(points)),
        };
        scene.add(shape, *pose).expect("a body");
    }
    let planes = setup.planes.len();
    let contacts = scene.contacts(0.0).iter().filter(|c| c.a.index() >= planes || c.b.index() >= planes);
    contacts.map(|c| f64::from(-c.contact.signed_distance)).fold(0.0, f64::max)
}

fn hull(points: &[[f32; 3]]) -> ConvexPolyhedron<f32> {
    let points: Vec<_> = points.iter().map(|p| Vec3::from(*p)).collect();
    ConvexPolyhedron::try_new(&points).expect("a hull")
}

/// A world of rapier, as it ships.
#[derive(Default)]
struct Rapier {
    bodies: RigidBodySet,
    colliders: ColliderSet,
    pipeline: PhysicsPipeline,
    islands: IslandManager,
    broad: DefaultBroadPhase,
    narrow: NarrowPhase,
    joints: ImpulseJointSet,
    multibodies: MultibodyJointSet,
    soft_bodies: SoftBodySet,
    ccd: CCDSolver,
}

impl Rapier {
    fn step(&mut self) {
        let parameters = IntegrationParameters { dt: 1.0 / RATE, ..IntegrationParameters::default() };
        self.pipeline.step(
            Vector::new(0.0, 0.0, -GRAVITY),
            &parameters,
            &mut self.islands,
            &mut self.broad,
            &mut self.narrow,
            &mut self.bodies,
            &mut self.colliders,
            &mut self.joints,
            &mut self.multibodies,
            &mut self.soft_bodies,
            &mut self.ccd,
            &(),
            &(),
        );
    }
}
