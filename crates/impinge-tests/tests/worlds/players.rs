//! Convex players in a scene: over tessellated floors and rough ground, into corners, up and down stairs, out of overlaps. After every
//! push the player is compared with every body, one by one, by the front door.

mod corners;
mod hard;
mod ledges;
mod resting;
mod sizes;
mod stairs;

use impinge::body::{AnyBody, Compound, HeightField};
use impinge::mesh::TriangleMesh;
use impinge::scene::{
    MAX_TRACES, ObjectHandle, Scene, SceneSlide, SceneSlideSettings, SlideMemory, SlideStatus,
};
use impinge::*;
use impinge_scenes::Rng;

type V = Vec3<f64>;
/// A body and where it stands.
type Standing = (AnyBody<V>, Pose<V>);
type Settings3 = SceneSlideSettings<'static, V>;

fn v(x: f64, y: f64, z: f64) -> V {
    Vec3::new(x, y, z)
}

/// One player of each kind, all about 0.6 wide and 1.6 high, and upright.
fn players() -> Vec<(&'static str, AnyShape<f64>)> {
    let mut rng = Rng::new(7);
    let mut points = vec![];
    for _ in 0..40 {
        let p = rng.unit3::<f64>();
        points.push(v(0.3 * p.x, 0.3 * p.y, 0.8 * p.z));
    }
    // Feet to stand on.
    points.extend([[0.2, 0.2], [-0.2, 0.2], [-0.2, -0.2], [0.2, -0.2]].map(|[x, y]| v(x, y, -0.8)));
    vec![
        ("capsule", Capsule::new(0.5, 0.3).into()),
        ("cylinder", Cylinder::new(0.8, 0.3).into()),
        ("box", Cuboid::new([0.3, 0.3, 0.8]).into()),
        ("hull", ConvexPolyhedron::new(&points).into()),
    ]
}

/// A player among bodies, and what holds for every push.
struct Player {
    shape: AnyShape<f64>,
    scene: Scene<V>,
    bodies: Vec<Standing>,
    handles: Vec<ObjectHandle>,
    settings: Settings3,
    memory: SlideMemory<V>,
    pose: Pose<V>,
    /// Whether to hold every end against every body.
    checked: bool,
    traces: u32,
    most_traces: u32,
}

impl Player {
    fn new(shape: AnyShape<f64>, at: [f64; 3], settings: Settings3) -> Self {
        Self {
            shape,
            scene: Scene::new(),
            bodies: Vec::new(),
            handles: Vec::new(),
            settings,
            memory: SlideMemory::new(),
            pose: Pose::at(at),
            checked: true,
            traces: 0,
            most_traces: 0,
        }
    }

    fn among(&mut self, body: impl Into<AnyBody<V>>, pose: Pose<V>) -> ObjectHandle {
        let body = body.into();
        let shape = self.scene.add_shape(body.clone());
        let handle = self.scene.add(shape, pose).unwrap();
        self.bodies.push((body, pose));
        self.handles.push(handle);
        handle
    }

    /// The least signed distance from any body at a pose, by brute force.
    fn distance(&self, pose: &Pose<V>) -> f64 {
        let player = At::new(&self.shape, *pose);
        let of = |(body, at): &Standing| contact(&player, &body.at(*at)).signed_distance;
        self.bodies.iter().map(of).fold(f64::INFINITY, f64::min)
    }

    fn push(&mut self, by: V) -> SceneSlide<V> {
        let slid = self.scene.slide(&self.shape, &self.pose, by, &self.settings, &mut self.memory).unwrap();
        assert!(slid.traces <= MAX_TRACES);
        assert!(slid.left == Vec3::ZERO || (slid.status == SlideStatus::Spent && slid.pose != self.pose));
        assert_eq!(self.memory.path.last(), (slid.status != SlideStatus::Overlapping).then_some(&slid.pose));
        if slid.status != SlideStatus::Overlapping {
            assert!(slid.clear && slid.distance >= slid.clearance, "{slid:?}");
            if self.checked {
                let apart = self.distance(&slid.pose);
                assert!(apart >= slid.clearance * (1.0 - 1e-6), "{apart:e} {slid:?}");
                assert!(apart >= slid.distance * (1.0 - 1e-6), "{apart:e} {slid:?}");
            }
        }
        self.traces += slid.traces;
        self.most_traces = self.most_traces.max(slid.traces);
        self.pose = slid.pose;
        slid
    }

