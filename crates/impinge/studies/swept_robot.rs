//! Swept checks of a robot arm between configurations, held against ten thousand samples each.
//!
//! The links are objects of a scene, with a table, a post, a shelf and a ring around them. A way from one configuration to another is a straight line
//! in the joint angles, cut into segments; in each, every link moves by the `Motion` between its two poses, and `Scene::cast` says
//! when anything first touches: a link and what stands around, or two links that are not neighbors. Samples of the same motions
//! must show no overlap before that time, and the pair must touch then.
//!
//! `cargo run --release -p impinge --example swept_robot -- panda FOLDER 50 10000` reads the links of the arm from binary .stl files
//! in the folder; also `ur5`. Without arguments the links are made here, with few ways and samples.

use std::path::Path;
use std::time::Instant;

use impinge::body::AnyBody;
use impinge::mesh::TriangleMesh;
use impinge::scene::{ObjectHandle, Scene};
use impinge::{CastSettings, Cuboid, HalfSpace, Motion, Pose, Rot3, Vec3};
use impinge_scenes::{Rng, meshes};

/// Segments of a way.
const SEGMENTS: usize = 40;

/// Joint angles of one end of a way differ by at most this from those of the other.
const FARTHEST: f64 = 2.5;

/// A joint that turns its link, and all that follow, about an axis through its own origin.
struct Joint {
    /// Where the link's frame stands in that of the link before, the joint at 0: translation, and turns about x, y and z one
    /// after the other.
    at: [f64; 3],
    turned: [f64; 3],
    axis: [f64; 3],
    /// Least and largest angle; none where it is fixed.
    limits: Option<[f64; 2]>,
    /// The file of the link.
    file: &'static str,
}

const fn joint(
    at: [f64; 3],
    turned: [f64; 3],
    axis: [f64; 3],
    limits: [f64; 2],
    file: &'static str,
) -> Joint {
    Joint { at, turned, axis, limits: Some(limits), file }
}

const fn fixed(at: [f64; 3], turned: [f64; 3], file: &'static str) -> Joint {
    Joint { at, turned, axis: [0.0, 0.0, 1.0], limits: None, file }
}

const RIGHT: f64 = std::f64::consts::FRAC_PI_2;
const X: [f64; 3] = [1.0, 0.0, 0.0];
const Y: [f64; 3] = [0.0, 1.0, 0.0];
const Z: [f64; 3] = [0.0, 0.0, 1.0];
const O: [f64; 3] = [0.0; 3];

/// Kinematics of the Franka Emika Panda: lengths, axes and limits as in its public description, `franka_description`.
const PANDA: [Joint; 9] = [
    fixed(O, O, "link0.stl"),
    joint([0.0, 0.0, 0.333], O, Z, [-2.8973, 2.8973], "link1.stl"),
    joint(O, [-RIGHT, 0.0, 0.0], Z, [-1.7628, 1.7628], "link2.stl"),
    joint([0.0, -0.316, 0.0], [RIGHT, 0.0, 0.0], Z, [-2.8973, 2.8973], "link3.stl"),
    joint([0.0825, 0.0, 0.0], [RIGHT, 0.0, 0.0], Z, [-3.0718, -0.0698], "link4.stl"),
    joint([-0.0825, 0.384, 0.0], [-RIGHT, 0.0, 0.0], Z, [-2.8973, 2.8973], "link5.stl"),
    joint(O, [RIGHT, 0.0, 0.0], Z, [-0.0175, 3.7525], "link6.stl"),
    joint([0.088, 0.0, 0.0], [RIGHT, 0.0, 0.0], Z, [-2.8973, 2.8973], "link7.stl"),
    fixed([0.0, 0.0, 0.107], [0.0, 0.0, -0.5 * RIGHT], "hand.stl"),
];

/// Kinematics of the Universal Robots UR5, as in `ur_description`; turns beyond one are of no interest here.
const UR5: [Joint; 7] = [
    fixed(O, O, "base.stl"),
    joint([0.0, 0.0, 0.089159], O, Z, [-3.1, 3.1], "shoulder.stl"),
    joint([0.0, 0.13585, 0.0], [0.0, RIGHT, 0.0], Y, [-3.1, 0.0], "upperarm.stl"),
    joint([0.0, -0.1197, 0.425], O, Y, [-2.8, 2.8], "forearm.stl"),
    joint([0.0, 0.0, 0.39225], [0.0, RIGHT, 0.0], Y, [-3.1, 3.1], "wrist1.stl"),
    joint([0.0, 0.093, 0.0], O, Z, [-3.1, 3.1], "wrist2.stl"),
    joint([0.0, 0.0, 0.09465], O, Y, [-3.1, 3.1], "wrist3.stl"),
];

/// Poses of all links at joint angles.
fn poses(arm: &[Joint], angles: &[f64]) -> Vec<Pose<Vec3<f64>>> {
    let mut at = Pose::IDENTITY;
    let mut all = Vec::with_capacity(arm.len());
    for (joint, angle) in arm.iter().zip(angles) {
        let about = |axis: [f64; 3], angle: f64| Rot3::from_axis_angle(axis, angle);
        let turned = about(Z, joint.turned[2]) * about(Y, joint.turned[1]) * about(X, joint.turned[0]);
        at = at * Pose::new(joint.at, turned) * Pose::new(O, about(joint.axis, *angle));
        all.push(at);
    }
    all
}

/// Joint angles within the limits, none where a joint is fixed.
fn configuration(arm: &[Joint], rng: &mut Rng, near: Option<&[f64]>) -> Vec<f64> {
    let angle = |(i, joint): (usize, &Joint)| {
        let [mut low, mut high] = joint.limits?;
        if let Some(near) = near {
            (low, high) = (low.max(near[i] - FARTHEST), high.min(near[i] + FARTHEST));
        }
        Some(rng.between(low, high))
    };
    arm.iter().enumerate().map(angle).map(|angle| angle.unwrap_or(0.0)).collect()
}

/// Points and triangles of a binary STL file.
fn read_stl(path: &Path) -> Result<TriangleMesh<f64>, Box<dyn std::error::Error>> {
    let bytes = std::fs::read(path)?;
    let records = bytes.get(84..).ok_or("no header")?.chunks_exact(50);
    let mut points: Vec<[f64; 3]> = Vec::new();
    for record in records {
        // The normal, three corners, two bytes of no meaning.
        let numbers: Vec<f64> = record[12..48]
            .chunks_exact(4)
            .map(|b| f64::from(f32::from_le_bytes([b[0], b[1], b[2], b[3]])))
            .collect();
        points.extend(numbers.chunks_exact(3).map(|p| [p[0], p[1], p[2]]));
    }
    let triangles: Vec<[u32; 3]> =
        (0..points.len() as u32 / 3).map(|t| [3 * t, 3 * t + 1, 3 * t + 2]).collect();
    Ok(TriangleMesh::new(&points, &triangles)?.0)
}

/// A link of the hand-made arm: two balls on the way from its joint to the next one.
fn hand_made(to: [f64; 3]) -> TriangleMesh<f64> {
    let ball = meshes::icosphere(1).scaled(0.06);
    let ends = [Vec3::from(to) * 0.15, Vec3::from(to) * 0.85];
    let points: Vec<Vec3<f64>> =
        ends.iter().flat_map(|&end| ball.points.iter().map(move |&p| p + end)).collect();
    let second = ball.points.len() as u32;
    let shifted = ball.triangles.iter().map(|t| t.map(|v| v + second));
    TriangleMesh::new(&points, &ball.triangles.iter().copied().chain(shifted).collect::<Vec<_>>())
        .expect("two balls")
        .0
}

struct Arm {
    scene: Scene<Vec3<f64>>,
    links: Vec<ObjectHandle>,
}

/// The arm among a floor, a table, a post and a shelf. Links that are neighbors, or have one in common, are not asked about.
fn arm(joints: &[Joint], link: impl Fn(usize) -> AnyBody<Vec3<f64>>) -> Arm {
    let mut scene = Scene::new();
    let mut links = Vec::new();
    for i in 0..joints.len() {
        let shape = scene.add_shape(link(i));
        links.push(scene.add(shape, Pose::IDENTITY).expect("within the room"));
        for before in links.iter().rev().skip(1).take(2) {
            scene.ignore_pair(links[i], *before).expect("both are there");
        }
    }
    let ring = meshes::torus(24, 10).scaled(0.1);
    let (ring, _) = TriangleMesh::new(&ring.points, &ring.triangles).expect("a sound mesh");
    let around: [(AnyBody<Vec3<f64>>, [f64; 3]); 5] = [
        (HalfSpace::new(Z, -0.3).into(), O),
        (Cuboid::new([0.25, 0.5, 0.02]).into(), [0.65, 0.0, 0.1]),
        (Cuboid::new([0.04, 0.04, 0.6]).into(), [-0.35, 0.45, 0.6]),
        (Cuboid::new([0.3, 0.15, 0.02]).into(), [0.1, -0.6, 0.6]),
        (ring.into(), [0.4, 0.4, 0.45]),
    ];
    for (body, at) in around {
        let shape = scene.add_shape(body);
        let stands = scene.add(shape, Pose::at(at)).expect("within the room");
        // The base is bolted down.
        scene.ignore_pair(stands, links[0]).expect("both are there");
    }
    Arm { scene, links }
}

impl Arm {
    fn place(&mut self, poses: &[Pose<Vec3<f64>>]) {
        for (link, pose) in self.links.iter().zip(poses) {
            self.scene.move_object(*link, *pose).expect("within the room");
        }
    }
}