    /// Holds `count` poses on the way of the last slide against all bodies.
    fn check_path(&self, count: usize) {
        let corners: Vec<V> = self.memory.path.iter().map(|pose| pose.translation()).collect();
        let lengths: Vec<f64> = corners.windows(2).map(|ends| (ends[1] - ends[0]).norm()).collect();
        let whole: f64 = lengths.iter().sum();
        for (ends, length) in corners.windows(2).zip(&lengths) {
            let pieces = (count as f64 * length / whole).ceil().max(1.0);
            for i in 0..=pieces as usize {
                let at = ends[0] + (ends[1] - ends[0]) * (i as f64 / pieces);
                let apart = self.distance(&Pose::new(at, self.pose.rotation()));
                assert!(apart > 0.0, "in overlap by {apart:e} on the way");
            }
        }
    }
}

/// A flat floor of triangles over the square from −half to half, none of them with a side along an axis only.
fn flat_mesh<T: Real>(half: f64, cells: usize) -> TriangleMesh<T> {
    let mut points = vec![];
    let mut triangles = vec![];
    let across = cells as u32 + 1;
    for i in 0..=cells {
        for j in 0..=cells {
            let [x, y] = [i, j].map(|k| half * (2.0 * k as f64 / cells as f64 - 1.0));
            points.push(v(x, y, 0.0).cast::<T>());
        }
    }
    for i in 0..cells as u32 {
        for j in 0..cells as u32 {
            let [a, b, c, d] =
                [i * across + j, (i + 1) * across + j, (i + 1) * across + j + 1, i * across + j + 1];
            triangles.extend(if (i + j) % 2 == 0 { [[a, b, c], [a, c, d]] } else { [[a, b, d], [b, c, d]] });
        }
    }
    TriangleMesh::new(&points, &triangles).unwrap().0
}

/// Floors that are flat, with their tops at height 0, over at least the square from −8 to 8.
fn flat_floors() -> Vec<(&'static str, Vec<Standing>)> {
    let field = HeightField::from_fn(41, 41, [0.5, 0.5, 1.0], |_, _| 0.0);
    let tile = |i: usize| Pose::at([(i % 10) as f64 * 2.0 - 9.0, (i / 10) as f64 * 2.0 - 9.0, -0.5]);
    let block: AnyShape<f64> = Cuboid::new([1.0, 1.0, 0.5]).into();
    vec![
        ("mesh", vec![(flat_mesh::<f64>(10.0, 50).into(), Pose::IDENTITY)]),
        ("field", vec![(field.into(), Pose::at([-10.0, -10.0, 0.0]))]),
        ("crates", (0..100).map(|i| (block.clone().into(), tile(i))).collect()),
        (
            "compound",
            vec![(Compound::new((0..100).map(|i| (block.clone(), tile(i)))).into(), Pose::IDENTITY)],
        ),
        ("half-space", vec![(HalfSpace::new([0.0, 0.0, 1.0], 0.0).into(), Pose::IDENTITY)]),
    ]
}