/// What was seen.
#[derive(Default)]
struct Tally {
    met: usize,
    free: usize,
    samples: usize,
    /// Samples that overlap before the time of impact, and the deepest of them.
    late: usize,
    deepest: f64,
    /// Largest distance of a pair at its time of impact: how early it was reported.
    early: f64,
    casting: f64,
    sampling: f64,
}

/// Checks one way: the first impact by casts, and samples up to it.
fn way(arm: &mut Arm, joints: &[Joint], ends: [&[f64]; 2], samples: usize, tally: &mut Tally) {
    let between = |part: f64| -> Vec<f64> {
        ends[0].iter().zip(ends[1]).map(|(from, to)| from + (to - from) * part).collect()
    };
    let mut start = poses(joints, ends[0]);
    for segment in 0..SEGMENTS {
        let end = poses(joints, &between((segment + 1) as f64 / SEGMENTS as f64));
        arm.place(&start);
        let moving: Vec<(ObjectHandle, Motion<Vec3<f64>>)> = (arm.links.iter().zip(start.iter().zip(&end)))
            .map(|(link, (from, to))| (*link, Motion::between(from, to)))
            .collect();
        let clock = Instant::now();
        let first = arm.scene.cast(&moving, &CastSettings::default()).expect("links of the scene");
        tally.casting += clock.elapsed().as_secs_f64();
        let clock = Instant::now();
        let until = first.map_or(1.0, |first| first.impact.time);
        let count = samples / SEGMENTS;
        for sample in 0..count {
            let time = sample as f64 / count as f64;
            if time >= until {
                break;
            }
            let placed: Vec<_> =
                moving.iter().zip(&start).map(|((_, motion), from)| motion.pose(time) * *from).collect();
            arm.place(&placed);
            tally.samples += 1;
            for contact in arm.scene.contacts(0.0) {
                let depth = -contact.contact.signed_distance;
                tally.late += usize::from(depth > contact.contact.error);
                tally.deepest = tally.deepest.max(depth);
            }
        }
        tally.sampling += clock.elapsed().as_secs_f64();
        if let Some(first) = first {
            let placed: Vec<_> =
                moving.iter().zip(&start).map(|((_, motion), from)| motion.pose(until) * *from).collect();
            arm.place(&placed);
            let gap = arm.scene.contact_between(first.a, first.b).expect("both are there").signed_distance;
            tally.early = tally.early.max(gap);
            tally.met += 1;
            return;
        }
        start = end;
    }
    tally.free += 1;
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let word = |i: usize| arguments.get(i).map(String::as_str);
    let number = |i: usize, default: usize| word(i).map_or(Ok(default), str::parse);
    let (ways, samples) = (number(2, 6)?, number(3, 400)?);
    let joints: &[Joint] = if word(0) == Some("ur5") { &UR5 } else { &PANDA };
    let bodies: Vec<AnyBody<Vec3<f64>>> = match word(1) {
        Some(folder) => {
            let read = |joint: &Joint| read_stl(&Path::new(folder).join(joint.file)).map(AnyBody::from);
            joints.iter().map(read).collect::<Result<_, _>>()?
        }
        None => {
            let next = |i: usize| joints.get(i + 1).map_or([0.0, 0.0, 0.1], |joint| joint.at);
            (0..joints.len()).map(|i| hand_made(next(i)).into()).collect()
        }
    };
    let mut arm = arm(joints, |i| bodies[i].clone());
    let (mut rng, mut tally, mut tried) = (Rng::new(7), Tally::default(), 0);
    while tally.met + tally.free < ways {
        // A start that touches nothing.
        let from = configuration(joints, &mut rng, None);
        tried += 1;
        assert!(tried < 1000 * ways, "no start is free");
        arm.place(&poses(joints, &from));
        if !arm.scene.contacts(0.005).is_empty() {
            continue;
        }
        let to = configuration(joints, &mut rng, Some(&from));
        way(&mut arm, joints, [&from, &to], samples, &mut tally);
    }
    let Tally { met, free, samples, late, deepest, early, casting, sampling } = tally;
    println!("{ways} ways of {SEGMENTS} segments: {met} meet something, {free} are free");
    println!("{samples} samples before the impacts, {late} of them overlap (deepest {deepest:e})");
    println!("at its time of impact a pair is at most {early:e} apart");
    println!(
        "swept check of a way {:.2} ms, samples of a way {:.2} ms",
        casting / ways as f64 * 1e3,
        sampling / ways as f64 * 1e3
    );
    assert!(met > 0 && samples > 0, "nothing was met");
    assert_eq!(late, 0, "an impact was reported late");
    assert!(early <= 1e-6, "an impact was reported early");
    Ok(())
}