/// Players walk in circles over flat floors, whatever these are made of: each goes all of the way it is pushed, at one height. An
/// inner edge would stop it, or make it rise.
#[test]
fn flat_floors_are_flat() {
    for (floor, bodies) in flat_floors() {
        for (kind, shape) in players() {
            let mut player = Player::new(shape, [0.0, 0.0, 0.81], Settings3::default());
            player.checked = floor != "crates";
            for (body, pose) in &bodies {
                player.among(body.clone(), *pose);
            }
            let landed = player.push(v(0.0, 0.0, -1.0));
            assert!(landed.status == SlideStatus::Blocked && landed.ground.is_some(), "{floor} {kind}");
            let height = player.pose.translation().z;
            let mut gone = 0.0;
            for i in 0..500 {
                let (sin, cos) = (f64::from(i) * 0.02).sin_cos();
                let before = player.pose.translation();
                // Every second push also leads down.
                let by = v(0.06 * cos, 0.05 * sin, if i % 2 == 0 { -0.03 } else { 0.0 });
                let slid = player.push(by);
                let step = player.pose.translation() - before;
                let told = format!("{floor} {kind} {i}: {step:?} of {by:?}, {slid:?}");
                // Up to the tolerance of casts.
                assert!((step - v(by.x, by.y, 0.0)).norm() < 1e-6, "{told}");
                assert!((player.pose.translation().z - height).abs() < 1e-6, "{told}");
                assert!(slid.ground.is_some_and(|ground| ground.normal.z > 0.999), "{told}");
                assert!(slid.wall.is_none() && slid.status == SlideStatus::Done, "{told}");
                gone += step.norm();
            }
            println!(
                "{floor} {kind}: {gone:.1} gone, {} motions, {} at most",
                player.traces, player.most_traces
            );
            assert!(gone > 20.0);
        }
    }
}

/// Hills with a height for each place.
fn hills(x: f64, y: f64) -> f64 {
    0.6 * (0.9 * x + 0.3).sin() * (0.7 * y).cos()
        + 0.25 * (2.3 * x - 1.1 * y).sin()
        + 0.03 * (9.0 * x + 7.0 * y).sin()
}

/// Rough ground, as a field and as a mesh: players go on, stay near the ground, and never get into it.
#[test]
fn rough_ground_is_followed() {
    let field = HeightField::<f64>::from_fn(101, 101, [0.2, 0.2, 1.0], |row, column| {
        hills(f64::from(column) * 0.2 - 10.0, f64::from(row) * 0.2 - 10.0) as f32
    });
    let (mut points, mut triangles) = (vec![], vec![]);
    for name in 0..2 * 100 * 100 {
        let corners = field.triangle(name).unwrap();
        triangles.push([0, 1, 2].map(|k| points.len() as u32 + k));
        points.extend(corners);
    }
    let (mesh, _) = TriangleMesh::new(&points, &triangles).unwrap();
    let forms: [(&str, AnyBody<V>); 2] = [("field", field.clone().into()), ("mesh", mesh.into())];
    for (form, body) in forms {
        for (kind, shape) in players() {
            let settings = Settings3 { slope: 1.2, step: 0.2, ..Settings3::default() };
            let mut player = Player::new(shape, [0.0, -5.0, 2.0], settings);
            player.among(body.clone(), Pose::at([-10.0, -10.0, 0.0]));
            player.push(v(0.0, 0.0, -3.0));
            let (mut gone, mut stood, mut highest) = (0.0, 0, 0.0_f64);
            for i in 0..1250 {
                let (sin, cos) = (f64::from(i) * 0.011).sin_cos();
                let before = player.pose.translation();
                let slid = player.push(v(0.06 * cos, 0.06 * sin, -0.04));
                let at = player.pose.translation();
                gone += v(at.x - before.x, at.y - before.y, 0.0).norm();
                stood += usize::from(slid.ground.is_some());
                let above = at.z - field.height_at(at.x + 10.0, at.y + 10.0).unwrap() - 0.8;
                highest = highest.max(above);
                assert!(above > 0.0, "{form} {kind} {i}: under ground by {above}");
                if i % 100 == 0 {
                    player.check_path(20);
                }
            }
            let traces = player.traces;
            println!(
                "{form} {kind}: {gone:.1} gone, stood {stood}, {highest:.3} above, {traces} motions, {} at most",
                player.most_traces
            );
            assert!(
                gone > 0.6 * 75.0 && stood > 1150 && highest < 0.5,
                "{form} {kind}: {gone} {stood} {highest}"
            );
        }
    }
}
